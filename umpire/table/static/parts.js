// What the play view adds to the page: its own part, the menu of tabs and the button that changes to
// the grid and back, the hints in the settings, its keys in the help.

const HEADER = `
  <nav id="places" aria-label="Tabs" hidden>
    <div role="tablist" aria-label="Tabs of this spreadsheet"></div>
    <select aria-label="Tab"></select>
  </nav>
  <button id="switch" type="button" aria-keyshortcuts="Alt+G" hidden><span></span> <kbd aria-hidden="true">Alt G</kbd></button>
`;

const HINTS = `
  <fieldset id="hints" hidden>
    <legend>Hints</legend>
    <button type="button">Show hints again</button>
  </fieldset>
`;

const HELP = `
  <h2>Where one plays</h2>
  <dl>
    <div><dt>Tab</dt><dd>question, cards, form, Send, the line to type in, the table</dd></div>
    <div><dt>Arrow keys, Space</dt><dd>inside a block; put a piece in, or take it out</dd></div>
    <div><dt>Enter, Escape</dt><dd>send the form, empty it</dd></div>
    <div><dt>a letter or digit</dt><dd>is written into the line</dd></div>
    <div><dt>Alt+G</dt><dd>to the grid of cells and back</dd></div>
  </dl>
`;

const PLAY = `
  <main id="play" hidden>
    <section data-part="end" aria-label="How the match ended" hidden></section>
    <div data-part="left">
      <section data-part="question" aria-label="Question">
        <h2 data-part="ask"></h2>
        <div data-part="time">
          <span data-part="left-time" role="timer" aria-live="off"></span>
          <small data-part="after"></small>
        </div>
        <div data-part="bar" aria-hidden="true"><b></b></div>
      </section>
      <p data-part="reply" role="status"></p>
      <aside data-part="hint" aria-label="Hint">
        <b data-part="hint-first"></b><span data-part="hint-rest"></span>
        <button data-part="hint-got" type="button">Got it</button>
        <small>First time here</small>
      </aside>
      <section data-part="hand" aria-label="Your cards"></section>
      <section data-part="form" aria-label="Your answer">
        <div data-part="fields"></div>
        <div data-part="sending">
          <button data-part="send" type="button">Send <kbd aria-hidden="true">Enter</kbd></button>
          <button data-part="lock" type="button">and lock</button>
          <p data-part="preview" aria-live="polite">
            <span data-part="says"></span> <b data-part="would"></b> <small data-part="more"></small>
          </p>
        </div>
        <div data-part="line">
          <input data-part="line-input" type="text" aria-label="A line to type in" list="line-list" autocomplete="off"
            autocapitalize="off" autocorrect="off" spellcheck="false" enterkeyhint="send">
          <datalist id="line-list" data-part="line-list"></datalist>
        </div>
      </section>
      <section data-part="events" aria-labelledby="events-title">
        <h2 id="events-title" data-part="events-title"></h2>
        <ol data-part="events-list"></ol>
        <button data-part="events-more" type="button">more</button>
      </section>
    </div>
    <div data-part="right">
      <header data-part="head">
        <div>
          <h2 data-part="title"></h2>
          <p data-part="subtitle"></p>
          <p data-part="news" aria-label="Since your last answer" hidden></p>
        </div>
        <div data-part="beside"></div>
      </header>
      <section data-part="board" aria-label="The table"></section>
      <section data-part="sheet" aria-labelledby="sheet-title">
        <h2 id="sheet-title">What you have sent, newest first</h2>
        <ol data-part="sheet-list"></ol>
      </section>
    </div>
    <footer data-part="status">
      <span data-part="match"></span>
      <span data-part="watching"></span>
      <span data-part="hour"></span>
      <span data-part="live">Live</span>
    </footer>
  </main>
`;

// Called once, before the page is put together.
export function addParts() {
  const find = (id) => document.getElementById(id);
  find("connection").after(...made(HEADER));
  find("settings").querySelector(".panel").append(...made(HINTS));
  find("help").querySelector("dl").after(...made(HELP));
  find("foot").before(...made(PLAY));
}

function made(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.children;
}
