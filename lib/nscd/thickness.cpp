#include "nscd/thickness.hpp"

#include "detect/narrow.hpp"

namespace rubble::nscd {

Reals half_thicknesses(const Model& model) {
  Reals of_shape;
  for (const shape::Shape& shape : model.shapes)
    of_shape.push_back(shape.kind == shape::Kind::hull ? shape::half_thickness(shape::PreparedShape(shape)) : 1);
  Reals half;
  for (std::size_t i = 0; i < model.size(); ++i)
    half.push_back(model.radius[i] * (model.is_hull(i) ? of_shape[static_cast<std::size_t>(model.shape[i])] : 1));
  return half;
}

}  // namespace rubble::nscd
