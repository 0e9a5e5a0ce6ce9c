#include "export/trajectory.hpp"

#include "base/error.hpp"
#include "base/system.hpp"
#include "cli/outputs.hpp"
#include "cli/tool.hpp"
#include "store/disk.hpp"
#include "store/file_names.hpp"
#include "store/pile_file.hpp"
#include "store/text.hpp"
#include "store/xdmf.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

namespace rubble::tools {
namespace {

// (OUT.pvd, number of frames) => OUT_0000.vtp, ...
std::vector<std::string> names_of_series(const std::string& output, std::size_t frames) {
  const std::string stem = std::filesystem::path(output).replace_extension().string();
  const std::size_t digits = std::max<std::size_t>(4, std::to_string(frames - 1).size());
  std::vector<std::string> names;
  for (std::size_t f = 0; f < frames; ++f) names.push_back(fmt::format("{}_{:0{}}.vtp", stem, f, digits));
  return names;
}

std::string collection(const std::vector<std::string>& names, const Reals& times) {
  std::string text =
      "<?xml version=\"1.0\"?>\n"
      "<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n<Collection>\n";
  for (std::size_t f = 0; f < names.size(); ++f)
    text += fmt::format("<DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", times[f],
                        store::escaped_xml(store::name_of(names[f])));
  return text + "</Collection>\n</VTKFile>\n";
}

}  // namespace

void write_trajectory(const store::Frames& frames, const std::string& output) {
  store::SpaceBox cell = store::cell_around(frames.pile(0));
  for (std::size_t f = 1; f < frames.size(); ++f) cell = store::joined(cell, store::cell_around(frames.pile(f)));
  store::OutputFile file(output);
  for (std::size_t f = 0; f < frames.size(); ++f) file.add(store::to_xyz(frames.pile(f), cell));
  file.finish();
}

void write_series(const store::Frames& frames, const cli::Arguments& arguments,
                  const std::function<std::string(const Pile&)>& polydata) {
  const std::string& output = arguments.output;
  if (!store::is_file(output))
    throw InputError(output_name(output) +
                     ": a series consists of several files: give a file name instead of standard output");
  const std::vector<std::string> names = names_of_series(output, frames.size());
  cli::prepare_parts(names, arguments);
  store::OutputFiles files;
  Reals times;
  for (std::size_t f = 0; f < frames.size(); ++f) {
    const Pile pile = frames.pile(f);
    files.add(names[f], polydata(pile));
    times.push_back(pile.state.time);
  }
  files.add(output, collection(names, times));
  files.finish();
}

}  // namespace rubble::tools
