#!/usr/bin/env python3
"""Writes an invented log of Gemini responses for timing: one response a line.

Usage: generate.py LINES FILE [TEXT-BYTES]

A line is about 635 bytes long, or the same with an answer of TEXT-BYTES. The same numbers always give
the same bytes. The lines look like what the Gemini API returns (a text answer with escapes, usage
metadata with details, id, time and model), in the order of their times over the 60 days before
2026-11-30, with one percent of the lines repeated further down, as retries and overlapping exports
leave them. `rearrange.py` relies on where the time and the id stand.
"""

import base64
import json
import random
import struct
import sys
from datetime import datetime, timedelta, timezone

START = datetime(2026, 10, 1, tzinfo=timezone.utc)
SPAN = timedelta(days=60)
MODELS = (
    "gemini-2.5-flash", "gemini-2.5-pro", "gemini-3.1-flash-lite", "gemini-3.8-flash",
    "gemini-2.5-flash-lite",
)
WEIGHTS = (50, 10, 20, 15, 5)
WORDS = (
    "the train leaves at nine and the museum opens late so take the early bus or walk along the "
    "river where the market is quiet before noon"
).split()


class Answers:
    """Pieces of one long text with what JSON has to escape, and some of it beyond ASCII."""

    def __init__(self, source, size):
        words = source.choices(WORDS, k=max(20_000, size // 2))
        for place in range(0, len(words), 100):
            words[place] = source.choice(('"early"\n\n*', "C:\\noon", "Tōkyō", "½\t€"))
        # Kept as JSON: quoting 20 KB anew for each line is what would take the time here.
        self.words = [json.dumps(word, ensure_ascii=False)[1:-1] for word in words]
        self.text = " ".join(self.words)
        self.size = size

    def next(self, source):
        """Without its quotes."""
        if not self.size:
            place = source.randrange(len(self.words) - 100)
            return " ".join(self.words[place : place + source.randint(25, 65)])
        place = self.text.index(" ", source.randrange(len(self.text) - self.size - 99)) + 1
        return self.text[place : self.text.rindex(" ", place, place + self.size)]


def response_id(source, time):
    """Like the vendor's: the second in four bytes, then random ones, in URL-safe base64."""
    raw = struct.pack("<I", int(time.timestamp())) + source.randbytes(13)
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def usage(source):
    prompt, output = source.randint(50, 4000), source.randint(10, 900)
    counts = {"promptTokenCount": prompt, "candidatesTokenCount": output}
    details = {"promptTokensDetails": [{"modality": "TEXT", "tokenCount": prompt}]}
    cached = source.randint(1, prompt) if source.random() < 0.2 else 0
    thoughts = source.randint(1, 2000) if source.random() < 0.4 else 0
    if cached:
        counts["cachedContentTokenCount"] = cached
        details["cacheTokensDetails"] = [{"modality": "TEXT", "tokenCount": cached}]
    if thoughts:
        counts["thoughtsTokenCount"] = thoughts
    counts["totalTokenCount"] = prompt + output + thoughts
    return counts | details


def response(source, time, answer):
    return (
        '{"candidates":[{"content":{"parts":[{"text":"' + answer + '"}],"role":"model"},'
        '"finishReason":"STOP","index":0}],"usageMetadata":'
        + json.dumps(usage(source), separators=(",", ":"))
        + f',"modelVersion":"{source.choices(MODELS, WEIGHTS)[0]}",'
        f'"createTime":"{time:%Y-%m-%dT%H:%M:%S.%f}Z","responseId":"{response_id(source, time)}"}}\n'
    )


def main(lines, path, size=0):
    source = random.Random(20261130)
    answers = Answers(source, size)
    kept = []
    with open(path, "w", encoding="utf-8", newline="\n") as log:
        for number in range(lines):
            if number % 100 == 99:
                log.write(source.choice(kept))
                continue
            line = response(source, START + SPAN * number / lines, answers.next(source))
            # A few hundred to choose from: what is repeated lies up to a few thousand lines back.
            kept = (kept + [line])[-300:] if number % 20 == 0 else kept
            log.write(line)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit("usage: generate.py LINES FILE [TEXT-BYTES]")
    main(int(sys.argv[1]), sys.argv[2], *map(int, sys.argv[3:]))
