#include "shape/first_touch.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::shape {
namespace {

constexpr int kMostAdvances = 200;
// Longest move between two looks at bodies that touch, in units of the smaller radius. An overlap between two looks
// that neither of them sees is at most half as deep.
constexpr double kLongestLook = 0.02;

Quaternion turned(const Vec3& angle) {
  const double size = angle.norm();
  if (!(size > 0)) return Quaternion::Identity();
  return Quaternion(Eigen::AngleAxisd(size, angle / size));
}

double turning_reach(const PreparedShape& solid, const Placement& at) { return at.radius * solid.turning_reach(); }

// (gap and normal at a fraction of the moves; largest closing speed of the gap along a normal, per move [m]; gap that
// counts as touching [m]; fraction to start from) => the fraction at which the gap first reaches that value. The bodies
// are on opposite sides of a slab whose width is the gap. The slab closes no faster than `closing`, so that no step
// goes beyond the first touch. After kMostAdvances steps, the result is the fraction reached by then.
template <class Gap, class Closing>
std::optional<double> advance(const Gap& gap_at, const Closing& closing, double enough, double part = 0) {
  for (int k = 0; k < kMostAdvances; ++k) {
    const auto [gap, normal] = gap_at(part);
    if (gap <= enough) return part;
    const double rate = closing(normal);
    if (!(rate > 0)) return {};
    part += (gap - 0.5 * enough) / rate;
    if (part > 1) return {};
  }
  return part;
}

// Two bodies on their moves. Fractions are those of the moves.
class Pair {
 public:
  Pair(const PreparedShape& a, const Placement& at_a, const Move& move_a, const PreparedShape& b, const Placement& at_b,
       const Move& move_b)
      : a_(a), b_(b), at_a_(at_a), at_b_(at_b), move_a_(move_a), move_b_(move_b) {}

  Separation at(double part) {
    return separation(a_, moved(at_a_, move_a_, part), b_, moved(at_b_, move_b_, part), cache_);
  }

 private:
  const PreparedShape& a_;
  const PreparedShape& b_;
  const Placement& at_a_;
  const Placement& at_b_;
  const Move& move_a_;
  const Move& move_b_;
  SeparationCache cache_;
};

// State of a contact some time after the first touch.
struct Sequel {
  bool deep;  // true: the bodies overlap by half of kGraze; false: their gap exceeds kGraze, or the moves end
  double at;  // fraction at which that is so
};

// (pair, fraction at which it touches, bound on its motion per move [m], smaller radius [m]) => end of the contact. The
// first look comes soon after the touch, and later looks are kLongestLook apart.
Sequel follow(Pair& pair, double touch, double way, double radius) {
  double part = touch + 2 * kGraze * radius / way;
  for (;;) {
    const Separation now = pair.at(part);
    if (now.gap <= -0.5 * kGraze * radius) return {true, part};
    if (now.gap > kGraze * radius || !(part < 1)) return {false, part};
    const double next = std::min(part + kLongestLook * radius / way, 1.0);
    if (!(next > part)) return {false, 1};
    part = next;
  }
}

struct Slab {
  double gap;
  Vec3 normal;
};

// (pair, a fraction, a later one at which the bodies overlap, gap that counts as touching [m]) => the earlier fraction
// if they touch there. Otherwise advance() stopped before, and the result is a fraction between them at which they
// touch.
double crossing(Pair& pair, double before, double after, double enough) {
  if (pair.at(before).gap <= enough) return before;
  while (pair.at(after).gap < 0) {
    const double middle = 0.5 * (before + after);
    if (!(middle > before && middle < after)) break;
    (pair.at(middle).gap > 0.5 * enough ? before : after) = middle;
  }
  return after;
}

}  // namespace

Placement moved(const Placement& at, const Move& move, double part) {
  return {at.centre + part * move.shift, (turned(part * move.turn) * at.turn).normalized(), at.radius};
}

double longest_way(const PreparedShape& a, const Placement& at_a, const Move& move_a, const PreparedShape& b,
                   const Placement& at_b, const Move& move_b) {
  const double of_a = move_a.turn.norm() * turning_reach(a, at_a);
  const double of_b = move_b.turn.norm() * turning_reach(b, at_b);
  return (move_b.shift - move_a.shift).norm() + of_a + of_b;
}

// Solves |way + t change| = distance for the smaller root; c > 0 means outside, b < 0 means approaching.
std::optional<double> first_touch(const Vec3& way, const Vec3& change, double distance) {
  const double a = change.squaredNorm();
  const double b = way.dot(change);
  const double c = way.squaredNorm() - distance * distance;
  const double root = b * b - a * c;
  if (!(c > 0) || !(b < 0) || !(root > 0)) return {};
  const double part = c / (-b + std::sqrt(root));
  if (!(part <= 1)) return {};
  return part;
}

std::optional<double> first_touch(const PreparedShape& a, const Placement& at_a, const Move& move_a,
                                  const PreparedShape& b, const Placement& at_b, const Move& move_b) {
  const double radius = std::min(at_a.radius, at_b.radius);
  const Vec3 shift = move_b.shift - move_a.shift;
  const double way = longest_way(a, at_a, move_a, b, at_b, move_b);
  if (!(way > 0)) return {};
  const double turn = way - shift.norm();
  Pair pair(a, at_a, move_a, b, at_b, move_b);
  const auto gap_at = [&](double part) {
    const Separation found = pair.at(part);
    return Slab{found.gap, found.normal};
  };
  const auto closing = [&](const Vec3& normal) { return turn - shift.dot(normal); };
  double from = 0;
  while (from <= 1) {
    const auto touch = advance(gap_at, closing, kTouchGap * radius, from);
    if (!touch) return {};
    const Sequel sequel = follow(pair, *touch, way, radius);
    if (sequel.deep) return std::min(crossing(pair, *touch, sequel.at, kTouchGap * radius), 1.0);
    if (sequel.at >= 1) return {};
    from = sequel.at;
  }
  return {};
}

std::optional<double> first_touch(const PreparedShape& a, const Placement& at_a, const Move& move_a, const Vec3& wall,
                                  const Vec3& wall_normal) {
  const double turn = move_a.turn.norm() * turning_reach(a, at_a);
  const auto gap_at = [&](double part) {
    return Slab{separation(a, moved(at_a, move_a, part), wall, wall_normal).gap, wall_normal};
  };
  const auto closing = [&](const Vec3& normal) { return turn - move_a.shift.dot(normal); };
  return advance(gap_at, closing, kTouchGap * at_a.radius);
}

}  // namespace rubble::shape
