// Rows: each with a name and what it does. Of several fields as many can be chosen.

import { element } from "../cells.js";
import { button, group, keepInStep, oneStop, stopAt } from "./controls.js";
import { choicesFor, pieceOf, piecesOf } from "./feeds.js";

const NUMBERED = /^(\d+) +(.+)$/;

export function rows(_part, on) {
  const { box, title } = group("rowed");
  const list = element("div", "rows");
  let now;
  oneStop(list);
  box.append(list);
  return {
    element: box,
    show(part, { next }) {
      now = part;
      const { fields } = part;
      title(part.title);
      box.classList.toggle("next", fields.includes(next));
      keepInStep(
        list,
        [...new Set([...fields.flatMap(({ choices }) => choices), ...fields.map(({ value }) => value).filter(Boolean)])],
        (text) => text,
        (text) => button("choice-row", "", () => on.write(pressed(now.fields, text))),
        (made, text) => fill(made, text, fields, on.tab()),
      );
      stopAt(list, list.contains(document.activeElement) ? document.activeElement : list.querySelector("[aria-pressed=true]"));
    },
  };
}

function fill(made, text, fields, tab) {
  const isOn = fields.some(({ value }) => value.toLowerCase() === text.toLowerCase());
  const [, number = "", name = text] = NUMBERED.exec(text) ?? [];
  const parts = [number, name, remarkOf(text, fields, tab), isOn ? "✓" : ""];
  const told = JSON.stringify(parts);
  if (made.told === told) return;
  made.told = told;
  made.dataset.choice = text;
  made.setAttribute("aria-pressed", String(isOn));
  const names = ["nn", "name", "does", "mark"];
  made.replaceChildren(
    ...parts.map((content, at) => {
      const one = element(names[at] === "name" ? "b" : "span", names[at]);
      one.textContent = content;
      return one;
    }),
  );
}

// What is said of a choice, by the daemon or else beside its name in the block that has it as a row.
function remarkOf(text, fields, tab) {
  const said = fields.map(({ says }) => says[text]).find(Boolean);
  if (said) return said;
  const feed = fields[0].feeds.find((one) => pieceOf(one) === "row");
  if (!feed) return "";
  const found = piecesOf(tab, feed).find(({ name }) => fields.some((field) => choicesFor(field, feed, name).includes(text)));
  if (!found) return "";
  const { top, left, right } = found.box;
  const texts = [...Array(right - left).keys()].map((at) => tab.shownText(top, left + at)).filter(Boolean);
  return texts.filter((one) => !text.toLowerCase().includes(one.toLowerCase()))[0] ?? "";
}

// What a press on a choice writes: it is taken back, or goes into the first field that is free, or in
// place of the last.
function pressed(fields, text) {
  const is = ({ value }) => value.toLowerCase() === text.toLowerCase();
  const inside = fields.findIndex(is);
  if (inside >= 0) {
    const left = fields.map(({ value }) => value).filter((value, at) => at !== inside && value !== "");
    return fields.map((field, at) => [field, left[at] ?? ""]);
  }
  const free = fields.find(({ value, choices }) => value === "" && choices.includes(text));
  return [[free ?? fields.findLast(({ choices }) => choices.includes(text)) ?? fields.at(-1), text]];
}
