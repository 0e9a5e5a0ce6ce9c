#pragma once
// The passes of the fast multipole method for expansions of order P. Included by fmm_order<P>.cpp alone.
#include "base/parallel.hpp"
#include "gravity/expansion.hpp"
#include "gravity/fmm_work.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::gravity {
namespace {

template <int P, bool potential>
class PassesOf {
 public:
  explicit PassesOf(Fmm::Work& work) : w_(work), cells_(work.tree.cells()) {}

  void run() {
    const std::size_t n = cells_.size();
    w_.balls.resize(n), w_.low.resize(n), w_.high.resize(n);
    w_.multipole.resize(n * kMoments), w_.local.resize(n * kStride);
    divide(w_);
    each_domain([&](std::int32_t c) {
      for (std::int32_t i = cell(c).last; i-- > c;) gather(i);
    });
    for (std::size_t k = w_.above.size(); k-- > 0;) gather(w_.above[k]);
    limit_errors(w_);
    interact();
    for (const std::int32_t c : w_.above) hand_down(c);
    each_domain([&](std::int32_t c) {
      for (std::int32_t i = c; i < cell(c).last; ++i) cell(i).leaf() ? deliver(i) : hand_down(i);
    });
  }

 private:
  // Stored moments: mass, then orders 2 ... P; about a centre of mass there is no dipole.
  static constexpr int kMoments = (terms(P) - 3 + 3) / 4 * 4;
  // Stored field: orders 1 ... P, then order 0, which only the potential needs.
  static constexpr int kStride = (terms(P) - 1 + (potential ? 1 : 0) + 3) / 4 * 4;
  static constexpr int moment_slot(int index) { return index == 0 ? 0 : index - 3; }
  static constexpr int field_slot(int index) { return index == 0 ? terms(P) - 1 : index - 1; }
  static constexpr int kFirst = potential ? 0 : 1;

  const Cell& cell(std::int32_t c) const { return cells_[static_cast<std::size_t>(c)]; }
  Ball& ball(std::int32_t c) { return w_.balls[static_cast<std::size_t>(c)]; }
  double* moments(std::int32_t c) { return &w_.multipole[static_cast<std::size_t>(c) * kMoments]; }
  double* field(std::int32_t c) { return &w_.local[static_cast<std::size_t>(c) * kStride]; }

  template <class F>
  void each_domain(F&& f) {
    const auto n = static_cast<std::ptrdiff_t>(w_.domains.size());
#pragma omp parallel for schedule(dynamic) if (n > 1)
    for (std::ptrdiff_t d = 0; d < n; ++d) f(w_.domains[static_cast<std::size_t>(d)]);
  }

  // Mass, centre, size and moments of a cell, from its bodies or its children; its field becomes 0.
  void gather(std::int32_t c) {
    double m[terms(P)];
    cell(c).leaf() ? gather_bodies(c, m) : gather_children(c, m);
    double* stored = moments(c);
    std::fill(stored, stored + kMoments, 0.0);
    unroll<0, terms(P)>([&](auto i) {
      if constexpr (i == 0 || i > 3) stored[moment_slot(i)] = m[i];
    });
    std::fill(field(c), field(c) + kStride, 0.0);
  }

  void gather_bodies(std::int32_t c, double* out) {
    const Bodies& b = w_.bodies;
    const Span span = cell(c).bodies;
    Vec3 weighted = Vec3::Zero(), sum = Vec3::Zero();
    Vec3 low(b.x[span.first], b.y[span.first], b.z[span.first]), high = low;
    double mass = 0;
    for (std::int32_t i = span.first; i < span.last; ++i) {
      const Vec3 x(b.x[i], b.y[i], b.z[i]);
      weighted += b.mass[i] * x, mass += b.mass[i], sum += x;
      low = low.cwiseMin(x), high = high.cwiseMax(x);
    }
    const Vec3 centre = mass > 0 ? Vec3(weighted / mass) : Vec3(sum / cell(c).count);
    Four m[terms(P)];
    for (Four& v : m) v = all(0);
    Four inertia = all(0), farthest = all(0);
    for (std::int32_t i = span.first; i < span.end(); i += 4) {
      const Four x = load(&b.x[i]) - centre.x(), y = load(&b.y[i]) - centre.y(), z = load(&b.z[i]) - centre.z();
      const Four weight = load(&b.mass[i]), square = fused(x, x, fused(y, y, z * z));
      inertia = fused(weight, square, inertia);
      farthest = square > farthest ? square : farthest;
      Four power[terms(P)];
      powers<P>(x, y, z, power);
      unroll<0, terms(P)>([&](auto k) { m[k] = fused(weight, power[k], m[k]); });
    }
    unroll<0, terms(P)>([&](auto k) { out[k] = across(m[k]); });
    Ball& to = ball(c);
    to.x = centre.x(), to.y = centre.y(), to.z = centre.z(), to.mass = mass;
    to.radius = std::sqrt(std::max(std::max(farthest[0], farthest[1]), std::max(farthest[2], farthest[3])));
    to.source = mass > 0 ? std::sqrt(across(inertia) / mass) : 0;
    to.extent = kExtent * to.radius;
    w_.low[static_cast<std::size_t>(c)] = low, w_.high[static_cast<std::size_t>(c)] = high;
  }

