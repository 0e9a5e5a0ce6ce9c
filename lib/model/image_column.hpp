#pragma once
// Declaration of the column of images, which contacts of periodic piles have with every method.
#include "model/contacts.hpp"

#include <utility>

namespace rubble {

// (whole periods of each contact from b to the image of b that touches a [m]) => the column.
inline ContactColumn image_column(Vec3s images) {
  return {kImage, "m", "whole periods from b to the image of b that touches a", true, std::move(images)};
}

}  // namespace rubble
