"""Changes that run.py makes: file, a text that occurs there once, its replacement, the group of
tests to run."""
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
# One source for each normal law of soft spheres.
SWEEPS = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("lib/ssdem/sweep_*.cpp"))

# Sources (in addition to the changed file), true if headers suffice or false if the library is
# needed, and the tests.
GROUPS = {
    "pair": (
        [
            "tests/unit/ssdem_contact_kernel_test.cpp",
            "lib/ssdem/history.cpp",
            "lib/model/contacts.cpp",
        ],
        True,
        "*",
    ),
    "laws": (
        [
            "tests/unit/laws_test.cpp",
            "tests/unit/ssdem_contact_kernel_test.cpp",
            "lib/ssdem/history.cpp",
            "lib/model/contacts.cpp",
        ],
        True,
        "*",
    ),
    "lists": (
        [
            "tests/unit/detect_candidates_test.cpp",
            "tests/unit/detect_list_margin_test.cpp",
            "tests/unit/spatial_grid_test.cpp",
            "lib/detect/candidates.cpp",
            "lib/detect/list_margin.cpp",
            "lib/spatial/grid.cpp",
            "lib/spatial/periodic.cpp",
            "lib/spatial/morton.cpp",
            "lib/model/curve.cpp",
        ],
        True,
        "*",
    ),
    "surface_touch": (
        [
            "tests/unit/detect_surface_touch_test.cpp",
            "lib/detect/surface_touch.cpp",
            "lib/shape/triangle_frame.cpp",
            "lib/shape/triangle_tree.cpp",
        ],
        False,
        "*",
    ),
    "materials": (
        [
            "tests/physics/materials_test.cpp",
            "tests/unit/laws_mixing_test.cpp",
            "tests/unit/ssdem_law_table_test.cpp",
            "lib/model/material_laws.cpp",
            "lib/ssdem/meeting_laws.cpp",
            "lib/ssdem/soft_laws.cpp",
            "lib/ssdem/resolve.cpp",
            *SWEEPS,
        ],
        False,
        "*",
    ),
    "adhesion_laws": (["tests/unit/laws_adhesion_test.cpp"], True, "*"),
    "adhesion": (
        [
            "tests/physics/adhesion_test.cpp",
            "lib/ssdem/soft_laws.cpp",
            "lib/ssdem/stepper.cpp",
            "lib/ssdem/sweep_jkr.cpp",
        ],
        False,
        "*",
    ),
    "attraction": (
        [
            "tests/physics/attraction_test.cpp",
            "lib/ssdem/contact_list.cpp",
            "lib/ssdem/near_pairs.cpp",
            "lib/ssdem/sweep_hertz.cpp",
            "lib/ssdem/sweep_linear.cpp",
        ],
        False,
        "*",
    ),
    "cohesive_scales": (
        ["tests/unit/ssdem_cohesive_scales_test.cpp", "lib/ssdem/cohesive_scales.cpp"],
        False,
        "*",
    ),
    "hill": (
        [
            "tests/physics/hill_test.cpp",
            "lib/hsdem/neighbour_list.cpp",
            "lib/hsdem/sphere_forces.cpp",
            "lib/measure/ledger/external_energy.cpp",
            "lib/ssdem/sphere_motion.cpp",
        ],
        False,
        "*",
    ),
    "bonds": (
        [
            "tests/physics/bonds_test.cpp",
            "tests/unit/model_bonds_test.cpp",
            "lib/model/bonds.cpp",
            "lib/ssdem/beam_bonds.cpp",
            "lib/ssdem/bonds_at_start.cpp",
        ],
        False,
        "*",
    ),
    "rotation": (["tests/unit/motion_rotation_test.cpp", "lib/motion/rotation.cpp"], True, "*"),
    "mass": (
        ["tests/unit/shape_mass_properties_test.cpp", "lib/shape/mass_properties.cpp"],
        False,
        "*",
    ),
    "shape": (
        [
            "tests/unit/shape_surface_test.cpp",
            "tests/unit/shape_kind_test.cpp",
            "lib/shape/polyhedron.cpp",
            "lib/shape/kind.cpp",
            "lib/shape/kind_hull.cpp",
            "lib/shape/kind_sphere.cpp",
            "lib/shape/surface.cpp",
        ],
        False,
        "*",
    ),
    "distance": (
        ["tests/unit/shape_distance_test.cpp", "lib/shape/distance.cpp", "lib/shape/gjk.cpp"],
        False,
        "*",
    ),
    "separation": (
        [
            "tests/unit/shape_separation_test.cpp",
            "lib/shape/separation.cpp",
            "lib/shape/polytope.cpp",
            "lib/shape/gjk.cpp",
            "lib/shape/axes.cpp",
            "lib/shape/prepared_shape.cpp",
        ],
        False,
        "*",
    ),
    "manifold": (
        ["tests/unit/shape_manifold_test.cpp", "lib/shape/manifold.cpp", "lib/shape/outline.cpp"],
        False,
        "*",
    ),
    "persistent": (
        ["tests/unit/shape_persistent_test.cpp", "lib/shape/persistent.cpp"],
        False,
        "*",
    ),
    "impulse_meshes": (
        [
            "tests/physics/impulse_meshes_test.cpp",
            "tests/unit/detect_surface_points_test.cpp",
            "lib/shape/surface_parts.cpp",
            "lib/detect/sphere_at_surface.cpp",
            "lib/detect/hull_at_surface.cpp",
            "lib/detect/surface_paths.cpp",
            "lib/detect/surface_points.cpp",
            "lib/nscd/contact_problem.cpp",
            "lib/nscd/wall_crossing.cpp",
            "lib/nscd/surroundings.cpp",
        ],
        False,
        "*",
    ),
    "narrow": (
        [
            "tests/unit/detect_narrow_test.cpp",
            "lib/detect/narrow.cpp",
            "lib/detect/narrow_kernels.cpp",
            "lib/detect/narrow_ahead.cpp",
        ],
        False,
        "*",
    ),
    "seams": (
        ["tests/unit/detect_seams_test.cpp", "lib/detect/seams.cpp"],
        False,
        "*",
    ),
    "impulse_ahead": (
        [
            "tests/physics/impulse_ahead_test.cpp",
            "lib/shape/first_touch.cpp",
            "lib/detect/narrow_kernels.cpp",
            "lib/detect/narrow_ahead.cpp",
            "lib/nscd/contact_problem.cpp",
            "lib/nscd/path_pairs.cpp",
            "lib/nscd/long_paths.cpp",
            "lib/nscd/passing_check.cpp",
            "lib/nscd/surroundings.cpp",
            "lib/nscd/point_conditions.cpp",
            "lib/nscd/engine_start.cpp",
            "lib/nscd/rigid_bodies.cpp",
        ],
        False,
        "*",
    ),
    "impulse_within": (
        [
            "tests/physics/impulse_within_test.cpp",
            "lib/nscd/step_velocities.cpp",
            "lib/nscd/impacts.cpp",
            "lib/nscd/point_conditions.cpp",
            "lib/nscd/impulse_account.cpp",
            "lib/nscd/path_pairs.cpp",
            "lib/nscd/long_paths.cpp",
            "lib/nscd/contact_problem.cpp",
            "lib/nscd/engine_start.cpp",
        ],
        False,
        "*",
    ),
    "impulse_walls": (
        [
            "tests/physics/impulse_walls_test.cpp",
            "lib/nscd/engine.cpp",
            "lib/nscd/contact_problem.cpp",
            "lib/nscd/impulse_account.cpp",
        ],
        False,
        "*",
    ),
    "impulse_periodic": (
        [
            "tests/physics/impulse_periodic_test.cpp",
            "lib/detect/narrow_ahead.cpp",
            "lib/nscd/contact_problem.cpp",
            "lib/nscd/impulse_account.cpp",
        ],
        False,
        "*",
    ),
    "impulse_accounts": (
        [
            "tests/physics/impulse_accounts_test.cpp",
            "lib/nscd/engine.cpp",
            "lib/nscd/body_forces.cpp",
            "lib/nscd/impulse_account.cpp",
            "lib/nscd/impulses.cpp",
            "lib/nscd/contact_problem.cpp",
            "lib/nscd/point_cohesion.cpp",
        ],
        False,
        "*",
    ),
    "impulse_energy": (
        [
            "tests/physics/impulse_energy_test.cpp",
            "lib/nscd/impacts.cpp",
        ],
        False,
        "*",
    ),
    "impulse_rotation": (
        ["tests/physics/impulse_rotation_test.cpp", "lib/nscd/rigid_bodies.cpp"],
        False,
        "*",
    ),
    "sweeps": (
        [
            "tests/unit/friction_sweeps_test.cpp",
            "lib/friction/sweeps.cpp",
            "lib/friction/convergence.cpp",
        ],
        False,
        "*",
    ),
    "impact": (
        [
            "tests/unit/hsdem_contact_time_test.cpp",
            "tests/unit/laws_rigid_impact_test.cpp",
            "lib/laws/rigid_impact.cpp",
        ],
        False,
        "*",
    ),
    "event_queue": (
        ["tests/unit/hsdem_event_queue_test.cpp", "lib/hsdem/event_queue.cpp"],
        False,
        "*",
    ),
    "hard_spheres": (
        [
            "tests/physics/hard_spheres_aggregates_test.cpp",
            "tests/physics/hard_spheres_bits_test.cpp",
            "tests/physics/hard_spheres_bonds_test.cpp",
            "tests/physics/hard_spheres_crowd_test.cpp",
            "tests/physics/hard_spheres_floor_test.cpp",
            "tests/physics/hard_spheres_impacts_test.cpp",
            "tests/physics/hard_spheres_lists_test.cpp",
            "tests/physics/hard_spheres_orbit_test.cpp",
            "tests/physics/hard_spheres_periodic_test.cpp",
            "tests/physics/hard_spheres_rest_test.cpp",
            "tests/physics/hard_spheres_sticking_test.cpp",
            "tests/physics/hard_spheres_strength_test.cpp",
            "tests/physics/hard_spheres_trapped_test.cpp",
            "tests/unit/hsdem_resting_test.cpp",
            "lib/hsdem/aggregates.cpp",
            "lib/hsdem/bounces.cpp",
            "lib/hsdem/bound_groups.cpp",
            "lib/hsdem/elastic_bonds.cpp",
            "lib/hsdem/engine.cpp",
            "lib/hsdem/sphere_forces.cpp",
            "lib/hsdem/neighbour_list.cpp",
            "lib/hsdem/outcomes.cpp",
            "lib/hsdem/pair_impulses.cpp",
            "lib/hsdem/pair_motion.cpp",
            "lib/hsdem/predictions.cpp",
            "lib/hsdem/records.cpp",
            "lib/hsdem/resting.cpp",
            "lib/hsdem/resting_contacts.cpp",
            "lib/hsdem/resting_island.cpp",
            "lib/hsdem/rigid_body.cpp",
            "lib/hsdem/rigid_failure.cpp",
            "lib/hsdem/step_contacts.cpp",
            "lib/hsdem/stepper.cpp",
        ],
        False,
        "*",
    ),
    "recipes": (["tests/unit/shape_recipes_test.cpp", "lib/shape/recipes.cpp"], False, "*"),
    "meshes": (
        [
            "tests/unit/store_mesh_file_test.cpp",
            "lib/shape/mesh.cpp",
            "lib/store/mesh_file.cpp",
            "lib/store/ply.cpp",
            "lib/store/stl.cpp",
        ],
        False,
        "*",
    ),
    "hull_clouds": (
        [
            "tests/unit/generate_hulls_test.cpp",
            "lib/generate/shapes.cpp",
            "lib/generate/grain_plan.cpp",
            "lib/generate/start_motion.cpp",
        ],
        False,
        "*",
    ),
    "mass_points": (
        ["tests/unit/shape_mass_points_test.cpp", "lib/shape/mass_points.cpp"],
        False,
        "*",
    ),
    "hull_gravity": (
        ["tests/physics/hull_gravity_test.cpp", "lib/nscd/gravity_loads.cpp"],
        False,
        "HullGravity.TorqueConvergesFarAway",
    ),
    "within": (["tests/unit/shape_within_test.cpp", "lib/shape/within.cpp"], False, "*"),
    "gravity": (["tests/unit/gravity_kernels_test.cpp", "lib/gravity/p2p.cpp"], True, "*"),
    "probes": (
        [
            "tests/physics/probes_test.cpp",
            "lib/model/probes.cpp",
            "lib/ssdem/contact_probes.cpp",
            "lib/ssdem/energy_balance.cpp",
            "lib/nscd/probe_impulses.cpp",
            "lib/hsdem/records.cpp",
        ],
        False,
        "*",
    ),
    "sweep": (
        [
            "tests/physics/contact_test.cpp",
            "tests/physics/off_centre_test.cpp",
            "tests/physics/soft_energy_test.cpp",
            "tests/physics/frozen_bodies_test.cpp",
            "lib/ssdem/sweep.cpp",
            "lib/ssdem/snapshot_contacts.cpp",
            *SWEEPS,
            "lib/ssdem/engine.cpp",
            "lib/ssdem/energy_balance.cpp",
            "lib/ssdem/frozen_motion.cpp",
            "lib/ssdem/placed_gravity.cpp",
            "lib/ssdem/placed_spheres.cpp",
            "lib/ssdem/contact_list.cpp",
            "lib/ssdem/sphere_motion.cpp",
            "lib/ssdem/stepper.cpp",
            "lib/ssdem/grain_quad.cpp",
            "lib/ssdem/rigid_grains.cpp",
            "lib/ssdem/resolve.cpp",
        ],
        False,
        "*",
    ),
}

LISTS, PERIODIC, GRID, SPLIT, GEOMETRY, LOADS = (
    "lib/detect/candidates.cpp",
    "lib/spatial/periodic.cpp",
    "lib/spatial/grid.cpp",
    "lib/motion/splitting.hpp",
    "lib/ssdem/contact_geometry.hpp",
    "lib/ssdem/sweep_loads.hpp",
)
DISTANCE, WITHIN = "lib/shape/distance.cpp", "lib/shape/within.cpp"
MASS, POLYHEDRON, SURFACE = (
    "lib/shape/mass_properties.cpp",
    "lib/shape/polyhedron.cpp",
    "lib/shape/surface.cpp",
)
KIND, KIND_HULL, KIND_SPHERE = (
    "lib/shape/kind.cpp",
    "lib/shape/kind_hull.cpp",
    "lib/shape/kind_sphere.cpp",
)

