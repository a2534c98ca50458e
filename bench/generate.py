#!/usr/bin/env python3
"""Writes an invented log of Gemini responses for timing: one response a line, about 630 bytes each.

Usage: generate.py LINES FILE

The same number always gives the same bytes. The lines look like what the Gemini API returns (a text
answer with escapes, usage metadata with details, id, time and model), in the order of their times
over the 60 days before 2026-11-30, with one percent of the lines repeated further down, as retries
and overlapping exports leave them.
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


def answer(source):
    """Some dozens of words, some with what JSON has to escape."""
    words = source.choices(WORDS, k=source.randint(25, 65))
    if source.random() < 0.3:
        words.insert(len(words) // 2, '"early"\n\n* ')
    return " ".join(words)


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


def response(source, time):
    return {
        "candidates": [{
            "content": {"parts": [{"text": answer(source)}], "role": "model"},
            "finishReason": "STOP",
            "index": 0,
        }],
        "usageMetadata": usage(source),
        "modelVersion": source.choices(MODELS, WEIGHTS)[0],
        "createTime": f"{time:%Y-%m-%dT%H:%M:%S.%f}Z",
        "responseId": response_id(source, time),
    }


def main(lines, path):
    source = random.Random(20261130)
    kept = []
    with open(path, "w", encoding="utf-8", newline="\n") as log:
        for number in range(lines):
            if number % 100 == 99:
                log.write(source.choice(kept))
                continue
            time = START + SPAN * number / lines
            line = json.dumps(response(source, time), separators=(",", ":")) + "\n"
            # A few hundred to choose from: what is repeated lies up to a few thousand lines back.
            kept = (kept + [line])[-300:] if number % 20 == 0 else kept
            log.write(line)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: generate.py LINES FILE")
    main(int(sys.argv[1]), sys.argv[2])
