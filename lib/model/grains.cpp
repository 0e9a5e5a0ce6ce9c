#include "model/grains.hpp"

#include "base/rotor.hpp"

#include <algorithm>

#include <Eigen/Eigenvalues>

namespace rubble {

GrainMotion motion_of(const Model& model, const State& state, std::size_t grain) {
  const Grain& g = model.grains[grain];
  GrainMotion out{Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), state.orientation[grain]};
  const auto first = static_cast<std::size_t>(g.first), end = first + static_cast<std::size_t>(g.count);
  for (std::size_t i = first; i < end; ++i) {
    out.position += model.mass[i] / g.mass * state.position[i];
    out.velocity += model.mass[i] / g.mass * state.velocity[i];
  }
  const Vec3 in_frame = out.orientation.conjugate() * state.spin[first];
  out.momentum = out.orientation * Vec3(g.moments.cwiseProduct(in_frame));
  return out;
}

namespace {

Triple<double> triple(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
Vec3 vec(const Triple<double>& t) { return Vec3(t.x, t.y, t.z); }

// Calls f(member, position, velocity, spin) for each member of a grain that moves like this. The same operations as in
// the stepper, so that a state that was saved is the one that goes on.
template <class F>
void each_member(const Model& model, std::size_t grain, const GrainMotion& motion, F&& f) {
  const Grain& g = model.grains[grain];
  const Quaternion& q = motion.orientation;
  const Axes<double> axes = axes_of<double>({q.w(), q.x(), q.y(), q.z()});
  const Triple<double> spin = spin_of(axes, triple(motion.momentum), triple(g.moments.cwiseInverse()));
  const auto first = static_cast<std::size_t>(g.first), end = first + static_cast<std::size_t>(g.count);
  for (std::size_t i = first; i < end; ++i) {
    const Triple<double> arm = axes.turn(triple(model.offset[i]));
    f(i, vec(triple(motion.position) + arm), vec(triple(motion.velocity) + cross(spin, arm)), vec(spin));
  }
}

}  // namespace

void place_members(const Model& model, std::size_t grain, const GrainMotion& motion, State& state) {
  each_member(model, grain, motion, [&](std::size_t i, const Vec3& position, const Vec3& velocity, const Vec3& spin) {
    state.position[i] = position, state.velocity[i] = velocity, state.spin[i] = spin;
  });
  state.orientation[grain] = motion.orientation;
}

bool stand_as_placed(const Model& model, const State& state, std::size_t grain, const GrainMotion& motion) {
  bool same = state.orientation[grain].coeffs() == motion.orientation.coeffs();
  each_member(model, grain, motion, [&](std::size_t i, const Vec3& position, const Vec3& velocity, const Vec3& spin) {
    same = same && state.position[i] == position && state.velocity[i] == velocity && state.spin[i] == spin;
  });
  return same;
}

namespace {

constexpr double kRounding = 1e-9;  // of the largest moment

// Inertia of the member about the origin that its place refers to, shared by sums over members [kg m2].
Mat3 inertia_about_origin(double own, double mass, const Vec3& place) {
  return (own + mass * place.squaredNorm()) * Mat3::Identity() - mass * place * place.transpose();
}

}  // namespace

Mat3 excess_of(const Model& model, const Grain& grain) {
  Mat3 excess = grain.moments.asDiagonal();
  const auto first = static_cast<std::size_t>(grain.first), end = first + static_cast<std::size_t>(grain.count);
  for (std::size_t i = first; i < end; ++i)
    excess -= inertia_about_origin(model.inertia(i), model.mass[i], model.offset[i]);
  if (excess.norm() < kRounding * grain.moments.maxCoeff()) excess.setZero();
  return excess;
}

Mat3 excess_in_space(const Model& model, const State& state, std::size_t grain) {
  const Mat3& excess = model.grains[grain].excess;
  if (excess.isZero(0)) return excess;
  const Mat3 axes = state.orientation[grain].toRotationMatrix();
  return axes * excess * axes.transpose();
}

Mat3 own_inertia(const Model& model, const State& state, std::size_t body) {
  Mat3 inertia = model.inertia(body) * Mat3::Identity();
  const Index g = model.grain_of(body);
  if (g < 0) return inertia;
  const Grain& grain = model.grains[static_cast<std::size_t>(g)];
  if (static_cast<std::size_t>(grain.first) != body || grain.excess.isZero(0)) return inertia;
  return inertia + excess_in_space(model, state, static_cast<std::size_t>(g));
}

void add_grain(Pile& pile, const Vec3s& offset, const Reals& radius, const Reals& volume, std::int32_t material,
               const Vec3& moments, const Vec3& centre, const Quaternion& orientation, const Vec3& velocity,
               const Vec3& spin) {
  Model& model = pile.model;
  State& state = pile.state;
  const std::size_t n = pile.size();
  const double density = model.materials[static_cast<std::size_t>(material)].density;
  std::int64_t id = n == 0 ? 0 : 1 + model.id.back();
  model.grain.resize(n, -1), model.offset.resize(n, Vec3::Zero());
  Grain grain{static_cast<Index>(n), static_cast<Index>(radius.size()), 0, moments, Mat3::Zero()};
  for (std::size_t i = 0; i < radius.size(); ++i) {
    const double mass = density * volume[i];
    grain.mass += mass;
    model.id.push_back(id++), model.mass.push_back(mass), model.radius.push_back(radius[i]);
    model.material.push_back(material);
    model.grain.push_back(static_cast<Index>(model.grains.size())), model.offset.push_back(offset[i]);
    state.position.emplace_back(), state.velocity.emplace_back(), state.spin.push_back(spin);
  }
  grain.excess = excess_of(model, grain);
  model.grains.push_back(grain), state.orientation.push_back(orientation);
  const Mat3 axes = orientation.toRotationMatrix();
  const Vec3 momentum = axes * Vec3(moments.cwiseProduct(axes.transpose() * spin));
  place_members(model, model.grains.size() - 1, {centre, velocity, momentum, orientation}, state);
}

namespace {

// Principal moments, rising, and axes as columns, right-handed. Moments that differ by rounding are made equal, and a
// tensor whose moments all are keeps the axes that it came with.
struct PrincipalFrame {
  Vec3 moments;
  Mat3 axes;
};
PrincipalFrame principal_frame(const Mat3& inertia) {
  const Eigen::SelfAdjointEigenSolver<Mat3> solver(inertia);
  PrincipalFrame frame{solver.eigenvalues(), solver.eigenvectors()};
  if (frame.axes.determinant() < 0) frame.axes.col(0) *= -1;
  Vec3& m = frame.moments;
  const double rounding = kRounding * m[2];
  if (m[2] - m[0] < rounding)
    m.setConstant(m.mean()), frame.axes.setIdentity();
  else if (m[1] - m[0] < rounding)
    m[0] = m[1] = 0.5 * (m[0] + m[1]);
  else if (m[2] - m[1] < rounding)
    m[1] = m[2] = 0.5 * (m[1] + m[2]);
  return frame;
}

// (pile with the grain's first, count and mass, its excess along the inertial axes) => its moments, its orientation and
// the members' offsets.
void find_frame(Pile& pile, Grain& grain, const Mat3& excess) {
  Model& model = pile.model;
  const Vec3s& place = pile.state.position;
  const auto first = static_cast<std::size_t>(grain.first), end = first + static_cast<std::size_t>(grain.count);
  // From the first member, so that the distance from the origin costs no digits.
  Vec3 centre = Vec3::Zero();
  for (std::size_t i = first; i < end; ++i) centre += model.mass[i] / grain.mass * (place[i] - place[first]);
  Mat3 inertia = excess;
  for (std::size_t i = first; i < end; ++i) {
    model.offset[i] = place[i] - place[first] - centre;
    inertia += inertia_about_origin(model.inertia(i), model.mass[i], model.offset[i]);
  }
  const PrincipalFrame frame = principal_frame(inertia);
  for (std::size_t i = first; i < end; ++i) model.offset[i] = (frame.axes.transpose() * model.offset[i]).eval();
  grain.moments = frame.moments;
  grain.excess = excess_of(model, grain);
  pile.state.orientation.push_back(Quaternion(frame.axes).normalized());
}

}  // namespace

void glue_bodies(Pile& pile, const std::vector<Index>& grain, const std::vector<Mat3>& excess) {
  Model& model = pile.model;
  model.grain = grain;
  model.offset.assign(pile.size(), Vec3::Zero());
  model.grains.assign(excess.size(), Grain{});
  for (std::size_t i = 0; i < pile.size(); ++i) {
    if (grain[i] < 0) continue;
    Grain& own = model.grains[static_cast<std::size_t>(grain[i])];
    if (own.count == 0) own.first = static_cast<Index>(i);
    ++own.count;
    own.mass += model.mass[i];
  }
  pile.state.orientation.clear();
  for (std::size_t g = 0; g < excess.size(); ++g) find_frame(pile, model.grains[g], excess[g]);
}

}  // namespace rubble
