#pragma once
// The sweep for one normal law, a template over the other laws; each normal law has its own translation unit.
#include "base/parallel.hpp"
#include "ssdem/exchange.hpp"
#include "ssdem/pair.hpp"
#include "ssdem/sweep.hpp"

#include <algorithm>

namespace rubble::ssdem {

// A box that repeats itself, or open space.
struct Box {
  Pack3 length, inverse;  // 0 where space is open
  bool repeats;
};
inline Box make_box(const Vec3& period) {
  const auto inverse = [](double L) { return all(L > 0 ? 1 / L : 0); };
  return {{all(period.x()), all(period.y()), all(period.z())},
          {inverse(period.x()), inverse(period.y()), inverse(period.z())},
          !period.isZero()};
}
// The vector of whole periods between two places whose distance vector is d.
RUBBLE_INLINE Pack3 images(const Box& box, const Pack3& d) {
  return {box.length.x * round(d.x * box.inverse.x), box.length.y * round(d.y * box.inverse.y),
          box.length.z * round(d.z * box.inverse.z)};
}

// Two bodies four times: places, radii, what lies between.
struct Gap {
  Gathered a, b;  // positions and radii
  Pack3 d;        // from a to b, to the nearest image
  Pack reach, square;
  bool wraps;  // whether any of the four reaches across a face of the box
};
RUBBLE_INLINE Gap gap_of(const Bodies& bodies, const Box& box, const Index* a, const Index* b) {
  Gap g{gather(bodies.body.data(), &Body::position, a), gather(bodies.body.data(), &Body::position, b), {}, {}, {}, {}};
  g.d = g.b.v - g.a.v;
  g.reach = g.a.w + g.b.w;
  g.square = dot(g.d, g.d);
  // Candidates lie nearer than twice their reach, and a period is longer than four.
  g.wraps = box.repeats && any(g.square > 4 * g.reach * g.reach);
  if (g.wraps) g.d = g.d - images(box, g.d), g.square = dot(g.d, g.d);
  return g;
}

RUBBLE_INLINE Touch touch_spheres(const Bodies& bodies, const Box& box, const Index* a, const Index* b, Pack& smaller,
                                  bool& wraps) {
  const Gap g = gap_of(bodies, box, a, b);
  const Gathered va = gather(bodies.body.data(), &Body::velocity, a),
                 vb = gather(bodies.body.data(), &Body::velocity, b);
  const Gathered wa = gather(bodies.body.data(), &Body::spin, a), wb = gather(bodies.body.data(), &Body::spin, b);
  // The division does not wait for the root.
  const Pack distance = sqrt(g.square), inverse = distance * (1 / g.square);
  Touch t;
  t.normal = g.d * inverse;
  t.overlap = max(g.reach - distance, 0x1p-60 * g.reach);  // > 0 for all that count as touching
  t.arm_a = 0.5 * fma((g.a.w - g.b.w) * g.reach, inverse, distance);
  t.arm_b = distance - t.arm_a;
  t.reduced_mass = va.w * vb.w / (va.w + vb.w);
  t.reduced_radius = g.a.w * g.b.w / g.reach;
  t.reduced_inertia = wa.w * wb.w / (wa.w + wb.w);
  t.harmonic_arm = 2 * t.arm_a * t.arm_b * inverse;
  t.circle_radius = sqrt(max(Pack{}, fnma(t.arm_a, t.arm_a, g.a.w * g.a.w)));
  t.velocity = (vb.v - va.v) - cross(fma(t.arm_a, wa.v, wb.v * t.arm_b), t.normal);
  t.relative_spin = wa.v - wb.v;
  smaller = min(g.a.w, g.b.w), wraps = g.wraps;
  return t;
}

struct Walls4 {
  Pack3 point, normal, velocity;
};
RUBBLE_INLINE Walls4 gather_walls(const std::vector<Wall>& walls, const Index* k) {
  const auto column = [&](auto&& member) {
    Pack p{};
    for (std::size_t lane = 0; lane < kLanes; ++lane) p[lane] = member(walls[static_cast<std::size_t>(k[lane])]);
    return p;
  };
  const auto vector = [&](Vec3 Wall::*v) {
    return Pack3{column([&](const Wall& w) { return (w.*v).x(); }), column([&](const Wall& w) { return (w.*v).y(); }),
                 column([&](const Wall& w) { return (w.*v).z(); })};
  };
  return {vector(&Wall::point), vector(&Wall::normal), vector(&Wall::velocity)};
}
RUBBLE_INLINE Pack height_over(const Gathered& body, const Walls4& wall) {
  return dot(body.v - wall.point, wall.normal);
}

RUBBLE_INLINE Touch touch_walls(const Bodies& bodies, const std::vector<Wall>& walls, const Index* a, const Index* b,
                                Pack& smaller) {
  const Gathered x = gather(bodies.body.data(), &Body::position, a), v = gather(bodies.body.data(), &Body::velocity, a),
                 w = gather(bodies.body.data(), &Body::spin, a);
  const Walls4 wall = gather_walls(walls, b);
  const Pack height = height_over(x, wall);
  Touch t;
  t.normal = Pack3{} - wall.normal;
  t.overlap = x.w - height;
  t.arm_a = height, t.arm_b = Pack{};
  t.reduced_mass = v.w, t.reduced_radius = x.w, t.reduced_inertia = w.w;
  t.harmonic_arm = height;
  t.circle_radius = sqrt(max(Pack{}, fnma(height, height, x.w * x.w)));
  t.velocity = (wall.velocity - v.v) - cross(w.v * height, t.normal);
  t.relative_spin = w.v;
  smaller = x.w;
  return t;
}

// n.A n of four bodies.
RUBBLE_INLINE Pack rotational_inverse_mass_along(const Pack3& n, const Bodies& bodies, const Index* index) {
  const Gathered diagonal = gather(bodies.rotational_inverse_mass.data(), &RotationalInverseMass::diagonal, index);
  const Gathered mixed = gather(bodies.rotational_inverse_mass.data(), &RotationalInverseMass::mixed, index);
  const Pack3 squares{n.x * n.x, n.y * n.y, n.z * n.z}, products{n.y * n.z, n.z * n.x, n.x * n.y};
  return fma(all(2), dot(mixed.v, products), dot(diagonal.v, squares));
}

// Contacts of bodies a with bodies or planes b. wraps: as in Gap.
template <bool walls>
RUBBLE_INLINE Touch touch_of(const Scene& scene, const Bodies& bodies, const Box& box, const Index* a, const Index* b,
                             Pack& smaller, bool& wraps) {
  Touch t = walls ? touch_walls(bodies, scene.walls, a, b, smaller) : touch_spheres(bodies, box, a, b, smaller, wraps);
  if (bodies.rotational_inverse_mass.empty()) return t;
  Pack added = rotational_inverse_mass_along(t.normal, bodies, a);
  if constexpr (!walls) added += rotational_inverse_mass_along(t.normal, bodies, b);
  t.reduced_mass = t.reduced_mass / fma(t.reduced_mass, added, all(1));
  return t;
}

// Candidates first..last that touch => now; returns their number. touches(c) is a mask for the candidates at c[0..3].
template <class Touches>
RUBBLE_INLINE std::size_t find_touching(std::size_t first, std::size_t last, const Index* a, const Index* b, Index* now,
                                        Touches&& touches) {
  std::size_t count = 0;
  std::size_t c = first;
  for (; c + kLanes <= last; c += kLanes) {
    const int hit = bits(touches(a + c, b + c));
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      now[count] = static_cast<Index>(c + lane);
      count += static_cast<std::size_t>(hit >> lane & 1);
    }
  }
  if (c < last) {
    std::array<Index, kLanes> ta, tb;
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      ta[lane] = a[std::min(c + lane, last - 1)], tb[lane] = b[std::min(c + lane, last - 1)];
    const int hit = bits(touches(ta.data(), tb.data()));
    for (std::size_t lane = 0; c + lane < last; ++lane)
      if (hit >> lane & 1) now[count++] = static_cast<Index>(c + lane);
  }
  return count;
}

