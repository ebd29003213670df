/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * builtin.c - what every protocol in SLICC may use without declaring it.
 *
 * gem5 declares these in files that come with it.  Here are declarations of our
 * own, of what has a meaning in a machine that is checked, so that a protocol
 * can be read without a checkout of gem5 (builtin.sm).
 */
#include "builtin.h"

#include <stddef.h>
#include <string.h>

/* The text of builtin.sm is part of this program. */
__asm__(".pushsection .rodata\n"
        ".global slicc_builtin_text\n"
        ".hidden slicc_builtin_text\n"
        "slicc_builtin_text:\n"
        ".incbin \"checker/slicc/builtin.sm\"\n"
        ".byte 0\n"
        ".popsection\n");

static bool is_among(const char *name, const char *const *list)
{
    for (; *list; list++)
        if (!strcmp(name, *list))
            return true;
    return false;
}

bool slicc_builtin_dropped(const char *routine)
{
    static const char *const names[] = {
        "functionalRead", "functionalWrite", "functionalReadBuffers", "functionalWriteBuffers", "functionalMemoryRead",
        "functionalMemoryWrite", "getAccessPermission", "setAccessPermission", "recordRequestType",
        "checkResourceAvailable", "testAndRead", "testAndReadMask", "testAndWrite", "getCoherenceType",
        "recordCacheTrace", "profileMsgDelay", NULL};
    return is_among(routine, names);
}

bool slicc_builtin_silent(const char *call)
{
    static const char *const names[] = {
        "DPRINTF", "DPRINTFN", "APPEND_TRANSITION_COMMENT", "profileMsgDelay", "setMRU", "profileDemandMiss",
        "profileDemandHit", "profilePrefetchMiss", "profilePrefetchHit", "recordRequestType", "changePermission",
        "evictionCallback", "incomingTransactionStart", "incomingTransactionEnd", "outgoingTransactionStart",
        "outgoingTransactionEnd", "observeMiss", "observePfHit", "observePfMiss", "clearAtomicLogEntries", NULL};
    return is_among(call, names);
}
