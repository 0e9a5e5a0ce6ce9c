// rubble-alphashape: piles, or the clusters in them, as solids: volume, surface, cavities, bulk density, porosity.
#include "app/number_option.hpp"
#include "app/outputs.hpp"
#include "app/parts_option.hpp"
#include "app/summary.hpp"
#include "app/tool.hpp"
#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/words.hpp"
#include "measure/alpha_shape.hpp"
#include "measure/envelope.hpp"
#include "measure/grains.hpp"
#include "measure/mass.hpp"
#include "model/bodies.hpp"
#include "store/disk.hpp"
#include "store/mesh.hpp"

#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

using namespace rubble;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A radius that the user asks for: in metres, or by what decides it.
struct Alpha {
  enum class Kind { usual, whole, given };
  Kind kind = Kind::usual;
  double length = 0;
};

struct Choices {
  app::PartsOption parts;
  std::vector<std::string> words;  // of --alpha
  std::optional<int> spectrum;
  bool balls = false;
  std::string written;
};

// Of balls the radius may be 0.
Alpha alpha_of(const std::string& word, bool balls) {
  static const std::vector<std::string> names{"auto", "inf"};
  if (word == "auto") return {Alpha::Kind::whole, 0};
  if (word == "inf") return {Alpha::Kind::given, kInfinity};
  if (word.find_first_of("0123456789") == std::string::npos)
    throw InputError(fmt::format("--alpha must be {} or a length such as \"0.1 km\", not {}{}", one_of(names),
                                 quoted(word), choice_hint(word, names)));
  std::string value = word;
  if (const std::string wrong = app::within(balls ? kNotNegative : kPositive, "m")(value); !wrong.empty())
    throw InputError("--alpha " + wrong);
  return {Alpha::Kind::given, std::stod(value)};
}

// A part of a pile with its tetrahedra.
struct Body {
  Body(const app::Part& of, bool of_balls) : part(of), balls(of_balls) {
    if (balls) require_spheres(part.pile.model, "--balls");
    tetrahedra = balls ? measure::regular(part.pile.state.position, part.pile.model.radius)
                       : measure::delaunay(measure::surface_points(part.pile));
  }

  double radius(const Alpha& alpha) const {
    if (alpha.kind == Alpha::Kind::whole) return measure::least_whole_alpha(tetrahedra);
    return alpha.kind == Alpha::Kind::given ? alpha.length : measure::default_alpha(part.pile);
  }
  // Of the grains in what the surface encloses [m3].
  double solid(double alpha) const {
    return balls ? measure::balls_within(tetrahedra, alpha) : measure::grain_volume(part.pile);
  }

  const app::Part& part;
  bool balls;
  measure::Tetrahedra tetrahedra;
};

// (body, N) => N radii from a quarter of the usual one to 16 times it, each the same factor above the one before, and
// infinity.
Reals spectrum(const Body& body, int n) {
  const double usual = measure::default_alpha(body.part.pile);
  Reals out;
  for (int k = 0; k < n; ++k) out.push_back(0.25 * usual * std::pow(64.0, k / std::max(1.0, n - 1.0)));
  out.push_back(kInfinity);
  return out;
}

Reals radii(const Body& body, const Choices& choices, const std::vector<Alpha>& alphas) {
  if (choices.spectrum) return spectrum(body, *choices.spectrum);
  Reals out;
  for (const Alpha& alpha : alphas) out.push_back(body.radius(alpha));
  return out;
}

app::Quantities row_of(const std::string& path, const Body& body, double alpha) {
  const Pile& pile = body.part.pile;
  const measure::AlphaShape shape = measure::alpha_shape(body.tetrahedra, alpha);
  const double mass = measure::total_mass(pile), grains = measure::grain_volume(pile);
  const double filled = body.solid(alpha) / shape.enclosed();
  return {
      {"file", "", path},
      {"time", "s", pile.state.time},
      {"cluster", "1", body.part.cluster},
      {"bodies", "1", static_cast<std::int64_t>(pile.size())},
      {"grains", "1", static_cast<std::int64_t>(measure::grains_of(pile.model).size())},
      {"mass", "kg", mass},
      {"share", "1", body.part.share},
      {"alpha", "m", alpha},
      {"enclosed", "m3", shape.enclosed()},
      {"density", "kg m-3", mass / grains * filled},
      {"porosity", "1", 1 - filled},
      {"volume", "m3", shape.volume},
      {"area", "m2", shape.area},
      {"parts", "1", static_cast<std::int64_t>(shape.parts)},
      {"cavities", "1", static_cast<std::int64_t>(shape.cavities)},
      {"cavity_volume", "m3", shape.cavity_volume},
      {"points", "1", static_cast<std::int64_t>(body.tetrahedra.point.size())},
      {"points_within", "1", static_cast<std::int64_t>(shape.points)},
  };
}

