// The play view: the cells of a tab cut into blocks, by what the tab tells of itself. It knows what
// blocks are for, and no game.

import { key } from "../addresses.js";
import { Block } from "./block.js";
import { Changes, outlineOpened } from "./changes.js";
import { Dock } from "./dock.js";
import { End } from "./end.js";
import { fedFields, placesOf, statesOf } from "./feeds.js";
import { Form } from "./form.js";
import { Hints } from "./hints.js";
import { fitBoard, fitEach, fitHand, growth, hasRoomBelow, widthBeside } from "./layout.js";
import { Line } from "./line.js";
import { News } from "./news.js";
import { eventLines } from "./lists.js";
import { Overflow } from "./overflow.js";
import { Pieces } from "./pieces.js";
import { Question, cellAt } from "./question.js";
import { Voice } from "./voice.js";
import { isTyping } from "../keys.js";

const LOST = "What you choose is kept on this page.";
const RUNS_ON = "The clock runs on.";
const JUST_THEN = "The rows of the table moved just then, so";
const NUMBER = /^\d+/; // of a field, in its label

export class Play {
  // `on` has: write(blocks), tick(blocks), soon(), rules(), which gives what opens
  // the rules, or null. `again` is the button that shows hints again.
  constructor(root, again, countdown, isDark, on) {
    const part = (name) => root.querySelector(`[data-part="${name}"]`);
    const parts = (...names) => Object.fromEntries(names.map((name) => [name, part(name)]));
    this.root = root;
    this.countdown = countdown;
    this.isDark = isDark;
    this.on = on;
    this.parts = parts("middle", "dock", "table", "beside", "title", "subtitle", "hand", "board", "status", "watching", "lost");
    this.question = new Question({ ...parts("ask", "time", "after", "bar"), box: part("question"), left: part("left-time") }, countdown, on);
    this.hints = new Hints({ box: part("hint"), first: part("hint-first"), rest: part("hint-rest"), got: part("hint-got") }, again);
    this.form = new Form(
      { fields: part("fields"), send: part("send"), lock: part("lock"), row: part("sending") },
      {
        write: (blocks) => {
          this.line.giveWay();
          this.dock.goOn();
          on.write(blocks);
        },
        sent: (blocks) => this.#send(blocks),
        changed: () => this.#light(),
        typed: () => this.line.send(),
        says: ({ line, ...sentences }) => {
          this.line.follow(line);
          this.dock.follow(sentences);
        },
        left: (text) => this.line.keep(text),
      },
    );
    this.dock = new Dock(parts("say", "says", "more"), countdown);
    this.line = new Line(
      { input: part("line"), list: part("line-list") },
      {
        enter: () => this.form.send(),
        escape: () => this.form.empty(),
        typed: (text) => this.form.follow(text),
        goesOn: () => this.dock.goOn(),
        write: (blocks) => {
          this.#answered();
          on.write(blocks);
        },
      },
    );
    this.voice = new Voice(part("voice"), countdown);
    this.news = new News(part("news"), countdown);
    this.changes = new Changes();
    this.overflow = new Overflow([root, part("middle"), part("table"), part("say")]);
    this.end = new End(part("end"), { drawBlock: (tab, box) => this.#drawAtEnd(tab, box), listEvents: (tab) => eventLines(countdown, this.book, tab) });
    this.ending = []; // the blocks that the end shows
    this.hand = [];
    this.board = [];
    this.heads = []; // of them those beside the title
    this.below = []; // and those below it
    new ResizeObserver(() => this.#fitSoon()).observe(root);
  }

  get blocks() {
    return [...this.hand, ...this.board];
  }

  // Show a whole tab anew.
  show(book, tab) {
    const isSame = this.tab === tab;
    this.book = book;
    this.tab = tab;
    const make = (boxes) => boxes.map((box) => new Block(this.countdown, this.isDark, box));
    this.hand = make(tab.play.hand);
    this.board = make(tab.play.board);
    for (const block of this.blocks) {
      block.show(book, tab);
      block.pieces = new Pieces(block, this.hand.includes(block), { put: (state) => this.form.put(state), turn: (field) => this.form.choose(field) });
    }
    this.parts.hand.replaceChildren(...this.hand.map(({ element }) => element));
    // What stands beside the title there stands beside it here.
    const { title, subtitle } = tab.play.question;
    const headEnd = Math.max(...[title, subtitle].map((box) => box?.[1] ?? 0));
    this.heads = this.board.filter(({ box }) => box.bottom <= headEnd);
    this.below = this.board.filter((block) => !this.heads.includes(block));
    this.parts.beside.replaceChildren(...this.heads.map(({ element }) => element));
    this.parts.board.replaceChildren(...this.below.map(({ element }) => element));
    this.isWatching = !tab.play.send.tick && !tab.play.sheet;
    this.root.dataset.kind = this.isWatching ? "board" : "table";
    this.#showRest();
    this.#fit();
    if (!isSame) this.#scrollToTop();
    this.#showNewQuestion();
  }

  // Show what has changed: some cells, by key, or the looks of all. Those that show another text than
  // before are `told`.
  change({ keys, told = new Set(), isLook = false }) {
    for (const block of this.blocks) block.redraw(isLook ? null : keys);
    this.#showRest();
    this.#fit();
    this.changes.show(this.blocks, this.tab, told, this.isWatching);
    this.#showNewQuestion();
  }

  // How many look at this spreadsheet, if the server tells.
  watched(watching) {
    const others = watching - 1;
    this.parts.watching.textContent = others > 0 ? `, with ${others} ${others > 1 ? "others" : "other"}.` : ".";
  }

  // The connection is lost, or back.
  connected(isConnected) {
    const title = document.createElement("b");
    title.textContent = "Reconnecting…";
    this.parts.lost.replaceChildren(...(isConnected ? [] : [title, ` ${LOST}${this.question.limit ? ` ${RUNS_ON}` : ""}`]));
    this.root.classList.toggle("lost", !isConnected);
    this.overflow.update();
  }

  // Some cells were not written because others have come to their places. A line stands where it was
  // typed again, if nothing else does; returns what its person is told.
  refused(blocks) {
    const [top, bottom, left] = this.tab.play.sheet ?? [0, 0, 0];
    const line = blocks.find(({ row, column }) => top <= row && row < bottom && column === left)?.rows[0][0];
    if (!line) return `${JUST_THEN} this was not written: do it again.`;
    this.line.keep(line);
    return `${JUST_THEN} “${line}” was not sent: send it again.`;
  }

  // Where one is: the cell of the piece or field that has the focus, or the first to fill in.
  get place() {
    const at = document.activeElement?.closest("[data-key]")?.dataset.key ?? this.form.nextField?.key;
    const [row, column] = at ? at.split(",").map(Number) : (this.tab.play.question.ask ?? []).filter((_, one) => one % 2 === 0);
    return row === undefined ? null : { row, column };
  }

  // Go to what stands for a cell, if anything does.
  goTo({ row, column }) {
    const found = this.root.querySelector(`[data-key="${key(row, column)}"]`);
    (found?.matches("button") ? found : found?.querySelector("button, select, input"))?.focus();
  }

  // A key that was pressed outside of any field. Returns whether it meant something here.
  pressed(event) {
    const { target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey) return false;
    if (event.key === "Enter" && (target === document.body || target.closest(".piece, .choice-button, .target, .wide"))) {
      this.form.send();
      return true;
    }
    if (event.key === "Escape") return this.form.empty();
    if (isTyping(event) && event.key !== " " && this.line.isOpen) this.line.focus();
    return false;
  }

  // Bring what belongs to a new question into sight, once. Whoever scrolls away from it then is left there.
  #showNewQuestion() {
    const asked = this.question.isMine ? this.form.asks : null;
    const isNew = asked !== null && asked !== this.askedBefore;
    this.askedBefore = asked;
    if (isNew) this.#scrollToTop(this.root, this.parts.middle);
  }

  #scrollToTop(...scrolled) {
    for (const one of scrolled.length > 0 ? scrolled : [this.root, this.parts.middle, this.parts.table]) one.scrollTo(0, 0);
  }

  // A block for the end of a match.
  #drawAtEnd(tab, box) {
    const block = new Block(this.countdown, this.isDark, box);
    block.show(this.book, tab);
    this.ending.push(block);
    return block.element;
  }

