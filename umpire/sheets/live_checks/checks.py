"""One small function for each assumption. Each works on its own tab of the scratch spreadsheet."""

import secrets
from collections.abc import Iterable
from statistics import median

from umpire.json_types import JsonObject
from umpire.sheets.client import Answer
from umpire.sheets.context import Context
from umpire.sheets.diff import keep_plain_text
from umpire.sheets.errors import NameMissing, SheetsError
from umpire.sheets.grid import Place
from umpire.sheets.layout import install
from umpire.sheets.live_checks.assumptions import ASSUMPTIONS
from umpire.sheets.live_checks.bench import OK, ROWS, Bench, Side, Tab, Untried, must
from umpire.sheets.live_checks.verdict import Verdict, checks
from umpire.sheets.repair import REPAIR_FIELDS, repair
from umpire.sheets.template import find_template
from umpire.sheets.upkeep import keep

_TYPED = ("=1+1", "'3-4", "+1", "TRUE", "7:30", "3-4", "007", "1/2")
_REFUSED = 400
_TOO_MANY = 429
_BURST = 70
_QUICK = 1.0
_TIMES = 5

_YELLOW: JsonObject = {"backgroundColorStyle": {"rgbColor": {"red": 1, "green": 1}}}


# 1 and 2: what is typed.


@checks("1")
def typed_into_plain_text(bench: Bench) -> Verdict:
    """Type awkward texts into plain-text cells."""
    tab = bench.tab("1")
    must(bench.own.batch(*keep_plain_text([tab.place(0, 0, len(_TYPED), 1)])))
    must(bench.own.enter(tab.column(len(_TYPED)), _TYPED))
    return _stayed_text(bench, tab)


@checks("1-hand")
def typed_by_hand_into_plain_text(bench: Bench) -> Verdict:
    """Have the same typed by a person."""
    tab = bench.tab("1-hand")
    must(bench.own.batch(*keep_plain_text([tab.place(0, 0, len(_TYPED), 1)])))
    _ask(bench, "1-hand")
    return _stayed_text(bench, tab)


def _stayed_text(bench: Bench, tab: Tab) -> Verdict:
    found = _entered(bench.own.cells(tab.column(len(_TYPED)), "userEnteredValue"))
    changed = [
        f"{typed!r} became {value!r}"
        for typed, value in zip(_TYPED, [*found, *[None] * len(_TYPED)], strict=False)
        if value not in ({"stringValue": typed}, {"stringValue": typed.removeprefix("'")})
    ]
    return Verdict(not changed, "; ".join(changed) or "All of them stayed as they were typed.")


@checks("2")
def typed_into_automatic(bench: Bench) -> Verdict:
    """Type the same into cells of automatic format."""
    tab = bench.tab("2")
    must(bench.own.enter(tab.column(len(_TYPED)), _TYPED))
    return _changed_kind(bench, tab)


@checks("2-hand")
def typed_by_hand_into_automatic(bench: Bench) -> Verdict:
    """Have the same typed by a person."""
    _ask(bench, "2-hand")
    return _changed_kind(bench, bench.tab("2-hand"))


def _changed_kind(bench: Bench, tab: Tab) -> Verdict:
    column = tab.column(len(_TYPED))
    found = _entered(bench.own.cells(column, "userEnteredValue,formattedValue"))
    kinds = [next(iter(value), "nothing") for value in found]
    expected = [
        "formulaValue",
        "stringValue",
        "numberValue",
        "boolValue",
        "numberValue",
        "numberValue",
        "numberValue",
        "numberValue",
    ]
    told = ", ".join(f"{typed} {kind}" for typed, kind in zip(_TYPED, kinds, strict=False))
    return Verdict(kinds == expected, f"{told}.")


# 3 and 17, 14, 18: reading.


@checks("3")
def name_in_ranges(bench: Bench) -> Verdict:
    """Read one cell by the name of its range."""
    tab = bench.tab("3")
    place = tab.place(4, 2, 6, 3)
    must(bench.own.batch(_name("check_three", place), _write(place, ["here", "below"])))
    cells = bench.own.cells("check_three", "userEnteredValue")
    texts = [value.get("stringValue") for value in _entered(cells)]
    return Verdict(texts == ["here", "below"], f"The name gave {texts}.")


