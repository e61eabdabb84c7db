"""Names of players, teams, counters, piles and procedures: which there may be, what a text means.

A player's own pile is called by its name and the player's: `tokens of Ana`.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

from umpire.games.errors import NotUnderstood
from umpire.games.names import comparison_keys, did_you_mean, find_names, name_key, named
from umpire.games.text import join_words, narrow, normalize, quote

EVERYBODY: Final = "all"
OTHERS: Final = "others"
_LONGEST: Final = 20
_LONGEST_PLAYER: Final = 32
_LONGEST_TYPED: Final = 400
"""No longer text can mean a name, even in letters that are made of several."""
ANSWER: Final = "answer"
"""The amount that is each one's last answer; matches of umpire 0.1 may have a thing called so."""
_NO_NAMES: Final = frozenset({EVERYBODY, OTHERS, ANSWER, "bottom", "top", "draw"})
HAND: Final = "hand"
"""What a hand may be taken to be called, though a player's name alone means it."""
_OF: Final = " of "
"""What stands between an own pile and its owner; no name of a pile holds a blank."""
_SEPARATORS: Final = re.compile(r"[,;&]|(?<![^\s,;&])and(?![^\s,;&])", re.IGNORECASE)
_SEVERAL: Final = 2
_NO_PLAYER_HOLDS: Final = ",;:&"
_NO_PLAYER_SAYS: Final = ("all", "and", "at", "draw", "from", "in", "of", "others", "to")


def is_name(text: str) -> bool:
    """Return whether a text has the characters of a name of a thing or a team."""
    return (
        1 <= len(text) <= _LONGEST
        and text[0].isalpha()
        and all(letter.isalpha() or letter in "0123456789-_" for letter in text)
    )


def name_problem(name: str, players: Iterable[str]) -> str:
    """Return why a thing may not be called so, though the characters are right; empty if it may."""
    if normalize(name) in _NO_NAMES:
        return f"{quote(name)} means something else in directions"
    key = name_key(name)
    if any(comparison_keys(player)[1] == key for player in players):
        return f"{quote(name)} is the name of a player"
    return ""


def player_name_problem(name: str) -> str:
    """Return why no player may be called so; empty if one may.

    Directions could not tell where the name ends.
    """
    letters, said = narrow(name), normalize(name).split()
    if marks := [mark for mark in _NO_PLAYER_HOLDS if mark in letters]:
        return f"{named(name)} must not contain {join_words(map(quote, marks), 'or')}"
    if words := [word for word in _NO_PLAYER_SAYS if word in said]:
        return f"{named(name)} must not contain the word {join_words(map(quote, words), 'or')}"
    return ""


def own_place(pile: str, player: str) -> str:
    """Return the place that is a player's own pile: `tokens of Ana`."""
    return f"{pile}{_OF}{player}"


def split_own_place(place: str) -> tuple[str, str]:
    """Return the own pile and the player of a place; no player for any other place."""
    pile, _, player = place.partition(_OF)
    return pile, player