template <class Normal, class Sliding, class Couple>
std::span<const Part> parts() {
  using Has = Uses<Normal, Sliding, Couple>;
  static constexpr std::size_t slide = Has::slides ? 3 : 0, roll = Has::rolls ? 4 : 0;
  static constexpr std::array<Part, slide + roll + (Has::previous ? 1 : 0)> used = [] {
    std::array<Part, slide + roll + (Has::previous ? 1 : 0)> p{};
    std::size_t next = 0;
    for (std::size_t part = 0; part < kParts; ++part) {
      const bool uses = part <= kSlidingZ ? Has::slides : part <= kTwisting ? Has::rolls : Has::previous;
      if (uses) p[next++] = static_cast<Part>(part);
    }
    return p;
  }();
  return used;
}

template <class Has>
RUBBLE_INLINE Memory load_memory(const Touching& contacts, std::size_t k) {
  const auto part = [&](Part p) { return load_pack(&contacts.memory[p][k]); };
  Memory m;
  if constexpr (Has::slides) m.sliding = {part(kSlidingX), part(kSlidingY), part(kSlidingZ)};
  if constexpr (Has::rolls) {
    m.rolling = {part(kRollingX), part(kRollingY), part(kRollingZ)};
    m.twisting = part(kTwisting);
  }
  if constexpr (Has::previous) m.previous = part(kPrevious);
  return m;
}
template <class Has>
RUBBLE_INLINE void store_memory(Touching& contacts, std::size_t k, const Memory& m) {
  const auto part = [&](Part p, Pack v) { store_pack(&contacts.memory[p][k], v); };
  if constexpr (Has::slides) part(kSlidingX, m.sliding.x), part(kSlidingY, m.sliding.y), part(kSlidingZ, m.sliding.z);
  if constexpr (Has::rolls) {
    part(kRollingX, m.rolling.x), part(kRollingY, m.rolling.y), part(kRollingZ, m.rolling.z);
    part(kTwisting, m.twisting);
  }
  if constexpr (Has::previous) part(kPrevious, m.previous);
}

