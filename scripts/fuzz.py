#!/usr/bin/env python3
"""Feeds damaged logs to a tollbook program and holds it to what it promises of any input.

Usage: fuzz.py PROGRAM INPUTS [--seconds N | --batches N] [--seed N] [--keep FOLDER]

INPUTS is a folder of real logs. Each batch is a few dozen of them with prompts replaced by a secret
and random damage; the same seed gives the same batches. Of every batch is demanded:

- the import ends by itself, with a code of the man page's table, within the time and the memory;
- `verify` finds the ledger sound, and reading the same again adds no request;
- a long log, which is read in pieces on several threads, gives record by record what its gzip copy
  gives, which is read from front to back;
- the secret is nowhere: not in the ledger, not in what is set aside, not in any message.

A batch that breaks a promise is cut down to one file if one does it alone, and kept in FOLDER. The
exit status is 1 then.
"""

import argparse
import gzip
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

SECRET = "planted prompt nobody keeps 7f3a"
# Where logs carry what people and models wrote.
PRIVATE = {
    "text", "thinking", "content", "prompt", "arguments", "display", "query", "thought", "signature",
    "refusal", "instructions", "description", "delta", "partial_json", "stdout", "stderr", "summary",
    "aggregated_output", "encrypted_content", "gen_ai.prompt", "gen_ai.completion", "output_text",
}
LARGEST = 60_000
FILES_IN_BATCH = 40
# Every so many batches is one of long logs, of which there are few.
LONG_EVERY = 8
LONG_FILES = 2
# What was filled in is counted copy by copy, and where a copy is recognised depends on how much is
# read at once.
COMPARED = ("files", "requests", "duplicates", "completed", "incomplete", "without_usage",
            "error_bodies", "quarantined", "unrecognized", "not_usage", "unfinished_lines")
IDENTITY = re.compile(rb'"(responseId|id|request_id|requestId|uuid|span_?[iI]d)"\s*:\s*"([^"]*)"')
SECONDS_A_RUN = 120
MEBIBYTES = 96
# The system counts as a program's what its parent held when it was started.
SMALL_PARENT = """
import os, subprocess, sys
quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
print(os.wait4(subprocess.Popen(sys.argv[1:], **quiet).pid, 0)[2].ru_maxrss)
"""
CODES = {0, 65, 66}
WORDS = [word.encode() for word in (
    "{", "}", "[", "]", '"', "\\", ",", ":", "\n", "\r\n", "\n\n", "data: ", "event: x\n", "[DONE]",
    "null", "true", "-1", "0", "1e9", "1e400", "1.5", "99999999999999999999", "9223372036854775807",
    "-9223372036854775808", "1000000000000", "{}", "[]", '{"error":{}}', "\ufeff", "\x00", "\\ud800",
    '"usageMetadata":', '"usage":', '"response":', '"time":', '"message":', '"payload":',
    '"tokens":', '"type":"assistant"', '"type":"message_start"', '"sessionId":', '"data":',
    '"object":"page",', '"custom_id":"",', '"resourceSpans":[', '"attributes":', '"id":"a",',
    '"model":"gemini-2.5-flash",', '"createTime":"2026-13-45T99:99:99Z",', "2026-11-30T12:00:00Z",
)] + [b"[" * 700, b'{"a":' * 700, b"\xff\xfe", b"\x1f\x8b\x08\x00", b"\xc3\x28", b"," * 3000]
NUMBERS = ["-1", "0", "1", "9007199254740993", "9223372036854775807", "9223372036854775808", "1e3",
           "1e400", "0.5", "-0", "null", '"7"', "[]", "{}", "true", "99999999999999999999999"]


def planted(value, name=""):
    """The same JSON with a secret in the place of what somebody wrote."""
    if isinstance(value, dict):
        return {key: planted(member, key) for key, member in value.items()}
    if isinstance(value, list):
        return [planted(member, name) for member in value]
    return SECRET if isinstance(value, str) and name in PRIVATE else value


def planted_text(data):
    """Line by line, or whole; what is not JSON stays as it is."""
    try:
        return json.dumps(planted(json.loads(data)), ensure_ascii=False).encode()
    except ValueError:
        pass
    lines = []
    for line in data.split(b"\n"):
        head = b"data: " if line.startswith(b"data: ") else b""
        try:
            text = json.dumps(planted(json.loads(line[len(head):])), ensure_ascii=False)
            lines.append(head + text.encode())
        except ValueError:
            lines.append(line)
    return b"\n".join(lines)


def number_places(data):
    """Where whole numbers stand after a colon: the counts, mostly."""
    places, at = [], 0
    while (at := data.find(b":", at)) >= 0:
        at += 1
        end = at
        while end < len(data) and data[end] in b" 0123456789":
            end += 1
        if end > at and data[at:end].strip():
            places.append((at, end))
    return places


