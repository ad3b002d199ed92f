#ifndef LINES_H  /* a comment
   of two lines */
#define LINES_H
#define SIZE 3
#define ADD(a, b) ((a) + \
                   (b)) // it's
#include <stdio.h>
#if X
int one;
#elif Y
int two;
#else
int three;
#endif
enum e {
#define A A
    A,
#ifdef B
    B
#endif
};
struct
#ifdef TAG
tag
#endif
{
    int a;
#if 0
    int b;
#endif
};
static
#ifdef INLINE
inline
#endif
int f(int a,
#ifdef B
      int b,
#endif
      int c)
{
#if X
    if (a) {
#else
    if (c) {
#endif
        a = c
#pragma omp
            + 1;
    }
#ifdef Y
    else if (a)
        f(a,
#ifdef B
          1,
#endif
          2);
#endif
    else
        f(1, 2);
    int t[] = {
#include "table.h"
#ifdef Y
        1,
#endif
        2
    };
    return a &&
#ifdef Y
        1 &&
#endif
        2;
}
#endif
