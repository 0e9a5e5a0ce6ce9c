#include "ssdem/beam_bonds.hpp"

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "model/image_column.hpp"
#include "simd/xyzw.hpp"
#include "ssdem/bond_motion.hpp"
#include "ssdem/exchange.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace rubble::ssdem {
namespace {

constexpr std::size_t kBondsPerBlock = 256;  // unit of work of a thread and of the sums

std::size_t at(Index i) { return static_cast<std::size_t>(i); }
std::size_t padded(std::size_t count) { return (count + kLanes - 1) / kLanes * kLanes; }

Pack3 load3(const Reals* columns, std::size_t k) {
  return {load_pack(&columns[0][k]), load_pack(&columns[1][k]), load_pack(&columns[2][k])};
}
void store3(Reals* columns, std::size_t k, const Pack3& v) {
  store_pack(&columns[0][k], v.x);
  store_pack(&columns[1][k], v.y);
  store_pack(&columns[2][k], v.z);
}

// Repeats the last bond in the padding.
template <class Column>
void pad(Column& column, std::size_t count) {
  column.resize(padded(count), count > 0 ? column[count - 1] : typename Column::value_type{});
}

// Keeps the rows that did not fail.
template <class Column>
void keep(Column& column, const std::vector<char>& failed, std::size_t count) {
  std::size_t to = 0;
  for (std::size_t k = 0; k < count; ++k)
    if (!failed[k]) column[to++] = column[k];
  column.resize(to);
}

// (pile) => the bonds that its bodies have lost in earlier runs.
BrokenBonds lost_before(const Pile& pile) {
  BrokenBonds lost{std::vector<char>(pile.size(), 0), Reals(pile.size(), 0), 0};
  std::ranges::copy(values_in<std::int32_t>(pile.state, kLiberatedColumn.name), lost.liberated.begin());
  std::ranges::copy(values_in<double>(pile.state, kBrokenBondsColumn.name), lost.broken.begin());
  return lost;
}

}  // namespace

BeamBonds::BeamBonds(const BondParameters& p, const Pile& pile, const External& external)
    : p_(p),
      box_(periodic_box(ImageLattice{external.period})),
      pair_(pile.bonds.pair),
      length_(pile.bonds.length),
      lost_(lost_before(pile)) {
  const std::size_t n = pair_.size();
  for (Reals& numbers : spring_) numbers.resize(n);
  for (std::size_t k = 0; k < n; ++k) {
    for (int axis = 0; axis < 3; ++axis) {
      spring_[static_cast<std::size_t>(axis)][k] = pile.bonds.shear[k][axis];
      spring_[static_cast<std::size_t>(3 + axis)][k] = pile.bonds.bending[k][axis];
    }
    spring_[6][k] = pile.bonds.twisting[k];
  }
  for (const auto& pair : pair_)
    for (const Index body : pair) lost_.liberated[at(body)] = 0;
  prepare(pile, external);
}

BeamBonds::BeamBonds(const BondParameters& p, const Pile& pile, const External& external, Archive& from)
    : p_(p), box_(periodic_box(ImageLattice{external.period})), lost_(lost_before(pile)) {
  archive(from);
  prepare(pile, external);
}

// Computes the constants of the beams, and pads all columns.
void BeamBonds::prepare(const Pile& pile, const External& external) {
  const std::vector<char> frozen = frozen_marks(external.frozen, pile.size());
  const std::size_t n = pair_.size();
  for (Reals& numbers : constant_) numbers.resize(n);
  for (std::size_t k = 0; k < n; ++k) {
    const laws::Beam beam = beam_of_bond(p_, pile.model, pair_[k], length_[k]);
    const auto mass = [&](Index body) { return pushed_mass(pile.model, pile.state.grouping, frozen, body); };
    const double time = damping_time(p_.damping, beam.normal, mass(pair_[k][0]), mass(pair_[k][1]));
    const double numbers[] = {length_[k],    beam.normal, beam.shear,    beam.bending,
                              beam.twisting, time,        1 / beam.area, 1 / beam.resistance};
    for (std::size_t part = 0; part < constant_.size(); ++part) constant_[part][k] = numbers[part];
  }
  for (Reals& numbers : constant_) pad(numbers, n);
  for (Reals& numbers : spring_) pad(numbers, n);
}

