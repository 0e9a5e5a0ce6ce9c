// A pile of cubes by Siconos' mechanics: Moreau and Jean's time stepping, Bullet's collisions, NSGS, one thread
// (box_pile.hpp). ITERATIONS: largest number of iterations of NSGS; SHAPE: box or hull, followed by a colon and the
// tolerance.
#include "box_pile.hpp"

#include <cmath>

#include <RigidBodyDS.hpp>
#include <SiconosBulletCollisionManager.hpp>
#include <SiconosContactor.hpp>
#include <SiconosKernel.hpp>
#include <SiconosShape.hpp>
#include <SolverOptions.h>

namespace {

SP::SiconosVector vector(std::initializer_list<double> values) {
  auto out = std::make_shared<SiconosVector>(values.size());
  unsigned k = 0;
  for (const double x : values) out->setValue(k++, x);
  return out;
}

SP::SiconosShape make_cube(const std::string& shape) {
  if (shape == "box") return std::make_shared<SiconosBox>(1, 1, 1);
  auto corners = std::make_shared<SimpleMatrix>(8, 3);
  for (unsigned corner = 0; corner < 8; ++corner)
    for (unsigned axis = 0; axis < 3; ++axis) corners->setValue(corner, axis, corner >> axis & 1 ? 0.5 : -0.5);
  return std::make_shared<SiconosConvexHull>(corners);
}

SP::SiconosContactorSet contactors(SP::SiconosShape shape) {
  auto set = std::make_shared<SiconosContactorSet>();
  set->append(std::make_shared<SiconosContactor>(shape));
  return set;
}

void run(const Scene& scene) {
  const double horizon = (scene.warm + scene.timed + 10) * scene.step;
  auto system = std::make_shared<NonSmoothDynamicalSystem>(0, horizon);
  const std::size_t colon = scene.shape.find(':');
  const SP::SiconosContactorSet cube = contactors(make_cube(scene.shape.substr(0, colon)));
  cube->front()->shape->setInsideMargin(0.02);
  cube->front()->shape->setOutsideMargin(0);
  std::vector<SP::RigidBodyDS> bodies;
  auto inertia = std::make_shared<SimpleMatrix>(3, 3);
  for (unsigned axis = 0; axis < 3; ++axis) inertia->setValue(axis, axis, 1.0 / 6);
  for (const Cube& c : scene.cubes) {
    const SP::SiconosVector q =
        vector({c.place[0], c.place[1], c.place[2], c.turn[0], c.turn[1], c.turn[2], c.turn[3]});
    bodies.push_back(std::make_shared<RigidBodyDS>(q, vector({0, 0, 0, 0, 0, 0}), 1, inertia));
    bodies.back()->setContactors(cube);
    bodies.back()->setFExtPtr(vector({0, 0, -scene.gravity}));
    system->insertDynamicalSystem(bodies.back());
  }

  SiconosBulletOptions collisions;
  auto manager = std::make_shared<SiconosBulletCollisionManager>(collisions);
  manager->insertNonSmoothLaw(std::make_shared<NewtonImpactFrictionNSL>(0, 0, scene.friction, 3), 0, 0);
  // A plane's normal is its third axis.
  const double half = 0.5 * scene.width, r = std::sqrt(0.5);
  const SP::SiconosVector walls[] = {vector({0, 0, 0, 1, 0, 0, 0}), vector({-half, 0, 0, r, 0, r, 0}),
                                     vector({half, 0, 0, r, 0, -r, 0}), vector({0, -half, 0, r, -r, 0, 0}),
                                     vector({0, half, 0, r, r, 0, 0})};
  for (const SP::SiconosVector& place : walls)
    manager->insertStaticContactorSet(contactors(std::make_shared<SiconosPlane>()), place);

  auto problem = std::make_shared<FrictionContact>(3, SICONOS_FRICTION_3D_NSGS);
  problem->numericsSolverOptions()->iparam[SICONOS_IPARAM_MAX_ITER] = scene.iterations;
  problem->numericsSolverOptions()->dparam[SICONOS_DPARAM_TOL] =
      colon == std::string::npos ? 1e-4 : std::atof(scene.shape.c_str() + colon + 1);
  problem->setMaxSize(100000);
  problem->setMStorageType(NM_SPARSE_BLOCK);
  problem->setNumericsVerboseMode(false);
  problem->setKeepLambdaAndYState(true);
  auto simulation = std::make_shared<TimeStepping>(system, std::make_shared<TimeDiscretisation>(0, scene.step));
  simulation->insertIntegrator(std::make_shared<MoreauJeanOSI>(0.5));
  simulation->insertNonSmoothProblem(problem);
  simulation->insertInteractionManager(manager);
  simulation->setNewtonOptions(SICONOS_TS_LINEAR);

  const auto step = [&] {
    simulation->computeOneStep();
    simulation->nextStep();
  };
  const auto states = [&] {
    std::vector<Cube> now;
    for (const SP::RigidBodyDS& body : bodies) {
      const SiconosVector& q = *body->q();
      const SiconosVector& v = *body->twist();
      now.push_back({{q(0), q(1), q(2)}, {q(3), q(4), q(5), q(6)}, {v(0), v(1), v(2)}});
    }
    return now;
  };
  const auto points = [&] { return static_cast<int>(problem->getSizeOutput() / 3); };
  measure(scene, step, states, points);
}

}  // namespace

int main(int count, char** words) {
  try {
    run(read_scene(count, words));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  } catch (...) {
    Siconos::exception::process();
    return 1;
  }
  return 0;
}
