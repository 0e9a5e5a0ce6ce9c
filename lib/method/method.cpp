#include "method/method.hpp"

#include "config/describe.hpp"
#include "method/soft_spheres.hpp"

namespace rubble::method {
namespace {

// [method]
struct Choice {
  std::string kind = "soft-spheres";
};
std::vector<Field<Choice>> fields(const Choice*) {
  return {{"kind", "", "how contacts are solved", &Choice::kind, kAny, {"soft-spheres"}, false}};
}

}  // namespace

std::unique_ptr<Method> read(config::Document& config) {
  config.read_if<Choice>("method");
  return std::make_unique<SoftSpheres>(read_soft_spheres(config));
}

std::string describe() { return config::describe<Choice>("[method] (optional)") + describe_soft_spheres(); }

}  // namespace rubble::method
