#pragma once
// From candidate pairs to contact points. Pairs are sorted by the kinds of their bodies, and each kind has a separate
// kernel (shape/separation.hpp, shape/manifold.hpp).
#include "detect/candidates.hpp"
#include "shape/first_touch.hpp"
#include "shape/persistent.hpp"

#include <array>

namespace rubble::detect {

// Bodies in contact, for all methods.
struct PlacedBodies {
  const Vec3s& position;                // centres of mass [m]
  const Reals& radius;                  // radius of the sphere; for a hull, radius of the ball of equal volume [m]
  const std::vector<Index>& solid;      // index of the hull in `solids`, or -1 for a sphere; empty: all are spheres
  const std::vector<Quaternion>& turn;  // orientation of hulls: principal frame => axes of the pile; may be empty
  const std::vector<shape::PreparedShape>& solids;  // hulls
  ImageLattice lattice = {};                        // images of points

  bool is_hull(Index i) const { return !solid.empty() && solid[i] >= 0; }
};

// Present placement of a wall.
struct Wall {
  Vec3 point;               // [m]
  Vec3 normal;              // unit vector, towards the bodies
  Vec3 way = Vec3::Zero();  // displacement of the wall during the moves of `Ahead` [m]
};

// Expected moves of bodies, for separate pairs that may meet on their paths.
struct Ahead {
  const shape::Moves& move;  // expected move of each body
  const Reals& half;         // half of each body's least thickness [m]
  double far;                // a pair whose relative motion exceeds this times the smaller half is followed along
                             // its path; for other pairs, only the end of the path counts
};

// Contact of two bodies, or of a body and a wall, on their paths. A wall moves at constant velocity.
struct PathContact {
  ContactKey slot;
  double part;                   // fraction of the moves until they touch
  double way;                    // longest path of a point of one body relative to the other [m]
  bool touches = false;          // the bodies touch already and approach each other; part is 0 then
  Vec3 wall_way = Vec3::Zero();  // displacement of the wall during the moves [m]; 0 for two bodies
};

// Contact points, in rising order of keys.
struct ContactPoints {
  std::vector<ContactKey> key;
  Vec3s point;                       // on the surface of body a [m]
  Vec3s normal;                      // unit vector from a to b
  Reals gap;                         // along the normal [m]
  std::vector<std::uint8_t> weight;  // of the pair in counts of contacts: 3 for two faces, 2 for an edge and a face,
                                     // else 1
  Vec3s image;                       // vector from b to its touching image [m]; empty in open space

  std::size_t size() const { return key.size(); }
};

// State of a pair that persists between two searches.
struct PairMemory {
  Index a, b;
  shape::SeparationCache cache;
  shape::PersistentManifold kept;
};

// InputError for a state that no search can produce: the file is damaged.
void require_whole(const std::vector<PairMemory>& memory);

inline constexpr std::size_t kKinds = 5;

struct KernelName {
  const char *first, *second;  // kinds of the bodies: "sphere" or "hull"; the second may be "wall"
  const char* text;            // description of the algorithm
};

class Narrow {
 public:
  // Takes a new list. Pairs that touched keep their state.
  void take(const Candidates& list, const PlacedBodies& bodies);

  // (bodies, walls, largest gap of contact points [m], largest number of points per pair) Finds the points where the
  // pairs of the list touch. The result is the same for any number of threads. The search for a pair starts from its
  // stored state only if the pair touched in the last search. A run can therefore be resumed with the same bits from
  // memory() alone. The manifold of two hulls is carried along while they hardly move relative to each other
  // (shape/persistent.hpp). A separate pair is not tested again until it may have moved by its gap less the largest gap
  // of contact points.
  //
  // With `ahead`, a pair with a hull that would overlap at the end of its moves gets the normal and the points of that
  // overlap or, on a long path (`ahead.far`), of its first touch. The points are moved back to the present positions of
  // the bodies (docs/theory.md 11.2). Two spheres keep their present normal. A pair that meets has points, however
  // large its gap. If the gap closes along the present normal but the bodies pass each other, the pair has no points,
  // however small its gap; for a pair with a hull this applies only to long paths.
  void find(const PlacedBodies& bodies, const std::vector<Wall>& walls, double alert, shape::Points most,
            ContactPoints& out, const Ahead* ahead = nullptr);

