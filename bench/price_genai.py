#!/usr/bin/env python3
"""Prices rows like those of PricingBenchmark with genai-prices; prints milliseconds for 100,000.

Usage: price_genai.py ROWS. So many rows are priced, and the time is taken to 100,000.
"""

import sys
import time
from datetime import datetime, timezone

from genai_prices import Usage, calc_price

MODELS = ["gemini-2.5-flash", "gemini-2.5-pro", "gemini-3.1-flash-lite", "gemini-2.5-flash-lite"]


def main():
    rows = int(sys.argv[1])
    usage = Usage(input_tokens=1400, cache_read_tokens=400, output_tokens=500)
    when = datetime(2026, 6, 1, tzinfo=timezone.utc)
    started = time.perf_counter()
    for number in range(rows):
        calc_price(usage, MODELS[number % len(MODELS)], provider_id="google", genai_request_timestamp=when)
    print(f"{(time.perf_counter() - started) * 1000 * 100_000 / rows:.0f}")


main()
