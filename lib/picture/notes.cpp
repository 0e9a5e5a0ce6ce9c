#include "picture/notes.hpp"

#include "base/error.hpp"
#include "picture/font.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include <cairo-ft.h>
#include <cairo-svg.h>
#include <cairo.h>
#include <fmt/format.h>

namespace rubble::picture {

namespace {

struct Delete {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* cairo) const { cairo_destroy(cairo); }
};
using Surface = std::unique_ptr<cairo_surface_t, Delete>;
using Context = std::unique_ptr<cairo_t, Delete>;

// The font is not released before the program ends.
cairo_font_face_t* font() {
  static cairo_font_face_t* const face = [] {
    FT_Library library = nullptr;
    FT_Face found = nullptr;
    if (FT_Init_FreeType(&library) != 0 ||
        FT_New_Memory_Face(library, rubble_font_begin, static_cast<FT_Long>(rubble_font_end - rubble_font_begin), 0,
                           &found) != 0)
      throw SystemError("the font of pictures cannot be read");
    return cairo_ft_font_face_create_for_ft_face(found, FT_LOAD_NO_HINTING);
  }();
  return face;
}

void require(cairo_status_t status) {
  if (status != CAIRO_STATUS_SUCCESS)
    throw SystemError(fmt::format("a picture cannot be drawn: {}", cairo_status_to_string(status)));
}

// Draws with one size of letters, in pixels.
class Pen {
 public:
  Pen(cairo_t* cairo, std::uint32_t ink, double letters) : cairo_(cairo), ink_(ink), letters_(letters) {
    cairo_set_font_face(cairo, font());
    cairo_set_font_size(cairo, letters);
    cairo_font_options_t* options = cairo_font_options_create();
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(cairo, options);
    cairo_font_options_destroy(options);
  }

  double letters() const { return letters_; }
  void colour(std::uint32_t rgb) {
    const auto part = [&](int shift) { return static_cast<double>(rgb >> shift & 0xFF) / 255; };
    cairo_set_source_rgb(cairo_, part(16), part(8), part(0));
  }
  double width(const std::string& text) const {
    cairo_text_extents_t extents;
    cairo_text_extents(cairo_, text.c_str(), &extents);
    return extents.x_advance;
  }
  // share: fraction of the text's width to the left of x
  void text(double x, double y, const std::string& words, double share = 0) {
    colour(ink_);
    cairo_move_to(cairo_, x - share * width(words), y);
    cairo_show_text(cairo_, words.c_str());
  }
  void box(double x, double y, double width, double height, std::uint32_t rgb) {
    colour(rgb);
    cairo_rectangle(cairo_, x, y, width, height);
    cairo_fill(cairo_);
  }
  // The colours of map_colour(), 0 at the bottom.
  void map(double x, double y, double width, double height) {
    constexpr int kStops = 16;
    cairo_pattern_t* pattern = cairo_pattern_create_linear(0, y + height, 0, y);
    for (int k = 0; k <= kStops; ++k) {
      const double share = static_cast<double>(k) / kStops;
      const std::uint32_t rgb = map_colour(share);
      const auto part = [&](int shift) { return static_cast<double>(rgb >> shift & 0xFF) / 255; };
      cairo_pattern_add_color_stop_rgb(pattern, share, part(16), part(8), part(0));
    }
    cairo_set_source(cairo_, pattern);
    cairo_rectangle(cairo_, x, y, width, height);
    cairo_fill(cairo_);
    cairo_pattern_destroy(pattern);
  }
  void bar(double x, double y, double width, double height) { box(x, y, width, height, ink_); }
  void line(double x, double y, double to_x, double to_y, double thick, std::uint32_t rgb) {
    colour(rgb);
    cairo_set_line_width(cairo_, thick);
    cairo_set_line_cap(cairo_, CAIRO_LINE_CAP_ROUND);
    cairo_move_to(cairo_, x, y);
    cairo_line_to(cairo_, to_x, to_y);
    cairo_stroke(cairo_);
  }

