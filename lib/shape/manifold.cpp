#include "shape/manifold.hpp"

#include "shape/outline.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rubble::shape {
namespace {

// kSameDepth and kCarries are relative to the smaller radius.
constexpr double kSameDepth = 1e-6;  // gaps that differ by less count as equal
constexpr double kCarries = 1e-4;    // points whose gaps differ by less may all carry load
constexpr double kParallel = 0.1;    // smallest sine of the angle between edges whose crossing counts as lasting

// The candidates of a pair; any beyond kMost are dropped.
class Candidates {
 public:
  static constexpr std::size_t kMost = 4 * Outline::kMost;

  void add(const Candidate& c) {
    if (count_ < kMost) candidate_[count_++] = c;
  }
  // Records the sine of the angle between crossing edges.
  void note_crossing(double sine) { lasts_ = lasts_ && std::abs(sine) >= kParallel; }
  bool lasts() const { return lasts_; }
  std::span<const Candidate> all() const { return {candidate_.data(), count_}; }
  double deepest() const {
    double gap = std::numeric_limits<double>::infinity();
    for (const Candidate& c : all()) gap = std::min(gap, c.gap);
    return gap;
  }
  void keep(double alert) {
    const auto gone = [&](const Candidate& c) { return !(c.gap <= alert); };
    const auto end = std::remove_if(candidate_.begin(), candidate_.begin() + static_cast<std::ptrdiff_t>(count_), gone);
    count_ = static_cast<std::size_t>(end - candidate_.begin());
    std::sort(candidate_.begin(), end, [](const Candidate& x, const Candidate& y) { return x.feature < y.feature; });
  }

 private:
  std::array<Candidate, kMost> candidate_;
  std::size_t count_ = 0;
  bool lasts_ = true;
};

// Numbers of the features of one body: 0 for none, 1 + v for vertex v, 1 + V + v for the edge of its outline that
// begins at v. For a pair, the number is f_a (1 + 2 V_b) + f_b. Two edges cross once and a vertex is one candidate, so
// that no number occurs twice.
struct Features {
  Index of_a, of_b;

  Index vertex_a(Index v) const { return (1 + v) * (1 + 2 * of_b); }
  Index vertex_b(Index v) const { return 1 + v; }
  Index crossing(Index v, Index w) const { return (1 + of_a + v) * (1 + 2 * of_b) + 1 + of_b + w; }
};

void add_vertices(const Outline& a, const Outline& b, const Features& features, double tolerance, Candidates& out) {
  for (const Seen& s : a.seen())
    if (b.holds(s.at, tolerance)) out.add({s.at, s.height, b.height(s.at) - s.height, features.vertex_a(s.vertex)});
  for (const Seen& s : b.seen()) {
    if (!a.holds(s.at, tolerance)) continue;
    const double on_a = a.height(s.at);
    out.add({s.at, on_a, s.height - on_a, features.vertex_b(s.vertex)});
  }
}

// Number of edges of an outline: one per corner for a face, one in all for an edge.
std::size_t edges_of(const Outline& outline) {
  const std::size_t corners = outline.around().size();
  return corners > 2 ? corners : corners - 1;
}

// Adds the point where the edge from p to q crosses the edge from r to s. Each edge must have its ends on opposite
// sides of the other.
void add_crossing(const Outline& a, std::size_t i, const Outline& b, std::size_t j, const Features& features,
                  double tolerance, Candidates& out) {
  const Vec2& p = a.corner(i).at;
  const Vec2& q = a.corner(i + 1).at;
  const Vec2& r = b.corner(j).at;
  const Vec2& s = b.corner(j + 1).at;
  const Vec2 pq = q - p;
  const Vec2 rs = s - r;
  const double far_b = tolerance * pq.norm();
  const double r_side = cross(pq, r - p);
  const double s_side = cross(pq, s - p);
  if (std::min(r_side, s_side) > -far_b || std::max(r_side, s_side) < far_b) return;
  const double far_a = tolerance * rs.norm();
  const double p_side = cross(rs, p - r);
  const double q_side = cross(rs, q - r);
  if (std::min(p_side, q_side) > -far_a || std::max(p_side, q_side) < far_a) return;
  const Vec2 at = p + p_side / (p_side - q_side) * pq;
  const double on_a = a.height(at);
  out.add({at, on_a, b.height(at) - on_a, features.crossing(a.corner(i).vertex, b.corner(j).vertex)});
  out.note_crossing(cross(pq, rs) / (pq.norm() * rs.norm()));
}

void add_crossings(const Outline& a, const Outline& b, const Features& features, double tolerance, Candidates& out) {
  for (std::size_t i = 0; i < edges_of(a); ++i)
    for (std::size_t j = 0; j < edges_of(b); ++j) add_crossing(a, i, b, j, features, tolerance, out);
}

// Chooses the points by their positions in the plane. Points about as deep as the deepest are chosen first, so that no
// load-bearing point is left out in favour of a more distant one that does not touch. Among nearly equal values the
// first is taken, so that rounding does not change the choice.
class Choice {
 public:
  Choice(std::span<const Candidate> from, double same_depth) : from_(from) {
    chosen_[0] = 0;
    for (std::size_t k = 1; k < from.size(); ++k)
      if (from[k].gap < from[chosen_[0]].gap - same_depth) chosen_[0] = k;
    count_ = 1;
  }