  void gather_children(std::int32_t c, double* out) {
    const std::int32_t child[2] = {c + 1, cell(c).right};
    const Ball &p = ball(child[0]), &q = ball(child[1]);
    Ball& to = ball(c);
    const double mass = p.mass + q.mass;
    const double share = mass > 0 ? q.mass / mass : double(cell(child[1]).count) / cell(c).count;
    to.mass = mass;
    to.x = p.x + share * (q.x - p.x), to.y = p.y + share * (q.y - p.y), to.z = p.z + share * (q.z - p.z);
    std::fill(out, out + terms(P), 0.0);
    double inertia = 0, reach = 0;
    for (const std::int32_t i : child) {
      const Ball& b = ball(i);
      const double x = b.x - to.x, y = b.y - to.y, z = b.z - to.z, square = x * x + y * y + z * z;
      inertia += b.mass * (b.source * b.source + square);
      reach = std::max(reach, b.radius + std::sqrt(square));
      double power[terms(P)], m[terms(P)];
      powers<P>(x, y, z, power);
      const double* stored = moments(i);
      unroll<0, terms(P)>([&](auto k) { m[k] = k == 0 || k > 3 ? stored[moment_slot(k)] : 0; });
      add_product<P>(power, m, out);
    }
    Vec3& low = w_.low[static_cast<std::size_t>(c)];
    Vec3& high = w_.high[static_cast<std::size_t>(c)];
    low = w_.low[static_cast<std::size_t>(child[0])].cwiseMin(w_.low[static_cast<std::size_t>(child[1])]);
    high = w_.high[static_cast<std::size_t>(child[0])].cwiseMax(w_.high[static_cast<std::size_t>(child[1])]);
    const Vec3 centre(to.x, to.y, to.z);
    const double corner = (centre - low).cwiseMax(high - centre).norm();
    to.radius = std::min(reach, corner);
    to.source = mass > 0 ? std::sqrt(inertia / mass) : 0;
    to.extent = kExtent * to.radius;
  }

  // Whether two cells may act on each other by expansions: these converge, and their error, estimated as M / d^2 (s / d)^P
  // with s the size of the source plus that of the target, is below both limits.
  static bool far_apart(const Ball& a, const Ball& b) {
    const double x = b.x - a.x, y = b.y - a.y, z = b.z - a.z;
    const double square = x * x + y * y + z * z, reach = kReach * (a.radius + b.radius);
    if (!(square > reach * reach)) return false;
    const double there = a.source + b.extent, back = b.source + a.extent;
    const double far = power<P + 2>(square);
    return a.mass * a.mass * power<P>(there * there) <= b.limit * b.limit * far &&
           b.mass * b.mass * power<P>(back * back) <= a.limit * a.limit * far;
  }
  template <int n>
  static double power(double v) {
    if constexpr (n == 1) return v;
    else if constexpr (n % 2 == 0) return power<n / 2>(v * v);
    else return v * power<n / 2>(v * v);
  }

  void interact() {
    w_.lists.resize(static_cast<std::size_t>(threads()));
    w_.tasks.clear();
    Lists& top = w_.lists[0];
    walk_top(top);
    const auto domains = static_cast<std::int32_t>(w_.domains.size());
    order_tasks(w_.tasks, domains);
    w_.turn.resize(static_cast<std::size_t>(domains));
    char* turn = w_.turn.data();
    if (threads() == 1 || domains == 1) {
      for (const CellPair& t : w_.tasks) act(t, w_.lists[0]);
      return;
    }
#pragma omp parallel
#pragma omp single
    for (const CellPair& t : w_.tasks) {
      const CellPair task = t;
#pragma omp task firstprivate(task) depend(inout : turn[task.a], turn[task.b])
      act(task, w_.lists[static_cast<std::size_t>(omp_get_thread_num())]);
    }
  }

  // Pairs above and of domains: those that are far apart at once, the others become tasks.
  void walk_top(Lists& lists) {
    lists.stack.assign(1, {0, 0}), lists.far.clear();
    while (!lists.stack.empty()) {
      const CellPair p = lists.stack.back();
      lists.stack.pop_back();
      const std::int32_t da = w_.domain_of[static_cast<std::size_t>(p.a)], db = w_.domain_of[static_cast<std::size_t>(p.b)];
      if (p.a == p.b) {
        if (da >= 0) w_.tasks.push_back({da, da});
        else split_self(p.a, lists.stack);
      } else if (far_apart(ball(p.a), ball(p.b))) {
        lists.far.push_back(p);
      } else if (da >= 0 && db >= 0) {
        w_.tasks.push_back({da, db});
      } else {
        const bool first = db >= 0 || (da < 0 && ball(p.a).radius > ball(p.b).radius);
        split(p, first, lists.stack);
      }
    }
    expand(lists.far);
  }

