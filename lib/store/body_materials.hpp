#pragma once
// Materials of bodies in a table: found from their densities or from a column of names when a table is read, and
// written when a pile has more than the table's other columns can tell.
#include "model/pile.hpp"

#include <string>
#include <vector>

namespace rubble::store {

// One entry for each body of a table.
struct MaterialRows {
  Reals mass, volume;             // [kg], [m3]
  Reals density;                  // of the material [kg m-3]; empty: mass / volume
  std::vector<std::string> name;  // of the material; empty: the table has no names
  bool mixed = false;             // true: mass / volume is not the density of a material, because spheres overlap
};

struct BodyMaterials {
  std::vector<Material> materials;
  std::vector<std::int32_t> of_body;
  // Largest (largest - smallest density of a body) / density of its material. Rounding alone causes about 1e-15.
  double density_spread = 0;
};

// Densities that differ by less than this part are one density.
inline constexpr double kOneDensity = 1e-9;
// Largest number of materials that are made of densities without names.
inline constexpr std::size_t kMostMaterials = 100;

// (rows, name) => the materials. With names, one for each name, in the order of their first bodies. Without, one for
// each density: the first has the given name, the others NAME-2, NAME-3, ... If there are more than kMostMaterials, or
// if `mixed`, all bodies have one material, with total mass / total volume as density.
BodyMaterials materials_of(const MaterialRows& rows, const std::string& name);

// (pile) => true if one name and mass / volume of the bodies do not tell its materials.
bool needs_material_columns(const Pile& pile);
// (pile) => its materials' names as single words for tables: blanks, commas and similar characters are replaced by _,
// and equal words get numbers.
std::vector<std::string> material_words(const Pile& pile);

}  // namespace rubble::store
