#include "measure/clusters/unwrap.hpp"

#include "base/error.hpp"
#include "measure/ledger/grain_sums.hpp"
#include "measure/ledger/masses.hpp"

#include <algorithm>

namespace rubble::measure {
namespace {

// Two images of a body with a smaller distance are identical up to rounding; in units of the longest period.
constexpr double kSame = 1e-6;

// (number of bodies of the part, index in the part of each body of the pile, or -1, pairs) => the neighbours of each
// body of the part.
std::vector<std::vector<Index>> neighbours_in(std::size_t n, const std::vector<Index>& place,
                                              const std::vector<ContactKey>& pairs) {
  std::vector<std::vector<Index>> near(n);
  for (const ContactKey& pair : pairs) {
    if (pair.on_wall()) continue;
    const Index a = place[static_cast<std::size_t>(pair.a)], b = place[static_cast<std::size_t>(pair.b)];
    if (a < 0 || b < 0) continue;
    near[static_cast<std::size_t>(a)].push_back(b);
    near[static_cast<std::size_t>(b)].push_back(a);
  }
  return near;
}

// Places the bodies of a part in sequence.
class Unwrapping {
 public:
  Unwrapping(const Pile& part, std::vector<std::vector<Index>> near)
      : part_(part), near_(std::move(near)), shift_(part.size(), Vec3::Zero()), placed_(part.size(), 0) {}

  // => displacement of each body [m]; none if the part is connected to its own image.
  std::optional<Vec3s> shifts() {
    for (std::size_t i = 0; i < part_.size(); ++i)
      if (placed_[i] == 0) place_all_from(i);
    return endless() ? std::nullopt : std::optional(std::move(shift_));
  }

 private:
  // (two bodies) => vector from a, at its stored position, to the image of b that is connected to it [m].
  Vec3 shortest(std::size_t a, std::size_t b) const {
    const Vec3 way = part_.state.position[b] - part_.state.position[a];
    const Index grain = part_.state.grouping.grain_of(a);
    const bool one =
        grain >= 0 && grain == part_.state.grouping.grain_of(b);  // the members of a grain are adjacent in space
    return one ? way : lattice_.nearest(way);
  }

  Vec3 placed_at(std::size_t i) const { return part_.state.position[i] + shift_[i]; }

  void place(std::size_t i, const Vec3& shift) {
    shift_[i] = shift;
    placed_[i] = 1;
    mass_ += part_.model.mass[i];
    moment_ += part_.model.mass[i] * (placed_at(i) - part_.state.position[0]);
  }

  void place_all_from(std::size_t first) {
    const Vec3 centre = mass_ > 0 ? Vec3(part_.state.position[0] + moment_ / mass_) : part_.state.position[first];
    place(first, lattice_.image(part_.state.position[first] - centre));
    std::vector<std::size_t> queue{first};
    for (std::size_t k = 0; k < queue.size(); ++k) {
      const std::size_t a = queue[k];
      for (const Index near : near_[a]) {
        const auto b = static_cast<std::size_t>(near);
        if (placed_[b] != 0) continue;
        place(b, shift_[a] + shortest(a, b) - (part_.state.position[b] - part_.state.position[a]));
        queue.push_back(b);
      }
    }
  }

  bool endless() const {
    const Vec3& period = part_.model.space.period;
    for (std::size_t a = 0; a < part_.size(); ++a)
      for (const Index near : near_[a]) {
        const auto b = static_cast<std::size_t>(near);
        const Vec3 off = placed_at(b) - placed_at(a) - shortest(a, b);
        if (off.cwiseAbs().maxCoeff() > kSame * period.maxCoeff()) return true;
      }
    return false;
  }

  const Pile& part_;
  const ImageLattice lattice_ = part_.model.space.at(part_.state.time);
  std::vector<std::vector<Index>> near_;
  Vec3s shift_;
  std::vector<char> placed_;
  double mass_ = 0;             // mass of the placed bodies [kg]
  Vec3 moment_ = Vec3::Zero();  // moment about the first body's stored position [kg m]
};

// (images, vector to an image [m], body) Replaces the body by this image, which in sheared space has a velocity of its
// own.
void move_to_image(const ImageLattice& lattice, const Vec3& to_image, std::size_t i, State& state) {
  state.position[i] += to_image;
  state.velocity[i] += lattice.velocity(to_image);
}

// Contact points move with body a. The image of b changes by the difference of the displacements of a and b.
void shift_contacts(Contacts& contacts, const Vec3s& shift) {
  Vec3s* image = nullptr;
  for (ContactColumn& column : contacts.columns)
    if (column.name == kImage) image = &std::get<Vec3s>(column.value);
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const ContactKey& key = contacts.key[c];
    contacts.point[c] += shift[static_cast<std::size_t>(key.a)];
    if (image != nullptr && !key.on_wall())
      (*image)[c] += shift[static_cast<std::size_t>(key.a)] - shift[static_cast<std::size_t>(key.b)];
  }
}

}  // namespace

std::optional<Pile> unwrapped_part(const Pile& pile, const std::vector<Index>& members,
                                   const std::vector<ContactKey>& pairs) {
  Pile out = part(pile, members);
  if (!pile.model.space.repeats()) return out;
  std::vector<Index> place(pile.size(), -1);
  for (std::size_t k = 0; k < members.size(); ++k) place[static_cast<std::size_t>(members[k])] = static_cast<Index>(k);
  const std::optional<Vec3s> shift = Unwrapping(out, neighbours_in(members.size(), place, pairs)).shifts();
  if (!shift) return std::nullopt;
  const ImageLattice lattice = pile.model.space.at(pile.state.time);
  for (std::size_t i = 0; i < out.size(); ++i) move_to_image(lattice, (*shift)[i], i, out.state);
  shift_contacts(out.contacts, *shift);
  out.model.space.period = Vec3::Zero();
  return out;
}

Pile wrapped(Pile pile) {
  if (!pile.model.space.repeats()) return pile;
  const Grains grains = grains_of(pile);
  const Vec3s centre = as_spheres(pile, grains).state.position;
  const ImageLattice lattice = pile.model.space.at(pile.state.time);
  Vec3s shift(pile.size());
  for (std::size_t i = 0; i < pile.size(); ++i) {
    shift[i] = lattice.into_cell(centre[static_cast<std::size_t>(grains.of_body[i])]);
    move_to_image(lattice, shift[i], i, pile.state);
  }
  shift_contacts(pile.contacts, shift);
  return pile;
}

Vec3 middle(const Pile& pile) {
  Vec3 out = centre_of_mass(pile);
  for (int axis = 0; axis < 3; ++axis)
    if (pile.model.space.repeats(axis)) out[axis] = 0.5 * pile.model.space.period[axis];
  return out;
}

void require_open(const Pile& pile, const std::string& name, const std::string& advice) {
  if (pile.model.space.repeats()) throw InputError(name + ": the pile is periodic: " + advice);
}

void require_inertial(const Pile& pile, const std::string& name, const std::string& subject) {
  if (pile.model.space.hill.turns())
    throw InputError(name + ": the pile is in Hill's rotating frame: " + subject + " an inertial frame");
}

}  // namespace rubble::measure
