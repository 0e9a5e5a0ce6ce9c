// Converts points to the friction problem of a step, and its impulses to entries of the accounts.
#include "base/parallel.hpp"
#include "nscd/engine.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::nscd {
namespace {

constexpr double kRecovery = 1e-3;  // largest correction of an overlap per step, in units of the smallest radius
// A point of a pair that was brought to its first touch is apart if its gap exceeds this part of half the thickness of
// the thinner body. Pairs with shorter paths than this part are not brought together, and overlap before they rebound.
constexpr double kApart = 0.05;
// 1 - 1 / n of a pair's largest cohesive energy. Cohesion creates this energy when a pair with one point gets n = 4
// points, and removes it when the pair loses them.
constexpr double kLent = 0.75;

}  // namespace

// One point as a link: levers end midway between the surfaces; the shift is the velocity of a wall.
void Engine::set_link(std::size_t point) {
  const ContactKey& key = found_.key[point];
  const Vec3& normal = found_.normal[point];
  const Vec3 place = found_.point[point] + 0.5 * found_.gap[point] * normal;
  const Index a = movers_.of_row(static_cast<std::size_t>(key.a));
  Index b = -1;
  Vec3 arm_b = Vec3::Zero();
  if (!key.on_wall()) {
    b = movers_.of_row(static_cast<std::size_t>(key.b));
    arm_b = place - image_of(point) - movers_.position(static_cast<std::size_t>(b));
  }
  near_.a[point] = a;
  near_.b[point] = b;
  near_.arm_a[point] = place - movers_.position(static_cast<std::size_t>(a));
  near_.arm_b[point] = arm_b;
  near_.normal[point] = normal;
  near_.shift[point] = wall_velocity(point);
  near_.friction[point] = p_.contact.friction;
}

// Velocity of the wall of a point [m s-1]: at the time of the first touch if the pair was moved there, otherwise at the
// evaluation of forces. It is 0 for two bodies.
Vec3 Engine::wall_velocity(std::size_t point) const {
  const ContactKey& key = found_.key[point];
  if (!key.on_wall()) return Vec3::Zero();
  const Met* pair = met(point);
  const double time = predicted_.time + (pair == nullptr ? 0 : pair->time);
  return external_.planes[static_cast<std::size_t>(key.wall())].velocity_at(time);
}

// Relative velocity that the normal impulse of a point would have given its bodies in the last step if it had acted on
// their centres [m s-1].
double Engine::carried(std::size_t point) const {
  if (last_of_[point] < 0) return 0;
  const Vec3& impulse = last_.value[static_cast<std::size_t>(last_of_[point])];
  double inverse_mass = free_.inverse_mass[static_cast<std::size_t>(near_.a[point])];
  if (near_.b[point] >= 0) inverse_mass += free_.inverse_mass[static_cast<std::size_t>(near_.b[point])];
  return inverse_mass * std::abs(impulse.dot(found_.normal[point]));
}

// Term s in the condition u_n + s >= 0 at a point (docs/theory.md 11.2), and the part of -s that removes an overlap.
// Empty if the point has to wait: until it touches, because it would rebound without a contact, or until the next step,
// because one of its bodies was moved to meet another one.
std::optional<Engine::Demand> Engine::demand(std::size_t point) const {
  if (waits_for_others(point)) return {};
  const double gap = found_.gap[point];
  if (p_.contact.restitution > 0) {
    const double approach = normal_speed(struck_from_, point);
    const double kick = normal_speed(free_, point) - normal_speed(before_, point);
    // A point counts as resting if it approaches no faster than twice the speed that this step's forces give, or twice
    // the speed that the point's impulse gave in the last step. With restitution, a resting point would keep bouncing,
    // and a body on top of another falling body would lose its support.
    const bool rebounds = approach < -2 * std::abs(kick) && approach < -2 * carried(point);
    if (rebounds && is_apart(point)) return {};
    if (rebounds) return Demand{rebound(point, approach, kick), 0};
  }
  if (gap >= 0 || met(point) != nullptr) return Demand{std::max(gap, 0.0) / time_left(point), 0};
  const double recovery = std::min(-p_.contact.recovery * gap / p_.step.dt, greatest_recovery(point));
  return Demand{-recovery, recovery};
}

