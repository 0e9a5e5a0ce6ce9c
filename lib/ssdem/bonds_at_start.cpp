#include "ssdem/bonds_at_start.hpp"

#include "base/error.hpp"
#include "detect/candidates.hpp"
#include "model/bodies.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <Eigen/Eigenvalues>

namespace rubble::ssdem {
namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

Vec3 way(const Pile& pile, const Vec3& period, Index a, Index b) {
  return ImageLattice{period}.nearest(pile.state.position[at(b)] - pile.state.position[at(a)]);
}

// (pile) => its bonds as beams with known lengths.
Bonds kept_bonds(const Pile& pile) {
  Bonds bonds = pile.bonds;
  bonds.beams = true;
  resize(bonds, bonds.size());
  for (std::size_t k = 0; k < bonds.size(); ++k)
    if (!(bonds.length[k] > 0))
      bonds.length[k] = pile.model.radius[at(bonds.pair[k][0])] + pile.model.radius[at(bonds.pair[k][1])];
  return bonds;
}

// (rule, pile) => 1 for each body that gets no new bonds: it has one or has lost one, unless they are renewed.
std::vector<char> closed_bodies(NewBonds rule, const Pile& pile) {
  std::vector<char> closed(pile.size(), 0);
  if (rule == NewBonds::renewed) return closed;
  for (const auto& [a, b] : pile.bonds.pair) closed[at(a)] = closed[at(b)] = 1;
  const auto& liberated = values_in<std::int32_t>(pile.state, kLiberatedColumn.name);
  for (std::size_t i = 0; i < liberated.size(); ++i)
    if (liberated[i] != 0) closed[i] = 1;
  const Reals& broken = values_in<double>(pile.state, kBrokenBondsColumn.name);
  for (std::size_t i = 0; i < broken.size(); ++i)
    if (broken[i] > 0) closed[i] = 1;
  return closed;
}

// (parameters, pile, external action) => pairs a < b within reach, ascending, that may be bonded.
detect::Candidates pairs_within_reach(const BondParameters& p, const Pile& pile, const External& external) {
  Reals reach = pile.model.radius;
  for (double& r : reach) r *= p.reach;
  const std::vector<Plane> none;
  return detect::find_candidates(
      {reach, pile.state.position, none, ImageLattice{external.period}, 0, pile.state.grouping.grains_of_bodies()}, 0,
      {});
}

// Sorts the bonds by their pairs.
Bonds sorted(const Bonds& bonds, std::size_t bodies) {
  std::vector<Index> same(bodies);
  std::iota(same.begin(), same.end(), Index{0});
  return renumbered(bonds, same);
}

}  // namespace

Bonds bonds_at_start(const BondParameters& p, const Pile& pile, const External& external) {
  Bonds bonds = kept_bonds(pile);
  if (p.bonds == NewBonds::kept) return bonds;
  const std::size_t kept = bonds.size();
  const std::vector<char> closed = closed_bodies(p.bonds, pile);
  const std::vector<char> frozen = frozen_marks(external.frozen, pile.size());
  const detect::Candidates found = pairs_within_reach(p, pile, external);
  for (std::size_t k = 0; k < found.a.size(); ++k) {
    const Index a = found.a[k], b = found.b[k];
    if (closed[at(a)] || closed[at(b)] || (!frozen.empty() && frozen[at(a)] && frozen[at(b)])) continue;
    const std::array<Index, 2> pair{a, b};
    if (std::binary_search(pile.bonds.pair.begin(), pile.bonds.pair.end(), pair)) continue;
    const double distance = way(pile, external.period, a, b).norm();
    if (distance > p.reach * (pile.model.radius[at(a)] + pile.model.radius[at(b)])) continue;
    resize(bonds, bonds.size() + 1);
    bonds.pair.back() = pair;
    bonds.length.back() = distance;
  }
  return kept == 0 ? bonds : sorted(bonds, pile.size());
}

laws::Beam beam_of_bond(const BondParameters& p, const Model& model, const std::array<Index, 2>& pair, double length) {
  const auto& [a, b] = pair;
  const double radius = p.radius * std::min(model.radius[at(a)], model.radius[at(b)]);
  return laws::beam_of(p.young, p.shear, radius, length);
}

double pushed_mass(const Model& model, const Grouping& grouping, const std::vector<char>& frozen, Index body) {
  if (!frozen.empty() && frozen[at(body)]) return std::numeric_limits<double>::infinity();
  return moving_mass(model, grouping, at(body));
}

