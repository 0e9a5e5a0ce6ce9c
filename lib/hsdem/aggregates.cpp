#include "hsdem/aggregates.hpp"

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

// Mass fraction of a leaving sphere above which the remainder is summed over its spheres instead of computed by a
// difference.
constexpr double kLarge = 0.5;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

void set_motion(Mover& mover, const GrainMotion& motion) {
  static_cast<GrainMotion&>(mover) = motion;
  mover.settle();
}

void set_reach(Mover& mover) {
  mover.reach = 0;
  for (std::size_t k = 0; k < mover.offset.size(); ++k) mover.reach = std::max(mover.reach, mover.distance(k));
}

// (mass [kg], position [m]) => inertia of a point mass about the origin.
Mat3 inertia_of_point(double mass, const Vec3& place) {
  return mass * (place.squaredNorm() * Mat3::Identity() - place * place.transpose());
}

Mat3 in_frame(const Mat3& inertia, const Quaternion& turn) {
  const Mat3 axes = turn.toRotationMatrix();
  return axes * inertia * axes.transpose();
}

// Inertia about the centre of mass, in the axes of the mover's own frame.
Mat3 own_inertia(const Mover& mover) { return in_frame(mover.moments.asDiagonal(), mover.axes); }

// (inertia in the axes of a frame) Sets the principal moments and their axes in this frame.
void set_inertia(Mover& mover, const Mat3& inertia) {
  const Eigen::SelfAdjointEigenSolver<Mat3> found(inertia);
  Mat3 axes = found.eigenvectors();
  if (axes.determinant() < 0) axes.col(2) = -axes.col(2);
  mover.moments = found.eigenvalues();
  mover.axes = Quaternion(axes).normalized();
}

