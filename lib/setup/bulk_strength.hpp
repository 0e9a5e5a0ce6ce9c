#pragma once
// [contact.cohesion] by the tensile strength of the whole pile. docs/theory.md 5.19.
#include "base/field.hpp"
#include "config/describe.hpp"
#include "config/document.hpp"
#include "laws/cohesion.hpp"
#include "measure/extent/volume.hpp"
#include "model/pile.hpp"

namespace rubble::setup {

// [contact.cohesion] with bulk_strength.
struct BulkStrength {
  double strength = 0;  // [Pa]
  measure::Volume volume = measure::Volume::alpha;
};
std::vector<Field<BulkStrength>> fields(const BulkStrength*);

// The same for Contact Dynamics, where the attraction has a range.
struct BulkStrengthInRange {
  double strength = 0;  // [Pa]
  measure::Volume volume = measure::Volume::alpha;
  double distance = 0;  // [m]
};
std::vector<Field<BulkStrengthInRange>> fields(const BulkStrengthInRange*);

// The key that stands for the attraction at a contact.
inline constexpr const char* kBulkStrength = "bulk_strength";

// True if [contact.cohesion] gives the strength of the pile. InputError if it also has one of `keys`, which set the
// attraction at a contact.
bool gives_bulk_strength(config::Document& config, const std::vector<std::string>& keys);

// (configuration with bulk_strength, pile at the start of the run, law) => the law with the attraction that gives the
// pile this strength. The configuration records the law instead of the strength. InputError if no grains touch.
laws::Cohesion with_bulk_strength(config::Document& config, const Pile& pile, laws::Cohesion law);
// (configuration with bulk_strength, pile at the start of the run, greatest tension of a contact for a work of adhesion
// of 1 J m-2) => the work of adhesion that gives the pile this strength [J m-2]. The configuration records it instead
// of the strength. InputError if no grains touch.
double work_by_bulk_strength(config::Document& config, const Pile& pile, const laws::Cohesion& of_unit_work);
laws::RangeCohesion with_bulk_strength(config::Document& config, const Pile& pile, laws::RangeCohesion law);

}  // namespace rubble::setup
