#!/usr/bin/env bash
# Times a tollbook program beside other tools on the same invented logs; see bench/README.md.
#
# Usage: bench/run.sh PROGRAM [PRICING-BENCHMARK]
# BENCH_FULL=1 is the long run; README.md names the variables of each part. Everything lies below
# build/bench, where only the other tools stay for the next run.
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

folder=build/bench
venv=$folder/venv
mkdir -p "$folder"
# Gigabytes: they must not stay behind, however the run ends.
work=$(mktemp -d "$folder/run.XXXXXX")
trap 'rm -rf "$work"' EXIT

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

startup=$work/startup
if ! cc -O2 -o "$startup" bench/startup.c -lsqlite3; then
  printf 'bench: no C compiler, or no sqlite3.h; start-up is compared with nothing\n' >&2
  startup=
fi

python3 bench/measure.py "$program" "$work" "$python" "$startup"

# Prices alone: the embedded book, and rows of a rollup; genai-prices prices fewer of them.
if [ -n "${2:-}" ]; then
  printf '\n## prices: median and least milliseconds of 15 rounds\n\n'
  "$2" | sed 's/^/  /'
  if [ -n "$python" ] && per_rows=$("$python" bench/price_genai.py 300 2>/dev/null); then
    printf '  genai-prices, 100,000 rows like these: %s\n' "$per_rows"
  fi
fi

# The protocol of the forecast takes long; its part about speed belongs to every run. A bar that is
# missed ends it with 1, which is no fault of this script's.
if [ -f bench/forecast.py ]; then
  printf '\n## forecast\n\n'
  mkdir "$work/forecast"
  only=(--only speed)
  [ "${BENCH_FULL:-0}" = 0 ] || only=()
  "${python:-python3}" bench/forecast.py "$program" "$work/forecast" ${only[@]+"${only[@]}"} || true
fi