double Engine::normal_speed(const friction::BodyVelocities& bodies, std::size_t point) const {
  return friction::relative_velocity(bodies, near_, point).dot(near_.normal[point]);
}

// True if the point does not touch yet. A pair that was moved to its first touch counts as touching up to a small gap.
bool Engine::is_apart(std::size_t point) const {
  if (met(point) == nullptr) return found_.gap[point] > 0;
  const ContactKey& key = found_.key[point];
  double half = half_[static_cast<std::size_t>(key.a)];
  if (!key.on_wall()) half = std::min(half, half_[static_cast<std::size_t>(key.b)]);
  return found_.gap[point] > kApart * half;
}

// (rebounding point; its normal velocity at the impact [m s-1], negative; the change of that velocity by this step's
// kick [m s-1]) => s of Newton's law (docs/theory.md 11.2): the bodies receive the rest of the kick after the impact.
// With Poisson's law, a negative s only marks the point, and strike() sets s to 0.
double Engine::rebound(std::size_t point, double approach, double kick) const {
  const double bounced = p_.contact.restitution * approach;
  if (p_.contact.impact == "poisson") return bounced;
  const double rest = 1 - share_of_kick(static_cast<std::size_t>(near_.a[point]));
  return std::min(bounced - rest * kick, 0.0);
}

// Upper limit of the speed at which an overlap is removed [m s-1]. By default it does not exceed the speed that the
// forces of this step and the impulse of the last step can give, so that bodies are not thrown apart.
double Engine::greatest_recovery(std::size_t point) const {
  if (p_.contact.recovery_speed) return *p_.contact.recovery_speed;
  double kick = 0;
  for (const Index mover : {near_.a[point], near_.b[point]}) {
    if (mover < 0) continue;
    const auto m = static_cast<std::size_t>(mover);
    kick += (free_.velocity[m] - before_.velocity[m]).norm();
  }
  return std::min(kRecovery * smallest_ / p_.step.dt, kick + carried(point));
}

// Half the width of a row along a unit vector [m].
double Engine::half_width(std::size_t row, const Vec3& normal) const {
  if (solid_.empty() || solid_[row] < 0) return half_[row];
  const shape::PreparedShape& solid = solids_[static_cast<std::size_t>(solid_[row])];
  return radius_[row] * shape::half_width(solid, turn_[row].conjugate() * normal);
}

// Overlap at a point, relative to half the width of the thinner body along the normal.
double Engine::depth(std::size_t point) const {
  const ContactKey& key = found_.key[point];
  double width = half_width(static_cast<std::size_t>(key.a), found_.normal[point]);
  if (!key.on_wall()) width = std::min(width, half_width(static_cast<std::size_t>(key.b), found_.normal[point]));
  return -found_.gap[point] / width;
}

// Value of depth() for a point of the problem; 0 if it is certainly less than the largest value so far.
double Engine::penetration(std::size_t point) const {
  const ContactKey& key = found_.key[point];
  double thin = half_[static_cast<std::size_t>(key.a)];
  if (!key.on_wall()) thin = std::min(thin, half_[static_cast<std::size_t>(key.b)]);
  return -found_.gap[point] > quality.penetration * thin ? depth(point) : 0;
}

// Finds each point among the impulses of the last step. Both lists are in the order of the keys.
void Engine::find_last() {
  last_of_.assign(found_.size(), -1);
  std::size_t k = 0;
  for (std::size_t point = 0; point < found_.size(); ++point) {
    const ContactKey& key = found_.key[point];
    while (k < last_.keys.size() && last_.keys[k] < key) ++k;
    if (k < last_.keys.size() && last_.keys[k] == key) last_of_[point] = static_cast<Index>(k);
  }
}

