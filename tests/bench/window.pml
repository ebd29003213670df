/* SPDX-License-Identifier: BSD-2-Clause */
/* Go-back-N over lossy channels; see window.m, whose steps these are. */
#ifndef WINDOW
#define WINDOW 3
#endif
#ifndef CHANNEL
#define CHANNEL 3
#endif
#define MODULUS (WINDOW + 1)

chan frames = [CHANNEL] of { byte, bit };
chan acks = [CHANNEL] of { byte };

byte base, used, expected, taken;
bit kept[WINDOW];

active proctype protocol() {
    byte i, n;
    bit d;
end:
    do
    :: d_step { used < WINDOW -> kept[used] = 0; used++ }
    :: d_step { used < WINDOW -> kept[used] = 1; used++ }
    :: atomic {
        used > 0 && nfull(frames) ->
        do
        :: i + 1 < used -> i++
        :: break
        od;
        frames ! (base + i) % MODULUS, kept[i];
        i = 0
       }
    :: atomic {
        frames ? n, d ->
        if
        :: n == expected ->
           assert(taken < used && d == kept[taken]);
           taken++;
           expected = (expected + 1) % MODULUS
        :: else
        fi;
        n = 0; d = 0
       }
    :: atomic { nfull(acks) -> acks ! expected }
    :: atomic {
        acks ? n ->
        n = (n + MODULUS - base) % MODULUS;
        if
        :: n <= used ->
           assert(n <= taken);
           i = 0;
           do
           :: i + n < used -> kept[i] = kept[i + n]; i++
           :: i + n >= used && i < used -> kept[i] = 0; i++
           :: i >= used -> break
           od;
           used = used - n;
           taken = taken - n;
           base = (base + n) % MODULUS;
           i = 0
        :: else
        fi;
        n = 0
       }
    :: d_step { nempty(frames) -> frames ? n, d; n = 0; d = 0 }
    :: d_step { nempty(acks) -> acks ? n; n = 0 }
    od
}
