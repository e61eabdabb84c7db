// The page of one spreadsheet: puts the parts together.

import { address, blockName, key, place as placeOf } from "./addresses.js";
import { ALL, Book } from "./book.js";
import { Announcer } from "./announcer.js";
import { Choices } from "./choices.js";
import { Countdown } from "./countdown.js";
import { copyBlock, fillBlock, pasteBlock } from "./blocks.js";
import { blockToTable, blockToText, clipboardToBlock } from "./clipboard.js";
import { Editor } from "./editor.js";
import { makeViews } from "./extension.js";
import { Find } from "./find.js";
import { Grid } from "./grid.js";
import { History, expect } from "./history.js";
import { gridCommand, isTyping } from "./keys.js";
import { Live } from "./live.js";
import { Hint, toast } from "./notices.js";
import { closeByItself } from "./menu.js";
import { Others } from "./others.js";
import { Outbox } from "./outbox.js";
import { listenToPointer } from "./pointer.js";
import { Selection } from "./selection.js";
import { Tabs } from "./tabs.js";
import { Theme } from "./theme.js";
import { localTimes } from "./times.js";
import { Turn } from "./turn.js";
import { Zoom } from "./zoom.js";

const VIEW_ONLY = "You can view this spreadsheet but not change it.";
const PROTECTED = "This cell is protected: you can type only in your own cells.";
const KEPT =
  "The cell you typed in has moved or is gone: press Enter to write your text here, or click the cell it is for.";
const GONE_PLACE = "The cell for this has moved or is gone, so it was not written:";
const NOTHING_TO = { true: "There is nothing to undo.", false: "There is nothing to redo." };
const GONE = "This spreadsheet is gone, or no longer shared with you.";

const LOST = "Connection lost: what you type is kept here and sent when it is back.";
const LOST_MS = 500; // a server that starts anew is back before anybody could worry

const MOVED = 409; // the status of a refusal because cells have moved

const find = (id) => document.getElementById(id);
const scroller = find("scroller");
const bar = {
  element: find("bar"),
  address: find("address"),
  entry: find("entry"),
  accept: find("accept"),
  cancel: find("cancel"),
};

const book = new Book();
const selections = new Map();
const countdown = new Countdown(document.body);
const theme = new Theme(find("settings"), () => tab && draw({ isAll: false, rows: new Set(), isLook: true, keys: new Set() }));
const grid = new Grid(find("grid"), scroller, find("spacer"), countdown, () => theme.isDark);
const hint = new Hint(find("hint"));
const choices = new Choices(find("list"), (text) => editor.pick(text));
const editor = new Editor(bar, choices, grid, {
  commit: finishEdit,
  closed: () => refresh({ focus: true }),
  barFocused: () => edit({ field: "bar" }),
  mayWrite({ row, column }) {
    const isOpen = book.mayType(tab, row, column);
    if (!isOpen) explain();
    return isOpen;
  },
});
const tabs = new Tabs(find("tabs"), (id) => openTab(id));
const others = new Others(find("others"), () => leaveEdit());
const turn = new Turn(find("turn"), find("icon"), find("settings"));
const views = makeViews({
  book,
  countdown,
  isDark: () => theme.isDark,
  write: (blocks) => type(blocks),
  tick,
  ring: () => turn.hurry(),
  openTab: (id) => openTab(id),
  turn: turnView,
});
const zoom = new Zoom(scroller, find("zoom"), placeFloating);
const outbox = new Outbox(`${location.pathname}/type`, { taken, refused, delayed: () => connection("unsaved") });

const announcer = new Announcer(find("told"));
const past = new History();
const finder = new Find(find("find"), {
  matches: (text) => book.tabs.flatMap((one) => one.placesOf(text).map((at) => ({ id: one.id, ...at }))),
  show({ id, row, column }) {
    openTab(id);
    hasChosen = true;
    selection().select(row, column);
    refresh({ reveal: true });
  },
  closed: () => tab && refresh({ focus: true }),
});

