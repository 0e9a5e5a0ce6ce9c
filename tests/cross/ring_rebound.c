/* The equilibrium of a patch of a ring by REBOUND, for tests/physics/hill_ring_test.cpp and the how-to on rings.

   ring_rebound TAU RESTITUTION SIDE ORBITS VERTICAL_RATE SEED

   Smooth hard spheres of radius 1 in a shearing sheet with the rate 1, without self-gravity: optical depth TAU, square of the
   given SIDE, VERTICAL_RATE / rate. The means are over the last two thirds of the ORBITS, ten samples each. Velocities are
   relative to the shear flow. The collisional viscosity follows from REBOUND's sum of the momentum that impacts transport.

   REBOUND 5.0.0 (https://github.com/hannorein/rebound) is not part of Rubble:
     cc -O2 -w -D_GNU_SOURCE -DLIBREBOUND -Irebound/src ring_rebound.c rebound/src/*.c -o ring_rebound -lm -lpthread */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "rebound.h"

static const double kRate = 1;
static const int kSamples = 10; /* of each orbit */
static double restitution;

static double constant_restitution(const struct reb_simulation* const simulation, double speed) {
  (void)simulation;
  (void)speed;
  return restitution;
}

struct sums {
  double xx, yy, zz, xy; /* of velocities relative to the shear flow */
  double height;         /* of squared distances from the mean plane */
  double section;        /* of the areas in which spheres cut the mean plane */
  long bodies, samples;
};

static struct reb_simulation* make_sheet(double side, double vertical_rate, unsigned seed) {
  struct reb_simulation* sheet = reb_simulation_create();
  sheet->rand_seed = seed;
  reb_simulation_set_integrator(sheet, "sei");
  sheet->boundary = REB_BOUNDARY_SHEAR;
  sheet->gravity = REB_GRAVITY_NONE;
  sheet->collision = REB_COLLISION_TREE;
  sheet->collision_resolve = reb_collision_resolve_hardsphere;
  sheet->coefficient_of_restitution = constant_restitution;
  sheet->minimum_collision_velocity = 1e-3;
  sheet->OMEGA = kRate;
  sheet->OMEGAZ = vertical_rate;
  sheet->dt = 2e-3 * M_PI;
  sheet->root_size = side;
  sheet->N_root_x = 1;
  sheet->N_root_y = 1;
  sheet->N_ghost_x = 1;
  sheet->N_ghost_y = 1;
  sheet->N_ghost_z = 0;
  return sheet;
}

static void add_bodies(struct reb_simulation* sheet, int count, double side) {
  for (int i = 0; i < count; ++i) {
    struct reb_particle body = {0};
    body.x = reb_random_uniform(sheet, -side / 2, side / 2);
    body.y = reb_random_uniform(sheet, -side / 2, side / 2);
    body.z = reb_random_normal(sheet, 4);
    body.vx = reb_random_normal(sheet, 1);
    body.vy = -1.5 * kRate * body.x;
    body.vz = reb_random_normal(sheet, 1);
    body.r = 1;
    body.m = 1;
    reb_simulation_add(sheet, body);
  }
}

static void add_sample(const struct reb_simulation* sheet, struct sums* sums) {
  double middle = 0;
  for (int i = 0; i < (int)sheet->N; ++i) middle += sheet->particles[i].z / (double)sheet->N;
  for (int i = 0; i < (int)sheet->N; ++i) {
    const struct reb_particle body = sheet->particles[i];
    const double along = body.vy + 1.5 * kRate * body.x;
    const double above = body.z - middle;
    sums->xx += body.vx * body.vx;
    sums->yy += along * along;
    sums->zz += body.vz * body.vz;
    sums->xy += body.vx * along;
    sums->height += above * above;
    sums->section += M_PI * fmax(0, 1 - above * above);
  }
  sums->bodies += (long)sheet->N;
  ++sums->samples;
}

int main(int argc, char** argv) {
  if (argc != 7) return 2;
  const double side = atof(argv[3]);
  const int samples = kSamples * atoi(argv[4]);
  restitution = atof(argv[2]);
  struct reb_simulation* sheet = make_sheet(side, kRate * atof(argv[5]), (unsigned)atoi(argv[6]));
  const int count = (int)round(atof(argv[1]) * side * side / M_PI);
  add_bodies(sheet, count, side);
  struct sums sums = {0};
  double transported = 0;
  double start = 0;
  for (int k = 1; k <= samples; ++k) {
    reb_simulation_integrate(sheet, sheet->t + 2 * M_PI / kSamples);
    if (k == samples / 3) {
      transported = sheet->collisions_plog;
      start = sheet->t;
    }
    if (k > samples / 3) add_sample(sheet, &sums);
  }
  const double n = (double)sums.bodies;
  const double flux = (sheet->collisions_plog - transported) / (sheet->t - start) / (double)sheet->N;
  printf("dispersion %.4f %.4f %.4f\n", sqrt(sums.xx / n), sqrt(sums.yy / n), sqrt(sums.zz / n));
  printf("height %.4f\nfilling_factor %.4f\n", sqrt(sums.height / n), sums.section / (double)sums.samples / (side * side));
  printf("viscosity %.4f %.4f\n", sums.xy / n / (1.5 * kRate), flux / (1.5 * kRate));
  reb_simulation_free(sheet);
  return 0;
}
