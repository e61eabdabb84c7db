// What happened, and the rows of the score sheet.

import { element } from "../cells.js";

export const LATEST = 12; // events, where all of them are told

// What happened, the newest first: each with its tab, place and text. It is read where all that happened
// is told, if anywhere: before anything has, a greeting stands in a tab's own rows.
export function eventsOf(book, tab) {
  return tab.play.moves ? latestOf(book, tab) : shownIn(tab);
}

// What happened as lines of a list.
export function eventLines(countdown, book, tab) {
  return eventsOf(book, tab).map((event) => lineOf(countdown, event.tab, event, "li"));
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

// An element with what a cell shows.
export function lineOf(countdown, tab, { row, column }, name) {
  const made = element(name);
  const cell = tab.cell(row, column);
  countdown.fill(made, tab.shownText(row, column), cell.c ?? [], cell.u);
  return made;
}
