// The charts: where the board is in them, and whose line is whose.

import { make, words } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const DASHES = ["", "8 4", "8 4 2 4", "2 4"];

// Mark a frame in all charts. `bounds` are the first and the last, as shares of the width.
export function markFrame(frame, frames, [left, right]) {
  for (const svg of document.querySelectorAll("figure svg")) {
    const { width, height } = svg.viewBox.baseVal;
    const x = width * (left + ((right - left) * frame) / Math.max(1, frames));
    let now = svg.querySelector(".now");
    if (!now) {
      now = document.createElementNS(SVG, "line");
      now.setAttribute("class", "now");
      svg.append(now);
    }
    for (const [key, value] of Object.entries({ x1: x, x2: x, y1: 4, y2: height * 0.88 })) {
      now.setAttribute(key, value);
    }
  }
}

// Letters have the same size in a chart of any width.
export function fitCharts() {
  for (const svg of document.querySelectorAll("figure svg")) {
    svg.style.setProperty("--unit", String(svg.viewBox.baseVal.width / Math.max(1, svg.clientWidth)));
  }
}

export function addLegend(place, players) {
  for (const [seat, player] of players.entries()) {
    const svg = document.createElementNS(SVG, "svg");
    const stroke = document.createElementNS(SVG, "line");
    const drawn = { x1: 0, x2: 34, y1: 5, y2: 5, class: `seat-${seat + 1}`, "stroke-dasharray": DASHES[seat % DASHES.length] };
    for (const [key, value] of Object.entries(drawn)) stroke.setAttribute(key, value);
    svg.setAttribute("aria-hidden", "true");
    svg.setAttribute("viewBox", "0 0 34 10");
    svg.append(stroke);
    place.append(make("span", { class: "key" }, svg, words(player)));
  }
}
