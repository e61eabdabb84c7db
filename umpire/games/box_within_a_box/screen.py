"""A view laid out in named blocks of text: the public board, or one player's own table.

Every block has the same size in every phase, and all its cells are always given. On the board
names that begin with `a_` are of the Elimination Candidate, whose board is A, those with `b_` of
the Death Match Opponent. On a table `own_` and `other_` are as its player sees them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from umpire.games import base
from umpire.games.base import JsonObject, Screen
from umpire.games.blocks import Block, column, grid, one, row
from umpire.games.box_within_a_box.cards import KINDS, POOL
from umpire.games.box_within_a_box.components import (
    BOARDS,
    BOUTS,
    COLUMNS,
    FACE_NAMED,
    ROUNDS,
    SIZE,
    points_text,
)
from umpire.games.box_within_a_box.rules.conditions import (
    BETS,
    TRAITS,
    USES,
    Condition,
    condition,
)
from umpire.games.box_within_a_box.rules.ending import how_won

_BOX_ON_BLACK: Final = "[{}]"
_BOX_ON_WHITE: Final = "({})"
_LANDED: Final = "•"
_NO_BREAK: Final = "\N{NO-BREAK SPACE}"
"""Beside the digit of a black tile, where others have a blank or nothing: colours go by texts."""


def screen(view: JsonObject, viewer: str | None) -> Screen:
    """Return the blocks of a player's own table, or of the public board for anybody else.

    `view` is the whole report as `viewer` may know it, the list of the cards in its `handout`.
    """
    if viewer is None or viewer not in view["players"]:
        return _board(view)
    return _table(view, viewer)


def _board(view: JsonObject) -> Screen:
    state = view["state"]
    blocks: Screen = {
        "turn": one(_turn(view)),
        **_pool(view, ("number", "name", "movement", "played")),
        **_rounds(state),
        **_cards(view),
    }
    for letter, name in zip(BOARDS, view["players"], strict=True):
        own = {
            "name": one(name),
            "status": one(_status(view, name)),
            "points": one(_number(state["points"][name])),
            "best": one(_number(state["best"][name])),
            "board": _tiles(state, letter),
            "uses": row(_uses_left(state, name), len(TRAITS)),
            **_settled(state, name),
        }
        blocks |= {f"{letter.lower()}_{key}": block for key, block in own.items()}
    return blocks


def _table(view: JsonObject, name: str) -> Screen:
    state = view["state"]
    own = _letter(view, name)
    (other,) = (letter for letter in BOARDS if letter != own)
    left = _uses_left(state, name)
    return {
        "turn": one(_turn(view)),
        "points": one(_both_points(view, name)),
        "own_title": one(_title(view, name, own)),
        "own_board": _tiles(state, own),
        "other_title": one(_title(view, name, other)),
        "other_board": _tiles(state, other),
        "uses_first": row(left[:SIZE], SIZE),
        "uses_last": row(left[SIZE:], len(TRAITS) - SIZE),
        **_own_bets(state, name, own),
        **_pool(view, ("number", "name", "movement", "played")),
    }


def _columns(names: Sequence[str], rows: Iterable[Sequence[str]], count: int) -> dict[str, Block]:
    """Return a block for each column of the rows, by its name."""
    given = list(rows)
    return {name: column([texts[at] for texts in given], count) for at, name in enumerate(names)}


def _number(value: float) -> str:
    """Write points: a whole value without a fraction, a half as `23.5`."""
    return points_text(round(value * 2))


def _letter(view: JsonObject, name: str) -> str:
    """Return the board that a player controls."""
    return BOARDS[view["players"].index(name)]


def _rival(view: JsonObject, name: str) -> str:
    (rival,) = (other for other in view["players"] if other != name)
    return str(rival)


# What is going on


def _turn(view: JsonObject) -> str:
    state = view["state"]
    if state["phase"] == "over":
        return f"★ {_when_ended(view)}: {view['winner']} has won {how_won(view['reason'])}"
    when = f"Bout {state['bout']} of {BOUTS}" if state["bout"] else "Before bout 1"
    paused = " (paused)" if view["status"] == "paused" else ""
    return f"{when}{_doing(state)}{paused}"


def _doing(state: JsonObject) -> str:
    match state["phase"]:
        case "board":
            return ": the boards are dealt"
        case "examine-boards":
            return ": time to look at the boards"
        case "deal":
            return ": the Community Cards are dealt"
        case "examine-cards":
            return ": time to look at the Community Cards"
        case "bet":
            return ", Betting Phase: in secret"
    whose = "the other's" if _is_on_the_others(state["round"]) else "their own"
    return f", Play Phase, round {state['round']} of {ROUNDS}: {whose} Box"


def _is_on_the_others(number: int) -> bool:
    """Return whether each player moves the Box of the other in this round."""
    return number % 2 == 1


def _when_ended(view: JsonObject) -> str:
    state = view["state"]
    if view["reason"] not in ("time", "forfeit"):
        return f"Over after bout {state['bout']}"
    if not state["bout"]:
        return "Over before bout 1"
    during = f", round {state['round']}" if state["round"] else ""
    return f"Over in bout {state['bout']}{during}"


def _status(view: JsonObject, name: str) -> str:
    if view["winner"] is not None:
        return "★ has won" if view["winner"] == name else ""
    match _owed(view, name):
        case "bet":
            return "to bet"
        case "play":
            return f"to move Box {_to_move(view, name)}"
        case base.CUT:
            return "to cut"
        case str():
            return "to say ready"
    # Ruling 20: that an answer is there is all that anybody learns of it.
    return "waits" if any(owed["by"] in view["players"] for owed in view["pending"]) else ""


def _owed(view: JsonObject, name: str) -> str | None:
    """Return the kind of the decision that a player owes, None if they owe none."""
    return next((owed["kind"] for owed in view["pending"] if owed["by"] == name), None)


def _to_move(view: JsonObject, name: str) -> str | None:
    """Return the letter of the Box that a player owes a move now, None if there is none."""
    if _owed(view, name) != "play":
        return None
    of_the_other = _is_on_the_others(view["state"]["round"])
    return _letter(view, _rival(view, name) if of_the_other else name)


def _both_points(view: JsonObject, name: str) -> str:
    points, rival = view["state"]["points"], _rival(view, name)
    return f"{name} {_number(points[name])} : {_number(points[rival])} {rival}"


def _title(view: JsonObject, name: str, letter: str) -> str:
    whose = "yours" if letter == _letter(view, name) else f"{_rival(view, name)}'s"
    return f"▶ move this Box: {letter}" if letter == _to_move(view, name) else f"{letter}, {whose}"


# The boards


def _tiles(state: JsonObject, letter: str) -> Block:
    """Lay a board out, top row first: the Box and the tiles last landed on are marked."""
    if state["boards"] is None:
        return grid((), SIZE, SIZE)
    box, landed = state["boxes"][letter], _landed_last(state, letter)
    rows = [
        [
            _tile(tile, f"{COLUMNS[along]}{SIZE - down}", box, landed)
            for along, tile in enumerate(tiles.split())
        ]
        for down, tiles in enumerate(state["boards"][letter])
    ]
    return grid(rows, SIZE, SIZE)


def _tile(tile: str, place: str, box: str, landed: set[str]) -> str:
    """Return a tile as its digit, which is drawn on black or white, and what is to be marked."""
    is_black, digit = tile.startswith("b"), tile[1:]
    if place == box:
        return (_BOX_ON_BLACK if is_black else _BOX_ON_WHITE).format(digit)
    if place in landed:
        return f"{digit}{_NO_BREAK if is_black else ' '}{_LANDED}"
    return f"{_NO_BREAK}{digit}{_NO_BREAK}" if is_black else digit


def _landed_last(state: JsonObject, letter: str) -> set[str]:
    """Return the places on a board that the last complete round has landed on."""
    rounds = state["rounds"] or (state["bouts"][-1]["rounds"] if state["bouts"] else [])
    return {landing.split()[0] for landing in rounds[-1][letter]["landed"]} if rounds else set()


# The cards


class _Card(NamedTuple):
    """A card as it is shown; what the view does not know of it is empty."""

    number: str
    name: str
    type: str = ""
    figure: str = ""
    displacement: str = ""
    special: str = ""

    def facts(self) -> dict[str, str]:
        """Return what is shown of it, the whole movement in one line too: `B: 2 any; flip`."""
        movement = f"{self.type}: {self.figure} {self.displacement}" if self.type else ""
        special = f"; {self.special}" if self.special else ""
        return self._asdict() | {"movement": f"{movement}{special}"}


def _card_list(view: JsonObject) -> dict[int, JsonObject]:
    """Return the entries of the card list by number, as far as the view has them."""
    return {entry["number"]: entry for entry in view.get("handout", {}).get("cards", ())}


def _card(text: str, known: Mapping[int, JsonObject]) -> _Card:
    """Return the card that is reported as `3 LUNGE`."""
    number, name = text.split(maxsplit=1)
    entry = known.get(int(number))
    if entry is None:
        return _Card(number, name)
    displacement = entry["displacement"]
    return _Card(
        number,
        name,
        entry["type"],
        "+".join(map(str, entry["numbers"])),
        displacement if isinstance(displacement, str) else ", ".join(displacement),
        entry.get("special") or "",
    )


def _number_of(card: str) -> int:
    return int(card.split()[0])


def _pool(view: JsonObject, fields: Sequence[str]) -> dict[str, Block]:
    """Lay the deal of the running bout out, a row for each card; what was played stays in place."""
    state, known = view["state"], _card_list(view)
    dealt = [(card, "") for card in state["pool"]] + list(_played(state))
    dealt.sort(key=lambda card_and_by: _number_of(card_and_by[0]))
    shown = [_card(text, known).facts() | {"played": by} for text, by in dealt]
    rows = [[facts[field] for field in fields] for facts in shown]
    return _columns([f"pool_{field}" for field in fields], rows, POOL)


def _played(state: JsonObject) -> Iterator[tuple[str, str]]:
    """Yield each card that the rounds of the running bout took out of the pool, and who played it.

    Ruling 8: of a card that both played in one round one copy has gone, or two if two were there.
    The state does not say which, but how many of the eight have gone.
    """
    rounds = [[entry[letter] | {"on": letter} for letter in BOARDS] for entry in state["rounds"]]
    played = [move for moves in rounds for move in moves if move["card"]]
    is_short = POOL - len(state["pool"]) < len(played)
    for moves in rounds:
        by = [f"{move['by']} on {move['on']}" for move in moves]
        cards = [move["card"] for move in moves]
        if is_short and cards[0] and cards[0] == cards[1]:
            yield cards[0], ", ".join(by)
        else:
            yield from ((card, who) for card, who in zip(cards, by, strict=True) if card)


def _cards(view: JsonObject) -> dict[str, Block]:
    """Lay the list of all cards out, with the copies that no deal has had so far."""
    state, known = view["state"], _card_list(view)
    names = {_number_of(card): card for card in (*state["undealt"], *state["pool"])}
    names |= {number: f"{number} {entry['name'].upper()}" for number, entry in known.items()}
    rows = [
        (*_card(names[number], known), str(state["undealt"].count(names[number])))
        for number in sorted(names)
    ]
    fields = (*_Card._fields, "undealt")
    return _columns([f"card_{field}" for field in fields], rows, KINDS)


# Rounds, bets and bouts


def _rounds(state: JsonObject) -> dict[str, Block]:
    """Lay the complete rounds of a bout out, for each a row of board A and one of board B.

    After the last settlement no bout runs, and the rounds are those of the last one.
    """
    is_settled = bool(state["bouts"]) and state["bouts"][-1]["bout"] == state["bout"]
    rows = [
        (
            f"{entry['round']} {letter}",
            entry[letter]["by"],
            entry[letter]["card"] or "none",
            _path(entry[letter]),
            ", ".join(entry[letter]["landed"]),
        )
        for entry in (state["bouts"][-1] if is_settled else state)["rounds"]
        for letter in BOARDS
    ]
    fields = ("board", "by", "card", "path", "landed")
    return _columns([f"round_{field}" for field in fields], rows, ROUNDS * len(BOARDS))


def _path(move: Mapping[str, Any]) -> str:
    """Write the way of a Box from where it stood, and where it was put back to, if it was."""
    path = move["path"]
    if not path:
        return ""
    back = f", back to {move['to']}" if move["to"] != path[-1] else ""
    return f"{'-'.join((move['from'], *path))}{back}"


def _settled(state: JsonObject, name: str) -> dict[str, Block]:
    """Lay a player's settled bouts out, for each a row of its sums and one for each bet."""
    rows: list[tuple[str, str, str, str]] = []
    for bout in state["bouts"]:
        staked, payout = _number(bout["staked"][name]), _number(bout["payout"][name])
        points = f"{bout['bout']}: {_number(bout['points'][name])}"
        rows.append((points, staked, "", payout))
        bets = [
            (bet["condition"], _number(bet["stake"]), str(bet["hits"]), _number(bet["payout"]))
            for bet in bout["bets"][name]
        ]
        rows += bets + [("", "", "", "")] * (BETS - len(bets))
    fields = ("condition", "stake", "hits", "payout")
    return _columns([f"bout_{field}" for field in fields], rows, BOUTS * (1 + BETS))


