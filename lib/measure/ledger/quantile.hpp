#pragma once
// Quantiles of a sample.
#include "base/vec.hpp"

namespace rubble::measure {

// (sorted values, p in [0, 1]) => p-quantile, linear between neighbours (type 7 of Hyndman & Fan 1996,
// doi:10.1080/00031305.1996.10473566); 0 for an empty sample.
double quantile(const Reals& sorted, double p);

}  // namespace rubble::measure
