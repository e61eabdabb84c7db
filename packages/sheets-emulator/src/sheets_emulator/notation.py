"""Formulas in the notation of a locale.

Where a comma is the decimal mark, semicolons part arguments and backslashes the columns of an
array. Everywhere else commas do both, and a semicolon between arguments becomes one, as in Google's
own editor. A formula is kept, and given back, in the notation of its spreadsheet's locale.
"""

from collections.abc import Callable, Iterator

from sheets_emulator.locales import Locale
from sheets_emulator.references import Token, tokens

_OPERATORS = frozenset("+-*/^&=<>") | {"<>", "<=", ">="}
_OPERANDS = ("text", "number", "reference", "name", "error")


def as_kept(formula: str, locale: Locale) -> str:
    """Return a formula that was entered as it is kept; one that cannot be read stays as it is."""
    if locale.decimal == ",":
        return formula

    def kept(token: Token, is_array: bool) -> str:
        return "," if token.text == ";" and not is_array else token.text

    return _rewritten(formula, locale, kept)


def translated(formula: str, old: Locale, new: Locale) -> str:
    """Return a formula of one locale in the notation of another."""
    if old.decimal == new.decimal:
        return formula
    has_comma = new.decimal == ","

    def said(token: Token, is_array: bool) -> str:
        if token.kind == "number":
            return token.text.replace(old.decimal, new.decimal)
        if token.text in (",", "\\") or (token.text == ";" and not is_array):
            return ("\\" if is_array else ";") if has_comma else ","
        return token.text

    return _rewritten(formula, old, said)


def is_signed_formula(text: str, locale: Locale) -> bool:
    """Return whether a text that begins with a sign is a formula: `-A1` is one, `- later` is not.

    It is where operands and operators take turns, and a cell is named or a function called.
    """
    found = tokens(text, locale.decimal)
    if found is None:
        return False
    wants_operand = True
    is_computed = False
    for number, token in enumerate(found):
        after = found[number + 1].text if number + 1 < len(found) else ""
        if token.kind in _OPERANDS:
            if not wants_operand:
                return False
            is_call = token.kind == "name" and after == "("
            is_computed = is_computed or is_call or token.kind == "reference"
            wants_operand = is_call
        elif token.text in _OPERATORS:
            if wants_operand and token.text not in ("+", "-"):
                return False
            wants_operand = True
        else:
            wants_operand = token.text not in (")", "}", "%")
    return is_computed and not wants_operand


def _rewritten(formula: str, locale: Locale, change: Callable[[Token, bool], str]) -> str:
    """Change each number and sign; `change` is told whether it stands in an array's braces."""
    found = tokens(formula.removeprefix("="), locale.decimal)
    if found is None:
        return formula
    position = 1
    parts = [formula[:1]]
    for token, is_array in _nested(found):
        start = formula.index(token.text, position)
        parts.append(formula[position:start])
        position = start + len(token.text)
        parts.append(change(token, is_array) if token.kind in ("number", "sign") else token.text)
    return "".join([*parts, formula[position:]])


def _nested(found: list[Token]) -> Iterator[tuple[Token, bool]]:
    """Yield the tokens, and of each whether the innermost bracket around it is a brace."""
    brackets: list[str] = []
    for token in found:
        if token.text in (")", "}") and brackets:
            brackets.pop()
        yield token, bool(brackets) and brackets[-1] == "{"
        if token.text in ("(", "{"):
            brackets.append(token.text)