closeByItself(find("settings"));

let tab = null;
let cut = null; // what Ctrl+X marked: {tab, box, text, version}
let marked = [];
let hasSentLeft = false;
let view = null; // what shows the tab in place of the grid
let losing; // the timer before the page says that its connection is lost
let ticked = null; // the key of the box that was ticked last: its help no longer covers what is below it
let hasChosen = false; // whether a person selected the active cell, rather than the page itself

const selection = () => {
  if (!selections.has(tab.id)) selections.set(tab.id, new Selection());
  return selections.get(tab.id);
};

// ---- what the server tells

new Live({
  state: (state) => connection(!outbox.isEmpty && state !== "live" ? "unsaved" : state),
  gone: () => {
    find("waiting").hidden = true;
    connection("gone");
    toast(GONE);
  },
  message: (message, isWhole) => {
    countdown.setClock(message.now, isWhole);
    const dirty = book.merge(message, isWhole);
    if (!isWhole && tab && dirty.has(tab.id)) announcer.changed(tab, dirty.get(tab.id).told);
    find("title").textContent = book.title;
    find("who").textContent = book.who;
    for (const one of views) one.heard(message, isWhole);
    if (isWhole) others.show(message.others);
    if (isWhole) sendWhatWasLeft();
    find("waiting").hidden = true;
    const next = book.tab(tab?.id) ?? book.tab(tabInAddress()) ?? book.tabs[0] ?? null;
    const isSame = next === tab;
    const lost = editor.isOpen && !isSame ? editor.text : null;
    if (!isSame) editor.cancel();
    tab = next;
    tabs.show(book.tabs, tab?.id, book.awaited);
    if (!tab) {
      showTurn();
      return;
    }
    if (isWhole && !viewOf(tab)) zoom.fit(book.width, book.canEdit);
    draw(isSame ? dirty.get(tab.id) : ALL);
    showTurn();
    watched(message.watching);
    if (lost !== null) keep(selection().active(tab), lost);
  },
  watched,
});

function showTurn() {
  const named = views.map(({ title }) => title).find((title) => title !== null);
  turn.show(book.awaited.length > 0, book.title, named ?? `${book.title} - Sheets emulator`);
}

function watched(watching) {
  for (const one of views) one.watched(watching);
}

// What this page had not sent before it was loaded again.
function sendWhatWasLeft() {
  if (hasSentLeft) return;
  hasSentLeft = true;
  for (const sent of outbox.left()) send({ ...sent, isTyped: true });
}

window.addEventListener("beforeunload", (event) => {
  if (!outbox.isEmpty || editor.isChanged) event.preventDefault();
});

function connection(state) {
  const texts = {
    live: "Live",
    reconnecting: "Reconnecting…",
    unsaved: "Not saved yet, reconnecting…",
    gone: "Closed",
  };
  const element = find("connection");
  if (element.dataset.state === state) return;
  element.dataset.state = state;
  element.textContent = texts[state];
  clearTimeout(losing);
  const isLost = state === "reconnecting" || state === "unsaved";
  if (isLost) losing = setTimeout(() => showLost(true), LOST_MS);
  else showLost(false);
}

function showLost(isLost) {
  find("lost").textContent = isLost ? LOST : "";
  for (const one of views) one.connected(!isLost);
}

function viewOf(one) {
  return views.find((other) => other.shows(one)) ?? null;
}

// Draw what changed, in what shows the tab.
function draw(dirty) {
  const before = view;
  view = viewOf(tab);
  for (const one of views) {
    one.around(tab);
    one.element.hidden = one !== view;
  }
  for (const one of [bar.element, scroller, find("foot")]) one.hidden = view !== null;
  if (before && !view) zoom.fit(book.width, book.canEdit);
  if (!view) drawGrid(before ? ALL : dirty);
  else if (view !== before || dirty.isAll) showInView();
  else view.change(tab, dirty);
}

