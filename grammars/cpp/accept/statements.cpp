int main(int argc, char** argv) {
  for (auto& [key, value] : map) std::cout << key << ": " << value << '\n';
  for (int i = 0, n = size(); i < n && !done; ++i) continue;
  for (std::vector<int>::iterator it = v.begin(); it != v.end(); ++it) { *it *= 2; }
  if (auto it = map.find(3); it != map.end()) return it->second; else if constexpr (N > 2) return 1;
  while (node* next = pop()) delete next;
  try { throw std::runtime_error("no" " way"); } catch (const std::exception& e) { throw; } catch (...) {}
  auto add = [&total, this, copy = std::move(x)]<class T>(T x, auto... rest) mutable noexcept -> int { return total += x; };
  [[maybe_unused]] std::unique_ptr<int[]> array(new int[10]());
  a * b = &c;
  T object(1, f(x)), other{};
  static const std::map<std::string, int> names = {{"a", 1}, {R"(raw ")", 2}, {R"x(a)" b)x", 3}};
  switch (kind) { case color::red: case 3 ... 5: [[fallthrough]]; default: goto end; }
  x = reinterpret_cast<const unsigned char*>(argv[0])[1] + (int)y - (std::size_t)sizeof(int) + int(3.5f) + sizeof...(T);
  using namespace std::literals;
  auto p = ::new (buffer) T(std::forward<Args>(args)...);
  co_await task;
  for co_await (auto x : stream) co_yield x;
  (object.*method)(1), (pointer->*method)(2);
  static_assert(sizeof(int) == 4, "size");
  asm volatile("nop" : "=r"(x) : "r"(y) : "memory");
end:
  return a ? throw 1 : not b and c;
}
