"""Two hulls that attract each other with 1e9 N over 10 m, with steps of 1 s.

Correct: cohesion is conservative except for the dissipation of its law, so that 4.5e14 J of created
energy are an error: exit code 3, and a message that names the energy. With a weak attraction, and
steps that resolve it, the run is sound.
"""
from commands import data, exit_code, run


def check():
    config, pile = data("cohesion_energy", "run.toml"), data("cohesion_energy", "start.h5")
    strong = [
        "--set",
        "contact.cohesion.range=10",
        "--set",
        "contact.cohesion.cohesive_force=1e9",
        "--set",
        "step.dt=1",
        "--set",
        "run.record_every=20",
    ]
    code, text = exit_code("rubble-evolve", "-c", config, *strong, pile, "strong.h5")
    assert code == 3, f"exit code {code}, not 3: {text[-400:]}"
    assert "energy created by cohesion" in text or "relative energy error" in text, text[-400:]
    run(
        "rubble-evolve",
        "-c",
        config,
        "--set",
        "run.duration=20",
        "--set",
        "step.dt=0.02",
        pile,
        "weak.h5",
    )
