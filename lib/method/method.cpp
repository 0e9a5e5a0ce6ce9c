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

}  // namespace

std::unique_ptr<Method> read(config::Document& config) {
  const Choice choice = config.read_if<Choice>("method").value_or(Choice{});
  if (choice.kind == "contact-dynamics") return std::make_unique<ContactDynamics>(read_contact_dynamics(config));
  return std::make_unique<SoftSpheres>(read_soft_spheres(config));
}

void require_soft_spheres(config::Document& config, const std::string& what) {
  const Choice choice = config.read_if<Choice>("method").value_or(Choice{});
  if (choice.kind == Choice{}.kind) return;
  throw config.error("method", "kind",
                     what + " is for soft spheres, whose contacts take time; \"" + choice.kind + "\" has no stiffness");
}

std::string describe() {
  return config::describe<Choice>("[method] (optional)") + describe_soft_spheres() + describe_contact_dynamics();
}

}  // namespace rubble::method
