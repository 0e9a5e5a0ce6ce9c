#pragma once
// Steps in which an attraction that sets in at the first touch begins or ends, four pairs at a time. The force of such
// a step does the work of the attraction on the part of the step in which it acts. docs/theory.md 2.18. A simpler
// version for one pair is tests/unit/attachment_twin.hpp.
//
// The history of a pair has its overlap, or the radius of its contact area, at the previous step. The sign of this
// number is the state: > 0 if the attraction acts, < 0 if it has ended before the overlap. 0: the pair did not touch.
#include "laws/spring_dashpot.hpp"
#include "simd/pack.hpp"

namespace rubble::ssdem {

// Attraction of pairs, as if it acted throughout the step.
struct Attraction {
  Pack force;   // F, > 0: attracts [N]
  Pack energy;  // E, 0 at the first touch [J]
};

// Where an attraction ends.
struct EndOfAttraction {
  Pack overlap;  // [m]
  Pack energy;   // E there [J]
};

// Motion of pairs along the overlap.
struct OverlapMotion {
  Pack overlap;  // [m]
  Pack rate;     // v: speed at which the overlap grows [m s-1]
  Pack mass;     // [kg]
  Pack size;     // number of the history now: the overlap or the radius of the contact area [m]
};

// The attraction in this step.
struct Attached {
  Attraction now;  // its energy is 0 after the end
  Pack lent;       // kinetic energy that is missing between the two half kicks [J]
  Mask ends;       // true in the step in which the attraction ends
  Mask idle;       // true if the attraction ended in an earlier step
  Pack state;      // sign of the number that the history keeps
};

// Force [N] of a step in which an attraction begins or ends, and the energy that it lends [J].
struct EdgeOfAttraction {
  Pack force, lent;
};

// (attraction, motion, mean speed since the first touch [m s-1], length of the step [s]) => the step of the first touch
RUBBLE_INLINE EdgeOfAttraction first_pull(const Attraction& full, const OverlapMotion& m, Pack mean_speed, double dt) {
  const Pack force = 0.5 * full.force - full.energy / (dt * mean_speed);
  const Pack kicked = m.rate + 0.5 * dt * force / m.mass;
  return {force, 0.5 * m.mass * (m.rate * m.rate - kicked * kicked) - full.energy};
}

// (attraction, motion, work up to the end [J], mean speed on the way there [m s-1], length of the step [s]) => the last
// step
RUBBLE_INLINE EdgeOfAttraction last_pull(const Attraction& full, const OverlapMotion& m, Pack work, Pack mean_speed,
                                         double dt) {
  const Pack force = 0.5 * full.force + work / (dt * mean_speed);
  const Pack kicked = m.rate + 0.5 * dt * (force - full.force) / m.mass;
  return {force, 0.5 * m.mass * (m.rate * m.rate - kicked * kicked) - work};
}

// attachment() for pairs of which at least one may begin or end to attract. It is a function of its own, so that the
// registers of a sweep do not hold its numbers. A pair whose attraction has ended begins again only if its overlap has
// grown since the step before. Its rate alone does not tell, because it is predicted with the force that has ended.
[[gnu::cold, gnu::noinline]] inline Attached attachment_at_edge(const Attraction& full, const OverlapMotion& m,
                                                                Pack last, const EndOfAttraction& end, double dt) {
  const Pack v2 = m.rate * m.rate;
  const Pack now2 = v2 - 2 * full.energy / m.mass;
  const Pack mean_in = 0.5 * (m.rate + sqrt(max(now2, Pack{})));
  const Mask again = (last < 0) & (m.size >= -last);
  const Mask first_time = (last == 0) & (m.overlap <= dt * mean_in);
  const Mask begins = (m.rate >= 0) & (now2 > 0) & (again | first_time);
  const Mask idle = (last < 0) & ((m.rate < 0) | (m.size < -last));

  const Pack work = end.energy - full.energy, rest2 = v2 - 2 * work / m.mass;
  const Pack mean_out = 0.5 * (sqrt(max(rest2, Pack{})) - m.rate);
  const Mask near_end = (last > 0) & (m.overlap < -m.rate * dt);
  const Mask ends = near_end & (rest2 > 0) & (m.overlap - end.overlap < dt * mean_out);

  const EdgeOfAttraction first = first_pull(full, m, mean_in, dt), final = last_pull(full, m, work, mean_out, dt);
  const Pack force = select(begins, first.force, select(ends, final.force, select(idle, Pack{}, full.force)));
  const Pack lent = select(begins, first.lent, select(ends, final.lent, Pack{}));
  const Mask over = ends | idle;
  return {{force, select(over, Pack{}, full.energy)}, lent, ends, idle, select(over, all(-1), all(1))};
}

// (attraction, motion, number of the history, times of the step, end(): where the attraction ends) => the attraction in
// this step. At the start of a run and for files, no attraction begins or ends: that of each pair that touches acts.
template <class End>
RUBBLE_INLINE Attached attachment(const Attraction& full, const OverlapMotion& m, Pack last,
                                  const laws::StepTimes& times, End&& end) {
  const bool steps = times.before > 0;
  const Mask changes = steps ? (last <= 0) | (m.overlap < -m.rate * times.dt) : last < 0;
  if (!any(changes)) [[likely]]
    return {full, Pack{}, Mask{}, Mask{}, all(1)};
  if (steps) return attachment_at_edge(full, m, last, end(), times.dt);
  const Attraction none_if_idle{select(changes, Pack{}, full.force), select(changes, Pack{}, full.energy)};
  return {none_if_idle, Pack{}, Mask{}, changes, select(changes, all(-1), all(1))};
}

}  // namespace rubble::ssdem
