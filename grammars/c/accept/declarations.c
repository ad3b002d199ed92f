# 1 "declarations.c"
typedef unsigned long size_t, *sizes[3], (*hash)(const void *, size_t);
struct empty {};
struct list { struct list *next; unsigned length : 7, : 0; union { int i; float f; }; char text[0]; } __attribute__((packed, aligned(4)));
enum colour { RED, GREEN = 2, BLUE, };
extern int printf(const char *restrict format, ...) __attribute__((__format__(__printf__, 1, 2))) __asm__("printf_1");
static __inline __const int *volatile *const pointers[2][3], one = 1;
_Static_assert(sizeof(struct list) > 4, "size");
_Alignas(16) _Thread_local __int128 wide; _Float128 real = 0x1.8p+3; _Atomic(int) shared;
__extension__ typedef long long int wide_int;
__typeof__(one + 1) other; typeof(int *) pointer;
int (*table(int a))(double), (*functions[])(void) = { 0 };
int matrix[][2] = { [0] = { 1, 2 }, [1 ... 3] = { [1] = 5 } }, point[] = { 1, };
struct list node = { .length = 3, .i = 1 }, old = { length: 4 };
old_style(a, b, c) char *a; int b[], (*c)(); { return b[0]; }
static DEFINE(main) { return 0; }
LIST_HEAD(head, list) heads;
WRAPPED(int, x)
API int * CALL api OF((int a, char **b));
int f(int [static 3], int n, int (*)(int), T (U), va_list, register char c[*]);
