#pragma once
// Sums over four contacts: forces and torques on the bodies, heat in the channels, impulses of walls.
#include "simd/xyzw.hpp"
#include "ssdem/contact_kernel.hpp"
#include "ssdem/exchange.hpp"

#include <algorithm>
#include <cstdint>

namespace rubble::ssdem {

// Sums over a chunk, kept per lane until the end.
struct LaneSums {
  Pack normal{}, sliding{}, rolling{}, twisting{};                      // power [W]
  Pack normal_heat{}, sliding_heat{}, rolling_heat{}, twisting_heat{};  // [J]
  Pack sliding_energy{}, rolling_energy{}, twisting_energy{};           // stored [J]
  double worst = 0;                                                     // overlap / smaller radius

  template <class Laws>
  RUBBLE_INLINE void add(const ContactResult& result) {
    normal += result.normal_power;
    if constexpr (Laws::necks) normal_heat += result.normal_heat;
    if constexpr (!std::is_same_v<typename Laws::SlidingLaw, laws::NoSliding>) {
      sliding += result.sliding_power;
      sliding_heat += result.sliding_heat;
    }
    if constexpr (!std::is_same_v<typename Laws::CoupleLaw, laws::NoCouple>) {
      rolling += result.rolling_power;
      twisting += result.twisting_power;
      rolling_heat += result.rolling_heat;
      twisting_heat += result.twisting_heat;
    }
    if constexpr (Laws::slides) sliding_energy += result.sliding_energy;
    if constexpr (Laws::rolls) {
      rolling_energy += result.rolling_energy;
      twisting_energy += result.twisting_energy;
    }
  }
  RUBBLE_INLINE void watch(Pack overlap, Pack smaller_radius) {
    if (any(overlap > worst * smaller_radius)) worst = std::max(worst, largest(overlap / smaller_radius));
  }
  void give(SweepTotals& totals) const {
    totals.power[Channel::normal] += sum(normal);
    totals.power[Channel::sliding] += sum(sliding);
    totals.power[Channel::rolling] += sum(rolling);
    totals.power[Channel::twisting] += sum(twisting);
    totals.heat[Channel::normal] += sum(normal_heat);
    totals.heat[Channel::sliding] += sum(sliding_heat);
    totals.heat[Channel::rolling] += sum(rolling_heat);
    totals.heat[Channel::twisting] += sum(twisting_heat);
    totals.stored[Channel::sliding] += sum(sliding_energy);
    totals.stored[Channel::rolling] += sum(rolling_energy);
    totals.stored[Channel::twisting] += sum(twisting_energy);
    totals.worst_overlap = std::max(totals.worst_overlap, worst);
  }
};

// Keeps power, heat and stored energy of the first `lanes` lanes; the other lanes repeat a contact that has already
// been counted.
RUBBLE_INLINE void keep_lanes(ContactResult& result, std::size_t lanes) {
  const Mask valid = Mask{0, 1, 2, 3} < static_cast<long>(lanes);
  const auto keep = [&](Pack & p) __attribute__((always_inline)) { p = select(valid, p, Pack{}); };
  keep(result.normal_power);
  keep(result.normal_heat);
  keep(result.lent);
  keep(result.sliding_power);
  keep(result.sliding_heat);
  keep(result.rolling_power);
  keep(result.rolling_heat);
  keep(result.twisting_power);
  keep(result.twisting_heat);
  keep(result.sliding_energy);
  keep(result.rolling_energy);
  keep(result.twisting_energy);
}

// Forces and torques of four contacts, one lane after the other. F acts on a and -F on b in the contact plane, so that
// the torques about the centres are l_a n x F_t + M and l_b n x F_t - M (docs/theory.md 1.2, 2.6). The fourth component
// of the torques is |F_x| + |F_y| + |F_z|.
struct ContactLoads {
  Lanes4 force, torque_a, torque_b;
};
RUBBLE_INLINE ContactLoads loads_of(const ContactGeometry<Pack>& g, const ContactResult& result) {
  const Pack3 lever = cross(g.normal, result.tangential);
  const Pack size = size_of(result.force);
  return {lanes_of(result.force, Pack{}), lanes_of(fma(g.arm_a, lever, result.couple), size),
          lanes_of(lever * g.arm_b - result.couple, size)};
}

// Slots for the loads of a chunk's contacts: slot < kChunk is a body of the chunk, the others are entries
// of Spheres::crossing. The processor cannot predict which pairs cross, and a misprediction costs a quarter of the time
// of a contact. The address is therefore computed without a branch.
class LoadSlots {
 public:
  LoadSlots(Load* own, Load* crossing) : own_(own), apart_(address(crossing) - address(own) - kChunk * sizeof(Load)) {}

