// A hint for each kind of question, until its reader has got it: then never again in this browser.

import { keep, kept } from "../kept.js";

const KEPT_AS = "umpire.hints";
const AIM = "aim"; // shown before any other
const FIRST = /^(.*?[.!?:])(\s+)(.*)$/s;

export class Hints {
  // `parts` are elements: box, first, rest, got. `again` is the button that shows them all again.
  constructor(parts, again) {
    this.parts = parts;
    this.got = new Set(JSON.parse(kept(KEPT_AS) ?? "[]"));
    parts.got.addEventListener("click", () => {
      this.got.add(this.shown);
      keep(KEPT_AS, JSON.stringify([...this.got]));
      this.#draw();
    });
    again.addEventListener("click", () => {
      this.got.clear();
      keep(KEPT_AS, null);
      if (this.tab) this.#draw();
    });
  }

  show(tab) {
    this.tab = tab;
    this.#draw();
  }

  #draw() {
    const { box, first, rest } = this.parts;
    const { play, stage } = this.tab;
    const wanted = stage.over ? [] : [AIM, stage.kind];
    const text = wanted.map((kind) => play.hints[kind]).find((one) => one && !this.got.has(one));
    this.shown = text;
    box.hidden = text === undefined;
    if (box.hidden) return;
    const found = FIRST.exec(text);
    first.textContent = found ? found[1] : text;
    rest.textContent = found ? ` ${found[3]}` : "";
  }
}
