// What of a form is drawn beside each other: groups of fields that are one sentence, and single fields.
// Of fields that repeat only those in use are drawn, and one more. No drawing here.

import { pieceOf } from "./feeds.js";
import { scalesOf } from "./scale.js";

const SHAPES = { "number on palette": "bet" };
const FEW = 3; // choices of a joint, such as "and" and "or"

// The parts of a form that can be filled in now, in order. Each has a `key`, its `shape`, a `title`, its
// `fields`, and `isOptional`. `opened` has the keys of optional parts that somebody has opened. A `narrow`
// page has no room for a table beside the form, which then has the fields of the table too.
export function partsOf(tab, fields, { opened, isNarrow }) {
  const hidden = beyondUse(tab, fields);
  const isAsked = (field) => isNarrow && !isBeside(tab, field);
  const isHere = (field) => !isOnTable(field) || isAsked(field);
  const shown = fields.filter((field) => field.isOpen && !hidden.has(field) && isHere(field) && !takesNothing(field));
  const groups = (tab.play.groups ?? []).map((group) => ({ ...group, fields: shown.filter((field) => isIn(field, group.cells)) }));
  const parts = [];
  for (const field of shown) {
    const group = groups.find((one) => one.fields.includes(field));
    if (field.isPlaced && isAsked(field)) parts.push({ ...partOf(field), shape: "choice" });
    else if (!group) parts.push(partOf(field));
    else if (group.fields[0] === field) parts.push(...partsOfGroup(group));
  }
  return withPalette(parts.map((part) => ({ ...part, isFolded: part.isOptional && isEmpty(part) && !opened.has(part.key) })));
}

// Of the fields that repeat those which are empty, but for the first of them.
function beyondUse(tab, fields) {
  const empty = fields.filter(({ isOpen, isRepeated, value }) => isOpen && isRepeated && value === "");
  const spare = (tab.play.repeat ?? []).flatMap((boxes) => empty.filter((field) => isIn(field, boxes)).slice(1));
  return new Set(spare);
}

// Whether a field is filled on the table, where its place is or the pieces that it takes are.
export function isOnTable({ place, isFed, isPlaced, others }) {
  return (place !== null && isFed) || (isPlaced && others.length === 0);
}

// Whether what such a field takes is beside the form however narrow the page is: cards of the hand, tiles.
function isBeside({ play }, { isPlaced, feeds }) {
  const isInHand = ([top, bottom, left, right]) => play.hand.some(([first, last, start, end]) => first <= top && bottom <= last && start <= left && right <= end);
  return isPlaced && feeds.every((feed) => pieceOf(feed) === "tile" || feed.from.every(isInHand));
}

function takesNothing({ value, atMost }) {
  return atMost === 0 && value === "";
}

function isIn({ row, column }, boxes) {
  const all = Array.isArray(boxes[0]) ? boxes : [boxes];
  return all.some(([top, bottom, left, right]) => top <= row && row < bottom && left <= column && column < right);
}

function isEmpty({ fields }) {
  return fields.every(({ value }) => value === "");
}

function partOf(field) {
  const { key, kind, label, called } = field;
  return { key, shape: kind, title: label, called, fields: [field], isOptional: field.isOptional && !field.isRepeated && field.place === null };
}

function partsOfGroup({ called, shape, fields }) {
  const named = SHAPES[shape] ?? shape;
  const isOptional = fields.every((field) => field.isOptional);
  if (named === "bet") return [{ ...betOf(fields), key: fields[0].key, shape: "bet", title: called, called, fields, isOptional }];
  if (["rows", "palette"].includes(named)) return [{ key: fields[0].key, shape: named, title: called, called, fields, isOptional }];
  return fields.map((field, at) => {
    const part = partOf(field);
    return { ...part, shape: canBe(field, named) ? named : part.shape, title: at === 0 && called ? called : part.title };
  });
}

// Whether a field can be drawn in a shape that its template wants.
function canBe(field, shape) {
  if (shape === "number") return scalesOf(field) !== null;
  return shape === "tray" || (shape === "choice" && field.choices.length > 0 && !field.isSeveral);
}

// The fields of a bet by what they are: a number, and traits of which a joint joins two. Without a joint
// there is no second one to fill in.
function betOf([stake, ...rest]) {
  const isJoint = ({ isFed, choices }) => !isFed && choices.length > 0 && choices.length <= FEW;
  const joint = rest.find(isJoint) ?? null;
  const [trait, other = null] = rest.filter((field) => field !== joint);
  if (joint) joint.isOptional = true;
  if (other && joint?.value === "") other.isOptional = true;
  return { stake, trait, joint, other };
}

// Below the last bet stands the palette from which all bets take their traits.
function withPalette(parts) {
  const bets = parts.filter(({ shape }) => shape === "bet");
  if (bets.length === 0) return parts;
  const fields = bets.flatMap(({ trait, other }) => [trait, other].filter(Boolean));
  const palette = { key: "palette", shape: "palette", title: "", called: "", fields, bets, isOptional: false, isFolded: false };
  const at = parts.indexOf(bets.at(-1)) + 1;
  return [...parts.slice(0, at), palette, ...parts.slice(at)];
}

// The blocks that a form shows itself, as rows or as a palette, while it asks for what is in them: each with
// its boxes, and whether that is so now.
export function listsOf(tab, fields) {
  const groups = (tab.play.groups ?? []).filter(({ shape }) => ["rows", "palette", "bet"].includes(SHAPES[shape] ?? shape));
  return groups.flatMap(({ cells }) => {
    const mine = fields.filter((field) => isIn(field, cells));
    const feeds = new Set(mine.flatMap((field) => field.feeds));
    return [...feeds].map(({ from }) => ({ boxes: from, isAsked: mine.some(({ isOpen }) => isOpen) }));
  });
}