def find(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that is this one, however written, not shortened; None if none is."""
    wanted = normalize(name)
    return next((candidate for candidate in known if comparison_keys(candidate)[0] == wanted), None)


class MatchNames(NamedTuple):
    """The names of a match at one moment.

    Each method that reads a text returns the one name that it means. Raises NotUnderstood.
    """

    players: tuple[str, ...]
    counters: Collection[str]
    shared_piles: Collection[str]
    own_piles: Collection[str]
    procedures: Mapping[str, tuple[str, ...]]
    teams: Mapping[str, tuple[str, ...]]

    def player(self, text: str) -> str:
        """Return the player meant, by the whole name or its beginning."""
        return _only(text, "player", self.players)

    def player_or_team(self, text: str) -> "str | Team":
        """Return the player or the team meant: players first, whole and shortened (3)."""
        text = text[:_LONGEST_TYPED]
        if normalize(text) != EVERYBODY and not find_names(text, self.players):
            if teams := find_names(text, self.teams):
                name = _one_of(text, "team", teams)
                return Team(name, self.teams[name])
            if self.teams:
                raise _no_such(text, "player or team", (*self.players, *self.teams))
        return self.player(text)

    def place(self, text: str) -> str:
        """Return the place meant: a whole name first, and players before piles each time."""
        text = text[:_LONGEST_TYPED]
        if _words_of_own_place(text) is not None:
            return self._own_place(text)
        said, key = normalize(text), name_key(text)
        if said == EVERYBODY:
            raise _not_all("pile or player")
        for name in self.players:
            if comparison_keys(name)[1] == key:
                return name
        whole = find(said, self._piles)
        if whole is not None:
            return self._shared(whole)
        if fits := find_names(text, self.players):
            return _one_of(text, "player", fits)
        if fits := find_names(text, self._piles):
            return self._shared(_one_of(text, "pile", fits))
        raise _no_such(text, "pile or player", (*self.players, *self._piles))

    def pile(self, text: str) -> str:
        """Return the pile meant, one for all or one that every player has."""
        return _only(text, "pile", self._piles)

    def own_pile(self, text: str) -> str:
        """Return the pile meant, one that every player has."""
        pile = self.pile(text)
        if pile not in self.own_piles:
            raise NotUnderstood(f"{quote(pile)} is one pile for all: it is nobody's own.")
        return pile

    def is_own_pile(self, text: str) -> bool:
        """Return whether a text is the whole name of a pile that every player has."""
        return find(text, self.own_piles) is not None

    def counter(self, text: str) -> str:
        """Return the counter meant."""
        return _only(text, "counter", self.counters)

    def procedure(self, text: str) -> str:
        """Return the procedure meant."""
        return _only(text, "procedure", self.procedures)

    def seated(self, names: Collection[str]) -> tuple[str, ...]:
        """Return these players once each, in seat order."""
        return tuple([name for name in self.players if name in names])

    @property
    def _piles(self) -> Collection[str]:
        return (*self.shared_piles, *self.own_piles) if self.own_piles else self.shared_piles

    def _shared(self, pile: str) -> str:
        if pile in self.own_piles:
            example = own_place(pile, self.players[0])
            raise NotUnderstood(f"Every player has {quote(pile)}: say whose. Example: {example}.")
        return pile

    def _own_place(self, text: str) -> str:
        pile, player = _words_of_own_place(text) or ("", "")
        if normalize(pile) == HAND and not find_names(pile, self._piles):
            raise NotUnderstood(f"For the hand, write only the name: {self.player(player)}.")
        return own_place(self.own_pile(pile), self.player(player))


class PlausibleNames:
    """Names that need not exist yet, as in options: any text that could be a name is one.

    It has the methods of `MatchNames` but `procedure`.
    """

    def player(self, text: str) -> str:
        """Return any word, or several that a player's name may hold. Raises NotUnderstood.

        They may be short for the name, with a parameter in place of some letters.
        """
        if len(text.split()) < _SEVERAL:
            return self.pile(text)
        if player_name_problem(text):
            raise NotUnderstood(f"{quote(text)} cannot be the name of a player.")
        return text

    def player_or_team(self, text: str) -> str:
        """Return a text that can be the name of a player or a team. Raises NotUnderstood."""
        return self.player(text)

    def place(self, text: str) -> str:
        """Return a text that can name a player or a pile. Raises NotUnderstood."""
        if (words := _words_of_own_place(text)) is not None:
            return own_place(self.pile(words[0]), self.player(words[1]))
        return self.player(text)

    def pile(self, text: str) -> str:
        """Return any word: a parameter may stand for a name, and for a number beside it.

        Raises NotUnderstood.
        """
        if len(text.split()) != 1 or normalize(text) == EVERYBODY:
            raise NotUnderstood(f"{quote(text)} cannot be a name here.")
        return text

    counter = own_pile = pile

    def is_own_pile(self, text: str) -> bool:
        """Return False: what is written in both ways is understood in both."""
        return False

    def seated(self, names: Collection[str]) -> tuple[str, ...]:
        """Return these names once each."""
        return tuple(dict.fromkeys(names))


Names: TypeAlias = MatchNames | PlausibleNames
"""What the names in a direction may mean."""


def _only(text: str, what: str, names: Collection[str]) -> str:
    text = text[:_LONGEST_TYPED]
    if normalize(text) == EVERYBODY:
        raise _not_all(what)
    fits = find_names(text, names)
    if not fits:
        raise _no_such(text, what, names)
    return _one_of(text, what, fits)


def _one_of(text: str, what: str, fits: list[str]) -> str:
    if len(fits) > 1:
        raise NotUnderstood(f"{quote(text)} fits the {what}s {join_words(fits)}. Write more of it.")
    return fits[0]


def _not_all(what: str) -> NotUnderstood:
    return NotUnderstood(f'Name one {what} here, not "all".')


def _no_such(text: str, what: str, names: Collection[str]) -> NotUnderstood:
    hint = did_you_mean(text[:_LONGEST_PLAYER], names)
    if not hint and 0 < len(names) <= 12:
        hint = f" Name {join_words(names, 'or')}."
    return NotUnderstood(f"No {what} is called {quote(text)}.{hint}")


def _words_of_own_place(text: str) -> tuple[str, str] | None:
    """Return the first word and the words after `of`; None where a text names no own pile."""
    match text.split():
        case [pile, of, *player] if player and narrow(of).casefold() == _OF.strip():
            return pile, " ".join(player)
    return None


class Team(NamedTuple):
    """A team, as the umpire calls some players for short."""

    name: str
    members: tuple[str, ...]


class Who(NamedTuple):
    """Those players whom a direction means: the named ones, all, or all but the named.

    The members of `teams` are meant, but are not named: where somebody who is out may not be, they
    are left out (3).
    """

    kind: Literal["named", "all", "others"]
    names: tuple[str, ...] = ()
    teams: tuple[Team, ...] = ()

    def __str__(self) -> str:
        named = ", ".join([*self.names, *[team.name for team in self.teams]])
        match self.kind:
            case "all":
                return EVERYBODY
            case "others":
                return f"{OTHERS} {named}"
        return named or ","

    @property
    def meant(self) -> tuple[str, ...]:
        """Whoever is named, or a member of a team that is."""
        members = [member for team in self.teams for member in team.members]
        return (*self.names, *members) if members else self.names


_ALL: Final = Who("all")


def read_who(text: str, names: Names) -> Who:
    """Read whom a direction means: `all`, `others Ana`, `Ana, Bo and Cy`. Raises NotUnderstood."""
    if text.strip().casefold() == EVERYBODY:
        return _ALL
    parts = [" ".join(part.split()) for part in _SEPARATORS.split(text)]
    first, _, rest = parts[0].partition(" ")
    others = first.casefold() == OTHERS
    if others:
        parts[0] = rest
    if others and not any(parts):
        raise NotUnderstood("Name the players to leave out: others Ana.")
    meant = [names.player_or_team(part) for part in parts if part]
    players = [each for each in meant if isinstance(each, str)]
    teams = dict.fromkeys([each for each in meant if isinstance(each, Team)])
    return Who("others" if others else "named", names.seated(players), tuple(teams))