  // => contacts on a long path (`ahead.far`), and touching pairs that approach each other by such a path, for pairs and
  // walls of the list. The order is by rising part of the path, then by key. SanityError if a pair may meet through
  // another image than the nearest one.
  std::vector<PathContact> path_contacts(const PlacedBodies& bodies, const std::vector<Wall>& walls,
                                         const Ahead& ahead) const;

  // => state of pairs that touched, by rising key. After take(), remember() restores this state; InputError if the
  // state is damaged.
  std::vector<PairMemory> memory() const;
  void remember(const std::vector<PairMemory>& memory);

 private:
  struct Memory {
    shape::SeparationCache cache;
    bool touched = false;
    shape::PersistentManifold kept;
    // For a separate pair: relative placement at the last test, and a lower bound of the gap at that time [m].
    shape::RelativePlacement seen;
    double apart = 0;
  };
  struct Search;
  // A kernel processes all slots of its kind in two passes. The first counts the points. The second writes them, once
  // the position of each slot's first point is known.
  struct Kernel {
    KernelName name;
    void (Narrow::*count)(const Search&);
    void (Narrow::*write)(const Search&, ContactPoints&) const;
  };
  static const std::array<Kernel, kKinds> kKernels;
  friend std::array<KernelName, kKinds> dispatch_table();

  void count_spheres(const Search& search);
  void write_spheres(const Search& search, ContactPoints& out) const;
  static double alert_of(const Search& search, const ContactKey& slot);
  void count_sphere_walls(const Search& search);
  void write_sphere_walls(const Search& search, ContactPoints& out) const;
  static bool stays_apart(const shape::PreparedShape& a, const shape::Placement& at_a, const shape::PreparedShape& b,
                          const shape::Placement& at_b, double alert, Memory& memory);
  template <std::size_t kKind>
  void count_hulls(const Search& search);
  void count_hull_walls(const Search& search);
  template <std::size_t kKind>
  void write_manifolds(const Search& search, ContactPoints& out) const;
  struct Placed;
  template <std::size_t kKind>
  static void touch_now(const Search& search, const Placed& pair, Memory& memory, shape::Manifold& found);
  static bool arrives(const Search& search, const ContactKey& slot, const Vec3& image, const shape::Manifold& found);
  static bool may_meet(const Search& search, const ContactKey& slot, const Vec3& way);
  static void look_ahead(const Search& search, const ContactKey& slot, const Placed& pair, shape::Manifold& found);
  struct LongPath {
    double way, far;  // longest path of a point of one body relative to the other; limit beyond which it is long [m]
  };
  static std::optional<PathContact> wall_path_contact(const Search& search, const ContactKey& slot);
  static std::optional<PathContact> sphere_path_contact(const Search& search, const ContactKey& slot,
                                                        const Vec3& between, const LongPath& path);
  static std::optional<PathContact> path_contact(const Search& search, const ContactKey& slot);
  static bool meets_other_image(const Search& search, const ContactKey& slot);
  void require_nearest_images(const Search& search) const;
  void give(const std::vector<PairMemory>& memory);
  void add_slots(const Candidates& list, const PlacedBodies& bodies);

  // Pairs and walls of the list, by rising key.
  std::vector<ContactKey> slot_;
  std::array<std::vector<std::size_t>, kKinds> of_;         // slots of each kind, in the order of the kernels
  std::vector<std::size_t> begin_;                          // first point of each slot, and the number of all
  std::vector<std::uint8_t> count_;                         // points of each slot
  std::array<std::vector<Memory>, kKinds> memory_;          // for slots of pairs with hulls, in the order of of_
  std::array<std::vector<shape::Manifold>, kKinds> found_;  // for slots with hulls, in the order of of_
};

// => the kernel of each pair of kinds.
std::array<KernelName, kKinds> dispatch_table();

// (pair, or body and wall; bodies, of which only `solid` is used) => index of its kernel in dispatch_table().
std::size_t kernel_of(const ContactKey& slot, const PlacedBodies& bodies);

}  // namespace rubble::detect
