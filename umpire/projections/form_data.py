"""Questions, fields of forms, drafts and large pieces as a page draws them, each as JSON."""

from collections.abc import Mapping
from typing import Final

from umpire.games.base import Form
from umpire.games.page import Draft, DraftBlock, DraftRow, Field, Lot, Question, Sum
from umpire.json_types import JsonObject
from umpire.projections.sized_json import filled, sized

_ROOM: Final = 10_000
"""The most characters that the fields and the draft of a form may have."""


def question_data(question: Question) -> JsonObject:
    """Return a question as JSON."""
    texts = {"condition": question.condition, "otherwise": question.otherwise}
    return {"text": question.text, **filled(texts), "final": question.final}


def lot_data(lot: Lot) -> JsonObject:
    """Return the piece that is drawn large as JSON."""
    texts = {"title": lot.title, "text": lot.text, "below": lot.below}
    piles = [
        {"name": pile.name, "number": pile.number, **filled({"top": pile.top})}
        for pile in lot.piles
    ]
    return {"piece": lot.piece, **filled({**texts, "piles": piles})}


def form_data(
    form: Form, cells: Mapping[str, str], fields: Mapping[str, Field], draft: Draft | None
) -> JsonObject:
    """Return the fields of a form and its draft as JSON.

    `cells` are the ranges of the form's cells, whose names the JSON has. Only the choices that the
    `form` offers now, and the word before a number, have a second line. If there is too much, these
    lines are left out, then the blocks of the draft.
    """
    asked = {name: field for name, field in fields.items() if name in form and name in cells}
    data: JsonObject = {
        "fields": {cells[name]: _field(field) for name, field in asked.items()},
        "says": _says(form, cells, asked),
        "draft": None if draft is None else _draft(draft, cells),
    }
    if sized(data).size > _ROOM:
        data["says"] = []
    if draft is not None and sized(data).size > _ROOM:
        data["draft"].pop("blocks", None)
    return filled(data)


def _field(field: Field) -> JsonObject:
    numbers = {"least": field.least, "most": field.most, "at_most": field.at_most}
    texts = {
        "label": field.label,
        "calls": dict(field.calls),
        "ends": any(field.ends) and field.ends,
        "prefix": field.prefix,
        "optional": field.optional,
        "hint": field.hint,
        "buttons": field.buttons,
    }
    return filled(texts) | {key: number for key, number in numbers.items() if number is not None}


def _says(form: Form, cells: Mapping[str, str], fields: Mapping[str, Field]) -> list[JsonObject]:
    """Return the second lines of choices, each with the ranges of the cells that have them."""
    groups: list[JsonObject] = []
    for name, field in fields.items():
        offered = form[name]
        texts = {
            choice: text
            for choice, text in field.says.items()
            if text and (choice in offered or f"{choice} " == field.prefix or not offered)
        }
        group = next((group for group in groups if group["texts"] == texts), None)
        if group is not None:
            group["of"].append(cells[name])
        elif texts:
            groups.append({"of": [cells[name]], "texts": texts})
    return groups


def _draft(draft: Draft, cells: Mapping[str, str]) -> JsonObject:
    sums = {cells[name]: _sum(total) for name, total in draft.sums.items() if name in cells}
    return filled(
        {
            "say": draft.say,
            "more": draft.more,
            "missing": draft.missing,
            "sums": sums,
            "blocks": [_block(block, cells) for block in draft.blocks],
        }
    )


def _sum(total: Sum) -> JsonObject:
    return {"text": total.text, **({} if total.ok is None else {"ok": total.ok})}


def _block(block: DraftBlock, cells: Mapping[str, str]) -> JsonObject:
    texts = {"title": block.title, "note": block.note, "feeds": cells.get(block.feeds, "")}
    return filled({**texts, "head": block.head, "rows": [*map(_row, block.rows)]})


def _row(row: DraftRow) -> JsonObject:
    return filled(
        {"label": row.label, "pieces": row.pieces, "columns": row.columns, "good": row.good}
    )
