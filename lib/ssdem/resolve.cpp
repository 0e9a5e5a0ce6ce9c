#include "ssdem/resolve.hpp"

#include "base/ball.hpp"
#include "base/error.hpp"
#include "model/bodies.hpp"
#include "ssdem/bonds_at_start.hpp"
#include "ssdem/cohesive_scales.hpp"
#include "ssdem/law_table.hpp"
#include "ssdem/meeting_laws.hpp"
#include "ssdem/reduced.hpp"
#include "ssdem/wall_demand.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <vector>

namespace rubble::ssdem {
namespace {

constexpr double kDeepest = 0.01;       // target overlap at the greatest speed, relative to the smaller radius
constexpr double kSolidFraction = 0.6;  // solid fraction of the compact body in the estimates
constexpr double kRounding = 1e-9;      // relative to the greatest speed: slower motions about the centre of mass count
                                        // as none
// Greatest speed of impacts in a ring / (rate of Hill's frame x largest radius): several times the dispersion of a
// dense ring, which is 2.2 for restitution 0.5 and optical depth 0.5.
constexpr double kImpactsInRings = 10;

struct Extremes {
  double lightest, smallest, largest, total_mass, volume;
  double extent;      // diagonal of the box about all spheres [m]
  double own_speed;   // greatest speed about the centre of mass; in Hill's frame, relative to the shear flow [m s-1]
  double bulk_speed;  // greatest speed in the given frame [m s-1]
  Vec3 centre;        // centre of the box about all spheres [m]
};

// (model, state, external) => extremes. The lightest body is one that is not frozen.
Extremes extremes(const Model& model, const State& state, const External& external) {
  const std::vector<char> frozen = frozen_marks(external.frozen, model.size());
  Extremes e{std::numeric_limits<double>::infinity(), model.radius[0], model.radius[0], 0, 0, 0, 0, 0, Vec3::Zero()};
  Vec3 momentum = Vec3::Zero(), low = state.position[0], high = low;
  for (std::size_t i = 0; i < model.size(); ++i) {
    const double r = model.radius[i];
    if (frozen.empty() || !frozen[i]) e.lightest = std::min(e.lightest, moving_mass(model, state.grouping, i));
    e.smallest = std::min(e.smallest, r);
    e.largest = std::max(e.largest, r);
    e.total_mass += model.mass[i];
    e.volume += ball_volume(r);
    momentum += model.mass[i] * state.velocity[i];
    low = low.cwiseMin((state.position[i].array() - r).matrix());
    high = high.cwiseMax((state.position[i].array() + r).matrix());
  }
  e.extent = (high - low).norm();
  e.centre = 0.5 * (low + high);
  const Hill& hill = external.hill;
  for (std::size_t i = 0; i < model.size(); ++i) {
    const Vec3& v = state.velocity[i];
    const Vec3 common = hill.turns() ? hill.flow(state.position[i]) : Vec3(momentum / e.total_mass);
    e.own_speed = std::max(e.own_speed, (v - common).norm());
    e.bulk_speed = std::max(e.bulk_speed, v.norm());
  }
  if (e.own_speed <= kRounding * e.bulk_speed) e.own_speed = 0;
  return e;
}

// Greatest height from which a body can fall onto a wall, measured along uniform gravity [m].
double height_above_walls(const State& state, const External& external) {
  const double g = external.uniform.norm();
  double height = 0;
  for (const Plane& plane : external.planes) {
    const double slope = -external.uniform.dot(plane.normal) / g;  // cosine of the wall's inclination
    if (!(slope > 0)) continue;
    for (const Vec3& x : state.position) height = std::max(height, (x - plane.point).dot(plane.normal) / slope);
  }
  for (std::size_t k = 0; k < external.meshes.size(); ++k)
    height = std::max(height, height_above(external.meshes, state, k, external.uniform / g));
  return height;
}

// Bounds over the whole path of a planet.
struct PathBounds {
  double distance;  // least distance from a point [m]
  double speed;     // greatest speed [m s-1]
};

// (planet, point) => bounds for its path, a point plus parts of positions on ellipses. The length of their sum is at
// least that of the longest part minus those of all others.
PathBounds bounds_of(const Planet& planet, const Vec3& point) {
  double greatest = 0, least = 0, speed = 0;
  for (const OrbitPart& orbit : planet.path) {
    const Conic& conic = orbit.conic;
    const double part = std::abs(orbit.part), q = conic.pericentre, far = part * apocentre(conic);
    least = std::max({part * q - greatest, least - far, 0.0});
    greatest += far;
    speed += part * std::sqrt(conic.strength * (1 + conic.eccentricity) / q);
  }
  const double away = (planet.position - point).norm();
  return {std::max({away - greatest, least - away, 0.0}), speed};
}

// Radius of a ball in the surface of a planet, which no body enters; 0 for a point mass [m].
double inner_radius(const Planet& planet) {
  if (!planet.figure || !planet.figure->polyhedron) return planet.radius;
  const shape::ClosedSurface& surface = planet.figure->polyhedron->surface();
  return surface.contains(Vec3::Zero()) ? surface.nearest(Vec3::Zero()).norm() : 0;
}

// (extremes, G, planet) => largest change of relative speeds that the field of a planet causes [m s-1]. The directions
// of the planet's pull on two bodies differ by at most extent / distance (an angle in rad). The relative speed changes
// by at most this angle times the change of speed, and by no more than the change of speed. The speed is the sum of
// those of the pile and of the planet. The pile counts as at rest for the distance of a planet on an orbit.
double spread_by_planet(const Extremes& e, double G, const Planet& planet) {
  if (planet.pass) return 0;
  const PathBounds bounds = bounds_of(planet, e.centre);
  const double near = std::max({bounds.distance - 0.5 * e.extent, 0.5 * e.extent, inner_radius(planet)});
  const double relative = e.bulk_speed + bounds.speed;
  const double speed = std::sqrt(relative * relative + 2 * G * planet.mass / near);
  return speed * std::min(1.0, e.extent / near);
}

double self_gravity(const gravity::Parameters& gravity) {
  return gravity.method == gravity::Summation::none ? 0.0 : gravity.constant;
}

double compact_radius(const Extremes& e) { return ball_radius(e.volume / kSolidFraction); }

// docs/theory.md 2.9.
double greatest_speed_of(const Extremes& e, const gravity::Parameters& gravity, const State& state,
                         const External& external, double driven) {
  const double escape = std::sqrt(2 * self_gravity(gravity) * e.total_mass / compact_radius(e));
  const bool fixed = external.walls() > 0 || !external.frozen.empty();
  double speed = std::max(2 * (fixed ? e.bulk_speed : e.own_speed), escape);
  if (external.hill.turns()) speed = std::max(speed, kImpactsInRings * external.hill.rate * e.largest);
  const double g = external.uniform.norm();
  if (g > 0) speed = std::max(speed, std::sqrt(2 * g * std::max(e.extent, height_above_walls(state, external))));
  for (const Plane& plane : external.planes) speed = std::max(speed, 2 * plane.greatest_speed());
  speed = std::max(speed, 2 * driven);
  for (const MeshWall& wall : external.meshes) speed = std::max(speed, 2 * wall.greatest_speed());
  for (const FrozenBodies& bodies : external.frozen) speed = std::max(speed, 2 * bodies.greatest_speed());
  for (const Planet& planet : external.planets)
    speed = std::max(speed, 2 * spread_by_planet(e, gravity.constant, planet));
  return speed;
}

// A pair that can meet: two bodies, or a body and a wall.
struct Pairing {
  double mass = 0;            // reduced mass [kg]
  double radius = 1;          // smaller radius [m]
  double reduced_radius = 1;  // [m]
  bool wall = false;

