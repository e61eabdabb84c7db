// A bet: one sentence in one box, as in "5 on 3 and white". Its number is set here, its traits come from
// the palette below, and one switch joins them.

import { element } from "../cells.js";
import { button, group, keepInStep } from "./controls.js";
import { capital } from "./mention.js";
import { makeMeter } from "./number.js";
import { scalesOf } from "./scale.js";

const DIGITS = /(\d+(?:\.\d+)?)/;

export function bet(_part, on) {
  const { box, title } = group("bet");
  const row = element("div", "r1");
  const traits = element("span", "traits");
  const between = element("span", "on");
  const below = element("div", "r2");
  const [left, right] = [element("span"), element("span")];
  let now;
  const meter = makeMeter((text) => on.write([[now.stake, text]]), on);
  const trait = button("trait", "", () => on.choose(now.trait));
  const joint = element("span", "joint");
  const other = button("trait", "", () => (now.joint && now.joint.value === "" ? join(now.joint.choices[0]) : on.choose(now.other)));
  // Joining leads on to the second trait; a second press takes both back.
  const join = (text) => {
    const isBack = now.joint.value === text;
    on.write([[now.joint, isBack ? "" : text], ...(isBack ? [[now.other, ""]] : [])]);
    if (!isBack && now.other.value === "") on.choose(now.other);
  };
  between.textContent = "on";
  joint.setAttribute("role", "group");
  joint.setAttribute("aria-label", "Joined by");
  traits.append(trait, joint, other);
  row.append(meter.element, between, traits);
  below.append(left, right);
  box.append(row, below);
  return {
    element: box,
    show(part, { next }) {
      now = part;
      title(part.title);
      box.classList.toggle("next", part.fields.includes(next));
      const scale = scaleOf(part.stake);
      meter.show({ scale, value: scale.numberOf(part.stake.value), called: `${part.called}: ${part.stake.part}`, small: "" });
      showTrait(trait, part, part.trait, next);
      const isJoined = part.joint !== null && part.joint.value !== "";
      joint.hidden = !isJoined;
      keepInStep(
        joint,
        part.joint?.choices ?? [],
        (text) => text,
        (text) => button("", text, () => join(text)),
        (made, text) => made.setAttribute("aria-pressed", String(part.joint.value === text)),
      );
      other.hidden = part.other === null || (!isJoined && part.trait.value === "");
      if (part.other && isJoined) showTrait(other, part, part.other, next);
      else if (part.other) fill(other, `+ ${part.trait.part}`, { isEmpty: true, called: `${part.called}: one more` });
      left.textContent = part.trait.sum?.text ?? "";
      fillDigits(right, part.stake.sum?.text ?? "");
      below.hidden = left.textContent + right.textContent === "";
    },
  };
}

function showTrait(made, part, field, next) {
  const empty = field === part.other ? "second" : field.part;
  fill(made, field.value || empty, { isEmpty: field.value === "", called: `${part.called}: ${field.part}, ${field.value || "empty"}` });
  made.classList.toggle("turned", field === next);
  made.dataset.key = field.key;
}

function fill(made, text, { isEmpty, called }) {
  made.textContent = text;
  made.classList.toggle("missing", isEmpty);
  made.setAttribute("aria-label", capital(called));
}

// All numbers from 1 on where only some are offered: what is too much is refused.
function scaleOf(stake) {
  const found = scalesOf(stake)?.find(({ scale }) => scale !== null);
  return found?.scale ?? scalesOf({ isNumber: true, choices: [], least: 1, most: 999999, prefix: "" })[0].scale;
}

// A sentence with its number in bold.
function fillDigits(made, text) {
  const [before, digits = "", after = ""] = text.split(DIGITS, 3);
  const strong = element("b");
  strong.textContent = digits;
  made.replaceChildren(before, strong, after);
}
