// Blocks that the form shows itself while it asks for what is in them, as rows or as a palette: they are seen
// nowhere else then. Those of the hand are on the table at other times.

import { listsOf } from "./groups.js";
import { fitEach } from "./layout.js";

export class Listed {
  // `places` are elements: hand, lists, which is on the table.
  constructor(places) {
    this.places = places;
    this.blocks = [];
  }

  show(tab, fields, hand, board) {
    const lists = listsOf(tab, fields);
    const listOf = ({ box }) => lists.find(({ boxes }) => boxes.some((one) => meets(one, box)));
    for (const block of [...hand, ...board]) block.hide(listOf(block)?.isAsked === true);
    this.blocks = hand.filter(listOf);
    const there = this.blocks.filter(({ isEmpty }) => !isEmpty).map(({ element }) => element);
    const { hand: mine, lists: place } = this.places;
    if (there.length === place.children.length && there.every((one, at) => place.children[at] === one)) return;
    mine.replaceChildren(...hand.map(({ element }) => element).filter((one) => !there.includes(one)));
    place.replaceChildren(...there);
  }

  fit(width) {
    fitEach(this.blocks, width);
  }
}

function meets([top, bottom, left, right], box) {
  return top < box.bottom && bottom > box.top && left < box.right && right > box.left;
}
