#pragma once
// Contacts at rest, which balance the kicks of gravity. docs/theory.md 13.6.
#include "base/non_copyable.hpp"
#include "hsdem/pair_motion.hpp"
#include "hsdem/records.hpp"
#include "hsdem/resting.hpp"
#include "hsdem/sphere_forces.hpp"

#include <vector>

namespace rubble::hsdem {

class RestingContacts : NonCopyable {
 public:
  // The arguments must outlive the object.
  RestingContacts(const Parameters& p, const PairContext& context, Aggregates& bodies, Records& records);

  // False if no contact needs an impulse: without kicks and without uniform gravity that presses bodies to walls.
  bool may_occur() const;
  // Computes the gaps of all pairs in the list at the present positions. => largest overlap / smaller radius
  double find_gaps();
  // (half of the kick, kicks of all bodies) Finds contacts at rest and their impulses. Before a drift they must suffice
  // for the whole drift. After a drift they belong to a whole kick, and each of its halves applies one half. The
  // velocity between the halves is then the mean of the velocities before and after the kick, as without contacts. The
  // work of gravity is therefore that of a leapfrog.
  void solve(Half half, const std::vector<Kick>& kicks);
  // Applies the impulses of the half kick to the bodies, after its forces.
  void push();

  void archive(Archive& archive);

 private:
  // Contact at rest; b < 0 is a wall.
  struct Contact {
    Index a, b;
    double impulse;    // for a whole step [N s]
    bool was_at_rest;  // true if it was at rest in the previous kick
  };
  // Conditions for a contact at rest.
  struct Rate {
    double least;     // lower bound of the rate of the gap [m s-1]
    double recovery;  // part of this rate that removes an overlap [m s-1]
  };
  // Linear complementarity problem of a kick.
  struct Problem {
    std::vector<RestingLink> link;
    std::vector<RestingBody> body;
    std::vector<std::size_t> of_body;  // for each body of the problem: its number among all bodies
    std::vector<Index> number;         // for each body: its number in the problem, or -1
    Reals rate_before;                 // rate of the gap of each link before the kick [m s-1]

    void clear(std::size_t bodies);
  };

  double resting_speed(std::uint32_t pair, bool was_at_rest) const;
  bool may_rest(std::uint32_t pair, const PairMotion& now, double smaller, Half half, bool was_at_rest) const;
  double curvature(std::uint32_t pair, const PairMotion& now) const;
  Rate rate_of(std::uint32_t pair, const PairMotion& now, double smaller) const;
  void find_contacts(Half half, const std::vector<Kick>& kicks);
  RestingLink link_of(std::uint32_t pair, const PairMotion& now, double smaller) const;
  std::size_t number_of(std::size_t m, const std::vector<Kick>& kicks, double h);
  void push_sides(const RestingLink& link, const Vec3& impulse);
  void account_for(std::size_t k, double size);

  const Parameters& p_;
  const PairContext& context_;
  Aggregates& bodies_;
  Records& records_;
  Reals gap_;  // of each pair in the list, at the present positions; kNever for pairs of one body [m]
  std::vector<Contact> contact_;  // of the present kick, one for each link of the problem
  Problem problem_;
};

}  // namespace rubble::hsdem
