// The piece that everything is about, drawn large above the blocks of the table: what it is and does, and
// what lies below it.

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
    const { piece, title = "", text = "", below = "" } = lot;
    this.box.replaceChildren(drawn(piece), texts(title, text), plain("span", "below", below));
  }
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
