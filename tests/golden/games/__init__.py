"""The mappings: for each game of BCDice, how a case becomes trials."""

from . import (
    call_of_cthulhu,
    chronicles_of_darkness,
    cortex,
    cyberpunk,
    dnd,
    fate,
    shadowrun,
    vampire,
    world_of_darkness,
    year_zero,
)

PLANS = {
    "ChroniclesOfDarkness2e": chronicles_of_darkness.plan,
    "Cthulhu7th": call_of_cthulhu.plan,
    "CyberpunkRed": cyberpunk.plan,
    "DungeonsAndDragons5": dnd.plan,
    "FateCoreSystem": fate.plan,
    "MarvelHeroicRoleplaying": cortex.plan,
    "ShadowRun4": shadowrun.fourth,
    "ShadowRun5": shadowrun.fifth,
    "VampireTheMasquerade5th": vampire.plan,
    "WorldOfDarkness": world_of_darkness.plan,
    "YearZeroEngine": year_zero.plan,
}
