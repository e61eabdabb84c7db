// Blocks of cells: what a copy takes, what a paste and a fill write.

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
  return rows;
}

// What a paste writes: the block, repeated where it fits the selection a whole number of times.
export function pasteBlock(tab, selection, rows) {
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

// What a fill writes: the first row downwards, the first column to the right, or with neither step
// the active cell everywhere. From one cell alone it is the one before that is taken. Null if
// there is nothing to fill from.
export function fillBlock(tab, selection, { down, across }) {
  const box = selection.box(tab);
  const { row, column } = selection.active(tab);
  const isLine = box.bottom - box.top <= (down ? 1 : 0) || box.right - box.left <= (across ? 1 : 0);
  const top = box.top - (isLine ? down : 0);
  const left = box.left - (isLine ? across : 0);
  if (top < 0 || left < 0) return null;
  const from = (at, beside) => {
    if (down) return tab.editText(top, beside);
    return across ? tab.editText(at, left) : tab.editText(row, column);
  };
  return {
    row: box.top,
    column: box.left,
    rows: Array.from({ length: box.bottom - box.top }, (_, at) =>
      Array.from({ length: box.right - box.left }, (_, beside) => from(box.top + at, box.left + beside)),
    ),
  };
}
