// The rules as the drawer shows them: sections with entries, each its name, its pieces and its text.

import { make, visible } from "./dom.js";

export class Rules {
  constructor(match) {
    this.title = "Rules";
    this.isOnePage = true; // its parts stand below one another
    this.match = match;
  }

  pageOf(_book, tab) {
    return this.match.rules.length > 0 ? tab : null;
  }

  // They are the same all the time.
  told() {
    return this.title;
  }

  draw() {
    return this.match.rules.map(({ called, heading, entries }) => {
      const title = heading ? [make("h3", {}, visible(heading))] : [];
      const list = make("ul", { class: "rules-list" }, ...entries.map(drawEntry));
      return { called: visible(called), element: make("section", { class: "rules-section" }, ...title, list) };
    });
  }
}

function drawEntry({ name = "", code, pieces, text }) {
  const kind = [name && "name", pieces.length > 0 && "pieces"].filter(Boolean).join(" ");
  const item = make("li", { class: "rule", "data-with": kind });
  if (name) item.append(make("b", { class: code ? "rule-code" : "rule-name" }, visible(name)));
  const drawn = pieces.map(([piece, look]) => make("span", { class: `bit look-${look}` }, visible(piece)));
  if (drawn.length > 0) item.append(make("span", { class: "rule-pieces" }, ...drawn));
  if (text) item.append(make("span", { class: "rule-text" }, visible(text)));
  return item;
}
