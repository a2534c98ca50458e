#!/usr/bin/env bash
# Times a tollbook program beside other tools on the same invented log; see bench/README.md.
#
# Usage: bench/run.sh PROGRAM [PRICING-BENCHMARK]
# BENCH_LINES (200000) and BENCH_ROUNDS (5) say how much. Everything lies below build/bench, where
# the log and the other tools stay for the next run.
set -euo pipefail

[ $# -eq 1 ] || [ $# -eq 2 ] || {
  printf 'usage: bench/run.sh PROGRAM [PRICING-BENCHMARK]\n' >&2
  exit 64
}
[ -x "$1" ] || {
  printf 'bench: error: %s is not there\nBuild it with: make build\n' "$1" >&2
  exit 66
}
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/.."

lines=${BENCH_LINES:-200000}
rounds=${BENCH_ROUNDS:-5}
folder=build/bench
log=$folder/gemini-$lines.jsonl
venv=$folder/venv

mkdir -p "$folder"
if [ ! -s "$log" ] || [ bench/generate.py -nt "$log" ]; then
  printf 'bench: writing %s\n' "$log" >&2
  # Written beside and renamed: a run that is cut short leaves no short log behind.
  python3 bench/generate.py "$lines" "$log.new"
  mv -f "$log.new" "$log"
fi

# Without a network the other tools are left out; what is measured of Tollbook is the same.
if ! cmp -s bench/requirements.txt "$venv/installed.txt"; then
  printf 'bench: installing what to compare with into %s\n' "$venv" >&2
  rm -rf "$venv"
  if python3 -m venv "$venv" &&
    "$venv/bin/pip" install --quiet --disable-pip-version-check -r bench/requirements.txt; then
    cp bench/requirements.txt "$venv/installed.txt"
  else
    printf 'bench: pip could not install them; comparing with wc only\n' >&2
  fi
fi
python=
[ -x "$venv/bin/python" ] && python=$venv/bin/python

python3 bench/measure.py "$program" "$log" "$folder" "$rounds" "$python"

# Prices alone: the embedded book, and rows of a rollup; genai-prices prices fewer of them.
if [ -n "${2:-}" ]; then
  printf '\nprices: median and least milliseconds of 15 rounds\n'
  "$2" | sed 's/^/  /'
  if [ -n "$python" ] && per_rows=$("$python" bench/price_genai.py 300 2>/dev/null); then
    printf '  genai-prices, 100,000 rows like these: %s\n' "$per_rows"
  fi
fi
