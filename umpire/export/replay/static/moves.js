// The list of moves: each part of the match (a bout, a round) with what came of it, and the turns in it.

import { actors, told } from "../table/mention.js";
import { drawPieces } from "../table/piece.js";
import { id, make, words } from "./dom.js";

// Draw the list anew. Each turn that is in it gets its `link`.
export function listMoves(telling) {
  const parts = [];
  for (const turn of telling.match.turns) {
    turn.link = null;
    if (!telling.isKnown(turn)) continue;
    if (turn.part !== parts.at(-1)?.name) parts.push({ name: turn.part, turns: [] });
    parts.at(-1).turns.push(turn);
  }
  id("list").replaceChildren(...parts.flatMap(({ name, turns }) => {
    const links = turns.map((turn) => listed(turn, telling));
    if (name === "") return links;
    const summary = make("summary", {}, make("b", {}, name), make("span", {}, words(telling.titleOf(name, turns))));
    return [make("li", {}, make("details", {}, summary, make("ol", {}, ...links)))];
  }));
}

function listed(turn, telling) {
  const kind = ["turn", telling.isAside(turn) && "aside", turn.undone && "undone"].filter(Boolean).join(" ");
  const link = make("a", { href: `#turn=${turn.n}` }, ...telling.rows(turn).map((row) => rowOf(row, telling)));
  const isRefused = telling.line(turn).ok === false;
  if (isRefused || turn.undone) link.append(make("span", { class: "refused" }, turn.undone ? "taken back" : telling.outcome(turn)));
  const found = telling.verdict(turn);
  const author = telling.author(turn);
  if (found) link.append(tag(found, telling.rows(turn).some(({ by }) => by === author) ? "" : author));
  turn.link = link;
  return make("li", { class: kind }, link);
}

// A row: who, what, and pieces or a number.
function rowOf({ by = "", did, pieces = [], end = "", only }, { look }) {
  const who = make("b", { class: "who" }, words(by && actors(by, look.players, null)));
  const what = make("span", { class: "did" }, words(told(did, null)));
  if (only) what.append(" ", make("i", { class: "only" }, "only for ", words(only)));
  const shown = make("span", { class: "end" });
  if (pieces.length > 0) shown.append(drawPieces(pieces, look, { by, size: "row" }));
  if (end) shown.append(words(told(end, null)));
  return make("span", { class: "row" }, who, what, shown);
}

// How good an answer looked, in a few words.
export function looked({ looks, worth, chances }) {
  if (looks === "lost") return `lost ${chances - worth} %`;
  return { only: "no other answer", best: "looked best", good: "looked good" }[looks];
}

// `author` is whose answer it was, where no row says so.
function tag(found, author) {
  const better = found.looks === "lost" ? [", better: ", words(found.best)] : [];
  const whose = author ? [words(author), ": "] : [];
  return make("span", { class: `looked ${found.looks}` }, ...whose, looked(found), ...better);
}
