#!/usr/bin/env python3
"""The short script one would write instead: orjson into SQLite, each response once.

Usage: import_orjson.py LOG DATABASE

Prints the number of rows, and the seconds without the start of Python.
"""

import sqlite3
import sys
import time

import orjson


def rows(path):
    with open(path, "rb") as log:
        for line in log:
            response = orjson.loads(line)
            usage = response["usageMetadata"]
            yield (
                response["responseId"],
                response["createTime"],
                response["modelVersion"],
                usage.get("promptTokenCount", 0),
                usage.get("cachedContentTokenCount", 0),
                usage.get("candidatesTokenCount", 0),
                usage.get("thoughtsTokenCount", 0),
                usage.get("totalTokenCount", 0),
            )


def main(log, database):
    started, used = time.perf_counter(), time.process_time()
    connection = sqlite3.connect(database)
    connection.execute(
        "CREATE TABLE usage (id TEXT PRIMARY KEY, time TEXT, model TEXT, prompt INTEGER, "
        "cached INTEGER, output INTEGER, thoughts INTEGER, total INTEGER)"
    )
    with connection:
        connection.executemany(
            "INSERT OR IGNORE INTO usage VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows(log)
        )
    rows_kept = connection.execute("SELECT count(*) FROM usage").fetchone()[0]
    connection.close()
    print(rows_kept)
    print(f"seconds {time.perf_counter() - started:.6f} {time.process_time() - used:.6f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
