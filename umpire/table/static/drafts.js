// What would be: the blocks of a draft, as titled lists below the board, as long as the form holds what they
// were made from. What was shown before stays until it is told anew. Where each row is about a panel of the
// board it stands at the foot of that panel.

import { element } from "../cells.js";
import { chip } from "./controls.js";
import { pieceOf, piecesOf } from "./feeds.js";
import { capital, told } from "./mention.js";

const FEW = 5; // rows of a label and a text: as many stand beside each other

export class Drafts {
  constructor(box) {
    this.box = box;
    this.feet = []; // rows that stand at panels
  }

  // `draft` is null while nothing is told of what stands in the form; `isEmpty` says that nothing does.
  show(draft, isEmpty, { look, reader, panels }) {
    if (!draft && !isEmpty) {
      this.#standAt(panels, reader);
      return;
    }
    const isAtPanels = ({ rows = [] }) => rows.length > 0 && rows.every(({ label }) => panels.has(label));
    this.feet = (draft?.blocks ?? []).filter(isAtPanels).flatMap(({ rows }) => rows);
    this.#standAt(panels, reader);
    const blocks = (draft?.blocks ?? []).filter((block) => !isAtPanels(block));
    const content = JSON.stringify(blocks);
    this.box.hidden = blocks.length === 0;
    if (content === this.content) return;
    this.content = content;
    const say = (text) => told(text, reader);
    this.box.replaceChildren(...blocks.map((block) => drawn(block, look, say)));
  }

  #standAt(panels, reader) {
    for (const [name, block] of panels) {
      const { columns = [], good = false } = this.feet.find(({ label }) => label === name) ?? {};
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

function drawn({ title, note = "", head = [], rows = [] }, look, say) {
  const box = element("section", "draft");
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
  for (const row of rows) body.append(drawnRow(row, columns, look, say));
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

function drawnRow({ label = "", pieces = [], columns = [], good = false }, most, look, say) {
  const row = element("tr", good ? "good" : "");
  const first = cell("th", "", say(label));
  first.scope = "row";
  row.append(first);
  if (pieces.length > 0 || most === 0) {
    const held = cell("td", "held", "");
    held.append(...pieces.map((text) => chip(text, look(text))));
    row.append(held);
  }
  row.append(...padded(columns, most).map((text) => cell("td", "figure", say(text))));
  return row;
}

function padded(texts, most) {
  return [...Array(most).keys()].map((at) => texts[at] ?? "");
}

function cell(name, className, text) {
  const made = element(name, className);
  made.textContent = text;
  return made;
}
