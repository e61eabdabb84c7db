// What is chosen from a list, or typed.

import { element } from "../cells.js";
import { button } from "./controls.js";

const EMPTY = "–"; // in a list of which nothing is chosen

export function list(_part, on) {
  const { box, name } = labelled("list");
  const select = element("select");
  let now;
  select.addEventListener("change", () => on.write([[now, select.value]]));
  box.append(select);
  return {
    element: box,
    show({ fields: [field] }, { next }) {
      now = field;
      name(field);
      select.setAttribute("aria-label", field.called);
      const choices = [...new Set(["", ...field.choices, field.value])];
      if (choices.join("\n") !== [...select.options].map(({ value }) => value).join("\n")) {
        select.replaceChildren(...choices.map((one) => new Option(one === "" ? field.hint || EMPTY : one, one)));
      }
      select.value = field.value;
      box.classList.toggle("next", next === field);
    },
  };
}

export function text(_part, on) {
  const { box, name } = labelled("text-field");
  const input = element("input");
  let now;
  let isTurnedTo = false;
  let shown = "";
  input.type = "text";
  for (const [key, value] of [["autocomplete", "off"], ["autocapitalize", "off"], ["spellcheck", "false"]]) input.setAttribute(key, value);
  input.addEventListener("change", () => on.write([[now, input.value]]));
  // To go past it with Tab is not to turn to it.
  input.addEventListener("click", () => !isTurnedTo && on.choose(now));
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      on.enter();
    } else if (event.key === "Escape") {
      on.escape();
      event.stopPropagation();
    }
  });
  box.append(input);
  return {
    element: box,
    typed: () => input.value,
    show({ fields: [field] }, { next, chosen }) {
      now = field;
      isTurnedTo = chosen === field;
      name(field);
      input.setAttribute("aria-label", field.called);
      // What is being typed stays, unless the cell has been emptied.
      const isBeingTyped = document.activeElement === input && input.value !== shown && (field.value !== "" || shown === "");
      if (!isBeingTyped) input.value = field.value;
      shown = field.value;
      input.placeholder = field.hint || "type here";
      box.classList.toggle("next", next === field);
    },
  };
}

// What may be left out is one row until somebody opens it.
export function fold(_part, on) {
  const box = element("div", "field folded");
  const name = element("b");
  const note = element("i");
  const made = button("fold", "", () => on.open(now));
  let now;
  made.setAttribute("aria-expanded", "false");
  made.append(name, note);
  box.append(made);
  return {
    element: box,
    show(part) {
      now = part;
      name.textContent = part.title || part.called;
      const [{ hint }] = part.fields;
      note.textContent = hint ? `optional, ${hint}` : "optional";
    },
  };
}

function labelled(className) {
  const box = element("div", `field boxed ${className}`);
  const label = element("span", "label");
  box.append(label);
  return {
    box,
    name({ label: told, note }) {
      label.textContent = told;
      label.hidden = told === "";
      box.title = note;
    },
  };
}
