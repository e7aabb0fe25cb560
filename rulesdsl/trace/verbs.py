"""From what an action is called to what somebody has done: "Visit norway" becomes "Anna visits norway"."""

from __future__ import annotations

import re

# The verbs that actions of games begin with. A title that begins with anything else is quoted as it is.
VERBS = frozenset(
    """
    abandon accept activate add advance aim answer arrange ask assign attach attack auction award banish
    bank begin bet bid block bluff board borrow bounce break breed bribe bring build burn buy bury call
    capture carry cash cast catch challenge change charge chase check choose claim clear climb close
    collect combine complete conquer construct convert copy count cover craft cross cut deal declare
    deduct defend deliver demand deploy describe destroy develop dig discard discover distribute divide
    dock double draw drink drive drop earn eat embark end enlist enter escape exchange exhaust exile
    expand explore extend face feed fetch fight fill find finish fire fish fit flee flip float fly fold
    follow force form fortify found free gain gather gamble get give go grab grant grow guard guess
    guide harvest heal help hide hike hire hit hold hunt improve infect insert insist inspect invade
    invent invest invite join jump keep kill knock land launch lay lead learn leave lend let lift light
    link load lock look lose lower make march mark marry match meld merge mine mix mount move name
    negotiate offer open order organise organize pack paint pass pay peek perform pick pitch place plan
    plant play plunder pocket point post prepare press produce promote propose protect pull push put
    raid raise ram reach read recall receive recover recruit redeem reduce refill refresh refuse
    reinforce release remain remove rent repaint repair replace rescue research reserve resign rest
    restore retire retreat return reveal ride roll rotate row run sacrifice sail save say scare score
    scout seal search see seize select sell send serve set settle shake share sharpen ship shoot show
    shuffle skip slay sleep slide sort sow spare spend spin split spread spy stack stage stand start stay
    steal step stop store strengthen strike study submit summon supply surrender swap sweep swim switch
    take talk tame tap taunt teach tell test throw tie tip touch trade train transfer trap travel trek
    trick trigger trim trump trust try turn uncover unload unlock unpack upgrade use value venture visit
    vote wait walk wander watch weave win withdraw work write yield
    """.split()  # noqa: SIM905  (three hundred words are read more easily so)
)


NO_VERBS = frozenset(
    """
    a about above across after against all along an and another any around as at away back before behind below
    between both but by down each either eight enough every few first five for four from fully her his
    if in instead into its last less many maybe more most much my neither next nine no none nor not nothing of
    off on once one only onto or other our out over own past same second seven several six so some such ten
    than that the their then there these they third this those three through thrice to together twice two
    under up upon we what when where which while who with without yes you your zero
    """.split()  # noqa: SIM905
)
"""The words that are no verbs whatever stands behind them: there are no new ones of these."""
OBJECTS = frozenset(
    """
    a all an another any both each every her him it one some that the them this your
    """.split()  # noqa: SIM905
)
"""Words with which the object of a deed begins: what stands before one of them is a verb."""
_IRREGULAR = {"be": "is", "have": "has"}


def is_deed(title: str, name: str = "") -> bool:
    """Whether a title says what is done: it begins with a verb that is known; with a word before an object
    ("Sabotage the bridge"); or with the first word of the action's `name`, and goes on ("Accuse Ben").
    """
    first, *rest = title.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").split(maxsplit=1)
    if re.split(r"(?<=\w)(?=\W)", first, maxsplit=1)[0] in VERBS:
        return True
    if not rest or not first.isalpha() or first in NO_VERBS or re.search(r"(ing|ed|[^s]s)$", first):
        return False
    behind = re.split(r"\W", rest[0], maxsplit=1)[0]
    return behind in OBJECTS or first == name.lower().split("_", maxsplit=1)[0]


def third_person(verb: str) -> str:
    """`visit` is "visits", `carry` is "carries", `pass` is "passes"."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if re.search(r"[^aeiou]y$", verb):
        return verb[:-1] + "ies"
    return verb + ("es" if re.search(r"(s|x|z|ch|sh|o)$", verb) else "s")


def doing(player: str, title: str, name: str = "") -> str:
    """What the player does, in a sentence as far as the title is one; `name`: that of the action."""
    first, *rest = re.split(r"(?<=\w)(?=\W)", title, maxsplit=1)
    if title.endswith("?"):
        return f"{player}: {title} Yes"
    if not is_deed(title, name):
        return f"{player}: {title}"
    rest_of_title = re.sub(r"\byour\b", "their", "".join(rest))
    return f"{player} {third_person(first.lower())}{rest_of_title}"


def choosing(player: str, title: str, chosen: str, unknown: str) -> str:
    """What the player chooses, where the title is the question or the order to do so; `unknown`: what it is
    called by those who do not know what was chosen.
    """
    if title.endswith("?") or not title or not is_deed(title):
        return f"{player} chooses {chosen or unknown}"
    sentence = doing(player, title)
    if not chosen:
        return sentence
    return f"{sentence}: {chosen}" if " " in title else f"{sentence} {chosen}"


def not_doing(player: str, title: str, name: str, *, choice: bool = False, begun: bool = False) -> str:
    """That the player does not do the one thing there was to do; `choice`: does not choose anything; `begun`:
    has done it before, as often as was wanted.
    """
    if title.endswith("?") and not choice:
        return f"{player}: {title} No"
    words = name.replace("_", " ")
    is_known = bool(name) and (is_deed(words) or (bool(title) and is_deed(title, name)))
    if begun:
        return f"{player} does not {words.split()[0]} again" if is_known else f"{player} stops"
    if not name:
        return f"{player} chooses none" if choice else f"{player} passes"
    if is_known:
        return f"{player} declines to {words}"
    return f"{player} declines: {title}" if title else f"{player} declines: {words}"
