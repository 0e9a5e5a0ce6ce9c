#include "experiment/given_spin.hpp"

#include "base/error.hpp"
#include "experiment/rigid_motion.hpp"
#include "measure/extent/ellipsoid.hpp"

namespace rubble::experiment {

void give_spin(Pile& pile, const GivenSpin& spin) {
  if (!(spin.axis.norm() > 0)) throw KeyError("axis", "'axis' must not be zero");
  const Mat3 frame = spin.frame == SpinFrame::principal ? measure::ellipsoid(pile).axes : Mat3(Mat3::Identity());
  const RigidMotion own = rigid_motion(pile.model, pile.state);
  add_rotation(pile.model, pile.state, own.centre, spin.rate * (frame * spin.axis.normalized()) - own.spin);
}

}  // namespace rubble::experiment
