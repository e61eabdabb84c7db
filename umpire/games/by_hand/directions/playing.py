"""Who plays, the end of the match (5.6), and teams (5.7)."""

from typing import Final

from umpire.games.base import UMPIRE, Outcome, Tell
from umpire.games.by_hand.directions.base import (
    Direction,
    Line,
    OfPlayers,
    check_name,
    check_new,
    players_of,
)
from umpire.games.by_hand.elimination import eliminate, end_match
from umpire.games.by_hand.names import Who, find, read_who
from umpire.games.by_hand.state import State
from umpire.games.by_hand.text import free_text, sentence, with_verb
from umpire.games.errors import NotAllowed
from umpire.games.text import join_words, narrow, quote

MOST_TEAMS: Final = 12


class Out(OfPlayers):
    """Players who play no more."""

    usage = "out WHO"
    examples = ("out Ana",)
    does = "Take players out: they are asked no more"

    def perform(self, state: State, tell: Tell) -> State:
        return eliminate(state, players_of(state, self.who), tell)


class Back(OfPlayers):
    """Players who play again."""

    usage = "back WHO"
    examples = ("back Ana", "back all")
    does = "Let players who are out play again"

    def perform(self, state: State, tell: Tell) -> State:
        back = self._returning(state)
        tell(f"{with_verb(back, 'plays', 'play')} again.")
        return state.replace(out=tuple([name for name in state.out if name not in back]))

    def _returning(self, state: State) -> tuple[str, ...]:
        """Return who plays again; `all` are all who are out and have not forfeited.

        Members of a team who have forfeited are left out (5.7).
        """
        is_named, meant = self.who.kind == "named", self.who.meant
        may_return = [name for name in state.out if name not in state.forfeited]
        for name in self.who.names if is_named else ():
            if name in state.forfeited:
                raise NotAllowed(f"{name} has forfeited, and that is final.")
        for name in state.players if is_named else ():
            if name in meant and name not in state.out:
                raise NotAllowed(f"{name} is not out.")
        returning = tuple([name for name in may_return if (name in meant) == is_named])
        if not returning:
            raise NotAllowed("None of them is out.")
        return returning


class End(Direction):
    """The end of the match: some win, or it is a draw."""

    usage = "end WHO: TEXT, or end draw: TEXT"
    examples = ("end Ana: the most points", "end draw: nobody reached the mill")
    does = "End the match: players win, one alone or several together, or it is a draw"
    colon = "required"

    who: Who | None
    text: str

    @classmethod
    def read(cls, line: Line) -> "End":
        who = None if line.folded == ["draw"] else line.who()
        return cls(who, free_text(line.text))

    def __str__(self) -> str:
        return f"end {self.who or 'draw'}: {self.text}"

    def perform(self, state: State, tell: Tell) -> State:
        winners = () if self.who is None else players_of(state, self.who)
        match winners:
            case ():
                outcome, result = Outcome(None, "draw"), "The match is a draw"
            case (winner,):
                outcome, result = Outcome(winner, "umpire"), f"{winner} wins"
            case _:
                outcome = Outcome(None, "shared", winners)
                result = f"{join_words(winners)} win together"
        tell(f"{result}: {sentence(self.text)}", kind="result")
        return end_match(state.replace(verdict=self.text), outcome)


class NameTeam(Direction):
    """A name for some players, which nobody but the umpire knows of."""

    usage = "team NAME: [WHO]"
    examples = ("team wolves: Ana, Bo", "team wolves:")
    does = "Give some players a name that stands for them; without players drop it"
    colon = "required"

    name: str
    who: Who | None

    @classmethod
    def read(cls, line: Line) -> "NameTeam":
        if len(line.words) != 1:
            raise line.usage_error()
        check_name(line.words[0], "team")
        text = narrow(line.text).strip()
        return cls(line.words[0], read_who(text, line.names) if text else None)

    def __str__(self) -> str:
        return f"team {self.name}: {self.who or ''}".rstrip()

    def perform(self, state: State, tell: Tell) -> State:
        """Make the team, make it anew in its place, or drop it."""
        teams = dict(state.teams or {})
        existing = find(self.name, teams)
        if self.who is None:
            if existing is None:
                raise NotAllowed(f"There is no team {quote(self.name)}.")
            del teams[existing]
            tell(f"The team {existing} is dropped.", UMPIRE)
            return state.replace(teams=teams)
        if existing is None:
            check_new(self.name, "team", teams, MOST_TEAMS, state.players)
        name = existing or self.name
        teams[name] = players_of(state, self.who)
        tell(f"The team {name}: {join_words(teams[name])}.", UMPIRE)
        return state.replace(teams=teams)
