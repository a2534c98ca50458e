#!/usr/bin/env bash
# Keeps .venv in step with scripts/test-requirements.txt; does nothing when it already is.
#
# The copy of the requirements inside .venv is written last, so an installation that was cut short
# is seen as missing. Python itself is asked too: a venv dies when the Python below it is replaced.
set -euo pipefail
cd "$(dirname "$0")/.."

requirements=scripts/test-requirements.txt
stamp=.venv/installed-requirements.txt

if cmp -s "$requirements" "$stamp" && .venv/bin/python -c 'import check_jsonschema, genai_prices' 2>/dev/null; then
  exit 0
fi

printf 'test tools: installing into .venv: %s\n' "$(sed '/^#/d' "$requirements" | tr '\n' ' ')" >&2
rm -rf .venv
python3 -m venv .venv
if ! .venv/bin/python -m pip install --quiet --disable-pip-version-check -r "$requirements"; then
  printf 'test tools: error: pip could not install %s\n' "$requirements" >&2
  printf 'A network or a package mirror is needed once; afterwards .venv is reused.\n' >&2
  exit 1
fi
cp "$requirements" "$stamp"
