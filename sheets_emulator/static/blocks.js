// Blocks of cells to and from the clipboard's text.

import { blockToText, textToBlock } from "./clipboard.js";

export function copyBlock(tab, box) {
  const { top, bottom, left, right } = tab.within(box);
  const rows = [];
  for (let row = top; row < bottom; row += 1) {
    if (tab.height(row) === 0) continue;
    const texts = [];
    for (let column = left; column < right; column += 1) {
      if (tab.width(column) !== 0) texts.push(tab.shownText(row, column));
    }
    rows.push(texts);
  }
  return blockToText(rows);
}

// What a paste writes: the block, repeated where it fits the selection a whole number of times.
export function pasteBlock(tab, selection, text) {
  const rows = textToBlock(text);
  const box = selection.box(tab);
  const { row, column } = selection.active(tab);
  const merge = tab.boxAt(row, column);
  const isOneCell = box.bottom === merge.bottom && box.right === merge.right && box.top === row && box.left === column;
  const height = box.bottom - box.top;
  const width = box.right - box.left;
  const fits = !isOneCell && height % rows.length === 0 && width % rows[0].length === 0;
  if (!fits) return { row: box.top, column: box.left, rows };
  return {
    row: box.top,
    column: box.left,
    rows: Array.from({ length: height }, (_, down) =>
      Array.from({ length: width }, (_, across) => rows[down % rows.length][across % rows[0].length]),
    ),
  };
}
