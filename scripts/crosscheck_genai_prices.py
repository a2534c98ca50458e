#!/usr/bin/env python3
"""Holds Tollbook's prices to the Python package genai-prices, to the last digit.

Usage: .venv/bin/python scripts/crosscheck_genai_prices.py PROGRAM

First every real log file that both can read is imported and priced by the program, and priced a
second time by the package from the same usage at the same time. Then, seller by seller, every rate
that both the price book and the package know is asked at each edge of its time and of its context
bands, and the fees for searches are compared. All amounts are compared as exact decimals.
Differences are errors unless accepted_differences.json accepts them with a reason; a reason that
nothing needs any more is an error too.

The log files are a large collection that is not in the repository ($TOLLBOOK_TEST_INPUTS, else
../shared/inputs). Without it the first part says that it was skipped; with CI set it fails.
"""

import collections
import json
import os
import sys
import tempfile

from crosscheck import book, logs, package
from crosscheck.differences import AcceptedDifferences
from crosscheck.engine import Engine, ProgramFailed
from crosscheck.sellers import SELLERS

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PRICING = os.path.join(ROOT, "pricing")
ACCEPTED = os.path.join(ROOT, "scripts", "accepted_differences.json")
PACKAGE_VERSION = "0.2.3"
FOLDERS = ("1-", "2-", "3-")
SHOWN = 40


def inputs_folder():
    """Where the log files are, or None."""
    named = os.environ.get("TOLLBOOK_TEST_INPUTS")
    folder = named or os.path.join(ROOT, "..", "shared", "inputs")
    return folder if os.path.exists(os.path.join(folder, "expected.json")) else None


def check_logs(engine, inputs):
    """Compares every file of the collection that the package can price; prints counts by shape."""
    with open(os.path.join(inputs, "expected.json"), encoding="utf-8") as file:
        index = json.load(file)["files"]
    files, amounts, requests = (collections.Counter() for _ in range(3))
    differences = []
    for name, facts in sorted(index.items()):
        shape = facts["kind"]
        if not name.startswith(FOLDERS) or shape not in logs.READERS:
            continue
        outcomes = logs.compare(engine, os.path.join(inputs, name), shape, facts["totals"])
        files[shape] += bool(outcomes)
        amounts[shape] += len(outcomes)
        requests[shape] += sum(number for _, number, _ in outcomes)
        differences += [difference for _, _, difference in outcomes if difference]
    for shape in sorted(logs.READERS):
        print(f"  {shape:28}{files[shape]:5} files {amounts[shape]:5} amounts "
              f"{requests[shape]:5} requests")
    # Every shape must have been compared at least once, or the check has lost its subject.
    return [shape for shape in sorted(logs.READERS) if not amounts[shape]], differences


def check_book(engine, folder):
    """Compares the rates and fees; prints counts by seller and service tier."""
    differences = []
    for seller in SELLERS:
        log = os.path.join(folder, f"{seller.name}.jsonl")
        asked, different = book.compare(engine, seller, PRICING, log)
        fees, different_fees = book.compare_fees(seller, PRICING)
        differences += different + different_fees
        for tier in seller.package.contexts:
            cases = [case for case in asked if case.tier == tier]
            names = {case.model for case in cases}
            if cases:
                print(f"  {seller.name:18}{tier:10}{len(names):5} models {len(cases):7} rates "
                      "at an instant")
        if fees:
            print(f"  {seller.name:18}{'fees':10}{fees:20}")
    return differences


def report(differences, with_logs):
    """Prints what is not accepted and what need not be; returns how many faults these are."""
    accepted = AcceptedDifferences(ACCEPTED)
    faults = [each for each in differences if not accepted.accept(each)]
    # What is accepted for log files only is needed only where they were compared.
    unneeded = [each for each in accepted.unneeded() if with_logs or "shapes" not in each]
    print(f"  {len(differences) - len(faults)} differences accepted for "
          f"{len(accepted.entries) - len(unneeded)} reasons")
    for fault in faults[:SHOWN]:
        print(f"error: {fault}", file=sys.stderr)
    if len(faults) > SHOWN:
        print(f"error: and {len(faults) - SHOWN} more", file=sys.stderr)
    for entry in unneeded:
        print(f"error: nothing differs any more where {ACCEPTED} accepts it: "
              f"{json.dumps(entry)}", file=sys.stderr)
    return len(faults) + len(unneeded)


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__.split("\n\n")[1])
    if package.version() != PACKAGE_VERSION:
        sys.exit(f"error: genai-prices {PACKAGE_VERSION} is needed, not {package.version()}; "
                 "run: scripts/test-tools.sh")
    inputs = inputs_folder()
    if inputs is None and os.environ.get("CI"):
        sys.exit("error: the log files are absent; name their folder with TOLLBOOK_TEST_INPUTS")
    with tempfile.TemporaryDirectory(prefix="tollbook-crosscheck-") as folder:
        engine = Engine(os.path.abspath(arguments[0]), folder)
        missing, differences = [], []
        if inputs is None:
            print("skipped: the log files are absent; name their folder with TOLLBOOK_TEST_INPUTS")
        else:
            print(f"real logs, tollbook beside genai-prices {PACKAGE_VERSION}:")
            missing, differences = check_logs(engine, inputs)
        print(f"price book beside genai-prices {PACKAGE_VERSION}:")
        differences += check_book(engine, folder)
    faults = report(differences, with_logs=inputs is not None)
    for shape in missing:
        print(f"error: no file of the shape {shape} was compared", file=sys.stderr)
    sys.exit(1 if faults or missing else 0)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (ProgramFailed, ValueError, OSError) as failure:
        sys.exit(f"error: {failure}")
