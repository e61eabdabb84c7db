// The end of a match as a moment: who won and why, large; what decided it and all rounds, as cards;
// where to go on. What people wrote only ever becomes textContent.

import { element } from "../cells.js";
import { drawEvent } from "./round_events.js";
import { drawResult, titleOf } from "./result_card.js";
import { Look } from "./piece.js";

const LASTS = 400; // milliseconds in which the band comes
const STAR = "★";
const LAST = 4; // of what happened
const COMES = "The next match is being made. You can start it here in a moment.";
const ASK = "To play again, ask the umpire for another match.";
const PLAYERS = "The players can start their next match from their own pages.";
const KINDS = /^(.+) \d+$/; // of rounds, by their names

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
  return made("section", `end-${name}`, made("h2", "", title), ...inside);
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
  show(tab, end, book = null) {
    const told = JSON.stringify([end, tab.stage?.results]);
    const isNew = told !== this.told || tab !== this.tab;
    const isFirst = this.tab !== tab || !this.end;
    [this.tab, this.told, this.end] = [tab, told, end];
    this.root.hidden = !end;
    if (!end) {
      this.root.replaceChildren();
      return;
    }
    if (isNew) this.#draw(book, tab, end);
    else this.#drawBlocks(tab);
    if (isNew && isFirst) this.#come();
  }

  #draw(book, tab, end) {
    this.root.className = `end end-won-${end.won}`;
    this.look = new Look(tab, book);
    this.results = tab.stage.results ?? [];
    this.chosen = this.results.find(({ name }) => name && name === end.decisive?.round) ?? null;
    this.records = made("div", "end-cells");
    this.events = made("ol", "end-list");
    this.outlined = made("span", "end-outlined", "outlined: opened now that it is over");
    this.outlined.hidden = true;
    this.card = made("div", "end-card");
    this.recordsTitle = section("records", "All of the match", this.records);
    this.eventsTitle = section("events", "What happened last", this.events);
    this.rounds = this.#rounds();
    const { activeElement } = document;
    const hadFocus = this.root.contains(activeElement) ? activeElement.getAttribute("href") : null;
    const rest = [this.card, this.rounds, this.recordsTitle, this.#numbers(end), this.eventsTitle, this.#fair(end)];
    this.root.replaceChildren(this.#band(end), made("div", "end-rest", ...rest.filter(Boolean)));
    if (hadFocus) this.root.querySelector(`a[href="${CSS.escape(hadFocus)}"]`)?.focus();
    this.#drawCard();
    this.#drawBlocks(tab);
    const seen = [this.rounds, this.recordsTitle, this.eventsTitle].find((one) => one && !one.hidden);
    (seen?.firstElementChild ?? this.card).append(this.outlined);
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

  // The unit stands between the scores of two, and behind those of more.
  #score({ score, unit }) {
    const list = made("dl", "end-score");
    const parts = score.map(([name, number]) => made("div", "", made("dt", "", name), made("dd", "", String(number))));
    if (unit) parts.splice(parts.length > 2 ? parts.length : 1, 0, made("div", "end-unit", made("dt", "unseen", "counted in"), made("dd", "", unit)));
    list.append(...parts);
    return list;
  }

  #ways({ again, watch, closed, played_again: isPlayedAgain }) {
    const ways = made("div", "end-ways");
    const next = again && link("Play again", again, "end-button end-again");
    const replay = watch && link("Watch it again", watch, "end-button end-watch");
    if (next) ways.append(next);
    if (replay) ways.append(replay);
    const hint = this.look.reader ? (isPlayedAgain ? COMES : ASK) : isPlayedAgain && PLAYERS;
    if (closed && !next && hint) ways.append(made("p", "", hint));
    if (!closed) ways.append(made("p", "", "The umpire may still take this back."));
    return ways;
  }

  // The card of the round that decided the match, or of one that was chosen.
  #drawCard() {
    const { decisive } = this.end;
    this.card.hidden = !decisive && !this.chosen;
    if (this.card.hidden) return;
    const isDecisive = !this.chosen || this.chosen.name === decisive?.round;
    const card = this.chosen ? this.#result(this.chosen, "hand") : told(decisive);
    const kicker = isDecisive ? ["What decided it", inSentence(decisive.round)].filter(Boolean).join(": ") : this.chosen.name;
    card.prepend(made("h2", "end-kicker", kicker));
    if (isDecisive) card.append(...this.#onwards(this.end));
    this.card.replaceChildren(card);
    for (const button of this.rounds?.querySelectorAll("button") ?? []) {
      button.setAttribute("aria-pressed", String(button.dataset.round === this.chosen?.name));
    }
    this.#tellOutlined();
  }

  // A result, with those pieces marked that were hidden until the match was closed.
  #result(result, size) {
    this.look.opened = this.end.opened_pieces?.[result.name] ?? {};
    return drawResult(result, this.look, size);
  }

  #onwards({ decisive, watch, closed }) {
    const onwards = made("p", "end-onwards");
    const words = KINDS.test(decisive.round) ? `Watch ${inSentence(decisive.round)}` : "Watch this turn";
    const there = closed && watch && decisive.turn !== null && link(words, `${watch}#turn=${decisive.turn}`, "");
    if (there) onwards.append(there);
    if (decisive.rule && this.openRules) {
      const rules = made("button", "", `Rules: ${decisive.rule}`);
      rules.type = "button";
      rules.addEventListener("click", () => this.openRules());
      onwards.append(rules);
    }
    return onwards.childElementCount > 0 ? [onwards] : [];
  }

  // A small card for each round; a click shows it large.
  #rounds() {
    if (this.results.length === 0) return null;
    const list = made("ol", "end-rounds");
    for (const result of this.results) {
      const button = made("button", "", made("span", "unseen", `Show ${result.name || result.title}`));
      button.type = "button";
      button.dataset.round = result.name;
      button.addEventListener("click", () => {
        this.chosen = result;
        this.#drawCard();
      });
      const card = this.#result(result, "row");
      card.querySelector("h3").textContent = titleOf(result, this.look, true);
      list.append(made("li", "", made("p", "end-kicker", result.name), card, button));
    }
    const kinds = new Set(this.results.map(({ name = "" }) => KINDS.exec(name)?.[1].toLowerCase()));
    const kind = kinds.size === 1 ? [...kinds][0] : undefined;
    return section("all", kind && this.results.length > 1 ? `All ${this.results.length} ${kind}s` : "How it went", list);
  }

  #numbers({ numbers }) {
    if (numbers.length === 0) return null;
    const list = made("dl", "end-numbers");
    for (const [label, value] of numbers) list.append(made("div", "", made("dt", "", label), made("dd", "", String(value))));
    return section("counted", "The match in numbers", list);
  }

  #fair({ closed, watch, match }) {
    const text = closed
      ? "The seed was fixed before the first deal and is public now."
      : "The seed is shown once the match is closed.";
    const one = section("fair", "Fair dealing", made("p", "", text));
    if (!closed) return one;
    const check = watch && link("Check every deal yourself", `${watch}#proof`, "");
    if (check) one.append(made("p", "end-onwards", check));
    if (match) one.append(made("p", "", "The umpire can check it with ", made("code", "", `umpire verify ${match}`)));
    return one;
  }

  // Whether cells are outlined, and what that means is to be said.
  set isOutlined(value) {
    this.hasOutlines = value;
    this.#tellOutlined();
  }

  #tellOutlined() {
    if (!this.outlined) return;
    this.outlined.hidden = !this.hasOutlines && !this.root.querySelector(".drawn.opened");
  }

  // Cells of rounds are shown where no results are told.
  #drawBlocks(tab) {
    const boxes = this.results.length > 0 ? [] : (tab.play?.records ?? []);
    const records = boxes.map((box) => this.drawBlock(tab, box)).filter((block) => block && !block.hidden);
    const { events } = tab.stage;
    const last = events ? events.slice(0, LAST).map((event) => drawEvent(event, this.look)) : this.listEvents(tab).slice(0, LAST);
    this.records.replaceChildren(...records);
    this.events.replaceChildren(...last);
    this.recordsTitle.hidden = records.length === 0;
    this.eventsTitle.hidden = last.length === 0;
  }

  #come() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const steps = [{ transform: "translateY(-24px) scale(0.98)" }, { transform: "none" }];
    this.root.firstElementChild.animate(steps, { duration: LASTS, easing: "ease-out" });
  }
}

// The name of a round inside a sentence: that of a module stays as it is.
function inSentence(name = "") {
  return KINDS.test(name) ? name.toLowerCase() : name;
}

// What decided a match that tells no results.
function told({ title, text }) {
  const card = made("article", "result", made("header", "", made("h3", "", title)));
  if (text) card.append(made("p", "result-detail", text));
  return card;
}
