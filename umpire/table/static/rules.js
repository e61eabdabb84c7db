// The rules as a drawer shows them: the sections of all help pages in one column. An entry is a row with
// its name, its pieces and its text; those that hold now stand out.

import { element } from "../cells.js";
import { inDark } from "../dark.js";
import { Block } from "./block.js";

const TITLE = "Rules"; // of the tab that tells how a game is played
const LONGEST_SIGN = 4; // characters of a piece
const BOLD = "bold";
const MONOSPACE = /monospace$/;

export class Rules {
  constructor(countdown, isDark) {
    this.title = "Rules";
    this.isOnePage = true; // its parts stand below one another
    this.countdown = countdown;
    this.isDark = isDark;
    this.blocks = [];
  }

  // The tab that the drawer shows, which may also be seen whole; null if there are no rules.
  pageOf(book) {
    return book.tabs.find(({ title }) => title === TITLE) ?? book.tabs.find(({ rules }) => rules) ?? null;
  }

  // What it shows, as a text: drawn again, it is the same as long as this is.
  told(book, tab) {
    const texts = sectionsOf(this, book).map(({ tab: page, box }) => [page.title, [...cellsIn(page, box)].map(({ text }) => text)]);
    return JSON.stringify([this.isDark(), tab.stage.now ?? [], texts]);
  }

  // The sections, each with what its button says and an element.
  draw(book, tab) {
    this.blocks = [];
    return sectionsOf(this, book).map((section) => {
      const made = element("section", "rules-section");
      if (section.cells) made.append(this.#drawCells(book, section));
      else made.append(...this.#drawEntries(book, section, tab.stage.now ?? []));
      return { called: section.called ?? headingOf(book, section), element: made };
    });
  }

  // Fit what is drawn like the tab to the width there is.
  fit(width) {
    for (const block of this.blocks) {
      block.measure();
      block.scale(Math.min(1, width / block.width), width);
    }
  }

  #drawCells(book, { tab, box }) {
    const block = new Block(this.countdown, this.isDark, box);
    block.show(book, tab);
    if (!block.isEmpty) this.blocks.push(block);
    return block.element;
  }

  *#drawEntries(book, section, keys) {
    const boxes = keys.flatMap((key) => section.now[key] ?? []);
    const [first, ...rest] = entriesOf(book, section);
    if (first === undefined) return;
    const entries = isHeading(book, first) ? rest : [first, ...rest];
    if (entries.length < 1 + rest.length) yield filled("h3", "", first[0].text);
    const list = element("ul", "rules-list");
    list.append(...entries.map((cells) => this.#entry(book, section.tab, cells, isNow(cells, boxes))));
    yield list;
  }

  #entry(book, tab, cells, holds) {
    const item = element("li", holds ? "rule now" : "rule");
    if (holds) item.setAttribute("aria-current", "true");
    const [first] = cells;
    const isNamed = cells.length > 1 && !isPiece(book, first);
    const rest = isNamed ? cells.slice(1) : cells;
    if (isNamed) item.append(filled("b", isCode(book, first) ? "rule-code" : "rule-name", first.text));
    const pieces = rest.filter((cell) => isPiece(book, cell));
    if (pieces.length > 0) {
      const row = element("span", "rule-pieces");
      row.append(...pieces.map((cell) => this.#piece(book, cell)));
      item.append(row);
    }
    const text = rest.filter((cell) => !isPiece(book, cell)).map((cell) => cell.text).join(" ");
    if (text !== "") item.append(filled("span", "rule-text", text));
    item.dataset.with = [isNamed ? "name" : "", pieces.length > 0 ? "pieces" : ""].filter(Boolean).join(" ");
    return item;
  }

  #piece(book, { cell, text }) {
    const made = filled("span", "bit", text);
    const { css = {}, told } = book.style(cell);
    const { color, "background-color": fill, "text-decoration": struck } = this.isDark() ? inDark(css, told) : css;
    Object.assign(made.style, { color: color ?? "", backgroundColor: fill ?? "", textDecoration: struck ?? "" });
    return made;
  }
}

// The sections of all help pages, in the order of their tabs, the rules first.
function sectionsOf(rules, book) {
  const first = rules.pageOf(book);
  if (first === null) return [];
  const pages = [first, ...book.tabs.filter((page) => page !== first && page.rules)];
  return pages.flatMap((tab) => {
    const { sections = [{ box: wholeOf(tab) }], now = {} } = tab.rules ?? {};
    return sections.map((section) => ({ ...section, tab, now }));
  });
}

function wholeOf(tab) {
  return [0, tab.used.rows, 0, tab.used.columns];
}

function headingOf(book, section) {
  const [first] = entriesOf(book, section);
  return first && isHeading(book, first) ? first[0].text : section.tab.title;
}

// The cells with texts of each entry. An entry begins where a cell of the first column does.
function entriesOf(book, { tab, box }) {
  const left = box[2];
  const entries = [];
  for (const cell of cellsIn(tab, box)) {
    const starts = tab.boxAt(cell.row, left).top;
    if (entries.at(-1)?.starts === starts) entries.at(-1).cells.push(cell);
    else entries.push({ starts, cells: [cell] });
  }
  return entries.map(({ cells }) => cells);
}

function* cellsIn(tab, [top, bottom, left, right]) {
  for (let row = top; row < bottom; row += 1) {
    if (tab.height(row) === 0) continue;
    for (let column = left; column < right; column += 1) {
      const at = tab.boxAt(row, column);
      const isFirst = at.top === row && at.left === column && tab.width(column) !== 0;
      if (isFirst && !tab.isEmpty(row, column)) yield { row, column, bottom: at.bottom, cell: tab.cell(row, column), text: tab.shownText(row, column).trim() };
    }
  }
}

function isHeading(book, cells) {
  return cells.length === 1 && book.style(cells[0].cell).css?.["font-weight"] === BOLD;
}

function isPiece(book, { cell, text }) {
  const { fill, told, css = {} } = book.style(cell);
  return text.length <= LONGEST_SIGN && (fill || told || css["text-align"] === "center") === true;
}

function isCode(book, { cell }) {
  return MONOSPACE.test(book.style(cell).css?.["font-family"] ?? "");
}

function isNow(cells, boxes) {
  const [top, bottom, left] = [cells[0].row, Math.max(...cells.map((cell) => cell.bottom)), cells[0].column];
  return boxes.some((box) => box[0] < bottom && top < box[1] && box[2] <= left && left < box[3]);
}

function filled(name, className, text) {
  const made = element(name, className);
  made.textContent = text;
  return made;
}
