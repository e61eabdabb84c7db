// Parts of the page that scroll: a shadow shows where there is more of one, and keys scroll one that has
// nothing in it to take the focus.

export class Overflow {
  constructor(elements) {
    this.elements = elements;
    for (const one of elements) one.addEventListener("scroll", () => this.#show(one), { passive: true });
  }

  update() {
    for (const one of this.elements) this.#show(one);
  }

  #show(one) {
    const { scrollTop, scrollHeight, clientHeight } = one;
    const isScrolled = ["auto", "scroll"].includes(getComputedStyle(one).overflowY);
    one.classList.toggle("more-above", isScrolled && scrollTop > 1);
    one.classList.toggle("more-below", isScrolled && scrollTop + clientHeight < scrollHeight - 1);
    if (isScrolled && scrollHeight > clientHeight + 1 && !takesFocus(one)) one.tabIndex = 0;
    else one.removeAttribute("tabindex");
  }
}

function takesFocus(one) {
  const found = [...one.querySelectorAll("button, select, input, a[href], [tabindex]")];
  return found.some((inside) => inside.tabIndex >= 0 && inside.checkVisibility());
}
