// How players are named for a reader: "you" for the reader, the name for everybody else.

const MENTION = /\{([^{}]+?)('s)?\}/g;
const VERBATIM = /\{\u2060/g; // a brace that a person wrote, which begins no mention
const BEGINS = /(^|[.:!?]\s+)$/; // what stands before the first word of a sentence
const JOINED = /, | and /;
const ALL = { 2: "Both" };
let named = null; // the players of the match that is shown, if they are known

// Say who plays the match that is shown: nothing else in braces is a mention.
export function setPlayers(players) {
  named = players ?? null;
}

// A text whose mentions, {Bo} and {Bo's}, are said to this reader.
export function told(text, reader) {
  const said = text.replace(MENTION, (found, name, owns, at) => {
    if (named?.includes(`${name}${owns}`)) return `${name}${owns}`; // a name that ends so
    if (named && !named.includes(name)) return found;
    if (name !== reader) return `${name}${owns ?? ""}`;
    const word = owns ? "your" : "you";
    return BEGINS.test(text.slice(0, at)) ? capital(word) : word;
  });
  return said.replace(VERBATIM, "{");
}

// A player as a heading says it.
export function called(player, reader) {
  return player === reader ? "You" : player;
}

// Those who did something, of all players: one name, or several that are joined.
export function actors(by, players, reader) {
  if (players.includes(by) || by === reader) return called(by, reader);
  const names = by.split(JOINED);
  if (names.length > 1 && names.length === players.length) return ALL[names.length] ?? "All";
  return names.includes(reader) ? ["You", ...names.filter((name) => name !== reader)].join(", ").replace(/, ([^,]*)$/, " and $1") : by;
}

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
