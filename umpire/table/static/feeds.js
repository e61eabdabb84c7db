// Which pieces feed which fields: reads the pieces of a block and the choices of a form, and says what
// each piece may do now. No drawing here.
//
// A piece is a cell, a row called by its first cell, a tile called by the heads of its column and
// row, or a panel called by a cell in one of its rows. A field takes what its choices say, one
// without choices whatever is called as it is written; one that takes several has their names with
// blanks between.

const MARKS = /[\s◂▸●○•★*]+$/u;
const FAR = 2; // rows or columns beyond a block in which heads are looked for

// The pieces of a feed: each with its box, its name, and a key by which it is known again.
export function piecesOf(tab, feed) {
  const found = feed.from.flatMap((box) => [...pieces(tab, feed, box)]);
  const seen = new Set();
  return found.filter(({ key }) => !seen.has(key) && seen.add(key));
}

function* pieces(tab, feed, [top, bottom, left, right]) {
  if (feed.name) {
    const row = top + feed.name - 1;
    for (const box of cellsOf(tab, [row, row + 1, left, right])) {
      const name = textOf(tab, box);
      if (name) yield piece({ ...box, top, bottom }, name);
    }
  } else if (pieceOf(feed) === "row") {
    for (let row = top; row < bottom; row += 1) {
      if (tab.height(row) === 0) continue;
      const first = [...cellsOf(tab, [row, row + 1, left, right])].find((box) => textOf(tab, box));
      if (first && first.top >= top) yield piece({ top: first.top, bottom: first.bottom, left, right }, textOf(tab, first));
    }
  } else {
    for (const box of cellsOf(tab, [top, bottom, left, right])) {
      const name = feed.heads ? headed(tab, box, [top, bottom, left, right]) : textOf(tab, box);
      if (name) yield piece(box, name);
    }
  }
}

// What the pieces of a feed are called.
export function pieceOf({ name, match, heads }) {
  if (name) return "panel";
  if (match === "row" || match === "first") return "row";
  return heads ? "tile" : "card";
}

function piece(box, name) {
  return { box, name, key: `${box.top},${box.left}` };
}

function* cellsOf(tab, [top, bottom, left, right]) {
  const seen = new Set();
  for (let row = top; row < bottom; row += 1) {
    for (let column = left; column < right; column += 1) {
      const box = tab.boxAt(row, column);
      const key = `${box.top},${box.left}`;
      if (seen.has(key) || tab.isHidden(row, column)) continue;
      seen.add(key);
      yield box;
    }
  }
}

function textOf(tab, { top, left }) {
  return tab.shownText(top, left).split("\n")[0].replace(MARKS, "").trim();
}

function headed(tab, { top: row, left: column }, [top, bottom, left, right]) {
  const steps = [...Array(FAR).keys()];
  const above = steps.flatMap((far) => [[top - 1 - far, column], [bottom + far, column]]);
  const beside = steps.flatMap((far) => [[row, left - 1 - far], [row, right + far]]);
  const heads = [above, beside].map((places) => {
    const found = places
      .filter(([at, other]) => at >= 0 && other >= 0)
      .map(([at, other]) => tab.boxAt(at, other))
      .find((box) => box.right - box.left === 1 && box.bottom - box.top === 1 && textOf(tab, box));
    return found ? textOf(tab, found) : "";
  });
  return heads.every(Boolean) ? heads.join("") : "";
}

// The choices of a field that a piece stands for.
export function choicesFor(field, feed, name) {
  if (field.isNumber) return [];
  if (field.choices.length === 0) return feed.match ? [] : [name]; // without choices there is no word to compare
  const wanted = name.toLowerCase();
  if (field.isSeveral) return [...new Set(field.choices.map((choice) => wordsOf(choice).at(-1) ?? ""))].filter((word) => nameIn(word) === wanted);
  return field.choices.filter((choice) => {
    const text = choice.toLowerCase();
    if (feed.match === "first") return text === wanted || text.split(/\s/)[0] === wanted.split(/\s/)[0];
    if (feed.match === "last") return text.split(/[\s-]/).at(-1) === wanted.split(/\s/).at(-1);
    return text === wanted;
  });
}

// The fields that a feed feeds and that are asked now.
export function fedFields(fields, feed) {
  return feed.into
    .map(([row, , column]) => fields.find((field) => field.row === row && field.column === column))
    .filter((field) => field?.isAsked);
}