@checks("17")
def trailing_empties(bench: Bench) -> Verdict:
    """Read a range by its name of which only the first cell is filled."""
    tab = bench.tab("17")
    place = tab.place(1, 0, 5, 3)
    must(bench.own.batch(_name("check_seventeen", place), _write(tab.place(1, 0, 2, 1), ["x"])))
    found = must(bench.own.values("check_seventeen")).body["valueRanges"][0]
    rows, where = found.get("values"), found.get("range", "")
    holds = rows == [["x"]] and where.endswith("!A2:C5")
    return Verdict(holds, f"It came as {rows} from {where}.")


@checks("14")
def missing_name(bench: Bench) -> Verdict:
    """Read a name that is there together with one that is not."""
    tab = bench.tab("14")
    must(bench.own.batch(_name("check_fourteen", tab.place(0, 0, 1, 1))))
    answer = bench.own.values("check_fourteen", "check_nowhere")
    named = None
    try:
        bench.own.sheets.read(bench.own.spreadsheet, ["check_fourteen", "check_nowhere"])
    except NameMissing as error:
        named = error.name
    except SheetsError:
        named = None
    holds = answer.status == _REFUSED and named == "check_nowhere"
    return Verdict(holds, f"{_said(answer)} The client takes it for the missing name {named}.")


@checks("18")
def nowhere(bench: Bench) -> Verdict:
    """Ask for a spreadsheet that never was."""
    never = f"1{secrets.token_urlsafe(33)[:43]}"
    bench.journal.hide(never)
    path, params = f"/v4/spreadsheets/{never}", {"fields": "spreadsheetId"}
    answer = bench.own.ask("read", "get", path, params=params)
    return Verdict(answer.status == 404, _said(answer))


# 4: rules that colour by text.


@checks("4a")
def capital_letters(bench: Bench) -> Verdict:
    """Colour a small letter by three rules on the capital."""
    kinds = ("TEXT_EQ", "TEXT_CONTAINS", "TEXT_STARTS_WITH")
    coloured = _coloured(bench, "4a", [(kind, "B", "b") for kind in kinds])
    told = ", ".join(kind for kind, one in zip(kinds, coloured, strict=True) if one) or "none"
    return Verdict(all(coloured), f"Rules on B that fit the text b: {told}.")


@checks("4b")
def number_rule_on_text(bench: Bench) -> Verdict:
    """Colour a text that looks like a number by a rule on numbers."""
    (coloured,) = _coloured(bench, "4b", [("NUMBER_LESS", "0", "-1")])
    return Verdict(not coloured, f"The rule {'fits' if coloured else 'passes over'} the text -1.")


@checks("4c")
def literal_of_a_rule(bench: Bench) -> Verdict:
    """Colour the text -1 by a rule with a literal, and by one without."""
    cases = [("TEXT_EQ", '="-1"', "-1"), ("TEXT_EQ", "-1", "-1")]
    literal, bare = _coloured(bench, "4c", cases)
    seen = f'="-1" {"fits" if literal else "does not fit"}; a bare -1 {_fits(bare)}.'
    return Verdict(literal, seen)


@checks("4d")
def formula_of_a_rule(bench: Bench) -> Verdict:
    """Colour the row below a filled one by a formula."""
    tab = bench.tab("4d")
    place = tab.place(1, 0, 4, 1)
    rule = _rule(place, "CUSTOM_FORMULA", '=AND($A2="",$A1<>"")')
    texts = _write(tab.place(0, 0, 2, 1), ["x", "y"])
    # An empty cell that is plain as well would not be told of.
    must(bench.own.batch(*keep_plain_text([place]), texts, _add_rule(rule)))
    cells = bench.own.cells(tab.a1("A2:A4"), "effectiveFormat.backgroundColor")
    coloured = [_is_yellow(cell) for cell in [*cells, *[{}] * 3][:3]]
    return Verdict(coloured == [False, True, False], f"Rows 2 to 4 coloured: {coloured}.")


@checks("4e")
def no_break_blank(bench: Bench) -> Verdict:
    """Colour texts by a rule on a no-break blank: one with it, one with a blank, one with none."""
    texts = ("\u00a03\u00a0", "3 \u2022", "3")
    coloured = _coloured(bench, "4e", [("TEXT_CONTAINS", '="\u00a0"', text) for text in texts])
    told = [text for text, one in zip(texts, coloured, strict=True) if one]
    return Verdict(coloured == [True, False, False], f"The rule fits {told}.")


