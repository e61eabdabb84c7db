// Cells and blocks of them by their places. Rows and columns count from 0; people read A1.

export function columnName(column) {
  let name = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
}

export function address(row, column) {
  return columnName(column) + (row + 1);
}

export function blockName(box) {
  const first = address(box.top, box.left);
  const last = address(box.bottom - 1, box.right - 1);
  return first === last ? first : `${first}:${last}`;
}

export function key(row, column) {
  return `${row},${column}`;
}

export function place(cellKey) {
  const [row, column] = cellKey.split(",");
  return { row: Number(row), column: Number(column) };
}

// The smallest block that has both.
export function union(one, other) {
  return {
    top: Math.min(one.top, other.top),
    bottom: Math.max(one.bottom, other.bottom),
    left: Math.min(one.left, other.left),
    right: Math.max(one.right, other.right),
  };
}
