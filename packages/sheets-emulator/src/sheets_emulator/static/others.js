// The menu in the header: the other spreadsheets that this link opens.

import { closeByItself } from "./menu.js";

export class Others {
  // `mayLeave()` ends what is being typed; false if that must go on.
  constructor(menu, mayLeave) {
    this.menu = menu;
    this.list = menu.querySelector("ul");
    menu.addEventListener("click", (event) => {
      if (event.target.closest("summary, a") && !mayLeave()) event.preventDefault();
    });
    closeByItself(menu);
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
