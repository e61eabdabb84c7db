// The form: its fields in the order of filling, the line that they stand for, and the buttons that send it.
// Everything it does is written to the form's cells, as typing there does.

import { element } from "../cells.js";
import { cellAt } from "./question.js";
import { choicesFor, fedFields, piecesOf } from "./feeds.js";
import { fieldsOf, makeField, shapeOf } from "./fields.js";

const HELD = { says: "Your answer is held.", more: "You may still change it, or lock it." };
const MISSING = "…";
const FEW = 3; // buttons in a row of a phone
const NAMED = 3; // of more fields some may well stay empty
const CHECK_MS = 3000; // so long a form of several fields waits for what the preview says of a change

export class Form {
  // `parts` are elements: fields, send, lock, row. `on` has: write(blocks), sent(), changed(), typed(),
  // says({says, more, line}), left(text), when a question goes for which a text was typed
  constructor(parts, on) {
    this.parts = parts;
    this.on = on;
    this.isAsked = false; // whether its person is asked anything
    this.chosen = null; // the key of the field that is filled next, if its person says which
    this.last = null; // the key of the field that was changed last
    this.isTurned = false; // whether its person has turned to it
    this.placed = new Map(); // by a field's key, the pieces that were put there
    this.made = [];
    this.typed = ""; // in the line, in place of the form
    this.isAnswered = false; // whether its person has sent something since the form was last changed
    this.pressed = null; // what stood in the form when Send was pressed while it was being checked
    parts.send.addEventListener("click", () => this.send());
    parts.lock.addEventListener("click", () => this.send(true));
  }

  // `isAsked` is whether its person is asked anything, which may be more than the form has fields for.
  show(book, tab, isAsked) {
    const isSameTab = this.tab === tab;
    this.book = book;
    this.tab = tab;
    this.isAsked = isAsked;
    const asks = JSON.stringify([tab.stage.kind, cellAt(tab, tab.play.question.ask)?.text]);
    const isNew = asks !== this.asks;
    const unsent = isNew && isSameTab && !this.isAnswered ? this.#unsent() : [];
    const line = this.quoted;
    if (isNew) this.chosen = this.last = this.pressed = null;
    if (isNew) this.isAnswered = false;
    this.asks = asks;
    this.fields = fieldsOf(book, tab, (field, fields) => isCovered(tab, field, fields));
    const asked = this.asked;
    for (const field of asked) {
      if (field.value === "") this.placed.delete(field.key);
    }
    if (!asked.some(({ key }) => key === this.chosen)) this.chosen = null;
    this.#drawFields(asked);
    this.#drawSend();
    this.#offer(unsent, line);
  }

  // One has sent something: what the form holds is no longer meant to be sent.
  answered() {
    this.isAnswered = true;
  }

  get asked() {
    return this.fields.filter(({ isAsked }) => isAsked);
  }

  // Whether it is no more than some buttons or a number.
  get isShort() {
    const asked = this.asked;
    return asked.length === 1 && (asked[0].kind === "number" || (asked[0].kind === "buttons" && asked[0].choices.length <= FEW));
  }

  get chosenField() {
    return this.asked.find(({ key }) => key === this.chosen) ?? null;
  }

  get nextField() {
    return this.chosenField ?? this.emptyFields[0] ?? null;
  }

  // The fields that may be filled next, in this order: those of the row in which its person is at work,
  // then those below. What is empty in a row that was begun and left is meant to be.
  get emptyFields() {
    const asked = this.asked;
    const empty = asked.filter(({ value }) => value === "");
    const last = asked.find(({ key }) => key === this.last);
    if (!last) return empty;
    const begun = new Set(asked.filter(({ value }) => value !== "").map(({ row }) => row));
    const rank = ({ row, at }) => (row === last.row ? 0 : 2) + (at < last.at ? 1 : 0);
    const isOpen = (field) => rank(field) < 3 || !begun.has(field.row);
    return empty.filter(isOpen).sort((one, other) => rank(one) - rank(other));
  }

  get isComplete() {
    const isWhole = this.quoted !== null || (!this.isWrong && this.asked.every(({ value }) => value !== ""));
    return this.asked.length > 0 && !this.isSending && !this.isChecking && isWhole;
  }

  // Whether what is held can be locked: nothing else is filled in.
  get canOnlyLock() {
    return this.tab.stage.held === true && this.asked.every(({ value }) => value === "");
  }

  // Put a piece in, or take it out.
  put({ piece, inside, takes: { field, text } }) {
    const known = field.isSeveral ? (this.placed.get(field.key) ?? new Set()) : new Set();
    if (inside) known.delete(piece.key);
    else known.add(piece.key);
    this.placed.set(field.key, known);
    // A field that takes several goes on taking them; another one has had its turn.
    this.isTurned = false;
    this.chosen = field.isSeveral ? field.key : null;
    this.#write(field, text);
  }

