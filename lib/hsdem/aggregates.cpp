#include "hsdem/aggregates.hpp"

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "model/bodies.hpp"
#include "model/grains.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace rubble::hsdem {
namespace {

// Mass fraction of a leaving sphere above which the remainder is summed over its spheres instead of computed by a
// difference.
constexpr double kLarge = 0.5;

RigidBody free_sphere(const Model& model, const State& state, std::size_t i) {
  RigidBody out;
  out.mass = model.mass[i];
  out.moments = Vec3::Constant(model.inertia(i));
  out.members.row = {static_cast<Index>(i)};
  out.members.offset = {Vec3::Zero()};
  out.members.find_reach();
  out.set_motion({state.position[i], state.velocity[i], model.inertia(i) * state.spin[i], Quaternion::Identity()});
  return out;
}

RigidBody aggregate(const Model& model, const State& state, std::size_t grain) {
  RigidBody out;
  out.mass = state.grouping.grains[grain].mass;
  out.moments = state.grouping.grains[grain].moments;
  for (const Index i : state.grouping.members(grain)) {
    out.members.row.push_back(i);
    out.members.offset.push_back(state.grouping.offset[at(i)]);
  }
  out.members.find_reach();
  out.set_motion(motion_of(model, state, grain));
  return out;
}

}  // namespace

Aggregates::Aggregates(const Model& model, const State& state) : of_row_(model.size(), -1), member_(model.size(), 0) {
  require_spheres(model, "hard spheres");
  const std::vector<std::size_t> first = number_rows(state.grouping);
  body_.resize(first.size());
  parallel_for(first.size(), [&](std::size_t m) {
    const Index grain = state.grouping.grain_of(first[m]);
    body_[m] = grain < 0 ? free_sphere(model, state, first[m]) : aggregate(model, state, at(grain));
  });
}

// => first sphere of each body, in rising order.
std::vector<std::size_t> Aggregates::number_rows(const Grouping& grouping) {
  std::vector<std::size_t> first;
  for (std::size_t i = 0; i < of_row_.size(); ++i) {
    if (of_row_[i] >= 0) continue;
    const auto number = static_cast<Index>(first.size());
    first.push_back(i);
    const Index grain = grouping.grain_of(i);
    if (grain < 0) {
      of_row_[i] = number;
      continue;
    }
    Index member = 0;
    for (const Index row : grouping.members(at(grain))) {
      of_row_[at(row)] = number;
      member_[at(row)] = member++;
    }
  }
  return first;
}

std::size_t Aggregates::add(RigidBody body) {
  const std::size_t number = body_.size();
  for (std::size_t k = 0; k < body.members.row.size(); ++k) {
    of_row_[at(body.members.row[k])] = static_cast<Index>(number);
    member_[at(body.members.row[k])] = static_cast<Index>(k);
  }
  body_.push_back(std::move(body));
  regrouped_ = true;
  return number;
}

Vec3 Aggregates::take_swept() {
  Vec3 sum = std::exchange(gone_, Vec3::Zero());
  for (RigidBody& body : body_) sum += std::exchange(body.swept, Vec3::Zero());
  return sum;
}

void Aggregates::require_sound(double time) const {
  const auto bad =
      blocked_sum(size(), std::size_t{0}, [&](std::size_t m) { return std::size_t{!body_[m].is_sound()}; });
  if (bad == 0) return;
  for (std::size_t i = 0; i < of_row_.size(); ++i)
    if (!body_[of_row(i)].is_sound())
      throw SanityError(
          fmt::format("body {} has no finite position, velocity, spin or orientation at t = {} s", i, time));
}

