// The play view: the cells of a tab cut into blocks, by what the tab tells of itself. It knows what
// blocks are for, and no game.

import { key } from "../addresses.js";
import { Block } from "./block.js";
import { Changes, outlineOpened } from "./changes.js";
import { Dock } from "./dock.js";
import { Drafts, panelsOf } from "./drafts.js";
import { End } from "./end.js";
import { fedFields, hasTilesNow, placesOf, statesOf } from "./feeds.js";
import { Finished } from "./finished.js";
import { Form } from "./form.js";
import { Hand } from "./hand.js";
import { Hints } from "./hints.js";
import { Latest } from "./latest.js";
import { fitBoard, fitEach, growth, hasRoomBelow, isPhone, stand, widthBeside } from "./layout.js";
import { Line } from "./line.js";
import { Listed } from "./listed.js";
import { Lot } from "./lot.js";
import { eventLines } from "./lists.js";
import { setPlayers } from "./mention.js";
import { Notes } from "./notes.js";
import { Overflow } from "./overflow.js";
import { Look, drawPiece } from "./piece.js";
import { Pieces } from "./pieces.js";
import { Question, cellAt } from "./question.js";
import { RoundEvents } from "./round_events.js";
import { Rounds } from "./rounds.js";
import { addressReader, drawScore } from "./seats.js";
import { Voice } from "./voice.js";
import { drawZones } from "./zones.js";
import { isTyping } from "../keys.js";