function showInView() {
  editor.cancel();
  grid.clear();
  view.show(tab);
}

// Change to another view or back, as `change` has it, at the same cell.
function turnView(change) {
  if (!tab || !leaveEdit()) return;
  const place = view ? view.place : selection().active(tab);
  change();
  if (place && view) selection().select(place.row, place.column);
  draw(ALL);
  if (!view) refresh({ focus: true, reveal: true });
  else if (place) view.goTo(place);
}

function drawGrid({ isAll, rows, isLook, keys }) {
  if (isAll) {
    const hadFocus = isInGrid(document.activeElement);
    grid.show(book, tab);
    selection().keepInside(tab);
    if (editor.isOpen && !isShown(editor.place)) keep(editor.place, editor.text);
    else if (editor.isOpen) editor.reattach();
    refresh({ focus: hadFocus && !editor.isOpen });
    return;
  }
  if (rows.size > 0) resize(rows);
  if (isLook) grid.redrawAll();
  else grid.redraw(keys);
  if (isLook || rows.size > 0 || keys.size > 0) refresh();
}

// Rows are hidden, shown or of another height. What one looks at stays where it is in the window.
function resize(rows) {
  const place = editor.isOpen ? editor.place : selection().active(tab);
  const hadFocus = isInGrid(document.activeElement);
  const text = editor.isOpen ? editor.text : null;
  if (text !== null && tab.isHidden(place.row, place.column)) editor.cancel();
  grid.resize(rows, place);
  if (tab.isHidden(place.row, place.column)) {
    select((at) => at.goTo(tab, place.row, place.column, false));
    if (text !== null) keep(selection().active(tab), text);
  } else if (hadFocus && !editor.isOpen) refresh({ focus: true });
  placeFloating();
}

// Whether a cell is neither gone nor hidden nor under merged cells.
function isShown({ row, column }) {
  const at = grid.td(row, column)?.at;
  return at?.row === row && at.column === column;
}

// ---- tabs

function tabInAddress() {
  return Number(new URLSearchParams(location.hash.slice(1)).get("gid") ?? NaN);
}

function openTab(id) {
  const wanted = book.tab(id);
  if (!wanted || wanted === tab || !leaveEdit()) return;
  tab = wanted;
  hasChosen = false;
  history.replaceState(null, "", `#gid=${id}`);
  tabs.show(book.tabs, id, book.awaited);
  draw(ALL);
}

window.addEventListener("hashchange", () => openTab(tabInAddress()));

// ---- the selection

// Show what is selected, in the grid, the headers, the bar and the hint.
function refresh({ focus = false, reveal = false } = {}) {
  if (view) return;
  const chosen = selection();
  const box = chosen.box(tab);
  const { row, column } = chosen.active(tab);
  const active = grid.td(row, column);
  for (const td of marked) {
    td.setAttribute("aria-selected", "false");
    td.tabIndex = -1;
    td.removeAttribute("aria-label");
    delete td.dataset.active;
    delete td.dataset.cut;
  }
  marked = [...grid.tdsIn(box)];
  for (const td of marked) td.setAttribute("aria-selected", "true");
  grid.table.classList.toggle("block", marked.length > 1);
  bar.address.textContent = marked.length > 1 ? blockName(box) : address(row, column);
  grid.markHeaders(box);
  if (cut?.tab === tab) {
    for (const td of grid.tdsIn(cut.box)) {
      td.dataset.cut = "true";
      marked.push(td);
    }
  }
  if (!active) return;
  marked.push(active);
  active.dataset.active = "true";
  active.setAttribute("aria-label", spoken(row, column));
  active.tabIndex = 0;
  const isOpen = book.mayType(tab, row, column);
  bar.element.dataset.open = String(isOpen);
  bar.entry.readOnly = !isOpen;
  if (!editor.isOpen) {
    const text = tab.editText(row, column);
    const isForReading = !isOpen && tab.cell(row, column).u;
    bar.entry.value = isForReading ? localTimes(text, countdown.now) : text;
    if (focus) active.focus({ preventScroll: true });
  }
  if (reveal) grid.reveal(grid.td(chosen.head.row, chosen.head.column) ?? active);
  showHint(active, row, column);
}

