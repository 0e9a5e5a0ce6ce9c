#include "picture/depths.hpp"

#include "base/parallel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace rubble::picture {

namespace {

using Vec3f = Eigen::Vector3f;

constexpr int kTile = 64;        // pixels: the depths of a tile fit into the first-level cache
constexpr int kBuckets = 4096;   // classes of depth, by which items are sorted
constexpr float kSteep = 1e-6F;  // a plane is seen edge on if its normal's component along the line of sight is below
                                 // this

// An item's bounding ball, in pixels.
struct Bound {
  Vec3f centre;
  float radius;
  bool cut;   // the cut plane intersects the item
  bool seen;  // a part of the item may remain after the cut, within the picture
};

// All points with normal . place <= offset, in pixels.
struct HalfSpace {
  Vec3f normal;
  float offset;
};

HalfSpace in_pixels(const shape::FacePlane& plane, const View& view) {
  const Vec3 normal = view.turned(plane.normal);
  const double offset = view.scale * plane.offset + normal.dot(view.place(Vec3::Zero()));
  return {normal.cast<float>(), static_cast<float>(offset)};
}

// The items of a scene in the coordinates of a view.
class Seen {
 public:
  Seen(const Scene& scene, const View& view, double least)
      : scene_(scene), view_(view), least_(static_cast<float>(least)) {
    if (scene.cut) cut_ = in_pixels(*scene.cut, view);
  }

  std::size_t size() const { return scene_.size(); }
  bool is_ball(std::size_t i) const { return i < scene_.ball.size(); }
  bool is_hull(std::size_t i) const { return !is_ball(i) && i - scene_.ball.size() < scene_.hull.size(); }
  const Ball& ball(std::size_t i) const { return scene_.ball[i]; }
  const DrawnHull& hull(std::size_t i) const { return scene_.hull[i - scene_.ball.size()]; }
  const Rod& rod(std::size_t i) const { return scene_.rod[i - scene_.ball.size() - scene_.hull.size()]; }
  const std::optional<HalfSpace>& cut() const { return cut_; }
  Vec3f place(const Vec3& x) const { return view_.place(x).cast<float>(); }
  float drawn_radius(double radius) const { return std::max(static_cast<float>(view_.scale * radius), least_); }

  Bound bound(std::size_t i) const {
    Bound b{};
    if (is_ball(i)) {
      b.centre = place(ball(i).centre);
      b.radius = drawn_radius(ball(i).radius);
    } else if (is_hull(i)) {
      b.centre = place(hull(i).centre);
      b.radius = static_cast<float>(view_.scale * hull(i).reach * hull(i).size);
    } else {
      const Rod& r = rod(i);
      b.centre = place(0.5 * (r.from + r.to));
      b.radius = static_cast<float>(0.5 * view_.scale * (r.to - r.from).norm()) + drawn_radius(r.radius);
    }
    const float above = cut_ ? cut_->normal.dot(b.centre) - cut_->offset : -2 * b.radius;
    b.cut = above > -b.radius;
    const auto beside = [&](float x, int size) { return x + b.radius < 0 || x - b.radius > static_cast<float>(size); };
    b.seen = above < b.radius && !beside(b.centre.x(), view_.width) && !beside(b.centre.y(), view_.height);
    return b;
  }

  // The planes of a hull in pixels.
  void planes(const DrawnHull& hull, std::vector<HalfSpace>& out) const {
    out.clear();
    const Mat3 turn = hull.turn.toRotationMatrix();
    const Vec3 centre = view_.place(hull.centre);
    for (const shape::FacePlane& plane : *hull.plane) {
      const Vec3 normal = view_.turned(turn * plane.normal);
      const double offset = view_.scale * hull.size * plane.offset + normal.dot(centre);
      out.push_back({normal.cast<float>(), static_cast<float>(offset)});
    }
  }

 private:
  const Scene& scene_;
  const View& view_;
  float least_;
  std::optional<HalfSpace> cut_;
};

// The part of the picture that one thread draws at a time.
class Tile {
 public:
  Tile(Depths& out, int column, int row)
      : out_(out),
        x0_(column * kTile),
        y0_(row * kTile),
        x1_(std::min(x0_ + kTile, out.width)),
        y1_(std::min(y0_ + kTile, out.height)) {}