// Sums of a chunk, lane by lane until the end.
struct Sums {
  Pack normal{}, sliding{}, rolling{}, twisting{};  // power [W]
  Pack sliding_heat{}, rolling_heat{}, twisting_heat{};
  double worst = 0;  // overlap / smaller radius

  template <class Sliding, class Couple>
  RUBBLE_INLINE void add(const Outcome& o) {
    normal += o.normal_power;
    if constexpr (!std::is_same_v<Sliding, laws::NoSliding>) sliding += o.sliding_power, sliding_heat += o.sliding_heat;
    if constexpr (!std::is_same_v<Couple, laws::NoCouple>) {
      rolling += o.rolling_power, twisting += o.twisting_power;
      rolling_heat += o.rolling_heat, twisting_heat += o.twisting_heat;
    }
  }
  RUBBLE_INLINE void watch(Pack overlap, Pack smaller) {
    if (any(overlap > worst * smaller)) worst = std::max(worst, largest(overlap / smaller));
  }
  void give(Totals& totals) const {
    totals.power[Channel::normal] += sum(normal);
    totals.power[Channel::sliding] += sum(sliding);
    totals.power[Channel::rolling] += sum(rolling);
    totals.power[Channel::twisting] += sum(twisting);
    totals.heat[Channel::sliding] += sum(sliding_heat);
    totals.heat[Channel::rolling] += sum(rolling_heat);
    totals.heat[Channel::twisting] += sum(twisting_heat);
    totals.worst_overlap = std::max(totals.worst_overlap, worst);
  }
};

// What the first `lanes` lanes found; the others repeat a contact that has been counted.
RUBBLE_INLINE void mask(Outcome& o, std::size_t lanes) {
  const Mask valid = Mask{0, 1, 2, 3} < static_cast<long>(lanes);
  const auto kept = [&](Pack p) { return select(valid, p, Pack{}); };
  o.normal_power = kept(o.normal_power);
  o.sliding_power = kept(o.sliding_power), o.sliding_heat = kept(o.sliding_heat);
  o.rolling_power = kept(o.rolling_power), o.rolling_heat = kept(o.rolling_heat);
  o.twisting_power = kept(o.twisting_power), o.twisting_heat = kept(o.twisting_heat);
}

struct Rows4 {
  Pack row[kLanes];
};
RUBBLE_INLINE Rows4 rows_of(const Pack3& v, Pack fourth) {
  Rows4 r{{v.x, v.y, v.z, fourth}};
  transpose(r.row[0], r.row[1], r.row[2], r.row[3]);
  return r;
}

