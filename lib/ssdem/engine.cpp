#include "ssdem/engine.hpp"

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/interrupt.hpp"
#include "base/parallel.hpp"
#include "detect/list_margin.hpp"
#include "detect/passing.hpp"
#include "model/impact.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace rubble::ssdem {
namespace {

// Number of steps between sorts of the bodies. Sorting is rare enough to cost nothing. The interval is a count of
// steps, not of time or of lists, because the order of bodies determines the order of sums.
constexpr std::int64_t kSortEvery = 1 << 14;

// True if forces have no memory and are discontinuous from step to step.
bool jumps(const Parameters& p) {
  return std::holds_alternative<laws::KineticSliding>(p.sliding) ||
         std::holds_alternative<laws::TorqueCouple>(p.couple);
}

std::vector<Wall> walls_at(const External& external, double time) {
  std::vector<Wall> walls;
  for (const Plane& plane : external.planes)
    walls.push_back({plane.point_at(time), plane.normal, plane.velocity_at(time)});
  return walls;
}

std::vector<detect::PlacedSurface> surfaces_at(const External& external, double time, const DrivenPoses& driven) {
  std::vector<detect::PlacedSurface> surfaces;
  for (std::size_t k = 0; k < external.meshes.size(); ++k)
    surfaces.push_back({*external.meshes[k].surface, external.meshes[k].at(time, pose_of(driven, k))});
  return surfaces;
}

// => greatest speed of a triangulated wall or a frozen body in its given motion [m s-1].
double fastest_given(const External& external) {
  double fastest = 0;
  for (const MeshWall& wall : external.meshes) fastest = std::max(fastest, wall.greatest_speed());
  for (const FrozenBodies& bodies : external.frozen) fastest = std::max(fastest, bodies.greatest_speed());
  return fastest;
}

}  // namespace

Engine::Engine(const Parameters& p, const Model& model, const State& state, const External& external, Probes* probes,
               std::vector<Index> order)
    : p_(p),
      external_(external),
      moving_{fastest_given(external), DrivenWalls(external, state)},
      clock_(state, p.step.dt.value()),
      spheres_(model, state, external.frozen, p.mass.effective(), p.pairs.classes.body, std::move(order)),
      gravity_(p.gravity, model.size()),
      balance_(p, ContactProbes(probes, spheres_.order())) {}

// --- order and neighbour list

bool Engine::sort_due(const State& state) const {
  return !clock_.at_start(state) && clock_.steps(state) % kSortEvery == 0;
}

// Sorts the bodies, and all data that is stored by place.
void Engine::sort(const Model& model, const State& state) {
  const PairHistories by_body = histories();
  const std::vector<Index> before = order();
  spheres_.sort(model, state);
  balance_.probes().sort(order());
  gravity_.reorder(before, order());
  if (contacts_.bonds()) contacts_.bonds()->place(order());
  take_up(by_body, state);
}

void Engine::take_up(const PairHistories& histories, const State& state) {
  build_list(state.time, contacts_.take_up(histories, order(), parts_of(p_), external_.planes.size()));
}

void Engine::take_up(BeamBonds bonds) {
  contacts_.bonds() = std::move(bonds);
  contacts_.bonds()->place(order());
  spheres_.input().drift.resize(spheres_.size());
}

// (time [s], pairs to list at any distance, by place)
void Engine::build_list(double time, const detect::Keys& keep) {
  const Clock clock(seconds_.search);
  spheres_.update_positions();
  spheres_.require_finite_positions(time);
  const double path = contacts_.fastest() * clock_.dt();
  const double margin = p_.step.skin.value_or(detect::list_margin(path, spheres_.mean_diameter()));
  const bool fixed = external_.walls() > 0 || !external_.frozen.empty() || external_.hill.turns();
  const Vec3 frame = fixed ? Vec3(Vec3::Zero()) : spheres_.mean_velocity();
  const RigidGrains& grains = spheres_.grains();
  const std::vector<Index>* grain = grains.empty() ? nullptr : &grains.of_places();
  contacts_.build({spheres_.radius(), spheres_.position(), external_.planes, external_.lattice(time), time, grain, true,
                   spheres_.frozen().by_place()},
                  surfaces_at(external_, time, moving_.driven.poses()), p_.cohesion.range, margin, frame, keep);
  spheres_.input().crossing.assign(contacts_.list().crossing, Load{});
  moved_.assign(contacts_.chunks().size(), {});
}

// --- steps

void Engine::start(const State& state) {
  contacts_.add_travel(std::max(spheres_.greatest_speed(external_.hill), moving_.fastest()), 0);
  build_list(state.time, contacts_.touching_keys());
  find_fields(state);
  sweep_and_move<false>(state, 0);
  balance_.begin_run();
}

void Engine::advance(const Model& model, State& state, const External& external, double until) {
  const auto goes_on = [&] { return !clock_.reached(state, until); };
  if (!goes_on()) return;
  external_ = external;
  moving_.fastest_given = fastest_given(external);
  spheres_.load(model, state);
  moving_.driven.load(state);
  try {
    take_steps(model, state, goes_on);
  } catch (const SanityError&) {
    save(state);  // saves the invalid state for inspection
    throw;
  }
}

