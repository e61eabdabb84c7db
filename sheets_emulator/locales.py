"""How a spreadsheet's locale writes numbers and dates."""

from dataclasses import dataclass

_MONTH_FIRST = {"en_US", "en_PH", "es_US", "en"}
_YEAR_FIRST_LANGUAGES = {"ja", "zh", "ko", "hu", "lt", "sv"}
_YEAR_FIRST = {"en_CA", "fr_CA"}
_DECIMAL_COMMA_LANGUAGES = {
    "az", "be", "bg", "ca", "cs", "da", "de", "el", "es", "et", "eu", "fi", "fr", "gl", "hr", "hu",
    "hy", "id", "is", "it", "ka", "kk", "lt", "lv", "mk", "nb", "nl", "nn", "no", "pl", "pt", "ro",
    "ru", "sk", "sl", "sr", "sv", "tr", "uk", "vi",
}  # fmt: skip
_DECIMAL_POINT = {"es_MX", "es_US", "de_CH", "it_CH"}
_DOTTED_DATE_LANGUAGES = {"be", "bg", "cs", "da", "de", "et", "fi", "hr", "is", "kk", "lv", "mk",
                          "nb", "no", "pl", "ro", "ru", "sk", "sl", "sr", "tr", "uk"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Locale:
    """The habits of one locale. `order` is how the parts of a date follow: `mdy`, `dmy`, `ymd`."""

    decimal: str
    group: str
    order: str
    date_separators: str
    date_pattern: str
    time_pattern: str

    @property
    def date_time_pattern(self) -> str:
        """The pattern of a date with a time of day."""
        return f"{self.date_pattern} {self.time_pattern}"


def locale_of(name: str) -> Locale:
    """Return the habits of a locale such as `en_GB` or `de`."""
    language = name.partition("_")[0]
    comma = language in _DECIMAL_COMMA_LANGUAGES and name not in _DECIMAL_POINT
    dotted = language in _DOTTED_DATE_LANGUAGES
    if name in _MONTH_FIRST:
        order, pattern = "mdy", "m/d/yyyy"
    elif name in _YEAR_FIRST or language in _YEAR_FIRST_LANGUAGES:
        order, pattern = "ymd", "yyyy-mm-dd"
    else:
        order, pattern = "dmy", "dd.mm.yyyy" if dotted else "dd/mm/yyyy"
    return Locale(
        decimal="," if comma else ".",
        group="." if comma else ",",
        order=order,
        date_separators="/-." if dotted else "/-",
        date_pattern=pattern,
        time_pattern="h:mm:ss am/pm" if name in _MONTH_FIRST else "hh:mm:ss",
    )
