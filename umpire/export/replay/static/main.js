// The replay: the board drawn turn by turn, in the view that is chosen, and what was told beside it.

import { growth, widthBeside } from "../table/layout.js";
import { setPlayers } from "../table/mention.js";
import { showAnalysis } from "./analysis.js";
import { Beside } from "./beside.js";
import { addLegend, fitCharts, markFrame } from "./charts.js";
import { sentence, showClocks, showHead, showLine, showResult, showRound } from "./details.js";
import { id, make, visible, words } from "./dom.js";
import { dressUp } from "./looks.js";
import { listMoves } from "./moves.js";
import { check } from "./proof.js";
import { Sheet } from "./sheet.js";
import { Telling } from "./telling.js";

const UMPIRE = "Umpire";

let match = {};
let telling = null;
let turn = 0; // which of the turns, from 0
let isAsideShown = false; // what was refused, commands, and chance that tells nothing
let playing = null;
let sheet = null; // what is drawn of the pane
let beside = null; // the rules and the log in their drawer, and the menu
let grown = 1; // how much larger the page is than it is written

function readMatch() {
  return JSON.parse(id("match").textContent);
}

// Views and their tabs.

function chooseView(number) {
  telling.view = match.views[number];
  press(id("views"), number);
  const { panes } = telling.view;
  id("panes").replaceChildren(...(panes.length > 1 ? panes.map(paneButton) : []));
  listMoves(telling);
  beside.show(telling);
  turn = shownAt(turn);
  choosePane(0);
}

function paneButton(at, number) {
  const button = make("button", { type: "button" }, words(match.panes[at].title));
  on(button, "click", () => choosePane(number));
  return button;
}

function choosePane(number) {
  press(id("panes"), number);
  sheet = new Sheet(match, match.panes[telling.view.panes[number]]);
  id("board").replaceChildren(sheet.root);
  go(turn, { keep: true });
}

function press(buttons, number) {
  for (const [at, button] of [...buttons.children].entries()) button.setAttribute("aria-pressed", String(at === number));
}

// In a large window the whole page is larger, as at the table.
function fit() {
  grown = growth(window.innerWidth, window.innerHeight);
  document.body.style.setProperty("--grow", String(grown));
  sheet.fit(widthBeside(id("play"), grown));
  fitCharts();
}

// Going from turn to turn.

function go(number, { keep = false } = {}) {
  turn = Math.max(0, Math.min(number, match.turns.length - 1));
  const now = match.turns[turn];
  sheet.show(now.frame);
  fit();
  showHead(now, telling, sheet.title);
  showRound(turn, telling);
  showResult(now, telling);
  showClocks(now, telling);
  showLine(now, telling);
  id("place").textContent = match.moves ? `Move ${now.move} of ${match.moves}` : "";
  id("slider").value = String(turn);
  id("slider").style.setProperty("--done", `${(100 * turn) / Math.max(1, match.turns.length - 1)}%`);
  id("slider").setAttribute("aria-valuetext", `${id("place").textContent}: ${sentence(now, telling)}`);
  choose(now);
  markFrame(now.frame, match.panes[0].frames.length - 1, match.chart);
  if (!keep) keepAddress(now);
}

// Some browsers take no more than a hundred addresses in half a minute.
function keepAddress({ n }) {
  try {
    history.replaceState(null, "", `#turn=${n}`);
  } catch {
    // The next one is kept again.
  }
}

function choose({ link }) {
  const list = id("list");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  if (!link) return;
  link.setAttribute("aria-current", "step");
  link.closest("details")?.setAttribute("open", "");
  const [shown, frame] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  if (shown.top < frame.top) list.scrollTop -= (frame.top - shown.top) / grown;
  if (shown.bottom > frame.bottom) list.scrollTop += (shown.bottom - frame.bottom) / grown;
}

function fromAddress() {
  const asked = /^#turn=(\d+)$/.exec(location.hash);
  if (!asked) return null;
  const found = match.turns.findLastIndex(({ n }) => n <= Number(asked[1]));
  return found < 0 ? 0 : found;
}

function toggle() {
  if (playing) {
    stop();
    return;
  }
  if (beyond(1) === turn) go(0);
  playing = setInterval(attempt, Number(id("speed").value), advance);
  name("❚❚", "Pause");
}

function advance() {
  go(beyond(1));
  if (beyond(1) === turn) stop();
}

// The turns that can be gone to.
function isShown(number) {
  const one = match.turns[number];
  return telling.isKnown(one) && (isAsideShown || !telling.isAside(one));
}

// The next turn that is shown in a direction; the one that is shown where there is none.
function beyond(step) {
  let next = turn + step;
  while (match.turns[next] && !isShown(next)) next += step;
  return match.turns[next] ? next : turn;
}

// The turn that is shown at a place, or the first one before it.
function shownAt(number) {
  let found = Math.max(0, Math.min(number, match.turns.length - 1));
  while (found > 0 && !isShown(found)) found -= 1;
  return found;
}

function stop() {
  clearInterval(playing);
  playing = null;
  name("▶", "Play");
}

function name(text, label) {
  id("run").textContent = text;
  id("run").setAttribute("aria-label", label);
}

function by(step) {
  stop();
  go(Math.abs(step) === 1 ? beyond(step) : shownAt(turn + step));
}

const KEYS = {
  ArrowLeft: () => by(-1),
  ArrowRight: () => by(1),
  Home: () => by(-match.turns.length),
  End: () => by(match.turns.length),
  " ": toggle,
};

