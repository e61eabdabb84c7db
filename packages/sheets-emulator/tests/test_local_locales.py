"""Locales whole: marks, money, dates, and formulas, in what is typed, kept and shown."""

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from server_kit import Account, Book, box

from sheets_emulator.display import show
from sheets_emulator.locales import is_known, locale_of
from sheets_emulator.model import Formula
from sheets_emulator.notation import as_kept, translated
from sheets_emulator.user_entered import read, read_number

COMMA_PARTS_ARGUMENTS = (
    "en_AU en_CA zh_CN ar_EG zh_HK en_IN hi_IN bn_IN gu_IN kn_IN ml_IN mr_IN pa_IN ta_IN te_IN "
    "en_IE he_IL ja_JP es_MX mn_MN my_MM en_PH fil_PH ko_KR de_CH zh_TW th_TH en_GB cy_GB en_US"
)
SEMICOLON_PARTS_ARGUMENTS = (
    "es_AR hy_AM az_AZ be_BY es_BO pt_BR bg_BG es_CL es_CO hr_HR cs_CZ da_DK es_EC fi_FI fr_FR "
    "fr_CA ka_GE de_DE el_GR hu_HU id_ID it_IT kk_KZ lv_LV lt_LT nl_NL nb_NO nn_NO es_PY pl_PL "
    "pt_PT ro_RO ru_RU sr_RS sk_SK sl_SI es_ES ca_ES sv_SE tr_TR uk_UA es_UY es_VE vi_VN"
)
LOCALES = f"{COMMA_PARTS_ARGUMENTS} {SEMICOLON_PARTS_ARGUMENTS}".split()
MOMENT = 46165.84900462963  # 23 May 2026, 20:22:34


@pytest.mark.parametrize("name", LOCALES)
def test_each_locale_that_google_offers_is_known_and_parts_arguments_as_it_does(name: str) -> None:
    assert is_known(name)
    assert locale_of(name).decimal == ("," if name in SEMICOLON_PARTS_ARGUMENTS.split() else ".")


@pytest.mark.parametrize("name", LOCALES)
@pytest.mark.parametrize("kind", ["NUMBER", "CURRENCY", "DATE", "TIME", "DATE_TIME"])
def test_what_a_locale_shows_can_be_typed_again(name: str, kind: str) -> None:
    locale = locale_of(name)
    value = 46165.0 if kind == "DATE" else 0.849 if kind == "TIME" else MOMENT
    shown = show(value, {"type": kind}, locale)
    found = read_number(shown, locale)
    if "г." in shown:  # a date of Bulgarian, with a word behind the year
        return
    assert found is not None, shown
    assert found.value == pytest.approx(value, abs=0.5 if kind == "CURRENCY" else 0.006)


@pytest.mark.parametrize("name", ["xx", "de-DE", "deDE", "DE", "", "en_XX"])
def test_a_locale_that_nobody_has_is_refused(name: str) -> None:
    assert not is_known(name)


def test_old_names_of_languages_are_known() -> None:
    assert locale_of("iw_IL") == locale_of("he_IL")
    assert locale_of("no_NO") == locale_of("nb_NO")
    assert is_known("in_ID")


@pytest.mark.parametrize(
    ("name", "number", "money", "date", "time", "date_time"),
    [
        ("en_US", "1,234,567.50", "$1,234,567.50", "5/23/2026", "8:22:34 PM", "5/23/2026 20:22:34"),
        ("en_GB", "1,234,567.50", "£1,234,567.50", "23/05/2026", "20:22:34", "23/05/2026 20:22:34"),
        ("en_IN", "12,34,567.50", "₹12,34,567.50", "23/05/2026", "8:22:34 PM",
         "23/05/2026 20:22:34"),
        ("de_DE", "1.234.567,50", "1.234.567,50 €", "23.05.2026", "20:22:34",
         "23.05.2026 20:22:34"),
        ("de_CH", "1'234'567.50", "CHF 1'234'567.50", "23.05.2026", "20:22:34",
         "23.05.2026 20:22:34"),
        ("fr_FR", "1\u202f234\u202f567,50", "1\u202f234\u202f567,50 €", "23/05/2026", "20:22:34",
         "23/05/2026 20:22:34"),
        ("sv_SE", "1\xa0234\xa0567,50", "1\xa0234\xa0567,50 kr", "2026-05-23", "20.22.34",
         "2026-05-23 20.22.34"),
        ("pt_BR", "1.234.567,50", "R$ 1.234.567,50", "23/05/2026", "20:22:34",
         "23/05/2026 20:22:34"),
        ("ko_KR", "1,234,567.50", "₩1,234,568", "2026. 5. 23", "오후 8:22:34",
         "2026. 5. 23 오후 8:22:34"),
    ],
)  # fmt: skip
def test_formats_without_a_pattern_are_the_locales_own(
    name: str, number: str, money: str, date: str, time: str, date_time: str
) -> None:
    locale = locale_of(name)
    kinds = ["NUMBER", "CURRENCY", "DATE", "TIME", "DATE_TIME"]
    values = [1234567.5, 1234567.5, MOMENT, MOMENT, MOMENT]
    shown = [show(value, {"type": kind}, locale) for kind, value in zip(kinds, values, strict=True)]
    assert shown == [number, money, date, time, date_time]


