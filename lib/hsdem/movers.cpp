#include "hsdem/movers.hpp"

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "model/bodies.hpp"
#include "model/grains.hpp"
#include "motion/rotation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/Eigenvalues>

namespace rubble::hsdem {
namespace {

constexpr std::size_t kMotionNumbers = 13;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

void set_motion(Mover& mover, const GrainMotion& motion) {
  mover.position = motion.position;
  mover.velocity = motion.velocity;
  mover.momentum = motion.momentum;
  mover.orientation = motion.orientation;
  mover.settle();
}

void set_reach(Mover& mover) {
  mover.reach = 0;
  for (const Vec3& offset : mover.offset) {
    mover.distance.push_back(offset.norm());
    mover.reach = std::max(mover.reach, mover.distance.back());
  }
}

Mover free_sphere(const Model& model, const State& state, std::size_t i) {
  Mover out;
  out.mass = model.mass[i];
  out.moments = Vec3::Constant(model.inertia(i));
  out.row = {static_cast<Index>(i)};
  out.offset = {Vec3::Zero()};
  set_reach(out);
  set_motion(out, {state.position[i], state.velocity[i], model.inertia(i) * state.spin[i], Quaternion::Identity()});
  return out;
}

Mover aggregate(const Model& model, const State& state, std::size_t grain) {
  Mover out;
  out.mass = model.grains[grain].mass;
  out.moments = model.grains[grain].moments;
  for (const Index i : model.members(grain)) {
    out.row.push_back(i);
    out.offset.push_back(model.offset[at(i)]);
  }
  set_reach(out);
  set_motion(out, motion_of(model, state, grain));
  return out;
}

}  // namespace

// |dw/dt x r + w x (w x r)| <= (|dw/dt| + w^2) r. Until the next event the energy E = L . w / 2 stays, so that w^2 <= 2
// E / A; and A |dw/dt| <= (C - A) w^2, from Euler's equations.
void Mover::settle() {
  if (row.size() < 2) return;
  spin_ = motion::spin(orientation, momentum, moments);
  greatest_spin_ = std::sqrt(std::max(0.0, momentum.dot(spin_)) / moments.minCoeff());
  turning_ = std::pow(greatest_spin_, 2) * (moments.maxCoeff() / moments.minCoeff());
}

Mat3 Mover::inverse_inertia() const {
  if (is_free()) return 1 / moments.x() * Mat3::Identity();
  const Mat3 axes = orientation.toRotationMatrix();
  return axes * moments.cwiseInverse().asDiagonal() * axes.transpose();
}

double Mover::kinetic() const { return 0.5 * mass * velocity.squaredNorm() + 0.5 * momentum.dot(spin()); }

void Mover::move_to(double until, const Vec3& acceleration) {
  const double h = until - time;
  if (h == 0 || row.empty()) return;
  time = until;
  swept += mass * h * (position + h / 2 * velocity + h * h / 6 * acceleration);
  position += h * velocity + h * h / 2 * acceleration;
  velocity += h * acceleration;
  if (is_free()) return;
  orientation = motion::turn_by_splitting(orientation, momentum, moments, h);
  settle();
}

Movers::Movers(const Model& model, const State& state) : of_row_(model.size(), -1), member_(model.size(), 0) {
  require_spheres(model, "hard spheres");
  for (const Grain& grain : model.grains)
    if (!grain.excess.isZero())
      throw InputError("hard spheres are for grains whose members count in full: overlap = \"sum\" in [grains]");
  for (std::size_t i = 0; i < model.size(); ++i) {
    if (of_row_[i] >= 0) continue;
    const Index grain = model.grain_of(i);
    add(grain < 0 ? free_sphere(model, state, i) : aggregate(model, state, at(grain)));
  }
  regrouped_ = false;
}

std::size_t Movers::add(Mover mover) {
  const std::size_t number = mover_.size();
  for (std::size_t k = 0; k < mover.row.size(); ++k) {
    of_row_[at(mover.row[k])] = static_cast<Index>(number);
    member_[at(mover.row[k])] = static_cast<Index>(k);
  }
  mover.version = ++versions_;
  mover_.push_back(std::move(mover));
  regrouped_ = true;
  return number;
}

void Movers::move_to(std::size_t m, double until, const Vec3& uniform) { mover_[m].move_to(until, uniform); }

Vec3 Movers::take_swept() {
  Vec3 sum = std::exchange(gone_, Vec3::Zero());
  for (Mover& mover : mover_) sum += std::exchange(mover.swept, Vec3::Zero());
  return sum;
}

void Movers::load(const Model& model, const State& state) {
  parallel_for(size(), [&](std::size_t m) {
    Mover& mover = mover_[m];
    mover.time = 0;
    mover.swept = Vec3::Zero();
    const std::size_t first = at(mover.row.front());
    if (mover.is_free()) {
      const bool same = state.spin[first] == mover.spin();
      mover.position = state.position[first];
      mover.velocity = state.velocity[first];
      if (!same) mover.momentum = model.inertia(first) * state.spin[first];
      return;
    }
    const std::size_t grain = at(model.grain_of(first));
    if (!stands(model, state, mover)) set_motion(mover, motion_of(model, state, grain));
  });
}

void Movers::place_spheres(State& state) const {
  parallel_for(size(), [&](std::size_t m) {
    for (const Index row : mover_[m].row) {
      const std::size_t i = at(row);
      state.position[i] = place(i);
      state.velocity[i] = velocity(i);
      state.spin[i] = mover_[m].spin();
    }
  });
}

void Movers::place_rows(const Model& model, State& state) const {
  place_spheres(state);
  for (const Mover& mover : mover_)
    if (!mover.is_free()) state.orientation[at(model.grain_of(at(mover.row.front())))] = mover.orientation;
}

// Whether its spheres are, to the last bit, where place_rows put them.
bool Movers::stands(const Model& model, const State& state, const Mover& mover) const {
  const Vec3 spin = mover.spin();
  for (const Index row : mover.row) {
    const std::size_t i = at(row);
    if (state.position[i] != place(i) || state.velocity[i] != velocity(i) || state.spin[i] != spin) return false;
  }
  const std::size_t grain = at(model.grain_of(at(mover.row.front())));
  return state.orientation[grain].coeffs() == mover.orientation.coeffs();
}

void Movers::turn_grains(const Model& model, State& state) const {
  for (const Mover& mover : mover_) {
    if (mover.row.size() < 2 || mover.remade) continue;
    const Index grain = model.grain_of(at(mover.row.front()));
    if (grain < 0) continue;
    const auto members = model.members(at(grain));
    if (std::equal(members.begin(), members.end(), mover.row.begin(), mover.row.end()))
      state.orientation[at(grain)] = mover.orientation;
  }
}

// Angular momentum of spheres as they move now, about a point that moves.
Vec3 Movers::momentum_about(const Model& model, const std::vector<Index>& rows, const Vec3& point,
                            const Vec3& velocity) const {
  Vec3 sum = Vec3::Zero();
  for (const Index row : rows) {
    const std::size_t i = at(row);
    sum += model.mass[i] * (place(i) - point).cross(this->velocity(i) - velocity);
    sum += model.inertia(i) * mover_[of_row(i)].spin();
  }
  return sum;
}

// Of spheres as they move now.
Mover Movers::made_of(const Model& model, const std::vector<Index>& rows) const {
  Mover out = rows.size() > 1 ? aggregate_of(model, rows) : free_of(model, rows.front());
  out.row = rows;
  set_reach(out);
  out.remade = true;
  out.time = mover_[of_row(at(rows.front()))].time;
  out.momentum = momentum_about(model, rows, out.position, out.velocity);
  out.settle();
  return out;
}

Mover Movers::free_of(const Model& model, Index row) const {
  Mover out;
  out.mass = model.mass[at(row)];
  out.moments = Vec3::Constant(model.inertia(at(row)));
  out.position = place(at(row));
  out.velocity = velocity(at(row));
  out.offset = {Vec3::Zero()};
  return out;
}

// Mass, centre, velocity and principal frame.
Mover Movers::aggregate_of(const Model& model, const std::vector<Index>& rows) const {
  Mover out;
  Vec3s places;
  for (const Index row : rows) {
    const std::size_t i = at(row);
    places.push_back(place(i));
    out.mass += model.mass[i];
    out.position += model.mass[i] * places.back();
    out.velocity += model.mass[i] * velocity(i);
  }
  out.position /= out.mass;
  out.velocity /= out.mass;
  Mat3 inertia = Mat3::Zero();
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Vec3 arm = places[k] - out.position;
    const double mass = model.mass[at(rows[k])];
    inertia += mass * (arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose());
    inertia += model.inertia(at(rows[k])) * Mat3::Identity();
  }
  const Eigen::SelfAdjointEigenSolver<Mat3> found(inertia);
  Mat3 axes = found.eigenvectors();
  if (axes.determinant() < 0) axes.col(2) = -axes.col(2);
  out.moments = found.eigenvalues();
  out.orientation = Quaternion(axes).normalized();
  const Mat3 into = out.orientation.toRotationMatrix().transpose();
  for (const Vec3& x : places) out.offset.push_back(into * (x - out.position));
  return out;
}

