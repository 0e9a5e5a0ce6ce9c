"""Coordination of piles from the contact forces in tracks."""
import numpy as np

from accretion import MINUTE, PLATEAU, named


def face_share(path, weak=1e-3):
    """(track of a collapse of hulls) => fraction of the touching pairs with three contact points or
    more, as in face-to-face contacts, over all frames after PLATEAU. Points with a force below
    `weak` times the mean of their frame are not counted."""
    import h5py

    with h5py.File(path) as file:
        contacts = file["connectivity/contacts"]
        offset, pair = contacts["frame_offset"][:], contacts["pair"][:]
        force = np.linalg.norm(contacts["force"][:], axis=1)
        late = np.flatnonzero(contacts["time"][:] > PLATEAU * MINUTE)
    faces = touching = 0
    for frame in late:
        here = slice(offset[frame], offset[frame + 1])
        _, points = np.unique(
            pair[here][force[here] > weak * force[here].mean()], axis=0, return_counts=True
        )
        faces, touching = faces + np.sum(points > 2), touching + len(points)
    return float(faces / touching) if touching else None


def windows(paths):
    """(tracks with a frame for each step) => rows with the coordination of single steps, and by
    the mean forces of all steps"""
    rows = []
    for path in paths:
        run, (single, mean) = named(path), coordination_of(path)
        columns = {name: run[name] for name in ("run", "count", "friction")}
        rows.append({**columns, "single_steps": single, "mean_forces": mean})
    return rows


def coordination_of(path, weak=1e-3):
    """(track with a frame for each step) => mean coordination by the forces of single steps, and
    coordination by the mean forces of all steps. A contact counts if its force is above `weak`
    times the mean force."""
    import h5py

    with h5py.File(path) as file:
        contacts = file["connectivity/contacts"]
        offset = contacts["frame_offset"][:]
        pair = contacts["pair"][:]
        force = np.linalg.norm(contacts["force"][:], axis=1)
        count = file["particles/body/position/value"].shape[1]
    first = offset[1]  # the first frame is the initial state

    def loaded(pairs, forces):
        _, place = np.unique(pairs, axis=0, return_inverse=True)
        total = np.bincount(place.ravel(), forces)
        # a contact without a force bears no load and must not lower the mean
        total = total[total > 0]
        return 2 * np.sum(total > weak * total.mean()) / count if len(total) else 0.0

    single = [loaded(pair[a:b], force[a:b]) for a, b in zip(offset[1:-1], offset[2:])]
    return float(np.mean(single)), float(loaded(pair[first:], force[first:]))
