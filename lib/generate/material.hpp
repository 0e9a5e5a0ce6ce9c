#pragma once
// [material]: material of the bodies of a generated cloud.
#include "base/field.hpp"
#include "model/pile.hpp"

namespace rubble {

inline std::vector<Field<Material>> fields(const Material*) {
  return {
      field("name", "", "name of the material, stored in the file", &Material::name).required(),
      field("density", "kg m-3", "density of a grain", &Material::density).required().range(kPositive),
  };
}

}  // namespace rubble
