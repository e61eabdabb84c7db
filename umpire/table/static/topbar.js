// The top bar of the play view: which game, who plays, and what opens beside the table.

const ME = "You";

export class TopBar {
  // `parts` are elements: game, ways. `on` has: opens(name, button).
  constructor({ game, ways }, on) {
    [, this.name, this.players] = game.children;
    this.buttons = [...ways.querySelectorAll("button")];
    ways.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) on.opens(button.dataset.opens, button);
    });
  }

  show(book, { stage }) {
    this.name.textContent = stage.game ?? book.title;
    this.players.textContent = `${playersOf(stage)}${stage.end ? ", over" : ""}`;
  }

  button(name) {
    return this.buttons.find(({ dataset }) => dataset.opens === name);
  }

  // Show which of them is open, if any.
  mark(open) {
    for (const button of this.buttons) button.setAttribute("aria-expanded", String(button.dataset.opens === open));
  }
}

// What a browser calls the page of a tab.
export function titleOf(book, tab) {
  const { game } = tab?.stage ?? {};
  return game ? `${game}: ${playersOf(tab.stage)}` : book.title;
}

// Who plays, whoever reads it first.
function playersOf({ players = [], reader }) {
  const others = players.filter((player) => player !== reader);
  const names = others.length < players.length ? [ME, ...others] : others;
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names.join("");
}