void BeamBonds::place(const std::vector<Index>& order) {
  ends_.place_of.resize(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) ends_.place_of[at(order[k])] = static_cast<Index>(k);
  link();
}

// Finds the places of the ends, and sorts the ends by place.
void BeamBonds::link() {
  const std::size_t n = pair_.size(), bodies = ends_.place_of.size();
  ends_.a.resize(n), ends_.b.resize(n);
  ends_.first.assign(bodies + 1, 0);
  for (std::size_t k = 0; k < n; ++k) {
    ends_.a[k] = ends_.place_of[at(pair_[k][0])];
    ends_.b[k] = ends_.place_of[at(pair_[k][1])];
    for (const Index place : {ends_.a[k], ends_.b[k]}) ++ends_.first[at(place) + 1];
  }
  std::partial_sum(ends_.first.begin(), ends_.first.end(), ends_.first.begin());
  ends_.end.resize(2 * n);
  std::vector<std::size_t> next(ends_.first.begin(), ends_.first.end() - 1);
  for (std::size_t k = 0; k < n; ++k) {
    ends_.end[next[at(ends_.a[k])]++] = 2 * k;
    ends_.end[next[at(ends_.b[k])]++] = 2 * k + 1;
  }
  pad(ends_.a, n), pad(ends_.b, n);
  load_.resize(padded(n));
  failed_.assign(padded(n), 0);
}

BeamConstants BeamBonds::constants(std::size_t k) const {
  const auto number = [&](std::size_t part) { return load_pack(&constant_[part][k]); };
  return {number(0), number(1), number(2), number(3), number(4), number(5), number(6), number(7)};
}

BeamSprings BeamBonds::springs(std::size_t k) const {
  return {load3(&spring_[0], k), load3(&spring_[3], k), load_pack(&spring_[6][k])};
}

// Advances the springs of four bonds by a step [s] whose drift was the last motion, and returns them.
BeamSprings BeamBonds::advance(const Spheres& spheres, std::size_t k, const BondWay& way, const Pack3& normal,
                               double step) {
  const BeamMotion mean = mean_motion(spheres, way.way, &ends_.a[k], &ends_.b[k], step);
  const BeamSprings now = carried(springs(k), mean, normal, all(step));
  store3(&spring_[0], k, now.shear);
  store3(&spring_[3], k, now.bending);
  store_pack(&spring_[6][k], now.twisting);
  return now;
}

// => true for each bond of four whose stress exceeds a strength.
Mask BeamBonds::breaking(const BeamResult& r) const {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  return (r.tensile > p_.tensile.value_or(kNone)) | (r.shear > p_.shear_strength.value_or(kNone));
}

// Stores the loads of four bonds, without those that do not act.
void BeamBonds::store_loads(std::size_t k, const BeamMotion& motion, const BeamResult& r, Mask acts) {
  const Pack3 force = select(acts, r.force, Pack3{}), across = select(acts, r.across, Pack3{});
  const Pack3 couple = select(acts, r.couple, Pack3{});
  const Pack3 lever = cross(motion.normal, across) * (0.5 * motion.distance);
  const Pack size = size_of(force);
  const Lanes4 forces = lanes_of(force, Pack{});
  const Lanes4 on_a = lanes_of(lever + couple, size), on_b = lanes_of(lever - couple, size);
  for (std::size_t lane = 0; lane < kLanes; ++lane)
    load_[k + lane] = {{forces.lane[lane]}, {on_a.lane[lane]}, {on_b.lane[lane]}};
}

