#!/bin/sh
# Sees to it that the browser tests have Debian's Chromium and a font for Chinese text.
# As root with apt it installs what is missing; otherwise it says loudly that the browser tests are left out (an error when CI=true).
set -eu

missing=
command -v chromium >/dev/null || missing="chromium"
{ command -v dpkg-query >/dev/null && dpkg-query -W -f '${Status}' fonts-noto-cjk 2>/dev/null | grep -q 'ok installed'; } ||
    { command -v fc-list >/dev/null && fc-list :lang=zh family 2>/dev/null | grep -q .; } || missing="$missing fonts-noto-cjk"
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing for the browser tests: $missing"
    # shellcheck disable=SC2086  # one word a package
    if apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing; then
        exit 0
    fi
    reason="apt-get could not install: $missing"
else
    reason="not root, or no apt-get; install these Debian packages: $missing"
fi

case $missing in
    *chromium*) echo "BROWSER TESTS SKIPPED: $reason" >&2 ;;
    *) echo "BROWSER TESTS RUN WITHOUT A CHINESE FONT: $reason" >&2 ;;
esac
[ "${CI:-}" != true ] || exit 1
