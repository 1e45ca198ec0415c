"""`validate --fix`: what is certain is mended by its place, everything else stays as it is, byte for byte."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dicewright.cli import main
from dicewright.errors import DicewrightError, Edit, Fix, Problem, Span
from dicewright.library import examine
from dicewright.repair import certain, mend, repaired
from dicewright.source.edit import edited
from slips import BASE, SLIPS, with_slips

# Slips of the list that are not mended back to the file that they were made in, and what stands there instead.
OTHERWISE = {
    "an effect with a space in its name": "  cold_gust: {triggers",
    "one = where two are needed": "when: spark == 1}",
    "x for times": "pool: skill * 2",
    "the cross for times": "pool: skill * 2",
    "curly quotes around a condition": "where: value == sides",
    "an arrow in a folded expression": "+ (wind >= 2)",
    "a colon in text": "summary: 'Climbers: in the dark, with a fire that burns down.'",
    "a colon in a reason": "because: 'the highest face: brings another die'",
    "a number for a name": 'name: "1984"',
    "a word that is true for a name": 'label: "true"}',
    "text that begins with a sign": "label: '@wall'",
}


@pytest.mark.parametrize("third", range(3))
def test_a_certain_slip_is_mended_and_nothing_else_is_touched(third: int) -> None:
    slips = list(SLIPS.values())[third::9]
    mended = 0
    for slip in slips:
        broken, _ = with_slips([slip])
        done = repaired(broken, "f", None, certain)
        if not done.made:
            assert done.text == broken
            assert done.left
            continue
        mended += 1
        assert not done.left
        assert len(done.made) == 1
        assert OTHERWISE[slip.name] in done.text if slip.name in OTHERWISE else done.text == BASE
    assert mended > len(slips) / 3


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_comments_line_ends_and_marks_are_kept(tmp_path: Path, end: str, mark: str) -> None:
    slips = [SLIPS[name] for name in ("a key of a die, misspelt", "a tab for spaces", "and, as programmers write it")]
    text, whole = (
        mark + (f"# first\n{each}# last,\twith a tab and €").replace("\n", end) for each in (with_slips(slips)[0], BASE)
    )
    place = tmp_path / "x.system.yaml"
    place.write_bytes(text.encode())
    place.chmod(0o640)
    done = mend(place)
    assert done is not None
    assert not done.left
    assert place.read_bytes() == whole.encode()
    assert place.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [place]


def test_one_fix_mends_the_same_mistake_in_every_line() -> None:
    steps = "".join(f"      - {{do: add, die: red3, count: {n}}}\n" for n in range(8))
    dice = "{red1: {sides: 6}, red2: {sides: 6}}"
    text = f"format: 1\nid: x\nname: X\ndice: {dice}\nchecks:\n  c:\n    steps:\n{steps}"
    done = repaired(text, "f", None, certain)
    assert not done.made
    assert "did you mean `red2` or `red1`?" in done.left[0].message
    done = repaired(text.replace("red2", "blue"), "f", None, certain)
    assert len(done.made) == 1
    assert done.text.count("die: red1,") == 8


def test_what_does_not_make_the_file_better_is_left() -> None:
    # `skil` could be `skill`, but then there would be two of them
    text = BASE.replace("      rushed: {type", "      Skill: {type").replace("rushed", "skill > 1")
    before = [(problem.code, problem.where) for problem in examine(text, "f")[1]]
    assert before
    done = repaired(text, "f", None, certain)
    assert (done.text, done.made) == (text, ())


def test_a_fix_uncovers_what_it_hid() -> None:
    text, _ = with_slips([SLIPS["a function misspelt"]])
    done = repaired(text.replace("cuont(value >= 5)", "cuont(value => 5)"), "f", None, certain)
    assert [problem.code for problem, _ in done.made] == ["expression", "unknown-function"]
    assert done.text == BASE


def test_a_fix_of_another_file_is_not_made_in_this_one() -> None:
    fix = Fix((Edit(Span("g", 1, 1), "x"),))
    assert repaired("a", "f", None, lambda *_: True).made == ()
    assert edited("abc", [Edit(Span("f", 1, 1, 2), "x"), Edit(Span("f", 1, 2, 1), "y")]) is None
    assert edited("abc", [Edit(Span("f", 3, 1), "x")]) is None
    assert Problem("a", "b", fixes=(fix,)).to_dict()["fixes"][0]["edits"][0]["file"] == "g"


# -- at the command line ----------------------------------------------------------------------------------------------


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    place = tmp_path / "x.system.yaml"
    place.write_text(with_slips([SLIPS["a key of a die, misspelt"], SLIPS["a tab for spaces"]])[0])
    return place


def test_fix_tells_what_it_did_and_what_is_left(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken.write_text(broken.read_text().replace("d8: {sides: 8}", "d8: {sides: many}"))
    assert main(["validate", "--fix", str(broken)]) == 1
    told = capsys.readouterr().out
    assert f"{broken}:18:5: fixed[unknown-key]: a die has no `facse`; did you mean `faces`?" in told
    assert f"{broken}:47:1: fixed[not-yaml]: this line is indented with a tab" in told
    assert "error[type]: `sides` of a die is a whole number" in told
    assert told.count("error[") == 1
    assert main(["validate", str(broken), "--fix", "--json"]) == 1
    (one,) = json.loads(capsys.readouterr().out)
    assert one["fixed"] == []
    assert [problem["code"] for problem in one["problems"]] == ["type"]


def test_what_to_check_has_to_be_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "--fix"]) == 2
    assert "error[usage]: say what to check" in capsys.readouterr().err


def test_a_file_in_which_nothing_changes_is_not_written(tmp_path: Path) -> None:
    place = tmp_path / "x.system.yaml"
    place.write_text(BASE)
    before = place.stat()
    assert main(["validate", "--fix", str(tmp_path)]) == 0
    assert (place.stat().st_ino, place.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


@pytest.mark.parametrize(("answers", "left"), [("n\nn\nn\n", 2), ("y\nn\n", 1), ("a\n", 0), ("y\ny\n", 0), ("", 2)])
def test_fix_ask_shows_each_and_asks(
    broken: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, answers: str, left: int
) -> None:
    said = iter(answers.splitlines())

    def answer(question: str) -> str:
        word = next(said, None)
        if word is None:
            raise EOFError
        return word

    monkeypatch.setattr("builtins.input", answer)
    assert main(["validate", str(broken), "--fix", "ask"]) == (left > 0)
    told = capsys.readouterr().out
    assert "  -    facse: [blank" in told
    assert "  +    faces: [blank" in told
    assert len(examine(broken.read_bytes(), "f")[1]) == left


def test_a_file_that_changes_meanwhile_is_left_as_it_is(
    broken: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(question: str) -> str:
        broken.write_text("# somebody else was here\n")
        return "y"

    monkeypatch.setattr("builtins.input", answer)
    assert main(["validate", "--fix", "ask", str(broken)]) == 2
    assert "error[not-written]" in capsys.readouterr().err
    assert broken.read_text() == "# somebody else was here\n"
    assert [each.name for each in broken.parent.iterdir()] == [broken.name]


def test_what_is_not_utf8_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "x.system.yaml"
    place.write_bytes(b"nmae: \xff\n")
    assert main(["validate", "--fix", str(place)]) == 1
    assert "error[not-utf8]" in capsys.readouterr().out
    assert place.read_bytes() == b"nmae: \xff\n"


def test_a_folder_that_cannot_be_written_to_is_told(broken: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.mkstemp", refuse)
    with pytest.raises(DicewrightError) as caught:
        mend(broken)
    assert caught.value.problems[0].code == "not-written"
