"""Medians, 99th percentiles, goals, and the table that shows them."""
import math


class Spread:
    """Some measured values, and how often it was tried to get one."""

    def __init__(self, values, tried=None):
        values = list(values)
        self.values = sorted(value for value in values if value is not None)
        self.tried = len(values) if tried is None else tried

    def __bool__(self):
        return bool(self.values)

    def at(self, part):
        """The value that so large a part of all does not exceed."""
        return self.values[max(0, math.ceil(len(self.values) * part) - 1)]

    @property
    def median(self):
        middle = len(self.values) // 2
        return self.values[middle] if len(self.values) % 2 else sum(self.values[middle - 1:middle + 1]) / 2

    @property
    def is_enough(self):
        """Nine of ten tries gave a value: fewer would leave out just the slow ones."""
        return bool(self.values) and len(self.values) >= 0.9 * self.tried

    def json(self):
        found = {"tried": self.tried, "measured": len(self.values)}
        if self.values:
            found |= {"median": self.median, "p99": self.at(0.99), "least": self.values[0], "most": self.values[-1]}
        return {name: round(value, 3) if isinstance(value, float) else value for name, value in found.items()}


class Report:
    """Collects what was measured under each condition; prints it at the end."""

    def __init__(self, conditions):
        self.conditions = conditions
        self.rows, self.goals, self.missing, self.notes = {}, [], [], []

    def add(self, name, condition, values, tried=None, unit="ms"):
        spread = Spread(values, tried)
        self.rows.setdefault((name, unit), {})[condition] = spread
        if not spread.is_enough:
            self.missing.append(f"{name}, {condition}: {len(spread.values)} of {spread.tried} tries measured")
        return spread

    def get(self, name, condition, unit="ms"):
        spread = self.rows.get((name, unit), {}).get(condition)
        return spread if spread else None

    def goal(self, words, value, limit, unit="ms", is_least=False):
        """A value that shall be below a limit (or, is_least, at least as much); None is a measurement that failed."""
        if value is None:
            is_met = None
        else:
            is_met = value >= limit if is_least else value < limit
        self.goals.append({"goal": words, "value": value, "limit": limit, "unit": unit, "least": is_least,
                           "met": is_met})

    def status(self, is_strict):
        if self.missing or any(goal["met"] is None for goal in self.goals):
            return 2
        return 1 if is_strict and not all(goal["met"] for goal in self.goals) else 0

    def text(self):
        width = max(len(name) for name, _ in self.rows)
        lines = [" " * width + "".join(f"   {condition:>25}" for condition in self.conditions),
                 "median / 99th percentile".ljust(width)
                 + "".join(f"   {'(measured)':>25}" for _ in self.conditions)]
        for (name, unit), spreads in self.rows.items():
            line = name.ljust(width)
            for condition in self.conditions:
                spread = spreads.get(condition)
                if spread is None:
                    cell = ""
                elif not spread:
                    cell = "nothing measured"
                elif unit != "ms" or spread.tried == 1:
                    cell = f"{spread.median:.2f} {unit}"
                else:
                    cell = f"{spread.median:.2f} / {spread.at(0.99):.2f} ms ({len(spread.values)})"
                line += f"   {cell:>25}"
            lines.append(line.rstrip())
        lines += ["", "Goals"]
        width = max(len(goal["goal"]) for goal in self.goals)
        for goal in self.goals:
            words = {True: "met", False: "MISSED", None: "not measured"}[goal["met"]]
            bound = f"{'≥' if goal['least'] else '<'} {goal['limit']:g} {goal['unit']}".rstrip()
            value = "–" if goal["value"] is None else f"{goal['value']:.2f} {goal['unit']}".rstrip()
            lines.append(f"  {goal['goal']:<{width}}  {value:>12}  {bound:>10}  {words}")
        if self.missing:
            lines += ["", "Could not be measured"] + [f"  {words}" for words in self.missing]
        return "\n".join(lines + ([""] + self.notes if self.notes else []))

    def json(self):
        return {
            "rows": [{"name": name, "unit": unit, **{key: spread.json() for key, spread in spreads.items()}}
                     for (name, unit), spreads in self.rows.items()],
            "goals": self.goals, "missing": self.missing, "notes": self.notes}
