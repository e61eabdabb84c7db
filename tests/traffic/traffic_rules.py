"""Whether Google would take a request, and could have sent its answer: after its own documents.

`check` is pure and knows the Sheets API v4 and the Drive API v3 by the discovery documents that
google-api-python-client brings. It gives sentences on what is wrong: a path or a parameter that
does not exist, a field that a message does not have, a value of the wrong type, a mask that names
nothing, a field in an answer that its mask did not ask for, an error that has not Google's shape.
"""

import json
import marshal
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlsplit

from pydantic_core import from_json

Json = dict[str, Any]
Mask = dict[str, "Mask"]

_SERVICES = {"/v4/": "sheets.v4", "/drive/v3/": "drive.v3"}
_UPLOAD = "/upload"
"""Begins the path of a method to which a file's content is sent along."""
_INT32 = range(-(2**31), 2**31)
_DATE_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
_MASK_TOKEN = re.compile(r"\s*([A-Za-z0-9_]+|[*.,/()])\s*")
_STATUS_WORD = re.compile(r"[A-Z_]+")

_MASKS_OF = {
    "AppendCellsRequest": "CellData",
    "RepeatCellRequest": "CellData",
    "UpdateCellsRequest": "CellData",
    "UpdateDeveloperMetadataRequest": "DeveloperMetadata",
    "UpdateDimensionGroupRequest": "DimensionGroup",
    "UpdateDimensionPropertiesRequest": "DimensionProperties",
    "UpdateNamedRangeRequest": "NamedRange",
    "UpdateProtectedRangeRequest": "ProtectedRange",
    "UpdateSheetPropertiesRequest": "SheetProperties",
    "UpdateSpreadsheetPropertiesRequest": "SpreadsheetProperties",
}
"""What the mask `fields` of a request to change something is about."""

_ONE_OF = {
    "ColorStyle": ("rgbColor", "themeColor"),
    "ConditionValue": ("relativeDate", "userEnteredValue"),
    "ConditionalFormatRule": ("booleanRule", "gradientRule"),
    "ExtendedValue": ("boolValue", "errorValue", "formulaValue", "numberValue", "stringValue"),
    "UpdateCellsRequest": ("start", "range"),
}
"""Fields of which a message has only one: the documents do not tell."""

_TOLERATED = {
    ("Permission", "withLink"),  # of Drive v2; gspread sends it and Google does not mind
}


_OFTEN_ALIKE = {
    *("ConditionalFormatRule", "DimensionProperties", "NamedRange", "ProtectedRange"),
    *("Request", "RowData"),
}
"""Messages of which one request or answer after the other has the same ones in lists."""

_RIGHT: set[int] = set()
"""Hashes of such messages in which nothing was wrong, with what was due there."""

_TAKES_ANY_PARAMETER = {"drive.v3"}


class Exchange(NamedTuple):
    """A request and its answer; the status is None if there was none.

    `ours` tells that umpire sent it. What others send is held to less: to what Google takes.
    """

    method: str
    url: str
    body: str | None
    status: int | None
    answer: str
    ours: bool = True


@dataclass(frozen=True, eq=False)
class Method:
    """One method of an API, as its discovery document describes it."""

    service: "Service"
    id: str
    http: str
    path: re.Pattern[str]
    parameters: Mapping[str, Json]
    request: Json | None
    response: Json | None
    media: bool


@dataclass(frozen=True, eq=False)
class Service:
    """An API: its methods and its messages."""

    name: str
    prefix: str
    document: Json

    @property
    def schemas(self) -> Mapping[str, Json]:
        return self.document["schemas"]  # type: ignore[no-any-return]

    def methods(self) -> list[Method]:
        """All its methods; where a path fits several it means the first."""
        found = sorted(
            _methods(self.document), key=lambda one: (one["path"].count("{"), -len(one["path"]))
        )
        return [
            Method(
                self,
                one["id"],
                one["httpMethod"],
                _pattern("/" + self.document["servicePath"] + one["path"]),
                {**self.document["parameters"], **one.get("parameters", {})},
                one.get("request"),
                one.get("response"),
                one.get("supportsMediaDownload", False),
            )
            for one in found
        ]


