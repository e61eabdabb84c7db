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
    <div><dt>Tab</dt><dd>cards, form, the line that is sent, Send, the table</dd></div>
    <div><dt>Arrow keys, Space</dt><dd>inside a block; put a piece in, or take it out</dd></div>
    <div><dt>Enter, Escape</dt><dd>send the form, empty it</dd></div>
    <div><dt>a letter or digit</dt><dd>is typed into the line</dd></div>
    <div><dt>Alt+G</dt><dd>to the grid of cells and back</dd></div>
  </dl>
`;

const PLAY = `
  <main id="play" hidden>
    <section data-part="end" aria-label="How the match ended" hidden></section>
    <div data-part="you">
      <section data-part="question" aria-label="Your turn">
        <div data-part="asking">
          <p data-part="news" aria-label="Since your last answer"></p>
          <h2 data-part="ask"></h2>
        </div>
        <div data-part="time">
          <span data-part="left-time" role="timer" aria-live="off"></span>
          <small data-part="after"></small>
        </div>
        <div data-part="bar" aria-hidden="true"><b></b></div>
      </section>
      <div data-part="middle">
        <section data-part="hand" aria-label="Your cards"></section>
        <section data-part="fields" aria-label="Your answer"></section>
        <aside data-part="hint" aria-label="Hint">
          <b data-part="hint-first"></b><span data-part="hint-rest"></span>
          <button data-part="hint-got" type="button">Got it</button>
          <small>First time here</small>
        </aside>
      </div>
      <section data-part="dock" aria-label="What you send">
        <p data-part="say" aria-live="polite"><b data-part="says"></b> <span data-part="more"></span></p>
        <div data-part="sending">
          <input data-part="line" type="text" aria-label="What is sent, or a line to type" list="line-list" autocomplete="off"
            autocapitalize="off" autocorrect="off" spellcheck="false" enterkeyhint="send">
          <datalist id="line-list" data-part="line-list"></datalist>
          <button data-part="send" type="button">Send <kbd aria-hidden="true">Enter</kbd></button>
          <button data-part="lock" type="button">Lock it</button>
        </div>
      </section>
    </div>
    <section data-part="table" aria-label="Table">
      <header data-part="head">
        <div>
          <h2 data-part="title"></h2>
          <p data-part="subtitle"></p>
        </div>
        <div data-part="beside"></div>
        <div data-part="score" hidden></div>
      </header>
      <div data-part="board"></div>
      <div data-part="two">
        <section data-part="happened" aria-label="What happened" hidden>
          <h3><span data-part="happened-title"></span> <small>newest first</small></h3>
          <ol data-part="happened-list"></ol>
        </section>
        <section data-part="last" aria-label="The last result" hidden></section>
      </div>
      <section data-part="rounds" aria-label="Results" hidden>
        <h3 data-part="rounds-title"></h3>
        <div data-part="rounds-list"></div>
      </section>
      <div data-part="reference"></div>
      <section data-part="log" aria-label="Log">
        <div data-part="events">
          <h3 data-part="events-title"></h3>
          <ol data-part="events-list"></ol>
          <button data-part="events-more" type="button">more</button>
        </div>
        <div data-part="sheet">
          <h3>What you have sent, newest first</h3>
          <ol data-part="sheet-list"></ol>
        </div>
      </section>
    </section>
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
