// What stands beside the table: the rules or the log, as a drawer at the right; on a phone, as a page
// below the question.

import { element } from "../cells.js";
import { Overflow } from "./overflow.js";

const COVERS_TABLE = "(700px <= width < 1000px)";
const NEAR = 40; // pixels below the top at which the next section is the one that is read

export class Drawer {
  // `parts` are elements: drawer, back, close, title, chips, body; and play and table, of the play view.
  // `contents` are what it may show, by their names. `on` has: changed(), and whole(tab), to show a tab
  // as cells.
  constructor(parts, contents, on) {
    this.parts = parts;
    this.contents = contents;
    this.on = on;
    this.name = null; // of what is open
    this.isSeen = false;
    this.overflow = new Overflow([parts.body]);
    for (const button of [parts.back, parts.close]) button.addEventListener("click", () => this.close());
    parts.body.addEventListener("scroll", () => this.#markRead(), { passive: true });
    window.addEventListener("resize", () => this.name && this.#fit());
  }

  // Whether there is anything to show of this name.
  has(name) {
    return this.book !== undefined && this.contents[name].pageOf(this.book, this.tab) !== null;
  }

  toggle(name, from = document.activeElement) {
    if (this.name === name) this.close();
    else this.open(name, from);
  }

  // Open it, and go there; the focus returns to where it came from.
  open(name, from = document.activeElement) {
    if (!this.has(name)) return;
    if (this.name === null) [this.from, this.scrolled] = [from, this.parts.play.scrollTop];
    this.name = name;
    this.chosen = 0;
    this.told = null;
    this.parts.title.textContent = this.contents[name].title;
    this.#arrange();
    this.#draw();
    this.parts.body.scrollTop = 0;
    this.parts.title.focus();
  }

  close() {
    if (this.name === null) return;
    const hadFocus = this.parts.drawer.contains(document.activeElement) || document.activeElement === document.body;
    this.name = null;
    this.#arrange();
    this.parts.play.scrollTop = this.scrolled;
    if (hadFocus && this.from?.checkVisibility()) this.from.focus({ preventScroll: true });
  }

  // Show what belongs to a tab; nothing while another view is seen.
  show(book, tab, isSeen) {
    [this.book, this.tab, this.isSeen] = [book, tab, isSeen];
    if (this.name !== null && !this.has(this.name)) this.name = null;
    if (this.parts.drawer.hidden === this.isOpen) this.#arrange();
    if (this.isOpen) this.#draw();
  }

  get isOpen() {
    return this.name !== null && this.isSeen;
  }

  #arrange() {
    this.parts.drawer.hidden = !this.isOpen;
    document.body.classList.toggle("with-drawer", this.isOpen);
    this.#cover();
    this.on.changed();
  }

  // What it lies over takes no focus.
  #cover() {
    this.parts.table.inert = this.isOpen && matchMedia(COVERS_TABLE).matches;
  }

  #draw() {
    const content = this.contents[this.name];
    const told = content.told(this.book, this.tab);
    if (told === this.told) return;
    this.told = told;
    const { body, chips } = this.parts;
    const { scrollTop } = body;
    const focused = body.contains(document.activeElement) ? document.activeElement.textContent : null;
    this.sections = content.draw(this.book, this.tab);
    body.replaceChildren(...this.sections.map((section) => section.element));
    this.#drawChips(content, chips);
    this.#choose(Math.min(this.chosen, this.sections.length - 1), false);
    this.#fit();
    body.scrollTop = scrollTop;
    if (focused !== null) [...body.querySelectorAll("summary, [tabindex]")].find(({ textContent }) => textContent === focused)?.focus();
  }

  #drawChips(content, chips) {
    const hadFocus = [...chips.children].indexOf(document.activeElement);
    const isMany = this.sections.length > 1;
    this.buttons = isMany ? this.sections.map(({ called }, at) => chip(called, () => this.#choose(at, true))) : [];
    const page = content.pageOf(this.book, this.tab);
    const whole = page && page !== this.tab ? [chip("Whole page", () => this.on.whole(page))] : [];
    chips.replaceChildren(...this.buttons, ...whole);
    chips.children[hadFocus]?.focus();
  }

  // Show one part, or go there where all stand below one another.
  #choose(at, isPressed) {
    this.chosen = at;
    const { isOnePage } = this.contents[this.name];
    this.sections.forEach((section, other) => {
      section.element.hidden = !isOnePage && other !== at;
    });
    if (isPressed) this.parts.body.scrollTop = isOnePage ? this.#topOf(at) : 0;
    this.#mark(at);
    this.overflow.update();
  }

  #topOf(at) {
    const [{ element: first }, { element: wanted }] = [this.sections[0], this.sections[at]];
    return wanted.offsetTop - first.offsetTop;
  }

  // The section that is read is the last that begins above, and at the end the one that was chosen.
  #markRead() {
    if (this.name === null || !this.contents[this.name].isOnePage) return;
    const { scrollTop, scrollHeight, clientHeight } = this.parts.body;
    if (scrollTop + clientHeight >= scrollHeight - 1 && this.#topOf(this.chosen) >= scrollTop) {
      this.#mark(this.chosen);
      return;
    }
    this.chosen = this.sections.findLastIndex((_, at) => this.#topOf(at) <= scrollTop + NEAR);
    this.#mark(this.chosen);
  }

  #mark(at) {
    const { chips } = this.parts;
    this.buttons.forEach((button, other) => {
      if (other === at) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    });
    const button = this.buttons[at]; // the row of a phone scrolls
    if (button) chips.scrollLeft = button.offsetLeft - (chips.clientWidth - button.offsetWidth) / 2;
  }

  #fit() {
    const { body } = this.parts;
    this.#cover();
    const style = getComputedStyle(body);
    this.contents[this.name].fit?.(body.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight));
    this.overflow.update();
  }
}

function chip(text, pressed) {
  const made = element("button", "drawer-chip");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", pressed);
  return made;
}
