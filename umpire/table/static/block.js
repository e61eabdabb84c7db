// One block of the play view: a box of cells of the tab, without hidden rows and columns and without
// the empty rows at its end, drawn at any scale. Over the cells lie layers for what others add:
// pieces to choose, outlines of what changed. Below them are panels for its zones.

import { key, place } from "../addresses.js";
import { DEFAULT_HEIGHT } from "../book.js";
import { Cells, element } from "../cells.js";
import { fitNames } from "./words.js";

const GAP = 2; // pixels that a fill leaves free at a side where there is a gap
const GAP_LINE = /^inset (-?\d+)(?:px)? (-?\d+)(?:px)? #ffffff$/;
const WIDEST_LINE = 3; // pixels; a white line of as many is a gap
const ZONE_GAP = 3; // pixels that a zone leaves free on each side
const ROUND = 6;
const LESS_ROUND = 4;
const CHIP = 1.6; // times as wide as high
const STRUCK = /line-through/;
const TINY = 0.7; // a scale at which rows need a least height
const LOW = 26; // pixels; fills that are lower have smaller corners

export class Block {
  constructor(countdown, isDark, [top, bottom, left, right]) {
    this.box = { top, bottom, left, right };
    this.cells = new Cells(countdown, isDark);
    this.element = element("div", "cells");
    this.inside = element("div", "inside");
    this.table = element("table");
    this.above = element("div", "above");
    this.below = element("div", "below");
    this.foot = element("p", "foot");
    this.foot.hidden = true;
    this.inside.append(this.below, this.table, this.above);
    this.element.append(this.inside, this.foot);
  }

