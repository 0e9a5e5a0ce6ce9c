// Measures do not depend on the order of bodies, on the adjacency of members, or on the orientation of the pile. This
// holds for every measure of spheres, glued grains and hulls.
#include "experiment/expansion_rule.hpp"
#include "experiment/overlap_observer.hpp"
#include "experiment/rigid_motion.hpp"
#include "experiment/settled.hpp"
#include "experiment/shaking.hpp"
#include "generate/encounter.hpp"
#include "gravity/direct.hpp"
#include "measure/clusters/clusters.hpp"
#include "measure/clusters/searches.hpp"
#include "measure/contacts/coordination.hpp"
#include "measure/contacts/forces.hpp"
#include "measure/contacts/lines.hpp"
#include "measure/contacts/overlaps.hpp"
#include "measure/contacts/stress.hpp"
#include "measure/contacts/virial.hpp"
#include "measure/extent/bulk_radii.hpp"
#include "measure/extent/ellipsoid.hpp"
#include "measure/extent/envelope.hpp"
#include "measure/extent/radii.hpp"
#include "measure/extent/surfaces.hpp"
#include "measure/extent/volume.hpp"
#include "measure/ledger/ledger.hpp"
#include "measure/ledger/masses.hpp"
#include "model/regroup.hpp"
#include "unit/grain_piles.hpp"
#include "unit/hull_piles.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <gtest/gtest.h>