  void split_self(std::int32_t c, std::vector<CellPair>& stack) {
    const std::int32_t l = c + 1, r = cell(c).right;
    stack.push_back({l, r}), stack.push_back({r, r}), stack.push_back({l, l});
  }
  void split(CellPair p, bool first, std::vector<CellPair>& stack) {
    if (first) stack.push_back({cell(p.a).right, p.b}), stack.push_back({p.a + 1, p.b});
    else stack.push_back({p.a, cell(p.b).right}), stack.push_back({p.a, p.b + 1});
  }

  // One task: two domains, or one with itself.
  void act(CellPair task, Lists& lists) {
    lists.stack.assign(1, {w_.domains[static_cast<std::size_t>(task.a)], w_.domains[static_cast<std::size_t>(task.b)]});
    lists.far.clear(), lists.near.clear();
    while (!lists.stack.empty()) {
      const CellPair p = lists.stack.back();
      lists.stack.pop_back();
      const Cell &a = cell(p.a), &b = cell(p.b);
      if (p.a == p.b) {
        if (a.leaf()) lists.near.push_back(p);
        else split_self(p.a, lists.stack);
        continue;
      }
      const Ball &u = ball(p.a), &v = ball(p.b);
      if (far_apart(u, v)) {
        if (a.count * b.count <= kDirectBodies) lists.near.push_back(p);
        else lists.far.push_back(p);
        if (lists.far.size() == kBatch) expand(lists.far), lists.far.clear();
      } else if (a.leaf() && b.leaf()) {
        lists.near.push_back(p);
      } else {
        split(p, b.leaf() || (!a.leaf() && u.radius > v.radius), lists.stack);
      }
      if (lists.near.size() >= kBatch) sum_near(lists.near);
    }
    expand(lists.far), sum_near(lists.near);
  }

  void sum_near(std::vector<CellPair>& pairs) {
    for (const CellPair& p : pairs) {
      const Span a = cell(p.a).bodies, b = cell(p.b).bodies;
      if (p.a == p.b) w_.near->self(w_.bodies, a, a);
      else w_.near->mutual(w_.bodies, a, b);
    }
    pairs.clear();
  }

  void expand(const std::vector<CellPair>& pairs) {
    for (std::size_t k = 0; k < pairs.size(); k += kLanes) expand(&pairs[k], std::min(kLanes, pairs.size() - k));
  }

  // Four interactions at once, both ways each: with d from a to b, the field of a about b is
  // L_i = sum_j (-1)^j M_j D_(i+j)(d), that of b about a L_i = (-1)^i sum_j M_j D_(i+j)(d).
  void expand(const CellPair* pairs, std::size_t count) {
    std::int32_t a[kLanes], b[kLanes];
    for (std::size_t k = 0; k < kLanes; ++k) {
      const CellPair p = pairs[std::min(k, count - 1)];
      a[k] = p.a, b[k] = p.b;
    }
    Four x = load(&ball(a[0]).x), y = load(&ball(a[1]).x), z = load(&ball(a[2]).x), unused = load(&ball(a[3]).x);
    transpose(x, y, z, unused);
    Four bx = load(&ball(b[0]).x), by = load(&ball(b[1]).x), bz = load(&ball(b[2]).x);
    unused = load(&ball(b[3]).x);
    transpose(bx, by, bz, unused);
    x = bx - x, y = by - y, z = bz - z;
    const Four inverse_square = 1.0 / fused(x, x, fused(y, y, z * z));
    Four inverse;
    for (std::size_t k = 0; k < kLanes; ++k) inverse[k] = std::sqrt(inverse_square[k]);
    Four d[extended(P)];
    derivatives<P>(x, y, z, inverse_square, inverse, d);
    Four ma[kMoments], mb[kMoments];
    fetch(a, ma), fetch(b, mb);
    Four fa[kStride], fb[kStride];
    for (int i = terms(P) - kFirst; i < kStride; ++i) fa[i] = fb[i] = all(0);
    unroll<kFirst, terms(P)>([&](auto i) __attribute__((always_inline)) {
      constexpr Exponent e = exponent_of(i);
      Four to_a = mb[0] * d[i], to_b = ma[0] * d[i];
      unroll<4, terms(P - e.order())>([&](auto j) __attribute__((always_inline)) {
        constexpr Exponent f = exponent_of(j);
        const Four both = d[extended_index<P>({e.x + f.x, e.y + f.y, e.z + f.z})];
        to_a = fused(mb[moment_slot(j)], both, to_a);
        to_b = f.order() % 2 == 0 ? fused(ma[moment_slot(j)], both, to_b) : unfused(ma[moment_slot(j)], both, to_b);
      });
      fa[field_slot(i)] = e.order() % 2 == 0 ? to_a : -to_a;
      fb[field_slot(i)] = to_b;
    });
    add(a, fa, count), add(b, fb, count);
  }

