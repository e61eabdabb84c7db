// What a piece does, while the pointer or the focus is on it or after a tap: of a piece in hand at the
// foot of the middle, on a phone in the dock, of any other on a dark card beside it. Nothing that is
// clicked is ever covered.

import { element } from "../cells.js";
import { drawPiece, plainPiece } from "./piece.js";

const GAP = 10; // pixels between a piece and its card
const EDGE = 8; // and between a card and the edge of the window

export class Notes {
  // `parts` are elements: root (the page), hand, later (what stands below the form), middle, dock.
  constructor(parts) {
    this.parts = parts;
    this.foot = element("aside", "note-foot");
    this.card = element("aside", "note-card");
    for (const one of [this.foot, this.card]) {
      one.hidden = true;
      one.setAttribute("role", "tooltip");
    }
    parts.dock.prepend(this.foot);
    parts.root.append(this.card);
    const { root } = parts;
    root.addEventListener("pointerover", ({ target, pointerType }) => pointerType === "mouse" && this.#at(target));
    root.addEventListener("pointerleave", () => this.hide());
    root.addEventListener("focusin", ({ target }) => this.#at(target));
    root.addEventListener("focusout", () => this.hide());
    root.addEventListener("click", ({ target }) => this.#at(target));
    document.addEventListener("keydown", (event) => this.#pressed(event), true);
    for (const one of [root, parts.middle]) one.addEventListener("scroll", () => this.hide(), { passive: true });
  }

  // Show the notes of a tab from now on: `blocks` are those of its cells.
  show(tab, look, blocks) {
    this.tab = tab;
    this.look = look;
    this.blocks = blocks;
    if (this.shown && !this.shown.isConnected) this.hide();
  }

  hide() {
    this.shown = null;
    this.foot.hidden = true;
    this.card.hidden = true;
  }

  #pressed(event) {
    if (event.key !== "Escape" || this.foot.hidden === this.card.hidden) return;
    this.hide();
    event.stopPropagation();
  }

  #at(target) {
    const found = this.look && this.#noteAt(target);
    if (!found) {
      this.hide();
      return;
    }
    if (found.element === this.shown) return;
    this.hide();
    this.shown = found.element;
    if ([this.parts.hand, this.parts.later].some((part) => part.contains(found.element))) this.#showBelow(found);
    else this.#showBeside(found);
  }

  // What is under the pointer or has the focus: its element, its text and its note, or null.
  #noteAt(target) {
    const drawn = target.closest("[data-noted]");
    if (drawn) return { element: drawn, piece: drawn.dataset.noted, note: this.look.note(drawn.dataset.noted) };
    const place = target.closest("td, .piece");
    const block = place && this.blocks.find((one) => one.element.contains(place));
    if (!block) return null;
    const td = place.at ? place : block.td(...place.dataset.key.split(",").map(Number));
    if (!td) return null;
    const { row, column } = td.at;
    const piece = plainPiece(this.tab.shownText(row, column));
    const note = noteIn(this.tab, row, column, piece);
    return note && { element: place, piece, note };
  }

  // At the foot of the middle; at its head, where the piece itself is there.
  #showBelow({ element: at, piece, note }) {
    this.#fill(this.foot, note, drawPiece(piece, this.look, { by: this.tab.stage.reader }));
    this.foot.classList.remove("above");
    this.foot.hidden = false;
    const [own, other] = [this.foot.getBoundingClientRect(), at.getBoundingClientRect()];
    const isOver = getComputedStyle(this.foot).position === "absolute";
    if (!isOver || !meet(own, other)) return;
    this.foot.classList.add("above");
    const { top } = this.parts.middle.getBoundingClientRect();
    const { bottom } = this.parts.dock.getBoundingClientRect();
    this.foot.style.setProperty("--up", `${(bottom - top) / this.#zoom}px`);
  }

  // Beside the piece, toward the side with the fewest things to choose.
  #showBeside({ element: at, note }) {
    this.#fill(this.card, note);
    this.card.hidden = false;
    const { width, height } = this.card.getBoundingClientRect();
    const piece = at.getBoundingClientRect();
    const x = piece.left + piece.width / 2 - width / 2;
    const y = piece.top + piece.height / 2 - height / 2;
    const places = [
      { x, y: piece.top - GAP - height },
      { x, y: piece.bottom + GAP },
      { x: piece.right + GAP, y },
      { x: piece.left - GAP - width, y },
    ].map((one) => ({
      x: Math.max(EDGE, Math.min(one.x, innerWidth - width - EDGE)),
      y: Math.max(EDGE, Math.min(one.y, innerHeight - height - EDGE)),
    }));
    const taken = [...this.parts.root.querySelectorAll(".piece:not([aria-disabled=true])")].map((one) => one.getBoundingClientRect());
    const cost = (place) => {
      const box = { left: place.x, top: place.y, right: place.x + width, bottom: place.y + height };
      return (meet(box, piece) ? taken.length + 1 : 0) + taken.filter((one) => meet(box, one)).length;
    };
    const [best] = places.toSorted((one, other) => cost(one) - cost(other));
    Object.assign(this.card.style, { left: `${best.x / this.#zoom}px`, top: `${best.y / this.#zoom}px` });
  }

  // How much larger the whole page is drawn.
  get #zoom() {
    return this.parts.root.currentCSSZoom ?? 1;
  }

  #fill(box, [name, text], ...before) {
    const said = element("p");
    const head = element("b");
    head.textContent = name;
    said.append(head, ` ${text}`);
    box.replaceChildren(...before, said);
  }
}

function meet(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

// The note of what a cell shows: one for the block that it is in, or one that counts anywhere.
function noteIn(tab, row, column, piece) {
  const groups = (tab.stage.notes ?? []).filter(({ boxes, texts }) => Object.hasOwn(texts, piece) && (boxes.length === 0 || boxes.some((box) => isIn(box, row, column))));
  return groups.sort((one, other) => other.boxes.length - one.boxes.length)[0]?.texts[piece] ?? null;
}

function isIn([top, bottom, left, right], row, column) {
  return top <= row && row < bottom && left <= column && column < right;
}