  RUBBLE_INLINE Load& of_chunk(Index slot) const { return own_[slot]; }
  RUBBLE_INLINE Load& operator[](Index slot) const {
    const auto crosses = static_cast<std::uintptr_t>(slot >= static_cast<Index>(kChunk));
    return *reinterpret_cast<Load*>(address(own_ + slot) + (apart_ & -crosses));
  }

 private:
  static std::uintptr_t address(const Load* load) { return reinterpret_cast<std::uintptr_t>(load); }

  Load* own_;
  std::uintptr_t apart_;  // distance from a body's load to an entry of Spheres::crossing [bytes]
};

// Adds one contact of four to its bodies, which have the given slots.
template <bool walls>
RUBBLE_INLINE void add_loads(const ContactLoads& loads, std::size_t lane, Index slot_a, Index slot_b,
                             const LoadSlots& slots) {
  Load& on_a = slots.of_chunk(slot_a);
  on_a.force.v += loads.force.lane[lane];
  on_a.torque.v += loads.torque_a.lane[lane];
  if constexpr (walls) return;
  Load& on_b = slots[slot_b];
  on_b.force.v -= loads.force.lane[lane];
  on_b.torque.v += loads.torque_b.lane[lane];
}

// (wall, centre of a sphere [m]; force on it [N]; torque on it about its centre [N m]) => torque on it about the
// contact point [N m]
inline Vec3 couple_at_wall(const Wall& wall, const Vec3& centre, const Vec3& force, const Vec3& torque) {
  const Vec3 lever = (centre - wall.point).dot(wall.normal) * wall.normal;  // from the contact point to the centre
  return torque + lever.cross(force);
}

// (wall, force [N] and couple [N m] on a sphere) => load on the driven wall: the power of the contact on it, divided by
// its speed [N] or [N m]
inline double load_on_driven(const Wall& wall, const Vec3& force, const Vec3& couple) {
  return -(force.dot(wall.path) + couple.dot(wall.turn));
}

// Adds the effect of walls on the bodies to the rates: power of moving walls [W], force [N], and torque about the
// origin [N m]. Adds the loads on driven walls.
inline void add_wall_impulse(const std::vector<Wall>& walls, const Spheres& spheres, const Index* a, const Index* b,
                             const ContactLoads& loads, std::size_t lanes, SweepTotals& totals) {
  Account& power = totals.power;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const Vec3 f = vec(loads.force.lane[lane]);
    const Vec3 x = vec(spheres.state[static_cast<std::size_t>(a[lane])].position);
    const Wall& wall = walls[static_cast<std::size_t>(b[lane])];
    const Vec3 torque = vec(loads.torque_a.lane[lane]);
    power.walls += f.dot(wall.velocity);
    power.impulse += f;
    power.angular_impulse += x.cross(f) + torque;
    if (wall.driven < 0 && wall.spin.isZero(0)) continue;
    const Vec3 couple = couple_at_wall(wall, x, f, torque);
    power.walls += couple.dot(wall.spin);
    if (wall.driven >= 0) totals.on_driven[static_cast<std::size_t>(wall.driven)] += load_on_driven(wall, f, couple);
  }
}

// Adds the torque of pairs across a face of a periodic box to the rates. The two forces of such a pair act along
// different lines, whole periods apart. In sheared space the image of b moves otherwise than b, which takes work. Such
// pairs are rare, so the function is not inlined and takes no registers of the sweep.
[[gnu::cold, gnu::noinline]] inline void add_image_impulse(const Spheres& spheres, const PeriodicBox& box,
                                                           const Index* a, const Index* b, const ContactLoads& loads,
                                                           std::size_t lanes, Account& power) {
  const SphereState* state = spheres.state.data();
  const Pack3 apart = gather(state, &SphereState::position, b).v - gather(state, &SphereState::position, a).v;
  const Pack3 shift = whole_periods(box, apart);
  const Pack speed = image_speed(box, shift);
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const Vec3 force = vec(loads.force.lane[lane]);
    power.angular_impulse -= Vec3(shift.x[lane], shift.y[lane], shift.z[lane]).cross(force);
    power.walls += force.y() * speed[lane];
  }
}

}  // namespace rubble::ssdem
