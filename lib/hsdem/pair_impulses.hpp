#pragma once
// Impulses of pairs in a step, and their part of the account.
#include "hsdem/pair_context.hpp"
#include "model/account.hpp"

#include <vector>

namespace rubble::hsdem {

// Impulses of impacts and of contacts at rest in the last step, for the contacts of a pile.
class PairImpulses {
 public:
  // One impact or contact at rest of a pair, or the sum over several; b < 0 is a wall.
  struct PairImpulse {
    Index a, b;
    Vec3 impulse;  // on b [N s]
  };

  void clear();
  // (pair, impulse on b [N s]) Stores an impulse. For a pair that meets many times only the sum is stored.
  void add(Index a, Index b, const Vec3& impulse);
  const std::vector<PairImpulse>& all() const { return all_; }

 private:
  void add_up();

  std::vector<PairImpulse> all_;
  std::size_t most_ = 0;  // number of entries at which those of each pair are added up
};

// Adds an impulse [N s] on a body at a position [m] to the sums of absolute values of everything that was exchanged.
void account_for_exchange(const Vec3& impulse, const Vec3& position, Account& account);

// (context, two spheres, impulse on the second one [N s]) Adds the extra angular momentum if the impulse acts on an
// image of the second sphere. Its two ends are then whole periods apart, but the account has them at the positions of
// both spheres. In sheared space it adds the work that the motion of the image does.
void account_for_image(const PairContext& context, Index a, Index b, const Vec3& impulse, Account& account);

}  // namespace rubble::hsdem
