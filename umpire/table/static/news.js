// What has happened since one's last answer, the newest first: it stays above the question, at least for
// some seconds, until the next answer. Its line is there before it comes.

import { LATEST, eventsOf, lineOf } from "./lists.js";

const LEAST_MS = 3000;

export class News {
  constructor(box, countdown) {
    this.box = box;
    this.countdown = countdown;
    this.items = []; // oldest first
  }

  // One has answered: what comes from now on takes its place.
  answered() {
    this.isAnswered = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#say([]), Math.max(0, LEAST_MS - (performance.now() - this.since)));
  }

  show(book, tab) {
    const events = eventsOf(book, tab);
    const texts = events.map(({ text }) => text);
    const fresh = tab === this.tab ? events.slice(0, freshIn(texts, this.known)) : [];
    if (tab !== this.tab) this.#say([]);
    this.tab = tab;
    this.known = texts;
    if (fresh.length === 0) return;
    const items = fresh.reverse().map((event) => lineOf(this.countdown, event.tab, event, "span"));
    this.#say(this.isAnswered ? items : [...this.items, ...items]);
    this.isAnswered = false;
  }

  #say(items) {
    clearTimeout(this.timer);
    this.items = items.slice(-LATEST);
    this.since = performance.now();
    this.box.replaceChildren(...this.items.toReversed().flatMap((item, at) => (at > 0 ? [" ", item] : [item])));
    this.box.title = this.box.textContent;
  }
}

// How many of the texts are new: those before the first that goes on like what was known. A known one may
// have got a mark before its words since then: that it no longer counts.
function freshIn(texts, known) {
  const isKnown = (text, before) => text === before || text.endsWith(` ${before}`);
  const goesOn = (from) => texts.slice(from).every((text, at) => at >= known.length || isKnown(text, known[at]));
  const first = texts.findIndex((_, from) => goesOn(from));
  return first < 0 ? texts.length : first;
}