// Adds the shift of the centre of mass to the velocity jumps, because lever arms may be longer by this shift.
void add_shift_of_centre(Mover& mover, const Vec3& old_centre) {
  mover.velocity_jumps += 2 * mover.spin_bound * (mover.position - old_centre).norm();
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

// The acceleration |dw/dt x r + w x (w x r)| is at most (|dw/dt| + w^2) r at the distance r. Let A be the smallest and
// C the largest principal moment. Then w^2 <= 2 E / A until the next event, because the energy E = L . w / 2 is
// constant until then, and A |dw/dt| <= (C - A) w^2 from Euler's equations.
void Mover::settle() {
  if (row.size() < 2) return;
  spin_ = motion::spin(orientation * axes, momentum, moments);
  greatest_spin_ = std::sqrt(std::max(0.0, momentum.dot(spin_)) / moments.minCoeff());
  turning_ = std::pow(greatest_spin_, 2) * (moments.maxCoeff() / moments.minCoeff());
}

Mat3 Mover::inverse_inertia() const {
  if (is_free()) return 1 / moments.x() * Mat3::Identity();
  return motion::in_space(orientation * axes, moments.cwiseInverse());
}

bool Mover::is_sound() const { return row.empty() || !fault_of(*this); }

double Mover::kinetic() const { return 0.5 * mass * velocity.squaredNorm() + 0.5 * momentum.dot(spin()); }

void Mover::move_to(double until, const Vec3& acceleration) {
  const double h = until - time;
  if (h == 0 || row.empty()) return;
  time = until;
  swept += mass * h * (position + h / 2 * velocity + h * h / 6 * acceleration);
  position += h * (velocity + h / 2 * acceleration);  // a body thrown upwards falls back to its exact starting point
  velocity += h * acceleration;
  if (is_free()) return;
  orientation = motion::turn_by_splitting(orientation * axes, momentum, moments, h) * axes.conjugate();
  settle();
}

Movers::Movers(const Model& model, const State& state) : of_row_(model.size(), -1), member_(model.size(), 0) {
  require_spheres(model, "hard spheres");
  const std::vector<std::size_t> first = number_rows(model);
  mover_.resize(first.size());
  parallel_for(first.size(), [&](std::size_t m) {
    const Index grain = model.grain_of(first[m]);
    mover_[m] = grain < 0 ? free_sphere(model, state, first[m]) : aggregate(model, state, at(grain));
  });
}

// => first sphere of each mover, in rising order.
std::vector<std::size_t> Movers::number_rows(const Model& model) {
  std::vector<std::size_t> first;
  for (std::size_t i = 0; i < model.size(); ++i) {
    if (of_row_[i] >= 0) continue;
    const auto number = static_cast<Index>(first.size());
    first.push_back(i);
    const Index grain = model.grain_of(i);
    if (grain < 0) {
      of_row_[i] = number;
      continue;
    }
    Index member = 0;
    for (const Index row : model.members(at(grain))) {
      of_row_[at(row)] = number;
      member_[at(row)] = member++;
    }
  }
  return first;
}

std::size_t Movers::add(Mover mover) {
  const std::size_t number = mover_.size();
  for (std::size_t k = 0; k < mover.row.size(); ++k) {
    of_row_[at(mover.row[k])] = static_cast<Index>(number);
    member_[at(mover.row[k])] = static_cast<Index>(k);
  }
  mover_.push_back(std::move(mover));
  regrouped_ = true;
  return number;
}

void Movers::find_reach(std::size_t m) { set_reach(mover_[m]); }

void Movers::move_to(std::size_t m, double until, const Vec3& uniform) { mover_[m].move_to(until, uniform); }

Vec3 Movers::take_swept() {
  Vec3 sum = std::exchange(gone_, Vec3::Zero());
  for (Mover& mover : mover_) sum += std::exchange(mover.swept, Vec3::Zero());
  return sum;
}

void Movers::load(const Model& model, const State& state) {
  parallel_for(size(), [&](std::size_t m) {
    Mover& mover = mover_[m];
    mover.begin_step();
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

// True if the spheres have exactly the bits that place_rows() gave them.
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

// Angular momentum of spheres with their present motion about a moving point.
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

// Mover of the given spheres with their present motion.
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

// Mass, centre, velocity and principal frame of an aggregate of the given spheres.
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
    out.offset.push_back(places[k] - out.position);
    inertia += inertia_of_point(model.mass[at(rows[k])], out.offset.back());
    inertia += model.inertia(at(rows[k])) * Mat3::Identity();
  }
  set_inertia(out, inertia);
  return out;
}

void Movers::retire(std::size_t m) {
  gone_ += mover_[m].swept;
  mover_[m].swept = Vec3::Zero();
  mover_[m].row.clear();
}

// The larger mover keeps its frame. With the vector d from its centre to the other centre and the reduced mass mu = m_1
// m_2 / M:
//   L = L_1 + L_2 + mu d x (v_2 - v_1)
//   J = J_1 + J_2 + mu (d^2 - d d)
Movers::Merged Movers::merge(std::size_t a, std::size_t b) {
  if (mover_[b].row.size() > mover_[a].row.size()) std::swap(a, b);
  Mover &mover = mover_[a], &other = mover_[b];
  const double before = mover.kinetic() + other.kinetic(), reach = mover.reach;
  const Vec3 place = mover.position, velocity = mover.velocity, spin = mover.spin();
  const double mass = mover.mass + other.mass, reduced = mover.mass * other.mass / mass, share = other.mass / mass;
  const Vec3 d = other.position - mover.position, u = other.velocity - mover.velocity;
  const Quaternion back = mover.orientation.conjugate(), turn = back * other.orientation;
  const Vec3 between = back * d;
  const Mat3 inertia = own_inertia(mover) + in_frame(own_inertia(other), turn) + inertia_of_point(reduced, between);
  const std::size_t first = mover.row.size();
  for (std::size_t k = 0; k < other.row.size(); ++k) {
    of_row_[at(other.row[k])] = static_cast<Index>(a);
    member_[at(other.row[k])] = static_cast<Index>(first + k);
    mover.offset.push_back(mover.centre + between + turn * (other.offset[k] - other.centre));
  }
  mover.row.insert(mover.row.end(), other.row.begin(), other.row.end());
  mover.momentum += other.momentum + reduced * d.cross(u);
  mover.reach = std::max(mover.reach + share * d.norm(), (1 - share) * d.norm() + other.reach);
  mover.mass = mass;
  mover.position += share * d;
  mover.velocity += share * u;
  mover.centre += share * between;
  mover.remade = true;
  set_inertia(mover, inertia);
  mover.settle();
  const Vec3 there = mover.velocity + mover.spin().cross(place - mover.position);
  mover.velocity_jumps += (there - velocity).norm() + (mover.spin() - spin).norm() * reach;
  add_shift_of_centre(mover, place);
  retire(b);
  regrouped_ = true;
  return {a, first, before - mover.kinetic()};
}

void Movers::take_apart(const Model& model, std::size_t m, const std::vector<Part>& parts) {
  std::vector<Mover> out;
  for (const Part& part : parts) {
    Mover now = made_of(model, part.before.row);
    if (!now.is_free()) {
      const Mover motion = std::exchange(now, part.before);
      now.time = motion.time;
      now.position = motion.position;
      now.velocity = motion.velocity;
      now.momentum = motion.momentum;
      now.orientation = mover_[m].orientation * part.turn;
      now.swept = Vec3::Zero();
      now.settle();
    }
    now.bound = false;
    out.push_back(std::move(now));
  }
  retire(m);
  for (Mover& part : out) add(std::move(part));
}

std::optional<Mover> Movers::remainder(const Model& model, std::size_t m, const std::vector<Index>& rows) const {
  std::vector<Index> rest;
  for (const Index row : mover_[m].row)
    if (!std::binary_search(rows.begin(), rows.end(), row)) rest.push_back(row);
  if (rest.empty()) return {};
  return made_of(model, rest);
}

std::optional<std::size_t> Movers::detach(const Model& model, std::size_t m, const std::vector<Index>& rows) {
  std::optional<Mover> rest = remainder(model, m, rows);
  std::vector<Mover> freed;
  for (const Index row : rows) freed.push_back(made_of(model, {row}));
  retire(m);
  std::optional<std::size_t> left;
  if (rest) left = add(std::move(*rest));
  for (Mover& sphere : freed) add(std::move(sphere));
  return left;
}

std::size_t Movers::release(const Model& model, Index row) {
  const std::size_t m = of_row(at(row)), k = at(member_[at(row)]);
  const bool small = mover_[m].row.size() == 2 || model.mass[at(row)] > kLarge * mover_[m].mass;
  if (small) return *detach(model, m, {row});
  Mover freed = made_of(model, {row});
  take_out(model, mover_[m], k);
  add(std::move(freed));
  return m;
}

// Subtracts the contribution that merging added. The last sphere gets the number of the one that leaves.
void Movers::take_out(const Model& model, Mover& mover, std::size_t k) {
  const std::size_t i = at(mover.row[k]);
  const Vec3 before = mover.position;
  const double own = model.mass[i], rest = mover.mass - own, reduced = own * mover.mass / rest, share = own / rest;
  const Vec3 place = mover.offset[k] - mover.centre, arm = mover.arm(k), around = mover.spin().cross(arm);
  const Mat3 inertia = own_inertia(mover) - inertia_of_point(reduced, place) - model.inertia(i) * Mat3::Identity();
  mover.momentum -= reduced * arm.cross(around) + model.inertia(i) * mover.spin();
  mover.mass = rest;
  mover.position -= share * arm;
  mover.velocity -= share * around;
  mover.centre -= share * place;
  mover.reach += share * arm.norm();
  mover.remade = true;
  mover.row[k] = mover.row.back();
  mover.offset[k] = mover.offset.back();
  member_[at(mover.row[k])] = static_cast<Index>(k);
  mover.row.pop_back();
  mover.offset.pop_back();
  set_inertia(mover, inertia);
  mover.settle();
  add_shift_of_centre(mover, before);
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
  std::vector<GrainMotion> motion(mover_.begin(), mover_.end());
  rubble::archive(archive, "hsdem/motion", motion);
  if (!archive.loads()) return;
  for (std::size_t m = 0; m < size(); ++m) set_motion(mover_[m], motion[m]);
}

}  // namespace rubble::hsdem
