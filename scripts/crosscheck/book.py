"""Every rate that both the price book and the package have, asked at each edge of its time.

The cases are usage lines, one for each model, service tier, context band, meter and instant. They
go through the program as any log does, so the whole engine answers: aliases, re-routes, bands and
dates, not a reading of the book's file. That file is read here for one thing only: to know which
models and edges there are.
"""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta

from . import package
from .differences import Difference, instant

# Enough tokens that a rate of six decimals per million still shows in whole digits.
TOKENS = 1000

# Both sides of an edge are asked; edges lie on quarters of an hour, so a second is in another slot.
BEFORE = timedelta(seconds=1)


@dataclass
class Case:
    """One request with one meter, and beside it the prompt that a context band needs (0: none)."""

    model: str
    tier: str
    at: datetime
    meter: str
    prompt: int

    def usage(self):
        """The usage metadata as the API would send it."""
        if self.meter.endswith("_input") and self.meter != "tool_use_input":
            return input_usage(self.meter, self.prompt or TOKENS)
        usage = input_usage("text_input", self.prompt) if self.prompt else {}
        if self.meter == "tool_use_input":
            usage["toolUsePromptTokenCount"] = TOKENS
        elif self.meter == "thinking":
            usage["thoughtsTokenCount"] = TOKENS
        else:
            usage["candidatesTokenCount"] = TOKENS
            modality = self.meter.removesuffix("_output").upper()
            usage["candidatesTokensDetails"] = [{"modality": modality, "tokenCount": TOKENS}]
        return usage

    def line(self, number):
        """The case as a Tollbook usage line, found again by its label."""
        return json.dumps({
            "time": f"{self.at:%Y-%m-%dT%H:%M:%SZ}",
            "request_id": f"case-{number}",
            "provider": "google-gemini-api",
            "model": self.model,
            "service_tier": self.tier,
            "usageMetadata": self.usage(),
            "labels": {"case": str(number)},
        })


def input_usage(meter, tokens):
    modality = meter.removeprefix("cached_").removesuffix("_input").upper()
    details = [{"modality": modality, "tokenCount": tokens}]
    usage = {"promptTokenCount": tokens, "promptTokensDetails": details}
    if meter.startswith("cached_"):
        usage |= {"cachedContentTokenCount": tokens, "cacheTokensDetails": details}
    return usage


class Book:
    """What has to be known of the price book's file to choose the cases."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
        self.models = {entry["model"]: entry for entry in content["models"]}
        self.aliases = {}
        for alias in content["aliases"]:
            self.aliases.setdefault(alias["name"], []).append(alias)
        self.as_of = instant(content["as_of"], None)

    def names(self):
        return sorted({*self.models, *self.aliases})

    def statements(self, name, tier, seen=()):
        """The statements on a name, and on every name it is an alias of or re-routed to."""
        if name in seen:
            return []
        entry = self.models.get(name, {"prices": [], "lifecycle": []})
        rows = [
            row for row in entry["prices"]
            if row["per"] == "million_tokens" and row["service_tier"] == tier
        ]
        targets = {row["successor"] for row in entry["lifecycle"] if row["mode"] == "reroute"}
        targets |= {row["model"] for row in self.aliases.get(name, [])}
        for target in sorted(targets):
            rows += self.statements(target, tier, (*seen, name))
        return rows

    def period_starts(self, name, tier):
        """The instants at which something said of a name begins or ends; None is "always"."""
        rows = self.statements(name, tier) + self.aliases.get(name, [])
        days = {row.get(key) for row in rows for key in ("from", "until")}
        return {day and instant(day, None) for day in days}

    def covers(self, name, tier, at):
        """Whether the book says anything of the name at that time or before it."""
        if name in self.aliases:
            begun = [row for row in self.aliases[name] if has_begun(row, at)]
            return any(self.covers(row["model"], tier, at) for row in begun)
        return any(has_begun(row, at) for row in self.statements(name, tier))

    def bands(self, name, tier):
        return {row.get("over_prompt_tokens") for row in self.statements(name, tier)} - {None}


def has_begun(row, at):
    return row.get("from") is None or instant(row["from"], None) <= at


def cases(book):
    """The cases, in a fixed order."""
    for name in book.names():
        for tier in package.CONTEXTS:
            edges = (book.period_starts(name, tier) | package.edges(name)) - {None}
            instants = {book.as_of} | edges | {edge - BEFORE for edge in edges}
            for at in sorted(instants):
                if book.covers(name, tier, at) and package.knows_tier(name, at, tier):
                    yield from cases_at(book, name, tier, at)


def cases_at(book, name, tier, at):
    steps = book.bands(name, tier) | package.long_context(name, at, tier)
    prompts = {0} | {prompt for step in steps for prompt in (step, step + 1)}
    for meter in package.RATE_KEYS:
        if package.knows_meter(name, at, tier, meter):
            for prompt in sorted(prompts):
                yield Case(name, tier, at, meter, prompt)


def compare(engine, book_path, log_path):
    """Prices all cases on both sides; returns how many there were, and the differences."""
    asked = list(cases(Book(book_path)))
    with open(log_path, "w", encoding="utf-8") as log:
        for number, case in enumerate(asked):
            log.write(case.line(number) + "\n")
    ledger, counts = engine.import_log(log_path)
    if counts["requests"] != len(asked):
        raise ValueError(f"{log_path}: {len(asked)} lines, but {counts['requests']} were imported")
    costs = engine.costs(ledger, "label:case")
    differences = []
    for number, case in enumerate(asked):
        theirs = package.price(case.usage(), case.model, case.at, case.tier)
        ours = costs[str(number)]
        if ours != theirs:
            differences.append(Difference(
                model=case.model, tier=case.tier, at=case.at, book=ours, package=theirs,
                meter=case.meter, prompt=case.prompt))
    return asked, differences
