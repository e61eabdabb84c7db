// The looks of cells as rules of a style sheet, light and dark.

import { inDark, isNeutral } from "../dark.js";

const ALIGN = { left: "left", centre: "center", right: "right" };
const VALIGN = { top: "flex-start", middle: "center", bottom: "flex-end" };
const SPACES = { wrap: "pre-wrap", clip: "pre", overflow: "pre" };
const PIXELS = { thin: 1, dotted: 1, medium: 2, thick: 3 };
const SMALLEST = 11; // pixels of a letter on the screen
const WHITE = "#ffffff";
const HEX = /#[0-9a-f]{6}/gi;

// Make the rules `.look-0`, `.look-1` and so on.
export function dressUp(looks) {
  const styles = new CSSStyleSheet();
  for (const [at, look] of looks.entries()) {
    add(styles, `.look-${at}`, {
      "font-weight": look.bold ? "700" : "400",
      "font-style": look.italic ? "italic" : "normal",
      "text-decoration": look.strike ? "line-through" : "none",
      "font-size": `max(${look.size}pt, calc(${SMALLEST}px / var(--scale, 1)))`,
      "font-family": `${JSON.stringify(look.font)}, Arial, sans-serif`,
      "text-align": ALIGN[look.align],
      "align-items": VALIGN[look.valign],
      "white-space": SPACES[look.overlong],
      "overflow-wrap": look.overlong === "wrap" ? "anywhere" : "normal",
      overflow: look.overlong === "overflow" ? "visible" : "hidden",
      padding: `0 ${look.padding}px`,
      ...(isTile(look) ? tile(look) : {}),
    });
    for (const { classes, sides } of edgesOf(look)) {
      const colors = { "background-color": look.fill, color: look.ink, "--lines": shadows(look.edges, sides) };
      add(styles, `.look-${at}${classes}`, inBoth(colors, inDark(colors, false)));
    }
  }
  document.adoptedStyleSheets = [styles];
}

// Whether its fill makes a cell a piece, and no paper with words on it.
export function isPiece({ fill }) {
  return !isNeutral(fill);
}

// A piece whose lines are only gaps in the white of the paper: it has round corners, and the page's own
// paper beside it.
function isTile(look) {
  const lines = Object.values(look.edges).filter(Boolean);
  return isPiece(look) && lines.length > 0 && lines.every(([, colour]) => colour.toLowerCase() === WHITE);
}

function tile({ edges }) {
  const borders = Object.entries(edges).filter(([, edge]) => edge);
  return {
    ...Object.fromEntries(borders.map(([side, [kind]]) => [`border-${side}`, `${PIXELS[kind]}px solid transparent`])),
    "background-clip": "padding-box",
    "border-radius": "7px",
  };
}

function edgesOf(look) {
  const { edges } = look;
  if (isTile(look)) return [{ classes: "", sides: [] }];
  const always = ["right", "bottom"];
  return [
    { classes: "", sides: always },
    ...(edges.top ? [{ classes: ".top", sides: [...always, "top"] }] : []),
    ...(edges.left ? [{ classes: ".left", sides: [...always, "left"] }] : []),
    ...(edges.top && edges.left ? [{ classes: ".top.left", sides: Object.keys(edges) }] : []),
  ];
}

// Each colour with the one that it becomes in the dark.
function inBoth(light, dark) {
  return Object.fromEntries(Object.entries(light).map(([property, value]) => {
    const others = (dark[property] ?? value).match(HEX) ?? [];
    return [property, value.replace(HEX, (one) => `light-dark(${one}, ${others.shift() ?? one})`)];
  }));
}

function add(styles, selector, declared) {
  const { style } = styles.cssRules[styles.insertRule(`${selector} {}`, styles.cssRules.length)];
  for (const [property, value] of Object.entries(declared)) style.setProperty(property, value);
}

function shadows(edges, sides) {
  const inside = { top: [0, 1], right: [-1, 0], bottom: [0, -1], left: [1, 0] };
  const lines = sides
    .filter((side) => edges[side])
    .map((side) => [PIXELS[edges[side][0]], edges[side][1], inside[side]])
    .sort(([one], [other]) => other - one);
  const drawn = lines.map(([width, colour, [x, y]]) => `inset ${x * width}px ${y * width}px ${colour}`);
  return drawn.join(", ") || "none";
}
