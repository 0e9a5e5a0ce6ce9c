#pragma once
// A page that shows a pile or a track in a browser: one HTML file with everything in it. docs/formats.md, "Pages".
#include "picture/show.hpp"

#include <string>

namespace rubble::picture {

struct PageSource {
  std::string name;  // of the pile or track: the title
  FrameOf frame;     // number of a frame => pile; all have the bodies of the first
  std::size_t frames = 0;
  std::string three;  // three.js, release 111 or later, as text
};

// Contacts of all frames together up to which their force chains go into a page.
inline constexpr std::size_t kMostChains = 1500000;
// Of a shape: triangles name them by uint16.
inline constexpr std::size_t kMostVertices = 65536;

// (source) => the page. Positions are rounded to 1/32 of the smallest radius; of a track the columns that change are
// rounded to 1/65534 of their range. InputError for a frame without bodies.
std::string page(const PageSource& source);

// (bytes) => Base64 (RFC 4648) of them, deflated with zlib's header (RFC 1950).
std::string packed(const std::string& bytes);

}  // namespace rubble::picture
