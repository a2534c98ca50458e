#!/usr/bin/env python3
"""Times Tollbook beside other tools on the same files, and says which bars it reaches.

Usage: measure.py PROGRAM FOLDER [PYTHON [STARTUP]]

PYTHON is an interpreter with what requirements.txt names; what it cannot import is left out with a
word. STARTUP is startup.c, compiled. FOLDER takes the files, each part's own removed when it ends.
The environment says how much: see README.md.
"""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass

from bars import Bars
from contenders import Contender, ratio, remove_database, take_turns

HERE = os.path.dirname(os.path.abspath(__file__))
AS_OF = "2026-11-30"
MEBIBYTES = 64


def setting(name, quick, full):
    is_full = os.environ.get("BENCH_FULL", "0") not in ("", "0")
    return int(os.environ.get(name) or (full if is_full else quick))


@dataclass
class Bench:
    """What is measured, where, and how much of it."""

    program: str
    folder: str
    python: str
    startup: str
    bars: Bars
    rounds: int
    lines: int
    long_lines: int
    files: int
    small_files: int
    line_bytes: int

    def place(self, name):
        return os.path.join(self.folder, name)

    def script(self, name, *words):
        subprocess.run([sys.executable, os.path.join(HERE, name), *map(str, words)], check=True)

    def importing(self, name, ledger, *paths, fresh=True):
        path = self.place(ledger)
        command = [self.program, "import", "--format", "json", "--db", path, *paths]
        return Contender(name, command, [path] if fresh else [])

    def has(self, module):
        probe = [self.python, "-c", f"import {module}"]
        if self.python and not subprocess.run(probe, capture_output=True, check=False).returncode:
            return True
        print(f"left out: what needs the module {module}, which is not there")
        return False

    def peak(self, contender, what):
        self.bars.show(MEBIBYTES, f"MiB at most, {what}", contender.peak_mebibytes, 1)


def counted(contender):
    """How many requests a tool kept: Tollbook says it in JSON, the scripts in their first line."""
    if contender.answer.startswith("{"):
        return json.loads(contender.answer)["requests"]
    return int(contender.answer.split()[0])


def others(bench, log, lines):
    """What else reads such a log: the module it needs, and the command."""
    def script(name, *words):
        return [bench.python, os.path.join(HERE, name), log, *words]

    duck, lite = bench.place("duckdb.db"), bench.place("orjson.db")
    few = min(1000, lines)
    return [
        ("duckdb", 0.85, Contender("DuckDB in memory", script("aggregate_duckdb.py"))),
        ("duckdb", 0.25,
         Contender("DuckDB, with a key", script("import_duckdb.py", duck), [duck])),
        ("orjson", 0.09,
         Contender("python orjson → SQLite", script("import_orjson.py", lite), [lite])),
        ("genai_prices", 0.01,
         Contender(f"genai-prices (of {few})", script("extract_genai.py", str(few)),
                   scale=lines / few)),
    ]


def print_table(contenders, lines, size):
    print(f"{lines:,} lines, {size / 1e6:.0f} MB, {size / lines:.0f} bytes a line\n")
    print(f"{'':26}{'seconds':>9}{'CPU s':>8}{'× wc -l':>9}{'lines/s':>12}{'peak MiB':>10}")
    for each in contenders:
        print(f"{each.name:26}{each.median:9.3f}{each.cpu:8.2f}{ratio(each, contenders[0]):9.1f}"
              f"{lines / each.median:12,.0f}{each.peak_mebibytes:10.0f}")
    print()


