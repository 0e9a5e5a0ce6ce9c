#include "model/grains.hpp"

#include "base/ball.hpp"
#include "base/sound.hpp"
#include "model/bodies.hpp"
#include "simd/rotor.hpp"

#include <algorithm>
#include <cmath>

namespace rubble {

const char* fault_of(const GrainMotion& motion) {
  if (!is_place(motion.position)) return "position";
  if (!std::isfinite(motion.velocity.squaredNorm())) return "velocity";
  if (!is_turn(motion.orientation)) return "orientation";
  return std::isfinite(motion.momentum.squaredNorm()) ? nullptr : "angular momentum";
}

void archive(Archive& archive, const std::string& name, std::vector<GrainMotion>& motion) {
  constexpr std::size_t kNumbers = 13;
  Reals numbers;
  for (const GrainMotion& m : motion) {
    for (const Vec3& x : {m.position, m.velocity, m.momentum}) numbers.insert(numbers.end(), x.begin(), x.end());
    const Quaternion& q = m.orientation;
    numbers.insert(numbers.end(), {q.w(), q.x(), q.y(), q.z()});
  }
  archive.value(name, numbers, kNumbers * motion.size());
  if (!archive.loads()) return;
  for (std::size_t m = 0; m < motion.size(); ++m) {
    const double* x = numbers.data() + kNumbers * m;
    motion[m] = {Vec3(x[0], x[1], x[2]), Vec3(x[3], x[4], x[5]), Vec3(x[6], x[7], x[8]),
                 Quaternion(x[9], x[10], x[11], x[12])};
  }
}

GrainMotion motion_of(const Model& model, const State& state, std::size_t grain) {
  const Grain& g = state.grouping.grains[grain];
  GrainMotion out{Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), state.orientation[grain]};
  for (const Index k : state.grouping.members(grain)) {
    const auto i = static_cast<std::size_t>(k);
    out.position += model.mass[i] / g.mass * state.position[i];
    out.velocity += model.mass[i] / g.mass * state.velocity[i];
  }
  const Vec3 in_frame = out.orientation.conjugate() * state.spin[state.grouping.first_member(grain)];
  out.momentum = out.orientation * Vec3(g.moments.cwiseProduct(in_frame));
  return out;
}