_PAIR = [
    (
        "ssdem/contact_laws.hpp",
        "slides = laws::is_law<laws::CoulombSlidingOf, Sliding>;",
        "slides = false;",
    ),
    (
        "ssdem/contact_laws.hpp",
        "(Normal::asks_loading || Normal::stiffens || cohesive) && !necks;",
        "(Normal::asks_loading || Normal::stiffens) && !necks;",
    ),
    (
        "ssdem/contact_laws.hpp",
        "(Normal::asks_loading || Normal::stiffens || cohesive) && !necks;",
        "(Normal::stiffens || cohesive) && !necks;",
    ),
    (
        "ssdem/contact_kernel.hpp",
        "select(v > 0, 1 / v, Pack{})",
        "select(v > 0, 1 / v, all(1) / v)",
    ),
    ("laws/spring_dashpot.hpp", "const Pack3 flat = fnma(out, n, v);", "const Pack3 flat = v;"),
    (
        "laws/spring_dashpot.hpp",
        "const Pack3 flat = fnma(out, n, v);",
        "const Pack3 flat = fma(out, n, v);",
    ),
    ("laws/spring_dashpot.hpp", "const Pack q = out * out * inverse;", "const Pack q = out * out;"),
    ("laws/spring_dashpot.hpp", "all(0.3125)", "all(0)"),
    ("laws/spring_dashpot.hpp", "all(0.375)", "all(0)"),
    ("laws/spring_dashpot.hpp", "all(0.375)), q, all(0.5)", "all(0.375)), q, all(-0.5)"),
    ("laws/spring_dashpot.hpp", "if (any(q > 1e-4))", "if (any(q > 1e-3))"),
    ("laws/spring_dashpot.hpp", "if (any(q > 1e-4))", "if (false)"),
    ("laws/spring_dashpot.hpp", "sqrt(length2 / flat2), all(1));", "length2 / flat2, all(1));"),
    ("laws/spring_dashpot.hpp", "return flat * longer;", "return flat;"),
    ("laws/spring_dashpot.hpp", "max(length2, all(std::numeric_limits<double>::min()))", "length2"),
    (
        "laws/spring_dashpot.hpp",
        "const V reached = fma(all(times.before), rate, spring);",
        "const V reached = spring;",
    ),
    (
        "laws/spring_dashpot.hpp",
        "const V reached = fma(all(times.before), rate, spring);",
        "const V reached = fnma(all(times.before), rate, spring);",
    ),
    (
        "laws/spring_dashpot.hpp",
        "V force = fma(with.c, rate, reached * with.k);",
        "V force = reached * with.k;",
    ),
    (
        "laws/spring_dashpot.hpp",
        "V force = fma(with.c, rate, reached * with.k);",
        "V force = fnma(with.c, rate, reached * with.k);",
    ),
    (
        "laws/spring_dashpot.hpp",
        "power = fma(with.c, inner(rate, rate), power);",
        "power = fma(0.5 * with.c, inner(rate, rate), power);",
    ),
    ("laws/spring_dashpot.hpp", "size2 > with.limit * with.limit", "size2 > with.limit"),
    ("laws/spring_dashpot.hpp", "any(slips))", "bits(slips) == 15)"),
    (
        "laws/spring_dashpot.hpp",
        "const V cut = force * (with.limit / sqrt(size2));",
        "const V cut = force * (with.limit / size2);",
    ),
    ("laws/spring_dashpot.hpp", "force = select(slips, cut, force);", ""),
    ("laws/spring_dashpot.hpp", "fnma(with.c, rate, cut) * (1 / with.k)", "cut * (1 / with.k)"),
    (
        "laws/spring_dashpot.hpp",
        "fnma(with.c, rate, cut) * (1 / with.k)",
        "fma(with.c, rate, cut) * (1 / with.k)",
    ),
    (
        "laws/spring_dashpot.hpp",
        "const V start = fnma(all(times.before), rate, spring);",
        "const V start = reached;",
    ),
    (
        "laws/spring_dashpot.hpp",
        "const V start = fnma(all(times.before), rate, spring);",
        "const V start = kept;",
    ),
    (
        "laws/spring_dashpot.hpp",
        "0.5 * with.k * inner(V(start + kept), V(reached - kept))",
        "with.k * inner(V(start + kept), V(reached - kept))",
    ),
    ("laws/spring_dashpot.hpp", "V(reached - kept)", "V(kept - reached)"),
    (
        "laws/spring_dashpot.hpp",
        "stored = 0.5 * with.k * inner(kept, kept);",
        "stored = 0.5 * with.k * inner(reached, reached);",
    ),
    (
        "laws/spring_dashpot.hpp",
        "stored = 0.5 * with.k * inner(kept, kept);",
        "stored = with.k * inner(kept, kept);",
    ),
    ("laws/spring_dashpot.hpp", "spring = fma(all(times.after), rate, kept);", "spring = kept;"),
    (
        "laws/spring_dashpot.hpp",
        "spring = fma(all(times.after), rate, kept);",
        "spring = fma(all(times.before), rate, kept);",
    ),
    (
        "laws/spring_dashpot.hpp",
        "const Pack was = 0.5 * k_last * inner(spring, spring);",
        "const Pack was = k_last * inner(spring, spring);",
    ),
    (
        "laws/spring_dashpot.hpp",
        "old & (k > k_last), k_last / k, all(1)",
        "old, k_last / k, all(1)",
    ),
    (
        "laws/spring_dashpot.hpp",
        "old & (k > k_last), k_last / k, all(1)",
        "old & (k < k_last), k_last / k, all(1)",
    ),
    (
        "laws/spring_dashpot.hpp",
        "old & (k > k_last), k_last / k, all(1)",
        "old & (k > k_last), k / k_last, all(1)",
    ),
    (
        "laws/spring_dashpot.hpp",
        "was - 0.5 * k * inner(spring, spring)",
        "was - k * inner(spring, spring)",
    ),
    ("laws/spring_dashpot.hpp", "heat += select(old, was", "heat -= select(old, was"),
    (
        "ssdem/contact_kernel.hpp",
        "fnma(m.normal_speed, g.normal, g.velocity)",
        "fma(m.normal_speed, g.normal, g.velocity)",
    ),
    ("ssdem/contact_kernel.hpp", "fnma(m.normal_speed, g.normal, g.velocity)", "g.velocity"),
    ("ssdem/contact_kernel.hpp", "history.overlap = normal.state * g", "history.overlap = -g"),
    (
        "ssdem/contact_kernel.hpp",
        "(g.overlap > last) | (",
        "(g.overlap < last) | (",
    ),
    ("ssdem/contact_kernel.hpp", "| ((g.overlap == last) & (history.loading > 0))", ""),
    ("ssdem/contact_kernel.hpp", "(history.loading > 0))", "(history.loading < 1))"),
    (
        "ssdem/contact_kernel.hpp",
        "normal(size, -m.normal_speed * g.share,",
        "normal(size, m.normal_speed * g.share,",
    ),
    (
        "ssdem/contact_kernel.hpp",
        "normal{abs(push.force) * g.share, -push.force * g.share}",
        "normal{push.force * g.share, -push.force * g.share}",
    ),
    (
        "ssdem/contact_kernel.hpp",
        "out.normal_power = push.dissipation;",
        "out.normal_power = -push.dissipation;",
    ),
    (
        "ssdem/contact_kernel.hpp",
        "normal{abs(push.force) * g.share, -push.force * g.share}",
        "normal{abs(push.force) * g.share, push.force * g.share}",
    ),
    (
        "ssdem/contact_kernel.hpp",
        "out.energy += attraction.energy;",
        "out.energy -= attraction.energy;",
    ),
    (
        "ssdem/contact_kernel.hpp",
        "normal.along += attraction.force",
        "normal.along -= attraction.force",
    ),
    ("ssdem/contact_kernel.hpp", "sliding.stiffness_ratio) * s.k_n;", "2.0 / 7.0) * s.k_n;"),
    (
        "laws/coulomb_sliding.hpp",
        "? R(damping_rate * reduced_mass)",
        "? R(2 * damping_rate * reduced_mass)",
    ),
    ("laws/coulomb_sliding.hpp", "sqrt(factor * k_t * reduced_mass)", "sqrt(k_t * reduced_mass)"),
    (
        "ssdem/contact_kernel.hpp",
        "history.sliding = laws::turn_into_plane(history.sliding, g.normal);",
        "",
    ),
    (
        "ssdem/contact_kernel.hpp",
        "s.shrink = sqrt(abs(history.overlap) / g.overlap);",
        "s.shrink = abs(history.overlap) / g.overlap;",
    ),
    ("ssdem/contact_kernel.hpp", "s.c_t, sliding.friction * weight}", "s.c_t, weight}"),
    ("laws/kinetic_sliding.hpp", "min(friction * weight, 2.0", "min(weight, 2.0"),
    ("laws/kinetic_sliding.hpp", "2.0 / 7.0 / dt * reduced_mass", "1.0 / dt * reduced_mass"),
    ("laws/kinetic_sliding.hpp", "2.0 / 7.0 / dt * reduced_mass", "2.0 / 7.0 / dt"),
    ("laws/kinetic_sliding.hpp", "2.0 / 7.0 / dt *", "2.0 / 7.0 *"),
    (
        "ssdem/contact_kernel.hpp",
        "out.tangential = m.slip * (force",
        "out.tangential = m.slip * (-force",
    ),
    (
        "ssdem/contact_kernel.hpp",
        "out.sliding_power = force * speed;",
        "out.sliding_power = 0.5 * force * speed;",
    ),
    (
        "ssdem/contact_kernel.hpp",
        "fnma(m.twist, g.normal, g.relative_spin)",
        "fma(m.twist, g.normal, g.relative_spin)",
    ),
    ("ssdem/contact_kernel.hpp", "fnma(m.twist, g.normal, g.relative_spin)", "g.relative_spin"),
    (
        "ssdem/contact_kernel.hpp",
        "g.reduced_inertia * (1 / times.dt)",
        "g.reduced_inertia * (2 / times.dt)",
    ),
    (
        "ssdem/contact_kernel.hpp",
        "couple.rolling(weight, g.harmonic_arm",
        "couple.rolling(weight, g.circle_radius",
    ),
    (
        "ssdem/contact_kernel.hpp",
        "g.harmonic_arm, stop * rate)",
        "g.harmonic_arm, 2 * stop * rate)",
    ),
    (
        "ssdem/contact_kernel.hpp",
        "out.rolling_power = rolling * rate;",
        "out.rolling_power = 0.5 * rolling * rate;",
    ),
    (
        "ssdem/contact_kernel.hpp",
        "couple.twisting(weight, g.circle_radius",
        "couple.twisting(weight, g.harmonic_arm",
    ),
    ("ssdem/contact_kernel.hpp", "g.circle_radius, stop * abs", "g.circle_radius, 2 * stop * abs"),
    (
        "ssdem/contact_kernel.hpp",
        "out.twisting_power = twisting * abs(m.twist);",
        "out.twisting_power = twisting * m.twist;",
    ),
    ("ssdem/contact_kernel.hpp", "m.roll * (-rolling * inverse", "m.roll * (rolling * inverse"),
    (
        "ssdem/contact_kernel.hpp",
        "- g.normal * copysign(twisting, m.twist)",
        "+ g.normal * copysign(twisting, m.twist)",
    ),
    (
        "ssdem/contact_kernel.hpp",
        "if constexpr (Laws::slides) out.energy += out.sliding_energy;",
        "",
    ),
    (
        "ssdem/contact_kernel.hpp",
        "out.energy += out.rolling_energy + out.twisting_energy;",
        "out.energy += out.rolling_energy;",
    ),
    ("laws/spring_couple.hpp", "return radius_factor * reduced_radius;", "return reduced_radius;"),
    (
        "laws/spring_couple.hpp",
        "return shape_factor * shape_factor * r",
        "return shape_factor * r",
    ),
    ("ssdem/contact_kernel.hpp", "s.k_t = laws.normal.tangential_ratio(2.0 / 7.0) * s.k_n;", ""),
    ("laws/spring_couple.hpp", "return shape_factor * r;", "return r;"),
    (
        "ssdem/contact_kernel.hpp",
        "history.rolling = laws::turn_into_plane(history.rolling, g.normal);",
        "",
    ),
    (
        "ssdem/contact_kernel.hpp",
        "restiffen(history.rolling, rolling.k * s.shrink, rolling.k, s.old, out.rolling_heat);",
        "",
    ),
    (
        "ssdem/contact_kernel.hpp",
        "restiffen(history.twisting, twisting.k * s.shrink, twisting.k, s.old, out.twisting_heat);",
        "",
    ),
    (
        "ssdem/contact_kernel.hpp",
        "restiffen(history.twisting, twisting.k * s.shrink,",
        "restiffen(history.twisting, twisting.k,",
    ),
    ("ssdem/contact_kernel.hpp", "-laws::spring_and_dashpot(", "laws::spring_and_dashpot("),
    ("ssdem/contact_kernel.hpp", "rolling{s.k_n * b2", "rolling{2 * s.k_n * b2"),
    (
        "ssdem/contact_kernel.hpp",
        "laws.normal.damping_at(s.k_n, g.reduced_mass) * b2",
        "laws.normal.damping_at(s.k_n, g.reduced_mass)",
    ),
    ("ssdem/contact_kernel.hpp", "couple.rolling_friction * arm}", "arm}"),
    (
        "ssdem/contact_kernel.hpp",
        "twisting{2 * s.k_t * b2, 2 * s.c_t * b2",
        "twisting{s.k_t * b2, 2 * s.c_t * b2",
    ),
    (
        "ssdem/contact_kernel.hpp",
        "twisting{2 * s.k_t * b2, 2 * s.c_t * b2",
        "twisting{2 * s.k_t * b2, s.c_t * b2",
    ),
    (
        "ssdem/contact_kernel.hpp",
        "couple.twisting_friction * laws.sliding.friction * arm",
        "couple.twisting_friction * arm",
    ),
    (
        "ssdem/contact_kernel.hpp",
        "out.couple = fnma(torque, g.normal, out.couple);",
        "out.couple = fma(torque, g.normal, out.couple);",
    ),
    ("ssdem/contact_kernel.hpp", "if (bits(g.round) == kAllLanes)", "if (any(g.round))"),
    ("ssdem/contact_kernel.hpp", "drop(out.rolling_energy);", ""),
    ("ssdem/contact_kernel.hpp", "drop(out.twisting_energy);", ""),
    ("ssdem/contact_kernel.hpp", "out.couple = select(g.round, out.couple, Pack3{});", ""),
    ("ssdem/contact_kernel.hpp", "drop(out.rolling_power);", ""),
    ("ssdem/contact_kernel.hpp", "drop(out.rolling_heat);", ""),
    ("ssdem/contact_kernel.hpp", "drop(out.twisting_power);", ""),
    ("ssdem/contact_kernel.hpp", "drop(out.twisting_heat);", ""),
    (
        "ssdem/contact_kernel.hpp",
        "history.rolling = select(g.round, history.rolling, Pack3{});",
        "",
    ),
    ("ssdem/contact_kernel.hpp", "drop(history.twisting);", ""),
    (
        "ssdem/contact_kernel.hpp",
        "out.force = fma(normal.along, g.normal, out.tangential);",
        "out.force = fnma(normal.along, g.normal, out.tangential);",
    ),
    (
        "ssdem/contact_kernel.hpp",
        "out.force = fma(normal.along, g.normal, out.tangential);",
        "out.force = g.normal * normal.along;",
    ),
    ("ssdem/contact_kernel.hpp", "select(loading, all(1), Pack{})", "all(1)"),
    (
        "ssdem/contact_kernel.hpp",
        "double k_t = laws.normal.tangential_ratio(2.0 / 7.0) * k_n;",
        "double k_t = k_n;",
    ),
    (
        "ssdem/contact_kernel.hpp",
        " = laws.normal.tangential_ratio(laws.sliding.stiffness_ratio) * k_n;",
        " = laws.normal.tangential_ratio(2.0 / 7.0) * k_n;",
    ),
    (
        "ssdem/contact_kernel.hpp",
        "left.sliding = 0.5 * k_t * square",
        "left.sliding = k_t * square",
    ),
    (
        "ssdem/contact_kernel.hpp",
        "laws.couple.patch_square(laws.couple.radius_of(reduced_radius))",
        "laws.couple.patch_square(reduced_radius)",
    ),
    (
        "ssdem/contact_kernel.hpp",
        "left.rolling = 0.5 * k_n * b2 * square",
        "left.rolling = k_n * b2 * square",
    ),
    (
        "ssdem/contact_kernel.hpp",
        "left.twisting = k_t * b2 * (",
        "left.twisting = 0.5 * k_t * b2 * (",
    ),
    (
        "ssdem/contact_kernel.hpp",
        "left.twisting = k_t * b2 * (history.twisting * history.twisting);",
        "left.twisting = 0;",
    ),
    (
        "laws/torque_couple.hpp",
        "return min(rolling_friction * harmonic_arm",
        "return min(harmonic_arm",
    ),
    (
        "laws/torque_couple.hpp",
        "return min(twisting_friction * circle_radius",
        "return min(circle_radius",
    ),
]