// Contacts with walls reach the ledger of momentum, too.
inline void add_walls(const std::vector<Wall>& walls, const Bodies& bodies, const Index* a, const Index* b,
                      const Rows4& force, const Rows4& torque, std::size_t lanes, Account& power) {
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const auto vec = [](Pack row) { return Vec3(row[0], row[1], row[2]); };
    const Vec3 f = vec(force.row[lane]), x = vec(bodies.body[static_cast<std::size_t>(a[lane])].position.v);
    power.walls += f.dot(walls[static_cast<std::size_t>(b[lane])].velocity);
    power.impulse += f;
    power.angular_impulse += x.cross(f) + vec(torque.row[lane]);
  }
}
// Pairs across a face of a repeating box: their forces act along different lines.
inline void add_images(const Bodies& bodies, const Box& box, const Index* a, const Index* b, const Rows4& force,
                       std::size_t lanes, Account& power) {
  const Pack3 shift =
      images(box, gather(bodies.body.data(), &Body::position, b).v - gather(bodies.body.data(), &Body::position, a).v);
  for (std::size_t lane = 0; lane < lanes; ++lane)
    power.angular_impulse -= Vec3(shift.x[lane], shift.y[lane], shift.z[lane])
                                 .cross(Vec3(force.row[lane][0], force.row[lane][1], force.row[lane][2]));
}

// Asks for what the next chunk will read, a little with each pack of this chunk's contacts, so that no loop waits for
// memory: bodies lie wherever its candidates point, and its arrays are too short for the processor to guess their end.
template <class Has>
class Ahead {
 public:
  Ahead(const Scene& scene, const Bodies& bodies, const Chunk& next)
      : body_(bodies.body.data()),
        at_(scene.pairs.list.b.data() + next.first),
        end_(scene.pairs.list.b.data() + next.last),
        contacts_(next.spheres) {}
  // For contacts k..k+3, k rising by kLanes.
  RUBBLE_INLINE void fetch(std::size_t k) {
    if (static_cast<std::size_t>(end_ - at_) >= kLanes) bodies_of(kLanes);
    if (k >= contacts_.count) return;
    if (k % 16 == 0)
      for (const auto* indices : {&contacts_.candidate, &contacts_.a, &contacts_.b, &contacts_.load})
        __builtin_prefetch(indices->data() + k);
    if constexpr (Has::slides) parts_of(k, kSlidingX, kSlidingZ);
    if constexpr (Has::rolls) parts_of(k, kRollingX, kTwisting);
    if constexpr (Has::previous) parts_of(k, kPrevious, kPrevious);
  }
  void rest() { bodies_of(static_cast<std::size_t>(end_ - at_)); }

 private:
  RUBBLE_INLINE void bodies_of(std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) {
      const auto* body = reinterpret_cast<const char*>(body_ + at_[k]);
      __builtin_prefetch(body), __builtin_prefetch(body + 64);
    }
    at_ += count;
  }
  RUBBLE_INLINE void parts_of(std::size_t k, int first, int last) {
    for (int part = first; part <= last; ++part)
      __builtin_prefetch(contacts_.memory[static_cast<std::size_t>(part)].data() + k);
  }
  const Body* body_;
  const Index *at_, *end_;
  const Touching& contacts_;
};

