#pragma once
// Properties of bodies that hard spheres store.
#include "model/body_columns.hpp"
#include "model/bonds.hpp"

namespace rubble::hsdem {

inline const BodyColumn kLineageColumn{
    kLineage, "1", "name of the aggregate that the body first stuck to, an id of one of its bodies, -1 if none",
    std::vector<std::int64_t>{}};

inline const std::vector<BodyColumn> kBodyColumns{kLineageColumn, kLiberatedColumn};

}  // namespace rubble::hsdem
