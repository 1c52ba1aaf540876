"""The one way into the check: a game as read goes in, a verdict comes out, whatever the game is."""

from __future__ import annotations

from dataclasses import dataclass

from printquarto.check.danish import DanishCourse
from printquarto.check.finding import Finding, Verdict
from printquarto.check.position import judge_position
from printquarto.check.quarto import QuartoCourse
from printquarto.games.quarto import NAMED_RULES, Rules
from printquarto.games.shape import Corner
from printquarto.notation.record import DANISH, Broken, Record
from printquarto.notation.settings import rules_of_tags


@dataclass(frozen=True, slots=True)
class Choice:
    """The rules that an option asks for; each one given wins over the tags of the record."""

    rules: Rules | None = None
    features: tuple[Corner, ...] | None = None
    squares: bool | None = None

    def over(self, tags: dict[str, str]) -> Rules:
        """Give the rules to judge a game by, from its tags and these options."""
        base = self.rules if self.rules is not None else rules_of_tags(tags)
        if self.features is None and self.squares is None:
            return base
        features = self.features if self.features is not None else base.features
        return Rules(features, self.squares if self.squares is not None else base.squares)


NO_CHOICE = Choice()
RULE_NAMES = tuple(NAMED_RULES)


def judge(game: Record | Broken, rules: Rules, with_advice: bool = False) -> Verdict:
    """Judge a game that was read, or say why it could not be.

    >>> from printquarto.notation.parser import read_games
    >>> game, = read_games("1. oooo@a1   2. oooo@b1")
    >>> [finding.code for finding in judge(game, Rules()).findings]
    ['shape-reused']
    """
    if isinstance(game, Broken):
        return Verdict([Finding("syntax", None, None, game.message, span=game.span)], None, lambda _: {})
    if game.game == DANISH:
        return DanishCourse(game).verdict()
    if game.position is not None:
        return judge_position(game, rules)
    return QuartoCourse(game, rules, with_advice).verdict()