double damping_time(double damping, double stiffness, double mass_a, double mass_b) {
  const double inverse = 1 / mass_a + 1 / mass_b;
  return inverse > 0 ? 2 * damping / std::sqrt(stiffness * inverse) : 0;
}

namespace {

using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;

// A free sphere or a grain: its centre [m], and a matrix H with H H^T equal to the inverse of its inertia [kg-1 m-2].
struct Unit {
  double inverse_mass = 0;
  Vec3 centre = Vec3::Zero();
  Mat3 root = Mat3::Zero();
};

Unit unit_of(const Pile& pile, Index body) {
  const Grouping& grouping = pile.state.grouping;
  const Index grain = grouping.grain_of(at(body));
  const double inverse_mass = 1 / moving_mass(pile.model, grouping, at(body));
  const Vec3& place = pile.state.position[at(body)];
  if (grain < 0) return {inverse_mass, place, Mat3::Identity() / std::sqrt(pile.model.inertia(at(body)))};
  const Mat3 axes = pile.state.orientation[at(grain)].toRotationMatrix();
  return {inverse_mass, place - axes * grouping.offset[at(body)],
          axes * grouping.grains[at(grain)].moments.cwiseSqrt().cwiseInverse().asDiagonal()};
}

// Adds the stiffness of a beam along n, multiplied by the factor, to the stiffness matrix of a unit, in coordinates in
// which its mass and inertia are 1. `arm`: from the unit's centre to the middle of the beam [m].
void add_stiffness(Mat6& matrix, const Unit& unit, const laws::Beam& beam, const Vec3& n, const Vec3& arm,
                   double factor) {
  const Vec3 side = n.unitOrthogonal(), up = n.cross(side);
  const auto add = [&](double stiffness, const Vec3& force, const Vec3& torque) {
    Vec6 v;
    v << std::sqrt(unit.inverse_mass) * force, unit.root.transpose() * torque;
    matrix += factor * stiffness * v * v.transpose();
  };
  add(beam.normal, n, arm.cross(n));
  for (const Vec3& t : {side, up}) {
    add(beam.shear, t, arm.cross(t));
    add(beam.bending, Vec3::Zero(), t);
  }
  add(beam.twisting, Vec3::Zero(), n);
}

}  // namespace

BondVibration fastest_vibration(const BondParameters& p, const Pile& pile, const Bonds& bonds,
                                const External& external) {
  const std::vector<char> frozen = frozen_marks(external.frozen, pile.size());
  const Grouping& grouping = pile.state.grouping;
  const std::size_t n = pile.size();
  std::vector<Mat6> matrix(n + grouping.grains.size(), Mat6::Zero());  // of each free sphere, then of each grain
  double slowest = 0;                                                  // largest damping time [s]
  for (std::size_t k = 0; k < bonds.size(); ++k) {
    const laws::Beam beam = beam_of_bond(p, pile.model, bonds.pair[k], bonds.length[k]);
    const auto& [a, b] = bonds.pair[k];
    const Index grain = grouping.grain_of(at(a));
    if (grain >= 0 && grain == grouping.grain_of(at(b))) continue;
    const double mass_a = pushed_mass(pile.model, grouping, frozen, a);
    const double mass_b = pushed_mass(pile.model, grouping, frozen, b);
    slowest = std::max(slowest, damping_time(p.damping, beam.normal, mass_a, mass_b));
    const Vec3 d = way(pile, external.period, a, b);
    // (x - y)^2 <= (1 + t) x^2 + (1 + 1 / t) y^2 with the ratio t of the masses separates the two ends.
    const auto add = [&](Index end, double own, double other, double sign) {
      if (std::isinf(own)) return;
      const Unit unit = unit_of(pile, end);
      const Index g = grouping.grain_of(at(end));
      const Vec3 arm = pile.state.position[at(end)] + sign * 0.5 * d - unit.centre;
      add_stiffness(matrix[g < 0 ? at(end) : n + at(g)], unit, beam, d.normalized(), arm, 1 + own / other);
    };
    add(a, mass_a, mass_b, 1);
    add(b, mass_b, mass_a, -1);
  }
  double fastest = 0;
  for (const Mat6& m : matrix)
    if (!m.isZero(0))
      fastest = std::max(fastest, Eigen::SelfAdjointEigenSolver<Mat6>(m, Eigen::EigenvaluesOnly).eigenvalues()[5]);
  const double rate = std::sqrt(fastest), ratio = slowest * rate;
  if (!(rate > 0)) return {0, std::numeric_limits<double>::infinity()};
  return {rate, 2 / rate * (std::sqrt(1 + ratio * ratio) - ratio)};
}

}  // namespace rubble::ssdem
