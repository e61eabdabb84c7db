// A finished round that still lies on the board: the card of its result takes the place of that block
// until its reader goes on, so that nobody places new pieces among old ones.

import { element } from "../cells.js";

const PHONE = matchMedia("(width < 700px)");
const NUMBER = /\d+/;

export class Finished {
  // `parts` are elements: you, middle, last. `on` has: passed(), when its reader goes on.
  constructor(parts, on) {
    this.parts = parts;
    this.on = on;
    this.passed = null; // the name of the round that its reader has left
  }

  // Show the newest of `rounds` in the place of its block. `isBegun` says that something was put into
  // the next form.
  show(tab, blocks, rounds, isBegun) {
    const { finished, seats } = tab.play;
    const block = finished && blocks.find(({ box, isEmpty }) => !isEmpty && isSame(box, finished.block));
    const result = block && lies(tab, finished) && !tab.stage.over ? rounds.newest : null;
    const name = result?.name ?? null;
    if (name !== null && isBegun) this.passed = name;
    const isCovering = result?.columns !== undefined && name !== this.passed;
    const isCleared = name !== null && !isCovering;
    if (!isCovering || block !== this.block || name !== this.name) this.#uncover();
    if (isCovering) this.#cover(block, name, rounds);
    if (block) clear(block, isCleared ? seats.flatMap(({ cards }) => cards) : [], "cleared");
    if (block) clear(block, isCleared ? finished.clears : [], "erased");
    this.parts.last.classList.toggle("elsewhere", isCovering);
  }

  // Put the card where there is room for it: in the place of its block, on a phone above what is in hand.
  place() {
    if (!this.card) return;
    const { you, middle } = this.parts;
    if (PHONE.matches) you.insertBefore(this.card, middle);
    else this.block.element.append(this.card);
  }

  #cover(block, name, rounds) {
    if (!this.card) {
      this.block = block;
      this.name = name;
      this.card = rounds.drawNewest();
      this.card.classList.add("large");
      const onward = element("button", "onward");
      onward.type = "button";
      onward.textContent = `On to ${name.toLowerCase().replace(NUMBER, (number) => String(Number(number) + 1))}`;
      onward.addEventListener("click", () => {
        this.passed = name;
        this.on.passed();
      });
      this.card.append(onward);
    }
    block.element.classList.add("covered");
    this.place();
  }

  #uncover() {
    this.card?.remove();
    this.block?.element.classList.remove("covered");
    this.card = this.block = this.name = null;
  }
}

// Whether cells hold something that are empty but for a finished round.
function lies(tab, { where: [top, bottom, left, right] }) {
  for (let row = top; row < bottom; row += 1) {
    for (let column = left; column < right; column += 1) if (!tab.isEmpty(row, column)) return true;
  }
  return false;
}

function clear(block, boxes, className) {
  for (const td of block.cells.tds.values()) {
    const { row, column } = td.at;
    const isIn = boxes.some(([top, bottom, left, right]) => top <= row && row < bottom && left <= column && column < right);
    td.classList.toggle(className, isIn && !block.tab.isEmpty(row, column));
  }
}

function isSame({ top, bottom, left, right }, box) {
  return [top, bottom, left, right].join() === box.join();
}
