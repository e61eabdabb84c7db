"""A tab to play at: a question, a hand, a form, tiles, a score sheet, made as a program would.

The writer may fill in the form and the score sheet. Two cards are asked for; `ask_for` asks for
something else.
"""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from page_kit import (
    NASTY,
    Book,
    Json,
    Person,
    add_tab,
    box,
    cells,
    column_width,
    one_of,
    row_height,
    text,
    validation,
)
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

TABLE = 104
MOVES = 105
CARDS = ["G8", "B1", "B3", "B3", "R7"]
BETS = ["call", "fold", *(f"raise {number}" for number in range(1, 19))]
WAYS = ["B2-B3", "B2-A2", "B2-B1-C1"]
DUE = "Until 12:00:00 UTC"
AIM = "Outlast your opponent. Whoever runs out of chips loses."
SECRET = "Your two cards are secret. Nobody sees them yet."
LABELS = {"label_card_1": (6, 1), "label_card_2": (6, 3), "label_bet": (7, 1), "label_way": (7, 3)}
FORM = {"form_card_1": (6, 2), "form_card_2": (6, 4), "form_bet": (7, 2), "form_way": (7, 4)}
SEND = (8, 2)
FIRST_ROW = 19  # of the score sheet

NAMES = {
    "ask_1": (0, 1, 1, 7),
    "due_1": (1, 2, 1, 7),
    "reply_1": (2, 3, 1, 7),
    "title_1": (0, 1, 8, 12),
    "hand_1": (4, 5, 1, 7),
    "events_1": (11, 15, 1, 2),
    "entry_1": (FIRST_ROW, 40, 1, 2),
    "stand_1": (10, 13, 8, 12),
    "form_send": (8, 9, 2, 3),
    "form_note": (9, 10, 1, 2),
    **{name: (row, row + 1, at, at + 1) for name, (row, at) in (LABELS | FORM).items()},
}
PLAY: Json = {
    "question": {"ask": "ask_1", "due": "due_1", "reply": "reply_1"},
    "hand": ["B4:G5"],
    "form": list(FORM),
    "send": {"tick": "form_send"},
    "events": "events_1",
    "sheet": "entry_1",
    "board": ["I4:L8", "I11:L13", "I15:L16"],
    "feeds": [
        {"from": "hand_1", "into": ["form_card_1", "form_card_2"]},
        {"from": "J5:L7", "into": ["form_way"], "match": "last", "heads": True},
    ],
    "hints": {"aim": AIM, "cards": SECRET},
}
CREAM = {"red": 1, "green": 0.937, "blue": 0.761}
BLUE = {"red": 0.169, "green": 0.31, "blue": 0.776}


def play_at(book: Book, play: Json = PLAY, kind: str = "cards") -> None:
    """Add the tab to a spreadsheet, and tell what it is made of."""
    fill = {"backgroundColorStyle": {"rgbColor": BLUE}}
    white = {"foregroundColorStyle": {"rgbColor": {"red": 1, "green": 1, "blue": 1}}}
    card = {**fill, "textFormat": {**white, "bold": True}, "horizontalAlignment": "CENTER"}
    ask = text("Choose two cards.", backgroundColorStyle={"rgbColor": CREAM})
    values: dict[tuple[int, int], list[list[Json]]] = {
        (0, 1): [[ask]],
        (0, 8): [[text("Round 2: choose your cards")]],
        (3, 1): [[text("Your hand: 5 cards")]],
        (4, 1): [[text(name, **card) for name in CARDS]],
        (9, 1): [[text("Fill in first and second, then tick send.")]],
        (10, 1): [[text("What happened")], [text("The community card is R7.")], [text(NASTY)]],
        (3, 8): [[text("Board B")]],
        (4, 8): [
            *([text(str(3 - row)), *(text(str(row)) for _ in range(3))] for row in range(3)),
            [text(""), *(text(name) for name in "ABC")],
        ],
        (10, 8): [[text("Bo"), text("23")], [text("Ana"), text("21")], [text("")]],
        (FIRST_ROW, 0): [[text("1")], [text("2")]],
    }
    yours = [
        *(box(TABLE, row, row + 1, at, at + 1) for row, at in (*FORM.values(), SEND)),
        box(TABLE, *NAMES["entry_1"]),
    ]
    rules = [(FORM["form_card_1"], CARDS), (FORM["form_card_2"], CARDS), (FORM["form_bet"], BETS)]
    book.request(
        [
            add_tab(TABLE, "Table", 40, 14, hideGridlines=True),
            column_width(TABLE, 0, 24),
            *(column_width(TABLE, column, 56) for column in range(1, 7)),
            *(row_height(TABLE, row, height) for row, height in ((4, 52), (5, 8))),
            *(
                cells(TABLE, *at, rows, "userEnteredValue,userEnteredFormat")
                for at, rows in values.items()
            ),
            *(
                validation(TABLE, (row, row + 1, at, at + 1), one_of(*dict.fromkeys(choices)))
                for (row, at), choices in (*rules, (FORM["form_way"], WAYS))
            ),
            validation(TABLE, NAMES["form_send"], {"condition": {"type": "BOOLEAN"}}),
            *(
                {"addNamedRange": {"namedRange": {"name": name, "range": box(TABLE, *area)}}}
                for name, area in NAMES.items()
            ),
            {
                "addProtectedRange": {
                    "protectedRange": {"range": {"sheetId": TABLE}, "unprotectedRanges": yours}
                }
            },
            _metadata("play", play, {"sheetId": TABLE}),
            _metadata(
                "countdown",
                [{"range": "entry_1", "awaited": True, "kind": kind}],
                {"spreadsheet": True},
            ),
        ]
    )
    ask_for(book, label_card_1="First", label_card_2="second")


