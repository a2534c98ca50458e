"""Every rate that both the price book and the package have, asked at each edge of its time.

The cases are usage lines, one for each model, service tier, context band, meter and instant. They
go through the program as any log does, so the whole engine answers: aliases, re-routes, bands and
dates, not a reading of the book's files. Those are read here to know which models and edges there
are, and for the fees, which no response counts and no charge contains.
"""

import json
import os
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from .differences import Difference, instant
from .sellers import Seller

# Both sides of an edge are asked; edges lie on quarters of an hour, so a second is in another slot.
BEFORE = timedelta(seconds=1)


@dataclass
class Case:
    """One request with one meter, and beside it the prompt that a context band needs (0: none)."""

    seller: Seller
    model: str
    tier: str
    at: datetime
    meter: str
    prompt: int

    def usage(self):
        return self.seller.usage(self.meter, self.prompt, self.tier)

    def response(self):
        """What the package reads."""
        return {self.seller.usage_member: self.usage(), self.seller.model_member: self.model}

    def line(self, number):
        """The case as a Tollbook usage line, found again by its label."""
        line = {
            "time": f"{self.at:%Y-%m-%dT%H:%M:%SZ}",
            "request_id": f"case-{number}",
            "provider": self.seller.name,
            "model": self.model,
            "service_tier": self.tier,
            self.seller.usage_member: self.usage(),
            "labels": {"case": str(number)},
        }
        if self.tier == "fast":
            # Not a service tier of the seller's: the usage says it, as `speed`.
            del line["service_tier"]
        return json.dumps(line)


class Book:
    """What has to be known of a seller's file to choose the cases."""

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
            and row["status"] != "withdrawn"
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

    def fees(self, name, fee):
        """The statements that price a fee under a model's own name."""
        rows = self.models[name]["prices"]
        return [row for row in rows if fee in row["amounts"] and row["status"] != "withdrawn"]


def has_begun(row, at):
    return row.get("from") is None or instant(row["from"], None) <= at


def cases(seller, book):
    """The cases, in a fixed order."""
    package = seller.package
    for name in book.names():
        for tier in package.contexts:
            edges = (book.period_starts(name, tier) | package.edges(name)) - {None}
            instants = {book.as_of} | edges | {edge - BEFORE for edge in edges}
            for at in sorted(instants):
                if book.covers(name, tier, at) and package.knows_tier(name, at, tier):
                    yield from cases_at(seller, book, name, tier, at)


def cases_at(seller, book, name, tier, at):
    package = seller.package
    steps = book.bands(name, tier) | package.long_context(name, at, tier)
    prompts = {0} | {prompt for step in steps for prompt in (step, step + 1)}
    for meter in package.rate_keys:
        if package.knows_meter(name, at, tier, meter):
            for prompt in sorted(prompts):
                yield Case(seller, name, tier, at, meter, prompt)


def compare(engine, seller, folder, log_path):
    """Prices all cases on both sides; returns them, and the differences."""
    asked = list(cases(seller, Book(os.path.join(folder, f"{seller.name}.json"))))
    with open(log_path, "w", encoding="utf-8") as log:
        for number, case in enumerate(asked):
            log.write(case.line(number) + "\n")
    ledger, counts = engine.import_log(log_path)
    if counts["requests"] != len(asked):
        raise ValueError(f"{log_path}: {len(asked)} lines, but {counts['requests']} were imported")
    costs = engine.costs(ledger, "label:case")
    differences = []
    for number, case in enumerate(asked):
        theirs = seller.package.price(case.response(), case.at, case.tier)
        ours = costs[str(number)]
        if ours != theirs:
            differences.append(Difference(
                seller=seller.name, model=case.model, tier=case.tier, at=case.at, book=ours,
                package=theirs, meter=case.meter, prompt=case.prompt))
    return asked, differences


def compare_fees(seller, folder):
    """Holds the fees of a seller's file to the package's; returns how many, and the differences."""
    book = Book(os.path.join(folder, f"{seller.name}.json"))
    count, differences = 0, []
    for name in sorted(book.models):
        for fee in seller.package.fees:
            for row in book.fees(name, fee):
                at = instant(row.get("from"), book.as_of)
                theirs = seller.package.fee(name, at, fee)
                if theirs is None:
                    continue
                count += 1
                ours = row["amounts"][fee]
                if ours is None or Decimal(ours) != theirs:
                    differences.append(Difference(
                        seller=seller.name, model=name, tier=row["service_tier"], at=at,
                        book=ours and Decimal(ours), package=theirs, meter=fee))
    return count, differences
