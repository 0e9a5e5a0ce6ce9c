#pragma once
// Reads triangulated walls, and reads and writes the poses of driven ones. docs/formats.md.
#include "model/pile.hpp"
#include "store/hdf5.hpp"

namespace rubble::store {

// (file with a model) => its triangulated walls. InputError for invalid tables.
std::vector<MeshWall> read_meshes(const Reader& file);

// Poses of driven walls in a pile or checkpoint. Files without them have walls in their rest positions.
void write_wall_poses(Writer& file, const Pile& pile);
DrivenPoses read_wall_poses(const Reader& file, const Model& model);

// Poses of driven walls in the frame `index` of `frames`.
DrivenPoses read_wall_poses(const Reader& file, const Model& model, std::size_t frames, std::size_t index);

}  // namespace rubble::store