_LAWS = [
    (
        "normal_force.hpp",
        "return -l / std::sqrt(std::numbers::pi * std::numbers::pi + l * l);",
        "return -l / std::sqrt(std::numbers::pi + l * l);",
    ),
    (
        "linear_spring.hpp",
        "damping = 2 * damping_ratio(restitution);",
        "damping = damping_ratio(restitution);",
    ),
    (
        "linear_spring.hpp",
        "damping = 2 * damping_ratio(restitution);\n    clamp = tension == Tension::clamp;",
        "damping = 2 * damping_ratio(restitution);\n    clamp = tension == Tension::allow;",
    ),
    ("linear_spring.hpp", "return R{} + *stiffness;", "return R{} + 2 * *stiffness;"),
    (
        "linear_spring.hpp",
        "double tangential_ratio(double ratio) const { return ratio; }\n  // Factor",
        "double tangential_ratio(double) const { return 1; }\n  // Factor",
    ),
    (
        "linear_spring.hpp",
        "tangential_damping_factor = 2.0 / 7.0;\n  template <class R>\n  R damping_at(R k",
        "tangential_damping_factor = 1;\n  template <class R>\n  R damping_at(R k",
    ),
    (
        "linear_spring.hpp",
        "? R(damping_rate * reduced_mass)",
        "? R{} + damping_rate",
    ),
    ("linear_spring.hpp", ": R(damping * sqrt(k * reduced_mass));", ": R(damping * sqrt(k));"),
    (
        "linear_spring.hpp",
        "return 0.5 * *stiffness * overlap * overlap;",
        "return *stiffness * overlap * overlap;",
    ),
    (
        "linear_spring.hpp",
        "const R elastic = *stiffness * overlap;",
        "const R elastic = -(*stiffness * overlap);",
    ),
    (
        "linear_spring.hpp",
        "fma(damping_at(R{} + *stiffness, reduced_mass), rate, elastic)",
        "fnma(damping_at(R{} + *stiffness, reduced_mass), rate, elastic)",
    ),
    (
        "linear_spring.hpp",
        "return {stiffness, 1, tension, damping_rate};",
        'return {stiffness, 1, "allow", damping_rate};',
    ),
    (
        "linear_spring.hpp",
        "return {stiffness, 1, tension, damping_rate};",
        "return {stiffness, 1, tension, 0};",
    ),
    (
        "hertz_mindlin.hpp",
        "youngs_modulus / (2 * (1 - poissons_ratio * poissons_ratio))",
        "youngs_modulus / (1 - poissons_ratio * poissons_ratio)",
    ),
    (
        "hertz_mindlin.hpp",
        "youngs_modulus / (2 * (1 - poissons_ratio * poissons_ratio))",
        "youngs_modulus / (2 * (1 + poissons_ratio * poissons_ratio))",
    ),
    (
        "hertz_mindlin.hpp",
        "youngs_modulus / (2 * (1 + poissons_ratio));",
        "youngs_modulus / (2 * (1 - poissons_ratio));",
    ),
    ("hertz_mindlin.hpp", "ratio = 4 * (shear", "ratio = 2 * (shear"),
    ("hertz_mindlin.hpp", "(2 * (2 - poissons_ratio))", "(2 * (2 + poissons_ratio))"),
    (
        "hertz_mindlin.hpp",
        "damping = 2 * std::sqrt(5.0 / 6.0) * damping_ratio",
        "damping = 2 * damping_ratio",
    ),
    (
        "hertz_mindlin.hpp",
        "std::sqrt(5.0 / 6.0) * damping_ratio(restitution);\n    clamp = tension == "
        "Tension::clamp;\n",
        "std::sqrt(5.0 / 6.0) * damping_ratio(restitution);\n    clamp = false;\n",
    ),
    (
        "hertz_mindlin.hpp",
        "return 2 * reduced_modulus * sqrt(radius * overlap);",
        "return reduced_modulus * sqrt(radius * overlap);",
    ),
    (
        "hertz_mindlin.hpp",
        "const T& tangential_ratio(double) const { return ratio; }",
        "double tangential_ratio(double r) const { return r; }",
    ),
    (
        "hertz_mindlin.hpp",
        "tangential_damping_factor = 5.0 / 6.0;",
        "tangential_damping_factor = 2.0 / 7.0;",
    ),
    (
        "hertz_mindlin.hpp",
        "    return damping * sqrt(k * reduced_mass);\n  }\n  template <class R>\n  R "
        "energy(R overlap, R radius)",
        "    return damping * k * reduced_mass;\n  }\n  template <class R>\n  R energy(R "
        "overlap, R radius)",
    ),
    (
        "hertz_mindlin.hpp",
        "return 8.0 / 15.0 * reduced_modulus",
        "return 4.0 / 15.0 * reduced_modulus",
    ),
    (
        "hertz_mindlin.hpp",
        "const R elastic = 2.0 / 3.0 * k * overlap;",
        "const R elastic = k * overlap;",
    ),
    (
        "hertz_mindlin.hpp",
        "R force = fma(damping_at(k, reduced_mass), rate, elastic);",
        "R force = elastic;",
    ),
    ("hysteretic.hpp", "k_in = 0.5 * stiffness.value_or(0)", "k_in = stiffness.value_or(0)"),
    ("hysteretic.hpp", "k_out = k_in * restitution * restitution;", "k_out = k_in * restitution;"),
    ("hysteretic.hpp", "return R{} + k_in;", "return R{} + k_out;"),
    (
        "hysteretic.hpp",
        "return 0.5 * k_out * overlap * overlap;",
        "return 0.5 * k_in * overlap * overlap;",
    ),
    (
        "hysteretic.hpp",
        "select(loading, R{} + k_in, R{} + k_out) * overlap",
        "select(loading, R{} + k_out, R{} + k_in) * overlap",
    ),
    (
        "hysteretic.hpp",
        "return {force, (force - k_out * overlap) * rate};",
        "return {force, (force - k_in * overlap) * rate};",
    ),
    ("spring_couple.hpp", "radius == ContactRadius::harmonic ? 2.0 : 1.0", "1.0"),
    ("cohesion.hpp", "return 4 * strength", "return strength"),
    (
        "cohesion.hpp",
        "strength * shape_factor * shape_factor * reduced_radius * reduced_radius",
        "strength * shape_factor * reduced_radius * reduced_radius",
    ),
    (
        "coulomb_sliding.hpp",
        "damping = 2 * damping_ratio(restitution);",
        "damping = damping_ratio(restitution);",
    ),
    (
        "coulomb_sliding.hpp",
        "return {friction, 1, stiffness_ratio, damping_rate};",
        "return {friction, 1, 2.0 / 7.0, damping_rate};",
    ),
    (
        "coulomb_sliding.hpp",
        "return {friction, 1, stiffness_ratio, damping_rate};",
        "return {friction, 1, stiffness_ratio, 0};",
    ),
]
_LIST_RULE = [
    ("return displacement <= allowed;", "return displacement < allowed;"),
    ("return displacement <= allowed;", "return !(displacement > allowed);"),
]

