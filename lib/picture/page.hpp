#pragma once
// A page that shows a pile or a track in a browser: one self-contained HTML file. docs/formats.md, "Pages".
#include "picture/show.hpp"

#include <string>

namespace rubble::picture {

struct PageSource {
  std::string name;  // name of the pile or track, used as title
  FrameOf frame;     // number of a frame => its pile; all frames have the bodies of the first
  std::size_t frames = 0;
  std::string three;  // three.js, release 111 or later, as text
};

// Largest total number of contacts in all frames for which a page includes force chains.
inline constexpr std::size_t kMostChains = 1500000;
// Largest number of vertices of a shape: triangles refer to vertices by uint16.
inline constexpr std::size_t kMostVertices = 65536;

// (source) => the page. Positions are rounded to 1/32 of the smallest radius, or to 2^-29 of their largest component if
// that is more. For a track, columns that change are rounded to 1/65534 of their range. InputError for a frame without
// bodies, for a shape with more than kMostVertices vertices, and for a text of three.js that contains "</script".
std::string page(const PageSource& source);

// (bytes) => the bytes deflated with zlib's header (RFC 1950), as Base64 (RFC 4648).
std::string packed(const std::string& bytes);

}  // namespace rubble::picture
