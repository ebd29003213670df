# SPDX-License-Identifier: BSD-2-Clause
# Murrelet: `make help` says what there is.

SAN    ?=
BUILD  ?= build$(SAN:%=-%)
CC     ?= cc
OPT    ?= -O2 -g1
PREFIX ?= /usr/local
DEPS   ?=
SECONDS ?= 600
EACH ?= 300
BASE   ?= HEAD
MPI    ?=

ifneq ($(SAN),)
SANFLAGS = -fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer
endif
# Set by `make fuzz` for its own build.
ifneq ($(FUZZ),)
SANFLAGS = -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
endif

WARN    = -Wall -Wextra -Wpedantic -Wshadow -Wconversion
# JUDYERROR_NOTEST: a failed insertion is for us to see; Judy's macros would end the program with 1, "violated".
CFLAGS  = -std=c11 -D_GNU_SOURCE -DJUDYERROR_NOTEST -pthread $(OPT) $(SANFLAGS) $(WARN) -Ichecker
LDFLAGS = -pthread $(OPT) $(SANFLAGS) -rdynamic
LIBS    = -lxxhash -lJudy -ljansson -lmd -ldl -lm

# MPI is behind checker/engine/cluster.h: with MPI=1 the program is built with the one of these that speaks it.
CLUSTERS = checker/engine/cluster_alone.c checker/engine/cluster_mpi.c
CLUSTER  = checker/engine/cluster_$(if $(MPI),mpi,alone).c
MPICC   ?= mpicc
HAS_MPI := $(shell command -v $(MPICC) 2>/dev/null)
MPI_CFLAGS = $(patsubst -I%,-isystem%,$(shell $(MPICC) --showme:compile))
MPI_LIBS   = $(shell $(MPICC) --showme:link)

