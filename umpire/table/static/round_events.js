// What happened in this round, the newest first: who, what, and pieces or a number. Where a game tells
// only sentences these are shown.

import { element } from "../cells.js";
import { actors, capital, told } from "./mention.js";
import { eventsOf, lineOf } from "./lists.js";
import { drawPieces } from "./piece.js";

const NAMED = /^(\p{L}+) \d+$/u; // what a game calls its rounds, such as "Bout 2"
const MOST = 8; // of them are shown: all are in the log

export class RoundEvents {
  // `parts` are elements: happened (the box), happenedTitle, happenedList.
  constructor(parts, countdown) {
    this.parts = parts;
    this.countdown = countdown;
  }

  show(book, tab, look) {
    const { box, title, list } = this.parts;
    const { events } = tab.stage;
    const round = events ? ofRound(events) : [];
    const items = events ? round.slice(0, MOST).map((event) => drawEvent(event, look)) : this.#sentences(book, tab);
    box.hidden = items.length === 0;
    this.isOver = isOver(round);
    title.textContent = titleOf(round);
    list.replaceChildren(...items);
  }

  #sentences(book, tab) {
    return eventsOf(book, tab).slice(0, MOST).map((event) => lineOf(this.countdown, event.tab, event, "li"));
  }
}

// Draw an event as a line of a list.
export function drawEvent(event, look) {
  const { by = "", did = "", pieces = [], end = "", text = "" } = event;
  const line = element("li", "event");
  if (did === "") {
    line.classList.add("sentence");
    line.append(part("span", "did", text));
    return line;
  }
  const what = told(did, look.reader);
  if (by) line.append(part("b", "who", actors(by, look.players, look.reader)));
  line.append(part("span", "did", by ? what : capital(what)));
  const shown = element("span", "event-end");
  if (pieces.length > 0) shown.append(drawPieces(pieces, look, { by, size: "row" }));
  if (end) shown.append(told(end, look.reader));
  line.append(shown);
  return line;
}

function titleOf(round) {
  if (!round[0]?.round) return "What happened";
  const [, name = "round"] = NAMED.exec(round[0].round) ?? [];
  return `${isOver(round) ? "The last" : "This"} ${name.toLowerCase()}`;
}

// A round that has its result is over.
function isOver(round) {
  return Boolean(round[0]?.round) && round.some(({ kind }) => kind === "result");
}

// The events of the newest round, without its heading.
function ofRound(events) {
  const { round } = events[0] ?? {};
  return events.filter((event) => event.round === round && event.kind !== "round");
}

function part(name, className, text) {
  const made = element(name, className);
  made.textContent = text;
  return made;
}