def _coloured(bench: Bench, number: str, cases: list[tuple[str, str, str]]) -> list[bool]:
    """Return for each (kind, value, text) whether a rule of its own colours the text."""
    tab = bench.tab(number)
    requests = [*keep_plain_text([tab.place(0, 0, len(cases), 1)])]
    for row, (kind, value, text) in enumerate(cases):
        place = tab.place(row, 0, row + 1, 1)
        requests += [_write(place, [text]), _add_rule(_rule(place, kind, value))]
    must(bench.own.batch(*requests))
    cells = bench.own.cells(tab.column(len(cases)), "effectiveFormat.backgroundColor")
    return [_is_yellow(cell) for cell in cells]


def _rule(place: Place, kind: str, value: str) -> JsonObject:
    condition = {"type": kind, "values": [{"userEnteredValue": value}]}
    boolean = {"condition": condition, "format": _YELLOW}
    return {"ranges": [place.grid_range()], "booleanRule": boolean}


def _add_rule(rule: JsonObject) -> JsonObject:
    return {"addConditionalFormatRule": {"index": 0, "rule": rule}}


def _is_yellow(cell: JsonObject) -> bool:
    colour = cell.get("effectiveFormat", {}).get("backgroundColor", {})
    return (colour.get("red", 0), colour.get("green", 0), colour.get("blue", 0)) == (1, 1, 0)


def _fits(coloured: bool) -> str:
    return "fits" if coloured else "does not"


# 5: what a player may do.


@checks("5a")
def insert_rows(bench: Bench) -> Verdict:
    """Insert a row as a player."""
    tab = _protected_tab(bench, "5a")
    rows = {"sheetId": tab.sheet, "dimension": "ROWS", "startIndex": 1, "endIndex": 2}
    answer = bench.other.batch({"insertDimension": {"range": rows, "inheritFromBefore": False}})
    return Verdict(answer.status == _REFUSED, _said(answer))


@checks("5b")
def add_a_tab(bench: Bench) -> Verdict:
    """Add a tab as a player."""
    answer = bench.other.batch({"addSheet": {"properties": {"title": "of a player"}}})
    return Verdict(answer.status == OK, _said(answer))


@checks("5c")
def change_a_protection(bench: Bench) -> Verdict:
    """Move and delete protected ranges as a player: of one's own cells, and the umpire's."""
    tab = _protected_tab(bench, "5c")
    ours = {**_protected(5301, tab.place(0, 2, 1, 3)), "editors": {"users": [bench.me]}}
    must(bench.own.batch({"addProtectedRange": {"protectedRange": ours}}))
    own = _protected(5302, tab.place(0, 0, 1, 1))
    moved = {"protectedRangeId": 5301, "range": tab.place(1, 0, 2, 1).grid_range()}
    accepted = bench.other.batch({"addProtectedRange": {"protectedRange": own}})
    update = {"protectedRange": moved, "fields": "range"}
    refused = bench.other.batch({"updateProtectedRange": update})
    kept = bench.other.batch({"deleteProtectedRange": {"protectedRangeId": 5301}})
    holds = accepted.status == OK and refused.status == kept.status == _REFUSED
    told = f"Of their own: {_said(accepted)} To move ours: {_said(refused)}"
    return Verdict(holds, f"{told} To delete it: {_said(kept)}")


@checks("5d")
def change_the_locale(bench: Bench) -> Verdict:
    """Change the locale as a player."""
    properties = {"properties": {"locale": "de_DE"}, "fields": "locale"}
    answer = bench.other.batch({"updateSpreadsheetProperties": properties})
    back = {"properties": {"locale": "en_GB"}, "fields": "locale"}
    bench.own.batch({"updateSpreadsheetProperties": back})
    return Verdict(answer.status == OK, _said(answer))


