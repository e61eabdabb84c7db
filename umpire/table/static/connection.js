// Whether what one does arrives: the page says in its top bar how it is connected.

const LOST = ["reconnecting", "unsaved", "gone"];

// Call `change` with it whenever that changes.
export function watchConnection(change) {
  const sign = document.getElementById("connection");
  const tell = () => change(!LOST.includes(sign.dataset.state));
  new MutationObserver(tell).observe(sign, { attributeFilter: ["data-state"] });
}
