#pragma once
// Small scenes for the physics tests: bodies with given data, any law, run for a time.
#include "base/random.hpp"
#include "model/grains.hpp"
#include "shape/aggregate.hpp"
#include "ssdem/resolve.hpp"
#include "ssdem/stepper.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

namespace rubble::test {

inline constexpr double kG = 6.67430e-11;

inline void add_sphere(Pile& pile, double radius, double density, const Vec3& position,
                       const Vec3& velocity = Vec3::Zero(), const Vec3& spin = Vec3::Zero()) {
  if (pile.model.materials.empty()) pile.model.materials = {{"rock", density}};
  pile.model.id.push_back(static_cast<std::int64_t>(pile.size()));
  pile.model.radius.push_back(radius);
  pile.model.mass.push_back(4.0 / 3.0 * std::numbers::pi * density * radius * radius * radius);
  pile.model.material.push_back(0);
  pile.state.position.push_back(position);
  pile.state.velocity.push_back(velocity);
  pile.state.spin.push_back(spin);
  if (!pile.model.shape.empty()) {
    pile.model.shape.push_back(-1);
    pile.state.grouping.turn.push_back(Quaternion::Identity());
  }
  if (pile.state.grouping.grains.empty()) return;
  pile.state.grouping.grain.push_back(-1), pile.state.grouping.offset.push_back(Vec3::Zero());
}

// A grain of this shape.
inline void glue(Pile& pile, const shape::Aggregate& shape, double density, const Vec3& centre,
                 const Quaternion& orientation = Quaternion::Identity(), const Vec3& velocity = Vec3::Zero(),
                 const Vec3& spin = Vec3::Zero()) {
  if (pile.model.materials.empty()) pile.model.materials = {{"rock", density}};
  add_grain(pile, shape.centre, shape.radius, shape.part, 0, density * shape.moments, centre, orientation, velocity,
            spin);
}
// Glues a grain of a library shape with members of this radius.
inline void glue(Pile& pile, const std::string& shape, double radius, double density, const Vec3& centre,
                 const Quaternion& orientation = Quaternion::Identity(), const Vec3& velocity = Vec3::Zero(),
                 const Vec3& spin = Vec3::Zero()) {
  glue(pile, shape::aggregate(shape, radius), density, centre, orientation, velocity, spin);
}

// Linear spring, no friction, no gravity: tests replace the values that they need.
inline ssdem::Parameters plain(double stiffness, double restitution) {
  ssdem::Parameters p;
  p.gravity = {gravity::Summation::none, 0};
  p.normal = laws::LinearSpring{stiffness, restitution, laws::Tension::allow};
  return p;
}

// A ball cut out of a cubic lattice with a cell width of `spacing` diameters; radii vary by +-10 %.
inline Pile lattice_ball(std::size_t count, double radius, double density, double spacing, std::uint64_t seed) {
  Vec3s sites;
  const int half = 2 + static_cast<int>(std::cbrt(static_cast<double>(count)));
  for (int x = -half; x <= half; ++x)
    for (int y = -half; y <= half; ++y)
      for (int z = -half; z <= half; ++z) sites.push_back(Vec3(x + 0.17, y + 0.31, z + 0.43));
  std::stable_sort(sites.begin(), sites.end(), [](const Vec3& a, const Vec3& b) { return a.norm() < b.norm(); });
  Pile pile;
  for (std::size_t i = 0; i < count; ++i) {
    Random random(seed, Purpose::kPlace, i);
    const double r = radius * (0.9 + 0.2 * random.uniform());
    const Vec3 jitter = 0.3 * Vec3(random.uniform() - 0.5, random.uniform() - 0.5, random.uniform() - 0.5);
    add_sphere(pile, r, density, 2 * 1.1 * radius * (spacing * sites[i] + (spacing - 1) * jitter));
  }
  return pile;
}

// A run: pile and stepper together, the pile advanced in place.
class Motion {
 public:
  Motion(ssdem::Parameters p, Pile pile, External external = {}, Probes* probes = nullptr)
      : pile_(std::move(pile)), external_(std::move(external)) {
    choice_ = ssdem::resolve(p, pile_.model, pile_.state, external_);
    stepper_ = std::make_unique<ssdem::Stepper>(p, pile_, external_, probes);
    parameters_ = p;
  }
  // Resumes from the state of `other`, as from a checkpoint.
  Motion(Motion& other, const Resume& resume)
      : pile_(other.pile_), external_(other.external_), choice_(other.choice_), parameters_(other.parameters_) {
    stepper_ = std::make_unique<ssdem::Stepper>(parameters_, pile_, external_, resume);
  }
  StepReport until(double time) { return stepper_->advance(pile_.model, pile_.state, external_, time); }
  // Advances step by step, calling each(pile), until each returns false or `time` is reached.
  void each_step(double time, const std::function<bool()>& each) {
    while (pile_.state.time < time - 1e-6 * choice_.dt) {
      until(pile_.state.time + choice_.dt);
      if (!each()) return;
    }
  }
  Pile& pile() { return pile_; }
  Vec3& position(std::size_t i) { return pile_.state.position[i]; }
  Vec3& velocity(std::size_t i) { return pile_.state.velocity[i]; }
  Vec3& spin(std::size_t i) { return pile_.state.spin[i]; }
  const External& external() const { return external_; }
  const ssdem::Choice& choice() const { return choice_; }
  const ssdem::Parameters& parameters() const { return parameters_; }
  ssdem::Stepper& stepper() { return *stepper_; }
  Contacts contacts() const { return stepper_->contacts(pile_, external_); }
  double time() const { return pile_.state.time; }

 private:
  Pile pile_;
  External external_;
  ssdem::Choice choice_;
  ssdem::Parameters parameters_;
  std::unique_ptr<ssdem::Stepper> stepper_;
};

// (run without fields) => heat, kinetic energy of the translation and energy stored in contacts [J].
inline double energy_of(Motion& run) {
  double sum = run.stepper().account().dissipated();
  for (std::size_t i = 0; i < run.pile().size(); ++i)
    sum += 0.5 * run.pile().model.mass[i] * run.velocity(i).squaredNorm();
  for (const double energy : run.contacts().energy) sum += energy;
  return sum;
}

}  // namespace rubble::test
