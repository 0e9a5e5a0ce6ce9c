#include "setup/method.hpp"

#include "config/describe.hpp"
#include "config/key_names.hpp"
#include "generate/place.hpp"
#include "hsdem/stored_columns.hpp"
#include "setup/contact_dynamics.hpp"
#include "setup/hard_spheres.hpp"
#include "setup/soft_spheres.hpp"

#include <fmt/format.h>

namespace rubble::setup {
namespace {

enum class Kind { soft_spheres, contact_dynamics, hard_spheres };
constexpr Word<Kind> kKinds[] = {{"soft-spheres", Kind::soft_spheres},
                                 {"contact-dynamics", Kind::contact_dynamics},
                                 {"hard-spheres", Kind::hard_spheres}};

// [method]
struct Choice {
  Kind kind = Kind::soft_spheres;
};
std::vector<Field<Choice>> fields(const Choice*) {
  return {
      field("kind",
            "contact method: spring and dashpot forces (soft-spheres), implicit impulses (contact-dynamics), or events "
            "(hard-spheres)",
            &Choice::kind, kKinds),
  };
}

// A table or key that shows that a configuration was written for another method.
struct Sign {
  const char *section, *key;  // "" refers to the table itself
  Kind kind, second;          // methods that have the key, which may be the same
};
constexpr Sign kSigns[] = {{"contact.normal", "", Kind::soft_spheres, Kind::soft_spheres},
                           {"contact.sliding", "", Kind::soft_spheres, Kind::soft_spheres},
                           {"contact.rolling", "", Kind::soft_spheres, Kind::soft_spheres},
                           {"contact.cohesion", "law", Kind::soft_spheres, Kind::soft_spheres},
                           {"contact.cohesion", "", Kind::soft_spheres, Kind::contact_dynamics},
                           {"contact", "friction", Kind::contact_dynamics, Kind::hard_spheres},
                           {"contact", "restitution", Kind::contact_dynamics, Kind::hard_spheres},
                           {"contact", "sliding_restitution", Kind::hard_spheres, Kind::hard_spheres},
                           {"solver", "", Kind::contact_dynamics, Kind::contact_dynamics},
                           {"outcome", "", Kind::hard_spheres, Kind::hard_spheres},
                           {"strength", "", Kind::hard_spheres, Kind::hard_spheres},
                           {"bonds", "", Kind::soft_spheres, Kind::soft_spheres}};

// InputError for keys that the chosen method does not have but another one does.
void refuse_others(const config::Document& config, Kind kind) {
  for (const Sign& sign : kSigns) {
    const std::string section = sign.section, key = sign.key;
    if (kind == sign.kind || kind == sign.second) continue;
    if (!config.holds(key.empty() ? section : section + "." + key)) continue;
    const std::string what = key.empty() ? "[" + section + "]" : "'" + key + "' in [" + section + "]";
    const std::string first = name_of(kKinds, sign.kind), second = name_of(kKinds, sign.second);
    const std::string other =
        first == second ? fmt::format("\"{}\"", first) : fmt::format("\"{}\" or \"{}\"", first, second);
    throw config.error({config::join(section, key), "method.kind"},
                       fmt::format("{} needs [method] kind = {}", what, other));
  }
}

}  // namespace

std::unique_ptr<Method> read_method(config::Document& config) {
  config.know_variants(describe_method);
  const Choice choice = config.read_if<Choice>("method").value_or(Choice{});
  refuse_others(config, choice.kind);
  const config::Cause kind(config, "method.kind");
  if (choice.kind == Kind::contact_dynamics) return std::make_unique<ContactDynamics>(read_contact_dynamics(config));
  if (choice.kind == Kind::hard_spheres) return std::make_unique<HardSpheres>(read_hard_spheres(config));
  return std::make_unique<SoftSpheres>(read_soft_spheres(config));
}

const std::vector<BodyColumn>& body_columns() {
  static const std::vector<BodyColumn> columns = [] {
    std::vector<BodyColumn> all = hsdem::kBodyColumns;
    put_column(all, generate::kPlacedColumn);
    put_column(all, kBrokenBondsColumn);
    return all;
  }();
  return columns;
}

void require_soft_spheres(config::Document& config, const std::string& what) {
  const Choice choice = config.read_if<Choice>("method").value_or(Choice{});
  if (choice.kind == Choice{}.kind) return;
  throw config.error("method", "kind",
                     what + " needs method.kind = \"soft-spheres\", not \"" + name_of(kKinds, choice.kind) +
                         "\", which has no stiffness");
}

config::Tables describe_method() {
  return config::describe<Choice>({.section = "method", .number = "(optional)"},
                                  "Contact method of the run. Tables named after a method apply to that method only.") +
         describe_soft_spheres() + describe_contact_dynamics() + describe_hard_spheres();
}

}  // namespace rubble::setup
