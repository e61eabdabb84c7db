// Zones on a phone, where the cells of a block would be too small to read: a row for each player with a
// panel for each zone, its pieces above its text. The same cells, laid out anew; nothing is clicked here.

import { element } from "../cells.js";
import { drawPieces } from "./piece.js";
import { addressed } from "./seats.js";

const NUMBER = /^[\d.]+$/;

// Draw the zones in a block; null if there are none.
export function drawZones(book, tab, block, look) {
  const rows = zoneRows(tab, block);
  if (rows.length === 0) return null;
  const grid = element("div", "zoned");
  grid.style.setProperty("--zones", String(rows[0].zones.length));
  const head = headOf(tab, block, rows[0]);
  grid.append(element("span"), ...rows[0].zones.map((zone) => drawHead(book, tab, head, zone)));
  for (const row of rows) grid.append(drawName(tab, block, row, head, look), ...row.zones.map((zone) => drawZone(tab, zone, row.top, look)));
  return grid;
}

// The rows of zones: each with its zones, which are merged cells, and the first of the rows above these.
function zoneRows(tab, { box, rows }) {
  const found = [];
  for (const [top, bottom, left, right] of tab.play.zones) {
    let first = top;
    for (let row = top; row < bottom; row += 1) {
      if (row < box.top || row >= box.bottom) continue;
      const zones = zonesIn(tab, row, left, right);
      if (zones.length === 0) continue;
      if (rows.includes(row)) found.push({ top: first, row, zones });
      first = row + 1;
    }
  }
  return found.filter(({ top, row }) => textsIn(tab, top, row, box.left, found[0].zones[0].left).length > 0);
}

function zonesIn(tab, row, left, right) {
  const zones = [];
  for (let column = left; column < right; ) {
    const box = tab.boxAt(row, column);
    if (box.top === row && box.right > box.left + 1) zones.push(box);
    column = box.right;
  }
  return zones;
}

// The row with the heads of the zones: the last above them that has a text there.
function headOf(tab, { box }, { top, zones }) {
  for (let row = top - 1; row >= box.top; row -= 1) if (!tab.isEmpty(row, zones[0].left)) return row;
  return null;
}

function drawHead(book, tab, row, { left }) {
  const made = element("b", "zone-head");
  if (row === null) return made;
  made.textContent = tab.shownText(row, left);
  const { css = {} } = book.style(tab.cell(row, left));
  made.style.background = css["background-color"] ?? "";
  made.style.color = css.color ?? "";
  return made;
}

// Who it is, what they have to do, and what the columns behind the zones say of them.
function drawName(tab, { box }, { top, row, zones }, head, look) {
  const made = element("div", "zone-name");
  const [name, ...due] = textsIn(tab, top, row, box.left, zones[0].left);
  made.append(said("b", addressed(name, look.reader) ?? name), ...due.map((text) => said("i", text)));
  for (let column = zones.at(-1).right; column < box.right; column += 1) {
    const texts = textsIn(tab, top, row, column, column + 1);
    const title = head === null ? "" : tab.shownText(head, column);
    if (texts.length === 0) continue;
    made.append(said("small", texts.length === 1 && NUMBER.test(texts[0]) ? `${texts[0]} ${title}` : texts.join(" ")));
  }
  return made;
}

function drawZone(tab, { top: row, left, right }, top, look) {
  const made = element("div", "zone-cell");
  const pieces = textsIn(tab, top, row - 1, left, right);
  if (pieces.length > 0) made.append(drawPieces(pieces, look));
  const words = tab.shownText(row, left);
  if (words) made.append(said("span", words));
  return made;
}

function textsIn(tab, top, bottom, left, right) {
  const found = [];
  for (let row = top; row <= bottom; row += 1) {
    for (let column = left; column < right; column += 1) {
      const box = tab.boxAt(row, column);
      if (box.top === row && box.left === column && !tab.isEmpty(row, column)) found.push(tab.shownText(row, column));
    }
  }
  return found;
}

function said(name, text) {
  const made = element(name);
  made.textContent = text;
  return made;
}
