// The colours of pieces by their texts: as they lie in the blocks of a tab.

import { inDark } from "../dark.js";

// A function that gives the `fill` and `ink` of a text; nothing for one that lies nowhere.
export function looksOf(book, tab, isDark) {
  let known = null;
  return (text) => {
    known ??= paint(book, tab, isDark());
    return known.get(text.toLowerCase()) ?? known.get(text.toLowerCase().split("(")[0]) ?? {};
  };
}

function paint(book, tab, isDark) {
  const looks = new Map();
  for (const [top, bottom, left, right] of [...tab.play.hand, ...tab.play.board, ...tab.play.feeds.flatMap(({ from }) => from)]) {
    for (let row = top; row < bottom; row += 1) {
      for (let column = left; column < right; column += 1) {
        const text = tab.shownText(row, column).split("\n")[0].trim().toLowerCase();
        if (text === "" || looks.has(text)) continue;
        const style = book.style(tab.cell(row, column));
        if (!style.fill) continue;
        const css = isDark ? inDark(style.css, true) : style.css;
        looks.set(text, { fill: css["background-color"], ink: css.color ?? "#000000" });
      }
    }
  }
  return looks;
}
