"""Commands that take turns, and what each of them took.

Wall time is what the bars are about. CPU time is kept beside it: on a machine that is busy with other
things it says more. A script that runs in an interpreter prints `seconds WALL CPU` last, which leave
out the start of the interpreter and what it loads.
"""

import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field

SUFFIXES = ("", "-journal", "-wal", "-shm", ".wal")


@dataclass
class Contender:
    """One command, and what it may find on disk: its outputs are removed before every run."""

    name: str
    command: list
    outputs: list = field(default_factory=list)
    # How often the work that was done goes into the work that is compared: for slow tools.
    scale: float = 1.0
    seconds: list = field(default_factory=list)
    cpu_seconds: list = field(default_factory=list)
    peak_mebibytes: float = 0.0
    answer: str = ""

    def run(self):
        for path in self.outputs:
            remove_database(path)
        started = time.perf_counter()
        process = subprocess.Popen(
            self.command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
        )
        # What is written here is a few lines: neither pipe can fill while the other is read.
        self.answer, complaint = process.stdout.read().decode(), process.stderr.read().decode()
        # Of this child alone; the usage that `resource` gives is the largest of all so far.
        _, status, usage = os.wait4(process.pid, 0)
        elapsed = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            sys.exit(f"error: {' '.join(self.command)}\n{complaint}")
        wall, cpu = self.reported() or (elapsed, usage.ru_utime + usage.ru_stime)
        self.seconds.append(wall * self.scale)
        self.cpu_seconds.append(cpu * self.scale)
        unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
        self.peak_mebibytes = max(self.peak_mebibytes, usage.ru_maxrss / unit)

    def reported(self):
        last = self.answer.rstrip().rsplit("\n", 1)[-1].split()
        return tuple(map(float, last[1:])) if last[:1] == ["seconds"] else None

    @property
    def median(self):
        return statistics.median(self.seconds)

    @property
    def cpu(self):
        return statistics.median(self.cpu_seconds)


def environment():
    """The reader's own prices and ledger must not be measured."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith("TOLLBOOK_")}
    return kept | {"TZ": "UTC"}


def remove_database(path):
    for suffix in SUFFIXES:
        if os.path.exists(path + suffix):
            os.remove(path + suffix)


def take_turns(contenders, rounds):
    """A machine that is slow for a minute is slow for all of them."""
    for number in range(rounds):
        for contender in contenders:
            contender.run()
        if rounds > 1 and sys.stderr.isatty():
            print(f"round {number + 1} of {rounds}", file=sys.stderr)


def ratio(ours, theirs):
    """The median of the ratios of each round: the rounds may differ, what ran side by side did not."""
    return statistics.median(a / b for a, b in zip(ours.seconds, theirs.seconds))