// Selects the points that may receive an impulse in this step, and sets the conditions on their velocities.
void Engine::link() {
  const std::size_t points = found_.size();
  find_last();
  near_.resize(points);
  demand_.resize(points);
  if (p_.contact.restitution > 0) find_velocities_at_impacts();
  parallel_for(points, [&](std::size_t point) {
    set_link(point);
    demand_[point] = demand(point);
  });
  touch_.clear();
  for (std::size_t point = 0; point < points; ++point) {
    if (!demand_[point]) continue;
    touch_.push_back(point);
    const double depth = penetration(point);
    if (!(depth > quality.penetration)) continue;
    quality.penetration = depth;
    if (depth > p_.limits.penetration) quality.deepest = text_of_overlap(point, depth);
  }
  problem_.bodies = free_;
  problem_.links.assign(near_, touch_);
  shift_.resize(touch_.size());
  recovery_.resize(touch_.size());
  parallel_for(touch_.size(), [&](std::size_t c) {
    const Demand& demanded = *demand_[touch_[c]];
    problem_.links.shift[c] += demanded.shift * problem_.links.normal[c];
    shift_[c] = demanded.shift;
    recovery_[c] = demanded.recovery;
  });
}

// (points by rising key) => number of pairs to which they belong.
std::int64_t Engine::pairs_of(const std::vector<std::size_t>& points) const {
  std::int64_t pairs = 0;
  const ContactKey* last = nullptr;
  for (const std::size_t point : points) {
    const ContactKey& key = found_.key[point];
    if (last == nullptr || last->a != key.a || last->b != key.b) ++pairs;
    last = &key;
  }
  return pairs;
}

// Applies the attraction of near pairs, including pairs whose points may not receive impulses in this step.
void Engine::attract() {
  if (!(p_.cohesion.force > 0)) return;
  const std::vector<PointCohesion> cohesion = cohesion_of(found_, p_.cohesion);
  attracting_.point.clear();
  attracting_.impulse.clear();
  attracting_.energy = 0;
  for (std::size_t point = 0; point < found_.size(); ++point) {
    if (!(cohesion[point].attraction > 0)) continue;
    attracting_.point.push_back(point);
    attracting_.impulse.push_back(p_.step.dt * cohesion[point].attraction);
    attracting_.energy += cohesion[point].energy;
  }
  most_pairs_ = std::max(most_pairs_, pairs_of(attracting_.point));
  attracting_.links.assign(near_, attracting_.point);
  for (std::size_t k = 0; k < attracting_.impulse.size(); ++k)
    friction::push(problem_.bodies, attracting_.links, k, -attracting_.impulse[k] * attracting_.links.normal[k]);
}

// Starts the solution from the impulses of the last step.
void Engine::warm_start() {
  impulse_.assign(touch_.size(), Vec3::Zero());
  for (std::size_t c = 0; c < touch_.size(); ++c) {
    const Index last = last_of_[touch_[c]];
    if (last >= 0) impulse_[c] = last_.value[static_cast<std::size_t>(last)];
  }
}

void Engine::solve() {
  if (p_.solver.dump_problem) given_ = problem_;
  const friction::SweepReport report = sweeps_.solve(problem_, sweep_options(), impulse_);
  iterations += report.iterations;
  if (p_.solver.dump_problem && report.iterations > most_iterations_) {
    most_iterations_ = report.iterations;
    std::swap(hardest_, given_);
  }
  const bool converged = all_converged_ && report.converged;
  const double residual = std::max(solved_residual_, report.residual);
  all_converged_ = true;
  solved_residual_ = 0;
  if (touch_.empty()) return;
  ++quality.steps;
  if (!converged) ++quality.unconverged;
  if (converged) quality.residual = std::max(quality.residual, residual);
}

std::shared_ptr<const friction::Problem> Engine::hardest_problem() const {
  if (most_iterations_ == 0) return nullptr;
  return std::make_shared<friction::Problem>(friction::delassus_of(hardest_));
}

// Books the effect of an impulse on b at the link of a point: on walls, on images, and the size for rounding errors.
void Engine::book(const friction::Links& links, std::size_t c, std::size_t point, const Vec3& impulse,
                  Account& sum) const {
  const ContactKey& key = found_.key[point];
  const Vec3 place = links.arm_a[c] + movers_.position(static_cast<std::size_t>(links.a[c])) + displacement(links.a[c]);
  const double size = impulse.norm();
  const double reach = place.norm();
  if (key.on_wall()) {
    sum.walls -= impulse.dot(near_.shift[point]);
    sum.impulse -= impulse;
    sum.angular_impulse -= place.cross(impulse);
    sum.exchanged += size;
    sum.exchanged_angular += size * reach;
    return;
  }
  const Vec3 image = image_of(point);
  sum.angular_impulse -= (image + displacement(links.a[c]) - displacement(links.b[c])).cross(impulse);
  sum.exchanged += 2 * size;
  sum.exchanged_angular += 2 * size * (reach + image.norm());
}