  // Mass m [kg] in the stiffness m (v / (0.01 r))^2 that the pair needs. An impact at the speed v is then 0.01 r deep
  // at a wall, and 0.007 r between two bodies, whose greatest speed is rarely reached.
  double spring_mass() const { return wall ? mass : 2 * mass; }
  // Stiffness that the pair needs, divided by (v / 0.01)^2 [kg m-2].
  double demand() const { return spring_mass() / (radius * radius); }
};

// The heaviest body so far, and the heaviest body that is not glued to it.
struct Heaviest {
  struct Body {
    double mass = 0;
    double radius = 0;
    std::int64_t grain = -1;  // a free sphere counts as a separate grain, with a number below -1
  } first, second;

  void take(const Body& body) {
    if (body.grain == first.grain && first.mass > 0) return;
    if (body.mass > first.mass) {
      second = first;
      first = body;
    } else if (body.mass > second.mass) {
      second = body;
    }
  }
  const Body& beside(std::int64_t grain) const { return grain == first.grain ? second : first; }
};

// (model, grouping, true for frozen bodies or empty, true if there are walls) => the pair that needs the stiffest
// spring, of all pairs that can meet. For each body, the partner in question is the heaviest body that is not smaller:
// the reduced mass over the squared smaller radius grows with the partner's mass. Frozen bodies have infinite masses
// and meet neither each other nor walls.
Pairing stiffest_pairing(const Model& model, const Grouping& grouping, const std::vector<char>& frozen, bool walls) {
  constexpr std::int64_t kFrozen = std::numeric_limits<std::int64_t>::max();  // stands for a grain of all frozen bodies
  std::vector<std::size_t> order(model.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto larger = [&](std::size_t i, std::size_t j) {
    return model.radius[i] != model.radius[j] ? model.radius[i] > model.radius[j] : i < j;
  };
  std::sort(order.begin(), order.end(), larger);
  Pairing stiffest;
  Heaviest heaviest;
  for (const std::size_t i : order) {
    const bool is_frozen = !frozen.empty() && frozen[i];
    const double m = is_frozen ? std::numeric_limits<double>::infinity() : moving_mass(model, grouping, i);
    const double s = model.radius[i];
    const Index g = grouping.grain_of(i);
    const std::int64_t grain = is_frozen ? kFrozen : g >= 0 ? g : -2 - static_cast<std::int64_t>(i);
    const Heaviest::Body& other = heaviest.beside(grain);
    if (other.mass > 0) {
      const Pairing pair{reduced(m, other.mass), s, s / (1 + s / other.radius)};
      if (pair.demand() > stiffest.demand()) stiffest = pair;
    }
    const Pairing at_wall{m, s, s, true};
    if (walls && !is_frozen && at_wall.demand() >= stiffest.demand()) stiffest = at_wall;
    heaviest.take({m, s, grain});
  }
  if (stiffest.mass > 0) return stiffest;
  return {0.5 * moving_mass(model, grouping, 0), model.radius[0], 0.5 * model.radius[0]};  // no bodies can meet
}

// Prepares the laws of all pairs of materials. A stiffness that is not given gets the value `wanted` [N m-1].
void prepare_laws(Parameters& p, const Model& model, const External& external, double wanted) {
  SoftLaws common = p.common();
  common.prepare(wanted);
  p.normal = common.normal;
  p.sliding = common.sliding;
  p.couple = common.couple;
  for (auto& material : p.materials.materials) material.laws.prepare(wanted);
  const auto mix = [&](const SoftLaws& a, const SoftLaws& b) {
    SoftLaws laws = mixed(a, b);
    laws.prepare(wanted);
    return laws;
  };
  p.pairs = {pair_laws(p.materials, common, mix, model, external), {}};
  for (SoftLaws& pair : p.pairs.law) {
    pair.prepare(wanted);
    p.pairs.numbers.push_back(numbers_of(pair));
  }
}

}  // namespace

double greatest_speed(const Model& model, const State& state, const External& external,
                      const gravity::Parameters& gravity) {
  return greatest_speed_of(extremes(model, state, external), gravity, state, external,
                           demand_of_drives(model, state, external).speed);
}

void resolve_bonds(Parameters& p, const Pile& pile, const External& external, bool is_auto, Choice& choice) {
  if (!p.bonds) return;
  const Bonds bonds = bonds_at_start(*p.bonds, pile, external);
  const BondVibration fastest = fastest_vibration(*p.bonds, pile, bonds, external);
  choice.longest_step = fastest.longest_step;
  if (!is_auto || !(fastest.rate > 0)) return;
  p.step.dt = std::min({choice.dt, std::numbers::pi / fastest.rate / static_cast<double>(p.step.steps_per_contact),
                        0.5 * fastest.longest_step});
  choice.dt = *p.step.dt;
  choice.steps_per_contact = choice.contact_time / choice.dt;
}

Choice resolve(Parameters& p, const Model& model, const State& state, const External& external, double speed) {
  require_spheres(model, "soft spheres");
  Choice choice;
  if (!p.contacts) {
    if (!p.step.dt)
      throw InputError("step.dt must be a time if [contact] is missing: \"auto\" is a fraction of the contact time");
    p.normal = laws::LinearSpring{0.0};
    choice.dt = *p.step.dt;
    return choice;
  }
  const Extremes e = extremes(model, state, external);
  const WallDemand driven = demand_of_drives(model, state, external);
  const double G = self_gravity(p.gravity);
  const double body_radius = compact_radius(e);
  choice.speed = speed;
  if (!(speed > 0)) {
    choice.speed = greatest_speed_of(e, p.gravity, state, external, driven.speed);
    // If nothing moves and no field acts, any spring is suitable: the speed is set to one smallest radius per second.
    if (!(choice.speed > 0)) choice.speed = e.smallest;
  }

  const Pairing stiffest =
      stiffest_pairing(model, state.grouping, frozen_marks(external.frozen, model.size()), external.walls() > 0);
  const double wanted =
      std::max({stiffest.spring_mass() * std::pow(choice.speed / (kDeepest * stiffest.radius), 2),
                2 * driven.force / (kDeepest * e.smallest),
                cohesive_demand(strongest_cohesion(p), {e.smallest, e.largest}, external.walls() > 0) / kDeepest});
  prepare_laws(p, model, external, wanted);

  // The lightest pair: two bodies with the least mass and the smallest radius. The contact of one such body with a
  // plane takes longer. A driven wall may be lighter still for each of the bodies that touch it.
  const double mu = 0.5 * std::min(e.lightest, driven.mass), radius = 0.5 * e.smallest;
  const double pressure = 2.0 / 3.0 * std::numbers::pi * G * std::pow(e.total_mass / (e.volume / kSolidFraction), 2) *
                          body_radius * body_radius;
  std::visit(
      [&](const auto& law) {
        if constexpr (requires { law.stiffness; }) choice.stiffness = *law.stiffness;
      },
      p.normal);
  std::vector<MeetingLaws> meeting;
  if (p.pairs.varies()) meeting = meeting_laws(p.pairs, model, state, external, driven.mass);
  const SoftLaws common = p.common();
  if (meeting.empty()) meeting.push_back({&common, mu, radius});
  choice.contact_time = std::numeric_limits<double>::infinity();
  double shortest = choice.contact_time;  // of all times that steps_per_contact divides [s]
  for (const MeetingLaws& pair : meeting) {
    const double contact = contact_time(*pair.laws, pair.mass, pair.radius, choice.speed);
    choice.contact_time = std::min(choice.contact_time, contact);
    shortest = std::min({shortest, contact, approach_time(*pair.laws, pair.mass, pair.radius, choice.speed)});
    std::visit(
        [&](const auto& law) {
          const double overlap = law.impact_overlap(stiffest.mass, stiffest.reduced_radius, choice.speed);
          const laws::Cohesion& cohesion = pair.laws->cohesion;
          const double load = pressure * 4 * e.smallest * e.smallest + cohesion.force(radius);
          const double largest = 0.5 * e.largest;  // reduced radius of two of the largest bodies
          choice.overlap = std::max(choice.overlap, overlap / stiffest.radius);
          choice.static_overlap = std::max({choice.static_overlap, law.static_overlap(radius, load) / e.smallest,
                                            law.static_overlap(largest, cohesion.force(largest)) / e.largest});
        },
        pair.laws->normal);
  }
  if (!p.step.dt) p.step.dt = shortest / static_cast<double>(p.step.steps_per_contact);
  choice.dt = *p.step.dt;
  choice.steps_per_contact = choice.contact_time / choice.dt;
  return choice;
}

}  // namespace rubble::ssdem