def imports(bench, log, lines, scale, what):
    """One log into a fresh ledger, beside everything else that reads it."""
    bench.bars.heading(f"import, {what}")
    known = {module: bench.has(module) for module in ("duckdb", "orjson", "genai_prices")}
    found = [row for row in others(bench, log, lines) if known[row[0]]]
    count = Contender("wc -l", ["wc", "-l", log])
    ours = bench.importing("tollbook import", "one.db", log)
    contenders = [count, ours] + [contender for _, _, contender in found]
    take_turns(contenders, bench.rounds)
    print_table(contenders, lines, os.path.getsize(log))
    bench.bars.compare(scale, ours, count)
    for _, limit, contender in found:
        bench.bars.compare(limit, ours, contender)
    bench.peak(ours, what)
    for _, _, contender in found[:3]:
        bench.bars.same(f"requests, as {contender.name}", counted(contender), counted(ours))
    for name in ("one.db", "duckdb.db", "orjson.db"):
        remove_database(bench.place(name))
    return ours


def many_files(bench, log, one):
    """Ten times the records: how time grows, and what reading again costs."""
    parts, count = [], bench.files
    for kind in ("periods", "servers"):
        bench.bars.heading(f"{count} files: " + {
            "periods": "consecutive, as logs that are rotated",
            "servers": "of one time, as each server writes its own"}[kind])
        folder = bench.place(kind)
        bench.script("rearrange.py", kind, log, folder, count)
        # Beside the one log, so that both meet the same machine.
        again = bench.importing("import, one log", "one.db", log)
        first = bench.importing(f"import, {count} files", f"{kind}.db", folder)
        take_turns([again, first], min(bench.rounds, 3))
        print(f"{again.name}: {again.median:.2f} s; {first.name}: {first.median:.2f} s, "
              f"{counted(first):,} requests, peak {first.peak_mebibytes:.0f} MiB")
        per_record = ratio(first, again) / count
        bench.bars.show(1.5, "× the time per record of one log", per_record,
                        note=f"by CPU seconds {first.cpu / again.cpu / count:.2f}")
        bench.peak(first, f"{count} files")
        bench.bars.same("requests", count * counted(one), counted(first))
        if kind == "periods":
            read_again(bench, folder, first)
        shutil.rmtree(folder)
        parts.append(bench.place(f"{kind}.db"))
    return parts


def read_again(bench, folder, first):
    """What is known already: unchanged, under other names, cut at other places."""
    files = sorted(os.path.join(folder, name) for name in os.listdir(folder))
    # Before anything else: a second name would change the files' times.
    unchanged = bench.importing("unchanged", "periods.db", folder, fresh=False)
    take_turns([unchanged], bench.rounds)
    bench.bars.show(0.02, "× the first time, unchanged files", unchanged.median / first.median, 4)
    renamed, other = bench.place("renamed"), bench.place("split")
    bench.script("rearrange.py", "split", *files, other, max(1, len(files) - 3))
    os.makedirs(renamed)
    for number, path in enumerate(files):
        # A second name of the same bytes: to the program a copy, without its room on the disk.
        os.link(path, os.path.join(renamed, f"copy-{len(files) - number}.log"))
    found = [("other names", renamed), ("cut at other places", other)]
    for name, path in found:
        once = bench.importing(name, "periods.db", path, fresh=False)
        once.run()
        bench.bars.show(1, f"× the first time, {name}", once.median / first.median,
                        note=f"by CPU seconds {once.cpu / first.cpu:.2f}")
        bench.bars.same(f"requests added, {name}", 0, counted(once))
        shutil.rmtree(path)


def memory(bench, log):
    """What is unusual: one enormous line, and very many files."""
    bench.bars.heading("one line that is too long, and many small files")
    path = bench.place("line.jsonl")
    bench.script("rearrange.py", "line", bench.line_bytes, path)
    long_line = bench.importing("long line", "one.db", path)
    long_line.run()
    print(f"a line of {bench.line_bytes / 1e9:.1f} GB: {long_line.median:.2f} s")
    bench.peak(long_line, "one enormous line")
    bench.bars.same("requests around it", 2, counted(long_line))
    os.remove(path)

    folder = bench.place("small")
    bench.script("rearrange.py", "small", log, folder, bench.small_files)
    small = bench.importing("small files", "one.db", folder)
    again = bench.importing("small files again", "one.db", folder, fresh=False)
    take_turns([small, again], 1)
    print(f"{bench.small_files:,} files of one response: {small.median:.2f} s, "
          f"again {again.median:.2f} s")
    bench.peak(small, f"{bench.small_files:,} small files")
    bench.peak(again, f"{bench.small_files:,} small files again")
    shutil.rmtree(folder)
    remove_database(bench.place("one.db"))


