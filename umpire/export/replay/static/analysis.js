// The analysis: what it is, and the answers that mattered.

import { id, make, words } from "./dom.js";

// Show it; `chosen` is called when a reader goes to a moment.
export function showAnalysis({ analysis, log, turns }, chosen) {
  const { playouts, given, verdicts, moments } = analysis;
  const number = Object.keys(verdicts).length;
  id("about-analysis").textContent =
    `This is what a bot expects after ${playouts.toLocaleString()} playouts for each answer. ` +
    "It knows only what the player knew then, and lets everyone play on at random for a while: 100\u00a0% is a sure victory, " +
    "0\u00a0% a sure defeat. If what an answer seems to lose may be luck, it is called good." +
    (number < given ? ` The analysis was stopped after ${number} of ${given} answers.` : "");
  for (const each of moments) {
    const { part } = turns.find(({ n }) => n === each.n);
    const link = moment(each, verdicts[each.n], log, part);
    link.addEventListener("click", chosen);
    id("moments").append(make("li", {}, link));
  }
  if (!moments.length) id("matters").remove();
}

function moment({ n, after }, { answer, worth, best, chances }, log, part) {
  const player = words(log[n - 1].by, "head");
  const link = make("a", { href: `#turn=${n}` }, part ? `${part}: ` : "");
  if (after !== null) {
    link.append("after ", words(answer, "typed"), " the chances of ", player, ` went from ${worth} % to ${after} %.`);
  } else {
    const instead = [words(answer, "typed"), " instead of ", words(best, "typed"), "."];
    link.append(player, ` lost ${chances - worth} % by answering `, ...instead);
  }
  return link;
}
