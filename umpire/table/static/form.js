// The form: its fields in the order of filling, the line that they stand for, and the buttons that send it.
// Everything it does is written to the form's cells, as typing there does.

import { wordsOf } from "./feeds.js";
import { fieldsOf } from "./fields.js";
import { isOnTable, partsOf } from "./groups.js";
import { told as toldTo } from "./mention.js";
import { cellAt } from "./question.js";
import { makePart } from "./shapes.js";
import { WAITING, whatToSay } from "./sayings.js";

const MISSING = "…";
const FEW = 4; // buttons in a row of a phone
const NAMED = 3; // of more fields some may well stay empty
const CHECK_MS = 3000; // so long a form of several fields waits for what the preview says of a change
const CALM_MS = 400; // so long what was said stays meanwhile

export class Form {
  // `elements` are: fields, send, lock, row. `on` has: write(blocks), sent(), changed(), typed(), look(),
  // says({says, more, line}), left(text), when a question goes for which a text was typed
  constructor(elements, on) {
    this.elements = elements;
    this.on = on;
    this.isAsked = false; // whether its person is asked anything
    this.chosen = null; // the key of the field that is filled next, if its person says which
    this.last = null; // the key of the field that was changed last
    this.isTurned = false; // whether its person has turned to it
    this.placed = new Map(); // by a field's key, the pieces that were put there
    this.opened = new Set(); // the keys of optional parts that were opened
    this.made = [];
    this.typed = ""; // in the line, in place of the form
    this.isAnswered = false; // whether its person has sent something since the form was last changed
    this.isRemoving = false; // whether parts are being removed
    this.isNarrow = false;
    this.isLive = true; // whether what is written arrives
    this.pressed = null; // what stood in the form when Send was pressed while it was being checked
    elements.send.addEventListener("click", () => this.send());
    elements.lock.addEventListener("click", () => this.send(true));
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
    if (isNew) this.#begin();
    this.asks = asks;
    this.fields = fieldsOf(book, tab);
    this.parts = partsOf(tab, this.fields, this);
    for (const field of this.asked) if (field.value === "") this.placed.delete(field.key);
    this.#moveOn();
    this.#drawParts();
    this.#drawSend();
    this.#offer(unsent, line);
  }

  // One has sent something: what the form holds is no longer meant to be sent.
  answered() {
    this.isAnswered = true;
  }

  // Whether an element is one of it.
  has(target) {
    return this.elements.fields.contains(target);
  }

  get isEmpty() {
    return this.asked.every(({ value }) => value === "");
  }

  get asked() {
    return this.fields.filter(({ isAsked }) => isAsked);
  }

  // The fields that can be filled in now: those that are drawn, and those on the table.
  get open() {
    const drawn = new Set(this.parts.flatMap(({ fields }) => fields));
    return this.asked.filter((field) => drawn.has(field) || isOnTable(field));
  }

  // Whether it is no more than some buttons or a number.
  get isShort() {
    const [part, ...more] = this.parts;
    const isFew = part?.shape === "number" || (part?.shape === "choice" && part.fields[0].choices.length <= FEW);
    return more.length === 0 && isFew && this.open.length === 1;
  }

  get chosenField() {
    return this.open.find(({ key }) => key === this.chosen) ?? null;
  }

  // The field that is filled next, if any has to be.
  get nextField() {
    return this.chosenField ?? this.emptyFields.find(isWanted) ?? null;
  }

  // The fields that may be filled next, in this order: those of the row in which its person is at work,
  // then those below. What is empty in a row that was begun and left is meant to be.
  get emptyFields() {
    const empty = this.open.filter(({ value }) => value === "");
    const last = this.asked.find(({ key }) => key === this.last);
    if (!last) return empty;
    const begun = new Set(this.asked.filter(({ value }) => value !== "").map(({ row }) => row));
    const rank = ({ row, at }) => (row === last.row ? 0 : 2) + (at < last.at ? 1 : 0);
    const isOpen = (field) => rank(field) < 3 || !begun.has(field.row);
    return empty.filter(isOpen).sort((one, other) => rank(one) - rank(other));
  }