@checks("5e")
def cut_a_cell(bench: Bench) -> Verdict:
    """Cut a cell of a score sheet as a player, and look at what is left."""
    tab = _protected_tab(bench, "5e")
    must(bench.other.batch(_write(tab.place(0, 0, 1, 1), ["cut"])))
    target = {"sheetId": tab.sheet, "rowIndex": 3, "columnIndex": 0}
    source = tab.place(0, 0, 1, 1).grid_range()
    cut = {"source": source, "destination": target, "pasteType": "PASTE_NORMAL"}
    must(bench.other.batch({"cutPaste": cut}))
    cells = bench.own.cells(tab.a1("A1:A4"), "userEnteredValue,userEnteredFormat.numberFormat")
    kinds = [
        cell.get("userEnteredFormat", {}).get("numberFormat", {}).get("type") for cell in cells
    ]
    left, gone = ([*kinds, None][0], [*kinds, *[None] * 4][3])
    return Verdict(left != "TEXT", f"Format where it was: {left}; where it went: {gone}.")


@checks("5f")
def write_as_a_player(bench: Bench) -> Verdict:
    """Write into one's own cells and into others as a player."""
    tab = _protected_tab(bench, "5f")
    own = bench.other.batch(_write(tab.place(0, 0, 1, 1), ["mine"]))
    others = bench.other.batch(_write(tab.place(0, 1, 1, 2), ["not mine"]))
    words = "protected cell or object" in _words(others)
    holds = own.status == OK and others.status == _REFUSED and words
    return Verdict(holds, f"In their own cell: {_said(own)} In another: {_said(others)}")


def _protected_tab(bench: Bench, number: str) -> Tab:
    """Protect a check's tab but for the first column, which is the second account's."""
    tab = bench.tab(number)
    column = tab.place(0, 0, 10, 1)
    whole: JsonObject = {
        "range": {"sheetId": tab.sheet},
        "unprotectedRanges": [column.grid_range()],
        "editors": {"users": [bench.me]},
    }
    own: JsonObject = {
        "range": column.grid_range(),
        "editors": {"users": [bench.me, bench.second_address]},
    }
    protect = [{"addProtectedRange": {"protectedRange": one}} for one in (whole, own)]
    must(bench.own.batch(*keep_plain_text([column]), *protect))
    return tab


# 6 and 9: what only hands can try.


@checks("6a")
def beside_typing(bench: Bench) -> Verdict:
    """Write beside a cell in which a person is typing."""
    tab = bench.tab("6a")
    _wait(bench, f"{_open(tab)} Begin to type 'half' into A1, and do not press Enter there.")
    must(bench.own.batch(_write(tab.place(0, 1, 3, 2), ["written", "beside", "it"])))
    _wait(bench, "B1 to B3 are written. Now type 'way' and press Enter there.")
    values = [value.get("stringValue") for value in _column(bench, tab)]
    return Verdict(values[:1] == ["halfway"], f"The cell holds {values[:1]}.")


@checks("6b")
def into_typing(bench: Bench) -> Verdict:
    """Write into the cell in which a person is typing."""
    tab = bench.tab("6b")
    _wait(bench, f"{_open(tab)} Begin to type 'mine' into A1, and do not press Enter there.")
    must(bench.own.batch(_write(tab.place(0, 0, 1, 1), ["ours"])))
    _wait(bench, "A1 is written. Now press Enter there.")
    values = [value.get("stringValue") for value in _column(bench, tab)]
    return Verdict(values[:1] == ["mine"], f"The cell holds {values[:1]}.")


@checks("9")
def uploaded_workbook(bench: Bench) -> Verdict:
    """Have a workbook uploaded by a person."""
    told = "Is it all there? Answer yes, or what is missing."
    answer = _wait(bench, f"{ASSUMPTIONS['9'].by_hand} {told}").strip().casefold()
    kept = answer in ("y", "yes")
    return Verdict(kept, "All of it survived." if kept else f"The person says: {answer or 'no'}.")


def _ask(bench: Bench, number: str) -> str:
    """Have a person do what the assumption says, and give what they answer."""
    tab = repr(bench.tab(number).title)
    told = ASSUMPTIONS[number].by_hand.format(address="the scratch spreadsheet", tab=tab)
    return _wait(bench, told)


def _open(tab: Tab) -> str:
    return f"Open the scratch spreadsheet, tab {tab.title!r}."


def _wait(bench: Bench, what: str) -> str:
    assert bench.person is not None
    return bench.person(what)


def _column(bench: Bench, tab: Tab) -> list[JsonObject]:
    return _entered(bench.own.cells(tab.column(3), "userEnteredValue"))


# 7: protected ranges as a lease.