_LISTS = [
    ("skin + 2 * plane.amplitude.norm();", "skin;"),
    ("skin + 2 * plane.amplitude.norm();", "skin + plane.amplitude.norm();"),
    ("plane.point_at(space.time)", "plane.point_at(0)"),
    ("space.radius[i] + skin + 2", "space.radius[i] + 2"),
    (
        "[static_cast<std::size_t>(b)] == grain) return;",
        "[static_cast<std::size_t>(b)] != grain) return;",
    ),
    ("if (kept->b < b) add(kept->b);", ""),
    ("for (; my_sphere(); ++kept) add(kept->b);", "for (; my_sphere(); ++kept) {}"),
    ("if (!listed && !(", "if (!("),
]
_PERIODIC = [
    ("std::min(2 * radius[i] + gap, 0.5 * period);", "radius[i] + gap;"),
    ("std::min(2 * radius[i] + gap, 0.5 * period);", "2 * radius[i] + gap;"),
    ("!(period[axis] > 2 * reach))", "!(period[axis] > reach))"),
    ("largest + second + gap;", "2 * largest + gap;"),
    ("x < reach ? period : -period", "x < reach ? -period : period"),
    ("x -= period * periods;", ""),
    ("copy.y() += x < reach ? shift : -shift;", "copy.y() -= x < reach ? shift : -shift;"),
    ("pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());", ""),
]
_GRID = [
    ("shift < 64 && cells.end >> shift", "cells.end >> shift"),
    ("if ((high - low) / width > kCells) cut(position, axis);", ""),
    ("> 2 * width_)) continue;", "> 0.5 * width_)) continue;"),
    ("- last.low) / width_) + 2}", "- last.low) / width_) + 1}"),
    ("x[k] - x[k - 1] > 2 * width_", "x[k] - x[k - 1] > 20 * width_"),
    (
        "(2 * std::ldexp(largest, -static_cast<int>(k)) + gap)",
        "(2 * std::ldexp(largest, -static_cast<int>(k)))",
    ),
    (
        "(2 * std::ldexp(largest, -static_cast<int>(k)) + gap)",
        "(std::ldexp(largest, -static_cast<int>(k)) + gap)",
    ),
    (
        "const double reach = r + hosts.radius[h] + gap;",
        "const double reach = r + hosts.radius[h];",
    ),
    ("own ? 5 : 9", "own ? 4 : 9"),
    ("own ? 5 : 9", "own ? 5 : 8"),
    ("own && w == 0 ? g + 1", "own && w == 0 ? g"),
]
_SPLIT = [
    ("fnma(a, s, w0 * cos)", "fma(a, s, w0 * cos)"),
    ("max(min(ix, iy), min(max(ix, iy), iz))", "iz"),
    ("select(abs(more) > kEqualMoments", "select(abs(more) > 1e-6"),
    ("const T more = inverse - middle;", "const T more = inverse;"),
    ("select(x == 0, y, 0.5 * y)", "select(x == 0, y, y)"),
    ("select(alone, z, 0.5 * z)", "select(alone, 0.5 * z, z)"),
    ("cross(v, u)))", "cross(u, v)))"),
    ("c * q.w - dot(v, u)", "c * q.w + dot(v, u)"),
    ("const T rate = h * middle;", "const T rate = h * iy;"),
    ("const T half = T{} + 0.5;", "const T half = T{} + 1.0;"),
]
_GEOMETRY = [
    (
        "c.arm_a = 0.5 * fma((g.a.w - g.b.w) * g.reach",
        "c.arm_a = 0.5 * fma((g.b.w - g.a.w) * g.reach",
    ),
    ("c.reduced_mass = va.w * vb.w / (va.w + vb.w);", "c.reduced_mass = 0.5 * (va.w + vb.w);"),
    (
        "c.reduced_radius = g.a.w * g.b.w / g.reach;",
        "c.reduced_radius = 2 * g.a.w * g.b.w / g.reach;",
    ),
    ("wa.w * wb.w / (wa.w + wb.w), Pack{}", "wa.w * wb.w, Pack{}"),
    ("c.round = (wa.w > 0) & (wb.w > 0);", "c.round = (wa.w > 0) | (wb.w > 0);"),
    ("c.round = w.w > 0;", "c.round = w.w >= 0;"),
    ("c.harmonic_arm = 2 * c.arm_a", "c.harmonic_arm = c.arm_a"),
    ("fnma(c.arm_a, c.arm_a, g.a.w * g.a.w)", "fma(c.arm_a, c.arm_a, g.a.w * g.a.w)"),
    ("relative - cross(", "relative + cross("),
    ("relative.y += image_speed(", "relative.y -= image_speed("),
    ("fma(c.arm_a, wa.v, wb.v * c.arm_b)", "fma(c.arm_b, wa.v, wb.v * c.arm_a)"),
    ("c.relative_spin = wa.v - wb.v;", "c.relative_spin = wb.v - wa.v;"),
    ("c.normal = -wall.normal;", "c.normal = wall.normal;"),
    ("c.arm_a = height;", "c.arm_a = x.w;"),
    ("c.reduced_radius = x.w;", "c.reduced_radius = 0.5 * x.w;"),
    ("c.harmonic_arm = height;", "c.harmonic_arm = x.w;"),
    ("fnma(height, height, x.w * x.w)", "fma(height, height, x.w * x.w)"),
    (
        "(wall.velocity - v.v) - cross(w.v * height, c.normal)",
        "(wall.velocity - v.v) + cross(w.v * height, c.normal)",
    ),
    (
        "(wall.velocity - v.v) - cross(w.v * height, c.normal)",
        "(Pack3{} - v.v) - cross(w.v * height, c.normal)",
    ),
    ("  c.relative_spin = w.v - wall.spin;", "  c.relative_spin = -w.v - wall.spin;"),
    ("c.smaller_radius = min(g.a.w, g.b.w);", "c.smaller_radius = max(g.a.w, g.b.w);"),
    ("fma(all(2), dot(mixed.v", "fma(all(1), dot(mixed.v"),
    ("if constexpr (!walls) added += rotational_inverse_mass_along(c.normal, spheres, b);", ""),
    ("c.reduced_mass / fma(c.reduced_mass, added, all(1))", "c.reduced_mass / (1 + added)"),
    ("d = d - whole_periods(box, d);", "d = d + whole_periods(box, d);"),
    ("all(0.25 * shortest * shortest)", "all(shortest * shortest)"),
]
_LOADS = [
    (
        "lanes_of(fma(g.arm_a, lever, result.couple), size)",
        "lanes_of(lever * g.arm_a - result.couple, size)",
    ),
    (
        "lanes_of(lever * g.arm_b - result.couple, size)",
        "lanes_of(fma(g.arm_b, lever, result.couple), size)",
    ),
]
_SWEEP = [
    ("sweep_loads.hpp", "totals.stored[Channel::sliding] += sum(sliding_energy);", ""),
    ("sweep_loads.hpp", "totals.stored[Channel::rolling] += sum(rolling_energy);", ""),
    ("sweep_loads.hpp", "totals.stored[Channel::twisting] += sum(twisting_energy);", ""),
    (
        "sweep_loads.hpp",
        "on_b.force.v -= loads.force.lane[lane]",
        "on_b.force.v += loads.force.lane[lane]",
    ),
    ("sweep_of.hpp", "heat[Channel::twisting] += left.twisting;", ""),
    ("sweep_of.hpp", "heat[Channel::rolling] += left.rolling;", ""),
    ("sweep_of.hpp", "wall != nullptr ? ra : ra * rb / (ra + rb)", "ra"),
    (
        "sphere_motion.cpp",
        "m.alpha = with_fourth(load.torque.v, Pack{}) * m.w[3];",
        "m.alpha = with_fourth(load.torque.v, Pack{}) * m.v[3];",
    ),
    (
        "sphere_motion.cpp",
        "m.w = fma(with.kick, m.alpha, m.w);",
        "m.w = fma(with.half, m.alpha, m.v);",
    ),
    (
        "sphere_motion.cpp",
        "with_fourth(fma(with.whole, m.v, x), x)",
        "with_fourth(fma(with.half, m.v, x), x)",
    ),
    ("sphere_motion.cpp", "to.torque.v += from.torque.v;", ""),
    ("energy_balance.cpp", "account_.add(rate_, 0.5 * dt);", "account_.add(rate_, dt);"),
    ("energy_balance.cpp", "rate_.walls += sums.held;", ""),
    ("frozen_motion.cpp", "sums.impulse -= force;", "sums.impulse += force;"),
    ("frozen_motion.cpp", "-= x.cross(force) + torque;", "-= x.cross(force);"),
    ("frozen_motion.cpp", " + torque.dot(vec(sphere.spin));", ";"),
    ("frozen_motion.cpp", "sums.gravity_torque += x.cross(vec(pull));", ""),
    ("frozen_motion.cpp", "force += vec(pull);", ""),
    ("energy_balance.cpp", "rate_[missed_] -= sums.missed;", "rate_[missed_] += sums.missed;"),
]
_PROBES = [
    ("model/probes.hpp", "sum.force -= c.force;", "sum.force += c.force;"),
    ("model/probes.hpp", "(c.other - points[k])", "(c.point - points[k])"),
    ("model/probes.hpp", "c.other_couple - (", "c.other_couple + ("),
    ("model/probes.cpp", "impulse_[k] += sums.force;", "impulse_[k] = sums.force;"),
    (
        "ssdem/contact_probes.cpp",
        "(centre - point, force) + couple",
        "(centre - point, force) - couple",
    ),
    ("ssdem/contact_probes.cpp", "add(on[k], -force, area", "add(on[k], force, area"),
    ("ssdem/contact_probes.cpp", "walls ? -torque_a", "walls ? torque_a"),
    ("ssdem/energy_balance.cpp", "probes_.advance(0.5 * dt);", "probes_.advance(dt);"),
    ("nscd/probe_impulses.cpp", "contact.force = -impulse;", "contact.force = impulse;"),
    ("hsdem/records.cpp", "contact.force = -impulse;", "contact.force = impulse;"),
]
_MASS = [
    ("a.dot(b.cross(c)) / 6", "a.dot(b.cross(c)) / 3"),
    ("a.dot(b.cross(c)) / 6", "a.dot(c.cross(b)) / 6"),
    ("volume / 4 * sum", "volume / 3 * sum"),
    ("volume / 20 * squares", "volume / 10 * squares"),
    (" + sum * sum.transpose()", ""),
    ("+ sum * sum.transpose()", "- sum * sum.transpose()"),
    ("b * b.transpose() + c * c.transpose()", "b * b.transpose() + b * b.transpose()"),
    ("bulk.second - bulk.volume", "bulk.second + bulk.volume"),
    ("bulk.second - bulk.volume * middle * middle.transpose()", "bulk.second"),
    ("bulk.first / bulk.volume", "bulk.first"),
    ("Mat3::Identity() - spread", "Mat3::Identity() + spread"),
    ("spread.trace() * Mat3::Identity() - spread", "spread"),
    ("x - mean", "x"),
    ("out.centre += mean;", ""),
    ("vertex[f[k - 1]], vertex[f[k]]", "vertex[f[k]], vertex[f[k - 1]]"),
    ("direction[largest] < 0 ?", "direction[largest] > 0 ?"),
    ("> 0.6", "> 0.999"),
    ("axis - axis.dot(direction) * direction", "axis"),
    ("kEqualMoments = 1e-10", "kEqualMoments = 0"),
    ("kEqualMoments = 1e-10", "kEqualMoments = 0.5"),
    (
        "out.axes.col(1) = out.axes.col(2).cross(out.axes.col(0))",
        "out.axes.col(1) = out.axes.col(0).cross(out.axes.col(2))",
    ),
    (
        "out.axes.col(2) = out.axes.col(0).cross(out.axes.col(1))",
        "out.axes.col(2) = out.axes.col(1).cross(out.axes.col(0))",
    ),
    ("high_equal ? across(out.axes.col(0)) :", ""),
]
_POLYHEDRON = [
    ("return 0.5 * sum;", "return sum;"),
    (
        "vertex[face[k - 1]] - first).cross(vertex[face[k]] - first",
        "vertex[face[k]] - first).cross(vertex[face[k - 1]] - first",
    ),
    ("normal.dot(sum) / static_cast<double>(face.size())", "normal.dot(sum)"),
    ("- static_cast<long>(edges.size() / 2)", "- static_cast<long>(edges.size())"),
    ("faces_at[v] < 3", "faces_at[v] < 0"),
    ("dot(c - a) < -tolerance", "dot(c - a) > tolerance"),
    ("dot(points[p]) - plane.offset > tolerance", "dot(points[p]) + plane.offset > tolerance"),
]
_KIND = [
    (
        "out.low[k] = axis.dot(support(shape, -axis));",
        "out.low[k] = -axis.dot(support(shape, axis));",
    ),
    ("Vec3(core + kind.skin * direction", "Vec3(core - kind.skin * direction"),
]
_KIND_SPHERE = [
    ("point.norm() - 1", "point.norm() + 1"),
    ("(at.centre - point).norm() + at.radius", "(at.centre - point).norm() - at.radius"),
    ("lens_volume(radius, at.radius,", "lens_volume(radius, 1,"),
    ("return {-Vec3::Ones(), Vec3::Ones()}", "return {Vec3::Ones(), -Vec3::Ones()}"),
]
_KIND_HULL = [
    ("> direction.dot(hull.vertex[best])", "< direction.dot(hull.vertex[best])"),
    ("if (distance - reach >= radius) return 0;", "if (distance + reach >= radius) return 0;"),
    ("(turn * x) - point).norm()", "(turn * x) + point).norm()"),
    ("> direction.dot(hull.vertex[best])", ">= direction.dot(hull.vertex[best])"),
    (
        "std::clamp((point - a).dot(along) / along.squaredNorm(), 0.0, 1.0)",
        "(point - a).dot(along) / along.squaredNorm()",
    ),
    ("dot(point - a) >= 0", "dot(point - a) <= 0"),
    ("highest > 0 ? nearest : highest", "highest"),
    ("plane.normal.dot(point) - plane.offset", "plane.normal.dot(point) + plane.offset"),
]
_SURFACE = [
    ("kSpiralCover = 2.73", "kSpiralCover = 2.0"),
    ("kSpiralCover = 2.73", "kSpiralCover = 8.0"),
    ("k = 1; k < parts", "k = 1; k < parts - 1"),
    ("spacing / std::numbers::sqrt2", "2 * spacing"),
    ("spacing / std::numbers::sqrt2", "0.5 * spacing"),
    ("(j + 0.5) * height / rows", "0.5 * j * height / rows"),
    ("dot(point - a) > 0", "dot(point - a) > -1"),
    ("dot(point - a) > 0", "dot(point - a) < 0"),
    ("(2 * k + 1.0) / count", "(2 * k) / count"),
    ("std::numbers::pi * (3 - std::sqrt(5.0))", "std::numbers::pi"),
]

_DISTANCE = [
    ("return radius * skin_of(shape);", "return 0;"),
    ("return centre + radius * (axes", "return radius * (axes"),
    ("axes.transpose() * direction));", "axes * direction));"),
    ("a.farthest(v) - b.farthest(-v)", "a.farthest(-v) - b.farthest(v)"),
    ("a.farthest(v) - b.farthest(-v)", "a.farthest(v) - b.farthest(v)"),
    ("found.overlap || found.touch", "found.overlap"),
    ("- first.skin() - second.skin()", "- first.skin()"),
    ("- first.skin() - second.skin()", "- second.skin()"),
    (
        "std::max(0.0, distance_of_cores(first, second) - first.skin() - second.skin())",
        "distance_of_cores(first, second) - first.skin() - second.skin()",
    ),
]

_GJK = [
    ("if (!(s > 0)) return;", "if (!(s != 0)) return;"),
    ("x += share[k] / sum * corner[k]->x;", "x += share[k] * corner[k]->x;"),
    ("{b.x.dot(along), -a.x.dot(along)}", "{-a.x.dot(along), b.x.dot(along)}"),
    (
        "{normal.dot(pb.cross(pc)), normal.dot(pc.cross(pa))",
        "{normal.dot(pc.cross(pb)), normal.dot(pc.cross(pa))",
    ),
    (
        "{normal.dot(pb.cross(pc)), normal.dot(pc.cross(pa))",
        "{normal.dot(pc.cross(pa)), normal.dot(pb.cross(pc))",
    ),
    ("solve(-more.x)", "solve(more.x)"),
    ("share.minCoeff() > 0 && last > 0", "share.minCoeff() > 0"),
    ("share.minCoeff() > 0 && last > 0", "last > 0"),
]
_GJK_STEPS = [
    ("bound < 0 && hold_origin(s, w, size)", "false"),
    (
        "s.square - bound <= kClose * s.square) return",
        "s.square - bound <= 1e-3 * s.square) return",
    ),
    ("now.simplex = next;", "now.simplex = nearest_of({&w, 1});"),
    ("now.overlap = bound <= 0 &&", "now.overlap ="),
]

# Changes whose result is corrected by the search over all axes, or by a search from scratch, only
# reduce the speed.
_SEPARATION = [
    ("better = pair.a.plane[face].normal;", "better = -pair.a.plane[face].normal;"),
    ("(across.dot(normal) < 0 ? -1 : 1) / length", "1 / length"),
    (
        "out.on_b += share[k] * pair.of_b(corner[k].b);",
        "out.on_b += share[0] * pair.of_b(corner[k].b);",
    ),
    ("out.gap = normal.dot(out.on_b - out.on_a);", "out.gap = (out.on_b - out.on_a).norm();"),
    ("Vec3 normal = -s.nearest / distance;", "Vec3 normal = s.nearest / distance;"),
    ("if (face.height > 0 && !face.above) return false;", ""),
    ("out.gap -= radius;", ""),
    ("return {height - radius, face_normal", "return {height + radius, face_normal"),
    ("out.on_b -= radius * out.normal;", ""),
    ("{s.gap, -s.normal, s.on_b, s.on_a, s.near}", "{s.gap, s.normal, s.on_b, s.on_a, s.near}"),
    ("if (height <= 0 || is_above", "if (height <= 0 && is_above"),
    ("dot(point - from) < 0) return false;", "dot(point - from) > 0) return false;"),
    ("a.vertex[farthest(a, down, 0)] + a.skin * down", "a.vertex[farthest(a, down, 0)]"),
    (
        "const bool apart = !found.overlap && s.square > near * near;",
        "const bool apart = s.square > near * near;",
    ),
]
_POLYTOPE = [
    ("facet.height = -facet.normal.dot(a);", "facet.height = facet.normal.dot(a);"),
    ("if (volume > 0) std::swap(p[1], p[2]);", "std::swap(p[1], p[2]);"),
    ("facet_[f].height > facet_[best].height", "facet_[f].height < facet_[best].height"),
    ("facet.height <= rounding_) return true;", "facet.height <= 0.1 * pair.size) return true;"),
    ("facet_[g].height > -rounding)) continue;", "facet_[g].height > 0.1)) continue;"),
    (
        "const Vec3 foot = -facet.height * facet.normal;",
        "const Vec3 foot = facet.height * facet.normal;",
    ),
    (
        "if (!set_plane(facet_[f])) return false;\n  }\n  linked_ = false;\n  recalled_ = true;",
        "set_plane(facet_[f]);\n  }\n  linked_ = false;\n  recalled_ = true;",
    ),
    ("  recalled_ = false;\n  const auto fresh", "  const auto fresh"),
]
_AXES = [
    (
        "if (r_side * s_side > kOutside) return false;",
        "if (r_side * s_side < kOutside) return false;",
    ),
    ("-(pair.turn * plane.normal)", "pair.turn * plane.normal"),
    ("if (gap > best.gap)", "if (gap < best.gap)"),
]
_MANIFOLD = [
    ("kCarries = 1e-4;", "kCarries = 0;"),
    ("b.holds(s.at, tolerance)", "b.holds(s.at, 0)"),
    ("if (!a.holds(s.at, tolerance)) continue;", ""),
    ("out.add({s.at, on_a, s.height - on_a", "out.add({s.at, s.height, s.height - on_a"),
    ("b.height(at) - on_a, features.crossing", "on_a - b.height(at), features.crossing"),
    ("if (std::min(r_side, s_side) > -far_b || std::max(r_side, s_side) < far_b) return;", ""),
    ("if (from[k].gap < from[chosen_[0]].gap - same_depth) chosen_[0] = k;", ""),
    (
        "if (from[k].gap < from[chosen_[0]].gap - same_depth)",
        "if (from[k].gap < from[chosen_[0]].gap)",
    ),
    ("if (!(area > most * (1 + kInPlane))) continue;", "if (!(area > most)) continue;"),
    ("-turn * area(chosen_[e]", "turn * area(chosen_[e]"),
    ("return !(c.gap <= alert);", "return false;"),
    ("candidates.deepest() > separation.gap + kInPlane * tolerance", "false"),
    ("(1 + v) * (1 + 2 * of_b)", "(1 + v)"),
    ("(1 + of_a + v) * (1 + 2 * of_b) + 1 + of_b + w", "(1 + v) * (1 + 2 * of_b)"),
    ("3 - (a.is_edge() ? 1 : 0) - (b.is_edge() ? 1 : 0)", "3 - (a.is_edge() ? 1 : 0)"),
    ("lasts_ && std::abs(sine) >= kParallel", "true"),
    ("candidates.lasts() && out.count == from.size()", "candidates.lasts()"),
    ("level - s.height, 1 + s.vertex", "s.height - level, 1 + s.vertex"),
]
_OUTLINE = [
    ("< -tolerance * way.norm();\n  };", "< 0;\n  };"),
    ("-plane.normal.dot(right) / facing", "plane.normal.dot(right) / facing"),
    ("-plane.normal.dot(up) / facing", "plane.normal.dot(up) / facing"),
    ("side_ * std::min(lowest, side_ * top_)", "side_ * lowest"),
    ("side * std::max(side * top_", "side * std::min(side * top_"),
    ("lowest = std::min(lowest", "lowest = std::max(lowest"),
    ("from.height + t * (to.height - from.height)", "from.height"),
    ("turn.transpose() * view.out * side", "turn.transpose() * view.out"),
]
_PERSISTENT = [
    ("(p.coeffs() + q.coeffs()).norm()", "(p.coeffs() - q.coeffs()).norm()"),
    ("return 2 * std::min", "return std::min"),
    ("!manifold.lasts || ", ""),
    ("alert > kAlertGrowth * kept.alert", "false"),
    (", kStillOfAlert * kept.alert);", ", 1.0);"),
    ("out.on_a[k] + point.gap * out.normal - out.seen.shift", "out.on_a[k] - out.seen.shift"),
    ("at_b.radius * b.reach)", "at_b.radius)"),
    ("+ angle_between(before.turn, now.turn) * reach", ""),
    ("std::min(at_a.radius, at_b.radius)", "at_b.radius"),
    ("out.normal = at_a.turn * kept.normal;", "out.normal = kept.normal;"),
    ("now.shift + now.turn * kept.on_b[k]", "kept.seen.shift + kept.seen.turn * kept.on_b[k]"),
    ("if (gap > alert) return std::nullopt;", ""),
]
_SEAMS = [
    ("if (points.gap[p] < 0) points.gap[p]", "points.gap[p]"),
    ("if (inner[p] != 0) continue;", ""),
    ("open >= covered", "false"),
    ("if (of_b) return Vec3(-*of_b);", "if (of_b) return *of_b;"),
]

