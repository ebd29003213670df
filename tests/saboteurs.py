#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""saboteurs.py BUILD [--places] - formulas under symmetry with one mistake in them, each in a checker of its own.

BUILD is a folder that make filled.  For each saboteur one file is changed in one place and compiled, and the rest
of BUILD is linked with it; tests/progress_symmetry.py has to notice within some models, or for what is about graphs alone tests/unit/test_fair_symmetry.c.  One that is not
noticed is a failure; so is a place that the file no longer has.  Mistakes in how `within` counts tests/unit/test_ltl.c has to notice.

The last line is three counts for TEST_COUNTS: passed, failed, skipped.
"""
import glob
import os
import resource
import subprocess
import sys
import tempfile

SABOTEURS = ( # file, what stands there, what takes its place, what is then wrong
    ('fair_classes', 'if (added)\n', 'if (false)\n', 'ways round make nothing of anything'),
    ('fair_classes', 'renaming_inverse(r, naming)', 'naming', 'the way home takes a permutation for its inverse'),
    ('fair_classes', 'c->home[members[i]] = 0;', '(void)i;', 'the way home is from the component before'),
    ('fair_judge', 'j->enabled[name] != size_of(j, name)', 'j->enabled[name] != 1', 'a class counts as one instance'),
    ('fair_judge', 'note_enabled(j, label, name_of(j, node, label));', 'note_enabled(j, label, label);', 'what is enabled is counted by the name in the node'),
    ('fair_judge', 'note_stage(j, name_of(j, node, step.label), MET);', 'note_stage(j, step.label, MET);', 'what fires is noted by the name in the node'),
    ('fair_judge', 'is_strong(j, label) && j->stage[name_of(j, node, label)] == WAITS', 'is_strong(j, label) && j->stage[label] == WAITS',
     'what is taken out is chosen by the name in the node'),
    ('fair_judge', 'j->now == j->before + 1 ||', 'true ||', 'a weakly fair instance that the first node does not enable is waited for'),
    ('fair', 'if (*notes(h) & LEADS_BACK && h->rank[top(h)] == h->rank[h->path.list[0]])', 'if (*notes(h) & LEADS_BACK)', 'how far back a node leads is what its first step says'),
    ('formula_orbit', 'prover->orbit[i], n)] - 1;', 'prover->orbit[i], 0)] - 1;', 'the instance of the property keeps its name'),
    ('formula_orbit', 'formulas_renamed_instance(prover, rule->parameters, rule->parameter_count, label - first, naming)', 'label - first',
     'labels keep their names'),
    ('formula_orbit', 'if (atomic_load(&prover->met[label]))', 'if (false)', 'what one of an orbit meets is not met by the others'),
    ('formulas', 'prover->instance, start->naming)', 'prover->instance, 0)', 'the instance has its own name in every kept start state'),
    ('formulas', '&worker->x, prover->formula, prover->orbit[i], &atoms', '&worker->x, prover->formula, prover->instance, &atoms',
     'conditions are asked of one instance alone'),
    ('formulas', '&formula->atoms[a], prover->orbit[i], prover->rule', '&formula->atoms[a], prover->instance, prover->rule',
     'whether something fires is asked of one instance alone'),
    ('fair_arcs', '(uint64_t)namings_last(&prover->namings, thread) << prover->label_bits', '0', 'arcs lead on in the same names'),
    ('fair_lasso', 'f->back = renaming_inverse(f->product->renaming, f->naming);', 'f->back = f->naming;', 'the cycle looks back by the wrong names'),
    ('fair_lasso', 'go_by(f, step->naming);', '', 'the cycle keeps the names it began with'),
    ('fair_lasso', 'return f->stamp[after] != f->now;', 'return f->stamp[tracked] != f->now;', 'what is sought keeps its name over a step'),
    ('fair_join', 'return step;', 'return (step.naming = 0, step);', 'the run is joined in the same names'),
    ('fair_join', 'return at == step->to && !j->full;', 'return !j->full;', 'two places of the automaton count as one'),
    ('formula_run', 'uint32_t back = namings_inverse(&w->prover->namings, w->naming);', 'uint32_t back = w->naming;', 'real states fire by the wrong names'),
    ('formula_run', '} while (w->run->loop == UINT64_MAX);', '} while (false);', 'the cycle is taken to close where stored states do'),
    ('namings', 'out[e] = then[first[e]];', 'out[e] = first[then[e]];', 'permutations are multiplied the other way round'),
)
COUNTING = (
    ('ltl/terms', 'n <= bound &&', 'n < bound &&', 'within counts one less than it should'),
    ('ltl/terms', 'uint32_t then = n ? next(t, whole) : whole;', 'uint32_t then = whole;', 'one position counts as often as there is to count'),
    ('ltl/terms', 'until(t, f[1], combine(t, TERM_AND, f[1], ', 'until(t, f[1], combine(t, TERM_AND, f[0], ', 'what comes with the end counts'),
    ('ltl/terms', 'whole = until(t, f[1],', 'whole = until(t, TRUE_TERM,', 'what comes after the end counts'),
    ('ltl/terms', 'whole = release(t, f[0],', 'whole = release(t, FALSE_TERM,', 'denied, what comes after the end counts'),
    ('ltl/terms', 'combine(t, TERM_OR, g[1], combine(t, TERM_AND, g[0], then))', 'combine(t, TERM_OR, g[1], g[0])', 'denied, nothing counts'),
    ('ltl/lasso', 'count += right[from];', 'count += 1;', 'a run counts each position'),
    ('ltl/lasso', 'if (count > n->bound)', 'if (count >= n->bound)', 'a run may not come to the bound'),
    ('ltl/lasso', 'l->length * (n->bound + 2)', 'l->length', 'a run counts for one round'),
)
PATIENCE = 20 # seconds of the processor; the graphs take less than one
GRAPHS = ('fair', 'fair_classes', 'fair_join', 'fair_judge', 'fair_lasso', 'fair_part', 'fair_queue', 'fair_reach', 'renaming')
LIBRARIES = '-lxxhash -lJudy -ljansson -lmd -ldl -lm'.split()
FLAGS = '-std=c11 -D_GNU_SOURCE -DJUDYERROR_NOTEST -pthread -O1 -w -Ichecker'.split()


def compiled(folder, source, text):
    """`source` is a file of checker/, without .c."""
    made = os.path.join(folder, os.path.basename(source) + '.o')
    subprocess.run(['cc', *FLAGS, '-iquote', f'checker/{os.path.dirname(source)}', '-x', 'c', '-c', '-o', made, '-'], input=text, text=True, check=True)
    return made


def build(folder, source, text, build_folder):
    made = compiled(folder, source, text)
    others = [o for o in glob.glob(f'{build_folder}/checker/*/*.o') if not o.endswith((f'/{source}.o', '/cluster_mpi.o'))]
    program = os.path.join(folder, 'murrelet')
    subprocess.run(['cc', '-pthread', '-rdynamic', '-o', program, made, *others, *LIBRARIES], check=True)
    return program


def graphs(folder, source, text, build_folder):
    """The unit test of graphs, with the one file."""
    made, program = compiled(folder, 'engine/' + source, text), os.path.join(folder, 'graphs')
    others = [f'{build_folder}/checker/engine/{name}.o' for name in GRAPHS if name != source]
    others += glob.glob(f'{build_folder}/checker/ltl/*.o') + glob.glob(f'{build_folder}/checker/base/*.o') + [f'{build_folder}/checker/store/arcs.o']
    subprocess.run(['cc', *FLAGS, '-iquote', 'checker/engine', '-o', program, 'tests/unit/test_fair_symmetry.c', made, *others, '-lcriterion', *LIBRARIES], check=True)
    return program


def counts(folder, source, text, build_folder):
    """By the unit test of formulas, with the one file."""
    made, program = compiled(folder, source, text), os.path.join(folder, 'formulas')
    others = [o for o in glob.glob(f'{build_folder}/checker/ltl/*.o') if not o.endswith(f'/{source}.o')]
    subprocess.run(['cc', *FLAGS, '-o', program, 'tests/unit/test_ltl.c', made, *others, *glob.glob(f'{build_folder}/checker/base/*.o'), '-lcriterion', *LIBRARIES], check=True)
    return subprocess.run([program, '--jobs', '1'], capture_output=True, preexec_fn=limit, check=False).returncode != 0


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))


def is_noticed(folder, source, text, build_folder):
    """By a failure, or by no end in many times the seconds of the processor that the graphs take: a loaded machine is none."""
    if source in GRAPHS:
        command = [graphs(folder, source, text, build_folder), '--jobs', '1']
        return subprocess.run(command, capture_output=True, preexec_fn=limit, check=False).returncode != 0
    command = [sys.executable, 'tests/progress_symmetry.py', build(folder, 'engine/' + source, text, build_folder), '--models', '100', '--first', '1', '--states', '0']
    return 'FAIL model' in subprocess.run(command, capture_output=True, text=True, check=False).stdout


def try_all(saboteurs, root, noticed_by):
    """How many were noticed, and how many not.  With --places nothing is built: only whether a file still has the place.
    What is as it was must not be noticed: it is built like the others."""
    passed = failed = 0
    if '--places' not in sys.argv:
        source = saboteurs[0][0]
        with open(f'{root}/{source}.c', encoding='utf-8') as file, tempfile.TemporaryDirectory() as folder:
            failed += noticed_by(folder, source, file.read(), sys.argv[1])
            passed += not failed
            if failed:
                print(f'FAIL {source} without a mistake is noticed', flush=True)
    for source, old, new, wrong in saboteurs:
        with open(f'{root}/{source}.c', encoding='utf-8') as file:
            text = file.read()
        noticed = text.count(old) == 1
        if noticed and '--places' not in sys.argv:
            with tempfile.TemporaryDirectory() as folder:
                noticed = noticed_by(folder, source, text.replace(old, new), sys.argv[1])
        passed += noticed
        failed += not noticed
        if '--places' not in sys.argv or not noticed:
            print('noticed:' if noticed else 'FAIL not noticed, or not there:', wrong, flush=True)
    return passed, failed


def main():
    results = [try_all(SABOTEURS, 'checker/engine', is_noticed), try_all(COUNTING, 'checker', counts)]
    print(*(sum(numbers) for numbers in zip(*results)), 0)


if __name__ == '__main__':
    main()
