#!/usr/bin/env python3
"""What DuckDB can say of a log without keeping it: each response once, summed by hour and model.

Usage: aggregate_duckdb.py LOG

In memory, on every core. Prints the number of responses, and the seconds without the start of Python.
"""

import sys
import time

import duckdb

from import_duckdb import SOURCE


def main(log):
    started, used = time.perf_counter(), time.process_time()
    connection = duckdb.connect()
    sums = connection.execute(
        "SELECT date_trunc('hour', createTime), modelVersion, count(*), "
        "sum(usageMetadata.promptTokenCount), sum(usageMetadata.cachedContentTokenCount), "
        "sum(usageMetadata.candidatesTokenCount), sum(usageMetadata.thoughtsTokenCount) "
        f"FROM (SELECT DISTINCT ON (responseId) * FROM {SOURCE}) GROUP BY ALL",
        [log],
    ).fetchall()
    print(sum(row[2] for row in sums))
    print(f"seconds {time.perf_counter() - started:.6f} {time.process_time() - used:.6f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
