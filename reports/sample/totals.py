#!/usr/bin/env python3
"""Computes what usage.jsonl contains and costs, apart from Tollbook, or checks it with --check.

Reads nothing but the log: not the generator, not the price books. The results are expected.json
(for tests) and the tables between the markers of README.md (for people).
"""

import json
import sys
from collections import defaultdict
from decimal import Decimal
from pathlib import Path

HERE = Path(__file__).parent
COUNTS = ("input_tokens", "cached_tokens", "tool_use_tokens", "output_tokens", "thinking_tokens")
ZERO = dict.fromkeys(("requests", *COUNTS, "total_tokens"), 0)

# USD per million tokens in force on every day of the log: input, cached input, output.
# The third key says whether the prompt, cached tokens included, is over 200,000 tokens.
PRICES = {
    ("gemini-2.5-flash", "standard", False): ("0.30", "0.03", "2.50"),
    ("gemini-2.5-pro", "standard", False): ("1.25", "0.125", "10"),
    ("gemini-2.5-pro", "standard", True): ("2.50", "0.25", "15"),
    ("gemini-2.5-pro", "batch", False): ("0.625", "0.125", "5"),
    ("gemini-3.8-flash", "standard", False): ("0.75", "0.075", "3.75"),
    ("gemini-3.1-flash-lite", "standard", False): ("0.25", "0.025", "1.50"),
}
STEPPED = {"gemini-2.5-pro"}


def requests_of(text):
    """The log's requests, each once, and the counts of what was left out or is incomplete."""
    names = ("requests", "duplicates", "incomplete", "error_bodies", "quarantined")
    summary = dict.fromkeys(names, 0)
    seen, requests = set(), []
    for line in text.splitlines():
        try:
            row = json.loads(line)
        except ValueError:
            summary["quarantined"] += 1
            continue
        if row["request_id"] in seen:
            summary["duplicates"] += 1
            continue
        seen.add(row["request_id"])
        if row["status"] == "error":
            summary["error_bodies"] += 1
            continue
        summary["incomplete"] += row["status"] == "incomplete"
        requests.append(row)
    summary["requests"] = len(requests)
    return requests, summary


def counts_of(row):
    usage = row["usageMetadata"]
    names = ("promptTokenCount", "cachedContentTokenCount", "toolUsePromptTokenCount")
    names += ("candidatesTokenCount", "thoughtsTokenCount")
    counts = dict(zip(COUNTS, (usage.get(name, 0) for name in names)))
    total = sum(counts.values()) - counts["cached_tokens"]
    if total != usage["totalTokenCount"]:
        raise SystemExit(f"error: {row['request_id']}: the counts sum to {total}")
    return {"requests": 1, **counts, "total_tokens": total}


def cost_of(row, counts):
    """The request's cost in USD, or None without a price."""
    over = row["model"] in STEPPED and counts["input_tokens"] > 200_000
    prices = PRICES.get((row["model"], row["service_tier"], over))
    if prices is None:
        return None
    fresh, cached, output = map(Decimal, prices)
    return (
        (counts["input_tokens"] - counts["cached_tokens"] + counts["tool_use_tokens"]) * fresh
        + counts["cached_tokens"] * cached
        + (counts["output_tokens"] + counts["thinking_tokens"]) * output
    ) / 1_000_000


def grouped(requests, key):
    groups = defaultdict(lambda: {**ZERO, "cost_usd": Decimal(0), "unpriced_requests": 0})
    for row in requests:
        counts = counts_of(row)
        cost = cost_of(row, counts)
        group = groups[key(row)]
        for name, count in counts.items():
            group[name] += count
        group["cost_usd"] += cost or 0
        group["unpriced_requests"] += cost is None
    for group in groups.values():
        all_unpriced = group["unpriced_requests"] == group["requests"]
        group["cost_usd"] = None if all_unpriced else plain(group["cost_usd"])
    return dict(sorted(groups.items()))


def plain(number):
    """A decimal in fixed point, without zeros after the point that say nothing."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def table(title, groups):
    heads = [title, "requests", "input", "cached", "tool use", "output", "thinking", "total"]
    heads.append("cost in USD")
    rows = ["| " + " | ".join(heads) + " |", "|---" + "|--:" * (len(heads) - 1) + "|"]
    for name, group in groups.items():
        numbers = [f"{group[each]:,}" for each in ZERO]
        rows.append("| " + " | ".join([name, *numbers, group["cost_usd"] or "unpriced"]) + " |")
    return "\n".join(rows)


def results():
    requests, summary = requests_of((HERE / "usage.jsonl").read_text(encoding="utf-8"))
    expected = {
        "import": summary,
        "total": grouped(requests, lambda row: "all")["all"],
        "by_model": grouped(requests, lambda row: row["model"]),
        "by_month": grouped(requests, lambda row: row["time"][:7]),
        "by_feature": grouped(requests, lambda row: row["feature"]),
        "users": len({row["user"] for row in requests if "user" in row}),
    }
    sums = [f"{name.replace('_', ' ')} {count:,}" for name, count in summary.items()]
    tables = "\n\n".join(
        [
            f"The import finds: {', '.join(sums)}, users {expected['users']}.",
            table("model", {**expected["by_model"], "all": expected["total"]}),
            table("month (UTC)", expected["by_month"]),
            table("feature", expected["by_feature"]),
        ]
    )
    start, end = "<!-- totals.py writes from here -->\n", "<!-- to here -->\n"
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    before, _, rest = readme.partition(start)
    _, _, after = rest.partition(end)
    if not before or not after:
        raise SystemExit("error: README.md has lost the markers that totals.py writes between")
    return {
        "expected.json": json.dumps(expected, indent=2) + "\n",
        "README.md": f"{before}{start}\n{tables}\n\n{end}{after}",
    }


def main(arguments):
    if arguments not in ([], ["--check"]):
        print("usage: totals.py [--check]", file=sys.stderr)
        return 64
    for name, text in results().items():
        file = HERE / name
        if not arguments:
            file.write_text(text, encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != text:
            print(f"error: {name} does not agree with usage.jsonl", file=sys.stderr)
            print("Run: python3 reports/sample/totals.py", file=sys.stderr)
            return 1
        else:
            print(f"{name} agrees with usage.jsonl")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