  // What the daemon says of what stands in the form; null while it has not said anything of it.
  get draft() {
    const { draft = null, reader } = this.tab.stage;
    if (!draft || !this.#holds(draft.of)) return null;
    const [say, more, missing] = [draft.say, draft.more, draft.missing].map((text = "") => toldTo(text, reader));
    return { ...draft, say, more, missing };
  }

  get isComplete() {
    const isFilled = this.asked.every(({ value, isOptional }) => value !== "" || isOptional) && !this.isEmpty;
    const isWhole = (this.quoted !== null || (!this.isWrong && isFilled)) && !this.draft?.missing;
    return this.asked.length > 0 && !this.isSending && !this.isChecking && isWhole;
  }

  // Whether Send does something.
  get canSend() {
    return this.isComplete || this.isChecking || this.typed !== "";
  }

  // Whether what is held can be locked: nothing else is filled in.
  get canOnlyLock() {
    return this.tab.stage.held === true && this.isEmpty;
  }

  // Put a piece in, or take it out.
  put({ piece, inside, takes: { field, text } }) {
    const known = field.isSeveral ? (this.placed.get(field.key) ?? new Set()) : new Set();
    const isOut = inside && text.length < field.value.length;
    if (isOut) known.delete(piece.key);
    else known.add(piece.key);
    this.placed.set(field.key, known);
    // A field that takes several goes on taking them; another one has had its turn.
    this.isTurned = false;
    this.chosen = field.isSeveral ? field.key : null;
    // What was chosen in place of any pieces goes.
    const instead = this.asked.filter((other) => other !== field && other.isSeveral && other.others.includes(other.value));
    this.write([[field, text], ...instead.map((other) => [other, ""])]);
  }

  // Put a piece into the field with this key, or take it out again.
  putInto(key, text) {
    const field = this.open.find((one) => one.key === key);
    const words = wordsOf(field.value);
    const at = words.indexOf(text);
    if (at >= 0) words.splice(at, 1);
    else words.push(text);
    this.write([[field, words.join(" ")]]);
  }

  // What is being typed in the line goes in place of the form.
  follow(typed) {
    this.typed = typed;
    if (this.tab) this.#drawSend();
  }

  // Whether what is written arrives at once, or is kept here.
  connect(isLive) {
    this.isLive = isLive;
    if (this.tab) this.#drawSend();
  }

  // Whether there is no room for a table beside it.
  narrow(isNarrow) {
    if (isNarrow === this.isNarrow) return;
    this.isNarrow = isNarrow;
    if (this.tab) this.show(this.book, this.tab, this.isAsked);
  }

  // Turn to a field.
  choose({ key }) {
    if (key === this.chosen && this.isTurned) return;
    this.chosen = key;
    this.isTurned = true;
    this.#drawParts();
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

  // Write texts into fields, as [field, text], at once.
  write(changes) {
    const changed = changes.filter(([field, text]) => text !== field.value);
    if (changed.length === 0) return;
    this.isAnswered = false;
    this.last = changed[0][0].key;
    this.on.write(changed.map(([{ row, column }, text]) => ({ row, column, rows: [[text]] })));
  }

  // Stand in another part of the page.
  moveTo(put) {
    const active = document.activeElement;
    const isInside = this.elements.fields.contains(active);
    put(this.elements.fields);
    if (isInside) active.focus({ preventScroll: true });
  }

  #begin() {
    this.chosen = this.last = this.pressed = null;
    this.isAnswered = false;
    this.opened.clear();
  }

  // A field that has all it needs has had its turn, if there is another one to begin.
  #moveOn() {
    const field = this.chosenField;
    if (!field) this.chosen = null;
    else if (field.isSeveral && !this.isTurned && field.value !== "" && isDone(field) && this.emptyFields.some(({ kind }) => kind === field.kind)) this.chosen = null;
  }

