# shellcheck shell=bash
# Sourced by ./reproduce and ./check: installs the packages that are missing on Debian or Ubuntu, and builds the programs.
# Bash; expects $root (top of the checkout).

# Debian packages: those that list the jobs of studies, all that the programs and the studies need, and those that only the tests need (arguments of
# install_missing).
# shellcheck disable=SC2034  # the scripts that source this file use them
planning_packages=(snakemake python3-tomli-w)
# shellcheck disable=SC2034
packages=(g++ cmake ninja-build
  libeigen3-dev libhdf5-dev libtomlplusplus-dev libcli11-dev libudunits2-dev libfmt-dev
  librandom123-dev libssl-dev libcgal-dev libcairo2-dev libfreetype-dev zlib1g-dev pkg-config fonts-dejavu-core libjs-three
  python3-h5py python3-numpy python3-matplotlib python3-pandas "${planning_packages[@]}")
# shellcheck disable=SC2034
test_packages=(libgtest-dev libbenchmark-dev mkdocs libjs-katex man-db codespell black clang-format
  mypy python3-nbclient python3-ipykernel python3-pip python3-setuptools python3-wheel)

: "${root:?the script that sources this file sets it}"

say() { printf '\n==> %s\n' "$*"; }
die() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; exit 1; }

# (packages...) Installs those that are missing. Without missing packages it needs no password.
install_missing() {
  command -v dpkg-query >/dev/null || { say "Not a Debian system: the packages are assumed to be installed"; return; }
  local missing=() p
  for p in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$p" 2>/dev/null)" = installed ] || missing+=("$p")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "missing packages; install them as root: apt-get install ${missing[*]}"
    as_root=(sudo)
    [ -t 0 ] || as_root=(sudo -n)  # not interactive: fail instead of asking for a password
  fi
  say "Installing with apt: ${missing[*]}"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq ||
    echo "apt could not refresh the package lists; using the present ones" >&2
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}" \
    </dev/null >/dev/null || die "apt could not install: ${missing[*]}"
}

# (LOG COMMAND...) Runs Snakemake or a build; its messages go to the file LOG, the terminal shows the progress.
with_progress() { python3 "$root/workflows/scripts/progress.py" "$@"; }

# (preset, whether to configure tests: ON or OFF, targets...) Configures and builds in build/<preset> on all cores; without targets it builds everything.
build() {
  local preset=$1 options=(-G Ninja "-DBUILD_TESTING=$2") targets=()
  shift 2
  [ $# -eq 0 ] || targets=(--target "$@")
  # A folder that was configured before keeps its generator and its tests.
  [ ! -e "$root/build/$preset/CMakeCache.txt" ] || options=()
  say "Building in build/$preset"
  (cd "$root" && cmake --preset "$preset" "${options[@]}" >/dev/null &&
    with_progress "build/$preset/build.log" cmake --build --preset "$preset" --parallel "$(nproc)" "${targets[@]}")
}

# Use Debian's Python and Snakemake, even if others come first on PATH.
export PATH="/usr/bin:$PATH"
