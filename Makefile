# Every target works on a fresh machine with a Swift toolchain; `make` alone lists them.

SHELL := /bin/bash
# JOBS is the one dial for parallel work; targets themselves run in the order written.
.NOTPARALLEL:
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

# Two jobs fit the memory of a small machine: JOBS=8 for a large one.
JOBS ?= 2
PREFIX ?= /usr/local
DESTDIR ?=
BINARY := build/tollbook

# A program that carries the Swift runtime can be copied anywhere; macOS has the runtime itself.
RELEASE_FLAGS := -c release --jobs $(JOBS)
ifeq ($(shell uname -s),Linux)
RELEASE_FLAGS += --static-swift-stdlib
endif
BUILD_PROGRAM := swift build $(RELEASE_FLAGS) --product tollbook
BUILD_BENCHMARK := swift build $(RELEASE_FLAGS) --product PricingBenchmark

# The one place that knows how the program writes its man page and completions.
GENERATE_MAN = $(BINARY) --generate-man
GENERATE_COMPLETION = $(BINARY) --generate-completion

PROGRAM_SOURCES := Package.swift $(shell find Sources pricing reports -type f \
  ! -path 'reports/sample/*' 2>/dev/null)
SWIFT_SOURCES := Package.swift Sources Tests
PYTHON := .venv/bin/python
# wrong-levers.json beside them is wrong on purpose: the documents show what is said about it.
SCENARIOS := $(addprefix docs/examples/,plan.json plan-3.8.json levers.json plan-levers.json)

.PHONY: help
help: ## print this list
	@sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 20

.PHONY: demo
demo: build ## import the sample log and print what it cost and will cost
	@scripts/demo.sh $(BINARY)

.PHONY: build
build: bootstrap $(BINARY) ## build the release program as build/tollbook

$(BINARY): $(PROGRAM_SOURCES)
	$(BUILD_PROGRAM)
	@mkdir -p build
	@# Written beside and renamed: a running copy keeps its old file instead of "text file busy".
	@cp "$$($(BUILD_PROGRAM) --show-bin-path)/tollbook" $(BINARY).new
	@mv -f $(BINARY).new $(BINARY)

.PHONY: test
test: bootstrap lint check-prices check-sample check-genai-prices ## lint, check the price books, run every test
	swift build --product tollbook --jobs $(JOBS)
	"$$(swift build --show-bin-path)/tollbook" prices check --book pricing \
	  --frozen pricing/frozen.txt --fail-on fault
	swift test --jobs $(JOBS)

.PHONY: lint
lint: bootstrap ## check the format and the style of the Swift sources
	swift format lint --strict --parallel --recursive $(SWIFT_SOURCES)

# A missing schema or an empty folder is an error: a check with nothing to check proves nothing.
.PHONY: check-prices
check-prices: test-tools ## hold price books and scenarios to their schemas
	@test -s pricing/schema.json || { echo 'error: pricing/schema.json is missing; the price books cannot be checked' >&2; exit 1; }
	@books=$$(find pricing -maxdepth 1 -name '*.json' ! -name schema.json | sort); \
	  test -n "$$books" || { echo 'error: pricing/ holds no price book' >&2; exit 1; }; \
	  $(PYTHON) -m check_jsonschema --check-metaschema pricing/schema.json && \
	  $(PYTHON) -m check_jsonschema --schemafile pricing/schema.json --verbose $$books
	$(PYTHON) -m check_jsonschema --check-metaschema docs/scenario.schema.json
	$(PYTHON) -m check_jsonschema --schemafile docs/scenario.schema.json --verbose $(SCENARIOS)

# The release program: it is started some 350 times, and it is the one that people will run.
.PHONY: check-genai-prices
check-genai-prices: test-tools $(BINARY) ## hold every price to a second opinion, to the last digit
	$(PYTHON) scripts/crosscheck_genai_prices.py $(BINARY)

.PHONY: check-sample
check-sample: bootstrap ## regenerate reports/sample and its totals and compare
	python3 reports/sample/generate.py --check
	python3 reports/sample/totals.py --check

# Another seed each time; what breaks a promise is kept below build/fuzz and named with its seed.
.PHONY: fuzz
fuzz: build ## feed damaged logs to the program for FUZZ_SECONDS (600)
	python3 scripts/fuzz.py $(BINARY) "$${TOLLBOOK_TEST_INPUTS:-../shared/inputs}" \
	  --seconds "$${FUZZ_SECONDS:-600}" --seed "$${FUZZ_SEED:-$$RANDOM}"

.PHONY: bench
bench: build ## time Tollbook beside other tools on the same files
	@test -x bench/run.sh || { echo 'error: bench/run.sh is missing; there is nothing to time yet' >&2; exit 1; }
	$(BUILD_BENCHMARK)
	bench/run.sh $(BINARY) "$$($(BUILD_BENCHMARK) --show-bin-path)/PricingBenchmark"

# Depends on the file, not on `build`: `sudo make install` needs no compiler after `make build`.
.PHONY: install
install: $(BINARY) ## install program, man page and completions below PREFIX
	@mkdir -p build/share
	$(GENERATE_MAN) >build/share/tollbook.1
	$(GENERATE_COMPLETION) bash >build/share/tollbook.bash
	$(GENERATE_COMPLETION) zsh >build/share/_tollbook
	$(GENERATE_COMPLETION) fish >build/share/tollbook.fish
	@for file in tollbook.1 tollbook.bash _tollbook tollbook.fish; do \
	  test -s build/share/$$file || { echo "error: $(BINARY) wrote an empty $$file" >&2; exit 1; }; done
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/man/man1" \
	  "$(DESTDIR)$(PREFIX)/share/bash-completion/completions" \
	  "$(DESTDIR)$(PREFIX)/share/zsh/site-functions" \
	  "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d"
	install -m 755 $(BINARY) "$(DESTDIR)$(PREFIX)/bin/tollbook"
	install -m 644 build/share/tollbook.1 "$(DESTDIR)$(PREFIX)/share/man/man1/tollbook.1"
	install -m 644 build/share/tollbook.bash \
	  "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/tollbook"
	install -m 644 build/share/_tollbook "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_tollbook"
	install -m 644 build/share/tollbook.fish \
	  "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/tollbook.fish"

.PHONY: clean
clean: ## remove what was built (.build and build; .venv stays)
	rm -rf .build build

.PHONY: bootstrap
bootstrap: ## install or name what the machine lacks
	@scripts/bootstrap.sh

.PHONY: test-tools
test-tools: bootstrap ## keep .venv in step with scripts/test-requirements.txt
	@scripts/test-tools.sh