namespace {

Triple<double> triple(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
Vec3 vec(const Triple<double>& t) { return Vec3(t.x, t.y, t.z); }

// Calls f(member, position, velocity, spin) for each member of a grain with the given motion. The operations are those
// of the stepper, so that a run can resume from a saved state with the same bits.
template <class F>
void each_member(const Grouping& grouping, std::size_t grain, const GrainMotion& motion, F&& f) {
  const Grain& g = grouping.grains[grain];
  const Quaternion& q = motion.orientation;
  const Axes<double> axes = axes_of<double>({q.w(), q.x(), q.y(), q.z()});
  const Triple<double> spin = spin_of(axes, triple(motion.momentum), triple(g.moments.cwiseInverse()));
  for (const Index k : grouping.members(grain)) {
    const auto i = static_cast<std::size_t>(k);
    const Triple<double> arm = axes.turn(triple(grouping.offset[i]));
    f(i, vec(triple(motion.position) + arm), vec(triple(motion.velocity) + cross(spin, arm)), vec(spin));
  }
}

}  // namespace

void place_members(std::size_t grain, const GrainMotion& motion, State& state) {
  each_member(state.grouping, grain, motion,
              [&](std::size_t i, const Vec3& position, const Vec3& velocity, const Vec3& spin) {
                state.position[i] = position, state.velocity[i] = velocity, state.spin[i] = spin;
              });
  state.orientation[grain] = motion.orientation;
}

bool stand_as_placed(const State& state, std::size_t grain, const GrainMotion& motion) {
  bool same = state.orientation[grain].coeffs() == motion.orientation.coeffs();
  each_member(state.grouping, grain, motion,
              [&](std::size_t i, const Vec3& position, const Vec3& velocity, const Vec3& spin) {
                same = same && state.position[i] == position && state.velocity[i] == velocity && state.spin[i] == spin;
              });
  return same;
}

namespace {

// (mass [kg] at a place, relative to the origin [m]) => its contribution to the inertia about the origin [kg m2].
Mat3 inertia_of_place(double mass, const Vec3& place) {
  return mass * place.squaredNorm() * Mat3::Identity() - mass * place * place.transpose();
}

// Axes of a hull in the principal frame of its grain.
Mat3 axes_in_grain(const Model& model, const Grouping& grouping, std::size_t body) {
  return is_oriented(model, body) ? grouping.turn[body].toRotationMatrix() : Mat3(Mat3::Identity());
}

std::span<const Index> members_of(const Grouping& grouping, const Grain& grain) {
  return {grouping.member.data() + grain.begin, static_cast<std::size_t>(grain.count)};
}

}  // namespace

Mat3 inertia_about(const Model& model, std::size_t body, const Vec3& place, const Mat3& axes) {
  const double mass = model.mass[body];
  if (!is_oriented(model, body))
    return (model.inertia(body) + mass * place.squaredNorm()) * Mat3::Identity() - mass * place * place.transpose();
  return axes * body_moments(model, body).asDiagonal() * axes.transpose() + inertia_of_place(mass, place);
}

Mat3 excess_of(const Model& model, const Grouping& grouping, const Grain& grain) {
  Mat3 excess = grain.moments.asDiagonal();
  for (const Index k : members_of(grouping, grain)) {
    const auto i = static_cast<std::size_t>(k);
    excess -= inertia_about(model, i, grouping.offset[i], axes_in_grain(model, grouping, i));
  }
  if (excess.norm() < kMomentRounding * grain.moments.maxCoeff()) excess.setZero();
  return excess;
}

Mat3 excess_in_space(const State& state, std::size_t grain) {
  const Mat3& excess = state.grouping.grains[grain].excess;
  if (excess.isZero(0)) return excess;
  const Mat3 axes = state.orientation[grain].toRotationMatrix();
  return axes * excess * axes.transpose();
}

bool leads(const Grouping& grouping, std::size_t body) {
  const Index g = grouping.grain_of(body);
  return g < 0 || grouping.first_member(static_cast<std::size_t>(g)) == body;
}

bool glued(const Grouping& grouping, const ContactKey& key) {
  if (key.on_wall()) return false;
  const Index grain = grouping.grain_of(static_cast<std::size_t>(key.a));
  return grain >= 0 && grain == grouping.grain_of(static_cast<std::size_t>(key.b));
}

Mat3 own_inertia(const Model& model, const State& state, std::size_t body) {
  const Mat3 inertia = body_inertia(model, state, body);
  const Index g = state.grouping.grain_of(body);
  if (g < 0 || !leads(state.grouping, body)) return inertia;
  const auto grain = static_cast<std::size_t>(g);
  if (state.grouping.grains[grain].excess.isZero(0)) return inertia;
  return inertia + excess_in_space(state, grain);
}

void link_members(const Model& model, Grouping& grouping) {
  const std::size_t n = model.size();
  grouping.turn.resize(has_oriented_bodies(model) ? n : 0, Quaternion::Identity());
  const bool grains = !grouping.grains.empty();
  grouping.grain.resize(grains ? n : 0, -1);
  grouping.offset.resize(grains ? n : 0, Vec3::Zero());

  for (Grain& grain : grouping.grains) grain.count = 0;
  for (const Index g : grouping.grain)
    if (g >= 0) ++grouping.grains[static_cast<std::size_t>(g)].count;
  Index end = 0;
  for (Grain& grain : grouping.grains) {
    grain.begin = end;
    end += grain.count;
  }
  grouping.member.resize(static_cast<std::size_t>(end));
  std::vector<Index> next;  // next free index in the list, by grain
  for (const Grain& grain : grouping.grains) next.push_back(grain.begin);
  for (std::size_t i = 0; i < grouping.grain.size(); ++i)
    if (grouping.grain[i] >= 0) grouping.member[next[grouping.grain[i]]++] = static_cast<Index>(i);
}

void link_grains(Pile& pile) {
  pile.model.shape.resize(has_oriented_bodies(pile.model) ? pile.size() : 0, -1);
  link_members(pile.model, pile.state.grouping);
}

namespace {

// Adds a body without setting its position. (pile, mass [kg], radius [m], number of the material) => its row.
std::size_t add_body(Pile& pile, double mass, double radius, std::int32_t material) {
  const std::size_t i = pile.size();
  const std::int64_t id = i == 0 ? 0 : 1 + pile.model.id.back();
  const auto grow = [&](const auto& field, auto& values) {
    if (!field.optional || !values.empty()) values.resize(i + 1, field.none);
  };
  each_of_bodies(grow, pile);
  pile.model.id[i] = id;
  pile.model.mass[i] = mass;
  pile.model.radius[i] = radius;
  pile.model.material[i] = material;
  return i;
}

// The last body becomes a member of the last grain, regardless of the bodies before it.
void make_member(Grouping& grouping, std::size_t body, Index grain) {
  grouping.grain.resize(body + 1, -1);
  grouping.offset.resize(body + 1, Vec3::Zero());
  grouping.grain[body] = grain;
  grouping.member.push_back(static_cast<Index>(body));
}

// The last body becomes a hull, turned by this rotation to the frame of its grain.
void make_hull(Pile& pile, std::size_t body, Index shape, const Quaternion& turn) {
  pile.model.shape.resize(body + 1, -1);
  pile.state.grouping.turn.resize(body + 1, Quaternion::Identity());
  pile.model.shape[body] = shape;
  pile.state.grouping.turn[body] = turn;
}

// Adds a grain whose members exist, and sets their positions and motion.
void finish_grain(Pile& pile, Grain grain, const Quaternion& orientation, const Vec3& centre, const Vec3& velocity,
                  const Vec3& spin) {
  Grouping& grouping = pile.state.grouping;
  const std::size_t number = grouping.grains.size();
  grain.excess = excess_of(pile.model, grouping, grain);
  grouping.grains.push_back(grain);
  pile.state.orientation.push_back(orientation);
  const Mat3 axes = orientation.toRotationMatrix();
  const Vec3 momentum = axes * Vec3(grain.moments.cwiseProduct(axes.transpose() * spin));
  place_members(number, {centre, velocity, momentum, orientation}, pile.state);
}

// (grouping, number of members to come, moments [kg m2], shape) => a grain without mass, whose members come next.
Grain next_grain(const Grouping& grouping, std::size_t count, const Vec3& moments, Index shape) {
  Grain grain;
  grain.begin = static_cast<Index>(grouping.member.size());
  grain.count = static_cast<Index>(count);
  grain.moments = moments;
  grain.shape = shape;
  return grain;
}

}  // namespace

void add_grain(Pile& pile, const Vec3s& offset, const Reals& radius, const Reals& volume, std::int32_t material,
               const Vec3& moments, const Vec3& centre, const Quaternion& orientation, const Vec3& velocity,
               const Vec3& spin, Index shape) {
  Model& model = pile.model;
  Grouping& grouping = pile.state.grouping;
  const auto number = static_cast<Index>(grouping.grains.size());
  const double density = model.materials[static_cast<std::size_t>(material)].density;
  Grain grain = next_grain(grouping, radius.size(), moments, shape);
  for (std::size_t k = 0; k < radius.size(); ++k) {
    const double mass = density * volume[k];
    const std::size_t i = add_body(pile, mass, radius[k], material);
    make_member(grouping, i, number);
    grouping.offset[i] = offset[k];
    grain.mass += mass;
  }
  finish_grain(pile, grain, orientation, centre, velocity, spin);
}

void add_compound(Pile& pile, const std::vector<Index>& part, const std::vector<shape::Placement>& place,
                  std::int32_t material, const Vec3& moments, const Vec3& centre, const Quaternion& orientation,
                  const Vec3& velocity, const Vec3& spin, Index shape) {
  Grouping& grouping = pile.state.grouping;
  const auto number = static_cast<Index>(grouping.grains.size());
  const double density = pile.model.materials[static_cast<std::size_t>(material)].density;
  Grain grain = next_grain(grouping, part.size(), moments, shape);
  for (std::size_t k = 0; k < part.size(); ++k) {
    const double mass = density * ball_volume(place[k].radius);
    const std::size_t i = add_body(pile, mass, place[k].radius, material);
    make_hull(pile, i, part[k], place[k].turn);
    make_member(grouping, i, number);
    grouping.offset[i] = place[k].centre;
    grain.mass += mass;
  }
  finish_grain(pile, grain, orientation, centre, velocity, spin);
}

void add_hull(Pile& pile, Index shape, const shape::Placement& place, std::int32_t material, const Vec3& velocity,
              const Vec3& spin) {
  Model& model = pile.model;
  Grouping& grouping = pile.state.grouping;
  const auto number = static_cast<Index>(grouping.grains.size());
  const double density = model.materials[static_cast<std::size_t>(material)].density;
  const std::size_t i = add_body(pile, density * ball_volume(place.radius), place.radius, material);
  make_hull(pile, i, shape, Quaternion::Identity());
  Grain grain = next_grain(grouping, 1, body_moments(model, i), shape);
  grain.mass = model.mass[i];
  make_member(grouping, i, number);
  grouping.grains.push_back(grain);
  pile.state.position[i] = place.centre;
  pile.state.velocity[i] = velocity;
  pile.state.spin[i] = spin;
  pile.state.orientation.push_back(place.turn);
}

Index add_shape(Model& model, const shape::Shape& shape) {
  const auto found = std::find(model.shapes.begin(), model.shapes.end(), shape);
  if (found != model.shapes.end()) return static_cast<Index>(found - model.shapes.begin());
  model.shapes.push_back(shape);
  return static_cast<Index>(model.shapes.size() - 1);
}

void append_grains(Pile& pile, const Pile& from, std::size_t shift) {
  Model& model = pile.model;
  Grouping& grouping = pile.state.grouping;
  const auto grains = static_cast<Index>(grouping.grains.size());
  std::vector<Index> shape;
  for (const shape::Shape& s : from.model.shapes) shape.push_back(add_shape(model, s));
  for (std::size_t i = shift; i < grouping.grain.size(); ++i)
    if (grouping.grain[i] >= 0) grouping.grain[i] += grains;
  for (std::size_t i = shift; i < model.shape.size(); ++i)
    if (model.shape[i] >= 0) model.shape[i] = shape[static_cast<std::size_t>(model.shape[i])];
  for (Grain grain : from.state.grouping.grains) {
    if (grain.shape >= 0) grain.shape = shape[static_cast<std::size_t>(grain.shape)];
    grouping.grains.push_back(grain);
  }
  const std::vector<Quaternion>& orientation = from.state.orientation;
  pile.state.orientation.insert(pile.state.orientation.end(), orientation.begin(), orientation.end());
  link_grains(pile);
}

}  // namespace rubble
