#pragma once
// Bonds of soft spheres: elastic beams that break. docs/theory.md 2.15. They are evaluated before each sweep, four at a
// time, in the order of the bonds. The loads of each body are then summed in that order, and the sums of its contacts
// begin with them. No result depends on the number of threads or on the order of the bodies.
#include "base/archive.hpp"
#include "model/account.hpp"
#include "ssdem/beam_kernel.hpp"
#include "ssdem/bonds_at_start.hpp"

#include <array>

namespace rubble::ssdem {

// Sums over all bonds at an evaluation.
struct BondTotals {
  Account power;      // rates: heat of dashpots [W], torque of pairs across a face of a periodic box [N m]
  double broken = 0;  // energy of the bonds that broke [J]

  void add(const BondTotals& other) {
    power.add(other.power, 1);
    broken += other.broken;
  }
};

// Bodies that have lost bonds.
struct BrokenBonds {
  std::vector<char> liberated;  // by body: 1 if it has lost all of its bonds
  Reals broken;                 // by body: number of its broken bonds
  std::int64_t count = 0;       // bonds that broke since the start of the run
};

struct BondWay;

class BeamBonds {
 public:
  // (parameters, pile whose bonds are beams, external action)
  BeamBonds(const BondParameters& p, const Pile& pile, const External& external);
  // Resumes with the bonds of a checkpoint. InputError if they do not fit the pile.
  BeamBonds(const BondParameters& p, const Pile& pile, const External& external, Archive& archive);

  // (body at each place) Takes up an order of the bodies.
  void place(const std::vector<Index>& order);

  // (spheres, step whose drift was the last motion, 0 at the start of a run [s]) Advances the springs, breaks bonds
  // beyond their strength, and sets Spheres::bonded.
  BondTotals evaluate(Spheres& spheres, double step);

  // (spheres) => the bonds at the present time.
  Bonds bonds(const Spheres& spheres) const;
  // (spheres, contacts of the pile) => the contacts with the forces and energies of the bonds. A pair that does not
  // touch becomes a contact with a gap.
  Contacts with_bonds(const Spheres& spheres, Contacts contacts) const;

  std::size_t size() const { return pair_.size(); }
  std::int64_t broken() const { return lost_.count; }
  // Writes the numbers of broken bonds, and the marks of liberated bodies if there are any.
  void save(State& state) const;

  void archive(Archive& archive);

 private:
  // Places of the ends of the bonds, padded to whole packs, and the ends at each place.
  struct Ends {
    std::vector<Index> place_of;     // by body
    std::vector<Index> a, b;         // by bond
    std::vector<std::size_t> first;  // by place, then the number of ends: first of its ends in `end`
    std::vector<std::size_t> end;    // 2 bond + side, ascending at each place
  };
  struct Loads {
    Xyzw force, torque_a, torque_b;  // on a [N]; about the centres [N m], with the size of the force as in Load
  };

  void prepare(const Pile& pile, const External& external);
  void link();
  BeamConstants constants(std::size_t k) const;
  BeamSprings springs(std::size_t k) const;
  BeamSprings advance(const Spheres& spheres, std::size_t k, const BondWay& way, const Pack3& normal, double step);
  Mask breaking(const BeamResult& result) const;
  void store_loads(std::size_t k, const BeamMotion& motion, const BeamResult& result, Mask acts);
  void evaluate_four(const Spheres& spheres, std::size_t k, double step, BondTotals& totals);
  void remove_failed();
  void gather(Spheres& spheres) const;

  BondParameters p_;
  PeriodicBox box_;
  std::vector<std::array<Index, 2>> pair_;  // bodies of each bond, ascending
  Reals length_;                            // of each bond without load [m]
  std::array<Reals, 7> spring_;             // shear, bending, twisting of each bond, padded
  std::array<Reals, 8> constant_;           // members of BeamConstants, padded
  Ends ends_;
  std::vector<Loads> load_;   // of each bond, padded
  std::vector<char> failed_;  // of each bond, padded
  BrokenBonds lost_;
};

}  // namespace rubble::ssdem
