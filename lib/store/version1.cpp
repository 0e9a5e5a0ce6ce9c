#include "store/version1.hpp"

#include "model/image_column.hpp"

#include <fmt/format.h>

namespace rubble::store {
namespace {

const std::string kContacts = "/connectivity/contacts/";

// Position of a contact next to body a, and, in periodic piles, the vector from b to the image of b that touches a [m].
struct Place {
  Vec3 point, image;
};

// (model, state, key, overlap [m], unit vector from a to b)
Place place_of(const Model& model, const State& state, const ContactKey& key, double overlap, const Vec3& normal) {
  const auto a = static_cast<std::size_t>(key.a);
  const double ra = model.radius[a];
  if (key.on_wall()) return {state.position[a] + (ra - overlap) * normal, Vec3::Zero()};
  const auto b = static_cast<std::size_t>(key.b);
  const double rb = model.radius[b], distance = ra + rb - overlap;
  // The position of a contact of two concentric spheres is arbitrary.
  const double arm = distance > 0 ? (ra * ra - rb * rb + distance * distance) / (2 * distance) : 0.5 * ra;
  const Vec3 image = state.position[a] + distance * normal - state.position[b];
  const bool open = image.norm() < 0.5 * (ra + rb);  // rounding error, as a period is longer than four radii
  return {state.position[a] + arm * normal, open ? Vec3(Vec3::Zero()) : image};
}

}  // namespace

bool is_version1(const Reader& file) {
  const auto version = file.version("/h5md/modules/granular");
  return version && (*version)[0] == 1;
}

std::vector<ContactColumn> columns_of_version1() {
  return {image_column({}),
          {"rolling", "rad", "angle of the rolling spring", true, Vec3s{}},
          {"sliding", "m", "elongation of the tangential spring", true, Vec3s{}},
          {"twisting", "rad", "angle of the twisting spring, about the normal", false, Reals{}}};
}

Contacts read_contacts_of_version1(const Reader& file, const Model& model, const State& state, std::uint64_t total,
                                   std::uint64_t first, std::uint64_t count) {
  const auto rows = [&]<class T>(const char* name, std::vector<T>& values) {
    const std::string path = kContacts + name;
    values = count == kAny ? file.rows<T>(path, total) : file.rows<T>(path, total, first, count);
    if (count == kAny) total = values.size();
  };
  std::vector<std::array<Index, 2>> pair;
  Reals overlap, twisting;
  Vec3s sliding, rolling, images;
  Contacts contacts;
  rows("pair", pair), rows("overlap", overlap), rows("normal", contacts.normal), rows("force", contacts.force);
  rows("energy", contacts.energy), rows("sliding", sliding), rows("rolling", rolling), rows("twisting", twisting);

  const auto n = static_cast<Index>(model.size());
  for (std::size_t c = 0; c < pair.size(); ++c) {
    const auto [a, b] = pair[c];
    if (a < 0 || a >= n || b <= a)
      file.refuse(kContacts + "pair", fmt::format("rows a < b with a among {} bodies", n), fmt::format("{} {}", a, b));
    if (!(overlap[c] > 0)) file.refuse(kContacts + "overlap", "numbers > 0", fmt::format("{}", overlap[c]));
    const ContactKey key = b < n ? ContactKey{a, b} : ContactKey::of_wall(a, b - n);
    const Place place = place_of(model, state, key, overlap[c], contacts.normal[c]);
    contacts.key.push_back(key);
    contacts.point.push_back(place.point);
    contacts.gap.push_back(-overlap[c]);
    images.push_back(place.image);
  }
  contacts.columns = columns_of_version1();
  contacts.columns[0].value = images, contacts.columns[1].value = rolling;
  contacts.columns[2].value = sliding, contacts.columns[3].value = twisting;
  return contacts;
}

}  // namespace rubble::store
