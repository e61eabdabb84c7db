// What would be: the blocks of a draft, as titled lists on the table, as long as the form holds what they
// were made from. What was shown before stays until it is told anew. Pieces of a block that feeds a field
// are clicked to put them in, and to take them out again. Where each row is about a panel of the board it
// stands at the foot of that panel.

import { element } from "../cells.js";
import { button, oneStop, stopAt } from "./controls.js";
import { pieceOf, piecesOf, wordsOf } from "./feeds.js";
import { capital, told } from "./mention.js";
import { drawPiece } from "./piece.js";

const FEW = 5; // rows of a label and a text: as many stand beside each other

export class Drafts {
  // `on` has: put(key, text), of a field and a piece
  constructor(box, on) {
    this.box = box;
    this.on = on;
    this.blocks = [];
    this.fed = []; // the keys of the fields that blocks feed
  }

  // `draft` is null while nothing is told of what stands in the form.
  show(draft, form, { look, reader, panels }) {
    if (draft || form.isEmpty) this.blocks = draft?.blocks ?? [];
    const isAtPanels = ({ rows = [] }) => rows.length > 0 && rows.every(({ label }) => panels.has(label));
    this.#standAt(panels, this.blocks.filter(isAtPanels).flatMap(({ rows }) => rows), reader);
    const blocks = this.blocks.filter((block) => !isAtPanels(block)).map((block) => ({ ...block, ...fedBy(block, form) }));
    this.fed = blocks.flatMap(({ field }) => (field ? [field.key] : []));
    const content = JSON.stringify(blocks);
    if (content === this.content) return;
    this.content = content;
    this.box.hidden = blocks.length === 0;
    const focused = [...this.box.querySelectorAll("button")].indexOf(document.activeElement);
    const drawing = { look, say: (text) => told(text, reader), put: this.on.put };
    this.box.replaceChildren(...blocks.map((block) => drawn(block, drawing)));
    if (focused >= 0) this.box.querySelectorAll("button")[focused]?.focus({ preventScroll: true });
  }

  #standAt(panels, rows, reader) {
    for (const [name, block] of panels) {
      const { columns = [], good = false } = rows.find(({ label }) => label === name) ?? {};
      block.stand(capital(told(columns.join(" "), reader)), good);
    }
  }
}

// The blocks of the board that are panels, by their names.
export function panelsOf(tab, blocks) {
  const found = tab.play.feeds.filter((feed) => pieceOf(feed) === "panel").flatMap((feed) => piecesOf(tab, feed));
  const panels = found.map(({ name, box }) => [name, blocks.find((block) => block.box.top === box.top && block.box.left === box.left)]);
  return new Map(panels.filter(([, block]) => block && !block.isEmpty));
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
  const isLadder = rows.length >= FEW && head.length === 0 && rows.every(({ pieces = [], columns = [] }) => pieces.length === 0 && columns.length === 1);
  if (isLadder) {
    box.classList.add("ladder");
    box.append(named, rungs(rows, say));
    return box;
  }
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

// Short rows, each as a card.
function rungs(rows, say) {
  const list = element("ul", "rungs");
  list.style.setProperty("--rungs", String(rows.length));
  for (const { label = "", columns, good = false } of rows) {
    const one = element("li", good ? "good" : "");
    one.append(cell("b", "", say(label)), cell("span", "", say(columns[0])));
    list.append(one);
  }
  return list;
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
  if (!field) return drawPiece(text, look, { size: "tray" });
  const at = left.indexOf(text);
  if (at >= 0) left.splice(at, 1);
  const press = button("fed-piece", "", () => put(field.key, text));
  press.setAttribute("aria-pressed", String(at >= 0));
  press.setAttribute("aria-label", at >= 0 ? `${text}, is in ${field.called}` : `${text}, can go into ${field.called}`);
  press.disabled = at < 0 && field.isFull;
  press.append(drawPiece(text, look, { size: "draft", isInButton: true }));
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
