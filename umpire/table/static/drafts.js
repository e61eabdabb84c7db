// What would be: the blocks of a draft, as titled lists below the board, as long as the form holds what they
// were made from. What was shown before stays until it is told anew.

import { element } from "../cells.js";
import { chip } from "./controls.js";
import { capital, told } from "./mention.js";

export class Drafts {
  constructor(box) {
    this.box = box;
  }

  // `draft` is null while nothing is told of what stands in the form; `isEmpty` says that nothing does.
  show(draft, isEmpty, { look, reader }) {
    if (!draft && !isEmpty) return;
    const blocks = draft?.blocks ?? [];
    const content = JSON.stringify(blocks);
    this.box.hidden = blocks.length === 0;
    if (content === this.content) return;
    this.content = content;
    const say = (text) => told(text, reader);
    this.box.replaceChildren(...blocks.map((block) => drawn(block, look, say)));
  }
}

function drawn({ title, note = "", head = [], rows = [] }, look, say) {
  const box = element("section", "draft");
  const named = element("h3");
  const remark = element("i");
  named.textContent = capital(say(title));
  remark.textContent = say(note);
  named.append(...(note ? [" ", remark] : []));
  const columns = Math.max(head.length, ...rows.map((row) => row.columns?.length ?? 0));
  const table = element("table");
  if (head.length > 0) table.createTHead().insertRow().append(cell("td", "", ""), ...padded(head, columns).map((text) => cell("th", "figure", say(text))));
  const body = table.createTBody();
  for (const row of rows) body.append(drawnRow(row, columns, look, say));
  box.append(named, table);
  return box;
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
