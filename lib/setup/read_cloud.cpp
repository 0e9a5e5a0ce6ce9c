#include "setup/read_cloud.hpp"

#include "base/error.hpp"
#include "config/describe.hpp"
#include "generate/material.hpp"
#include "model/regroup.hpp"
#include "store/mesh_file.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rubble::setup {
namespace {

constexpr const char* kShapes = "names of equally likely shapes of the grains, from the library or from [[shape]]";

std::uint64_t read_seed(config::Document& config, const std::optional<std::int64_t>& given) {
  const auto in_file = config.integer_if("", "seed", kNotNegative);
  if (!given && !in_file) throw config.error("", "seed", "missing key 'seed': set it at the top level or with --seed");
  const std::int64_t seed = given ? *given : *in_file;
  config.record("", "seed", seed);
  return static_cast<std::uint64_t>(seed);
}

template <class P>
generate::Sizes read_sizes_as(config::Document& config) {
  return config.read<P>("size");
}
constexpr Word<generate::Sizes (*)(config::Document&)> kSizeLaws[] = {
    {"uniform", read_sizes_as<generate::UniformSizes>},
    {"power", read_sizes_as<generate::PowerSizes>},
    {"volume", read_sizes_as<generate::VolumeSizes>},
    {"classes", read_sizes_as<generate::ClassSizes>}};

generate::GrainLaw read_grains(config::Document& config) {
  auto law = config.read<generate::GrainLaw>("grains");
  law.shapes = config.words("grains", "shapes", kShapes);
  return law;
}

// Forms that place bodies at random, so that they may overlap.
template <class P>
concept AtRandom = requires(P form) {
  form.overlaps;
};

// Refuses the keys of the form that control how overlaps are removed. Their defaults are not recorded.
template <AtRandom P>
void require_no_removal(config::Document& config) {
  std::vector<std::string> keys = {"passes"};
  if constexpr (requires(P form) { form.enlarge; }) keys.push_back("enlarge");
  for (const std::string& key : keys) {
    if (config.holds("cloud." + key))
      throw config.error({"cloud." + key, "cloud.overlaps"},
                         fmt::format("'{0}' in [cloud] has no effect with overlaps = \"keep\": remove '{0}', or set "
                                     "overlaps = \"remove\"",
                                     key));
    config.omit("cloud", key);
  }
}

template <class P>
generate::Form read_form_as(config::Document& config) {
  if (!AtRandom<P> && config.has("cloud.overlaps"))
    throw config.error({"cloud.overlaps", "cloud.form"},
                       "'overlaps' in [cloud] needs form = \"sphere\", \"box\" or \"mesh\": bodies of other forms "
                       "do not overlap; remove it");
  const P form = config.read<P>("cloud");
  if constexpr (AtRandom<P>)
    if (form.overlaps == generate::CloudOverlaps::keep) require_no_removal<P>(config);
  return form;
}
// Refuses keys of the mesh that exclude each other. Keys without a meaning are not recorded.
void require_one_size(config::Document& config, const generate::MeshCloud& form) {
  if (form.count == 0 && !form.solid_fraction)
    throw config.error({"cloud.count", "cloud.solid_fraction", "cloud.form"},
                       "form = \"mesh\" needs count, solid_fraction, or both in [cloud]: add one of them");
  std::vector<std::string> given;
  if (config.holds("cloud.unit")) given.emplace_back("unit");
  if (form.volume) given.emplace_back("volume");
  if (form.extent) given.emplace_back("extent");
  if (form.scaled_to_bodies() && !given.empty())
    throw config.error({"cloud." + given[0], "cloud.solid_fraction"},
                       fmt::format("'count' and 'solid_fraction' in [cloud] set the size of the mesh: remove one of "
                                   "them, or '{}'",
                                   given[0]));
  if (given.size() > 1)
    throw config.error(
        {"cloud." + given[1], "cloud." + given[0]},
        fmt::format("'{}' and '{}' in [cloud] both set the size of the mesh: remove one of them", given[0], given[1]));
  if (form.scaled_to_bodies() || form.volume || form.extent) config.omit("cloud", "unit");
}

generate::Form read_mesh_form(config::Document& config) {
  auto form = std::get<generate::MeshCloud>(read_form_as<generate::MeshCloud>(config));
  require_one_size(config, form);
  return form;
}

// (form, list to which the hash of a mesh is added) Reads the mesh of the form, if it has one.
void read_mesh_of(generate::Form& form, std::vector<std::string>& hashes) {
  auto* const mesh = std::get_if<generate::MeshCloud>(&form);
  if (mesh == nullptr) return;
  store::SurfaceFile file = store::read_closed_surface(mesh->file);
  mesh->mesh = std::move(file.surface);
  hashes.push_back(file.hash);
}

constexpr Word<generate::Form (*)(config::Document&)> kCloudForms[] = {
    {"lattice", read_form_as<generate::LatticeCloud>}, {"sphere", read_form_as<generate::SphereCloud>},
    {"box", read_form_as<generate::BoxCloud>},         {"layers", read_form_as<generate::LayersCloud>},
    {"packed", read_form_as<generate::PackedCloud>},   {"mesh", read_mesh_form}};

// True if [grains], [intruder] or a compound has the name of a shape.
bool names(const CloudPlan& plan, const std::string& shape) {
  if (plan.intruder && plan.intruder->shape == shape) return true;
  if (std::ranges::find(plan.own.parts, shape) != plan.own.parts.end()) return true;
  return plan.grains && std::ranges::find(plan.grains->shapes, shape) != plan.grains->shapes.end();
}

void require_used_shapes(const CloudPlan& plan, const config::Document& config) {
  for (std::size_t i = 0; i < plan.own.shapes.size(); ++i)
    if (const std::string& name = plan.own.shapes[i].name; !names(plan, name))
      throw config.error({fmt::format("shape[{}].name", i), "grains.shapes", "intruder.shape"},
                         fmt::format("neither [grains] nor [intruder] uses the shape '{}': name it in one of them, or "
                                     "remove its [[shape]]",
                                     name));
}

}  // namespace

