// The tabs: the row under the grid.

export class Tabs {
  constructor(list, opened) {
    this.list = list;
    this.opened = opened;
    this.buttons = new Map();
    list.addEventListener("click", (event) => {
      const button = event.target.closest("[role=tab]");
      if (button) this.opened(Number(button.dataset.id));
    });
    list.addEventListener("keydown", (event) => this.#pressed(event));
  }

  get current() {
    return this.list.querySelector("[aria-selected=true]");
  }

  // `awaited` are the ids of the tabs in which it is one's turn.
  show(tabs, currentId, awaited) {
    const drawn = JSON.stringify([awaited, tabs.map(({ id, title, color }) => [id, title, color, id === currentId])]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const hadFocus = this.list.contains(document.activeElement);
    this.list.replaceChildren(...tabs.map((tab) => this.#button(tab, tab.id === currentId, awaited.includes(tab.id))));
    if (hadFocus) this.current?.focus();
    else this.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  #button(tab, isCurrent, isAwaited) {
    if (!this.buttons.has(tab.id)) this.buttons.set(tab.id, document.createElement("button"));
    const button = this.buttons.get(tab.id);
    button.type = "button";
    button.setAttribute("role", "tab");
    button.setAttribute("aria-selected", String(isCurrent));
    button.setAttribute("aria-controls", "grid");
    button.tabIndex = isCurrent ? 0 : -1;
    button.dataset.id = String(tab.id);
    button.textContent = tab.title;
    button.classList.toggle("awaited", isAwaited);
    button.style.cssText = "";
    if (tab.color) button.style.setProperty("--color", tab.color);
    return button;
  }

  #pressed(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const buttons = [...this.list.children];
    const next = buttons[(buttons.indexOf(this.current) + step + buttons.length) % buttons.length];
    this.opened(Number(next.dataset.id));
  }
}
