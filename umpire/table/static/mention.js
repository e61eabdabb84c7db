// How players are named for a reader: "you" for the reader, the name for everybody else.

const MENTION = /\{([^{}]+?)('s)?\}/g;
const BEGINS = /(^|[.;:!?]\s+)$/; // what stands before the first word of a sentence
const JOINED = /, | and /;
const ALL = { 2: "Both" };

// A text whose mentions, {Bo} and {Bo's}, are said to this reader.
export function told(text, reader) {
  return text.replace(MENTION, (_, name, owns, at) => {
    if (name !== reader) return `${name}${owns ?? ""}`;
    const word = owns ? "your" : "you";
    return BEGINS.test(text.slice(0, at)) ? capital(word) : word;
  });
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
