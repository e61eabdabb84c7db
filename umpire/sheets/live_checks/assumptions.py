"""What umpire assumes of Google's Sheets and Drive that only a live account can confirm.

Each of them is known from documents, from other people's reports, or not at all; nothing else in
the program assumes such a thing without a line here. `checks` has one function for each.
"""

from dataclasses import dataclass
from typing import Literal

Need = Literal["second", "burst", "hands"]
"""What a check needs that is not always there: a second account, leave to use up the minute's
requests, somebody's hands on a real page."""


@dataclass(frozen=True, slots=True)
class Assumption:
    """One assumption: `relied_on` is where the program would go wrong without it.

    `by_hand` says what a person does and looks for, where hands are needed.
    """

    number: str
    sentence: str
    relied_on: str
    needs: tuple[Need, ...] = ()
    by_hand: str = ""


_TYPE_THESE = (
    "Open {address}, tab {tab}, where the cells A1:A8 are of {kind} format. Type these into them "
    "from the top down, and press Enter after each: "
    "=1+1   '3-4   +1   TRUE   7:30   3-4   007   1/2"
)

_ALL = (
    Assumption(
        "1",
        "What is typed into a plain-text cell stays a text, letter by letter.",
        "umpire.sheets.diff.keep_plain_text; every entry of a player",
    ),
    Assumption(
        "1-hand",
        "The same with real typing in the browser.",
        "umpire.sheets.diff.keep_plain_text; every entry of a player",
        ("hands",),
        _TYPE_THESE.replace("{kind}", "plain-text"),
    ),
    Assumption(
        "2",
        "What is typed into a cell of automatic format becomes a date, a time, a number, a "
        "boolean or a formula, and can be told from a text.",
        "umpire.showing.scoresheet: such a value is refused with a sentence and never guessed at",
    ),
    Assumption(
        "2-hand",
        "The same with real typing in the browser.",
        "umpire.showing.scoresheet",
        ("hands",),
        _TYPE_THESE.replace("{kind}", "automatic"),
    ),
    Assumption(
        "3",
        "A read of cells by spreadsheets.get takes the name of a range.",
        "nothing: umpire asks for cells by the places last known, but would not need to",
    ),
    Assumption(
        "4a",
        "Rules on a text (equal, contains, begins) do not tell small from capital letters.",
        "umpire.sheets.colouring; no two texts of a template differ in that alone",
    ),
    Assumption(
        "4b",
        "Rules on a number pass over a text that looks like one.",
        "umpire.sheets.colouring uses none of them: all that umpire shows is text",
    ),
    Assumption(
        "4c",
        'A rule "text equals" with the value ="-1" fits the text -1.',
        "umpire.sheets.colouring._text_rule",
    ),
    Assumption(
        "4d",
        "A formula of a rule counts from the first cell of its range.",
        "umpire.sheets.colouring._next_free",
    ),
    Assumption(
        "4e",
        "A no-break blank stays in a text, and a rule that it contains one tells it from others.",
        "umpire.games.box_within_a_box.screen: black tiles",
    ),
    Assumption(
        "5a",
        "A player cannot insert rows into a protected tab.",
        "umpire.sheets.protection; score sheets stay where they are",
        ("second",),
    ),
    Assumption(
        "5b",
        "A player may add a tab to a spreadsheet in which they may write.",
        "umpire.live.sheet and umpire.sheets.repair live with tabs of others",
        ("second",),
    ),
    Assumption(
        "5c",
        "A player may change no protected range but one that they are an editor of.",
        "umpire.sheets.protection: a name counts where its protected range lies",
        ("second",),
    ),
    Assumption(
        "5d",
        "A player may change the spreadsheet's locale.",
        "umpire.sheets.repair puts it back; entries are plain text in any locale",
        ("second",),
    ),
    Assumption(
        "5e",
        "A cell that is cut loses its plain-text format.",
        "umpire.live.pens repaints the format with every write",
        ("second",),
    ),
    Assumption(
        "5f",
        "A player may write where the protection names them, and is refused elsewhere with "
        "status 400 and the words 'protected cell or object'.",
        "umpire.sheets.protection",
        ("second",),
    ),
    Assumption(
        "6a",
        "A write to other cells does not disturb a cell in which somebody is typing.",
        "umpire.live.sheet writes beside the score sheet while players type",
        ("hands",),
        "Open {address}, tab {tab}, in the browser or on a phone. Begin to type 'half' into A1 "
        "and do not press Enter. Let somebody else write into B1: what you began must stand there "
        "still. Then finish with 'way' and Enter: A1 must hold 'halfway'.",
    ),
    Assumption(
        "6b",
        "Who was typing into a cell that is written meanwhile overwrites it on Enter.",
        "umpire never writes into a score sheet; an entry form's fields it does",
        ("hands",),
        "Open {address}, tab {tab}. Begin to type 'mine' into A1 and do not press Enter. Let "
        "somebody else write into A1. Then press Enter: A1 must hold 'mine'.",
    ),
    Assumption(
        "7a",
        "To delete or change a protected range by an id that is not there is refused (400).",
        "umpire.sheets.lease: the fence of every write",
    ),
    Assumption(
        "7b",
        "Of a batch with one request that is refused nothing is applied.",
        "umpire.sheets.lease: the fence; every turn's write",
    ),
    Assumption(
        "7c",
        "To give a protected range the description that it has is accepted.",
        "umpire.sheets.lease: the fence of every write",
    ),
    Assumption(
        "7d",
        "Named and protected ranges take an id of ours, and a second one of it is refused (400).",
        "umpire.sheets.lease: taking it; umpire.sheets.layout.name_request",
    ),
    Assumption(
        "8a",
        "More than sixty reads in a minute are refused with status 429.",
        "umpire.live.planner: the pace, and what is done at a 429",
        ("burst",),
    ),
    Assumption(
        "8b",
        "The parameter quotaUser does not give an account more requests.",
        "umpire.live.planner counts a credential as one user",
        ("burst",),
    ),
    Assumption(
        "9",
        "An uploaded workbook keeps values, looks, merged cells, names, drop-downs and colours.",
        "umpire.sheets.workbook; umpire.sheets.repair puts the rest back",
        ("hands",),
        "Run 'umpire template denizens-of-tartarus -o upload.xlsx', upload it to Drive, open it "
        "and choose File, then Save as Google Sheets. Look at the merged headline, the colours of "
        "the legend, Data > Named ranges (entry_1 must be there) and the frozen rows.",
    ),
    Assumption(
        "10a",
        "A spreadsheet can be made with a mark of the program's own, and be found again by it.",
        "umpire.sheets.client.Sheets.create and find: a match whose making was broken off",
    ),
    Assumption(
        "10b",
        "The owner can keep writers from letting others in.",
        "umpire.sheets.client.Sheets.create and keep_sharing_to_owner",
    ),
    Assumption(
        "10c",
        "A spreadsheet can be let be read by everybody who has the link, and closed again.",
        "umpire.sheets.client.Sheets.share_link and unshare",
    ),
    Assumption(
        "10d",
        "An account can be let in as a writer without a mail, and is listed with its address.",
        "umpire.sheets.client.Sheets.share and shares",
        ("second",),
    ),
    Assumption(
        "11",
        "A write through the API that breaks a strict validation is accepted.",
        "umpire.sheets.diff: texts over drop-downs of a template",
    ),
    Assumption(
        "12",
        "A read of several ranges and a write of a few cells take less than a second.",
        "umpire.live.planner: the floor of the interval between two reads",
    ),
    Assumption(
        "13",
        "A template that was laid out reads back as it was laid out.",
        "umpire.sheets.upkeep.keep would write its colours and protection again and again",
    ),
    Assumption(
        "14",
        "A read with one name that is missing fails as a whole, with status 400 and "
        "'Unable to parse range: NAME'.",
        "umpire.sheets.errors.NameMissing",
    ),
    Assumption(
        "15",
        "A text that begins with = is written as a text.",
        "umpire.sheets.cells: what players typed is never a formula",
    ),
    Assumption(
        "16",
        "To set the number format of cells leaves what stands in them.",
        "umpire.sheets.diff.keep_plain_text: it cannot race with typing",
    ),
    Assumption(
        "17",
        "A read leaves empty cells at the end out, and tells where a name lies now.",
        "umpire.sheets.client.Sheets.read",
    ),
    Assumption(
        "18",
        "A spreadsheet that is not there is answered with status 404.",
        "umpire.sheets.errors.Gone",
    ),
    Assumption(
        "19",
        "Developer metadata is made once under an id of our own, and changed by that id.",
        "umpire.live.countdowns: it goes with the writes of the cells",
    ),
    Assumption(
        "21a",
        "An account that a protection names may do in the tab all that its owner may: write, "
        "change and replace the protection, add names, rules and rows.",
        "umpire.sheets.protection: any of the umpire's accounts can work at a spreadsheet",
        ("second",),
    ),
    Assumption(
        "21b",
        "An account is still answered in a minute in which another has made all its requests.",
        "umpire.live.planner: each account has a budget of its own",
        ("second", "burst"),
    ),
    Assumption(
        "22a",
        "A read of cells by their places tells, in one answer, where all names lie by then, and of "
        "formulas, chips and texts which was typed.",
        "umpire.sheets.look: a poll is one request; rows that were inserted are noticed by it",
    ),
    Assumption(
        "22b",
        "The answer to a write shows what stands in ranges once it is carried out, under a mask.",
        "umpire.sheets.client.Sheets.write_and_look: a write is a read as well",
    ),
    Assumption(
        "22c",
        "A write that asks to see a tab which is not there is refused (400).",
        "umpire.live.connection takes it that nobody knows whether such a write was carried out",
    ),
)

ASSUMPTIONS = {one.number: one for one in _ALL}
"""All of them, by number, in order."""
