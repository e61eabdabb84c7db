// Draws one tab as a grid. Rows are made as they come into view.

import { address, columnName, key } from "./addresses.js";
import { DEFAULT_HEIGHT } from "./book.js";
import { Cells, element } from "./cells.js";

const ROWS_AT_ONCE = 40;
const NEAR_THE_END = 600; // pixels
const THIN = 12; // pixels; a row that is lower has no room for its number
const FROZEN_SHARE = 0.6; // frozen lines that fill more of the window than this scroll along

export class Grid {
  // `isDark()` is whether to draw for the dark.
  constructor(table, scroller, spacer, countdown, isDark) {
    this.table = table;
    this.scroller = scroller;
    this.spacer = spacer;
    this.cells = new Cells(countdown, isDark, {
      made: (td, box) => this.#nameCell(td, box),
      drawn: (td) => this.#describeCell(td),
    });
    this.tds = this.cells.tds;
    this.rows = new Map();
    scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    new ResizeObserver(() => this.#measure()).observe(scroller);
  }

  // Draw a whole tab anew.
  show(book, tab) {
    const isSameTab = this.tab === tab;
    const { scrollLeft, scrollTop } = this.scroller;
    const drawnBefore = isSameTab ? this.drawn : 0;
    this.book = book;
    this.tab = tab;
    this.cells.begin(book, tab, { top: 0, bottom: tab.rows, left: 0, right: tab.columns });
    this.columns = this.cells.columns;
    this.rows.clear();
    this.drawn = 0;
    this.table.replaceChildren();
    this.table.setAttribute("aria-label", `${book.title}: ${tab.title}`);
    this.table.setAttribute("aria-rowcount", String(tab.rows + 1));
    this.table.setAttribute("aria-colcount", String(tab.columns + 1));
    this.table.classList.toggle("bare", !tab.gridlines);
    this.#markMixed();
    this.head = this.table.createTHead();
    this.body = this.table.createTBody();
    this.#drawColumns();
    this.#drawRowsTo(Math.max(ROWS_AT_ONCE, Math.min(tab.used.rows + 5, 200), tab.frozenRows, drawnBefore));
    this.#measure();
    if (isSameTab) this.scroller.scrollTo(scrollLeft, scrollTop);
    else this.scroller.scrollTo(0, 0);
  }

  // Let go of the tab: another view shows it.
  clear() {
    this.tab = null;
    this.tds.clear();
    this.rows.clear();
    this.table.replaceChildren();
    this.spacer.style.height = "";
  }

  // Draw rows with the height that they have by now. The cell at `place` stays where it is in the
  // window, as far as the grid can be scrolled.
  resize(rows, place) {
    const before = this.tds.get(key(place.row, place.column))?.getBoundingClientRect();
    const view = this.scroller.getBoundingClientRect();
    for (const row of [...rows].sort((one, other) => one - other)) {
      const tr = this.rows.get(row);
      const height = this.tab.height(row);
      if (row >= this.drawn) continue;
      if (height === 0) this.#dropRow(row);
      else if (tr) this.#size(tr, height);
      else this.#drawRow(row);
    }
    this.#measureRest();
    const after = this.tds.get(key(place.row, place.column))?.getBoundingClientRect();
    const isSeen = before && before.bottom > view.top && before.top < view.bottom;
    if (isSeen && after) this.scroller.scrollTop += (after.top - before.top) / (this.scroller.currentCSSZoom ?? 1);
    this.#measure();
  }

  // Draw every cell anew, in the same places.
  redrawAll() {
    this.#markMixed();
    this.redraw(this.tds.keys());
  }

  // Draw some cells of the tab anew, by key.
  redraw(keys) {
    const rows = new Set();
    for (const at of keys) {
      const td = this.tds.get(at);
      if (!td) continue;
      this.cells.draw(td);
      rows.add(td.at.row);
    }
    for (const row of rows) this.cells.flow(row);
  }

  // The element that shows a cell, made if it was still out of view; undefined if hidden.
  td(row, column) {
    const box = this.tab.boxAt(row, column);
    if (box.top >= this.drawn) this.#drawRowsTo(box.top + ROWS_AT_ONCE);
    return this.tds.get(key(box.top, box.left));
  }

  // The elements of a block that are drawn.
  *tdsIn(box) {
    for (const td of this.tds.values()) {
      const { row, column } = td.at;
      if (box.top <= row && row < box.bottom && box.left <= column && column < box.right) yield td;
    }
  }

  cellOf(node) {
    return node instanceof Element ? (node.closest("#grid td")?.at ?? null) : null;
  }

  reveal(td) {
    td.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  pageOfRows() {
    const room = this.scroller.clientHeight - this.head.offsetHeight;
    return Math.max(1, Math.floor(room / DEFAULT_HEIGHT) - 1);
  }

  markHeaders(box) {
    for (const th of this.table.querySelectorAll("th.near")) th.classList.remove("near");
    for (let row = box.top; row < Math.min(box.bottom, this.drawn); row += 1) {
      this.rows.get(row)?.firstElementChild.classList.add("near");
    }
    for (const th of this.head.rows[0].cells) {
      if (th.column >= box.left && th.column < box.right) th.classList.add("near");
    }
  }

  // Where some cells are open to this account and others not, the closed ones are shaded.
  #markMixed() {
    const { sealed, closed } = this.tab.locks;
    this.table.classList.toggle("mixed", this.book.canEdit && !sealed && closed.length > 0);
  }

  #drawColumns() {
    const group = element("colgroup");
    const heads = this.head.insertRow();
    heads.setAttribute("aria-rowindex", "1");
    group.append(element("col", "numbers"));
    const corner = element("th", "corner");
    corner.setAttribute("aria-label", "The whole tab");
    heads.append(corner);
    this.lefts = new Map();
    let left = 0;
    for (const column of this.columns) {
      const width = this.tab.width(column);
      const col = element("col");
      col.style.width = `${width}px`;
      group.append(col);
      const th = element("th");
      th.scope = "col";
      th.textContent = columnName(column);
      th.column = column;
      th.setAttribute("aria-colindex", String(column + 2));
      if (column < this.tab.frozenColumns) {
        this.lefts.set(column, left);
        this.#stick(th, column);
      }
      left += width;
      heads.append(th);
    }
    this.table.prepend(group);
    this.table.style.width = `calc(var(--numbers) + ${left}px)`;
  }

