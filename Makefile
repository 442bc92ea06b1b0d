# Everything runs from the virtual environment that the README makes.
BIN ?= .venv/bin
PURE = zaptui/core/*,zaptui/planning/*,zaptui/view/*,zaptui/agent/*

.PHONY: check lint types imports test cov soak bench demo screenshots format

check: lint types imports cov

lint:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types:
	$(BIN)/pyright

imports:
	$(BIN)/lint-imports

test:
	$(BIN)/pytest -n 2

# The pure part is covered whole, branch by branch; the rest to nine tenths.
cov:
	$(BIN)/pytest -n 2 --cov --cov-report=
	$(BIN)/coverage report --include='$(PURE)' --fail-under=100
	$(BIN)/coverage report --fail-under=90

soak:
	$(BIN)/pytest -n 2 -m soak

bench:
	$(BIN)/python -m bench

demo:
	$(BIN)/zap demo

# docs/zap.svg, the picture of the README.
screenshots:
	$(BIN)/python -m docs.picture

format:
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
