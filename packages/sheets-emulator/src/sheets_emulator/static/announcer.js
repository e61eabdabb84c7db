// Tells a screen reader what is written in answer to what one has written: what others change soon
// afterwards in the same row, and sentences in the rows near it.

import { address, place } from "./addresses.js";

const SOON_MS = 10_000;
const NEAR = 6; // rows
const SENTENCE = /\S+\s+\S+\s+\S/; // three words at least
const MOST = 4; // cells at once
const LONGEST = 300; // characters of each

export class Announcer {
  constructor(region) {
    this.region = region;
    this.written = []; // {sheet, keys, until}
  }

  wrote(sheet, keys) {
    this.written = [...this.#lately(), { sheet, keys, until: Date.now() + SOON_MS }];
  }

  // Cells of a tab, by key, that show another text than before.
  changed(tab, keys) {
    const lately = this.#lately().filter(({ sheet }) => sheet === tab.id);
    if (lately.length === 0) return;
    const own = new Set(lately.flatMap((one) => [...one.keys]));
    const rows = [...own].map((at) => place(at).row);
    const told = [...keys]
      .filter((at) => !own.has(at))
      .map(place)
      .map(({ row, column }) => ({ row, column, text: tab.shownText(row, column) }))
      .map((one) => ({ ...one, distance: Math.min(...rows.map((own) => Math.abs(one.row - own))) }))
      .filter(({ text, distance }) => text !== "" && (distance === 0 || (distance <= NEAR && SENTENCE.test(text))))
      .sort((one, other) => one.distance - other.distance)
      .filter(({ text }, at, all) => all.findIndex((one) => one.text === text) === at)
      .slice(0, MOST);
    if (told.length === 0) return;
    this.region.textContent = told.map(({ row, column, text }) => `${address(row, column)}: ${text.slice(0, LONGEST)}`).join(" ");
  }

  #lately() {
    return this.written.filter(({ until }) => until > Date.now());
  }
}
