// Editing one cell: in the cell itself and in the bar above the grid, which show the same text.
// What others change meanwhile is drawn around it and never touches it.

export class Editor {
  // `on` has: commit(place, text, move) where no text is to be written if it is null, closed(),
  // barFocused(), mayWrite(place) -> boolean
  constructor(bar, choices, grid, on) {
    this.bar = bar;
    this.choices = choices;
    this.grid = grid;
    this.on = on;
    this.place = null;
    this.isUnsure = false;
    this.box = document.createElement("textarea");
    this.box.className = "editor";
    this.box.rows = 1;
    for (const [name, value] of [
      ["autocomplete", "off"],
      ["autocorrect", "off"],
      ["autocapitalize", "off"],
      ["spellcheck", "false"],
      ["enterkeyhint", "done"],
    ]) {
      this.box.setAttribute(name, value);
    }
    for (const field of [this.box, bar.entry]) {
      field.addEventListener("input", () => this.#typed(field));
      field.addEventListener("keydown", (event) => this.#pressed(event, field));
    }
    // A finger in the text wants the keyboard that a list of choices did without.
    this.box.addEventListener("pointerdown", () => {
      this.box.inputMode = "text";
    });
    bar.entry.addEventListener("focus", () => this.#barFocused());
    for (const button of [bar.accept, bar.cancel]) {
      button.addEventListener("pointerdown", (event) => event.preventDefault());
    }
    bar.accept.addEventListener("click", () => this.commit({ down: 0, across: 0 }));
    bar.cancel.addEventListener("click", () => this.cancel());
  }

  get isOpen() {
    return this.place !== null;
  }

  get isChanged() {
    return this.isOpen && this.text !== this.original;
  }

  get text() {
    return this.box.value;
  }

  // Begin: `typing` replaces what the cell holds (the arrow keys then move on), otherwise the
  // text is there to be changed. `kept` is a text that lost its place and may not belong here: its
  // person must say so. `field` is "cell" or "bar"; `quiet` keeps a phone's keyboard in.
  open(place, text, { typing = false, kept = null, field = "cell", options = null, quiet = false } = {}) {
    const td = this.grid.td(place.row, place.column);
    if (!td) return;
    this.place = place;
    this.original = text;
    this.typing = typing;
    this.options = options;
    this.isUnsure = kept !== null;
    this.#show(td, kept ?? (typing ? "" : text));
    this.bar.accept.hidden = this.bar.cancel.hidden = false;
    this.box.inputMode = quiet ? "none" : "text";
    if (field === "cell") {
      this.box.focus({ preventScroll: true });
      this.box.setSelectionRange(this.box.value.length, this.box.value.length);
    }
    if (options) {
      this.choices.open(td, options, text);
      this.#describeChoices(null);
    }
    this.grid.reveal(td);
  }

  // The grid was drawn anew: go on in the cell's new element.
  reattach() {
    const td = this.grid.td(this.place.row, this.place.column);
    const hadFocus = document.activeElement === this.box || !document.activeElement?.isConnected || document.activeElement === document.body;
    const { selectionStart, selectionEnd } = this.box;
    this.#attach(td);
    if (hadFocus && document.activeElement !== this.bar.entry) {
      this.box.focus({ preventScroll: true });
      this.box.setSelectionRange(selectionStart, selectionEnd);
    }
    this.choices.td = td;
    this.choices.place();
  }

  commit(move) {
    if (!this.isOpen || (this.isUnsure && !this.on.mayWrite(this.place))) return;
    const { place, original, typing } = this;
    const text = this.box.value;
    const isChanged = text !== original || (typing && text !== "");
    this.#close();
    this.on.commit(place, isChanged ? text : null, move);
  }

  cancel() {
    if (!this.isOpen) return;
    this.#close();
    this.on.closed();
  }

  pick(text) {
    this.box.value = text;
    this.commit({ down: 0, across: 0 });
  }

  #show(td, text) {
    this.box.value = text;
    this.bar.entry.value = text;
    this.#attach(td);
  }

  #attach(td) {
    const style = getComputedStyle(td);
    for (const property of ["fontFamily", "fontSize", "fontWeight", "fontStyle"]) {
      this.box.style[property] = style[property];
    }
    const shown = this.grid.scroller.getBoundingClientRect();
    const { left, width } = td.getBoundingClientRect();
    const room = ((shown.right - left) * td.offsetWidth) / width - 24;
    this.box.style.maxWidth = `${Math.max(td.offsetWidth, room)}px`;
    this.box.setAttribute("aria-label", `Edit ${td.id}`);
    td.dataset.editing = "true";
    td.append(this.box);
    this.#grow();
  }

  #close() {
    this.place = null;
    this.isUnsure = false;
    this.choices.close();
    this.#describeChoices(null);
    delete this.box.closest("td")?.dataset.editing;
    this.box.remove();
    this.bar.accept.hidden = this.bar.cancel.hidden = true;
    this.bar.entry.style.height = "";
  }

  #typed(field) {
    if (!this.isOpen) return;
    const other = field === this.box ? this.bar.entry : this.box;
    other.value = field.value;
    this.#grow();
    if (this.options) {
      this.choices.filter(field.value);
      this.#describeChoices(null);
    }
  }

  #grow() {
    for (const field of [this.box, this.bar.entry]) {
      field.style.height = "auto";
      field.style.height = `${field.scrollHeight}px`;
    }
  }

  #barFocused() {
    if (this.isOpen || this.bar.entry.readOnly) return;
    this.on.barFocused();
  }

  #pressed(event, field) {
    const { key } = event;
    if (event.isComposing || !this.isOpen || key === "F6") return;
    if (key === "Enter" && (event.altKey || event.ctrlKey || event.metaKey)) {
      field.setRangeText("\n", field.selectionStart, field.selectionEnd, "end");
      this.#typed(field);
    } else if (key === "Enter" && this.choices.isOpen && this.choices.marked) {
      this.box.value = this.choices.marked.textContent;
      this.commit({ down: 1, across: 0 });
    } else if (key === "Enter") {
      this.commit({ down: event.shiftKey ? -1 : 1, across: 0 });
    } else if (key === "Tab") {
      this.commit({ down: 0, across: event.shiftKey ? -1 : 1 });
    } else if (key === "Escape") {
      this.cancel();
    } else if (key === "F2") {
      this.typing = !this.typing;
    } else if ((key === "ArrowDown" || key === "ArrowUp") && this.options && this.choices.isOpen) {
      this.#describeChoices(this.choices.mark(key === "ArrowDown" ? 1 : -1));
    } else if (key.startsWith("Arrow") && this.typing && field === this.box && !event.shiftKey) {
      this.commit({
        down: key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0,
        across: key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0,
      });
    } else {
      event.stopPropagation();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #describeChoices(option) {
    if (this.choices.isOpen) {
      this.box.setAttribute("role", "combobox");
      this.box.setAttribute("aria-expanded", "true");
      this.box.setAttribute("aria-controls", this.choices.list.id);
    } else {
      for (const name of ["role", "aria-expanded", "aria-controls"]) this.box.removeAttribute(name);
    }
    if (option) this.box.setAttribute("aria-activedescendant", option.id);
    else this.box.removeAttribute("aria-activedescendant");
  }
}
