// Live countdowns: where a cell says until when somebody has time, a badge says how long that is yet.
// Nothing is written for it, and the text that the cell holds stays what it was.

// An answer that says until when it may be changed stays in its row for good: that is no countdown.
const LIMIT = /(?<!change it )until (\d{2}):(\d{2}):(\d{2}) UTC(?: \((\d+(?:\.\d+)?) s)?/g;
const BANK = /^, then (\d+(?:\.\d+)?) s of reserve/;
const PERIODS = /^, then (\d+) periods? of (\d+(?:\.\d+)?) s/;

const SECOND = 1000;
const DAY = 86_400 * SECOND;

// What the limits in a text are, in order: where the words begin, the time of day, the seconds
// that were given, and the seconds of reserve that run once it has passed.
export function limitsIn(text) {
  return [...text.matchAll(LIMIT)].map((match) => {
    const [words, hours, minutes, seconds, given] = match;
    const after = text.slice(match.index + words.length);
    const [, bank] = BANK.exec(after) ?? [];
    const [, count, each] = PERIODS.exec(after) ?? [];
    return {
      at: match.index,
      time: ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * SECOND,
      given: Number(given ?? 0) * SECOND,
      reserve: Number(bank ?? (count ?? 0) * (each ?? 0)) * SECOND,
    };
  });
}

// How long a limit is yet, in words of a clock: never less than nothing, then what reserve is left.
export function left(limit, now) {
  const before = untilThen(limit, now);
  if (before > 0 || limit.reserve === 0) return clock(before);
  return `reserve ${clock(before + limit.reserve)}`;
}

// A time of day is the one nearest to now, or the next one if more time than that was given.
function untilThen({ time, given }, now) {
  const ahead = (((time - now) % DAY) + DAY) % DAY;
  return ahead > DAY / 2 && given <= DAY / 2 ? ahead - DAY : ahead;
}

function clock(milliseconds) {
  const whole = Math.max(0, Math.ceil(milliseconds / SECOND));
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

export class Countdown {
  constructor(root) {
    this.root = root;
    this.ahead = 0; // by how much the server's clock is ahead of this browser's
    document.addEventListener("visibilitychange", () => this.#tick());
  }

  get now() {
    return Date.now() + this.ahead;
  }

  // The server's clock as it was when a message was sent. The quickest message knows it best.
  setClock(now, isWhole) {
    const ahead = now - Date.now();
    this.ahead = isWhole ? ahead : Math.max(this.ahead, ahead);
    this.#tick();
  }

  // Show a cell's text in an element, with a badge for each limit in it: in front of the text, or
  // where there are several each in front of its own words.
  fill(element, text) {
    const limits = limitsIn(text);
    const parts = [];
    let from = 0;
    for (const limit of limits) {
      const at = limits.length === 1 ? 0 : limit.at;
      parts.push(text.slice(from, at), badge(limit, this.now));
      from = at;
    }
    element.replaceChildren(...parts.filter((part) => part !== ""), text.slice(from));
    if (limits.length > 0) this.#tickSoon();
  }

  // Say all badges anew, at every full second while there are any and somebody looks.
  #tick() {
    const badges = this.root.getElementsByClassName("clock");
    for (const one of badges) {
      const shown = left(one.limit, this.now);
      if (one.textContent !== shown) one.textContent = shown;
    }
    clearTimeout(this.timer);
    if (badges.length > 0 && !document.hidden) this.#tickSoon();
  }

  #tickSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#tick(), SECOND - (this.now % SECOND));
  }
}

function badge(limit, now) {
  const made = document.createElement("span");
  made.className = "clock";
  made.limit = limit;
  made.textContent = left(limit, now);
  // It changes every second: to be read by who comes to it, never called out.
  made.setAttribute("role", "timer");
  made.setAttribute("aria-live", "off");
  return made;
}
