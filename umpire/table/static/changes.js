// What a turn changed is outlined for some seconds: pieces and numbers. A block in which much
// or all of these are new is another picture: nothing is outlined there.

import { place, union } from "../addresses.js";
import { element } from "../cells.js";

const SECONDS = { writer: 4, watcher: 8 };
const MANY = 12; // changes in a block, which is another picture then
const NUMBER = 6; // characters of a number, with what it counts
const AROUND = 5; // pixels around a number
const OWN_MS = 4000; // so long after one's own Send changes are its answer

export class Changes {
  constructor() {
    this.sentAt = -Infinity;
  }

  // One has sent something: what changes now comes of it.
  sent() {
    this.sentAt = performance.now();
  }

  // Outline in blocks what changed, by key.
  show(blocks, tab, keys, isWatching) {
    if (performance.now() - this.sentAt < OWN_MS) return;
    const seconds = isWatching ? SECONDS.watcher : SECONDS.writer;
    for (const block of blocks) {
      if (block.isEmpty) continue;
      const tds = [...keys]
        .map(place)
        .filter(({ row, column }) => block.td(row, column) && within(row, column, block.box) && isFigure(tab, block, row, column))
        .map(({ row, column }) => block.td(row, column));
      const isAnother = tds.length > MANY || (tds.length > 1 && tds.length === figuresIn(tab, block));
      if (!isAnother) for (const td of new Set(tds)) outline(block, td, seconds);
    }
  }
}

// Outline for good what was hidden in blocks until the match was closed; returns whether anything was.
export function outlineOpened(blocks, tab, opened) {
  for (const block of blocks) {
    for (const one of block.above.querySelectorAll(".opened")) one.remove();
    if (block.isEmpty) continue;
    const boxes = opened
      .filter(([row, column]) => block.td(row, column) && within(row, column, block.box) && !tab.isEmpty(row, column))
      .map(([row, column]) => tab.boxAt(row, column));
    for (const box of joined(boxes)) frame("opened", block, box);
  }
  return blocks.some((block) => block.above.querySelector(".opened"));
}

function within(row, column, { top, bottom, left, right }) {
  return top <= row && row < bottom && left <= column && column < right;
}

// Boxes that touch are one, as long as together they are a box that nothing else is in.
function joined(boxes) {
  const left = [...boxes];
  for (let at = 0; at < left.length; at += 1) {
    for (let other = left.length - 1; other > at; other -= 1) {
      if (!touch(left[at], left[other])) continue;
      left[at] = union(left[at], left[other]);
      left.splice(other, 1);
      other = left.length;
    }
  }
  return left;
}

function touch(one, other) {
  const isBeside = one.top === other.top && one.bottom === other.bottom && (one.right === other.left || other.right === one.left);
  const isBelow = one.left === other.left && one.right === other.right && (one.bottom === other.top || other.bottom === one.top);
  return isBeside || isBelow;
}

function figuresIn(tab, block) {
  return [...block.cells.tds.values()].filter(({ at: { row, column } }) => isFigure(tab, block, row, column)).length;
}

// Whether a cell has a piece or a number: no label, clock or sentence.
function isFigure(tab, block, row, column) {
  const words = [...tab.play.names, ...tab.play.seats.flatMap(({ name, state }) => [name, state].filter(Boolean))];
  const isWord = words.some(([top, bottom, left, right]) => within(row, column, { top, bottom, left, right }));
  const isShort = tab.shownText(row, column).length <= NUMBER;
  return !tab.isEmpty(row, column) && isShort && !isWord && !tab.cell(row, column).c && !block.element.classList.contains("covered");
}

// A piece has its outline around all of its cell, a number around itself.
function outline(block, td, seconds) {
  const { row, column } = td.at;
  const made = frame("changed", block, block.tab.boxAt(row, column));
  if (made && !td.classList.contains("filled")) fitTo(made, td, block.scaled ?? 1);
  made?.style.setProperty("--seconds", `${seconds}s`);
  made?.addEventListener("animationend", () => made.remove());
}

// Make a frame as large as the text of its cell, where that is smaller.
function fitTo(made, td, scale) {
  const range = document.createRange();
  range.selectNodeContents(td.querySelector(":scope > .text"));
  const [text, cell] = [range.getBoundingClientRect(), td.getBoundingClientRect()];
  const zoom = scale * (td.currentCSSZoom ?? 1);
  const { offsetLeft: x, offsetTop: y } = made;
  for (const [side, size, start, from, own] of [["left", "width", text.left - cell.left, x, text.width], ["top", "height", text.top - cell.top, y, text.height]]) {
    if (own / zoom + 2 * AROUND >= parseFloat(made.style[size])) continue;
    made.style[side] = `${from + start / zoom - AROUND}px`;
    made.style[size] = `${own / zoom + 2 * AROUND}px`;
  }
}

function frame(className, block, box) {
  const area = block.area(box);
  if (!area) return null;
  const made = element("div", className);
  Object.assign(made.style, { left: `${area.x}px`, top: `${area.y}px`, width: `${area.width}px`, height: `${area.height}px` });
  block.above.append(made);
  return made;
}
