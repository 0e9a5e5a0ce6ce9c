#pragma once
// From candidate pairs to points where bodies touch: pairs are sorted by the kinds of their bodies, and each kind has a
// kernel of its own (shape/separation.hpp, shape/manifold.hpp).
#include "contact/candidates.hpp"
#include "shape/first_touch.hpp"
#include "shape/persistent.hpp"

#include <array>

namespace rubble::contact {

// Bodies that touch, for any method that moves them.
struct Bodies {
  const Vec3s& position;                    // centres of mass [m]
  const Reals& radius;                      // of the sphere; of a hull of the ball of the same volume [m]
  const std::vector<Index>& solid;          // row of the hull in `solids`, or -1: a sphere; empty: all are spheres
  const std::vector<Quaternion>& turn;      // of hulls: principal frame => axes of the pile; empty if there are none
  const std::vector<shape::Solid>& solids;  // hulls
  Vec3 period = Vec3::Zero();               // of space [m], 0: open

  bool is_hull(Index i) const { return !solid.empty() && solid[i] >= 0; }
};

// A wall where it is now.
struct Wall {
  Vec3 point;               // [m]
  Vec3 normal;              // unit vector, towards the bodies
  Vec3 way = Vec3::Zero();  // that it goes while bodies make the moves of `Ahead` [m]
};

// Where bodies are expected to go, for pairs that are apart now and may meet on the way.
struct Ahead {
  const shape::Moves& move;  // of each body
  const Reals& half;         // of each body: half its least thickness [m]
  double far;                // a pair whose bodies move against each other by more than this times the smaller half is
                             // followed on its way; of another one only the end counts
};

// Gap of a meeting, in parts of the smaller radius.
inline constexpr double kTouchGap = shape::kTouchGap;

// Two bodies, or a body and a wall, that meet on their ways; a wall goes its way at an even speed.
struct Meeting {
  ContactKey slot;
  double part;           // of their moves until they touch
  double way;            // that a point of one goes at most, as seen from the other [m]
  bool touches = false;  // now already, and they approach each other: part 0
};

// The points, by rising key.
struct Touching {
  std::vector<ContactKey> key;
  Vec3s point;                       // on the surface of a [m]
  Vec3s normal;                      // unit vector from a to b
  Reals gap;                         // along the normal [m]
  std::vector<std::uint8_t> weight;  // of the pair in counts of contacts: 3 faces, 2 an edge and a face, else 1
  Vec3s image;                       // from b to the image of it that touches [m]; empty in open space

  std::size_t size() const { return key.size(); }
};

// State of a pair that is kept between two searches.
struct PairMemory {
  Index a, b;
  shape::SeparationCache cache;
  shape::PersistentManifold kept;
};

// InputError for a memory that no search leaves: a damaged file.
void require_whole(const std::vector<PairMemory>& memory);

inline constexpr std::size_t kKinds = 5;

struct KernelName {
  const char *first, *second;  // kinds of the touching bodies: "sphere", "hull"; second: "wall" as well
  const char* text;            // how
};

class Narrow {
 public:
  // Takes a new list. Pairs that touched keep what they remember.
  void take(const Candidates& list, const Bodies& bodies);

  // (bodies, walls, gap up to which points count [m], largest number of points per pair) => where the pairs of the list
  // touch. The result is the same for any number of threads. The search for a pair starts from its memory only if the
  // pair touched in the last search. A run can therefore be resumed with the same bits from memory() alone. The
  // manifold of two hulls is carried along while they hardly move relative to each other (shape/persistent.hpp). A
  // separate pair is not tested again until it has moved by its distance.
  //
  // With `ahead`, pairs that would overlap at the end of their moves get the normal and the points of that overlap,
  // moved back to the present positions of the bodies (docs/theory.md 11.2). A pair that passes without touching has no
  // points, however small its gap. A pair that meets has points, however large its gap.
  void find(const Bodies& bodies, const std::vector<Wall>& walls, double alert, shape::Points most, Touching& out,
            const Ahead* ahead = nullptr);

  // => pairs and walls of the list that meet on a long path (`ahead.far`), or touch already and approach each other by
  // such a path. The order is by rising part of the path, then by key.
  std::vector<Meeting> meetings(const Bodies& bodies, const std::vector<Wall>& walls, const Ahead& ahead) const;

  // => state of pairs that touched, by rising key; remember() restores it, after take(), if it is whole.
  std::vector<PairMemory> memory() const;
  void remember(const std::vector<PairMemory>& memory);

 private:
  struct Memory {
    shape::SeparationCache cache;
    bool touched = false;
    shape::PersistentManifold kept;
    // For a pair that does not touch: its relative placement at the last test, and a lower bound of its gap then [m].
    shape::RelativePlacement seen;
    double apart = 0;
  };
  struct Search;
  // A kernel looks at all slots of its kind: first how many points there are, then, once all know where theirs begin,
  // the points.
  struct Kernel {
    KernelName name;
    void (Narrow::*count)(const Search&);
    void (Narrow::*write)(const Search&, Touching&) const;
  };
  static const std::array<Kernel, kKinds> kKernels;
  friend std::array<KernelName, kKinds> dispatch_table();

  void count_spheres(const Search& search);
  void write_spheres(const Search& search, Touching& out) const;
  static double alert_of(const Search& search, const ContactKey& slot);
  void count_sphere_walls(const Search& search);
  void write_sphere_walls(const Search& search, Touching& out) const;
  static bool stays_apart(const shape::Solid& a, const shape::Placement& at_a, const shape::Solid& b,
                          const shape::Placement& at_b, double alert, Memory& memory);
  template <std::size_t kKind>
  void count_hulls(const Search& search);
  void count_hull_walls(const Search& search);
  template <std::size_t kKind>
  void write_manifolds(const Search& search, Touching& out) const;
  struct Placed;
  template <std::size_t kKind>
  static void touch_now(const Search& search, const Placed& pair, Memory& memory, shape::Manifold& found);
  static bool arrives(const Search& search, const ContactKey& slot, const Vec3& image, const shape::Manifold& found);
  static bool may_meet(const Search& search, const ContactKey& slot, const Vec3& way);
  static void look_ahead(const Search& search, const ContactKey& slot, const shape::Placement& at_b,
                         shape::Manifold& found);
  std::optional<Meeting> meeting(const Search& search, const ContactKey& slot) const;
  bool meets_other_image(const Search& search, const ContactKey& slot) const;
  void require_nearest_images(const Search& search) const;
  void give(const std::vector<PairMemory>& memory);
  void add_slots(const Candidates& list, const Bodies& bodies);

  // Slots: the pairs and walls of the list by rising key.
  std::vector<ContactKey> slot_;
  std::array<std::vector<std::size_t>, kKinds> of_;         // slots of each kind, in the order of the kernels
  std::vector<std::size_t> begin_;                          // first point of each slot, and the number of all
  std::vector<std::uint8_t> count_;                         // points of each slot
  std::array<std::vector<Memory>, kKinds> memory_;          // of slots of pairs with hulls, in the order of of_
  std::array<std::vector<shape::Manifold>, kKinds> found_;  // of slots with hulls, in the order of of_
};

// => which kernel serves which kinds.
std::array<KernelName, kKinds> dispatch_table();

// (pair, or body and wall; bodies, of which `solid` alone is looked at) => row of the table above.
std::size_t kernel_of(const ContactKey& slot, const Bodies& bodies);

}  // namespace rubble::contact
