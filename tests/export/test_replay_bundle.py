"""One script made from modules: nothing is left to load, and each stands where it is needed."""

import re

import pytest

from umpire.export.replay import bundle as bundles
from umpire.export.replay.bundle import bundle, read_static


def test_nothing_is_left_to_load() -> None:
    script = bundle("replay/main.js")
    assert not re.search(r"^(import|export)\b", script, re.MULTILINE)
    assert 'from "' not in script


def test_a_module_comes_once_and_before_those_that_import_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from_b = 'import { b, c } from "./b.js";\n'
    from_d = 'import { d } from "../table/d.js";\n'
    modules = {
        "replay/a.js": f"{from_b}{from_d}d(b, c);\n",
        "replay/b.js": f"{from_d}export const b = d;\nexport class c {{}}\n",
        "table/d.js": "export async function d() {}\n",
    }
    monkeypatch.setattr(bundles, "read_static", modules.__getitem__)
    assert bundle.__wrapped__("replay/a.js") == (
        "const module0 = (() => {\nasync function d() {}\nreturn { d };\n})();\n"
        "const module1 = (() => {\nconst { d } = module0;\nconst b = d;\nclass c {}\n"
        "return { b, c };\n})();\n"
        "const module2 = (() => {\nconst { b, c } = module1;\nconst { d } = module0;\nd(b, c);\n"
        "return {  };\n})();\n"
    )


def test_modules_that_import_each_other_are_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    modules = {"a.js": 'import { b } from "./b.js";\n', "b.js": 'import { a } from "./a.js";\n'}
    monkeypatch.setattr(bundles, "read_static", modules.__getitem__)
    with pytest.raises(ValueError, match=r"a\.js imports itself by a\.js and b\.js"):
        bundle.__wrapped__("a.js")


def test_modules_are_found_where_the_local_server_has_them() -> None:
    for path in ("replay/main.js", "table/mention.js", "dark.js"):
        assert read_static(path).startswith("// ")
