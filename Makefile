# Murrelet: make help
BUILD  ?= build
CC     ?= cc
OPT    ?= -O2 -g
WARN    = -Wall -Wextra -Wpedantic -Wshadow -Wconversion
CFLAGS  = -std=c11 -D_GNU_SOURCE -pthread $(OPT) $(WARN) -Ichecker
LIBS    = -lxxhash -lJudy -ljansson -lmd -ldl -lm

SOURCES = $(wildcard checker/*/*.c)
OBJECTS = $(SOURCES:%.c=$(BUILD)/%.o)
LIBRARY = $(BUILD)/libmurrelet.a
MAIN    = $(BUILD)/checker/cli/main.o

all: $(BUILD)/murrelet

$(BUILD)/murrelet: $(OBJECTS)
	$(CC) -pthread $(OPT) -rdynamic -o $@ $^ $(LIBS)

$(LIBRARY): $(filter-out $(MAIN),$(OBJECTS))
	rm -f $@
	ar rcs $@ $^

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -MMD -MP -c -o $@ $<

clean:
	rm -rf $(BUILD)

.PHONY: all clean
-include $(OBJECTS:.o=.d)
