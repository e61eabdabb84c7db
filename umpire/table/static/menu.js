// The menu with the rest: a panel below its button; on a phone, a sheet from below. Sound, alert and theme
// are those of the settings of the grid: it presses their boxes.

const PHONE = "(width < 700px)";
const THEMES = { system: "as this device", light: "off", dark: "on" };
const NEXT = { system: "dark", dark: "light", light: "system" };

export class Menu {
  // `parts` are elements: menu, settings, help. `on` has: opens(name), grid(), sheets(), which gives the
  // other sheets as {title, open()}, and changed(isOpen).
  constructor({ menu, settings, help }, on) {
    this.menu = menu;
    this.help = help;
    this.on = on;
    this.settings = settings;
    [this.sound, this.alert] = settings.querySelectorAll("input[type=checkbox]");
    this.themes = [...settings.querySelectorAll("input[type=radio]")];
    [this.note, this.denied] = [menu.querySelector("[role=status]"), settings.querySelector("[role=status]")];
    this.list = menu.querySelector("ul");
    menu.addEventListener("click", (event) => this.#clicked(event));
    menu.addEventListener("close", () => on.changed(false));
    settings.addEventListener("change", () => this.#draw());
    // A browser may refuse a notification after some time.
    new MutationObserver(() => this.#draw()).observe(this.denied, { childList: true });
    document.addEventListener("pointerdown", ({ target }) => {
      if (menu.open && !menu.contains(target) && !this.from?.contains(target)) this.close();
    });
    window.addEventListener("pagehide", () => this.close());
  }

  get isOpen() {
    return this.menu.open;
  }

  toggle(from) {
    if (this.isOpen) this.close();
    else this.#open(from);
  }

  close() {
    if (this.isOpen) this.menu.close();
  }

  // The button that shows all hints again.
  get again() {
    return this.menu.querySelector("[data-does=hints]");
  }

  #open(from) {
    this.from = from;
    this.list.hidden = true;
    this.#draw();
    if (matchMedia(PHONE).matches) this.menu.showModal();
    else {
      this.menu.show();
      this.menu.querySelector("[data-does]").focus();
    }
    this.on.changed(true);
  }

  #draw() {
    const does = (name) => this.menu.querySelector(`[data-does=${name}]`);
    const say = (name, text) => {
      does(name).querySelector("i").textContent = text;
    };
    say("sound", onOff(this.sound.checked));
    say("alert", onOff(this.alert.checked));
    say("dark", THEMES[this.#theme]);
    if (this.note.textContent !== this.denied.textContent) this.note.textContent = this.denied.textContent;
    const sheets = this.on.sheets();
    does("sheets").hidden = sheets.length === 0;
    does("sheets").setAttribute("aria-expanded", String(!this.list.hidden));
    say("sheets", String(sheets.length));
    this.list.replaceChildren(...sheets.map((sheet) => this.#sheet(sheet)));
  }

  get #theme() {
    return this.themes.find(({ checked }) => checked)?.value ?? "system";
  }

  #sheet({ title, open }) {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = title;
    button.addEventListener("click", () => {
      this.close();
      open();
    });
    item.append(button);
    return item;
  }

  // A click beside a sheet closes it.
  #clicked({ target }) {
    if (target === this.menu) {
      this.close();
      return;
    }
    const { does, opens } = target.closest("button")?.dataset ?? {};
    const acts = {
      sound: () => this.sound.click(),
      alert: () => this.alert.click(),
      dark: () => this.themes.find(({ value }) => value === NEXT[this.#theme]).click(),
      hints: () => this.close(),
      grid: () => this.#leave(() => this.on.grid()),
      keys: () => this.#leave(() => this.help.showModal()),
      sheets: () => {
        this.list.hidden = !this.list.hidden;
        this.#draw();
      },
    };
    if (opens) this.#leave(() => this.on.opens(opens, this.from));
    else acts[does]?.();
  }

  #leave(go) {
    this.close();
    go();
  }
}

function onOff(isOn) {
  return isOn ? "on" : "off";
}