def happened(book: Book, *events: str) -> None:
    """Tell all that happened, oldest first, on a tab of its own, and the latest on the table."""
    rows = [[text(str(number)), text(event)] for number, event in enumerate(events, 1)]
    few = [[text(event)] for event in events[:-5:-1]]
    values = "userEnteredValue"
    book.request([cells(MOVES, 0, 0, rows, values), cells(TABLE, 11, 1, few, values)])


def greet(book: Book, *lines: str) -> None:
    """Tell something else than what happened in the rows of the table."""
    book.request([cells(TABLE, 11, 1, [[text(line)] for line in lines], "userEnteredValue")])


def list_moves(book: Book) -> None:
    """Add the tab that has room for all that happened."""
    named = {"name": "all_moves", "range": box(MOVES, 0, 30, 0, 2)}
    book.request([add_tab(MOVES, "Moves", 30, 2), {"addNamedRange": {"namedRange": named}}])


def tell(book: Book, play: Json) -> None:
    """Tell anew what the tab is made of."""
    found = {"developerMetadataLookup": {"metadataKey": "play"}}
    book.request(
        [
            {"deleteDeveloperMetadata": {"dataFilter": found}},
            _metadata("play", play, {"sheetId": TABLE}),
        ]
    )


def ask_for(book: Book, **labels: str) -> None:
    """Ask for the cells of the form that have these labels, and for no others."""
    for name, (row, column) in LABELS.items():
        book.write(TABLE, row, column, labels.get(name, ""))


def give(book: Book, seconds: float, question: Json | None = None, **clock: Any) -> None:
    """Give the player so many seconds from now on."""
    until = soon(seconds)
    book.write(TABLE, 1, 1, f"{DUE}, then your turn is over")
    tell_beside(
        book,
        {"range": "due_1", "until": until, "instead": len(DUE), **clock},
        {"range": "entry_1", "awaited": True, **({"question": question} if question else {})},
    )


def preview(book: Book, of: dict[str, str], line: str = "", more: str = "", **told: Any) -> None:
    """Say what these texts in the form would send, as a program does."""
    awaited = {"range": "entry_1", "awaited": True, "kind": "cards"}
    tell_beside(book, awaited, {"range": "form_note", "of": of, "line": line, "more": more, **told})


def offer(
    book: Book,
    fields: Json,
    question: Json | None = None,
    of: dict[str, str] | None = None,
    **told: Any,
) -> None:
    """Say what the cells of the form mean and, as `told`, what the texts in them would do."""
    asked = {"range": "entry_1", "awaited": True, "kind": "cards", "reader": "Ana"}
    says = [
        {"of": [name], "texts": field["says"]} for name, field in fields.items() if "says" in field
    ]
    form = {"range": "form_note", "of": of or {}, "fields": fields, "says": says}
    tell_beside(book, asked | ({"question": question} if question else {}), form | told)


def choices(book: Book, name: str, *texts: str) -> None:
    """Have a cell of the form offer these choices, or take any text."""
    request = {"range": box(TABLE, *NAMES[name])}
    rule = {"rule": one_of(*texts)} if texts else {}
    book.request([{"setDataValidation": request | rule}])


def holds(book: Book) -> None:
    """Tell that an answer is held, as a program does."""
    tell_beside(book, {"range": "entry_1", "awaited": True, "kind": "cards", "held": True})