void Engine::save(State& state) const {
  spheres_.save(state);
  moving_.driven.save(state);
  if (contacts_.bonds()) contacts_.bonds()->save(state);
}

// A stop signal ends the loop at the end of a step.
template <class GoesOn>
void Engine::take_steps(const Model& model, State& state, GoesOn&& goes_on) {
  const auto is_next_open = [&] { return goes_on() && !sort_due(state) && !interrupt::requested(); };
  while (goes_on()) {
    if (sort_due(state)) sort(model, state);
    open_step(state);
    while (finish_step(model, state, is_next_open)) {
    }
    save(state);
    if (interrupt::requested()) return;
  }
}

// First kick and drift of a step whose forces are known.
void Engine::open_step(const State& state) {
  const MotionContext context = motion_context(0);
  for_chunks(contacts_.chunks().size(),
             [&](std::size_t c) { moved_[c] = spheres_.move<false, true>(c, contacts_.chunks()[c], context); });
  move_others<false, true>(state, 0);
  open_accounts(moved());
}

// (sums over the bodies that have drifted by a step) Opens the step for driven walls and in the accounts.
void Engine::open_accounts(const MotionSums& sums) {
  balance_.open_step(clock_.dt(), sums.frame.before);
  balance_.add_drives(moving_.driven.open_step(clock_.dt()));
  contacts_.add_travel(std::max(std::sqrt(sums.fastest2), moving_.fastest()) +
                           contacts_.speed_of_shear(external_.hill, spheres_.largest_radius()),
                       clock_.dt());
}

// The parts of a step after its drift. If goes_on() is true then, the next step begins with its first kick and drift.
// => goes_on()
template <class GoesOn>
bool Engine::finish_step(const Model& model, State& state, GoesOn&& goes_on) {
  clock_.tick(state);
  require_no_passing(state.time);
  look_for_impact(model, state.time);
  if (!contacts_.list_holds()) build_list(state.time, contacts_.touching_keys());
  const bool opens = goes_on();
  find_fields(state);
  if (opens)
    sweep_and_move<true>(state, 0.5 * clock_.dt());
  else
    sweep_and_move<false>(state, 0.5 * clock_.dt());
  return opens;
}

// Finds self-gravity and the external field at the state's time.
void Engine::find_fields(const State& state) {
  const Clock clock(seconds_.gravity);
  balance_.add_held(gravity_.update(state.step, clock_.dt(), spheres_));
  field_ = external_.field_at(p_.gravity.constant, state.time);
}

// Evaluates the contacts at the state's time and completes the step with a kick of length `kick` [s], which is also the
// time by which springs advance to the state. If opens, begins the next step.
template <bool opens>
void Engine::sweep_and_move(const State& state, double kick) {
  const std::vector<Wall> walls = walls_at(external_, state.time);
  const std::vector<detect::PlacedSurface> surfaces = surfaces_at(external_, state.time, moving_.driven.predicted());
  const MotionContext context = motion_context(kick);
  BondTotals by_bonds;
  {
    const Clock clock(seconds_.contacts);
    std::vector<Chunk>& chunks = contacts_.chunks();
    if (contacts_.bonds()) by_bonds = contacts_.bonds()->evaluate(spheres_.input(), 2 * kick);
    sweep({p_,
           contacts_.list(),
           walls,
           {surfaces, static_cast<Index>(walls.size()), moving_.driven.walls()},
           external_.lattice(state.time),
           kick,
           0.5 * clock_.dt(),
           clock_.dt(),
           balance_.probes().place(external_, state.time, spheres_, moving_.driven.poses())},
          spheres_.input(), chunks,
          [&](std::size_t c) { moved_[c] = spheres_.move<true, opens>(c, chunks[c], context); });
  }
  move_others<true, opens>(state, kick);
  balance_.add_contacts(contacts_.chunks());
  balance_.add_bonds(by_bonds);
  if (!p_.contacts && contacts_.touching() > 0) require_apart(state);
  MotionSums sums = moved();
  balance_.add_drives(moving_.driven.finish_step(contacts_.chunks(), kick, jumps(p_), sums));
  balance_.finish_step(sums, gravity_.within(), external_.varies(), kick);
  spheres_.require_finite(sums, state.time);
  if (opens) open_accounts(sums);
}

MotionContext Engine::motion_context(double kick) const {
  return {.dt = clock_.dt(),
          .kick = kick,
          .field = field_,
          .runge_kutta = p_.step.rotation == Rotation::runge_kutta,
          .jumping = jumps(p_),
          .frame = contacts_.frame(),
          .hill = external_.hill,
          .attracting = gravity_.attracts(),
          .gravity = &gravity_.value(),
          .gravity_slope = &gravity_.slope(),
          .since = gravity_.since(),
          .mass = &spheres_.mass()};
}

