/* SPDX-License-Identifier: BSD-2-Clause */
/* stop.c - see stop.h. */
#include "stop.h"

#include <signal.h>

static atomic_bool asked;

static void on_signal(int number)
{
    (void)number;
    /* Nothing else is to be seen with it: relaxed. */
    atomic_store_explicit(&asked, true, memory_order_relaxed);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
}

void stop_on_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

bool stop_asked(void)
{
    return atomic_load_explicit(&asked, memory_order_relaxed);
}

atomic_bool *stop_note(void)
{
    return &asked;
}
