#!/usr/bin/env bash
# Shows Tollbook's main job on the invented sample: every command is printed before its output.
#
# Usage: scripts/demo.sh [PROGRAM]   (build/tollbook unless given)
# Everything it writes lies below build/demo, which is made anew on every run. The first command
# that fails ends the demo with its status, so that CI notices.
set -euo pipefail
cd "$(dirname "$0")/.."

program=${1:-build/tollbook}
as_of=2026-11-30
demo=build/demo

# The reader's own settings must not change what the demo shows.
unset TOLLBOOK_PRICES
export TZ=UTC

# Prints a tollbook command as a reader would type it, then runs it with the program under test.
run() {
  local word shown=
  for word in "$@"; do
    case $word in
      *[!A-Za-z0-9_./:,=%+-]*) shown="$shown '$word'" ;;
      *) shown="$shown $word" ;;
    esac
  done
  printf '\n$ tollbook%s\n' "$shown"
  "$program" "$@"
}

[ -x "$program" ] || {
  printf 'demo: error: %s is not there\nBuild it with: make build\n' "$program" >&2
  exit 1
}
rm -rf "$demo"
mkdir -p "$demo"

run import reports/sample/usage.jsonl --db "$demo/tollbook.db"

printf '\n$ export TOLLBOOK_DB=%s\n' "$demo/tollbook.db"
export TOLLBOOK_DB=$demo/tollbook.db

run cost --by month,model --as-of "$as_of"
run forecast --mau 8000 --as-of "$as_of"
run compare gemini-2.5-flash gemini-3.8-flash gemini-3.1-flash-lite --as-of "$as_of"
run retirements --as-of "$as_of"
run report overview --format html --as-of "$as_of" --output "$demo/report.html"

[ -s "$demo/report.html" ] || {
  printf 'demo: error: the report was not written to %s\n' "$demo/report.html" >&2
  exit 1
}
printf '\nThe ledger is %s, the report %s\n' "$demo/tollbook.db" "$demo/report.html"