void BeamBonds::evaluate_four(const Spheres& spheres, std::size_t k, double step, BondTotals& totals) {
  const Index *a = &ends_.a[k], *b = &ends_.b[k];
  const BondWay way = way_of(spheres, box_, a, b);
  const BeamMotion motion = present_motion(spheres, way.way, a, b);
  const BeamSprings now = step > 0 ? advance(spheres, k, way, motion.normal, step) : springs(k);
  const BeamResult r = evaluate_beam(constants(k), motion, now);
  const Mask breaks = breaking(r);
  const Mask counts = Mask{0, 1, 2, 3} < static_cast<long>(pair_.size() - k);  // false in the padding
  const Mask acts = counts & ~breaks;
  totals.power[Channel::sticking] += sum(select(acts, r.power, Pack{}));
  // A bond that breaks does not act in the kick that ends the step, which its energy half a step ago has prepared.
  totals.broken += sum(select(counts & breaks, fnma(all(0.5 * step), r.growth, r.energy), Pack{}));
  store_loads(k, motion, r, acts);
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    failed_[k + lane] = breaks[lane] != 0;
    if (way.wraps) totals.power.angular_impulse -= lane_of(way.periods, lane).cross(vec(load_[k + lane].force));
  }
}

BondTotals BeamBonds::evaluate(Spheres& spheres, double step) {
  const std::size_t packs = padded(pair_.size()) / kLanes, per_block = kBondsPerBlock / kLanes;
  std::vector<BondTotals> of_block((packs + per_block - 1) / per_block);
  for_chunks(of_block.size(), [&](std::size_t block) {
    for (std::size_t pack = block * per_block; pack < std::min(packs, (block + 1) * per_block); ++pack)
      evaluate_four(spheres, pack * kLanes, step, of_block[block]);
  });
  BondTotals totals;
  for (const BondTotals& one : of_block) totals.add(one);
  gather(spheres);
  if (std::find(failed_.begin(), failed_.end(), 1) != failed_.end()) remove_failed();
  return totals;
}

// Sums the loads of each body.
void BeamBonds::gather(Spheres& spheres) const {
  spheres.bonded.resize(spheres.state.size());
  parallel_for(spheres.bonded.size(), [&](std::size_t place) {
    Load load{};
    for (std::size_t e = ends_.first[place]; e < ends_.first[place + 1]; ++e) {
      const Loads& bond = load_[ends_.end[e] / 2];
      const bool second = ends_.end[e] % 2 != 0;
      load.force.v += second ? -bond.force.v : bond.force.v;
      load.torque.v += second ? bond.torque_b.v : bond.torque_a.v;
    }
    spheres.bonded[place] = load;
  });
}

void BeamBonds::remove_failed() {
  const std::size_t n = pair_.size();
  for (std::size_t k = 0; k < n; ++k) {
    if (!failed_[k]) continue;
    for (const Index body : pair_[k]) lost_.broken[at(body)] += 1;
    ++lost_.count;
  }
  std::vector<char> had(lost_.liberated.size(), 0), has(lost_.liberated.size(), 0);
  for (std::size_t k = 0; k < n; ++k)
    for (const Index body : pair_[k]) (failed_[k] ? had : has)[at(body)] = 1;
  for (std::size_t i = 0; i < had.size(); ++i)
    if (had[i] && !has[i]) lost_.liberated[i] = 1;
  keep(pair_, failed_, n), keep(length_, failed_, n);
  for (Reals& numbers : spring_) keep(numbers, failed_, n), pad(numbers, pair_.size());
  for (Reals& numbers : constant_) keep(numbers, failed_, n), pad(numbers, pair_.size());
  link();
}

Bonds BeamBonds::bonds(const Spheres& spheres) const {
  Bonds out;
  out.beams = true;
  out.pair = pair_;
  out.length = length_;
  resize(out, pair_.size());
  for (std::size_t k = 0; k < pair_.size(); k += kLanes) {
    const Index *a = &ends_.a[k], *b = &ends_.b[k];
    const BeamMotion motion = present_motion(spheres, way_of(spheres, box_, a, b).way, a, b);
    const BeamSprings now = springs(k);
    const BeamResult r = evaluate_beam(constants(k), motion, now);
    for (std::size_t lane = 0; lane < std::min(kLanes, pair_.size() - k); ++lane) {
      out.shear[k + lane] = lane_of(now.shear, lane);
      out.bending[k + lane] = lane_of(now.bending, lane);
      out.twisting[k + lane] = now.twisting[lane];
      out.force[k + lane] = lane_of(r.force, lane);
      out.energy[k + lane] = r.energy[lane];
    }
  }
  return out;
}

