/* SPDX-License-Identifier: BSD-2-Clause */
/* Files are complete, or as they were before. */
#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/output.h"

static char folder[] = "/tmp/murrelet-output-XXXXXX";

static void set_up(void)
{
    cr_assert(mkdtemp(folder));
    cr_assert_eq(chdir(folder), 0);
}

static void tear_down(void)
{
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    cr_assert_eq(system(command), 0);
}

TestSuite(output, .init = set_up, .fini = tear_down);

static void put(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    cr_assert(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

static const char *get(const char *path)
{
    static char text[256];
    FILE *file = fopen(path, "r");
    cr_assert(file, "%s is there", path);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    return text;
}

static unsigned files(void)
{
    unsigned count = 0;
    DIR *dir = opendir(".");
    while (dir && readdir(dir))
        count++;
    closedir(dir);
    return count - 2;
}

static bool say(const char *path, const char *text)
{
    struct output *output = output_begin(path, OUTPUT_REPORT);
    if (!output)
        return false;
    fputs(text, output_stream(output));
    return output_end(output);
}

Test(output, a_file_is_there_when_it_is_whole)
{
    struct output *output = output_begin("new", OUTPUT_DURABLE);
    cr_assert(output);
    cr_assert(!output_is_live(output));
    fputs("some", output_stream(output));
    fflush(output_stream(output));
    cr_assert_eq(access("new", F_OK), -1);
    cr_assert(output_end(output));
    cr_assert_str_eq(get("new"), "some");
    cr_assert_eq(files(), 1);
}

Test(output, a_file_that_is_dropped_stays_as_it_was)
{
    put("old", "before");
    struct output *output = output_begin("old", OUTPUT_REPORT);
    fputs("after", output_stream(output));
    fflush(output_stream(output));
    cr_assert_str_eq(get("old"), "before");
    output_drop(output);
    cr_assert_str_eq(get("old"), "before");
    cr_assert_eq(files(), 1);
}

Test(output, a_file_that_found_no_room_stays_as_it_was)
{
    static char long_text[200000];
    struct rlimit limit = {100000, 100000};
    put("old", "before");
    signal(SIGXFSZ, SIG_IGN);
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    memset(long_text, 'x', sizeof long_text - 1);
    cr_assert(!say("old", long_text));
    cr_assert_eq(errno, EFBIG, "%s", strerror(errno));
    cr_assert(!say("new", long_text));
    cr_assert_str_eq(get("old"), "before");
    cr_assert_eq(files(), 1);
}

Test(output, a_run_that_is_killed_leaves_nothing)
{
    put("old", "before");
    pid_t child = fork();
    if (child == 0) {
        struct output *output = output_begin("old", OUTPUT_REPORT);
        fputs("after", output_stream(output));
        fflush(output_stream(output));
        raise(SIGKILL);
    }
    int status;
    waitpid(child, &status, 0);
    cr_assert(WIFSIGNALED(status));
    cr_assert_str_eq(get("old"), "before");
    /* One more where the file system knows no nameless files. */
    int nameless = open(".", O_TMPFILE | O_WRONLY, 0600);
    cr_assert_eq(files(), nameless >= 0 ? 1 : 2);
}

Test(output, modes_are_kept_and_new_ones_follow_the_mask)
{
    struct stat status;
    put("old", "before");
    cr_assert_eq(chmod("old", 0640), 0);
    umask(027);
    cr_assert(say("old", "after") && say("new", "x"));
    cr_assert(stat("old", &status) == 0 && (status.st_mode & 07777) == 0640);
    cr_assert(stat("new", &status) == 0 && (status.st_mode & 07777) == 0640);
    umask(0);
    cr_assert(say("old", "again") && stat("old", &status) == 0 && (status.st_mode & 07777) == 0640);
}

Test(output, links_stay_and_their_targets_are_written)
{
    struct stat status;
    cr_assert_eq(mkdir("inner", 0700), 0);
    put("inner/target", "before");
    cr_assert(symlink("inner/target", "link") == 0 && symlink("link", "far") == 0);
    cr_assert(symlink("inner/none", "dangling") == 0 && symlink("round", "round") == 0);
    cr_assert(say("far", "after"));
    cr_assert(lstat("far", &status) == 0 && S_ISLNK(status.st_mode));
    cr_assert(lstat("link", &status) == 0 && S_ISLNK(status.st_mode));
    cr_assert_str_eq(get("inner/target"), "after");
    cr_assert(say("dangling", "new"));
    cr_assert_str_eq(get("inner/none"), "new");
    cr_assert(!say("round", "new") && errno == ELOOP);
}

Test(output, devices_and_pipes_are_written_and_never_replaced)
{
    struct stat status;
    cr_assert_eq(mkfifo("pipe", 0600), 0);
    int reader = open("pipe", O_RDONLY | O_NONBLOCK);
    struct output *output = output_begin("pipe", OUTPUT_DURABLE);
    cr_assert(output && output_is_live(output));
    fputs("some", output_stream(output));
    cr_assert(output_end(output), "%s", strerror(errno));
    char text[8] = "";
    cr_assert_eq(read(reader, text, sizeof text), 4);
    cr_assert(lstat("pipe", &status) == 0 && S_ISFIFO(status.st_mode));
    cr_assert(say("/dev/null", "some"));
    cr_assert(stat("/dev/null", &status) == 0 && S_ISCHR(status.st_mode));
    cr_assert(!say("/dev/full", "some") && errno == ENOSPC);
    close(reader);
    signal(SIGPIPE, SIG_IGN);
    int ends[2];
    char name[32];
    cr_assert_eq(pipe(ends), 0);
    snprintf(name, sizeof name, "/dev/fd/%d", ends[1]);
    close(ends[0]);
    cr_assert(!say(name, "some") && errno == EPIPE, "%s", strerror(errno));
}

Test(output, what_the_standard_output_leads_to_is_written_through_it)
{
    pid_t child = fork();
    if (child == 0) {
        if (!freopen("out", "w", stdout))
            _exit(1);
        printf("one ");
        bool good = say("/dev/stdout", "two ") && say("out", "three ") && say("-", "four ");
        printf("five");
        fflush(stdout);
        _exit(!good);
    }
    int status;
    waitpid(child, &status, 0);
    cr_assert_eq(status, 0);
    cr_assert_str_eq(get("out"), "one two three four five");
}

Test(output, a_descriptor_goes_on_where_it_was)
{
    char name[32];
    int file = open("out", O_WRONLY | O_CREAT, 0600);
    cr_assert_eq(write(file, "one ", 4), 4);
    snprintf(name, sizeof name, "/dev/fd/%d", file);
    cr_assert(say(name, "two"));
    cr_assert_eq(write(file, " three", 6), 6);
    cr_assert_str_eq(get("out"), "one two three");
}

Test(output, what_cannot_be_written_says_why)
{
    cr_assert(!say("no/such/folder", "x") && errno == ENOENT);
    cr_assert(!say(".", "x") && errno == EISDIR, "%s", strerror(errno));
}

/* As somebody who may not do everything. */
Test(output, folders_and_files_that_may_not_be_written)
{
    put("old", "before");
    put("fixed", "before");
    cr_assert(chmod("old", 0666) == 0 && chmod("fixed", 0444) == 0 && chmod(".", 0755) == 0);
    pid_t child = fork();
    if (child == 0) {
        if (geteuid() == 0 && setuid(65534) != 0)
            _exit(1);
        if (geteuid() != 65534)
            _exit(0); /* the folder is our own */
        bool good = say("old", "after") && !say("fixed", "after") && errno == EACCES && !say("new", "x") && errno == EACCES;
        _exit(!good);
    }
    int status;
    waitpid(child, &status, 0);
    cr_assert_eq(status, 0);
    cr_assert_str_eq(get("fixed"), "before");
    cr_assert_str_eq(get("old"), geteuid() == 0 ? "after" : "before");
}

Test(output, two_at_once_are_each_whole)
{
    struct output *one = output_begin("file", OUTPUT_REPORT), *two = output_begin("file", OUTPUT_REPORT);
    fputs("one", output_stream(one));
    fputs("two", output_stream(two));
    fflush(output_stream(one));
    cr_assert(output_end(two));
    cr_assert_str_eq(get("file"), "two");
    cr_assert(output_end(one));
    cr_assert_str_eq(get("file"), "one");
    cr_assert_eq(files(), 1);
}
