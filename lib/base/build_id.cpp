#include "base/build_id.hpp"

#include <cstddef>
#include <cstring>
#include <string_view>

#include <elf.h>
#include <fmt/format.h>
#include <link.h>

namespace rubble {
namespace {

constexpr std::string_view kOwner("GNU", 4);  // including the terminating zero

std::size_t padded(std::size_t bytes) { return (bytes + 3) / 4 * 4; }

std::string hex(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return text;
}

// (notes of a program, one after the other) => the build id in them, "" if there is none.
std::string id_in(std::string_view notes) {
  ElfW(Nhdr) head;
  while (notes.size() >= sizeof head) {
    std::memcpy(&head, notes.data(), sizeof head);
    const std::size_t name = sizeof head, text = name + padded(head.n_namesz);
    const std::size_t end = text + padded(head.n_descsz);
    if (end > notes.size()) return "";
    if (head.n_type == NT_GNU_BUILD_ID && notes.substr(name, head.n_namesz) == kOwner)
      return hex(notes.substr(text, head.n_descsz));
    notes.remove_prefix(end);
  }
  return "";
}

// Callback of dl_iterate_phdr, which visits the program first and then its shared libraries. A result other than 0 ends
// the search.
int look(dl_phdr_info* info, std::size_t, void* found) {
  for (int k = 0; k < info->dlpi_phnum; ++k) {
    const ElfW(Phdr)& part = info->dlpi_phdr[k];
    if (part.p_type != PT_NOTE) continue;
    const auto* start = reinterpret_cast<const char*>(info->dlpi_addr + part.p_vaddr);
    std::string id = id_in({start, part.p_memsz});
    if (id.empty()) continue;
    *static_cast<std::string*>(found) = std::move(id);
    break;
  }
  return 1;
}

}  // namespace

std::string build_id() {
  std::string id;
  dl_iterate_phdr(look, &id);
  return id.empty() ? "unknown" : id;
}

}  // namespace rubble