  // Adds points with gaps up to `limit`, up to the number of points allowed.
  void grow(double limit, double tolerance, Points most) {
    limit_ = limit;
    if (count_ == 1) add_triangle(tolerance);
    if (count_ == 2) add_third(tolerance);
    if (count_ == 3 && most == Points::four) add_fourth();
  }
  double deepest() const { return from_[chosen_[0]].gap; }

  std::span<const std::size_t> sorted() {
    std::sort(chosen_.begin(), chosen_.begin() + static_cast<std::ptrdiff_t>(count_));
    return {chosen_.data(), count_};
  }

 private:
  bool allowed(std::size_t k) const { return from_[k].gap <= limit_; }
  Vec2 way(std::size_t k) const { return from_[k].at - from_[chosen_[0]].at; }
  double area(std::size_t i, std::size_t j, std::size_t k) const {
    return cross(from_[j].at - from_[i].at, from_[k].at - from_[i].at);
  }

  // Adds the two points that make the triangle of largest area with the first. If all lie on a line, adds one.
  void add_triangle(double tolerance) {
    double most = 0;
    std::array<std::size_t, 2> best{};
    for (std::size_t i = 0; i < from_.size(); ++i)
      for (std::size_t j = i + 1; j < from_.size(); ++j) {
        if (!allowed(i) || !allowed(j)) continue;
        const double area = std::abs(cross(way(i), way(j)));
        if (!(area > most * (1 + kInPlane))) continue;
        const double longest = std::max(way(i).norm(), way(j).norm());
        if (!(area > tolerance * longest)) continue;
        most = area;
        best = {i, j};
      }
    if (most == 0) return add_farthest();
    chosen_[1] = best[0];
    chosen_[2] = best[1];
    count_ = 3;
  }

  // Adds the point farthest from the first.
  void add_farthest() {
    double most = 0;
    for (std::size_t k = 0; k < from_.size(); ++k) {
      if (!allowed(k) || !(way(k).norm() > most * (1 + kInPlane))) continue;
      most = way(k).norm();
      chosen_[1] = k;
      count_ = 2;
    }
  }

  // Adds the point that makes the triangle of largest area with the two chosen ones.
  void add_third(double tolerance) {
    double most = tolerance * way(chosen_[1]).norm();
    for (std::size_t k = 0; k < from_.size(); ++k) {
      const double wide = std::abs(area(chosen_[0], chosen_[1], k));
      if (!allowed(k) || !(wide > most * (1 + kInPlane))) continue;
      most = wide;
      chosen_[2] = k;
      count_ = 3;
    }
  }

  // Adds the point farthest outside the triangle, by the area that it adds.
  void add_fourth() {
    double most = 0;
    std::size_t best = 0;
    const double turn = area(chosen_[0], chosen_[1], chosen_[2]) < 0 ? -1 : 1;
    for (std::size_t k = 0; k < from_.size(); ++k) {
      double more = 0;
      for (std::size_t e = 0; e < 3; ++e) more = std::max(more, -turn * area(chosen_[e], chosen_[(e + 1) % 3], k));
      if (!allowed(k) || !(more > most * (1 + kInPlane))) continue;
      most = more;
      best = k;
    }
    if (!(most > kInPlane * std::abs(area(chosen_[0], chosen_[1], chosen_[2])))) return;
    chosen_[3] = best;
    count_ = 4;
  }