 private:
  cairo_t* cairo_;
  std::uint32_t ink_;
  double letters_;
};

// Three significant digits without trailing zeros: "0.25", "3e-06".
std::string number_text(double value) { return fmt::format("{:.3g}", value); }

// Round numbers in [low, high], about kMost of them. On a logarithmic scale these are powers of ten, or `low` and
// `high` if there are fewer than two.
std::vector<double> ticks(double low, double high, bool logarithmic) {
  constexpr double kMost = 5;
  std::vector<double> out;
  if (logarithmic) {
    const double first = std::ceil(std::log10(low) - 1e-9), last = std::floor(std::log10(high) + 1e-9);
    const double step = std::max(1.0, std::ceil((last - first) / kMost));
    for (double power = first; power <= last; power += step) out.push_back(std::pow(10, power));
    if (out.size() > 1) return out;
    return {low, high};
  }
  if (!(high > low)) return {low};
  double step = round_length((high - low) / kMost);
  while ((high - low) / step > kMost + 1) step = round_length(2.5 * step);
  for (double k = std::ceil(low / step - 1e-9); k * step <= high + 1e-9 * (high - low); k += 1)
    out.push_back(k * step + 0.0);
  return out;
}

void draw_scale(Pen& pen, const View& view) {
  const double em = pen.letters(), length = round_length(0.22 * view.width / view.scale);
  const double width = length * view.scale, x = view.width - 1.5 * em - width, y = view.height - 1.5 * em;
  pen.bar(x, y - 0.2 * em, width, 0.2 * em);
  pen.text(x + 0.5 * width, y - 0.6 * em, length_text(length), 0.5);
}

void draw_axes(Pen& pen, const View& view) {
  constexpr std::array<std::uint32_t, 3> kColours{0xC1272D, 0x2E8B57, 0x2B6CB0};
  constexpr std::array<const char*, 3> kNames{"x", "y", "z"};
  const double em = pen.letters(), x = 3.6 * em, y = view.height - 3.6 * em;
  std::array<int, 3> order{0, 1, 2};
  const auto towards = [&](int k) { return view.axes(2, k); };
  std::ranges::sort(order, {}, towards);
  for (const int k : order) {
    const Vec3 way = 1.9 * em * view.turned(Vec3::Unit(k));
    pen.line(x, y, x + way.x(), y + way.y(), 0.14 * em, kColours[static_cast<std::size_t>(k)]);
    const double long_enough = std::hypot(way.x(), way.y());
    if (long_enough < 0.4 * em) continue;
    const double beyond = 1 + 0.65 * em / long_enough;
    pen.text(x + beyond * way.x(), y + beyond * way.y() + 0.3 * em, kNames[static_cast<std::size_t>(k)], 0.5);
  }
}

void draw_arrow(Pen& pen, const View& view, const Notes& notes) {
  constexpr std::uint32_t kRed = 0xC1272D;
  const double em = pen.letters(), to = view.width - 1.5 * em, from = to - notes.arrow_pixels,
               y = view.height - 4.2 * em;
  pen.line(from, y, to, y, 0.16 * em, kRed);
  pen.line(to, y, to - 0.5 * em, y - 0.3 * em, 0.16 * em, kRed);
  pen.line(to, y, to - 0.5 * em, y + 0.3 * em, 0.16 * em, kRed);
  pen.text(0.5 * (from + to), y - 0.5 * em, number_text(notes.arrow) + " m/s", 0.5);
}

// => y position of the next legend.
double draw_groups(Pen& pen, const Legend& legend, double x, double y) {
  const double em = pen.letters();
  for (const auto& [name, colour] : legend.group) {
    pen.box(x, y - 0.75 * em, 0.9 * em, 0.9 * em, colour);
    pen.text(x + 1.4 * em, y, name);
    y += 1.4 * em;
  }
  return y;
}

double draw_map(Pen& pen, const Legend& legend, double x, double y) {
  const double em = pen.letters(), height = 11 * em, width = 0.9 * em, top = y - 0.75 * em;
  pen.map(x, top, width, height);
  Shading shading;
  shading.low = legend.low;
  shading.high = legend.high;
  shading.logarithmic = legend.logarithmic;
  for (const double tick : ticks(legend.low, legend.high, legend.logarithmic)) {
    const double at = top + height * (1 - share_of(tick, shading));
    pen.bar(x + width, at - 0.04 * em, 0.35 * em, 0.08 * em);
    pen.text(x + width + 0.6 * em, at + 0.36 * em, number_text(tick));
  }
  return top + height + 2.2 * em;
}

void draw_legend(Pen& pen, const Legend& legend, double x, double& y) {
  pen.text(x, y, legend.title);
  y += 1.6 * pen.letters();
  y = legend.group.empty() ? draw_map(pen, legend, x, y) : draw_groups(pen, legend, x, y);
}

void draw_notes(cairo_t* cairo, const View& view, const Notes& notes) {
  Pen pen(cairo, notes.ink, std::max(9.0, 0.02 * std::min(view.width, view.height) + 2));
  const double em = pen.letters();
  pen.text(1.5 * em, 2.2 * em, "t = " + time_text(notes.time, notes.longest));
  draw_scale(pen, view);
  draw_axes(pen, view);
  if (notes.arrow > 0) draw_arrow(pen, view, notes);
  double y = 2.2 * em;
  for (const Legend& legend : notes.legend) {
    double width = pen.width(legend.title);
    for (const auto& [name, colour] : legend.group) width = std::max(width, 1.4 * em + pen.width(name));
    draw_legend(pen, legend, view.width - 1.5 * em - std::max(width, 5 * em), y);
    y += em;
  }
}

Surface surface_of(const Image& image) {
  Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, image.width, image.height));
  require(cairo_surface_status(surface.get()));
  cairo_surface_flush(surface.get());
  unsigned char* data = cairo_image_surface_get_data(surface.get());
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface.get()));
  const auto width = static_cast<std::size_t>(image.width);
  for (std::size_t y = 0; y < static_cast<std::size_t>(image.height); ++y)
    std::copy_n(image.pixel.data() + y * width, width, reinterpret_cast<std::uint32_t*>(data + y * stride));
  cairo_surface_mark_dirty(surface.get());
  return surface;
}

