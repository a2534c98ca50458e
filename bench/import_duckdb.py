#!/usr/bin/env python3
"""The same rows as import_orjson.py in DuckDB, with a primary key.

Usage: import_duckdb.py LOG DATABASE

The columns are declared, which is DuckDB's fast path: it neither samples the file nor reads the
answers' text.
"""

import sys

import duckdb

COLUMNS = """{
    'responseId': 'VARCHAR', 'createTime': 'TIMESTAMP', 'modelVersion': 'VARCHAR',
    'usageMetadata': 'STRUCT(promptTokenCount BIGINT, cachedContentTokenCount BIGINT,
        candidatesTokenCount BIGINT, thoughtsTokenCount BIGINT, totalTokenCount BIGINT)'
}"""


def main(log, database):
    connection = duckdb.connect(database)
    connection.execute(
        "CREATE TABLE usage (id VARCHAR PRIMARY KEY, time TIMESTAMP, model VARCHAR, prompt BIGINT, "
        "cached BIGINT, output BIGINT, thoughts BIGINT, total BIGINT)"
    )
    connection.execute(
        "INSERT OR IGNORE INTO usage SELECT responseId, createTime, modelVersion, "
        "usageMetadata.promptTokenCount, usageMetadata.cachedContentTokenCount, "
        "usageMetadata.candidatesTokenCount, usageMetadata.thoughtsTokenCount, "
        "usageMetadata.totalTokenCount "
        f"FROM read_json(?, format = 'newline_delimited', columns = {COLUMNS})",
        [log],
    )
    print(connection.execute("SELECT count(*) FROM usage").fetchone()[0])


if __name__ == "__main__":
    main(*sys.argv[1:])
