/* Makes the n-th call of one function of the C library fail, or kills the process there: preloaded by compiler/tests/it/faults.rs.
 *
 * FAULT=CALL:N:ERRNO:once|always|kill|tear names the call, FAULT_COUNTS a file for the number of calls of each function. The process ends
 * before the call that kills it; one that tears a write ends after the first half of the bytes.
 * Children are not touched, because the library takes its own variables out of the environment. */

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum call { WRITE, READ, OPEN, RENAME, SYNC, MKDIR, REMOVE, LOCK, PIPE, SPAWN, LIST, STAT, THREAD, CALLS };

static const char *NAMES[CALLS] = {"write", "read", "open", "rename", "sync", "mkdir", "remove",
                                   "lock",  "pipe", "spawn", "list", "stat", "thread"};

static atomic_long made[CALLS];
static int chosen = -1, error, always, kills, tears;
static long nth;
static char counts[4096];

__attribute__((constructor)) static void begin(void)
{
    const char *fault = getenv("FAULT"), *file = getenv("FAULT_COUNTS");
    char name[16], mode[16];
    if (fault && sscanf(fault, "%15[^:]:%ld:%d:%15s", name, &nth, &error, mode) == 4) {
        for (int call = 0; call < CALLS; call++)
            if (!strcmp(NAMES[call], name))
                chosen = call;
        always = !strcmp(mode, "always");
        tears = !strcmp(mode, "tear");
        kills = tears || !strcmp(mode, "kill");
    }
    if (file)
        snprintf(counts, sizeof counts, "%s", file);
    unsetenv("FAULT");
    unsetenv("FAULT_COUNTS");
    unsetenv("LD_PRELOAD");
}

__attribute__((destructor)) static void end(void)
{
    FILE *file = counts[0] ? (chosen = -1, fopen(counts, "w")) : NULL;
    for (int call = 0; file && call < CALLS; call++)
        fprintf(file, "%s %ld\n", NAMES[call], (long)made[call]);
    if (file)
        fclose(file);
}

static void end_at_once(void)
{
    kill(getpid(), SIGKILL);
    for (;;)
        pause();
}

/* Says whether this call fails, and sets errno then. */
static int fails(enum call call)
{
    long number = atomic_fetch_add(&made[call], 1) + 1;
    if ((int)call != chosen || number < nth || (number > nth && !always))
        return 0;
    if (kills && !tears)
        end_at_once();
    errno = error;
    return 1;
}

#define FUNCTION(type, name, parameters, arguments, call, failed)                                                                  \
    type name parameters                                                                                                           \
    {                                                                                                                              \
        static type(*real) parameters;                                                                                             \
        if (!real)                                                                                                                 \
            real = dlsym(RTLD_NEXT, #name);                                                                                        \
        return fails(call) ? failed : real arguments;                                                                              \
    }

ssize_t write(int file, const void *bytes, size_t length)
{
    static ssize_t (*real)(int, const void *, size_t);
    if (!real)
        real = (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    if (!fails(WRITE))
        return real(file, bytes, length);
    if (!tears)
        return -1;
    real(file, bytes, length / 2);
    end_at_once();
    return -1;
}

FUNCTION(ssize_t, writev, (int file, const struct iovec *parts, int number), (file, parts, number), WRITE, -1)
FUNCTION(ssize_t, read, (int file, void *bytes, size_t length), (file, bytes, length), READ, -1)
FUNCTION(int, rename, (const char *from, const char *to), (from, to), RENAME, -1)
FUNCTION(int, fsync, (int file), (file), SYNC, -1)
FUNCTION(int, fdatasync, (int file), (file), SYNC, -1)
FUNCTION(int, mkdir, (const char *path, mode_t mode), (path, mode), MKDIR, -1)
FUNCTION(int, unlink, (const char *path), (path), REMOVE, -1)
FUNCTION(int, unlinkat, (int folder, const char *path, int flags), (folder, path, flags), REMOVE, -1)
FUNCTION(int, rmdir, (const char *path), (path), REMOVE, -1)
FUNCTION(int, flock, (int file, int operation), (file, operation), LOCK, -1)
FUNCTION(int, pipe2, (int files[2], int flags), (files, flags), PIPE, -1)
FUNCTION(pid_t, fork, (void), (), SPAWN, -1)
FUNCTION(DIR *, opendir, (const char *path), (path), LIST, NULL)
FUNCTION(DIR *, fdopendir, (int file), (file), LIST, NULL)
FUNCTION(int, statx, (int folder, const char *path, int flags, unsigned mask, struct statx *into),
         (folder, path, flags, mask, into), STAT, -1)

/* These return their error instead of setting errno. */
FUNCTION(int, posix_spawn,
         (pid_t *child, const char *path, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
          char *const arguments[], char *const environment[]),
         (child, path, actions, attributes, arguments, environment), SPAWN, error)
FUNCTION(int, posix_spawnp,
         (pid_t *child, const char *path, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
          char *const arguments[], char *const environment[]),
         (child, path, actions, attributes, arguments, environment), SPAWN, error)
FUNCTION(int, pthread_create, (pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument),
         (thread, attributes, body, argument), THREAD, error)

/* The mode is an argument only where a file can be made. */
#define OPEN_FUNCTION(name, parameters, before)                                                                                    \
    int name parameters                                                                                                            \
    {                                                                                                                              \
        static int (*real)();                                                                                                      \
        va_list rest;                                                                                                              \
        va_start(rest, flags);                                                                                                     \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;                                                    \
        va_end(rest);                                                                                                              \
        if (!real)                                                                                                                 \
            real = (int (*)())dlsym(RTLD_NEXT, #name);                                                                             \
        return fails(OPEN) ? -1 : real before;                                                                                     \
    }

OPEN_FUNCTION(open, (const char *path, int flags, ...), (path, flags, mode))
OPEN_FUNCTION(open64, (const char *path, int flags, ...), (path, flags, mode))
OPEN_FUNCTION(openat, (int folder, const char *path, int flags, ...), (folder, path, flags, mode))
OPEN_FUNCTION(openat64, (int folder, const char *path, int flags, ...), (folder, path, flags, mode))
