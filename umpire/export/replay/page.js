// The replay: the board drawn turn by turn, what was said beside it. Whatever anybody has typed or is
// called comes from the block of data and goes into texts of elements, nowhere else.

const zone = { dateStyle: "medium", timeStyle: "medium" };
const times = new Intl.DateTimeFormat(undefined, zone);

const COMMANDS = /^\s*(pause|resume|extend|undo|note)\b/i;
const NARROW = matchMedia("(max-width: 860px)");
const SMALLEST = 0.8; // a block that is still too wide then scrolls sideways in its own frame
const LARGEST = 1.4;

let match = {};
let turn = 0; // which of the turns, from 0
let isAsideShown = false; // what was refused, commands, and chance that tells nothing
let pane = 0;
let playing = null;
let sheet = null; // what is drawn of the pane

function readMatch() {
  return JSON.parse(id("match").textContent);
}

function id(name) {
  return document.getElementById(name);
}

// An element with texts and elements in it. A text that people wrote goes through `words`.
function make(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
}

function words(text, kind = "") {
  return make("bdi", kind && { class: kind }, visible(text));
}

function visible(text) {
  return text.replace(/\r\n?/g, "\n").replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g, "\ufffd");
}

// The board.

class Sheet {
  // In a narrow window it is cut into its blocks, where it has some.
  constructor(shown, isNarrow) {
    this.shown = shown;
    this.frame = -1;
    this.texts = [];
    this.looks = [];
    this.moved = []; // the cells that this frame has changed
    this.still = new Set(shown.still);
    this.spots = [];
    for (let at = 0; at < shown.cells.length; at += 4) this.spots.push(shown.cells.slice(at, at + 4));
    this.lefts = sums(shown.widths);
    this.root = make("div", { id: "sheet" });
    this.elements = this.spots.map(() => make("div", { class: "cell" }, make("span")));
    this.isCut = isNarrow && shown.blocks.length > 0;
    const whole = [[0, Infinity, 0, shown.widths.length]];
    const boxes = this.isCut ? shown.blocks.map((box) => this.extended(box)) : whole;
    this.blocks = boxes.map((box) => new Block(box, this.lefts));
    this.blockOf = this.spots.map(([row, column]) => this.blocks.find((block) => block.has(row, column)));
    for (const [cell, element] of this.elements.entries()) this.blockOf[cell]?.root.append(element);
    this.root.append(...this.blocks.map(({ frame }) => frame));
  }

  // A box with all of the cells that begin in it.
  extended([top, bottom, left, right]) {
    const inside = this.spots.filter(([row, column]) => top <= row && row < bottom && left <= column && column < right);
    const end = Math.max(bottom, ...inside.map(([row, , rows]) => row + rows));
    return [top, end, left, Math.max(right, ...inside.map(([, column, , columns]) => column + columns))];
  }

  show(frame) {
    if (frame < this.frame) this.frame = -1;
    while (this.frame < frame) this.step();
    for (const element of this.root.querySelectorAll(".changed")) element.classList.remove("changed");
    if (frame > 0) for (const cell of this.moved) this.elements[cell].classList.add("changed");
    this.place();
  }

  step() {
    this.frame += 1;
    this.moved = [];
    const changes = this.shown.frames[this.frame];
    for (let at = 0; at < changes.length; at += 3) this.dress(...changes.slice(at, at + 3));
    this.heights = this.shown.heights[this.frame] || this.heights;
  }

  dress(cell, text, look) {
    const element = this.elements[cell];
    if (this.texts[cell] !== text) {
      element.firstChild.textContent = visible(match.texts[text]);
      if (!this.still.has(cell)) this.moved.push(cell);
    }
    if (this.looks[cell] !== look) element.className = `cell look-${look}${this.edge(cell, look)}`;
    this.texts[cell] = text;
    this.looks[cell] = look;
  }

  // A line between two cells is drawn by the first of them.
  edge(cell, look) {
    const [row, column] = this.spots[cell];
    const { top, left } = match.looks[look].edges;
    return `${row === 0 && top ? " top" : ""}${column === 0 && left ? " left" : ""}`;
  }

