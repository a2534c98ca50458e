#!/usr/bin/env python3
"""Writes usage.jsonl, the invented usage log of a small app, or checks it with --check.

The same bytes come out on every run and every Python: the only source of chance is the generator
below, and every quantity is an integer. No name, id or count in it was ever anybody's.
"""

import json
import sys
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

LOG = Path(__file__).with_name("usage.jsonl")
FIRST_DAY = date(2026, 9, 1)
LAST_DAY = date(2026, 11, 29)
NEW_VERSION_DAY = date(2026, 10, 12)  # 2.4.0 reaches the stores on this Monday

# How likely a user of keenness 100 comes on a day, in percent, Monday to Sunday: an app for work.
WEEKDAY = [34, 36, 35, 34, 30, 16, 12]
# Country, minutes its clock is ahead of UTC, share of the users in percent.
COUNTRIES = [("JP", 540, 35), ("DE", 60, 25), ("US", -300, 25), ("IN", 330, 15)]
PLATFORMS = [("ios", 50), ("android", 35), ("web", 15)]
FEATURES = [("chat", 58), ("summary", 17), ("image-caption", 25)]


class Chance:
    """A linear congruential generator of 64 bits (Knuth's MMIX constants), read from the top."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % limit

    def between(self, low, high):
        return low + self.below(high - low + 1)

    def skewed(self, low, high):
        """Mostly small, seldom large: the product of two even draws."""
        span = high - low + 1
        return low + self.below(span) * self.below(span) // span

    def percent(self, share):
        return self.below(100) < share

    def pick(self, weighted):
        """One of several tuples whose last member is a weight; the weights sum to 100."""
        mark = self.below(100)
        for choice in weighted:
            mark -= choice[-1]
            if mark < 0:
                return choice
        raise ValueError("weights do not sum to 100")


def make_users(chance):
    users = []
    for number in range(1, 41):
        country, offset, _ = chance.pick(COUNTRIES)
        users.append(
            {
                "id": f"u-{number:02d}",
                "country": country,
                "offset": offset,
                "platform": chance.pick(PLATFORMS)[0],
                # A quarter of the users arrive during the three months.
                "joined": FIRST_DAY + timedelta(days=chance.below(75) if chance.percent(25) else 0),
                # Most update within three weeks; one in six never does.
                "updated": None
                if chance.below(6) == 0
                else NEW_VERSION_DAY + timedelta(days=chance.skewed(0, 20)),
                # 2.4.0 asks the new model for two chat users in three.
                "new_chat": chance.below(3) < 2,
                "keen": chance.between(60, 220),
            }
        )
    return users


def version_of(user, day):
    return "2.4.0" if user["updated"] is not None and day >= user["updated"] else "2.3.0"


def chat_usage(chance, model):
    # The system prompt of 1,180 tokens stands before every conversation.
    prompt = 1180 + chance.skewed(20, 5200)
    usage = {"promptTokenCount": prompt}
    if prompt > 2048 and chance.percent(45):
        usage["cachedContentTokenCount"] = prompt // 1024 * 1024 - chance.below(2) * 512
    usage["candidatesTokenCount"] = chance.skewed(40, 1100)
    if chance.percent(70 if model == "gemini-3.8-flash" else 45):
        usage["thoughtsTokenCount"] = chance.skewed(60, 1500)
    if chance.percent(6):
        usage["toolUsePromptTokenCount"] = chance.between(80, 900)
    if chance.percent(1) and "thoughtsTokenCount" in usage:
        # Thinking used up the output budget: a normal answer without candidates.
        del usage["candidatesTokenCount"]
    return usage


def summary_usage(chance):
    return {
        "promptTokenCount": chance.skewed(2500, 60000),
        "candidatesTokenCount": chance.between(180, 1400),
        "thoughtsTokenCount": chance.skewed(200, 2600),
    }


def caption_usage(chance):
    text, image = chance.between(38, 90), 258 * chance.pick([(1, 70), (4, 20), (6, 10)])[0]
    return {
        "promptTokenCount": text + image,
        "promptTokensDetails": [
            {"modality": "TEXT", "tokenCount": text},
            {"modality": "IMAGE", "tokenCount": image},
        ],
        "candidatesTokenCount": chance.between(18, 140),
    }


def with_total(usage):
    counts = ("promptTokenCount", "candidatesTokenCount", "thoughtsTokenCount")
    total = sum(usage.get(name, 0) for name in (*counts, "toolUsePromptTokenCount"))
    return {**usage, "totalTokenCount": total}


def row(moment, model, usage, **rest):
    """One line of the log as an object; its request id is given when all are in order."""
    return {
        "time": moment,
        "request_id": None,
        "provider": "google-gemini-api",
        "model": model,
        "model_version": model,
        "service_tier": "standard",
        "usageMetadata": with_total(usage),
        **rest,
    }


def user_row(chance, user, day):
    feature = chance.pick(FEATURES)[0]
    version = version_of(user, day)
    if feature == "chat":
        moved = version == "2.4.0" and user["new_chat"]
        model = "gemini-3.8-flash" if moved else "gemini-2.5-flash"
        usage = chat_usage(chance, model)
    elif feature == "summary":
        model, usage = "gemini-2.5-pro", summary_usage(chance)
    else:
        model, usage = "gemini-3.1-flash-lite", caption_usage(chance)
    # Between eight and a little before midnight by the user's own clock.
    local = datetime.combine(day, datetime.min.time(), timezone.utc) + timedelta(
        minutes=480 + chance.below(930), milliseconds=chance.below(60000)
    )
    output = usage.get("candidatesTokenCount", 0) + usage.get("thoughtsTokenCount", 0)
    return row(
        local - timedelta(minutes=user["offset"]),
        model,
        usage,
        user=user["id"],
        feature=feature,
        app_version=version,
        platform=user["platform"],
        latency_ms=380 + output * 5 + chance.below(700),
        status="ok",
        labels={"country": user["country"]},
    )


def everyday_rows(chance, users):
    rows = []
    day = FIRST_DAY
    while day <= LAST_DAY:
        for user in users:
            if day < user["joined"]:
                continue
            # Who comes at all asks once, twice or three times.
            if chance.below(10000) < WEEKDAY[day.weekday()] * user["keen"]:
                for _ in range(1 + chance.skewed(0, 2)):
                    rows.append(user_row(chance, user, day))
        day += timedelta(days=1)
    return rows


def at(text):
    return datetime.fromisoformat(text + "+00:00")


def long_rows(users):
    """Prompts about the step at 200,000 tokens: at it, one over it, and far over it."""
    prompts = [
        ("2026-09-09T06:12:40.500", 243118),
        ("2026-09-23T05:31:08.250", 200000),
        ("2026-10-07T07:44:55.000", 200001),
        ("2026-10-21T06:05:19.750", 312540),
        ("2026-11-04T05:58:31.125", 287002),
        ("2026-11-18T06:27:02.000", 421976),
    ]
    author = next(user for user in users if user["country"] == "JP")
    for number, (moment, prompt) in enumerate(prompts):
        usage = {
            "promptTokenCount": prompt,
            "candidatesTokenCount": 900 + 150 * number,
            "thoughtsTokenCount": 2100 + 90 * number,
        }
        yield row(
            at(moment),
            "gemini-2.5-pro",
            usage,
            user=author["id"],
            feature="summary",
            app_version=version_of(author, at(moment).date()),
            platform=author["platform"],
            latency_ms=21000 + 800 * number,
            status="ok",
            labels={"country": "JP"},
        )


def batch_rows(chance):
    """A digest of the week, made by the app's server every Sunday night, for no user."""
    day = FIRST_DAY
    while day <= LAST_DAY:
        if day.weekday() == 6:
            moment = datetime.combine(day, datetime.min.time(), timezone.utc)
            digest = row(
                moment + timedelta(hours=2, milliseconds=chance.below(600000)),
                "gemini-2.5-pro",
                summary_usage(chance),
                feature="summary",
                platform="server",
                status="ok",
            )
            digest["service_tier"] = "batch"
            yield digest
        day += timedelta(days=1)


