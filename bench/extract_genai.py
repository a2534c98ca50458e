#!/usr/bin/env python3
"""Extracts the usage of the first lines of a log with genai-prices, and prices each of them.

Usage: extract_genai.py LOG LINES

Prints the number of lines, and the seconds without the start of Python.
"""

import sys
import time
from datetime import datetime
from itertools import islice

import orjson
from genai_prices import calc_price, extract_usage


def main(log, lines):
    started, used = time.perf_counter(), time.process_time()
    priced = 0
    with open(log, "rb") as file:
        for line in islice(file, int(lines)):
            response = orjson.loads(line)
            found = extract_usage(response, provider_id="google")
            when = datetime.fromisoformat(response["createTime"])
            calc_price(
                found.usage, response["modelVersion"], provider_id="google",
                genai_request_timestamp=when,
            )
            priced += 1
    print(priced)
    print(f"seconds {time.perf_counter() - started:.6f} {time.process_time() - used:.6f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
