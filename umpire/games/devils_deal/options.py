"""The options of a match, as the header gives them."""

from umpire.games.options import Open, Options, number_option


class Limits(Options):
    """The time limit of simple and of complicated decisions and of the break, in seconds."""

    simple_seconds: Open[float] = number_option(
        "the time for simple decisions (who starts, whether to refill, what to take, a bet)",
        20.0,
        above=0,
    )
    complicated_seconds: Open[float] = number_option(
        "the time for a division and for the choice of private cards", 90.0, above=0
    )
    break_seconds: Open[float] = number_option(
        "the break after each round", 20.0, least=0, also="; with 0 there is none"
    )
