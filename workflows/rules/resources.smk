# Resources of a run of a tool: threads, memory and time by the number of spheres that it moves.
import run_config

# Spheres in a grain: of the library's shapes, those not named here have no more than 155; a shape of a study's own counts its radii.
MEMBERS = {"sphere": 1, "dumbbell": 2, "diamond": 4, "rod": 4, "tetrahedron": 4, "cube": 8}
MOST_MEMBERS = 155
HULL = 4 * [None]  # a hull counts as four spheres


def spheres_in(cloud):
    """(TOML of rubble-generate) => how many spheres it makes, in the mean over its shapes"""
    members = {**MEMBERS, **{shape["name"]: len(shape.get("radii", HULL)) for shape in cloud.get("shape", [])}}
    shapes = cloud.get("grains", {}).get("shapes", ["sphere"])
    return cloud["cloud"]["count"] * sum(members.get(name, MOST_MEMBERS) for name in shapes) // len(shapes)


@functools.lru_cache(maxsize=None)
def spheres_of(scale, run):
    """How many spheres a run moves: those of the clouds that it goes back to."""
    row = RUNS[scale, run]
    if row["tool"] == "generate":
        return spheres_in(run_config.merged(*toml_of(scale, run)))
    return sum(spheres_of(scale, name) for name in row["inputs"].split())


def threads_of(wildcards):
    """Threads of the table, and two at least from 5000 spheres on, where two threads do 1.8 times the work of one (docs/performance.md)."""
    least = 2 if spheres_of(wildcards.scale, wildcards.run) >= 5000 else 1
    return max(least, int(row_of(wildcards)["threads"]))


def memory_of(wildcards, attempt):
    """[MB] What Snakemake in the job and the program take, and 2 kB for each sphere (docs/performance.md: 1.1 kB); twice and then four times as much when tried again."""
    return (500 + spheres_of(wildcards.scale, wildcards.run) // 500) * min(2 ** (attempt - 1), 4)


def minutes_of(wildcards):
    """Half an hour, and a day for 10,000 spheres, which is the most; a run that takes longer goes on from its checkpoint when it is tried again."""
    return min(24 * 60, 30 + spheres_of(wildcards.scale, wildcards.run) * 24 * 60 // 10_000)