void Movers::retire(std::size_t m) {
  gone_ += mover_[m].swept;
  mover_[m].swept = Vec3::Zero();
  mover_[m].row.clear();
  touch(m);
}

Movers::Merged Movers::merge(const Model& model, std::size_t a, std::size_t b) {
  std::vector<Index> rows;
  std::merge(mover_[a].row.begin(), mover_[a].row.end(), mover_[b].row.begin(), mover_[b].row.end(),
             std::back_inserter(rows));
  const double before = mover_[a].kinetic() + mover_[b].kinetic();
  Mover merged = made_of(model, rows);
  const double lost = before - merged.kinetic();
  retire(a);
  retire(b);
  return {add(std::move(merged)), lost};
}

std::optional<std::size_t> Movers::detach(const Model& model, std::size_t m, const std::vector<Index>& rows) {
  std::vector<Index> rest;
  std::set_difference(mover_[m].row.begin(), mover_[m].row.end(), rows.begin(), rows.end(), std::back_inserter(rest));
  std::vector<Mover> parts;
  if (!rest.empty()) parts.push_back(made_of(model, rest));
  for (const Index row : rows) parts.push_back(made_of(model, {row}));
  retire(m);
  const std::size_t first = mover_.size();
  for (Mover& part : parts) add(std::move(part));
  if (rest.empty()) return {};
  return first;
}