  place() {
    const tops = sums(this.heights);
    if (this.tops && tops.every((top, row) => top === this.tops[row])) return;
    this.tops = tops;
    for (const block of this.blocks) block.place(tops);
    for (const [cell, [row, column, rows, columns]] of this.spots.entries()) {
      const { style } = this.elements[cell];
      const block = this.blockOf[cell];
      if (!block) continue;
      const end = Math.min(row + rows, this.heights.length);
      style.top = `${tops[row] - block.top}px`;
      style.height = `${tops[end] - tops[row]}px`;
      style.left = `${this.lefts[column] - block.left}px`;
      style.width = `${this.lefts[column + columns] - this.lefts[column]}px`;
      style.display = tops[end] === tops[row] ? "none" : "";
    }
    for (const block of this.blocks) block.fold();
  }

  fit(room, isFitted) {
    for (const block of this.blocks) block.fit(room, this.isCut, isFitted);
  }
}

// A part of a sheet that is drawn and scaled by itself.
class Block {
  constructor([top, bottom, left, right], lefts) {
    this.box = { top, bottom, left, right };
    this.left = lefts[left];
    this.width = lefts[right] - this.left;
    this.root = make("div", { class: "block" });
    this.frame = make("div", { class: "frame" }, this.root);
    this.root.style.width = `${this.width}px`;
  }

  has(row, column) {
    const { top, bottom, left, right } = this.box;
    return top <= row && row < bottom && left <= column && column < right;
  }

  place(tops) {
    const last = tops.length - 1;
    this.top = tops[Math.min(this.box.top, last)];
    this.height = tops[Math.min(this.box.bottom, last)] - this.top;
    this.root.style.height = `${this.height}px`;
  }

  // What holds no text takes no room.
  fold() {
    const isSomething = [...this.root.children].some((cell) => cell.style.display !== "none" && cell.textContent !== "");
    this.frame.hidden = !isSomething || this.height === 0;
  }

  fit(room, isCut, isFitted) {
    const share = room / this.width;
    const fitted = NARROW.matches ? Math.max(SMALLEST, Math.min(LARGEST, share)) : Math.min(1, share);
    const scale = isCut || isFitted ? fitted : 1;
    this.root.style.zoom = String(scale);
    // What scrolls in its own frame is reached by keys.
    if (isCut && this.width * scale > room + 1) this.frame.tabIndex = 0;
    else this.frame.removeAttribute("tabindex");
  }
}

function sums(sizes) {
  const found = [0];
  for (const size of sizes) found.push(found.at(-1) + size);
  return found;
}

const ALIGN = { left: "left", centre: "center", right: "right" };
const VALIGN = { top: "flex-start", middle: "center", bottom: "flex-end" };
const SPACES = { wrap: "pre-wrap", clip: "pre", overflow: "pre" };
const PIXELS = { thin: 1, dotted: 1, medium: 2, thick: 3 };

function dressUp() {
  const styles = new CSSStyleSheet();
  for (const [at, look] of match.looks.entries()) {
    const { fill, ink, edges } = look;
    add(styles, `.look-${at}`, {
      "background-color": fill,
      color: ink,
      "font-weight": look.bold ? "700" : "400",
      "font-style": look.italic ? "italic" : "normal",
      "text-decoration": look.strike ? "line-through" : "none",
      "font-size": `${look.size}pt`,
      "font-family": `${JSON.stringify(look.font)}, Arial, sans-serif`,
      "text-align": ALIGN[look.align],
      "align-items": VALIGN[look.valign],
      "white-space": SPACES[look.overlong],
      "overflow-wrap": look.overlong === "wrap" ? "anywhere" : "normal",
      overflow: look.overlong === "overflow" ? "visible" : "hidden",
      padding: `0 ${look.padding}px`,
      "box-shadow": shadows(edges, ["right", "bottom"]),
    });
    if (edges.top) add(styles, `.look-${at}.top`, { "box-shadow": shadows(edges, ["right", "bottom", "top"]) });
    if (edges.left) add(styles, `.look-${at}.left`, { "box-shadow": shadows(edges, ["right", "bottom", "left"]) });
    if (edges.top && edges.left) {
      add(styles, `.look-${at}.top.left`, { "box-shadow": shadows(edges, Object.keys(edges)) });
    }
  }
  document.adoptedStyleSheets = [styles];
}