SOURCES = $(filter-out $(filter-out $(CLUSTER),$(CLUSTERS)),$(wildcard checker/*/*.c))
OBJECTS = $(SOURCES:%.c=$(BUILD)/%.o)
MAIN    = $(BUILD)/checker/cli/main.o
LIBRARY = $(BUILD)/libmurrelet.a
TOGETHER = $(BUILD)/tests/murrelet-mpi
PROGRAM = $(BUILD)/murrelet

UNIT_SOURCES = $(wildcard tests/unit/*.c)
UNIT_OBJECTS = $(UNIT_SOURCES:%.c=$(BUILD)/%.o)
UNIT    = $(BUILD)/tests/unit-tests
# Each file in tests/tools is a program; tests/tools/lib is what they share.
TOOL_PARTS = $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/tools/lib/*.c))
TOOLS   = $(patsubst tests/tools/%.c,$(BUILD)/tests/%,$(wildcard tests/tools/*.c))
INJECT  = $(BUILD)/tests/inject-memory.so
FUZZERS = $(patsubst tests/fuzz/%.c,$(BUILD)/%,$(wildcard tests/fuzz/fuzz_*.c))
# The same without libFuzzer, in the ordinary build.
PLAIN   = $(patsubst tests/fuzz/fuzz_%.c,$(BUILD)/tests/plain-%,$(wildcard tests/fuzz/fuzz_*.c))
# All that the fuzzers need of the checker, and what they make inputs with.
FRONT_END = $(filter $(foreach d,base model murphi rewrite interp codegen slicc litmus,$(BUILD)/checker/$d/%),$(OBJECTS)) \
            $(filter $(BUILD)/tests/tools/lib/generate%,$(TOOL_PARTS))

# Use every processor unless told otherwise.
ifeq ($(MAKELEVEL)$(filter -j%,$(MAKEFLAGS)),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 2)
endif

all: $(PROGRAM)

help:
	@echo 'make              build $(PROGRAM)'
	@echo 'make run          build, check the models that come along, print a summary'
	@echo 'make test         every suite, some ten minutes on two processors; the last line counts them'
	@echo 'make test-quick   the quick suites only, about a minute'
	@echo 'make test-nightly every suite whole, with the compiler that users have: two hours on two processors'
	@echo '                  RESUME=1 goes on where an earlier run of these was ended'
	@echo 'make test-programs build what the tests run, and run nothing'
	@echo 'make check-change build, and run the suites of the files that differ from BASE=$(BASE)'
	@echo 'make bench        measure against the other checkers; QUICK=1 in three minutes, REFRESH=1 all anew,'
	@echo '                  PATIENCE=30 stops a peer after 30 seconds, not 60; PARTS="growth memory spill violations formulas coverage models": only some'
	@echo 'make fuzz         fuzz the front end for SECONDS=$(SECONDS)'
	@echo 'make fuzzers      build the fuzzers, and run nothing'
	@echo 'make claims       check the claims of the papers anew, all or CLAIMS="..." (results/claims.md)'
	@echo 'make results      draw the charts of the kept traces, and make results/index.html; CHECK=1 compares with it'
	@echo 'make matrix       every machine on every test (results/matrix.md), some minutes'
	@echo 'make complexity   count states and messages of the protocols (results/complexity.md)'
	@echo 'make viper        which cells of GPU_VIPER a search meets, and what it violates (results/viper.md), some minutes'
	@echo 'make amdgpu       what each step of AMD tables is for (results/amdgpu.md), half an hour'
	@echo 'make separations  what tells the machines apart, by generated tests (results/separations.md)'
	@echo 'make table2       the counts of the STC paper (results/stc-table2.md)'
	@echo 'make progress     which fairness each protocol needs (results/progress.md)'
	@echo 'make mutation     how many mutants of the protocols their checks find (results/mutation.md), an hour'
	@echo 'make kills        whether generated tests find the faults that the library finds (results/kills.md)'
	@echo 'make big          checks too large for tests, all or ROWS="...", EACH=$(EACH) seconds for each (results/big.md)'
	@echo 'make docs         renew the man page and the command reference'
	@echo 'make pictures     renew the pictures in the documents (wants Chromium)'
	@echo 'make install      install under PREFIX=$(PREFIX) (DESTDIR is heeded)'
	@echo 'make deps         install what building and running needs'
	@echo 'make clean        remove $(BUILD)'
	@echo
	@echo 'run and test install what they miss (Debian: with apt-get); DEPS=skip leaves the system alone.'
	@echo 'MPI=1 builds with MPI, for "mpirun -n N murrelet check" (docs/clusters.md; Debian: libopenmpi-dev openmpi-bin).'
	@echo 'SAN=address|undefined|thread builds with a sanitizer, CC=gcc|clang names the compiler,'
	@echo 'BUILD=DIR the place, SUITES="unit cli" the suites that test runs.'

# ---- the program ----

# The list of objects changes when a source comes or goes: then all that is made of them is made anew.
# It names them from the root of the build, which may be named in more than one way.
$(BUILD)/objects: LIST = $(patsubst $(BUILD)/%,%,$(OBJECTS))
$(BUILD)/objects: FORCE | $(BUILD)/deps-build
	@echo '$(LIST)' | cmp -s - $@ || echo '$(LIST)' > $@

$(PROGRAM): $(OBJECTS) $(BUILD)/objects
	$(CC) $(LDFLAGS) -o $@ $(OBJECTS) $(LIBS) $(if $(MPI),$(MPI_LIBS))

# The same program with MPI, for the tests, wherever there is MPI: one object differs.
$(TOGETHER): $(filter-out $(CLUSTERS:%.c=$(BUILD)/%.o),$(OBJECTS)) $(BUILD)/checker/engine/cluster_mpi.o $(BUILD)/objects
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS) -o $@ $(filter %.o,$^) $(LIBS) $(MPI_LIBS)

$(LIBRARY): $(filter-out $(MAIN),$(OBJECTS)) $(BUILD)/objects
	rm -f $@
	ar rcs $@ $(filter %.o,$^)

# Objects depend on the flags they are compiled with.
$(BUILD)/flags: FORCE | $(BUILD)/deps-build
	@mkdir -p $(@D)
	@echo '$(CC) $(CFLAGS)' | cmp -s - $@ || echo '$(CC) $(CFLAGS)' > $@

$(BUILD)/checker/%.o: checker/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/checker/engine/cluster_mpi.o: CFLAGS += $(MPI_CFLAGS)

# What is embedded as text, beyond what the compiler sees.
$(BUILD)/checker/codegen/runtime_text.o: checker/codegen/runtime.c
$(BUILD)/checker/slicc/builtin.o: checker/slicc/builtin.sm
$(BUILD)/checker/slicc/write_library.o: checker/slicc/library.m
$(BUILD)/checker/report/page.o: $(wildcard checker/report/page/*)
$(BUILD)/checker/codegen/compile.o: $(wildcard checker/model/model*.h)

# ---- what has to be installed ----

# Only says what is missing; run and test install it first.
$(BUILD)/deps-build:
	@mkdir -p $(@D)
	@[ '$(DEPS)' = skip ] || CC='$(CC)' tools/deps.sh check build
	@touch $@

$(BUILD)/deps-%: FORCE
	@mkdir -p $(@D)
	@[ '$(DEPS)' = skip ] || CC='$(CC)' tools/deps.sh install $*

deps: $(BUILD)/deps-run

# ---- run ----

# The dependencies come first and on their own: what follows is built with them.
run:
	@$(MAKE) --no-print-directory $(BUILD)/deps-run
	@$(MAKE) --no-print-directory $(PROGRAM)
	@tools/run.sh $(PROGRAM)

# ---- tests ----

test test-quick test-nightly:
	@$(MAKE) --no-print-directory $(BUILD)/deps-$(if $(filter test-nightly,$@),nightly,test)
	@$(MAKE) --no-print-directory $(PROGRAM) test-programs
	@CC='$(CC)' BUILD='$(BUILD)' SAN='$(SAN)' QUICK='$(filter test-quick,$@)' NIGHTLY='$(filter test-nightly,$@)' tests/run $(SUITES)

# Which suites a change needs is in their lines `# covers:`.
check-change:
	@$(MAKE) --no-print-directory $(BUILD)/deps-test
	@suites=$$(tests/covering $(BASE)) && [ -n "$$suites" ] || { echo 'No suite covers what differs from $(BASE).'; exit 0; }; \
	$(MAKE) --no-print-directory test SUITES="$$suites"

test-programs: $(if $(HAS_MPI),$(TOGETHER)) $(TOOLS) $(PLAIN) $(if $(filter thread,$(SAN)),,$(UNIT)) $(if $(SAN),,$(INJECT))

# What the unit tests do takes no time; compiling Criterion's macros does.
$(UNIT_OBJECTS): OPT = -O0 -g1
# Criterion's macros do not pass -Wconversion and -Wpedantic.
$(BUILD)/tests/%.o: tests/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(filter-out -Wconversion -Wpedantic,$(CFLAGS)) -Wno-missing-field-initializers -Itests -MMD -MP -c -o $@ $<

$(UNIT): $(UNIT_OBJECTS) $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $(UNIT_OBJECTS) $(LIBRARY) -lcriterion $(LIBS)

$(TOOLS): $(BUILD)/tests/%: $(BUILD)/tests/tools/%.o $(TOOL_PARTS) $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $^ $(LIBS)

$(PLAIN): $(BUILD)/tests/plain-%: $(BUILD)/tests/fuzz/fuzz_%.o $(BUILD)/tests/fuzz/plain.o $(FRONT_END)
	$(CC) $(LDFLAGS) -o $@ $^ $(LIBS)

# To be preloaded; a sanitizer has an allocator of its own.
$(INJECT): tests/inject/memory.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(filter-out -Wpedantic,$(CFLAGS)) -fPIC -shared -o $@ $< -ldl

fuzz:
	@$(MAKE) --no-print-directory $(BUILD)/deps-test
	@$(MAKE) --no-print-directory fuzzers FUZZ=1 CC=clang BUILD=$(BUILD)-fuzz
	@BUILD='$(BUILD)-fuzz' tests/fuzz/run $(SECONDS)

fuzzers: $(FUZZERS)

$(FUZZERS): $(BUILD)/%: $(BUILD)/tests/fuzz/%.o $(FRONT_END) $(BUILD)/objects
	$(CC) $(LDFLAGS) -fsanitize=fuzzer -o $@ $(filter %.o,$^) $(LIBS)

bench:
	@$(MAKE) --no-print-directory $(BUILD)/deps-test
	@$(MAKE) --no-print-directory $(PROGRAM)
	@tests/bench/run $(if $(QUICK),--quick) $(if $(REFRESH),--refresh) $(if $(PATIENCE),--patience $(PATIENCE)) $(PROGRAM) $(if $(PARTS),--parts $(PARTS))

claims: $(PROGRAM)
	tools/claims.py $(PROGRAM) $(CLAIMS)
	tools/results.py $(PROGRAM)

# Of the ledger as it is (make claims renews it); the commands of the traces are run again: a minute or two.
results: $(PROGRAM)
	tools/results.py $(PROGRAM) $(if $(CHECK),--check)

# Every machine on every test: some minutes.
matrix: $(PROGRAM)
	$(PROGRAM) suite --fresh --markdown results/matrix.md --json results/matrix.json --junit results/matrix.xml

complexity: $(PROGRAM)
	tools/complexity.py $(PROGRAM)

table2: $(PROGRAM)
	tools/table2.py $(PROGRAM)

progress: $(PROGRAM)
	tools/progress.py $(PROGRAM)

viper: $(PROGRAM)
	tools/viper_cells.py run $(PROGRAM)
	tools/viper_cells.py page

amdgpu: $(PROGRAM)
	tools/amdgpu_rows.py $(PROGRAM)
	tools/amdgpu_page.py

separations: $(PROGRAM)
	tools/separations.py $(PROGRAM)

mutation: $(PROGRAM)
	tools/mutation.py $(PROGRAM)

kills: $(PROGRAM)
	tools/kills.py $(PROGRAM)

# The rows of models/checks.tsv that no test runs.
big: $(PROGRAM)
	tools/big.py $(PROGRAM) --seconds $(EACH) $(ROWS)

# ---- documents, installation ----

docs: $(PROGRAM)
	$(PROGRAM) help --man > docs/murrelet.1
	$(PROGRAM) help --markdown > docs/commands.md
	$(PROGRAM) help --bash > docs/murrelet.bash

pictures: $(PROGRAM)
	tools/pictures.sh $(PROGRAM)

SHARE = $(DESTDIR)$(PREFIX)/share
install: $(PROGRAM)
	install -D -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/murrelet
	install -D -m 644 docs/murrelet.1 $(SHARE)/man/man1/murrelet.1
	install -D -m 644 docs/murrelet.bash $(SHARE)/bash-completion/completions/murrelet
	install -d $(DESTDIR)$(PREFIX)/include/murrelet
	install -m 644 checker/model/model*.h $(DESTDIR)$(PREFIX)/include/murrelet
	install -d $(SHARE)/murrelet $(SHARE)/doc/murrelet
	find models invariants litmus -type f \( -name '*.m' -o -name '*.litmus' -o -name '*.cat' -o -name '*.[ct]sv' -o -name '*.md' \) \
	    -exec cp --parents -t $(SHARE)/murrelet {} +
	find editors -name node_modules -prune -o -type f -exec cp --parents -t $(SHARE)/murrelet {} +
	cd docs && find . -type f ! -name 'murrelet.*' -exec cp --parents -t $(abspath $(SHARE))/doc/murrelet {} +
	chmod -R u=rw,go=r,a+X $(SHARE)/murrelet $(SHARE)/doc/murrelet

clean:
	rm -rf $(BUILD) $(BUILD)-fuzz

FORCE:
.PHONY: all help run test test-quick test-nightly check-change test-programs fuzz fuzzers bench claims results matrix complexity table2 progress amdgpu viper separations mutation kills big docs pictures install deps clean FORCE
.SECONDARY:
.DELETE_ON_ERROR:
-include $(OBJECTS:.o=.d) $(UNIT_OBJECTS:.o=.d) $(TOOLS:$(BUILD)/tests/%=$(BUILD)/tests/tools/%.d) $(TOOL_PARTS:.o=.d) \
         $(FUZZERS:$(BUILD)/%=$(BUILD)/tests/fuzz/%.d) $(BUILD)/tests/fuzz/plain.d
