// What the server has told: tabs, cells, where this account may not type. No drawing here.

import { key, place } from "./addresses.js";
import { patched } from "./patch.js";

const EMPTY = Object.freeze({});
const DEFAULT_WIDTH = 100;
const BESIDE_DEPTH = 3; // to which one is told only what has changed beside the cells
export const DEFAULT_HEIGHT = 21;
export const ALL = Object.freeze({ isAll: true });

class Tab {
  constructor(id) {
    this.id = id;
    this.cells = new Map();
    this.locks = { closed: [], sealed: false };
    this.beside = {}; // what extensions tell of it, by their names
    // Texts typed here and not yet confirmed: key -> {text, version}.
    this.waiting = new Map();
  }

  // Returns what to draw again: "all", the set of rows that are as high as never before if nothing
  // else has changed, or null.
  setShape(shape) {
    const told = JSON.stringify(shape);
    if (told === this.toldShape) return null;
    const { heights, ...rest } = shape;
    const toldRest = JSON.stringify(rest);
    const resized = toldRest === this.toldRest ? this.#resized(heights) : "all";
    this.toldShape = told;
    this.toldRest = toldRest;
    Object.assign(this, shape);
    if (resized !== "all") return resized;
    this.mergeOf = new Map();
    for (const [top, bottom, left, right] of shape.merges) {
      const merge = { top, bottom, left, right };
      for (let row = top; row < bottom; row += 1) {
        for (let column = left; column < right; column += 1) {
          this.mergeOf.set(key(row, column), merge);
        }
      }
    }
    return "all";
  }

  // The rows whose height differs; all, if that changes which merged cells are seen.
  #resized(heights) {
    const rows = new Set([...Object.keys(heights), ...Object.keys(this.heights)].map(Number).filter((row) => heights[row] !== this.heights[row]));
    const isMerged = [...new Set(this.mergeOf.values())].some(({ top, bottom }) => bottom - top > 1 && [...rows].some((row) => top <= row && row < bottom && (heights[row] === 0 || this.heights[row] === 0)));
    return isMerged ? "all" : rows;
  }

  cell(row, column) {
    return this.cells.get(key(row, column)) ?? EMPTY;
  }

  // The merged cells a place belongs to, or the place alone.
  boxAt(row, column) {
    return (
      this.mergeOf.get(key(row, column)) ?? { top: row, bottom: row + 1, left: column, right: column + 1 }
    );
  }

  width(column) {
    return this.widths[column] ?? DEFAULT_WIDTH;
  }

  // Undefined where a row is as high as what it holds.
  height(row) {
    return this.heights[row];
  }

  isHidden(row, column) {
    return this.height(row) === 0 || this.width(column) === 0;
  }

  isLocked(row, column) {
    const inside = ([top, bottom, left, right]) =>
      top <= row && row < bottom && left <= column && column < right;
    return this.locks.closed.some((lock) => inside(lock.box) && !lock.but.some(inside));
  }

  shownText(row, column) {
    const waiting = this.waiting.get(key(row, column));
    return waiting ? waiting.text : (this.cell(row, column).t ?? "");
  }

  editText(row, column) {
    const waiting = this.waiting.get(key(row, column));
    const cell = this.cell(row, column);
    return waiting ? waiting.text : (cell.e ?? cell.t ?? "");
  }

  isEmpty(row, column) {
    return this.shownText(row, column) === "";
  }

  // Where a text (in small letters) is shown, row by row.
  placesOf(text) {
    return [...new Set([...this.cells.keys(), ...this.waiting.keys()])]
      .map(place)
      .filter(({ row, column }) => !this.isHidden(row, column))
      .filter(({ row, column }) => this.shownText(row, column).toLowerCase().includes(text))
      .sort((one, other) => one.row - other.row || one.column - other.column);
  }

  // What stands beside a place, to the left of it or else above: what a box to tick there is for.
  labelOf(row, column) {
    for (let left = column - 1; left >= 0; left -= 1) {
      const box = this.boxAt(row, left);
      const text = this.width(left) === 0 ? "" : this.shownText(box.top, box.left);
      if (text !== "") return text;
    }
    for (let above = row - 1; above >= 0; above -= 1) {
      const box = this.boxAt(above, column);
      const text = this.height(above) === 0 ? "" : this.shownText(box.top, box.left);
      if (text !== "") return text;
    }
    return "";
  }

  // How far down and to the right anything is told of, at least one cell.
  get used() {
    const used = { rows: 1, columns: 1 };
    for (const at of [...this.cells.keys(), ...this.waiting.keys()]) {
      const { row, column } = place(at);
      used.rows = Math.max(used.rows, row + 1);
      used.columns = Math.max(used.columns, column + 1);
    }
    return used;
  }

  get usedWidth() {
    return [...Array(this.used.columns).keys()].reduce((sum, column) => sum + this.width(column), 0);
  }

  // The last column of a row that holds text.
  lastWritten(row) {
    let column = this.used.columns - 1;
    while (column > 0 && this.isEmpty(row, column)) column -= 1;
    return column;
  }

  // The smallest block from the same corner that has all the text in this one; null if none has.
  writtenIn({ top, bottom, left, right }) {
    const written = [...this.cells.keys(), ...this.waiting.keys()]
      .map(place)
      .filter(({ row, column }) => top <= row && row < bottom && left <= column && column < right)
      .filter(({ row, column }) => !this.isEmpty(row, column));
    if (written.length === 0) return null;
    return {
      top,
      bottom: Math.max(...written.map(({ row }) => row)) + 1,
      left,
      right: Math.max(...written.map(({ column }) => column)) + 1,
    };
  }

  // The part of a block that is used, at least its first cell.
  within({ top, bottom, left, right }) {
    const { rows, columns } = this.used;
    return {
      top,
      bottom: Math.max(top + 1, Math.min(bottom, rows)),
      left,
      right: Math.max(left + 1, Math.min(right, columns)),
    };
  }
}

