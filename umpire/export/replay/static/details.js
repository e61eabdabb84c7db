// What stands beside and below the board at a turn: the move in a sentence, what happened in this round,
// the last result, who had to answer, and the line of the log.

import { drawPieces } from "../table/piece.js";
import { drawResult } from "../table/result_card.js";
import { drawEvent } from "../table/round_events.js";
import { id, make, span, visible, words } from "./dom.js";
import { looked } from "./moves.js";
import { said } from "./telling.js";

const times = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const MOST = 8; // rows of a round

// The move as the heading says it.
export function sentence(turn, telling) {
  if (telling.isAside(turn) && telling.line(turn).ok === false) return `${telling.author(turn)}: refused`;
  return visible(said(telling.rows(turn)[0], telling.look.players));
}

export function showHead(turn, telling, title) {
  const [{ by = "", pieces = [] }] = telling.rows(turn);
  id("move").replaceChildren(words(sentence(turn, telling)), ...(pieces.length > 0 ? [" ", drawPieces(pieces, telling.look, { by })] : []));
  id("part").textContent = title || turn.part;
}

// What happened in this part of the match up to a turn, newest first.
export function showRound(number, telling) {
  const { turns } = telling.match;
  const now = turns[number];
  const until = turns.slice(0, number + 1).filter((turn) => turn.part === now.part && !telling.isAside(turn));
  const rows = until.reverse().flatMap((turn) => telling.rows(turn).toReversed()).slice(0, MOST);
  id("round-title").textContent = now.part === "" ? "What happened" : "This round";
  id("happened").replaceChildren(...rows.map((row) => drawEvent(row, telling.look)));
}

export function showResult({ frame }, telling) {
  const found = telling.result(frame);
  id("result").hidden = found === null;
  if (!found) return;
  const card = drawResult(found.result, telling.look);
  card.classList.toggle("fresh", found.isFresh);
  id("result").replaceChildren(card);
}

// Who had to answer, and everyone's reserve.
export function showClocks(turn, telling) {
  const { players } = telling.match;
  const known = telling.known(turn) ?? turn;
  const left = players.map((player, seat) => [player, turn.reserve[seat]]).filter(([, seconds]) => seconds !== null);
  const parts = [
    turn.status === "paused" ? ["The match is paused."] : [],
    known.waits.length > 0 ? [words(joined(known.waits)), " to answer."] : [],
    ...left.map(([player, seconds]) => [words(player), ` has ${span(seconds)} of reserve.`]),
  ];
  id("clocks").replaceChildren(...parts.filter((part) => part.length > 0).map((part) => make("span", {}, ...part)));
}

export function joined(names) {
  return [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" and ");
}

// The line of the log.
export function showLine(turn, telling) {
  const logged = telling.line(turn);
  const { match } = telling;
  const isOpen = telling.isOpen(turn);
  const author = isOpen || turn.n === 1 ? telling.author(turn) : "Secret answer";
  const found = [make("p", { class: "head" }, `Line ${turn.n} of the log · `, words(author)), ...when(logged, match)];
  if (turn.fell_at !== undefined) found.push(make("p", {}, `A limit ran out at ${span(turn.fell_at)}.`));
  if (turn.fallen_undone) found.push(taken(turn.fallen_undone));
  if (isOpen) found.push(...answered(turn, logged, telling));
  else if (turn.n !== 1) found.push(make("p", { class: "soft" }, "This is secret here."));
  found.push(...expected(telling.verdict(turn)));
  if (turn.undone) found.push(taken(turn.undone));
  if (logged.note && isOpen) found.push(make("p", { class: "soft" }, "note: ", words(logged.note)));
  id("line").replaceChildren(...found);
}

function when(logged, match) {
  const at = logged.at ?? match.log[0].meta?.started;
  const clock = logged.t === undefined ? "" : `, clock ${span(logged.t)}`;
  return at ? [make("p", { class: "soft" }, `${times.format(new Date(at))}${clock}`)] : [];
}

function answered(turn, logged, telling) {
  const came = telling.outcome(turn);
  const known = turn.understood && turn.understood !== logged.say ? turn.understood : "";
  const found = logged.say === undefined ? [] : [typed(logged)];
  if (known) found.push(make("p", {}, `${came ? `${came}, ` : ""}understood as: `, words(known, "typed")));
  else if (came) found.push(make("p", logged.ok ? {} : { class: "refused" }, `${came} `, words(turn.error ?? "")));
  return found;
}

function typed({ by, say }) {
  if (say === null) return make("p", { class: "soft" }, "This is still secret.");
  return make("p", {}, by === "chance" ? "drawn: " : "typed: ", words(say, "typed"));
}

function taken(by) {
  return make("p", { class: "refused" }, `taken back by the undo of line ${by}`);
}

// How good an answer looked, in full, with the answer that looked better.
function expected(found) {
  if (!found) return [];
  const kind = `looked ${found.looks}`;
  const about = looked(found);
  const text = `${about[0].toUpperCase()}${about.slice(1)}. Expected: ${found.worth} %`;
  if (found.best === undefined) return [make("p", { class: kind }, `${text}.`)];
  const end = found.looks === "lost" ? "." : ", which may be luck.";
  return [make("p", { class: kind }, `${text}, with `, words(found.best, "typed"), ` ${found.chances} %${end}`)];
}