// What a screen reader says of the active cell: its address, and what it shows.
function spoken(row, column) {
  const { b: isTicked } = tab.cell(row, column);
  const shown = grid.td(row, column).querySelector(":scope > .text")?.textContent;
  const told = isTicked === undefined ? (shown ?? "empty") : `${tab.labelOf(row, column)}, ${isTicked ? "ticked" : "not ticked"}`;
  return `${address(row, column)}, ${told}`;
}

find("skip").addEventListener("click", (event) => {
  event.preventDefault();
  if (view) view.element.focus();
  else if (tab) refresh({ focus: true });
});

function showHint(td, row, column) {
  const cell = tab.cell(row, column);
  if (ticked !== key(row, column)) ticked = null;
  const help = book.mayType(tab, row, column) && ticked === null ? book.validation(cell).help : undefined;
  hint.show(td, hasChosen && !choices.isOpen ? [help, cell.n].filter(Boolean) : []);
}

function select(change) {
  hasChosen = true;
  change(selection());
  refresh({ focus: true, reveal: true });
}

// Select a block that may reach far out of view.
function selectBox(box) {
  hasChosen = true;
  selection().selectBox(box);
  refresh({ focus: true });
}

function wholeTab() {
  return { top: 0, bottom: tab.rows, left: 0, right: tab.columns };
}

function isInGrid(node) {
  return node === document.body || node === null || scroller.contains(node);
}

// ---- typing

function explain() {
  toast(book.canEdit ? PROTECTED : VIEW_ONLY);
}

function edit(options = {}) {
  if (editor.isOpen) return undefined;
  const place = { ...selection().active(tab), version: book.version };
  if (!book.mayType(tab, place.row, place.column)) return explain();
  const cell = tab.cell(place.row, place.column);
  if (cell.b !== undefined && options.field !== "bar") return undefined;
  const choicesHere = book.validation(cell).options ?? null;
  if (choicesHere) hint.show(null, []);
  editor.open(place, tab.editText(place.row, place.column), { ...options, options: choicesHere });
  return undefined;
}

// Go on editing, at a place that its person has yet to confirm, a text that lost its own.
function keep({ row, column }, text) {
  editor.cancel();
  if (view) {
    toast(`${GONE_PLACE} “${text}”`);
    return;
  }
  select((at) => at.goTo(tab, row, column, false));
  const place = { ...selection().active(tab), version: book.version };
  editor.open(place, tab.editText(place.row, place.column), { kept: text });
  toast(KEPT);
}

// End the edit because its person turns to something else; false if it must go on.
function leaveEdit() {
  if (editor.isUnsure) toast(KEPT);
  else editor.commit({ down: 0, across: 0 });
  return !editor.isOpen;
}

function finishEdit({ row, column, version }, text, { down, across }) {
  if (text !== null) type([{ row, column, rows: [[text]] }], version);
  if (down || across) selection().move(tab, down, across, false);
  refresh({ focus: true, reveal: true });
}

// Write blocks of text: shown at once, true when the server has said so. It refuses if cells
// have moved since `version`, in which the places were chosen.
function type(blocks, version = book.version) {
  write(blocks, version, past.note(tab, blocks, version), true);
}

function write(blocks, version, change, isTyped) {
  const sent = { version, sheet: tab.id, blocks, change, isTyped };
  change.written = blocks;
  send(sent);
  announcer.wrote(sent.sheet, sent.touched);
  draw({ isAll: false, rows: new Set(), isLook: false, keys: sent.touched });
}