@pytest.mark.parametrize(
    ("name", "text", "value", "shown"),
    [
        ("sv_SE", "1 234,1234", 1234.1234, "1234,1234"),
        ("sv_SE", "1\xa0234,5", 1234.5, "1234,5"),
        ("sv_SE", "1234.1234", 52.2736111, "1254.34.00"),
        ("sv_SE", "12.30", 0.5208333, "12.30"),
        ("sv_SE", "5 kr", 5, "5 kr"),
        ("da_DK", "5 kr", 5, "5 kr."),
        ("da_DK", "12.30", 0.5208333, "12.30"),
        ("de_DE", "1.123456789", 1123456789, "1.123.456.789"),
        ("de_DE", "5 €", 5, "5 €"),
        ("de_DE", "€5,50", 5.5, "5,50 €"),
        ("de_DE", "$5", 5, "5 $"),
        ("de_DE", "-5,5 €", -5.5, "-5,50 €"),
        ("de_DE", "3. März 2024", 45354, "3 März 2024"),
        ("de_DE", "1,5e3", 1500, "1,50E+03"),
        ("de_DE", "12,5%", 0.125, "12,50%"),
        ("de_CH", "1'234.5", 1234.5, "1'234.50"),
        ("de_CH", "1\u2019234", 1234, "1'234"),
        ("fr_FR", "1\u202f234,5 €", 1234.5, "1\u202f234,50 €"),
        ("fr_FR", "1 234 567", 1234567, "1234567"),
        ("pt_BR", "R$ 4,15", 4.15, "R$ 4,15"),
        ("pt_BR", "R$4,15", 4.15, "R$ 4,15"),
        ("pl_PL", "5 zł", 5, "5 zł"),
        ("pl_PL", "1 234 zł", 1234, "1\xa0234 zł"),
        ("en_US", "1234,1234", 12341234, "12,341,234"),
        ("en_US", "€5", 5, "€5"),
        ("en_US", "5 €", 5, "€5"),
        ("en_US", "$100.15", 100.15, "$100.15"),
        ("en_IN", "12,34,567", 1234567, "12,34,567"),
        ("en_US", "25:00", 1.0416667, "25:00:00"),
        ("en_US", "2020-01-01T12:00:00", 43831.5, "2020-01-01 12:00:00"),
        ("ko_KR", "2020. 3. 4", 43894, "2020. 3. 4"),
        ("ko_KR", "2020. 3. 4 오후 2:31:07", 43894.6049421, "2020. 3. 4 오후 2:31:07"),
        ("ja_JP", "¥500", 500, "¥500"),
        ("es_ES", "3 de marzo de 2024", 45354, "3 mar 2024"),
    ],
)
def test_what_is_typed_is_read_in_the_locales_way(
    name: str, text: str, value: float, shown: str
) -> None:
    locale = locale_of(name)
    typed = read(text, None, locale)
    assert isinstance(typed.value, float), typed
    assert typed.value == pytest.approx(value)
    assert show(typed.value, typed.number_format, locale) == shown


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("en_US", "2,41"),
        ("en_US", "5 kr"),
        ("en_US", "R$ 4.15"),
        ("en_US", "1,23,456"),
        ("en_US", "1 234"),
        ("fr_FR", "1.5"),
        ("de_DE", "$5 €"),
        ("de_DE", "1.50"),
        ("en_US", "13:61 pm"),
        ("ja_JP", "午後"),
    ],
)
def test_what_is_nothing_in_a_locale_stays_a_text(name: str, text: str) -> None:
    assert read(text, None, locale_of(name)).value == text


