#!/usr/bin/env python3
"""The same rows as import_orjson.py in DuckDB, with a primary key.

Usage: import_duckdb.py LOG DATABASE

The columns are declared, which is DuckDB's fast path: it neither samples the file nor reads the
answers' text. Prints the number of rows, and the seconds without the start of Python.
"""

import sys
import time

import duckdb

COLUMNS = """{
    'responseId': 'VARCHAR', 'createTime': 'TIMESTAMP', 'modelVersion': 'VARCHAR',
    'usageMetadata': 'STRUCT(promptTokenCount BIGINT, cachedContentTokenCount BIGINT,
        candidatesTokenCount BIGINT, thoughtsTokenCount BIGINT, totalTokenCount BIGINT)'
}"""

SOURCE = f"read_json(?, format = 'newline_delimited', columns = {COLUMNS})"


def main(log, database):
    started, used = time.perf_counter(), time.process_time()
    connection = duckdb.connect(database)
    connection.execute(
        "CREATE TABLE usage (id VARCHAR PRIMARY KEY, time TIMESTAMP, model VARCHAR, prompt BIGINT, "
        "cached BIGINT, output BIGINT, thoughts BIGINT, total BIGINT)"
    )
    connection.execute(
        "INSERT OR IGNORE INTO usage SELECT responseId, createTime, modelVersion, "
        "usageMetadata.promptTokenCount, usageMetadata.cachedContentTokenCount, "
        "usageMetadata.candidatesTokenCount, usageMetadata.thoughtsTokenCount, "
        f"usageMetadata.totalTokenCount FROM {SOURCE}",
        [log],
    )
    rows = connection.execute("SELECT count(*) FROM usage").fetchone()[0]
    connection.close()
    print(rows)
    print(f"seconds {time.perf_counter() - started:.6f} {time.process_time() - used:.6f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
