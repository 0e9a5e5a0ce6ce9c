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
    Vec3 centre = mass > 0 ? Vec3(weighted / mass) : Vec3(sum / cell(c).count);
    if (low == high) centre = low;  // a heap at one point: not by rounding beside it
    Four m[terms(P)];
    for (Four& v : m) v = all(0);
    for (std::int32_t i = span.first; i < span.end(); i += 4) {
      Four power[terms(P)];
      powers<P>(load(&b.x[i]) - centre.x(), load(&b.y[i]) - centre.y(), load(&b.z[i]) - centre.z(), power);
      const Four weight = load(&b.mass[i]);
      unroll<0, terms(P)>([&](auto k) { m[k] = fused(weight, power[k], m[k]); });
    }
    unroll<0, terms(P)>([&](auto k) { out[k] = across(m[k]); });
    Ball& to = ball(c);
    to.x = centre.x(), to.y = centre.y(), to.z = centre.z(), to.mass = mass;
    measure(c);
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
    for (const std::int32_t i : child) {
      const Ball& b = ball(i);
      double power[terms(P)], m[terms(P)];
      powers<P>(b.x - to.x, b.y - to.y, b.z - to.z, power);
      const double* stored = moments(i);
      unroll<0, terms(P)>([&](auto k) { m[k] = k == 0 || k > 3 ? stored[moment_slot(k)] : 0; });
      add_product<P>(power, m, out);
    }
    Vec3& low = w_.low[static_cast<std::size_t>(c)];
    Vec3& high = w_.high[static_cast<std::size_t>(c)];
    low = w_.low[static_cast<std::size_t>(child[0])].cwiseMin(w_.low[static_cast<std::size_t>(child[1])]);
    high = w_.high[static_cast<std::size_t>(child[0])].cwiseMax(w_.high[static_cast<std::size_t>(child[1])]);
    cell(c).count <= kMeasured ? measure(c) : bound(c);
  }

  // Sizes of a cell from its bodies: the greatest distance from the centre, and that which errors go with.
  void measure(std::int32_t c) {
    const Bodies& b = w_.bodies;
    const Span span = cell(c).bodies;
    Ball& to = ball(c);
    Four farthest = all(0), source = all(0);
    for (std::int32_t i = span.first; i < span.end(); i += 4) {
      const Four x = load(&b.x[i]) - to.x, y = load(&b.y[i]) - to.y, z = load(&b.z[i]) - to.z;
      const Four square = fused(x, x, fused(y, y, z * z)), mass = load(&b.mass[i]);
      farthest = square > farthest ? square : farthest;
      if constexpr (P % 2 == 0)
        source = fused(mass, power<P / 2>(square), source);
      else
        source = fused(mass, power<P>(square), source);
    }
    to.radius = std::sqrt(std::max(std::max(farthest[0], farthest[1]), std::max(farthest[2], farthest[3])));
    to.source = to.mass > 0 ? std::pow(across(source) / to.mass, (P % 2 == 0 ? 1.0 : 0.5) / P) : 0;
  }

  // Upper bounds of the same from the children's.
  void bound(std::int32_t c) {
    Ball& to = ball(c);
    to.radius = to.source = 0;
    for (const std::int32_t i : {c + 1, cell(c).right}) {
      const Ball& b = ball(i);
      const double move = Vec3(b.x - to.x, b.y - to.y, b.z - to.z).norm();
      to.radius = std::max(to.radius, b.radius + move), to.source = std::max(to.source, b.source + move);
    }
    const Vec3 centre(to.x, to.y, to.z);
    const double corner =
        (centre - w_.low[static_cast<std::size_t>(c)]).cwiseMax(w_.high[static_cast<std::size_t>(c)] - centre).norm();
    to.radius = std::min(to.radius, corner), to.source = std::min(to.source, corner);
  }

  // Whether all bodies of two cells are at the same place, and so do not act on each other.
  static bool one_point(const Ball& a, const Ball& b) {
    return a.radius + b.radius == 0 && a.x == b.x && a.y == b.y && a.z == b.z;
  }

  // Whether two cells may act on each other by expansions: these converge, and their error, estimated as
  // u^4 M / d^2 (s / d)^P, is below both limits. s is the size of the source plus the radius of the target; u goes from
  // 1 for equal cells to 2: errors of like cells are of all signs and average out, those of a wide cell of few bodies,
  // with many small cells in one direction, add up.
  static bool far_apart(const Ball& a, const Ball& b) {
    const double x = b.x - a.x, y = b.y - a.y, z = b.z - a.z;
    const double square = x * x + y * y + z * z, sum = a.radius + b.radius, reach = kReach * sum;
    if (!(square > reach * reach)) return false;
    const double there = a.source + b.radius, back = b.source + a.radius;
    const double unlike = power<8>(2 * std::max(a.radius, b.radius));
    const double far = power<P + 2>(square) * power<8>(sum);
    return a.mass * a.mass * unlike * power<P>(there * there) <= b.limit * b.limit * far &&
           b.mass * b.mass * unlike * power<P>(back * back) <= a.limit * a.limit * far;
  }
  template <int n, class T>
  static T power(T v) {
    if constexpr (n == 1)
      return v;
    else if constexpr (n % 2 == 0)
      return power<n / 2>(v * v);
    else
      return v * power<n / 2>(v * v);
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
      const std::int32_t da = w_.domain_of[static_cast<std::size_t>(p.a)],
                         db = w_.domain_of[static_cast<std::size_t>(p.b)];
      if (p.a == p.b) {
        if (da >= 0)
          w_.tasks.push_back({da, da});
        else
          split_self(p.a, lists.stack);
      } else if (one_point(ball(p.a), ball(p.b))) {
        continue;
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
    if (first)
      stack.push_back({cell(p.a).right, p.b}), stack.push_back({p.a + 1, p.b});
    else
      stack.push_back({p.a, cell(p.b).right}), stack.push_back({p.a, p.b + 1});
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
        if (a.leaf())
          lists.near.push_back(p);
        else
          split_self(p.a, lists.stack);
        continue;
      }
      const Ball &u = ball(p.a), &v = ball(p.b);
      if (one_point(u, v)) continue;
      if (far_apart(u, v)) {
        if (a.count * b.count <= kDirectBodies)
          lists.near.push_back(p);
        else
          lists.far.push_back(p);
      } else if (a.leaf() && b.leaf()) {
        lists.near.push_back(p);
      } else {
        split(p, b.leaf() || (!a.leaf() && u.radius > v.radius), lists.stack);
      }
    }
    sum_far(cell_range(task.a), lists), sum_near(cell_range(task.a), lists);
  }

  struct Cells {
    std::int32_t first, last;
  };
  Cells cell_range(std::int32_t domain) const {
    const std::int32_t c = w_.domains[static_cast<std::size_t>(domain)];
    return {c, cell(c).last};
  }

  // Sorts pairs by their first cell, which is in the range, into lists.sorted; lists.start has where each cell's begin.
  static void sort(Cells range, const std::vector<CellPair>& pairs, Lists& lists) {
    std::vector<std::int32_t>& start = lists.start;
    start.assign(static_cast<std::size_t>(range.last - range.first) + 2, 0);
    for (const CellPair& p : pairs) ++start[static_cast<std::size_t>(p.a - range.first) + 2];
    for (std::size_t k = 3; k < start.size(); ++k) start[k] += start[k - 1];
    lists.sorted.resize(pairs.size());
    for (const CellPair& p : pairs)
      lists.sorted[static_cast<std::size_t>(start[static_cast<std::size_t>(p.a - range.first) + 1]++)] = p;
  }

  // Calls f(cell, its pairs, their number) for each cell that is the first of a pair.
  template <class F>
  static void each_first(Cells range, const Lists& lists, F&& f) {
    for (std::int32_t c = range.first; c < range.last; ++c) {
      const auto begin = static_cast<std::size_t>(lists.start[static_cast<std::size_t>(c - range.first)]);
      const auto end = static_cast<std::size_t>(lists.start[static_cast<std::size_t>(c - range.first) + 1]);
      if (end > begin) f(c, &lists.sorted[begin], end - begin);
    }
  }

  void sum_near(Cells range, Lists& lists) {
    sort(range, lists.near, lists);
    each_first(range, lists, [&](std::int32_t c, const CellPair* pairs, std::size_t count) {
      const Span targets = cell(c).bodies;
      lists.vectors.clear();
      for (std::size_t k = 0; k < count; ++k) {
        const Span sources = cell(pairs[k].b).bodies;
        if (pairs[k].b == c)
          w_.near->one_way(w_.bodies, targets, targets);
        else
          for (std::int32_t j = sources.first; j < sources.last; j += 4) lists.vectors.push_back(j);
      }
      w_.near->mutual(w_.bodies, targets, lists.vectors.data(), lists.vectors.size());
    });
  }

  // Four partners of one cell at once; what is left over, four pairs of any cells at once.
  void sum_far(Cells range, Lists& lists) {
    sort(range, lists.far, lists);
    lists.rest.clear();
    each_first(range, lists, [&](std::int32_t c, const CellPair* pairs, std::size_t count) {
      const std::size_t whole = count / kLanes * kLanes;
      if (whole > 0) expand_one(c, pairs, whole);
      lists.rest.insert(lists.rest.end(), pairs + whole, pairs + count);
    });
    expand(lists.rest);
  }

  // One cell and partners, a multiple of four.
  void expand_one(std::int32_t a, const CellPair* pairs, std::size_t count) {
    Four ma[kMoments], fa[kStride];
    for (int i = 0; i < kMoments; ++i) ma[i] = all(moments(a)[i]);
    for (int i = 0; i < kStride; ++i) fa[i] = all(0);
    const Ball& from = ball(a);
    for (std::size_t k = 0; k < count; k += kLanes) {
      const std::int32_t b[kLanes] = {pairs[k].b, pairs[k + 1].b, pairs[k + 2].b, pairs[k + 3].b};
      Four x = load(&ball(b[0]).x), y = load(&ball(b[1]).x), z = load(&ball(b[2]).x), unused = load(&ball(b[3]).x);
      transpose(x, y, z, unused);
      Four mb[kMoments], fb[kStride];
      fetch(b, mb);
      meet(x - from.x, y - from.y, z - from.z, ma, mb, fa, fb);
      add(b, fb, kLanes);
    }
    double* to = field(a);
    for (int i = 0; i < kStride; i += 4) {
      transpose(fa[i], fa[i + 1], fa[i + 2], fa[i + 3]);
      store(to + i, load(to + i) + ((fa[i] + fa[i + 1]) + (fa[i + 2] + fa[i + 3])));
    }
  }

  void expand(const std::vector<CellPair>& pairs) {
    for (std::size_t k = 0; k < pairs.size(); k += kLanes) expand(&pairs[k], std::min(kLanes, pairs.size() - k));
  }

  // Interactions in the lanes, both ways each: with d from a to b, the field of a about b is
  // L_i = sum_j (-1)^j M_j D_(i+j)(d), that of b about a L_i = (-1)^i sum_j M_j D_(i+j)(d). Adds to fa, overwrites fb.
  [[gnu::always_inline]] static void meet(Four x, Four y, Four z, const Four* ma, const Four* mb, Four* fa, Four* fb) {
    const Four inverse_square = 1.0 / fused(x, x, fused(y, y, z * z));
    Four inverse;
    for (std::size_t k = 0; k < kLanes; ++k) inverse[k] = std::sqrt(inverse_square[k]);
    Four d[extended(P)];
    derivatives<P>(x, y, z, inverse_square, inverse, d);
    for (int i = terms(P) - kFirst; i < kStride; ++i) fb[i] = all(0);
    unroll<kFirst, terms(P)>([&](auto i) __attribute__((always_inline)) {
      constexpr Exponent e = exponent_of(i);
      Four to_a = mb[0] * d[i], to_b = ma[0] * d[i];
      unroll<4, terms(P - e.order())>([&](auto j) __attribute__((always_inline)) {
        constexpr Exponent f = exponent_of(j);
        const Four both = d[extended_index<P>({e.x + f.x, e.y + f.y, e.z + f.z})];
        to_a = fused(mb[moment_slot(j)], both, to_a);
        to_b = f.order() % 2 == 0 ? fused(ma[moment_slot(j)], both, to_b) : unfused(ma[moment_slot(j)], both, to_b);
      });
      if constexpr (e.order() % 2 == 0)
        fa[field_slot(i)] += to_a;
      else
        fa[field_slot(i)] -= to_a;
      fb[field_slot(i)] = to_b;
    });
  }

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
    Four ma[kMoments], mb[kMoments], fa[kStride], fb[kStride];
    fetch(a, ma), fetch(b, mb);
    for (Four& v : fa) v = all(0);
    meet(bx - x, by - y, bz - z, ma, mb, fa, fb);
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

  static constexpr double kReach = 1.2;
  static constexpr std::int32_t kMeasured = 8192;  // bodies of a cell whose size is measured, not bounded
  static constexpr std::int32_t kDirectBodies = 32;

  Fmm::Work& w_;
  const std::vector<Cell>& cells_;
};

template <int P>
void passes(Fmm::Work& work) {
  wants(work.want, Want::potential) ? PassesOf<P, true>(work).run() : PassesOf<P, false>(work).run();
}

}  // namespace
}  // namespace rubble::gravity
