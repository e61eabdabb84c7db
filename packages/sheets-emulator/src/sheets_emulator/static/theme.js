// Light or dark: as the system has it, or as somebody chose in this browser.

import { keep, kept } from "./kept.js";

const KEPT_AS = "sheets.theme";
const CHOICES = ["light", "dark"];

export class Theme {
  // `choices` are radio buttons named "theme" in here; `changed()` is called afterwards.
  constructor(choices, changed) {
    this.system = window.matchMedia("(prefers-color-scheme: dark)");
    const chosen = kept(KEPT_AS);
    this.#choose(CHOICES.includes(chosen) ? chosen : "system");
    for (const button of choices.querySelectorAll("[name=theme]")) {
      button.checked = button.value === this.chosen;
      button.addEventListener("change", () => {
        this.#choose(button.value);
        keep(KEPT_AS, this.chosen === "system" ? null : this.chosen);
        changed();
      });
    }
    this.system.addEventListener("change", () => changed());
  }

  get isDark() {
    return this.chosen === "system" ? this.system.matches : this.chosen === "dark";
  }

  #choose(chosen) {
    this.chosen = chosen;
    document.documentElement.style.colorScheme = CHOICES.includes(chosen) ? chosen : "";
  }
}