@checks("7a")
def unknown_id(bench: Bench) -> Verdict:
    """Delete and describe a protected range that is not there."""
    gone = bench.own.batch({"deleteProtectedRange": {"protectedRangeId": 7101}})
    fence = bench.own.batch(_described(7101))
    holds = gone.status == fence.status == _REFUSED
    return Verdict(holds, f"To delete: {_said(gone)} To describe: {_said(fence)}")


@checks("7b")
def all_or_nothing(bench: Bench) -> Verdict:
    """Write a cell in a batch whose second request is refused."""
    tab = bench.tab("7b")
    write = _write(tab.place(0, 0, 1, 1), ["half"])
    answer = bench.own.batch(write, _described(7201))
    there = [value for value in _column(bench, tab) if value]
    holds = answer.status == _REFUSED and not there
    return Verdict(holds, f"{_said(answer)} The cell holds {there or 'nothing'}.")


@checks("7c")
def same_description_again(bench: Bench) -> Verdict:
    """Describe a protected range as it is described."""
    tab = bench.tab("7c")
    made = _protected(7301, tab.place(0, 0, 1, 1))
    must(bench.own.batch({"addProtectedRange": {"protectedRange": made}}))
    answer = bench.own.batch(_described(7301))
    return Verdict(answer.status == OK, _said(answer))


@checks("7d")
def id_taken(bench: Bench) -> Verdict:
    """Add a named and a protected range with ids of ours, and then others under the same."""
    tab, token = bench.tab("7d"), secrets.token_hex(16)
    place = tab.place(0, 0, 1, 1)
    protect = {"addProtectedRange": {"protectedRange": _protected(7401, place)}}
    first = bench.own.batch(_name("check_ids", place, token), protect)
    again = bench.own.batch(_name("check_ids_again", place, token))
    twice = bench.own.batch(protect)
    found = must(bench.own.get("namedRanges(namedRangeId,name)")).body.get("namedRanges", [])
    ours = {"namedRangeId": token, "name": "check_ids"} in found
    holds = first.status == OK and again.status == twice.status == _REFUSED and ours
    told = f"A name: {_said(again)} A protected range: {_said(twice)}"
    return Verdict(holds, f"{told} The id is {'ours' if ours else 'another'}.")


# 8: quotas.


@checks("8a")
def burst_of_reads(bench: Bench) -> Verdict:
    """Read until the server has had enough."""
    refused = _refused_read(bench, {})
    if refused is None:
        return Verdict(False, f"{_BURST} reads in a row were all answered.")
    after = refused.headers.get("Retry-After")
    seen = f"{_said(refused)} Retry-After: {after if after is not None else 'not sent'}."
    return Verdict(refused.status == _TOO_MANY, seen)


@checks("8b")
def quota_user(bench: Bench) -> Verdict:
    """Read as somebody else's quota after the account's own is used up."""
    if _refused_read(bench, {}) is None:
        raise Untried("the quota could not be used up")
    params = {"fields": "spreadsheetId", "quotaUser": "umpire-doctor"}
    answer = bench.own.ask("read", "get", bench.own.path, params=params, patient=False)
    return Verdict(answer.status == _TOO_MANY, _said(answer))


def _refused_read(bench: Bench, more: dict[str, str | list[str]]) -> Answer | None:
    """Return the first refusal of a burst of reads; None if all were answered."""
    params: dict[str, str | list[str]] = {"fields": "spreadsheetId", **more}
    for _ in range(_BURST):
        answer = bench.own.ask("read", "get", bench.own.path, params=params, patient=False)
        if answer.status != OK:
            return answer
    return None


# 10: files and who is let in.


@checks("10a")
def find_by_tag(bench: Bench) -> Verdict:
    """Find the scratch spreadsheet by the mark it was made with."""
    if not bench.is_made_here:
        raise Untried("the spreadsheet was given and not made here")
    sheets, tag = bench.own.sheets, bench.tag
    found = bench.own.call(f"Sheets.find({tag!r})", lambda: sheets.find(tag))
    holds = found == bench.own.spreadsheet
    return Verdict(holds, "It was found." if holds else f"What was found: {found}.")


