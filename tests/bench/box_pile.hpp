#pragma once
// Common code of the programs that boxes.py measures: cubes of side 1 m and mass 1 kg between a floor at z = 0 and four
// walls. They are called as:
//
//   PROGRAM POSES OUT WIDTH GRAVITY FRICTION STEP WARM TIMED ITERATIONS [SHAPE]
//
// POSES contains doubles: x y z and the quaternion w x y z of each cube. The cubes start at rest. A program makes WARM
// steps, then TIMED steps, then one more. It writes the states before and after the timed steps and after the last one
// to OUT: x y z, w x y z, velocity of each cube. It prints the processor time of the timed steps [s] and the number of
// contact points.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

struct Cube {
  std::array<double, 3> place;
  std::array<double, 4> turn;  // w, x, y, z
  std::array<double, 3> velocity;
};

struct Scene {
  std::string out, shape;
  double width, gravity, friction, step;
  int warm, timed, iterations;
  std::vector<Cube> cubes;
};

inline Scene read_scene(int count, char** word) {
  if (count < 10)
    throw std::runtime_error("usage: PROGRAM POSES OUT WIDTH GRAVITY FRICTION STEP WARM TIMED ITERATIONS [SHAPE]");
  Scene scene{word[2],
              count > 10 ? word[10] : "box",
              std::atof(word[3]),
              std::atof(word[4]),
              std::atof(word[5]),
              std::atof(word[6]),
              std::atoi(word[7]),
              std::atoi(word[8]),
              std::atoi(word[9]),
              {}};
  std::ifstream file(word[1], std::ios::binary);
  std::array<double, 7> row;
  while (file.read(reinterpret_cast<char*>(row.data()), sizeof row))
    scene.cubes.push_back({{row[0], row[1], row[2]}, {row[3], row[4], row[5], row[6]}, {}});
  if (scene.cubes.empty()) throw std::runtime_error(std::string(word[1]) + ": no cubes");
  return scene;
}

inline double processor_time() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// (function for one step, function that returns the cubes' states, function that counts the points of contact)
template <class Step, class States, class Points>
void measure(const Scene& scene, Step&& step, States&& states, Points&& points) {
  std::ofstream out(scene.out, std::ios::binary);
  const auto write = [&] {
    const std::vector<Cube> now = states();
    out.write(reinterpret_cast<const char*>(now.data()), static_cast<std::streamsize>(now.size() * sizeof(Cube)));
  };
  for (int k = 0; k < scene.warm; ++k) step();
  write();
  const double start = processor_time();
  for (int k = 0; k < scene.timed; ++k) step();
  const double seconds = processor_time() - start;
  write();
  step();
  write();
  std::printf("%.6g %d\n", seconds, points());
  if (!out.flush()) throw std::runtime_error(scene.out + ": cannot be written");
}
