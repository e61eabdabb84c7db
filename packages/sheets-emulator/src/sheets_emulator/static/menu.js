// A menu in the header closes when one turns away from it.

export function closeByItself(menu) {
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
  // A page that the browser kept shows no open menu when one comes back to it.
  window.addEventListener("pagehide", () => {
    menu.open = false;
  });
}