  [[gnu::always_inline]] void fetch(const std::int32_t* c, Four* out) {
    const double *p = moments(c[0]), *q = moments(c[1]), *r = moments(c[2]), *s = moments(c[3]);
    unroll<0, kMoments / 4>([&](auto k) __attribute__((always_inline)) {
      Four u = load(p + 4 * k), v = load(q + 4 * k), w = load(r + 4 * k), t = load(s + 4 * k);
      transpose(u, v, w, t);
      out[4 * k] = u, out[4 * k + 1] = v, out[4 * k + 2] = w, out[4 * k + 3] = t;
    });
  }

  // The lanes one after the other: two may be of one cell.
  [[gnu::always_inline]] void add(const std::int32_t* c, Four* in, std::size_t count) {
    unroll<0, kStride / 4>([&](auto k) __attribute__((always_inline)) {
      transpose(in[4 * k], in[4 * k + 1], in[4 * k + 2], in[4 * k + 3]);
    });
    for (std::size_t lane = 0; lane < count; ++lane) {
      double* to = field(c[lane]);
      unroll<0, kStride / 4>([&](auto k) __attribute__((always_inline)) {
        store(to + 4 * k, load(to + 4 * k) + in[4 * k + static_cast<int>(lane)]);
      });
    }
  }

  // Field of a cell about the centres of its children, added to theirs.
  void hand_down(std::int32_t c) {
    double f[extended(P)];
    f[0] = 0;
    const double* stored = field(c);
    unroll<kFirst, terms(P)>([&](auto k) { f[k] = stored[field_slot(k)]; });
    extend<P>(f);
    const Ball& from = ball(c);
    for (const std::int32_t i : {c + 1, cell(c).right}) {
      const Ball& to = ball(i);
      double power[terms(P)];
      powers<P>(to.x - from.x, to.y - from.y, to.z - from.z, power);
      double* out = field(i);
      unroll<kFirst, terms(P)>([&](auto k) { out[field_slot(k)] += contract<P, k, true, double>(power, f); });
    }
  }

  // Field of a leaf at its bodies.
  void deliver(std::int32_t c) {
    Four f[extended(P)];
    f[0] = all(0);
    const double* stored = field(c);
    unroll<kFirst, terms(P)>([&](auto k) { f[k] = all(stored[field_slot(k)]); });
    extend<P>(f);
    Bodies& b = w_.bodies;
    const Ball& from = ball(c);
    const Span span = cell(c).bodies;
    const bool tide = wants(w_.want, Want::tide);
    const auto plus = [](Row& row, std::int32_t i, Four v) { store(&row[i], load(&row[i]) + v); };
    for (std::int32_t i = span.first; i < span.end(); i += 4) {
      Four power[terms(P)];
      powers<P>(load(&b.x[i]) - from.x, load(&b.y[i]) - from.y, load(&b.z[i]) - from.z, power);
      plus(b.ax, i, contract<P, index_of({1, 0, 0}), true, Four>(power, f));
      plus(b.ay, i, contract<P, index_of({0, 1, 0}), true, Four>(power, f));
      plus(b.az, i, contract<P, index_of({0, 0, 1}), true, Four>(power, f));
      if constexpr (potential) plus(b.inverse, i, contract<P, 0, true, Four>(power, f));
      if (tide) {
        plus(b.xx, i, contract<P, index_of({2, 0, 0}), true, Four>(power, f));
        plus(b.xy, i, contract<P, index_of({1, 1, 0}), true, Four>(power, f));
        plus(b.xz, i, contract<P, index_of({1, 0, 1}), true, Four>(power, f));
        plus(b.yy, i, contract<P, index_of({0, 2, 0}), true, Four>(power, f));
        plus(b.yz, i, contract<P, index_of({0, 1, 1}), true, Four>(power, f));
      }
    }
  }

  static constexpr double kExtent = 0.6, kReach = 1.0;
  static constexpr std::int32_t kDirectBodies = 32;
  static constexpr std::size_t kBatch = 1024;

  Fmm::Work& w_;
  const std::vector<Cell>& cells_;
};

template <int P>
void passes(Fmm::Work& work) {
  wants(work.want, Want::potential) ? PassesOf<P, true>(work).run() : PassesOf<P, false>(work).run();
}

}  // namespace
}  // namespace rubble::gravity
