"""What JSON reads as."""

from typing import Any, TypeAlias

JsonObject: TypeAlias = dict[str, Any]
