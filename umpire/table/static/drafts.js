// What would be: the blocks of a draft, as titled lists on the table, as long as the form holds what they
// were made from. What was shown before stays until it is told anew. Pieces of a block that feeds a field
// are clicked to put them in, and to take them out again.

import { element } from "../cells.js";
import { button, chip, oneStop, stopAt } from "./controls.js";
import { wordsOf } from "./feeds.js";
import { capital, told } from "./mention.js";

export class Drafts {
  // `on` has: put(key, text), of a field and a piece
  constructor(box, on) {
    this.box = box;
    this.on = on;
  }

  // `draft` is null while nothing is told of what stands in the form.
  show(draft, form, { look, reader }) {
    if (draft || form.isEmpty) this.blocks = draft?.blocks ?? [];
    const blocks = (this.blocks ?? []).map((block) => ({ ...block, ...fedBy(block, form) }));
    const content = JSON.stringify(blocks);
    if (content === this.content) return;
    this.content = content;
    this.box.hidden = blocks.length === 0;
    const focused = [...this.box.querySelectorAll("button")].indexOf(document.activeElement);
    const drawing = { look, say: (text) => told(text, reader), put: this.on.put };
    this.box.replaceChildren(...blocks.map((block) => drawn(block, drawing)));
    if (focused >= 0) this.box.querySelectorAll("button")[focused]?.focus({ preventScroll: true });
  }
}

// The field that a block feeds and that is asked now, with what is in it, and whether more can be put in.
function fedBy({ feeds }, form) {
  const field = feeds ? form.open.find(({ key }) => key === feeds) : null;
  if (!field) return {};
  const inside = wordsOf(field.value);
  return { field: { key: field.key, called: field.called, inside, isFull: field.atMost !== null && inside.length >= field.atMost } };
}

function drawn({ title, note = "", head = [], rows = [], field = null }, drawing) {
  const { say } = drawing;
  const box = element("section", field ? "draft fed" : "draft");
  const named = element("h3");
  const remark = element("i");
  named.textContent = capital(say(title));
  remark.textContent = say(note);
  named.append(...(note ? [" ", remark] : []));
  const columns = Math.max(head.length, ...rows.map((row) => row.columns?.length ?? 0));
  const table = element("table");
  if (head.length > 0) table.createTHead().insertRow().append(cell("td", "", ""), ...padded(head, columns).map((text) => cell("th", "figure", say(text))));
  const body = table.createTBody();
  const left = [...(field?.inside ?? [])];
  for (const row of rows) body.append(drawnRow(row, columns, (text) => piece(text, field, left, drawing), say));
  if (field) {
    oneStop(table);
    stopAt(table, null);
  }
  box.append(named, table);
  return box;
}

function drawnRow({ label = "", pieces = [], columns = [], good = false }, most, draw, say) {
  const row = element("tr", good ? "good" : "");
  const first = cell("th", "", say(label));
  first.scope = "row";
  row.append(first);
  if (pieces.length > 0 || most === 0) {
    const held = cell("td", "held", "");
    held.append(...pieces.map(draw));
    row.append(held);
  }
  row.append(...padded(columns, most).map((text) => cell("td", "figure", say(text))));
  return row;
}

// A piece; where it can go into a field a button with it. `left` are those inside that were not drawn yet.
function piece(text, field, left, { look, put }) {
  const colours = look(text);
  const made = chip(text, colours);
  if (!field) return made;
  const at = left.indexOf(text);
  if (at >= 0) left.splice(at, 1);
  const press = button("fed-piece", "", () => put(field.key, text));
  press.setAttribute("aria-pressed", String(at >= 0));
  press.setAttribute("aria-label", at >= 0 ? `${text}, is in ${field.called}` : `${text}, can go into ${field.called}`);
  press.disabled = at < 0 && field.isFull;
  if (colours.fill) press.style.setProperty("--fill", colours.fill);
  press.append(made);
  if (at >= 0) press.append(cell("span", "badge", "−"));
  return press;
}

function padded(texts, most) {
  return [...Array(most).keys()].map((at) => texts[at] ?? "");
}

function cell(name, className, text) {
  const made = element(name, className);
  made.textContent = text;
  return made;
}