  // Draw all of it anew.
  show(book, tab) {
    this.book = book;
    this.tab = tab;
    this.rows = this.#rowsToShow();
    this.isCompact = (tab.play.compact ?? []).some((box) => box.join() === Object.values(this.box).join());
    this.layout = this.#layoutOf(this.rows);
    this.table.replaceChildren();
    this.cells.begin(book, tab, { ...this.box, bottom: (this.rows.at(-1) ?? this.box.top - 1) + 1 });
    this.cells.columns = this.cells.columns.filter((column) => this.#isNeeded(column));
    this.hide(false);
    if (this.isEmpty) return;
    const group = element("colgroup");
    let width = 0;
    for (const column of this.cells.columns) {
      const col = element("col");
      col.style.width = `${tab.width(column)}px`;
      width += tab.width(column);
      group.append(col);
    }
    this.table.append(group);
    width += this.#widenLast(group);
    this.table.style.width = `${width}px`;
    this.table.classList.toggle("lined", tab.gridlines);
    const body = this.table.createTBody();
    for (const row of this.rows) {
      const tr = body.insertRow();
      tr.style.setProperty("--height", `${tab.height(row) ?? DEFAULT_HEIGHT}px`);
      tr.classList.toggle("fixed", tab.height(row) !== undefined);
      tr.append(...this.cells.makeRow(row));
    }
    this.#round();
    for (const row of this.rows) this.cells.flow(row);
  }

  // Have nothing of it seen while the form shows the same, nor if there is nothing.
  hide(isHidden) {
    this.isEmpty = isHidden || this.rows.length === 0 || this.cells.columns.length === 0;
    this.element.hidden = this.isEmpty;
  }

  // Draw its cells anew where some of them, by key, have changed, or the looks of all; the whole block
  // where other rows are shown now, or others are as high. How a cell is drawn depends on those beside it.
  redraw(keys) {
    if (this.#layoutOf(this.#rowsToShow()) !== this.layout) {
      this.show(this.book, this.tab);
      return;
    }
    if (keys !== null && ![...keys].some((at) => this.#has(at))) return;
    for (const td of this.cells.tds.values()) this.cells.draw(td);
    this.#round();
    for (const row of this.rows) this.cells.flow(row);
  }

  td(row, column) {
    const { top, left } = this.tab.boxAt(row, column);
    return this.cells.tds.get(key(top, left));
  }

  // Where the cells of a box are drawn, in pixels of the block before it is scaled; null if none is.
  // A fill ends where its gap begins.
  area({ top, bottom, left, right }) {
    const tds = [...this.cells.tds.values()].filter(({ at: { row, column } }) => top <= row && row < bottom && left <= column && column < right);
    if (tds.length === 0) return null;
    const sides = tds.map((td) => ({
      x: td.offsetLeft + td.clientLeft,
      y: td.offsetTop + td.clientTop,
      endX: td.offsetLeft + td.clientLeft + td.clientWidth,
      endY: td.offsetTop + td.clientTop + td.clientHeight,
    }));
    const x = Math.min(...sides.map((one) => one.x));
    const y = Math.min(...sides.map((one) => one.y));
    return { x, y, width: Math.max(...sides.map((one) => one.endX)) - x, height: Math.max(...sides.map((one) => one.endY)) - y };
  }

  // The box of a card: its cell, with those below it that go on in its colour without a gap.
  cardAt(box) {
    const { left } = box;
    const fillOf = (row) => {
      const { fill, css } = this.book.style(this.tab.cell(row, left));
      return fill ? css["background-color"] : null;
    };
    let { bottom } = box;
    const fill = fillOf(box.top);
    const goesOn = (row) => fill !== null && row < this.box.bottom && fillOf(row) === fill && !this.#gaps(row - 1, left).bottom;
    while (goesOn(bottom)) bottom = this.tab.boxAt(bottom, left).bottom;
    return { ...box, bottom };
  }

  // Whether a word of a box is struck out: what it names is used up.
  isStruck({ top, bottom, left, right }) {
    for (const { at: { row, column } } of this.cells.tds.values()) {
      if (row < top || bottom <= row || column < left || right <= column) continue;
      if (STRUCK.test(this.book.style(this.tab.cell(row, column)).css?.["text-decoration"] ?? "")) return true;
    }
    return false;
  }

  // How large it is before it is scaled, with what may cover it.
  measure() {
    fitNames(this.cells.tds.values());
    this.#drawZones();
    this.width = this.table.offsetWidth;
    this.used = this.isCompact ? this.#usedWidth() : this.width;
    this.height = this.#fullHeight();
  }

  // Give the last column the room of those that are left out, so that lines are as long as in other blocks.
  #widenLast(group) {
    const { left, right } = this.box;
    const without = Array.from({ length: right - left }, (_, at) => left + at).filter((column) => !this.#isNeeded(column));
    const width = without.reduce((sum, column) => sum + this.tab.width(column), 0);
    const last = this.cells.columns.at(-1);
    if (last !== undefined) group.lastElementChild.style.width = `${this.tab.width(last) + width}px`;
    return width;
  }

  // How wide it is up to the last column in which something stands below or in its heads.
  #usedWidth() {
    let width = 0;
    let used = 0;
    for (const column of this.cells.columns) {
      width += this.tab.width(column);
      if (this.rows.some((row) => this.#holds(row, column))) used = width;
    }
    return used;
  }

  // Whether something stands in a cell: what is merged with those beside it is not counted in the heads.
  #holds(row, column) {
    const box = this.tab.boxAt(row, column);
    return !this.tab.isEmpty(box.top, box.left) && (box.left === column || row > this.rows[0]);
  }

  #fullHeight() {
    const cover = this.element.querySelector(":scope > .result");
    if (cover) return cover.offsetHeight / (this.scaled ?? 1);
    return this.table.offsetHeight + this.foot.offsetHeight / (this.scaled ?? 1);
  }

  // Have a text stand at its foot, or none.
  stand(text, isGood) {
    this.foot.hidden = text === "";
    if (this.foot.textContent !== text) this.foot.textContent = text;
    this.foot.classList.toggle("good", isGood);
  }

  // Draw it at this scale; wider than `room`, it scrolls in its own frame. What is empty of it is cut.
  scale(scale, room = Infinity) {
    this.scaled = scale;
    this.inside.style.setProperty("--scale", String(scale));
    this.element.classList.toggle("tiny", scale < TINY);
    if (scale < TINY) this.height = this.#fullHeight();
    const isWider = this.used * scale > room + 1;
    this.element.style.width = `${isWider ? room : Math.min(this.width * scale, room)}px`;
    this.element.classList.toggle("cut", this.used < this.width);
    this.element.style.height = isWider ? "" : `${this.height * scale}px`;
    this.element.classList.toggle("wide", isWider);
    if (isWider && !this.element.querySelector(".piece")) this.element.tabIndex = 0;
    else this.element.removeAttribute("tabindex");
    this.inside.style.transform = `scale(${scale})`;
    this.inside.style.marginBottom = isWider ? `${this.height * (scale - 1)}px` : "";
  }

  // A zone is a merged cell with the cells above it, to the next merged one or the end of its box.
  #drawZones() {
    const { tab, below } = this;
    const areas = tab.play.zones.flatMap(([top, bottom, left, right]) =>
      [...this.cells.tds.values()]
        .map(({ at: { row, column } }) => tab.boxAt(row, column))
        .filter((box) => top <= box.top && box.bottom <= bottom && left <= box.left && box.right <= right && box.right > box.left + 1)
        .map((box) => this.area({ ...box, top: this.#topOfZone(box, top) })),
    );
    const drawn = JSON.stringify(areas);
    if (drawn === below.drawn) return;
    below.drawn = drawn;
    below.replaceChildren(
      ...areas.map(({ x, y, width, height }) => {
        const zone = element("div", "zone");
        Object.assign(zone.style, { left: `${x + ZONE_GAP}px`, top: `${y + ZONE_GAP}px`, width: `${width - 2 * ZONE_GAP}px`, height: `${height - 2 * ZONE_GAP}px` });
        return zone;
      }),
    );
  }

  #topOfZone({ top, left }, first) {
    let row = top;
    while (row > first && this.tab.boxAt(row - 1, left).right === left + 1) row -= 1;
    return row;
  }

  #has(at) {
    const { row, column } = place(at);
    const { top, bottom, left, right } = this.box;
    return top <= row && row < bottom && left <= column && column < right;
  }

  // Its rows as they are laid out: which, and how high; and the columns that it leaves out.
  #layoutOf(rows) {
    const { left, right } = this.box;
    const columns = Array.from({ length: right - left }, (_, at) => left + at);
    const without = this.isCompact ? columns.filter((column) => !this.#isNeeded(column, rows)) : [];
    return `${rows.map((row) => `${row}:${this.tab.height(row) ?? ""}`).join()} ${without.join()}`;
  }

  // Whether a column is drawn: a compact block has none of which there is but the head.
  #isNeeded(column, [head, ...below] = this.rows) {
    const hasHead = () => this.tab.boxAt(head, column).right === column + 1 && !this.tab.isEmpty(head, column);
    return !this.isCompact || !hasHead() || below.some((row) => this.#holds(row, column));
  }

  // The rows that can be seen, from the first to the last that hold something, and of several empty ones
  // between them only one; none if no text is in any. What is merged is not cut.
  #rowsToShow() {
    const { top, bottom, left, right } = this.box;
    const rows = [];
    let empty = []; // rows since the last that holds something
    let hasText = false;
    for (let row = top; row < bottom; row += 1) {
      if (this.tab.height(row) === 0) continue;
      const boxes = Array.from({ length: right - left }, (_, at) => this.tab.boxAt(row, left + at));
      const isText = boxes.some((box) => !this.tab.isEmpty(box.top, box.left));
      if (isText || boxes.some((box) => this.book.style(this.tab.cell(box.top, box.left)).fill)) {
        const isFirst = rows.length === 0;
        rows.push(...empty.filter(({ isMerged }, at) => isMerged || (at === 0 && !isFirst)).map((one) => one.row), row);
        empty = [];
        hasText ||= isText;
      } else empty.push({ row, isMerged: boxes.some((box) => box.bottom > box.top + 1) });
    }
    return hasText ? rows : [];
  }

  // A white line between two fills is a gap: here it is left free, and the fills beside it get round
  // corners.
  #round() {
    for (const td of this.cells.tds.values()) {
      const { row, column } = td.at;
      const { bottom } = this.tab.boxAt(row, column);
      const own = this.#gaps(row, column);
      const gaps = {
        Top: own.top || this.#gaps(row - 1, column).bottom,
        Right: own.right,
        Bottom: own.bottom,
        Left: own.left || this.#gaps(row, column - 1).right,
      };
      const sides = Object.keys(gaps).filter((side) => gaps[side]);
      if (sides.length === 0 && this.#isChip(row, column)) td.style.borderRadius = `${ROUND}px`;
      td.classList.toggle("gapped", sides.length > 0);
      if (sides.length === 0) continue;
      td.style.setProperty("--lines", own.rest || "0 0 transparent");
      for (const side of sides) {
        td.style[`border${side}`] = `${GAP}px solid transparent`;
        const padding = `padding${side}`;
        if (!td.style[padding]) td.style[padding] = side === "Top" || side === "Bottom" ? "0" : "1px";
      }
      const height = this.#heightOf(row, bottom);
      const radius = `${(height - 2 * GAP < LOW ? LESS_ROUND : ROUND) + GAP}px`;
      for (const [one, other] of [["Top", "Left"], ["Top", "Right"], ["Bottom", "Left"], ["Bottom", "Right"]]) {
        if (gaps[one] && gaps[other]) td.style[`border${one}${other}Radius`] = radius;
      }
    }
  }

  // Whether a cell is a chip: has a fill, none beside it has, and it is no tile of a board.
  #isChip(row, column) {
    const isFilled = (at, other) => {
      const box = this.tab.boxAt(at, other);
      return this.book.style(this.tab.cell(box.top, box.left)).fill === true;
    };
    const { top, bottom, left, right } = this.tab.boxAt(row, column);
    const beside = [[top - 1, left], [bottom, left], [top, left - 1], [top, right]];
    let width = 0;
    for (let at = left; at < right; at += 1) width += this.tab.width(at);
    const isLong = width > CHIP * this.#heightOf(top, bottom);
    return isLong && isFilled(row, column) && !beside.some(([at, other]) => isFilled(at, other));
  }

  #heightOf(top, bottom) {
    let height = 0;
    for (let row = top; row < bottom; row += 1) height += this.tab.height(row) ?? DEFAULT_HEIGHT;
    return height;
  }

  // At which sides a cell draws a gap, and its other lines.
  #gaps(row, column) {
    const { top, left } = this.tab.boxAt(row, column);
    const lines = this.book.style(this.tab.cell(top, left)).css?.["--lines"] ?? "";
    const gaps = { top: false, right: false, bottom: false, left: false };
    const rest = lines.split(", ").filter((line) => {
      const found = GAP_LINE.exec(line);
      if (!found) return line !== "";
      const [across, down] = [Number(found[1]), Number(found[2])];
      if (Math.max(Math.abs(across), Math.abs(down)) < WIDEST_LINE) return true;
      if (across < 0) gaps.right = true;
      if (across > 0) gaps.left = true;
      if (down < 0) gaps.bottom = true;
      if (down > 0) gaps.top = true;
      return false;
    });
    return { ...gaps, rest: rest.join(", ") };
  }
}