def is_api(url: str) -> bool:
    """Whether an address is one of the Sheets or the Drive API."""
    path = urlsplit(url).path.removeprefix(_UPLOAD)
    return any(path.startswith(prefix) for prefix in _SERVICES)


def kinds(exchange: Exchange) -> list[str]:
    """What a request asks for: the method, and each kind of request in a batchUpdate."""
    method = _method_of(exchange)
    if method is None:
        return []
    body = _json(exchange.body) if exchange.body else None
    inner = body.get("requests", []) if isinstance(body, dict) else []
    return [method.id, *(kind for one in inner if isinstance(one, dict) for kind in one)]


def check(exchange: Exchange) -> list[str]:
    """Give what is wrong with a request or its answer, each as one line; nothing if all is well."""
    if not is_api(exchange.url):
        return [f"{exchange.method} {exchange.url}: no such API"] if exchange.ours else []
    exchange = _without_content(exchange)
    method = _method_of(exchange)
    if method is None:
        return [f"{exchange.method} {urlsplit(exchange.url).path}: no such method"]
    found = [f"{method.id}: {fault}" for fault in _check_request(method, exchange)]
    if exchange.status is not None:
        found += [f"{method.id} answered {fault}" for fault in _check_answer(method, exchange)]
    return found


def _without_content(exchange: Exchange) -> Exchange:
    """Give what an upload says of the file, as if no content had come along."""
    parts = urlsplit(exchange.url)
    path = parts.path.removeprefix(_UPLOAD)
    if path == parts.path:
        return exchange
    about = ""
    if exchange.body and "uploadType=multipart" in parts.query:
        boundary, _, rest = exchange.body.partition("\r\n")
        about = rest.partition("\r\n\r\n")[2].partition(f"\r\n{boundary}")[0]
    return exchange._replace(url=parts._replace(path=path).geturl(), body=about)


@cache
def _services() -> tuple[Service, ...]:
    spec = find_spec("googleapiclient")
    if spec is None or spec.origin is None:
        raise RuntimeError("the tests need google-api-python-client, for Google's own documents")
    folder = Path(spec.origin).parent / "discovery_cache" / "documents"
    return tuple(
        Service(name, prefix, json.loads((folder / f"{name}.json").read_text("utf-8")))
        for prefix, name in _SERVICES.items()
    )


@cache
def _all_methods() -> list[Method]:
    return [method for service in _services() for method in service.methods()]


def _methods(resource: Json) -> Iterator[Json]:
    yield from resource.get("methods", {}).values()
    for inner in resource.get("resources", {}).values():
        yield from _methods(inner)


def _pattern(path: str) -> re.Pattern[str]:
    """What a path looks like: of its parameters only a range may hold a colon."""
    parts = re.split(r"(\{[^}]*\})", path)
    whole = {"{range}": "[^/]+"}
    return re.compile(
        "".join(
            whole.get(part, "[^/:]+") if part.startswith("{") else re.escape(part) for part in parts
        )
    )


def _method_of(exchange: Exchange) -> Method | None:
    path = urlsplit(exchange.url).path
    return _find(exchange.method.upper(), path if exchange.ours else path.replace("/:", ":"))


@cache
def _find(http: str, path: str) -> Method | None:
    fits = (one for one in _all_methods() if one.http == http and one.path.fullmatch(path))
    return next(fits, None)


def _check_request(method: Method, exchange: Exchange) -> Iterator[str]:
    yield from _check_query(method, exchange)
    if method.request is None:
        if exchange.body:
            yield "a body was sent, and the method takes none"
        return
    if not exchange.body:
        return
    body = _json(exchange.body)
    if body is _NO_JSON:
        yield "the body is no JSON"
        return
    walk = _Walk(method.service, sent=True, ours=exchange.ours)
    yield from walk.value(method.request, body, "the body", {})


def _check_query(method: Method, exchange: Exchange) -> Iterator[str]:
    given = parse_qsl(urlsplit(exchange.url).query, keep_blank_values=True)
    seen: set[str] = set()
    for name, value in given:
        parameter = method.parameters.get(name)
        if parameter is None or parameter.get("location") == "path":
            if exchange.ours or method.service.name not in _TAKES_ANY_PARAMETER:
                yield f"there is no parameter {name!r}"
            continue
        if name in seen and not parameter.get("repeated"):
            yield f"the parameter {name!r} was given twice"
        seen.add(name)
        yield from _check_parameter(method, name, parameter, value, exchange.ours)
    for name, parameter in method.parameters.items():
        if parameter.get("required") and parameter["location"] == "query" and name not in seen:
            yield f"the parameter {name!r} is missing"