CloudPlan read_cloud(config::Document& config, const std::optional<std::int64_t>& seed) {
  config.know_variants(describe_cloud);
  CloudPlan plan;
  plan.seed = read_seed(config, seed);
  plan.material = config.read<Material>("material");
  if (config.has("grains")) plan.grains = read_grains(config);
  if (config.has("size")) plan.sizes = config.word("size", "law", kSizeLaws)(config);
  plan.own = read_shapes(config);
  plan.intruder = config.read_if<generate::Intruder>("intruder");
  plan.motion = config.read_if<generate::Motion>("motion");
  plan.ejecta = config.read_if<generate::Ejecta>("ejecta");
  if (plan.motion && plan.ejecta)
    throw config.error({"ejecta", "motion"}, "[ejecta] and [motion] both set the velocities: remove one of them");
  plan.form = config.word("cloud", "form", kCloudForms)(config);
  config.within("cloud", [&] { read_mesh_of(plan.form, plan.own.hashes); });
  if (!plan.grains && !plan.sizes) {
    config.finish();  // a misspelt table is the better explanation
    throw config.error("", "", "missing table: add [size] for free spheres, or [grains] for glued spheres and hulls");
  }
  return plan;
}

namespace {

// (plan, its document, number) => so many grains, without the intruder.
generate::Grains draw_grains(const CloudPlan& plan, const config::Document& config, std::size_t count) {
  std::optional<Reals> radius;
  if (plan.sizes) radius = config.within("size", [&] { return generate::radii(*plan.sizes, count, plan.seed); });
  if (!plan.grains) return generate::spheres(*radius);
  return config.within("grains",
                       [&] { return generate::draw_grains(*plan.grains, plan.own.shapes, count, plan.seed, radius); });
}

// (plan, its document) => number of grains.
std::size_t count_of(const CloudPlan& plan, const config::Document& config) {
  const std::size_t count = generate::count(plan.form);
  if (count > 0) return count;
  return config.within("cloud", [&] {
    return generate::count_of(std::get<generate::MeshCloud>(plan.form),
                              [&](std::size_t n) { return draw_grains(plan, config, n); });
  });
}

}  // namespace

generate::Grains make_grains(const CloudPlan& plan, const config::Document& config) {
  generate::Grains grains = draw_grains(plan, config, count_of(plan, config));
  if (plan.intruder)
    config.within("intruder", [&] { generate::add_intruder(grains, *plan.intruder, plan.own.shapes); });
  require_used_shapes(plan, config);  // after the names of unknown shapes, which may be misspelt
  return grains;
}

