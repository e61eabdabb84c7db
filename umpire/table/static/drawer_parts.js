// The top bar of the play view, the drawer beside the table, and the menu with the rest.

export const HEADER = `
  <div id="game">
    <span aria-hidden="true"></span>
    <h1></h1>
    <p></p>
  </div>
  <nav id="ways" aria-label="Beside the table">
    <button type="button" data-opens="rules" aria-keyshortcuts="Alt+R" aria-controls="drawer" aria-expanded="false">Rules</button>
    <button type="button" data-opens="log" aria-keyshortcuts="Alt+L" aria-controls="drawer" aria-expanded="false">Log</button>
    <button type="button" data-opens="more" aria-haspopup="dialog" aria-controls="more" aria-expanded="false">
      <span data-part="more-wide">More ▾</span><span data-part="more-narrow">Menu</span>
    </button>
  </nav>
  <button id="switch" type="button" aria-keyshortcuts="Alt+G" hidden>Play view <kbd aria-hidden="true">Alt G</kbd></button>
`;

export const DRAWER = `
  <aside id="drawer" aria-labelledby="drawer-title" hidden>
    <header>
      <button id="drawer-back" type="button">‹ Back</button>
      <h2 id="drawer-title" tabindex="-1"></h2>
      <button id="drawer-close" type="button" aria-label="Close (Escape)">✕</button>
    </header>
    <nav id="drawer-chips" aria-label="Parts"></nav>
    <div id="drawer-body"></div>
  </aside>
`;

export const MORE = `
  <dialog id="more" aria-label="Menu">
    <div class="more-first">
      <button type="button" data-opens="rules">Rules</button>
      <button type="button" data-opens="log">Log</button>
    </div>
    <button type="button" data-does="sound">Sound <i></i></button>
    <button type="button" data-does="alert">Alert when it is your turn <i></i></button>
    <p role="status"></p>
    <button type="button" data-does="dark">Dark <i></i></button>
    <button type="button" data-does="hints">Show hints again</button>
    <button type="button" data-does="grid" aria-keyshortcuts="Alt+G">Grid view, as in the spreadsheet <kbd aria-hidden="true">Alt G</kbd></button>
    <button type="button" data-does="keys">Keyboard <kbd aria-hidden="true">?</kbd></button>
    <button type="button" data-does="sheets" aria-controls="more-sheets" aria-expanded="false">Your other sheets <i></i></button>
    <ul id="more-sheets" hidden></ul>
  </dialog>
`;