template <bool walls, class Normal, class Sliding, class Couple>
void evaluate_contacts(const Scene& scene, const Box& box, const Normal& normal, const Sliding& sliding,
                       const Couple& couple, Bodies& bodies, const Chunk& chunk, const Chunk& next, Touching& contacts,
                       Totals& totals) {
  using Has = Uses<Normal, Sliding, Couple>;
  Sums sums;
  Load* const own = chunk.load;
  Load* const crossing = bodies.crossing.data();
  const auto first = static_cast<Index>(chunk.first_body), size = static_cast<Index>(kChunk);
  Ahead<Has> ahead(scene, bodies, next);
  for (std::size_t k = 0; k < contacts.count; k += kLanes) {
    if constexpr (!walls) ahead.fetch(k);
    const Index* a = &contacts.a[k];
    const Index* b = &contacts.b[k];
    Pack smaller;
    bool wraps = false;
    const Touch t = touch_of<walls>(scene, bodies, box, a, b, smaller, wraps);
    Memory memory = load_memory<Has>(contacts, k);
    Outcome o = evaluate(normal, sliding, couple, scene.laws.cohesion, t, memory, scene.before, scene.after, scene.dt);
    store_memory<Has>(contacts, k, memory);

    const std::size_t lanes = std::min(kLanes, contacts.count - k);
    if (lanes < kLanes) mask(o, lanes);
    sums.template add<Sliding, Couple>(o);
    sums.watch(t.overlap, smaller);
    const Pack3 lever = cross(t.normal, o.tangential);
    const Pack strength = size_of(o.force);
    const Rows4 force = rows_of(o.force, Pack{}), torque_a = rows_of(fma(t.arm_a, lever, o.couple), strength);
    const Rows4 torque_b = rows_of(lever * t.arm_b - o.couple, strength);
    const auto add = [&](std::size_t lane) {
      own[a[lane] - first].force.v += force.row[lane], own[a[lane] - first].torque.v += torque_a.row[lane];
      if constexpr (!walls) {
        const Index row = contacts.load[k + lane];
        Load& to = row < size ? own[row] : crossing[row - size];
        to.force.v -= force.row[lane], to.torque.v += torque_b.row[lane];
      }
    };
    if (lanes == kLanes)
      add(0), add(1), add(2), add(3);
    else
      for (std::size_t lane = 0; lane < lanes; ++lane) add(lane);
    if constexpr (walls)
      add_walls(scene.walls, bodies, a, b, force, torque_a, lanes, totals.power);
    else if (wraps)
      add_images(bodies, box, a, b, force, lanes, totals.power);
  }
  if constexpr (!walls) ahead.rest();
  sums.give(totals);
  totals.touching += contacts.count;
}

template <class Normal, class Sliding, class Couple>
void sweep_chunk(const Scene& scene, const Box& box, const Normal& normal, const Sliding& sliding, const Couple& couple,
                 Bodies& bodies, Chunk& chunk, const Chunk& next, bool at_once) {
  Totals totals;
  chunk.begin_loads(at_once);
  const std::span<const Part> used = parts<Normal, Sliding, Couple>();
  // What the springs of a parted pair still held is heat.
  const auto part = [&](const Touching& contacts, bool wall) {
    return [&, wall](std::size_t k) {
      const auto radius = [&](Index i) { return bodies.body[static_cast<std::size_t>(i)].position.v[3]; };
      const double ra = radius(contacts.a[k]), rb = wall ? 0 : radius(contacts.b[k]);
      const auto of = [&](Part p) { return contacts.memory[p].empty() ? 0.0 : contacts.memory[p][k]; };
      const auto square = [&](Part x, Part y, Part z) { return of(x) * of(x) + of(y) * of(y) + of(z) * of(z); };
      const Leftover left = leftover(normal, sliding, couple, wall ? ra : ra * rb / (ra + rb), std::abs(of(kPrevious)),
                                     square(kSlidingX, kSlidingY, kSlidingZ), square(kRollingX, kRollingY, kRollingZ),
                                     of(kTwisting) * of(kTwisting));
      totals.heat[Channel::sliding] += left.sliding;
      totals.heat[Channel::rolling] += left.rolling;
      totals.heat[Channel::twisting] += left.twisting;
    };
  };

  const contact::Candidates& list = scene.pairs.list;
  std::size_t count = find_touching(
      chunk.first, chunk.last, list.a.data(), list.b.data(),
      chunk.now.data(), [&](const Index* a, const Index* b) __attribute__((always_inline)) {
        const Gap g = gap_of(bodies, box, a, b);
        return g.square < g.reach * g.reach;
      });
  update(chunk.spheres, {chunk.now.data(), count}, list.a.data(), list.b.data(), scene.pairs.load.data(), used,
         part(chunk.spheres, false));
  evaluate_contacts<false>(scene, box, normal, sliding, couple, bodies, chunk, next, chunk.spheres, totals);

  count = find_touching(chunk.first_wall, chunk.last_wall, list.wall_body.data(), list.wall.data(), chunk.now.data(),
                        [&](const Index* a, const Index* b) {
                          const Gathered body = gather(bodies.body.data(), &Body::position, a);
                          return height_over(body, gather_walls(scene.walls, b)) < body.w;
                        });
  update(chunk.walls, {chunk.now.data(), count}, list.wall_body.data(), list.wall.data(), nullptr, used,
         part(chunk.walls, true));
  evaluate_contacts<true>(scene, box, normal, sliding, couple, bodies, chunk, next, chunk.walls, totals);
  chunk.totals = totals;
}