@checks("10b")
def writers_cannot_share(bench: Bench) -> Verdict:
    """Let nobody but the owner share."""
    own = bench.own
    if not bench.is_made_here:
        raise Untried("the spreadsheet was given, and belongs to somebody else")
    own.call(
        "Sheets.keep_sharing_to_owner(…)",
        lambda: own.sheets.keep_sharing_to_owner(own.spreadsheet),
    )
    path = f"/drive/v3/files/{own.spreadsheet}"
    answer = own.ask("drive", "get", path, params={"fields": "writersCanShare"})
    return Verdict(answer.body == {"writersCanShare": False}, _said(answer))


@checks("10c")
def share_by_link(bench: Bench) -> Verdict:
    """Let everybody read who has the link, and close it again."""
    own, sheets = bench.own, bench.own.sheets
    if not bench.is_made_here:
        raise Untried("the spreadsheet was given, and belongs to somebody else")
    own.call("Sheets.share_link(…)", lambda: sheets.share_link(own.spreadsheet))
    before = own.call("Sheets.shares(…)", lambda: _kinds(own))
    for share in sheets.shares(own.spreadsheet):
        if share.kind == "anyone":
            sheets.unshare(own.spreadsheet, share.id)
    after = own.call("Sheets.shares(…) after Sheets.unshare(…)", lambda: _kinds(own))
    holds = ["anyone", "reader"] in before and not any(kind == "anyone" for kind, _ in after)
    return Verdict(holds, f"Let in: {before}, and then {after}.")


@checks("10d")
def share_with_account(bench: Bench) -> Verdict:
    """Look whether the second account is listed as it was let in."""
    own, address = bench.own, bench.second_address
    shares = own.sheets.shares(own.spreadsheet)
    roles = [share.role for share in shares if (share.email or "").casefold() == address.casefold()]
    own.call("Sheets.share(…, 'writer'), then Sheets.shares(…)", lambda: _kinds(own))
    return Verdict(roles == ["writer"], f"The second account is listed as {roles}.")


def _kinds(side: Side) -> list[list[str]]:
    return [[share.kind, share.role] for share in side.sheets.shares(side.spreadsheet)]


# 11, 13, 15, 16: writing.


@checks("11")
def against_validation(bench: Bench) -> Verdict:
    """Write something else than a strict drop-down offers."""
    tab = bench.tab("11")
    place = tab.place(0, 0, 1, 1)
    values = [{"userEnteredValue": text} for text in ("yes", "no")]
    rule = {"condition": {"type": "ONE_OF_LIST", "values": values}, "strict": True}
    must(bench.own.batch({"setDataValidation": {"range": place.grid_range(), "rule": rule}}))
    answer = bench.own.batch(_write(place, ["perhaps"]))
    there = [value.get("stringValue") for value in _column(bench, tab)]
    holds = answer.status == OK and there[:1] == ["perhaps"]
    return Verdict(holds, f"{_said(answer)} The cell holds {there[:1]}.")


@checks("15")
def text_like_a_formula(bench: Bench) -> Verdict:
    """Write a text that begins with an equals sign."""
    tab = bench.tab("15")
    must(bench.own.batch(_write(tab.place(0, 0, 1, 1), ["=1+1"])))
    (value, *_) = [*_column(bench, tab), {}]
    return Verdict(value == {"stringValue": "=1+1"}, f"The cell holds {value}.")


@checks("16")
def format_leaves_values(bench: Bench) -> Verdict:
    """Set the number format of cells in which something stands."""
    tab = bench.tab("16")
    must(bench.own.enter(tab.column(2), ["3-4", "words"]))
    before = _column(bench, tab)
    must(bench.own.batch(*keep_plain_text([tab.place(0, 0, 2, 1)])))
    after = _column(bench, tab)
    return Verdict(before == after, f"Before: {before}, after: {after}.")


