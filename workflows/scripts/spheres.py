"""Number of spheres in a pile that starts from no other run, from the TOML of its tool."""
from tool_table import files_of

# Spheres in a grain of each shape of the library; the others have at most MOST_MEMBERS. For a shape
# defined in the study its radii are counted.
MEMBERS = {"sphere": 1, "dumbbell": 2, "diamond": 4, "rod": 4, "tetrahedron": 4, "cube": 8}
MOST_MEMBERS = 155
HULL = 4 * [None]  # a hull counts as four spheres


def members_in(cloud):
    """(TOML of rubble-generate) => numbers of spheres in a grain of each of its shapes"""
    own = {shape["name"]: len(shape.get("radii", HULL)) for shape in cloud.get("shape", [])}
    shapes = cloud.get("grains", {}).get("shapes", ["sphere"])
    return [{**MEMBERS, **own}.get(name, MOST_MEMBERS) for name in shapes]


def spheres_in(cloud):
    """(TOML of rubble-generate) => number of spheres in the cloud, with the mean number of spheres
    over its shapes"""
    members = members_in(cloud)
    return cloud["cloud"]["count"] * sum(members) // len(members)


BYTES = 100  # a file has at least as many for each sphere


def spheres_at_start(tool, table, study):
    """(name of a tool without inputs, its TOML, folder of the study) => number of spheres; of a
    pile from a file the largest number that the file can have"""
    if tool == "generate":
        return spheres_in(table)
    return sum(
        path.stat().st_size // BYTES for path in files_of(tool, table, study) if path.exists()
    )
