/* SPDX-License-Identifier: BSD-2-Clause */
/* stack.c - see stack.h. */
#include "stack.h"

#include <sys/mman.h>
#include <unistd.h>

#define PLAIN (UINT64_C(8) << 20) /* what a thread has that asks for nothing */

/* Set before there is any other thread. */
static bool is_large;

uint64_t stack_frames(void)
{
    return is_large ? STACK_FRAMES : PLAIN / STACK_FACTOR;
}

static void *reserve(size_t bytes)
{
    void *stack = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED)
        return NULL;
    madvise(stack, bytes, MADV_NOHUGEPAGE); /* its first bytes are all that most threads touch */
    if (mprotect(stack, (size_t)sysconf(_SC_PAGESIZE), PROT_NONE) == 0)
        return stack;
    munmap(stack, bytes);
    return NULL;
}

bool stack_start(struct stack_thread *thread, void *(*run)(void *), void *data)
{
    pthread_attr_t attributes;
    *thread = (struct stack_thread){.bytes = STACK_FACTOR * STACK_FRAMES};
    if (is_large && !(thread->stack = reserve(thread->bytes)))
        return false;
    pthread_attr_init(&attributes);
    if (thread->stack)
        pthread_attr_setstack(&attributes, thread->stack, thread->bytes);
    else
        pthread_attr_setstacksize(&attributes, PLAIN);
    bool started = pthread_create(&thread->thread, &attributes, run, data) == 0;
    pthread_attr_destroy(&attributes);
    if (!started && thread->stack)
        munmap(thread->stack, thread->bytes);
    return started;
}

void stack_join(struct stack_thread *thread)
{
    pthread_join(thread->thread, NULL);
    if (thread->stack)
        munmap(thread->stack, thread->bytes);
}

struct program {
    int (*run)(int, char **);
    int argc;
    char **argv;
    int code;
};

static void *run_program(void *data)
{
    struct program *program = data;
    program->code = program->run(program->argc, program->argv);
    return NULL;
}

int stack_main(int (*run)(int, char **), int argc, char **argv)
{
    struct program program = {run, argc, argv, 0};
    struct stack_thread thread;
    is_large = true;
    if (!stack_start(&thread, run_program, &program)) {
        is_large = false;
        return run(argc, argv);
    }
    stack_join(&thread);
    return program.code;
}