// Tick boxes by which a program is told something. It unticks them, so that this is not taken back.
function tick(blocks) {
  const change = past.note(tab, blocks, book.version);
  write(blocks, book.version, change, true);
  past.forget(change);
}

function send(sent) {
  const home = book.tab(sent.sheet);
  sent.touched = new Set();
  for (const { row, column, rows } of sent.blocks) {
    rows.forEach((texts, down) =>
      texts.forEach((text, across) => {
        const at = key(row + down, column + across);
        home?.waiting.set(at, { text, version: null, sent });
        sent.touched.add(at);
      }),
    );
  }
  outbox.post(sent);
}

function taken(sent, { version, read }) {
  const home = book.tab(sent.sheet);
  if (home && sent.change?.written === sent.blocks) expect(sent.change, home, sent.blocks, version, read);
  settle(sent, (waiting) => {
    waiting.version = version;
    return version <= book.version;
  });
}

function refused(sent, sentence, status) {
  past.forget(sent.change);
  settle(sent, () => true);
  if (status === MOVED && view && sent.sheet === tab.id) {
    toast(view.refused(sent.blocks, sentence));
    return;
  }
  const [{ rows, ...place }] = sent.blocks;
  const [[text]] = rows;
  const isOne = sent.touched.size === 1 && sent.isTyped;
  if (status === MOVED && isOne && sent.sheet === tab?.id && !editor.isOpen) keep(place, text);
  else toast(status === MOVED && isOne ? `${sentence} “${text}”` : sentence);
}

// Go on with what was typed in one go; cells typed into again since then wait for that instead.
function settle(sent, isDone) {
  const home = book.tab(sent.sheet);
  if (!home) return;
  const done = new Set();
  for (const at of sent.touched) {
    const waiting = home.waiting.get(at);
    if (waiting?.sent === sent && isDone(waiting)) {
      home.waiting.delete(at);
      done.add(at);
    }
  }
  if (home === tab) draw({ isAll: false, rows: new Set(), isLook: false, keys: done });
}

// Take back what was last written on this page, or write again what was taken back.
function turnBack(isUndo) {
  const turned = past.turn(isUndo);
  if (!turned) return toast(NOTHING_TO[isUndo]);
  const { change, blocks } = turned;
  const { version, found } = change;
  if (book.tab(change.sheet) && change.sheet !== tab.id) openTab(change.sheet);
  const changed = change.sheet === tab.id ? [...found.keys()].find((at) => !holds(at, found.get(at))) : null;
  if (changed !== undefined) {
    past.forget(change);
    const { row, column } = changed === null ? {} : placeOf(changed);
    const name = changed === null ? "The tab" : address(row, column);
    return toast(`${name} has changed since then, so it was not undone.`);
  }
  expect(change, tab, blocks, version);
  write(blocks, version, change, false);
  if (view) return undefined;
  const [block] = blocks;
  selectBox(boxOf(block));
  return grid.reveal(grid.td(block.row, block.column) ?? grid.table);
}

function holds(at, text) {
  const { row, column } = placeOf(at);
  return tab.editText(row, column) === text;
}

function toggle(place) {
  const rules = book.validation(tab.cell(place.row, place.column));
  const isTicked = tab.waiting.has(key(place.row, place.column))
    ? tab.shownText(place.row, place.column) === rules.tick
    : tab.cell(place.row, place.column).b;
  ticked = key(place.row, place.column);
  type([{ ...place, rows: [[isTicked ? rules.untick : rules.tick]] }]);
  refresh();
}

function clear() {
  const box = selection().box(tab);
  if (!isOpenBlock(box)) return explain();
  const written = tab.writtenIn(box);
  if (written === null) return undefined;
  type([emptied(written)]);
  refresh();
  return undefined;
}

function emptied({ top, bottom, left, right }) {
  const rows = Array.from({ length: bottom - top }, () => Array(right - left).fill(""));
  return { row: top, column: left, rows };
}