_NARROW = [
    (
        "narrow_search.hpp",
        "bodies.lattice.image(bodies.position[b] - bodies.position[a]);",
        "Vec3::Zero();",
    ),
    (
        "narrow_kernels.cpp",
        "way.squaredNorm() <= (sum + search.alert) * (sum + search.alert)",
        "way.squaredNorm() <= sum * sum",
    ),
    ("narrow_kernels.cpp", "    memory.cache = {};\n", ""),
    ("narrow_kernels.cpp", "memory.touched = found.count > 0;", "memory.touched = true;"),
    ("narrow_kernels.cpp", "out.normal[p] = -wall.normal;", "out.normal[p] = wall.normal;"),
    ("narrow_kernels.cpp", "if (search.periodic) at_b.centre +=", "if (false) at_b.centre +="),
    (
        "narrow.cpp",
        "memory_[kind][k] = {found->cache, true, found->kept, {}, 0};",
        "memory_[kind][k] = {found->cache, false, found->kept, {}, 0};",
    ),
    (
        "narrow.cpp",
        "memory_[kind][k] = {found->cache, true, found->kept, {}, 0};",
        "memory_[kind][k] = {found->cache, true, {}, {}, 0};",
    ),
    (
        "narrow_kernels.cpp",
        "memory.apart - shape::motion(memory.seen, now, at_b.radius * b.reach) > alert",
        "memory.apart > alert",
    ),
    ("narrow_kernels.cpp", "      found = *along;\n      return;", "      return;"),
    (
        "narrow_kernels.cpp",
        "    if (search.periodic) out.image[p] = image_of(bodies, slot.a, slot.b);\n",
        "",
    ),
]

# Pairs that meet or pass within a step.
_IMPULSE_WITHIN = [
    (
        "lib/nscd/step_velocities.cpp",
        "at_impacts.velocity[m] += share *",
        "at_impacts.velocity[m] -= share *",
    ),
    (
        "lib/nscd/impacts.cpp",
        "impact_problem(velocities.at_impacts, clustered_links(contacts))",
        "impact_problem(velocities.before, clustered_links(contacts))",
    ),
    ("lib/laws/restitution.hpp", "approach - later_kick", "approach + later_kick"),
    (
        "lib/nscd/impulse_account.cpp",
        "mean += pair->time / step.p.step.dt",
        "mean -= pair->time / step.p.step.dt",
    ),
    (
        "lib/nscd/path_pairs.cpp",
        "return pair->time * pair->frame;",
        "return -pair->time * pair->frame;",
    ),
    ("lib/nscd/path_pairs.cpp", "nullptr ? 0.5 : 0.5 +", "nullptr ? 0 : 0.5 +"),
    (
        "lib/nscd/long_paths.cpp",
        "near.path_contacts(step, kicked_,",
        "near.path_contacts(step, step.predicted.move,",
    ),
    ("lib/nscd/contact_problem.cpp", "(pair == nullptr ? 0 : pair->time)", "0"),
    (
        "lib/nscd/point_conditions.cpp",
        "constexpr double kApart = 0.05;",
        "constexpr double kApart = 2e-6;",
    ),
    ("lib/nscd/point_conditions.cpp", "if (rebounds && is_apart(point)) return {};", ""),
    (
        "lib/nscd/point_conditions.cpp",
        "return std::min(kRecovery * step_.sizes.smallest() / step_.p.step.dt, kick + "
        "carried(point));",
        "return kRecovery * step_.sizes.smallest() / step_.p.step.dt;",
    ),
    ("lib/nscd/engine_start.cpp", "  note_touching(overlaps.found);\n", ""),
]
_IMPULSE_AHEAD = [
    (
        "lib/shape/first_touch.cpp",
        "const double part = c / (-b + std::sqrt(root));",
        "const double part = c / (-b - std::sqrt(root));",
    ),
    (
        "lib/shape/first_touch.cpp",
        "return turn - shift.dot(normal);",
        "return turn + shift.dot(normal);",
    ),
    (
        "lib/shape/first_touch.cpp",
        "return turn - move_a.shift.dot(normal);",
        "return turn + move_a.shift.dot(normal);",
    ),
    (
        "lib/detect/narrow_ahead.cpp",
        "if (found.count == 0 && (way <= search.alert ||",
        "if (found.count == 0 && (true ||",
    ),
    (
        "lib/detect/narrow_kernels.cpp",
        "return closes ? shape::first_touch(way, change, sum).has_value() : is_near;",
        "return closes || is_near;",
    ),
    (
        "lib/nscd/path_pairs.cpp",
        "bodies.advance(pair.a, pair.b, -pair.time, pair.frame);",
        "(void)pair;",
    ),
    ("lib/nscd/passing_check.cpp", "if (bent.empty()) return;", "return;"),
    ("lib/nscd/passing_check.cpp", "= pair.time / step.predicted.span;", "= 0;"),
    ("lib/nscd/surroundings.cpp", "plane.point_at(time + ahead) - now", "Vec3::Zero()"),
    (
        "lib/nscd/long_paths.cpp",
        "if (contact.touches) note(step.body_a(contact.slot), step.body_b(contact.slot));",
        "(void)contact;",
    ),
    (
        "lib/nscd/path_pairs.cpp",
        "bodies.advance(pair.a, pair.b, pair.time, pair.frame);",
        "(void)pair;",
    ),
    (
        "lib/nscd/rigid_bodies.cpp",
        "time * (motion_[k].velocity - common)",
        "time * motion_[k].velocity",
    ),
    (
        "lib/nscd/point_conditions.cpp",
        "if (pair(point) == nullptr) return gap > 0;",
        "return gap > 0;",
    ),
    ("lib/nscd/point_conditions.cpp", " && approach < -2 * carried(point);", ";"),
    ("lib/nscd/engine_start.cpp", "if (p_.step.theta < 1) collide_at_start(model, state);", ""),
    (
        "lib/detect/placed.hpp",
        "return -gap / width;",
        "return -gap / bodies.radius[0];",
    ),
]

_WITHIN = [
    ("s * d * rho2, (L + h)", "-s * d * rho2, (L + h)"),
    ("(L + h) * (d * d * L + h * s * s)", "(L + h) * (d * d * L - h * s * s)"),
    ("(L + h) * (d * d * L + h * s * s)", "(L - h) * (d * d * L + h * s * s)"),
    ("R * R - h * h - d * d", "R * R - h * h"),
    ("if (s <= border) return h * d * s / 6;", "if (s <= border) return h * d * s / 3;"),
    ("if (s <= border) return h * d * s / 6;", ""),
    ("h < R ? (R - h) * (R - h) * (2 * R + h) / 6 : 0", "(R - h) * (R - h) * (2 * R + h) / 6"),
    ("(2 * R + h) / 6 : 0", "(2 * R - h) / 6 : 0"),
    ("- solid_angle(h, d, border)", ""),
    ("- std::atan2(border, d)", ""),
    ("return h * d * border / 6 + R", "return R"),
    ("R * R * R / 3 * angle - K * turn", "R * R * R / 3 * angle + K * turn"),
    ("R * R * R / 3 * angle - K * turn", "R * R * R / 3 * angle"),
    (
        "std::copysign(volume_to(cone, std::abs(d), std::abs(s)), s)",
        "volume_to(cone, std::abs(d), std::abs(s))",
    ),
    ("return d > 0 ? volume : -volume;", "return volume;"),
    ("plane.offset - plane.normal.dot(centre)", "plane.offset + plane.normal.dot(centre)"),
    ("sum += height > 0 ? volume : -volume;", "sum += volume;"),
]

_GRAVITY = [
    ("simd/inverse_root.hpp", "1.0f / std::sqrt(std::fmax(", "1.0f / (std::fmax("),
    (
        "simd/inverse_root.hpp",
        "fma(residual, T{} + 0.375, T{} + 0.5)",
        "fma(residual, T{} - 0.375, T{} + 0.5)",
    ),
    (
        "simd/inverse_root.hpp",
        "fma(residual, T{} + 1.875, T{} + 1.5)",
        "fma(residual, T{} + 1.875, T{} + 0.5)",
    ),
    ("gravity/p2p.cpp", "sums.ay = away ? fnma", "sums.ay = away ? fma"),
    ("gravity/p2p.cpp", "if constexpr (tide) cube = where_apart(square, cube);", ""),
    ("gravity/p2p.cpp", "if constexpr (potential) inverse = where_apart(square, inverse);", ""),
    ("gravity/p2p.cpp", "all(3) * f", "all(2) * f"),
    ("gravity/p2p.cpp", "sums.xz = fma(hx, d.dz, sums.xz);", "sums.xz = fma(hx, d.dy, sums.xz);"),
    ("gravity/p2p.cpp", "add_pull<true>(back, d1, m1);", "add_pull<true>(back, d1, m0);"),
    (
        "gravity/expansion.hpp",
        "constexpr double share = 1.0 / e.order();",
        "constexpr double share = 1.0;",
    ),
    (
        "gravity/expansion.hpp",
        "c[at] = -(c[index_of({x + 2, y, 0})] + c[index_of({x, y + 2, 0})]);",
        "c[at] = -(c[index_of({x + 2, y, 0})] - c[index_of({x, y + 2, 0})]);",
    ),
    ("gravity/expansion.hpp", "((2.0 * n - 1) * (2.0 * n - 3))", "((2.0 * n - 1) * (2.0 * n - 1))"),
    ("gravity/expansion.hpp", "out[x2] = fnma(", "out[x2] = fma("),
    (
        "gravity/fmm_p2m.hpp",
        "m[k] = fma(mass, power[k], m[k]);",
        "m[k] = fnma(mass, power[k], m[k]);",
    ),
    ("gravity/fmm_p2m.hpp", "i < range.end()", "i < range.last - 4"),
    (
        "gravity/fmm_m2m.hpp",
        "add_product<P>(power, child, parent);",
        "add_product<P>(child, child, parent);",
    ),
    ("gravity/fmm_m2l.hpp", "Pack to_a = moments_b[0] * d[i];", "Pack to_a = moments_a[0] * d[i];"),
    (
        "gravity/fmm_m2l.hpp",
        "if constexpr (e.order() % 2 == 0)",
        "if constexpr (e.order() % 2 == 1)",
    ),
    ("gravity/fmm_m2l.hpp", "f.order() % 2 == 0 ?", "f.order() % 2 == 1 ?"),
    (
        "gravity/fmm_m2l.hpp",
        "to_a = fma(moments_b[slot], both, to_a);",
        "to_a = fnma(moments_b[slot], both, to_a);",
    ),
    ("gravity/fmm_m2l.hpp", "terms(P - e.order())", "terms(P - e.order() - 1)"),
    ("gravity/fmm_l2l.hpp", "extend<P>(out);", ""),
    (
        "gravity/fmm_l2l.hpp",
        "contract<P, k, double>(power, parent)",
        "contract<P, 0, double>(power, parent)",
    ),
    (
        "gravity/fmm_l2p.hpp",
        "add(p.ay, i, contract<P, index_of({0, 1, 0})",
        "add(p.ay, i, contract<P, index_of({0, 0, 1})",
    ),
    (
        "gravity/fmm_l2p.hpp",
        "add(p.xy, i, contract<P, index_of({1, 1, 0})",
        "add(p.xy, i, contract<P, index_of({1, 0, 1})",
    ),
    ("gravity/fmm_acceptance.hpp", "kOpening = 1.2", "kOpening = 1.0"),
    (
        "gravity/fmm_acceptance.hpp",
        "size_at_b = a.source + b.radius;",
        "size_at_b = a.radius + b.radius;",
    ),
    ("gravity/fmm_acceptance.hpp", "integer_power<P + 2>(square)", "integer_power<P>(square)"),
    (
        "gravity/fmm_acceptance.hpp",
        "2 * std::max(a.radius, b.radius)",
        "std::max(a.radius, b.radius)",
    ),
]

