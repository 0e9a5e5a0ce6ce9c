"""Keys of TOML files that have been renamed."""
import copy
from typing import Any, Dict, Mapping

# (table, its law or model; None: any) => {earlier name of a key: present name}
EARLIER = {
    ("contact.normal", "linear"): {"stiffness": "pair_stiffness"},
    ("contact.normal", "hysteretic"): {"stiffness": "sphere_stiffness"},
    ("contact.normal", "hertz-mindlin"): {
        "youngs_modulus": "young_modulus",
        "poissons_ratio": "poisson_ratio",
    },
    ("contact.cohesion", None): {
        "strength": "cohesive_strength",
        "force": "cohesive_force",
        "distance": "range",
    },
    ("strength", "rigid"): {
        "tensile": "tensile_strength",
        "shear": "shear_strength",
        "radius": "reference_radius",
    },
    ("strength", "elastic"): {
        "young": "young_modulus",
        "strength": "tensile_strength",
        "reach": "initial_range",
    },
}


def with_present_names(config: Mapping[str, Any]) -> Dict[str, Any]:
    """(configuration recorded by any version) => a copy with the present names of its keys"""
    present_config: Dict[str, Any] = copy.deepcopy(dict(config))
    for (path, word), names in EARLIER.items():
        table = present_config
        for part in path.split("."):
            table = table.get(part, {})
        if word not in (None, table.get("law"), table.get("model")):
            continue
        for earlier, present in names.items():
            if earlier in table:
                table[present] = table.pop(earlier)
    return present_config