  int x0() const { return x0_; }
  int x1() const { return x1_; }
  int y0() const { return y0_; }
  int y1() const { return y1_; }
  float* depth(int y) const { return out_.z.data() + out_.at(x0_, y); }
  std::int32_t* item(int y) const { return out_.item.data() + out_.at(x0_, y); }

  // Depth behind which nothing is visible any more.
  float least() const {
    float least = std::numeric_limits<float>::infinity();
    for (int y = y0_; y < y1_; ++y)
      for (int x = 0; x < x1_ - x0_; ++x) least = std::min(least, depth(y)[x]);
    return least;
  }

 private:
  Depths& out_;
  int x0_, y0_, x1_, y1_;
};

// Pixels among [begin, end) whose centres are within [from, to].
struct Span {
  int begin, end;
};
Span middles(float from, float to, int begin, int end) {
  return {std::max(begin, static_cast<int>(std::ceil(from - 0.5F))),
          std::min(end, static_cast<int>(std::floor(to - 0.5F)) + 1)};
}

// For a row of pixels, the part of each line of sight that an item fills: from back to front.
struct Row {
  std::array<float, kTile> front, back;
};

// Removes the part above the plane.
void clip(Row& row, const HalfSpace& plane, Span span, int x0, float y) {
  const float nz = plane.normal.z();
  const float level = plane.offset - plane.normal.y() * y;
  for (int x = span.begin; x < span.end; ++x) {
    const float height = level - plane.normal.x() * (static_cast<float>(x) + 0.5F);
    float& front = row.front[static_cast<std::size_t>(x - x0)];
    float& back = row.back[static_cast<std::size_t>(x - x0)];
    if (nz > kSteep) front = std::min(front, height / nz);
    if (nz < -kSteep) back = std::max(back, height / nz);
    if (std::abs(nz) <= kSteep && height < 0) front = kNothing;
  }
}

void take(const Row& row, Span span, const Tile& tile, int y, std::int32_t i) {
  float* depth = tile.depth(y);
  std::int32_t* item = tile.item(y);
  for (int x = span.begin - tile.x0(); x < span.end - tile.x0(); ++x) {
    const float front = row.front[static_cast<std::size_t>(x)];
    if (front >= row.back[static_cast<std::size_t>(x)] && front > depth[x]) {
      depth[x] = front;
      item[x] = i;
    }
  }
}

// A ball that is not cut, with the centre (a, b, c): (z - c)^2 = r^2 - (x - a)^2 - (y - b)^2.
void draw_ball(const Bound& ball, const Tile& tile, std::int32_t i) {
  const Vec3f& c = ball.centre;
  const float square = ball.radius * ball.radius;
  const Span rows = middles(c.y() - ball.radius, c.y() + ball.radius, tile.y0(), tile.y1());
  for (int y = rows.begin; y < rows.end; ++y) {
    const float dy = static_cast<float>(y) + 0.5F - c.y();
    const float left = square - dy * dy;
    if (left <= 0) continue;
    const float half = std::sqrt(left);
    const Span span = middles(c.x() - half, c.x() + half, tile.x0(), tile.x1());
    float* depth = tile.depth(y) - tile.x0();
    std::int32_t* item = tile.item(y) - tile.x0();
    for (int x = span.begin; x < span.end; ++x) {
      const float dx = static_cast<float>(x) + 0.5F - c.x();
      const float front = c.z() + std::sqrt(std::max(left - dx * dx, 0.0F));
      if (front > depth[x]) {
        depth[x] = front;
        item[x] = i;
      }
    }
  }
}

// A ball that the cut plane intersects.
void draw_cut_ball(const Bound& ball, const HalfSpace& cut, const Tile& tile, std::int32_t i) {
  const Vec3f& c = ball.centre;
  const float square = ball.radius * ball.radius;
  const Span rows = middles(c.y() - ball.radius, c.y() + ball.radius, tile.y0(), tile.y1());
  Row row;
  for (int y = rows.begin; y < rows.end; ++y) {
    const float dy = static_cast<float>(y) + 0.5F - c.y();
    const float left = square - dy * dy;
    if (left <= 0) continue;
    const float half = std::sqrt(left);
    const Span span = middles(c.x() - half, c.x() + half, tile.x0(), tile.x1());
    for (int x = span.begin; x < span.end; ++x) {
      const float dx = static_cast<float>(x) + 0.5F - c.x();
      const float height = std::sqrt(std::max(left - dx * dx, 0.0F));
      row.front[static_cast<std::size_t>(x - tile.x0())] = c.z() + height;
      row.back[static_cast<std::size_t>(x - tile.x0())] = c.z() - height;
    }
    clip(row, cut, span, tile.x0(), static_cast<float>(y) + 0.5F);
    take(row, span, tile, y, i);
  }
}

// A convex body: the part of each line of sight below all of its planes.
void draw_hull(const Bound& bound, const std::vector<HalfSpace>& planes, const std::optional<HalfSpace>& cut,
               const Tile& tile, std::int32_t i) {
  const Vec3f& c = bound.centre;
  const Span rows = middles(c.y() - bound.radius, c.y() + bound.radius, tile.y0(), tile.y1());
  const Span span = middles(c.x() - bound.radius, c.x() + bound.radius, tile.x0(), tile.x1());
  if (span.begin >= span.end) return;
  Row row;
  for (int y = rows.begin; y < rows.end; ++y) {
    row.front.fill(c.z() + 2 * bound.radius);
    row.back.fill(c.z() - 2 * bound.radius);
    for (const HalfSpace& plane : planes) clip(row, plane, span, tile.x0(), static_cast<float>(y) + 0.5F);
    if (bound.cut) clip(row, *cut, span, tile.x0(), static_cast<float>(y) + 0.5F);
    take(row, span, tile, y, i);
  }
}

// A rod in pixels.
struct Stick {
  Vec3f from, way;  // way: unit vector
  float length, radius;
};

Stick stick_of(const Seen& seen, const Rod& rod) {
  Stick stick{};
  stick.from = seen.place(rod.from);
  const Vec3f along = seen.place(rod.to) - stick.from;
  stick.length = along.norm();
  stick.way = stick.length > 0 ? Vec3f(along / stick.length) : Vec3f::UnitZ();
  stick.radius = seen.drawn_radius(rod.radius);
  return stick;
}

// (rod, offset d of a line of sight from its beginning) => true if the line meets the rod. `front` and `back` become
// the ends of the interval inside it, from the beginning of the rod. With the direction e to the viewer and the
// direction u of the rod, it is the cylinder |d + z e - ((d + z e) . u) u|^2 = r^2 between its ends. Beyond them it is
// the ball at the nearer end.
bool along_sight(const Stick& s, float dx, float dy, float& front, float& back) {
  front = kNothing;
  back = -kNothing;
  const float uz = s.way.z(), along = s.way.x() * dx + s.way.y() * dy, flat = dx * dx + dy * dy;
  const float a = 1 - uz * uz;
  const float half = a > 1e-9F ? along * uz / a : 0;
  const float square = a > 1e-9F ? half * half - (flat - along * along - s.radius * s.radius) / a : -1;
  if (square >= 0) {
    const float root = std::sqrt(square);
    for (const float z : {half + root, half - root}) {
      const float reached = along + z * uz;
      if (reached < 0 || reached > s.length) continue;
      front = std::max(front, z);
      back = std::min(back, z);
    }
  }
  for (const float end : {0.0F, s.length}) {
    const float ex = dx - end * s.way.x(), ey = dy - end * s.way.y();
    const float left = s.radius * s.radius - ex * ex - ey * ey;
    if (left < 0) continue;
    const float root = std::sqrt(left);
    front = std::max(front, end * uz + root);
    back = std::min(back, end * uz - root);
  }
  return front >= back;
}

void draw_rod(const Stick& stick, bool is_cut, const std::optional<HalfSpace>& cut, const Tile& tile, std::int32_t i) {
  const Vec3f to = stick.from + stick.length * stick.way;
  const Span rows = middles(std::min(stick.from.y(), to.y()) - stick.radius,
                            std::max(stick.from.y(), to.y()) + stick.radius, tile.y0(), tile.y1());
  const Span span = middles(std::min(stick.from.x(), to.x()) - stick.radius,
                            std::max(stick.from.x(), to.x()) + stick.radius, tile.x0(), tile.x1());
  Row row;
  for (int y = rows.begin; y < rows.end; ++y) {
    const float dy = static_cast<float>(y) + 0.5F - stick.from.y();
    for (int x = span.begin; x < span.end; ++x) {
      float& front = row.front[static_cast<std::size_t>(x - tile.x0())];
      float& back = row.back[static_cast<std::size_t>(x - tile.x0())];
      along_sight(stick, static_cast<float>(x) + 0.5F - stick.from.x(), dy, front, back);
      front += stick.from.z();
      back += stick.from.z();
    }
    if (is_cut) clip(row, *cut, span, tile.x0(), static_cast<float>(y) + 0.5F);
    take(row, span, tile, y, i);
  }
}

// The items of each tile, the nearer ones first.
struct Sorted {
  std::vector<Bound> bound;
  std::vector<std::int32_t> item;  // of all tiles, one after the other
  std::vector<std::size_t> begin;  // first item of each tile
  float step = 0;                  // tolerance of the order of the items [pixels]
};

// Visible items in their original order, if their mean radius is at most kSmall: drawing then costs less than sorting.
// Otherwise nothing.
constexpr double kSmall = 4;  // mean radius [pixels]
std::optional<std::vector<std::int32_t>> if_small(const std::vector<Bound>& bound) {
  double sum = 0;
  std::vector<std::int32_t> seen;
  for (std::size_t i = 0; i < bound.size(); ++i) {
    if (!bound[i].seen) continue;
    sum += bound[i].radius;
    seen.push_back(static_cast<std::int32_t>(i));
  }
  if (sum > kSmall * static_cast<double>(seen.size())) return std::nullopt;
  return seen;
}

// (items, step) => visible items, sorted by depth into equal intervals, the nearest interval first. Sets `step` to the
// length of an interval [pixels]. Items in one interval keep their original order.
std::vector<std::int32_t> by_nearness(const std::vector<Bound>& bound, float& step) {
  float nearest = kNothing, farthest = -kNothing;
  const auto near = [&](const Bound& b) { return b.centre.z() + b.radius; };
  for (const Bound& b : bound) {
    if (!b.seen) continue;
    nearest = std::max(nearest, near(b));
    farthest = std::min(farthest, near(b));
  }
  step = (nearest - farthest) / (kBuckets - 1);
  const auto bucket = [&](const Bound& b) {
    return step > 0 ? std::min(static_cast<int>((nearest - near(b)) / step), kBuckets - 1) : 0;
  };
  std::array<std::size_t, kBuckets + 1> begin{};
  for (const Bound& b : bound)
    if (b.seen) ++begin[static_cast<std::size_t>(bucket(b)) + 1];
  for (std::size_t k = 0; k < kBuckets; ++k) begin[k + 1] += begin[k];
  std::vector<std::int32_t> order(begin[kBuckets]);
  for (std::size_t i = 0; i < bound.size(); ++i)
    if (bound[i].seen) order[begin[static_cast<std::size_t>(bucket(bound[i]))]++] = static_cast<std::int32_t>(i);
  return order;
}

Sorted sorted(const Seen& seen, int columns, int rows) {
  Sorted out;
  out.bound.resize(seen.size());
  parallel_for(seen.size(), [&](std::size_t i) { out.bound[i] = seen.bound(i); });
  std::optional<std::vector<std::int32_t>> small = if_small(out.bound);
  if (small) out.step = std::numeric_limits<float>::infinity();
  const std::vector<std::int32_t> order = small ? std::move(*small) : by_nearness(out.bound, out.step);
  const auto each_tile = [&](const Bound& b, auto&& visit) {
    const auto tile = [](float x, int tiles) { return std::clamp(static_cast<int>(x) / kTile, 0, tiles - 1); };
    const int left = tile(b.centre.x() - b.radius, columns), right = tile(b.centre.x() + b.radius, columns);
    const int top = tile(b.centre.y() - b.radius, rows), bottom = tile(b.centre.y() + b.radius, rows);
    for (int row = top; row <= bottom; ++row)
      for (int column = left; column <= right; ++column) visit(static_cast<std::size_t>(row * columns + column));
  };
  out.begin.assign(static_cast<std::size_t>(columns * rows) + 1, 0);
  for (const std::int32_t i : order)
    each_tile(out.bound[static_cast<std::size_t>(i)], [&](std::size_t t) { ++out.begin[t + 1]; });
  for (std::size_t t = 1; t < out.begin.size(); ++t) out.begin[t] += out.begin[t - 1];
  out.item.resize(out.begin.back());
  std::vector<std::size_t> next(out.begin.begin(), out.begin.end() - 1);
  for (const std::int32_t i : order)
    each_tile(out.bound[static_cast<std::size_t>(i)], [&](std::size_t t) { out.item[next[t]++] = i; });
  return out;
}

void draw(const Seen& seen, const Sorted& items, std::size_t t, const Tile& tile) {
  std::vector<HalfSpace> planes;
  float least = kNothing;
  float drawn = 0;  // pixels drawn since `least` was last updated
  for (std::size_t k = items.begin[t]; k < items.begin[t + 1]; ++k) {
    const std::int32_t i = items.item[k];
    const auto item = static_cast<std::size_t>(i);
    const Bound& bound = items.bound[item];
    if (bound.centre.z() + bound.radius + 2 * items.step < least) return;
    if (seen.is_ball(item)) {
      if (bound.cut)
        draw_cut_ball(bound, *seen.cut(), tile, i);
      else
        draw_ball(bound, tile, i);
    } else if (seen.is_hull(item)) {
      seen.planes(seen.hull(item), planes);
      draw_hull(bound, planes, seen.cut(), tile, i);
    } else {
      draw_rod(stick_of(seen, seen.rod(item)), bound.cut, seen.cut(), tile, i);
    }
    drawn += std::min(4 * bound.radius * bound.radius, static_cast<float>(kTile * kTile));
    if (drawn < 2 * kTile * kTile) continue;
    least = tile.least();
    drawn = 0;
  }
}

}  // namespace