RECIPES = "lib/shape/recipes.cpp"
_RECIPES = [
    ("const double half = moments.sum() / 2;", "const double half = moments.sum();"),
    (
        "{length[1] / length[0], length[2] / length[1]}",
        "{length[2] / length[1], length[1] / length[0]}",
    ),
    ("recipe.most_points - recipe.least_points + 1", "recipe.most_points - recipe.least_points"),
    (
        "Scatter::sphere ? random.on_sphere() : random.in_ball()",
        "Scatter::ball ? random.on_sphere() : random.in_ball()",
    ),
    ("found.elongation < least_ratio ||", ""),
    ("|| found.flatness < least_ratio", ""),
    ("add_signs(0.5 * sides, points)", "add_signs(sides, points)"),
    ("std::sqrt(step / std::sin(step))", "std::sqrt(std::sin(step) / step)"),
    ("{-0.5 * height, 0.5 * height}", "{0.0, 0.5 * height}"),
    ("const double scale = 1 / ball_radius(", "const double scale = ball_radius("),
]
_MESHES = [
    ("lib/shape/mesh.cpp", "if (const Found wrong = repeated(vertex, corners)) return wrong;", ""),
    (
        "lib/shape/mesh.cpp",
        "if (!edges.count({edge.second, edge.first}))",
        "if (!edges.count(edge))",
    ),
    ("lib/shape/mesh.cpp", "std::abs(share - 1) <= kConvex", "share - 1 <= kConvex"),
    ("lib/shape/mesh.cpp", "if (std::abs(share + 1) <= kConvex)", "if (share + 1 <= -kConvex)"),
    (
        "lib/shape/mesh.cpp",
        "place.centre + place.radius * (place.turn * x)",
        "place.centre + place.radius * (place.turn.conjugate() * x)",
    ),
    (
        "lib/store/ply.cpp",
        "coding_ == Coding::little ? k : type.bytes - 1 - k",
        "coding_ == Coding::big ? k : type.bytes - 1 - k",
    ),
    ("lib/store/ply.cpp", "if (!(count >= 0 && count <= left))", "if (!(count >= 0))"),
    ("lib/store/ply.cpp", "if (!std::isfinite(value)) fail(", "if (false) fail("),
    ("lib/store/stl.cpp", "corner = 1; corner <= 3", "corner = 0; corner <= 2"),
    (
        "lib/store/stl.cpp",
        "if (bytes.size() != kFront + triangles * kTriangle)",
        "if (bytes.size() < kFront)",
    ),
    ("lib/store/stl.cpp", "== kBegin && bytes.find('\\0') == bytes.npos", "== kBegin"),
]
_HULL_CLOUDS = [
    ("lib/generate/shapes.cpp", "(-placed.placement.centre)", "placed.placement.centre"),
    ("lib/generate/shapes.cpp", "placed.placement.turn.conjugate()", "placed.placement.turn"),
    (
        "lib/generate/grain_plan.cpp",
        "place - scale * (turn * hull.middle)",
        "place + scale * (turn * hull.middle)",
    ),
    (
        "lib/generate/grain_plan.cpp",
        "sized_by == SizedBy::bounding ?",
        "sized_by == SizedBy::volume ?",
    ),
    ("lib/generate/grain_plan.cpp", "turn, scale * hull.radius}", "turn, scale * hull.bound}"),
    (
        "lib/generate/start_motion.cpp",
        "motion.speed * random.on_sphere()",
        "motion.speed * random.in_ball()",
    ),
    (
        "lib/generate/start_motion.cpp",
        "axes * Vec3(grouping.grains[g].moments.cwiseProduct(axes.transpose() * spin))",
        "Vec3(grouping.grains[g].moments.cwiseProduct(spin))",
    ),
]

_IMPULSE_WALLS = [
    (
        "contact_problem.cpp",
        "links.shift[point] = wall_velocity(step, point);",
        "links.shift[point] = Vec3::Zero();",
    ),
    (
        "engine.cpp",
        "predicted_.state.time = state.time + before_forces;",
        "predicted_.state.time = state.time;",
    ),
    ("impulse_account.cpp", "sum.walls -= impulse.dot", "sum.walls += impulse.dot"),
    ("impulse_account.cpp", "sum.impulse -= impulse;", "sum.impulse += impulse;"),
    (
        "impulse_account.cpp",
        "sum.angular_impulse -= position.cross(impulse);",
        "sum.angular_impulse += position.cross(impulse);",
    ),
]
_IMPULSE_PERIODIC = [
    (
        "impulse_account.cpp",
        "sum.angular_impulse -= apart.cross(impulse);",
        "sum.angular_impulse += apart.cross(impulse);",
    ),
    (
        "contact_problem.cpp",
        "arm_b = middle - step.image_of(point)",
        "arm_b = middle + step.image_of(point)",
    ),
]
_IMPULSE_ACCOUNTS = [
    (
        "impulse_account.cpp",
        "const double given = 0.5 * pressed *",
        "const double given = 0 * pressed *",
    ),
    ("body_forces.cpp", "return 0.5 * dt * twice;", "return dt * twice;"),
    (
        "body_forces.cpp",
        "fields_.torque[body] += arm.cross(outer) + outer_torque;",
        "fields_.torque[body] -= arm.cross(outer) + outer_torque;",
    ),
    (
        "body_forces.cpp",
        "rate.angular_impulse += x.cross(outer) + outer_torque;",
        "rate.angular_impulse -= x.cross(outer) + outer_torque;",
    ),
    ("body_forces.cpp", "rate.impulse += outer;", ""),
    (
        "impulses.cpp",
        "cohesion[c].attraction * contacts.normal[c] - contacts.force[c]",
        "cohesion[c].attraction * contacts.normal[c] + contacts.force[c]",
    ),
    ("engine.cpp", "bodies_.drift(before_forces, ", "bodies_.drift(0.5 * p_.step.dt, "),
    (
        "contact_problem.cpp",
        "step.found.point[point] + 0.5 * step.found.gap[point] * step.found.normal[point]",
        "step.found.point[point] + step.found.gap[point] * step.found.normal[point]",
    ),
]
_IMPULSE_ENERGY = [
    (
        "impacts.cpp",
        "std::max(contacts.condition[c].shift, 0.0) * links.normal[k]",
        "contacts.condition[c].shift * links.normal[k]",
    ),
    ("impacts.cpp", "heat.lost -= 0.5 * (was + is);", "heat.lost -= was;"),
    (
        "impacts.cpp",
        "bodies.spin[impacts.body[i]] +=",
        "bodies.spin[impacts.body[i]] -=",
    ),
]
_IMPULSE_ROTATION = [
    ("change -= spin(m).cross(motion.momentum);", "change += spin(m).cross(motion.momentum);"),
    ("const Vec3 half = 0.5 * angle;", "const Vec3 half = angle;"),
    ("is_free(m) ? 0 : reach_[m] * spin(m).norm();", "0;"),
]
_SWEEPS = [
    (
        "convergence.cpp",
        "std::max(quadratic, std::sqrt(errors.largest) / 16) / mean",
        "quadratic / mean",
    ),
    ("convergence.cpp", "options_.tolerance : kAtOnce", "5 * options_.tolerance : kAtOnce"),
    ("sweep_lanes.hpp", "weight * square(error_of", "square(error_of"),
    ("sweep_lanes.hpp", "weight * square(p.impulse - start)", "square(p.impulse - start)"),
    (
        "sweep_lanes.hpp",
        "fma(momentum, now - before[k], now)",
        "fma(momentum, before[k] - now, now)",
    ),
    ("sweep_lanes.hpp", "extrapolate_bodies(threads, momentum);", ""),
    ("sweep_kernels.hpp", "const P step = min(p.normal_step", "const P step = max(p.normal_step"),
    ("momentum.hpp", "square > kGrowth * last_", "square > 2 * last_"),
    ("momentum.hpp", "if (count_ < resume_) k_ = 0;", ""),
    ("momentum.hpp", "square < kFall * least_", "square < 0.5 * least_"),
    ("sweeps.cpp", "0.5 * (ss + tt) + std::hypot(0.5 * (ss - tt), st)", "0.5 * (ss + tt)"),
    ("sweeps.cpp", "std::sqrt(sum_of(pressing_) / static_cast<double>(links_))", "0"),
    (
        "sweeps.cpp",
        "std::sqrt(sum_of(pressing_) / static_cast<double>(links_))",
        "std::sqrt(sum_of(pressing_)) / static_cast<double>(links_)",
    ),
    ("sweeps.cpp", "pressing_energy(low, u_low) / mass_", "pressing_energy(low, u_low)"),
]

_IMPACT = [
    ("laws/rigid_impact.cpp", "out << 0, -v.z(), v.y(),", "out << 0, v.z(), v.y(),"),
    ("laws/rigid_impact.cpp", "Mat3::Identity() - arm * side", "Mat3::Identity() + arm * side"),
    ("laws/rigid_impact.cpp", "0.5 * (k * impulse)", "1.0 * (k * impulse)"),
    (
        "laws/rigid_impact.cpp",
        "return (1 + restitution) * approach / normal",
        "return (1 - restitution) * approach / normal",
    ),
    (
        "laws/rigid_impact.cpp",
        "normal + (law.sliding - 1) * across",
        "normal + (1 - law.sliding) * across",
    ),
    ("laws/rigid_impact.cpp", "= normal - law.friction *", "= normal + law.friction *"),
    ("laws/rigid_impact.cpp", "norm() <= friction * along", "norm() <= 2 * friction * along"),
    ("laws/rigid_impact.cpp", "0.5 * (1 - law.normal * law.normal)", "0.5 * (1 - law.normal)"),
    ("laws/rigid_impact.cpp", "out.sliding_loss = all - out.normal_loss", "out.sliding_loss = all"),
    (
        "laws/rigid_impact.cpp",
        "side.inverse_inertia * side.arm.cross(impulse)",
        "side.inverse_inertia * impulse.cross(side.arm)",
    ),
    (
        "hsdem/contact_time.hpp",
        "c / (std::sqrt(discriminant) - b)",
        "c / (std::sqrt(discriminant) + b)",
    ),
    (
        "hsdem/contact_time.hpp",
        "b * b - velocity.squaredNorm() * c",
        "b * b + velocity.squaredNorm() * c",
    ),
    (
        "hsdem/contact_time.hpp",
        "rate * rate + 2 * acceleration * gap",
        "rate * rate - 2 * acceleration * gap",
    ),
    ("hsdem/contact_time.hpp", "2 * gap / (root - rate)", "2.1 * gap / (root - rate)"),
]

_EVENT_QUEUE = [
    ("if (!(time < step_)) return;", ""),
    ("event_.size() > kVoid * prediction_.size()", "false"),
    ("if (event.prediction == prediction_[event.pair]) return true;", "return true;"),
    ("all.front().jumps < jumps", "all.front().jumps > jumps"),
    ("if (all.back().prediction == prediction_[all.back().pair]) pairs", "pairs"),
    ("std::sort(pairs.begin(), pairs.end());", ""),
]

