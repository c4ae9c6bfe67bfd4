# Every target does its own set-up. A fresh Debian machine needs make and Python 3.11 or newer, nothing else.
#   make run         serve the house on this machine
#   make test        everything a change has to pass: check, the web client's tests, the Python and browser tests
#   make test-long   the same tests with the long ones
#   make check       style, types, generated files; no tests
#   make bench       the measurements, and bench/results.md
#   make shots       build/shots/: every state of the page in every size and language, and a contact sheet
#   make coverage    the Python tests with a report of the lines they do not reach
#   make wheel       dist/: a wheel and a source archive that need no Node
#   make lock        the hashed locks from pyproject.toml (make lock UPGRADE=--upgrade for newer versions)
#   make clean       all that the targets made

PYTHON ?= python3
BIN := .venv/bin
PAGE := src/puntobanco/server/page/index.html
WEB_SOURCES := $(shell find web -type f -not -path 'web/node_modules/*' -not -path 'web/tests/*' 2>/dev/null)

.PHONY: run test test-long check lint types generated web-check web-test browser bench shots coverage wheel lock clean
.DELETE_ON_ERROR:

run: .venv/.dev $(PAGE)
	$(BIN)/puntobanco serve

# Five files at a time, the quick ones first: on two cores, as some of the slow tests wait for a table more than they work.
PYTEST := $(BIN)/python -m pytest -n 5 --dist loadfile --no-loadscope-reorder

# What has to be there before the tests, and the checks: side by side, the words of each together.
READY := --no-print-directory -j 3 --output-sync=target check web-test browser .venv/.compiled $(PAGE)

test:
	$(MAKE) $(READY)
	$(PYTEST)

test-long:
	$(MAKE) $(READY)
	$(PYTEST) -m "long or not long" --timeout=3600

check: lint types generated web-check

lint: .venv/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/.dev
	$(BIN)/mypy src tests hatch_build.py $(wildcard tools/*.py bench/*.py examples/*.py)

generated: .venv/.dev web/node_modules/.installed
	$(BIN)/python tools/generate.py --check

web-check: web/node_modules/.installed
	cd web && ../tools/with_node.sh npm run check

web-test: web/node_modules/.installed
	cd web && ../tools/with_node.sh npm test

browser:
	tools/browser.sh

bench: .venv/.dev $(PAGE)
	$(BIN)/python bench/run.py

shots: .venv/.dev browser $(PAGE)
	$(BIN)/python tools/shots.py

coverage: .venv/.dev browser $(PAGE)
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

wheel: .venv/.dev $(PAGE)
	$(BIN)/python -m build --no-isolation

LOCK := $(BIN)/uv pip compile --no-config --universal --python-version 3.11 --generate-hashes --no-annotate \
	--no-emit-index-url --no-emit-find-links --quiet --custom-compile-command "make lock"
lock: .venv/.dev
	$(LOCK) $(UPGRADE) pyproject.toml --extra dev --extra cluster -o requirements/dev.lock
	$(LOCK) $(UPGRADE) pyproject.toml -c requirements/dev.lock -o requirements/run.lock
	$(LOCK) $(UPGRADE) pyproject.toml --extra analysis -c requirements/dev.lock -o requirements/analysis.lock
	$(LOCK) $(UPGRADE) pyproject.toml --extra cluster -c requirements/dev.lock -o requirements/cluster.lock
	$(LOCK) $(UPGRADE) requirements/node.in -o requirements/node.lock

clean:
	rm -rf .venv web/node_modules src/puntobanco/server/page dist build .coverage .coverage.* htmlcov
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests tools bench hatch_build.py -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# Stamps: a file that says that the step behind it was done for what stands after the colon.
.venv/.made: tools/venv.sh
	PYTHON=$(PYTHON) tools/venv.sh
	touch $@

.venv/.dev: .venv/.made requirements/dev.lock pyproject.toml
	$(BIN)/python -m pip install --disable-pip-version-check --quiet --require-hashes -r requirements/dev.lock
	$(BIN)/python -m pip install --disable-pip-version-check --quiet --no-deps --no-build-isolation -e .
	touch $@

.venv/.compiled: .venv/.dev $(wildcard src/puntobanco/analysis/*.py)
	$(BIN)/python tools/compile.py
	touch $@

web/node_modules/.installed: web/package.json web/package-lock.json | .venv/.made
	cd web && ../tools/with_node.sh npm ci
	touch $@

$(PAGE): $(WEB_SOURCES) | web/node_modules/.installed
	cd web && ../tools/with_node.sh npm run build
	test -s $@
	touch $@