// Moves the grains that chunks share, and the frozen bodies.
template <bool finish, bool open>
void Engine::move_others(const State& state, double kick) {
  if (spheres_.grains().empty()) return;
  moved_.resize(contacts_.chunks().size() + 1);
  moved_.back() = spheres_.move_shared_grains<finish, open>(motion_context(kick));
  if (!spheres_.frozen().empty())
    moved_.back().add(spheres_.move_frozen<finish, open>(motion_context(kick), clock_.time_of(state.step + 1)));
  for (const MotionSums& m : moved_) seconds_.grains += m.seconds / threads();
}

// => sums over all bodies of the last motion.
MotionSums Engine::moved() const {
  MotionSums sums;
  for (const MotionSums& m : moved_) sums.add(m);
  return sums;
}

// --- checks

// Ends the run if a sphere reaches the surface of a planet.
void Engine::look_for_impact(const Model& model, double time) {
  if (external_.planets.empty()) return;
  // In periodic space a position jumps by the period.
  const double span = external_.period.isZero(0) ? clock_.dt() : 0;
  const auto path = [&](std::size_t place) {
    return StraightPath{spheres_.point(place), span * spheres_.drift(place)};
  };
  const auto impact =
      impact_of_spheres(external_, model.id, {spheres_.radius(), order()}, {time - clock_.dt(), time, path});
  end_at_impact(impact, external_.planets, time, clock_);
}

// SanityError for bodies that pass through each other in the step that ends at this time. Paths are relative to the
// frame of the neighbour list.
void Engine::require_no_passing(double time) {
  const double harmless = detect::harmless_way(spheres_.smallest_radius()) / clock_.dt();  // [m s-1]
  if (contacts_.fastest() <= harmless) return;
  spheres_.require_no_passing(
      {time, clock_.dt(), vec(contacts_.frame()), external_.lattice(time - 0.5 * clock_.dt()), p_.limits.overlap});
  if (!external_.meshes.empty()) require_no_crossing(time);
}

// SanityError for a sphere whose centre crosses a triangulated wall in the step that ends at this time.
void Engine::require_no_crossing(double time) const {
  Vec3s way(spheres_.size());
  for (std::size_t k = 0; k < way.size(); ++k) way[k] = clock_.dt() * spheres_.velocity(k);
  const auto before = surfaces_at(external_, time - clock_.dt(), moving_.driven.before(clock_.dt())),
             now = surfaces_at(external_, time, moving_.driven.poses());
  const auto found = detect::find_crossing({spheres_.position(), way, before, now, spheres_.frozen().by_place()});
  if (!found) return;
  const auto place = static_cast<std::size_t>(found->body);
  const ContactKey key =
      ContactKey::of_wall(order()[place], static_cast<Index>(external_.planes.size()) + found->surface);
  throw SanityError(fmt::format(
      "{} pass through each other at t = {} s, because a step of {} s is too long: set step.dt "
      "to less than {:.3g} s",
      detect::text_of_pair(key), time, clock_.dt(), 0.5 * spheres_.radius()[place] * clock_.dt() / found->way));
}

// SanityError if bodies touch although the run has no contact laws; InputError if they touched from the start.
void Engine::require_apart(const State& state) const {
  const ContactKey first = contacts_.touching_keys().front();  // names places
  ContactKey bodies{order()[static_cast<std::size_t>(first.a)], first.b};
  if (!first.on_wall()) {
    const Index b = order()[static_cast<std::size_t>(first.b)];
    bodies = {std::min(bodies.a, b), std::max(bodies.a, b)};
  }
  const std::string what =
      fmt::format("{} touch at t = {} s, but the table [contact] is missing", detect::text_of_pair(bodies), state.time);
  if (clock_.at_start(state)) throw InputError(what);
  throw SanityError(fmt::format("{} (step {})", what, state.step));
}

// --- contacts and checkpoints

Contacts Engine::contacts(const Model& model, const State& state, const External& external) const {
  const std::vector<Wall> walls = walls_at(external, state.time);
  const std::vector<detect::PlacedSurface> surfaces = surfaces_at(external, state.time, state.walls);
  const SurfacesNow now{surfaces, static_cast<Index>(walls.size())};
  const double dt = clock_.dt();
  const StepContext step{p_, contacts_.list(), walls, now, external.lattice(state.time), -0.5 * dt, 0, dt};
  Contacts found = renumbered(snapshot(step, spheres_.input_at(model, state), contacts_.chunks()), order());
  return contacts_.bonds() ? contacts_.bonds()->with_bonds(spheres_.input(), std::move(found)) : std::move(found);
}

Bonds Engine::bonds() const { return contacts_.bonds() ? contacts_.bonds()->bonds(spheres_.input()) : Bonds{}; }

void Engine::archive_motion(Archive& archive) {
  clock_.archive(archive, "ssdem");
  balance_.archive(archive);
  spheres_.archive(archive);
  gravity_.archive(archive, order());
  moving_.driven.archive(archive);
}

void Engine::archive_bonds(Archive& archive) {
  if (contacts_.bonds()) contacts_.bonds()->archive(archive);
}

void Engine::require_sound(const State& state) const {
  clock_.require_time_of(state, "ssdem");
  gravity_.require_sound(state.step, order());
}

}  // namespace rubble::ssdem
