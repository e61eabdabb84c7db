// A palette: small tiles, each with how often it can still be used. Its title says what a tap fills. Below
// bets it serves all of them.

import { element } from "../cells.js";
import { button, fillTwo, group, keepInStep, oneStop, stopAt } from "./controls.js";
import { capital } from "./mention.js";
import { piecesOf } from "./feeds.js";

const DOTS = /^[●○]+$/u;
const USED_UP = "used up";

export function palette(_part, on) {
  const { box, title } = group("paletted");
  const list = element("div", "palette");
  let target = null;
  oneStop(list);
  box.append(list);
  return {
    element: box,
    show(part, { chosen, empty, last }) {
      target = fieldOf(part, { chosen, empty, last });
      const tiles = tilesOf(part, target, on.tab());
      title(titleOf(part, target), tiles.some(({ more }) => DOTS.test(more)) ? "dots: uses left" : "");
      keepInStep(
        list,
        tiles,
        ({ text }) => text,
        ({ text }) => button("palette-tile", "", (event) => press(event, target, text, on)),
        (made, { text, more, isOn, isOpen }) => {
          made.dataset.choice = text;
          fillTwo(made, text, more);
          made.setAttribute("aria-label", `${text}${more ? `, ${spoken(more)}` : ""}`);
          made.setAttribute("aria-pressed", String(isOn));
          made.setAttribute("aria-disabled", String(!isOpen));
        },
      );
      stopAt(list, list.contains(document.activeElement) ? document.activeElement : list.querySelector("[aria-pressed=true]"));
    },
  };
}

function press(event, target, text, on) {
  if (!target || event.currentTarget.getAttribute("aria-disabled") === "true") return;
  on.write([[target, target.value === text ? "" : text]]);
}

// The field that a tap fills: the one that its person has turned to, the next one that is empty, or the
// one that was filled last.
export function fieldOf({ fields }, { chosen, empty, last }) {
  const next = empty.filter((field) => fields.includes(field));
  const isMine = fields.includes(chosen);
  return isMine ? chosen : (next.find(({ isOptional }) => !isOptional) ?? fields.find(({ key }) => key === last) ?? fields.find(({ value }) => value !== "") ?? fields[0]);
}

function titleOf({ bets = [], title }, target) {
  const bet = bets.find(({ fields }) => fields.includes(target));
  if (!bet) return title;
  return bet.called ? `${capital(target.part)} of ${bet.called.slice(0, 1).toLowerCase()}${bet.called.slice(1)}` : capital(target.part);
}

function tilesOf({ fields, bets = [] }, target, tab) {
  const pieces = target.feeds.flatMap((feed) => piecesOf(tab, feed));
  const inColumns = pieces.toSorted(({ box: one }, { box: other }) => one.left - other.left || one.top - other.top);
  const beside = new Map(inColumns.map(({ name, box }) => [name, textBeside(tab, box)]));
  const texts = [...new Set([...beside.keys(), ...fields.flatMap(({ choices }) => choices)])];
  const bet = bets.find((one) => one.fields.includes(target));
  return texts.map((text) => {
    const isOn = target.value.toLowerCase() === text.toLowerCase();
    const isOpen = isOn || target.choices.some((choice) => choice.toLowerCase() === text.toLowerCase());
    const isInBet = bet?.fields.some((field) => field !== target && field.value.toLowerCase() === text.toLowerCase());
    const reason = isInBet && bet.called ? `in ${bet.called.slice(0, 1).toLowerCase()}${bet.called.slice(1)}` : USED_UP;
    return { text, isOn, isOpen, more: isOpen ? (target.says[text] ?? beside.get(text) ?? "") : reason };
  });
}

// The dots beside a piece.
function textBeside(tab, { top, right }) {
  const text = tab.shownText(top, right).trim();
  return DOTS.test(text) ? text : "";
}

function spoken(more) {
  if (!DOTS.test(more)) return more;
  const left = [...more].filter((dot) => dot === "●").length;
  return `${left} ${left === 1 ? "use" : "uses"} left`;
}
