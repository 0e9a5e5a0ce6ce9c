// The kernels of gravity, individually, compared with their scalar twins (gravity_twin.hpp).
#include "base/random.hpp"
#include "gravity/fmm_l2p.hpp"
#include "gravity/fmm_m2l.hpp"
#include "gravity/fmm_m2m.hpp"
#include "gravity/fmm_p2m.hpp"
#include "gravity/fmm_upward.hpp"
#include "unit/gravity_twin.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace rubble::gravity {
namespace {

using test::Coefficients, test::Multi, test::Real, test::Triple3;

// Particles in groups of four; the last `padding` of each group of 8 are copies without mass. Some positions coincide.
Particles particles(std::size_t n, std::uint64_t seed, unsigned want) {
  Particles p;
  p.resize(n, want);
  for (std::size_t i = 0; i < n; ++i) {
    Random random(seed, Purpose::kPlace, i);
    const Vec3 x = i % 7 == 3 ? Vec3(p.x[i - 3], p.y[i - 3], p.z[i - 3]) : Vec3(1e9 * random.in_ball());
    p.x[i] = x.x(), p.y[i] = x.y(), p.z[i] = x.z();
    p.mass[i] = i % 8 == 7 ? 0 : 0.1 + random.uniform();
  }
  for (AlignedReals* column : {&p.ax, &p.ay, &p.az, &p.potential, &p.xx, &p.xy, &p.xz, &p.yy, &p.yz})
    for (std::size_t i = 0; i < column->size(); ++i) (*column)[i] = 1e-20 * static_cast<double>(i % 5);
  return p;
}

void expect_equal(Particles& a, Particles& b, unsigned want) {
  const auto columns = test::columns_of(a, want), others = test::columns_of(b, want);
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (columns[k] == nullptr) continue;
    for (std::size_t i = 0; i < columns[k]->size(); ++i) ASSERT_EQ((*columns[k])[i], (*others[k])[i]) << k << " " << i;
  }
}

// Equal bits: the same operations in the same order, one lane of them at a time.
TEST(GravityKernels, P2PMatchesTheReferenceInEachLane) {
  for (const unsigned want : {1u, 3u, 5u, 7u})
    for (const bool exact : {false, true}) {
      SCOPED_TRACE(testing::Message() << "want " << want << " exact " << exact);
      const P2P& kernels = p2p_kernels(want, exact);
      Particles a = particles(64, 5, want), b = a;
      const ParticleRange targets{8, 15};
      kernels.one_way(a, targets, targets);
      test::near_field(b, targets, {8, 12}, false, exact, want);
      expect_equal(a, b, want);
      const std::vector<std::int32_t> sources = {0, 4, 20, 60, 40};
      kernels.mutual(a, {16, 19}, sources.data(), sources.size());
      test::near_field(b, {16, 19}, sources, true, exact, want);
      expect_equal(a, b, want);
    }
}

TEST(GravityKernels, InverseRootsAreThoseOfSingleNumbers) {
  const double huge = 1e30;
  const double squares[] = {0, 1e-300, 0x1p-127, 0x1p-126, 1e-30, 0.3, 1, 2, 7, 1e17, huge, 123456.789};
  for (std::size_t k = 0; k + 8 <= std::size(squares); ++k) {
    Pack s = load_pack(squares + k), t = load_pack(squares + k + 4);
    rough_inverse_roots(s, t);
    for (std::size_t lane = 0; lane < 4; ++lane) {
      EXPECT_EQ(s[lane], rough_inverse_root(squares[k + lane]));
      EXPECT_EQ(t[lane], rough_inverse_root(squares[k + 4 + lane]));
    }
  }
  for (const double square : {1e-30, 0.3, 1.0, 7.0, huge}) {
    const double s = rough_inverse_root(square), e = residual_of(square, s);
    EXPECT_NEAR(s * std::sqrt(square), 1, 2e-7);
    EXPECT_NEAR(refined_inverse(s, e) * std::sqrt(square), 1, 4e-16);
    EXPECT_NEAR(refined_inverse_cube(s * s * s, e) * square * std::sqrt(square), 1, 6e-16);
  }
}

