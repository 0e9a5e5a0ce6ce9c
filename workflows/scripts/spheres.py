"""Number of spheres in a cloud, from the TOML of rubble-generate."""

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
