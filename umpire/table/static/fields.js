// The fields of a form: what its cells offer, what the daemon says of them, and the shape in which each
// is asked. No drawing here.

import { choicesFor, fedFields, pieceOf, piecesOf } from "./feeds.js";
import { told } from "./mention.js";
import { scalesOf } from "./scale.js";

const MOST_BUTTONS = 6;
const MOST_CHOICES = 12; // of more one chooses from a list
const MOST_LETTERS = 24; // on a button
const LONG_REMARK = 28; // characters below a choice, which then is a row

// The fields of a tab's form, in the order of filling. Those with `isAsked` are asked now, and those of
// them with `isOpen` can be filled in now: others wait for what is filled in before them.
export function fieldsOf(book, tab) {
  const fields = tab.play.form.map((cell, at) => fieldOf(book, tab, cell, at));
  for (const field of fields) field.kind = kindOf(book, tab, field, fields);
  return fields;
}

function fieldOf(book, tab, { cell: [row, , column], label, own, called, place = null }, at) {
  const key = `${row},${column}`;
  const labelled = label ? tab.shownText(label[0], label[2]).trim().replace(/:$/, "") : "";
  const { options = [], help } = book.validation(tab.cell(row, column));
  const said = tab.stage.fields?.[key] ?? {};
  const value = tab.shownText(row, column);
  const feeds = tab.play.feeds.filter((feed) => feed.into.some(([top, , left]) => top === row && left === column));
  const isNumber = Number.isInteger(said.most);
  const isAsked = (label === null ? options.length > 0 : labelled !== "") && book.mayType(tab, row, column);
  const isText = options.length === 0 && !isNumber;
  const say = (text = "") => told(text, tab.stage.reader);
  const part = called || labelled.split(/[,:]/)[0] || "the form";
  return {
    key,
    row,
    column,
    at,
    place,
    value,
    feeds,
    isNumber,
    isText,
    isAsked,
    isOpen: isAsked && (!isText || value !== "" || feeds.length === 0 || feeds.some(({ match }) => !match)),
    isSeveral: !isNumber && (isText || feeds.some(({ several }) => several)),
    isFed: feeds.length > 0,
    isPlaced: feeds.length > 0 && (tab.play.groups ?? []).some(({ shape, cells }) => shape === "place" && cells.some(([top, , left]) => top === row && left === column)),
    isOptional: said.optional === true,
    hasButtons: said.buttons === true,
    isRepeated: (tab.play.repeat ?? []).some((boxes) => boxes.some(([top, , left]) => top === row && left === column)),
    label: say(said.label) || called || (own ? labelled : ""),
    called: say(said.label) || part,
    part, // what it is in a group, or on the table
    note: said.label ? "" : (label ? tab.cell(label[0], label[2]).n : "") || help || "",
    choices: options,
    calls: byChoice(said.calls, say),
    says: byChoice(said.says, say),
    least: said.least ?? 0,
    most: said.most ?? null,
    ends: (said.ends ?? ["", ""]).map(say),
    prefix: said.prefix ?? "",
    atMost: said.at_most ?? null,
    hint: say(said.hint),
    sum: sumOf(tab, key, value),
  };
}

// Texts by choice, as they are said to this reader.
function byChoice(texts = {}, say) {
  return { __proto__: null, ...Object.fromEntries(Object.entries(texts).map(([choice, text]) => [choice, say(text)])) };
}

// What the pieces in a field come to, if that was told of what it holds now.
function sumOf({ stage: { draft, reader } }, key, value) {
  const sum = draft?.sums?.[key];
  const of = draft?.of.find(([row, column]) => `${row},${column}` === key);
  return sum && (of?.[2] ?? "").trim() === value.trim() ? { ...sum, text: told(sum.text, reader) } : null;
}

function kindOf(book, tab, field, fields) {
  const { choices, isNumber, isSeveral, feeds } = field;
  if (isNumber) return "number";
  // What was put in stays to be seen, and to be taken back, once it is no choice any more.
  const isTray = feeds.some(({ several }) => several) || (feeds.length > 0 && feeds.every(({ match }) => match));
  if (isSeveral) {
    field.others = choices.length === 0 ? Object.keys(field.says) : [];
    return isTray ? "tray" : "text";
  }
  field.others = field.hasButtons ? choices : othersOf(book, tab, field, fields);
  if (field.others.length < choices.length && field.others.length <= MOST_BUTTONS) return "tray";
  if (scalesOf(field) !== null && choices.length > MOST_BUTTONS) return "number";
  if (choices.length > MOST_CHOICES) return "list";
  const isLong = Object.values(field.says).some((remark) => remark.length > LONG_REMARK);
  return isLong || Math.max(...choices.map(({ length }) => length)) > MOST_LETTERS ? "rows" : "choice";
}

// The choices of a field for which there is no piece on the page. Rows that are called as the choices are
// stand beside a list of these, and cards without a fill are but names.
function othersOf(book, tab, field, fields) {
  const names = field.feeds
    .filter((feed) => pieceOf(feed) !== "row" && fedFields(fields, feed).includes(field) && isFilled(book, tab, feed))
    .flatMap((feed) => piecesOf(tab, feed).flatMap(({ name }) => choicesFor(field, feed, name)));
  return field.choices.filter((choice) => !names.includes(choice));
}

function isFilled(book, tab, feed) {
  if (pieceOf(feed) !== "card") return true;
  const [found] = piecesOf(tab, feed);
  return found !== undefined && book.style(tab.cell(found.box.top, found.box.left)).fill === true;
}
