#include "setup/soft_cohesion.hpp"

#include "base/error.hpp"
#include "config/key_names.hpp"
#include "laws/jkr.hpp"
#include "measure/contacts/tensile.hpp"
#include "measure/extent/envelope.hpp"
#include "setup/bulk_strength.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace rubble::setup {
namespace {

constexpr const char* kCohesionTable = "contact.cohesion";

enum class Attraction { constant, dmt, jkr, van_der_waals };
constexpr Word<Attraction> kAttractions[] = {{"constant", Attraction::constant},
                                             {"dmt", Attraction::dmt},
                                             {"jkr", Attraction::jkr},
                                             {"van-der-waals", Attraction::van_der_waals}};

struct AttractionChoice {
  Attraction law = Attraction::constant;
};
std::vector<Field<AttractionChoice>> fields(const AttractionChoice*) {
  return {
      field("law",
            "attraction: constant (4 c beta^2 R^2), dmt (2 pi w R), jkr (elastic spheres with necks), or van-der-waals "
            "(by the gap)",
            &AttractionChoice::law, kAttractions),
  };
}

std::string word_of(Attraction law) { return name_of(kAttractions, law); }

// InputError if the table has the number of a law, but no law.
void require_law(const config::Document& config) {
  if (config.holds(config::join(kCohesionTable, "law"))) return;
  for (const auto& [key, laws] :
       {std::pair{"work_of_adhesion", "\"dmt\" or \"jkr\""}, std::pair{"hamaker_constant", "\"van-der-waals\""}})
    if (config.holds(config::join(kCohesionTable, key)))
      throw config.error({config::join(kCohesionTable, key)},
                         fmt::format("'{}' in [{}] needs law = {}", key, kCohesionTable, laws));
}

Attraction chosen_attraction(config::Document& config) {
  require_law(config);
  return config.read<AttractionChoice>(kCohesionTable).law;
}

// (law) => its keys that set the attraction at a contact, which exclude bulk_strength.
std::vector<std::string> keys_of(Attraction law) {
  switch (law) {
    case Attraction::constant:
      return {"cohesive_strength", "shape_factor"};
    case Attraction::van_der_waals:
      return {"hamaker_constant"};
    default:
      return {"work_of_adhesion"};
  }
}

// (configuration, law) True if the table gives the strength of the pile. InputError if it also gives the attraction at
// a contact, or if the law also attracts spheres that do not touch.
bool is_by_bulk_strength(config::Document& config, Attraction law) {
  const bool bulk = gives_bulk_strength(config, keys_of(law));
  if (bulk && law == Attraction::van_der_waals)
    throw config.error({config::join(kCohesionTable, kBulkStrength), config::join(kCohesionTable, "law")},
                       fmt::format("'{}' in [{}] does not support law = \"van-der-waals\", which also attracts bodies "
                                   "that do not touch: set hamaker_constant instead, or another law",
                                   kBulkStrength, kCohesionTable));
  return bulk;
}

// Turns Hertz's law into the law of adhering spheres.
void adhere(const config::Document& config, ssdem::Parameters& p, double work_of_adhesion) {
  const auto* hertz = std::get_if<laws::HertzMindlin>(&p.normal);
  if (hertz == nullptr)
    throw config.error(
        {config::join(kCohesionTable, "law"), "contact.normal.law"},
        fmt::format("law = \"jkr\" in [{}] needs contact.normal.law = \"hertz-mindlin\"", kCohesionTable));
  p.normal = laws::Jkr{*hertz, work_of_adhesion};
}

// (laws with the attraction dmt or jkr) Sets the work of adhesion [J m-2].
void set_work(ssdem::SoftLaws& laws, Attraction law, double work) {
  if (law == Attraction::jkr)
    std::get<laws::Jkr>(laws.normal).work_of_adhesion = work;
  else
    laws.cohesion = laws::DmtCohesion{work}.law();
}

// InputError for walls and boxes that the law does not support.
void require_supported(const config::Document& config, const Pile& pile, const External& external, Attraction law,
                       double range) {
  const bool adheres = law == Attraction::jkr, reaches = law == Attraction::van_der_waals;
  if ((adheres || reaches) && !external.meshes.empty())
    throw config.error(
        {config::join(kCohesionTable, "law"), "mesh"},
        fmt::format("triangulated walls do not support law = \"{}\" in [{}]: use planes, or law = \"dmt\"",
                    word_of(law), kCohesionTable));
  if (!reaches || !pile.model.space.repeats() || pile.size() == 0) return;
  const double largest = *std::ranges::max_element(pile.model.radius);
  for (const double period : pile.model.space.period)
    if (period > 0 && period < 2 * (2 * largest + range))
      throw config.error(
          {config::join(kCohesionTable, "range"), "periodic"},
          fmt::format("the periodic box is {:g} m wide, too narrow for 'range' in [{}]: two bodies could "
                      "attract each other through two faces; the box must be wider than {:g} m",
                      period, kCohesionTable, 2 * (2 * largest + range)));
}

// (law) => name of its table, for --describe.
config::Heading heading(Attraction law) { return {.section = kCohesionTable, .key = "law", .word = word_of(law)}; }

}  // namespace