Depths depths_of(const Scene& scene, const View& view, double least) {
  Depths out;
  out.width = view.width;
  out.height = view.height;
  const auto pixels = static_cast<std::size_t>(view.width) * static_cast<std::size_t>(view.height);
  out.z.assign(pixels, kNothing);
  out.item.assign(pixels, -1);
  const int columns = (view.width + kTile - 1) / kTile, rows = (view.height + kTile - 1) / kTile;
  const Seen seen(scene, view, least);
  const Sorted items = sorted(seen, columns, rows);
  const auto tiles = static_cast<std::ptrdiff_t>(columns) * rows;
#pragma omp parallel for schedule(dynamic) if (tiles > 1)
  for (std::ptrdiff_t t = 0; t < tiles; ++t) {
    const Tile tile(out, static_cast<int>(t) % columns, static_cast<int>(t) / columns);
    draw(seen, items, static_cast<std::size_t>(t), tile);
  }
  return out;
}

Vec3 normal_at(const Scene& scene, std::int32_t i, const Vec3& x, double tolerance) {
  if (scene.cut && scene.cut->normal.dot(x) > scene.cut->offset - tolerance) return scene.cut->normal;
  auto item = static_cast<std::size_t>(i);
  if (item < scene.ball.size()) return (x - scene.ball[item].centre).normalized();
  item -= scene.ball.size();
  if (item < scene.hull.size()) {
    const DrawnHull& hull = scene.hull[item];
    const Vec3 inside = hull.turn.conjugate() * (x - hull.centre) / hull.size;
    const auto above = [&](const shape::FacePlane& plane) { return plane.normal.dot(inside) - plane.offset; };
    return hull.turn * std::ranges::max(*hull.plane, {}, above).normal;
  }
  const Rod& rod = scene.rod[item - scene.hull.size()];
  const Vec3 way = rod.to - rod.from;
  const double square = way.squaredNorm();
  const double share = square > 0 ? std::clamp(way.dot(x - rod.from) / square, 0.0, 1.0) : 0;
  return (x - rod.from - share * way).normalized();
}

}  // namespace rubble::picture
