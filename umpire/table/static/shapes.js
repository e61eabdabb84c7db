// The shapes in which parts of a form are asked. Each makes an element, with `show(part, {next, chosen,
// empty, last})`: the fields that are filled next, that were turned to, and that are empty, and the key
// of the one filled last; and, if one types in it, `typed()`: what is in it by now.
//
// What a shape is told to do it does by: write(changes, field), of [field, text] each, to go on in
// that field, choose(field), open(part), enter(), escape(), look(), of the tab's pieces, and tab().

import { bet } from "./bet.js";
import { choice } from "./choice.js";
import { number } from "./number.js";
import { palette } from "./palette.js";
import { rows } from "./rows.js";
import { tray } from "./tray.js";
import { fold, list, text } from "./written.js";

const SHAPES = { bet, choice, list, number, palette, rows, text, tray };

export function makePart(part, on) {
  return part.isFolded ? fold(part, on) : SHAPES[part.shape](part, on);
}
