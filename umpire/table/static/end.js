// The end of a match as a moment: who has won and why, large; what decided it; all rounds; where to go on.
// What people wrote only ever becomes textContent.

import { element } from "../cells.js";

const LASTS = 400; // milliseconds in which the band comes
const STAR = "★";
const COMES = "The next match is being made. You can start it here in a moment.";
const ASK = "To play again, ask the umpire for another match.";

function made(name, className, ...inside) {
  const one = element(name, className);
  one.append(...inside);
  return one;
}

// An address that follows the secret of this page's own link; null if it leads anywhere else.
function beside(address) {
  const found = new URL(address, location.href);
  const folder = (url) => url.pathname.slice(0, url.pathname.lastIndexOf("/") + 1);
  return found.origin === location.origin && folder(found) === folder(new URL(location.href)) ? found.href : null;
}

function link(text, address, className) {
  const href = beside(address);
  if (href === null) return null;
  const one = made("a", className, text);
  one.href = href;
  return one;
}

function section(name, title, ...inside) {
  const one = made("section", `end-${name}`, made("h2", "", title), ...inside);
  return one;
}

export class End {
  // `drawBlock(tab, box)` draws some cells of a tab as an element, `listEvents(tab)` what happened last
  // as lines of a list; `openRules`, if there are rules to read, shows them.
  constructor(root, { drawBlock, listEvents, openRules = null }) {
    this.root = root;
    this.drawBlock = drawBlock;
    this.listEvents = listEvents;
    this.openRules = openRules;
  }

  // Show how the match of a tab has ended; nothing if `end` is null.
  show(tab, end) {
    const told = JSON.stringify(end);
    const isNew = told !== this.told || tab !== this.tab;
    const isFirst = this.tab !== tab || !this.told || this.told === "null";
    [this.tab, this.told] = [tab, told];
    this.root.hidden = !end;
    if (!end) {
      this.root.replaceChildren();
      return;
    }
    if (isNew) this.#draw(tab, end);
    else this.#drawBlocks(tab);
    if (isNew && isFirst) this.#come();
  }

  #draw(tab, end) {
    this.root.className = `end end-won-${end.won}`;
    this.records = made("div", "end-cells");
    this.events = made("ol", "end-list");
    this.outlined = made("p", "end-outlined", "Outlined: what was hidden until the match was closed.");
    this.outlined.hidden = true;
    const left = made("div", "end-left", ...[this.#decisive(end), this.#numbers(end)].filter(Boolean));
    this.recordsTitle = section("records", "All of the match", this.records);
    this.eventsTitle = section("events", "What happened last", this.events);
    const right = made("div", "end-right", this.recordsTitle, this.eventsTitle, this.#fair(end));
    const { activeElement } = document;
    const hadFocus = this.root.contains(activeElement) ? activeElement.getAttribute("href") : null;
    this.root.replaceChildren(this.#band(end), made("div", "end-rest", left, right), this.outlined);
    if (hadFocus) this.root.querySelector(`a[href="${CSS.escape(hadFocus)}"]`)?.focus();
    this.#drawBlocks(tab);
  }

  #band(end) {
    const band = made("div", "end-band");
    if (end.won === "you") {
      const star = made("span", "end-star", STAR);
      star.setAttribute("aria-hidden", "true");
      band.append(star);
    }
    const result = made("div", "end-result", made("h1", "", end.headline));
    if (end.reason) result.append(made("p", "", end.reason));
    result.setAttribute("role", "status");
    band.append(result);
    if (end.score.length > 0) band.append(this.#score(end));
    band.append(this.#ways(end));
    return band;
  }

  #score({ score, unit }) {
    const list = made("dl", "end-score");
    for (const [name, number] of score) {
      list.append(made("div", "", made("dt", "", name), made("dd", "", String(number))));
    }
    if (unit) list.append(made("div", "end-unit", made("dt", "unseen", "counted in"), made("dd", "", unit)));
    return list;
  }

  #ways({ again, watch, closed, played_again: isPlayedAgain }) {
    const ways = made("div", "end-ways");
    const next = again && link("Play again", again, "end-button end-again");
    const replay = watch && link("Watch it again", watch, "end-button end-watch");
    if (next) ways.append(next);
    if (replay) ways.append(replay);
    if (closed && !next) ways.append(made("p", "", isPlayedAgain ? COMES : ASK));
    if (!closed) ways.append(made("p", "", "The umpire may still take this back."));
    return ways;
  }

  #decisive({ decisive, watch, closed }) {
    if (!decisive) return null;
    const title = made("p", "end-title", decisive.title);
    const one = section("decisive", "What decided it", title);
    if (decisive.text) one.append(made("p", "end-text", decisive.text));
    const onwards = made("p", "end-onwards");
    const there = closed && watch && decisive.turn !== null && link("Watch this turn", `${watch}#turn=${decisive.turn}`, "");
    if (there) onwards.append(there);
    if (decisive.rule && this.openRules) {
      const rules = made("button", "", `Rules: ${decisive.rule}`);
      rules.type = "button";
      rules.addEventListener("click", () => this.openRules());
      onwards.append(rules);
    }
    if (onwards.childElementCount > 0) one.append(onwards);
    return one;
  }

  #numbers({ numbers }) {
    if (numbers.length === 0) return null;
    const list = made("dl", "end-numbers");
    for (const [label, value] of numbers) list.append(made("div", "", made("dt", "", label), made("dd", "", String(value))));
    return section("counted", "The match in numbers", list);
  }

  #fair({ closed, watch, match }) {
    const text = closed
      ? "The seed was committed to before the first deal and is public now."
      : "The seed is shown once the match is closed.";
    const one = section("fair", "Fair dealing", made("p", "", text));
    if (!closed) return one;
    if (watch) one.append(made("p", "", "To check every deal in your own browser: Watch it again, then “Check this log”."));
    if (match) one.append(made("p", "", "The umpire can check it with ", made("code", "", `umpire verify ${match}`)));
    return one;
  }

  // Whether something is outlined, and what that means is to be said.
  set isOutlined(value) {
    if (this.outlined) this.outlined.hidden = !value;
  }

  #drawBlocks(tab) {
    const records = (tab.play?.records ?? []).map((box) => this.drawBlock(tab, box)).filter(isSomething);
    const events = this.listEvents(tab);
    this.records.replaceChildren(...records);
    this.events.replaceChildren(...events);
    this.recordsTitle.hidden = records.length === 0;
    this.eventsTitle.hidden = events.length === 0;
  }

  #come() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const steps = [{ transform: "translateY(-24px) scale(0.98)" }, { transform: "none" }];
    this.root.firstElementChild.animate(steps, { duration: LASTS, easing: "ease-out" });
  }
}

function isSomething(block) {
  return block && !block.hidden;
}
