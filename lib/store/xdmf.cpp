#include "store/xdmf.hpp"

#include "store/datasets.hpp"
#include "store/hdf5.hpp"

#include <filesystem>

#include <fmt/format.h>

namespace rubble::store {

std::string escaped_xml(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else
      result += c;
  }
  return result;
}

namespace {

template <class T>
std::string number_type() {
  constexpr Type type = Cell<T>::type;
  if (type == Type::float64) return R"(NumberType="Float" Precision="8")";
  return fmt::format(R"(NumberType="Int" Precision="{}")", type == Type::int64 ? 8 : 4);
}

std::string words(const Dimensions& shape) { return fmt::format("{}", fmt::join(shape, " ")); }

// Item for a whole dataset.
template <class T>
std::string constant_item(const std::string& file, const std::string& path, std::size_t bodies) {
  return fmt::format(R"(<DataItem Dimensions="{}" {} Format="HDF">{}:{}</DataItem>)", words(dimensions_of<T>(bodies)),
                     number_type<T>(), file, path);
}

// Item for one frame of [frames][bodies]...
template <class T>
std::string frame_item(const std::string& file, const std::string& path, std::size_t frame, std::size_t frames,
                       std::size_t bodies) {
  const Dimensions part = dimensions_of<T>(bodies);
  Dimensions start(part.size() + 1, 0), count = part, whole = part;
  start[0] = frame;
  count.insert(count.begin(), 1), whole.insert(whole.begin(), frames);
  return fmt::format(R"(<DataItem ItemType="HyperSlab" Dimensions="{}" Type="HyperSlab">)"
                     R"(<DataItem Dimensions="3 {}" NumberType="Int" Format="XML">{} {} {}</DataItem>)"
                     R"(<DataItem Dimensions="{}" {} Format="HDF">{}:{}/value</DataItem></DataItem>)",
                     words(part), start.size(), words(start), words(Dimensions(start.size(), 1)), words(count),
                     words(whole), number_type<T>(), file, path);
}

template <class T>
std::string attribute(const Dataset& d, const std::string& item) {
  return fmt::format("        <Attribute Name=\"{}\" AttributeType=\"{}\" Center=\"Node\">{}</Attribute>\n", d.name(),
                     Cell<T>::shape().empty() ? "Scalar" : "Vector", item);
}

}  // namespace

std::string xdmf(const std::string& file, const Reals& times, const Model& model, bool grains, bool regroups,
                 const std::vector<BodyColumn>& columns) {
  const std::string name = escaped_xml(file);
  const std::size_t bodies = model.size();
  const State state;
  const GroupingTable grouping;  // without orientations, which have four numbers
  std::string page =
      "<?xml version=\"1.0\" ?>\n<Xdmf Version=\"2.0\">\n  <Domain>\n"
      "    <Grid Name=\"bodies\" GridType=\"Collection\" CollectionType=\"Temporal\">\n";
  for (std::size_t f = 0; f < times.size(); ++f) {
    page +=
        fmt::format("      <Grid Name=\"frame {}\" GridType=\"Uniform\">\n        <Time Value=\"{}\"/>\n", f, times[f]);
    page += fmt::format("        <Topology TopologyType=\"Polyvertex\" NumberOfElements=\"{}\"/>\n", bodies);
    const auto framed = [&]<class T>(const Dataset& d, const std::vector<T>&) {
      const std::string item = frame_item<T>(name, d.path, f, times.size(), bodies);
      if (d.name() == "position")
        page += fmt::format("        <Geometry GeometryType=\"XYZ\">{}</Geometry>\n", item);
      else
        page += attribute<T>(d, item);
    };
    const auto constant = [&]<class T>(const Dataset& d, const std::vector<T>&) {
      page += attribute<T>(d, constant_item<T>(name, d.path, bodies));
    };
    each_of_motion(state, framed);
    each_of_model(model, constant);
    if (!model.shape.empty()) each_of_hulls(model, constant);
    each_of_body_columns(columns, framed);
    if (regroups) {
      each_of_members(grouping, framed);
    } else if (grains) {
      each_of_members(grouping, constant);
    }
    page += "      </Grid>\n";
  }
  return page + "    </Grid>\n  </Domain>\n</Xdmf>\n";
}

std::string xdmf_path(const std::string& track) {
  return std::filesystem::path(track).replace_extension(".xdmf2").string();
}

}  // namespace rubble::store
