#pragma once
// Hulls of a table, whose faces are in a mesh file.
#include "model/pile.hpp"
#include "store/mesh_file.hpp"
#include "store/text_reader.hpp"

#include <vector>

namespace rubble::store {

// One entry for each body of a table.
struct HullRows {
  std::vector<std::int64_t> shape;  // number of the shape in the table, -1: a sphere
  std::vector<Quaternion> turn;     // from the frame of the shape to the axes of the pile
  std::vector<std::size_t> line;    // in the table

  bool any() const;
};

// (table; its rows; surfaces with the ids of their bodies, in the axes of the pile [m]; pile with masses, radii and
// positions of all bodies) => Model::shapes and Model::shape of the pile, in the order of the numbers in the table. The
// orientations in `rows` change where a shape has other principal axes. InputError with the line for a hull without a
// surface, and for a surface that does not fit the line.
void take_hulls(TextReader table, HullRows& rows, const std::vector<Mesh>& meshes, Pile& pile);

}  // namespace rubble::store
