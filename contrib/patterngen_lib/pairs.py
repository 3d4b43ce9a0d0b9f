"""Which row of a newer page is which row of the older one: by what they say, not by their numbers.

Rows that say the same are pairs. Of the rest the likest are, as long as they are like enough. What
many rows share tells little: where twenty rows are of one class with one template, the situation
and the places in the code decide.
"""
import collections

from . import gaps
from .facts import same_words

FEW_CHARS = 12          # a shorter text stands anywhere
WEIGHTS = {'class': 3.0, 'text': 3.0, 'situation': 3.0, 'sites': 1.0, 'seen': 0.5}
LIKE_ENOUGH = 0.55
SAME_NUMBER = 0.05      # of two that are as like, the one of the same number
SAME_NUMBER_FILE = 0.3  # a person's words stand in a pattern file, so the number must tell more
SAME_FILE = 0.6         # places in one file; the lines drift from release to release


def key_of(facts):
    return (facts.kind, *(tuple(facts[role]) for role in ('class', 'level', 'text', 'situation')))


def likeness_of_places(a, b):
    if set(a) & set(b):
        return 1.0
    files = [{place.partition(':')[0] for place in places} for places in (a, b)]
    return SAME_FILE if files[0] & files[1] else 0.0


def likeness_of(role, a, b):
    """0 to 1: the likest of their values."""
    if role == 'sites':
        return likeness_of_places(a[role], b[role])
    if role == 'class':
        return float(bool(set(a[role]) & set(b[role])))
    return max((same_words(x, y) for x in a.words(role) for y in b.words(role)), default=0.0)


class Weigher:
    """Likeness of two rows, with the weights that the rows of both sides give."""

    def __init__(self, old, new):
        self.shared = {role: collections.Counter() for role in ('class', 'text', 'situation')}
        for counter in self.shared:
            for side in (old, new):
                count = collections.Counter(value for facts in side for value in facts[counter])
                for value, n in count.items():
                    self.shared[counter][value] = max(n, self.shared[counter][value])

    def weight(self, role, a, b):
        shared = self.shared.get(role)
        if shared is None:
            return WEIGHTS[role]
        return WEIGHTS[role] / max([shared[value] for value in a[role] + b[role]] or [1])

    def likeness(self, a, b):
        told = [role for role in WEIGHTS if a[role] and b[role]]
        if not set(told) & set(self.shared):
            return 0.0      # a place in the code alone makes no row
        weights = {role: self.weight(role, a, b) for role in told}
        reached = sum(weight * likeness_of(role, a, b) for role, weight in weights.items())
        return reached / sum(weights.values())


def pair_same(old, new):
    """[(a, b)] of rows that say the same; of several such, those with the same places first."""
    groups = collections.defaultdict(lambda: ([], []))
    for side, rows in enumerate((old, new)):
        for facts in rows:
            groups[key_of(facts)][side].append(facts)
    pairs = []
    for left, right in groups.values():
        ranked = sorted(((likeness_of_places(a['sites'], b['sites']), -abs(i - j), i, j)
                         for i, a in enumerate(left) for j, b in enumerate(right)), reverse=True)
        taken = take_best((left[i], right[j]) for _, _, i, j in ranked)
        pairs += taken
    return pairs


def take_best(ranked):
    """Pairs from the best downwards, each row once."""
    pairs, done = [], set()
    for a, b in ranked:
        if id(a) not in done and id(b) not in done:
            done |= {id(a), id(b)}
            pairs.append((a, b))
    return pairs


def pair_like(weigher, old, new, from_file):
    """[(a, b)] of the rows that are likest, from the best downwards."""
    ranked = []
    for i, a in enumerate(old):
        for j, b in enumerate(new):
            likeness = weigher.likeness(a, b)
            if from_file and a.name == b.name:
                likeness += SAME_NUMBER_FILE
            if likeness >= LIKE_ENOUGH:
                ranked.append((likeness + SAME_NUMBER * (a.name == b.name), -i, -j, a, b))
    ranked.sort(key=lambda r: r[:3], reverse=True)
    return take_best((a, b) for *_, a, b in ranked)


def mentions(facts, page_row):
    """Does the page's row hold a text, or name a class, of the pattern file's?"""
    return any(word in page_row.excerpt for word in facts['class']) or any(
        len(part) >= FEW_CHARS and part in page_row.excerpt
        for text in facts['text'] for part in gaps.literals(text))


def pair_numbers(old, new, from_file):
    """[(a, b)] of the same number, where an older row has no content, or a pattern file's words for
    it are not the page's."""
    by_name = {facts.name: facts for facts in new}
    both = [(a, by_name[a.name]) for a in old if a.name in by_name]
    return [(a, b) for a, b in both
            if not a.known or from_file and (b.kind == 'unknown' or mentions(a, b))]


def without(rows, pairs, side):
    done = {id(pair[side]) for pair in pairs}
    return [facts for facts in rows if id(facts) not in done]


def pair(old, new, from_file=False):
    """
    (pairs, gone, new ones): [(old Facts, new Facts)] in the newer page's order, and the rest.

    from_file   the older rows are a pattern file's, which tells nothing of tables of unknown kind
    """
    known = [facts for facts in old if facts.known]
    pairs = pair_same(known, new)
    told = [facts for facts in without(new, pairs, 1)
            if not (from_file and facts.kind == 'unknown')]
    pairs += pair_like(Weigher(known, new), without(known, pairs, 0), told, from_file)
    pairs += pair_numbers(without(old, pairs, 0), without(new, pairs, 1), from_file)
    order = {id(facts): i for i, facts in enumerate(new)}
    pairs.sort(key=lambda p: order[id(p[1])])
    return pairs, without(old, pairs, 0), without(new, pairs, 1)
