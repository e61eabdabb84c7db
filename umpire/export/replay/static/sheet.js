// A tab at a moment of the match: its blocks, drawn as large as at the table. What the moment has
// changed is marked, figures with what they were.

import { fitBoard, fitEach, fitHand } from "../table/layout.js";
import { plainPiece } from "../table/piece.js";
import { make, visible } from "./dom.js";
import { isPiece } from "./looks.js";

const FIGURE = /^[−+-]?\d[\d.,:/ ]*$/;
const LONGEST = 6; // characters of a piece; what is longer tells how things stand
const WIDE = 1100; // pixels of a window
const READABLE = 0.8; // of that size, of a block that has a line for itself
const SMALLEST = 0.65; // of a board's size at the table: it may have the whole width there
const ROOM_BELOW = 38; // pixels of a cell's height that leave room for what a figure was
const HAND = 460; // pixels, the widest that a hand is drawn

export class Sheet {
  // `match` has the texts and looks of all panes; `shown` is one of these.
  constructor(match, shown) {
    this.match = match;
    this.shown = shown;
    this.frame = -1;
    this.texts = [];
    this.looks = [];
    this.changed = new Map(); // what the cells showed before that this frame has changed
    this.still = new Set(shown.still);
    this.spots = [];
    for (let at = 0; at < shown.cells.length; at += 4) this.spots.push(shown.cells.slice(at, at + 4));
    this.lefts = sums(shown.widths);
    this.elements = this.spots.map(() => make("div", { class: "cell" }, make("span")));
    const whole = [[0, Infinity, 0, shown.widths.length]];
    const boxes = shown.blocks.length > 0 ? shown.blocks.map((box) => this.extended(box)) : whole;
    this.blocks = boxes.map((box) => new Block(box, this.lefts));
    this.blockOf = this.spots.map(([row, column]) => this.blocks.find((block) => block.has(row, column)));
    for (const [cell, element] of this.elements.entries()) this.blockOf[cell]?.root.append(element);
    this.hand = this.blocks.slice(0, shown.hand);
    this.board = this.blocks.slice(shown.hand);
    const part = (name, blocks) => make("div", { class: name }, ...blocks.map(({ element }) => element));
    this.parts = [part("hand", this.hand), part("blocks", this.board)];
    this.root = make("div", { id: "sheet" }, ...this.parts);
  }

  // The title over the board, "" where the tab has none.
  get title() {
    const { heading } = this.shown;
    return heading === null ? "" : visible(this.match.texts[this.texts[heading]]);
  }

  // A box with all of the cells that begin in it.
  extended([top, bottom, left, right]) {
    const inside = this.spots.filter(([row, column]) => top <= row && row < bottom && left <= column && column < right);
    const end = Math.max(bottom, ...inside.map(([row, , rows]) => row + rows));
    return [top, end, left, Math.max(right, ...inside.map(([, column, , columns]) => column + columns))];
  }

  show(frame) {
    if (frame < this.frame) this.frame = -1;
    for (const cell of this.changed.keys()) this.unmark(cell);
    while (this.frame < frame) this.step();
    if (frame > 0) for (const [cell, before] of this.changed) this.mark(cell, before);
    this.place();
  }

  step() {
    this.frame += 1;
    this.changed = new Map();
    const changes = this.shown.frames[this.frame];
    for (let at = 0; at < changes.length; at += 3) this.dress(...changes.slice(at, at + 3));
    this.heights = this.shown.heights[this.frame] || this.heights;
  }

  dress(cell, text, look) {
    const element = this.elements[cell];
    if (this.texts[cell] !== text) {
      element.firstChild.textContent = visible(this.match.texts[text]);
      if (!this.still.has(cell) && this.match.texts[text] !== "") this.changed.set(cell, this.match.texts[this.texts[cell] ?? 0]);
    }
    if (this.looks[cell] !== look) element.className = `cell look-${look}${this.edge(cell, look)}`;
    this.texts[cell] = text;
    this.looks[cell] = look;
  }

