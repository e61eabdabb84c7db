// The pieces of one block that may go into the form: a button over each, with its state. A block is one
// stop for the Tab key; arrow keys move inside.

import { element } from "../cells.js";
import { pieceOf, piecesOf } from "./feeds.js";

const LEAST = 44; // pixels that a finger needs
const LOW = 30; // pixels
const TIP = 80; // pixels that half of a tip may take
const WAY = /^\w+(-\w+)+$/; // from where, over what, to where
const BETWEEN = /\W+/;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Pieces {
  // `isHand` says that the block is somebody's own cards. `on` has: put(state), turn(field)
  constructor(block, isHand, on) {
    this.block = block;
    this.isHand = isHand;
    this.on = on;
    this.layer = element("div", "pieces");
    this.layer.setAttribute("role", "group");
    this.buttons = new Map();
    this.states = new Map();
    this.unsent = [];
    block.above.append(this.layer);
    this.layer.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      const state = button && this.states.get(button.dataset.key);
      if (state?.turnsTo) this.on.turn(state.turnsTo);
      else if (state?.takes) this.on.put(state);
    });
    for (const [come, gone] of [["mouseover", "mouseout"], ["focusin", "focusout"]]) {
      this.layer.addEventListener(come, ({ target }) => this.#passes(target.closest("button")));
      this.layer.addEventListener(gone, () => this.#passes(null));
    }
    this.layer.addEventListener("focusin", (event) => this.#stopAt(event.target));
    this.layer.addEventListener("keydown", (event) => this.#pressed(event));
  }

  // Have the rows of a hand be as high as a card, those of cards that are one cell each.
  makeRoom(feeds) {
    const { block } = this;
    if (block.isEmpty || !this.isHand) return;
    const cards = feeds.filter((feed) => pieceOf(feed) === "card").flatMap((feed) => piecesOf(block.tab, feed));
    for (const { box } of cards) {
      const td = meets(box, block.box) ? block.td(box.top, box.left) : null;
      const isOne = td && box.bottom === box.top + 1 && block.cardAt(box).bottom === box.bottom;
      const above = isOne ? block.tab.boxAt(box.top - 1, box.left) : null;
      if (isOne && block.cardAt(above).bottom <= box.top) td.parentElement.classList.add("roomy");
    }
  }

  // Show what each piece in this block may do; states have `badge` and `tip` besides.
  show(states, title) {
    const { block } = this;
    const mine = block.isEmpty ? [] : this.#mine(states);
    const canAny = mine.some(({ takes, inside }) => takes && !inside);
    this.states = new Map(mine.map((state) => [state.piece.key, state]));
    for (const td of block.cells.tds.values()) {
      td.classList.remove("raised", "faded", "placed");
      td.removeAttribute("aria-hidden");
      td.parentElement.classList.remove("reached");
      td.parentElement.style.removeProperty("--reach");
    }
    for (const [key, button] of this.buttons) {
      if (this.states.has(key)) continue;
      button.remove();
      this.buttons.delete(key);
    }
    this.layer.setAttribute("aria-label", title);
    this.layer.hidden = mine.length === 0;
    for (const state of mine) this.#makeRoom(state);
    const areas = mine.map(({ box }) => block.area(box));
    this.#drawUnsent(mine);
    mine.forEach((state, at) => areas[at] && this.#draw(state, areas[at], canAny && this.#isLike(state, mine)));
    const stops = mine.map(({ piece }) => this.buttons.get(piece.key)).filter(Boolean);
    this.#putInOrder(stops);
    // Tab leads to a piece that can be chosen or is, unless its person is at another one.
    const isOfUse = (one) => ["can", "in"].includes(one.dataset.state);
    const stop = stops.find((one) => one.tabIndex === 0);
    if (stops.length > 0 && !(stop && (isOfUse(stop) || stop === document.activeElement))) this.#stopAt(stops.find(isOfUse) ?? stop ?? stops[0]);
  }

  // Have buttons stand in the order in which they are read out, whichever were here first. One that
  // stands right is not moved, as it would lose the focus.
  #putInOrder(buttons) {
    buttons.forEach((button, at) => {
      const before = at > 0 ? buttons[at - 1] : null;
      if (button.previousElementSibling === before) return;
      if (before) before.after(button);
      else this.layer.prepend(button);
    });
  }

  // The pieces of this block, each with the box that it has here: what goes on below a card is no
  // piece of its own.
  #mine(states) {
    const { block } = this;
    const found = states
      .filter(({ piece: { box } }) => block.td(box.top, box.left) !== undefined && meets(box, block.box))
      .map((state) => ({ ...state, box: kindOf(state) === "a-card" ? block.cardAt(state.piece.box) : state.piece.box }));
    const isUnder = ({ box }) => found.some((other) => other.box.top < box.top && other.box.left === box.left && box.bottom <= other.box.bottom);
    return found.filter((state) => kindOf(state) !== "a-card" || !isUnder(state));
  }

  // Whether a card is written as large as one that may be chosen: else it is none, but a label.
  #isLike(state, all) {
    if (kindOf(state) !== "a-card") return true;
    const sizeOf = ({ box }) => this.block.td(box.top, box.left).style.fontSize;
    return all.some((other) => other.takes && sizeOf(other) === sizeOf(state));
  }

  #draw(state, area, canAny) {
    const { piece, box, inside, takes } = state;
    let button = this.buttons.get(piece.key);
    if (!button) {
      button = element("button");
      button.type = "button";
      button.tabIndex = -1;
      button.dataset.key = piece.key;
      this.buttons.set(piece.key, button);
      this.layer.append(button);
    }
    const isPlaced = Boolean(inside && state.isPlaced);
    const told = inside ? "in" : takes || state.turnsTo ? "can" : canAny ? "cannot" : "idle";
    const isBare = this.block.book.style(this.block.tab.cell(box.top, box.left)).fill !== true;
    button.className = `piece ${kindOf(state)}${area.height < LOW ? " low" : ""}${isBare ? " bare" : ""}${isPlaced ? " was-placed" : ""}${state.isNext ? " next" : ""}`;
    button.classList.toggle("at-start", area.x < TIP);
    button.classList.toggle("at-end", this.block.width - area.x - area.width < TIP);
    button.dataset.state = told;
    button.setAttribute("aria-label", spoken(state));
    button.setAttribute("aria-pressed", String(Boolean(inside || state.isChosen)));
    button.setAttribute("aria-disabled", String(told !== "can" && !takes));
    Object.assign(button.style, {
      left: `${area.x}px`,
      top: `${area.y}px`,
      width: `${area.width}px`,
      height: `${area.height}px`,
    });
    const reach = (size) => `${Math.max(0, (LEAST / (this.block.scaled ?? 1) - size) / 2)}px`;
    button.style.setProperty("--reach-x", reach(area.width));
    button.style.setProperty("--reach-y", reach(area.height));
    button.style.setProperty("--fill", this.block.td(box.top, box.left).style.backgroundColor);
    const marks = [...(inside ? [["badge", state.badge]] : []), ...(state.tip ? [["tip", state.tip]] : [])];
    if (button.marks !== marks.join()) button.replaceChildren(...marks.map(([name, text]) => part(name, text)));
    button.marks = marks.join();
    for (const td of this.#tdsOf(box)) {
      td.classList.toggle("placed", isPlaced && kindOf(state) === "a-card");
      td.classList.toggle("raised", told === "in" && !isPlaced && !button.matches(".low, .bare") && ["a-card", "a-tile"].includes(kindOf(state)));
      td.classList.toggle("faded", told === "cannot" && this.isHand);
      if (["a-card", "a-tile"].includes(kindOf(state))) td.setAttribute("aria-hidden", "true"); // the button says it
    }
  }

  // What is in a field whose place is here, on the cells of that place that are free.
  #drawUnsent(states) {
    const chips = states.flatMap(({ box, words = [] }) => {
      const free = [...this.#tdsOf(box)].filter((td) => td.matches(".cleared") || this.block.tab.isEmpty(td.at.row, td.at.column));
      return words.slice(0, free.length).map((word, index) => this.#chip(word, free[index]));
    });
    for (const chip of this.unsent) chip.remove();
    this.unsent = chips;
    this.layer.append(...chips);
  }

  #chip(word, td) {
    const { x, y, width, height } = this.block.area(this.block.tab.boxAt(td.at.row, td.at.column));
    const chip = part("unsent", word);
    Object.assign(chip.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px`, fontSize: `max(${td.style.fontSize || "13px"}, 11px / var(--scale, 1))` });
    return chip;
  }

  // The row of a card or of a list is as high as a finger needs it, where there are fingers.
  #makeRoom({ feed, box: { top, left, bottom } }) {
    const isLow = bottom === top + 1 && ["a-card", "a-row"].includes(kindOf({ feed }));
    if (!isLow) return;
    const { parentElement: tr } = this.block.td(top, left);
    tr.classList.add("reached");
    tr.style.setProperty("--reach", `${LEAST / (this.block.scaled ?? 1)}px`);
  }

  *#tdsOf({ top, bottom, left, right }) {
    for (const td of this.block.cells.tds.values()) {
      const { row, column } = td.at;
      if (top <= row && row < bottom && left <= column && column < right) yield td;
    }
  }

  // Show which tiles the way of a piece passes.
  #passes(button) {
    const told = button && this.states.get(button.dataset.key);
    const tip = told?.tip ?? "";
    const way = WAY.test(tip) ? tip.split("-").slice(1, -1) : tip.split(BETWEEN);
    for (const [key, one] of this.buttons) one.classList.toggle("passed", one !== button && way.includes(this.states.get(key)?.piece.name));
  }

  #stopAt(button) {
    for (const one of this.buttons.values()) one.tabIndex = one === button ? 0 : -1;
  }

  #pressed(event) {
    const step = ARROWS[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    const from = event.target.closest("button");
    if (!from) return;
    event.preventDefault();
    const next = nearest(from, [...this.buttons.values()], step);
    next?.focus();
  }
}

function part(className, text) {
  const made = element("span", className);
  made.setAttribute("aria-hidden", "true");
  made.textContent = text;
  return made;
}

// How a piece is lit depends on what it is.
function kindOf({ feed, turnsTo }) {
  if (turnsTo) return "a-place";
  return `a-${pieceOf(feed)}`;
}

function spoken({ piece, inside, takes, tip, turnsTo, words }) {
  if (turnsTo) return `${piece.name}: ${words.length > 0 ? `${words.join(" ")}, not sent` : "empty"}`;
  const name = tip ? `${piece.name}, ${tip}` : piece.name;
  if (inside) return `${name}, is in ${inside.called}`;
  return takes ? `${name}, can go into ${takes.field.called}` : `${name}, cannot be chosen`;
}

function meets(box, block) {
  return box.top < block.bottom && box.bottom > block.top && box.left < block.right && box.right > block.left;
}

// The nearest one in a direction, those straight ahead first.
function nearest(from, all, [across, down]) {
  const middle = (one) => [one.offsetLeft + one.offsetWidth / 2, one.offsetTop + one.offsetHeight / 2];
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const one of all) {
    const [otherX, otherY] = middle(one);
    const ahead = (otherX - x) * across + (otherY - y) * down;
    const aside = Math.abs((otherX - x) * down) + Math.abs((otherY - y) * across);
    const far = ahead + 3 * aside;
    if (one !== from && ahead > 1 && far < least) {
      best = one;
      least = far;
    }
  }
  return best;
}
