// The numbers among the choices of a field: which there are, and how each is written.

const NUMBERED = /^(.*\s)?(-?\d+)$/;
const MOST_GROUPS = 6;

// The choices of a field, in groups: those alike but for a number at their end are one, with a scale.
// Each has its `stem`, the text or what its numbers have in common, and `scale`, null for a text. Null
// if no choice is a number or if there are too many groups. They are in the order of the choices.
export function scalesOf(field) {
  const groups = field.isNumber ? groupsOfRange(field) : groupsOfChoices(field.choices);
  const isNumbered = groups.some(({ scale }) => scale !== null && scale.size > 1);
  return (field.isNumber || isNumbered) && groups.length <= MOST_GROUPS ? groups : null;
}

function groupsOfRange({ choices, least, most, prefix }) {
  const range = { stem: prefix.trim(), scale: new Scale(prefix, least, most) };
  const others = choices.filter((choice) => range.scale.numberOf(choice) === null);
  const at = choices.findIndex((choice) => range.scale.numberOf(choice) !== null);
  const texts = others.map((choice) => ({ stem: choice, scale: null }));
  return texts.toSpliced(at < 0 ? texts.length : at, 0, range);
}

function groupsOfChoices(choices) {
  const groups = new Map();
  for (const choice of choices) {
    const [, prefix = "", digits] = NUMBERED.exec(choice) ?? [];
    const key = digits === undefined ? choice : prefix;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(digits === undefined ? null : Number(digits));
  }
  return [...groups].map(([key, numbers]) => {
    if (numbers.includes(null)) return { stem: key, scale: null };
    const sorted = numbers.sort((one, other) => one - other);
    return { stem: key.trim(), scale: new Scale(key, sorted[0], sorted.at(-1), sorted) };
  });
}

export class Scale {
  // `offered` are its numbers, if these are not all from `least` to `most`.
  constructor(prefix, least, most, offered = null) {
    this.prefix = prefix;
    this.least = least;
    this.most = most;
    this.offered = offered;
  }

  get size() {
    return this.offered?.length ?? this.most - this.least + 1;
  }

  textOf(number) {
    return `${this.prefix}${number}`;
  }

  // The number that a text stands for; null if it is none of this scale's.
  numberOf(text) {
    const isMine = text.toLowerCase().startsWith(this.prefix.toLowerCase());
    const digits = isMine ? text.slice(this.prefix.length).trim() : "";
    return /^[+-]?\d+$/.test(digits) ? Number(digits) : null;
  }

  has(number) {
    return this.least <= number && number <= this.most;
  }

  // The number at a place of the rail, which counts from 0, and the place of a number.
  numberAt(place) {
    const at = Math.max(0, Math.min(this.size - 1, place));
    return this.offered?.[at] ?? this.least + at;
  }

  placeOf(number) {
    if (!this.offered) return Math.max(0, Math.min(this.size - 1, number - this.least));
    const found = this.offered.findLastIndex((one) => one <= number);
    return Math.max(0, found);
  }
}