const LOST = "What you choose is kept on this page.";
const RUNS_ON = "The clock runs on.";
const JUST_THEN = "The rows of the table moved just then, so";
const NUMBER = /\b\d+\b/; // of a field, in its label
const SHORT = 12; // characters of a label that has an initial

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
    this.parts = parts("you", "middle", "dock", "table", "near", "beside", "score", "reference", "title", "subtitle", "hand", "board", "status", "watching", "lost", "last", "happened");
    this.question = new Question({ ...parts("ask", "condition", "time", "after", "bar"), box: part("question"), left: part("left-time") }, countdown, on);
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
        look: () => this.look,
        typed: () => this.line.send(),
        says: ({ line, ...sentences }) => {
          this.line.follow(line);
          this.dock.follow(sentences);
        },
        left: (text) => this.line.keep(text),
      },
    );
    this.dock = new Dock(parts("say", "says", "more", "heard"), countdown);
    this.drafts = new Drafts(part("drafts"), { put: (key, text) => this.form.putInto(key, text) });
    this.listed = new Listed(part("lists"));
    this.ownCards = new Hand(parts("hand", "later"));
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
    this.lot = new Lot(part("lot"));
    this.rounds = new Rounds({ last: part("last"), rounds: part("rounds"), title: part("rounds-title"), list: part("rounds-list") });
    this.roundEvents = new RoundEvents({ box: part("happened"), title: part("happened-title"), list: part("happened-list") }, countdown);
    this.latest = new Latest(part("news"), countdown, { result: () => this.rounds.reveal() });
    this.finished = new Finished(parts("you", "middle", "last"), { passed: () => this.change({ keys: new Set() }) });
    this.notes = new Notes({ root, ...parts("hand", "later", "middle", "dock") });
    this.changes = new Changes();
    this.overflow = new Overflow([root, part("middle"), part("table"), part("say")]);
    this.end = new End(part("end"), { drawBlock: (tab, box) => this.#drawAtEnd(tab, box), listEvents: (tab) => eventLines(countdown, this.book, tab) });
    this.ending = []; // the blocks that the end shows
    this.hand = [];
    this.board = [];
    this.heads = []; // of them those beside the title
    this.below = []; // those below it
    this.zoned = new Map(); // what a phone shows instead of blocks with zones
    this.near = []; // of those the ones that a phone shows above the form
    this.reference = []; // and those below what has happened
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
    this.board = make([...tab.play.board, ...tab.play.reference]);
    for (const block of this.blocks) {
      block.show(book, tab);
      block.pieces = new Pieces(block, this.hand.includes(block), { put: (state) => this.form.put(state), turn: (field) => this.form.choose(field) });
      block.pieces.makeRoom(tab.play.feeds);
    }
    // What stands beside the title there stands beside it here.
    const { title, subtitle } = tab.play.question;
    const headEnd = Math.max(...[title, subtitle].map((box) => box?.[1] ?? 0));
    this.heads = this.board.filter(({ box }) => box.bottom <= headEnd);
    const isReference = ({ box }) => tab.play.reference.some(([top, , left]) => top === box.top && left === box.left);
    this.reference = this.board.filter(isReference);
    this.below = this.board.filter((block) => !this.heads.includes(block) && !isReference(block));
    this.parts.beside.replaceChildren(...this.heads.map(({ element }) => element));
    this.parts.board.replaceChildren(...this.below.map(({ element }) => element));
    this.parts.reference.replaceChildren(...this.reference.map(({ element }) => element));
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
    for (const block of this.blocks) {
      block.redraw(isLook ? null : keys);
      block.pieces.makeRoom(this.tab.play.feeds);
    }
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
    this.form.connect(isConnected);
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
    const isInForm = this.form.has(target);
    if (event.key === "Enter" && (target === document.body || target.closest(".piece, .wide") || (isInForm && this.form.canSend))) {
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
    setPlayers(tab.stage.players);
    this.ending = [];
    this.end.openRules = this.on.rules();
    this.end.show(tab, tab.stage.end ?? null, book);
    this.end.isOutlined = outlineOpened([...this.blocks, ...this.ending], tab, tab.stage.end?.opened ?? []);
    this.root.classList.toggle("ended", tab.stage.end !== undefined);
    this.question.show(book, tab);
    for (const name of ["title", "subtitle"]) {
      const { text = "", limits = [], isUtc } = (name === "subtitle" && factOf(tab)) || (cellAt(tab, tab.play.question[name]) ?? {});
      const told = JSON.stringify([text, limits, isUtc]);
      if (parts[name].told !== told) this.countdown.fill(parts[name], text, limits, isUtc);
      parts[name].told = told;
      parts[name].hidden = text === "";
    }
    const look = new Look(tab, book);
    this.look = look;
    addressReader(this.blocks, tab);
    drawScore(parts.score, tab, look);
    this.dock.show(book, tab);
    this.form.show(book, tab, this.question.isMine);
    this.listed.show(tab, this.form.fields, this.hand, this.board);
    this.drafts.show(this.form.draft, this.form, { look, reader: tab.stage.reader, panels: panelsOf(tab, this.board) });
    this.ownCards.show(tab, this.hand.filter((block) => !this.listed.isThere(block)), this.form.open, this.drafts.fed);
    this.lot.show(tab.stage, (text) => drawPiece(text, look, { size: "lot" }));
    this.rounds.show(tab, look);
    this.finished.show(tab, this.below, this.rounds, this.form.asked.some(({ value }) => value !== ""));
    this.#light();
    this.hints.show(tab);
    this.line.show(book, tab, this.form.asked.length === 0);
    this.roundEvents.show(book, tab, look);
    if (!this.isWatching || tab.stage.events) this.latest.show(book, tab, look, this.question.isMine);
    this.notes.show(tab, look, this.blocks);
    this.#drawZones(look);
    this.voice.show(this.question.limit, this.question.isMine);
    parts.status.hidden = !this.isWatching;
  }

  // Light the pieces that could go into the form now.
  #light() {
    const { form, tab } = this;
    const isStruck = ({ piece: { box } }) => this.blocks.some((block) => !block.isEmpty && block.isStruck(box));
    const states = tab.play.feeds.flatMap((feed) =>
      statesOf(tab, feed, form.open, form).map((state) => ({ ...state, ...marks(state, fedFields(form.open, feed), form.nextField, tab.stage.fields) })),
    );
    const all = [...states.filter((state) => state.inside || !isStruck(state)), ...placesOf(form.open, form.nextField)];
    for (const block of this.blocks) block.pieces.show(all, "What can go into the form");
  }

  #send(blocks) {
    this.#answered();
    this.on.tick(blocks);
  }

  #answered() {
    this.changes.sent();
    this.form.answered();
    this.latest.answered();
    this.rounds.answered();
  }

  #fitSoon() {
    cancelAnimationFrame(this.fitting);
    this.fitting = requestAnimationFrame(() => this.tab && this.root.clientWidth > 0 && this.#fit());
  }

  // What a finger reaches depends on how large it is drawn.
  #fit() {
    this.#placeForm();
    this.#placeBoards();
    this.#placeResult();
    const scales = () => this.blocks.map(({ scaled }) => scaled).join();
    const before = scales();
    this.#scale();
    if (scales() === before) return;
    this.#light();
    this.#scale();
  }

  // Beside a block with zones the same for a phone, which shows only that.
  #drawZones(look) {
    this.zoned = new Map(this.below.map((block) => [block, block.isEmpty ? null : drawZones(this.book, this.tab, block, look)]));
  }

  // The block on whose tiles one answers comes first where not all of the table is in sight: on a phone
  // above the form, elsewhere above the other blocks.
  #placeBoards() {
    const { board, near } = this.parts;
    const asked = this.below.filter(({ box }) => hasTilesNow(this.tab, box, this.form.asked));
    this.near = isPhone(window.innerWidth) ? asked : [];
    const rest = this.below.filter((block) => !this.near.includes(block));
    for (const block of rest) block.element.style.order = asked.includes(block) ? "-1" : "";
    for (const [place, blocks] of [[near, this.near], [board, rest]]) {
      stand(place, blocks.flatMap((block) => [this.zoned.get(block), block.element].filter(Boolean)));
    }
  }

  // Where a phone has room for it a short form stands beside the line: it is never out of sight there.
  #placeForm() {
    const { dock, hand } = this.parts;
    this.form.narrow(isPhone(window.innerWidth));
    const isBelow = this.form.isShort && hasRoomBelow(window.innerWidth, window.innerHeight);
    if (isBelow === this.isFormBelow) return;
    this.isFormBelow = isBelow;
    this.form.moveTo((fields) => (isBelow ? dock.prepend(fields) : hand.after(fields)));
  }

  // On a phone a result comes first until the next round begins.
  #placeResult() {
    const { you, middle, last, happened } = this.parts;
    const isFirst = isPhone(window.innerWidth) && this.roundEvents.isOver && this.rounds.newest !== null && !last.classList.contains("elsewhere");
    if (isFirst === (last.parentElement === you)) return;
    if (isFirst) middle.before(last);
    else happened.after(last);
  }

  #scale() {
    const grow = growth(window.innerWidth, window.innerHeight);
    document.body.style.setProperty("--grow", String(grow));
    const width = widthBeside(this.root, grow);
    for (const block of [...this.blocks, ...this.ending]) if (!block.isEmpty) block.measure();
    fitEach(this.ending, width);
    const { board } = this.parts;
    const room = board.clientWidth;
    this.ownCards.fit(width);
    this.listed.fit(width);
    for (const block of this.heads) if (!block.isEmpty) block.scale(Math.min(1, Math.max(0.8, room / block.width)), room);
    this.finished.place();
    fitEach(this.near, width);
    const below = this.below.filter((block) => !this.near.includes(block));
    fitBoard(board, this.tab, below, this.reference, room, width);
    fitBoard(this.parts.reference, this.tab, this.reference, below, room, width, { largest: 1 });
    this.dock.fit();
    this.overflow.update();
  }
}

// What stands beside the title in place of its tab's own sentence, while there is a form.
function factOf({ play, stage }) {
  return play.fact && !stage.end ? { text: play.fact } : null;
}

// The mark of a piece that is in: which of the fields it is in, where there are many. The way that it
// takes to where it goes, or what is said of it, is its tip. Where several fields take several pieces a piece is placed: it no
// longer lies where it was.
function marks({ piece, feed, inside, takes }, fields, next, told = {}) {
  const isPlaced = Boolean(inside?.isSeveral && fields.length > 1);
  const name = inside?.called ?? "";
  const initial = isPlaced && name.length <= SHORT ? name.split(" ").at(-1).charAt(0).toUpperCase() : "";
  const which = inside && (NUMBER.exec(name)?.[0] ?? (initial || String(fields.indexOf(inside) + 1)));
  const text = inside ? inside.value : (takes?.text ?? "");
  const isWay = feed.match === "last" && text && text.toLowerCase() !== piece.name.toLowerCase();
  return {
    isPlaced,
    isNext: takes !== null && takes.field === next,
    badge: fields.length > 1 && inside ? which : "✓",
    tip: (feed.heads && told[(inside ?? takes?.field)?.key]?.says?.[text]) || (isWay ? text : null),
  };
}
