// Tells a screen reader how long one's own time is yet: at a minute, half a minute and ten seconds.

const MOMENTS = [60_000, 30_000, 10_000];
const LONGEST_MS = 2 ** 31 - 1; // of a timer

export class Voice {
  constructor(element, countdown) {
    this.element = element;
    this.countdown = countdown;
  }

  // `limit` is what a question has as its only one, or null: then nothing is told.
  show(limit, isMine) {
    const until = limit && isMine ? limit[1] + (limit[2] ?? 0) : null;
    if (until === this.until) return;
    this.until = until;
    this.element.textContent = "";
    this.#wait();
  }

  #wait() {
    clearTimeout(this.timer);
    if (this.until === null) return;
    const rest = this.until - this.countdown.now;
    const next = MOMENTS.find((moment) => moment < rest);
    if (next === undefined) return;
    const isFar = rest - next > LONGEST_MS;
    this.timer = setTimeout(() => {
      if (!isFar) this.element.textContent = `${next / 1000} seconds left`;
      this.#wait();
    }, Math.min(rest - next, LONGEST_MS));
  }
}
