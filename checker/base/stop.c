/* SPDX-License-Identifier: BSD-2-Clause */
/* stop.c - see stop.h. */
#include "stop.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>

static atomic_bool asked;
static volatile sig_atomic_t by_signal;
static void (*volatile to_undo)(void);

/* The next signal may come to another thread meanwhile: it ends the process once all is undone, and not before. */
static void on_signal(int number)
{
    by_signal = number;
    /* Nothing else is to be seen with it: relaxed. */
    bool again = atomic_exchange_explicit(&asked, true, memory_order_relaxed);
    if (to_undo)
        to_undo();
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    if (again)
        raise(number);
}

void stop_undoes(void (*undo)(void))
{
    to_undo = undo;
}

void stop_on_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigaddset(&action.sa_mask, SIGINT);
    sigaddset(&action.sa_mask, SIGTERM);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

void stop_take_back(void)
{
    atomic_store_explicit(&asked, false, memory_order_relaxed);
    stop_on_signals();
}

/* The signal may be another thread's, and ends no wait of this one: so it looks now and then. */
bool stop_wait(int file)
{
    struct pollfd input = {.fd = file, .events = POLLIN};
    while (!stop_asked()) {
        int ready = poll(&input, 1, 50);
        if (ready > 0 || (ready < 0 && errno != EINTR))
            break;
    }
    return !stop_asked();
}

int stop_signal(void)
{
    return by_signal;
}

bool stop_asked(void)
{
    return atomic_load_explicit(&asked, memory_order_relaxed);
}

atomic_bool *stop_note(void)
{
    return &asked;
}
