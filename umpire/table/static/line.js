// The line to type in: what one types goes into the next free row of the score sheet.

import { nextRow } from "./lists.js";

const MOST_CHOICES = 200;

export class Line {
  // `parts` are elements: box, input, list (of what may be typed). `on` has: write(blocks), enter(),
  // when there is nothing in it, typed(text).
  constructor(parts, on) {
    this.parts = parts;
    this.on = on;
    parts.input.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      if (event.key === "Enter") {
        event.preventDefault();
        this.send();
      } else if (event.key === "Escape" && parts.input.value !== "") {
        this.#fill("");
        event.stopPropagation();
      }
    });
    parts.input.addEventListener("input", () => on.typed(parts.input.value.trim()));
  }

  // `isAlone` says that there is no form to fill in instead.
  show(book, tab, isAlone) {
    this.tab = tab;
    const { box, input, list } = this.parts;
    const row = nextRow(tab);
    this.row = row;
    const column = tab.play.sheet?.[2];
    box.hidden = row === null || !book.mayType(tab, row, column);
    if (box.hidden) return;
    const { options = [] } = book.validation(tab.cell(row, column));
    const ask = isAlone ? "Type it" : "Or type it";
    input.placeholder = options.length > 0 ? `${ask}, for example: ${options[0]}` : `${ask} here`;
    const told = options.slice(0, MOST_CHOICES);
    if (JSON.stringify(told) === this.told) return;
    this.told = JSON.stringify(told);
    list.replaceChildren(...told.map((choice) => new Option(choice, choice)));
  }

  get isOpen() {
    return !this.parts.box.hidden;
  }

  // Write what is typed into the score sheet.
  send() {
    const text = this.parts.input.value.trim();
    if (text === "") {
      this.on.enter();
      return;
    }
    this.on.write([{ row: this.row, column: this.tab.play.sheet[2], rows: [[text]] }]);
    this.#fill("");
  }

  // Have a text again that was not sent, unless another is being typed.
  keep(text) {
    if (this.parts.input.value === "") this.#fill(text);
  }

  #fill(text) {
    this.parts.input.value = text;
    this.on.typed(text);
  }
}