  #stick(cell, column) {
    cell.classList.add("stuck");
    if (column === this.tab.frozenColumns - 1) cell.classList.add("last-stuck");
    cell.style.left = `calc(var(--numbers) + ${this.lefts.get(column)}px)`;
    cell.style.zIndex = String(Math.max(1, 8 - column));
  }

  #scrolled() {
    this.table.classList.toggle("shifted", this.scroller.scrollLeft > 0);
    this.#fill();
  }

  #fill() {
    const { scrollTop, clientHeight } = this.scroller;
    const wanted = scrollTop + clientHeight + NEAR_THE_END;
    while (this.tab && this.drawn < this.tab.rows && this.table.offsetHeight < wanted) {
      const missing = wanted - this.table.offsetHeight;
      this.#drawRowsTo(this.drawn + Math.max(ROWS_AT_ONCE, Math.ceil(missing / DEFAULT_HEIGHT)));
    }
  }

  // Keep room for the rows that are not drawn yet.
  #measureRest() {
    let rest = 0;
    for (let row = this.drawn; row < this.tab.rows; row += 1) rest += this.tab.height(row) ?? DEFAULT_HEIGHT;
    this.spacer.style.height = `${rest}px`;
  }

  #drawRowsTo(end) {
    const last = Math.min(end, this.tab.rows);
    for (let row = this.drawn; row < last; row += 1) {
      if (this.tab.height(row) !== 0) this.#drawRow(row);
    }
    const isGrown = this.drawn > 0 && last > this.drawn;
    this.drawn = Math.max(this.drawn, last);
    this.#measureRest();
    if (isGrown) this.grown?.();
  }

  // Draw a row in its place.
  #drawRow(row) {
    const section = row < this.tab.frozenRows ? this.head : this.body;
    const tr = element("tr");
    section.insertBefore(tr, [...this.#rowsAfter(row)].find((next) => next.parentNode === section) ?? null);
    tr.setAttribute("aria-rowindex", String(row + 2));
    this.rows.set(row, tr);
    const th = element("th");
    th.scope = "row";
    th.row = row;
    tr.append(th);
    this.#size(tr, this.tab.height(row));
    tr.append(...this.cells.makeRow(row));
    this.cells.flow(row);
  }

  *#rowsAfter(row) {
    for (let next = row + 1; next < this.drawn; next += 1) if (this.rows.has(next)) yield this.rows.get(next);
  }

  #size(tr, height) {
    const [th] = tr.cells;
    tr.style.setProperty("--height", `${height ?? DEFAULT_HEIGHT}px`);
    tr.classList.toggle("fixed", height !== undefined);
    th.textContent = height < THIN ? "" : String(th.row + 1);
  }

  #dropRow(row) {
    const tr = this.rows.get(row);
    if (!tr) return;
    for (const td of tr.querySelectorAll("td")) this.tds.delete(key(td.at.row, td.at.column));
    this.rows.delete(row);
    tr.remove();
  }

  #nameCell(td, box) {
    td.id = address(box.top, box.left);
    td.tabIndex = -1;
    td.setAttribute("role", "gridcell");
    td.setAttribute("aria-selected", "false");
    td.setAttribute("aria-colindex", String(box.left + 2));
  }

  #describeCell(td) {
    td.setAttribute("aria-readonly", String(td.classList.contains("locked")));
    if (td.classList.contains("choice")) td.setAttribute("aria-haspopup", "listbox");
    else td.removeAttribute("aria-haspopup");
    if (td.at.column < this.tab.frozenColumns) this.#stick(td, td.at.column);
  }

  // Frozen lines that would fill the window scroll along; the rest stays clear of them.
  #measure() {
    if (!this.tab) return;
    const numbers = this.head.rows[0].cells[0].offsetWidth;
    const frozen = this.columns
      .filter((column) => column < this.tab.frozenColumns)
      .reduce((sum, column) => sum + this.tab.width(column), numbers);
    const isTooWide = frozen > this.scroller.clientWidth * FROZEN_SHARE;
    const isTooHigh = this.head.offsetHeight > this.scroller.clientHeight * FROZEN_SHARE;
    this.table.classList.toggle("loose-columns", isTooWide);
    this.table.classList.toggle("loose-rows", isTooHigh);
    this.table.classList.toggle("frozen-rows", this.tab.frozenRows > 0 && !isTooHigh);
    this.scroller.style.scrollPaddingLeft = `${isTooWide ? numbers : frozen}px`;
    this.scroller.style.scrollPaddingTop = `${isTooHigh ? 0 : this.head.offsetHeight}px`;
    this.#fill();
  }
}
