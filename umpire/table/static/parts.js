// What the play view adds to the page: its own part, the top bar and what opens beside it, its keys in
// the help.

import { DRAWER, HEADER, MORE } from "./drawer_parts.js";

const HELP = `
  <dl id="play-keys">
    <div><dt>Tab</dt><dd>cards, form, the line that is sent, Send, the table</dd></div>
    <div><dt>Arrow keys, Space</dt><dd>inside a block; put a piece in, or take it out</dd></div>
    <div><dt>Up, Down, Page Up, Page Down</dt><dd>in a number: by 1, by 5</dd></div>
    <div><dt>Enter, Escape</dt><dd>send the form, empty it</dd></div>
    <div><dt>a letter or digit</dt><dd>is typed into the line</dd></div>
    <div><dt>Ctrl+Z</dt><dd>take back what you filled in last</dd></div>
    <div><dt>Alt+R, Alt+L</dt><dd>the rules, the log; Escape closes them</dd></div>
    <div><dt>Alt+G</dt><dd>to the grid of cells and back</dd></div>
  </dl>
`;

const PLAY = `
  <main id="play" hidden>
    <section data-part="end" aria-label="How the match ended" hidden></section>
    <div data-part="you">
      <p data-part="lost" role="status"></p>
      <section data-part="question" aria-label="Your turn">
        <div data-part="asking">
          <p data-part="news" aria-label="Since your last answer"></p>
          <h2 data-part="ask"></h2>
          <p data-part="condition"></p>
        </div>
        <div data-part="time">
          <span data-part="left-time" role="timer" aria-live="off"></span>
          <small data-part="after"></small>
        </div>
        <div data-part="bar" aria-hidden="true"><b></b></div>
      </section>
      <div data-part="middle">
        <section data-part="near" aria-label="Where you answer"></section>
        <section data-part="hand" aria-label="Your cards"></section>
        <section data-part="fields" aria-label="Your answer"></section>
        <section data-part="later" aria-label="More of your cards"></section>
        <aside data-part="hint" aria-label="Hint">
          <b data-part="hint-first"></b><span data-part="hint-rest"></span>
          <button data-part="hint-got" type="button">Got it</button>
          <small>First time here</small>
        </aside>
      </div>
      <section data-part="dock" aria-label="What you send">
        <div data-part="saying"><p data-part="say"><b data-part="says"></b> <span data-part="more"></span></p></div>
        <p data-part="heard" aria-live="polite"></p>
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
      <section data-part="lot" aria-label="What it is about" hidden></section>
      <div data-part="board"></div>
      <div data-part="lists"></div>
      <div data-part="drafts"></div>
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
    </section>
    <footer data-part="status"><b>You are watching</b><span data-part="watching"></span></footer>
    <p data-part="voice" class="unseen" aria-live="polite"></p>
  </main>
`;

// Called once, before the page is put together.
export function addParts() {
  const find = (id) => document.getElementById(id);
  find("connection").after(...made(HEADER));
  find("help").querySelector("dl").before(...made(HELP));
  find("foot").before(...made(PLAY), ...made(DRAWER));
  find("help").before(...made(MORE));
}

function made(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.children;
}