def odd_rows(users):
    """What no log is without: cut streams, a refusal, and a model that no price book knows."""
    user = users[4]
    rest = {"user": user["id"], "feature": "chat"}
    labels = {"country": user["country"]}
    for moment, prompt, output in [
        ("2026-09-16T11:20:05.300", 2316, 41),
        ("2026-11-11T13:02:47.900", 1904, 118),
    ]:
        usage = {"promptTokenCount": prompt, "candidatesTokenCount": output}
        rest.update(app_version=version_of(user, at(moment).date()), platform=user["platform"])
        rest.update(latency_ms=1290, status="incomplete", labels=labels)
        yield row(at(moment), "gemini-2.5-flash", usage, **rest)
    rest.update(app_version="2.3.0", latency_ms=95, status="error")
    refused = row(at("2026-10-14T12:41:33.010"), "gemini-2.5-flash", {}, **rest)
    refused["usageMetadata"] = {}
    del refused["model_version"]
    yield refused
    for moment, prompt in [("2026-11-24T15:10:00.000", 1620), ("2026-11-25T15:12:30.500", 1744)]:
        usage = {"promptTokenCount": prompt, "candidatesTokenCount": 310}
        rest.update(app_version=version_of(user, at(moment).date()), latency_ms=1850, status="ok")
        yield row(at(moment), "gemini-9-imaginary", usage, **rest)


def lines():
    chance = Chance(20261130)
    users = make_users(chance)
    rows = everyday_rows(chance, users)
    rows += [*long_rows(users), *batch_rows(chance), *odd_rows(users)]
    rows = [each for each in rows if FIRST_DAY <= each["time"].date() <= LAST_DAY]
    rows.sort(key=lambda each: each["time"])
    written = []
    for number, each in enumerate(rows, 1):
        each["request_id"] = f"req-{number:06d}"
        moment = each["time"]
        each["time"] = f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03d}Z"
        written.append(json.dumps(each, separators=(",", ":")))
    # A client that wrote the same request again when it came back to the network.
    written.insert(700, written[640])
    # A process that was killed while it wrote; the request was logged whole after its restart.
    written.insert(899, written[899][:117])
    return written


def main(arguments):
    text = ("\n".join(lines()) + "\n").encode()
    if arguments == ["--check"]:
        if not LOG.exists() or LOG.read_bytes() != text:
            print(f"error: {LOG.name} is not what generate.py writes", file=sys.stderr)
            print("Run: python3 reports/sample/generate.py, then totals.py", file=sys.stderr)
            return 1
        print(f"{LOG.name} is what generate.py writes ({len(text)} bytes)")
        return 0
    if arguments:
        print("usage: generate.py [--check]", file=sys.stderr)
        return 64
    LOG.write_bytes(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
