// Draws cells of a tab as cells of a table: wherever the page shows cells, they are drawn here. What
// a person wrote only ever becomes textContent.

import { key } from "./addresses.js";
import { inDark } from "./dark.js";

const WHITE = "#ffffff";
const BLACK = "#000000";
const LONGEST_SIGN = 4; // characters

export function element(name, className) {
  const made = document.createElement(name);
  if (className) made.className = className;
  return made;
}

// Whether a text is a mark, such as that of a piece, whose fill belongs to it; not a sentence.
function isSign(text) {
  return text !== "" && text.length <= LONGEST_SIGN;
}

export class Cells {
  // `isDark()` is whether to draw for the dark. `on` may have: made(td, box), drawn(td).
  constructor(countdown, isDark, on = {}) {
    this.countdown = countdown;
    this.isDark = isDark;
    this.on = on;
    this.tds = new Map();
  }

  // Begin anew, with the cells of a box of a tab that can be seen.
  begin(book, tab, { top, bottom, left, right }) {
    this.book = book;
    this.tab = tab;
    this.top = top;
    this.bottom = bottom;
    this.columns = [];
    for (let column = left; column < right; column += 1) if (tab.width(column) !== 0) this.columns.push(column);
    this.tds.clear();
  }

  // Make the cells of a row. What is merged is at the first of its places that can be seen.
  *makeRow(row) {
    for (const column of this.columns) {
      const box = this.tab.boxAt(row, column);
      if (row === this.#seenRows(box)[0] && column === this.#seenColumns(box)[0]) yield this.#make(box);
    }
  }

  draw(td) {
    const { row, column } = td.at;
    const cell = this.tab.cell(row, column);
    const style = this.book.style(cell);
    const rules = this.book.validation(cell);
    const isOpen = this.book.mayType(this.tab, row, column);
    td.style.cssText = "";
    const css = this.isDark() ? inDark(style.css ?? {}, style.told && isSign(this.tab.shownText(row, column))) : (style.css ?? {});
    for (const [property, value] of Object.entries(css)) td.style.setProperty(property, value);
    const waiting = this.tab.waiting.get(key(row, column));
    const isBlank = cell.b === undefined && this.tab.shownText(row, column) === "";
    td.className = [
      style.wrap ?? "over",
      style.fill || style.told ? "filled" : "",
      isOpen ? "open" : "locked",
      rules.options ? "choice" : "",
      cell.b === undefined ? "" : "box",
      cell.n && !isBlank ? "noted" : "",
      cell.x ? "invalid" : "",
      td.rowSpan * td.colSpan > 1 ? "merged" : "",
      waiting ? "waiting" : "",
    ].filter(Boolean).join(" ");
    if (cell.n) td.title = cell.n;
    else td.removeAttribute("title");
    this.on.drawn?.(td);
    this.#drawText(td, cell.b === undefined ? this.tab.shownText(row, column) : "", waiting ? [] : (cell.c ?? []), !waiting && cell.u);
    if (cell.u && !cell.n && td.textContent !== cell.t) td.title = cell.t;
    this.#drawArrow(td, rules.options !== undefined);
    const isSeen = (style.css?.color ?? BLACK) !== (style.css?.["background-color"] ?? WHITE);
    this.#drawTickBox(td, cell.b === undefined ? null : waiting ? waiting.text === rules.tick : cell.b, isSeen);
  }

  // Let text run over the empty cells beside it, as a sheet does: away from where it is aligned.
  flow(row) {
    for (const column of this.columns) {
      const td = this.tds.get(key(row, column));
      const shown = td?.querySelector(":scope > .text");
      if (!shown) continue;
      const isFree =
        td.classList.contains("over") &&
        !td.classList.contains("merged") &&
        !td.classList.contains("choice") &&
        !this.tab.cell(row, column).r;
      const align = td.style.textAlign;
      const right = isFree && align !== "right" ? this.#roomBeside(row, column, 1) : 0;
      const left = isFree && align !== "" ? this.#roomBeside(row, column, -1) : 0;
      // What is centred stays so: it runs as far to the one side as to the other.
      const before = align === "center" ? Math.min(left, right) : left;
      const room = align === "center" ? 2 * before : before + right;
      shown.style.width = room > 0 ? `${this.tab.width(column) + room - 7}px` : "";
      shown.style.marginLeft = before > 0 ? `${-before}px` : "";
    }
  }

  #seenRows(box) {
    if (box.bottom - box.top === 1) return [box.top];
    const rows = [];
    for (let row = Math.max(box.top, this.top); row < Math.min(box.bottom, this.bottom); row += 1) {
      if (this.tab.height(row) !== 0) rows.push(row);
    }
    return rows;
  }

  #seenColumns(box) {
    if (box.right - box.left === 1) return [box.left];
    return this.columns.filter((column) => box.left <= column && column < box.right);
  }

  #make(box) {
    const td = element("td");
    td.at = { row: box.top, column: box.left };
    const rows = this.#seenRows(box).length;
    if (rows > 1) td.rowSpan = rows;
    const columns = this.#seenColumns(box).length;
    if (columns > 1) td.colSpan = columns;
    this.tds.set(key(box.top, box.left), td);
    this.on.made?.(td, box);
    this.draw(td);
    return td;
  }

  #drawText(td, text, countdowns, isUtc) {
    const shown = this.#part(td, "div", "text", text !== "");
    const told = JSON.stringify([text, countdowns, isUtc]);
    if (!shown || shown.told === told) return;
    shown.told = told;
    this.countdown.fill(shown, text, countdowns, isUtc);
  }

  #drawArrow(td, isChoice) {
    this.#part(td, "span", "arrow", isChoice)?.setAttribute("aria-hidden", "true");
  }

  // A box has the colour of the cell's text: where that is the fill's, it cannot be seen.
  #drawTickBox(td, isTicked, isSeen) {
    const box = this.#part(td, "input", "tick", isTicked !== null && isSeen);
    if (!box) return;
    box.type = "checkbox";
    box.tabIndex = -1;
    box.checked = isTicked;
    const { row, column } = td.at;
    box.setAttribute("aria-label", this.tab.labelOf(row, column) || td.id);
    box.setAttribute("aria-disabled", String(td.classList.contains("locked")));
  }

  // The part of a cell with this class, made or removed as needed.
  #part(td, name, className, isWanted) {
    const known = td.querySelector(`:scope > .${className}`);
    if (!isWanted) {
      known?.remove();
      return null;
    }
    if (known) return known;
    const made = element(name, className);
    td.prepend(made);
    return made;
  }

  #roomBeside(row, column, step) {
    let room = 0;
    for (let next = column + step; next >= 0 && next < this.tab.columns; next += step) {
      const td = this.tds.get(key(row, next));
      if (this.tab.width(next) === 0) continue;
      if (!td || td.childElementCount > 0 || td.classList.contains("merged")) break;
      room += this.tab.width(next);
    }
    return room;
  }
}