@pytest.mark.parametrize(
    ("name", "text", "kept"),
    [
        ("en_US", "+hello", "=+hello"),
        ("en_US", "+", "=+"),
        ("en_US", "+/-", "=+/-"),
        ("en_US", "+A2:A3", "=+A2:A3"),
        ("en_US", "+49 170 1234567", "=+49 170 1234567"),
        ("en_US", "+5+3", "=+5+3"),
        ("en_US", "+Dri7 x", "=+Dri7 x"),
        ("en_US", "-A1*2", "=-A1*2"),
        ("en_US", "-(A1+2)", "=-(A1+2)"),
        ("en_US", "-SUM(A1;2)", "=-SUM(A1,2)"),
        ("de_DE", "-SUM(A1;2,5)", "=-SUM(A1;2,5)"),
        ("en_US", "-NOW()", "=-NOW()"),
    ],
)
def test_a_text_with_a_sign_in_front_is_a_formula(name: str, text: str, kept: str) -> None:
    assert read(text, None, locale_of(name)).value == Formula(kept)


@pytest.mark.parametrize("text", ["-", "--", "- later", "-hello", "-Y5 set", "-A1 and B1", "-A1("])
def test_a_text_with_a_dash_in_front_that_is_no_formula_stays_one(text: str) -> None:
    assert read(text, None, locale_of("en_US")).value == text


@pytest.mark.parametrize(
    ("name", "formula", "kept"),
    [
        ("en_US", "=SUM(1;2)", "=SUM(1,2)"),
        ("en_US", "={1;2}", "={1;2}"),
        ("en_US", "=SUM({1;2};IF(TRUE;{3,4};5))", "=SUM({1;2},IF(TRUE,{3,4},5))"),
        ("en_US", '="a;b"&F(1; 2)', '="a;b"&F(1, 2)'),
        ("en_US", "={1\\2}", "={1\\2}"),
        ("de_DE", "=SUM(1;2,5)", "=SUM(1;2,5)"),
        ("de_DE", "=SUM(1,5)", "=SUM(1,5)"),
        ("en_US", "=SUM(1;§", "=SUM(1;§"),
    ],
)
def test_semicolons_become_commas_where_commas_part_arguments(
    name: str, formula: str, kept: str
) -> None:
    assert as_kept(formula, locale_of(name)) == kept


@pytest.mark.parametrize(
    ("american", "german"),
    [
        ("=SUM(1,2.5)", "=SUM(1;2,5)"),
        ("={1,2.5;3,4}", "={1\\2,5;3\\4}"),
        ('=IF(A1>.5,"1,5;2",{1,2})', '=IF(A1>,5;"1,5;2";{1\\2})'),
        ("='a,b'!A1*1.5E3", "='a,b'!A1*1,5E3"),
        ("=SUM(§", "=SUM(§"),
    ],
)
def test_a_formula_is_translated_to_a_locale_and_back(american: str, german: str) -> None:
    us, de = locale_of("en_US"), locale_of("de_DE")
    assert translated(american, us, de) == german
    assert translated(german, de, us) == american


def test_a_hostile_text_is_read_at_once() -> None:
    began = time.monotonic()
    texts = [
        "+" + " " * 40_000 + "x",
        "1" + " " * 40_000 + "y",
        "1" * 40_000 + "x",
        "1,234" * 8000,
        "1 234" * 8000,
        "a " * 20_000,
        "-" * 40_000,
        "(" * 40_000,
    ]
    for name in ("en_US", "sv_SE", "en_IN", "ko_KR", "fr_FR"):
        for text in texts:
            read(text, None, locale_of(name))
    assert time.monotonic() - began < 10


@settings(deadline=None)
@given(st.sampled_from(LOCALES), st.text(max_size=20), st.floats(-1e6, 1e6))
def test_any_pattern_shows_something_in_any_locale(name: str, pattern: str, value: float) -> None:
    assert isinstance(show(value, {"type": "NUMBER", "pattern": pattern}, locale_of(name)), str)


@settings(deadline=None)
@given(
    st.text(alphabet='0#?.,%/E+-*_@hmsyd[]<>;"\\$ 1', max_size=20),
    st.floats(-1e9, 1e9) | st.text(max_size=5),
)
def test_any_pattern_of_its_own_signs_shows_something(pattern: str, value: Any) -> None:
    assert isinstance(show(value, {"type": "NUMBER", "pattern": pattern}, locale_of("sv_SE")), str)


