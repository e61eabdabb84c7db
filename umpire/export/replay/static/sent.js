// The log as the drawer shows it: all that players and the umpire have sent, the newest first, with what
// came of it. What is secret in the view that is chosen is left out.

import { make, words } from "./dom.js";

const TONES = { taken: "taken", held: "held", locked: "held" };

export class Sent {
  constructor(match) {
    this.title = "Log";
    this.isOnePage = true;
    this.match = match;
  }

  // The view is its page.
  pageOf(_book, telling) {
    return telling;
  }

  told(_book, telling) {
    return telling.view.title;
  }

  draw(_book, telling) {
    const rows = this.match.turns.filter((turn) => isSent(turn, telling)).map((turn) => drawRow(turn, telling)).reverse();
    const list = rows.length > 0 ? make("ol", {}, ...rows) : make("p", {}, "Nobody has sent anything yet.");
    return [{ called: "What was sent", element: make("section", { class: "log-sent" }, make("h3", {}, "What was sent, newest first"), list) }];
  }
}

// What chance has drawn was not sent.
function isSent(turn, telling) {
  const { by, say } = telling.line(turn);
  return turn.n > 1 && Boolean(by) && by !== "chance" && typeof say === "string" && telling.isOpen(turn);
}

function drawRow(turn, telling) {
  const { by, say, ok, note } = telling.line(turn);
  const outcome = telling.outcome(turn);
  const tone = ok === false ? "refused" : (TONES[outcome] ?? "");
  const what = make("a", { href: `#turn=${turn.n}` }, words(by === "umpire" ? "Umpire" : by), ": ", words(say));
  const came = [turn.undone ? "taken back" : outcome, turn.error, note && `note: ${note}`].filter(Boolean).join(" · ");
  return make("li", { class: "sent" }, make("span", { class: "row-number" }, String(turn.n)), make("b", {}, what), make("span", { class: "answer", "data-tone": tone }, words(came)));
}
