// Which cells are selected, and where each move leads. `anchor` is the active cell, `head` the
// corner that Shift with the arrow keys moves; both may lie anywhere in merged cells, so that a
// way through them keeps its column.

import { key, union } from "./addresses.js";

export class Selection {
  constructor() {
    this.anchor = { row: 0, column: 0 };
    this.head = { row: 0, column: 0 };
  }

  // The active cell: the top left one of merged cells.
  active(tab) {
    const { top, left } = tab.boxAt(this.anchor.row, this.anchor.column);
    return { row: top, column: left };
  }

  // The selected block, grown until it cuts no merged cells.
  box(tab) {
    let box = union(
      tab.boxAt(this.anchor.row, this.anchor.column),
      tab.boxAt(this.head.row, this.head.column),
    );
    for (let grown = true; grown; ) {
      grown = false;
      for (const merge of new Set(tab.mergeOf.values())) {
        const both = union(box, merge);
        if (meets(box, merge) && !same(both, box)) {
          box = both;
          grown = true;
        }
      }
    }
    return box;
  }

  select(row, column) {
    this.anchor = { row, column };
    this.head = { row, column };
  }

  extendTo(row, column) {
    this.head = { row, column };
  }

  selectBox(box) {
    this.anchor = { row: box.top, column: box.left };
    this.head = { row: box.bottom - 1, column: box.right - 1 };
  }

  keepInside(tab) {
    for (const place of [this.anchor, this.head]) {
      place.row = Math.min(place.row, tab.rows - 1);
      place.column = Math.min(place.column, tab.columns - 1);
    }
  }

  move(tab, down, across, extend) {
    this.#go(step(tab, this.#from(extend), down, across), extend);
  }

  // Ctrl with an arrow key: to the edge of what is written.
  jump(tab, down, across, extend) {
    let at = this.#from(extend);
    let next = step(tab, at, down, across);
    const isInside = !tab.isEmpty(...origin(tab, at)) && !tab.isEmpty(...origin(tab, next));
    while (!samePlace(next, at)) {
      if (isInside && tab.isEmpty(...origin(tab, next))) break;
      at = next;
      if (!isInside && !tab.isEmpty(...origin(tab, at))) break;
      next = step(tab, at, down, across);
    }
    this.#go(at, extend);
  }

  goTo(tab, row, column, extend) {
    const isFree = (place) => !tab.isHidden(place.row, place.column);
    let place = {
      row: Math.max(0, Math.min(row, tab.rows - 1)),
      column: Math.max(0, Math.min(column, tab.columns - 1)),
    };
    if (!isFree(place)) place = step(tab, place, tab.height(place.row) === 0 ? 1 : 0, tab.width(place.column) === 0 ? 1 : 0);
    this.#go(place, extend);
  }

  #from(extend) {
    return extend ? this.head : this.anchor;
  }

  #go(place, extend) {
    if (extend) this.extendTo(place.row, place.column);
    else this.select(place.row, place.column);
  }
}

function origin(tab, place) {
  const box = tab.boxAt(place.row, place.column);
  return [box.top, box.left];
}

// The next cell that can be seen; the same place at the edge of the grid.
function step(tab, from, down, across) {
  let { row, column } = from;
  const box = tab.boxAt(row, column);
  do {
    if (down > 0) row = Math.max(row + 1, box.bottom);
    if (down < 0) row = Math.min(row - 1, box.top - 1);
    if (across > 0) column = Math.max(column + 1, box.right);
    if (across < 0) column = Math.min(column - 1, box.left - 1);
    if (row < 0 || column < 0 || row >= tab.rows || column >= tab.columns) return from;
  } while (tab.isHidden(row, column));
  return { row, column };
}

function meets(one, other) {
  return one.top < other.bottom && other.top < one.bottom && one.left < other.right && other.left < one.right;
}

function same(one, other) {
  return key(one.top, one.left) === key(other.top, other.left) && key(one.bottom, one.right) === key(other.bottom, other.right);
}

function samePlace(one, other) {
  return one.row === other.row && one.column === other.column;
}
