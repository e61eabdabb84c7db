// The replay: the board drawn turn by turn, what was said beside it. Whatever anybody has typed or is
// called comes from the block of data and goes into texts of elements, nowhere else.

const zone = { dateStyle: "medium", timeStyle: "medium" };
const times = new Intl.DateTimeFormat(undefined, zone);

let match = {};
let turn = 0; // which of the turns, from 0
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
  constructor(shown) {
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
    this.root.append(...this.elements);
    this.width = this.lefts.at(-1);
    this.root.style.width = `${this.width}px`;
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
    for (const [cell, [row, column, rows, columns]] of this.spots.entries()) {
      const { style } = this.elements[cell];
      const end = Math.min(row + rows, this.heights.length);
      style.top = `${tops[row]}px`;
      style.height = `${tops[end] - tops[row]}px`;
      style.left = `${this.lefts[column]}px`;
      style.width = `${this.lefts[column + columns] - this.lefts[column]}px`;
      style.display = tops[end] === tops[row] ? "none" : "";
    }
    this.root.style.height = `${tops.at(-1)}px`;
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
  const room = id("board").clientWidth;
  const share = id("fit").checked ? Math.min(1, room / sheet.width) : 1;
  sheet.root.style.zoom = String(share);
}

function choosePane(number) {
  pane = number;
  sheet = new Sheet(match.panes[number]);
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
  if (told.n === 1) return "The opening";
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
  const when = said.at ?? match.log[0].meta?.started;
  const place = `Turn ${turn + 1} of ${match.turns.length}, line ${told.n} of the log`;
  const clock = said.t === undefined ? "" : ` · match clock ${span(said.t)}`;
  const found = [
    make("p", { class: "head" }, `${place} · `, words(author(told))),
    make("p", { class: "soft" }, when ? times.format(new Date(when)) : "", clock),
  ];
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
  return found;
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

function tag(told) {
  const found = match.analysis?.verdicts[told.n];
  if (!found) return [];
  const better = found.looks === "lost" ? [", better: ", words(found.best)] : [];
  return [make("span", { class: `looked ${found.looks}` }, looked(found), ...better)];
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
  const table = make("table", { "aria-label": "Who has to answer, and everyone's reserve" }, ...rows);
  return told.status === "paused" ? [table, make("p", {}, "The match is paused.")] : [table];
}

// Going from turn to turn.

function go(number, { keep = false } = {}) {
  turn = Math.max(0, Math.min(number, match.turns.length - 1));
  const told = match.turns[turn];
  sheet.show(told.frame);
  id("told").replaceChildren(...paragraphs(told));
  id("clocks").replaceChildren(...clocks(told));
  id("slider").value = String(turn);
  id("slider").setAttribute("aria-valuetext", `turn ${turn + 1} of ${match.turns.length}`);
  choose(turn);
  marker(told.frame);
  if (!keep) history.replaceState(null, "", `#turn=${told.n}`);
}

function choose(number) {
  const list = id("list");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const link = list.children[number].firstChild;
  link.setAttribute("aria-current", "step");
  const { offsetTop, offsetHeight } = link.parentElement;
  const top = offsetTop - list.offsetTop;
  if (top < list.scrollTop) list.scrollTop = top;
  if (top + offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top + offsetHeight - list.clientHeight;
  }
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
  if (turn === match.turns.length - 1) go(0);
  playing = setInterval(attempt, Number(id("speed").value), advance);
  name("❚❚ Pause", "Pause");
}

function advance() {
  go(turn + 1);
  if (turn === match.turns.length - 1) stop();
}

function stop() {
  clearInterval(playing);
  playing = null;
  name("▶ Play", "Play");
}

function name(text, label) {
  id("play").textContent = text;
  id("play").setAttribute("aria-label", label);
}

function by(step) {
  stop();
  go(turn + step);
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
    ". Outlines on the board mark what a turn changed.",
  );
}

function listed(told) {
  const said = line(told);
  const text = said.say ?? (told.fallen ?? told.events ?? []).join(" ");
  const note = outcome(told);
  const link = make(
    "a",
    { href: `#turn=${told.n}`, ...(told.undone && { class: "undone" }) },
    make("span", {}, `${told.n}. `, words(author(told), "head"), note ? ` · ${note}` : "", told.undone ? " · taken back" : ""),
    words(text, said.say === undefined ? "soft" : "typed"),
    ...tag(told),
  );
  return make("li", {}, link);
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
  titles();
  dressUp();
  if (match.panes.length > 1) {
    for (const [at, shown] of match.panes.entries()) {
      const button = make("button", { type: "button" }, words(shown.title));
      on(button, "click", () => choosePane(at));
      id("panes").append(button);
    }
  }
  id("list").append(...match.turns.map(listed));
  id("slider").max = String(match.turns.length - 1);
  if (!document.querySelector("#charts figure")) id("charts").remove();
  if (match.analysis) analysis(match.analysis);
  else id("analysis").remove();
  document.querySelectorAll(".legend").forEach(legend);
  turn = fromAddress() ?? match.turns.length - 1;
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
  go(Number(event.target.value));
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
