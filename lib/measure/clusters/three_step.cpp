#include "measure/clusters/three_step.hpp"

#include "measure/clusters/clusters.hpp"
#include "measure/clusters/smoothing.hpp"

#include <algorithm>
#include <numeric>

namespace rubble::measure {
namespace {

// The grains that touch each grain.
class Neighbours {
 public:
  Neighbours(std::size_t n, const std::vector<ContactKey>& pairs) : begin_(n + 1, 0), body_(2 * pairs.size()) {
    for (const ContactKey& pair : pairs) {
      ++begin_[static_cast<std::size_t>(pair.a) + 1];
      ++begin_[static_cast<std::size_t>(pair.b) + 1];
    }
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    std::vector<std::size_t> cursor = begin_;
    for (const ContactKey& pair : pairs) {
      body_[cursor[static_cast<std::size_t>(pair.a)]++] = pair.b;
      body_[cursor[static_cast<std::size_t>(pair.b)]++] = pair.a;
    }
  }
  template <class Visit>
  void visit(Index i, Visit&& visit) const {
    for (std::size_t k = begin_[static_cast<std::size_t>(i)]; k < begin_[static_cast<std::size_t>(i) + 1]; ++k)
      visit(body_[k]);
  }

 private:
  std::vector<std::size_t> begin_;
  std::vector<Index> body_;
};

class Search {
 public:
  // (grains as spheres, touching pairs, parameters)
  Search(const Pile& pile, const std::vector<ContactKey>& touching, const ThreeStep& parameters)
      : pile_(pile),
        parameters_(parameters),
        neighbours_(pile.size(), touching),
        width_(pile.model.radius),
        taken_(pile.size(), 0),
        free_(pile.size()),
        place_(pile.state.position) {
    for (double& width : width_) width *= parameters.smoothing;
    std::iota(free_.begin(), free_.end(), Index{0});
  }

  std::vector<std::vector<Index>> run() {
    std::vector<std::vector<Index>> found;
    while (free_.size() >= std::max<std::size_t>(1, parameters_.least)) {
      std::vector<Index> cluster = next();
      if (cluster.empty()) break;
      std::erase_if(free_, [&](Index i) { return taken_[i] != 0; });
      std::sort(cluster.begin(), cluster.end());
      found.push_back(std::move(cluster));
    }
    return found;
  }

 private:
  // => the next cluster, with its grains marked in taken_; empty if there is none.
  std::vector<Index> next() {
    const Reals density = smoothed_mass(pile_.model.mass, width_, pile_.state.position, free_, lattice_);
    std::vector<std::size_t> order(free_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const std::size_t tries = std::min(parameters_.tries, order.size());
    std::partial_sort(
        order.begin(), order.begin() + static_cast<std::ptrdiff_t>(tries), order.end(),
        [&](std::size_t a, std::size_t b) { return density[a] != density[b] ? density[a] > density[b] : a < b; });
    for (std::size_t k = 0; k < tries; ++k) {
      std::vector<Index> cluster = touching(free_[order[k]]);
      capture(cluster);
      if (cluster.size() >= parameters_.least) return cluster;
      for (const Index i : cluster) taken_[i] = 0;
    }
    return {};
  }

  std::vector<Index> touching(Index seed) {
    std::vector<Index> cluster{seed};
    taken_[seed] = 1;
    for (std::size_t k = 0; k < cluster.size(); ++k)
      neighbours_.visit(cluster[k], [&](Index j) {
        if (taken_[j] == 0) {
          taken_[j] = 1;
          place_beside(j, place_[cluster[k]]);
          cluster.push_back(j);
        }
      });
    return cluster;
  }

  // Sets the position of body i to its image nearest to `place` [m].
  void place_beside(Index i, const Vec3& place) {
    const Vec3& x = pile_.state.position[i];
    place_[i] = x + lattice_.image(x - place);
  }

  void capture(std::vector<Index>& cluster) {
    const Reals& mass = pile_.model.mass;
    const Vec3s &x = pile_.state.position, &v = pile_.state.velocity;
    const Vec3 origin = place_[cluster.front()];  // so that a pile far away keeps its digits
    double M = 0;
    Vec3 MX = Vec3::Zero(), MV = Vec3::Zero();
    std::size_t summed = 0;
    while (summed < cluster.size()) {
      for (; summed < cluster.size(); ++summed) {
        const Index i = cluster[summed];
        M += mass[i], MX += mass[i] * (place_[i] - origin), MV += mass[i] * v[i];
      }
      const Vec3 X = origin + MX / M, V = MV / M;
      for (const Index i : free_) {
        if (taken_[i] != 0) continue;
        if ((v[i] - V).squaredNorm() * lattice_.nearest(x[i] - X).norm() >= 2 * parameters_.G * M) continue;
        taken_[i] = 1;
        place_beside(i, X);
        cluster.push_back(i);
      }
    }
  }

  const Pile& pile_;
  const ImageLattice lattice_ = pile_.model.space.at(pile_.state.time);
  const ThreeStep& parameters_;
  Neighbours neighbours_;
  Reals width_;
  std::vector<char> taken_;  // 1 for grains of earlier clusters and of the present one
  std::vector<Index> free_;  // grains in no cluster, ascending
  Vec3s place_;              // position of each grain; in periodic space, of the image connected to its cluster [m]
};

}  // namespace

std::vector<std::vector<Index>> three_step(const Pile& pile, const ThreeStep& parameters) {
  const Grains grains = grains_of(pile);
  const Pile whole = as_spheres(pile, grains);
  const std::vector<ContactKey> touching = between_grains(grains, joined_pairs(pile, parameters.tolerance));
  std::vector<std::vector<Index>> found = Search(whole, touching, parameters).run();
  const auto mass_of = [&](const std::vector<Index>& members) {
    double sum = 0;
    for (const Index i : members) sum += whole.model.mass[i];
    return sum;
  };
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t k = 0; k < found.size(); ++k) order.emplace_back(mass_of(found[k]), k);
  std::sort(order.begin(), order.end(), [&](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : found[a.second].front() < found[b.second].front();
  });
  std::vector<std::vector<Index>> sorted;
  sorted.reserve(found.size());
  for (const auto& [mass, k] : order) sorted.push_back(bodies_of(grains, found[k]));
  return sorted;
}

}  // namespace rubble::measure