function boxOf({ row, column, rows }) {
  return { top: row, bottom: row + rows.length, left: column, right: column + rows[0].length };
}

function isOpenBlock(box) {
  for (let row = box.top; row < box.bottom; row += 1) {
    for (let column = box.left; column < box.right; column += 1) {
      if (!book.mayType(tab, row, column)) return false;
    }
  }
  return true;
}

// ---- the keyboard

const COMMANDS = {
  move: ({ down, across, extend }) => select((at) => at.move(tab, down, across, extend)),
  jump: ({ down, across, extend }) => select((at) => at.jump(tab, down, across, extend)),
  page: ({ down, extend }) =>
    select((at) => {
      const from = extend ? at.head : at.anchor;
      at.goTo(tab, from.row + down * grid.pageOfRows(), from.column, extend);
    }),
  home: ({ extend }) => select((at) => at.goTo(tab, (extend ? at.head : at.anchor).row, 0, extend)),
  end: ({ extend }) =>
    select((at) => {
      const { row } = extend ? at.head : at.anchor;
      at.goTo(tab, row, tab.lastWritten(row), extend);
    }),
  first: ({ extend }) => select((at) => at.goTo(tab, 0, 0, extend)),
  last: ({ extend }) => select((at) => at.goTo(tab, tab.used.rows - 1, tab.used.columns - 1, extend)),
  all: () => selectBox(wholeTab()),
  edit: () => edit(),
  list: () => edit(),
  enter: () => {
    const { row, column } = selection().active(tab);
    const isText = book.mayType(tab, row, column) && tab.cell(row, column).b === undefined;
    if (isText) edit();
    else select((at) => at.move(tab, 1, 0, false));
  },
  fill: (how) => {
    const block = fillBlock(tab, selection(), how);
    if (!block) return undefined;
    if (!isOpenBlock(boxOf(block))) return explain();
    type([block]);
    return refresh();
  },
  find: () => finder.open(),
  help: () => find("help").showModal(),
  undo: () => turnBack(true),
  redo: () => turnBack(false),
  clear,
  escape: () => {
    cut = null;
    const { row, column } = selection().active(tab);
    select((at) => at.select(row, column));
  },
};

// What works wherever the focus is, unless it is where one types.
const ANYWHERE = new Set(["undo", "redo", "find", "help"]);
const IN_A_VIEW = new Set(["undo", "redo", "help"]); // a browser finds there by itself

document.addEventListener("keydown", (event) => {
  if (!tab || event.isComposing) return;
  if (views.some((one) => one.pressedAnywhere(event))) {
    event.preventDefault();
    return;
  }
  if (event.key === "F6" && !view) {
    event.preventDefault();
    leave(event.shiftKey);
    return;
  }
  if (find("help").open) return;
  const command = gridCommand(event);
  const isInField = document.activeElement?.matches("input, textarea");
  if ((view ? IN_A_VIEW : ANYWHERE).has(command?.name) && (!isInField || (command.name === "find" && leaveEdit()))) {
    event.preventDefault();
    COMMANDS[command.name](command);
    return;
  }
  if (view) {
    if (!isInField && !document.activeElement?.matches("select") && view.pressed(event)) event.preventDefault();
    return;
  }
  if (editor.isOpen || !isInGrid(document.activeElement)) return;
  const { row, column } = selection().active(tab);
  const isBox = tab.cell(row, column).b !== undefined;
  if (command) {
    event.preventDefault();
    COMMANDS[command.name](command);
  } else if (isBox && event.key === " ") {
    event.preventDefault();
    if (book.mayType(tab, row, column)) toggle({ row, column });
    else explain();
  } else if (event.key === "?" && !book.mayType(tab, row, column)) {
    event.preventDefault();
    COMMANDS.help();
  } else if (isTyping(event) && !isBox) {
    edit({ typing: true });
  }
});

