// The fields of a form, each drawn by the choices that its cell gives: some buttons, a number, a list,
// a box that pieces fill, or a text. What one chooses is written to the cell.

import { element } from "../cells.js";
import { pieceOf, piecesOf } from "./feeds.js";

const MOST_BUTTONS = 6;
const NUMBERED = /^(.*\s)?(\d+)$/;
const LONG_LABEL = 26; // characters
const MOST_LETTERS = 60; // on the buttons of one field, before it is a list
const EMPTY = "–"; // in a list of which nothing is chosen
const MOST_LARGE = 6; // fields of a form; of more each is a small box

// The fields of a tab's form: those with `isAsked` are to be filled in now. `isCovered(field)` is whether
// there is a piece on the page for every choice of it.
export function fieldsOf(book, tab, isCovered) {
  const fields = tab.play.form.map(({ cell: [row, , column], label, own, called, place = null }, at) => {
    const told = label ? tab.shownText(label[0], label[2]).trim() : "";
    const { options = [], help } = book.validation(tab.cell(row, column));
    const field = {
      key: `${row},${column}`,
      row,
      column,
      at,
      label: called ?? (own ? told.replace(/:$/, "") : ""),
      place,
      called: called ?? (told.replace(/:$/, "").split(/[,:]/)[0] || "the form"),
      note: (label ? tab.cell(label[0], label[2]).n : "") || help || "",
      choices: options,
      value: tab.shownText(row, column),
      isAsked: (label === null ? options.length > 0 : told !== "") && book.mayType(tab, row, column),
    };
    const feeds = tab.play.feeds.filter((feed) => feed.into.some(([top, , left]) => top === row && left === column));
    field.isSeveral = options.length === 0 || feeds.some(({ several }) => several);
    const [fedBy = null] = feeds.map((feed) => (isFilled(book, tab, feed) ? `a ${pieceOf(feed)}` : "one"));
    return { ...field, isFed: feeds.length > 0, fedBy, isWide: own && told.length > LONG_LABEL };
  });
  const isSmall = fields.filter(({ isAsked }) => isAsked).length > MOST_LARGE;
  for (const field of fields) field.kind = kindOf(field, field.isFed && field.isAsked && isCovered(field, fields), isSmall);
  return fields;
}

// Whether the pieces of a feed are drawn as such; those that are not are names to choose from.
function isFilled(book, tab, feed) {
  if (pieceOf(feed) !== "card") return true;
  const [found] = piecesOf(tab, feed);
  return !found || book.style(tab.cell(found.box.top, found.box.left)).fill === true;
}

function kindOf({ choices, isSeveral }, isCovered, isSmall) {
  if (isSeveral) return "text";
  if (isCovered) return "piece";
  if (isSmall) return "list";
  if (choices.length > MOST_BUTTONS) return groupsOf(choices) ? "number" : "list";
  return choices.join("").length > MOST_LETTERS ? "list" : "buttons";
}

// Choices alike but for a number at their end, as one group each; null where that is still too many.
export function groupsOf(choices) {
  const groups = new Map();
  for (const choice of choices) {
    const found = NUMBERED.exec(choice);
    const stem = found ? (found[1] ?? "").trim() : choice;
    if (!groups.has(stem)) groups.set(stem, []);
    groups.get(stem).push(found ? Number(found[2]) : null);
  }
  const lists = [...groups].map(([stem, numbers]) => ({ stem, numbers: numbers[0] === null ? null : numbers.sort((one, other) => one - other) }));
  const isNumbered = lists.some(({ numbers }) => numbers !== null && numbers.length > 1);
  return isNumbered && lists.length <= MOST_BUTTONS ? lists : null;
}

// What makes a field another one to draw; all else is shown in the one that is there.
export function shapeOf({ key, kind, label, called, note, choices, isWide, fedBy }) {
  return JSON.stringify([key, kind, label, called, note, kind === "list" ? [] : choices, isWide, fedBy]);
}

// An element for a field, with `show(field, {isNext, isChosen})` and, if one types in it, `typed()`: what
// is in it by now. `on` has: write(field, text), choose(field).
export function makeField(field, on) {
  const made = MAKERS[field.kind](field, on);
  made.element.classList.toggle("whole", ["buttons", "number"].includes(field.kind));
  made.element.dataset.key = field.key;
  return made;
}

