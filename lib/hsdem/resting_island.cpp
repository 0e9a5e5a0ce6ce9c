#include "hsdem/resting_island.hpp"

#include "base/interrupt.hpp"
#include "hsdem/resting_lever.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <Eigen/SparseCholesky>

namespace rubble::hsdem {
namespace {

using Sparse = Eigen::SparseMatrix<double>;
Eigen::Index entry(std::size_t i) { return static_cast<Eigen::Index>(i); }

constexpr std::size_t kPatience = 20;  // sweeps between two minimisations
constexpr int kPaths = 20;             // largest number of parts of the path of a minimisation
constexpr double kRegular = 1e-10;     // regularisation / diagonal of the matrix
constexpr int kCorrections = 10;
// Largest remaining error of the rates after all corrections / largest wanted change of a rate; above this value the
// lower bounds of the rates exclude each other.
constexpr double kExcluded = 0.01;
constexpr double kExact = 0.1;  // error of the rates at which corrections end / tolerance
// Work is counted in multiplications of a factorisation (1.4 ns on a core of 2024). A contact takes 23 ns in a sweep,
// and a term of the matrix of a minimisation 14 ns.
constexpr double kSweep = 16;
constexpr double kTerm = 10;
// Least work of an island / number of its links: 20 sweeps and one minimisation of a column.
constexpr double kLeastWork = 20 * kSweep + 100;

// Factorisation whose work is known before it is done.
class Factors : public Eigen::SimplicialLDLT<Sparse> {
 public:
  // After analyzePattern(): multiplications of the factorisation and of the corrections.
  double work() const {
    double sum = 0;
    for (Eigen::Index column = 0; column < m_nonZerosPerCol.size(); ++column) {
      const double below = m_nonZerosPerCol[column];
      sum += below * (below + 2 * kCorrections);
    }
    return sum;
  }
};

// Changes of the impulses of the pressed contacts [N s], in the order of `pressed_`, that would bring the rates of
// their gaps to the lower bounds. `arrives` is true if the rates then equal the bounds within the tolerance. `excluded`
// is true if the rates miss the bounds by so much that the bounds must exclude each other.
struct Path {
  Reals change;
  bool arrives = false, excluded = false;
};

// A contact seen from one of its bodies: sign and direction of its impulse, and its torque and spin as in Lever.
struct Side {
  std::size_t contact;
  double sign;
  Vec3 normal, torque, spin;
};

class Sweeps {
 public:
  Sweeps(std::vector<RestingBody>& bodies, std::vector<RestingLink>& links, double most)
      : bodies_(bodies),
        links_(links),
        change_(links.size(), 0),
        direction_(links.size(), 0),
        left_(std::max(most, kLeastWork * static_cast<double>(links.size()))) {
    for (const RestingLink& link : links) {
      lever_.push_back(lever_of(bodies, link));
      push(bodies, link, lever_.back(), link.impulse);
    }
  }

  // Makes one sweep. => true if no rate changed by more than its tolerance
  bool sweep() {
    bool settled = true;
    for (std::size_t k = 0; k < links_.size(); ++k) settled = relax(k) && settled;
    left_ -= work_of_sweep();
    return settled;
  }

  // True if a minimisation found that the impulses have no limit: no solution exists.
  bool unbounded() const { return unbounded_; }

  bool may_go_on() const { return left_ >= work_of_sweep(); }

  // Brings the rates of the pressed contacts to their lower bounds. Impulses that would become negative are set to 0,
  // and their contacts are left out. Ends where the work would exceed its limit. => false if no path was found
  bool minimise() {
    pressed_.clear();
    for (std::size_t k = 0; k < links_.size(); ++k)
      if (links_[k].impulse > 0) pressed_.push_back(k);
    bool moved = false;
    for (int n = 0; n < kPaths && !pressed_.empty(); ++n) {
      interrupt::check();
      const std::optional<Path> path = find_path();
      if (!path) break;
      moved = true;
      if (move(*path)) break;
      std::erase_if(pressed_, [&](std::size_t k) { return links_[k].impulse == 0; });
    }
    if (!moved) return false;
    std::fill(direction_.begin(), direction_.end(), 0.0);
    last_square_ = 0;
    return true;
  }

