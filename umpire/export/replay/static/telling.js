// What the data of the page tells of a turn, in the view that is chosen.

import { actors, told } from "../table/mention.js";
import { Look } from "../table/piece.js";
import { titleOf } from "../table/result_card.js";

const NOTHING = { rows: [], waits: [] };

export class Telling {
  constructor(match) {
    this.match = match;
    this.view = match.views[0];
    this.look = new Look({ stage: { players: match.players }, play: { pieces: match.pieces } });
  }

  line(turn) {
    return this.match.log[turn.n - 1];
  }

  // What was known of a turn; null if nobody in this view knew of it.
  known(turn) {
    const seen = turn.seen?.[this.view.of ?? ""];
    return seen === undefined ? turn : seen;
  }

  rows(turn) {
    const known = this.known(turn) ?? NOTHING;
    const rows = known.rows.map((number) => this.match.rows[number]);
    if (rows.length > 0) return rows;
    if (turn.n === 1) return [{ did: "The match begins" }];
    if (!known.aside) return [];
    return [{ by: this.author(turn), did: this.isOpen(turn) ? (this.line(turn).say ?? "time passed") : "answered in vain" }];
  }

  // Whether a turn tells anything here, and anything that is shown without being asked for.
  isKnown(turn) {
    return this.known(turn) !== null && this.rows(turn).length > 0;
  }

  isAside(turn) {
    return this.known(turn)?.aside === true;
  }

  author(turn) {
    const { by } = this.line(turn);
    if (turn.n === 1) return "The match";
    return by === null ? "Secret answer" : ({ umpire: "Umpire", chance: "Chance" }[by] ?? by ?? "Time");
  }

  // Its words may be read.
  isOpen(turn) {
    const known = this.known(turn);
    return known !== null && known.unsaid !== true;
  }

  outcome(turn) {
    const said = this.line(turn);
    if (turn.n === 1 || said.by === undefined) return "";
    if (said.ok === false) return `refused (${said.code})`;
    return { taken: "taken", held: "held", locked: "locked" }[turn.effect] ?? "";
  }

  // How good an answer looked; in what one player saw only their own answers.
  verdict(turn) {
    const found = this.match.analysis?.verdicts[turn.n];
    const isEverybodys = this.view.of === this.match.views[0].of;
    return found && (isEverybodys || this.line(turn).by === this.view.of) ? found : null;
  }

  // The newest result of a round in a frame, and whether it came there; null before the first.
  result(frame) {
    const change = this.view.newest.findLast(([at]) => at <= frame);
    if (!change || change[1] === null) return null;
    return { result: this.view.results[change[1]], isFresh: change[0] === frame };
  }

  // What came of a round, in a few words: its result, or else what was told of one in its turns.
  titleOf(round, turns) {
    const result = this.view.rounds.map((number) => this.view.results[number]).find(({ name }) => name === round);
    if (result) return titleOf(result, this.look, true);
    const last = turns.flatMap((turn) => this.rows(turn)).findLast(({ kind }) => kind === "result");
    return last ? said(last, this.look.players) : "";
  }
}

// A row as a sentence.
export function said({ by = "", did }, players) {
  return [by && actors(by, players, null), told(did, null)].filter(Boolean).join(" ");
}