const MAKERS = { buttons, number, list, piece, text };

function labelled(field, className) {
  const box = element("div", `field ${className}`);
  if (field.label) {
    const label = element("span", "label");
    label.id = `label-${field.key}`;
    label.textContent = field.label;
    box.append(label);
    if (field.note) box.append(help(field));
  }
  return box;
}

function help(field) {
  const sign = element("button", "help");
  sign.type = "button";
  sign.textContent = "?";
  sign.setAttribute("aria-label", `About ${field.called}: ${field.note}`);
  sign.title = field.note;
  sign.dataset.note = field.note;
  return sign;
}

function button(className, text, press) {
  const made = element("button", className);
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", press);
  return made;
}

function choiceButtons(field, choices, press, named = (choice) => choice) {
  const row = element("div", "choices");
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", field.called);
  for (const choice of choices) {
    const one = button("choice-button", named(choice), () => press(choice));
    one.dataset.choice = choice;
    row.append(one);
  }
  row.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const all = [...row.children];
    const from = all.indexOf(document.activeElement);
    if (!step || from < 0) return;
    event.preventDefault();
    all[(from + step + all.length) % all.length].focus();
  });
  return row;
}

function press(row, choice, isCalm = false) {
  for (const one of row.children) {
    const isPressed = one.dataset.choice.toLowerCase() === choice.toLowerCase();
    one.setAttribute("aria-pressed", String(isPressed));
    one.classList.toggle("lit", !isPressed && !isCalm);
  }
  const pressed = row.querySelector("[aria-pressed=true]") ?? row.firstElementChild;
  for (const one of row.children) one.tabIndex = one === pressed ? 0 : -1;
}

function buttons(field, on) {
  const box = labelled(field, "buttons");
  let now = field;
  const row = choiceButtons(field, field.choices, (choice) => on.write(now, now.value === choice ? "" : choice));
  box.append(row);
  return {
    element: box,
    show(next) {
      now = next;
      press(row, next.value);
    },
  };
}

function number(field, on) {
  const groups = groupsOf(field.choices);
  const box = labelled(field, "numbers");
  let now = field;
  const textOf = ({ stem, numbers }, at) => (numbers === null ? stem : `${stem} ${numbers[at]}`.trim());
  const groupOf = (value) =>
    groups.find(({ stem, numbers }) => (numbers === null ? stem === value : numbers.some((_, at) => textOf({ stem, numbers }, at) === value)));
  const groupCalled = (called) => groups.find(({ stem }) => stem === called);
  const lone = groups.length === 1 ? groups[0] : null;
  const row = lone
    ? null
    : choiceButtons(
        field,
        groups.map(({ stem }) => stem),
        (choice) => {
          const group = groupCalled(choice);
          on.write(now, groupOf(now.value) === group ? "" : textOf(group, 0));
        },
        (choice) => choice || `${groupCalled(choice).numbers[0]} to ${groupCalled(choice).numbers.at(-1)}`,
      );
  if (row) box.append(row);

  const less = button("step", "−", () => move(-1));
  const more = button("step", "+", () => move(1));
  less.setAttribute("aria-label", `${field.called}: one less`);
  more.setAttribute("aria-label", `${field.called}: one more`);
  const shown = element("output", "number");
  const digits = element("b");
  const about = element("small");
  shown.append(digits, about);
  const steps = element("div", "steps");
  steps.append(less, shown, more);
  const rail = element("input", "rail");
  rail.type = "range";
  rail.step = "1";
  rail.setAttribute("aria-label", field.called);
  const ends = element("div", "ends");
  const [first, middle, last] = ["", "", ""].map(() => element("span"));
  ends.append(first, middle, last);
  const meter = element("div", "meter");
  meter.append(steps, rail, ends);
  box.append(meter);

  const group = () => lone ?? groupOf(now.value);
  const at = () => group().numbers.findIndex((_, one) => textOf(group(), one) === now.value);
  const move = (step) => {
    const to = Math.max(0, Math.min(group().numbers.length - 1, at() + step));
    on.write(now, textOf(group(), to));
  };
  const paint = (index) => {
    const { numbers, stem } = group();
    digits.textContent = index < 0 ? "–" : String(numbers[index]);
    about.textContent = `of ${numbers.at(-1)}`;
    rail.max = String(numbers.length - 1);
    rail.value = String(Math.max(0, index));
    rail.setAttribute("aria-valuetext", index < 0 ? "nothing" : textOf(group(), index));
    rail.style.setProperty("--share", `${(100 * Math.max(0, index)) / Math.max(1, numbers.length - 1)}%`);
    [first.textContent, middle.textContent, last.textContent] = [String(numbers[0]), stem, String(numbers.at(-1))];
    less.setAttribute("aria-disabled", String(index <= 0));
    more.setAttribute("aria-disabled", String(index === numbers.length - 1));
  };
  rail.addEventListener("input", () => paint(Number(rail.value)));
  rail.addEventListener("change", () => on.write(now, textOf(group(), Number(rail.value))));
  return {
    element: box,
    show(next) {
      now = next;
      const chosen = group();
      if (row) press(row, chosen?.stem ?? "");
      meter.hidden = !chosen || chosen.numbers === null;
      if (!meter.hidden) paint(at());
    },
  };
}

