/* The frame of the program that `stand_in.rs` writes: its random bytes, and how texts are written and measured. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAX_DEPTH MAX_DEPTH_HERE
/* Random bytes for one turn, and for the text in which they run out. */
#define REGION (1L << 24)
#define MARGIN (1L << 22)
#define TEXT (1L << 24)

typedef struct {
  int length;
  const char *text;
} string;

static unsigned char *region;
static unsigned char *random_at;
static char *text;
static char *text_at;

/* One choice, one byte. */
static inline unsigned below(unsigned bound) { return (*random_at++ * bound) >> 8; }

static inline void byte(char c) { *text_at++ = c; }

static inline void literal(const char *from, int length) {
  memcpy(text_at, from, length);
  text_at += length;
}

static inline void copy(const string *from) {
  memcpy(text_at, from->text, from->length);
  text_at += from->length;
}

/* FUNCTIONS */

static void refill(void) {
  static unsigned long long state = 88172645463325252ULL;
  for (long i = 0; i < REGION + MARGIN; i += 8) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    unsigned long long mixed = state * 2685821657736338717ULL;
    memcpy(region + i, &mixed, 8);
  }
  random_at = region;
}

static long nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1000000000L + now.tv_nsec;
}

/* Each line of the standard input asks for so many texts. */
int main(void) {
  region = malloc(REGION + MARGIN);
  text = malloc(TEXT);
  long count;
  while (scanf("%ld", &count) == 1) {
    refill();
    long bytes = 0;
    long begin = nanoseconds();
    for (long i = 0; i < count; i++) {
      if (random_at > region + REGION) {
        fprintf(stderr, "the random bytes would repeat\n");
        return 1;
      }
      text_at = text;
      START_HERE(1);
      bytes += text_at - text;
    }
    printf("%ld %ld\n", bytes, nanoseconds() - begin);
    fflush(stdout);
  }
  return 0;
}
