#pragma once
// Properties of bodies that hard spheres store.
#include "model/body_columns.hpp"

namespace rubble::hsdem {

inline const BodyColumn kLineageColumn{
    kLineage, "1", "name of the aggregate that the body first stuck to, an id of one of its bodies, -1 if none",
    std::vector<std::int64_t>{}};
inline const BodyColumn kLiberatedColumn{
    "liberated", "1", "1 if the body has permanently lost its elastic bonds, else 0", std::vector<std::int32_t>{}};

inline const std::vector<BodyColumn> kBodyColumns{kLineageColumn, kLiberatedColumn};

}  // namespace rubble::hsdem
