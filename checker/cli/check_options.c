/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * check_options.c - the table of the options that murrelet check takes.
 */
#include "check_options.h"

#include <string.h>

#include "../base/machine.h"
#include "../report/graph.h"
#include "../report/report.h"

#define ESTIMATE_SECONDS 60

#define AT(field) .offset = offsetof(struct check_arguments, field)

static const char *const stores[] = {"auto", "flat", "judy", "compact", "bitstate", "runs", NULL};
static const char *const symmetries[] = {"off", "exact", "heuristic", NULL};
static const char *const switches[] = {"on", "off", NULL};
static const char *const deadlocks[] = {"stuttering", "stuck", "off", NULL};
static const char *const cover_modes[] = {"violation", "report", NULL};
static const char *const searches[] = {"bfs", "dfs", "random", NULL};
static const char *const trace_modes[] = {"diff", "full", "none", NULL};

static const struct option_spec search_table[] = {
    {.name = "threads", .letter = 'j', .kind = OPTION_COUNT, AT(threads), .argument = "N", .least = 1, .most = 1024,
     .help = "Search with N threads. Default: one for each processor. Counts, verdict and trace do not depend on it."},
    {.name = "search", .kind = OPTION_CHOICE, AT(search), .choices = searches,
     .help = "Breadth first (default; gives shortest traces), depth first, or random walks (never complete)."},
    {.name = "walks", .kind = OPTION_COUNT, AT(walks), .argument = "N", .least = 1,
     .help = "With --search random: how many walks. Default: 1000."},
    {.name = "seed", .kind = OPTION_COUNT, AT(seed), .argument = "N",
     .help = "With --search random: what the walks follow from; with a lossy store: what the hashes do, so that "
             "another seed misses other states. Default: 1."},
    {.name = "symmetry", .kind = OPTION_CHOICE, AT(symmetry), .choices = symmetries,
     .help = "Symmetry of scalarsets: exact (default) visits one state of each orbit; heuristic visits at least one, "
             "at less cost for each; off visits them all. A scalarset that is not shown symmetric is left as it is, with "
             "a warning; where exact is given, it is an error."},
    {.name = "check-symmetry", .kind = OPTION_FLAG, AT(check_symmetry),
     .help = "In place of the search, prove that the model commutes with exchanging elements of its scalarsets, for all "
             "that --symmetry reduces: in every state that can be reached without reduction, rules, properties and "
             "errors are tried on the state and on the state renamed. Says of each other scalarset whether it commutes all the same. The "
             "JSON report is docs/symmetry.schema.json."},
    {.name = "multiset-reduction", .kind = OPTION_CHOICE, AT(multiset_reduction), .choices = switches,
     .help = "Treat multisets that hold the same elements as equal. Default: on, except for multisets the order of whose slots can matter, which a warning and the report name."},
    {.name = "store", .kind = OPTION_CHOICE, AT(store), .choices = stores,
     .help = "How visited states are kept: flat is lock-free and exact, small states whole and larger ones in a "
             "compressed tree; judy is the exact reference, for one thread. Two are lossy: they can miss states, say "
             "how many to expect, and their verdict is at best incomplete: compact keeps hashes only, bitstate a few bits "
             "of each state. runs is exact, and keeps nothing in memory: states and their index are sorted files in the directory "
             "of --spill. Default: auto, which takes flat."},
    {.name = "hash-bits", .kind = OPTION_COUNT, AT(hash_bits), .argument = "N", .least = 40, .most = 64,
     .help = "With --store compact: how many bits it keeps of a state, 40 to 64; they take whole bytes. Default: 56, "
             "or 64 with --trace none, which takes 8 bytes anyway."},
    {.name = "bitstate-memory", .kind = OPTION_BYTES, AT(bitstate_memory), .argument = "SIZE", .least = 64,
     .help = "With --store bitstate: the size of its array of bits. Default: a quarter of --memory."},
    {.name = "bitstate-hashes", .kind = OPTION_COUNT, AT(bitstate_hashes), .argument = "K", .least = 1, .most = 7,
     .help = "With --store bitstate: how many bits each state sets. Default: 3."},
    {0},
};

