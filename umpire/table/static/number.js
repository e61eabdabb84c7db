// A number: − field +, and a rail whose ends are named. Other choices of the same field are buttons above.

import { element } from "../cells.js";
import { choiceRow } from "./choice.js";
import { button, group } from "./controls.js";
import { capital } from "./mention.js";
import { scalesOf } from "./scale.js";

const KEYS = { ArrowUp: 1, ArrowDown: -1, PageUp: 5, PageDown: -5 };
const ON_RAIL = { ...KEYS, ArrowRight: 1, ArrowLeft: -1 };
const HELD_MS = 400; // before a button that is held goes on by itself
const AGAIN_MS = 80;
const SLOW = 10; // steps of one each, before it goes on by fives

export function number(_part, on) {
  const { box, title } = group("numbers");
  const row = choiceRow((stem) => {
    const { scale } = scales.find((one) => one.stem === stem);
    const isChosen = chosen?.stem === stem;
    on.write([[now, isChosen ? "" : scale ? scale.textOf(scale.least) : stem]]);
  });
  const meter = makeMeter((text) => (text !== "" || scales.length === 1) && on.write([[now, text]]), on);
  const rail = element("input", "rail");
  const ends = element("div", "ends");
  const [first, last] = [element("span"), element("span")];
  ends.append(first, last);
  box.append(row.element, meter.element, rail, ends);
  Object.assign(rail, { type: "range", step: "1", min: "0" });
  let now;
  let scales = [];
  let chosen = null;
  const paint = (value) => {
    const { scale } = chosen;
    const at = scale.placeOf(value ?? scale.least);
    rail.max = String(scale.size - 1);
    rail.value = String(at);
    rail.setAttribute("aria-valuetext", value === null ? "nothing" : scale.textOf(value));
    rail.style.setProperty("--share", `${(100 * at) / Math.max(1, scale.size - 1)}%`);
  };
  rail.addEventListener("input", () => {
    const value = chosen.scale.numberAt(Number(rail.value));
    paint(value);
    meter.preview(value);
  });
  rail.addEventListener("change", () => on.write([[now, chosen.scale.textOf(chosen.scale.numberAt(Number(rail.value)))]]));
  rail.addEventListener("keydown", (event) => meter.pressed(event, ON_RAIL));
  return {
    element: box,
    show({ fields: [field], title: text }, { next }) {
      now = field;
      scales = scalesOf(field) ?? [];
      const lone = scales.length === 1 ? scales[0] : null;
      chosen = lone ?? scales.find(({ stem, scale }) => (scale ? scale.numberOf(field.value) !== null : stem.toLowerCase() === field.value.toLowerCase())) ?? null;
      title(text, lone && !field.ends.some(Boolean) ? `${lone.scale.least} to ${lone.scale.most}` : "");
      box.title = field.note;
      box.classList.toggle("next", next === field);
      row.element.hidden = lone !== null;
      if (!lone) row.show(scales.map((one) => ({ text: one.stem, name: one.stem || rangeOf(one.scale), more: remark(field, one), isOn: one === chosen })));
      const { scale = null } = chosen ?? {};
      for (const part of [meter.element, rail, ends]) part.hidden = scale === null;
      if (!scale) return;
      const value = scale.numberOf(field.value);
      meter.show({ scale, value, called: field.called, small: smallText(field, scale, value) });
      rail.setAttribute("aria-label", field.called);
      paint(value);
      first.textContent = field.ends[0] || String(scale.least);
      last.textContent = field.ends[1] || String(scale.most);
    },
  };
}

function rangeOf({ least, most }) {
  return `${least} to ${most}`;
}

function remark({ says }, { stem, scale }) {
  return says[stem] ?? (scale && stem ? rangeOf(scale) : "");
}

// What stands below the number: what is wrong with it, or what it is added to.
function smallText({ hint }, scale, value) {
  if (value !== null && value > scale.most) return `${scale.most} is the most`;
  if (value !== null && value < scale.least) return `${scale.least} is the least`;
  return hint;
}