_HARD_SPHERES = [
    ("bound_groups.cpp", "bodies.replace(m, std::move(out));", ""),
    (
        "outcomes.cpp",
        "account[Channel::impact] += merged.lost;",
        "account[Channel::sticking] += merged.lost;",
    ),
    ("outcomes.cpp", "return bind(pair);", "return {Change::Kind::none};"),
    ("predictions.cpp", "state_[pairs.of_sphere[n]].impacts = 0;", ";"),
    ("outcomes.cpp", "&& !is_bound(pair)", ""),
    ("outcomes.cpp", "&& !failure_.pulled_apart(a, b, motion.normal)", ""),
    (
        "rigid_failure.cpp",
        "bodies_may_stick_ ? leaving_of(model, m, overloads[m], gravity) : Leaving{rows, {}}",
        "Leaving{rows, {}}",
    ),
    (
        "rigid_failure.cpp",
        "bodies_may_stick_ ? leaving_of(model, m, overloads[m], gravity) : Leaving{rows, {}}",
        "leaving_of(model, m, overloads[m], gravity)",
    ),
    ("rigid_failure.cpp", "if (unheld.empty() || unheld.size() == rows.size()) return", "return"),
    ("engine.cpp", "failure_.forget_touching();", ""),
    ("rigid_failure.hpp", "return normal.dot(a - b) > 0;", "return normal.dot(a - b) < 0;"),
    ("rigid_failure.hpp", "return normal.dot(a - b) > 0;", "return true;"),
    (
        "rigid_failure.cpp",
        "if (node[a] != node[b] &&",
        "if ((node[a] == staying) != (node[b] == staying) &&",
    ),
    (
        "rigid_failure.cpp",
        "return *most > 1 ? static_cast<Index>(most - count.begin()) : -1;",
        "return -1;",
    ),
    (
        "rigid_failure.cpp",
        "return *most > 1 ? static_cast<Index>(most - count.begin()) : -1;",
        "return static_cast<Index>(most - count.begin());",
    ),
    ("rigid_failure.cpp", "kClose * std::min(radius[a], radius[b])", "kClose * largest"),
    ("rigid_failure.cpp", "constexpr double kClose = 2e-6;", "constexpr double kClose = 5e-7;"),
    (
        "rigid_failure.cpp",
        "if (stays) released.back() -= rest_stress[next++].acceleration;",
        "if (stays) ++next;",
    ),
    ("rigid_failure.cpp", "body.orientation * normal, released", "normal, released"),
    ("outcomes.cpp", "bodies_[both.a].bound || bodies_", "bodies_[both.a].bound && bodies_"),
    (
        "engine.cpp",
        "if (outcomes_.release_bound(model)) list_.note_departures();",
        "outcomes_.release_bound(model);",
    ),
    ("pair_motion.hpp", "return b >= 0 && context.external.period.isZero(0);", "return b >= 0;"),
    ("bound_groups.cpp", "part.turn = kept_a", "part.turn = !kept_a"),
    ("predictions.cpp", "is_plastic(pair) && !state_[pair].deep", "is_plastic(pair)"),
    (
        "predictions.cpp",
        "const bool suffices = !(set_bounds(m) < 0);",
        "set_bounds(m);\n  const bool suffices = true;",
    ),
    ("sphere_forces.cpp", "sum.impulse += outer;", "sum.impulse -= outer;"),
    (
        "sphere_forces.cpp",
        "sum.angular_impulse += position_[i].cross(outer);",
        "sum.angular_impulse -= position_[i].cross(outer);",
    ),
    ("sphere_forces.cpp", "half_step() / 2 * (before[m] + after[m])", "half_step() * before[m]"),
    (
        "pair_impulses.cpp",
        "account.angular_impulse -= image.cross(impulse);",
        "account.angular_impulse += image.cross(impulse);",
    ),
    (
        "sphere_forces.cpp",
        "account_for_image(context_, bond.a, bond.b, -h * bond.force * bond.normal, "
        "records_.account);",
        ";",
    ),
    (
        "pair_motion.cpp",
        "lattice.image(context.bodies.position(at(b)) - context.bodies.position(at(a)));",
        "lattice.image(context.bodies.position(at(a)) - context.bodies.position(at(b)));",
    ),
    (
        "resting_contacts.cpp",
        "contact_[k].impulse = problem_.link[k].impulse / share_of(half);",
        "contact_[k].impulse = problem_.link[k].impulse;",
    ),
    (
        "resting_contacts.cpp",
        "if (half == Half::second) rate -=",
        "if (half == Half::second) rate +=",
    ),
    (
        "resting_contacts.cpp",
        "turns_back ? 2 * std::sqrt(c * excess) : excess / h + c * h",
        "excess / h",
    ),
    (
        "resting_contacts.cpp",
        "account[Channel::resting] += opening - 0.5 * size",
        "account[Channel::resting] += opening + 0.5 * size",
    ),
    ("resting_contacts.cpp", "account.impulse -= impulse;", "account.impulse += impulse;"),
    ("resting_contacts.cpp", "is_known ? share * known->impulse : 0;", "0;"),
    (
        "resting_contacts.cpp",
        "!elastic ? slow_speed(p_.contact, context_) : 0",
        "slow_speed(p_.contact, context_)",
    ),
    (
        "resting_contacts.cpp",
        "return was_at_rest ? std::max(slowly, speed_of_kicks(context_)) : slowly;",
        "return slowly;",
    ),
    ("resting_contacts.cpp", "if (pressed || contact_[k].was_at_rest)", "if (pressed)"),
    ("resting_contacts.cpp", "counts.resting.unconverged += !report.converged;", ""),
    (
        "resting_contacts.cpp",
        "const double opening = size * link.recovery;",
        "const double opening = 0;",
    ),
    ("engine.cpp", "whole[Channel::resting] -= records.first_half_heat + half_heat;", ""),
    ("resting_island.cpp", "return {{n, false}};", "return {{n, true}};"),
    ("resting_island.cpp", "if (n % kPatience != 0 || !sweeps.minimise())", "if (true)"),
    ("resting_island.cpp", "change += factors.solve(left);", "change -= factors.solve(left);"),
    (
        "resting_island.cpp",
        "      bodies_ = bodies;\n      for (std::size_t i = 0; i < before.size(); ++i) "
        "links_[pressed_[i]].impulse = before[i];",
        "      set(before);",
    ),
    (
        "resting_island.cpp",
        "    interrupt::check();\n    if (sweeps.sweep())",
        "    if (sweeps.sweep())",
    ),
    ("resting_island.cpp", "one.sign * other.sign * (moved + turned)", "moved + turned"),
    (
        "resting_island.cpp",
        "link.impulse = std::max(0.0, before + (link.least",
        "link.impulse = std::abs(before + (link.least",
    ),
    ("resting_lever.hpp", "b.spin += impulse * lever.spin_b;", "b.spin -= impulse * lever.spin_b;"),
    ("bounces.cpp", "a.velocity_jumps += found.impulse / a.mass;", ""),
    ("pair_motion.cpp", "return begin[1] - begin[0] <= kCrowd;", "return true;"),
    ("resting_island.cpp", "    left_ -= work_of_sweep();", ""),
    (
        "resting_island.cpp",
        "std::max(most, kLeastWork * static_cast<double>(links.size()))",
        "most",
    ),
    (
        "resting.cpp",
        "if (link.b != kNoBody) parent[root(link.a)] = root(link.b);",
        "parent[root(link.a)] = root(0);",
    ),
    ("resting.cpp", "for (RestingLink& link : problem.links) link.impulse = 0;", ""),
    ("resting.cpp", "link.least -= link.recovery;", ""),
    ("resting_island.cpp", "left_ -= kTerm * terms;", ""),
    ("resting_island.cpp", "    left_ -= factors.work();", ""),
    (
        "resting_contacts.cpp",
        "constexpr double kMostWork = 2e5;",
        "constexpr double kMostWork = 2e8;",
    ),
    (
        "resting_contacts.cpp",
        "constexpr double kMostWork = 2e5;",
        "constexpr double kMostWork = 0;",
    ),
    (
        "resting_contacts.cpp",
        "constexpr double kRecovery = 0.1;",
        "constexpr double kRecovery = 1e300;",
    ),
    ("resting.cpp", "    outcome.report.sweeps += sweeps;", ""),
    (
        "sphere_forces.cpp",
        "return (acceleration(i) - common).norm(); });",
        "return acceleration(i).norm(); });",
    ),
    (
        "sphere_forces.cpp",
        "if (context_.external.planes.empty() && model.size() > 0) {",
        "if (model.size() > 0) {",
    ),
    ("resting_island.cpp", "<= link.tolerance;", "<= 1e6 * link.tolerance;"),
    ("neighbour_list.cpp", "|| !holds(position)", ""),
    ("bound_groups.cpp", "if (!bodies[m].bound) return", "return"),
    ("engine.cpp", "kick(model, Half::first);\n  if", "0;\n  if"),
    (
        "sphere_forces.cpp",
        "body.momentum += h * kick_[m].all.torque;",
        "body.momentum -= h * kick_[m].all.torque;",
    ),
    (
        "outcomes.cpp",
        "std::sqrt(2 * p.gravity.constant * (a.mass + b.mass) / distance)",
        "std::sqrt(p.gravity.constant * (a.mass + b.mass) / distance)",
    ),
    ("outcomes.cpp", "if (ratio < p_.outcome.stick &&", "if (ratio > p_.outcome.stick &&"),
    ("outcomes.cpp", "ratio > *p_.outcome.fragment", "ratio > 2 * *p_.outcome.fragment"),
    ("bounces.cpp", "a.velocity -= impulse / a.mass;", "a.velocity += impulse / a.mass;"),
    (
        "bounces.cpp",
        "body.momentum += side.arm.cross(impulse);",
        "body.momentum -= side.arm.cross(impulse);",
    ),
    (
        "bounces.cpp",
        "account.walls -= found.impulse.dot(b.velocity);",
        "account.walls += found.impulse.dot(b.velocity);",
    ),
    ("bounces.cpp", "account.impulse -= found.impulse;", "account.impulse += found.impulse;"),
    (
        "outcomes.cpp",
        "account[Channel::sticking] += merged.lost;",
        "account[Channel::sticking] -= merged.lost;",
    ),
    (
        "bounces.cpp",
        "return 3 * context.step * context.greatest_acceleration;",
        "return 0.3 * context.step * context.greatest_acceleration;",
    ),
    (
        "sphere_forces.cpp",
        "pull_of_bonds_[at(bond.b)] -= bond.force",
        "pull_of_bonds_[at(bond.b)] += bond.force",
    ),
    (
        "outcomes.cpp",
        "if (now.gap < -touching && state.apart) ++records_.counts.missed;",
        "++records_.counts.missed;",
    ),
    (
        "predictions.cpp",
        "both_exact(context_, a, b)) return predict_free(context_, a, b, now, "
        "resting_speed(pair));",
        "false) return {};",
    ),
    (
        "predictions.cpp",
        "for (const std::uint32_t pair : queue_.expired(m, body.velocity_jumps)) "
        "predict(pair, body.time);",
        "",
    ),
    (
        "pair_motion.cpp",
        "0.5 * (since_b * since_b - since_a * since_a) * g",
        "0.5 * (since_b * since_b + since_a * since_a) * g",
    ),
    ("pair_motion.hpp", "kTouching = 1e-8;", "kTouching = 1e-6;"),
    (
        "pair_motion.cpp",
        "(1 + kAllowedJump) * rate, path.acceleration)",
        "(1 - 20 * kAllowedJump) * rate, path.acceleration)",
    ),
    ("pair_motion.cpp", "path.acceleration * left * left / 2) / left", "0) / left"),
    (
        "rigid_body.cpp",
        "momentum += other.momentum + reduced * d.cross(u);",
        "momentum += other.momentum - reduced * d.cross(u);",
    ),
    ("rigid_body.cpp", "velocity += share * u;", "velocity -= share * u;"),
    (
        "rigid_body.cpp",
        "momentum -= reduced * to_sphere.cross(around) +",
        "momentum -= reduced * to_sphere.cross(around) -",
    ),
    ("rigid_body.cpp", "velocity -= share * around;", "velocity += share * around;"),
    (
        "rigid_failure.cpp",
        "(drive.torque - spin.cross(body.momentum))",
        "(drive.torque + spin.cross(body.momentum))",
    ),
    ("rigid_failure.cpp", "|| stress[k].shear > limits.shear", ""),
    (
        "rigid_failure.cpp",
        "std::pow(radius / strength.radius, strength.exponent)",
        "std::pow(radius / strength.radius, -strength.exponent)",
    ),
    ("elastic_bonds.cpp", "return 2 / std::sqrt(fastest);", "return 1 / std::sqrt(fastest);"),
    ("elastic_bonds.cpp", "if (known[at(pairs.a[k])] || known[at(pairs.b[k])]) continue;", ""),
    ("elastic_bonds.cpp", "take_kept(pile);", ""),
    ("outcomes.cpp", "records_.counts.overlap = std::max(records_.counts.overlap, overlap);", ";"),
    ("elastic_bonds.cpp", "gap, force * gap / 2}", "gap, force * gap}"),
    (
        "elastic_bonds.cpp",
        "if (bonded_[i] && !bound[i]) liberated_[i] = 1;",
        "if (!bound[i]) liberated_[i] = 1;",
    ),
    (
        "elastic_bonds.cpp",
        "return before - energy_of(bonds_);",
        "return energy_of(bonds_) - before;",
    ),
]

_BOND_STRENGTH = [
    ("motion.spin.cross(motion.spin.cross(arm))", "-motion.spin.cross(motion.spin.cross(arm))"),
    ("= rigid - gravity;", "= rigid + gravity;"),
    ("return {-along,", "return {along,"),
]

_SURFACE_TOUCH = [
    ("lib/shape/triangle_frame.cpp", "-normal.dot(point)", "normal.dot(point)"),
    ("lib/shape/triangle_frame.cpp", "along.cross(normal)", "normal.cross(along)"),
    ("lib/shape/triangle_frame.cpp", "if (!(area.norm() > kSlender * longest2))", "if (false)"),
    ("lib/shape/triangle_tree.cpp", "= distance * distance *", "= distance *"),
    ("lib/shape/triangle_tree.cpp", "(node.lower - point)", "(point - node.lower)"),
    ("lib/shape/triangle_tree.cpp", "waiting[count++] = place + 1;", ""),
    ("lib/detect/surface_touch.cpp", "edge[(k + 2) % 3]", "edge[(k + 1) % 3]"),
    (
        "lib/detect/surface_touch.cpp",
        "height2 + outside * outside",
        "height2 + 2 * outside * outside",
    ),
    (
        "lib/detect/surface_touch.cpp",
        "height2 + from_edge * from_edge",
        "height2 + 2 * from_edge * from_edge",
    ),
    ("lib/detect/surface_touch.cpp", "overlap, size / overlap}", "overlap, 1}"),
]