static const struct option_spec property_table[] = {
    {.name = "deadlock", .kind = OPTION_CHOICE, AT(deadlock), .choices = deadlocks,
     .help = "A state is a deadlock when nothing that is enabled leads elsewhere (stuttering, the default), when "
             "nothing is enabled (stuck), or never (off). With --driver free the default is stuck, for stores run out "
             "there, and then loads alone go on."},
    {.name = "covers", .kind = OPTION_CHOICE, AT(covers), .choices = cover_modes,
     .help = "What a cover is that no reachable state or firing meets: a violation (default), or a thing to "
             "report (default with --machine)."},
    {.name = "only", .kind = OPTION_LIST, AT(only), .argument = "NAME",
     .help = "Check only the properties of this name; 'deadlock' is one. Assumptions stay. May be repeated."},
    {.name = "skip", .kind = OPTION_LIST, AT(skip), .argument = "NAME",
     .help = "Do not check the properties of this name: a known violation then hides no other. May be repeated."},
    {.name = "witness", .kind = OPTION_TEXT, AT(witness), .argument = "COVER",
     .help = "Print a shortest run that meets this cover."},
    {.name = "max-errors", .kind = OPTION_COUNT, AT(max_errors), .argument = "N", .least = 1, .most = 1000000,
     .help = "Go on until N different properties are violated. Default: 1."},
    {.name = "loop-limit", .kind = OPTION_COUNT, AT(loop_limit), .argument = "N", .least = 1,
     .help = "A while loop of more iterations is a violation. Default: 1000, as in CMurphi."},
    {.name = "recursion-limit", .kind = OPTION_COUNT, AT(recursion_limit), .argument = "N", .least = 1,
     .most = 100000, .help = "Calls nested deeper are a violation; so are those whose frames take more than 64 MiB. "
                             "Default: 1000."},
    {0},
};

static const struct option_spec limit_table[] = {
    {.name = "memory", .letter = 'm', .kind = OPTION_BYTES, AT(memory), .argument = "SIZE", .least = 1 << 20,
     .help = "Stop in order before more memory than this is held, as in 4G. Default: 80 per cent of the smaller of "
             "the RAM and the control group's limit. Memory grows with need."},
    {.name = "max-depth", .kind = OPTION_COUNT, AT(max_depth), .argument = "N", .least = 1,
     .help = "Do not go more than N rules deep. With --search random: the length of a walk."},
    {.name = "max-states", .kind = OPTION_COUNT, AT(max_states), .argument = "N", .least = 1,
     .help = "Stop before a level of states that would be more than N with those before it. Levels are visited "
             "whole, so that the counts do not depend on the threads."},
    {.name = "max-seconds", .kind = OPTION_SECONDS, AT(max_seconds), .argument = "N",
     .help = "Stop after N seconds."},
    {.name = "estimate", .kind = OPTION_FLAG, AT(estimate),
     .help = "Search for a minute, or for as long as --max-seconds says, and then say how many states there may be in all, from the "
             "growth of the levels, and whether memory and disk will do for them."},
    {.name = "spill", .kind = OPTION_TEXT, AT(spill), .argument = "DIR",
     .help = "When --memory is reached, go on with the oldest states in a nameless file in DIR; their index stays in "
             "memory."},
    {.name = "checkpoint", .kind = OPTION_TEXT, AT(checkpoint), .argument = "FILE",
     .help = "Write the search to FILE now and then, and when it is stopped, so that --resume can go on from there."},
    {.name = "checkpoint-every", .kind = OPTION_SECONDS, AT(checkpoint_every), .argument = "N",
     .help = "How many seconds lie between checkpoints, at least. Default: 600."},
    {.name = "resume", .kind = OPTION_TEXT, AT(resume), .argument = "FILE",
     .help = "Go on from a checkpoint of the same model with the same options; limits, threads and output may differ."},
    {0},
};