def _check_parameter(
    method: Method, name: str, parameter: Json, value: str, ours: bool
) -> Iterator[str]:
    if name == "fields":
        if method.response is None:
            yield "a mask was sent, and the method answers nothing"
        else:
            yield from _mask_faults(method.service, method.response["$ref"], value, name)
    elif parameter["type"] == "boolean":
        if (value if ours else value.lower()) not in ("true", "false"):
            yield f"{name!r} is {value!r}, and must be true or false"
    elif parameter["type"] == "integer":
        if not re.fullmatch(r"-?\d+", value):
            yield f"{name!r} is {value!r}, and must be a whole number"
    elif "enum" in parameter and value not in parameter["enum"]:
        yield f"{name!r} is {value!r}, and must be one of {parameter['enum']}"


def _check_answer(method: Method, exchange: Exchange) -> Iterator[str]:
    assert exchange.status is not None
    if exchange.status >= 400:
        yield from _check_error(method, exchange.status, exchange.answer)
        return
    if exchange.status == 304:  # the local server's alone, for Google tags no answers
        return
    if method.response is None:
        if exchange.answer and not method.media:
            yield "with a body, and the method answers none"
        return
    query = dict(parse_qsl(urlsplit(exchange.url).query))
    if query.get("alt") == "media":
        return  # the content of a file, of any kind
    body = _json(exchange.answer)
    if body is _NO_JSON:
        yield "with what is no JSON"
        return
    text = query.get("fields")
    try:
        mask = {} if text is None else parse_mask(text)
    except ValueError:
        mask = {}
    walk = _Walk(method.service, sent=False, ours=exchange.ours)
    yield from walk.value(method.response, body, "the body", mask)


def _check_error(method: Method, status: int, answer: str) -> Iterator[str]:
    body = _json(answer)
    if body is _NO_JSON:
        return  # Google's front ends answer with a page where the API does not get to speak
    error = body.get("error") if isinstance(body, dict) else None
    if not isinstance(error, dict):
        yield f"{status} without an error"
        return
    if error.get("code") != status:
        yield f"{status}, and the error's code is {error.get('code')!r}"
    if not (isinstance(error.get("message"), str) and error["message"]):
        yield f"{status} without a message"
    needed = {"sheets.v4": "status", "drive.v3": "errors"}[method.service.name]
    if needed not in error:
        yield f"{status} without {needed!r} in the error"
    if not _STATUS_WORD.fullmatch(error.get("status", "OK")):
        yield f"{status}, and the error's status is {error['status']!r}"
    for one in error.get("errors", []):
        if not {"message", "domain", "reason"} <= one.keys():
            yield f"{status}, and of the errors one is {one!r}"
    for one in error.get("details", []):
        if not str(one.get("@type", "")).startswith("type.googleapis.com/"):
            yield f"{status}, and of the details one is {one!r}"
    for name in error.keys() - {"code", "message", "status", "errors", "details"}:
        yield f"{status}, and there is no {name!r} in an error"


