#pragma once
// Normal contact laws: (overlap, rate, reduced mass, reduced radius, loading) => compressive force and the power that
// becomes heat. `loading` is true if the overlap grew when it last changed. Arguments and results are numbers or packs
// of numbers (R) in SI units.
//
// A law also has its stored energy [J], so that the ledger can check it, its stiffness [N m-1] and its dashpot constant
// [kg s-1]. It estimates three quantities for the choice of a run's step:
// - the duration [s] of an impact, for a pair of given reduced mass [kg], reduced radius [m] and speed [m s-1];
// - the largest undamped overlap [m] of this impact;
// - the overlap under a steady force [N].
#include "base/word_table.hpp"
#include "simd/pack.hpp"

#include <cmath>
#include <numbers>

namespace rubble::laws {

// The parameters that a kernel reads have the type T of the law: numbers that hold for all contacts, or packs with the
// values of four contacts of different materials. Only laws of numbers are read and prepared.

// True if a parameter is set. The contacts of a pack all have it set, or none of them has.
inline bool is_set(double value) { return value > 0; }
RUBBLE_INLINE bool is_set(Pack values) { return values[0] > 0; }

// True if L is the law Law with parameters of any type.
template <template <class> class Law, class L>
inline constexpr bool is_law = false;
template <template <class> class Law, class T>
inline constexpr bool is_law<Law, Law<T>> = true;

// Tension of the dashpot while spheres separate.
enum class Tension { allow, clamp };
inline constexpr Word<Tension> kTensions[] = {{"allow", Tension::allow}, {"clamp", Tension::clamp}};

// (e) => -ln e / sqrt(pi^2 + ln^2 e): the damping ratio zeta that gives restitution e. docs/theory.md 2.1.
inline double damping_ratio(double restitution) {
  const double l = std::log(restitution);
  return -l / std::sqrt(std::numbers::pi * std::numbers::pi + l * l);
}

template <class R>
struct NormalForce {
  R force;        // compression positive [N]
  R dissipation;  // power turned into heat [W]
};

}  // namespace rubble::laws
