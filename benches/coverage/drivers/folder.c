/* Runs every file of a folder through LLVMFuzzerTestOneInput.
 *
 * The coverage builds link this file; AFL++ brings its own main for the same function. Inputs run in child processes of up
 * to BATCH files. When an input crashes or exceeds its CPU time, the child ends and the next child starts with the file
 * behind it. The profile is a file mapped into all children (LLVM_PROFILE_FILE with %c), so the branches of such an input
 * are counted too.
 *
 * usage: driver INPUT_DIR SCRATCH_DIR [CPU_SECONDS]
 * With CPU_SECONDS, no child starts after the children have used so much time together: a program that takes exponential time
 * for some inputs would otherwise take hours for a folder.
 * Prints one line about the inputs that ran: "texts N bytes N crashed N slow N".
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* AFL++ has the same limit for an input. */
enum { BATCH = 200, CPU_SECONDS_PER_INPUT = 1 };
static const rlim_t MEMORY_BYTES = (rlim_t)2 << 30;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What a child tells its parent, in shared memory. */
struct progress {
    long at;    /* the file that runs now */
    long bytes; /* sum of the sizes of all files that began to run */
};

static int is_file(const struct dirent *entry) { return entry->d_name[0] != '.'; }

/* Reads a whole file. The block is exactly as large as the file, so that a read behind its end is noticed by sanitizers. */
static uint8_t *read_file(int folder, const char *name, size_t *size) {
    int file = openat(folder, name, O_RDONLY);
    struct stat stat;
    if (file < 0 || fstat(file, &stat) || !S_ISREG(stat.st_mode)) {
        if (file >= 0) close(file);
        return NULL;
    }
    uint8_t *data = malloc(stat.st_size ? stat.st_size : 1);
    *size = 0;
    for (ssize_t n; *size < (size_t)stat.st_size && (n = read(file, data + *size, stat.st_size - *size)) > 0;) *size += n;
    close(file);
    return data;
}

static void limit_resources(void) {
    struct rlimit memory = {MEMORY_BYTES, MEMORY_BYTES}, core = {0, 0};
    setrlimit(RLIMIT_AS, &memory);
    setrlimit(RLIMIT_CORE, &core);
    int null = open("/dev/null", O_RDWR);
    for (int stream = 0; stream < 3; stream++) dup2(null, stream);
}

/* Runs the files from progress->at on, and ends the process. SIGPROF ends it when one input takes too much CPU time. */
static void run_batch(int folder, struct dirent **files, long end, struct progress *progress) {
    limit_resources();
    for (; progress->at < end; progress->at++) {
        size_t size;
        uint8_t *data = read_file(folder, files[progress->at]->d_name, &size);
        if (!data) continue;
        progress->bytes += size;
        struct itimerval limit = {{0, 0}, {CPU_SECONDS_PER_INPUT, 0}};
        setitimer(ITIMER_PROF, &limit, NULL);
        LLVMFuzzerTestOneInput(data, size);
        free(data);
    }
    _exit(0);
}

/* Returns the CPU time of all children that have ended. */
static double seconds_of_children(void) {
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

int main(int argc, char **argv) {
    struct dirent **files;
    double limit = argc == 4 ? atof(argv[3]) : INFINITY;
    int folder = argc == 3 || argc == 4 ? open(argv[1], O_RDONLY | O_DIRECTORY) : -1;
    long count = folder < 0 ? -1 : scandirat(folder, ".", &files, is_file, alphasort);
    if (count < 0 || chdir(argv[2])) {
        fprintf(stderr, "usage: %s INPUT_DIR SCRATCH_DIR [CPU_SECONDS]\n", argv[0]);
        return 2;
    }
    struct progress *progress = mmap(NULL, sizeof *progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    long crashed = 0, slow = 0;
    while (progress->at < count && seconds_of_children() < limit) {
        long end = progress->at + BATCH < count ? progress->at + BATCH : count;
        int status;
        pid_t child = fork();
        if (child == 0) run_batch(folder, files, end, progress);
        if (child < 0 || waitpid(child, &status, 0) != child) return 1;
        if (WIFEXITED(status) && progress->at == end) continue;
        if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF) slow++;
        else crashed++; /* also an input that called exit() */
        progress->at++;
    }
    printf("texts %ld bytes %ld crashed %ld slow %ld\n", progress->at, progress->bytes, crashed, slow);
    return 0;
}
