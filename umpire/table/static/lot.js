// The piece that everything is about, drawn large above the blocks of the table: what it is and does, what
// lies below it, and beside it the piles from which it came or to which others went.

import { element } from "../cells.js";

export class Lot {
  constructor(box) {
    this.box = box;
  }

  // `drawn(piece)` gives the element of a piece.
  show({ lot }, drawn) {
    const told = JSON.stringify(lot ?? null);
    if (told === this.told) return;
    this.told = told;
    this.box.hidden = !lot;
    if (!lot) return;
    const { piece, title = "", text = "", below = "", piles = [] } = lot;
    const beside = piles.map((pile) => drawPile(pile, drawn));
    this.box.replaceChildren(drawn(piece), texts(title, text), plain("span", "below", below), ...beside);
  }
}

// A pile: its top piece, or if that is not seen how many there are; and what it is called.
function drawPile({ name, number, top = "" }, drawn) {
  const made = element("div", "lot-pile");
  made.append(top ? drawn(top) : plain("span", "stack", String(number)), plain("small", "", name));
  made.title = `${name}: ${number}`;
  return made;
}

function texts(title, text) {
  const made = element("div", "about");
  made.append(plain("b", "", title), plain("p", "", text));
  return made;
}

function plain(name, className, text) {
  const made = element(name, className);
  made.textContent = text;
  return made;
}
