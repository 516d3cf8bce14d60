#!/usr/bin/env python3
"""Writes placement.json: answers of a level test, and the ability they indicate.

Written apart from core/src/adaptive and by another method, so that a mistake in one of them shows: densities are
integrated by Gauss-Legendre quadrature between the borders of the levels, in logarithms, where the program sums over
evenly spaced points. Needs nothing but Python; run it in this folder without arguments.
"""

import json
import math
import random

LEVELS = ["A1", "A2", "B1", "B2", "C1", "C2"]
WIDTH = 1.5
BORDERS = [-3.0, -1.5, 0.0, 1.5, 3.0]
PRIOR_VARIANCE = 2.5 ** 2
FAR = 20.0


def legendre(order):
    """Nodes and weights on [-1, 1], by Newton's method."""
    nodes = []
    for i in range(order):
        x = math.cos(math.pi * (i + 0.75) / (order + 0.5))
        for _ in range(100):
            below, here = 1.0, x
            for n in range(2, order + 1):
                below, here = here, ((2 * n - 1) * x * here - (n - 1) * below) / n
            slope = order * (x * here - below) / (x * x - 1)
            step = here / slope
            x -= step
            if abs(step) < 1e-15:
                break
        nodes.append((x, 2 / ((1 - x * x) * slope * slope)))
    return nodes


NODES = legendre(16)


def integrate(function, start, end):
    """Over pieces of at most half a logit."""
    pieces = max(1, math.ceil((end - start) / 0.5))
    half = (end - start) / pieces / 2
    total = 0.0
    for piece in range(pieces):
        centre = start + (2 * piece + 1) * half
        total += half * sum(weight * function(centre + half * node) for node, weight in NODES)
    return total


def log_density(ability, answers):
    """Prior and likelihood, without the constant."""
    log = -ability * ability / (2 * PRIOR_VARIANCE)
    for difficulty, right in answers:
        towards = ability - difficulty if right else difficulty - ability
        log -= math.log1p(math.exp(-towards)) if towards > 0 else math.log1p(math.exp(towards)) - towards
    return log


def estimate(answers):
    edges = [-FAR, *BORDERS, FAR]
    parts = list(zip(edges, edges[1:]))
    highest = max(log_density(n / 10, answers) for n in range(-200, 201))

    def density(ability):
        return math.exp(log_density(ability, answers) - highest)

    masses = [integrate(density, *part) for part in parts]
    total = sum(masses)
    mean = sum(integrate(lambda x: x * density(x), *part) for part in parts) / total
    variance = sum(integrate(lambda x: (x - mean) ** 2 * density(x), *part) for part in parts) / total
    level = sum(mean >= border for border in BORDERS)
    return {
        "ability": round(mean, 6),
        "standardError": round(math.sqrt(variance), 6),
        "level": LEVELS[level],
        "probability": round(masses[level] / total, 6),
    }


def middle(level):
    return (level - 2.5) * WIDTH


def patterns():
    """Answers as pairs of difficulty and right or wrong."""
    yield [(middle(2), True)]
    yield [(middle(0), False)]
    for count in (8, 25):
        for right in (True, False):
            yield [(middle(n % 6), right) for n in range(count)]
            yield [(middle(5 if right else 0), right) for n in range(count)]
    # Right up to a level and wrong above it, and the other way round.
    for reached in range(6):
        yield [(middle(n % 6), n % 6 <= reached) for n in range(23)]
        yield [(middle(n % 6), n % 6 > reached) for n in range(23)]
    chance = random.Random(20)
    # A learner who answers by the model: questions of any level, and then questions that suit the learner.
    for number in range(40):
        ability = chance.gauss(0, 2.5)
        answers = []
        for _ in range(1 + number % 25):
            near = min(5, max(0, round(ability / WIDTH + 2.5)))
            level = chance.randrange(6) if number < 20 else near
            difficulty = round(middle(level) + (chance.gauss(0, 0.5) if number % 2 else 0), 3)
            right = chance.random() < 1 / (1 + math.exp(difficulty - ability))
            answers.append((difficulty, right))
        yield answers


def main():
    rows = [json.dumps({"answers": answers, **estimate(answers)}) for answers in patterns()]
    with open("placement.json", "w", encoding="utf-8") as file:
        file.write("[\n  " + ",\n  ".join(rows) + "\n]\n")


if __name__ == "__main__":
    main()
