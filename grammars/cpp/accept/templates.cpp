template <typename T, int N = 3, template <class> class C, typename... Rest> struct box;
template <typename T> struct box<T*, 0, list> : public base<T>, virtual private other<T>::type { using base<T>::base; };
template <class T, class = std::enable_if_t<std::is_integral<T>::value && !std::is_same<T, bool>::value>> T half(T x) { return x / 2; }
template <typename... T> constexpr bool all(T... x) { return (x && ...); }
template <typename T> constexpr int depth = sizeof(T) > 4 ? 1 : 2;
template <> constexpr int depth<std::map<int, std::vector<std::vector<int>>>> = 9;
template <class T> using pointer = typename std::add_pointer<T>::type;
template <class T> concept sized = requires(T x, const T& y) { x.size(); { y.size() } noexcept -> same<int>; typename T::type; requires sizeof(T) > 1; };
template <sized T> requires (N > 1) && sized<T> void take(T&&, sized auto y);
template class box<int>;
extern template class box<char>;
template <class T> box(T) -> box<T>;
std::function<void(int, const char*)> callback;
int (*table[3])(int), std::vector<int>::*member;
bool less = a < b && c > d, call = a<b, c>(d), shift = a >> 3;
auto value = object.template get<0>() + box<int>::depth + (N < M ? N : M);