void Aggregates::load(const Model& model, const State& state) {
  parallel_for(size(), [&](std::size_t m) {
    RigidBody& body = body_[m];
    body.begin_step();
    body.swept = Vec3::Zero();
    const std::size_t first = at(body.members.row.front());
    if (body.is_free()) {
      const bool same = state.spin[first] == body.spin();
      body.position = state.position[first];
      body.velocity = state.velocity[first];
      if (!same) body.momentum = model.inertia(first) * state.spin[first];
      return;
    }
    const std::size_t grain = at(state.grouping.grain_of(first));
    if (!stands(state, body)) body.set_motion(motion_of(model, state, grain));
  });
}

void Aggregates::place_spheres(State& state) const {
  parallel_for(size(), [&](std::size_t m) {
    for (const Index row : body_[m].members.row) {
      const std::size_t i = at(row);
      state.position[i] = position(i);
      state.velocity[i] = velocity(i);
      state.spin[i] = body_[m].spin();
    }
  });
}

void Aggregates::place_rows(State& state) const {
  place_spheres(state);
  for (const RigidBody& body : body_)
    if (!body.is_free())
      state.orientation[at(state.grouping.grain_of(at(body.members.row.front())))] = body.orientation;
}

// True if the spheres have exactly the bits that place_rows() gave them.
bool Aggregates::stands(const State& state, const RigidBody& body) const {
  const Vec3 spin = body.spin();
  for (const Index row : body.members.row) {
    const std::size_t i = at(row);
    if (state.position[i] != position(i) || state.velocity[i] != velocity(i) || state.spin[i] != spin) return false;
  }
  const std::size_t grain = at(state.grouping.grain_of(at(body.members.row.front())));
  return state.orientation[grain].coeffs() == body.orientation.coeffs();
}

void Aggregates::turn_grains(State& state) const {
  for (const RigidBody& body : body_) {
    if (body.members.row.size() < 2 || body.remade) continue;
    const Index grain = state.grouping.grain_of(at(body.members.row.front()));
    if (grain < 0) continue;
    const auto members = state.grouping.members(at(grain));
    if (std::equal(members.begin(), members.end(), body.members.row.begin(), body.members.row.end()))
      state.orientation[at(grain)] = body.orientation;
  }
}

// Angular momentum of spheres with their present motion about a moving point.
Vec3 Aggregates::momentum_about(const Model& model, const std::vector<Index>& rows, const Vec3& point,
                                const Vec3& velocity) const {
  Vec3 sum = Vec3::Zero();
  for (const Index row : rows) {
    const std::size_t i = at(row);
    sum += model.mass[i] * (position(i) - point).cross(this->velocity(i) - velocity);
    sum += model.inertia(i) * body_[of_row(i)].spin();
  }
  return sum;
}

RigidBody Aggregates::made_of(const Model& model, const std::vector<Index>& rows) const {
  RigidBody out = rows.size() > 1 ? aggregate_of(model, rows) : free_of(model, rows.front());
  out.members.row = rows;
  out.members.find_reach();
  out.remade = true;
  out.time = body_[of_row(at(rows.front()))].time;
  out.momentum = momentum_about(model, rows, out.position, out.velocity);
  out.settle();
  return out;
}

RigidBody Aggregates::free_of(const Model& model, Index row) const {
  RigidBody out;
  out.mass = model.mass[at(row)];
  out.moments = Vec3::Constant(model.inertia(at(row)));
  out.position = position(at(row));
  out.velocity = velocity(at(row));
  out.members.offset = {Vec3::Zero()};
  return out;
}

// Mass, centre, velocity and principal frame of an aggregate of the given spheres.
RigidBody Aggregates::aggregate_of(const Model& model, const std::vector<Index>& rows) const {
  RigidBody out;
  Vec3s positions;
  for (const Index row : rows) {
    const std::size_t i = at(row);
    positions.push_back(position(i));
    out.mass += model.mass[i];
    out.position += model.mass[i] * positions.back();
    out.velocity += model.mass[i] * velocity(i);
  }
  out.position /= out.mass;
  out.velocity /= out.mass;
  Mat3 inertia = Mat3::Zero();
  for (std::size_t k = 0; k < rows.size(); ++k) {
    out.members.offset.push_back(positions[k] - out.position);
    inertia += inertia_of_point(model.mass[at(rows[k])], out.members.offset.back());
    inertia += model.inertia(at(rows[k])) * Mat3::Identity();
  }
  out.set_inertia(inertia);
  return out;
}