void draw_on(cairo_surface_t* surface, const View& view, const std::optional<Notes>& notes) {
  if (!notes) return;
  const Context cairo(cairo_create(surface));
  draw_notes(cairo.get(), view, *notes);
  require(cairo_status(cairo.get()));
}

cairo_status_t append(void* out, const unsigned char* data, unsigned int size) {
  static_cast<std::string*>(out)->append(reinterpret_cast<const char*>(data), size);
  return CAIRO_STATUS_SUCCESS;
}

}  // namespace

std::optional<Legend> legend_of(const Shading& shading) {
  const measure::ColourColumn& column = shading.column;
  Legend legend;
  legend.title = column.name + (column.unit == "1" ? "" : " [" + column.unit + "]");
  legend.low = shading.low;
  legend.high = shading.high;
  legend.logarithmic = shading.logarithmic;
  if (!column.groups) return legend;
  if (!column.few) return std::nullopt;
  std::vector<int> present;
  for (const double value : column.value) present.push_back(group_of(value));
  std::ranges::sort(present);
  present.erase(std::ranges::unique(present).begin(), present.end());
  bool others = false;
  for (const int group : present) {
    if (group < 0 || group >= kGroupColours) {
      others = true;
      continue;
    }
    const auto k = static_cast<std::size_t>(group);
    const std::string name = k < column.label.size() ? column.label[k] : std::to_string(group + 1);
    legend.group.emplace_back(name, group_colour(group, true));
  }
  if (others) legend.group.emplace_back("others", group_colour(-1, true));
  return legend;
}

std::string to_png(const Image& image, const View& view, const std::optional<Notes>& notes) {
  const Surface surface = surface_of(image);
  draw_on(surface.get(), view, notes);
  std::string out;
  require(cairo_surface_write_to_png_stream(surface.get(), append, &out));
  return out;
}

std::string to_svg(const Image& image, const View& view, const std::optional<Notes>& notes) {
  std::string out;
  {
    const Surface surface(cairo_svg_surface_create_for_stream(append, &out, image.width, image.height));
    require(cairo_surface_status(surface.get()));
    const Surface pixels = surface_of(image);
    {
      const Context cairo(cairo_create(surface.get()));
      cairo_set_source_surface(cairo.get(), pixels.get(), 0, 0);
      cairo_paint(cairo.get());
      require(cairo_status(cairo.get()));
    }
    draw_on(surface.get(), view, notes);
    cairo_surface_finish(surface.get());
    require(cairo_surface_status(surface.get()));
  }
  return out;
}

Image with_notes(const Image& image, const View& view, const Notes& notes) {
  const Surface surface = surface_of(image);
  draw_on(surface.get(), view, notes);
  cairo_surface_flush(surface.get());
  const unsigned char* data = cairo_image_surface_get_data(surface.get());
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface.get()));
  Image out{image.width, image.height, {}};
  for (std::size_t y = 0; y < static_cast<std::size_t>(image.height); ++y) {
    const auto* row = reinterpret_cast<const std::uint32_t*>(data + y * stride);
    for (int x = 0; x < image.width; ++x) out.pixel.push_back(row[x] & 0xFFFFFF);
  }
  return out;
}

double round_length(double length) {
  const double power = std::pow(10, std::floor(std::log10(length) + 1e-12));
  const double first = length / power;
  return power * (first >= 5 ? 5 : first >= 2 ? 2 : 1);
}

std::string time_text(double seconds, double longest) {
  struct Unit {
    const char* name;
    double seconds;
    double few;  // smallest number of these units in the longest time
  };
  constexpr std::array<Unit, 7> kUnits{{{"yr", 31557600, 2},
                                        {"d", 86400, 2},
                                        {"h", 3600, 2},
                                        {"min", 60, 2},
                                        {"s", 1, 1},
                                        {"ms", 1e-3, 1},
                                        {"us", 1e-6, 0}}};
  if (longest == 0) return fmt::format("{:.2f} s", seconds);
  for (const Unit& unit : kUnits)
    if (longest >= unit.few * unit.seconds) return fmt::format("{:.2f} {}", seconds / unit.seconds, unit.name);
  return "";
}

std::string length_text(double metres) {
  if (metres >= 1000) return fmt::format("{:g} km", metres / 1000);
  if (metres >= 1) return fmt::format("{:g} m", metres);
  if (metres >= 0.01) return fmt::format("{:g} cm", metres * 100);
  if (metres >= 0.001) return fmt::format("{:g} mm", metres * 1000);
  return fmt::format("{:g} um", metres * 1e6);
}

}  // namespace rubble::picture
