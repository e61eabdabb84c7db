// The line that is sent: it shows what the form stands for, and takes what one types in place of that. What
// is typed goes into the next free row of the score sheet.

import { toneOf } from "./dock.js";
import { answerAt, nextRow } from "./lists.js";

const MOST_CHOICES = 200;

export class Line {
  // `parts` are elements: input, list (of what may be typed). `on` has: write(blocks), enter(), when
  // nothing was typed, typed(text), goesOn(), when one types, escape().
  constructor(parts, on) {
    this.parts = parts;
    this.on = on;
    this.formLine = "";
    this.isOwn = false; // whether it holds what was typed, not what the form stands for
    this.unanswered = null; // what was typed and sent, and its row
    parts.input.addEventListener("keydown", (event) => this.#pressed(event));
    parts.input.addEventListener("input", () => {
      on.goesOn();
      this.#own(parts.input.value);
    });
    parts.input.addEventListener("blur", () => this.#draw());
  }

  // `isAlone` says that there is no form to fill in instead.
  show(book, tab, isAlone) {
    this.tab = tab;
    const { input, list } = this.parts;
    const row = nextRow(tab);
    this.row = row;
    const column = tab.play.sheet?.[2];
    input.hidden = row === null || !book.mayType(tab, row, column);
    if (input.hidden) return;
    this.#hear(book);
    const { options = [] } = book.validation(tab.cell(row, column));
    const ask = isAlone ? "Type your answer" : "or type";
    input.placeholder = options.length > 0 ? `${ask}: ${options[0]}` : `${ask} here`;
    const choices = options.slice(0, MOST_CHOICES);
    if (JSON.stringify(choices) === this.choices) return;
    this.choices = JSON.stringify(choices);
    list.replaceChildren(...choices.map((choice) => new Option(choice, choice)));
  }

  get isOpen() {
    return !this.parts.input.hidden;
  }

  get ownText() {
    return this.isOwn ? this.parts.input.value.trim() : "";
  }

  // Show what the form stands for, unless something else is being typed.
  follow(line) {
    this.formLine = line;
    this.#draw();
  }

  // Go on with what the form stands for in place of what was typed.
  giveWay() {
    if (this.isOwn) this.#own("");
    this.#draw();
  }

  // Type here. What the form stands for is replaced by it.
  focus() {
    this.parts.input.focus();
    if (!this.isOwn) this.parts.input.select();
  }

  // Write what is typed into the score sheet.
  send() {
    const text = this.ownText;
    if (text === "") {
      this.on.enter();
      return;
    }
    this.unanswered = { row: this.row, text };
    this.on.write([{ row: this.row, column: this.tab.play.sheet[2], rows: [[text]] }]);
    this.#own("");
    this.#draw();
  }

  // Have a text again that was not sent, unless another is being typed.
  keep(text) {
    this.unanswered = null;
    if (this.ownText !== "") return;
    this.parts.input.value = text;
    this.#own(text);
  }

  // What was refused stays, to be corrected.
  #hear(book) {
    if (this.unanswered === null) return;
    const { row, text } = this.unanswered;
    const answer = answerAt(this.tab, row, this.tab.play.sheet[3]);
    if (answer === null) return;
    const isRefused = toneOf(book.style(this.tab.cell(row, answer)).css ?? {}) === "refused";
    this.unanswered = null;
    if (!isRefused) return;
    this.keep(text);
    this.parts.input.dataset.tone = "refused";
  }

  #pressed(event) {
    if (event.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      this.send();
    } else if (event.key === "Escape") {
      if (this.isOwn) this.giveWay();
      else this.on.escape();
      event.stopPropagation();
    }
  }

  #own(text) {
    this.isOwn = text !== "";
    delete this.parts.input.dataset.tone;
    this.on.typed(this.ownText);
  }

  // An emptied line stays empty while one is in it.
  #draw() {
    const { input } = this.parts;
    const isLeft = document.activeElement !== input || input.value === this.shown;
    if (this.isOwn || (!isLeft && input.value === "" && this.formLine === this.shown)) return;
    if (input.value !== this.formLine) input.value = this.formLine;
    this.shown = this.formLine;
  }
}