def answers(bench, ledgers):
    """Reports on the ledgers that were left: periods, servers, and one log with the servers' rollup."""
    bench.bars.heading("answers, from the start of the process")
    questions = {
        "cost": ["cost", "--by", "month,model"], "usage": ["usage", "--by", "month,model"],
        "forecast": ["forecast", "--scale", "2"], "compare": ["compare", "gemini-3.8-flash"],
    }
    found = [
        Contender(name, [bench.program, *words, "--db", path, "--as-of", AS_OF])
        for name, words in questions.items() for path in ledgers
    ]
    take_turns(found, 3 * bench.rounds)
    print(f"{'milliseconds':14}{'periods':>9}{'servers':>9}{'one log':>9}{'peak MiB':>10}")
    for place, name in enumerate(questions):
        rows = found[3 * place : 3 * place + 3]
        print(f"{name:14}" + "".join(f"{each.median * 1000:9.1f}" for each in rows)
              + f"{max(each.peak_mebibytes for each in rows):10.0f}")
    print()
    for place, name in enumerate(questions):
        periods, servers, one = found[3 * place : 3 * place + 3]
        worst = max(periods, servers, key=lambda each: each.median)
        bench.bars.show(100, f"ms, {name}", worst.median * 1000, 1)
        bench.bars.show(
            1.25, f"× the same rollup of 1/{bench.files} of the requests, {name}",
            ratio(servers, one), note=f"by CPU seconds {servers.cpu / one.cpu:.2f}")


def start(bench, ledger):
    bench.bars.heading("start-up")
    ours = Contender("tollbook --version", [bench.program, "--version"])
    found = [ours]
    if bench.startup:
        found.append(Contender("C that opens SQLite", [bench.startup, ledger]))
    take_turns(found, 5 * bench.rounds)
    for each in found:
        print(f"{each.name}: {each.median * 1000:.1f} ms")
    bench.bars.show(20, "ms, --version", ours.median * 1000, 1)
    if bench.startup:
        bench.bars.compare(3, ours, found[1])


def main(program, folder, python="", startup=""):
    bench = Bench(
        program, folder, python, startup, Bars(),
        rounds=setting("BENCH_ROUNDS", 5, 5), lines=setting("BENCH_LINES", 200_000, 1_000_000),
        long_lines=setting("BENCH_LONG_LINES", 10_000, 50_000),
        files=setting("BENCH_FILES", 10, 10),
        small_files=setting("BENCH_SMALL_FILES", 5_000, 100_000),
        line_bytes=setting("BENCH_LINE_BYTES", 256 << 20, 2 << 30),
    )
    log, long_log = bench.place("short.jsonl"), bench.place("long.jsonl")
    bench.script("generate.py", bench.long_lines, long_log, 20_000)
    imports(bench, long_log, bench.long_lines, 2.5, "lines of 20 KB")
    os.remove(long_log)
    bench.script("generate.py", bench.lines, log)
    one = imports(bench, log, bench.lines, 10, "lines of 635 bytes")
    ledgers = many_files(bench, log, one) + [bench.place("one.db")]
    answers(bench, ledgers)
    start(bench, ledgers[0])
    for path in ledgers:
        remove_database(path)
    memory(bench, log)
    os.remove(log)
    bench.bars.conclude()


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4, 5):
        sys.exit("usage: measure.py PROGRAM FOLDER [PYTHON [STARTUP]]")
    main(*sys.argv[1:])