void require_format(const std::string& path) {
  if (path == "-") throw InputError("--write needs a file: standard output carries the table");
  if (store::mesh_format(path).empty()) throw InputError(path + ": a mesh's name ends in .obj, .ply or .stl");
}

store::Mesh mesh_of(const Body& body, double alpha) {
  shape::Polyhedron surface = measure::alpha_surface(body.tetrahedra, alpha);
  return {fmt::format("cluster {}", body.part.cluster), 0, std::move(surface.vertex), std::move(surface.face)};
}

void write(const std::string& path, const std::vector<store::Mesh>& meshes) {
  const std::string format = store::mesh_format(path);
  if (meshes.size() > 1 && format != "obj")
    throw InputError(fmt::format("{}: holds one surface, not {}; .obj holds them all", path, meshes.size()));
  for (const store::Mesh& mesh : meshes)
    if (mesh.face.empty()) throw InputError(path + ": there is no surface: alpha is too small, or all is flat");
  store::write_bytes(path, store::mesh_text(meshes, format));
}

void add_options(CLI::App& app, Choices& choices) {
  app.add_option(
         "--alpha", choices.words,
         "Radius of the ball that rolls around the body, such as \"0.1 km\"; auto: the smallest that leaves one "
         "part with every point in it; inf: the convex hull; 1.5 x the mean diameter unless given; again for "
         "more rows")
      ->option_text("LENGTH|auto|inf")
      ->allow_extra_args(false);
  app.add_option("--spectrum", choices.spectrum,
                 "N radii, from a quarter of the usual one to 16 times it, and infinity")
      ->option_text("N")
      ->check(app::whole_within({1, 1000}))
      ->excludes("--alpha");
  app.add_flag("--balls", choices.balls,
               "Spheres as they are, by their centres: alpha may come down to 0, and what the surface encloses is "
               "filled by parts of balls, with no rind of half empty ones");
  app.add_option("--write", choices.written, "Write the surface as a mesh; several clusters to OBJ")
      ->option_text("OUT.obj|OUT.ply|OUT.stl");
  choices.parts.add_to(app);
}

}  // namespace

int main(int argc, char** argv) {
  Choices choices;
  const app::Tool tool{
      .name = "rubble-alphashape",
      .summary =
          "Piles as solids, whole or cluster by cluster, by alpha shapes of points on the grains' surfaces: what a "
          "ball "
          "of radius alpha that rolls around the body cannot reach. enclosed: by the outer surface, cavities "
          "(hollows that no such ball gets out of, and the inside of grains wider than it) included; density: bulk "
          "density, mass / enclosed; porosity: 1 - "
          "volume of the grains / enclosed; area: of the surface, walls of cavities included; parts: that hang "
          "together by faces; points: of the grains' surfaces, points_within: that belong to the shape.",
      .example = "rubble-alphashape --clusters 0.02 --alpha auto --write body.obj pile.h5",
      .source = "Edelsbrunner & Muecke 1994, doi:10.1145/174462.156635; docs/theory.md 5.13",
      .inputs = -1,
      .side_output = true,
      .options = [&](CLI::App& app) { add_options(app, choices); },
  };
  return app::main(argc, argv, tool, [&](const app::Arguments& arguments) {
    std::vector<Alpha> alphas;
    for (const std::string& word : choices.words) alphas.push_back(alpha_of(word, choices.balls));
    if (alphas.empty()) alphas.emplace_back();
    std::optional<app::Outputs> output;
    if (!choices.written.empty()) {
      require_format(choices.written);
      output.emplace(choices.written, "--write", arguments);
    }
    std::vector<app::Quantities> rows;
    std::vector<store::Mesh> meshes;
    for (const std::string& path : arguments.inputs)
      for (const app::Part& part : choices.parts.parts(path)) {
        const Body body(part, choices.balls);
        for (const double alpha : radii(body, choices, alphas)) {
          rows.push_back(row_of(path, body, alpha));
          if (output) meshes.push_back(mesh_of(body, alpha));
        }
      }
    if (output) write(choices.written, meshes);
    table_of(rows).print(arguments.json);
    return app::kDone;
  });
}
