// The stream of changes. A page that nobody looks at goes on listening, so that it can call when
// it is one's turn; but a browser opens few connections to one server, so only some of those pages
// do. The others close it and begin again with the whole spreadsheet.

const RETRY_MS = 1000;
const SILENT_MS = 40_000; // the server tells something every fifteen seconds
const MOST_HIDDEN = 3; // pages of one browser
const SLOT = "sheets.listens.";
const URL = `${location.pathname}/events`;
const KINDS = ["whole", "change", "watching", "gone"];

// This file is read first, so that the spreadsheet comes while the page's other files are read.
let early = document.hidden ? null : { source: new EventSource(URL), events: [] };
for (const kind of KINDS) early?.source.addEventListener(kind, (event) => early?.events.push(event));

export class Live {
  // `on` has: message(data, isWhole), watched(how many), state("live" | "reconnecting"), gone()
  constructor(on) {
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
    else early = early?.source.close() ?? null;
  }

  #start() {
    if (!document.hidden) this.#show();
    if (this.source || this.isGone) return;
    this.heardAt = Date.now();
    const { source, events } = early ?? { source: new EventSource(URL), events: [] };
    early = null;
    this.source = source;
    for (const kind of KINDS) source.addEventListener(kind, (event) => this.#heard(event));
    source.addEventListener("error", () => this.#failed(source));
    queueMicrotask(() => {
      for (const event of events) this.#heard(event);
      if (source.readyState === EventSource.CLOSED) this.#failed(source);
    });
  }

  #failed(source) {
    if (this.source !== source) return;
    this.on.state("reconnecting");
    if (source.readyState === EventSource.CLOSED) this.#tryAgain();
  }

  #show() {
    this.release?.();
    this.release = null;
    this.#listenAnew();
  }

  // A stream may be dead without a word: the page was frozen, a phone slept, the network went. One that
  // has been silent for too long is begun anew, as soon as somebody looks.
  #listenAnew() {
    clearTimeout(this.listening);
    if (document.hidden || this.isGone) return;
    const silent = Date.now() - this.heardAt;
    if (this.source && silent >= SILENT_MS) {
      this.on.state("reconnecting");
      this.#stop();
      this.#start();
    }
    this.listening = setTimeout(() => this.#listenAnew(), SILENT_MS / 2);
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

  #heard({ type, data }) {
    this.heardAt = Date.now();
    if (type === "gone") this.#lost();
    else if (type === "watching") this.on.watched(JSON.parse(data).watching);
    else {
      this.on.message(JSON.parse(data), type === "whole");
      this.on.state("live");
    }
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