  // Extrapolates in the direction of the last sweeps.
  void accelerate() {
    double square = 0;
    for (std::size_t k = 0; k < links_.size(); ++k) square += lever_[k].yields * change_[k] * change_[k];
    const double share = last_square_ > 0 ? square / last_square_ : 0;
    last_square_ = square;
    if (share > 1) {
      std::fill(direction_.begin(), direction_.end(), 0.0);
      return;
    }
    for (std::size_t k = 0; k < links_.size(); ++k) {
      const double step = share * direction_[k];
      direction_[k] = step + change_[k];
      const double before = links_[k].impulse;
      links_[k].impulse = std::max(0.0, before + step);
      push(bodies_, links_[k], lever_[k], links_[k].impulse - before);
    }
  }

 private:
  bool relax(std::size_t k) {
    RestingLink& link = links_[k];
    const double before = link.impulse;
    link.impulse = std::max(0.0, before + (link.least - rate(bodies_, link, lever_[k])) / lever_[k].yields);
    change_[k] = link.impulse - before;
    push(bodies_, link, lever_[k], change_[k]);
    return std::abs(change_[k]) * lever_[k].yields <= link.tolerance;
  }

  // Changes of the pressed impulses that bring their rates to the lower bounds; nothing if they need too much work. The
  // matrix W of the pressed contacts is singular if their forces are not unique, so that a small part of its diagonal
  // is added. The resulting error falls with each correction. If no solution exists, the changes are large and do not
  // reach the bounds.
  std::optional<Path> find_path() {
    const double terms = number_of_terms();
    if (left_ < std::max(kTerm * terms, refused_)) return {};
    left_ -= kTerm * terms;
    const std::size_t count = pressed_.size();
    const Sparse w = matrix();
    Sparse regular = w;
    for (std::size_t i = 0; i < count; ++i) regular.coeffRef(entry(i), entry(i)) += kRegular * yields_of(i);
    Factors factors;
    factors.analyzePattern(regular);
    if (left_ < factors.work()) {
      refused_ = factors.work();
      return {};
    }
    left_ -= factors.work();
    factors.factorize(regular);
    Eigen::VectorXd wanted(entry(count));
    for (std::size_t i = 0; i < count; ++i) wanted[entry(i)] = links_[pressed_[i]].least - rate_of(i);
    Eigen::VectorXd change = Eigen::VectorXd::Zero(entry(count));
    Eigen::VectorXd left = wanted;
    for (int n = 0; n < kCorrections && !is_exact(left); ++n) {
      change += factors.solve(left);
      left = wanted - w * change;
    }
    const bool excluded = left.lpNorm<Eigen::Infinity>() > kExcluded * wanted.lpNorm<Eigen::Infinity>();
    return Path{{change.begin(), change.end()}, is_exact(left), excluded};
  }

  double work_of_sweep() const { return kSweep * static_cast<double>(links_.size()); }

  // Number of terms of the matrix, where each pair of contacts counts for each body that they share.
  double number_of_terms() const {
    std::vector<double> contacts(bodies_.size(), 0);
    for (const std::size_t k : pressed_) {
      ++contacts[links_[k].a];
      if (links_[k].b != kNoBody) ++contacts[links_[k].b];
    }
    double sum = 0;
    for (const double n : contacts) sum += n * n;
    return sum;
  }

  // W: change of the rate of a pressed contact by a unit impulse of another one that shares a body with it [kg-1].
  Sparse matrix() const {
    std::vector<std::vector<Side>> sides(bodies_.size());
    for (std::size_t i = 0; i < pressed_.size(); ++i) {
      const RestingLink& link = links_[pressed_[i]];
      const Lever& lever = lever_[pressed_[i]];
      sides[link.a].push_back({i, -1, link.normal, lever.torque_a, lever.spin_a});
      if (link.b != kNoBody) sides[link.b].push_back({i, 1, link.normal, lever.torque_b, lever.spin_b});
    }
    std::vector<Eigen::Triplet<double>> terms;
    for (std::size_t body = 0; body < sides.size(); ++body)
      for (const Side& one : sides[body])
        for (const Side& other : sides[body]) {
          const double moved = bodies_[body].inverse_mass * one.normal.dot(other.normal);
          const double turned = one.torque.dot(other.spin);
          terms.emplace_back(entry(one.contact), entry(other.contact), one.sign * other.sign * (moved + turned));
        }
    Sparse w(entry(pressed_.size()), entry(pressed_.size()));
    w.setFromTriplets(terms.begin(), terms.end());
    return w;
  }

