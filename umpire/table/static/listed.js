// Blocks that the form shows itself while it asks for what is in them, as rows or as a palette: they are seen
// nowhere else then. Rows of the hand lie on the table as cards at other times, each with what it does.

import { element } from "../cells.js";
import { pieceOf, piecesOf } from "./feeds.js";
import { listsOf } from "./groups.js";
import { fitEach } from "./layout.js";

const NUMBER = /^\d+$/;

export class Listed {
  // `place` is an element on the table.
  constructor(place) {
    this.place = place;
    this.blocks = [];
  }

  show(tab, fields, hand, board) {
    const lists = listsOf(tab, fields);
    const listOf = ({ box }) => lists.find(({ boxes }) => boxes.some((one) => meets(one, box)));
    for (const block of [...hand, ...board]) block.hide(listOf(block)?.isAsked === true);
    this.blocks = hand.filter(listOf);
    const there = this.blocks.filter(({ isEmpty }) => !isEmpty);
    const drawn = there.map((block) => ({ block, cards: cardsOf(tab, block) }));
    const content = JSON.stringify(drawn.map(({ block, cards }) => [block.box, cards]));
    if (content === this.content) return;
    this.content = content;
    this.place.replaceChildren(...drawn.map(({ block, cards }) => (cards.length > 0 ? drawCards(tab, block, cards) : block.element)));
  }

  // Whether a block of the hand is seen here, and not among the others.
  isThere(block) {
    return this.blocks.includes(block) && !block.isEmpty;
  }

  fit(width) {
    fitEach(this.blocks.filter(({ element }) => element.isConnected), width);
  }
}

// The rows of a block as cards: of each its number, its name, what it does, and what else its row says.
function cardsOf(tab, block) {
  const feed = tab.play.feeds.find((one) => pieceOf(one) === "row" && one.from.some((box) => meets(box, block.box)));
  const rows = feed ? piecesOf(tab, feed) : [];
  const notes = new Map((tab.stage.notes ?? []).flatMap(({ texts }) => Object.entries(texts)));
  return rows
    .map(({ box }) => {
      const texts = textsOf(tab, box);
      const [number, name, ...more] = NUMBER.test(texts[0]) ? texts : ["", ...texts];
      const does = notes.get(name)?.[1];
      return { number, name, does: does ?? more[0] ?? "", rest: more.slice(1).join(", "), isUsed: block.isStruck(box) };
    })
    .filter(({ number }) => number);
}

function drawCards(tab, { box }, cards) {
  const section = element("section", "listed");
  const title = said("h3", textsOf(tab, { ...box, bottom: box.top + 1 })[0] ?? "");
  const list = element("div", "listed-cards");
  list.append(
    ...cards.map(({ number, name, does, rest, isUsed }) => {
      const card = element("article", isUsed ? "used" : "");
      card.append(said("small", number), said("b", name), said("span", isUsed ? rest : does), ...(rest && !isUsed ? [said("i", rest)] : []));
      return card;
    }),
  );
  section.append(title, list);
  return section;
}

function textsOf(tab, { top, left, right }) {
  const columns = [...Array(right - left).keys()].map((at) => left + at);
  return columns.filter((column) => tab.boxAt(top, column).left === column).map((column) => tab.shownText(top, column)).filter(Boolean);
}

function said(name, text) {
  const made = element(name);
  made.textContent = text;
  return made;
}

function meets([top, bottom, left, right], box) {
  return top < box.bottom && bottom > box.top && left < box.right && right > box.left;
}