def _own_bets(state: JsonObject, name: str, letter: str) -> dict[str, Block]:
    """Lay the bets of the running bout out, with the hits on the player's own board so far."""
    landed = bytes(
        FACE_NAMED[landing.split()[1]]
        for entry in state["rounds"]
        for landing in entry[letter]["landed"]
    )
    rows = []
    for bet in _bets(state, name):
        of_it = _condition(bet["condition"])
        hits = of_it.hits(landed)
        payout = points_text(hits * bet["stake"] * of_it.rate)
        rows.append((f"{bet['stake']} on {of_it}", str(hits), payout))
    return _columns(("bet_line", "bet_hits", "bet_payout"), rows, BETS)


def _bets(state: JsonObject, name: str) -> Sequence[JsonObject]:
    """Return a player's bets of the running bout; none where there are none or they are hidden."""
    bets: Sequence[JsonObject] | None = state["bets"][name]
    return bets or ()


def _condition(text: str) -> Condition:
    first, *joint_and_second = text.split()
    if not joint_and_second:
        return condition(TRAITS.index(first))
    joint, second = joint_and_second
    return condition(TRAITS.index(first), TRAITS.index(second), joint)


def _uses_left(state: JsonObject, name: str) -> list[str]:
    """Return how often a player may still name each trait, as far as the view knows their bets."""
    running = [trait for bet in _bets(state, name) for trait in _condition(bet["condition"]).traits]
    used = state["used"][name]
    return [
        str(USES[trait] - used[word] - running.count(trait)) for trait, word in enumerate(TRAITS)
    ]
