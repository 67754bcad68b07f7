# The two to know: `make run` starts the live table, `make test` runs the tests.
# Each sets up everything it needs; from the second time on it starts at once, without a network.

PYTHON  ?= python3
EXAMPLE ?= patrol-ambush
JOBS    ?= 2
ARGS    ?= --lan

BIN    := .venv/bin
READY  := .venv/.ready
PYTEST := $(BIN)/python -m pytest

.DEFAULT_GOAL := help
.PHONY: help setup run fight test check format lint types docs site package fmt soak bench browser lock clean

help: ## what there is to make
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(READY) ## the live table with an example fight ready, open to phones (ARGS= for this machine only)
	@$(BIN)/wanderstar table $(ARGS)

fight: $(READY) ## play the example encounter to its end in the terminal (EXAMPLE=name for another)
	@$(BIN)/wanderstar fight $(EXAMPLE)

test: $(READY) browser ## all tests but the long ones
	$(PYTEST) -n $(JOBS) --timeout 600

check: format lint types docs ## format, lint, types, documents (make -k check goes on after a fault)
format: $(READY)
	$(BIN)/ruff format --check
lint: $(READY)
	$(BIN)/ruff check
types: $(READY)
	$(BIN)/mypy
docs: $(READY) site
	$(PYTEST) -q -n $(JOBS) -m docs

site: $(READY) ## the documentation as a site, in build/site; a dead link fails
	$(BIN)/python -m sphinx -q -W --keep-going -b html -d build/doctrees docs build/site

fmt: $(READY) ## put the code into its format, with the lint's safe repairs; bring what is generated up to date
	$(BIN)/ruff format
	$(BIN)/ruff check --fix
	$(BIN)/python tools/pins.py
	$(BIN)/python tools/rules_page.py
	$(BIN)/python tools/encounter_pages.py

package: $(READY) ## the wheel and the sdist, in dist/; nothing is fetched
	$(BIN)/python -m hatchling build -t wheel -t sdist -d dist

soak: $(READY) ## the long runs
	HYPOTHESIS_PROFILE=soak $(PYTEST) -n $(JOBS) -m soak --timeout 3600

bench: $(READY) ## every program in benchmarks/, one after the other
	@set -e; for program in benchmarks/bench_*.py; do echo "== $$program"; $(BIN)/python "$$program"; done

setup: $(READY) ## only the environment

# The environment: uv, pinned by hash, installs the lock, pinned by hash. See docs/decisions/toolchain.md.
# A venv that was left half made has no working pip and is made anew.
$(READY): pyproject.toml requirements.lock requirements-uv.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "wanderstar needs Python 3.11 or later; name one: make PYTHON=python3.12 …" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	  || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq --no-install-recommends python3-venv; } \
	  || { echo "this Python has no venv module; install it (Debian: python3-venv)" >&2; exit 1; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear .venv
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes --no-deps -r requirements-uv.lock
	@$(BIN)/uv pip install -q --python $(BIN)/python --require-hashes --no-deps -r requirements.lock
	@$(BIN)/uv pip install -q --python $(BIN)/python --no-deps --no-build-isolation -e .
	@touch $@

# Playwright drives the distribution's own browser; it downloads none.
browser: ## a headless Chromium and a font, when missing (Debian, as root)
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null \
	  || { [ "$$(id -u)" = 0 ] && apt-get update -qq \
	       && apt-get install -y -qq --no-install-recommends chromium-headless-shell fonts-dejavu-core; } \
	  || { echo "no chromium-headless-shell or chromium on PATH; install one" >&2; exit 1; }

UV_COMPILE = $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes \
             --no-emit-index-url --no-annotate --no-header
lock: ## resolve the dependencies anew (UPGRADE=--upgrade for newer releases)
	$(UV_COMPILE) $(UPGRADE) pyproject.toml --all-extras --group dev -o requirements.lock
	echo uv | $(UV_COMPILE) $(UPGRADE) - -o requirements-uv.lock

clean: ## remove the environment and every cache
	rm -rf .venv .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist
