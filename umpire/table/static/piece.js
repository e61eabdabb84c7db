// A piece outside of the cells of the board: in the form, in what an answer would do, in a result, an
// event, a record, above the question. It has the colours that the board gives its text, in full or as a
// tint, or else those of its player's side.

import { element } from "../cells.js";
import { pair } from "../dark.js";

const BEFORE = /^[\s›▸*]+/u;
const BEHIND = /[\s†◂▸●○•★*]+$/u;
const GONE = "†"; // behind a piece that was destroyed
const NUMBER = /^-(?=\d)/;
const UNIT = /^-?\d/; // a piece that is told apart by whose it is
const LONGEST = 12; // characters; what is longer is words
const SIDES = ["first", "second"];

// The sizes in which pieces are drawn, as style sheets know them, with whether their colours are full.
const SIZES = {
  line: { isFull: true }, // in a line of text
  row: {}, // in an event, and of a result those of which there are many
  card: {}, // in a result
  tray: { isFull: true },
  draft: { isFull: true }, // where it can be put in
  hand: { isFull: true },
  lot: { isFull: true },
};

// A piece's text as it stands in no special state.
export function plainPiece(text) {
  return text.split("\n")[0].replace(BEFORE, "").replace(BEHIND, "").trim();
}

// Knows the colours and notes of a tab's pieces, and the sides of its players.
export class Look {
  constructor(tab, book = null) {
    const { players = [], reader = null, notes = [] } = tab.stage;
    this.tab = tab;
    this.book = book;
    this.players = players;
    this.reader = reader;
    this.notes = notes;
    this.opened = {}; // by player, pieces that were hidden until now
  }

  // The side of a player in a match of two, as a word of style sheets; none otherwise.
  side(player) {
    return this.players.length === 2 ? (SIDES[this.players.indexOf(player)] ?? null) : null;
  }

  // What a piece does: name and text, or null. A note that counts anywhere comes first.
  note(text) {
    const piece = plainPiece(text);
    const found = this.notes.filter(({ texts }) => Object.hasOwn(texts, piece)).sort((one, other) => one.boxes.length - other.boxes.length);
    return found[0]?.texts[piece] ?? null;
  }

  // The `fill` and `ink` of a piece, by the rules of the board's colours; null without any.
  colorsOf(text) {
    return this.tab.play.pieces.find(({ begins, equals }) => equals.includes(text) || begins.some((one) => text.startsWith(one))) ?? null;
  }

  // The `fill` and `ink` of the cell in which a piece lies now, or one that it is shown as, as in 0(2).
  colorsAt(text) {
    this.cells ??= this.book ? colorsOfCells(this.book, this.tab) : new Map();
    const name = text.toLowerCase();
    return this.cells.get(name) ?? this.cells.get(name.split("(")[0]) ?? null;
  }
}

// Draw a piece. `by` is whose it is, if anybody's. One that stands in a button says nothing by itself.
export function drawPiece(text, look, { by = null, size = "card", isFull = SIZES[size].isFull, isInButton = false } = {}) {
  const name = plainPiece(text);
  const made = element("span", "drawn");
  made.textContent = name.replace(NUMBER, "−");
  made.dataset.size = size;
  made.classList.toggle("words", name.length > LONGEST);
  made.classList.toggle("gone", text.includes(GONE));
  made.classList.toggle("opened", look.opened[by]?.includes(text) ?? false);
  color(made, name, look, { side: look.side(by), isFull });
  const note = isInButton ? null : look.note(text);
  if (note) {
    made.dataset.noted = name;
    made.tabIndex = 0;
    made.setAttribute("role", "img");
    made.setAttribute("aria-label", `${name}: ${note[0]}. ${note[1]}`);
  }
  return made;
}

export function drawPieces(texts, look, options) {
  const made = element("span", "drawn-row");
  made.append(...texts.filter(Boolean).map((text) => drawPiece(text, look, options)));
  return made;
}

function color(made, name, look, { side, isFull }) {
  const isSides = side && UNIT.test(name);
  const colors = look.colorsOf(name) ?? (isSides ? null : look.colorsAt(name));
  if (name === "?") made.classList.add("hidden");
  else if (!colors && isSides) made.dataset.side = side;
  else if (colors && isFull) {
    const dark = pair(colors.fill, colors.ink, true);
    made.classList.add("full");
    made.style.setProperty("--fill", `light-dark(${colors.fill}, ${dark.fill})`);
    made.style.setProperty("--ink", `light-dark(${colors.ink}, ${dark.ink})`);
  } else if (colors) {
    made.classList.add(isLight(colors.fill) ? "light" : "dark");
    made.style.setProperty("--fill", colors.fill);
  }
}

// The colours of pieces by their texts, as they lie in the blocks of a tab.
function colorsOfCells(book, tab) {
  const known = new Map();
  for (const [top, bottom, left, right] of [...tab.play.hand, ...tab.play.board, ...tab.play.feeds.flatMap(({ from }) => from)]) {
    for (let row = top; row < bottom; row += 1) {
      for (let column = left; column < right; column += 1) {
        const text = tab.shownText(row, column).split("\n")[0].trim().toLowerCase();
        if (text === "" || known.has(text)) continue;
        const { fill, css } = book.style(tab.cell(row, column));
        if (fill) known.set(text, { fill: css["background-color"], ink: css.color ?? "#000000" });
      }
    }
  }
  return known;
}

function isLight(color) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  return 0.3 * red + 0.59 * green + 0.11 * blue > 150;
}
