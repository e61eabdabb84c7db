// What opens beside the replay, as at the table: the rules and the log in a drawer, and a menu with more.

import { Drawer } from "../table/drawer.js";
import { DRAWER } from "../table/drawer_parts.js";
import { id } from "./dom.js";
import { Rules } from "./rules.js";
import { Sent } from "./sent.js";

const OPENS = { KeyR: "rules", KeyL: "log" }; // with Alt
const PHONE = "(width < 700px)";
const THEMES = [
  { called: "as this device", scheme: "light dark" },
  { called: "on", scheme: "dark" },
  { called: "off", scheme: "light" },
];

export class Beside {
  // `fit()` fits the page to the room that is left; `on(target, event, act)` listens.
  constructor(match, { fit, on }) {
    id("controls").insertAdjacentHTML("beforebegin", DRAWER);
    const part = (name) => id(`drawer-${name}`);
    this.menu = id("more");
    this.theme = 0;
    this.drawer = new Drawer(
      { drawer: id("drawer"), back: part("back"), close: part("close"), title: part("title"), chips: part("chips"), body: part("body"), play: id("page"), table: id("page") },
      { rules: new Rules(match), log: new Sent(match) },
      {
        changed: () => {
          this.#mark();
          fit();
        },
      },
    );
    for (const button of document.querySelectorAll("[data-opens=rules]")) button.hidden = match.rules.length === 0;
    on(id("ways"), "click", ({ target }) => this.#opens(target.closest("button")));
    on(this.menu, "click", ({ target }) => this.#chosen(target));
    on(this.menu, "close", () => this.#mark());
    on(id("keys"), "click", ({ target }) => target.closest("button") && id("keys").close());
    on(document, "keydown", (event) => this.#pressed(event));
    on(document, "pointerdown", ({ target }) => {
      if (this.menu.open && !this.menu.contains(target) && !target.closest("[data-opens=more]")) this.menu.close();
    });
  }

  // Show what belongs to the view that is chosen.
  show(telling) {
    this.drawer.show({}, telling, true);
  }

  #opens(button) {
    if (!button) return;
    if (button.dataset.opens !== "more") this.drawer.toggle(button.dataset.opens, button);
    else if (this.menu.open) this.menu.close();
    else this.#openMenu();
  }

  #openMenu() {
    this.#tellTheme();
    if (matchMedia(PHONE).matches) this.menu.showModal();
    else {
      this.menu.show();
      this.menu.querySelector("[data-does]").focus();
    }
    this.#mark();
  }

  #chosen(target) {
    const { does, opens } = target.closest("button")?.dataset ?? {};
    if (does === "dark") {
      this.theme = (this.theme + 1) % THEMES.length;
      document.documentElement.style.colorScheme = THEMES[this.theme].scheme;
      this.#tellTheme();
      return;
    }
    if (!does && !opens && target !== this.menu) return;
    this.menu.close();
    if (opens) this.drawer.toggle(opens, document.querySelector("[data-opens=more]"));
    if (does === "check") id("proof").scrollIntoView();
    if (does === "check") id("check").focus({ preventScroll: true });
    if (does === "keys") id("keys").showModal();
  }

  #tellTheme() {
    this.menu.querySelector("[data-does=dark] i").textContent = THEMES[this.theme].called;
  }

  #pressed(event) {
    const { altKey, ctrlKey, metaKey, code, key } = event;
    if (key === "Escape" && !document.querySelector("dialog:modal")) {
      if (this.menu.open) {
        this.menu.close();
        document.querySelector("[data-opens=more]").focus();
      } else this.drawer.close();
    }
    if (!altKey || ctrlKey || metaKey || !(code in OPENS)) return;
    event.preventDefault();
    this.drawer.toggle(OPENS[code]);
  }

  #mark() {
    const open = this.menu.open ? "more" : this.drawer?.name;
    for (const button of id("ways").children) button.setAttribute("aria-expanded", String(button.dataset.opens === open));
  }
}