// − field +. `write` gets the text of a number, or nothing where the field was emptied. A button that is held goes on by itself, and what it comes
// to is written when it is let go.
export function makeMeter(write, on) {
  const box = element("div", "meter");
  const less = button("step", "−", () => {});
  const more = button("step", "+", () => {});
  const field = element("span", "number");
  const input = element("input");
  const small = element("small");
  Object.assign(input, { type: "text", autocomplete: "off", maxLength: 11, placeholder: "–" });
  input.setAttribute("role", "spinbutton");
  field.append(input, small);
  box.append(less, field, more);
  let now = { scale: null, value: null };
  let shown = "";
  const preview = (value) => {
    input.value = value === null ? "" : String(value);
    shown = input.value;
    spoken(value);
  };
  const spoken = (value) => {
    if (value === null) input.removeAttribute("aria-valuenow");
    else input.setAttribute("aria-valuenow", String(value));
    input.setAttribute("aria-valuetext", value === null ? "nothing" : now.scale.textOf(value));
    const { least, most } = now.scale;
    less.setAttribute("aria-disabled", String(value === null || value <= least));
    more.setAttribute("aria-disabled", String(value !== null && value >= most));
  };
  const stepped = (value, step) => {
    const { scale } = now;
    if (value === null) return step > 0 ? scale.least : null;
    if (!scale.offered) return Math.max(scale.least, Math.min(scale.most, value + step));
    const at = scale.placeOf(value);
    return scale.numberAt(step < 0 && scale.numberAt(at) < value ? at : at + step);
  };
  const typed = () => (/\d/.test(input.value) ? Number(input.value) : null);
  const step = (by) => {
    const value = stepped(typed(), by);
    preview(value);
    if (value !== null) write(now.scale.textOf(value));
  };
  for (const [made, by] of [[less, -1], [more, 1]]) holdable(made, { go: (far) => preview(stepped(typed(), by * far)), end: () => typed() !== null && write(now.scale.textOf(typed())), step: () => step(by) });
  const pressed = (event, keys) => {
    if (event.key in keys && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      step(keys[event.key]);
    } else if (event.key === "Enter") {
      event.preventDefault();
      on.enter();
    } else if (event.key === "Escape") {
      on.escape();
      event.stopPropagation();
    }
  };
  input.addEventListener("keydown", (event) => pressed(event, KEYS));
  input.addEventListener("focus", () => input.select());
  input.addEventListener("input", () => {
    const text = input.value.replaceAll(now.scale.least < 0 ? /(?!^-)\D/g : /\D/g, "");
    if (text !== input.value) input.value = text;
    spoken(typed());
    if (typed() === null) shown = ""; // a sign that is typed before its number stays
    write(typed() === null ? "" : now.scale.textOf(typed()));
  });
  return {
    element: box,
    preview,
    pressed,
    show({ scale, value, called, small: text }) {
      now = { scale, value };
      input.inputMode = scale.least < 0 ? "text" : "numeric"; // a phone's digits may have no sign
      input.setAttribute("aria-label", called);
      input.setAttribute("aria-valuemin", String(scale.least));
      input.setAttribute("aria-valuemax", String(scale.most));
      less.setAttribute("aria-label", `${capital(called)}: one less`);
      more.setAttribute("aria-label", `${capital(called)}: one more`);
      small.textContent = text;
      // What is being typed or held stays, unless the cell has been emptied.
      const isBusy = box.dataset.held || (document.activeElement === input && input.value !== shown && (value !== null || shown === ""));
      if (isBusy) spoken(typed());
      else preview(value);
    },
  };
}

// A button that goes on by itself while it is held: by ones, then by fives.
function holdable(made, { go, end, step }) {
  const box = () => made.parentElement;
  let timer = null;
  let times = 0;
  const again = () => {
    times += 1;
    box().dataset.held = "held";
    go(times > SLOW ? 5 : 1);
    timer = setTimeout(again, AGAIN_MS);
  };
  const stop = () => {
    clearTimeout(timer);
    timer = null;
    delete box().dataset.held;
  };
  made.addEventListener("pointerdown", ({ button: which }) => {
    if (which !== 0) return;
    times = 0;
    timer = setTimeout(again, HELD_MS);
  });
  for (const name of ["pointerleave", "pointercancel"]) {
    made.addEventListener(name, () => {
      if (timer === null) return;
      stop();
      if (times > 0) end();
      times = 0;
    });
  }
  made.addEventListener("pointerup", stop);
  made.addEventListener("click", () => {
    stop();
    if (times > 0) end();
    else step();
    times = 0;
  });
  made.addEventListener("contextmenu", (event) => event.preventDefault());
}
