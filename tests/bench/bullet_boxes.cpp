// A pile of cubes by Bullet, sequential impulses, one thread (box_pile.hpp). SHAPE: box (Bullet's own test of boxes) or
// hull (eight vertices, by GJK and EPA, with the margin inside). boxes.py builds the program in single and in double
// precision.
#include "box_pile.hpp"

#include <cmath>
#include <memory>

#include <btBulletDynamicsCommon.h>

namespace {

// Friction of a pair is the product of the bodies' coefficients.
void set_material(btRigidBody::btRigidBodyConstructionInfo& info, double friction) {
  info.m_friction = static_cast<btScalar>(std::sqrt(friction));
  info.m_restitution = 0;
}

std::unique_ptr<btCollisionShape> make_cube(const std::string& shape) {
  if (shape == "box") return std::make_unique<btBoxShape>(btVector3(0.5f, 0.5f, 0.5f));
  const btScalar margin = btScalar(0.02);
  auto hull = std::make_unique<btConvexHullShape>();
  for (int corner = 0; corner < 8; ++corner) {
    const auto side = [&](int axis) { return (corner >> axis & 1 ? 1 : -1) * (btScalar(0.5) - margin); };
    hull->addPoint(btVector3(side(0), side(1), side(2)), false);
  }
  hull->setMargin(margin);
  hull->recalcLocalAabb();
  return hull;
}

btVector3 vector(double x, double y, double z) {
  return {static_cast<btScalar>(x), static_cast<btScalar>(y), static_cast<btScalar>(z)};
}

void run(const Scene& scene) {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher(&configuration);
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
  world.setGravity(vector(0, 0, -scene.gravity));
  world.getSolverInfo().m_numIterations = scene.iterations;
  world.getSolverInfo().m_solverMode |= SOLVER_USE_2_FRICTION_DIRECTIONS;

  std::vector<std::unique_ptr<btCollisionShape>> shapes;
  std::vector<std::unique_ptr<btDefaultMotionState>> motions;
  std::vector<std::unique_ptr<btRigidBody>> bodies;
  const auto add = [&](btCollisionShape* shape, const btTransform& at, double mass) {
    motions.push_back(std::make_unique<btDefaultMotionState>(at));
    btVector3 inertia(0, 0, 0);
    if (mass > 0) shape->calculateLocalInertia(static_cast<btScalar>(mass), inertia);
    btRigidBody::btRigidBodyConstructionInfo info(static_cast<btScalar>(mass), motions.back().get(), shape, inertia);
    set_material(info, scene.friction);
    bodies.push_back(std::make_unique<btRigidBody>(info));
    bodies.back()->setActivationState(DISABLE_DEACTIVATION);
    world.addRigidBody(bodies.back().get());
  };
  shapes.push_back(make_cube(scene.shape));
  for (const Cube& c : scene.cubes) {
    const btQuaternion turn(static_cast<btScalar>(c.turn[1]), static_cast<btScalar>(c.turn[2]),
                            static_cast<btScalar>(c.turn[3]), static_cast<btScalar>(c.turn[0]));
    add(shapes[0].get(), btTransform(turn, vector(c.place[0], c.place[1], c.place[2])), 1);
  }
  const double half = 0.5 * scene.width;
  const std::array<std::array<double, 4>, 5> walls{
      {{0, 0, 1, 0}, {1, 0, 0, -half}, {-1, 0, 0, -half}, {0, 1, 0, -half}, {0, -1, 0, -half}}};
  for (const auto& w : walls) {
    shapes.push_back(std::make_unique<btStaticPlaneShape>(vector(w[0], w[1], w[2]), static_cast<btScalar>(w[3])));
    add(shapes.back().get(), btTransform::getIdentity(), 0);
  }

  const auto states = [&] {
    std::vector<Cube> now;
    for (std::size_t i = 0; i < scene.cubes.size(); ++i) {
      const btVector3& x = bodies[i]->getCenterOfMassPosition();
      const btQuaternion q = bodies[i]->getOrientation();
      const btVector3& v = bodies[i]->getLinearVelocity();
      now.push_back({{x.x(), x.y(), x.z()}, {q.w(), q.x(), q.y(), q.z()}, {v.x(), v.y(), v.z()}});
    }
    return now;
  };
  const auto points = [&] {
    int count = 0;
    for (int k = 0; k < dispatcher.getNumManifolds(); ++k)
      for (int j = 0; j < dispatcher.getManifoldByIndexInternal(k)->getNumContacts(); ++j)
        count += dispatcher.getManifoldByIndexInternal(k)->getContactPoint(j).getAppliedImpulse() > 0;
    return count;
  };
  measure(
      scene, [&] { world.stepSimulation(static_cast<btScalar>(scene.step), 0); }, states, points);
  for (const auto& body : bodies) world.removeRigidBody(body.get());
}

}  // namespace

int main(int count, char** words) {
  try {
    run(read_scene(count, words));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
