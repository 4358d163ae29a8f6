# One command for each chore, the same here and in CI. Each makes its own environment when it is missing.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready

.PHONY: run test test-long check bench screenshots clean

run: $(READY)
	$(BIN)/statewright samples/delegated-review.yaml

test: $(READY)
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -n 2 --dist worksteal

test-long: $(READY)
	QT_QPA_PLATFORM=offscreen STATEWRIGHT_SCALE=1 $(BIN)/python -m pytest -n 2 --dist worksteal

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(READY)
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m tests.benchmarks

screenshots: $(READY)
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m designer.screenshots resources/screenshots
	$(BIN)/statewright export samples/supplier-bank-change.yaml --to svg -o resources/screenshots/supplier-bank-change.svg
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m designer.scenes build/scenes

clean:
	rm -rf $(VENV) build dist

$(READY): pyproject.toml .ci/system-libraries
	bash .ci/system-libraries
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Statewright needs Python 3.11 or newer; name one with PYTHON=…")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@
