// The stream of changes. A page that nobody looks at goes on listening, so that it can call when
// it is one's turn; but a browser opens few connections to one server, so only some of those pages
// do. The others close it and begin again with the whole spreadsheet.

const RETRY_MS = 1000;
const MOST_HIDDEN = 3; // pages of one browser
const SLOT = "umpire.listens.";

export class Live {
  // `on` has: message(data, isWhole), watched(how many), state("live" | "reconnecting"), gone()
  constructor(url, on) {
    this.url = url;
    this.on = on;
    this.source = null;
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.#hide();
      else this.#start();
    });
    window.addEventListener("pagehide", () => this.#stop());
    window.addEventListener("pageshow", () => this.#start());
    // A network that goes tells the stream nothing.
    window.addEventListener("offline", () => {
      if (this.source) this.on.state("reconnecting");
    });
    window.addEventListener("online", () => {
      if (!this.source) return;
      this.#stop();
      this.#start();
    });
    if (!document.hidden) this.#start();
  }

  #start() {
    if (!document.hidden) this.#show();
    if (this.source || this.isGone) return;
    const source = new EventSource(this.url);
    this.source = source;
    source.addEventListener("whole", (event) => this.#heard(event, true));
    source.addEventListener("change", (event) => this.#heard(event, false));
    source.addEventListener("watching", (event) => this.on.watched(JSON.parse(event.data).watching));
    source.addEventListener("gone", () => this.#lost());
    source.addEventListener("error", () => {
      if (this.source !== source) return;
      this.on.state("reconnecting");
      if (source.readyState === EventSource.CLOSED) this.#tryAgain();
    });
  }

  #show() {
    this.release?.();
    this.release = null;
  }

  // Listen on if one of the places for hidden pages is free. A lock is let go with its page.
  async #hide() {
    for (let slot = 0; slot < MOST_HIDDEN && "locks" in navigator; slot += 1) {
      const isFree = await new Promise((told) => {
        navigator.locks.request(`${SLOT}${slot}`, { ifAvailable: true }, (lock) => {
          told(lock !== null);
          return lock && document.hidden ? new Promise((release) => { this.release = release; }) : undefined;
        });
      });
      if (isFree) return;
    }
    if (document.hidden) this.#stop();
  }

  #heard(event, isWhole) {
    this.on.message(JSON.parse(event.data), isWhole);
    this.on.state("live");
  }

  #stop() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }

  // The browser gave up. Ask whether there is still something here, then begin anew.
  #tryAgain() {
    this.#stop();
    this.timer = setTimeout(async () => {
      const answer = await fetch(location.pathname).catch(() => null);
      if (answer?.status === 404) this.#lost();
      else if (!document.hidden || this.release) this.#start();
    }, RETRY_MS);
  }

  #lost() {
    this.isGone = true;
    this.#stop();
    this.on.gone();
  }
}
