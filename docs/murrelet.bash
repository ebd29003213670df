# SPDX-License-Identifier: BSD-2-Clause
# bash completion for murrelet: made from its commands by `murrelet help --bash`.

# Files that end so, and folders.
_murrelet_files()
{
    local end
    for end in $ends; do
        compgen -f -X "!*$end" -- "$now"
    done
    if [ -n "$ends" ]; then compgen -d -- "$now"; else compgen -f -- "$now"; fi
}

# Machines and their variants, which the program lists; bash breaks words at a colon, and takes what stands behind it.
_murrelet_names()
{
    local list=$names
    if [ "$names" = machines ]; then list=$("${COMP_WORDS[0]}" machines 2>/dev/null | awk 'NR > 1 && /^[^ ]/ { print $1 }'); fi
    compgen -W "$list" -- "$whole"
}

_murrelet()
{
    local command=${COMP_WORDS[1]} now=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words='' choices='' names='' operands='' ends='' whole
    whole=$now
    if [ "$now" = : ] && [ "$COMP_CWORD" -gt 2 ]; then
        whole=$before: now='' before=${COMP_WORDS[COMP_CWORD-2]}
    elif [ "$before" = : ] && [ "$COMP_CWORD" -gt 3 ]; then
        whole=${COMP_WORDS[COMP_CWORD-2]}:$now before=${COMP_WORDS[COMP_CWORD-3]}
    fi
    COMPREPLY=()
    case $command in
    check) words='--help --machine --driver --invariant --threads --search --walks --seed --symmetry --check-symmetry --multiset-reduction --store --hash-bits --bitstate-memory --bitstate-hashes --deadlock --covers --only --skip --witness --max-errors --loop-limit --recursion-limit --ltl --fair --strong-fair --memory --max-depth --max-states --max-seconds --estimate --spill --checkpoint --checkpoint-every --resume --trace --all --fewest-switches --slice --watch --junit --sarif --tap --markdown --coverage --html --trace-out --json --stats --properties --graph --quiet --const --dialect --warn --color --dump --cc --opt --no-cache' ;;
    replay) words='--help --model --all --trace --const --dialect --warn --color --dump --cc --opt --no-cache' ;;
    show) words='--help --html --svg --mermaid --itf --dot --text' ;;
    step) words='--help --all --machine --driver --invariant --at --outcome --prefetch --warm --evictions --size --const --dialect --warn --color --dump --cc --opt --no-cache' ;;
    rules) words='--help --machine --driver --invariant --const --dialect --warn --color --dump' ;;
    print) words='--help --flatten --c --multiset-reduction --machine --driver --invariant --const --dialect --warn --color --dump' ;;
    fmt) words='--help --in-place --check --dialect --color' ;;
    slicc) words='--help --output --copies --ordered --request --machine --core --promise --covers --no-values --no-single-writer --check --color' ;;
    lsp) words='--help --stdio' ;;
    litmus) words='--help --machine --outcome --at --trace --all --slice --fewest-switches --trace-out --html --dot --coverage --progress --stats --watch --const --json --color --prefetch --warm --evictions --no-liveness --ends --placement --layout --max-states --max-seconds --memory --threads --cc --opt --no-cache' ;;
    suite) words='--help --machine --model --filter --shard --merge --thorough --pair-states --threads --json --junit --markdown --html --coverage --expect --allow-incomplete --resume --fresh --total-seconds --quiet --color --trace-out --slice --fewest-switches --watch --all --const --stats --prefetch --warm --evictions --no-liveness --ends --placement --layout --max-states --max-seconds --memory --cc --opt --no-cache' ;;
    races) words='--help --model --strict --literal --widen --reference --outcomes --json --dot --quiet --unroll --max-executions --max-states --max-seconds --memory --cc --opt --no-cache' ;;
    outcomes) words='--help --cat --include --coherence --progress --no-outcomes --unroll --max-seconds --json --dot' ;;
    infer) words='--help --model --filter --threads --json --fresh --generated --fragments --vocabulary --edges --processes --internal --trace-out --slice --fewest-switches --watch --all --const --stats --html --prefetch --warm --evictions --no-liveness --ends --placement --layout --max-states --max-seconds --memory --cc --opt --no-cache' ;;
    generate) words='--help --folder --names --minimal --spare --weaker --every --vocabulary --edges --processes --internal --like --kill --mutant --mutants --test --threads --total-seconds --json --in --operator --at --count --seed --prefetch --warm --evictions --no-liveness --ends --placement --layout --max-states --max-seconds --memory --cc --opt --no-cache' ;;
    distinguish) words='--help --both --test --json --total-seconds --vocabulary --edges --processes --internal --prefetch --warm --evictions --no-liveness --ends --placement --layout --max-states --max-seconds --memory --cc --opt --no-cache' ;;
    mutate) words='--help --const --dialect --machine --in --operator --at --count --seed --check --driver --test --suite --max-seconds --all-checks --processes --cc --list --keep --json --quiet' ;;
    machines) words='--help --json --check --new --trace-out --slice --fewest-switches --watch --all --const --stats --html --cc --opt --no-cache' ;;
    table) words='--help --max-states --memory --json --const --lowered --every-row --machine --driver --invariant --cc --opt --no-cache' ;;
    help) words='--help --man --markdown --bash' ;;
    esac
    if [ "$COMP_CWORD" = 1 ]; then
        words='check replay show step rules print fmt slicc lsp litmus suite races outcomes infer generate distinguish mutate machines table help --help --version'
    fi
    case $command:$before in
    check:--search) choices='bfs dfs random' ;;
    check:--symmetry) choices='off exact heuristic' ;;
    check:--multiset-reduction) choices='on off' ;;
    check:--store) choices='auto flat judy compact bitstate runs' ;;
    check:--deadlock) choices='stuttering stuck off' ;;
    check:--covers) choices='violation report' ;;
    check:--trace) choices='diff full none' ;;
    check:--dialect) choices='rumur cmurphi' ;;
    check:--warn) choices='none default error' ;;
    check:--color) choices='auto always never' ;;
    check:--opt) choices='0 1 2 3' ;;
    replay:--trace) choices='diff full none' ;;
    replay:--dialect) choices='rumur cmurphi' ;;
    replay:--warn) choices='none default error' ;;
    replay:--color) choices='auto always never' ;;
    replay:--opt) choices='0 1 2 3' ;;
    step:--dialect) choices='rumur cmurphi' ;;
    step:--warn) choices='none default error' ;;
    step:--color) choices='auto always never' ;;
    step:--opt) choices='0 1 2 3' ;;
    rules:--dialect) choices='rumur cmurphi' ;;
    rules:--warn) choices='none default error' ;;
    rules:--color) choices='auto always never' ;;
    print:--multiset-reduction) choices='on off' ;;
    print:--dialect) choices='rumur cmurphi' ;;
    print:--warn) choices='none default error' ;;
    print:--color) choices='auto always never' ;;
    fmt:--dialect) choices='rumur cmurphi' ;;
    fmt:--color) choices='auto always never' ;;
    slicc:--color) choices='auto always never' ;;
    litmus:--trace) choices='none short diff full' ;;
    litmus:--progress) choices='none fair hsa obe lobe hsa-obe' ;;
    litmus:--color) choices='auto always never' ;;
    litmus:--placement) choices='apart paired all regroup' ;;
    litmus:--layout) choices='default all' ;;
    litmus:--opt) choices='0 1 2 3' ;;
    suite:--color) choices='auto always never' ;;
    suite:--placement) choices='apart paired all regroup' ;;
    suite:--layout) choices='default all' ;;
    suite:--opt) choices='0 1 2 3' ;;
    races:--opt) choices='0 1 2 3' ;;
    outcomes:--coherence) choices='model total partial' ;;
    outcomes:--progress) choices='none fair hsa obe lobe hsa-obe' ;;
    infer:--vocabulary) choices='wide scoped apart agent mixed owned warm orders scopes strong loads' ;;
    infer:--placement) choices='apart paired all regroup' ;;
    infer:--layout) choices='default all' ;;
    infer:--opt) choices='0 1 2 3' ;;
    generate:--vocabulary) choices='wide scoped apart agent mixed owned warm orders scopes strong loads' ;;
    generate:--placement) choices='apart paired all regroup' ;;
    generate:--layout) choices='default all' ;;
    generate:--opt) choices='0 1 2 3' ;;
    distinguish:--vocabulary) choices='wide scoped apart agent mixed owned warm orders scopes strong loads' ;;
    distinguish:--placement) choices='apart paired all regroup' ;;
    distinguish:--layout) choices='default all' ;;
    distinguish:--opt) choices='0 1 2 3' ;;
    mutate:--dialect) choices='rumur cmurphi' ;;
    machines:--opt) choices='0 1 2 3' ;;
    table:--opt) choices='0 1 2 3' ;;
    check:--machine) names=machines ;;
    check:--driver) names='free endless' ;;
    step:--machine) names=machines ;;
    step:--driver) names='free endless' ;;
    rules:--machine) names=machines ;;
    rules:--driver) names='free endless' ;;
    print:--machine) names=machines ;;
    print:--driver) names='free endless' ;;
    slicc:--machine) names=machines ;;
    litmus:--machine | litmus:-m) names=machines ;;
    suite:--machine | suite:-m) names=machines ;;
    mutate:--machine | mutate:-m) names=machines ;;
    mutate:--driver) names='free endless' ;;
    table:--machine) names=machines ;;
    table:--driver) names='free endless' ;;
    machines:--check) names=machines ;;
    esac
    case $command in
    check) ends='.m' ;;
    replay) ends='.json' ;;
    show) ends='.json' ;;
    step) ends='.litmus .m' ;;
    rules) ends='.m' ;;
    print) ends='.m' ;;
    fmt) ends='.litmus .m' ;;
    slicc) ends='' ;;
    lsp) ends='' ;;
    litmus) ends='.litmus' ;;
    suite) ends='.litmus' ;;
    races) ends='.litmus' ;;
    outcomes) ends='.litmus' ;;
    infer) ends='.litmus' operands=machines ;;
    generate) ends='' ;;
    distinguish) ends='' operands=machines ;;
    mutate) ends='.m' ;;
    machines) ends='' ;;
    table) ends='.m' operands=machines ;;
    help) ends='' ;;
    esac
    if [ -n "$choices" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$now")
    elif [ "$COMP_CWORD" = 1 ] || [[ $now = -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$now")
    else
        if [[ $before = -* ]]; then ends=''; else names=${names:-$operands}; fi
        if [ -n "$names" ]; then
            mapfile -t COMPREPLY < <(_murrelet_names)
            ends=${ends:-.m}
            if [ ${#COMPREPLY[@]} -gt 0 ]; then compopt +o filenames 2>/dev/null; fi
        fi
        if [ ${#COMPREPLY[@]} = 0 ]; then mapfile -t COMPREPLY < <(_murrelet_files); fi
        if [ "$whole" != "$now" ]; then COMPREPLY=("${COMPREPLY[@]#"${whole%"$now"}"}"); fi
    fi
}
complete -o filenames -F _murrelet murrelet
