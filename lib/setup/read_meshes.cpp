#include "setup/read_meshes.hpp"

#include "base/error.hpp"
#include "base/system.hpp"
#include "setup/read_drive.hpp"
#include "shape/mesh.hpp"
#include "shape/wall_recipes.hpp"
#include "store/mesh_file.hpp"
#include "store/pose_file.hpp"

#include <fmt/format.h>

namespace rubble::setup {
namespace {

// Forms of a wall; fields() has the keys of each.
enum class WallForm { mesh, box, cylinder, funnel };
constexpr Word<WallForm> kWallForms[] = {
    {"mesh", WallForm::mesh}, {"box", WallForm::box}, {"cylinder", WallForm::cylinder}, {"funnel", WallForm::funnel}};
constexpr Word<shape::Ends> kEnds[] = {
    {"none", shape::Ends::none}, {"lower", shape::Ends::lower}, {"both", shape::Ends::both}};

// Keys of every [[mesh]].
struct WallHead {
  WallForm form = WallForm::mesh;
  Vec3 position = Vec3::Zero();  // [m]
  Vec3 rotation = Vec3::Zero();  // [rad]
  std::string material = {};     // "": that of the body that touches the wall
};
struct WallTable {
  std::string poses;
};
struct WallFile {
  std::string file;
  double unit = 1;  // [m]
};
struct BoxWall {
  Vec3 sides = Vec3::Zero();  // [m]
};
struct CylinderWall {
  double radius = 0, height = 0;  // [m]
  std::int64_t facets = 64;
  shape::Ends ends = shape::Ends::none;
};
struct FunnelWall {
  double lower_radius = 0, upper_radius = 0, height = 0;  // [m]
  std::int64_t facets = 64;
};

constexpr Range kFacets{3, 100000};

std::vector<Field<WallHead>> fields(const WallHead*) {
  return {
      field("form", "surface of the wall: from a file, or a box, cylinder or funnel about the origin with the axis z",
            &WallHead::form, kWallForms),
      field("rotation", "rad", "rotation of the surface about the origin: axis times angle", &WallHead::rotation),
      field("position", "m", "displacement of the surface after the rotation", &WallHead::position),
      field("material", "", kMaterialOfWall, &WallHead::material),
  };
}
std::vector<Field<WallTable>> fields(const WallTable*) {
  return {
      field("poses", "",
            "file with the poses of the wall, instead of velocity, spin and amplitude: columns time,x,y,z,rx,ry,rz",
            &WallTable::poses),
  };
}
std::vector<Field<WallFile>> fields(const WallFile*) {
  return {
      field("file", "", "file of the surface: OBJ, PLY or STL; open and closed surfaces are allowed", &WallFile::file)
          .required(),
      field("unit", "m", "length of one unit of the file", &WallFile::unit).range(kPositive),
  };
}
std::vector<Field<BoxWall>> fields(const BoxWall*) {
  return {field("sides", "m", "lengths of the sides of the box", &BoxWall::sides).required().range(kPositive)};
}
std::vector<Field<CylinderWall>> fields(const CylinderWall*) {
  return {
      field("radius", "m", "radius of the circle on which the corners lie", &CylinderWall::radius)
          .required()
          .range(kPositive),
      field("height", "m", "length of the cylinder", &CylinderWall::height).required().range(kPositive),
      field("facets", "", "number of plane facets of the side", &CylinderWall::facets).range(kFacets),
      field("ends", "ends that are closed by a disc", &CylinderWall::ends, kEnds),
  };
}
std::vector<Field<FunnelWall>> fields(const FunnelWall*) {
  return {
      field("lower_radius", "m", "radius of the lower opening", &FunnelWall::lower_radius).required().range(kPositive),
      field("upper_radius", "m", "radius of the upper opening", &FunnelWall::upper_radius).required().range(kPositive),
      field("height", "m", "distance between the two openings", &FunnelWall::height).required().range(kPositive),
      field("facets", "", "number of plane facets", &FunnelWall::facets).range(kFacets),
  };
}

// A surface in metres, and the hash of its file; "" without a file.
struct Surface {
  shape::Polyhedron polyhedron;
  std::string hash;
};

// All objects of a file are parts of one wall.
Surface read_file(const WallFile& form) {
  const store::MeshFile file = store::read_meshes(form.file);
  Surface out;
  out.hash = file.hash;
  for (const store::Mesh& mesh : file.meshes) {
    const auto first = static_cast<Index>(out.polyhedron.vertex.size());
    for (const Vec3& x : mesh.vertex) out.polyhedron.vertex.push_back(form.unit * x);
    for (std::vector<Index> face : mesh.face) {
      for (Index& corner : face) corner += first;
      out.polyhedron.face.push_back(face);
    }
  }
  out.polyhedron = shape::welded(out.polyhedron.vertex, out.polyhedron.face);
  return out;
}

Surface read_surface(config::Document& config, const std::string& section, WallForm form) {
  switch (form) {
    case WallForm::box:
      return {shape::box_surface(config.read<BoxWall>(section).sides), ""};
    case WallForm::cylinder: {
      const auto wall = config.read<CylinderWall>(section);
      return {shape::cone_surface(wall.radius, wall.radius, wall.height, wall.facets, wall.ends), ""};
    }
    case WallForm::funnel: {
      const auto wall = config.read<FunnelWall>(section);
      return {shape::cone_surface(wall.lower_radius, wall.upper_radius, wall.height, wall.facets, shape::Ends::none),
              ""};
    }
    default:
      return read_file(config.read<WallFile>(section));
  }
}

void place(const WallHead& head, Vec3s& vertex) {
  const Mat3 turn = turn_by(head.rotation);
  for (Vec3& x : vertex) x = turn * x + head.position;
}

// (document, section, list to which the hash of a table is added) => the motion of the wall.
WallMotion read_motion(config::Document& config, const std::string& section, std::vector<std::string>& hashes) {
  auto motion = config.read<WallMotion>(section);
  if (motion.amplitude.isZero(0) != !(motion.frequency > 0))
    throw config.error({section + ".frequency", section + ".amplitude"},
                       "'amplitude' and 'frequency' need each other: set both, or none");
  const auto given = config.read<WallTable>(section);
  if (given.poses.empty()) return motion;
  if (motion.moves())
    throw config.error({section + ".poses", section + ".velocity"},
                       "'poses' replaces 'velocity', 'spin' and 'amplitude': remove these, or 'poses'");
  config.within(section, [&] {
    const store::PoseFile file = store::read_poses(given.poses);
    motion.poses = std::make_shared<const WallPoses>(file.table.time, file.table.displacement, file.table.rotation);
    hashes.push_back(file.hash);
  });
  return motion;
}

MeshWall read_mesh(config::Document& config, const std::string& section, const WallHead& head) {
  Surface surface = config.within(section, [&] { return read_surface(config, section, head.form); });
  place(head, surface.polyhedron.vertex);
  std::vector<std::string> hashes;
  if (!surface.hash.empty()) hashes.push_back(surface.hash);
  const WallMotion motion = read_motion(config, section, hashes);
  const std::optional<WallDrive> drive = read_drive(config, section, motion);
  return config.within(section, [&] {
    return MeshWall{std::make_shared<const WallSurface>(shape::triangle_mesh(surface.polyhedron)), motion, hashes,
                    drive, head.material};
  });
}

std::string section_of(std::size_t i) { return fmt::format("mesh[{}]", i); }

// (wall of this run, wall of the pile) => true if the motion of the first one continues that of the second one.
bool is_continuation(const MeshWall& now, const MeshWall& before) {
  if (!same_surface(now, before)) return false;
  return now.drive ? same_guide(now, before) : !before.drive && same_motion(now.motion, before.motion);
}

// Records the time `since` of a wall in the effective configuration. A driven wall has no such key.
void record_since(config::Document& config, const std::string& section, const MeshWall& wall) {
  if (wall.drive)
    config.omit(section, "since");
  else
    config.record(section, "since", wall.motion.since.value());
}

template <class Form>
config::Tables describe_form(const char* word, const char* text) {
  return config::describe<Form>({.section = "mesh", .list = true, .key = "form", .word = word}, text);
}

}  // namespace

std::vector<MeshWall> read_meshes(config::Document& config) {
  std::vector<MeshWall> walls;
  const std::vector<WallHead> heads = config.read_each<WallHead>("mesh");
  for (std::size_t i = 0; i < heads.size(); ++i) walls.push_back(read_mesh(config, section_of(i), heads[i]));
  return walls;
}

void settle_meshes(config::Document& config, Pile& pile, External& external) {
  const std::vector<MeshWall>& before = pile.model.space.meshes;
  pile.state.walls = poses_at_start(pile, external.meshes);
  for (std::size_t i = 0; i < external.meshes.size(); ++i) {
    MeshWall& wall = external.meshes[i];
    if (wall.motion.since) continue;
    const bool goes_on = i < before.size() && is_continuation(wall, before[i]);
    wall.motion.since = goes_on ? before[i].motion.since.value() : pile.state.time;
    record_since(config, section_of(i), wall);
  }
}

void require_no_mesh(const config::Document& config, const External& external, const std::string& method) {
  if (!external.meshes.empty())
    throw config.error({"mesh[0]", "mesh"}, method +
                                                " not support [[mesh]]: use [[plane]] or [box], or "
                                                "method.kind = \"soft-spheres\" or \"contact-dynamics\"");
}

config::Tables describe_meshes() {
  return config::describe<WallHead>({.section = "mesh", .list = true, .number = "(any number)"},
                                    "Walls given by triangulated surfaces, at rest or moving (not for hard spheres).") +
         config::describe<WallMotion>({.section = "mesh", .list = true, .variant = "motion", .number = "(any number)"},
                                      "Motion of the wall.") +
         config::describe<WallTable>({.section = "mesh", .list = true, .variant = "poses", .number = "(any number)"},
                                     "Motion of the wall from a table.") +
         describe_drives() + describe_form<WallFile>("mesh", "Surface from a file.") +
         describe_form<BoxWall>("box", "Box.") +
         describe_form<CylinderWall>("cylinder", "Side of a cylinder, and discs at its ends.") +
         describe_form<FunnelWall>("funnel", "Side of a cone between two openings.");
}

}  // namespace rubble::setup
