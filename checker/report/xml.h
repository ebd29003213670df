/* SPDX-License-Identifier: BSD-2-Clause */
/* xml.h - text as XML takes it. */
#ifndef MURRELET_XML_H
#define MURRELET_XML_H

#include <stdio.h>

/* What has a meaning in XML is escaped; of control characters the line's end and the tab stay; what is no character is '?'. */
void xml_put(const char *text, FILE *);
void xml_put_bytes(const char *text, size_t length, FILE *);

#endif
