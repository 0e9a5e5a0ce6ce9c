#include "setup/method.hpp"

#include "config/describe.hpp"
#include "setup/contact_dynamics.hpp"
#include "setup/hard_spheres.hpp"
#include "setup/soft_spheres.hpp"

#include <fmt/format.h>

namespace rubble::setup {
namespace {

// [method]
struct Choice {
  std::string kind = "soft-spheres";
};
std::vector<Field<Choice>> fields(const Choice*) {
  return {{"kind",
           "",
           "contact method: spring and dashpot forces (soft-spheres), implicit impulses (contact-dynamics), or events "
           "(hard-spheres)",
           &Choice::kind,
           kAny,
           {"soft-spheres", "contact-dynamics", "hard-spheres"},
           false}};
}

// A table or key that shows that a configuration was written for another method.
struct Sign {
  const char *section, *key;  // "" refers to the table itself
  const char* kind;           // methods that have the key
  const char* second = "";
};
constexpr Sign kSigns[] = {{"contact.normal", "", "soft-spheres"},
                           {"contact.sliding", "", "soft-spheres"},
                           {"contact.rolling", "", "soft-spheres"},
                           {"contact.cohesion", "", "soft-spheres", "contact-dynamics"},
                           {"contact", "friction", "contact-dynamics", "hard-spheres"},
                           {"contact", "restitution", "contact-dynamics", "hard-spheres"},
                           {"contact", "sliding_restitution", "hard-spheres"},
                           {"solver", "", "contact-dynamics"},
                           {"outcome", "", "hard-spheres"},
                           {"strength", "", "hard-spheres"}};

// InputError for keys that the chosen method does not have but another one does.
void refuse_others(const config::Document& config, const std::string& kind) {
  for (const Sign& sign : kSigns) {
    const std::string section = sign.section, key = sign.key;
    if (kind == sign.kind || kind == sign.second) continue;
    if (!config.holds(key.empty() ? section : section + "." + key)) continue;
    const std::string what = key.empty() ? "[" + section + "]" : "'" + key + "' in [" + section + "]";
    const std::string other =
        *sign.second ? fmt::format("\"{}\" or \"{}\"", sign.kind, sign.second) : fmt::format("\"{}\"", sign.kind);
    throw config.error(section, key, fmt::format("{} needs [method] kind = {}", what, other));
  }
}

}  // namespace

std::unique_ptr<Method> read_method(config::Document& config) {
  const Choice choice = config.read_if<Choice>("method").value_or(Choice{});
  refuse_others(config, choice.kind);
  if (choice.kind == "contact-dynamics") return std::make_unique<ContactDynamics>(read_contact_dynamics(config));
  if (choice.kind == "hard-spheres") return std::make_unique<HardSpheres>(read_hard_spheres(config));
  return std::make_unique<SoftSpheres>(read_soft_spheres(config));
}

void require_soft_spheres(config::Document& config, const std::string& what) {
  const Choice choice = config.read_if<Choice>("method").value_or(Choice{});
  if (choice.kind == Choice{}.kind) return;
  throw config.error(
      "method", "kind",
      what + " needs method.kind = \"soft-spheres\", not \"" + choice.kind + "\", which has no stiffness");
}

config::Tables describe_method() {
  return config::describe<Choice>("[method] (optional)",
                                  "Contact method of the run. Tables named after a method apply to that method only.") +
         describe_soft_spheres() + describe_contact_dynamics() + describe_hard_spheres();
}

}  // namespace rubble::setup