  // A text that is still being typed counts.
  #finishTyping() {
    const active = document.activeElement;
    if (active?.matches("input") && this.elements.fields.contains(active)) active.dispatchEvent(new Event("change"));
  }

  #ticked(row, column) {
    return this.book.validation(this.tab.cell(row, column)).tick ?? "TRUE";
  }

  // What was typed into fields, with their keys; pieces that were put in are soon put in again.
  #unsent() {
    return this.#typed().filter(({ field, text }) => !field.isFed && text !== "");
  }

  // Offer what was typed for a question that is gone, unless it can still be seen in its field. `line` is
  // what all of the form stood for.
  #offer(unsent, line) {
    const seen = new Map(this.#typed().map(({ field, text }) => [field.key, text]));
    const gone = unsent.filter(({ field, text }) => seen.get(field.key) !== text);
    if (gone.length > 0) this.on.left(line ?? gone.map(({ text }) => text).join(" "));
  }

  #typed() {
    return this.made.filter(({ typed }) => typed).map(({ part, typed }) => ({ field: part.fields[0], text: typed().trim() }));
  }

  #drawParts() {
    const { fields } = this.elements;
    const active = fields.contains(document.activeElement) ? document.activeElement : null;
    const before = new Map(this.made.map((one) => [one.is, one]));
    const next = this.nextField;
    this.made = this.parts.map((part) => {
      const is = `${part.key} ${part.isFolded ? "fold" : part.shape}`;
      const made = before.get(is) ?? { ...makePart(part, this.#actions()), is };
      made.part = part;
      made.element.dataset.key = part.fields[0].key;
      made.show(part, { next, chosen: this.chosenField, empty: this.emptyFields, last: this.last });
      return made;
    });
    const wanted = this.made.map((one) => one.element);
    // What stays as it is is left alone: somebody may have its list open.
    this.isRemoving = true; // a field that goes while one types in it says that it has changed
    for (const one of [...fields.children]) if (!wanted.includes(one)) one.remove();
    this.isRemoving = false;
    wanted.forEach((one, at) => fields.children[at] !== one && fields.insertBefore(one, fields.children[at] ?? null));
    fields.hidden = wanted.length === 0;
    if (active && !active.isConnected) wanted[0]?.querySelector("button, select, input")?.focus();
  }

  #actions() {
    return {
      write: (changes, field = null) => {
        if (this.isRemoving) return;
        this.chosen = field?.key ?? null;
        this.isTurned = false;
        this.write(changes);
      },
      choose: (field) => this.choose(field),
      open: (part) => {
        this.opened.add(part.key);
        this.show(this.book, this.tab, this.isAsked);
        this.on.changed();
        this.made.find((one) => one.part.key === part.key)?.element.querySelector("button, select, input")?.focus();
      },
      enter: () => this.send(),
      escape: () => this.empty(),
      look: this.on.look,
      tab: () => this.tab,
    };
  }

  #drawSend() {
    const { send, lock, row } = this.elements;
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
    send.setAttribute("aria-disabled", String(!this.isLive || (!isDone && !isTyped)));
    send.firstChild.data = this.isLive ? "Send " : "Kept";
    send.classList.toggle("kept", !this.isLive);
    lock.setAttribute("aria-disabled", String(!this.isLive || !(isDone || this.canOnlyLock)));
    const lacks = asked.length > NAMED || this.draft ? null : (asked.find(({ value, isOptional }) => value === "" && !isOptional) ?? null);
    const line = filled.length === 0 ? "" : lacks ? `${whole} ${MISSING}` : (isCurrent && told.line) || whole;
    const said = whatToSay({ form: this, isTyped, isDone, lacks, whole, told: isCurrent && filled.length > 0 ? told : null });
    this.on.says({ ...said, isCalm: said === WAITING && performance.now() - this.checking.since < CALM_MS, line });
  }

  // Wait for what the preview says of fields that depend on each other, but not for long.
  #check(isWaiting, whole) {
    if (!isWaiting || this.checking?.whole !== whole) {
      for (const timer of this.checking?.timers ?? []) clearTimeout(timer);
      const timers = () => [CALM_MS + 1, CHECK_MS].map((ms) => setTimeout(() => this.#drawSend(), ms));
      this.checking = isWaiting ? { whole, since: performance.now(), timers: timers() } : null;
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

// Whether an empty field is to be filled: what repeats and what lies on the table goes on until there is enough.
function isWanted({ isOptional, isRepeated, place }) {
  return !isOptional || isRepeated || place !== null;
}

// Whether a field has all that it needs: what is in it makes what it must, or it takes no more.
function isDone({ sum, value, atMost }) {
  return sum?.ok === true || (atMost !== null && value.split(/[\s,]+/).filter(Boolean).length >= atMost);
}