class _Walk:
    """Compares a JSON value with a message; `sent` tells a request from an answer."""

    def __init__(self, service: Service, *, sent: bool, ours: bool) -> None:
        self._schemas = service.schemas
        self._service = service
        self._sent = sent
        self._ours = ours

    def value(self, spec: Json, value: Any, at: str, mask: Mask) -> Iterator[str]:
        """Give what is wrong with a value at a place, as far as the mask lets it be there."""
        if value is None and self._sent:
            return  # null is absent
        name = spec.get("$ref")
        if name is not None:
            yield from self._message(name, value, at, mask)
            return
        kind = spec["type"]
        if kind == "array":
            if not isinstance(value, list):
                yield f"{at} is {_short(value)}, and must be a list"
                return
            for number, one in enumerate(value):
                if number and one == value[number - 1]:
                    continue  # a grid repeats its cells, and what was right once is right again
                if isinstance(one, list) and self._takes_as_one(spec):
                    yield from self.value(spec, one, f"{at}[{number}]", mask)
                    continue
                yield from self._one_of_many(spec["items"], one, f"{at}[{number}]", mask)
        elif kind == "object":
            yield from self._map(spec, value, at, mask)
        elif kind != "any" and not self._fits(spec, value):
            wanted = spec.get("enum") or spec.get("format") or kind
            yield f"{at} is {_short(value)}, and must be {_short(wanted)}"

    def _one_of_many(self, spec: Json, value: Any, at: str, mask: Mask) -> Iterator[str]:
        """Give what is wrong with an item, if it is not one that was right in a list of before."""
        if spec.get("$ref") not in _OFTEN_ALIKE:
            yield from self.value(spec, value, at, mask)
            return
        # the format 2 of marshal writes what is equal alike, whoever else refers to it
        key = hash((spec["$ref"], self._sent, self._ours, repr(mask), marshal.dumps(value, 2)))
        if key in _RIGHT:
            return
        faults = [*self.value(spec, value, at, mask)]
        if not faults:
            _RIGHT.add(key)
        yield from faults

    def _message(self, name: str, value: Any, at: str, mask: Mask) -> Iterator[str]:
        if not isinstance(value, dict):
            yield f"{at} is {_short(value)}, and must be a {name}"
            return
        fields: Mapping[str, Json] = self._schemas[name].get("properties", {})
        limited = bool(mask) and "*" not in mask
        present = []
        for key, inner in value.items():
            field = self._spelt(key, fields)
            if field not in fields:
                if self._ours or (name, key) not in _TOLERATED:
                    yield f"{at}.{key}: a {name} has no such field"
                continue
            if limited and field not in mask:
                yield f"{at}.{key} was not asked for"
            if inner is not None:
                present.append(field)
            spec = fields[field]
            if spec.get("type") not in _FITS or not self._fits(spec, inner):  # most are right
                yield from self.value(spec, inner, f"{at}.{key}", mask.get(field, {}))
        yield from self._whole(name, value, present, at)

    def _spelt(self, key: str, fields: Mapping[str, Json]) -> str:
        """Google takes names in snake_case as well, and does not answer so."""
        if self._ours or not self._sent or key in fields:
            return key
        return _camel(key)

    def _whole(self, name: str, value: Json, present: list[str], at: str) -> Iterator[str]:
        rivals = [field for field in _ONE_OF.get(name, ()) if field in present]
        if len(rivals) > 1:
            yield f"{at}: a {name} has only one of {rivals}"
        if not self._sent:
            return
        if name == "Request" and len(present) != 1:
            yield f"{at}: a Request is of one kind, not of {present}"
        if name in _MASKS_OF:
            text = value.get("fields")
            if text:
                root = _MASKS_OF[name]
                yield from _mask_faults(self._service, root, text, f"{at}.fields")
            else:
                yield f"{at}.fields: at least one field must be named"

    def _takes_as_one(self, spec: Json) -> bool:
        """Whether a list of messages may have lists in it: Google takes them as one."""
        return self._sent and not self._ours and "$ref" in spec["items"]

    def _map(self, spec: Json, value: Any, at: str, mask: Mask) -> Iterator[str]:
        if not isinstance(value, dict):
            yield f"{at} is {_short(value)}, and must be an object"
            return
        for key, inner in value.items():
            field = spec.get("properties", {}).get(key) or spec.get("additionalProperties")
            if field is None:
                yield f"{at}.{key}: there is no such field"
            elif mask and "*" not in mask and key not in mask:
                yield f"{at}.{key} was not asked for"
            else:
                yield from self.value(field, inner, f"{at}.{key}", mask.get(key, {}))

    def _fits(self, spec: Json, value: Any) -> bool:
        return _FITS[spec["type"]](spec, value, self._sent and not self._ours)


def _string(spec: Json, value: Any, lenient: bool) -> bool:
    shape = spec.get("format", "")
    if lenient and isinstance(value, int | float) and not isinstance(value, bool):
        return True
    if shape in ("int64", "uint64"):
        return isinstance(value, str) and bool(re.fullmatch(r"-?\d+", value))
    if not isinstance(value, str):
        return False
    if shape in ("date-time", "google-datetime"):
        return _DATE_TIME.fullmatch(value) is not None
    return "enum" not in spec or value in spec["enum"]