namespace {

// Adds an empty contact of a pair that does not touch. (contacts, pair, its spheres, way from a to the nearest image of
// b, whole periods from b to that image [m])
void add_row(Contacts& contacts, const std::array<Index, 2>& pair, const SphereState& a, const SphereState& b,
             const Vec3& way, const Vec3& image) {
  resize(contacts, contacts.size() + 1);
  contacts.key.back() = {pair[0], pair[1]};
  contacts.normal.back() = way.normalized();
  contacts.point.back() = vec(a.position) + 0.5 * way;
  contacts.gap.back() = way.norm() - a.position.v[3] - b.position.v[3];
  for (ContactColumn& column : contacts.columns)
    if (column.name == kImage) std::get<Vec3s>(column.value).back() = image;
}

}  // namespace

Contacts BeamBonds::with_bonds(const Spheres& spheres, Contacts contacts) const {
  const Bonds now = bonds(spheres);
  const auto touching = static_cast<std::ptrdiff_t>(contacts.size());
  for (std::size_t k = 0; k < now.size(); ++k) {
    const ContactKey key{now.pair[k][0], now.pair[k][1]};
    const auto found = std::lower_bound(contacts.key.begin(), contacts.key.begin() + touching, key);
    auto row = static_cast<std::size_t>(found - contacts.key.begin());
    if (found - contacts.key.begin() == touching || !(*found == key)) {
      const std::size_t lane = k % kLanes, first = k - lane;
      const BondWay way = way_of(spheres, box_, &ends_.a[first], &ends_.b[first]);
      row = contacts.size();
      add_row(contacts, now.pair[k], spheres.state[at(ends_.a[k])], spheres.state[at(ends_.b[k])],
              lane_of(way.way, lane), -lane_of(way.periods, lane));
    }
    contacts.force[row] += now.force[k];
    contacts.energy[row] += now.energy[k];
  }
  std::vector<Index> same(spheres.state.size());
  std::iota(same.begin(), same.end(), Index{0});
  return renumbered(std::move(contacts), same);  // sorts the rows
}

void BeamBonds::save(State& state) const {
  put_column(state.columns, with_values(kBrokenBondsColumn, lost_.broken));
  if (std::find(lost_.liberated.begin(), lost_.liberated.end(), 1) == lost_.liberated.end()) return;
  put_column(state.columns,
             with_values(kLiberatedColumn, std::vector<std::int32_t>(lost_.liberated.begin(), lost_.liberated.end())));
}

void BeamBonds::archive(Archive& archive) {
  std::vector<std::int64_t> ends, free(lost_.liberated.begin(), lost_.liberated.end());
  for (const auto& [a, b] : pair_) ends.insert(ends.end(), {a, b});
  archive.value("ssdem/bonds", ends);
  const std::size_t n = ends.size() / 2, bodies = lost_.broken.size();
  archive.value("ssdem/bond_length", length_, n);
  for (std::size_t part = 0; part < spring_.size(); ++part) {
    Reals numbers(spring_[part].begin(), spring_[part].begin() + static_cast<std::ptrdiff_t>(pair_.size()));
    archive.value(fmt::format("ssdem/bond_spring_{}", part), numbers, n);
    if (archive.loads()) spring_[part] = numbers;
  }
  archive.value("ssdem/liberated", free, bodies);
  archive.value("ssdem/broken_bonds", lost_.broken, bodies);
  archive.value("ssdem/bonds_broken", lost_.count);
  if (!archive.loads()) return;
  lost_.liberated.assign(free.begin(), free.end());
  pair_.resize(n);
  for (std::size_t k = 0; k < n; ++k) {
    const std::int64_t a = ends[2 * k], b = ends[2 * k + 1];
    pair_[k] = {static_cast<Index>(a), static_cast<Index>(b)};
    if (a < 0 || a >= b || b >= static_cast<std::int64_t>(bodies) || (k > 0 && !(pair_[k - 1] < pair_[k])) ||
        !(length_[k] > 0))
      throw InputError("expected bonds between bodies of the pile in rising order in ssdem/bonds, found others");
  }
}

}  // namespace rubble::ssdem
