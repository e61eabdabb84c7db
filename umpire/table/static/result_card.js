// The result of a round as a card: a row for each player, or columns as the board has them. What
// people wrote only ever becomes textContent.

import { element } from "../cells.js";
import { called, capital, told } from "./mention.js";
import { drawPieces } from "./piece.js";

const MANY = 4; // pieces of a row that are drawn at their full size
const NUMBER = /^\d+$/;
const ARROW = "→";

// Draw a result for its reader, with the pieces of its rows in this size. One without rows and columns is
// its title alone.
export function drawResult(result, look, size = "card") {
  const { name, detail = "", won, rows = [], columns = [] } = result;
  const card = element("article", "result");
  const title = titleOf(result, look);
  if (look.side(won)) card.dataset.side = look.side(won);
  const head = made("header", "", text("h3", "", title));
  if (name && !title.toLowerCase().includes(name.toLowerCase())) head.append(text("small", "", name));
  card.append(head);
  if (detail) card.append(text("p", "result-detail", told(detail, look.reader)));
  if (columns.length > 0) card.append(...inColumns(rows, columns, look));
  else if (rows.length > 0) card.append(inRows(rows, look, size));
  card.classList.toggle("wide", columns.length > 0 || card.querySelector(".result-side") !== null);
  return card;
}

// Its title as a heading for this reader; without the round's name where that stands beside it.
export function titleOf({ title, name = "" }, look, isNamed = false) {
  const said = told(title, look.reader);
  if (!isNamed || name === "") return said;
  const at = said.toLowerCase().indexOf(` ${name.toLowerCase()}`);
  return at < 0 ? said : said.slice(0, at) + said.slice(at + name.length + 1);
}

// Rows: those of the reader first, unless each is about something that has an order of its own.
function inRows(rows, look, size) {
  const isByLabel = rows[0].label !== undefined && rows.every(({ label }) => label);
  const sorted = isByLabel ? rows : [...rows].sort((one, other) => Number(other.by === look.reader) - Number(one.by === look.reader));
  const isLong = !isByLabel && rows.some(({ label }) => label);
  const table = element("div", isLong ? "result-sides" : "result-rows");
  table.setAttribute("role", "table");
  table.classList.toggle("labelled", isByLabel);
  let before;
  let side = table;
  const drawn = new Map();
  for (const row of sorted) {
    const { by = null, label = "", makes = "" } = row;
    const pieces = without(row.pieces ?? [], drawn.get(by) ?? []);
    drawn.set(by, [...(drawn.get(by) ?? []), ...pieces]);
    const who = text("b", "who", by === null || (by === before && !isByLabel) ? "" : called(by, look.reader));
    if (isLong && by !== before) {
      side = element("div", "result-side result-rows labelled");
      side.setAttribute("role", "rowgroup");
      table.append(side);
    }
    before = by;
    const what = text("span", "what", told(capital(label), look.reader));
    const isMany = pieces.length > MANY || pieces.some((piece) => piece.length > MANY);
    const shown = drawPieces(pieces, look, { by, size: isMany ? "row" : size });
    const cells = [...(isByLabel ? [what, who] : [who, what]), shown, text("span", "makes", told(makes, look.reader)), fromTo(row)];
    for (const cell of cells) cell.setAttribute("role", "cell");
    if (isMany) cells.push(...cells.splice(2, 1));
    const line = made("div", isMany ? "many" : "", ...cells);
    line.setAttribute("role", "row");
    side.append(line);
  }
  return table;
}

// Pieces, without those that a row above has shown; all of them if it has shown only some.
function without(pieces, shown) {
  const left = [...shown];
  const isShown = pieces.every((piece) => left.includes(piece) && left.splice(left.indexOf(piece), 1));
  return isShown ? [] : pieces;
}

function fromTo({ from = "", to = "" }) {
  const shown = text("span", "from-to", to === "" ? from : `${from} ${ARROW} ${to}`);
  if (to !== "") shown.setAttribute("aria-label", `${from} to ${to}`);
  return shown;
}

// Columns: whose pieces are in each, who won it, and of one why.
function inColumns(rows, columns, look) {
  const table = element("div", "result-columns");
  table.style.setProperty("--columns", String(columns.length));
  const line = (className, label, cells) => {
    const one = made("div", className, label, ...cells);
    one.setAttribute("role", "row");
    label.setAttribute("role", "rowheader");
    return one;
  };
  const heads = line("heads", text("span", "", ""), columns.map(({ head }) => cellOf(text("span", "", head))));
  const [first, second] = [rows.filter(({ label }) => !label), rows.filter(({ label }) => label)];
  const [above, below] = first.length === 2 ? [first.filter(({ by }) => by !== look.reader), first.filter(({ by }) => by === look.reader)] : [[], first];
  const units = (row, at, all) => line(all === above ? "units far" : "units", named(row, look), (row.columns ?? []).map((pieces) => cellOf(drawPieces(pieces, look, { by: row.by, size: "row" }))));
  const numbers = (row) => line("numbers", text("span", "", told(row.label, look.reader)), (row.columns ?? []).map((values) => cellOf(text("span", "", values.join(" ")))));
  const why = element("p", "result-why");
  why.setAttribute("aria-live", "polite");
  const won = line("winners", text("span", "", "Won by"), columns.map((column) => winner(column, look, why, table)));
  table.append(...(above.length > 0 && below.length > 0 ? [...above.map(units), heads, ...below.map(units)] : [heads, ...first.map(units)]), won, ...second.map(numbers));
  table.setAttribute("role", "table");
  [...table.querySelectorAll("[data-why]")].at(-1)?.click();
  return [table, ...(why.textContent ? [why] : [])];
}

function named({ by = null, makes = "" }, look) {
  const who = made("span", "", text("b", "", by === null ? "" : called(by, look.reader)));
  if (makes) who.append(text("small", "", told(makes, look.reader)));
  return who;
}

// Who won a column; a click says why.
function winner({ head, won = null, why = "" }, look, sentence, table) {
  const name = won === null ? "tie" : `${called(won, look.reader)}${NUMBER.test(head) ? ` ${head}` : ""}`;
  const shown = text(why ? "button" : "span", "winner", name);
  if (look.side(won)) shown.dataset.side = look.side(won);
  shown.classList.toggle("tie", won === null);
  if (!why) return cellOf(shown);
  shown.type = "button";
  shown.dataset.why = head;
  shown.addEventListener("click", () => {
    for (const other of table.querySelectorAll("[data-why]")) other.setAttribute("aria-pressed", String(other === shown));
    sentence.replaceChildren(text("b", "", `${head}:`), ` ${told(why, look.reader)}`);
  });
  return cellOf(shown);
}

function cellOf(inside) {
  const one = made("span", "cell", inside);
  one.setAttribute("role", "cell");
  return one;
}

function made(name, className, ...inside) {
  const one = element(name, className);
  one.append(...inside);
  return one;
}

function text(name, className, said) {
  return made(name, className, said);
}
