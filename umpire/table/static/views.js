// Which of the two views shows a tab: the play view, where a tab tells what it is made of for whoever
// plays on it, or the grid of its cells. The choice is kept in this browser.

import { keep, kept } from "../kept.js";
import { Tabs } from "../tabs.js";

const KEPT_AS = "umpire.view";
const GRID = "grid";
const OTHER = "other ";

export class Views {
  // `parts` are elements: button, places (the menu of tabs of the play view), hints (in the
  // settings). `on` has: changed(), opened(id)
  constructor(parts, on) {
    this.parts = parts;
    this.isPlayWanted = kept(KEPT_AS) !== GRID;
    const [list, select] = parts.places.children;
    this.on = on;
    this.others = [];
    this.tabs = new Tabs(list, on.opened, "play");
    this.select = select;
    select.addEventListener("change", () => this.#chosen(select.value));
    parts.button.addEventListener("click", () => on.changed());
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
    const { button, places, hints } = this.parts;
    const isPlay = this.isPlay(tab);
    document.body.dataset.view = isPlay ? "play" : "grid";
    button.hidden = !tab?.play;
    button.firstElementChild.textContent = isPlay ? "Grid view" : "Play view";
    hints.hidden = !isPlay;
    places.hidden = !this.isPlayWanted || !book.tabs.some(({ play }) => play);
    document.body.classList.toggle("with-places", !places.hidden);
    if (places.hidden) return;
    this.tabs.show(book.tabs, tab?.id, book.awaited);
    const told = JSON.stringify([book.tabs.map(({ id, title }) => [id, title]), this.others, isPlay]);
    if (told !== this.told) {
      this.told = told;
      this.select.replaceChildren(
        ...book.tabs.map(({ id, title }) => new Option(title, id)),
        ...(isPlay ? [new Option("Grid view", GRID)] : []),
        ...this.others.map(({ id, title }) => new Option(title, `${OTHER}${id}`)),
      );
    }
    this.select.value = String(tab?.id);
  }

  // What else is in the menu of a phone.
  #chosen(value) {
    if (value === GRID) this.on.changed();
    else if (value.startsWith(OTHER)) location.href = encodeURIComponent(value.slice(OTHER.length));
    else this.on.opened(Number(value));
  }
}