  std::span<const Candidate> from_;
  double limit_ = 0;
  std::array<std::size_t, Manifold::kMost> chosen_;
  std::size_t count_;
};

// Copies the chosen candidates into the manifold.
void choose(const Candidates& candidates, const OutlineView& view, double radius, Points most, Manifold& out) {
  const std::span<const Candidate> from = candidates.all();
  if (from.empty()) return;
  out.normal = view.out;
  const ChosenPoints chosen = chosen_points(from, radius, most);
  for (std::size_t k = 0; k < chosen.count; ++k) {
    const Candidate& c = from[chosen.index[k]];
    out.point[out.count++] = {c.at.x() * view.right + c.at.y() * view.up + c.on_a * view.out, c.gap, c.feature};
  }
  out.lasts = candidates.lasts() && out.count == from.size();
}

Manifold one_point(const Separation& s, Index feature) {
  Manifold out;
  out.point[0] = {s.on_a, s.gap, feature};
  out.count = 1;
  out.normal = s.normal;
  return out;
}

}  // namespace

ChosenPoints chosen_points(std::span<const Candidate> from, double radius, Points most) {
  Choice choice(from, kSameDepth * radius);
  if (most != Points::one) {
    choice.grow(choice.deepest() + kCarries * radius, kInPlane * radius, most);
    choice.grow(std::numeric_limits<double>::infinity(), kInPlane * radius, most);
  }
  ChosenPoints out;
  for (const std::size_t k : choice.sorted()) out.index[out.count++] = k;
  return out;
}

Manifold manifold(const Relative& pair, const Separation& separation, double alert, Points most) {
  if (!separation.near || separation.gap > alert) return {};
  if (pair.b.is_ball()) return one_point(separation, 0);
  const double radius = std::min(pair.radius_a, pair.radius_b);
  const double tolerance = kInPlane * radius;
  const OutlineView view(separation.normal);
  const Features features{pair.a.size(), pair.b.size()};
  const Outline a(pair.a, Mat3::Identity(), Vec3::Zero(), pair.radius_a, view, 1, kInPlane * pair.radius_a + alert,
                  tolerance);
  if (a.is_corner()) return one_point(separation, features.vertex_a(a.seen()[0].vertex));
  const Outline b(pair.b, pair.turn, pair.shift, pair.radius_b, view, -1, kInPlane * pair.radius_b + alert, tolerance);
  if (b.is_corner()) return one_point(separation, features.vertex_b(b.seen()[0].vertex));

  Candidates candidates;
  add_vertices(a, b, features, tolerance, candidates);
  add_crossings(a, b, features, tolerance, candidates);
  if (candidates.deepest() > separation.gap + kInPlane * tolerance) {
    const double height = view.out.dot(separation.on_a);
    candidates.add({view.flat(separation.on_a), height, separation.gap, 0});
  }
  candidates.keep(alert);
  Manifold out;
  out.weight = 3 - (a.is_edge() ? 1 : 0) - (b.is_edge() ? 1 : 0);
  choose(candidates, view, radius, most, out);
  return out;
}

Manifold touch(const PreparedShape& a, const Placement& at_a, const PreparedShape& b, const Placement& at_b,
               SeparationCache& cache, double alert, Points most) {
  if (a.is_ball()) {
    const Separation s = separation(a, at_a, b, at_b, cache, alert);
    return s.near && s.gap <= alert ? one_point(s, 0) : Manifold{};
  }
  Relative pair(a, at_a, b, at_b);
  Manifold out = manifold(pair, separation(pair, cache, alert), alert, most);
  out.normal = pair.along(out.normal);
  for (std::size_t k = 0; k < out.count; ++k) out.point[k].place = pair.place(out.point[k].place);
  return out;
}

Manifold wall_manifold(const PreparedShape& a, const Placement& at_a, const Vec3& wall, const Vec3& wall_normal,
                       double alert, Points most) {
  const Separation lowest = separation(a, at_a, wall, wall_normal);
  if (lowest.gap > alert) return {};
  if (a.is_ball()) return one_point(lowest, 0);
  const OutlineView view(-wall_normal);
  const double level = wall_normal.dot(at_a.centre - wall);
  const double tolerance = kInPlane * at_a.radius;
  const Outline seen(a, at_a.turn.toRotationMatrix(), Vec3::Zero(), at_a.radius, view, 1, tolerance + alert, tolerance);
  Candidates candidates;
  for (const Seen& s : seen.seen()) candidates.add({s.at, s.height, level - s.height, 1 + s.vertex});
  candidates.keep(alert);
  Manifold out;
  out.weight = seen.is_corner() ? 1 : seen.is_edge() ? 2 : 3;
  choose(candidates, view, at_a.radius, most, out);
  for (std::size_t k = 0; k < out.count; ++k) out.point[k].place += at_a.centre;
  return out;
}

}  // namespace rubble::shape