  // (path of the pressed impulses) Moves the impulses along the path; impulses that would be negative become 0. The
  // step is halved while the energy would increase, but not below the fraction of the path at which the first impulse
  // becomes 0. => true if no impulse became 0, or if none could
  bool move(const Path& path) {
    const Reals before = impulses();
    double least = 1;  // fraction of the path at which the first impulse becomes 0
    std::size_t first = before.size();
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (!(before[i] + least * path.change[i] < 0)) continue;
      least = -before[i] / path.change[i];
      first = i;
    }
    if (first == before.size() && !path.arrives) {
      unbounded_ = path.excluded;
      return true;
    }
    const std::vector<RestingBody> bodies = bodies_;
    for (double fraction = 1;; fraction = std::max(least, 0.5 * fraction)) {
      Reals after(before.size());
      for (std::size_t i = 0; i < before.size(); ++i) after[i] = std::max(0.0, before[i] + fraction * path.change[i]);
      if (fraction == least && first < before.size()) after[first] = 0;
      if (set(after) <= 0 || fraction == least) return first == before.size();
      // Subtracting large changes again would leave their rounding errors.
      bodies_ = bodies;
      for (std::size_t i = 0; i < before.size(); ++i) links_[pressed_[i]].impulse = before[i];
    }
  }

  Reals impulses() const {
    Reals out;
    for (const std::size_t k : pressed_) out.push_back(links_[k].impulse);
    return out;
  }

  // (impulses of the pressed contacts) Sets them. => change of the energy, without the part due to the lower bounds of
  // the rates [J]
  double set(const Reals& impulses) {
    Reals change(impulses.size()), half(impulses.size());
    for (std::size_t i = 0; i < impulses.size(); ++i) {
      change[i] = impulses[i] - links_[pressed_[i]].impulse;
      half[i] = 0.5 * (rate_of(i) - links_[pressed_[i]].least);
    }
    for (std::size_t i = 0; i < impulses.size(); ++i) {
      links_[pressed_[i]].impulse = impulses[i];
      push(bodies_, links_[pressed_[i]], lever_[pressed_[i]], change[i]);
    }
    double energy = 0;
    for (std::size_t i = 0; i < impulses.size(); ++i)
      energy += change[i] * (half[i] + 0.5 * (rate_of(i) - links_[pressed_[i]].least));
    return energy;
  }

  double rate_of(std::size_t i) const { return rate(bodies_, links_[pressed_[i]], lever_[pressed_[i]]); }
  double yields_of(std::size_t i) const { return lever_[pressed_[i]].yields; }
  bool is_exact(const Eigen::VectorXd& left) const {
    for (std::size_t i = 0; i < pressed_.size(); ++i)
      if (!(std::abs(left[entry(i)]) <= kExact * links_[pressed_[i]].tolerance)) return false;
    return true;
  }

  std::vector<RestingBody>& bodies_;
  std::vector<RestingLink>& links_;
  std::vector<std::size_t> pressed_;  // links with a positive impulse
  std::vector<Lever> lever_;
  Reals change_, direction_;
  double last_square_ = 0;
  double left_ = 0;     // work that may still be done
  double refused_ = 0;  // work of the last minimisation that was too much
  bool unbounded_ = false;
};

}  // namespace

IslandReport solve_island(std::vector<RestingBody>& bodies, std::vector<RestingLink>& links, double most) {
  Sweeps sweeps(bodies, links, most);
  for (std::size_t n = 1;; ++n) {
    interrupt::check();
    if (sweeps.sweep()) return {{n, true}};
    if (!sweeps.may_go_on()) return {{n, false}};
    if (n % kPatience != 0 || !sweeps.minimise()) sweeps.accelerate();
    if (sweeps.unbounded()) return {{n, false}, true};
  }
}

}  // namespace rubble::hsdem
