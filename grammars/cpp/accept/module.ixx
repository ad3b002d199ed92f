module;
#include <cstdio>
export module geometry.shapes:round;
import std;
export import :base;
import <vector>;
export namespace geometry { double area(double r); }
export { template <class T> class circle; }
export int answer = 42;
module :private;
