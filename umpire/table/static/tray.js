// Pieces: a tray with what was put in and what that comes to. A tap on the tray turns to it, a tap on a
// piece takes it back. Choices for which there is no piece are buttons below.

import { element } from "../cells.js";
import { choiceRow } from "./choice.js";
import { button, keepInStep } from "./controls.js";
import { pieceOf, wordsOf } from "./feeds.js";
import { drawPiece } from "./piece.js";

export function tray(_part, on) {
  const box = element("div", "field trayed");
  const inside = element("div", "tray");
  const target = button("target", "", () => on.choose(now));
  const label = element("span", "n");
  const pieces = element("span", "tray-pieces");
  const hint = element("span", "hintx");
  const sum = element("span", "sum");
  const number = element("span");
  const tick = element("i", "tick");
  const row = choiceRow((text) => on.write([[now, now.value === text ? "" : text]]));
  let now;
  sum.append(number, tick);
  for (const one of [label, hint, sum]) one.setAttribute("aria-hidden", "true");
  inside.append(target, label, pieces, hint, sum);
  box.append(inside, row.element);
  inside.setAttribute("role", "group");
  inside.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const all = [target, ...pieces.children];
    const to = all[all.indexOf(document.activeElement) + step];
    if (!step || !to) return;
    event.preventDefault();
    to.focus();
  });
  return {
    element: box,
    show({ fields: [field] }, { next, chosen }) {
      now = field;
      const others = field.others ?? [];
      const pieceless = others.includes(field.value);
      const words = pieceless ? [] : field.isSeveral ? wordsOf(field.value) : [field.value].filter(Boolean);
      label.textContent = field.place ? field.part : field.label;
      label.title = field.note;
      hint.textContent = words.length > 0 || field.place ? "" : field.hint || invitation(field);
      const { text = "", ok = null } = field.sum ?? {};
      number.textContent = text;
      tick.hidden = ok === null;
      tick.textContent = ok ? "✓" : "!";
      tick.classList.toggle("bad", ok === false);
      inside.classList.toggle("next", next === field);
      inside.classList.toggle("vacant", words.length === 0);
      box.classList.toggle("repeated", field.isRepeated);
      box.classList.toggle("long", words.length > 2);
      box.classList.toggle("placed", field.place !== null);
      inside.setAttribute("aria-label", spoken(field, words));
      target.setAttribute("aria-label", `${field.called}: ${words.join(" ") || "empty"}`);
      target.setAttribute("aria-pressed", String(chosen === field));
      keepInStep(
        pieces,
        words.map((word, at) => ({ word, at, key: `${word} ${words.slice(0, at).filter((other) => other === word).length}` })),
        ({ key }) => key,
        ({ word }) => pieceButton(word, on, () => now),
        (made, { word }) => made.setAttribute("aria-label", `${word}, in ${field.called}`),
      );
      row.element.hidden = others.length === 0;
      row.show(others.map((one) => ({ text: one, more: field.says[one] ?? "", isOn: one === field.value })));
    },
  };
}

function pieceButton(word, on, latest) {
  const made = button("taken-back", "", () => {
    const { isSeveral, value } = latest();
    const words = wordsOf(value);
    words.splice(words.indexOf(word), 1);
    on.write([[latest(), isSeveral ? words.join(" ") : ""]], latest());
  });
  made.tabIndex = -1;
  made.append(drawPiece(word, on.look(), { size: "tray", isInButton: true }));
  return made;
}

// "Pile 2: R8, R1; 9, fits"
function spoken({ called, sum }, words) {
  const fits = sum?.ok === true ? ", fits" : sum?.ok === false ? ", does not fit" : "";
  return `${called}: ${words.join(", ") || "empty"}${sum?.text ? `; ${sum.text}${fits}` : ""}`;
}

function invitation({ feeds }) {
  const [feed] = feeds;
  if (!feed) return "";
  return feed.match === "last" && !feed.heads ? "tap it on the table" : `tap a ${pieceOf(feed)}`;
}
