#pragma once
// Parameters of the bonds of soft spheres. docs/theory.md 2.15.
#include "base/field.hpp"

#include <vector>

namespace rubble::ssdem {

// Pairs that are bonded at the start of a run in addition to the bonds of the pile: neighbours that have no bond and
// never had one, all neighbours, or none.
enum class NewBonds { initial, renewed, kept };
inline constexpr Word<NewBonds> kNewBonds[] = {
    {"initial", NewBonds::initial}, {"renewed", NewBonds::renewed}, {"kept", NewBonds::kept}};

// [bonds]
struct BondParameters {
  double young = 0, shear = 0;    // moduli E and G [Pa]
  double radius = 0;              // radius of the beam / smaller radius of the two spheres
  Limit tensile, shear_strength;  // [Pa]
  double damping = 0;             // fraction of critical damping
  NewBonds bonds = NewBonds::initial;
  double reach = 1.2;  // distance / sum of the radii up to which spheres are bonded initially
};

inline std::vector<Field<BondParameters>> fields(const BondParameters*) {
  return {
      field("young_modulus", "Pa", "Young's modulus of the beams", &BondParameters::young).required().range(kPositive),
      field("shear_modulus", "Pa", "shear modulus of the beams", &BondParameters::shear).required().range(kPositive),
      field("radius_factor", "1", "radius of a beam / smaller radius of its two spheres", &BondParameters::radius)
          .required()
          .range({0, 10, false}),
      field("tensile_strength", "Pa", "tensile stress at the edge of a beam's cross-section at which the bond breaks",
            &BondParameters::tensile)
          .required()
          .range(kPositive)
          .off("no tensile failure"),
      field("shear_strength", "Pa", "shear stress at the edge of a beam's cross-section at which the bond breaks",
            &BondParameters::shear_strength)
          .required()
          .range(kPositive)
          .off("no shear failure"),
      field("damping", "1", "damping of a bond / critical damping of the stretching of its pair",
            &BondParameters::damping)
          .range({0, 1}),
      field("bonds",
            "pairs within initial_range bonded at the start: spheres without present or former bonds (initial), all "
            "pairs (renewed), or none (kept)",
            &BondParameters::bonds, kNewBonds),
      field("initial_range", "1", "distance / sum of the radii up to which two spheres are bonded at the start",
            &BondParameters::reach)
          .range({1, 10}),
  };
}

}  // namespace rubble::ssdem
