// One of few: buttons side by side, with a second line that says what each costs or does. A second press
// takes the choice back.

import { element } from "../cells.js";
import { button, fillTwo, group, keepInStep, oneStop, stopAt } from "./controls.js";
import { capital } from "./mention.js";

const MANY = 7; // buttons, which then are lower
const MOST_IN_A_ROW = 4;
const WIDTH = 34; // characters of a row

export function choice(_part, on) {
  const { box, title } = group("choice");
  const row = choiceRow((one) => on.write([[now, now.value === one ? "" : one]]));
  let now;
  box.append(row.element);
  return {
    element: box,
    show({ fields: [field], title: text }, { next }) {
      now = field;
      title(text);
      box.title = field.note;
      box.classList.toggle("next", next === field);
      row.show(field.choices.map((one) => ({ text: one, name: field.calls[one] ?? one, more: field.says[one] ?? "", isOn: one.toLowerCase() === field.value.toLowerCase() })));
    },
  };
}

// Buttons, of which `press` is told the text. `show` gets of each: text, more (a second line), isOn, and
// perhaps another `name` to write on it.
export function choiceRow(press) {
  const row = element("div", "choices");
  oneStop(row);
  return {
    element: row,
    show(choices) {
      row.style.setProperty("--columns", String(columnsOf(choices)));
      row.classList.toggle("many", choices.length >= MANY);
      keepInStep(
        row,
        choices,
        ({ text }) => text,
        ({ text }) => button("choice-button", "", () => press(text)),
        (made, { text, name = text, more, isOn }) => {
          made.dataset.choice = text;
          fillTwo(made, capital(name), more);
          made.setAttribute("aria-pressed", String(isOn));
        },
      );
      stopAt(row, row.contains(document.activeElement) ? document.activeElement : row.querySelector("[aria-pressed=true]"));
    },
  };
}

// As many in a row as their longest words have room, and their second lines in two, all rows alike.
function columnsOf(choices) {
  const sizes = choices.flatMap(({ text, name = text, more }) => [...name.split(" ").map(({ length }) => length), more.length / 2]);
  const longest = Math.max(...sizes, 1);
  const most = Math.max(1, Math.min(MOST_IN_A_ROW, choices.length, Math.floor(WIDTH / (longest + 1))));
  return Math.ceil(choices.length / Math.max(1, Math.ceil(choices.length / most)));
}
