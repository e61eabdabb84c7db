// Short messages: a sentence that goes away by itself, and the help beside a selected cell.

const TOAST_MS = 5000;
const GAP = 6;

export function toast(text) {
  const shelf = document.getElementById("toasts");
  for (const shown of shelf.children) if (shown.textContent === text) shown.remove();
  const made = document.createElement("div");
  made.className = "toast";
  made.textContent = text;
  shelf.append(made);
  setTimeout(() => made.remove(), TOAST_MS);
}

export class Hint {
  constructor(element) {
    this.element = element;
    this.td = null;
  }

  show(td, texts) {
    this.td?.removeAttribute("aria-describedby");
    this.td = texts.length > 0 ? td : null;
    this.element.replaceChildren(
      ...texts.map((text) => {
        const line = document.createElement("p");
        line.textContent = text;
        return line;
      }),
    );
    this.element.hidden = this.td === null;
    this.td?.setAttribute("aria-describedby", this.element.id);
    this.place();
  }

  place() {
    if (!this.td?.isConnected) {
      this.element.hidden = true;
      return;
    }
    const cell = this.td.getBoundingClientRect();
    const view = document.getElementById("scroller").getBoundingClientRect();
    const isSeen = cell.bottom > view.top && cell.top < view.bottom && cell.right > view.left && cell.left < view.right;
    this.element.hidden = !isSeen;
    const { offsetWidth, offsetHeight, style } = this.element;
    const isBelow = cell.bottom + GAP + offsetHeight < view.bottom;
    const top = isBelow ? cell.bottom + GAP : Math.max(view.top, cell.top - offsetHeight - GAP);
    style.top = `${top}px`;
    style.left = `${Math.max(4, Math.min(cell.left, window.innerWidth - offsetWidth - 4))}px`;
  }
}
