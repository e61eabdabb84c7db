// What the shapes of a form are made of.

import { element } from "../cells.js";

const STEPS = { ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowUp: [0, -1] };

export function button(className, text, press) {
  const made = element("button", className);
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", press);
  return made;
}

// A part of a form with its title above, which is said of all that is in it.
export function group(className) {
  const box = element("fieldset", `field ${className}`);
  const legend = element("legend", "lab");
  box.append(legend);
  return {
    box,
    title(text, note = "") {
      const remark = element("i");
      remark.textContent = note;
      legend.replaceChildren(text, ...(note ? [" ", remark] : []));
      legend.hidden = text === "";
    },
  };
}

// Have one child in a box for each item, in order: those that are there already stay as they are. `make`
// gets an item, `show` a child and its item.
export function keepInStep(box, items, keyOf, make, show) {
  const before = new Map([...box.children].map((child) => [child.dataset.item, child]));
  const children = items.map((item) => {
    const known = before.get(keyOf(item));
    const child = known ?? make(item);
    child.dataset.item = keyOf(item);
    show(child, item);
    return child;
  });
  for (const child of before.values()) if (!children.includes(child)) child.remove();
  children.forEach((child, at) => box.children[at] !== child && box.insertBefore(child, box.children[at] ?? null));
}

// Fill an element with a name and a smaller text below or beside it, where these have changed.
export function fillTwo(made, name, more) {
  const told = JSON.stringify([name, more]);
  if (made.two === told) return;
  made.two = told;
  const small = element("small");
  small.textContent = more;
  made.replaceChildren(name, ...(more ? [small] : []));
}

// Have a grid of buttons be one stop of the Tab key, with arrow keys inside.
export function oneStop(box) {
  box.addEventListener("keydown", (event) => {
    const all = [...box.querySelectorAll("button")];
    const from = all.indexOf(document.activeElement);
    if (!(event.key in STEPS) || from < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const [across, down] = STEPS[event.key];
    const columns = all.filter(({ offsetTop }) => offsetTop === all[0].offsetTop).length;
    const isOneRow = columns >= all.length;
    all.at((from + across + down * (isOneRow ? 1 : columns)) % all.length).focus();
  });
  box.addEventListener("focusin", ({ target }) => stopAt(box, target.closest("button")));
}

// Have this button be the one at which the Tab key stops, or the first.
export function stopAt(box, wanted) {
  const all = [...box.querySelectorAll("button")];
  const stop = all.includes(wanted) ? wanted : all[0];
  for (const one of all) one.tabIndex = one === stop ? 0 : -1;
}
