// Live countdowns: where a cell says until when somebody has time, a badge says how long that is yet,
// instead of the words that say it. The server tells the moment beside the text; nothing is written
// for it.

import { localTimes, two } from "./times.js";

const SECOND = 1000;

// How long a limit is yet, in words of a clock: never less than nothing, then what reserve is left.
export function left([, until, reserve], now) {
  const before = until - now;
  if (reserve === 0) return clock(before);
  return before > 0 ? `${clock(before)}, then ${clock(reserve)} of reserve` : `${clock(before + reserve)} of reserve`;
}

export function clock(milliseconds) {
  const whole = Math.max(0, Math.ceil(milliseconds / SECOND));
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const rest = `${two(minutes)}:${two(seconds)}`;
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${hours % 24}:${rest}`;
  return hours > 0 ? `${hours}:${rest}` : `${minutes}:${two(seconds)}`;
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

  // Show a cell's text in an element, with a badge for each countdown in the place of its words or
  // in front of them, and times in UTC as the reader's own.
  fill(element, text, countdowns, isUtc) {
    const shown = (part) => (isUtc ? localTimes(part, this.now) : part);
    const parts = [];
    let from = 0;
    for (const countdown of countdowns) {
      parts.push(shown(text.slice(from, countdown[0])), badge(countdown, this.now));
      from = countdown[0] + (countdown[3] ?? 0);
    }
    element.replaceChildren(...parts.filter((part) => part !== ""), shown(text.slice(from)));
    if (countdowns.length > 0) this.#tickSoon();
  }

  // Say all badges anew, at every full second while there are any and somebody looks.
  #tick() {
    const badges = this.root.getElementsByClassName("clock");
    for (const one of badges) {
      const shown = left(one.countdown, this.now);
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

function badge(countdown, now) {
  const made = document.createElement("span");
  made.className = "clock";
  made.countdown = countdown;
  made.textContent = left(countdown, now);
  // It changes every second: to be read by who comes to it, never called out.
  made.setAttribute("role", "timer");
  made.setAttribute("aria-live", "off");
  return made;
}
