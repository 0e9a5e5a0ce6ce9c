#include "shape/axes.hpp"

namespace rubble::shape {
namespace {

constexpr double kParallel = 1e-9;  // sine of the angle between edges below which their cross product adds no new axis
constexpr double kOutside = 1e-9;   // tolerance for the intersection of arcs; a superfluous axis does no harm

// An edge with the normals of the two adjacent faces, in the axes of a.
struct Ridge {
  Vec3 way, left, right;
};

// True if the arc from p to q meets the arc from r to s: each separates the ends of the other, and they are on one side
// of the sphere.
bool meet(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s) {
  const Vec3 pq = p.cross(q);
  const Vec3 rs = r.cross(s);
  const double r_side = r.dot(pq);
  const double s_side = s.dot(pq);
  if (r_side * s_side > kOutside) return false;
  const double p_side = p.dot(rs);
  const double q_side = q.dot(rs);
  if (p_side * q_side > kOutside) return false;
  return p_side * s_side >= -kOutside || q_side * r_side >= -kOutside;
}

void consider(Relative& pair, const Vec3& normal, Axis& best) {
  const double gap = -normal.dot(pair.farthest_corner(normal).x);
  if (gap > best.gap) best = {gap, normal};
}

}  // namespace

Axis best_axis(Relative& pair) {
  Axis best{-std::numeric_limits<double>::infinity(), Vec3::UnitX()};
  for (const FacePlane& plane : pair.a.plane) consider(pair, plane.normal, best);
  for (const FacePlane& plane : pair.b.plane) consider(pair, -(pair.turn * plane.normal), best);
  std::vector<Ridge> of_b;
  for (const Edge& e : pair.b.edge)
    of_b.push_back({(pair.turn * (pair.b.vertex[e.to] - pair.b.vertex[e.from])).normalized(),
                    -(pair.turn * pair.b.plane[e.left].normal), -(pair.turn * pair.b.plane[e.right].normal)});
  for (const Edge& e : pair.a.edge) {
    const Vec3 way = (pair.a.vertex[e.to] - pair.a.vertex[e.from]).normalized();
    const Vec3& left = pair.a.plane[e.left].normal;
    const Vec3& right = pair.a.plane[e.right].normal;
    for (const Ridge& f : of_b) {
      if (!meet(left, right, f.left, f.right)) continue;
      const Vec3 across = way.cross(f.way);
      const double sine = across.norm();
      if (!(sine > kParallel)) continue;
      const Vec3 normal = across / sine;
      consider(pair, normal.dot(left + right) < 0 ? Vec3(-normal) : normal, best);
    }
  }
  return best;
}

}  // namespace rubble::shape