@checks("13")
def template_reads_back(bench: Bench) -> Verdict:
    """Lay out a whole template and look whether anything would have to be put back."""
    template = find_template("denizens-of-tartarus")
    accounts = {} if bench.second is None else {"Ana": bench.second_address}
    context = Context("doctor-1", "Doctor", ("Ana", "Bo"), (bench.me,), accounts)
    laid_out = [
        one
        for one in install(template, context, 0)
        if "deleteSheet" not in one and "updateSpreadsheetProperties" not in one
    ]
    own = bench.own
    told = f"batchUpdate with the {len(laid_out)} requests of a template"
    own.call(
        told, lambda: [reply for reply in own.sheets.write(own.spreadsheet, laid_out) if reply][:1]
    )
    owner = own.sheets.owner(own.spreadsheet)
    metadata = own.call(
        "spreadsheets.get", lambda: own.sheets.metadata(own.spreadsheet, REPAIR_FIELDS)
    )
    settings = {"locale": template.locale, "timeZone": template.time_zone}
    metadata = {**metadata, "properties": settings}
    upkeep = keep(template, context, metadata, {}, owner)
    repairs = repair(template, context, metadata, {}, owner)
    kinds = sorted({kind for request in (*upkeep, *repairs.requests) for kind in request})
    seen = f"What would be written again: {', '.join(kinds)}. {' '.join(repairs.findings)}"
    return Verdict(not kinds, seen if kinds else "Nothing would be written again.")


@checks("19")
def developer_metadata(bench: Bench) -> Verdict:
    """Make metadata twice under one id, then change it by that id."""
    made = {"metadataId": 19, "metadataKey": "doctor", "visibility": "DOCUMENT"}
    there = {**made, "metadataValue": "made", "location": {"spreadsheet": True}}
    create = {"createDeveloperMetadata": {"developerMetadata": there}}
    update = {
        "dataFilters": [{"developerMetadataLookup": {"metadataId": 19}}],
        "developerMetadata": {"metadataValue": "changed"},
        "fields": "metadataValue",
    }
    first, again = bench.own.batch(create), bench.own.batch(create)
    changed = bench.own.batch({"updateDeveloperMetadata": update})
    body = bench.own.get("developerMetadata(metadataId,metadataValue)").body
    kept = body.get("developerMetadata", []) if isinstance(body, dict) else []
    wanted = [{"metadataId": 19, "metadataValue": "changed"}]
    holds = (first.status, again.status, changed.status) == (OK, 400, OK) and kept == wanted
    return Verdict(holds, f"A second: {_said(again)} To change it: {_said(changed)} Kept: {kept}.")


# 21: several accounts that share the work.


@checks("21a")
def work_as_an_editor(bench: Bench) -> Verdict:
    """Do in a tab that the owner protects, as the second account, what umpire does in one."""
    tab = bench.tab("21a")
    place = tab.place(0, 0, 1, 1)
    whole: JsonObject = {
        "protectedRangeId": 2101,
        "range": {"sheetId": tab.sheet},
        "editors": {"users": [bench.me, bench.second_address]},
    }
    changed = whole | {"unprotectedRanges": [place.grid_range()]}
    rows = {"sheetId": tab.sheet, "gridProperties": {"rowCount": ROWS + 10}}
    must(bench.own.batch({"addProtectedRange": {"protectedRange": whole}}))
    answer = bench.other.batch(
        _write(place, ["written"]),
        {"updateProtectedRange": {"protectedRange": changed, "fields": "unprotectedRanges"}},
        {"deleteProtectedRange": {"protectedRangeId": whole["protectedRangeId"]}},
        {"addProtectedRange": {"protectedRange": whole}},
        _name("check_editor", place),
        _add_rule(_rule(place, "TEXT_EQ", "written")),
        {"updateSheetProperties": {"properties": rows, "fields": "gridProperties.rowCount"}},
    )
    return Verdict(answer.status == OK, _said(answer))


@checks("21b")
def minutes_apart(bench: Bench) -> Verdict:
    """Read as the second account after the first one's minute is used up."""
    if _refused_read(bench, {}) is None:
        raise Untried("the quota could not be used up")
    other = bench.other
    answer = other.ask("read", "get", other.path, params={"fields": "spreadsheetId"}, patient=False)
    return Verdict(answer.status == OK, _said(answer))


# 22: one request that tells everything.


