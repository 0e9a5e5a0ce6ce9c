// The hardest friction problem of a run.
#include "nscd/impulse_solver.hpp"

#include <gtest/gtest.h>

namespace rubble::nscd {
namespace {

// A column of two spheres of 1 kg on a floor. Both approach the floor at 1 m/s, so that the impulses are 2 and 1 N s.
friction::BodyProblem falling_column() {
  friction::BodyProblem problem;
  for (int k = 0; k < 2; ++k) {
    problem.bodies.velocity.emplace_back(0, 0, -1);
    problem.bodies.spin.push_back(Vec3::Zero());
    problem.bodies.inverse_mass.push_back(1);
    problem.bodies.inverse_moment.push_back(2.5);
  }
  friction::Links& links = problem.links;
  links.a = {0, 0};
  links.b = {-1, 1};
  links.normal = {-Vec3::UnitZ(), Vec3::UnitZ()};
  links.arm_a = {-Vec3::UnitZ(), Vec3::UnitZ()};
  links.arm_b = {Vec3::Zero(), -Vec3::UnitZ()};
  links.shift = {Vec3::Zero(), Vec3::Zero()};
  links.friction = {0.5, 0.5};
  return problem;
}

SolverOptions dumping() {
  SolverOptions options;
  options.dump_problem = true;
  return options;
}

// The hardest problem is kept as it was before it was solved, and an easier one does not replace it.
TEST(NscdImpulseSolver, KeepsTheStartOfTheHardestProblem) {
  ImpulseSolver solver(dumping(), friction::Cone::coulomb);
  Quality quality;
  friction::BodyProblem hard = falling_column();
  const Vec3s start{Vec3(0, 0, -0.5), Vec3(0, 0, 0.25)};
  Vec3s impulses = start;
  solver.solve_last(hard, impulses, quality);
  EXPECT_NEAR(impulses[0].z(), -2, 1e-3);
  EXPECT_NEAR(impulses[1].z(), 1, 1e-3);
  const std::int64_t most = solver.most_iterations();
  EXPECT_EQ(most, solver.iterations());
  friction::BodyProblem easy = falling_column();
  Vec3s solution{Vec3(0, 0, -2), Vec3(0, 0, 1)};
  solver.solve_last(easy, solution, quality);
  EXPECT_LT(solver.iterations(), 2 * most);
  EXPECT_EQ(solver.most_iterations(), most);
  EXPECT_EQ(solver.hardest_start().impulses, start);
  EXPECT_EQ(solver.hardest_start().problem.bodies.velocity, falling_column().bodies.velocity);
}

TEST(NscdImpulseSolver, ArchivesTheStartOfTheHardestProblem) {
  ImpulseSolver solver(dumping(), friction::Cone::coulomb);
  Quality quality;
  friction::BodyProblem problem = falling_column();
  const Vec3s start{Vec3(0, 0, -0.5), Vec3(0, 0, 0.25)};
  Vec3s impulses = start;
  solver.solve_last(problem, impulses, quality);
  Resume resume;
  Archive save(resume);
  solver.archive(save, 2);
  ImpulseSolver loaded(dumping(), friction::Cone::coulomb);
  Archive load(static_cast<const Resume&>(resume));
  loaded.archive(load, 2);
  EXPECT_EQ(loaded.most_iterations(), solver.most_iterations());
  EXPECT_EQ(loaded.hardest_start().impulses, start);
  EXPECT_EQ(loaded.hardest_start().problem.links.normal, problem.links.normal);
}

}  // namespace
}  // namespace rubble::nscd
