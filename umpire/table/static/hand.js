// The blocks of the hand on the page: above the form, or below it if what is asked first is not taken from them.

import { fitHand, stand } from "./layout.js";

const SMALLER = 0.72; // of a block below the form that nothing is taken from: 54 pixels become 39

export class Hand {
  // `places` are elements: hand, later, which is below the form.
  constructor(places) {
    this.places = places;
    this.above = [];
    this.below = [];
  }

  // `blocks` are those of the hand that stand here, `open` the fields that can be filled in now, and `fed` the
  // keys of those that the table shows with all that can go in: what is below need not show it too.
  show(tab, blocks, open, fed) {
    this.below = laterBlocks(tab, blocks, open);
    this.above = blocks.filter((block) => !this.below.includes(block));
    const isTaken = (block, fields) => fields.some((field) => feedsOf(tab, block).some((feed) => field.feeds.includes(feed)));
    for (const block of this.below) block.hide(isTaken(block, open.filter(({ key }) => fed.includes(key))));
    this.idle = this.below.filter((block) => !isTaken(block, open));
    stand(this.places.hand, elementsOf(this.above));
    stand(this.places.later, elementsOf(this.below));
  }

  fit(width) {
    const { hand, later } = this.places;
    const beside = hand.clientWidth || later.clientWidth;
    fitHand([...this.above, ...this.below.filter((block) => !this.idle.includes(block))], beside, width);
    fitHand(this.idle, beside, width, SMALLER);
  }
}

// The last blocks of the hand that feed fields, but not the one that is asked first, as long as others stay above.
function laterBlocks(tab, blocks, open) {
  if (open.length === 0) return [];
  const shown = blocks.filter(({ isEmpty }) => !isEmpty);
  const isLater = (feeds) => feeds.length > 0 && !feeds.some((feed) => open[0].feeds.includes(feed));
  const last = shown.findLastIndex((block) => !isLater(feedsOf(tab, block)));
  return last < 0 ? [] : shown.slice(last + 1);
}

function feedsOf(tab, { box }) {
  const meets = ([top, bottom, left, right]) => top < box.bottom && bottom > box.top && left < box.right && right > box.left;
  return tab.play.feeds.filter(({ from }) => from.some(meets));
}

function elementsOf(blocks) {
  return blocks.map(({ element }) => element);
}