static const struct option_spec output_table[] = {
    {.name = "trace", .kind = OPTION_CHOICE, AT(trace), .choices = trace_modes,
     .help = "Print the steps of a trace by what each one changes (default), with the full state after each, or not "
             "at all."},
    {.name = "all", .kind = OPTION_FLAG, AT(all),
     .help = "Show in traces what is a ghost, or the driver's own, too (lines '-- show:' of the model say what is)."},
    {.name = "fewest-switches", .kind = OPTION_FLAG, AT(fewest_switches),
     .help = "Of all shortest runs to a violation show one in which it changes least often who acts: which lane, as a chart of the "
             "run has them ('murrelet show')."},
    {.name = "slice", .kind = OPTION_FLAG, AT(slice),
     .help = "Cut the run to a violation down to a slice of it: the steps and changes that the violation depends on. It is run "
             "again to prove that they suffice, and no single one can be left out. Of a deadlock, of liveness and of a formula "
             "there is none."},
    {.name = "watch", .kind = OPTION_LIST, AT(watch), .argument = "EXPR",
     .help = "Print this expression's value at each step of the trace. May be repeated."},
    {.name = "junit", .kind = OPTION_TEXT, AT(junit), .argument = "FILE",
     .help = "Write what was found as JUnit XML: a case a property, with its run where it is violated; an incomplete one is an error."},
    {.name = "sarif", .kind = OPTION_TEXT, AT(sarif), .argument = "FILE",
     .help = "Write the violations as SARIF 2.1.0: a result each, at the property's place, with its run as a code flow."},
    {.name = "tap", .kind = OPTION_TEXT, AT(tap), .argument = "FILE",
     .help = "Write what was found as the Test Anything Protocol, version 14."},
    {.name = "markdown", .kind = OPTION_TEXT, AT(markdown), .argument = "FILE", .help = "Write what was found as Markdown."},
    {.name = "coverage", .kind = OPTION_TEXT, AT(coverage), .argument = "FILE",
     .help = "Write what of the model the search came to: rules, branches of statements, values of enumerations in "
             "states. A name that ends in .json gets JSON (docs/coverage.schema.json), one in .html the model's text with each "
             "line marked, any other text."},
    {.name = "html", .kind = OPTION_TEXT, AT(html), .argument = "FILE",
     .help = "Write the trace of the violation or witness as a page: a sequence chart to step through, with the state beside "
             "it, as 'murrelet show' makes it."},
    {.name = "trace-out", .kind = OPTION_TEXT, AT(trace_out), .argument = "FILE",
     .help = "Write the trace as JSON, for 'murrelet replay'."},
    {.name = "json", .kind = OPTION_TEXT, AT(json), .argument = "FILE",
     .help = "Write the report as one JSON object (docs/check.schema.json); - is the standard output."},
    {.name = "stats", .kind = OPTION_FLAG, AT(stats),
     .help = "Add, for each rule, how often its guard was tested, how often it fired and how many new states it made, "
             "and the states of each level."},
    {.name = "properties", .kind = OPTION_FLAG, AT(properties),
     .help = "Print the verdict of every property."},
    {.name = "graph", .kind = OPTION_TEXT, AT(graph), .argument = "FILE",
     .help = "Write the state graph while searching, each state as it is visited; a name that ends in .dot or .gv gets dot, one in .json JSON. States "
             "have their packed form for a name, in hexadecimal, or its hash. A state that violates something says what, and "
             "a firing that does leads nowhere, in red. Under "
             "symmetry an edge may lead to a state that stands for the one that the rule makes: it is dashed, and says what is "
             "called otherwise there. One thread."},
    {.name = "quiet", .letter = 'q', .kind = OPTION_FLAG, AT(quiet),
     .help = "Print the verdict line only, and the trace of a violation."},
    {0},
};