export class Book {
  constructor() {
    this.tabs = [];
    this.pool = {};
    this.version = 0;
    this.title = "";
    this.who = "";
    this.canEdit = false;
    this.awaited = []; // the ids of the tabs in which it is this account's turn
  }

  tab(id) {
    return this.tabs.find((tab) => tab.id === id);
  }

  // How wide the used part of its widest tab is.
  get width() {
    return Math.max(...this.tabs.map((tab) => tab.usedWidth));
  }

  // What stands behind a cell's `s` and `v`.
  style(cell) {
    return this.pool[cell.s] ?? EMPTY;
  }

  validation(cell) {
    return this.pool[cell.v] ?? EMPTY;
  }

  mayType(tab, row, column) {
    return this.canEdit && !tab.isLocked(row, column);
  }

  // Take in a message; returns, for each tab id, what to draw again: `isAll`, or the `rows` that
  // have another height, and the looks of every cell (`isLook`) or of those with some `keys`. Those
  // that show another text than before are `told`.
  merge(message, isWhole) {
    const before = new Map(this.tabs.map((tab) => [tab.id, tab]));
    const dirty = new Map();
    const isNewRole = this.canEdit !== message.canEdit;
    if (isWhole) this.pool = {};
    Object.assign(this.pool, message.pool);
    this.version = message.version;
    this.title = message.title;
    this.who = message.who;
    this.canEdit = message.canEdit;
    this.awaited = message.awaited;
    this.tabs = message.tabs.map((news) => {
      const tab = before.get(news.id) ?? new Tab(news.id);
      const cells = tab.cells;
      if (isWhole) tab.cells = new Map();
      const resized = news.shape ? tab.setShape(news.shape) : null;
      tab.beside = patched(isWhole ? {} : tab.beside, news.beside ?? {}, BESIDE_DEPTH);
      const { keys, told } = this.#mergeTab(tab, news, cells);
      const isLook = isWhole || isNewRole || news.locks !== undefined;
      dirty.set(tab.id, { isAll: resized === "all", rows: resized === "all" || !resized ? new Set() : resized, isLook, keys, told });
      return tab;
    });
    return dirty;
  }

  // `cells` are those that the tab had before.
  #mergeTab(tab, news, cells) {
    tab.title = news.title;
    tab.color = news.color;
    if (news.locks) tab.locks = news.locks;
    const keys = new Set(Object.keys(news.cells ?? {}));
    const told = new Set();
    for (const at of keys) {
      if (cells.get(at)?.t !== news.cells[at]?.t) told.add(at);
      if (news.cells[at] === null) tab.cells.delete(at);
      else tab.cells.set(at, news.cells[at]);
    }
    for (const [at, waiting] of tab.waiting) {
      if (waiting.version !== null && waiting.version <= this.version) {
        tab.waiting.delete(at);
        keys.add(at);
      }
    }
    return { keys, told };
  }
}
