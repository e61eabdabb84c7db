// The menu in the header: the other spreadsheets that this link opens.

export class Others {
  // `mayLeave()` ends what is being typed; false if that must go on.
  constructor(menu, mayLeave) {
    this.menu = menu;
    this.list = menu.querySelector("ul");
    menu.addEventListener("click", (event) => {
      if (event.target.closest("summary, a") && !mayLeave()) event.preventDefault();
    });
    menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !menu.open) return;
      menu.open = false;
      this.summary.focus();
    });
    document.addEventListener("pointerdown", (event) => {
      if (!menu.contains(event.target)) menu.open = false;
    });
    // A page that the browser kept shows no open menu when one comes back to it.
    window.addEventListener("pagehide", () => {
      menu.open = false;
    });
  }

  get summary() {
    return this.menu.hidden ? null : this.menu.querySelector("summary");
  }

  show(others) {
    this.menu.hidden = others.length === 0;
    this.list.replaceChildren(
      ...others.map(({ id, title }) => {
        const item = document.createElement("li");
        const link = document.createElement("a");
        link.href = encodeURIComponent(id);
        link.textContent = title;
        item.append(link);
        return item;
      }),
    );
  }
}
