#!/usr/bin/env bash
# Makes the machine able to build Tollbook: says or installs what is missing, silent when all is there.
#
# What is missing is found by looking for the thing itself (a header that pkg-config knows, a zone
# file), not for a package, so that a library installed by hand counts as much as the distribution's.
# Debian and Ubuntu: installed with apt, as root or through sudo. Elsewhere: named, not installed.
set -euo pipefail

needed_major=6
needed_minor=2

say() { printf 'bootstrap: %s\n' "$*" >&2; }

# Ends with what is wrong and, on the next line, what to do.
fail() {
  printf 'bootstrap: error: %s\n%s\n' "$1" "$2" >&2
  exit 1
}

# The Swift compiler reads its own version out in two dialects; both contain "Swift version X.Y".
check_swift() {
  local banner version major minor
  command -v swift >/dev/null 2>&1 ||
    fail "swift is not on the PATH" \
      "Install Swift $needed_major.$needed_minor or later from https://www.swift.org/install and open a new shell."
  banner=$(swift --version 2>/dev/null || true)
  version=$(printf '%s\n' "$banner" | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
  [ -n "$version" ] ||
    fail "swift --version does not name a version" \
      "It printed: ${banner:-nothing}. Reinstall Swift from https://www.swift.org/install."
  major=${version%%.*}
  minor=${version#*.}
  minor=${minor%%.*}
  if [ "$major" -lt "$needed_major" ] ||
    { [ "$major" -eq "$needed_major" ] && [ "$minor" -lt "$needed_minor" ]; }; then
    fail "Swift $version is too old: $needed_major.$needed_minor or later is needed" \
      "Install a newer one from https://www.swift.org/install and put it first on the PATH."
  fi
}

# The Debian names of what is missing, one a line. The other systems translate them in their message.
missing_packages() {
  if ! command -v pkg-config >/dev/null 2>&1; then
    # Without pkg-config nothing can be asked of it, so everything it would answer for is listed.
    printf '%s\n' pkg-config libsqlite3-dev zlib1g-dev
  else
    pkg-config --exists sqlite3 || echo libsqlite3-dev
    pkg-config --exists zlib || echo zlib1g-dev
  fi
  # Minimal images leave the zone files out; Tollbook reads them at run time.
  [ -e /usr/share/zoneinfo/Europe/Berlin ] || echo tzdata
  # Debian's python3 has a venv module that cannot work until python3-venv brings ensurepip.
  if ! command -v python3 >/dev/null 2>&1; then
    printf '%s\n' python3 python3-venv
  else
    python3 -c 'import ensurepip, venv' 2>/dev/null || echo python3-venv
  fi
}

install_with_apt() {
  local missing=$1 sudo=
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null 2>&1 ||
      fail "missing: $missing" "Ask an administrator to run: apt-get install $missing"
    sudo=sudo
  fi
  say "installing $missing"
  local log
  log=$(mktemp)
  # One log for both steps: shown only when a step fails, as apt's chatter helps nobody otherwise.
  # shellcheck disable=SC2086 -- the names are meant to be split.
  if ! { $sudo apt-get update -qq &&
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing; } \
    >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    fail "apt could not install $missing" "Run by hand: apt-get update && apt-get install $missing"
  fi
  rm -f "$log"
}

# Xcode's SDK brings sqlite3, zlib, the zone files and python3, so there is little to say.
advise_macos() {
  local sdk
  if ! sdk=$(xcrun --show-sdk-path 2>/dev/null); then
    say "the developer tools are missing; run: xcode-select --install"
    return
  fi
  [ -e "$sdk/usr/include/sqlite3.h" ] || pkg-config --exists sqlite3 2>/dev/null ||
    say "sqlite3.h is missing from the SDK; run: brew install sqlite pkgconf"
  [ -e "$sdk/usr/include/zlib.h" ] || pkg-config --exists zlib 2>/dev/null ||
    say "zlib.h is missing from the SDK; run: brew install zlib pkgconf"
  python3 -c 'import ensurepip, venv' 2>/dev/null ||
    say "python3 is missing (needed by make test only); run: brew install python"
}

main() {
  if [ "$(uname -s)" = Darwin ]; then
    advise_macos
  else
    local missing
    missing=$(missing_packages | tr '\n' ' ' | sed 's/ *$//')
    if [ -n "$missing" ]; then
      if command -v apt-get >/dev/null 2>&1; then
        install_with_apt "$missing"
      else
        say "missing (by their Debian names): $missing"
        say "install your system's packages for: sqlite3 and zlib with headers, pkg-config, tzdata, python3 with venv"
      fi
    fi
  fi
  check_swift
}

main "$@"
