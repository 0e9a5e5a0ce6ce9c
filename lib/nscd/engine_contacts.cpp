// Contacts of a pile from the impulses of the last step, and impulses from contacts.
#include "model/image_column.hpp"
#include "nscd/engine.hpp"
#include "nscd/point_cohesion.hpp"
#include "nscd/surroundings.hpp"

#include <utility>

namespace rubble::nscd {

Contacts Engine::contacts(const Model& model, const State& state, const External& external) const {
  const Prediction at{state, sizes_.turns(model, state), p_.step.dt, fastest_speed(bodies_, external)};
  const detect::ContactPoints found =
      near_.search({p_, model, external, sizes_, bodies_, at, near_.found(), paths_.pairs()});
  const std::vector<Index> last_of = impulses_.last.indices_of(found.key);
  const std::vector<PointCohesion> cohesion = cohesion_of(found, p_);
  const bool repeats = !external.period.isZero(0);
  Contacts contacts;
  Vec3s images;
  for (std::size_t c = 0; c < found.size(); ++c) {
    const Vec3 impulse =
        last_of[c] < 0 ? Vec3(Vec3::Zero()) : impulses_.last.value[static_cast<std::size_t>(last_of[c])];
    const bool pushed = !impulse.isZero(0);
    if (!pushed && !(cohesion[c].attraction > 0) && found.gap[c] > 0) continue;
    Vec3 force = -cohesion[c].attraction * found.normal[c];  // on b
    if (pushed) force += impulse / p_.step.dt;
    contacts.key.push_back(found.key[c]);
    contacts.point.push_back(found.point[c]);
    contacts.normal.push_back(found.normal[c]);
    contacts.gap.push_back(found.gap[c]);
    contacts.force.push_back(-force);
    contacts.energy.push_back(cohesion[c].energy);
    if (repeats) images.push_back(found.image[c]);
  }
  if (repeats) add_column(contacts, image_column(std::move(images)));
  return contacts;
}

void Engine::take_up(const Contacts& contacts) { impulses_.last = impulses_of(contacts, p_); }

}  // namespace rubble::nscd
