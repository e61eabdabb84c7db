// The colours of cells in the dark. White paper and greys become dark ones and their text light, in
// pairs that can be read. A coloured fill stays, with the text that was chosen for it; so does that
// of a white or grey mark, such as a piece: it is only dimmed as far as its text allows. Grey text
// on white or nearly white is no mark: what is closed is to be seen the least.

const PAPER = 27; // the grey that white becomes
const LIGHT = 238; // the one that black text becomes
const READABLE = 4.5;
const NEUTRAL = 24; // by so much the channels of a grey may differ
const HALF = 128;
const PALE = 240; // a fill at least as bright is nearly white
const FAINT = 60; // a grey text as bright as this tells that its cell is closed

const WHITE = "#ffffff";
const BLACK = "#000000";
const HEX = /#[0-9a-f]{6}/gi;

const known = new Map();

// The css of a cell as the dark shows it. `isTold` is whether its fill says something by itself.
export function inDark(css, isTold) {
  const told = JSON.stringify([css, isTold]);
  if (!known.has(told)) known.set(told, darkened(css, isTold));
  return known.get(told);
}

function darkened(css, isTold) {
  if (!isTold && !css["background-color"] && !css.color && !Object.keys(css).some(hasLine)) return css;
  const { fill, ink } = pair(css["background-color"] ?? WHITE, css.color ?? BLACK, isTold);
  const lined = Object.entries(css)
    .filter(([property]) => hasLine(property))
    .map(([property, value]) => [property, value.replace(HEX, line)]);
  return { ...css, ...Object.fromEntries(lined), "background-color": fill, color: ink };
}

function hasLine(property) {
  return property === "--lines" || property.startsWith("border-");
}

export function pair(fill, ink, isTold) {
  const isMark = isTold && !(brightness(fill) >= PALE && isNeutral(ink) && brightness(ink) >= FAINT);
  if (!isNeutral(fill) || (!isMark && brightness(fill) < HALF)) return { fill, ink };
  if (isMark) return { fill: dimmed(fill, ink), ink };
  const dark = grey(PAPER + (255 - brightness(fill)) * 0.9);
  return { fill: dark, ink: readable(isNeutral(ink) ? grey(LIGHT - brightness(ink) * 0.75) : ink, dark) };
}

function line(color) {
  return isNeutral(color) ? grey(PAPER + (255 - brightness(color)) * 0.75) : color;
}

// As dark as a bright fill can be with this text on it.
function dimmed(fill, ink) {
  if (brightness(fill) < 200) return fill;
  const shades = [0.2, 0.15, 0.1, 0.05].map((share) => mixed(fill, BLACK, share));
  return shades.find((shade) => contrast(shade, ink) >= READABLE) ?? fill;
}

// A text as light as it must be to be read on this fill; dark, where that is no way.
function readable(ink, fill) {
  const tints = [0, 0.2, 0.4, 0.6, 0.8, 1].map((share) => mixed(ink, WHITE, share));
  return tints.find((tint) => contrast(tint, fill) >= READABLE) ?? BLACK;
}

function channels(color) {
  return [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
}

function hex(parts) {
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

function grey(part) {
  return hex([part, part, part]);
}

function mixed(color, other, share) {
  const [one, two] = [channels(color), channels(other)];
  return hex(one.map((part, at) => part + (two[at] - part) * share));
}

function brightness(color) {
  return channels(color).reduce((sum, part) => sum + part, 0) / 3;
}

export function isNeutral(color) {
  const parts = channels(color);
  return Math.max(...parts) - Math.min(...parts) <= NEUTRAL;
}

// WCAG's.
export function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color) {
  const [red, green, blue] = channels(color)
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
