// What scripts of extensions add to the page: views of a tab that are shown in place of the grid. Such
// a script is loaded before the page is put together, and calls `addView`.

const makers = [];

// `make` is called once, with what a view may use: `book`, `countdown`, `isDark()`; `write(blocks)`;
// `tick(blocks)`, of boxes that somebody else unticks; `ring()`; `openTab(id)`; and `turn(change)`,
// where `change` makes views show other tabs than before. It returns a `View`.
export function addView(make) {
  makers.push(make);
}

export function makeViews(page) {
  return makers.map((make) => make(page));
}

export class View {
  // `element` is seen while the view shows a tab.
  constructor(element) {
    this.element = element;
  }

  // What the browser calls the page, if not by the spreadsheet's title and this program.
  get title() {
    return null;
  }

  // Whether it shows this tab, which may be none (null).
  shows() {
    return false;
  }

  // A message has been taken into the book; `tab.beside` has what the extension tells of a tab.
  heard(_message, _isWhole) {}

  // So many look at this spreadsheet.
  watched(_watching) {}

  // The connection is lost, or back.
  connected(_isConnected) {}

  // Show what belongs to it around a tab, whatever shows the tab.
  around(_tab) {}

  // Show a whole tab anew.
  show(_tab) {}

  // Show what has changed: some cells, by key, or the looks of all.
  change(_tab, _dirty) {}

  // The cell at which one is, if at any, and going to one.
  get place() {
    return null;
  }

  goTo(_place) {}

  // A key that was pressed outside of any field while it shows a tab, or anywhere. Returns whether it
  // meant something here.
  pressed(_event) {
    return false;
  }

  pressedAnywhere(_event) {
    return false;
  }

  // Blocks were not written because other cells have come to their places; returns what is said of it.
  refused(_blocks, sentence) {
    return sentence;
  }
}
