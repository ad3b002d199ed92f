class EXPORT shape final : public base {
public:
  shape() noexcept(false) : base(1), size_{2}, Mixin<T>(x)... {}
  explicit shape(int size = 3, ...) try : size_(size) {} catch (...) { throw; }
  shape(const shape&) = delete;
  virtual ~shape() = default;
  shape& operator=(shape&& other) & { return *this; }
  explicit operator bool() const { return size_ != 0; }
  friend bool operator<(const shape& a, const shape& b) { return a.size_ < b.size_; }
  auto operator<=>(const shape&) const = default;
  void* operator new[](std::size_t n);
  [[nodiscard]] virtual int area() const override = 0;
  template <class U> friend class other;
  friend std::ostream& operator<<(std::ostream&, const shape&);
  static constexpr inline int count = 0;
  mutable int cache : 4, : 0;
  auto name(this auto&& self) -> std::string_view;
  struct { int x, y; } point;
  enum class color : unsigned char { red, green = 5, blue, };
protected:
  int size_ = 0;
  int values[3]{1, 2, 3};
};
shape::shape(int n) : size_(n) {}
template <class T> typename outer<T>::inner* outer<T>::inner::next() const noexcept { return next_; }
inline bool operator""_on(unsigned long long x) { return x != 0'0; }
struct point p{.x = 1, .y = {2}};
