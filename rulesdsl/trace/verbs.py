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
    shuffle skip slay sleep slide sow spare spend spin split spread spy stack stage stand start stay
    steal step stop store strengthen strike study submit summon supply surrender swap sweep swim switch
    take talk tame tap taunt teach tell test throw tie tip touch trade train transfer trap travel trek
    trick trigger trim trump trust try turn uncover unload unlock unpack upgrade use value venture visit
    vote wait walk wander watch weave win withdraw work write yield
    """.split()  # noqa: SIM905  (three hundred words are read more easily so)
)


def third_person(verb: str) -> str:
    """`visit` is "visits", `carry` is "carries", `pass` is "passes"."""
    if re.search(r"[^aeiou]y$", verb):
        return verb[:-1] + "ies"
    return verb + ("es" if re.search(r"(s|x|z|ch|sh|o)$", verb) else "s")


def doing(player: str, title: str) -> str:
    """What the player does, in a sentence as far as the title is one."""
    first, *rest = re.split(r"(?<=\w)(?=\W)", title, maxsplit=1)
    if title.endswith("?"):
        return f"{player}: {title} Yes"
    if first.lower() not in VERBS:
        return f"{player}: {title}"
    told = re.sub(r"\byour\b", "their", "".join(rest))
    return f"{player} {third_person(first.lower())}{told}"


def choosing(player: str, title: str, chosen: str) -> str:
    """What the player chooses, where the title is the question or the order to do so."""
    if title.endswith("?") or title.split(" ", maxsplit=1)[0].lower() not in VERBS:
        return f"{player} chooses {chosen}" if chosen else f"{player} makes a choice"
    told = doing(player, title)
    if not chosen:
        return told
    return f"{told}: {chosen}" if " " in title else f"{told} {chosen}"


def not_doing(player: str, title: str, name: str, *, choice: bool = False, begun: bool = False) -> str:
    """That the player does not do the one thing there was to do; `choice`: does not choose anything; `begun`:
    has done it before, as often as was wanted.
    """
    if title.endswith("?") and not choice:
        return f"{player}: {title} No"
    if begun:
        return f"{player} stops"
    if not name:
        return f"{player} chooses none" if choice else f"{player} passes"
    words = name.replace("_", " ")
    if words.split(" ", maxsplit=1)[0].lower() in VERBS:
        return f"{player} declines to {words}"
    return f"{player} declines"
