// Rows: each with a name and what it does. Of several fields as many can be chosen.

import { element } from "../cells.js";
import { button, group, keepInStep, oneStop, stopAt } from "./controls.js";
import { choicesFor, pieceOf, piecesOf } from "./feeds.js";

const NUMBERED = /^(\d+) +(.+)$/;
const LONG = 40; // characters, of a remark on average
const SHORT = 36; // characters, of every remark: two rows stand beside each other on a phone

export function rows(_part, on) {
  const { box, title } = group("rowed");
  const list = element("div", "rows");
  let now;
  const below = element("div", "does-below");
  oneStop(list);
  box.append(list, below);
  return {
    element: box,
    show(part, { next }) {
      now = part;
      const { fields } = part;
      title(part.title);
      box.classList.toggle("next", fields.includes(next));
      const texts = [...new Set([...fields.flatMap(({ choices }) => choices), ...fields.map(({ value }) => value).filter(Boolean)])];
      const remarks = new Map(texts.map((text) => [text, remarkOf(text, fields, on.tab())]));
      const lead = leadOf(texts);
      keepInStep(
        list,
        texts,
        (text) => text,
        (text) => button("choice-row", "", () => on.write(pressed(now.fields, text))),
        (made, text) => fill(made, text, { fields, remark: remarks.get(text), lead }),
      );
      // Where there is no room for long remarks those of what is chosen are seen below, if several may be.
      const letters = [...remarks.values()].reduce((sum, { length }) => sum + length, 0);
      box.classList.toggle("brief", fields.length > 1 && letters > LONG * texts.length);
      box.classList.toggle("short", fields.length === 1 && letters > 0 && texts.every((text) => remarks.get(text).length <= SHORT));
      const notes = new Map(fields.length === 1 ? texts.map((text) => [text, noteOf(nameOf(text), on.tab())]) : []);
      box.classList.toggle("annotated", notes.size > 0);
      const chosen = texts.filter((text) => isIn(text, fields)).map((text) => [nameOf(text), notes.size > 0 ? notes.get(text) : remarks.get(text)]);
      below.replaceChildren(...chosen.filter(([, remark]) => remark).map(([name, remark]) => remarkBelow(name, remark)));
      stopAt(list, list.contains(document.activeElement) ? document.activeElement : list.querySelector("[aria-pressed=true]"));
    },
  };
}

function isIn(text, fields) {
  return fields.some(({ value }) => value.toLowerCase() === text.toLowerCase());
}

function nameOf(text) {
  return NUMBERED.exec(text)?.[2] ?? text;
}

// What a piece with this name does, if the tab has a note of it.
function noteOf(name, { stage: { notes = [] } }) {
  return notes.map(({ texts }) => (Object.hasOwn(texts, name) ? texts[name][1] : "")).find(Boolean) ?? "";
}

// The words with which all begin, such as "Hell of ".
function leadOf(texts) {
  const [first, ...others] = texts;
  const words = first?.split(" ") ?? [];
  for (let count = words.length - 1; count > 0; count -= 1) {
    const lead = `${words.slice(0, count).join(" ")} `;
    if (others.length > 0 && others.every((text) => text.startsWith(lead))) return lead;
  }
  return "";
}

function remarkBelow(text, remark) {
  const made = element("p");
  const name = element("b");
  name.textContent = `${text}. `;
  made.append(name, remark);
  return made;
}

function fill(made, text, { fields, remark, lead }) {
  const isOn = isIn(text, fields);
  const [, number = "", name = text.slice(lead.length)] = NUMBERED.exec(text) ?? [];
  const parts = [number, name, remark, isOn ? "✓" : ""];
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
