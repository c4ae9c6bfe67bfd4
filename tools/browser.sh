#!/bin/sh
# Sees to it that the browser tests have Debian's Chromium and a font for Chinese text.
# As root with apt it installs what is missing; otherwise it says loudly that the browser tests are left out (an error when CI=true).
set -eu

# Of Debian's builds the one without windows: it takes half the processor's time. Where there is only the other, that one.
missing=
command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || missing="chromium-headless-shell"
{ command -v dpkg-query >/dev/null && dpkg-query -W -f '${Status}' fonts-noto-cjk 2>/dev/null | grep -q 'ok installed'; } ||
    { command -v fc-list >/dev/null && fc-list :lang=zh family 2>/dev/null | grep -q .; } || missing="$missing fonts-noto-cjk"
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -q || true
    apt-cache show chromium-headless-shell >/dev/null 2>&1 || missing=$(echo "$missing" | sed 's/chromium-headless-shell/chromium/')
    echo "Installing for the browser tests: $missing"
    # shellcheck disable=SC2086  # one word a package
    if DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing; then
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
