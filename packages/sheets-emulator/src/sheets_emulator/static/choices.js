// The list that opens under a drop-down cell.

const GAP = 2;

export class Choices {
  constructor(list, picked) {
    this.list = list;
    this.picked = picked;
    // A press must not take the focus from the cell's editor before the choice is made.
    list.addEventListener("pointerdown", (event) => event.preventDefault());
    list.addEventListener("mousedown", (event) => event.preventDefault());
    list.addEventListener("click", (event) => {
      const option = event.target.closest("[role=option]");
      if (option) this.picked(option.textContent);
    });
  }

  get isOpen() {
    return !this.list.hidden;
  }

  get marked() {
    return this.list.querySelector("[aria-selected=true]");
  }

  open(td, options, current) {
    this.td = td;
    this.options = options;
    this.current = current;
    this.filter("");
  }

  // Show only the choices that contain the text typed so far.
  filter(text) {
    const wanted = text.trim().toLowerCase();
    const left = this.options.filter((option) => option.toLowerCase().includes(wanted));
    this.list.replaceChildren(
      ...left.map((option, index) => {
        const item = document.createElement("div");
        item.id = `choice-${index}`;
        item.setAttribute("role", "option");
        item.setAttribute("aria-selected", "false");
        item.classList.toggle("current", option === this.current);
        item.textContent = option;
        return item;
      }),
    );
    this.list.hidden = left.length === 0;
    this.place();
  }

  mark(step) {
    const items = [...this.list.children];
    if (items.length === 0) return null;
    const from = items.indexOf(this.marked);
    const to = from < 0 && step < 0 ? items.length - 1 : (from + step + items.length) % items.length;
    for (const item of items) item.setAttribute("aria-selected", "false");
    items[to].setAttribute("aria-selected", "true");
    items[to].scrollIntoView({ block: "nearest" });
    return items[to];
  }

  place() {
    if (!this.isOpen) return;
    const cell = this.td.getBoundingClientRect();
    const { style } = this.list;
    style.minWidth = `${Math.max(cell.width, 120)}px`;
    const below = window.innerHeight - cell.bottom - GAP;
    const isBelow = below >= Math.min(this.list.scrollHeight, 180) || below >= cell.top;
    style.maxHeight = `${Math.max(80, Math.min(320, (isBelow ? below : cell.top) - 12))}px`;
    style.top = isBelow ? `${cell.bottom + GAP}px` : "";
    style.bottom = isBelow ? "" : `${window.innerHeight - cell.top + GAP}px`;
    style.left = `${Math.max(4, Math.min(cell.left, window.innerWidth - this.list.offsetWidth - 4))}px`;
  }

  close() {
    this.list.hidden = true;
    this.list.replaceChildren();
  }
}