find("tools").addEventListener("click", (event) => {
  const { command } = event.target.closest("button")?.dataset ?? {};
  if (command && tab && leaveEdit()) COMMANDS[command]({});
});

bar.entry.addEventListener("keydown", (event) => {
  if (["Enter", "Escape", "Tab"].includes(event.key) && !event.isComposing) {
    event.preventDefault();
    refresh({ focus: true });
  }
});

// From the grid to the bar, to the tabs, to the header, and round again.
function leave(isBack) {
  const { row, column } = selection().active(tab);
  const stops = [grid.td(row, column), bar.entry, tabs.current, firstInHeader()].filter(Boolean);
  const isInHeader = find("header").contains(document.activeElement);
  const at = isInHeader ? stops.length - 1 : stops.findIndex((stop) => stop.contains(document.activeElement));
  if (!leaveEdit()) return;
  stops.at((Math.max(at, 0) + (isBack ? -1 : 1)) % stops.length).focus();
}

function firstInHeader() {
  return [...find("header").querySelectorAll("summary, button")].find((one) => one.checkVisibility());
}

// ---- the pointer

listenToPointer(scroller, grid, {
  press(place, th, extend) {
    if (editor.isUnsure && place) {
      keep(place, editor.text);
      return;
    }
    if (!leaveEdit()) return;
    if (place) {
      select((at) => (extend ? at.extendTo(place.row, place.column) : at.select(place.row, place.column)));
      return;
    }
    const box = wholeTab();
    if (th.row !== undefined) Object.assign(box, { top: th.row, bottom: th.row + 1 });
    if (th.column !== undefined) Object.assign(box, { left: th.column, right: th.column + 1 });
    selectBox(box);
  },
  drag(place) {
    if (editor.isOpen) return;
    selection().extendTo(place.row, place.column);
    refresh();
  },
  tick(place) {
    if (book.mayType(tab, place.row, place.column)) toggle(place);
    else explain();
  },
  edit,
  isChosen(place) {
    const active = selection().active(tab);
    return hasChosen && place.row === active.row && place.column === active.column;
  },
});

bar.entry.addEventListener("pointerdown", () => {
  if (tab && bar.entry.readOnly) explain();
});

function placeFloating() {
  hint.place();
  choices.place();
}

scroller.addEventListener("scroll", placeFloating, { passive: true });
window.addEventListener("resize", placeFloating);
grid.grown = () => tab && refresh();

// ---- the clipboard

function onClipboard(name, act) {
  document.addEventListener(name, (event) => {
    if (!tab || view || editor.isOpen || !isInGrid(document.activeElement)) return;
    event.preventDefault();
    act(event.clipboardData);
  });
}

function put(clipboard, rows) {
  clipboard.setData("text/plain", blockToText(rows));
  clipboard.setData("text/html", blockToTable(rows));
}

onClipboard("copy", (clipboard) => {
  cut = null;
  put(clipboard, copyBlock(tab, selection().box(tab)));
  refresh();
});

onClipboard("cut", (clipboard) => {
  const box = selection().box(tab);
  const rows = copyBlock(tab, box);
  put(clipboard, rows);
  const text = blockToText(rows);
  cut = isOpenBlock(tab.within(box)) ? { tab, box: tab.within(box), text, version: book.version } : null;
  if (cut === null) explain();
  refresh();
});

onClipboard("paste", (clipboard) => {
  const rows = clipboardToBlock(clipboard);
  const text = blockToText(rows);
  if (text === "") return;
  const block = pasteBlock(tab, selection(), rows);
  const box = boxOf(block);
  if (!isOpenBlock(box)) {
    explain();
    return;
  }
  const isMove = cut?.tab === tab && cut.text === text;
  if (isMove) type([emptied(cut.box), block], cut.version);
  else type([block]);
  if (isMove) cut = null;
  selectBox(box);
});
