#include "generate/start_motion.hpp"

#include "base/random.hpp"
#include "model/grains.hpp"

namespace rubble::generate {

void set_moving(Pile& pile, const Motion& motion, std::uint64_t seed) {
  const Model& model = pile.model;
  const Grouping& grouping = pile.state.grouping;
  const Hill hill{motion.orbit};
  const auto flow = [&](const Vec3& x) -> Vec3 { return motion.frame.cross(x) + hill.flow(x); };
  for (std::size_t i = 0; i < pile.size(); ++i) {
    if (!leads(grouping, i)) continue;
    Random random(seed, Purpose::kMotion, static_cast<std::uint64_t>(model.id[i]));
    const Vec3 velocity = motion.speed * random.on_sphere();
    const Vec3 spin = motion.spin * random.on_sphere() + motion.frame;
    if (grouping.grain_of(i) < 0) {
      pile.state.velocity[i] = velocity + flow(pile.state.position[i]);
      pile.state.spin[i] = spin;
      continue;
    }
    const auto g = static_cast<std::size_t>(grouping.grain_of(i));
    GrainMotion moving = motion_of(model, pile.state, g);
    const Mat3 axes = moving.orientation.toRotationMatrix();
    moving.velocity = velocity + flow(moving.position);
    moving.momentum = axes * Vec3(grouping.grains[g].moments.cwiseProduct(axes.transpose() * spin));
    place_members(g, moving, pile.state);
  }
}

}  // namespace rubble::generate
