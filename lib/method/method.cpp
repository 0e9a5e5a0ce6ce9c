#include "method/method.hpp"

#include "config/describe.hpp"
#include "method/contact_dynamics.hpp"
#include "method/soft_spheres.hpp"

namespace rubble::method {
namespace {

// [method]
struct Choice {
  std::string kind = "soft-spheres";
};
std::vector<Field<Choice>> fields(const Choice*) {
  return {{"kind", "", "how contacts are solved", &Choice::kind, kAny, {"soft-spheres", "contact-dynamics"}, false}};
}

// What tells that a configuration was written for the other method.
struct Sign {
  const char *section, *key;  // "": the table itself
};
constexpr Sign kOfSoftSpheres[] = {{"contact.normal", ""}, {"contact.sliding", ""}, {"contact.rolling", ""}};
constexpr Sign kOfContactDynamics[] = {{"contact", "friction"}, {"contact", "restitution"}, {"solver", ""}};

// (configuration, signs of the other method, its name, the kind that says so)
template <class Signs>
void refuse(const config::Document& config, const Signs& signs, const std::string& other, const std::string& kind) {
  for (const Sign& sign : signs) {
    const std::string section = sign.section, key = sign.key;
    if (!config.holds(key.empty() ? section : section + "." + key)) continue;
    const std::string what = key.empty() ? "[" + section + "]" : "'" + key + "' in [" + section + "]";
    throw config.error(section, key, what + " is for " + other + ": [method] kind = \"" + kind + "\"");
  }
}

}  // namespace

std::unique_ptr<Method> read(config::Document& config) {
  const Choice choice = config.read_if<Choice>("method").value_or(Choice{});
  if (choice.kind == "contact-dynamics") {
    refuse(config, kOfSoftSpheres, "soft spheres", "soft-spheres");
    return std::make_unique<ContactDynamics>(read_contact_dynamics(config));
  }
  refuse(config, kOfContactDynamics, "contact dynamics", "contact-dynamics");
  return std::make_unique<SoftSpheres>(read_soft_spheres(config));
}

void require_soft_spheres(config::Document& config, const std::string& what) {
  const Choice choice = config.read_if<Choice>("method").value_or(Choice{});
  if (choice.kind == Choice{}.kind) return;
  throw config.error("method", "kind",
                     what + " is for soft spheres, whose contacts take time; \"" + choice.kind + "\" has no stiffness");
}

config::Tables describe() {
  return config::describe<Choice>("[method] (optional)") + describe_soft_spheres() + describe_contact_dynamics();
}

}  // namespace rubble::method
