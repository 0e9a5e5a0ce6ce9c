// Aggregates: spheres glued together. Their members are the bodies.
#include "shape/check_shape.hpp"
#include "shape/kind.hpp"

namespace rubble::shape {

extern const KindFunctions kAggregate{
    .name = "aggregate", .is_body = false, .is_oriented = false, .violation = has_vertices};

}  // namespace rubble::shape
