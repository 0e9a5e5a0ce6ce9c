#pragma once
// Walls that a force or a torque drives: their motion through a step, like that of spheres (motion_sums.hpp), and the
// work of the drives. docs/theory.md 2.13.
#include "base/archive.hpp"
#include "model/external.hpp"
#include "model/pile.hpp"
#include "ssdem/chunk.hpp"
#include "ssdem/motion_sums.hpp"

namespace rubble::ssdem {

class DrivenWalls {
 public:
  DrivenWalls(const External& external, const State& state);

  bool empty() const { return poses_.empty(); }
  // All triangulated walls if one of them is driven, otherwise none.
  const std::vector<MeshWall>& walls() const { return walls_; }
  // Takes over the poses of a state, and writes them to one.
  void load(const State& state);
  void save(State& state) const;

  // Second kick of a step. Takes the loads of its sweep, and adds their power to the sums. Arguments: chunks of the
  // sweep; length of the kick [s]; true if forces are discontinuous from step to step; sums. => work of the drives [J]
  double finish_step(const std::vector<Chunk>& chunks, double kick, bool jumping, MotionSums& sums);
  // First kick and drift of the next step: its length [s] => work of the drives [J]
  double open_step(double dt);

  const DrivenPoses& poses() const { return poses_; }
  // Poses with the speeds that contacts see: predicted for the end of the drift.
  const DrivenPoses& predicted() const { return predicted_; }
  // (length of the step whose drift was the last motion [s]) => poses before this drift.
  DrivenPoses before(double dt) const;
  // Greatest speed of a point of a driven wall [m s-1].
  double greatest_speed() const;

  // The loads; poses are a part of the state.
  void archive(Archive& archive);

 private:
  double kick(double time);
  // (poses) => power of the contacts on the walls at their speeds [W]
  double power(const DrivenPoses& poses) const;
  template <class Use>
  void each(Use&& use) const;

  std::vector<MeshWall> walls_;
  Reals arm_;   // of each wall [m], or 1
  Reals load_;  // of the contacts on each wall [N], [N m]
  DrivenPoses poses_, predicted_;
};

}  // namespace rubble::ssdem