// A leaf of 13 bodies about their centre of mass, and a centre at a distance of 6.
struct Leaf {
  Particles p;
  ParticleRange range{0, 13};
  Vec3 centre = Vec3::Zero();
  std::vector<Triple3> x;
  std::vector<Real> m;
};
Triple3 triple(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
Leaf leaf(std::uint64_t seed, const Vec3& at) {
  Leaf l;
  l.p.resize(16, 7);
  double mass = 0;
  for (std::size_t i = 0; i < 16; ++i) {
    Random random(seed, Purpose::kPlace, i);
    const Vec3 x = at + random.in_ball();
    l.p.x[i] = x.x(), l.p.y[i] = x.y(), l.p.z[i] = x.z();
    l.p.mass[i] = i < 13 ? 0.1 + random.uniform() : 0;
    mass += l.p.mass[i], l.centre += l.p.mass[i] * x;
  }
  l.centre /= mass;
  for (std::size_t i = 0; i < 13; ++i) {
    l.x.push_back({Real(l.p.x[i]) - l.centre.x(), Real(l.p.y[i]) - l.centre.y(), Real(l.p.z[i]) - l.centre.z()});
    l.m.push_back(l.p.mass[i]);
  }
  return l;
}

// The greatest coefficient of each order, which scales the errors of coefficients that are small by cancellation.
std::vector<Real> greatest(const Coefficients& c, int P) {
  std::vector<Real> out(static_cast<std::size_t>(P) + 1, 0);
  for (const auto& [k, v] : c) {
    Real& most = out[static_cast<std::size_t>(test::order_of(k))];
    most = std::max(most, std::abs(v));
  }
  return out;
}

// Compares a reduced set of coefficients with that of the twin, to `ulps` roundings of the greatest coefficient of its
// order. first: the first index compared.
template <int P, class At>
void expect_near(At&& at, const Coefficients& wanted, double ulps, int first = 0) {
  const std::vector<Real> most = greatest(wanted, P);
  for (int i = first; i < terms(P); ++i) {
    const MultiIndex k = multi_index(i);
    const Real scale = most[static_cast<std::size_t>(k.order())] * std::numeric_limits<double>::epsilon();
    EXPECT_NEAR(at(i), static_cast<double>(wanted.at({k.x, k.y, k.z})), ulps * static_cast<double>(scale))
        << "order " << P << ": " << k.x << k.y << k.z;
  }
}

constexpr double kUlps = 20;

template <int P>
Coefficients without_dipole(Coefficients M) {
  for (const Multi& k : test::all_multis(1))
    if (test::order_of(k) == 1) M[k] = 0;
  return M;
}

template <int P>
void check_moments() {
  const Leaf l = leaf(1, Vec3(0.3, -0.2, 0.1));
  double child[terms(P)], parent[terms(P)] = {};
  p2m<P>(l.p, l.range, l.centre, child);
  const Coefficients M = test::p2m(l.x, l.m, P);
  Coefficients about = test::reduced(M, P);
  // The dipole about the centre of mass is only the rounding error of its sums.
  for (int i = 1; i < 4; ++i) EXPECT_LT(std::abs(child[i]), 1e-14);
  child[1] = child[2] = child[3] = 0;
  expect_near<P>([&](int i) { return child[i]; }, without_dipole<P>(about), kUlps);
  const Vec3 s(0.4, 0.7, -0.5);
  m2m<P>(s.x(), s.y(), s.z(), child, parent);
  const Coefficients moved = test::reduced(test::m2m(triple(s), without_dipole<P>(M), P), P);
  expect_near<P>([&](int i) { return parent[i]; }, moved, kUlps);
}

TEST(GravityKernels, P2MAndM2M) {
  check_moments<3>();
  check_moments<4>();
  check_moments<6>();
}

template <int P>
void store_moments(const Leaf& l, std::size_t lane, Pack* out) {
  using Layout = ExpansionLayout<P, true>;
  double m[terms(P)];
  p2m<P>(l.p, l.range, l.centre, m);
  for (int i = 0; i < terms(P); ++i)
    if (i == 0 || i > 3) out[Layout::moment_slot(i)][lane] = m[i];
}

// Four pairs of cells side by side, in both directions, down to children and bodies.
template <int P>
void check_locals() {
  using Layout = ExpansionLayout<P, true>;
  Pack ma[Layout::kMoments] = {}, mb[Layout::kMoments] = {}, fa[Layout::kLocals] = {}, fb[Layout::kLocals] = {};
  std::vector<Leaf> a, b;
  Pack3 d{};
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    a.push_back(leaf(2 + lane, Vec3(0.1, 0.2, 0.3)));
    b.push_back(leaf(12 + lane, Vec3(3 + static_cast<double>(lane), -4, 2.5)));
    const Vec3 between = b[lane].centre - a[lane].centre;
    d.x[lane] = between.x(), d.y[lane] = between.y(), d.z[lane] = between.z();
    store_moments<P>(a[lane], lane, ma);
    store_moments<P>(b[lane], lane, mb);
  }
  for (std::size_t i = 0; i < Layout::kLocals; ++i) fb[i] = all(77);  // is overwritten
  m2l<P, true>(d.x, d.y, d.z, ma, mb, fa, fb);
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    SCOPED_TRACE(testing::Message() << "order " << P << " lane " << lane);
    const Triple3 to_b = {d.x[lane], d.y[lane], d.z[lane]}, to_a = {-to_b[0], -to_b[1], -to_b[2]};
    const Coefficients Ma = without_dipole<P>(test::p2m(a[lane].x, a[lane].m, P));
    const Coefficients Mb = without_dipole<P>(test::p2m(b[lane].x, b[lane].m, P));
    const Coefficients La = test::m2l(to_a, Mb, P), Lb = test::m2l(to_b, Ma, P);
    expect_near<P>([&](int i) { return fa[Layout::local_slot(i)][lane]; }, La, kUlps);
    expect_near<P>([&](int i) { return fb[Layout::local_slot(i)][lane]; }, Lb, kUlps);

    double stored[Layout::kLocals], child[Layout::kLocals] = {}, parent[extended(P)];
    for (std::size_t i = 0; i < Layout::kLocals; ++i) stored[i] = fb[i][lane];
    load_local<P, true>(stored, parent);
    const Vec3 s(0.3, -0.6, 0.2);
    l2l<P, true>(s.x(), s.y(), s.z(), parent, child);
    expect_near<P>([&](int i) { return child[Layout::local_slot(i)]; }, test::l2l(triple(s), Lb, P), 2 * kUlps);

    Particles& p = b[lane].p;
    Pack local[extended(P)];
    load_local<P, true>(stored, local);
    l2p<P, true>(p, b[lane].range, b[lane].centre, local, true);
    for (std::size_t i = 0; i < 13; ++i) {
      const Coefficients at = test::l2l(b[lane].x[i], Lb, P);
      const std::vector<Real> most = greatest(at, P);
      const auto expect = [&](double got, const Multi& k) {
        const Real scale = most[static_cast<std::size_t>(test::order_of(k))];
        EXPECT_NEAR(got, static_cast<double>(at.at(k)), static_cast<double>(4 * kUlps * 2.3e-16L * scale)) << i;
      };
      expect(p.ax[i], {1, 0, 0}), expect(p.ay[i], {0, 1, 0}), expect(p.az[i], {0, 0, 1});
      expect(p.potential[i], {0, 0, 0});
      expect(p.xx[i], {2, 0, 0}), expect(p.xy[i], {1, 1, 0}), expect(p.xz[i], {1, 0, 1});
      expect(p.yy[i], {0, 2, 0}), expect(p.yz[i], {0, 1, 1});
    }
  }
}

