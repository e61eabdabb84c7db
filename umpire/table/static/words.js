// The name of a card is one word, and is never broken or cut: where it is too long for its cell, it is
// written smaller.

const SMALLEST = 0.5; // of the size that it has else

// Make the names fit that some cells hold, once these are laid out.
export function fitNames(tds) {
  const names = [...tds].flatMap((td) => {
    const text = td.classList.contains("filled") ? td.querySelector(":scope > .text") : null;
    return text && /^\S+$/.test(text.textContent) ? [text] : [];
  });
  for (const text of names) text.style.fontSize = "";
  const shares = names.map((text) => text.getBoundingClientRect().width / width(text));
  for (const [at, text] of names.entries()) {
    if (shares[at] < 1) text.style.fontSize = `${Math.floor(100 * Math.max(SMALLEST, shares[at]))}%`;
  }
}

function width(text) {
  const range = document.createRange();
  range.selectNodeContents(text);
  return range.getBoundingClientRect().width;
}
