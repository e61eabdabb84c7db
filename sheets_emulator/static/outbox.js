// What was typed, on its way to the server: in order, one at a time, and again until it arrives.
// Sending a text twice does no harm, since it says what a cell is to hold.

const RETRY_MS = 1000;
const MOST_FAILURES = 3;
const FAILED = "The server could not write this: reload the page and try again.";

export class Outbox {
  // `on` has: taken(edit, answer), refused(edit, sentence, status), delayed()
  constructor(url, on) {
    this.url = url;
    this.on = on;
    this.queue = [];
    this.isSending = false;
    window.addEventListener("beforeunload", (event) => {
      if (this.queue.length > 0) event.preventDefault();
    });
  }

  // `edit` has `version`, `sheet` and `blocks`, which travel; what else it has is its sender's.
  post(edit) {
    this.queue.push(edit);
    if (!this.isSending) this.#send();
  }

  async #send() {
    this.isSending = true;
    while (this.queue.length > 0) {
      const edit = this.queue[0];
      const answer = await this.#deliver(edit);
      this.queue.shift();
      if (answer.error === undefined) this.on.taken(edit, answer);
      else this.on.refused(edit, answer.error, answer.status);
    }
    this.isSending = false;
  }

  // The server's answer: {version, read} or {error, status}.
  async #deliver({ version, sheet, blocks }) {
    for (let failures = 0; failures < MOST_FAILURES; ) {
      try {
        const response = await fetch(this.url, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ version, sheet, blocks }),
        });
        const { status } = response;
        if (status < 500) return { ...(await response.json()), status };
        failures += 1;
      } catch {
        // The server cannot be reached just now.
      }
      this.on.delayed();
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
    return { error: FAILED };
  }
}
