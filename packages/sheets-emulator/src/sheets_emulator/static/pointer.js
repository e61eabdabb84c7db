// Mouse, pen and finger. A mouse selects when it is pressed and draws a block with it; a finger
// selects when it is lifted, so that it can scroll, and edits when it taps the same cell again.

// `on` has: press(place, header, extend), drag(place), tick(place), edit(options),
// isChosen(place) -> boolean
export function listenToPointer(scroller, grid, on) {
  let isDragging = false;
  let isTouch = false;

  const isEditor = (node) => node.closest(".editor") !== null;
  const press = (target, extend) => {
    const place = grid.cellOf(target);
    const header = target.closest("#grid th");
    if (place || header) on.press(place, header, extend);
    return place;
  };

  scroller.addEventListener("pointerdown", (event) => {
    isTouch = event.pointerType === "touch";
    if (isTouch || event.button !== 0 || isEditor(event.target)) return;
    isDragging = press(event.target, event.shiftKey) !== null;
  });

  // The focus goes where the selection goes, and no text is marked.
  scroller.addEventListener("mousedown", (event) => {
    if (event.target !== scroller && !isEditor(event.target)) event.preventDefault();
  });

  scroller.addEventListener("pointerover", (event) => {
    const place = grid.cellOf(event.target);
    if (isDragging && place) on.drag(place);
  });

  window.addEventListener("pointerup", () => {
    isDragging = false;
  });

  scroller.addEventListener("click", (event) => {
    if (isEditor(event.target)) return;
    const place = grid.cellOf(event.target);
    const isAgain = isTouch && place !== null && on.isChosen(place);
    if (isTouch && !isAgain) press(event.target, false);
    if (!place) return;
    if (event.target.closest(".tick")) {
      event.preventDefault();
      on.tick(place);
    } else if (event.target.closest(".arrow")) {
      on.edit({ quiet: isTouch });
    } else if (isAgain) {
      on.edit();
    }
  });

  scroller.addEventListener("dblclick", (event) => {
    const isSpecial = event.target.closest(".editor, .arrow, .tick") !== null;
    if (!isTouch && !isSpecial && grid.cellOf(event.target)) on.edit();
  });
}