function add(styles, selector, declared) {
  const rule = styles.cssRules[styles.insertRule(`${selector} {}`, styles.cssRules.length)];
  for (const [property, value] of Object.entries(declared)) rule.style.setProperty(property, value);
}

function shadows(edges, sides) {
  const inside = { top: [0, 1], right: [-1, 0], bottom: [0, -1], left: [1, 0] };
  const lines = sides
    .filter((side) => edges[side])
    .map((side) => [PIXELS[edges[side][0]], edges[side][1], inside[side]])
    .sort(([one], [other]) => other - one);
  const drawn = lines.map(([width, colour, [x, y]]) => `inset ${x * width}px ${y * width}px ${colour}`);
  return drawn.join(", ") || "none";
}

function fit() {
  if (sheet.isCut !== (NARROW.matches && match.panes[pane].blocks.length > 0)) {
    choosePane(pane);
    return;
  }
  sheet.fit(id("board").clientWidth, id("fit").checked);
}

function choosePane(number) {
  pane = number;
  sheet = new Sheet(match.panes[number], NARROW.matches);
  id("board").classList.toggle("cut", sheet.isCut);
  id("board").replaceChildren(sheet.root);
  for (const [at, button] of [...id("panes").children].entries()) {
    button.setAttribute("aria-pressed", String(at === number));
  }
  sheet.show(match.turns[turn].frame);
  fit();
}

// What is told of a turn.

function line(told) {
  return match.log[told.n - 1];
}

function author(told) {
  const { by } = line(told);
  if (told.n === 1) return "The match";
  if (by === null) return "Secret answer";
  return by ?? "Time";
}

function outcome(told) {
  const said = line(told);
  if (told.n === 1 || said.by === undefined) return "";
  if (said.ok === false) return `refused (${said.code})`;
  return { taken: "taken", held: "held", locked: "locked" }[told.effect] ?? "";
}

function paragraphs(told) {
  const said = line(told);
  const found = [make("p", { class: "head" }, `Line ${told.n} of the log · `, words(author(told)))];
  if (told.fallen) {
    const at = told.fell_at === undefined ? "" : ` (at ${span(told.fell_at)})`;
    found.push(make("p", {}, `A limit ran out${at}: `, words(told.fallen.join(" "))));
    if (told.fallen_undone) found.push(taken(told.fallen_undone));
  }
  if (said.say !== undefined) found.push(typed(said));
  const came = outcome(told);
  const known = told.understood && told.understood !== said.say ? told.understood : "";
  if (known) found.push(make("p", {}, `${came ? `${came}, ` : ""}understood as: `, words(known, "typed")));
  else if (came) {
    found.push(make("p", said.ok ? {} : { class: "refused" }, `${came} `, words(told.error ?? "")));
  }
  found.push(...expected(told));
  if (told.undone) found.push(taken(told.undone));
  if (said.note) found.push(make("p", { class: "soft" }, "note: ", words(said.note)));
  for (const text of told.events ?? []) found.push(make("p", {}, words(text)));
  for (const [who, text] of told.alone ?? []) found.push(make("p", { class: "soft" }, "to ", words(who), ": ", words(text)));
  return found;
}

// The move in a sentence: what was told of it, or else what was understood, or what was said in vain.
function sentence(told) {
  const who = author(told);
  if (told.n === 1) return "The match begins";
  if (isHeld(told) || told.effect === "locked") return `${who} ${saidIn(told)}`;
  const [first] = [...(told.events ?? []), ...(told.fallen ?? [])];
  if (first !== undefined && !told.isAside) return first;
  if (line(told).ok === false) return `${who}: refused`;
  return told.understood ? `${who}: ${told.understood}` : who;
}

// An answer that could still be replaced; what was told of it was for its author.
function isHeld({ effect }) {
  return effect === "held";
}

function isAside(told) {
  const said = line(told);
  if (told.n === 1 || told.fallen) return false;
  if (said.ok === false || said.by === undefined) return true;
  if (said.by === "umpire") return COMMANDS.test(said.say ?? "");
  return said.by === "chance" && !told.events && !told.alone;
}

