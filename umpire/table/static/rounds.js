// The results of rounds: the last one as a card that stays until the next, all of them as small cards.
// A tap on one of these opens it in the place of the last. The round that runs is the last of them, as far as
// anything is said of it. Of the oldest rounds there may be room for the title
// alone: what was told of them while this page was open is kept.

import { element } from "../cells.js";
import { capital, told } from "./mention.js";
import { cellAt } from "./question.js";
import { drawResult, titleOf } from "./result_card.js";

const NUMBERED = /^(\w+) \d+$/;
const TITLE = /^(\w+ \d+)(?: of \d+)?[:,] (.+)$/; // over the board, as in "Round 3: first bets"

export class Rounds {
  // `parts` are elements: last, rounds, title, list.
  constructor(parts) {
    this.parts = parts;
    this.whole = new Map(); // results with all that is known of them, by their names
    parts.list.addEventListener("click", ({ target }) => {
      const card = target.closest("button");
      if (card) this.#open(card.dataset.round === this.opened ? null : card.dataset.round);
    });
  }

  // The newest result, as it is told; null if there is none.
  get newest() {
    return this.results.at(-1) ?? null;
  }

  // A result has come while its reader looked on, and they have not answered since.
  get isFresh() {
    return this.newest !== null && this.fresh === idOf(this.newest);
  }

  // Show the results of a tab; returns whether a new one has come.
  show(tab, look) {
    const { results = [] } = tab.stage;
    const isFirst = tab !== this.tab;
    const before = this.results?.at(-1);
    this.tab = tab;
    this.look = look;
    this.results = results;
    for (const result of results) if (result.rows) this.whole.set(idOf(result), result);
    const isNew = !isFirst && this.newest !== null && idOf(this.newest) !== (before && idOf(before));
    if (isFirst || isNew) this.opened = null;
    if (isNew) this.fresh = idOf(this.newest);
    this.running = runningIn(tab);
    const drawn = JSON.stringify([results, this.running, look.reader, look.players, this.isFresh, this.opened]);
    if (drawn !== this.drawn || isFirst) this.#draw();
    this.drawn = drawn;
    return isNew;
  }

  // Its reader has answered: the newest result is new no more.
  answered() {
    this.fresh = null;
    this.parts.last.querySelector(".result")?.removeAttribute("data-fresh");
  }

  // Bring the card of the newest result into sight.
  reveal() {
    this.#open(null);
    this.parts.last.scrollIntoView({ block: "nearest" });
  }

  // Draw the newest result again, for another place.
  drawNewest() {
    return drawResult(this.#known(this.newest), this.look);
  }

  #known(result) {
    return this.whole.get(idOf(result)) ?? result;
  }

  #open(id) {
    this.opened = id;
    this.#draw();
  }

  #draw() {
    const { last, rounds, title, list } = this.parts;
    const { results, look } = this;
    const opened = results.find((result) => idOf(result) === this.opened) ?? this.newest;
    last.hidden = opened === null;
    rounds.hidden = results.length === 0;
    if (opened === null) return;
    const card = drawResult(this.#known(opened), look);
    card.toggleAttribute("data-fresh", this.isFresh && opened === this.newest);
    last.replaceChildren(card);
    title.textContent = kindOf(results);
    const at = [...list.children].indexOf(document.activeElement);
    const cards = results.map((result) => this.#small(result, result === opened && opened !== this.newest));
    list.replaceChildren(...cards, ...(this.running ? [linesOf("div", "round-card running", this.running)] : []));
    if (at >= 0) list.children[at]?.focus();
  }

  #small(result, isOpened) {
    const { name = "", detail = "", won } = result;
    const lines = { small: name, b: titleOf(result, this.look, true), span: told(detail, this.look.reader) };
    const card = linesOf("button", "round-card", lines);
    card.type = "button";
    card.dataset.round = idOf(result);
    card.setAttribute("aria-pressed", String(isOpened));
    const side = this.look.side(won);
    if (side) card.dataset.side = side;
    return card;
  }
}

// The round that runs, in the lines of its card: its name and what comes next, as the title over the board
// says them, and the number that the newest move came to, as in "pot 13". Null if there is none.
function runningIn(tab) {
  const { events = [], results = [], over } = tab.stage;
  const [, name = "", next = ""] = TITLE.exec(cellAt(tab, tab.play.question.title)?.text ?? "") ?? [];
  if (over || name === "" || results.some((result) => result.name === name)) return null;
  const isCount = ({ round, kind, end = "" }) => round === name && kind === "move" && kindIn(end) && kindIn(end) !== kindIn(next);
  const counted = events.find(isCount)?.end;
  return { small: name, b: capital(counted ?? next), span: counted ? next : "" };
}

function kindIn(text) {
  return NUMBERED.exec(text)?.[1].toLowerCase();
}

// An element with lines of text, by the names of their elements; without those that are empty.
function linesOf(tag, className, lines) {
  const made = element(tag, className);
  for (const [name, text] of Object.entries(lines)) {
    if (text === "") continue;
    const line = element(name);
    line.textContent = text;
    made.append(line);
  }
  return made;
}

// What the results are of: `Rounds` if each is called a round, with its number.
function kindOf(results) {
  const kinds = new Set(results.map(({ name = "" }) => NUMBERED.exec(name)?.[1]));
  const [kind] = kinds;
  return kinds.size === 1 && kind ? `${kind}s` : "Results";
}

function idOf({ name = "", title }) {
  return JSON.stringify([name, title]);
}