@checks("22a")
def look_by_places(bench: Bench) -> Verdict:
    """Look at cells by their places after rows were inserted above a name."""
    tab = bench.tab("22a")
    place = tab.place(2, 0, 4, 1)
    must(bench.own.batch(_name("check_twentytwo", place), _write(place, ["=1+1", "x"])))
    rows = {"sheetId": place.sheet, "dimension": "ROWS", "startIndex": 1, "endIndex": 2}
    must(bench.own.batch({"insertDimension": {"range": rows, "inheritFromBefore": False}}))
    asked = tab.place(0, 0, 6, 1)
    own, ranges = bench.own, {tab.a1("A1:A6"): asked}
    look = own.call("a look", lambda: own.sheets.look(own.spreadsheet, ranges))
    typed, now = look.typed(asked), look.structure.named.get("check_twentytwo")
    moved = now is not None and now.rect == place.rect.moved(1, 0)
    holds = moved and typed == (("",), ("",), ("",), ("=1+1",), ("x",), ("",))
    return Verdict(holds, f"The cells hold {typed}, the name lies at {now and now.rect}.")


@checks("22b")
def write_shows(bench: Bench) -> Verdict:
    """Write one cell and look, in its answer, at it and at its neighbour."""
    tab = bench.tab("22b")
    must(bench.own.batch(_write(tab.place(1, 0, 2, 1), ["before"])))
    asked = {tab.a1("A1:A2"): tab.place(0, 0, 2, 1)}
    write = [_write(tab.place(0, 0, 1, 1), ["now"])]
    own = bench.own
    look = own.call("a write", lambda: own.sheets.write_and_look(own.spreadsheet, write, asked))
    typed = look.typed(tab.place(0, 0, 2, 1))
    return Verdict(typed == (("now",), ("before",)), f"The answer shows {typed}.")


@checks("22c")
def write_that_shows_nothing(bench: Bench) -> Verdict:
    """Write one cell and ask to see a tab that is not there."""
    tab = bench.tab("22c")
    cell = tab.place(0, 0, 1, 1)
    body = {
        "requests": [_write(cell, ["half"])],
        "includeSpreadsheetInResponse": True,
        "responseRanges": ["'check nowhere'!A1"],
        "responseIncludeGridData": True,
    }
    answer = bench.own.ask("write", "post", f"{bench.own.path}:batchUpdate", body)
    written = "written" if any(_column(bench, tab)) else "not written"
    return Verdict(answer.status == _REFUSED, f"{_said(answer)} The cell was {written}.")


# 12: how long it takes.


@checks("12")
def latency(bench: Bench) -> Verdict:
    """Measure reads of several ranges and writes of a few cells."""
    tab = bench.tab("12")
    own = bench.own
    reads = [must(own.values(tab.a1("A1:C9"), tab.a1("D1:D9"))).seconds for _ in range(_TIMES)]
    write = _write(tab.place(0, 0, 3, 1), ["one", "two", "three"])
    writes = [must(own.batch(write)).seconds for _ in range(_TIMES)]
    bench.measured |= {"batchGet": median(reads), "batchUpdate": median(writes)}
    seen = (
        f"Median of {_TIMES}: batchGet {median(reads):.3f} s, batchUpdate {median(writes):.3f} s."
    )
    return Verdict(max(median(reads), median(writes)) < _QUICK, seen)


# What they share.


def _write(place: Place, texts: Iterable[str]) -> JsonObject:
    rows = [{"values": [{"userEnteredValue": {"stringValue": text}}]} for text in texts]
    return {
        "updateCells": {
            "range": place.grid_range(),
            "rows": rows,
            "fields": "userEnteredValue",
        }
    }


def _name(name: str, place: Place, its_id: str | None = None) -> JsonObject:
    named: JsonObject = {"name": name, "range": place.grid_range()}
    if its_id is not None:
        named["namedRangeId"] = its_id
    return {"addNamedRange": {"namedRange": named}}


def _protected(number: int, place: Place) -> JsonObject:
    return {"protectedRangeId": number, "range": place.grid_range(), "description": "check"}


def _described(number: int) -> JsonObject:
    kept = {"protectedRangeId": number, "description": "check"}
    return {"updateProtectedRange": {"protectedRange": kept, "fields": "description"}}


def _entered(cells: Iterable[JsonObject]) -> list[JsonObject]:
    return [cell.get("userEnteredValue", {}) for cell in cells]


def _words(answer: Answer) -> str:
    if isinstance(answer.body, dict) and isinstance(answer.body.get("error"), dict):
        return str(answer.body["error"].get("message", ""))
    return ""


def _said(answer: Answer) -> str:
    words = _words(answer)
    if answer.status == OK:
        return "It was accepted."
    return f"It was refused with status {answer.status}: {words or 'no words'}".rstrip(".") + "."
