"""The differences between book and package that are accepted, each with its reason.

They are data (accepted_differences.json). An entry names a seller, models and, where that is not
all, service tiers, meters, lengths of the prompt beside them (0 for none), file shapes, the period
[from, until), and whether the book has a price ("priced") or none ("unpriced"). Whatever it leaves
out, it accepts any of. An entry that accepts nothing any more is itself an error: the list must not
outlive what it explains.
"""

import json
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

KEYS = {
    "seller", "models", "tiers", "meters", "prompts", "shapes", "from", "until", "book", "reason",
}
REQUIRED = {"seller", "models", "reason"}


@dataclass
class Difference:
    """One request that the two price differently; the book's amount is None when unpriced."""

    seller: str
    model: str
    tier: str
    at: datetime
    book: Decimal | None
    package: Decimal
    meter: str | None = None
    prompt: int = 0
    shape: str | None = None
    place: str = ""

    def __str__(self):
        book = "unpriced" if self.book is None else f"{self.book}"
        what = self.shape or self.meter
        beside = f" beside a prompt of {self.prompt}" if self.prompt else ""
        return (
            f"{self.seller} {self.model} {self.tier} {what}{beside} "
            f"at {self.at:%Y-%m-%dT%H:%M:%SZ}{self.place}: "
            f"tollbook {book}, genai-prices {self.package.normalize():f}"
        )


class AcceptedDifferences:
    """The entries of one file, and which of them were needed."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.entries = json.load(file)["accepted"]
        for entry in self.entries:
            if set(entry) - KEYS or not all(entry.get(key) for key in REQUIRED):
                raise ValueError(
                    f"{path}: an unknown key, or no seller, models or reason: {entry}")
        self.used = [0] * len(self.entries)

    def accept(self, difference):
        """Whether an entry covers the difference; counts every entry that does."""
        covering = [
            index for index, entry in enumerate(self.entries) if covers(entry, difference)
        ]
        for index in covering:
            self.used[index] += 1
        return bool(covering)

    def unneeded(self):
        return [entry for entry, used in zip(self.entries, self.used) if not used]


def covers(entry, difference):
    lists = (
        ("models", difference.model),
        ("tiers", difference.tier),
        ("meters", difference.meter),
        ("prompts", difference.prompt),
        ("shapes", difference.shape),
    )
    if entry["seller"] != difference.seller:
        return False
    if any(key in entry and value not in entry[key] for key, value in lists):
        return False
    if entry.get("book") == "unpriced" and difference.book is not None:
        return False
    if entry.get("book") == "priced" and difference.book is None:
        return False
    return instant(entry.get("from"), difference.at) <= difference.at and (
        "until" not in entry or difference.at < instant(entry["until"], difference.at)
    )


def instant(text, otherwise):
    """A day or an RFC 3339 instant; a day begins in UTC."""
    if text is None:
        return otherwise
    return datetime.fromisoformat(text if "T" in text else f"{text}T00:00:00+00:00")
