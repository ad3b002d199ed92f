int g(int n)
{
    __label__ inner;
    int nested(int a) { return a + n; }
    static const T table[] = { 1, 2 }, *const end = table + 2;
    T x, *y = 0; T **z; T (*call)(int) = 0; auto int w;
    if (n) if (n > 1) return 1; else return 2; else ;
    for (int i = 0, j = 1; i < n; i++, j--) { continue; }
    for (;;) break;
    do n--; while (n);
    while (n) LOOP(n) { x = 1; }
    switch (n) { case 1: case 2 ... 4: n = 1; break; case 'a': default: n = 2; }
    goto *(&&inner + n);
inner: __attribute__((unused))
    goto inner;
    __asm__ volatile ("mov %0, %[b]" : "=r"(n), "+m" (x) : [b] "r"(y) : "cc", "memory");
    asm("nop"); asm goto ("" : : : : inner);
    LOCK
    foo(n) bar(n);
    x * y;
    { }
end: ;
}