function emptied(field, on, latest) {
  const made = button("empty", "×", () => on.write(latest(), ""));
  made.setAttribute("aria-label", `Empty ${field.called}`);
  return made;
}

function list(field, on) {
  const box = labelled(field, "boxed list");
  let now = field;
  const select = element("select");
  select.setAttribute("aria-label", field.called);
  select.addEventListener("change", () => on.write(now, select.value));
  box.append(select);
  return {
    element: box,
    show(next, { isNext }) {
      now = next;
      const choices = [...new Set(["", ...next.choices, next.value])];
      if (choices.join("\n") !== [...select.options].map(({ value }) => value).join("\n")) {
        select.replaceChildren(...choices.map((choice) => new Option(choice === "" ? EMPTY : choice, choice)));
      }
      select.value = next.value;
      box.classList.toggle("next", isNext);
    },
  };
}

function piece(field, on) {
  const box = labelled(field, "boxed piece-field");
  let now = field;
  const target = button("target", "", () => on.choose(now));
  const empty = emptied(field, on, () => now);
  box.append(target, empty);
  return {
    element: box,
    show(next, { isNext, isChosen }) {
      now = next;
      target.textContent = next.value || invitation(next);
      target.classList.toggle("missing", next.value === "");
      target.setAttribute("aria-label", `${next.called}: ${next.value || "empty"}`);
      target.setAttribute("aria-pressed", String(isChosen));
      empty.hidden = next.value === "";
      box.classList.toggle("next", isNext || isChosen);
    },
  };
}

// What to do in a field that is empty.
function invitation({ fedBy, choices }) {
  if (!fedBy) return "type here";
  return choices.length > 0 ? `tap ${fedBy}` : "tap or type";
}

function text(field, on) {
  const box = labelled(field, "boxed text-field");
  let now = field;
  let isTurnedTo = false;
  let shown = "";
  const input = element("input");
  input.type = "text";
  input.setAttribute("aria-label", field.called);
  for (const [name, value] of [["autocomplete", "off"], ["autocapitalize", "off"], ["spellcheck", "false"]]) input.setAttribute(name, value);
  if (field.isFed) input.inputMode = "none"; // a finger that turns to it wants its pieces, no keyboard
  input.addEventListener("change", () => on.write(now, input.value));
  // To go past it with Tab is not to turn to it.
  input.addEventListener("click", () => !isTurnedTo && on.choose(now));
  input.addEventListener("keydown", ({ key }) => key === "Enter" && field.isFed && input.value === now.value && on.choose(now));
  const empty = emptied(field, on, () => now);
  box.append(input, empty);
  return {
    element: box,
    typed() {
      return input.value;
    },
    show(next, { isNext, isChosen }) {
      now = next;
      isTurnedTo = isChosen;
      // What is being typed stays, unless the cell has been emptied.
      const isBeingTyped = document.activeElement === input && input.value !== shown && (next.value !== "" || shown === "");
      if (!isBeingTyped) input.value = next.value;
      shown = next.value;
      input.placeholder = isNext || isChosen ? invitation(next) : "";
      empty.hidden = next.value === "";
      box.classList.toggle("next", isNext || isChosen);
    },
  };
}