// The turns that can be gone to.
function isShown(number) {
  return isAsideShown || !match.turns[number].isAside;
}

// How good an answer looked, in a few words, and in full with the answer that looked better.

function looked(found) {
  const { looks, worth, chances } = found;
  if (looks === "lost") return `lost ${chances - worth} %`;
  return { only: "no other answer", best: "looked best", good: "looked good" }[looks];
}

function expected(told) {
  const found = match.analysis?.verdicts[told.n];
  if (!found) return [];
  const kind = `looked ${found.looks}`;
  const about = looked(found);
  const text = `${about[0].toUpperCase()}${about.slice(1)}. Expected: ${found.worth} %`;
  if (found.best === undefined) return [make("p", { class: kind }, `${text}.`)];
  const end = found.looks === "lost" ? "." : ", which may be luck.";
  return [make("p", { class: kind }, `${text}, with `, words(found.best, "typed"), ` ${found.chances} %${end}`)];
}

// `whose` is the answer's author where the row does not name them: what was answered together is told as one.
function tag(told, whose) {
  const found = match.analysis?.verdicts[told.n];
  if (!found) return [];
  const better = found.looks === "lost" ? [", better: ", words(found.best)] : [];
  const name = whose ? [words(whose), ": "] : [];
  return [make("span", { class: `looked ${found.looks}` }, ...name, looked(found), ...better)];
}

function typed(said) {
  if (said.say === null) return make("p", { class: "soft" }, "This is still secret.");
  return make("p", {}, said.by === "chance" ? "drawn: " : "typed: ", words(said.say, "typed"));
}

function taken(by) {
  return make("p", { class: "refused" }, `taken back by the undo of line ${by}`);
}

function span(seconds) {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, at) => (at ? String(part).padStart(2, "0") : String(part))).join(":");
}

function clocks(told) {
  const rows = match.players.map((player, seat) => {
    const left = told.reserve[seat];
    const waits = told.waits.includes(player) ? "to answer" : "";
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, words(player)),
      make("td", {}, waits),
      make("td", {}, left === null ? "" : `${span(left)} in reserve`),
    );
  });
  const isTelling = told.waits.length > 0 || told.reserve.some((left) => left !== null);
  const table = make("table", { "aria-label": "Who has to answer, and everyone's reserve" }, ...rows);
  const paused = told.status === "paused" ? [make("p", {}, "The match is paused.")] : [];
  return [...(isTelling ? [table] : []), ...paused];
}

// Going from turn to turn.

function go(number, { keep = false } = {}) {
  turn = Math.max(0, Math.min(number, match.turns.length - 1));
  const told = match.turns[turn];
  sheet.show(told.frame);
  fit();
  head(told);
  id("told").replaceChildren(...paragraphs(told));
  id("clocks").replaceChildren(...clocks(told));
  id("slider").value = String(turn);
  id("slider").style.setProperty("--done", `${(100 * turn) / Math.max(1, match.turns.length - 1)}%`);
  id("slider").setAttribute("aria-valuetext", `${id("place").textContent}: ${visible(sentence(told))}`);
  choose(turn);
  marker(told.frame);
  if (!keep) history.replaceState(null, "", `#turn=${told.n}`);
}

function head(told) {
  const said = line(told);
  const when = said.at ?? match.log[0].meta?.started;
  const clock = said.t === undefined ? "" : `, clock ${span(said.t)}`;
  id("move").replaceChildren(words(sentence(told).replace(/\.$/, "")));
  id("part").textContent = told.part;
  id("when").textContent = when ? `${times.format(new Date(when))}${clock}` : "";
  id("place").textContent = match.moves ? `Move ${told.move} of ${match.moves}` : "";
}

function choose(number) {
  const list = id("list");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const link = match.turns[number].link;
  link.setAttribute("aria-current", "step");
  link.closest("details")?.setAttribute("open", "");
  const [shown, frame] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  if (shown.top < frame.top) list.scrollTop -= frame.top - shown.top;
  if (shown.bottom > frame.bottom) list.scrollTop += shown.bottom - frame.bottom;
}

