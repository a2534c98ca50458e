#!/usr/bin/env python3
"""Makes more logs out of one that generate.py wrote, faster than inventing them anew.

Usage: rearrange.py periods|servers LOG FOLDER COUNT   COUNT files with ids of their own
       rearrange.py split FILE… FOLDER COUNT           the same lines in COUNT other files
       rearrange.py small LOG FOLDER COUNT             COUNT files of one response each
       rearrange.py line BYTES FILE                    a line of so many bytes between two short ones

`periods` are consecutive, as logs that are rotated: each file has the 60 days before the next one's,
and so have its ids, which begin with their second.
`servers` cover the same 60 days, so that their rollup has no more rows than that of LOG alone.
"""

import os
import sys
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import date, timedelta

from generate import SPAN, START

# From the end of a line: `…"createTime":"2026-10-01T00:00:00.000000Z","responseId":"23 signs"}\n`.
TIME = -69
ID = -26
ID_END = -3
DAY = 86_400


def earlier(days):
    """The days of the log, and what they are so many days earlier."""
    first = date(START.year, START.month, START.day)
    return {
        str(first + timedelta(number)).encode(): str(first + timedelta(number - days)).encode()
        for number in range(SPAN.days + 1)
    }


def beginning(name, seconds):
    """The first eight signs of an id, of as many seconds earlier: the second lies in four bytes."""
    raw = urlsafe_b64decode(name)
    second = int.from_bytes(raw[:4], "little") - seconds
    return urlsafe_b64encode(second.to_bytes(4, "little") + raw[4:])


def others(log, target, number, days_earlier):
    """The same lines with other ids, some days earlier."""
    days, mark = earlier(days_earlier), b"%02d" % number + b'"}\n'
    with open(log, "rb") as lines, open(target, "wb", 1 << 22) as out:
        for line in lines:
            day = days[line[TIME : TIME + 10]]
            name = beginning(line[ID : ID + 8], days_earlier * DAY) + line[ID + 8 : ID_END - 2]
            out.write(line[:TIME] + day + line[TIME + 10 : ID] + name + mark)


def many(kind, log, folder, count):
    os.makedirs(folder)
    for number in range(count):
        shift = SPAN.days * (count - 1 - number) if kind == "periods" else 0
        others(log, os.path.join(folder, f"{kind}-{number}.jsonl"), number, shift)


def split(files, folder, count):
    """Cut at other places than before, at ends of lines."""
    os.makedirs(folder)
    share = sum(map(os.path.getsize, files)) // count + 1
    outputs = [open(os.path.join(folder, f"part-{n}.jsonl"), "wb", 1 << 22) for n in range(count)]
    written = 0
    for path in files:
        with open(path, "rb") as lines:
            for line in lines:
                outputs[written // share].write(line)
                written += len(line)
    for out in outputs:
        out.close()


def small(log, folder, count):
    with open(log, "rb") as lines:
        for number, line in zip(range(count), lines):
            if number % 1000 == 0:
                place = os.path.join(folder, f"{number // 1000:03}")
                os.makedirs(place)
            with open(os.path.join(place, f"{number}.json"), "wb") as out:
                out.write(line)


def long_line(size, path):
    """The usage stands at the end, where a reader gets only if it has swallowed the rest."""
    counts = b'{"promptTokenCount":5,"candidatesTokenCount":5,"totalTokenCount":10}'
    def answer(name):
        return (b'"usageMetadata":' + counts + b',"modelVersion":"gemini-2.5-flash",'
                b'"createTime":"2026-11-01T00:00:00Z","responseId":"' + name + b'"}\n')
    with open(path, "wb") as out:
        out.write(b"{" + answer(b"first"))
        out.write(b'{"candidates":[{"content":{"parts":[{"text":"')
        piece = b"a" * (1 << 20)
        for _ in range(size >> 20):
            out.write(piece)
        out.write(b'"}]}}],' + answer(b"long") + b"{" + answer(b"last"))


def main(kind, *words):
    if kind in ("periods", "servers"):
        many(kind, words[0], words[1], int(words[2]))
    elif kind == "split":
        split(words[:-2], words[-2], int(words[-1]))
    elif kind == "small":
        small(words[0], words[1], int(words[2]))
    elif kind == "line":
        long_line(int(words[0]), words[1])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(*(sys.argv[1:] or ["help"]))