// Calls use(sliding, couple) with the laws that the run has: the dispatch stands here, outside the loops.
template <class Use>
void with_laws(const Parameters& p, Use&& use) {
  std::visit([&](const auto& sliding, const auto& couple) { use(sliding, couple); }, p.sliding, p.couple);
}

template <class Normal>
void sweep_of(const Normal& normal, const Scene& scene, Bodies& bodies, std::vector<Chunk>& chunks, const Then& then) {
  const Box box = make_box(scene.period);
  with_laws(scene.laws, [&](const auto& sliding, const auto& couple) {
    for_chunks_then(
        chunks.size(),
        [&](std::size_t c, std::size_t next, bool at_once) {
          sweep_chunk(scene, box, normal, sliding, couple, bodies, chunks[c], chunks[next], at_once);
        },
        [&](std::size_t c) { return chunks[c].earliest; }, then);
  });
}

// One contact of four.
struct Lane {
  std::size_t lane;
  Vec3 operator()(const Pack3& v) const { return Vec3(v.x[lane], v.y[lane], v.z[lane]); }
  std::array<double, kParts> operator()(const Memory& m) const {
    return {m.sliding.x[lane], m.sliding.y[lane], m.sliding.z[lane], m.rolling.x[lane],
            m.rolling.y[lane], m.rolling.z[lane], m.twisting[lane],  m.previous[lane]};
  }
};

// Whole periods from body b to its image that is nearest to a.
inline Vec3 image_across(const Bodies& bodies, const Box& box, Index a, Index b) {
  if (!box.repeats) return Vec3::Zero();
  const Pack d =
      bodies.body[static_cast<std::size_t>(b)].position.v - bodies.body[static_cast<std::size_t>(a)].position.v;
  const Pack3 shift = images(box, {all(d[0]), all(d[1]), all(d[2])});
  return -Vec3(shift.x[0], shift.y[0], shift.z[0]);
}

template <class Normal>
Contacts snapshot_of(const Normal& normal, const Scene& scene, const Bodies& bodies, const std::vector<Chunk>& chunks) {
  const Box box = make_box(scene.period);
  Contacts contacts;
  contacts.columns = declared_columns(parts_of(scene.laws), box.repeats);
  with_laws(scene.laws, [&](const auto& sliding, const auto& couple) {
    using Has = Uses<Normal, std::decay_t<decltype(sliding)>, std::decay_t<decltype(couple)>>;
    const auto take = [&](const Touching& touching, bool walls) {
      for (std::size_t k = 0; k < touching.count; k += kLanes) {
        const Index* a = &touching.a[k];
        const Index* b = &touching.b[k];
        Pack smaller;
        bool wraps = false;
        const Touch t = walls ? touch_of<true>(scene, bodies, box, a, b, smaller, wraps)
                              : touch_of<false>(scene, bodies, box, a, b, smaller, wraps);
        Memory memory = load_memory<Has>(touching, k);
        const Outcome o =
            evaluate(normal, sliding, couple, scene.laws.cohesion, t, memory, scene.before, scene.after, scene.dt);
        for (std::size_t lane = 0; lane < kLanes && k + lane < touching.count; ++lane) {
          const Lane one{lane};
          const Vec3 normal_to_b = one(t.normal);
          const Vec3 place = vec(bodies.body[static_cast<std::size_t>(a[lane])].position);
          contacts.key.push_back(walls ? ContactKey::of_wall(a[lane], b[lane]) : ContactKey{a[lane], b[lane]});
          contacts.point.push_back(place + t.arm_a[lane] * normal_to_b);
          contacts.normal.push_back(normal_to_b);
          contacts.gap.push_back(-t.overlap[lane]);
          contacts.force.push_back(one(o.force));
          contacts.energy.push_back(o.energy[lane]);
          append_memory(contacts, one(memory),
                        walls ? Vec3(Vec3::Zero()) : image_across(bodies, box, a[lane], b[lane]));
        }
      }
    };
    for (const Chunk& chunk : chunks) take(chunk.spheres, false), take(chunk.walls, true);
  });
  return contacts;
}

}  // namespace rubble::ssdem