def damage(data, source):
    """One change of some kind; bytes, lines or numbers."""
    if not data:
        return source.choice(WORDS)
    at = source.randrange(len(data))
    end = min(len(data), at + source.choice((1, 3, 30, 300)))
    kind = source.randrange(10)
    if kind == 0:
        return data[:at] + bytes([source.randrange(256)]) + data[at + 1:]
    if kind == 1:
        return data[:at] + data[end:]
    if kind == 2:
        return data[:at] + source.choice(WORDS) + data[at:]
    if kind == 3:
        return data[:at]
    if kind == 4:
        return data[:end] + data[at:end] * source.choice((1, 2, 9)) + data[end:]
    if kind == 5:
        return data[:at] + source.choice(WORDS) + data[end:]
    if kind in (6, 7):
        places = number_places(data)
        if not places:
            return data
        begin, stop = source.choice(places)
        return data[:begin] + source.choice(NUMBERS).encode() + data[stop:]
    lines = data.split(b"\n")
    if kind == 8:
        source.shuffle(lines)
        return b"\n".join(lines)
    first = source.randrange(len(lines))
    return b"\n".join(lines[:first] + lines[first:first + 3] + lines[first:])


def dressed(data, source):
    """Sometimes in another encoding, compressed, or with other line ends."""
    kind = source.randrange(20)
    if kind == 0:
        packed = gzip.compress(data, 1, mtime=0)
        return damage(packed, source) if source.random() < 0.5 else packed
    if kind == 1:
        return b"\xff\xfe" + data.decode("utf-8", "replace").encode("utf-16-le")
    if kind == 2:
        return data.replace(b"\n", b"\r\n")
    return data


def make_batch(folder, samples, source):
    """Whatever is recognised from a name keeps its name."""
    for number in range(FILES_IN_BATCH):
        name, data = source.choice(samples)
        if source.random() < 0.1:
            data += source.choice(samples)[1]
        for _ in range(source.choice((0, 1, 1, 2, 4))):
            data = damage(data, source)
        with open(os.path.join(folder, f"{number:02}-{name}"), "wb") as out:
            out.write(dressed(data, source)[: LARGEST * 4])


def long_log(samples, source):
    """Some megabytes of lines, with ids of their own, and now and then something that is no line."""
    lines = []
    for _ in range(source.choice((1, 3, 8))):
        data = source.choice(samples)[1]
        lines += [line for line in data.split(b"\n") if line.startswith((b"{", b"data: {"))]
    lines = [line for line in lines if line.startswith(b"{")] or lines or [b'{"a":1}']
    log, size, number = [], 0, 0
    enough = source.choice((3, 4, 6)) << 20
    while size < enough:
        number += 1
        line = source.choice(lines)
        if source.random() < 0.95:
            line = IDENTITY.sub(rb'"\1":"\g<2>-%d"' % number, line)
        odd = source.randrange(400)
        if odd == 0:
            line = damage(line, source)
        elif odd == 1:
            line = line.replace(b",", b",\n")
        elif odd == 2:
            line = line + line
        elif odd == 3:
            line = b""
        elif odd == 4 and source.random() < 0.3:
            line = line.replace(b'"', b'"' + b"x" * source.choice((70_000, 1_100_000)), 1)
        log.append(line + (b"\r\n" if odd == 5 else b"\n"))
        size += len(log[-1])
    data = b"".join(log)
    for _ in range(source.choice((0, 0, 1, 3))):
        data = damage(data, source)
    return data[:-source.randrange(1, 300)] if source.random() < 0.3 else data


def make_long_batch(folder, samples, source):
    for number in range(LONG_FILES):
        with open(os.path.join(folder, f"long-{number}.jsonl"), "wb") as out:
            out.write(long_log(samples, source))


def ledger_of(program, path, place):
    """What an import of one file gives: its summary, its records, and what was set aside."""
    ledger = os.path.join(place, "ledger.db")
    # A file that states no time takes its own, which two copies must share.
    status, said, _ = run(program, "import", "--at", "2026-11-30T00:00:00Z", "--db", ledger,
                          "--format", "json", path)
    if status != 0:
        return status, None, None
    said = json.loads(said)
    summary = {name: said[name] for name in COMPARED}
    with sqlite3.connect(ledger) as connection:
        columns = [row[1] for row in connection.execute("PRAGMA table_info(usage)")]
        kept = ", ".join(name for name in columns if name != "path")
        records = sorted(map(repr, connection.execute(f"SELECT {kept} FROM usage")))
        places = sorted(connection.execute(
            "SELECT line, byte_offset, code, explanation FROM quarantine"))
    return summary, records, places