def _integer(_spec: Json, value: Any, lenient: bool) -> bool:
    if lenient and isinstance(value, str):
        return bool(re.fullmatch(r"-?\d+", value))
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return isinstance(value, int) and not isinstance(value, bool) and value in _INT32


def _number(_spec: Json, value: Any, lenient: bool) -> bool:
    if isinstance(value, str):
        return lenient or value in ("NaN", "Infinity", "-Infinity")
    return isinstance(value, int | float) and not isinstance(value, bool)


def _boolean(_spec: Json, value: Any, _lenient: bool) -> bool:
    return isinstance(value, bool)


_FITS: dict[str, Callable[[Json, Any, bool], bool]] = {
    "string": _string,
    "integer": _integer,
    "number": _number,
    "boolean": _boolean,
}


@cache
def _mask_faults(service: Service, root: str, text: str, at: str) -> tuple[str, ...]:
    try:
        mask = parse_mask(text)
    except ValueError as error:
        return (f"{at}: {error}",)
    unknown = _unknown(service.schemas, {"$ref": root}, mask, "")
    return tuple(f"{at}: a {root} has no {path!r}" for path in unknown)


def _unknown(schemas: Mapping[str, Json], spec: Json, mask: Mask, place: str) -> Iterator[str]:
    """Give the paths of a mask that name nothing."""
    while spec.get("type") == "array":
        spec = spec["items"]
    fields = (schemas[spec["$ref"]] if "$ref" in spec else spec).get("properties", {})
    for name, below in mask.items():
        path = f"{place}.{name}" if place else name
        field = fields.get(name) or fields.get(_camel(name)) or spec.get("additionalProperties")
        if name == "*":
            continue
        if field is None:
            yield path
        else:
            yield from _unknown(schemas, field, below, path)


def parse_mask(text: str) -> Mask:
    """Read a mask such as `sheets(properties.title,data)`. Raises ValueError if it is none."""
    tokens = _MASK_TOKEN.findall(text)
    if "".join(tokens) != re.sub(r"\s", "", text):
        raise ValueError(f"{text!r} is no mask")
    tree = _mask_list(tokens, text)
    if tokens:
        raise ValueError(f"{text!r} is no mask")
    return tree


def _mask_list(tokens: list[str], text: str) -> Mask:
    tree: Mask = {}
    while True:
        steps = [_mask_name(tokens, text)]
        while tokens and tokens[0] in "./":
            tokens.pop(0)
            steps.append(_mask_name(tokens, text))
        below: Mask = {}
        if tokens and tokens[0] == "(":
            tokens.pop(0)
            below = _mask_list(tokens, text)
            if not tokens or tokens.pop(0) != ")":
                raise ValueError(f"{text!r} is no mask")
        _graft(tree, steps, below)
        if not tokens or tokens[0] != ",":
            return tree
        tokens.pop(0)


def _mask_name(tokens: list[str], text: str) -> str:
    if not tokens or tokens[0] in ".,/()":
        raise ValueError(f"{text!r} is no mask")
    return tokens.pop(0)


def _graft(tree: Mask, steps: list[str], below: Mask) -> None:
    """Add a path to a tree, in which nothing below a name means all of it."""
    name, *rest = steps
    if name in tree and not tree[name]:
        return
    if not rest and not below:
        tree[name] = {}
        return
    inner = tree.setdefault(name, {})
    if rest:
        _graft(inner, rest, below)
    for one, deeper in below.items() if not rest else ():
        _graft(inner, [one], deeper)


def _camel(name: str) -> str:
    return re.sub(r"_([a-z0-9])", lambda match: match[1].upper(), name)


class _NoJson:
    pass


_NO_JSON = _NoJson()


@lru_cache(maxsize=2)  # what was sent and what was answered
def _json(text: str) -> Any:
    with suppress(ValueError):
        return from_json(text)  # several times as fast, and refuses halves of pairs of surrogates
    with suppress(ValueError):
        return json.loads(text)
    return _NO_JSON


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) < 80 else f"{text[:80]}…"
