#!/bin/sh
# Makes the virtual environment in .venv with the Python named by $PYTHON (python3 unless told), 3.11 or newer.
# On Debian the venv module is a package of its own: root gets it installed, others are told the command.
set -eu
python=${PYTHON:-python3}

command -v "$python" >/dev/null || { echo "$python is not here: install Python 3.11 or newer, or say which: make PYTHON=..." >&2; exit 1; }
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    { echo "$("$python" --version) is too old: Python 3.11 or newer is needed; say which: make PYTHON=..." >&2; exit 1; }

if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    package="$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        echo "$python has no venv module: installing $package"
        apt-get update -q
        DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$package"
    else
        echo "$python has no venv module. Install it first: sudo apt-get install $package" >&2
        exit 1
    fi
fi

"$python" -m venv .venv
