#pragma once
// Reduced Cartesian expansions of 1/r. Harmonic functions have d2/dz2 = -(d2/dx2 + d2/dy2). Therefore only the 2 n + 1
// derivatives of order n with at most one z are stored. docs/theory.md, 4.4.
//
// A set of coefficients of order P is an array of terms(P) values in rising order. Within an order, the terms without z
// precede those with one z; both are sorted by the number of y. Values are double or Pack.
#include "simd/pack.hpp"

#include <array>
#include <utility>

namespace rubble::gravity {

constexpr int terms(int order) { return (order + 1) * (order + 1); }

// k = (k_x, k_y, k_z): x^k = x^k_x y^k_y z^k_z, k! = k_x! k_y! k_z!, |k| = k_x + k_y + k_z.
struct MultiIndex {
  int x = 0, y = 0, z = 0;
  constexpr int order() const { return x + y + z; }
};

constexpr int order_of(int index) {
  int n = 0;
  while (terms(n) <= index) ++n;
  return n;
}
constexpr MultiIndex multi_index(int index) {
  const int n = order_of(index);
  const int k = index - n * n;
  return k <= n ? MultiIndex{n - k, k, 0} : MultiIndex{2 * n - k, k - n - 1, 1};
}
constexpr int index_of(MultiIndex e) {
  const int n = e.order();
  return n * n + (e.z == 0 ? e.y : n + 1 + e.y);
}

// Extended sets also hold the terms with z^2, after the others.
constexpr int extended(int order) { return terms(order) + order * (order - 1) / 2; }
template <int P>
constexpr int extended_index(MultiIndex e) {
  if (e.z < 2) return index_of(e);
  const int m = e.x + e.y;
  return terms(P) + m * (m + 1) / 2 + e.y;
}

// Calls f(integral_constant<int, i>) for i in [first, last).
template <int first, int last, class F>
[[gnu::always_inline]] inline void unroll(F&& f) {
  if constexpr (first < last) [&]<int... i>(std::integer_sequence<int, i...>) __attribute__((always_inline)) {
      (f(std::integral_constant<int, first + i>{}), ...);
    }
  (std::make_integer_sequence<int, last - first>{});
}

// Computes the z^2 terms of a harmonic set of order P.
template <int P, class T>
[[gnu::always_inline]] inline void extend(T* c) {
  unroll<terms(P), extended(P)>([&](auto at) __attribute__((always_inline)) {
    constexpr int k = at - terms(P);
    constexpr int m = [] {
      int n = 0;
      while ((n + 1) * (n + 2) / 2 <= k) ++n;
      return n;
    }();
    constexpr int y = k - m * (m + 1) / 2;
    constexpr int x = m - y;
    c[at] = -(c[index_of({x + 2, y, 0})] + c[index_of({x, y + 2, 0})]);
  });
}

// (x, y, z) => X_k = x^k / k!, reduced: sum_k X_k d^k shifts a harmonic function by (x, y, z). Recurrence with the unit
// indices e: n X_k = x X_(k - e_x) + y X_(k - e_y) + z X_(k - e_z), n = |k|.
template <int P, class T>
[[gnu::always_inline]] inline void monomials(T x, T y, T z, T* out) {
  out[0] = x * 0.0 + 1.0;
  unroll<1, terms(P)>([&](auto at) __attribute__((always_inline)) {
    constexpr MultiIndex e = multi_index(at);
    constexpr double share = 1.0 / e.order();
    T sum = x * 0.0;
    // The product of z with a z term of one order less contributes through z^2 = -(x^2 + y^2).
    if constexpr (e.x > 0) sum = fma(x, out[index_of({e.x - 1, e.y, e.z})], sum);
    if constexpr (e.y > 0) sum = fma(y, out[index_of({e.x, e.y - 1, e.z})], sum);
    if constexpr (e.z > 0) sum = fma(z, out[index_of({e.x, e.y, 0})], sum);
    if constexpr (e.z == 0 && e.x > 1) sum = fnma(z, out[index_of({e.x - 2, e.y, 1})], sum);
    if constexpr (e.z == 0 && e.y > 1) sum = fnma(z, out[index_of({e.x, e.y - 2, 1})], sum);
    out[at] = sum * share;
  });
}

// (d, 1 / |d|^2, 1 / |d|) => D_k = derivatives of 1 / |d|, extended. From the recurrence (docs/theory.md 4.4)
//   n |d|^2 D_k = -(2 n - 1) sum_i k_i d_i D_(k - i) - (n - 1) sum_i k_i (k_i - 1) D_(k - 2 i),  n = |k|,
// for F_k = (-1)^n n! / ((2 n - 1)!! k!) D_k, in which all factors but one cancel:
//   F_k = sum_i (d_i / |d|^2) F_(k - i) - (n - 1)^2 / ((2 n - 1) (2 n - 3)) / |d|^2 sum_i F_(k - 2 i).
template <int P, class T>
[[gnu::always_inline]] inline void derivatives(T x, T y, T z, T inverse_square, T inverse, T* out) {
  const T ux = x * inverse_square;
  const T uy = y * inverse_square;
  const T uz = z * inverse_square;
  out[0] = inverse;
  unroll<1, P + 1>([&](auto n) __attribute__((always_inline)) {
    constexpr double weight = -(n - 1.0) * (n - 1.0) / ((2.0 * n - 1) * (2.0 * n - 3));
    const T w = inverse_square * weight;
    unroll<n * n, terms(n)>([&](auto at) __attribute__((always_inline)) {
      constexpr MultiIndex e = multi_index(at);
      T f;
      if constexpr (e.z > 0) {
        f = uz * out[index_of({e.x, e.y, 0})];
        if constexpr (e.x > 0) f = fma(ux, out[index_of({e.x - 1, e.y, 1})], f);
      } else if constexpr (e.x > 0) {
        f = ux * out[index_of({e.x - 1, e.y, 0})];
      }
      if constexpr (e.y > 0 && e.x + e.z > 0) f = fma(uy, out[index_of({e.x, e.y - 1, e.z})], f);
      if constexpr (e.y > 0 && e.x + e.z == 0) f = uy * out[index_of({e.x, e.y - 1, e.z})];
      if constexpr (e.x > 1 && e.y > 1)
        f = fma(w, out[index_of({e.x - 2, e.y, e.z})] + out[index_of({e.x, e.y - 2, e.z})], f);
      else if constexpr (e.x > 1)
        f = fma(w, out[index_of({e.x - 2, e.y, e.z})], f);
      else if constexpr (e.y > 1)
        f = fma(w, out[index_of({e.x, e.y - 2, e.z})], f);
      out[at] = f;
    });
  });
  unroll<1, terms(P)>([&](auto at) __attribute__((always_inline)) {
    constexpr double factor = [] {
      constexpr MultiIndex e = multi_index(decltype(at)::value);
      double v = 1;
      for (int n = 1; n <= e.order(); ++n) v *= -(2.0 * n - 1) / n;
      for (int n = 2; n <= e.x; ++n) v *= n;
      for (int n = 2; n <= e.y; ++n) v *= n;
      return v;
    }();
    out[at] = out[at] * factor;
  });
  extend<P>(out);
}

// Sum over j of c_j d_(a + j) for |a| + |j| <= P; d is extended.
template <int P, int a, class T, class U, class V>
[[gnu::always_inline]] inline T contract(const U* c, const V* d) {
  constexpr MultiIndex e = multi_index(a);
  T sum = c[0] * d[a];
  unroll<1, terms(P - e.order())>([&](auto b) __attribute__((always_inline)) {
    constexpr MultiIndex f = multi_index(b);
    sum = fma(c[b], d[extended_index<P>({e.x + f.x, e.y + f.y, e.z + f.z})], sum);
  });
  return sum;
}

// Adds the product of two reduced sets to `out`, up to order P, with z z = -(x x + y y).
template <int P, class T>
[[gnu::always_inline]] inline void add_product(const T* p, const T* q, T* out) {
  unroll<0, terms(P)>([&](auto a) __attribute__((always_inline)) {
    constexpr MultiIndex e = multi_index(a);
    unroll<0, terms(P - e.order())>([&](auto b) __attribute__((always_inline)) {
      constexpr MultiIndex f = multi_index(b);
      if constexpr (e.z + f.z < 2) {
        constexpr int to = index_of({e.x + f.x, e.y + f.y, e.z + f.z});
        out[to] = fma(p[a], q[b], out[to]);
      } else {
        constexpr int x2 = index_of({e.x + f.x + 2, e.y + f.y, 0});
        constexpr int y2 = index_of({e.x + f.x, e.y + f.y + 2, 0});
        out[x2] = fnma(p[a], q[b], out[x2]);
        out[y2] = fnma(p[a], q[b], out[y2]);
      }
    });
  });
}

}  // namespace rubble::gravity
