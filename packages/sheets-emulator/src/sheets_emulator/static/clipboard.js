// A block of cells as text: tabs between columns, line ends between rows, quotes where needed.

export function blockToText(rows) {
  return rows.map((row) => row.map(quoted).join("\t")).join("\n");
}

function quoted(text) {
  return /["\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function textToBlock(text) {
  const rows = [[]];
  let at = 0;
  while (true) {
    let cell;
    const quotedCell = text[at] === '"' ? closingQuote(text, at) : -1;
    if (quotedCell > 0) {
      cell = text.slice(at + 1, quotedCell).replaceAll('""', '"');
      at = quotedCell + 1;
    } else {
      const end = nextBreak(text, at);
      cell = text.slice(at, end);
      at = end;
    }
    rows.at(-1).push(cell.replace(/\r\n?/g, "\n"));
    if (at >= text.length) break;
    if (text[at] === "\t") {
      at += 1;
      continue;
    }
    at += text.startsWith("\r\n", at) ? 2 : 1;
    if (at >= text.length) break;
    rows.push([]);
  }
  const width = Math.max(...rows.map((row) => row.length));
  return rows.map((row) => [...row, ...Array(width - row.length).fill("")]);
}

function nextBreak(text, from) {
  const found = text.slice(from).search(/[\t\r\n]/);
  return found < 0 ? text.length : from + found;
}

// Where a quoted cell ends; -1 if the quote at `from` is just a character of the text.
function closingQuote(text, from) {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] !== '"') continue;
    if (text[at + 1] === '"') {
      at += 1;
      continue;
    }
    return at + 1 === text.length || /[\t\r\n]/.test(text[at + 1]) ? at : -1;
  }
  return -1;
}

// The same block as a table, for programs that would guess at what is between tabs.
export function blockToTable(rows) {
  const table = document.createElement("table");
  for (const texts of rows) {
    const tr = table.insertRow();
    for (const text of texts) {
      const td = tr.insertCell();
      td.style.whiteSpace = "pre-wrap";
      td.append(...text.split("\n").flatMap((line, at) => (at > 0 ? [document.createElement("br"), line] : [line])));
    }
  }
  return table.outerHTML;
}

// What was copied elsewhere: its text if that has the shape of its table, or else the table's own.
// Formats are left behind.
export function clipboardToBlock(clipboard) {
  const text = clipboard.getData("text/plain");
  const rows = text === "" ? [[""]] : textToBlock(text);
  const table = tableToBlock(clipboard.getData("text/html"));
  const isSame = table === null || (rows.length === table.length && rows[0].length === table[0].length);
  return isSame ? rows : table;
}

// The cells of a table that is all there is; null if there is anything else. What is merged has its
// text in the first of its cells.
function tableToBlock(html) {
  if (!html) return null;
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const tables = body.querySelectorAll("table");
  if (tables.length !== 1) return null;
  const [table] = tables;
  for (const style of body.querySelectorAll("style, script, meta")) style.remove();
  if (body.textContent.trim() !== table.textContent.trim()) return null;
  const rows = [...table.rows].map(() => []);
  [...table.rows].forEach((tr, row) => {
    let column = 0;
    for (const cell of tr.cells) {
      while (rows[row][column] !== undefined) column += 1;
      const down = Math.min(cell.rowSpan || 1, rows.length - row);
      for (let under = 0; under < down; under += 1) {
        for (let beside = 0; beside < cell.colSpan; beside += 1) rows[row + under][column + beside] = "";
      }
      rows[row][column] = textOf(cell);
    }
  });
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (width === 0) return null;
  return rows.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? ""));
}

// Blanks count only where the cell says so; a line ends at a <br> or with its paragraph.
function textOf(cell) {
  const isKept = cell.style.whiteSpace.startsWith("pre");
  const parts = [];
  const read = (node) => {
    for (const child of node.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) parts.push(isKept ? child.data : child.data.replace(/[ \t\r\n]+/g, " "));
      else if (child.nodeName === "BR") parts.push("\n");
      else {
        if (/^(P|DIV|LI)$/.test(child.nodeName) && parts.length > 0 && parts.at(-1) !== "\n") parts.push("\n");
        read(child);
      }
    }
  };
  read(cell);
  const text = parts.join("").replaceAll("\u00a0", " ");
  return isKept ? text : text.replace(/ *\n */g, "\n").trim();
}