  #showRest() {
    const { book, tab, parts } = this;
    this.ending = [];
    this.end.openRules = this.on.rules();
    this.end.show(tab, tab.stage.end ?? null);
    this.end.isOutlined = outlineOpened([...this.blocks, ...this.ending], tab, tab.stage.end?.opened ?? []);
    this.root.classList.toggle("ended", tab.stage.end !== undefined);
    this.question.show(book, tab);
    for (const name of ["title", "subtitle"]) {
      const { text = "", limits = [], isUtc } = cellAt(tab, tab.play.question[name]) ?? {};
      const told = JSON.stringify([text, limits, isUtc]);
      if (parts[name].told !== told) this.countdown.fill(parts[name], text, limits, isUtc);
      parts[name].told = told;
      parts[name].hidden = text === "";
    }
    this.dock.show(book, tab);
    this.form.show(book, tab, this.question.isMine);
    this.#light();
    this.hints.show(tab);
    this.line.show(book, tab, this.form.asked.length === 0);
    if (!this.isWatching) this.news.show(book, tab);
    this.voice.show(this.question.limit, this.question.isMine);
    parts.status.hidden = !this.isWatching;
  }

  // Light the pieces that could go into the form now.
  #light() {
    const { form, tab } = this;
    const states = tab.play.feeds.flatMap((feed) =>
      statesOf(tab, feed, form.fields, form).map((state) => ({ ...state, ...marks(state, fedFields(form.fields, feed)) })),
    );
    const all = [...states, ...placesOf(form.fields, form.nextField)];
    for (const block of this.blocks) block.pieces.show(all, "What can go into the form");
  }

  #send(blocks) {
    this.#answered();
    this.on.tick(blocks);
  }

  #answered() {
    this.changes.sent();
    this.form.answered();
    this.news.answered();
  }

  #fitSoon() {
    cancelAnimationFrame(this.fitting);
    this.fitting = requestAnimationFrame(() => this.tab && this.root.clientWidth > 0 && this.#fit());
  }

  // What a finger reaches depends on how large it is drawn.
  #fit() {
    this.#placeForm();
    const scales = () => this.blocks.map(({ scaled }) => scaled).join();
    const before = scales();
    this.#scale();
    if (scales() === before) return;
    this.#light();
    this.#scale();
  }

  // Where a phone has room for it a short form stands beside the line: it is never out of sight there.
  #placeForm() {
    const { dock, hand } = this.parts;
    const isBelow = this.form.isShort && hasRoomBelow(window.innerWidth, window.innerHeight);
    if (isBelow === this.isFormBelow) return;
    this.isFormBelow = isBelow;
    this.form.moveTo((fields) => (isBelow ? dock.prepend(fields) : hand.after(fields)));
  }

  #scale() {
    const grow = growth(window.innerWidth, window.innerHeight);
    document.body.style.setProperty("--grow", String(grow));
    const width = widthBeside(this.root, grow);
    for (const block of [...this.blocks, ...this.ending]) if (!block.isEmpty) block.measure();
    fitEach(this.ending, width);
    const { hand, board } = this.parts;
    const [beside, room] = [hand.clientWidth, board.clientWidth];
    fitHand(this.hand, beside, width);
    for (const block of this.heads) if (!block.isEmpty) block.scale(Math.min(1, Math.max(0.8, room / block.width)), room);
    fitBoard(board, this.tab, this.below, room, width);
    this.overflow.update();
  }
}

// The mark of a piece that is in: which of the fields it is in, where there are many. The way that it
// takes to where it goes is its tip.
function marks({ piece, feed, inside, takes }, fields) {
  const which = inside && (NUMBER.exec(inside.label)?.[0] ?? String(fields.indexOf(inside) + 1));
  const text = inside ? inside.value : (takes?.text ?? "");
  return {
    badge: fields.length > 1 && inside ? which : "✓",
    tip: feed.match === "last" && text && text.toLowerCase() !== piece.name.toLowerCase() ? text : null,
  };
}
