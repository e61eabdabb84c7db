// The stream of changes. It is closed while nobody looks, since a browser opens few connections
// to one server, and begins again with the whole spreadsheet.

const RETRY_MS = 1000;

export class Live {
  // `on` has: message(data, isWhole), state("live" | "reconnecting"), gone()
  constructor(url, on) {
    this.url = url;
    this.on = on;
    this.source = null;
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.#stop();
      else this.#start();
    });
    window.addEventListener("pagehide", () => this.#stop());
    window.addEventListener("pageshow", () => this.#start());
    if (!document.hidden) this.#start();
  }

  #start() {
    if (this.source || this.isGone) return;
    const source = new EventSource(this.url);
    this.source = source;
    source.addEventListener("whole", (event) => this.#heard(event, true));
    source.addEventListener("change", (event) => this.#heard(event, false));
    source.addEventListener("gone", () => this.#lost());
    source.addEventListener("error", () => {
      if (this.source !== source) return;
      this.on.state("reconnecting");
      if (source.readyState === EventSource.CLOSED) this.#tryAgain();
    });
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
      else if (!document.hidden) this.#start();
    }, RETRY_MS);
  }

  #lost() {
    this.isGone = true;
    this.#stop();
    this.on.gone();
  }
}
