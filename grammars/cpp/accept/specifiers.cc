typedef unsigned long long int word __attribute__((aligned(8)));
extern "C" int printf(const char* format, ...) __attribute__((__format__(__printf__, 1, 2)));
alignas(16) static thread_local struct state* volatile current = nullptr;
constexpr const auto& first = table[0], last = *table;
decltype(auto) forward(decltype(first) x) { return (x); }
__extension__ typedef __int128 wide;
int (f)(int), (&reference)[3] = array, *(*g)(char) = 0;
consteval auto square(auto x) -> decltype(x * x) { return x * x; }
enum flags : int;
enum { none [[deprecated]], some = 1 << 3, };
using handler = void (*)(int) noexcept;
