// What the reader's own browser can check of a match's log: its chain of hashes, the commitment, and
// each draw. It follows the contract and knows of a game only which list each draw is made from.
// That each state follows from the one before by the game's rules it does not check: `umpire verify`
// does, with the saved log.

const encoder = new TextEncoder();

class Differs extends Error {}

const MISSING = "Something that belongs here is missing or is not from a log.";

// Canonical JSON, as the contract has it.

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const members = Object.keys(value).sort(byCodePoint);
    return `{${members.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
  }
  return typeof value === "number" ? number(value) : JSON.stringify(value);
}

function byCodePoint(one, other) {
  const [first, second] = [[...one], [...other]];
  for (let at = 0; at < Math.min(first.length, second.length); at += 1) {
    const apart = first[at].codePointAt(0) - second[at].codePointAt(0);
    if (apart) return apart;
  }
  return first.length - second.length;
}

// The shortest digits, an exponent below 0.0001 and of two digits at least; whole numbers as such.
function number(value) {
  if (Number.isInteger(value)) return BigInt(value).toString();
  const [digits, exponent] = value.toExponential().split("e");
  if (Number(exponent) >= -4) return decimal(value);
  return `${digits}e-${exponent.slice(1).padStart(2, "0")}`;
}

function decimal(value) {
  const text = String(value);
  return text.includes("e") ? value.toFixed(20).replace(/0+$/, "") : text;
}

// States, each made of the one before.

function changed(state, changes) {
  const root = { state };
  for (const [path, ...rest] of changes) {
    const steps = ["state", ...path];
    const last = steps.pop();
    const holder = steps.reduce(member, root);
    if (rest.length === 0) delete holder[last];
    else if (rest.length === 1) put(holder, last, rest[0]);
    else member(holder, last).splice(rest[0], rest[1], ...structuredClone(rest[2]));
  }
  return root.state;
}

// What a page that somebody has changed may not reach: what no state holds, such as a prototype.
function member(holder, key) {
  need(Object.hasOwn(holder, key), MISSING);
  return holder[key];
}

function put(holder, key, value) {
  if (Array.isArray(holder)) need(Number.isInteger(key) && key in holder, MISSING);
  const whole = { value: structuredClone(value), writable: true, enumerable: true, configurable: true };
  Object.defineProperty(holder, key, whole);
}

// Hashes and keys.

async function sha256(text) {
  return hex(await crypto.subtle.digest("SHA-256", encoder.encode(text)));
}

function hex(buffer) {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function bytes(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

async function hmac(key, message) {
  const kind = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, kind, false, ["sign"]);
  return crypto.subtle.sign("HMAC", imported, encoder.encode(message));
}

function bare(line) {
  return Object.fromEntries(Object.entries(line).filter(([key]) => key !== "hash"));
}

// The generator of the k-th chance input.

class Stream {
  constructor(key, k) {
    Object.assign(this, { key, k, block: 0, words: [] });
  }

  async next() {
    if (!this.words.length) {
      const view = new DataView(await hmac(this.key, `${this.k}:${this.block}`));
      this.words = Array.from({ length: 8 }, (_, at) => view.getUint32(4 * at));
      this.block += 1;
    }
    return this.words.shift();
  }

  async below(n) {
    need(n > 0, "More is drawn than there is to draw from.");
    const fair = n * Math.floor(2 ** 32 / n);
    for (;;) {
      const word = await this.next();
      if (word < fair) return word % n;
    }
  }

  async draw(count, items) {
    const pool = [...items];
    for (let at = 0; at < count; at += 1) {
      const other = at + (await this.below(pool.length - at));
      [pool[at], pool[other]] = [pool[other], pool[at]];
    }
    return pool.slice(0, count);
  }
}

// What each game draws from. `now` is the state before, `size` how many words were said.

function range(from, to) {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

const CHIPS = ["B", "G", "R"].flatMap((colour) => range(1, 9).map((rank) => `${colour}${rank}`));
const COURT = [...range(1, 10), "J", "N", "Q", "K"];
const TAROT = [
  ...["S", "T", "C", "O"].flatMap((suit) => COURT.map((rank) => `${suit}${rank}`)),
  ...range(0, 21).map(String),
];
const COLOURS = ["R", "Y", "G", "B", "P"];

async function hand(stream) {
  return (await stream.draw(3, COLOURS)).map((colour, at) => `${colour}${at + 1}`);
}

async function configuration(stream) {
  const first = await hand(stream);
  let second = await hand(stream);
  while (second.some((card) => first.includes(card))) second = await hand(stream);
  const held = [...first, ...second];
  const cards = COLOURS.flatMap((colour) => range(1, 5).map((rank) => `${colour}${rank}`));
  return [...held, ...(await stream.draw(19, cards.filter((card) => !held.includes(card))))];
}

async function board(stream) {
  const numbers = await stream.draw(49, range(0, 48).map((at) => at % 10));
  const colours = await stream.draw(49, [...Array(25).fill("b"), ...Array(24).fill("w")]);
  return colours.map((colour, at) => `${colour}${numbers[at]}`);
}

async function hands(stream, now) {
  const copies = now.undealt.map((copy) => parseInt(copy.split(" ")[0], 10));
  return (await stream.draw(8, copies)).sort((one, other) => one - other).map(String);
}

async function dice(stream, now) {
  const [number, sides] = now.waiting.dice.split("d").map(Number);
  const faces = [];
  while (faces.length < number) faces.push(...(await stream.draw(1, range(1, sides))));
  return faces.map(String);
}

function pile(stream, { waiting, piles, hands: held }) {
  const cards = piles[waiting.place]?.cards ?? held[waiting.place];
  return stream.draw(cards.length, cards);
}

const DRAWS = {
  "arcanoid deal": (stream) => stream.draw(78, TAROT),
  "arcanoid reshuffle": (stream, now) => stream.draw(now.discard.length, now.discard),
  "box-within-a-box board": board,
  "box-within-a-box deal": hands,
  "by-hand roll": dice,
  "by-hand shuffle": pile,
  "denizens-of-tartarus deal": configuration,
  "devils-deal deal": (stream) => stream.draw(10, CHIPS),
  "devils-deal selection": (stream) => stream.draw(12, CHIPS),
  "devils-deal community": (stream) => stream.draw(1, CHIPS),
  "devils-deal discard": (stream, now, size) =>
    stream.draw(size, now.pools[now.current.refills.at(-1).by]),
};

// What was found: one of the contract's words, with what was checked, and what not.

export async function check(text) {
  if (!globalThis.crypto?.subtle) {
    const why = "This browser does no cryptography for a page that came over plain http.";
    return { word: "unproved", why: `${why} Save the page and open the file, or use https.` };
  }
  const found = { lines: 0, draws: 0, unknown: 0 };
  let at = 1;
  try {
    const match = JSON.parse(text);
    need(Array.isArray(match.log), MISSING);
    if (!match.proof) return unfounded(match);
    for await (const line of steps(match, found)) at = line + 1;
    return { ...found, ...verdict(match, found) };
  } catch (error) {
    const why = error instanceof Differs ? error.message : MISSING;
    return { word: "differs", line: at, why, ...found };
  }
}

// What to say of a match without its states.
function unfounded({ log }) {
  if (closes(log.at(-1))) {
    const why = "The match is closed, but this page does not contain the states that the hashes are made from;";
    return { word: "unproved", why: `${why} 'umpire verify' can check the saved log.` };
  }
  const why = "The match is not closed: its seed and the players' secrets are not shown yet, and a";
  return { word: "open", why: `${why} hash of them would let people test guesses. Check again once it is closed.` };
}

function closes({ by, say }) {
  return by === "umpire" && say?.trim().toLowerCase() === "close";
}

function verdict(match, { head, commitment, unknown }) {
  const known = { head, commitment };
  if (!closes(match.log.at(-1))) {
    return { word: "differs", line: match.log.length, why: "The log does not end with the closing." };
  }
  if (!unknown) return { word: "proved", ...known };
  const why = "This page does not know what this game draws from; 'umpire verify' does.";
  return { word: "unproved", why, ...known };
}

// Yield the number of each line once it is checked.
async function* steps(match, found) {
  const [header, ...lines] = match.log;
  const { first, states, draws } = match.proof;
  found.head = await sha256(canonical(bare(header)));
  need(found.head === header.hash, "The header does not have its hash.");
  found.commitment = header.meta.commitment;
  yield 1;
  const seed = lines.at(-1)?.seed ?? "";
  const chances = new Map(draws.map(([n, k, kind]) => [n, { k, kind }]));
  const dealing = { seed, cuts: new Map(), k: 0, key: null };
  let state = structuredClone(first);
  for (const [at, line] of lines.entries()) {
    const n = at + 2;
    if (line.by === "chance" && line.ok) {
      await checkDraw(match, found, dealing, state, line, chances.get(n));
    }
    noteCut(header, dealing, line);
    state = changed(state, states[at]);
    const content = `${found.head}\n${canonical(bare(line))}\n${canonical(state)}`;
    found.head = await sha256(content);
    need(found.head === line.hash, "The line, or the state after it, does not have its hash.");
    found.lines = n;
    yield n;
  }
  need(states.length === lines.length, "A line is missing at the end.");
  const rules = {};
  for (const key of ["umpire", "game", "players", "options"]) rules[key] = header[key];
  const committed = await sha256(`umpire:${await sha256(canonical(rules))}:${seed.toLowerCase()}`);
  need(committed === found.commitment, "The seed is not the one that was committed to.");
}

function need(holds, why) {
  if (!holds) throw new Differs(why);
}

function noteCut(header, dealing, line) {
  const cuts = header.options.cut === true && dealing.cuts.size < header.players.length;
  if (cuts && line.ok && header.players.includes(line.by)) dealing.cuts.set(line.by, line.say.trim());
}

async function checkDraw(match, found, dealing, state, line, chance) {
  need(chance, "Chance speaks, and the page does not say which draw it is.");
  const { k } = chance;
  need(Number.isInteger(k) && k >= 1 && k <= dealing.k + 1, "A draw is left out.");
  dealing.k = k;
  const { game, options, players } = match.log[0];
  const outcome = DRAWS[`${game} ${chance.kind}`];
  if (!outcome) {
    found.unknown += 1;
    return;
  }
  dealing.key ??= await keyOf(dealing, options, players);
  const words = line.say.split(/[\s|]+/).filter(Boolean); // a bar parts hands, and means nothing
  const drawn = await outcome(new Stream(dealing.key, k), state, words.length);
  need(drawn.join(" ") === words.join(" "), "The draw does not follow from the seed and the cuts.");
  found.draws += 1;
}

async function keyOf({ seed, cuts }, options, players) {
  const key = bytes(seed);
  if (options.cut !== true) return key;
  return new Uint8Array(await hmac(key, canonical(players.map((player) => cuts.get(player)))));
}
