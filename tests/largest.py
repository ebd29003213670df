#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""largest.py VARIABLES RULES SCALARS: a model of these sizes, all of it used.  Its start state is all there is to it: it violates
the property, for to visit it takes the square of its size.

The rules include the start state and the property; one variable is an array.
"""
import sys
variables, rules, scalars = map(int, sys.argv[1:])
rest = scalars - (variables - 1)
print(f"var a: array [1 .. {rest}] of 0 .. 3;")
for i in range(1, variables):
    print(f"var v{i}: 0 .. 3;")
print("startstate")
print(f"  for i := 1 to {rest} do a[i] := 0; end;")
for i in range(1, variables):
    print(f"  v{i} := 0;")
print("end;")
print(f'ruleset i: 1 .. {rest} do rule "a" a[i] < 1 & v1 = 0 ==> begin a[i] := a[i] + 1; v2 := 1; end; end;')
for i in range(1, rules - 2):
    k, n = i % (variables - 1) + 1, (i + 1) % (variables - 1) + 1
    print(f'rule "r{i}" v{k} < 1 & v{n} = 0 ==> begin v{k} := v{k} + 1; end;')
print('invariant "bound" v1 != 0;')
