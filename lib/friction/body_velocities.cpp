#include "friction/body_velocities.hpp"

#include "base/parallel.hpp"

#include <algorithm>
#include <map>

namespace rubble::friction {
namespace {

Mat3 inverse_inertia(const BodyVelocities& bodies, std::size_t i) {
  if (bodies.inverse_inertia.empty()) return bodies.inverse_moment[i] * Mat3::Identity();
  return bodies.inverse_inertia[i];
}

// One end of a contact: body, lever arm, and sign of the impulse on the body.
struct End {
  Index body;
  Vec3 arm;
  double sign;
};
std::vector<End> ends_of(const Links& links, std::size_t c) {
  std::vector<End> ends = {{links.a[c], links.arm_a[c], -1.0}};
  if (links.b[c] >= 0) ends.push_back({links.b[c], links.arm_b[c], 1.0});
  return ends;
}

// (bodies, body, lever arms `from` and `to`) => matrix that maps an impulse at `from` to the change of velocity at
// `to`: 1 / m + [to]x^T J^-1 [from]x, with [a]x v = a x v.
Mat3 response(const BodyVelocities& bodies, std::size_t body, const Vec3& from, const Vec3& to) {
  const auto crossed = [](const Vec3& v) {
    Mat3 m;
    m << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
    return m;
  };
  return bodies.inverse_mass[body] * Mat3::Identity() - crossed(to) * inverse_inertia(bodies, body) * crossed(from);
}

Mat3 matrix_of(const ContactFrame& frame) {
  Mat3 rows;
  rows << frame.normal.transpose(), frame.first.transpose(), frame.second.transpose();
  return rows;
}

}  // namespace

ContactFrame frame_of(const Vec3& normal) {
  int smallest = 0;
  normal.cwiseAbs().minCoeff(&smallest);
  const Vec3 first = normal.cross(Vec3::Unit(smallest)).normalized();
  return {normal, first, normal.cross(first)};
}

void Links::resize(std::size_t count) {
  a.resize(count);
  b.resize(count);
  arm_a.resize(count);
  arm_b.resize(count);
  normal.resize(count);
  shift.resize(count);
  friction.resize(count);
}

void Links::assign(const Links& from, const std::vector<std::size_t>& rows) {
  resize(rows.size());
  parallel_for(rows.size(), [&](std::size_t k) {
    const std::size_t row = rows[k];
    a[k] = from.a[row];
    b[k] = from.b[row];
    arm_a[k] = from.arm_a[row];
    arm_b[k] = from.arm_b[row];
    normal[k] = from.normal[row];
    shift[k] = from.shift[row];
    friction[k] = from.friction[row];
  });
}

Vec3 relative_velocity(const BodyVelocities& bodies, const Links& links, std::size_t c) {
  const auto a = static_cast<std::size_t>(links.a[c]);
  Vec3 u = links.shift[c] - bodies.velocity[a] - bodies.spin[a].cross(links.arm_a[c]);
  if (links.b[c] < 0) return u;
  const auto b = static_cast<std::size_t>(links.b[c]);
  u += bodies.velocity[b] + bodies.spin[b].cross(links.arm_b[c]);
  return u;
}

Mat3 own_response(const BodyVelocities& bodies, const Links& links, std::size_t c) {
  Mat3 sum = Mat3::Zero();
  for (const End& end : ends_of(links, c))
    sum += response(bodies, static_cast<std::size_t>(end.body), end.arm, end.arm);
  return sum;
}

void push(BodyVelocities& bodies, const Links& links, std::size_t c, const Vec3& impulse) {
  for (const End& end : ends_of(links, c)) {
    const auto i = static_cast<std::size_t>(end.body);
    const Vec3 p = end.sign * impulse;
    bodies.velocity[i] += bodies.inverse_mass[i] * p;
    bodies.spin[i] += inverse_inertia(bodies, i) * end.arm.cross(p);
  }
}

Problem delassus_of(const BodyProblem& problem) {
  const Links& links = problem.links;
  const std::size_t n = links.size();
  std::vector<std::vector<Index>> contacts_of(problem.bodies.size());
  for (std::size_t c = 0; c < n; ++c)
    for (const End& end : ends_of(links, c))
      contacts_of[static_cast<std::size_t>(end.body)].push_back(static_cast<Index>(c));

  Problem out;
  for (std::size_t c = 0; c < n; ++c) {
    const Mat3 rows = matrix_of(frame_of(links.normal[c]));
    std::map<Index, Mat3> row;  // blocks by contact
    for (const End& end : ends_of(links, c)) {
      const auto body = static_cast<std::size_t>(end.body);
      for (const Index other : contacts_of[body]) {
        const auto d = static_cast<std::size_t>(other);
        for (const End& from : ends_of(links, d)) {
          if (from.body != end.body) continue;
          const Mat3 turned = rows * response(problem.bodies, body, from.arm, end.arm) *
                              matrix_of(frame_of(links.normal[d])).transpose();
          row.try_emplace(other, Mat3::Zero()).first->second += end.sign * from.sign * turned;
        }
      }
    }
    for (const auto& [column, block] : row) {
      out.delassus.column.push_back(column);
      out.delassus.block.push_back(block);
    }
    out.delassus.begin.push_back(static_cast<Index>(out.delassus.column.size()));
    out.free_velocity.push_back(rows * relative_velocity(problem.bodies, links, c));
    out.friction.push_back(links.friction[c]);
  }
  return out;
}

}  // namespace rubble::friction
