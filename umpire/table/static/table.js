// The play view as an extension of the page: shows the tabs that tell what they are made of.

import { View, addView } from "../extension.js";
import { Drawer } from "./drawer.js";
import { Log } from "./log.js";
import { Menu } from "./menu.js";
import { addParts } from "./parts.js";
import { Play } from "./play.js";
import { Rules } from "./rules.js";
import { TopBar, titleOf } from "./topbar.js";
import { Views } from "./views.js";

const OPENS = { KeyR: "rules", KeyL: "log" }; // with Alt

const find = (id) => document.getElementById(id);

class Table extends View {
  constructor(page) {
    super(find("play"));
    this.page = page;
    this.others = [];
    const { countdown, isDark, write, tick, ring } = page;
    this.views = new Views(find("switch"), () => this.#turn());
    this.topBar = new TopBar({ game: find("game"), ways: find("ways") }, { opens: (name, button) => this.#opens(name, button) });
    this.menu = new Menu(
      { menu: find("more"), settings: find("settings"), help: find("help") },
      { opens: (name, from) => this.drawer.toggle(name, from), grid: () => this.#turn(), sheets: () => this.#otherSheets(), changed: () => this.#mark() },
    );
    this.play = new Play(this.element, this.menu.again, countdown, isDark, {
      write,
      tick,
      soon: ring,
      rules: () => (this.drawer.has("rules") ? () => this.drawer.open("rules") : null),
    });
    this.drawer = new Drawer(
      {
        ...Object.fromEntries(["back", "close", "title", "chips", "body"].map((name) => [name, find(`drawer-${name}`)])),
        drawer: find("drawer"),
        play: this.element,
        table: this.play.parts.table,
      },
      { rules: new Rules(countdown, isDark), log: new Log(countdown) },
      { changed: () => this.#mark(), whole: (tab) => this.#showWhole(tab) },
    );
  }

  get title() {
    return titleOf(this.page.book, this.tab ?? null);
  }

  shows(tab) {
    return this.views.isPlay(tab);
  }

  heard(message, isWhole) {
    if (isWhole) this.others = message.others;
    for (const tab of this.page.book.tabs) {
      const { play = null, stage = {}, rules = null } = tab.beside.table ?? {};
      tab.play = play; // what it is made of for whoever plays on it
      tab.stage = stage; // how the match stands there
      tab.rules = rules; // the sections of a help page
    }
  }

  watched(watching) {
    this.play.watched(watching);
  }

  connected(isConnected) {
    this.play.connected(isConnected);
  }

  around(tab) {
    this.tab = tab;
    this.views.show(this.page.book, tab);
    this.drawer.show(this.page.book, tab, this.shows(tab));
    if (this.shows(tab)) this.topBar.show(this.page.book, tab);
    else this.menu.close();
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

  // Escape closes what stands beside the table, unless there is something in the form to empty.
  pressed(event) {
    const isEscape = event.key === "Escape";
    const isBeside = !this.element.contains(event.target);
    if (isEscape && isBeside && this.#closes()) return true;
    return this.play.pressed(event) || (isEscape && this.#closes());
  }

  pressedAnywhere(event) {
    if (!event.altKey || event.ctrlKey || event.metaKey) return false;
    if (event.code === "KeyG") {
      this.#turn();
      return true;
    }
    const name = OPENS[event.code];
    if (name === undefined || !this.shows(this.tab ?? null)) return false;
    this.drawer.toggle(name);
    return true;
  }

  refused(blocks) {
    return this.play.refused(blocks);
  }

  #opens(name, button) {
    if (name === "more") this.menu.toggle(button);
    else this.drawer.toggle(name, button);
  }

  #closes() {
    const isOpen = this.menu.isOpen || this.drawer.isOpen;
    if (this.menu.isOpen) this.menu.close();
    else this.drawer.close();
    return isOpen;
  }

  #mark() {
    this.topBar.mark(this.menu.isOpen ? "more" : this.drawer?.isOpen ? this.drawer.name : null);
  }

  // The other tabs, apart from those that the drawers show, and the other spreadsheets.
  #otherSheets() {
    const { book, openTab } = this.page;
    const isShown = (tab) => tab === this.tab || tab.rules || tab.id === this.tab.play.moves?.[0] || tab === this.drawer.contents.rules.pageOf(book);
    const tabs = book.tabs.filter((tab) => !isShown(tab)).map(({ id, title }) => ({ title, open: () => openTab(id) }));
    const open = (id) => {
      location.href = encodeURIComponent(id);
    };
    return [...tabs, ...this.others.map(({ id, title }) => ({ title, open: () => open(id) }))];
  }

  // Show a tab as cells; the table's own tab in place of the play view.
  #showWhole(tab) {
    this.drawer.close();
    if (tab.play) this.#turn();
    else this.page.openTab(tab.id);
  }

  // Change to the grid or back. From a tab that nobody plays on it is back to the first on which one does.
  #turn() {
    const { book } = this.page;
    if (this.tab?.play || !this.views.isPlayWanted) this.page.turn(() => this.views.turn());
    const home = book.tabs.find(({ play }) => play);
    if (!this.tab?.play && home && this.views.isPlayWanted) this.page.openTab(home.id);
  }
}

addParts();
addView((page) => new Table(page));
