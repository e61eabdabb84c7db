// How large the grid is drawn: as fits the window, or as somebody chose in this browser.

import { keep, kept } from "./kept.js";

const KEPT_AS = "sheets.zoom";
const STEPS = [0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2];
const LARGEST_FIT = 1.6;
const SMALLEST_FIT = 0.5; // on a phone, where one can spread two fingers
const BESIDE = 44 + 16; // pixels that row numbers and a scroll bar take beside the widest tab
const LEAST_HEIGHT = 660 + 24; // pixels of a tab that stay in view, under the letters of its columns

export class Zoom {
  // `control` is hidden where the grid is never zoomed: on phones of those who may write, for whom
  // the left of a sheet is as wide as a phone, and in a browser that does not tell places in a
  // zoomed element as they are in the window. `changed()` is called afterwards.
  constructor(scroller, control, changed) {
    this.scroller = scroller;
    this.changed = changed;
    this.chosen = STEPS.find((step) => String(step) === kept(KEPT_AS)) ?? null;
    this.phone = window.matchMedia("(max-width: 640px)");
    this.isAble = "currentCSSZoom" in scroller;
    this.control = control;
    [this.out, this.reset, this.in] = control.children;
    // The focus stays in the grid.
    control.addEventListener("mousedown", (event) => event.preventDefault());
    this.out.addEventListener("click", () => this.#choose(STEPS.findLast((step) => step < this.now)));
    this.in.addEventListener("click", () => this.#choose(STEPS.find((step) => step > this.now)));
    this.reset.addEventListener("click", () => this.#choose(null));
    // A keyboard that takes a tablet's height while somebody types must not change the size.
    window.addEventListener("resize", () => {
      if (this.widest && window.innerWidth !== this.windowWidth) this.fit(this.widest, this.mayWrite);
    });
  }

  // Fit a spreadsheet whose widest tab is this wide, and in which somebody may write or only read.
  fit(widest, mayWrite) {
    const { width, height } = this.scroller.getBoundingClientRect();
    const largest = Math.min(width / (widest + BESIDE), height / LEAST_HEIGHT, LARGEST_FIT);
    this.fitting = Math.max(this.phone.matches ? SMALLEST_FIT : 1, Math.floor(largest * 20) / 20);
    this.widest = widest;
    this.mayWrite = mayWrite;
    this.windowWidth = window.innerWidth;
    this.#apply();
  }

  get now() {
    return this.#canZoom ? (this.chosen ?? this.fitting) : 1;
  }

  get #canZoom() {
    return this.isAble && !(this.phone.matches && this.mayWrite);
  }

  #choose(zoom) {
    this.chosen = zoom;
    keep(KEPT_AS, zoom === null ? null : String(zoom));
    this.#apply();
  }

  #apply() {
    const { now, scroller } = this;
    const { scrollLeft, scrollTop } = scroller;
    scroller.style.zoom = String(now);
    scroller.scrollTo(scrollLeft, scrollTop);
    this.control.hidden = !this.#canZoom;
    this.reset.textContent = `${Math.round(now * 100)}%`;
    this.out.disabled = now <= STEPS[0];
    this.in.disabled = now >= STEPS.at(-1);
    this.changed();
  }
}