@pytest.fixture
def german(owner: Account) -> Book:
    """A spreadsheet in German."""
    made = owner.ok("POST", "/v4/spreadsheets", {"properties": {"locale": "de_DE"}})
    return Book(owner, made["spreadsheetId"])


def locale_change(name: str) -> dict[str, Any]:
    properties = {"properties": {"locale": name}, "fields": "locale"}
    return {"updateSpreadsheetProperties": properties}


def formulas(book: Book, text: str) -> list[Any]:
    return [row[0] for row in book.values(text, valueRenderOption="FORMULA")]


def test_formulas_are_written_and_given_back_in_the_locales_notation(german: Book) -> None:
    typed = ["=1,5+1", "=SUM(1;2,5)", "={1\\2;3\\4}", "=1.5+1", "=SUM(1,5;2;3)"]
    german.write("A1:A2", [[one] for one in typed[:2]], "USER_ENTERED")
    german.write("A4", [[typed[2]]], "USER_ENTERED")
    german.write("A7:A8", [[one] for one in typed[3:]], "USER_ENTERED")
    assert german.values("A1:A2") == [["2,5"], ["3,5"]]
    assert german.values("A4:B5") == [["1", "2"], ["3", "4"]]
    assert german.values("A7:A8") == [["#ERROR!"], ["6,5"]]
    assert formulas(german, "A1:A2") == typed[:2]
    assert german.cells("A2", "userEnteredValue") == [
        [{"userEnteredValue": {"formulaValue": "=SUM(1;2,5)"}}]
    ]


def test_a_formula_value_is_in_the_locales_notation_too(german: Book) -> None:
    rows = [{"values": [{"userEnteredValue": {"formulaValue": text}}]} for text in
            ("=SUM(1;2,5)", "=SUM(A1,A1)")]  # fmt: skip
    german.batch(
        {"updateCells": {"start": {"sheetId": 0}, "rows": rows, "fields": "userEnteredValue"}}
    )
    assert german.values("A1:A2") == [["3,5"], ["#ERROR!"]]


def test_formulas_follow_when_the_locale_changes(book: Book) -> None:
    custom = {"type": "CUSTOM_FORMULA", "values": [{"userEnteredValue": "=AND(A1>1.5,A1<9)"}]}
    rule = {"ranges": [box(0, 9, 0, 1)], "booleanRule": {"condition": custom, "format": {}}}
    book.batch({"addConditionalFormatRule": {"rule": rule}})
    book.batch({"setDataValidation": {"range": box(8, 9, 0, 1), "rule": {"condition": custom}}})
    book.write("A1:A2", [["=SUM(1;2.5)"], ["={1,2}"]], "USER_ENTERED")
    assert formulas(book, "A1:A2") == ["=SUM(1,2.5)", "={1,2}"]
    book.batch(locale_change("de_DE"))
    assert formulas(book, "A1:A2") == ["=SUM(1;2,5)", "={1\\2}"]
    assert book.values("A1:B2") == [["3,5"], ["1", "2"]]
    kept = book.sheet(fields="sheets.conditionalFormats")["conditionalFormats"][0]
    said = {"userEnteredValue": "=AND(A1>1,5;A1<9)"}
    assert kept["booleanRule"]["condition"]["values"] == [said]
    checked = book.cells("A9", "dataValidation")[0][0]["dataValidation"]
    assert checked["condition"]["values"] == [said]
    book.batch(locale_change("en_GB"))
    assert formulas(book, "A1:A2") == ["=SUM(1,2.5)", "={1,2}"]


def test_a_tab_copied_to_another_locale_takes_its_notation(book: Book, german: Book) -> None:
    german.write("A1", [["=SUM(1;2,5)"]], "USER_ENTERED")
    german.account.ok(
        "POST", f"{german.path}/sheets/0:copyTo", {"destinationSpreadsheetId": book.id}
    )
    title = book.sheet(1)["properties"]["title"]
    assert formulas(book, f"'{title}'!A1") == ["=SUM(1,2.5)"]


def test_a_locale_that_is_not_known_is_refused_by_name(book: Book) -> None:
    refused = book.refuse(locale_change("xx_YY"))
    assert "Unsupported locale: xx_YY" in refused["message"]