function marker(frame) {
  const frames = match.panes[0].frames.length - 1;
  const [left, right] = match.chart;
  for (const svg of document.querySelectorAll("figure svg")) {
    const { width, height } = svg.viewBox.baseVal;
    const x = width * (left + ((right - left) * frame) / Math.max(1, frames));
    let now = svg.querySelector(".now");
    if (!now) {
      now = document.createElementNS("http://www.w3.org/2000/svg", "line");
      now.setAttribute("class", "now");
      svg.append(now);
    }
    for (const [key, value] of Object.entries({ x1: x, x2: x, y1: 4, y2: height * 0.88 })) {
      now.setAttribute(key, value);
    }
  }
}

function fromAddress() {
  const asked = /^#turn=(\d+)$/.exec(location.hash);
  if (!asked) return null;
  const found = match.turns.findLastIndex((told) => told.n <= Number(asked[1]));
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
  id("play").textContent = text;
  id("play").setAttribute("aria-label", label);
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
  if (target.matches("select, input")) return;
  if (key === " " && target.matches("button")) return;
  event.preventDefault();
  KEYS[key]();
}

// The parts of the page.

function titles() {
  const title = `${match.game}: ${match.players.join(" – ")}`;
  document.title = visible(title);
  id("title").replaceChildren(`${match.game}: `, ...match.players.flatMap((player, at) => [at ? " – " : "", words(player)]));
  const eyes = { umpire: "" }[match.viewer] ?? (match.viewer === null ? "what everybody may see" : null);
  id("subtitle").replaceChildren(
    words(match.result ? `${match.result}. ` : ""),
    `Match ${match.id}, ${match.status}`,
    ...(eyes === null ? [", as seen by ", words(match.viewer)] : [eyes && `, ${eyes}`]),
  );
}

// The list: each part of the match (a bout, a round) with what came of it, and the turns in it.

function list() {
  const parts = [];
  for (const told of match.turns) {
    if (told.part !== parts.at(-1)?.name) parts.push({ name: told.part, turns: [] });
    parts.at(-1).turns.push(told);
  }
  return parts.map(({ name, turns }, at) => {
    const links = turns.map(listed);
    if (name === "") return links;
    const result = resultOf(turns, parts[at + 1]?.name);
    const summary = make("summary", {}, make("b", {}, name), make("span", {}, words(result)));
    return [make("li", {}, make("details", {}, summary, make("ol", {}, ...links)))];
  }).flat();
}

// The last that was told in a part before the next was begun.
function resultOf(turns, next) {
  const all = turns.filter((told) => !told.isAside && !isHeld(told)).flatMap(({ events }) => events ?? []);
  const end = next ? all.findLastIndex((text) => text.startsWith(`${next}.`)) : -1;
  const told = end < 0 ? all : all.slice(0, end);
  return (told.findLast((text) => /\bwins\b/.test(text)) ?? told.at(-1) ?? "").replace(/\.$/, "");
}

function listed(told) {
  const said = line(told);
  const who = author(told);
  const texts = isHeld(told) ? [] : [...(told.fallen ?? []), ...(told.events ?? [])];
  if (told.isAside || texts.length === 0 || told.effect === "locked") texts.splice(0, 0, saidIn(told));
  // The author stands before the first row, so it is left out there; every other row is a whole sentence.
  const isOwn = texts[0] === saidIn(told) || texts[0].startsWith(`${who} `);
  const rows = texts.map((text, at) => (at === 0 && text.startsWith(`${who} `) ? text.slice(who.length + 1) : text));
  const kind = ["turn", told.isAside && "aside", told.undone && "undone"].filter(Boolean).join(" ");
  const link = make("a", { href: `#turn=${told.n}` }, ...(isOwn ? [make("span", { class: "who" }, words(who))] : []));
  for (const [at, row] of rows.entries()) link.append(make("span", at ? { class: "soft" } : {}, words(row.replace(/\.$/, ""))));
  if (said.ok === false || told.undone) link.append(make("span", { class: "refused" }, told.undone ? "taken back" : outcome(told)));
  link.append(...tag(told, isOwn ? "" : who));
  told.link = link;
  return make("li", { class: kind }, link);
}

