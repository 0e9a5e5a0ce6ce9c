#include "nscd/probe_impulses.hpp"

#include "detect/contact_area.hpp"
#include "friction/body_velocities.hpp"

#include <vector>

namespace rubble::nscd {
namespace {

// Position of a body during the step [m]. A body that was moved to meet a wall counts where it meets it.
Vec3 position_of(const StepView& step, Index body) {
  return step.bodies.position(static_cast<std::size_t>(body)) + step.pairs.displacement(body);
}

bool same_pair(const ContactKey& x, const ContactKey& y) { return x.a == y.a && x.b == y.b; }

// Points of a pair with one normal.
struct FlatContact {
  Vec3 normal;
  Vec3s points;
};

// (contacts of a pair, normal, point) Adds the point to the contact of its normal: at a wall of triangles a body may
// touch several faces.
void add_point(std::vector<FlatContact>& contacts, const Vec3& normal, const Vec3& point) {
  constexpr double kOneDirection = 1e-3;  // [rad]
  for (FlatContact& contact : contacts) {
    if ((contact.normal - normal).norm() > kOneDirection) continue;
    contact.points.push_back(point);
    return;
  }
  contacts.push_back({normal, {point}});
}

// Adds the areas of a pair's points with impulses to the targets of exactly one of its sides.
void add_area(const StepView& step, const ContactKey& key, const std::vector<FlatContact>& contacts, Probes& probes) {
  double area = 0;
  for (const FlatContact& contact : contacts)
    if (contact.points.size() >= 3) area += step.p.step.dt * detect::hull_area(contact.points, contact.normal);
  if (!(area > 0)) return;
  const std::uint64_t targets = probes.across(key.a, key.b);
  for (std::size_t k = 0; k < probes.size(); ++k)
    if ((targets >> k & 1) != 0) probes.add_area(k, area);
}

}  // namespace

void place_points(const StepView& step, Probes& probes) {
  const auto mass = [&](Index row) { return step.model.mass[static_cast<std::size_t>(row)]; };
  const auto position = [&](Index row) { return step.predicted.state.position[static_cast<std::size_t>(row)]; };
  probes.place(step.external, step.predicted.state.time, mass, position);
}

void add_impulse(const StepView& step, const friction::Links& near, std::size_t point, const Vec3& impulse,
                 Probes& probes) {
  const ContactKey& key = step.found.key[point];
  if (probes.across(key.a, key.b) == 0) return;
  const Index a = near.a[point], b = near.b[point];
  ProbedContact contact;
  contact.force = -impulse;
  contact.point = position_of(step, a) + near.arm_a[point];
  contact.other = key.on_wall() ? contact.point : Vec3(position_of(step, b) + near.arm_b[point]);
  probes.place_rigid(probes.of_body(key.a), position_of(step, a));
  if (!key.on_wall()) probes.place_rigid(probes.of_body(key.b), position_of(step, b));
  probes.add_impulse(key.a, key.b, contact);
}

void add_contacts(const StepView& step, const ContactProblem& contacts, const Impacts& impacts, Probes& probes) {
  std::vector<FlatContact> pressed;  // of the present pair
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const std::size_t point = contacts.point[c];
    const ContactKey& key = step.found.key[point];
    const Vec3 impulse = impacts.with_impacts(c, contacts.impulse[c]);
    add_impulse(step, contacts.near, point, impulse, probes);
    if (!impulse.isZero(0)) add_point(pressed, step.found.normal[point], step.found.point[point]);
    const bool last = c + 1 == contacts.size() || !same_pair(key, step.found.key[contacts.point[c + 1]]);
    if (!last) continue;
    add_area(step, key, pressed, probes);
    pressed.clear();
  }
}

}  // namespace rubble::nscd