TEST(GravityKernels, M2LAndL2LAndL2P) {
  check_locals<3>();
  check_locals<4>();
  check_locals<6>();
}

// The expansions give the forces and potentials of the bodies with an error that decreases with the order.
TEST(GravityKernels, ReferenceExpansionsApproachTheDirectSum) {
  const Leaf a = leaf(3, Vec3::Zero()), b = leaf(4, Vec3(4, 3, -2));
  const Triple3 d = triple(b.centre - a.centre);
  Real last = 1;
  for (const int P : {2, 4, 6, 8}) {
    const Coefficients L = test::m2l(d, test::p2m(a.x, a.m, P), P);
    Real worst = 0;
    for (std::size_t i = 0; i < 13; ++i) {
      Real exact = 0;
      for (std::size_t j = 0; j < 13; ++j) {
        const Triple3 r = {d[0] + b.x[i][0] - a.x[j][0], d[1] + b.x[i][1] - a.x[j][1], d[2] + b.x[i][2] - a.x[j][2]};
        exact += a.m[j] / std::sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
      }
      worst = std::max(worst, std::abs(test::l2l(b.x[i], L, P).at({0, 0, 0}) / exact - 1));
    }
    EXPECT_LT(worst, 0.3 * last) << P;
    last = worst;
  }
  EXPECT_LT(last, 1e-4);
}

// The criterion of docs/theory.md 4.5, evaluated with roots and quotients.
template <int P>
bool separated(const CellGeometry& a, const CellGeometry& b) {
  const double d = Vec3(b.x - a.x, b.y - a.y, b.z - a.z).norm();
  const double u = 2 * std::max(a.radius, b.radius) / (a.radius + b.radius);
  const auto error = [&](const CellGeometry& source, const CellGeometry& target) {
    return std::pow(u, 4) * source.mass / (d * d) * std::pow((source.source + target.radius) / d, P);
  };
  return d > 1.2 * (a.radius + b.radius) && error(a, b) <= b.limit && error(b, a) <= a.limit;
}

TEST(GravityKernels, AcceptanceIsThatOfTheTheory) {
  int accepted = 0, refused = 0;
  for (std::size_t i = 0; i < 3000; ++i) {
    Random random(8, Purpose::kPlace, i);
    const auto cell = [&] {
      CellGeometry c;
      const Vec3 x = 3 * random.in_ball();
      c.x = x.x(), c.y = x.y(), c.z = x.z();
      c.radius = random.uniform();
      c.source = c.radius * random.uniform();
      c.mass = 0.1 + random.uniform();
      c.limit = std::pow(10, -4 * random.uniform());
      return c;
    };
    const CellGeometry a = cell(), b = cell();
    EXPECT_EQ(well_separated<3>(a, b), separated<3>(a, b)) << i;
    EXPECT_EQ(well_separated<6>(a, b), separated<6>(a, b)) << i;
    (separated<6>(a, b) ? accepted : refused) += 1;
  }
  EXPECT_GT(accepted, 300);
  EXPECT_GT(refused, 300);
}

}  // namespace
}  // namespace rubble::gravity