def knows(book: Book, **told: Any) -> None:
    """Tell what Ana's page may know of the match: results, notes, events, as a program does."""
    about = {"range": "entry_1", "awaited": True, "kind": "cards", "reader": "Ana"}
    tell_beside(book, {**about, "players": ["Ana", "Bo"], **told})


def finish(book: Book, end: Json) -> None:
    """Tell how the match has ended, as a program does."""
    tell_beside(book, {"range": "ask_1", "over": True, "end": end})


def soon(seconds: float) -> str:
    """Return the moment so many seconds from now on."""
    return (datetime.now(UTC) + timedelta(seconds=seconds)).isoformat()


def tell_beside(book: Book, *told: Json) -> None:
    """Tell what pages draw beside the cells, as a program does."""
    found = {"developerMetadataLookup": {"metadataKey": "countdown"}}
    book.request(
        [
            {"deleteDeveloperMetadata": {"dataFilter": found}},
            _metadata("countdown", told, {"spreadsheet": True}),
        ]
    )


def _metadata(key: str, value: Any, location: Json) -> Json:
    made = {
        "metadataKey": key,
        "metadataValue": json.dumps(value),
        "location": location,
        "visibility": "DOCUMENT",
    }
    return {"createDeveloperMetadata": {"developerMetadata": made}}


def plays(person: Person, book: Book) -> Person:
    """Open the tab as its writer, with nothing chosen in this browser before."""
    person.forgets(book.base)
    person.opens(book.link(book.writer, TABLE))
    return person


def part(person: Person, name: str) -> str:
    """Return the text of a part of the page, nothing where it is not shown."""
    script = (
        "const found = document.querySelector(`[data-part=${arguments[0]}]`);"
        "return found?.checkVisibility() ? found.innerText : ''"
    )
    shown: str = person.driver.execute_script(script, name)
    return shown.strip()


def opens(person: Person, name: str) -> None:
    """Open or close what stands beside the table: the rules, the log, or the menu with more."""
    person.driver.find_element(By.CSS_SELECTOR, f"#ways [data-opens={name}]").click()


def beside(person: Person) -> str:
    """Return the text of the drawer beside the table, nothing while there is none."""
    script = (
        "return document.getElementById('drawer').hidden"
        " ? '' : document.getElementById('drawer-body').innerText"
    )
    shown: str = person.driver.execute_script(script)
    return shown.strip()


def chooses(person: Person, title: str) -> None:
    """Go to one of the other sheets in the menu."""
    opens(person, "more")
    person.driver.find_element(By.CSS_SELECTOR, "[data-does=sheets]").click()
    sheets = person.driver.find_elements(By.CSS_SELECTOR, "#more li button")
    next(one for one in sheets if one.text == title).click()


def field(person: Person, name: str) -> WebElement:
    """Find a part of the page, such as the line or a button below it."""
    return person.driver.find_element(By.CSS_SELECTOR, f"[data-part={name}]")


def line(person: Person) -> str:
    """Return what the line holds that is sent."""
    return field(person, "line").get_attribute("value") or ""


def said(person: Person) -> tuple[str, str]:
    """Return what is said above the line, and the line."""
    return part(person, "say"), line(person)


def pieces(person: Person, state: str) -> list[str]:
    """Return what a screen reader says of the pieces in a state, in order."""
    script = (
        "return [...document.querySelectorAll(`.piece[data-state=${arguments[0]}]`)]"
        ".map((one) => one.ariaLabel)"
    )
    found: list[str] = person.driver.execute_script(script, state)
    return found


def piece(name: str, at: int = 0) -> str:
    """Return a script that finds a piece by what it is called."""
    return (
        "[...document.querySelectorAll('.piece')]"
        f".filter((one) => one.ariaLabel.startsWith({json.dumps(name)}))[{at}]"
    )


def puts(person: Person, name: str, at: int = 0) -> None:
    """Click a piece."""
    person.driver.execute_script(f"return {piece(name, at)}").click()


def filled(person: Person) -> list[str]:
    """Return what the parts of the form hold."""
    script = (
        "return [...document.querySelectorAll('.field')].map((one) => ["
        "  ...[...one.querySelectorAll('[aria-pressed=true][data-choice]')]"
        "    .map(({ dataset }) => dataset.choice),"
        "  ...[...one.querySelectorAll('.drawn, .trait:not(.missing)')]"
        "    .map(({ textContent }) => textContent),"
        "  ...[...one.querySelectorAll('select, input:not([type=range])')]"
        "    .filter((typed) => typed.checkVisibility()).map(({ value }) => value),"
        "].join(' '))"
    )
    found: list[str] = person.driver.execute_script(script)
    return found
