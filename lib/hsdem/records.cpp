#include "hsdem/records.hpp"

#include "hsdem/pair_motion.hpp"

#include <string>
#include <utility>

namespace rubble::hsdem {
namespace {

// (context, pair, impulse on b [N s]) Both sides of an impulse act midway between the surfaces.
void add_to(Probes& probes, const PairContext& context, Index a, Index b, const Vec3& impulse) {
  if (probes.across(a, b) == 0) return;
  const PairMotion motion = pair_motion(context, a, b);
  const auto surface = [&](Index row) { return context.radius[at(row)] + motion.gap / 2; };
  const auto place = [&](Index row) {
    const RigidBody& body = context.bodies[context.bodies.of_row(at(row))];
    if (!body.bound) probes.place_rigid(probes.of_body(row), body.position);
  };
  ProbedContact contact;
  contact.force = -impulse;
  contact.point = context.bodies.position(at(a)) + surface(a) * motion.normal;
  contact.other = b < 0 ? contact.point : Vec3(context.bodies.position(at(b)) - surface(b) * motion.normal);
  place(a);
  if (b >= 0) place(b);
  probes.add_impulse(a, b, contact);
}

}  // namespace

void Records::add_impulse(const PairContext& context, Index a, Index b, const Vec3& impulse) {
  impulses.add(a, b, impulse);
  if (probes != nullptr) add_to(*probes, context, a, b, impulse);
}

void Records::archive(Archive& archive) {
  archive_account(archive, "hsdem/account", account);
  archive.value("hsdem/first_half_heat", first_half_heat);
  made.archive(archive, "hsdem/energy_made");
  for (const auto& [name, number] : {std::pair{"impacts", &counts.impacts.all},
                                     {"elastic", &counts.impacts.elastic},
                                     {"plastic", &counts.impacts.plastic},
                                     {"smooth", &counts.impacts.smooth},
                                     {"lifted", &counts.impacts.lifted},
                                     {"bound", &counts.bound},
                                     {"passed_over", &counts.passed_over},
                                     {"missed", &counts.missed},
                                     {"sticks", &counts.sticks},
                                     {"fragments", &counts.fragments},
                                     {"failed", &counts.failed},
                                     {"supported", &counts.supported},
                                     {"resting_kicks", &counts.resting.kicks},
                                     {"unconverged", &counts.resting.unconverged}})
    archive.value(std::string("hsdem/") + name, *number);
  archive.value("hsdem/overlap", counts.overlap);
}

}  // namespace rubble::hsdem