// The energy that the impulse removes from motion is exactly -p . (u before + u after) / 2. A compressive contact that
// opens creates energy. As long as it opens no faster than overlaps are removed, this energy belongs to the correction.
void Engine::book_heat(std::size_t c, Account& sum) const {
  const friction::Links& links = problem_.links;
  const Vec3& n = links.normal[c];
  const double pressed = impulse_[c].dot(n);  // without impacts
  const Vec3 p = struck_.empty() ? impulse_[c] : Vec3(impulse_[c] + struck_[c]);
  const Vec3 off = shift_[c] * n;
  const Vec3 before = friction::relative_velocity(before_, links, c) - off;
  const Vec3 after = friction::relative_velocity(problem_.bodies, links, c) - off;
  Vec3 mean = 0.5 * (before + after);
  if (const Met* pair = met(touch_[c]))
    mean += pair->time / p_.step.dt * (friction::relative_velocity(free_, links, c) - off - before);
  const double p_n = p.dot(n);
  const Vec3 p_t = p - p_n * n;
  const double given = 0.5 * pressed * (recovery_[c] + std::clamp(before.dot(n), 0.0, recovery_[c]));
  sum[Channel::impact] += -p_n * mean.dot(n) + given;
  sum[Channel::correction] -= given;
  sum[Channel::friction] -= p_t.dot(mean);
}

void Engine::settle_accounts() {
  const friction::Links& links = problem_.links;
  account += blocked_fold(links.size(), Account{}, [&](Account& sum, std::size_t c) {
    book_heat(c, sum);
    book(links, c, touch_[c], struck_.empty() ? impulse_[c] : Vec3(impulse_[c] + struck_[c]), sum);
  });
  book_newtons_impacts();
  for (std::size_t c = 0; c < struck_.size(); ++c) impulse_[c] += struck_[c];
  last_.keys.clear();
  last_.value.clear();
  for (std::size_t c = 0; c < links.size(); ++c) {
    if (impulse_[c].isZero()) continue;
    last_.keys.push_back(found_.key[touch_[c]]);
    last_.value.push_back(impulse_[c]);
  }
  touching = last_.keys.size();
  settle_cohesion();
  settle_fields();
  made.look(account, made_by_impacts_,
            kLent * p_.cohesion.force * p_.cohesion.distance * static_cast<double>(most_pairs_));
}

// The energy of near pairs changes by the work of the attraction, except where points appear or vanish, where a pair
// rocks, and where surfaces are curved. The difference is booked as heat of either sign (docs/theory.md 11.3).
void Engine::settle_cohesion() {
  if (!(p_.cohesion.force > 0)) return;
  const friction::Links& links = attracting_.links;
  // Twice the work against attraction in the half steps before and after the positions x* at which forces are evaluated
  // (docs/theory.md 11.1).
  double before = 0;
  double after = 0;
  for (std::size_t k = 0; k < links.size(); ++k) {
    const Vec3& n = links.normal[k];
    before += attracting_.impulse[k] * friction::relative_velocity(before_, links, k).dot(n);
    after += attracting_.impulse[k] * friction::relative_velocity(problem_.bodies, links, k).dot(n);
    book(links, k, attracting_.point[k], -attracting_.impulse[k] * n, account);
  }
  if (energy_ahead_) account[Channel::cohesion] -= attracting_.energy - (*energy_ahead_ + 0.5 * before);
  energy_ahead_ = attracting_.energy + 0.5 * after;
}

void Engine::settle_fields() {
  if (!external_.planet.pass) return;
  const double work = blocked_sum(movers_.size(), 0.0, [&](std::size_t m) {
    return field_force_[m].dot(before_.velocity[m] + problem_.bodies.velocity[m]) +
           field_torque_[m].dot(before_.spin[m] + problem_.bodies.spin[m]);
  });
  account.driven += 0.5 * p_.step.dt * work;
}

}  // namespace rubble::nscd
