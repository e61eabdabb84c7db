// What a key means in the grid, as in any spreadsheet.

const ARROWS = {
  ArrowUp: { down: -1, across: 0 },
  ArrowDown: { down: 1, across: 0 },
  ArrowLeft: { down: 0, across: -1 },
  ArrowRight: { down: 0, across: 1 },
};

// With Ctrl, or Cmd on a Mac.
const CONTROLLED = {
  a: { name: "all" },
  d: { name: "fill", down: 1, across: 0 },
  r: { name: "fill", down: 0, across: 1 },
  enter: { name: "fill", down: 0, across: 0 },
  f: { name: "find" },
  "/": { name: "help" },
  "shift /": { name: "help" }, // where that is how a slash is typed
  z: { name: "undo" },
  y: { name: "redo" },
  "shift z": { name: "redo" },
};

// The command of a key pressed while no cell is edited; null if it has none.
export function gridCommand(event) {
  const { key, shiftKey: extend, altKey } = event;
  const isControl = event.ctrlKey || event.metaKey;
  if (altKey) return key === "ArrowDown" ? { name: "list" } : null;
  if (key in ARROWS) return { name: isControl ? "jump" : "move", extend, ...ARROWS[key] };
  if (key === "Home") return { name: isControl ? "first" : "home", extend };
  if (key === "End") return { name: isControl ? "last" : "end", extend };
  if (isControl) return CONTROLLED[extend ? `shift ${key.toLowerCase()}` : key.toLowerCase()] ?? null;
  switch (key) {
    case "Enter":
      return extend ? { name: "move", down: -1, across: 0, extend: false } : { name: "enter" };
    case "Tab":
      return { name: "move", down: 0, across: extend ? -1 : 1, extend: false };
    case "PageDown":
      return { name: "page", down: 1, extend };
    case "PageUp":
      return { name: "page", down: -1, extend };
    case "F2":
      return { name: "edit" };
    case "Delete":
    case "Backspace":
      return { name: "clear" };
    case "Escape":
      return { name: "escape" };
    default:
      return null;
  }
}

// Whether the key writes something, by itself or as the start of a composed character.
export function isTyping(event) {
  const isPlain = !(event.ctrlKey || event.metaKey || event.altKey) || event.getModifierState("AltGraph");
  return isPlain && ([...event.key].length === 1 || event.key === "Process" || event.key === "Dead");
}