function saidIn(told) {
  const said = line(told);
  if (told.n === 1) return "begins";
  if (told.isAside) return said.say ?? "time passes";
  if (told.effect === "locked") return "locks the answer";
  if (told.effect === "held") return `holds an answer${told.understood ? `: ${told.understood}` : ""}`;
  return told.understood ?? said.say ?? "answers in secret";
}

function marks() {
  const last = Math.max(1, match.turns.length - 1);
  for (const [at, told] of match.turns.entries()) {
    if (at === 0 || told.part === "" || told.part === match.turns[at - 1].part) continue;
    const mark = make("i");
    mark.style.left = `${(100 * at) / last}%`;
    id("marks").append(mark);
  }
}

function showAside() {
  isAsideShown = id("aside").checked;
  id("list").classList.toggle("with-aside", isAsideShown);
}

function analysis({ playouts, given, verdicts, moments }) {
  id("told").classList.add("analysed");
  const number = Object.keys(verdicts).length;
  id("about-analysis").textContent =
    `This is what a bot expects after ${playouts.toLocaleString()} playouts for each answer. ` +
    "It knows only what the player knew then, and lets everyone play on at random for a while: 100\u00a0% is a sure victory, " +
    "0\u00a0% a sure defeat. If what an answer seems to lose may be luck, it is called good." +
    (number < given ? ` The analysis was stopped after ${number} of ${given} answers.` : "");
  id("moments").append(...moments.map(moment));
  if (!moments.length) id("matters").remove();
}

function moment({ n, after }) {
  const { answer, worth, best, chances } = match.analysis.verdicts[n];
  const player = words(match.log[n - 1].by, "head");
  const link = make("a", { href: `#turn=${n}` }, `Line ${n}: `);
  if (after !== null) {
    link.append("after ", words(answer, "typed"), " the chances of ", player, ` went from ${worth} % to ${after} %.`);
  } else {
    const instead = [words(answer, "typed"), " instead of ", words(best, "typed"), "."];
    link.append(player, ` lost ${chances - worth} % by answering `, ...instead);
  }
  on(link, "click", () => id("stage").scrollIntoView());
  return make("li", {}, link);
}

function legend(place) {
  const dashes = ["", "8 4", "8 4 2 4", "2 4"];
  for (const [seat, player] of match.players.entries()) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const stroke = document.createElementNS("http://www.w3.org/2000/svg", "line");
    const drawn = { x1: 0, x2: 34, y1: 5, y2: 5, class: `seat-${seat + 1}`, "stroke-dasharray": dashes[seat % 4] };
    for (const [key, value] of Object.entries(drawn)) stroke.setAttribute(key, value);
    svg.setAttribute("aria-hidden", "true");
    svg.setAttribute("viewBox", "0 0 34 10");
    svg.append(stroke);
    place.append(make("span", { class: "key" }, svg, words(player)));
  }
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
  for (const told of match.turns) told.isAside = isAside(told);
  titles();
  dressUp();
  if (match.panes.length > 1) {
    for (const [at, shown] of match.panes.entries()) {
      const button = make("button", { type: "button" }, words(shown.title));
      on(button, "click", () => choosePane(at));
      id("panes").append(button);
    }
  }
  id("list").append(...list());
  marks();
  id("slider").max = String(match.turns.length - 1);
  if (!document.querySelector("#charts figure")) id("charts").remove();
  if (match.analysis) analysis(match.analysis);
  else id("analysis").remove();
  document.querySelectorAll(".legend").forEach(legend);
  turn = fromAddress() ?? match.turns.length - 1;
  if (match.turns[turn].isAside) id("aside").checked = turn !== shownAt(turn) && fromAddress() !== null;
  showAside();
  turn = shownAt(turn);
  choosePane(0);
  go(turn, { keep: true });
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

const ACTIONS = { first: KEYS.Home, back: KEYS.ArrowLeft, play: toggle, forward: KEYS.ArrowRight, last: KEYS.End };
for (const [button, act] of Object.entries(ACTIONS)) on(id(button), "click", act);
on(id("check"), "click", prove);
on(id("save"), "click", save);
on(id("fit"), "change", fit);
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