template <class Counts>
std::vector<Index> Movers::groups_of(Counts&& counts) const {
  std::vector<Index> number(of_row_.size(), -1);
  std::vector<Index> of_mover(mover_.size(), -1);
  Index next = 0;
  for (std::size_t i = 0; i < number.size(); ++i) {
    const std::size_t m = of_row(i);
    if (mover_[m].is_free() || !counts(mover_[m])) continue;
    if (of_mover[m] < 0) of_mover[m] = next++;
    number[i] = of_mover[m];
  }
  return number;
}

std::vector<Index> Movers::groups() const {
  return groups_of([](const Mover&) { return true; });
}

std::vector<Index> Movers::groups_kept() const {
  return groups_of([](const Mover& mover) { return !mover.remade; });
}

void Movers::archive(Archive& archive) {
  Reals numbers;
  for (const Mover& mover : mover_) {
    for (const Vec3& x : {mover.position, mover.velocity, mover.momentum})
      numbers.insert(numbers.end(), x.begin(), x.end());
    const Quaternion& q = mover.orientation;
    numbers.insert(numbers.end(), {q.w(), q.x(), q.y(), q.z()});
  }
  archive.value("hsdem/motion", numbers, kMotionNumbers * size());
  if (!archive.loads()) return;
  for (std::size_t m = 0; m < size(); ++m) {
    const double* x = numbers.data() + kMotionNumbers * m;
    set_motion(mover_[m], {Vec3(x[0], x[1], x[2]), Vec3(x[3], x[4], x[5]), Vec3(x[6], x[7], x[8]),
                           Quaternion(x[9], x[10], x[11], x[12])});
  }
}

}  // namespace rubble::hsdem
