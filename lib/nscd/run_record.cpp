#include "nscd/run_record.hpp"

#include "nscd/require_count.hpp"

namespace rubble::nscd {

void RunRecord::archive(Archive& archive) {
  archive_account(archive, "nscd/account", account);
  made.archive(archive, "nscd/energy_made");
  archive.value("nscd/penetration", quality.penetration);
  archive.value("nscd/residual", quality.residual);
  archive.value("nscd/steps", quality.steps);
  archive.value("nscd/unconverged", quality.unconverged);
  archive.value("nscd/impacts", quality.impacts);
  archive.value("nscd/impacts_made", quality.impacts_made);
  auto count = static_cast<std::int64_t>(touching);
  archive.value("nscd/touching", count);
  touching = static_cast<std::size_t>(count);
}

void RunRecord::require_sound(std::int64_t steps, std::size_t impulses) const {
  require_count(quality.steps, "nscd/steps", steps);
  require_count(quality.unconverged, "nscd/unconverged", quality.steps);
  require_count(quality.impacts_made, "nscd/impacts_made", quality.impacts);
  require_count(static_cast<std::int64_t>(touching), "nscd/touching", static_cast<std::int64_t>(impulses));
  for (const auto& [name, number] :
       {std::pair{"nscd/penetration", quality.penetration}, {"nscd/residual", quality.residual}})
    if (number < 0) throw InputError(fmt::format("expected a number >= 0 in {}, found {}", name, number));
}

}  // namespace rubble::nscd
