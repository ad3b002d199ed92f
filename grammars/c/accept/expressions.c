int f(struct s *p, T *t)
{
    int a = 1, b = a ? : 2, c[3] = { 0 };
    size_t n = sizeof(int) + sizeof (T *) + sizeof a + _Alignof(double) + sizeof(a)[0];
    a = (int)b + (T)c[1] - (size_t)-1 * (a) - (T *)p->next->value.x + (const char **)(void *)t;
    a += b <<= c[0] >>= 1, b ^= ~!-+a--, *&a = ++b;
    p->point = (struct point) { .x = 1, .y = (a, b) };
    a = (int []) { 1, 2 }[1] + ({ int x = a; x * 2; }) + (a == b || a != b && a <= b) ;
    b = __builtin_offsetof(struct s, member[2]) + __builtin_types_compatible_p(int, T *) + __builtin_va_arg(ap, unsigned long);
    c[0] = _Generic(a, int: 1, char *: 2, default: 0) + 'a' + L'\n' + '\'' + '\x7f' + 0x7fULL + 1e-3f + .5 + 1. + 0b11;
    puts("%" PRIu64 "a\"b" "c" SUFFIX(x)); puts(u8"z" "\
continued");
    container_of(p, struct s, list)->x(a)(b)[1]++;
    MACRO(==, a, { return; }, +)
    SELECT(a b, c);
    x = 16 KB + sizeof *t + (z_const unsigned char *) a;
    (*t->function)(1), (f)(2), ((void (*)(int))t)(3);
    return a < b ? a > b ? 1 : 2 : a - -b + +a & b | c[0] ^ a % 2;
}