  mark(cell, before) {
    const element = this.elements[cell];
    const now = this.match.texts[this.texts[cell]];
    if (isPiece(this.match.looks[this.looks[cell]])) {
      element.classList.toggle("changed", now.length <= LONGEST && !this.#hasMoved(cell, now));
      return;
    }
    if (!FIGURE.test(now)) return;
    element.classList.add("changed", "figure");
    const [row, , rows] = this.spots[cell];
    const height = this.heights.slice(row, row + rows).reduce((sum, one) => sum + one, 0);
    if (height >= ROOM_BELOW && FIGURE.test(before)) element.firstChild.append(make("small", {}, `was ${visible(before)}`));
  }

  // A piece that has only moved up in its row, such as the cards of a deck, is not new.
  #hasMoved(cell, now) {
    const [row] = this.spots[cell];
    return [...this.changed].some(([other, before]) => plainPiece(before) === plainPiece(now) && this.spots[other][0] === row);
  }

  unmark(cell) {
    this.elements[cell].classList.remove("changed", "figure");
    this.elements[cell].querySelector("small")?.remove();
  }

  // A line between two cells is drawn by the first of them.
  edge(cell, look) {
    const [row, column] = this.spots[cell];
    const { top, left } = this.match.looks[look].edges;
    return `${row === 0 && top ? " top" : ""}${column === 0 && left ? " left" : ""}`;
  }

  place() {
    const tops = sums(this.heights);
    for (const block of this.blocks) block.place(tops, this.#lastRow(block));
    for (const [cell, [row, column, rows, columns]] of this.spots.entries()) {
      const { style } = this.elements[cell];
      const block = this.blockOf[cell];
      if (!block) continue;
      const end = Math.min(row + rows, this.heights.length);
      style.top = `${tops[row] - block.top}px`;
      style.height = `${tops[end] - tops[row]}px`;
      style.left = `${this.lefts[column] - block.left}px`;
      style.width = `${this.lefts[column + columns] - this.lefts[column]}px`;
      style.display = tops[end] === tops[row] || row >= block.end ? "none" : "";
    }
  }

  // The row after the last one of a block that shows anything.
  #lastRow(block) {
    const used = this.spots.filter(([row, column], cell) => block.has(row, column) && this.#showsAnything(cell));
    return Math.max(block.box.top, ...used.map(([row, , rows]) => row + rows));
  }

  #showsAnything(cell) {
    return this.match.texts[this.texts[cell]] !== "" || isPiece(this.match.looks[this.looks[cell]]);
  }

  // Scale the blocks to the room that they have in a window of this width, less what stands beside it.
  fit(width) {
    const [hand, board] = this.parts;
    fitHand(this.hand, Math.min(hand.clientWidth, HAND), width);
    if (this.shown.blocks.length > 0) fitBoard(board, this, this.board, [], board.clientWidth, width, width >= WIDE ? { smallest: SMALLEST } : { smallestAlone: READABLE });
    else fitEach(this.board, width);
    // What scrolls in its own frame is reached by keys.
    for (const { element, isWider } of this.blocks) {
      if (isWider) element.tabIndex = 0;
      else element.removeAttribute("tabindex");
    }
  }

  width(column) {
    return this.lefts[column + 1] - this.lefts[column];
  }

  height(row) {
    return this.heights[row];
  }
}

// A part of a sheet that is drawn and scaled by itself.
class Block {
  constructor([top, bottom, left, right], lefts) {
    this.box = { top, bottom, left, right };
    this.left = lefts[left];
    this.width = lefts[right] - this.left;
    this.used = this.width; // a replay leaves out no column
    this.root = make("div", { class: "block" });
    this.element = make("div", { class: "frame" }, this.root);
    this.root.style.width = `${this.width}px`;
  }

  has(row, column) {
    const { top, bottom, left, right } = this.box;
    return top <= row && row < bottom && left <= column && column < right;
  }

  // Where its rows are now, down to `end`: what shows nothing takes no room.
  place(tops, end) {
    const last = tops.length - 1;
    this.end = end;
    this.top = tops[Math.min(this.box.top, last)];
    this.height = tops[Math.min(end, last)] - this.top;
    this.root.style.height = `${this.height}px`;
    this.isEmpty = this.height === 0;
    this.element.hidden = this.isEmpty;
  }

  // Draw it at this scale; wider than `room`, it scrolls in its own frame.
  scale(scale, room = Infinity) {
    this.isWider = this.width * scale > room + 1;
    this.root.style.zoom = String(scale);
    this.root.style.setProperty("--scale", String(scale));
    this.element.style.width = this.isWider ? `${room}px` : "";
  }
}

function sums(sizes) {
  const found = [0];
  for (const size of sizes) found.push(found.at(-1) + size);
  return found;
}