  // What is being typed in the line goes in place of the form.
  follow(typed) {
    this.typed = typed;
    if (this.tab) this.#drawSend();
  }

  // Turn to a field.
  choose({ key }) {
    if (key === this.chosen && this.isTurned) return;
    this.chosen = key;
    this.isTurned = true;
    this.#drawFields(this.asked);
    this.on.changed();
  }

  // Empty all of it, in one go.
  empty() {
    const filled = this.asked.filter(({ value }) => value !== "");
    this.chosen = this.last = null;
    if (filled.length > 0) this.on.write(filled.map(({ row, column }) => ({ row, column, rows: [[""]] })));
    else this.on.changed();
    return filled.length > 0;
  }

  // Tick the form's box, and lock what it says; or send what is typed in the line. What is still being
  // checked is sent as soon as that is done.
  send(isLocking = false) {
    if (this.typed !== "" && !isLocking) {
      this.on.typed();
      return;
    }
    this.#finishTyping();
    this.chosen = null;
    const { tick, lock } = this.tab.play.send;
    const isOnlyLock = isLocking && this.canOnlyLock;
    if (!isOnlyLock && !this.isComplete) {
      this.pressed = this.isChecking ? { whole: this.checking.whole, isLocking } : null;
      this.#drawSend();
      return;
    }
    const boxes = [isOnlyLock ? null : tick, isLocking ? lock : null].filter(Boolean);
    if (boxes.length === 0) return;
    this.on.sent(boxes.map(([row, , column]) => ({ row, column, rows: [[this.#ticked(row, column)]] })));
  }

  // A text that is still being typed counts.
  #finishTyping() {
    const active = document.activeElement;
    if (active?.matches("input[type=text]") && this.parts.fields.contains(active)) active.dispatchEvent(new Event("change"));
  }

  #ticked(row, column) {
    return this.book.validation(this.tab.cell(row, column)).tick ?? "TRUE";
  }

  #write(field, text) {
    if (text === field.value) return;
    this.isAnswered = false;
    this.last = field.key;
    this.on.write([{ row: field.row, column: field.column, rows: [[text]] }]);
  }

  // What was typed into fields, by their keys; pieces that were put in are soon put in again.
  #unsent() {
    return this.asked
      .map((field, index) => ({ ...field, text: this.made[index]?.typed?.().trim() ?? "" }))
      .filter(({ isFed, text }) => !isFed && text !== "");
  }

  // Offer what was typed for a question that is gone, unless it can still be seen in its field. `line` is
  // what all of the form stood for.
  #offer(unsent, line) {
    const seen = new Map(this.asked.map(({ key }, index) => [key, this.made[index].typed?.().trim()]));
    const gone = unsent.filter(({ key, text }) => seen.get(key) !== text);
    if (gone.length > 0) this.on.left(line ?? gone.map(({ text }) => text).join(" "));
  }

  // Stand in another part of the page.
  moveTo(put) {
    const active = document.activeElement;
    const isInside = this.parts.fields.contains(active);
    put(this.parts.fields);
    if (isInside) active.focus({ preventScroll: true });
  }

  #drawFields(asked) {
    const { fields } = this.parts;
    const active = fields.contains(document.activeElement) ? document.activeElement : null;
    const at = active && [active.closest("[data-key]")?.dataset.key, active.dataset.choice ?? active.className];
    const before = new Map(this.made.map((one) => [one.shape, one]));
    this.made = asked.map((field) => before.get(shapeOf(field)) ?? this.#makeField(field));
    const order = asked.map((field) => [field.key, hasHeading(field) ? field.label : ""]).join();
    if (order !== this.order) {
      fields.replaceChildren(...asked.flatMap((field, index) => [...(hasHeading(field) ? [heading(field)] : []), this.made[index].element]));
      fields.hidden = asked.length === 0;
    } else {
      // What stays as it is is left alone: somebody may have its list open.
      const there = new Map([...fields.children].map((one) => [one.dataset.key, one]));
      for (const { element: one } of this.made) if (there.get(one.dataset.key) !== one) there.get(one.dataset.key).replaceWith(one);
    }
    this.order = order;
    if (at && !active.isConnected) this.#focusAgain(at);
    const next = this.nextField;
    asked.forEach((field, index) => this.made[index].show(field, { isNext: field === next, isChosen: field.key === this.chosen }));
  }

  #makeField(field) {
    const made = makeField(field, { write: (one, text) => this.#write(one, text), choose: (one) => this.choose(one) });
    return { ...made, shape: shapeOf(field) };
  }

  #focusAgain([key, told]) {
    const box = [...this.parts.fields.children].find((one) => one.dataset.key === key);
    const all = [...(box?.querySelectorAll("button, select, input") ?? [])];
    (all.find((one) => (one.dataset.choice ?? one.className) === told) ?? all.find((one) => one.tabIndex >= 0))?.focus();
  }

  #drawSend() {
    const { send, lock, row } = this.parts;
    const { play } = this.tab;
    const asked = this.asked;
    const filled = asked.filter(({ value }) => value !== "");
    const whole = filled.map(({ value }) => value).join(" ");
    // What is told may be of what stood there before.
    const told = this.tab.stage.preview ?? null;
    const isCurrent = told !== null && this.#holds(told.of);
    this.quoted = isCurrent && !told.isWrong && told.line !== "" ? told.line : null;
    this.isWrong = isCurrent && told.isWrong;
    this.#check(told !== null && !isCurrent && asked.length > 1 && filled.length > 0, whole);
    this.#sendIfPressed(whole);
    this.isSending = [play.send.tick, play.send.lock].some((box) => box && this.#isTicked(box));
    const isTyped = this.typed !== "";
    const hasLock = Boolean(play.send.lock) && (!play.send.lockLabel || cellAt(this.tab, play.send.lockLabel).text !== "");
    row.hidden = !this.isAsked && asked.length === 0 && !hasLock && !isTyped;
    const isHeld = hasLock && this.tab.stage.held === true;
    const isDone = this.isComplete;
    lock.hidden = !isHeld || isTyped;
    send.hidden = !lock.hidden && (this.canOnlyLock || this.isAnswered);
    send.setAttribute("aria-disabled", String(!isDone && !isTyped));
    const canLock = isDone || this.canOnlyLock;
    lock.setAttribute("aria-disabled", String(!canLock));
    const lacks = asked.length > NAMED ? null : asked.find(({ value }) => value === "");
    const line = filled.length === 0 ? "" : lacks ? `${whole} ${MISSING}` : (isCurrent && told.line) || whole;
    const more = isCurrent && filled.length > 0 ? told.more : "";
    this.on.says({ ...this.#says({ isTyped, isDone, lacks, isEmpty: filled.length === 0, more }), line });
  }

  // What to say of it: what the answer does, or what it lacks.
  #says({ isTyped, isDone, lacks, isEmpty, more }) {
    if (isTyped) return { says: "What you typed will be sent.", more: "" };
    if (this.isSending) return { says: "Sending…", more: "" };
    if (this.isChecking && !lacks) return { says: this.pressed ? "Checking, then sending…" : "Checking…", more: "" };
    if (isDone) return more ? { says: more, more: "" } : { says: "Ready to send.", more: "" };
    if (this.canOnlyLock) return HELD;
    if (this.asked.length === 0) return { says: this.isAsked ? "Type your answer." : "", more: "" };
    if (lacks) return { says: `Still missing: ${lacks.called}`, more };
    return { says: isEmpty ? "Nothing is filled in yet." : more, more: "" };
  }

  // Wait for what the preview says of fields that depend on each other, but not for long.
  #check(isWaiting, whole) {
    if (!isWaiting || this.checking?.whole !== whole) {
      clearTimeout(this.checking?.timer);
      this.checking = isWaiting ? { whole, since: performance.now(), timer: setTimeout(() => this.#drawSend(), CHECK_MS) } : null;
    }
    this.isChecking = isWaiting && performance.now() - this.checking.since < CHECK_MS - 50;
  }

  // Send what was checked since Send was pressed, if it is right and nothing was changed meanwhile.
  #sendIfPressed(whole) {
    if (!this.pressed || (this.isChecking && this.pressed.whole === whole)) return;
    const { isLocking, whole: meant } = this.pressed;
    this.pressed = null;
    if (meant === whole) queueMicrotask(() => this.send(isLocking));
  }

  // Whether its fields hold these texts, and no others.
  #holds(texts) {
    const told = new Map(texts.map(([row, column, text]) => [`${row},${column}`, text.trim()]));
    return this.fields.every(({ key, value }) => (told.get(key) ?? "") === value.trim());
  }

  #isTicked([row, , column]) {
    return this.tab.shownText(row, column).toUpperCase() === this.#ticked(row, column).toUpperCase();
  }
}

function hasHeading({ isWide, kind }) {
  return isWide && kind === "text";
}

function heading({ label }) {
  const made = element("p", "heading");
  made.textContent = label;
  return made;
}

// Whether there is a piece for every choice of a field. Rows that are called as the choices are stand
// beside a list of these: they say more of each, and may be far from the form.
function isCovered(tab, field, fields) {
  const names = tab.play.feeds
    .filter((feed) => feed.match !== "row" && fedFields(fields, feed).includes(field))
    .flatMap((feed) => piecesOf(tab, feed).flatMap(({ name }) => choicesFor(field, feed, name)));
  return field.choices.every((choice) => names.includes(choice));
}