const struct option_group check_groups[] = {
    {"Machine", compose_options, offsetof(struct check_arguments, compose)},
    {"Search", search_table, 0},
    {"Properties", property_table, 0},
    {"Progress", load_progress_options, offsetof(struct check_arguments, language)},
    {"Limits", limit_table, 0},
    {"Output", output_table, 0},
    {"Language", load_language_options, offsetof(struct check_arguments, language)},
    {"Compilation", load_compile_options, offsetof(struct check_arguments, compile)},
    {0},
};

void check_options_fit(struct check_arguments *arguments, const struct driven *driven)
{
    if (arguments->deadlock == DEADLOCK_AS_FITS)
        arguments->deadlock = driven && driven->runs_out ? DEADLOCK_STUCK : DEADLOCK_STUTTERING;
    if (arguments->covers == COVERS_AS_FIT)
        arguments->covers = driven ? COVERS_REPORT : COVERS_VIOLATION;
}

/* The reference store and the graph are for one thread, and take it unasked. */
static bool needs_one_thread(const struct check_arguments *arguments)
{
    return arguments->store == STORE_JUDY || arguments->graph || load_dumps(&arguments->language, 'y');
}

static const char *lossy_complaint(const struct check_arguments *arguments)
{
    if (arguments->hash_bits && arguments->store != STORE_COMPACT)
        return "--hash-bits is for --store compact";
    if ((arguments->bitstate_memory || arguments->bitstate_hashes) && arguments->store != STORE_BITSTATE)
        return "--bitstate-memory and --bitstate-hashes are for --store bitstate";
    if (arguments->store == STORE_BITSTATE && arguments->search == SEARCH_DFS)
        return "--store bitstate does not go with --search dfs";
    if (arguments->memory && arguments->bitstate_memory > arguments->memory)
        return "--bitstate-memory is more than --memory";
    return NULL;
}

/* States in sorted runs have no numbers, and no rule is known to have made one first. */
static const char *runs_complaint(const struct check_arguments *arguments)
{
    if (arguments->store != STORE_RUNS)
        return NULL;
    return arguments->search != SEARCH_BFS ? "--store runs needs --search bfs"
         : !arguments->spill               ? "--store runs needs --spill DIR, where the runs go"
         : arguments->stats                ? "--stats does not go with --store runs"
         : arguments->graph                ? "--graph does not go with --store runs"
         : load_dumps(&arguments->language, 'y') ? "-d y does not go with --store runs"
                                           : NULL;
}

/* The proof of symmetry is no search: what only a search has is refused by name. */
static const char *symmetry_complaint(const struct check_arguments *arguments)
{
    const struct {
        bool given;
        const char *complaint;
    } table[] = {
        {arguments->symmetry == MODEL_SYMMETRY_OFF || arguments->symmetry == MODEL_SYMMETRY_HEURISTIC,
         "--check-symmetry tries what exact symmetry reduces; it does not go with --symmetry"},
        {arguments->search != SEARCH_BFS, "--check-symmetry is no search; it does not go with --search"},
        {arguments->store != STORE_AUTO, "--check-symmetry keeps its states itself; it does not go with --store"},
        {arguments->max_depth != 0, "--check-symmetry has no depth; it does not go with --max-depth"},
        {arguments->spill || arguments->checkpoint || arguments->resume,
         "--check-symmetry keeps its states in memory; it does not go with --spill, --checkpoint and --resume"},
        {arguments->graph || arguments->trace_out, "--check-symmetry gives no run; it does not go with --graph and --trace-out"},
        {arguments->witness, "--check-symmetry gives no run; it does not go with --witness"},
        {arguments->watch.count != 0, "--check-symmetry gives no run; it does not go with --watch"},
        {arguments->stats || arguments->properties, "--check-symmetry judges no property; it does not go with --stats and --properties"},
        {arguments->threads > 1, "--check-symmetry takes one thread"},
    };
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].given)
            return table[i].complaint;
    return NULL;
}