void Aggregates::retire(std::size_t m) {
  gone_ += body_[m].swept;
  body_[m].swept = Vec3::Zero();
  body_[m].members.row.clear();
}

// The larger body keeps its frame.
Aggregates::Merged Aggregates::merge(std::size_t a, std::size_t b) {
  if (body_[b].members.size() > body_[a].members.size()) std::swap(a, b);
  RigidBody &body = body_[a], &other = body_[b];
  const double before = body.kinetic() + other.kinetic();
  const std::size_t first = body.members.size();
  for (std::size_t k = 0; k < other.members.size(); ++k) {
    of_row_[at(other.members.row[k])] = static_cast<Index>(a);
    member_[at(other.members.row[k])] = static_cast<Index>(first + k);
  }
  body.join(other);
  retire(b);
  regrouped_ = true;
  return {a, first, before - body.kinetic()};
}

void Aggregates::replace(std::size_t m, std::vector<RigidBody> parts) {
  retire(m);
  for (RigidBody& part : parts) add(std::move(part));
}

std::optional<RigidBody> Aggregates::remainder(const Model& model, std::size_t m,
                                               const std::vector<Index>& rows) const {
  std::vector<Index> rest;
  for (const Index row : body_[m].members.row)
    if (!std::binary_search(rows.begin(), rows.end(), row)) rest.push_back(row);
  if (rest.empty()) return {};
  return made_of(model, rest);
}

std::optional<std::size_t> Aggregates::detach(const Model& model, std::size_t m, const std::vector<Index>& rows) {
  std::optional<RigidBody> rest = remainder(model, m, rows);
  std::vector<RigidBody> freed;
  for (const Index row : rows) freed.push_back(made_of(model, {row}));
  retire(m);
  std::optional<std::size_t> left;
  if (rest) left = add(std::move(*rest));
  for (RigidBody& sphere : freed) add(std::move(sphere));
  return left;
}

std::size_t Aggregates::release(const Model& model, Index row) {
  const std::size_t m = of_row(at(row)), k = at(member_[at(row)]);
  const bool small = body_[m].members.row.size() == 2 || model.mass[at(row)] > kLarge * body_[m].mass;
  if (small) return *detach(model, m, {row});
  RigidBody freed = made_of(model, {row});
  const Index last = body_[m].members.row.back();
  body_[m].remove(k, model.mass[at(row)], model.inertia(at(row)));
  member_[at(last)] = static_cast<Index>(k);
  add(std::move(freed));
  return m;
}

template <class Includes>
std::vector<Index> Aggregates::groups_of(Includes&& includes) const {
  std::vector<Index> number(of_row_.size(), -1);
  std::vector<Index> of_body(body_.size(), -1);
  Index next = 0;
  for (std::size_t i = 0; i < number.size(); ++i) {
    const std::size_t m = of_row(i);
    if (body_[m].is_free() || !includes(body_[m])) continue;
    if (of_body[m] < 0) of_body[m] = next++;
    number[i] = of_body[m];
  }
  return number;
}

std::vector<Index> Aggregates::groups() const {
  return groups_of([](const RigidBody&) { return true; });
}

std::vector<Index> Aggregates::groups_kept() const {
  return groups_of([](const RigidBody& body) { return !body.remade; });
}

void Aggregates::archive(Archive& archive) {
  std::vector<GrainMotion> motion(body_.begin(), body_.end());
  rubble::archive(archive, "hsdem/motion", motion);
  if (!archive.loads()) return;
  for (std::size_t m = 0; m < size(); ++m) body_[m].set_motion(motion[m]);
}

}  // namespace rubble::hsdem