function pressed(event) {
  const { target, key } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || !(key in KEYS)) return;
  if (target.matches("select, input") || target.closest("#drawer, dialog")) return;
  if (key === " " && target.matches("button, summary")) return;
  event.preventDefault();
  KEYS[key]();
}

// The parts of the page.

const NAMES = { least: 52, most: 104 }; // pixels of the column of names

// The names of those who act have one column: as wide as the longest of them.
function fitNames() {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `bold 14px ${getComputedStyle(document.body).fontFamily}`;
  const others = match.rows.some(({ by }) => by === UMPIRE) ? [UMPIRE] : [];
  const longest = Math.max(...[...match.players, ...others].map((name) => Math.ceil(pen.measureText(name).width)));
  document.documentElement.style.setProperty("--who", `${Math.min(NAMES.most, Math.max(NAMES.least, longest + 1))}px`);
}

function titles() {
  document.title = visible(`${match.game}: ${match.players.join(" – ")}`);
  id("title").replaceChildren(`${match.game} `, make("span", {}, words(match.players.join(" – "))));
  setPlayers(match.players);
  const eyes = { umpire: "" }[match.viewer] ?? (match.viewer === null ? "what everybody may see" : null);
  id("subtitle").replaceChildren(
    words(match.result ? `${match.result} · ` : ""),
    `replay of ${match.id}`,
    ...(eyes === null ? [", as seen by ", words(match.viewer)] : [eyes && `, ${eyes}`]),
  );
  id("status").textContent = match.status[0].toUpperCase() + match.status.slice(1);
}

function addViews() {
  if (match.views.length < 2) return;
  for (const [at, view] of match.views.entries()) {
    const button = make("button", { type: "button" }, words(view.title));
    on(button, "click", () => chooseView(at));
    id("views").append(button);
  }
}

function marks() {
  const last = Math.max(1, match.turns.length - 1);
  for (const [at, { part }] of match.turns.entries()) {
    if (at === 0 || part === "" || part === match.turns[at - 1].part) continue;
    const mark = make("i");
    mark.style.left = `${(100 * at) / last}%`;
    id("marks").append(mark);
  }
}

function showAside() {
  isAsideShown = id("aside").checked;
  id("list").classList.toggle("with-aside", isAsideShown);
}

function save() {
  const lines = readMatch().log.map((one) => `${JSON.stringify(one)}\n`);
  const link = make("a", { download: `${match.id}.jsonl` });
  link.href = URL.createObjectURL(new Blob(lines, { type: "application/jsonl" }));
  link.click();
  URL.revokeObjectURL(link.href);
}

async function prove() {
  id("check").disabled = true;
  id("verdict").replaceChildren("Checking …");
  const found = await check(id("match").textContent);
  const at = found.line ? ` at line ${found.line}` : "";
  const facts = [["Commitment", found.commitment], ["Head", found.head]].filter(([, value]) => value);
  id("verdict").className = found.word;
  id("verdict").replaceChildren(
    make("p", {}, make("strong", {}, `${found.word}${at}`), found.why ? ` ${found.why}` : ""),
    ...(found.lines ? [make("p", {}, `Checked: ${found.lines} lines with their hashes, ${found.draws} draws.`)] : []),
    ...(found.word === "differs" ? [] : facts.map(([what, value]) => make("p", {}, `${what}: `, make("code", {}, value)))),
  );
  id("check").disabled = false;
}

function begin() {
  match = readMatch();
  telling = new Telling(match);
  titles();
  fitNames();
  dressUp(match.looks);
  beside = new Beside(match, { fit: () => sheet && fit(), on });
  addViews();
  marks();
  id("slider").max = String(match.turns.length - 1);
  if (!document.querySelector("#charts figure")) id("charts").remove();
  if (match.analysis) {
    id("log").open = true;
    showAnalysis(match, () => id("stage").scrollIntoView());
  } else id("analysis").remove();
  for (const place of document.querySelectorAll(".legend")) addLegend(place, match.players);
  turn = fromAddress() ?? match.turns.length - 1;
  id("aside").checked = telling.isAside(match.turns[turn]) && fromAddress() !== null;
  showAside();
  chooseView(0);
}

// Do something with the data; if somebody has changed it so that it cannot be shown, say so.
function attempt(act, ...given) {
  try {
    act(...given);
  } catch {
    stop();
    const why = "This page's data was changed, so not all of it can be shown. Check its log below.";
    id("subtitle").replaceChildren(make("strong", { class: "refused" }, why));
  }
}

function on(target, event, act) {
  target.addEventListener(event, (given) => attempt(act, given));
}

const ACTIONS = { first: KEYS.Home, back: KEYS.ArrowLeft, run: toggle, forward: KEYS.ArrowRight, "last-turn": KEYS.End };
for (const [button, act] of Object.entries(ACTIONS)) on(id(button), "click", act);
on(id("check"), "click", prove);
on(id("save"), "click", save);
on(id("slider"), "input", (event) => {
  stop();
  go(shownAt(Number(event.target.value)));
});
on(id("aside"), "change", () => {
  showAside();
  go(shownAt(turn));
});
on(id("speed"), "change", () => {
  if (!playing) return;
  stop();
  toggle();
});
on(document, "keydown", pressed);
on(window, "hashchange", () => go(fromAddress() ?? turn, { keep: true }));
on(window, "resize", fit);
on(window, "beforeprint", () => go(match.turns.length - 1, { keep: true }));

attempt(begin);