def difference(program, path):
    """Where a log and its gzip copy come to different ledgers, or None."""
    with open(path, "rb") as file, tempfile.TemporaryDirectory() as place:
        packed = os.path.join(place, os.path.basename(path) + ".gz")
        with open(packed, "wb") as out:
            out.write(gzip.compress(file.read(), 1))
        both = []
        for name, log in (("plain", path), ("packed", packed)):
            os.makedirs(os.path.join(place, name))
            both.append(ledger_of(program, log, os.path.join(place, name)))
    for what, plain, other in zip(("summary", "records", "places set aside"), *both):
        if plain != other:
            if isinstance(plain, list) and isinstance(other, list):
                first, second = set(plain), set(other)
                plain, other = sorted(first - second)[:2], sorted(second - first)[:2]
            return f"{what} differ when it is compressed: {plain} and {other}"
    return None


def run(program, *words):
    """Exit status, everything that was said, peak MiB; a status of None ran out of time."""
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            [program, *words], stdout=said, stderr=said, stdin=subprocess.DEVNULL,
            env={"PATH": os.environ["PATH"], "HOME": "/nonexistent", "TZ": "UTC"})
        limit = time.monotonic() + SECONDS_A_RUN
        while True:
            done, status, usage = os.wait4(process.pid, os.WNOHANG)
            if done:
                break
            if time.monotonic() > limit:
                process.kill()
                os.wait4(process.pid, 0)
                process.returncode = -9
                return None, b"", 0
            time.sleep(0.005)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        return process.returncode, said.read(), usage.ru_maxrss / 1024


def peak_by_itself(program, *words):
    """Peak MiB of a program, of which nothing is its parent's."""
    said = subprocess.run(
        [sys.executable, "-c", SMALL_PARENT, program, *words], stdout=subprocess.PIPE, check=True)
    return int(said.stdout) / 1024


def broken_promise(program, paths):
    """What is wrong with an import of these, or None."""
    with tempfile.TemporaryDirectory() as place:
        ledger = os.path.join(place, "ledger.db")
        common = ["--db", ledger, "--format", "json"]
        status, said, peak = run(program, "import", *common, *paths)
        if status is None:
            return "it does not end"
        if status not in CODES:
            return f"exit status {status}: {said[-300:].decode(errors='replace')}"
        if peak > MEBIBYTES:
            peak = peak_by_itself(
                program, "import", "--db", os.path.join(place, "small.db"), *paths)
        if peak > MEBIBYTES:
            return f"{peak:.0f} MiB"
        secret = SECRET.encode()
        kept = b"".join(
            open(os.path.join(place, name), "rb").read() for name in sorted(os.listdir(place)))
        for where, text in (("a message", said), ("the ledger", kept)):
            if secret in text:
                return f"the secret is in {where}"
        if not os.path.exists(ledger):
            return None
        status, said, _ = run(program, "verify", "--db", ledger)
        if status not in (0, 66):
            return f"verify: {said[-300:].decode(errors='replace')}"
        status, said, _ = run(program, "import", *common, "--label", "again=yes", *paths)
        if status == 0 and (added := json.loads(said)["requests"]):
            return f"reading again added {added} requests"
    return None


def smallest(program, paths):
    """One file that breaks a promise alone, if there is one."""
    for path in paths:
        if broken_promise(program, [path]):
            return [path]
    return paths


def load(inputs):
    samples = []
    for folder, _, names in sorted(os.walk(inputs)):
        for name in sorted(names):
            path = os.path.join(folder, name)
            if name != "expected.json" and os.path.getsize(path) < LARGEST * 20:
                with open(path, "rb") as file:
                    data = file.read()
                samples.append((name, planted_text(data)[:LARGEST]))
    return samples


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("inputs")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--batches", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", default="build/fuzz")
    words = parser.parse_args()
    program, samples = os.path.abspath(words.program), load(words.inputs)
    if not samples:
        sys.exit(f"error: {words.inputs} holds no logs")
    began, batch, failures = time.monotonic(), 0, 0

    def goes_on():
        if words.seconds is not None:
            return time.monotonic() - began < words.seconds
        return batch < words.batches

    def report(paths, problem):
        place = os.path.join(words.keep, str(seed))
        os.makedirs(place, exist_ok=True)
        for path in paths:
            shutil.copy(path, place)
        print(f"seed {seed}: {problem}; kept in {place}", flush=True)

    while goes_on():
        seed = words.seed * 1_000_000 + batch
        make = make_long_batch if batch % LONG_EVERY == LONG_EVERY - 1 else make_batch
        batch += 1
        with tempfile.TemporaryDirectory() as folder:
            make(folder, samples, random.Random(seed))
            paths = sorted(os.path.join(folder, name) for name in os.listdir(folder))
            if problem := broken_promise(program, paths):
                failures += 1
                report(smallest(program, paths), problem)
            for path in paths if make is make_long_batch else []:
                if problem := difference(program, path):
                    failures += 1
                    report([path], problem)
    print(f"{batch} batches in {time.monotonic() - began:.0f} s: {failures} broke a promise")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
