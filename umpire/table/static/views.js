// Which of the two views shows a tab: the play view, where a tab tells what it is made of for whoever
// plays on it, or the grid of its cells. The choice is kept in this browser.

import { keep, kept } from "../kept.js";

const KEPT_AS = "umpire.view";
const GRID = "grid";

export class Views {
  // `button` changes from the grid to the play view; `changed()` is called when it is pressed.
  constructor(button, changed) {
    this.button = button;
    this.isPlayWanted = kept(KEPT_AS) !== GRID;
    button.addEventListener("click", () => changed());
  }

  // Whether the play view shows this tab.
  isPlay(tab) {
    return this.isPlayWanted && tab !== null && tab.play !== null;
  }

  turn() {
    this.isPlayWanted = !this.isPlayWanted;
    keep(KEPT_AS, this.isPlayWanted ? null : GRID);
  }

  // Show what belongs to the view of a tab around it.
  show(book, tab) {
    const isPlay = this.isPlay(tab);
    document.body.dataset.view = isPlay ? "play" : "grid";
    this.button.hidden = isPlay || !book.tabs.some(({ play }) => play);
  }
}
