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
