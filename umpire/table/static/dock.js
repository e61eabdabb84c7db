// What stands above the line: what the umpire answered last, until one goes on, or else what would come of
// the form and what it still lacks. It is spoken too, not more often than once a second.

import { usedRows } from "./lists.js";
import { capital } from "./mention.js";
import { cellAt } from "./question.js";
import { heldInShort } from "./sayings.js";

const SPOKEN_MS = 1000;
const FIRST = /^(.{10,}?[.!?])\s+(.+)$/s;

export class Dock {
  // `parts` are elements: say, says, more, heard.
  constructor(parts, countdown) {
    this.parts = parts;
    this.countdown = countdown;
    this.form = { says: "", more: "" };
    this.spokenAt = -Infinity;
    parts.say.addEventListener("click", () => parts.say.matches(".long") && this.goOn());
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

  // Show what the form says of itself, if `isCalm` not while that is still being checked.
  follow({ isCalm, ...form }) {
    if (!isCalm) this.form = form;
    this.#draw();
  }

  #draw() {
    const { say, says, more } = this.parts;
    const reply = this.key === this.passedKey ? null : this.reply;
    const tone = reply?.tone ?? "form";
    const held = tone === "held" ? heldInShort(reply.text) : null;
    say.dataset.tone = tone;
    says.classList.toggle("one-line", held !== null);
    if (held) {
      this.#fill(says, held.says);
      this.#fill(more, held.more);
    } else if (!reply) {
      this.#fill(says, this.form.says);
      this.#fill(more, this.form.more);
    } else if (["refused", "held"].includes(tone) && reply.limits.length === 0) {
      const [, first, rest] = FIRST.exec(reply.text) ?? [null, reply.text, ""];
      this.#fill(says, capital(first));
      this.#fill(more, rest);
    } else {
      this.#fill(says, `${tone === "taken" ? "✓ " : ""}${capital(reply.text)}`, reply);
      this.#fill(more, ["refused", "held"].includes(tone) ? "" : this.form.says);
    }
    this.fit();
    this.#speak();
  }

  // Have a refusal be seen whole, however long it is; a click puts it away.
  fit() {
    const { say } = this.parts;
    say.classList.remove("long");
    say.classList.toggle("long", say.dataset.tone === "refused" && say.scrollHeight > say.clientHeight + 1);
  }

  // A text that is there already is left alone.
  #fill(element, text, { limits = [], isUtc } = {}) {
    const content = JSON.stringify([text, limits, isUtc]);
    if (element.content !== content) this.countdown.fill(element, text, limits, isUtc);
    element.content = content;
  }

  #speak() {
    const { says, more, heard } = this.parts;
    const told = JSON.stringify([says.content, more.content]);
    if (told === this.spoken || this.timer) return;
    const rest = SPOKEN_MS - (performance.now() - this.spokenAt);
    if (rest > 0) {
      this.timer = setTimeout(() => {
        this.timer = null;
        this.#speak();
      }, rest);
      return;
    }
    this.spoken = told;
    this.spokenAt = performance.now();
    heard.textContent = `${says.textContent} ${more.textContent}`.trim();
  }
}

// Answers are told by their colours: green is taken, blue held, red refused.
export function toneOf({ color }) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt((color ?? "#000000").slice(at, at + 2), 16));
  if (Math.max(red, green, blue) - Math.min(red, green, blue) < 24) return "plain";
  if (red >= green && red >= blue) return "refused";
  return green >= blue ? "taken" : "held";
}