bool check_options_consistent(const struct command *command, const struct check_arguments *arguments)
{
    const char *complaint = arguments->check_symmetry ? symmetry_complaint(arguments) : runs_complaint(arguments);
    if (complaint)
        ;
    else if (needs_one_thread(arguments) && arguments->threads > 1)
        complaint = "--store judy, --graph and -d y take one thread";
    else if (arguments->graph && arguments->search != SEARCH_BFS)
        complaint = "--graph needs --search bfs";
    else if (arguments->graph && !graph_name_is_good(arguments->graph))
        complaint = "--graph takes a name that ends in .dot, .gv or .json";
    else if (arguments->graph && load_dumps(&arguments->language, 'y'))
        complaint = "-d y does not go with --graph";
    else if (arguments->estimate && (arguments->search != SEARCH_BFS || arguments->check_symmetry))
        complaint = "--estimate goes by the levels of a search, and needs --search bfs";
    else if (arguments->witness && arguments->search != SEARCH_BFS)
        complaint = "--witness needs --search bfs, since its run is a shortest one";
    else if (arguments->trace_out && arguments->trace == TRACE_NONE)
        complaint = "--trace-out needs a trace, and --trace none keeps none";
    else if (arguments->graph && (arguments->checkpoint || arguments->resume))
        complaint = "--graph does not go with --checkpoint and --resume: what was written before would be missing";
    else if ((arguments->checkpoint || arguments->resume || arguments->spill) &&
             (arguments->search != SEARCH_BFS || (arguments->store > STORE_FLAT && arguments->store != STORE_RUNS)))
        complaint = "--checkpoint, --resume and --spill are for --search bfs with --store flat or runs";
    else if ((arguments->checkpoint && !strcmp(arguments->checkpoint, "-")) ||
             (arguments->resume && !strcmp(arguments->resume, "-")))
        complaint = "--checkpoint and --resume take a file, not a standard stream";
    else
        complaint = lossy_complaint(arguments);
    if (complaint)
        options_usage(command, "%s", complaint);
    return !complaint;
}

void check_options_search(const struct check_arguments *arguments, struct search_options *options)
{
    search_options_default(options);
    options->threads = needs_one_thread(arguments) ? 1 : (unsigned)arguments->threads;
    options->store = (enum store_kind)arguments->store;
    options->order = (enum search_order)arguments->search;
    options->symmetry = arguments->symmetry == SYMMETRY_AS_SHOWN ? MODEL_SYMMETRY_EXACT
                                                                 : (enum model_symmetry_mode)arguments->symmetry;
    options->multiset_reduction = arguments->multiset_reduction == SWITCH_ON;
    options->deadlock = (enum deadlock_mode)arguments->deadlock;
    options->unmet_cover_is_violation = arguments->covers == COVERS_VIOLATION;
    options->max_states = arguments->max_states;
    options->max_depth = arguments->max_depth;
    options->max_seconds = arguments->estimate && arguments->max_seconds == 0 ? ESTIMATE_SECONDS : arguments->max_seconds;
    options->memory = arguments->memory ? arguments->memory : machine_memory() / 5 * 4;
    options->max_errors = (unsigned)arguments->max_errors;
    options->seed = arguments->seed;
    options->walks = arguments->walks;
    options->hash_bits = (unsigned)arguments->hash_bits;
    options->hashes = (unsigned)arguments->bitstate_hashes;
    options->array_bytes = arguments->bitstate_memory;
    if (arguments->loop_limit)
        options->loop_limit = arguments->loop_limit;
    if (arguments->recursion_limit)
        options->recursion_limit = (uint32_t)arguments->recursion_limit;
    options->trace = arguments->trace != TRACE_NONE;
    options->stats = arguments->stats;
    options->checkpoint = arguments->checkpoint;
    options->checkpoint_seconds = arguments->checkpoint_every;
    options->resume = arguments->resume;
    options->spill = arguments->spill;
}
