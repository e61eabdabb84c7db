// What happened, and what one has sent: as lists, the newest first.

import { element } from "../cells.js";

const FEW = 3; // events that a phone shows before one asks for more
const MOST = 60; // lines of the score sheet
export const LATEST = 12; // events, where all of them are told
const BY_FORM = /^by the form, “(.*?)”: (.*)$/s; // an answer to what a form has sent

// What happened. The title is what stands above the events.
export class Events {
  // `parts` are elements: box, title, list, more.
  constructor(parts, countdown) {
    this.parts = parts;
    this.countdown = countdown;
    parts.more.addEventListener("click", () => {
      parts.box.classList.add("all");
      parts.more.hidden = true;
    });
  }

  show(book, tab) {
    const { box, title, list, more } = this.parts;
    box.hidden = !tab.play.events;
    if (box.hidden) return;
    const [top, , left] = tab.play.events;
    title.textContent = (top > 0 && tab.shownText(top - 1, left)) || "What happened, newest first";
    const items = this.linesOf(book, tab);
    box.hidden = items.length === 0;
    more.hidden = items.length <= FEW || box.classList.contains("all");
    list.replaceChildren(...items);
  }

  // What happened as lines of a list.
  linesOf(book, tab) {
    return eventsOf(book, tab).map((event) => lineOf(this.countdown, event.tab, event, "li"));
  }
}

// What happened, the newest first: each with its tab, place and text. A tab has few rows for it, of
// more the rows with all that happened are read, where they end alike.
export function eventsOf(book, tab) {
  const shown = shownIn(tab);
  const all = latestOf(book, tab);
  return shown.every(({ text }, at) => text === all[at]?.text) ? all : shown;
}

// What is new is found by all that happened, also while a greeting stands in a tab's rows.
export function newsIn(book, tab) {
  const latest = latestOf(book, tab);
  return latest.length > 0 ? latest : shownIn(tab);
}

function shownIn(tab) {
  const [top, bottom, left] = tab.play.events ?? [0, 0, 0];
  const rows = [...Array(Math.max(0, bottom - top)).keys()].map((at) => top + at);
  const places = rows.map((row) => ({ row, ...tab.boxAt(row, left) })).filter(({ row, top: first }) => first === row);
  return places
    .filter(({ row, left: column }) => !tab.isEmpty(row, column))
    .map(({ row, left: column }) => ({ tab, row, column, text: tab.shownText(row, column) }));
}

function latestOf(book, { play }) {
  const [id, top, bottom, , right] = play.moves ?? [];
  const tab = book.tab(id);
  const found = [];
  for (let row = (bottom ?? 0) - 1; tab && row >= top && found.length < LATEST; row -= 1) {
    const at = { tab, row, column: right - 1 };
    if (!tab.isEmpty(row, at.column)) found.push({ ...at, text: tab.shownText(row, at.column) });
  }
  return found;
}

// What one has sent, with the answers: the rows of the score sheet that hold something. What the form
// said has a row with an answer alone.
export class Sent {
  // `parts` are elements: box, list.
  constructor(parts, countdown) {
    this.parts = parts;
    this.countdown = countdown;
  }

  show(book, tab) {
    const { box, list } = this.parts;
    const rows = rowsOf(tab).filter((row) => isUsed(tab, row)).reverse().slice(0, MOST);
    box.hidden = rows.length === 0;
    list.replaceChildren(...rows.map((row) => this.#row(book, tab, row)));
  }

  #row(book, tab, row) {
    const item = element("li");
    const [, , left, right] = tab.play.sheet;
    const number = element("span", "row-number");
    number.textContent = left > 0 ? tab.shownText(row, left - 1) : "";
    item.append(number);
    const answer = answerAt(tab, row, right);
    const formed = BY_FORM.exec(answer === null ? "" : tab.shownText(row, answer));
    if (!tab.isEmpty(row, left)) item.append(lineOf(this.countdown, tab, { row, column: left }, "b"));
    else if (formed) item.append(plain("b", "", formed[1]), plain("span", "answer", formed[2]));
    else item.classList.add("answered");
    if (answer !== null && !(formed && tab.isEmpty(row, left))) {
      const said = lineOf(this.countdown, tab, { row, column: answer }, "span");
      const { color, "font-weight": weight } = book.style(tab.cell(row, answer)).css ?? {};
      said.className = "answer";
      if (color) said.style.setProperty("--told", color);
      if (weight) said.style.fontWeight = weight;
      item.append(said);
    }
    return item;
  }
}

// The rows of the score sheet.
export function rowsOf(tab) {
  const [top, bottom] = tab.play.sheet ?? [0, 0];
  return [...Array(Math.max(0, bottom - top)).keys()].map((at) => top + at);
}

// The row that is written next, or null: the first below all that is filled in.
export function nextRow(tab) {
  return rowsOf(tab)[usedRows(tab)] ?? null;
}

// How many rows of the score sheet there are to the last that is filled in.
export function usedRows(tab) {
  return rowsOf(tab).findLastIndex((row) => isUsed(tab, row)) + 1;
}

function isUsed(tab, row) {
  const [, , left, right] = tab.play.sheet;
  return !tab.isEmpty(row, left) || answerAt(tab, row, right) !== null;
}

// The column of the first text to the right of a row of the score sheet; null if there is none.
export function answerAt(tab, row, right) {
  for (let column = right; column < tab.columns; column += 1) if (!tab.isEmpty(row, column)) return column;
  return null;
}

function plain(name, className, text) {
  const made = element(name, className);
  made.textContent = text;
  return made;
}

// An element with what a cell shows.
export function lineOf(countdown, tab, { row, column }, name) {
  const made = element(name);
  const cell = tab.cell(row, column);
  countdown.fill(made, tab.shownText(row, column), cell.c ?? [], cell.u);
  return made;
}
