#pragma once
// Vectors, matrices and indices for all libraries.
#include <cstdint>
#include <vector>

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace rubble {

using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;
using Vec4 = Eigen::Vector4d;
using Quaternion = Eigen::Quaterniond;
using Index = std::int32_t;  // index of a body; 2^31 bodies exceed the memory of any supported machine

using Vec3s = std::vector<Vec3>;
using Reals = std::vector<double>;

}  // namespace rubble
