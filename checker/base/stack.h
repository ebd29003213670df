/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * stack.h - stacks that are large enough for what a model may nest.
 *
 * A model's calls are counted in the bytes of their frames (murphi/frame.h),
 * and more than stack_frames() of them are a violation.  What compiled code
 * and the interpreter take for these is some times as much: that they do not
 * take STACK_FACTOR times as much is tested.  Below each stack lies a page
 * that cannot be touched.
 *
 * The address space is reserved, and takes memory where it is used.
 */
#ifndef MURRELET_STACK_H
#define MURRELET_STACK_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STACK_FACTOR 64u
#define STACK_FRAMES (UINT64_C(64) << 20) /* bytes of frames, where the address space is not bounded */

/* Run the program itself on such a stack; plainly, where there is none to be had. */
int stack_main(int (*run)(int, char **), int argc, char **argv);

/* A thread on such a stack; false where there can be none.  Ended by stack_join. */
struct stack_thread {
    pthread_t thread;
    void *stack; /* NULL: a plain one */
    size_t bytes;
};
bool stack_start(struct stack_thread *, void *(*run)(void *), void *data);
void stack_join(struct stack_thread *);

/* How many bytes of frames may nest, on every thread of this process. */
uint64_t stack_frames(void);

#endif