NewPile make_cloud(const CloudPlan& plan, const config::Document& config) {
  const generate::Grains grains = make_grains(plan, config);
  if (const std::string refused = generate::fixed_refused(plan.form, grains); !refused.empty())
    throw config.error({"intruder", "cloud.form", "cloud.periodic"}, refused);
  if (const std::string outside = generate::fixed_outside(plan.form, grains); !outside.empty())
    throw config.error({"intruder.position", "intruder", "cloud.lower", "cloud.upper"}, outside);
  NewPile made;
  made.cloud = config.within("cloud", [&] { return generate::place(plan.form, grains, plan.seed); });
  made.pile = generate::pile_of(plan.material, grains, made.cloud.places);
  made.pile.model.space.period = made.cloud.period;
  if (plan.ejecta && made.pile.model.space.repeats())
    throw config.error({"ejecta", "cloud.periodic"},
                       "[ejecta] needs open space: remove [ejecta], or 'periodic' in [cloud]");
  const auto* packed = std::get_if<generate::PackedCloud>(&plan.form);
  if (packed && packed->glued && made.pile.size() > 1)
    glue_bodies(made.pile, std::vector<Index>(made.pile.size(), 0), {Mat3::Zero()});
  if (plan.ejecta) config.within("ejecta", [&] { made.speed = generate::throw_out(made.pile, *plan.ejecta); });
  if (plan.motion) generate::set_moving(made.pile, *plan.motion, plan.seed);
  return made;
}

config::Tables describe_cloud() {
  generate::GrainLaw grains;
  std::vector<config::Slot> grain_slots = config::slots_of(grains);
  grain_slots.insert(grain_slots.begin(), {.key = "shapes", .text = kShapes, .target = &grains.shapes});
  return config::describe_seed("all random choices") +
         config::describe<Material>({.section = "material"}, "Material of all bodies.") +
         config::describe<generate::UniformSizes>({.section = "size", .key = "law", .word = "uniform"},
                                                  "Uniform distribution of radii between two limits.") +
         config::describe<generate::PowerSizes>({.section = "size", .key = "law", .word = "power"},
                                                "Power law of radii between two limits.") +
         config::describe<generate::VolumeSizes>(
             {.section = "size", .key = "law", .word = "volume"},
             "Equal volume per interval of radius, dN/dr ~ r^-3, between two limits.") +
         config::describe<generate::ClassSizes>({.section = "size", .key = "law", .word = "classes"},
                                                "Discrete radii with equal mass per class.") +
         config::describe_slots({.section = "grains", .number = "(optional)"},
                                fmt::format("Grains in place of free spheres; with [size], in sizes of its law. Shapes "
                                            "of the library: {}.",
                                            fmt::join(shape::aggregate_names(), ", ")),
                                grain_slots) +
         describe_shapes() +
         config::describe<generate::Intruder>(
             {.section = "intruder", .number = "(optional)"},
             "One grain at a given place inside the box of clouds of form box or layers, with the first ids.") +
         config::describe<generate::Motion>({.section = "motion", .number = "(optional)"},
                                            "Random motion of the bodies, which otherwise are at rest.") +
         config::describe<generate::Ejecta>({.section = "ejecta", .number = "(optional)"},
                                            "Motion after an impact, in place of [motion]; docs/theory.md 9.6.") +
         config::describe<generate::LatticeCloud>({.section = "cloud", .key = "form", .word = "lattice"},
                                                  "Bodies in the cells of a cubic lattice.") +
         config::describe<generate::SphereCloud>({.section = "cloud", .key = "form", .word = "sphere"},
                                                 "Bodies at random in a sphere, by default without overlap.") +
         config::describe<generate::BoxCloud>({.section = "cloud", .key = "form", .word = "box"},
                                              "Bodies at random in a box, by default without overlap.") +
         config::describe<generate::LayersCloud>({.section = "cloud", .key = "form", .word = "layers"},
                                                 "Bodies in loose layers above the floor of a box.") +
         config::describe<generate::PackedCloud>({.section = "cloud", .key = "form", .word = "packed"},
                                                 "Touching spheres of one radius on a lattice.") +
         config::describe<generate::MeshCloud>(
             {.section = "cloud", .key = "form", .word = "mesh"},
             "Bodies at random inside a closed surface, convex or not, by default without overlap.");
}

}  // namespace rubble::setup
