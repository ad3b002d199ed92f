#pragma once
#include <vector>
#define MAX 10
#define CHECK(x) do { if (!(x)) fail(#x, __LINE__); } while (0)
# 1 "marker.h" 1 3
LIBRARY_BEGIN_NAMESPACE
namespace a::inline b LIBRARY_VISIBILITY(default) {
#if MAX > 3
extern "C" {
#endif
inline LIBRARY_CONSTEXPR int f(int x) LIBRARY_NOEXCEPT(true);
LIBRARY_API std::vector<int> g();
int values[] = {
#ifdef A
  1,
#endif
  2 };
TEST(Suite, Name) { CHECK(a < b); EXPECT_EQ(1, 2) << "different"; FOREACH (x, y) { f(x); } }
#if MAX > 3
}
#endif
}
