// The play view as an extension of the page: shows the tabs that tell what they are made of.

import { View, addView } from "../extension.js";
import { addParts } from "./parts.js";
import { Play } from "./play.js";
import { Views } from "./views.js";

const RULES = "Rules"; // the tab that tells how a game is played

const find = (id) => document.getElementById(id);

class Table extends View {
  constructor(page) {
    super(find("play"));
    this.page = page;
    const { book, countdown, isDark, write, tick, ring, openTab } = page;
    this.views = new Views(
      { button: find("switch"), places: find("places"), hints: find("hints") },
      { changed: () => this.#turn(), opened: openTab },
    );
    this.play = new Play(this.element, find("hints").querySelector("button"), countdown, isDark, {
      write,
      tick,
      soon: ring,
      rules() {
        const rules = book.tabs.find(({ title }) => title === RULES);
        return rules ? () => openTab(rules.id) : null;
      },
    });
  }

  shows(tab) {
    return this.views.isPlay(tab);
  }

  heard(message, isWhole) {
    if (isWhole) this.views.others = message.others;
    for (const tab of this.page.book.tabs) {
      const { play, stage } = tab.beside.table ?? { play: null, stage: {} };
      tab.play = play; // what it is made of for whoever plays on it
      tab.stage = stage; // how the match stands there
    }
  }

  watched(watching) {
    this.play.watched(watching);
  }

  around(tab) {
    this.tab = tab;
    this.views.show(this.page.book, tab);
  }

  show(tab) {
    this.shown = JSON.stringify(tab.play);
    this.play.show(this.page.book, tab);
  }

  change(tab, dirty) {
    if (JSON.stringify(tab.play) === this.shown) this.play.change(dirty);
    else this.show(tab);
  }

  get place() {
    return this.play.place;
  }

  goTo(place) {
    this.play.goTo(place);
  }

  pressed(event) {
    return this.play.pressed(event);
  }

  pressedAnywhere(event) {
    const isMine = event.altKey && !event.ctrlKey && !event.metaKey && event.code === "KeyG";
    if (isMine) this.#turn();
    return isMine;
  }

  refused(blocks) {
    return this.play.refused(blocks);
  }

  // Change to the grid or back, where there are both.
  #turn() {
    if (this.tab?.play) this.page.turn(() => this.views.turn());
  }
}

addParts();
addView((page) => new Table(page));
