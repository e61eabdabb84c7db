// A piece outside of the board: in a result, an event, a record. It has the colours that the board
// gives its text, as a tint, or else those of its player's side.

import { element } from "../cells.js";

const BEFORE = /^[\s›▸*]+/u;
const BEHIND = /[\s†◂▸●○•★*]+$/u;
const GONE = "†"; // behind a piece that was destroyed
const NUMBER = /^-(?=\d)/;
const UNIT = /^-?\d/; // a piece that is told apart by whose it is
const LONGEST = 12; // characters; what is longer is words
const SIDES = ["first", "second"];

// A piece's text as it stands in no special state.
export function plainPiece(text) {
  return text.split("\n")[0].replace(BEFORE, "").replace(BEHIND, "").trim();
}

// Knows the colours and notes of a tab's pieces, and the sides of its players.
export class Look {
  constructor(tab) {
    const { players = [], reader = null, notes = [] } = tab.stage;
    this.colors = tab.play.pieces;
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

  colorsOf(text) {
    return this.colors.find(({ begins, equals }) => equals.includes(text) || begins.some((one) => text.startsWith(one))) ?? null;
  }
}

// Draw a piece. `by` is whose it is, if anybody's.
export function drawPiece(text, look, by = null) {
  const name = plainPiece(text);
  const made = element("span", "drawn");
  made.textContent = name.replace(NUMBER, "−");
  made.classList.toggle("words", name.length > LONGEST);
  made.classList.toggle("gone", text.includes(GONE));
  made.classList.toggle("opened", look.opened[by]?.includes(text) ?? false);
  const colors = look.colorsOf(name);
  const side = look.side(by);
  if (name === "?") made.classList.add("hidden");
  else if (colors) {
    made.style.setProperty("--fill", colors.fill);
    made.classList.add(isLight(colors.fill) ? "light" : "dark");
  } else if (side && UNIT.test(name)) made.dataset.side = side;
  const note = look.note(text);
  if (note) {
    made.dataset.noted = name;
    made.tabIndex = 0;
    made.setAttribute("role", "img");
    made.setAttribute("aria-label", `${name}: ${note[0]}. ${note[1]}`);
  }
  return made;
}

export function drawPieces(texts, look, by = null) {
  const made = element("span", "drawn-row");
  made.append(...texts.filter(Boolean).map((text) => drawPiece(text, look, by)));
  return made;
}

function isLight(color) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  return 0.3 * red + 0.59 * green + 0.11 * blue > 150;
}
