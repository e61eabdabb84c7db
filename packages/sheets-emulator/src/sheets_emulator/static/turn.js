// Whose turn it is: the page's title, icon and header say so, and if one wants it a sound and a
// notification call who looks elsewhere.

import { keep, kept } from "./kept.js";

const MARK = "● Your turn - ";
const SOUND = "sheets.sound";
const NOTIFICATION = "sheets.notification";
const ON = "on";
const PLAIN = new URL("icon.svg", import.meta.url).href;
const MINE = new URL("icon-turn.svg", import.meta.url).href;
const NOTES = [660, 880]; // Hz
const NOTE_SECONDS = 0.18;
const DENIED = "This browser blocks notifications from this page: allow them in its settings.";

export class Turn {
  // `menu` has a check box for the sound and one for the notification, and a place for a sentence.
  constructor(badge, icon, menu) {
    this.badge = badge;
    this.icon = icon;
    this.isMine = null; // not told yet
    const [sound, notification] = menu.querySelectorAll("input[type=checkbox]");
    this.sound = sound;
    this.notification = notification;
    this.note = menu.querySelector("[role=status]");
    sound.checked = kept(SOUND) === ON;
    notification.checked = kept(NOTIFICATION) === ON && this.#isAllowed();
    sound.addEventListener("change", () => {
      keep(SOUND, sound.checked ? ON : null);
      if (sound.checked) this.#ring();
    });
    notification.addEventListener("change", () => this.#choose());
    // A browser lets no page be heard before somebody has done something in it.
    for (const name of ["pointerdown", "keydown"]) {
      document.addEventListener(name, () => this.sound.checked && this.#audio(), { capture: true });
    }
  }

  // `isMine` is whether an answer is awaited here now, `page` what the browser calls this page.
  show(isMine, title, page) {
    document.title = `${isMine ? MARK : ""}${page}`;
    if (isMine === this.isMine) return;
    this.icon.href = isMine ? MINE : PLAIN;
    this.badge.textContent = isMine ? "Your turn" : "";
    const isNews = isMine && this.isMine === false;
    this.isMine = isMine;
    if (isNews && (document.hidden || !document.hasFocus())) this.#call(title);
  }

  // One's time is nearly up.
  hurry() {
    if (this.sound.checked) this.#ring();
  }

  #call(title) {
    if (this.sound.checked) this.#ring();
    if (!this.notification.checked || !this.#isAllowed()) return;
    try {
      // Several pages of one spreadsheet make one notification.
      const shown = new Notification("Your turn", { body: title, tag: location.pathname, icon: MINE });
      shown.addEventListener("click", () => {
        window.focus();
        shown.close();
      });
    } catch {
      // A phone's browser may allow them and yet make none for a page.
    }
  }

  #isAllowed() {
    return "Notification" in window && Notification.permission === "granted";
  }

  async #choose() {
    const isWanted = this.notification.checked;
    if (isWanted && "Notification" in window) await Notification.requestPermission();
    this.notification.checked = isWanted && this.#isAllowed();
    this.note.textContent = isWanted && !this.notification.checked ? DENIED : "";
    keep(NOTIFICATION, this.notification.checked ? ON : null);
  }

  #audio() {
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") this.context.resume();
    return this.context;
  }

  #ring() {
    const audio = this.#audio();
    NOTES.forEach((frequency, at) => {
      const from = audio.currentTime + at * NOTE_SECONDS;
      const loudness = audio.createGain();
      loudness.gain.setValueAtTime(0.15, from);
      loudness.gain.exponentialRampToValueAtTime(0.001, from + 2 * NOTE_SECONDS);
      const note = audio.createOscillator();
      note.frequency.value = frequency;
      note.connect(loudness).connect(audio.destination);
      note.start(from);
      note.stop(from + 2 * NOTE_SECONDS);
    });
  }
}
