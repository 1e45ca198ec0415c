"""The sections about what is given with a roll: properties and their rules, and effects."""

from __future__ import annotations

from .op import WHO
from .shapes import TEXT, WORD, Shape, block, key, named, one_of


def properties() -> Shape:
    prop = block(
        "a property",
        {
            "label": key("label", "The name that players read.", "Blessed", TEXT),
            "summary": key("summary", "What it does, in a sentence.", "Rolls two and takes the higher.", TEXT),
            "opposes": key(
                "opposes",
                "The property that keeps this one from acting, and the other way round.",
                "cursed",
                WORD,
            ),
            "triggers": key(
                "triggers",
                "Steps that it brings, each at a phase of the check.",
                [{"at": "reroll", "do": "reroll", "where": "value == 1"}],
                {"type": "array", "items": {"$ref": "#/$defs/trigger"}},
            ),
        },
    )
    return key("properties", "What a roll can have, and what it brings.", {"fine": {}}, named("the properties", prop))


def effect() -> Shape:
    """What somebody brings to one roll: the shape of an entry in the file and of one that a caller gives."""
    return block(
        "an effect",
        {
            "label": key("label", "The name that players read.", "Second chance", TEXT),
            "summary": key("summary", "What it does, in a sentence.", "Up to two dice are rerolled.", TEXT),
            "owner": key(
                "owner",
                "The player who brings it; the one who rolls, if left out.",
                "gm",
                {**one_of(WHO), "default": "roller"},
            ),
            "triggers": key(
                "triggers",
                "Its steps, each at a phase of the check.",
                [{"at": "reroll", "do": "reroll", "where": "value == 1"}],
                {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/trigger"}},
            ),
        },
        ("triggers",),
    )


def effects() -> Shape:
    example = {"second_chance": {"triggers": [{"at": "reroll", "do": "reroll", "where": "value == 1"}]}}
    shape = named("the effects", {"$ref": "#/$defs/effect"})
    return key("effects", "What players can bring to a roll, by name.", example, shape)


def property_rules() -> Shape:
    def word(name: str, doc: str, **words: str) -> Shape:
        usual = next(iter(words))
        return key(name, doc, usual, {**one_of(words), "default": usual})

    return key(
        "property_rules",
        "How instances of properties behave together.",
        {"opposition": "presence"},
        block(
            "the property rules",
            {
                "opposition": word(
                    "opposition",
                    "Opposites stop each other by mere `presence`, or one for one by `count`.",
                    presence="one instance stops all of its opposite",
                    count="each instance stops one of its opposite",
                ),
                "repeats": word(
                    "repeats",
                    "Several instances of a property act `once`, or `each` of them acts.",
                    once="they act as one",
                    each="each of them acts",
                ),
                "upgrade": word(
                    "upgrade",
                    "An upgrade moves `one` instance, or `all` of them.",
                    one="the last one",
                    all="every instance",
                ),
                "below": word(
                    "below",
                    "A downgrade from the lowest rung does `remove` the instance, or it does `stay`.",
                    remove="it is gone",
                    stay="it stays on the lowest rung",
                ),
            },
        ),
    )
