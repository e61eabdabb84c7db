// The players as the table tells them: the score of a match of two beside the title, and "You" for the
// reader's own name.

import { element } from "../cells.js";
import { called } from "./mention.js";

const BETWEEN = /\s:\s|\n/; // parts of a cell that has more than one score
const LEADING = /^(-?[\d.,]+)\s*(.*)$/s;

// Write "You" where a block of the board has the reader's own name, and "Your" where it has what is theirs.
export function addressReader(blocks, tab) {
  const { reader } = tab.stage;
  if (!reader) return;
  for (const [top, bottom, left, right] of [...tab.play.seats.map(({ name }) => name).filter(Boolean), ...tab.play.names]) {
    for (let row = top; row < bottom; row += 1) {
      for (let column = left; column < right; column += 1) {
        const said = addressed(tab.shownText(row, column), reader);
        if (said === null) continue;
        for (const block of blocks) {
          const shown = block.isEmpty ? null : block.td(row, column)?.querySelector(":scope > .text");
          if (shown) shown.textContent = said;
        }
      }
    }
  }
}

// What a cell says to the reader who is named in it; null if somebody else is.
export function addressed(text, reader) {
  if (text === reader) return called(reader, reader);
  return text.startsWith(`${reader}'s `) ? `Your ${text.slice(reader.length + 3)}` : null;
}

// Draw the score of a match of two, the reader's first; nothing where the tab has none.
export function drawScore(box, tab, look) {
  const { players, reader } = look;
  const scores = players.length === 2 ? players.map((player) => scoreOf(tab, player)) : [];
  const sorted = scores.filter(({ number }) => number).sort((one, other) => Number(other.player === reader) - Number(one.player === reader));
  const drawn = JSON.stringify([sorted, players]);
  if (box.drawn === drawn) return;
  box.drawn = drawn;
  box.hidden = sorted.length === 0;
  box.replaceChildren(...sorted.map(({ player, number, rest }) => {
    const one = element("span", "score");
    const mark = element("i", "side");
    mark.dataset.side = look.side(player);
    one.append(mark, called(player, reader), said("b", number), ...(rest ? [said("small", rest)] : []));
    return one;
  }));
}

// The score of a player: what the cell of their seat ends with, or their part of the cell of all.
function scoreOf(tab, player) {
  const { seats } = tab.play;
  const own = seats.find(({ name, score }) => name && score && textIn(tab, name) === player);
  const all = seats.find(({ name, score }) => !name && score);
  const parts = textIn(tab, (own ?? all)?.score).split(BETWEEN);
  const part = own ? parts.at(-1) : (parts.find((one) => ` ${one} `.includes(` ${player} `)) ?? "").replace(player, "");
  const found = LEADING.exec(part.trim());
  return { player, number: found?.[1] ?? "", rest: found?.[2] ?? "" };
}

function textIn(tab, box) {
  return box ? tab.shownText(box[0], box[2]) : "";
}

function said(name, text) {
  const one = element(name);
  one.textContent = text;
  return one;
}
