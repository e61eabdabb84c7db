// What was typed, on its way to the server: in order, one at a time, and again until it arrives. It
// outlives a reload of the page. Each edit has a name of its own, by which the server knows one that
// it has had already.

const RETRY_MS = 1000;
const MOST_FAILURES = 3;
const LATER = [429, 502, 503, 504]; // of too much at once, or a proxy whose server is away: it passes
const FAILED = "The server could not write this: reload the page and try again.";

export class Outbox {
  // `on` has: taken(edit, answer), refused(edit, sentence, status), delayed()
  constructor(url, on) {
    this.url = url;
    this.on = on;
    this.queue = [];
    this.isSending = false;
    this.keptAs = `sheets.unsent ${url}`;
  }

  get isEmpty() {
    return this.queue.length === 0;
  }

  // What the page had not sent when it was left, for its sender to post again; also what an older
  // server's page kept under a name that begins otherwise.
  left() {
    try {
      const ends = this.keptAs.slice(this.keptAs.indexOf("."));
      const names = Object.keys(sessionStorage).filter((name) => name.endsWith(ends));
      const left = names.flatMap((name) => JSON.parse(sessionStorage.getItem(name)));
      for (const name of names) if (name !== this.keptAs) sessionStorage.removeItem(name);
      return left;
    } catch {
      return [];
    }
  }

  // `edit` has `version`, `sheet` and `blocks`, which travel; what else it has is its sender's.
  post(edit) {
    edit.id ??= `${Date.now()}-${Math.random()}`;
    this.queue.push(edit);
    this.#keep();
    if (!this.isSending) this.#send();
  }

  async #send() {
    this.isSending = true;
    while (this.queue.length > 0) {
      const edit = this.queue[0];
      const answer = await this.#deliver(edit);
      this.queue.shift();
      this.#keep();
      if (answer.error === undefined) this.on.taken(edit, answer);
      else this.on.refused(edit, answer.error, answer.status);
    }
    this.isSending = false;
  }

  // The server's answer: {version, read} or {error, status}.
  async #deliver(edit) {
    for (let failures = 0; failures < MOST_FAILURES; ) {
      try {
        const response = await fetch(this.url, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(travelling(edit)),
        });
        const { status } = response;
        if (!LATER.includes(status)) {
          if (status < 500) return { ...(await response.json()), status };
          failures += 1;
        }
      } catch {
        // The server cannot be reached just now.
      }
      this.on.delayed();
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
    return { error: FAILED };
  }

  #keep() {
    try {
      if (this.isEmpty) sessionStorage.removeItem(this.keptAs);
      else sessionStorage.setItem(this.keptAs, JSON.stringify(this.queue.map(travelling)));
    } catch {
      // A browser may refuse to keep it, or so much: then it lasts as long as the page.
    }
  }
}

function travelling({ id, version, sheet, blocks }) {
  return { id, version, sheet, blocks };
}
