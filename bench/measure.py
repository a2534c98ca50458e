#!/usr/bin/env python3
"""Times Tollbook beside other tools on one log, and prints medians and ratios.

Usage: measure.py PROGRAM LOG FOLDER ROUNDS [PYTHON]

PYTHON is an interpreter with duckdb and orjson; what it cannot import is left out with a word. The
tools take turns within each round, so that a machine that is slow for a minute is slow for all of
them: ratios can be relied on, seconds only roughly.
"""

import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field

HERE = os.path.dirname(os.path.abspath(__file__))
AS_OF = "2026-11-30"


@dataclass
class Contender:
    """One command, and what it may find on disk: its outputs are removed before every run."""

    name: str
    command: list
    outputs: list = field(default_factory=list)
    seconds: list = field(default_factory=list)
    peak_mebibytes: float = 0.0

    def run(self):
        for path in self.outputs:
            for suffix in ("", "-journal", "-wal", "-shm", ".wal"):
                if os.path.exists(path + suffix):
                    os.remove(path + suffix)
        started = time.perf_counter()
        process = subprocess.Popen(
            self.command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment()
        )
        complaint = process.stderr.read()
        # Of this child alone; the usage that `resource` gives is the largest of all so far.
        _, status, usage = os.wait4(process.pid, 0)
        self.seconds.append(time.perf_counter() - started)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            sys.exit(f"error: {' '.join(self.command)}\n{complaint.decode()}")
        unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
        self.peak_mebibytes = max(self.peak_mebibytes, usage.ru_maxrss / unit)

    @property
    def median(self):
        return statistics.median(self.seconds)


def environment():
    """The reader's own prices and ledger must not be measured."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith("TOLLBOOK_")}
    return kept | {"TZ": "UTC"}


def importers(program, log, folder, python):
    """What reads the whole log into something durable, and `wc -l` to set the scale."""
    def place(name):
        return os.path.join(folder, name)

    ledger = place("tollbook.db")
    found = [
        Contender("wc -l", ["wc", "-l", log]),
        Contender("tollbook import", [program, "import", "--db", ledger, log], [ledger]),
        Contender("tollbook import, again", [program, "import", "--db", ledger, log]),
    ]
    for module, title in (("duckdb", "DuckDB, with a key"), ("orjson", "python orjson → SQLite")):
        probe = [python, "-c", f"import {module}"]
        if python and not subprocess.run(probe, capture_output=True, check=False).returncode:
            target = place(f"{module}.db")
            script = os.path.join(HERE, f"import_{module}.py")
            found.append(Contender(title, [python, script, log, target], [target]))
        else:
            print(f"left out: {title} (the module {module} is not there)")
    return found


def readers(program, folder):
    """What answers from the ledger that the importers have left."""
    ledger = ["--db", os.path.join(folder, "tollbook.db"), "--as-of", AS_OF]
    return [
        Contender("tollbook --version", [program, "--version"]),
        Contender("tollbook cost", [program, "cost", "--by", "month,model", *ledger]),
        Contender("tollbook forecast", [program, "forecast", "--scale", "2", *ledger]),
        Contender("tollbook compare", [program, "compare", "gemini-3.8-flash", *ledger]),
    ]


def take_turns(contenders, rounds):
    for number in range(rounds):
        for contender in contenders:
            contender.run()
        print(f"round {number + 1} of {rounds}", file=sys.stderr)


def print_imports(contenders, log):
    with open(log, "rb") as file:
        lines = sum(1 for _ in file)
    size = os.path.getsize(log)
    scale = contenders[0].median
    print(f"\n{lines:,} lines, {size / 1e6:.0f} MB, {size / lines:.0f} bytes a line\n")
    print(f"{'':26}{'seconds':>9}{'× wc -l':>9}{'lines/s':>12}{'peak MiB':>10}")
    for each in contenders:
        print(f"{each.name:26}{each.median:9.3f}{each.median / scale:9.1f}"
              f"{lines / each.median:12,.0f}{each.peak_mebibytes:10.0f}")
    ours, again = contenders[1], contenders[2]
    print()
    for each in contenders[3:]:
        print(f"tollbook import ÷ {each.name}: {ours.median / each.median:.3f}")
    print(f"import again ÷ import: {again.median / ours.median:.4f}")


def print_answers(contenders):
    print(f"\n{'':26}{'ms':>9}{'peak MiB':>10}")
    for each in contenders:
        print(f"{each.name:26}{each.median * 1000:9.1f}{each.peak_mebibytes:10.0f}")


def main(program, log, folder, rounds, python=""):
    imports = importers(program, log, folder, python)
    take_turns(imports, int(rounds))
    answers = readers(program, folder)
    take_turns(answers, 3 * int(rounds))
    print_imports(imports, log)
    print_answers(answers)


if __name__ == "__main__":
    if len(sys.argv) not in (5, 6):
        sys.exit("usage: measure.py PROGRAM LOG FOLDER ROUNDS [PYTHON]")
    main(*sys.argv[1:])
