#include "setup/bulk_strength.hpp"

#include "base/error.hpp"
#include "config/key_names.hpp"
#include "measure/contacts/tensile.hpp"
#include "measure/extent/envelope.hpp"

#include <fmt/format.h>

namespace rubble::setup {
namespace {

constexpr const char* kTable = "contact.cohesion";

// (configuration, pile, law with an attraction of 1) => factor by which the attraction must be multiplied.
template <class Law>
double factor(config::Document& config, const Pile& pile, const Law& law) {
  const auto bulk = config.read<BulkStrength>(kTable);
  const bool part = bulk.volume == measure::Volume::cluster;
  const double pull = config.within(
      kTable, [&] { return measure::pull_sum(part ? measure::pile_of_heaviest_cluster(pile) : pile, law); });
  if (!(pull > 0))
    throw config.error(
        kTable, kBulkStrength,
        fmt::format("'{}' in [{}] needs a pile whose grains touch at the start of the run: relax the pile "
                    "first, or set the attraction at a contact",
                    kBulkStrength, kTable));
  return config.within(kTable, [&] {
    const double volume = measure::volume(pile, bulk.volume, measure::default_alpha(pile));
    return bulk.strength / measure::tensile_strength(pull, volume);
  });
}

void record_force(config::Document& config, const char* key, double value) {
  config.record(kTable, key, value);
  config.omit(kTable, kBulkStrength);
  config.omit(kTable, "volume");
}

template <class Bulk>
Field<Bulk> strength_field() {
  return field(
             kBulkStrength, "Pa",
             "tensile strength of the pile at the start of the run, from which the attraction at a contact follows by "
             "Rumpf's relation; docs/theory.md 5.19",
             &Bulk::strength)
      .required()
      .range(kPositive);
}

template <class Bulk>
Field<Bulk> volume_field() {
  return field("volume", "definition of the volume of the pile at the start, for its strength", &Bulk::volume,
               measure::kAllVolumes)
      .required();
}

}  // namespace

std::vector<Field<BulkStrength>> fields(const BulkStrength*) {
  return {strength_field<BulkStrength>(), volume_field<BulkStrength>()};
}

std::vector<Field<BulkStrengthInRange>> fields(const BulkStrengthInRange*) {
  return {strength_field<BulkStrengthInRange>(), volume_field<BulkStrengthInRange>(),
          field("range", "m", "largest gap at which the attractive force acts", &BulkStrengthInRange::distance)
              .required()
              .range(kNotNegative)};
}

bool gives_bulk_strength(config::Document& config, const std::vector<std::string>& keys) {
  const std::string bulk = config::join(kTable, kBulkStrength);
  if (!config.holds(bulk)) return false;
  for (const std::string& key : keys)
    if (config.holds(config::join(kTable, key)))
      throw config.error({bulk, config::join(kTable, key)},
                         fmt::format("'{}' and '{}' in [{}] both set the attraction at a contact: remove one of them",
                                     kBulkStrength, key, kTable));
  return true;
}

laws::Cohesion with_bulk_strength(config::Document& config, const Pile& pile, laws::Cohesion law) {
  law.strength = law.shape_factor = 1;
  law.strength = factor(config, pile, law);
  record_force(config, "cohesive_strength", law.strength);
  config.record(kTable, "shape_factor", law.shape_factor);
  return law;
}

double work_by_bulk_strength(config::Document& config, const Pile& pile, const laws::Cohesion& of_unit_work) {
  const double work = factor(config, pile, of_unit_work);
  record_force(config, "work_of_adhesion", work);
  return work;
}

laws::RangeCohesion with_bulk_strength(config::Document& config, const Pile& pile, laws::RangeCohesion law) {
  law.force = 1;
  law.force = factor(config, pile, law);
  record_force(config, "cohesive_force", law.force);
  return law;
}

}  // namespace rubble::setup
