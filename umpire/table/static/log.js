// The log as a drawer shows it: what happened, in rounds that fold, the newest first; and what its reader
// has sent, with the answers.

import { element } from "../cells.js";
import { toneOf } from "./dock.js";
import { answerAt, lineOf, rowsOf } from "./lists.js";
import { told } from "./mention.js";
import { Look } from "./piece.js";
import { drawEvent } from "./round_events.js";

const OPEN = 2; // rounds that are open at first
const FIRST = "Before that"; // what happened before the rounds that the page knows
const BY_FORM = /^by the form, “(.*?)”: (.*)$/s; // an answer to what a form has sent

export class Log {
  constructor(countdown) {
    this.title = "Log";
    this.isOnePage = false;
    this.countdown = countdown;
    this.turned = new Map(); // rounds that somebody has opened or folded
  }

  // The tab with all that happened, which may also be seen whole; or the table itself.
  pageOf(book, tab) {
    return book.tab(tab.play?.moves?.[0]) ?? tab;
  }

  told(book, tab) {
    const rows = sentRows(tab).map((row) => [tab.shownText(row, tab.play.sheet[2]), answerOf(tab, row)]);
    return JSON.stringify([tab.stage.events ?? [], tab.stage.results ?? [], allRows(book, tab).length, rows]);
  }

  draw(book, tab) {
    const sections = [{ called: "Moves", element: this.#moves(book, tab) }];
    if (tab.play.sheet) sections.push({ called: "What you sent", element: this.#sent(book, tab) });
    return sections;
  }

  // Rounds that fold; where there are none, a list.
  #moves(book, tab) {
    const made = element("section", "log-moves");
    const look = new Look(tab, book);
    const { events = [], results = [] } = tab.stage;
    const rows = allRows(book, tab);
    const older = rows.slice(rows.findLastIndex(({ text }) => text === events.at(-1)?.text) + 1);
    const rounds = groupsOf([
      ...events.map(({ round, ...event }) => ({ round, draw: () => (event.kind === "round" ? null : drawEvent(event, look)) })),
      ...older.map((row) => ({ draw: () => lineOf(this.countdown, row.tab, row, "li") })),
    ]);
    if (rounds.length === 0) made.append(filled("p", "", "Nothing has happened yet."));
    for (const [at, { name, lines }] of rounds.entries()) {
      const draw = () => list(lines.map((line) => line.draw()).filter(Boolean));
      const title = results.find((result) => result.name === name)?.title ?? "";
      const called = name === FIRST && at > 0 ? `Before ${rounds[at - 1].name.toLowerCase()}` : name;
      made.append(rounds.length === 1 && name === FIRST ? draw() : this.#fold(called, lowered(told(title, look.reader)), at < OPEN, draw));
    }
    return made;
  }

  // A round that folds: what is in it is drawn when it is opened.
  #fold(name, says, isOpen, drawLines) {
    const made = element("details", "log-round");
    const summary = element("summary");
    summary.append(filled("b", "", name), filled("span", "", says));
    made.append(summary);
    const draw = () => made.open && made.childElementCount === 1 && made.append(drawLines());
    made.open = this.turned.get(name) ?? isOpen;
    draw();
    made.addEventListener("toggle", () => {
      this.turned.set(name, made.open);
      draw();
    });
    return made;
  }

  #sent(book, tab) {
    const made = element("section", "log-sent");
    const rows = sentRows(tab).reverse();
    if (rows.length === 0) made.append(filled("p", "", "You have sent nothing yet."));
    else made.append(list(rows.map((row) => this.#sentRow(book, tab, row))));
    return made;
  }

  #sentRow(book, tab, row) {
    const item = element("li", "sent");
    const [, , left, right] = tab.play.sheet;
    item.append(filled("span", "row-number", left > 0 ? tab.shownText(row, left - 1) : ""));
    const column = answerAt(tab, row, right);
    const formed = BY_FORM.exec(answerOf(tab, row));
    if (!tab.isEmpty(row, left)) item.append(lineOf(this.countdown, tab, { row, column: left }, "b"));
    else item.append(filled("b", "", formed ? formed[1] : ""));
    if (column === null) return item;
    const isOfForm = formed && tab.isEmpty(row, left);
    const answer = isOfForm ? filled("span", "", formed[2]) : lineOf(this.countdown, tab, { row, column }, "span");
    answer.className = "answer";
    answer.dataset.tone = toneOf(book.style(tab.cell(row, column)).css ?? {});
    item.append(answer);
    return item;
  }
}

// Lines by their rounds, the newest first.
function groupsOf(lines) {
  const groups = [];
  for (const line of lines) {
    const name = line.round ?? FIRST;
    if (groups.at(-1)?.name !== name) groups.push({ name, lines: [] });
    groups.at(-1).lines.push(line);
  }
  return groups;
}

// All that happened, as rows of its tab, the newest first.
function allRows(book, { play }) {
  const [id, top, bottom, , right] = play.moves ?? [];
  const tab = book.tab(id);
  const rows = [];
  for (let row = (bottom ?? 0) - 1; tab && row >= top; row -= 1) {
    if (!tab.isEmpty(row, right - 1)) rows.push({ tab, row, column: right - 1, text: tab.shownText(row, right - 1) });
  }
  return rows;
}

// The rows of the score sheet that hold something. What the form said has a row with an answer alone.
function sentRows(tab) {
  return rowsOf(tab).filter((row) => !tab.isEmpty(row, tab.play.sheet[2]) || answerOf(tab, row) !== "");
}

function answerOf(tab, row) {
  const column = answerAt(tab, row, tab.play.sheet[3]);
  return column === null ? "" : tab.shownText(row, column);
}

function list(items) {
  const made = element("ol");
  made.append(...items);
  return made;
}

function lowered(text) {
  return text.startsWith("You ") ? `y${text.slice(1)}` : text;
}

function filled(name, className, text) {
  const made = element(name, className);
  made.textContent = text;
  return made;
}
