"""Webhooks, which are saved like credentials, and posts to them.

A webhook here is anything that answers like Discord's: it accepts JSON with `content`, answers 204
or 200 if a post has arrived, and 429 with `Retry-After` if it came too early.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import requests
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError, field_serializer
from urllib3.exceptions import MaxRetryError, NewConnectionError, SSLError

from umpire.errors import UsageError
from umpire.private_files import write_private
from umpire.sheets.addresses import is_loopback

_CONNECT, _READ = 5.0, 10.0
_LONGEST_WAIT = 3600.0
_MOST_READ = 10_000
_SUPPRESS_EMBEDS = 4
_GONE = (401, 403, 404, 405, 410)
_DISCORD = ("discord.com", "discordapp.com")


class _Webhooks(BaseModel):
    """The file: the webhooks of each match by player ("" is public), and one for all matches."""

    model_config = ConfigDict(extra="forbid")

    for_all: SecretStr | None = None
    matches: dict[str, dict[str, SecretStr]] = Field(default_factory=dict)

    @field_serializer("for_all", "matches")
    def _reveal_secrets(self, value: object) -> object:
        if isinstance(value, dict):
            return {key: self._reveal_secrets(inner) for key, inner in value.items()}
        return value.get_secret_value() if isinstance(value, SecretStr) else value


_PUBLIC = ""


class Webhooks:
    """The webhooks of an umpire, in a file that only its owner can read.

    Every daemon reads the file of its own machine. Raises UsageError if the file is damaged.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / "webhooks.json"

    def of(self, match_id: str) -> dict[str | None, str]:
        """Return the addresses of a match's webhooks by player; None is the public webhook."""
        file = self._read()
        own = {
            viewer or None: url.get_secret_value()
            for viewer, url in file.matches.get(match_id, {}).items()
        }
        if file.for_all is not None and None not in own:
            own[None] = file.for_all.get_secret_value()
        return own

    def list_hosts(self) -> Iterator[tuple[str | None, str | None, str]]:
        """Yield match, player and host of each webhook; None means all matches, or the public."""
        file = self._read()
        if file.for_all is not None:
            yield None, None, host_of(file.for_all.get_secret_value())
        for match_id, urls in file.matches.items():
            for viewer, url in urls.items():
                yield match_id, viewer or None, host_of(url.get_secret_value())

    def save(self, match_id: str | None, viewer: str | None, url: str | None) -> None:
        """Save the address of a webhook; None deletes it."""
        file = self._read()
        secret = None if url is None else SecretStr(url)
        if match_id is None:
            file.for_all = secret
        else:
            own = {**file.matches.get(match_id, {}), viewer or _PUBLIC: secret}
            file.matches[match_id] = {
                name: address for name, address in own.items() if address is not None
            }
            if not file.matches[match_id]:
                del file.matches[match_id]
        write_private(self._file, json.dumps(file.model_dump(), indent=1).encode())

    def _read(self) -> _Webhooks:
        try:
            return _Webhooks.model_validate_json(self._file.read_bytes())
        except FileNotFoundError:
            return _Webhooks()
        except (OSError, ValidationError):
            raise UsageError(
                f"{self._file} cannot be read: delete it and add the webhooks again with 'umpire "
                "announce'."
            ) from None


def check_address(url: str) -> str:
    """Return a webhook's address without blanks around it. Raises UsageError without quoting it."""
    text = url.strip()
    try:
        parts = urlsplit(text)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        host = ""
    if not host or not text.isascii() or not text.isprintable() or " " in text:
        raise UsageError("that is not a webhook's address, which begins with https:// and a host.")
    if parts.username is not None or parts.password is not None:
        raise UsageError("a webhook's address contains no user name: copy it from the chat again.")
    if parts.scheme != "https" and not (parts.scheme == "http" and is_loopback(host)):
        raise UsageError(
            "a webhook's address must begin with https://, so that nobody can read along."
        )
    return text


def host_of(url: str) -> str:
    """Return the part of a webhook's address that is not secret."""
    return urlsplit(url).hostname or ""


def shows_times(url: str) -> bool:
    """Return whether a webhook is Discord's, which shows times by each reader's own clock."""
    host = host_of(url)
    return any(host == name or host.endswith(f".{name}") for name in _DISCORD)


@dataclass(frozen=True, slots=True)
class Delivery:
    """The result of a post: it `arrived`, it is to be sent again, or `refused` says why not.

    A post that is to be sent again `may_have_arrived`. `wait` is how many seconds the webhook asks
    to wait before. With `gone` it refuses every post for good.
    """

    arrived: bool = False
    may_have_arrived: bool = False
    wait: float | None = None
    refused: str | None = None
    gone: bool = False


def post(url: str, text: str, picture: bytes | None = None) -> Delivery:
    """Post a text, perhaps with a picture (PNG). An answer sent byte by byte may take for ever.

    It raises no error. Neither the answer nor an error is shown to anybody, because both may
    contain the address.
    """
    body = {"content": text, "allowed_mentions": {"parse": []}, "flags": _SUPPRESS_EMBEDS}
    form_parts: dict[str, tuple[Any, ...]] = {"payload_json": (None, json.dumps(body))}
    if picture is not None:
        form_parts["files[0]"] = ("board.png", picture, "image/png")
    try:
        with requests.Session() as session:
            session.auth = _no_auth
            answer = session.post(
                url,
                json=body if picture is None else None,
                files=None if picture is None else form_parts,
                timeout=(_CONNECT, _READ),
                allow_redirects=False,
                stream=True,
            )
            with answer:
                return _read_answer(answer)
    except requests.ConnectTimeout:
        return Delivery()
    except requests.ConnectionError as error:
        return Delivery(may_have_arrived=not _never_connected(error))
    except (requests.RequestException, ValueError):
        return Delivery(may_have_arrived=True)


def _no_auth(request: requests.PreparedRequest) -> requests.PreparedRequest:
    """Add no credentials: a password from a .netrc file must not go to a chat."""
    return request


def _never_connected(error: requests.ConnectionError) -> bool:
    """Return whether no connection was made, so that the post cannot have arrived."""
    reason = error.args[0] if error.args else None
    return isinstance(reason, MaxRetryError) and isinstance(
        reason.reason, NewConnectionError | SSLError
    )


def _read_answer(answer: requests.Response) -> Delivery:
    status = answer.status_code
    if 200 <= status < 300:
        return Delivery(arrived=True)
    if status == 429:
        return Delivery(wait=_wait(answer))
    if status >= 500 or status == 408:
        return Delivery(may_have_arrived=True, wait=_header_wait(answer))
    return Delivery(refused=f"it answers {status}", gone=status in _GONE or 300 <= status < 400)


def _wait(answer: requests.Response) -> float | None:
    """Return the seconds to wait, from the header or from Discord's body."""
    if (wait := _header_wait(answer)) is not None:
        return wait
    try:
        text = next(answer.iter_content(_MOST_READ), b"")
        return _seconds(json.loads(text).get("retry_after"))
    except (ValueError, AttributeError, requests.RequestException):
        return None


def _header_wait(answer: requests.Response) -> float | None:
    return _seconds(answer.headers.get("Retry-After"))


def _seconds(value: object) -> float | None:
    try:
        seconds = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None
    return min(seconds, _LONGEST_WAIT) if seconds >= 0 else None
