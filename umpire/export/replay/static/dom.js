// Elements of the page. What anybody has typed or is called goes into their texts, nowhere else.

export function id(name) {
  return document.getElementById(name);
}

// An element with texts and elements in it. A text that people wrote goes through `words`.
export function make(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
}

export function words(text, kind = "") {
  return make("bdi", kind && { class: kind }, visible(text));
}

export function visible(text) {
  return text.replace(/\r\n?/g, "\n").replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g, "\ufffd");
}

// Seconds as a clock shows them.
export function span(seconds) {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, at) => (at ? String(part).padStart(2, "0") : String(part))).join(":");
}
