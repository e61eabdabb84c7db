// What is asked and until when: with a clock, and a bar that drains.

import { clock } from "../countdown.js";
import { isNeutral } from "../dark.js";
import { localTimes, two } from "../times.js";
import { told as toldTo } from "./mention.js";

const LONG = 54; // characters of a question, which is written smaller
const SECOND = 1000;
const SOON = 10 * SECOND;
const LIMIT = "umpire.limit"; // how long the limit was when this page first saw it
const BUZZ_MS = 80;
const HELD = { condition: "You may still change it.", otherwise: "then it counts" };

export class Question {
  // `parts` are elements: box, ask, condition, time, left, after, bar. `on` has: soon(), when the last ten
  // seconds of one's own time begin.
  constructor(parts, countdown, on) {
    this.parts = parts;
    this.countdown = countdown;
    this.on = on;
    document.addEventListener("visibilitychange", () => this.#tick());
  }

  show(book, tab) {
    const { question } = tab.play;
    const [ask, due] = ["ask", "due"].map((name) => cellAt(tab, question[name]));
    const isWatching = !tab.play.send.tick && !tab.play.sheet;
    const isFilled = ask !== null && [0, 1].some((beside) => isColoured(book, tab, question.ask, beside));
    const isMine = book.awaited.includes(tab.id);
    const isWon = ask !== null && ask.text.startsWith("★");
    const told = isWon && isFilled ? "won" : (isFilled && !isWatching) || isMine ? "asked" : "waiting";
    const { box } = this.parts;
    if (box.dataset.state !== told) box.dataset.state = told;
    this.isMine = isMine;
    this.parts.ask.setAttribute("aria-live", isMine ? "assertive" : "off");
    this.#showAsk(ask, due);
    this.#showQuestion(tab.stage.question ?? null, tab.stage);
    this.#tick();
  }

  // What is asked in a few words, in place of the sentence in the cell; null if the daemon says none. What
  // happens when the time is over is something else once an answer is held.
  #showQuestion(question, { reader, held }) {
    const { ask, condition } = this.parts;
    const known = held && question ? { ...question, ...HELD } : question;
    const [text, more, otherwise] = ["text", "condition", "otherwise"].map((name) => toldTo(known?.[name] ?? "", reader));
    condition.textContent = more;
    this.otherwise = otherwise;
    if (text === "") return;
    this.#fill(ask, { text, limits: [], isUtc: false });
    ask.classList.toggle("long", text.length > LONG);
  }

  // One limit is a clock of its own; where the question tells several they stay in its text.
  #showAsk(ask, due) {
    const limits = due?.limits.length ? due.limits : (ask?.limits ?? []);
    this.limit = limits.length === 1 ? limits[0] : null;
    const isOwn = this.limit !== null && !due?.limits.length;
    const shown = ask && (isOwn ? without(ask, this.limit) : ask);
    if (shown) this.#fill(this.parts.ask, shown);
    else this.#empty(this.parts.ask);
    this.parts.ask.classList.toggle("long", shown !== null && shown.text.length > LONG);
    this.rest = due ? (due.limits.length === 1 ? behind(due, due.limits[0]) : due.text) : "";
    this.whose = due && this.limit && !this.isMine ? timeOf(due, this.limit) : "";
    if (due?.isUtc) this.rest = localTimes(this.rest, this.countdown.now);
    this.isMany = due !== null && due.limits.length > 1;
    if (this.isMany) this.#fill(this.parts.after, due);
    else this.#empty(this.parts.after);
  }

  #fill(element, { text, limits, isUtc }) {
    const told = JSON.stringify([text, limits, isUtc]);
    if (element.told === told) return;
    element.told = told;
    this.countdown.fill(element, text, limits, isUtc);
  }

  #empty(element) {
    element.told = null;
    element.textContent = "";
  }

  #tick() {
    clearTimeout(this.timer);
    const { time, left, after, bar, box } = this.parts;
    const { limit } = this;
    time.hidden = limit === null && this.rest === "" && !this.isMany;
    left.hidden = limit === null;
    bar.hidden = limit === null;
    if (limit === null) {
      box.classList.remove("soon");
      if (!this.isMany) after.textContent = this.rest ?? "";
      return;
    }
    const [, until, reserve] = limit;
    const { now } = this.countdown;
    const isReserve = now >= until && reserve > 0;
    const rest = isReserve ? until + reserve - now : until - now;
    const isSoon = rest <= SOON && (reserve === 0 || isReserve);
    left.textContent = clock(rest);
    if (!this.isMany) after.textContent = afterwards({ isReserve, until, reserve, more: this.otherwise || this.whose || this.rest, isMine: this.isMine });
    const whole = isReserve ? reserve : lengthOf(until, rest);
    bar.firstElementChild.style.width = `${Math.max(0, Math.min(100, (100 * rest) / whole))}%`;
    const isNews = isSoon && !box.classList.contains("soon") && rest > 0;
    box.classList.toggle("soon", isSoon);
    if (isNews && this.isMine) {
      this.on.soon();
      navigator.vibrate?.(BUZZ_MS);
    }
    if (!document.hidden && rest > -SECOND) this.timer = setTimeout(() => this.#tick(), SECOND - (now % SECOND));
  }
}

function afterwards({ isReserve, until, reserve, more, isMine }) {
  if (isReserve) return "of reserve";
  if (reserve > 0) return isMine ? "then your reserve" : `then ${clock(reserve)}`;
  if (more !== "") return more;
  const ends = new Date(until);
  return `until ${[ends.getHours(), ends.getMinutes(), ends.getSeconds()].map(two).join(":")}`;
}

// A place's first cell with its text; null if there is none.
export function cellAt(tab, box) {
  if (!box) return null;
  const [row, , column] = box;
  const cell = tab.cell(row, column);
  return { cell, text: tab.shownText(row, column), limits: cell.c ?? [], isUtc: cell.u };
}

// Whether the question, or what is `beside` it at its left, has a colour: then somebody is asked.
function isColoured(book, tab, [row, , column], beside) {
  if (column < beside) return false;
  const fill = book.style(tab.cell(row, column - beside)).css?.["background-color"];
  return fill !== undefined && !isNeutral(fill);
}

// Whose time runs: the words before those that tell a limit name them, as in "Bo has".
function timeOf({ text }, [at]) {
  const [, names, verb] = /^(.+) (has|have)$/.exec(text.slice(0, at).trim()) ?? [];
  if (!names) return "";
  return verb === "has" ? `${names}'s time` : "their time";
}

// What a text says behind the words that tell a limit.
function behind({ text }, [at, , , instead = 0]) {
  return text.slice(at + instead).replace(/^[\s,.;)]+/, "").trim();
}

// A text without the words that tell a limit, which a clock tells.
function without({ text, limits, isUtc }, limit) {
  const [at, , , instead = 0] = limit;
  const left = `${text.slice(0, at).trimEnd()} ${text.slice(at + instead).trimStart()}`;
  return { text: left.replace(/[\s,(]*\)?\s*$/, "").trim(), limits: limits.filter((one) => one !== limit), isUtc };
}

// How long a limit is in all: as long as it was when this browser first saw it.
function lengthOf(until, rest) {
  try {
    const known = JSON.parse(sessionStorage.getItem(LIMIT)) ?? {};
    if (known.until === until && known.length >= rest) return known.length;
    sessionStorage.setItem(LIMIT, JSON.stringify({ until, length: rest }));
  } catch {
    // Then the bar is full whenever it is drawn.
  }
  return Math.max(rest, 1);
}
