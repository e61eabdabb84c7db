// The first line of the question: the newest move of somebody else, or the newest result. A
// click leads to the card of the result. Where a game tells only sentences these are said.

import { element } from "../cells.js";
import { actors, capital, told } from "./mention.js";
import { News } from "./news.js";
import { drawPieces } from "./piece.js";
import { titleOf } from "./result_card.js";

const NUMBER = /(?<!\w)(\d+(?:\.\d+)?)(?!\w)/; // not that of a tile, as in D5

export class Latest {
  // `on` has: result(), when somebody wants to see the newest result.
  constructor(box, countdown, on) {
    this.box = box;
    this.news = new News(box, countdown);
    this.on = on;
  }

  // What is drawn from events stays until there is something newer.
  answered() {
    if (this.drawn === undefined) this.news.answered();
  }

  show(book, tab, look, isMine) {
    if (!tab.stage.events) {
      this.news.show(book, tab);
      return;
    }
    const { events, results = [] } = tab.stage;
    const question = tab.stage.question?.text.toLowerCase();
    const isSaid = ({ text }) => Boolean(question) && text.toLowerCase().includes(question);
    const event = newsOf(events, isMine ? look.reader : null) ?? events.find((one) => one.kind !== "round" && !isSaid(one));
    const result = event?.kind === "result" ? results.at(-1) : null;
    const drawn = JSON.stringify([event, result, look.reader, look.players]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.box.replaceChildren(...(result ? [this.#result(result, look)] : event ? said(event, look) : []));
    this.box.title = this.box.textContent;
  }

  #result(result, look) {
    const button = element("button", "to-result");
    button.type = "button";
    button.append(...withNumbers(titleOf(result, look)));
    button.addEventListener("click", () => this.on.result());
    return button;
  }
}

// The newest move of somebody else than its `reader`, result, or deal; but a result is not pushed away by a
// deal, nor by anything that is merely told, such as that somebody is ready.
function newsOf(events, reader) {
  const isNews = ({ by, kind }) => kind === "result" || (kind === "move" && (by ?? null) !== (reader ?? ""));
  const news = events.find(isNews);
  if (news?.kind === "result") return news;
  return events.find((event) => event === news || (event.kind === "deal" && !event.by && event.did));
}

// Who did what, with pieces; or a sentence.
function said({ by = "", did = "", pieces = [], text = "" }, look) {
  if (did === "") return [text];
  const what = withNumbers(by ? told(did, look.reader) : capital(told(did, look.reader)));
  const who = element("b");
  who.textContent = by && actors(by, look.players, look.reader);
  const shown = pieces.length > 0 ? [" ", drawPieces(pieces, look, { by, size: "line" })] : [];
  return [...(by ? [who, " "] : []), ...what, ...shown];
}

// A text whose numbers are bold.
function withNumbers(text) {
  return text.split(NUMBER).map((part, at) => {
    if (at % 2 === 0) return part;
    const number = element("b");
    number.textContent = part;
    return number;
  });
}