bool gives_attraction(config::Document& config) {
  return config.has(kCohesionTable) && !is_by_bulk_strength(config, chosen_attraction(config));
}

void read_cohesion(config::Document& config, ssdem::Parameters& p) {
  if (!config.has(kCohesionTable)) return;
  const Attraction law = chosen_attraction(config);
  const bool bulk = is_by_bulk_strength(config, law);
  if (bulk) config.read<BulkStrength>(kCohesionTable);
  if (law == Attraction::jkr)
    adhere(config, p, bulk ? 0 : config.read<laws::JkrCohesion>(kCohesionTable).work_of_adhesion);
  else if (law == Attraction::dmt)
    p.cohesion = (bulk ? laws::DmtCohesion{} : config.read<laws::DmtCohesion>(kCohesionTable)).law();
  else if (law == Attraction::van_der_waals)
    p.cohesion = config.read<laws::VanDerWaals>(kCohesionTable).law();
  else if (!bulk)
    p.cohesion = config.read<laws::AreaCohesion>(kCohesionTable).law();
}

void settle_cohesion(config::Document& config, const Pile& pile, const External& external, ssdem::Parameters& p) {
  if (!config.has(kCohesionTable)) return;
  const Attraction law = chosen_attraction(config);
  require_supported(config, pile, external, law, p.cohesion.range);
  if (!is_by_bulk_strength(config, law)) return;
  if (law == Attraction::constant) {
    p.cohesion = with_bulk_strength(config, pile, p.cohesion);
    for (auto& material : p.materials.materials) material.laws.cohesion = p.cohesion;
    return;
  }
  ssdem::SoftLaws laws = p.common();
  set_work(laws, law, 1);
  const double work = work_by_bulk_strength(config, pile, laws.greatest_pull());
  set_work(laws, law, work);
  p.normal = laws.normal;
  p.cohesion = laws.cohesion;
  for (auto& material : p.materials.materials) set_work(material.laws, law, work);
}

double tensile_strength(const Pile& pile, const ssdem::Parameters& p) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const laws::Cohesion pull = p.common().greatest_pull();
  const std::vector<ssdem::SoftLaws> laws = table_of(p.materials, p.common(), ssdem::mixed);
  if (std::ranges::any_of(laws, [&](const ssdem::SoftLaws& pair) { return pair.greatest_pull() != pull; }))
    return kNone;
  const double sum = measure::pull_sum(pile, pull);
  if (!(sum > 0)) return kNone;
  const Space& space = pile.model.space;
  if (!space.repeats())
    return measure::tensile_strength(sum, measure::volume(pile, measure::Volume::alpha, measure::default_alpha(pile)));
  if (!(space.repeats(0) && space.repeats(1) && space.repeats(2))) return kNone;
  return measure::tensile_strength(sum, space.period.prod());
}

config::Tables describe_soft_cohesion() {
  AttractionChoice choice;
  laws::AreaCohesion constant;
  std::vector<config::Slot> slots = config::slots_of(choice);
  for (const config::Slot& slot : config::slots_of(constant)) slots.push_back(slot);
  return config::describe_slots({.section = kCohesionTable, .variant = "of soft spheres", .number = "(optional)"},
                                "Attraction of bodies; docs/theory.md 2.8.", slots) +
         config::describe<laws::DmtCohesion>(heading(Attraction::dmt),
                                             "Touching bodies by Derjaguin, Muller and Toporov; docs/theory.md 2.8.") +
         config::describe<laws::JkrCohesion>(
             heading(Attraction::jkr),
             "Elastic spheres that adhere by Johnson, Kendall and Roberts; docs/theory.md 2.17.") +
         config::describe<laws::VanDerWaals>(heading(Attraction::van_der_waals),
                                             "Attraction by the gap, cut off at a range; docs/theory.md 2.16.") +
         config::describe<BulkStrength>({.section = kCohesionTable, .variant = "of soft spheres, by bulk strength"},
                                        "Attraction of touching bodies that gives the pile a strength; not with "
                                        "law = \"van-der-waals\".");
}

}  // namespace rubble::setup