// The places on the table of fields that are asked now, as pieces are told: a click turns to the
// field, and what is in it is seen there before it is sent.
export function placesOf(fields, chosen) {
  return fields
    .filter(({ place, isAsked }) => place && isAsked)
    .map((field) => {
      const [top, bottom, left, right] = field.place;
      const words = field.isSeveral ? wordsOf(field.value) : [field.value].filter(Boolean);
      const piece = { box: { top, bottom, left, right }, name: field.called, key: `place ${field.key}` };
      return { piece, feed: {}, inside: null, takes: null, turnsTo: field, words, isChosen: field === chosen };
    });
}

// Whether one of these fields is filled on tiles of a box.
export function hasTilesNow(tab, { top, bottom, left, right }, fields) {
  const lies = ([first, last, start, end]) => first < bottom && top < last && start < right && left < end;
  return tab.play.feeds.some((feed) => pieceOf(feed) === "tile" && feed.from.some(lies) && isSaid(tab, feed) && fedFields(fields, feed).length > 0);
}

// Whether what a feed depends on is so.
function isSaid(tab, { where, says }) {
  return !where || tab.shownText(where[0], where[2]).includes(says);
}

// What every piece of a feed may do now. `chosen` is the field that is filled next, or null, and
// `isTurned` whether its person has turned to it, and to nothing else; `empty` are those that may be
// filled next, in this order; `placed` knows by a field's key the piece that was put there. Each state
// has the piece, `inside`: the field that it is in, or null, and `takes`: what a click would write, as
// {field, text}, or null.
export function statesOf(tab, feed, fields, { chosenField: chosen, isTurned, emptyFields: empty, placed }) {
  const open = isSaid(tab, feed) ? fedFields(fields, feed) : [];
  if (open.length === 0) return [];
  const found = piecesOf(tab, feed);
  const inside = placedPieces(feed, open, found, placed);
  const states = found.map((one) => {
    const field = inside.get(one.key) ?? null;
    if (field) return { piece: one, feed, inside: field, takes: { field, text: without(field, feed, one) } };
    const free = chosen && (isTurned || open.includes(chosen)) ? open.filter((other) => other === chosen) : open;
    const takers = free.filter((other) => hasRoom(other) && choicesFor(other, feed, one.name).length > 0);
    const taker = empty.find((other) => takers.includes(other)) ?? takers.at(-1);
    return { piece: one, feed, inside: null, takes: taker ? { field: taker, text: added(taker, feed, one) } : null };
  });
  // A list may say more than what can be chosen from it.
  return feed.match === "row" ? states.filter(({ takes }) => takes) : states;
}

// Which piece is in which field: the one that was put there, or else the first that is called so.
function placedPieces(feed, open, found, placed) {
  const inside = new Map();
  for (const field of open) {
    for (const text of field.isSeveral ? wordsOf(field.value) : [field.value]) {
      if (text === "") continue;
      const fits = found.filter((one) => !inside.has(one.key) && isCalled(field, feed, one, text));
      const known = placed.get(field.key);
      const one = fits.find(({ key }) => known?.has(key)) ?? fits[0];
      if (one) inside.set(one.key, field);
    }
  }
  return inside;
}

function isCalled(field, feed, one, text) {
  const wanted = text.toLowerCase();
  if (field.isSeveral) return one.name.toLowerCase() === nameIn(text);
  return choicesFor(field, feed, one.name).some((choice) => choice.toLowerCase() === wanted);
}

// The texts of the pieces in a field.
export function wordsOf(text) {
  return text.split(/[\s,]+/).filter(Boolean);
}

// The name of a piece, without what it is shown as, as in 0(2).
function nameIn(word) {
  return word.toLowerCase().split("(")[0];
}

function hasRoom({ isSeveral, value, atMost }) {
  return !isSeveral || atMost === null || wordsOf(value).length < atMost;
}

function added(field, feed, one) {
  const [choice] = choicesFor(field, feed, one.name);
  return field.isSeveral && !field.others.includes(field.value) ? [...wordsOf(field.value), choice].join(" ") : choice;
}

// What a field holds without a piece: the next of several choices that it stands for, or nothing.
function without(field, feed, one) {
  const fits = choicesFor(field, feed, one.name);
  const after = (text) => fits[fits.findIndex((choice) => choice.toLowerCase() === text.toLowerCase()) + 1] ?? "";
  if (!field.isSeveral) return after(field.value);
  const words = wordsOf(field.value);
  const at = words.findIndex((word) => nameIn(word) === one.name.toLowerCase());
  words[at] = fits.length > 1 ? after(words[at]) : "";
  return words.filter(Boolean).join(" ");
}
