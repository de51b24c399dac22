# Everything a person types here. Each target installs what it needs into .venv; nothing is installed by hand.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Bytecode is made of what is imported, not of all that is installed: that saves a quarter of the time and more.
PIP := $(BIN)/pip install --quiet --disable-pip-version-check --no-compile
SHARED ?= ../shared
NIGHT ?=
MINUTES ?= 240
COMPILED := build/compiled
RUN_PACKAGES := libgl1 libglib2.0-0
FIRMWARE_PACKAGES := gcc-avr avr-libc libsimavr-dev libelf-dev
# Tests run beside each other, on every core up to four. In `make check test` the second runs what the first left out.
PARALLEL := --numprocesses auto --maxprocesses 4 --dist worksteal
HERE := not training and not pathtraced
REST := $(if $(filter check,$(MAKECMDGOALS)),-m "slow and $(HERE)")

# Two targets may install into one .venv; what takes long uses every core by itself.
.NOTPARALLEL:
.PHONY: run test test-training check format docs compiled firmware flash bench eval fuzz train decks pathtraced test-pathtraced clean

run: $(VENV)/run.stamp            ## the live table on the built-in simulated table, or `make run NIGHT="--table FILE"`
	@$(BIN)/floorman run $(NIGHT)

test: $(VENV)/test.stamp          ## all tests; the compiled core, built where it is older than its sources, among them
	$(BIN)/pytest tests $(PARALLEL) $(REST)

check: $(VENV)/test.stamp         ## format, lint, types, arrows, docs and every test but the slow ones
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy --num-workers auto
	$(BIN)/lint-imports --no-cache
	$(BIN)/pytest tests $(PARALLEL) -q -m "not slow and $(HERE)"

format: $(VENV)/test.stamp
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

docs: $(VENV)/test.stamp          ## the generated pages: coverage, parameters, one for each incident code
	$(BIN)/python tests/docs/write_pages.py

compiled: $(COMPILED).stamp       ## the program with its core compiled, in build/compiled; docs/speed.md

firmware:                         ## the board's image for the Mega 2560 and the same as a Linux process; docs/firmware.md
	@sh .ci/system-packages g++ $(FIRMWARE_PACKAGES)
	@$(MAKE) --no-print-directory -C firmware all
	@if [ -e /usr/include/simavr/sim_avr.h ]; then $(MAKE) --no-print-directory -C firmware simulated; fi

flash:                            ## the image onto a Mega 2560: make flash PORT=/dev/ttyACM0
	@sh .ci/system-packages avrdude $(FIRMWARE_PACKAGES)
	@$(MAKE) --no-print-directory -C firmware flash

bench: $(COMPILED).stamp $(VENV)/bench.stamp firmware ## speed of referee, card reader, board and screens, in one run; docs/speed.md, docs/vision.md, docs/firmware.md, docs/screens.md
	PYTHONPATH=$(COMPILED) $(BIN)/python tests/bench/referee.py --shared $(SHARED)
	$(BIN)/python tests/bench/live_vision.py --shared $(SHARED) --plot docs/vision-speed.svg --page docs/vision.md
	$(BIN)/python tests/bench/firmware.py
	$(BIN)/python tests/bench/board.py
	$(BIN)/python tests/bench/equity.py
	$(BIN)/python tests/bench/screens.py

eval: $(VENV)/test.stamp          ## accuracy, with intervals; pictures of every error in eval/
	$(BIN)/python -m vision.evaluate --shared $(SHARED) --out eval --card models/README.md
	$(BIN)/python -m vision.other_sets --shared $(SHARED) --work training --card models/README.md
	$(BIN)/python tests/guard/injection.py --shared $(SHARED)
	$(BIN)/python tests/guard/remedies.py --stories 10000
	$(BIN)/python tests/guard/assessed.py --shared $(SHARED)
	$(BIN)/python tests/guard/oracle.py --shared $(SHARED)

fuzz: $(VENV)/fuzz.stamp            ## hostile bytes for every reader of files, SECONDS_EACH=60 a reader
	@sh tests/fuzz/run.sh $(BIN)/python $(SHARED)
	@$(MAKE) --no-print-directory -C firmware tests
	build/firmware/fuzz 1000000 $$$$

train: $(VENV)/train.stamp decks  ## the reader's weights, from nothing, in MINUTES of one processor; resumes where it stopped
	$(BIN)/python -m vision.training --shared $(SHARED) --work training --out models --minutes $(MINUTES)

decks: $(VENV)/train.stamp        ## card art for synthetic pictures: build-time input, never committed
	@sh vision/training/system-packages.sh

test-training: $(VENV)/train.stamp
	$(BIN)/pytest tests -m training

# Blender's module needs a NumPy of its own, so an environment of its own; docs/training.md.
BLENDER := $(VENV)/blender

pathtraced: $(VENV)/train.stamp decks $(BLENDER)/pathtraced.stamp ## path-traced scenes to measure with, and a slice to train on; resumes
	$(BIN)/python -m vision.pathtraced --blender $(BLENDER)/bin/python --work training --pictures 72
	$(BIN)/python -m vision.pathtraced --blender $(BLENDER)/bin/python --work training --pictures 60 --training

test-pathtraced: $(VENV)/test.stamp $(BLENDER)/pathtraced.stamp
	BLENDER=$(BLENDER)/bin/python $(BIN)/pytest tests -m pathtraced

$(BLENDER)/pathtraced.stamp: pyproject.toml
	$(PYTHON) -m venv $(BLENDER)
	$(BLENDER)/bin/pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	$(BLENDER)/bin/pip install --quiet --group pathtraced
	@touch $@

$(VENV)/python.stamp:
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/run.stamp: pyproject.toml $(VENV)/python.stamp
	@sh .ci/system-packages $(RUN_PACKAGES)
	$(PIP) --editable .
	@touch $@

# All that runs the program is among it.
$(VENV)/test.stamp: pyproject.toml $(VENV)/python.stamp
	@sh .ci/system-packages $(RUN_PACKAGES) chromium chromium-driver esbuild g++ $(FIRMWARE_PACKAGES) cppcheck clang-tidy doctest-dev
	$(PIP) --editable '.[dev]'
	@touch $(VENV)/run.stamp $@

$(VENV)/fuzz.stamp: $(VENV)/test.stamp
	$(PIP) --editable '.[dev,fuzz]'
	@touch $@

# The program with its core compiled, apart from the sources, which a checkout always runs. Newer sources: built anew.
$(COMPILED).stamp: tests/bench/staging.py pyproject.toml $(shell find table_controller -name '*.py' -o -name '*.toml' -o -name '*.sql') | $(VENV)/test.stamp
	$(BIN)/python tests/bench/staging.py
	@touch $@

# torch, torchvision and ultralytics stand in ONE command: apart, pip replaces the CPU build by several GB of CUDA.
$(VENV)/train.stamp: $(VENV)/test.stamp
	$(PIP) --editable '.[dev,train]'
	@touch $@

# With `train` in the same command, for the same reason: what is compared with ONNX Runtime.
$(VENV)/bench.stamp: $(VENV)/train.stamp
	$(PIP) --editable '.[dev,train,fast]'
	@touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info