_IMPULSE_MESHES = [
    ("detect/triangle_search.hpp", "if (out.dot(x - top) > ", "if (false && out.dot(x - top) > "),
    (
        "detect/triangle_search.hpp",
        "const Vec3 own = front <= back",
        "const Vec3 own = front > back",
    ),
    ("detect/triangle_search.hpp", "if (part == 0) return false;", "return false;"),
    ("detect/hull_at_surface.cpp", "- change.dot(point.normal)", "+ change.dot(point.normal)"),
    ("detect/triangle_search.hpp", "add_vertices(at, towards(at), 0, out);", ";"),
    ("detect/triangle_search.hpp", "(flat ? hull_.alert : 0)", "hull_.alert"),
    ("detect/triangle_search.hpp", "(flat ? hull_.alert : 0)", "0"),
    ("detect/sphere_at_surface.cpp", "return other.precedes(own) && ", "return false && "),
    (
        "detect/sphere_at_surface.cpp",
        "(other.place.point - one.place.point)",
        "(other.place.point)",
    ),
    ("detect/surface_paths.cpp", "*part < earliest->part", "*part > earliest->part"),
    ("detect/surface_points.cpp", "move.shift - (wall", "move.shift + (wall"),
    (
        "nscd/contact_problem.cpp",
        "if (!motion.moves()) return Vec3::Zero();",
        "return Vec3::Zero();",
    ),
    ("nscd/wall_crossing.cpp", "if (!found) return;", "return;"),
    ("nscd/surroundings.cpp", "return external.walls() > 0 || ", "return "),
]
_MATERIALS = [
    ("laws/mixing.hpp", "2 * (a * b) / (a + b)", "(a * b) / (a + b)"),
    ("laws/mixing.hpp", "1 - geometric_mean(1 - a, 1 - b)", "geometric_mean(a, b)"),
    ("laws/hertz_mindlin.hpp", "1 / (normal(a) + normal(b))", "1 / (normal(a) + normal(a))"),
    ("model/material_laws.hpp", "b == kOfBody ? a : b", "a"),
    ("model/material_laws.hpp", "table[b * count + a] = laws;", ";"),
    ("ssdem/law_table.hpp", "second.v.z, second.w", "second.w, second.v.z"),
    ("ssdem/meeting_laws.cpp", "(a == b ? 2u : 1u)", "1u"),
    (
        "ssdem/sweep_of.hpp",
        "source.at_wall(a, *wall) : source.of_bodies(a, b);",
        "source.at_wall(a, *wall) : source.of_bodies(a, a);",
    ),
]
_JKR = [
    ("length = 2 * std::numbers::pi", "length = 4 * std::numbers::pi"),
    ("q = 4 * radius * overlap;", "q = 2 * radius * overlap;"),
    ("kSteps = 4;", "kSteps = 3;"),
    ("-0.75 * cube_root(0.25", "-0.75 * cube_root(0.5"),
    ("return 0.75 * this->reduced_modulus", "return this->reduced_modulus"),
    ("(2.0 / 3.0 * a * a / radius - sqrt", "(2.0 / 3.0 * a * a / radius + sqrt"),
    ("(varies + 0.15", "(varies - 0.15"),
    ("4.0 / 15.0 * bend - 2.0 / 3.0", "4.0 / 15.0 * bend + 2.0 / 3.0"),
    ("1.2 * this->reduced_modulus", "2 * this->reduced_modulus"),
    ("max(force, min(elastic, R{}))", "max(force, R{})"),
    ("(2 * force + adhesion)", "(force + adhesion)"),
    ("energy(middle, radius) < energy ?", "energy(middle, radius) < 2 * energy ?"),
]
_ADHESION = [
    ("laws/jkr.hpp", "force + 2 * pull_off_force", "force + pull_off_force"),
    (
        "ssdem/sweep_of.hpp",
        "g.overlap[0] >= laws.normal.pull_off_overlap",
        "g.overlap[0] >= 0.5 * laws.normal.pull_off_overlap",
    ),
    ("ssdem/sweep_of.hpp", "std::inplace_merge(now.begin(), touching, end);", ""),
    ("ssdem/contact_kernel.hpp", "s.old = abs(history.contact_radius) > 0;", "s.old = size > 0;"),
    ("ssdem/sweep_of.hpp", "if (!(before.history[kContactRadius][k] > 0)) continue;", ""),
    ("ssdem/soft_laws.cpp", "geometric_mean(a.work_of_adhesion, b.work_of_adhesion)", "0.02"),
    ("ssdem/stepper.cpp", "(adheres && history.contact_radius > 0)", "adheres"),
    ("ssdem/stepper.cpp", "|| (adheres && history.contact_radius > 0)", ""),
]
_ATTRACTION = [
    ("laws/cohesion.hpp", "return {2 * std::numbers::pi", "return {std::numbers::pi"),
    ("laws/cohesion.hpp", "(6 * least_separation", "(3 * least_separation"),
    ("laws/cohesion.hpp", "force(reduced_radius) * part * part", "force(reduced_radius) * part"),
    ("laws/cohesion.hpp", "(overlap + well())", "overlap"),
    ("laws/cohesion.hpp", "* (range - gap) /", "* range /"),
    ("ssdem/contact_list.cpp", "range + margin, keep", "margin, keep"),
    ("ssdem/near_pairs.cpp", "(g.square < end * end)", "(g.square < 2 * end * end)"),
    ("ssdem/near_pairs.cpp", "(height < sphere.w + reach)", "(height < sphere.w)"),
    ("ssdem/near_pairs.cpp", "walls ? 0 : step.list.load[c];", "0;"),
    ("ssdem/near_pairs.cpp", "g.normal * law.force_at", "-g.normal * law.force_at"),
    (
        "ssdem/near_pairs.cpp",
        "add_image_impulse(spheres, box, a, b, loads, four.lanes, totals.power);",
        ";",
    ),
    (
        "ssdem/near_pairs.cpp",
        "add_wall_impulse(step.walls, spheres, a, b, loads, four.lanes, totals);",
        ";",
    ),
    ("ssdem/near_pairs.cpp", "p.pairs.law[static_cast<std::size_t>(number)]", "p"),
]
_COHESIVE_SCALES = [
    ("(sizes.smallest + sizes.largest)", "(sizes.largest + sizes.largest)"),
    ("0.5 * sizes.largest)", "sizes.largest)"),
    ("2 * laws.cohesion.separation", "laws.cohesion.separation"),
    ("gained / kSmall", "gained"),
    ("2 * laws.cohesion.force(radius) * laws", "laws.cohesion.force(radius) * laws"),
    ("std::max(strongest.strength", "std::min(strongest.strength"),
    ("for (const auto& set : pair.values) set(laws);", ""),
    ("take(material.laws);", ";"),
    ("!law.stiffens || !(pull > 0)", "true"),
]
_ATTACHMENT = [
    ("0.5 * full.force - full.energy", "full.force - full.energy"),
    ("0.5 * full.force - full.energy /", "0.5 * full.force + full.energy /"),
    ("0.5 * full.force + work /", "0.5 * full.force - work /"),
    ("(force - full.force) / m.mass", "force / m.mass"),
    ("kicked * kicked) - full.energy}", "kicked * kicked)}"),
    ("kicked * kicked) - work}", "kicked * kicked)}"),
    ("v2 - 2 * full.energy / m.mass", "v2 + 2 * full.energy / m.mass"),
    ("v2 - 2 * work / m.mass", "v2 + 2 * work / m.mass"),
    ("sqrt(max(now2, Pack{}))", "m.rate"),
    ("(sqrt(max(rest2, Pack{})) - m.rate)", "(sqrt(max(rest2, Pack{})) + m.rate)"),
    ("(m.overlap <= dt * mean_in)", "(m.overlap > dt * mean_in)"),
    ("& (again | first_time)", "& first_time"),
    ("(last < 0) & (m.size >= -last)", "(last < 0)"),
    ("(m.rate < 0) | (m.size < -last)", "(m.rate < 0)"),
    ("ends = near_end & (rest2 > 0) &", "ends = near_end &"),
    ("m.overlap - end.overlap <", "m.overlap <"),
    ("idle = (last < 0) & ((m.rate", "idle = ((m.rate"),
    ("select(over, Pack{}, full.energy)", "full.energy"),
    ("select(over, all(-1), all(1))", "all(1)"),
    ("(m.overlap < -m.rate * times.dt)", "(m.overlap < m.rate * times.dt)"),
]
_HILL = [
    ("model/hill.hpp", "return -1.5 * rate;", "return -2 * rate;"),
    ("model/hill.hpp", "{3 * rate * rate * x.x()", "{2 * rate * rate * x.x()"),
    ("model/hill.hpp", "-vertical_rate * vertical_rate * x.z()", "-rate * rate * x.z()"),
    ("model/hill.hpp", "-1.5 * rate * rate * x.x()", "-3 * rate * rate * x.x()"),
    ("model/hill.hpp", "const double middle = v.y() + k * f.y();", "const double middle = v.y();"),
    ("model/hill.hpp", "rate * (v.x() + k * f.x() + change.x())", "rate * v.x()"),
    ("model/hill.hpp", "(v.y() + change.y())", "v.y()"),
    (
        "model/hill.hpp",
        "change.y() -= 2 * k * rate * v.x();",
        "change.y() += 2 * k * rate * v.x();",
    ),
    ("model/hill.hpp", "c * spin.x() + s * spin.y()", "c * spin.x() - s * spin.y()"),
    ("model/hill.hpp", "speed * (time - since)", "speed * time"),
    ("ssdem/sphere_motion.cpp", "change = hill_.closing(x, vec(m.v), kick_)", "change = 0 * x"),
]
_BONDS = [
    ("laws/beam.hpp", "/ (12 * young_modulus * second)", "/ (3 * young_modulus * second)"),
    ("laws/beam.hpp", "1 / (3 * young_modulus)", "1 / young_modulus"),
    ("laws/beam.hpp", "shear_modulus * 2 * second / length", "shear_modulus * second / length"),
    ("ssdem/beam_kernel.hpp", "cross(spins, m.normal)", "cross(m.normal, spins)"),
    ("ssdem/beam_kernel.hpp", "dot(spins, m.normal), m.normal, cross", "all(0), m.normal, cross"),
    ("ssdem/beam_kernel.hpp", "m.distance - c.length", "c.length - m.distance"),
    ("ssdem/beam_kernel.hpp", "c.bending * dot(m.bend, m.bend)", "c.bending"),
    ("ssdem/beam_kernel.hpp", "sqrt(dot(moment, moment)) *", "0 *"),
    ("ssdem/beam_kernel.hpp", "0.5 * abs(torque)", "abs(torque)"),
    ("ssdem/beam_bonds.cpp", "fnma(all(0.5 * step), r.growth, r.energy)", "r.energy"),
    ("ssdem/beam_bonds.cpp", "lever - couple, size", "lever + couple, size"),
    ("ssdem/bond_motion.hpp", "all(step * step / 48)", "all(0)"),
    ("ssdem/bond_motion.hpp", "fnma(all(0.5 * step), vb - va, way)", "way"),
    ("ssdem/beam_bonds.cpp", "second ? -bond.force.v : bond.force.v", "bond.force.v"),
    ("ssdem/beam_bonds.cpp", "if (had[i] && !has[i])", "if (had[i])"),
    ("ssdem/beam_bonds.cpp", "totals.power.angular_impulse -=", "totals.power.angular_impulse +="),
    (
        "ssdem/beam_bonds.cpp",
        "contacts.force[row] += now.force[k]",
        "contacts.force[row] -= now.force[k]",
    ),
    ("ssdem/bonds_at_start.cpp", "1 + own / other", "1 + other / own"),
    ("ssdem/bonds_at_start.cpp", "2 * damping / std::sqrt", "damping / std::sqrt"),
    ("model/bonds.cpp", "T(-source[row.from])", "T(source[row.from])"),
    ("model/bonds.cpp", "rotation * value", "rotation.transpose() * value"),
]
MUTATIONS = [
    *((f"lib/{file}", old, new, "bonds") for file, old, new in _BONDS),
    *(("lib/laws/jkr.hpp", old, new, "adhesion_laws") for old, new in _JKR),
    *((f"lib/{file}", old, new, "adhesion") for file, old, new in _ADHESION),
    *((f"lib/{file}", old, new, "attraction") for file, old, new in _ATTRACTION),
    *(
        ("lib/ssdem/cohesive_scales.cpp", old, new, "cohesive_scales")
        for old, new in _COHESIVE_SCALES
    ),
    *(("lib/ssdem/attachment.hpp", old, new, "pair") for old, new in _ATTACHMENT),
    *((f"lib/{file}", old, new, "hill") for file, old, new in _HILL),
    *((f"lib/{file}", old, new, "materials") for file, old, new in _MATERIALS),
    *((f"lib/{file}", old, new, "pair") for file, old, new in _PAIR),
    *((f"lib/laws/{file}", old, new, "laws") for file, old, new in _LAWS),
    *((LISTS, old, new, "lists") for old, new in _LISTS),
    *(("lib/detect/list_margin.hpp", old, new, "lists") for old, new in _LIST_RULE),
    ("lib/detect/list_margin.cpp", "position[i] - listed_at[i]", "position[i]", "lists"),
    *((PERIODIC, old, new, "lists") for old, new in _PERIODIC),
    *((GRID, old, new, "lists") for old, new in _GRID),
    *((SPLIT, old, new, "rotation") for old, new in _SPLIT),
    *((GEOMETRY, old, new, "pair") for old, new in _GEOMETRY),
    *((LOADS, old, new, "pair") for old, new in _LOADS),
    *((f"lib/ssdem/{file}", old, new, "sweep") for file, old, new in _SWEEP),
    *((f"lib/{file}", old, new, "gravity") for file, old, new in _GRAVITY),
    *((MASS, old, new, "mass") for old, new in _MASS),
    *((POLYHEDRON, old, new, "shape") for old, new in _POLYHEDRON),
    *((KIND, old, new, "shape") for old, new in _KIND),
    *((KIND_HULL, old, new, "shape") for old, new in _KIND_HULL),
    *((KIND_SPHERE, old, new, "shape") for old, new in _KIND_SPHERE),
    *((SURFACE, old, new, "shape") for old, new in _SURFACE),
    *((DISTANCE, old, new, "distance") for old, new in _DISTANCE),
    *(("lib/shape/gjk.cpp", old, new, "distance") for old, new in _GJK),
    *(("lib/shape/gjk.hpp", old, new, "distance") for old, new in _GJK_STEPS),
    *(("lib/shape/separation.cpp", old, new, "separation") for old, new in _SEPARATION),
    *(("lib/shape/polytope.cpp", old, new, "separation") for old, new in _POLYTOPE),
    *(("lib/shape/axes.cpp", old, new, "separation") for old, new in _AXES),
    *(("lib/shape/manifold.cpp", old, new, "manifold") for old, new in _MANIFOLD),
    *(("lib/shape/outline.cpp", old, new, "manifold") for old, new in _OUTLINE),
    *(("lib/shape/persistent.cpp", old, new, "persistent") for old, new in _PERSISTENT),
    *((f"lib/detect/{file}", old, new, "narrow") for file, old, new in _NARROW),
    *(("lib/detect/seams.cpp", old, new, "seams") for old, new in _SEAMS),
    *((file, old, new, "impulse_within") for file, old, new in _IMPULSE_WITHIN),
    *((file, old, new, "impulse_ahead") for file, old, new in _IMPULSE_AHEAD),
    ("lib/shape/mass_points.cpp", "(155 + root) / 1200", "(155 - root) / 1200", "mass_points"),
    (
        "lib/shape/mass_points.cpp",
        "if (above_centre.norm() < kNothing)",
        "if (false)",
        "mass_points",
    ),
    ("lib/gravity/parameters.hpp", "return 3;", "return 2;", "hull_gravity"),
    ("lib/gravity/parameters.hpp", "return 5;", "return 4;", "hull_gravity"),
    *((WITHIN, old, new, "within") for old, new in _WITHIN),
    *((f"lib/{file}", old, new, "probes") for file, old, new in _PROBES),
    *((RECIPES, old, new, "recipes") for old, new in _RECIPES),
    *((path, old, new, "meshes") for path, old, new in _MESHES),
    *((path, old, new, "hull_clouds") for path, old, new in _HULL_CLOUDS),
    *((f"lib/nscd/{file}", old, new, "impulse_walls") for file, old, new in _IMPULSE_WALLS),
    *((f"lib/nscd/{file}", old, new, "impulse_periodic") for file, old, new in _IMPULSE_PERIODIC),
    (
        "lib/detect/narrow_ahead.cpp",
        "change.norm() + reach > 0.5 * period[axis]",
        "change.norm() > period[axis]",
        "impulse_periodic",
    ),
    *((f"lib/nscd/{file}", old, new, "impulse_accounts") for file, old, new in _IMPULSE_ACCOUNTS),
    ("lib/laws/cohesion.hpp", "(distance - gap)", "(distance + gap)", "impulse_accounts"),
    *((f"lib/nscd/{file}", old, new, "impulse_energy") for file, old, new in _IMPULSE_ENERGY),
    (
        "lib/laws/restitution.hpp",
        "return restitution * compression;",
        "return compression;",
        "impulse_energy",
    ),
    *(
        ("lib/nscd/rigid_bodies.cpp", old, new, "impulse_rotation")
        for old, new in _IMPULSE_ROTATION
    ),
    *((f"lib/friction/{file}", old, new, "sweeps") for file, old, new in _SWEEPS),
    *((f"lib/{file}", old, new, "impact") for file, old, new in _IMPACT),
    *(("lib/hsdem/event_queue.cpp", old, new, "event_queue") for old, new in _EVENT_QUEUE),
    *((f"lib/hsdem/{file}", old, new, "hard_spheres") for file, old, new in _HARD_SPHERES),
    *(("lib/laws/bond_strength.hpp", old, new, "hard_spheres") for old, new in _BOND_STRENGTH),
    *((path, old, new, "surface_touch") for path, old, new in _SURFACE_TOUCH),
    *((f"lib/{file}", old, new, "impulse_meshes") for file, old, new in _IMPULSE_MESHES),
]
