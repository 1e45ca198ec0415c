"""Steps in words: what a game master reads aloud, in the order in which it is done."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ..model.rules import Rules
from ..model.system import Look, Selector, Step
from ..ops import OPS
from ..ops.state import COUNTED
from .page import CODE, Item, code, quiet

PLAYERS = {"roller": "the player who rolls", "gm": "the game master", "others": "the other players"}
_PLAIN = (
    (r"value == (?:sides|maximum)", "their highest face"),
    (r"value == minimum", "their lowest face"),
    (r"value == (-?\d+)", r"\1"),
    (r"value >= (-?\d+)", r"\1 or more"),
    (r"value <= (-?\d+)", r"\1 or less"),
)


def told(rules: Rules, steps: tuple[Step, ...], acting: dict[str, list[str]]) -> tuple[Item, ...]:
    """Each step as a sentence. `acting` says whose triggers run at a phase."""
    return tuple(_item(rules, step, acting) for step in steps)


def _item(rules: Rules, step: Step, acting: dict[str, list[str]]) -> Item:
    text = "; ".join(_act(rules, step, acting))
    if step.when is not None:
        text = f"if {code(step.when.text)}: {text}"
    text = _sentence(text)
    if step.because:
        text += " " + quiet(_sentence(step.because))
    inside: tuple[Item, ...] = ()
    if step.op == "repeat":
        inside = told(rules, step.keys["steps"], acting)
    elif step.op == "choose":
        inside = tuple(_option(rules, each, acting) for each in step.keys.get("options", ()))
    return Item(text, inside)


def _option(rules: Rules, option: Any, acting: dict[str, list[str]]) -> Item:
    text = str(option["name"]) + (f", if {code(option['when'].text)}" if option["when"] else "")
    inside = told(rules, option["steps"], acting)
    if len(inside) == 1 and not inside[0].inside:
        return Item(f"{text}: {inside[0].text[:1].lower()}{inside[0].text[1:]}")
    return Item(f"{text}: nothing is done." if not inside else f"{text}:", inside)


def _sentence(text: str) -> str:
    text = text if text.startswith(CODE) else text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?", ":")) else f"{text}."


def value(formula: Any) -> str:
    """A number in words: itself, or the expression that gives it."""
    text = str(getattr(formula, "text", formula))
    return text if re.fullmatch(r"-?\d+", text) else code(text)


def _times(formula: Any) -> str:
    text = value(formula)
    return {"1": "once", "2": "twice"}.get(text, f"{text} times")


def die(rules: Rules, name: str, many: bool = False) -> str:
    """A die by its label, or by the input that chooses between dice; `many` of them in the plural."""
    if name not in rules.kinds:
        return f"{'dice' if many else 'die'} of {code(name)}"
    label = rules.kinds[name].label
    if re.search(r"d\d+$|\bdice$|\bcards?$", label):
        return label
    return f"{label.removesuffix(' die')} {'dice' if many else 'die'}"


def look(rules: Rules, face: Look | str) -> str:
    """A face by the labels of what it shows."""
    if isinstance(face, str):
        return rules.symbols[face].label if face in rules.symbols else face
    return " and ".join(rules.symbols[p].label if isinstance(p, str) else str(p) for p in face.parts) or "blank"


def dice(rules: Rules, select: Selector, usual: tuple[str, ...] | None = None) -> str:
    """The dice that a step takes; those in their `usual` state need no word for it."""
    text, many = _number_of(rules, select, usual)
    text += "".join(_conditions(rules, select, many))
    if select.by is not None:
        text += f", by {code(select.by.text)}"
    if select.per:
        text += " of each kind" if select.per == "kind" else " of each pair"
    return f"{text}, as {PLAYERS[select.pick]} picks" if select.pick in PLAYERS else text


def _number_of(rules: Rules, select: Selector, usual: tuple[str, ...] | None) -> tuple[str, bool]:
    """How many dice and of which kinds, and whether that is a plural."""
    state = "" if select.state in (None, usual, COUNTED) else " or ".join(select.state or ()) + " "
    one = state + (" or ".join(die(rules, name) for name in select.dice) if select.dice else "die")
    many = state + (" or ".join(die(rules, name, True) for name in select.dice) if select.dice else "dice")
    order = f"{select.pick} " if select.pick in ("highest", "lowest") else ""
    chance = " at random" if select.pick == "random" else ""
    limit = select.at_most if select.count is None else select.count
    if limit is None:
        chosen = select.pick in PLAYERS or bool(select.may)
        return (f"the {order}{one}", False) if order else (f"any {many}", True) if chosen else (f"every {one}", False)
    number = value(limit)
    upto = "up to " if select.count is None and number != "1" else ""
    if number == "1":
        return (f"the {order}{one}" if order else f"one {one}{chance}"), False
    return f"{upto or 'the ' * bool(order)}{number} {order}{many}{chance}", True


def _conditions(rules: Rules, select: Selector, many: bool) -> Iterator[str]:
    show = "show" if many else "shows"
    if select.showing is not None:
        yield f" that {show} {look(rules, select.showing)}"
    if select.containing:
        yield f" with {' or '.join(look(rules, symbol) for symbol in select.containing)}"
    if select.tag:
        yield f" tagged {code(select.tag)}"
    if select.where is not None:
        for pattern, words in _PLAIN:
            if found := re.fullmatch(pattern, select.where.text.strip()):
                said = found.expand(words)
                yield f" that {show} {said if many else said.replace('their', 'its')}"
                return
        yield f" for which {code(select.where.text)}"


def _act(rules: Rules, step: Step, acting: dict[str, list[str]]) -> Iterator[str]:
    """The parts of the sentence of one step."""
    keys, select = step.keys, step.select
    taken = dice(rules, select, OPS[step.op].acts_on)
    may = f"{PLAYERS[select.may]} may " if select.may in PLAYERS else ""
    match step.op:
        case "add":
            yield _adding(rules, keys, taken)
        case "remove":
            yield f"{may}take {taken} out of the pool"
        case "upgrade" | "downgrade":
            rungs = " → ".join(die(rules, rung) for rung in rules.ladders[keys["ladder"]].rungs)
            yield f"{step.op} {_times(keys['times'])} along {rungs}"
            if keys.get("if_none") == "add":
                yield "where no die is left to upgrade, one of the lowest kind comes in"
            if keys.get("below") == "remove":
                yield "a die below the lowest leaves the pool"
        case "roll":
            yield f"roll {taken}" if select.dice or select.tag else "roll the dice"
        case "reroll":
            yield f"{may}reroll {taken}"
            if keys.get("until_clear"):
                yield "again and again, as long as this holds"
            elif "times" in keys:
                yield f"each at most {_times(keys['times'])}"
            if keys.get("keep", "new") != "new":
                yield f"the {'better' if keys['keep'] == 'best' else 'worse'} of old and new stands"
        case "explode":
            brought = die(rules, keys["die"]) if "die" in keys else "die of its kind"
            what = "is rolled on, and the new throw is added" if keys.get("onto") else f"brings another {brought}"
            yield f"{may}explode: {taken} {what}" if may else f"{taken} {what}"
            yield f"at most {_times(keys['times'])}" if "times" in keys else "again as long as this comes up"
        case "set":
            yield f"{may}turn {taken} to {_turned(rules, keys)}"
        case "negate":
            yield f"{may}pass over {' and '.join(look(rules, s) for s in keys['symbols'])} on {taken}"
        case "multiply":
            yield f"{may}count {taken} {_times(keys['times'])}"
        case "tag":
            yield f"{may}mark {taken} as {code(keys['name'])}"
        case "keep":
            yield f"{may}keep {taken}"
            yield "the others are dropped"
        case "drop":
            yield f"{may}drop {taken}"
        case "reserve":
            yield f"{may}set {taken} aside"
        case "draw":
            chance = ", at random" if select.pick in (None, "random") else ""
            yield f"{may}draw {re.sub(r' (die|dice| at random)', '', taken)} out of the bag{chance}"
        case "return":
            yield f"{may}put {taken} back into the bag"
        case "cancel":
            pairs = keys.get("pairs") or rules.cancels
            yield "cancel, one for one: " + ", ".join(f"{look(rules, a)} against {look(rules, b)}" for a, b in pairs)
        case _:
            yield from _on_numbers(rules, step, taken, acting)


def _adding(rules: Rules, keys: Any, taken: str) -> str:
    many = value(keys["count"]) if "count" in keys else "1"
    if "twin" in keys:
        return f"put {value(keys['twin'])} more of its kind beside {taken}"
    if "deck" in keys:
        decks = "the cards" if many == "1" else f"{many} decks"
        return f"put {decks} of {die(rules, keys['deck'])} into the bag"
    text = f"{many} {die(rules, keys['die'], many != '1')}"
    if "face" in keys:
        text += f" showing {look(rules, keys['face'])}"
    if keys.get("state") == "bag":
        return f"put {text} into the bag"
    return f"take {text}" + (f", tagged {code(keys['tag'])}" if "tag" in keys else "")


def _turned(rules: Rules, keys: Any) -> str:
    if "to" in keys:
        return "its lowest face" if keys["to"] == "min" else "its highest face"
    return look(rules, keys["face"]) if "face" in keys else value(keys["value"])


def _on_numbers(rules: Rules, step: Step, taken: str, acting: dict[str, list[str]]) -> Iterator[str]:
    keys = step.keys
    match step.op:
        case "let":
            yield f"{code(keys['name'])} is {value(keys['value'])}"
        case "tally":
            size = value(keys["size"]) if "size" in keys else "2"
            measured = {
                "count": "how many there are",
                "total": "their sum",
                "highest": "the highest value",
                "lowest": "the lowest value",
                "sets": f"how many sets of {size} alike",
                "largest_set": "the size of the largest set",
                "different": "how many different values",
                "run": "the longest straight",
                "nth": f"the value at place {size}, from the highest down",
            }[keys["measure"]]
            yield f"of {taken}, {code(keys['name'])} is {measured}"
        case "table":
            yield f"look {value(keys['row'])} up in the table {code(keys['table'])}: it gives {code(keys['name'])}"
        case "pair":
            how = {"highest": "highest with highest", "lowest": "lowest with lowest", "alike": "like with like"}
            yield f"line {taken} up with {dice(rules, keys['against'])}, {how[keys['line_up']]}"
            held = f" for which {code(keys['holds'].text)}" if "holds" in keys else ""
            if "name" in keys:
                yield f"{code(keys['name'])} is the number of pairs{held}"
            if "drops" in keys:
                which = {"both": "both dice are", "selected": "the first die is", "against": "the second die is"}
                yield f"of each pair{held} {which[keys['drops']]} dropped"
            if keys.get("unbroken"):
                yield "the first pair for which this does not hold ends the line"
        case "phase":
            names = acting.get(keys["name"], [])
            whose = ", ".join(names) if names else "whatever a property or an effect brings"
            yield f"now, at {code(keys['name'])}: {whose}"
        case "choose" if "options" in keys:
            yield f"{PLAYERS[keys['who']]} chooses:"
        case "choose":
            low = value(keys["from"]) if "from" in keys else "0"
            yield f"{PLAYERS[keys['who']]} chooses {code(keys['name'])} from {low} to {value(keys['to'])}"
        case "repeat":
            rounds = keys.get("times", keys.get("rounds"))
            most = f"at most {_times(rounds)}, " if rounds else "again and again, "
            yield f"{most}as long as {code(keys['while'].text)}:" if "while" in keys else f"{_times(keys['times'])}:"
        case "stop":
            yield "the roll ends here"
