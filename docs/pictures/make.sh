#!/bin/bash
# Makes the pictures of README.md and docs/how-to.md, by the commands that they print and, for the first picture, those of hulls().
#
#   docs/pictures/make.sh FOLDER [PICTURE ...]     FOLDER: for piles and tracks, which are kept; all pictures unless some are named
#
# Needs the programs on PATH, and pngquant and optipng to make files small.
set -euo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mkdir -p "$1" && cd "$1" && pwd)
shift
cd "$top"

# (program, options and input, output) Runs the program unless the output is there. Exit code 4 is a run whose duration is over.
once() {
  local out=${*: -1}
  [ -e "$out" ] || "$@" || [ $? -eq 4 ]
}

# (name, width and height, options of rubble-render, pile or track)
picture() {
  local name=$1 size=$2
  shift 2
  rubble-render --force --quiet --plain --size "$size" "$@" "$work/$name.png"
  pngquant --force --speed 1 --quality 50-95 --output "docs/pictures/$name.png" "$work/$name.png"
  optipng -quiet -o5 "docs/pictures/$name.png"
  echo "docs/pictures/$name.png: $(stat -c %s "docs/pictures/$name.png") bytes"
}

# Two piles of 1000 convex rocks collide. The picture in the repository comes from runs in parts, in which rocks may lie slightly differently.
hulls() {
  once rubble-generate -c configs/hulls.toml --set size.law=power --set size.exponent=-3 --set size.min="3 m" --set size.max="9 m" \
    --set cloud.cell="18 m" --set cloud.count=1000 "$work/rocks.h5"
  once rubble-relax -c configs/impulses.toml --set step.dt="5 s" --set run.duration="7805 s" "$work/rocks.h5" "$work/body.h5"
  once rubble-combine -c configs/encounter.toml --set encounter.relative_speed="0.3 m/s" --set encounter.gap="10 m" \
    "$work/body.h5" "$work/body.h5" "$work/meet.h5"
  once rubble-relax -c configs/impulses.toml --set step.dt="2 s" --set solver.tolerance=1e-3 --set run.duration="2 min" \
    --set run.frame_every="1 min" --track "$work/meet-track.h5" "$work/meet.h5" "$work/met.h5"
  picture hulls 1600,700 --dark --colour birth "$work/meet-track.h5"
}

pile() {
  once rubble-generate -c configs/cloud.toml "$work/cloud.h5"
  once rubble-relax -c configs/relax.toml "$work/cloud.h5" "$work/pile.h5"
  picture pile 400,300 --colour radius "$work/pile.h5"
}

spun() {
  once rubble-spinup -c configs/spinup.toml "$work/pile.h5" "$work/spun.h5"
  picture spun 400,300 --colour speed "$work/spun.h5"
}

hit() {
  once rubble-combine -c configs/encounter.toml "$work/pile.h5" "$work/pile.h5" "$work/pair.h5"
  once rubble-collide -c configs/collide.toml --set run.duration="45 min" --track "$work/hit-track.h5" "$work/pair.h5" "$work/hit.h5"
  picture hit 400,300 --colour birth --view 0,90 "$work/hit-track.h5"
}

torn() {
  once rubble-flyby -c configs/flyby.toml --set flyby.pericentre="8292 km" "$work/pile.h5" "$work/torn.h5"
  picture torn 400,300 "$work/torn.h5"
}

chains() {
  picture chains 400,300 --chains "$work/pile.h5"
}

drum() {
  once rubble-generate -c configs/beads.toml --set cloud.lower='["-5.5 cm", "-2.8 cm", "-5.5 cm"]' \
    --set cloud.upper='["5.5 cm", "2.8 cm", "5.5 cm"]' "$work/inside.h5"
  once rubble-evolve -c configs/drum.toml --track "$work/drum.h5" "$work/inside.h5" "$work/tumbled.h5"
  picture drum 480,360 --view -60,15 "$work/tumbled.h5"
}

staples() {
  once rubble-generate -c configs/compounds.toml "$work/staples.h5"
  once rubble-evolve -c configs/heap.toml "$work/staples.h5" "$work/heap.h5"
  picture staples 500,330 --colour grain "$work/heap.h5"
}

# Two pictures of one section: before and after the failure.
asteroid() {
  once rubble-generate -c configs/asteroid.toml --set size.min="15 m" --set cloud.solid_fraction=0.4 "$work/filled.h5"
  once rubble-relax -c configs/relax.toml "$work/filled.h5" "$work/fallen.h5"
  once rubble-carve --extent "450 m" --crossing centre "$work/fallen.h5" configs/asteroid.obj "$work/carved.h5"
  once rubble-relax -c configs/relax.toml "$work/carved.h5" "$work/relaxed.h5"
  once rubble-spinup -c configs/spinup.toml --set contact.sliding.friction=0.6 --set spinup.start=0.5 --set spinup.end=1.2 \
    --set spinup.ramp="8 h" --set stop.radius=none --set stop.least_mass=0.9 "$work/relaxed.h5" "$work/parted.h5"
  picture asteroid 500,260 --colour radius "$work/relaxed.h5"
  picture parted 500,260 --colour radius "$work/parted.h5"
}

fragments() {
  once rubble-generate -c configs/packed.toml --set cloud.glued=false --set cloud.count=1500 --set cloud.axes='[1, 1, 1]' \
    --set size.min="4 mm" --set size.max="4 mm" "$work/ball.h5"
  once rubble-evolve -c configs/bonds.toml --track "$work/thrown.h5" "$work/ball.h5" "$work/fragments.h5"
  picture fragments 480,300 --colour broken_bonds --view -60,10 "$work/fragments.h5"
}

tumbled() {
  once rubble-generate -c configs/compounds.toml --set cloud.count=40 --set cloud.lower='["-32 mm", "-28 mm", "-32 mm"]' \
    --set cloud.upper='["32 mm", "28 mm", "32 mm"]' "$work/staples-inside.h5"
  once rubble-evolve -c configs/drum-impulses.toml --track "$work/staple-drum.h5" "$work/staples-inside.h5" "$work/staples-tumbled.h5"
  picture tumbled 480,360 --colour grain --view -60,15 "$work/staples-tumbled.h5"
}

lander() {
  once rubble-generate -c configs/beads.toml --set size.max="4 mm" --set cloud.count=1000 "$work/soil-cloud.h5"
  once rubble-evolve -c configs/box.toml --set contact.normal.pair_stiffness="20 kN/m" "$work/soil-cloud.h5" "$work/soil.h5"
  once rubble-generate -c configs/beads.toml --set cloud.count=1 --set size.min="15 mm" --set size.max="15 mm" "$work/tip.h5"
  once rubble-place -c configs/instrument.toml "$work/soil.h5" "$work/tip.h5" "$work/probed.h5"
  once rubble-evolve -c configs/lander.toml "$work/probed.h5" "$work/landed.h5"
  picture lander 480,300 --colour radius --view -90,15 --cut y "$work/landed.h5"
}

ring() {
  once rubble-generate -c configs/ring-cloud.toml "$work/ring-start.h5"
  once rubble-evolve -c configs/ring.toml "$work/ring-start.h5" "$work/ring.h5"
  picture ring 480,300 --view 30,25 "$work/ring.h5"
}

[ $# -gt 0 ] || set -- pile spun hit torn chains hulls drum staples asteroid tumbled lander fragments ring
for name; do "$name"; done
