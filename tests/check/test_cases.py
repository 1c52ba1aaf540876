"""Every ``*.quarto`` file in ``cases`` gives the findings that its comments name; a new case needs no Python.

``;= finding CODE TURN PLAYER [OUTCOME] [ALIGNMENT…]`` (``-`` for none; for ``syntax`` line and column instead
of turn and player), ``;= derived RESULT`` and ``;= options …``; ``;= game N`` parts the games of a file.
"""

import json
from collections import Counter
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

from printquarto.cli.main import group

CASES = sorted((Path(__file__).parent / "cases").glob("*.quarto"))
HANDED = Path(__file__).parent / "handed"
DANISH = Path(__file__).parent / "danish-handed"
SCHEMA = jsonschema.Draft202012Validator(
    json.loads((Path(__file__).parent / "record.schema.json").read_text(encoding="utf-8"))
)
EXPECTED = json.loads((HANDED / "expected.json").read_text(encoding="utf-8"))


def _check(path: Path, *options: str) -> tuple[list[dict], int]:
    result = CliRunner().invoke(group, ["check", str(path), "--json", *options], standalone_mode=False)
    assert result.exception is None
    return json.loads(result.stdout)["games"], result.return_value


def _expectations(path: Path) -> tuple[list[Counter], list[str | None], list[str]]:
    findings: list[Counter] = [Counter()]
    derived: list[str | None] = ["unsaid"]
    options: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        match line.removeprefix(";= ").split() if line.startswith(";= ") else []:
            case ["game", _]:
                findings.append(Counter())
                derived.append("unsaid")
            case ["derived", result]:
                derived[-1] = None if result == "null" else result
            case ["finding", *words]:
                findings[-1][tuple(words)] += 1
            case ["options", *words]:
                options = words
    return findings, derived, options


def _words(finding: dict) -> tuple[str, ...]:
    """Give a finding as the words of a case file."""
    if finding["code"] == "syntax":
        return ("syntax", str(finding["line"]), str(finding["column"]))
    ends = [f"{alignment['cells'][0]}-{alignment['cells'][-1]}" for alignment in finding["alignments"]]
    outcome = [finding["outcome"]] if "outcome" in finding else []
    return (finding["code"], str(finding["turn"] or "-"), finding["player"] or "-", *outcome, *ends)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    findings, derived, options = _expectations(path)
    games, status = _check(path, *options)
    assert [Counter(_words(finding) for finding in game["findings"]) for game in games] == findings
    assert [game["result"]["derived"] if game["result"] else "unsaid" for game in games] == derived
    severities = {finding["severity"] for game in games for finding in game["findings"]}
    codes = {finding["code"] for game in games for finding in game["findings"]}
    assert status == (2 if "syntax" in codes else 1 if severities & {"error", "warning"} else 0)


def test_every_finding_of_the_specification_has_a_case() -> None:
    """All but those that only a photo of a sheet can give."""
    from printquarto.check.finding import FROM_PHOTOS, SEVERITY

    named = {words[0] for path in CASES for findings in _expectations(path)[0] for words in findings}
    assert named == set(SEVERITY) - set(FROM_PHOTOS)


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_handed_case(name: str) -> None:
    (game,), _ = _check(HANDED / name)
    found = [
        [f["code"], f["turn"], f["player"], [a["cells"] for a in f["alignments"]], f.get("outcome")]
        for f in game["findings"]
        if f["code"] != "turn-number"
    ]
    assert Counter(map(json.dumps, found)) == Counter(map(json.dumps, EXPECTED[name]["findings"]))
    assert game["result"]["derived"] == EXPECTED[name]["derived"]


@pytest.mark.parametrize(
    "path", [*CASES, *HANDED.glob("*.quarto"), *DANISH.glob("*.quarto")], ids=lambda path: path.stem
)
def test_the_json_of_every_case_fits_the_schema(path: Path) -> None:
    games, _ = _check(path)
    SCHEMA.validate({"schema": 1, "games": games})


def test_all_sixty_handed_cases_are_here() -> None:
    assert len(EXPECTED) == len(list(HANDED.glob("*.quarto"))) == 60