namespace rubble::measure {
namespace {

using test::Dice;

constexpr double kG = 0.3;

// Names and values of measures.
using Numbers = std::map<std::string, double>;

void put(Numbers& out, const std::string& name, const Vec3& value) {
  for (int k = 0; k < 3; ++k) out[name + "_" + "xyz"[k]] = value[k];
}

// Sums that depend on the assignment of values to grains: each value is multiplied by an id of its grain.
double weighted(const Pile& pile, const Grains& grains, std::size_t g, double value) {
  std::int64_t least = pile.model.id[static_cast<std::size_t>(grains.first[g])];
  for (const Index i : grains.bodies(g)) least = std::min(least, pile.model.id[static_cast<std::size_t>(i)]);
  return value * (1 + 0.1 * static_cast<double>(least));
}

// (pile, bodies) => a number that is unique to these bodies.
double sum_of_ids(const Pile& pile, const std::vector<Index>& bodies) {
  double sum = 0;
  for (const Index i : bodies) sum += std::sqrt(2 + static_cast<double>(pile.model.id[static_cast<std::size_t>(i)]));
  return sum;
}

void put_contacts(Numbers& out, const Pile& pile) {
  const Grains grains = grains_of(pile);
  const std::vector<ContactKey> points = between_grains(grains, pile.contacts.key);
  const std::vector<ContactKey> near = between_grains(grains, touching_pairs(pile));
  for (const int k : {0, 2, 3}) {
    const Coordination z = core_coordination(grains.size(), points, k);
    const std::string core = "core" + std::to_string(k);
    out[core + "_grains"] = static_cast<double>(z.grains);
    out[core + "_contacts"] = static_cast<double>(z.contacts);
    out[core + "_points"] = static_cast<double>(z.points);
  }
  out["touching"] = static_cast<double>(coordination(grains.size(), near).contacts);
  const ContactForces forces = contact_forces(pile);
  for (const auto& [name, values] : {std::pair("normal", forces.normal), std::pair("tangential", forces.tangential),
                                     std::pair("overlap", forces.relative_overlap)}) {
    const Distribution d = distribution(values);
    out[std::string(name) + "_mean"] = d.mean;
    out[std::string(name) + "_p90"] = d.p90;
    out[std::string(name) + "_max"] = d.max;
  }
  const Reals largest = largest_overlaps(pile);
  const std::vector<char> deep = pressed_deep(pile, 0.02);
  for (std::size_t g = 0; g < grains.size(); ++g) {
    out["largest_overlaps"] += weighted(pile, grains, g, largest[g]);
    out["pressed_deep"] += weighted(pile, grains, g, deep[g]);
  }
  const ContactLines lines = contact_lines(pile);
  std::size_t from = 0;
  for (const std::size_t end : lines.end) {
    for (std::size_t k = from; k + 1 < end; ++k) out["contact_lines"] += (lines.point[k + 1] - lines.point[k]).norm();
    from = end;
  }
}

void put_stress(Numbers& out, const Pile& pile) {
  const Grains grains = grains_of(pile);
  const std::vector<Mat3> moment = contact_moments(pile);
  Mat3 sum = Mat3::Zero();
  for (std::size_t g = 0; g < grains.size(); ++g) {
    sum += moment[g];
    out["moments"] += weighted(pile, grains, g, moment[g].norm());
  }
  const Stress s = stress(sum, 10);
  out["pressure"] = s.pressure;
  out["deviator"] = s.deviator;
  put(out, "principal", s.principal);
  const SizeClasses sizes = size_classes(pile);
  const StressShares shares = stress_shares(pile, sizes);
  for (std::size_t k = 0; k < shares.by_class.size(); ++k) {
    const std::string name = "class" + std::to_string(k);
    const StressShare& share = shares.by_class[k];
    out[name + "_radius"] = sizes.classes[k].largest;
    out[name + "_grains"] = static_cast<double>(share.grains);
    out[name + "_bodies"] = static_cast<double>(share.bodies);
    out[name + "_contacts"] = static_cast<double>(share.contacts);
    out[name + "_points"] = static_cast<double>(share.points);
    out[name + "_virial"] = share.virial;
  }
  const TopLoad top = top_load(largest_overlaps(pile), sizes, 0.3, 0, 1, 1);
  for (std::size_t k = 0; k < top.classes.size(); ++k) out["load" + std::to_string(k)] = top.classes[k].load;
  const Virial v = virial(pile, kG);
  out["virial_load"] = v.load;
  for (std::size_t g = 0; g < grains.size(); ++g) {
    out["virial_contacts"] += weighted(pile, grains, g, v.contacts[g]);
    out["virial_motion"] += weighted(pile, grains, g, v.motion[g]);
  }
}

void put_shape(Numbers& out, const Pile& pile) {
  const Ellipsoid e = ellipsoid(pile);
  put(out, "moments", e.moments);
  put(out, "semi_axes", e.semi_axes);
  put(out, "extents", e.extents);
  put(out, "half_ranges", half_ranges(pile));
  for (std::size_t k = 0; k < kBulkRadii; ++k) out["bulk_" + bulk_radius_names()[k]] = bulk_radii(pile)[k];
  out["mass"] = total_mass(pile);
  out["grain_volume"] = grain_volume(pile);
  for (const double share : {0.1, 0.5, 0.9}) out["mass_radius" + std::to_string(share)] = mass_radius(pile, share);
  for (const double r : {2.0, 5.0}) out["solid_fraction" + std::to_string(r)] = solid_fraction_within(pile, r);
  const Segregation s = segregation(pile);
  out["segregation"] = s.difference();
  out["segregation_noise"] = s.noise;
  for (const auto& [name, definition] : kVolumes)
    if (definition != Volume::hull && definition != Volume::alpha)
      out["volume_" + std::string(name)] = volume(pile, definition, 1);
  const Surfaces surface = surfaces(pile);
  out["faces"] = static_cast<double>(surface.end.size());
}

// The sample points about spheres do not rotate with the pile.
void put_envelopes(Numbers& out, const Pile& pile) {
  const Envelope e = envelope(surface_points(pile), default_alpha(pile));
  out["hull"] = e.hull;
  out["alpha"] = e.alpha;
  out["area"] = e.area;
}

void put_motion(Numbers& out, const Pile& pile) {
  const Ledger now = ledger(pile, {}, kG, true, {});
  out["kinetic_translational"] = now.kinetic_translational;
  out["kinetic_rotational"] = now.kinetic_rotational;
  out["gravitational"] = now.gravitational;
  out["mutual"] = now.mutual;
  out["elastic"] = now.elastic;
  out["momentum"] = now.momentum.norm();
  out["angular_orbital"] = now.angular_orbital.norm();
  out["angular_spin"] = now.angular_spin.norm();
  out["glued_energy"] = glued_energy(pile, kG);
  Drift drift;
  drift.update(now, pile.model, pile.state);
  out["momentum_scale"] = drift.momentum_scale;
  out["energy_scale"] = drift.energy_scale;
  out["own_scale"] = drift.own_scale;
  out["turning_scale"] = drift.turning_scale;
  const experiment::RigidMotion whole = experiment::rigid_motion(pile.model, pile.state);
  out["rigid_kinetic"] = whole.kinetic;
  out["rigid_spin"] = whole.spin.norm();
  out["kinetic"] = experiment::kinetic_energy(pile.model, pile.state);
  out["kinetic_of_rest"] = experiment::kinetic_energy_of_rest(pile.model, pile.state, 0.1);
  const experiment::AboutAxis about = experiment::about_axis(pile.model, pile.state, ellipsoid(pile).axes.col(2));
  out["about_axis_moment"] = about.moment;
  out["about_axis_momentum"] = std::abs(about.momentum);
  const experiment::Remnant remnant = experiment::largest_remnant(pile, kG);
  out["remnant"] = sum_of_ids(pile, remnant.members);
  out["remnant_kinetic"] = remnant.kinetic;
  out["remnant_gravitational"] = remnant.gravitational;
  State rest = pile.state;
  out["given"] = experiment::add_rotation(pile.model, rest, whole.centre, 2 * whole.spin).driven;
}

void put_clusters(Numbers& out, const Pile& pile) {
  const Searches all = search_all(pile, {.G = kG, .least = 2});
  for (const Found& found : all.found) {
    for (std::size_t k = 0; k < found.fragments.size(); ++k) {
      const std::string name = found.finder + std::to_string(k);
      const Fragment& f = found.fragments[k];
      out[name] = sum_of_ids(pile, found.clusters[k]);
      out[name + "_grains"] = static_cast<double>(f.grains);
      out[name + "_mass"] = f.mass;
      out[name + "_spin_momentum"] = f.spin_momentum.norm();
      out[name + "_speed"] = f.velocity.norm();
    }
    out[found.finder + "_mean"] = found.remnant.mass_mean;
    out[found.finder + "_unbound"] = found.ejecta.unbound_mass;
    out[found.finder + "_escape"] = found.ejecta.escape_speed;
    for (const Orbit& orbit : found.bound_pairs) out[found.finder + "_orbits"] += orbit.energy;
  }
  out["composition"] = all.whole.number_mean;
  experiment::Overlaps overlaps({0.02});
  overlaps.observe({pile, 0, 0, true});
  for (const experiment::Finding& f : overlaps.findings()) out[f.name] = f.value;
  experiment::Expansion expansion({experiment::BulkRadius::any, 0, 0, 0});
  expansion.observe({pile, 0, 0, true});
  out["expansion"] = expansion.findings().back().value;
}

Numbers numbers_of(const Pile& pile) {
  Numbers out;
  put_contacts(out, pile);
  put_stress(out, pile);
  put_shape(out, pile);
  put_motion(out, pile);
  put_clusters(out, pile);
  return out;
}

void expect_same(const Numbers& expected, const Numbers& found, double tolerance) {
  ASSERT_EQ(expected.size(), found.size());
  for (const auto& [name, value] : expected) {
    ASSERT_TRUE(found.count(name)) << name;
    EXPECT_NEAR(found.at(name), value, tolerance * std::max(1.0, std::abs(value))) << name;
  }
}

// Contacts of all touching bodies, with random forces, energies and overlaps; each pair has two points.
void add_contacts(Pile& pile, Dice& dice) {
  for (const ContactKey& pair : touching_pairs(pile, 0.02)) {
    const Vec3& xa = pile.state.position[static_cast<std::size_t>(pair.a)];
    const Vec3& xb = pile.state.position[static_cast<std::size_t>(pair.b)];
    const Vec3 n = (xb - xa).normalized();
    for (Index feature = 0; feature < 2; ++feature) {
      test::touch_at(pile, pair.a, pair.b, 0.5 * (xa + xb) + 0.1 * dice.vector(), n, -0.03 * std::abs(dice.number()),
                     -n + 0.3 * dice.vector(), feature);
      pile.contacts.energy.back() = std::abs(dice.number());
    }
  }
}

// Spheres on a lattice of some 9 m, glued in pairs and triples at their positions, with members of a grain far apart in
// the order of bodies; unions; two separate groups.
Pile glued_pile() {
  Pile pile;
  Dice dice(5);
  for (int k = 0; k < 64; ++k) {
    const Vec3 place(k % 4, k / 4 % 4, k / 16);
    const double far = k / 16 == 3 ? 30 : 0;
    const Vec3 away(0, 0, far);
    test::add_ball(pile, 0.9 + 0.1 * (k % 3), 1.95 * place + away, away + 0.3 * dice.vector());
    pile.state.spin.back() = dice.vector();
  }
  std::vector<Index> grain(pile.size(), -1);
  for (std::size_t k = 0; k < 12; ++k) grain[k] = grain[k + 16] = static_cast<Index>(k);
  for (const std::size_t k : {0, 5}) grain[k + 32] = static_cast<Index>(k);
  std::vector<Mat3> excess(12, Mat3::Zero());
  excess[3] = Vec3(-0.1, -0.2, -0.1).asDiagonal();
  glue_bodies(pile, grain, excess);
  for (std::size_t g = 0; g < 12; ++g) place_members(g, motion_of(pile.model, pile.state, g), pile.state);
  test::add_union(pile, {-4, 0, 0}, {0.1, 0, 0}, {0, 0.3, 0.1});
  test::add_dumbbell(pile, {-4, 4, 1}, Vec3(1, 2, 2) / 3, {0, 0.1, 0}, {0.2, 0, 0});
  add_contacts(pile, dice);
  return pile;
}

// Hulls, some glued together, in two groups; free spheres among them.
Pile hull_pile(bool spheres) {
  Pile pile;
  Dice dice(8);
  for (int k = 0; k < 27; ++k) {
    const Vec3 place(k % 3, k / 3 % 3, k / 9);
    const double far = k / 9 == 2 ? 20 : 0;
    const Vec3 away(0, 0, far);
    const Vec3s points =
        k % 2 == 0 ? shape::box({1, 1, 1}) : shape::random_points(14, 20 + static_cast<std::uint64_t>(k));
    test::add_hull(pile, points, 1.1 * place + away, shape::quaternion(2, dice.number(), dice.number(), 1),
                   away + 0.3 * dice.vector(), dice.vector());
  }
  for (int k = 0; spheres && k < 9; ++k) {
    test::add(pile, 0.5, 0.5, {1.2 * (k % 3), 1.2 * (k / 3 % 3), 2.9}, 0.3 * dice.vector(), dice.vector());
    pile.model.shape.push_back(-1), pile.state.grouping.turn.push_back(Quaternion::Identity());
    pile.state.grouping.grain.push_back(-1), pile.state.grouping.offset.push_back(Vec3::Zero());
  }
  std::vector<Index> grain = pile.state.grouping.grain;  // three of them are one
  for (Index& g : grain)
    if (g == 4 || g == 9) g = 0;
  for (Index& g : grain) g -= g > 9 ? 2 : g > 4 ? 1 : 0;
  regroup(pile.model, pile.state, grain);
  place_members(0, motion_of(pile.model, pile.state, 0), pile.state);
  add_contacts(pile, dice);
  return pile;
}

// Bodies 0 and 3 are one grain, 1 and 2 another; they touch at two points.
TEST(Rows, TwoGrainsAreOnePair) {
  Pile pile;
  for (const Vec3& x : {Vec3(0, 0, 0), Vec3(2, 2, 0), Vec3(0, 2, 0), Vec3(2, 0, 0)}) test::add_ball(pile, 1, x);
  glue_bodies(pile, {0, 1, 1, 0}, {Mat3::Zero(), Mat3::Zero()});
  test::touch(pile, 0, 2, {0, -1, 0});
  test::touch(pile, 1, 3, {0, 1, 0});
  const Grains grains = grains_of(pile);
  const std::vector<ContactKey> points = between_grains(grains, pile.contacts.key);
  EXPECT_EQ(points, std::vector<ContactKey>(2, ContactKey{0, 1}));
  EXPECT_EQ(coordination(2, points).contacts, 1u);
  EXPECT_EQ(coordination(2, between_grains(grains, touching_pairs(pile))).contacts, 1u);
  EXPECT_EQ(stress_shares(pile, size_classes(pile)).all.contacts, 1u);
}

// Every number has a value that is not trivial.
TEST(Rows, NumbersAreNotTrivial) {
  for (const Pile& pile : {glued_pile(), hull_pile(true)}) {
    Numbers found = numbers_of(pile);
    EXPECT_GT(found.size(), 150u);
    EXPECT_GT(found["core2_contacts"], 20);
    EXPECT_GT(found["core3_grains"], 5);
    EXPECT_GT(found["contacts1_grains"], 2);
    EXPECT_GT(found["pressed_deep"], 0);
    EXPECT_LT(found["mutual"], 0);
    EXPECT_LT(found["glued_energy"], 0);
    EXPECT_GT(found["remnant_kinetic"], 0);
    EXPECT_GT(found["contacts_unbound"] + found["friends_unbound"], 0);
    EXPECT_NE(found["virial_contacts"], 0);
  }
}

TEST(Rows, OfGluedSpheresInAnyOrder) {
  const Pile pile = glued_pile();
  Numbers expected = numbers_of(pile);
  put_envelopes(expected, pile);
  for (const std::uint64_t seed : {1, 2, 3}) {
    const Pile other = test::shuffled(pile, seed);
    ASSERT_NE(other.model.id, pile.model.id);
    Numbers found = numbers_of(other);
    put_envelopes(found, other);
    expect_same(expected, found, 1e-11);
  }
}

TEST(Rows, OfHullsInAnyOrder) {
  const Pile pile = hull_pile(true);
  Numbers expected = numbers_of(pile);
  put_envelopes(expected, pile);
  for (const std::uint64_t seed : {1, 2, 3}) {
    const Pile other = test::shuffled(pile, seed);
    Numbers found = numbers_of(other);
    put_envelopes(found, other);
    expect_same(expected, found, 1e-11);
  }
}

// Measures do not depend on the axes of the coordinates.
TEST(Rows, TurnedPilesGiveTheSameNumbers) {
  const Quaternion turn = shape::quaternion(1, -2, 0.5, 1.5);
  for (const Pile& pile : {glued_pile(), hull_pile(true)})
    expect_same(numbers_of(pile), numbers_of(test::turned(pile, turn)), 1e-10);
  const Pile hulls = hull_pile(false);
  Numbers expected = numbers_of(hulls);
  Numbers found = numbers_of(test::turned(hulls, turn));
  put_envelopes(expected, hulls);
  put_envelopes(found, test::turned(hulls, turn));
  expect_same(expected, found, 1e-10);
}

// Parts of a pile, and encounters of piles, with members in any order.
TEST(Rows, PartsAndEncounters) {
  for (const Pile& pile : {glued_pile(), hull_pile(true)}) {
    const Pile other = test::shuffled(pile, 7);
    expect_same(numbers_of(part(pile, heaviest_cluster(pile))), numbers_of(part(other, heaviest_cluster(other))),
                1e-11);
    generate::Encounter encounter;
    encounter.relative_speed = 0.1, encounter.gap = 1, encounter.constant = kG,
    encounter.orientation = generate::Orientation::random;
    encounter.target_spin = {0, 0, 0.2};
    const generate::Meeting expected = generate::meet(pile, pile, encounter, 3);
    const generate::Meeting found = generate::meet(other, other, encounter, 3);
    expect_same(numbers_of(expected.pile), numbers_of(found.pile), 1e-10);
    EXPECT_NEAR(found.target.rotation_energy / expected.target.rotation_energy, 1, 1e-11);
    EXPECT_NEAR(found.cross_energy / expected.cross_energy, 1, 1e-11);
  }
}

}  // namespace
}  // namespace rubble::measure
