// Where the blocks of the play view stand and how large they are drawn: from 1100 pixels on the board's
// blocks stand beside each other as in their tab; below that one under the other, each fitted to the
// width by itself.

const PHONE = 700;
const WIDE = 1100;
const LOW = 640;
const ONE = { width: 1280, height: 800 }; // the window in which everything has its own size
const LARGEST = 1.5;
const SMALLEST = 0.8;
const SMALLEST_ALONE = 0.45; // of a block that has a line for itself: its texts have a least size of their own
const LARGEST_ON_PHONE = 1.4;
const BETWEEN = 26; // pixels between rows of blocks
const GAP = 18; // pixels between blocks in a narrow window, as in the style sheet
const ALIKE = 8; // pixels by which the widths of blocks that are alike may differ
const FEWEST = 3; // blocks that are alike
const SCROLLBAR = 16; // pixels below a block that scrolls

// How much larger the whole page is in a large window.
export function growth(width, height) {
  return Math.max(1, Math.min(LARGEST, width / ONE.width, height / ONE.height));
}

// How wide the window is without what stands beside the page.
export function widthBeside(page, grow) {
  return Math.min(window.innerWidth, Math.ceil(page.clientWidth * grow) || window.innerWidth);
}

// Whether a short form fits below the table, beside the line that is sent.
export function hasRoomBelow(width, height) {
  return isPhone(width) && height >= LOW;
}

export function isPhone(width) {
  return width < PHONE;
}

// Put elements into a place, unless they stand there already: what is moved loses the focus.
export function stand(place, elements) {
  const isThere = elements.length === place.children.length && elements.every((one, at) => place.children[at] === one);
  if (!isThere) place.replaceChildren(...elements);
}

// Scale the blocks of the hand to the width they have, and so much `smaller`.
export function fitHand(blocks, room, width, smaller = 1) {
  const largest = isPhone(width) ? LARGEST_ON_PHONE : LARGEST;
  for (const block of shown(blocks)) block.scale(smaller * Math.max(SMALLEST, Math.min(largest, room / block.width)), room);
}

// Scale blocks that stand under each other, each to the room that it has.
export function fitEach(blocks, width) {
  const largest = isPhone(width) ? LARGEST_ON_PHONE : 1;
  for (const block of shown(blocks)) {
    place(block, null);
    const room = block.element.parentElement?.clientWidth ?? block.width;
    block.scale(Math.max(SMALLEST, Math.min(largest, room / block.width)), room);
  }
}

// Place and scale the blocks of the board; `alike` are those that have the same scale as they, and none
// is drawn larger than `largest`. What would be smaller than `smallest`, or than `smallestAlone` with a line for itself,
// scrolls instead.
export function fitBoard(board, tab, blocks, alike, room, width, { largest = LARGEST, smallest = SMALLEST, smallestAlone = SMALLEST_ALONE } = {}) {
  const all = shown(blocks);
  const isTogether = width >= WIDE;
  board.classList.toggle("together", isTogether);
  if (!isTogether) {
    for (const block of all) {
      place(block, null);
      const own = roomOf(block, all, room);
      block.scale(Math.max(smallestAlone, Math.min(block.isCompact ? 1 : LARGEST_ON_PHONE, own / block.used)), own);
    }
    board.style.height = "";
    return;
  }
  // A line that is too wide where its tab has it begins at the left. What then is too wide still has a line for
  // each of its blocks, and scrolls; the others have one scale.
  const isTooWide = (one) => one.width * smallest > room;
  const fitting = all.filter((block) => !isTooWide(block));
  const left = Math.min(...fitting.map(({ box }) => box.left));
  const lines = linesOf(tab, all, left).map((line) => (isTooWide(line) ? atLeft(line) : line)).flatMap((line) => (isTooWide(line) ? line.blocks.map(({ block }) => alone(block)) : [line]));
  const widest = Math.max(1, ...[...lines, ...shown(alike)].filter((line) => !isTooWide(line)).map((line) => line.width));
  const scale = Math.max(smallest, Math.min(largest, room / widest));
  const start = largest < LARGEST ? 0 : Math.max(0, (room - widest * scale) / 2);
  let y = 0;
  for (const line of lines) {
    if (isTooWide(line)) {
      const [{ block }] = line.blocks;
      block.scale(smallest, room);
      place(block, { x: 0, y });
      y += line.height * smallest + SCROLLBAR + BETWEEN;
      continue;
    }
    for (const { block, x, down } of line.blocks) {
      block.scale(scale);
      place(block, { x: start + x * scale, y: y + down * scale });
    }
    y += line.height * scale + BETWEEN;
  }
  board.style.height = `${Math.max(0, y - BETWEEN)}px`;
}

// The width of a block in a narrow window. Of several alike in a row of the tab as many stand beside each
// other as have their full size there.
function roomOf(block, all, room) {
  const alike = all.filter(({ box, width }) => box.top === block.box.top && Math.abs(width - block.width) <= ALIKE);
  const most = Math.max(1, Math.floor((room + GAP) / (block.width + GAP)));
  const count = alike.length < FEWEST ? 1 : Math.min(alike.length, most);
  return Math.floor((room - (count - 1) * GAP) / count);
}

function atLeft({ blocks, width, height }) {
  const start = Math.min(...blocks.map(({ x }) => x));
  return { blocks: blocks.map((one) => ({ ...one, x: one.x - start })), width: width - start, height };
}

function alone(block) {
  return { blocks: [{ block, x: 0, down: 0 }], width: block.width, height: block.height };
}

function shown(blocks) {
  return blocks.filter(({ isEmpty }) => !isEmpty);
}

function place({ element }, at) {
  element.style.left = at ? `${at.x}px` : "";
  element.style.top = at ? `${at.y}px` : "";
}

// Blocks that share rows of their tab stand beside each other, as far apart as there; of the others each line
// is below the one before it in the order in which the tab names them.
function linesOf(tab, blocks, left) {
  const groups = [];
  for (const block of blocks) {
    const { top, bottom } = block.box;
    const last = groups.at(-1);
    if (last && top < last.end && last.start < bottom) {
      last.blocks.push(block);
      last.start = Math.min(last.start, top);
      last.end = Math.max(last.end, bottom);
    } else groups.push({ blocks: [block], start: top, end: bottom });
  }
  return groups.map(({ blocks: beside }) => {
    const top = Math.min(...beside.map(({ box }) => box.top));
    const placed = beside.map((block) => ({
      block,
      x: sum(left, block.box.left, (column) => tab.width(column)),
      down: sum(top, block.box.top, (row) => tab.height(row) ?? 21),
    }));
    return {
      blocks: placed,
      width: Math.max(...placed.map(({ block, x }) => x + block.width)),
      height: Math.max(...placed.map(({ block, down }) => down + block.height)),
    };
  });
}

function sum(from, to, size) {
  let all = 0;
  for (let at = from; at < to; at += 1) all += size(at);
  return all;
}
