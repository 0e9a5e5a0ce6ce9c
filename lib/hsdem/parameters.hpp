#pragma once
// What a run with hard spheres needs to know.
#include "gravity/parameters.hpp"
#include "hsdem/impact.hpp"
#include "model/stepper.hpp"

namespace rubble::hsdem {

// [step]
struct Step {
  double dt = 0;  // [s]
};

// [contact]
struct ContactLaw {
  double restitution = 1;          // e_n
  double sliding_restitution = 1;  // e_t; 1: smooth
  Auto friction;                   // auto: as much as e_t asks for
  Auto slow;                       // normal speed below which impacts are elastic [m s-1]; auto: 3 h times the gravity
                                   // between neighbours
  std::int64_t most_impacts = 1000;  // of a pair in a step; then it is passed over until the next
};

// [outcome]: by the speed of an impact over the mutual escape speed sqrt(2 G (M_a + M_b) / distance of the centres).
struct Outcome {
  double stick = 0;  // below: both move as one from now on; 0: never
  Auto fragment;     // above: the two spheres that meet leave their aggregates; auto: never
  std::string speed = "relative";
};

// [sanity], beside the limits of the ledger.
struct Limits {
  double overlap = 0.01;      // deepest overlap / smaller radius
  double passed_over = 0.01;  // share of all impacts
};

struct Parameters {
  gravity::Parameters gravity;
  Step step;
  ContactLaw contact;
  Outcome outcome;
  Limits limits;
};

// How often what happened since the start of the run.
struct Counts {
  std::int64_t impacts = 0;
  std::int64_t elastic = 0;      // of these, too slow to lose energy
  std::int64_t smooth = 0;       // of these, without the friction that would have made energy
  std::int64_t passed_over = 0;  // pairs that met too often in a step
  std::int64_t missed = 0;       // pairs that overlapped by more than what counts as touching before anybody looked
  std::int64_t sticks = 0, fragments = 0;
  double overlap = 0;  // deepest / smaller radius

  double share_passed_over() const {
    return impacts > 0 ? static_cast<double>(passed_over) / static_cast<double>(impacts) : 0;
  }
};

inline const std::vector<Channel> kChannelsOfEvents = {Channel::impact, Channel::friction, Channel::bond};
inline std::vector<Audit> audits_of(const Limits& limits, const Counts& counts = {}) {
  return {{"worst_overlap", "1", "deepest overlap / smaller radius", "overlap", limits.overlap, counts.overlap},
          {"share_passed_over", "1", "share of the impacts that came too often in a step", "passed_over",
           limits.passed_over, counts.share_passed_over()}};
}

}  // namespace rubble::hsdem
