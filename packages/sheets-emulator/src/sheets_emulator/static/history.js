// What this page wrote, so that it can be taken back and made again. Others' writing is not in it:
// a change whose cells hold by now what somebody else put there stays as it is.

import { key } from "./addresses.js";

const MOST_CHANGES = 200;
const MOST_CELLS = 100_000; // in all of them

export class History {
  constructor() {
    this.done = [];
    this.undone = [];
  }

  // Note blocks that are about to be written to a tab; what was undone cannot be made again then.
  note(tab, blocks, version) {
    const before = blocks.map(({ row, column, rows }) => ({
      row,
      column,
      rows: rows.map((texts, down) => texts.map((_, across) => tab.editText(row + down, column + across))),
    }));
    const change = { sheet: tab.id, after: blocks, before, size: sizeOf(blocks) };
    expect(change, tab, blocks, version);
    this.undone = [];
    this.done.push(change);
    let size = this.done.reduce((sum, one) => sum + one.size, 0);
    while (this.done.length > MOST_CHANGES || (size > MOST_CELLS && this.done.length > 1)) {
      size -= this.done.shift().size;
    }
    return change;
  }

  // Take a change back, or make it again: move it to the other side and return it with the blocks
  // to write; null if there is none.
  turn(isUndo) {
    const [from, to] = isUndo ? [this.done, this.undone] : [this.undone, this.done];
    const change = from.pop();
    if (!change) return null;
    to.push(change);
    return { change, blocks: isUndo ? change.before : change.after };
  }

  forget(change) {
    this.done = this.done.filter((one) => one !== change);
    this.undone = this.undone.filter((one) => one !== change);
  }
}

// Note what the cells of a change hold once these blocks are written: `read` has, by key, what
// the server made of a text where that is another.
export function expect(change, tab, blocks, version, read = {}) {
  change.version = version;
  change.found = new Map();
  for (const { row, column, rows } of blocks) {
    rows.forEach((texts, down) =>
      texts.forEach((text, across) => {
        const { top, left } = tab.boxAt(row + down, column + across);
        const at = key(row + down, column + across);
        if (key(top, left) === at) change.found.set(at, read[at] ?? text);
      }),
    );
  }
}

function sizeOf(blocks) {
  return blocks.reduce((sum, { rows }) => sum + rows.length * rows[0].length, 0);
}
