// What stands above the line: what the umpire answered last, until one goes on, or else what would come of
// the form and what it still lacks.

import { usedRows } from "./lists.js";
import { cellAt } from "./question.js";

export class Dock {
  // `parts` are elements: say, says, more.
  constructor(parts, countdown) {
    this.parts = parts;
    this.countdown = countdown;
    this.form = { says: "", more: "" };
  }

  // Show the umpire's last answer, unless its reader has gone on from it.
  show(book, tab) {
    const reply = cellAt(tab, tab.play.question.reply);
    this.reply = reply && reply.text !== "" ? { ...reply, tone: toneOf(book.style(reply.cell).css ?? {}) } : null;
    this.key = JSON.stringify([usedRows(tab), reply?.text]);
    this.#draw();
  }

  // Its reader goes on: fills something in, or types.
  goOn() {
    this.passedKey = this.key;
    if (this.key !== undefined) this.#draw();
  }

  // Show what the form says of itself.
  follow(form) {
    this.form = form;
    this.#draw();
  }

  #draw() {
    const { say, says, more } = this.parts;
    const reply = this.key === this.passedKey ? null : this.reply;
    const tone = reply?.tone ?? "form";
    say.dataset.tone = tone;
    if (reply) this.#fill(says, `${tone === "taken" ? "✓ " : ""}${capital(reply.text)}`, reply);
    else this.#fill(says, this.form.says);
    this.#fill(more, !reply ? this.form.more : ["refused", "held"].includes(tone) ? "" : this.form.says);
  }

  // A text that is there already is left alone, so that nobody hears it again.
  #fill(element, text, { limits = [], isUtc } = {}) {
    const content = JSON.stringify([text, limits, isUtc]);
    if (element.content !== content) this.countdown.fill(element, text, limits, isUtc);
    element.content = content;
  }
}

function capital(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

// Answers are told by their colours: green is taken, blue held, red refused.
export function toneOf({ color }) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt((color ?? "#000000").slice(at, at + 2), 16));
  if (Math.max(red, green, blue) - Math.min(red, green, blue) < 24) return "plain";
  if (red >= green && red >= blue) return "refused";
  return green >= blue ? "taken" : "held";
}
