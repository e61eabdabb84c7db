// The find bar: where a text is shown, in all tabs.

export class Find {
  // `on` has: matches(text) -> [match], where they are by now; show(match), closed()
  constructor(bar, on) {
    this.bar = bar;
    this.on = on;
    this.field = bar.querySelector("input");
    this.count = bar.querySelector("output");
    const [previous, next, close] = bar.querySelectorAll("button");
    previous.addEventListener("click", () => this.#go(-1));
    next.addEventListener("click", () => this.#go(1));
    close.addEventListener("click", () => this.#close());
    this.field.addEventListener("input", () => {
      this.at = -1;
      this.#go(1);
    });
    bar.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      if (event.key === "Escape") this.#close();
      else if (event.key === "Enter" && event.target === this.field) this.#go(event.shiftKey ? -1 : 1);
      else return;
      event.preventDefault();
    });
  }

  open() {
    this.bar.hidden = false;
    this.at = -1;
    this.count.textContent = "";
    this.field.focus();
    this.field.select();
  }

  #go(step) {
    const wanted = this.field.value.toLowerCase();
    const found = wanted === "" ? [] : this.on.matches(wanted);
    this.at = found.length === 0 ? -1 : this.at < 0 && step < 0 ? found.length - 1 : (this.at + step + found.length) % found.length;
    this.count.textContent = wanted === "" ? "" : found.length === 0 ? "Not found" : `${this.at + 1} of ${found.length}`;
    if (this.at >= 0) this.on.show(found[this.at]);
  }

  #close() {
    this.bar.hidden = true;
    this.on.closed();
  }
}
