# What the scripts share: sourced, never run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# The Swift that Package.swift asks for.
readonly swift_wanted=6.1

say() { printf '%s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

# Builds the program for running or packaging: optimised, with Swift's libraries linked in, so that it runs
# without Swift. All scripts use the same options, because others would rebuild everything.
build_release() { swift build --configuration release --static-swift-stdlib "$@"; }

# Sets BECKON to the release, unless it is set already.
use_release() {
  if [ -z "${BECKON:-}" ]; then
    say "Building Beckon's release: this takes some minutes the first time."
    build_release --product beckon >&2
    BECKON="$PWD/$(realpath --relative-to=. "$(swift build -c release --show-bin-path)")/beckon"
  fi
  export BECKON
}

# The rooms that have tests: the folders of Tests but those whose tests are programs in Python.
unit_rooms() {
  find Tests -mindepth 1 -maxdepth 1 -name '*Tests' -printf '%f\n' | grep -vE '^(EndToEnd|Browser|Machine)Tests$' | sort
}

# Exits with advice if Swift is missing or too old.
need_swift() {
  local have
  if ! command -v swift >/dev/null; then
    die "Swift is missing. Install Swift $swift_wanted or newer from https://www.swift.org/install/linux/ and
make sure that \`swift --version\` works in this shell; then run this again."
  fi
  have=$(swift --version 2>/dev/null | grep -oE 'Swift version [0-9]+\.[0-9]+' | grep -oE '[0-9.]+$' | head -n 1)
  if [ "$(printf '%s\n%s\n' "$swift_wanted" "${have:-0}" | sort -V | head -n 1)" != "$swift_wanted" ]; then
    die "Swift ${have:-?} is too old: Beckon needs $swift_wanted or newer, from https://www.swift.org/install/linux/."
  fi
}

# Installs those of the named Debian packages that are missing; prints the exact command if it may not.
need_packages() {
  local missing=() package
  command -v dpkg-query >/dev/null || die "This is no Debian or Ubuntu: install what corresponds to these packages, then
build with \`swift build\`: $*"
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ "${#missing[@]}" -gt 0 ] || return 0
  local install=(apt-get install -y --no-install-recommends "${missing[@]}")
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
      as_root=(sudo)
    else
      die "These packages are missing, and this user may not install them. Run this as root, then start again:
  apt-get update && ${install[*]}"
    fi
  fi
  say "Installing: ${missing[*]}"
  if ! { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq &&
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive "${install[@]}" >/dev/null; }; then
    die "That did not work. Run this as root and read what it says, then start again:
  apt-get update && ${install[*]}"
  fi
}
