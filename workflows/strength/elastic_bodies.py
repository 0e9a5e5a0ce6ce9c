"""R3, Fig. 3: entries of the bodies with elastic bonds."""
from analysis import compare
import strength as st
from strength_notes import all_of, counts, greatest, in_pieces, mean_of, of, of_kind, with_clump


def elastic(rows, demands, scale):
    """=> entries of bodies with elastic bonds, to all neighbours or to the nearest"""
    bonded, nearest, finer = (of(rows, kind) for kind in ("elastic", "nearest", "finer"))
    return [
        compare.entry(
            demands,
            "elastic_clump",
            of_kind("elastic", with_clump(bonded), rows, scale),
            scale,
            note=f"Spheres, each: {counts(bonded, 'clump')}; cohesionless: "
            f"{counts(of(rows, 'cohesionless'), 'clump')}.",
        ),
        compare.variant_entry(
            demands,
            "elastic_pieces",
            of_kind("elastic", in_pieces(bonded), rows, scale),
            scale,
            note=f"Pieces, each: {counts(bonded, 'pieces')}; spheres of the second: "
            f"{counts(bonded, 'second_piece')}.",
        ),
        compare.entry(
            demands,
            "nearest_clump",
            of_kind("nearest", with_clump(nearest), rows, scale),
            scale,
            note=f"Spheres, each: {counts(nearest, 'clump')}.",
        ),
        energy_entry(compare.entry, demands, "nearest", nearest, rows, scale),
        compare.variant_entry(
            demands,
            "finer_clump",
            of_kind("finer", with_clump(finer), rows, scale),
            scale,
            note=f"Spheres, each: {counts(finer, 'clump')}; share of the largest satellite at the "
            f"end, each: {all_of(finer, 'satellite')}.",
        ),
        energy_entry(compare.variant_entry, demands, "finer", finer, rows, scale),
        compare.entry(
            demands,
            "elastic_binary",
            of_kind("elastic", greatest(bonded, "satellite"), rows, scale),
            scale,
            note=f"Share of the largest satellite at the end, each: {all_of(bonded, 'satellite')}; "
            f"nearest bonds: {all_of(nearest, 'satellite')}.",
        ),
        round_entry(rows, demands, scale),
        st.entry_if_run(
            demands,
            "twice_escapes",
            of_kind("twice", mean_of(of(rows, "twice"), "escaping"), rows, scale),
            scale,
        ),
    ]


PAIR = 0.1  # least share of the mass in the largest satellite of a pair


def pairs(rows, kind):
    return [row for row in of(rows, kind) if row["satellite"] >= PAIR]


def round_entry(rows, demands, scale):
    """=> the entry of the shape of remnants that have a companion"""
    told = "; ".join(
        f"{kind}, {len(pairs(rows, kind))} of {len(of(rows, kind))} bodies: "
        + ", ".join(
            f"{row['middle_after']:.3f}, {row['ratio_after']:.3f}" for row in pairs(rows, kind)
        )
        for kind in ("elastic", "nearest", "finer")
        if pairs(rows, kind)
    )
    best = max((row["ratio_after"] for row in pairs(rows, "elastic")), default=None)
    return st.entry_if_run(
        demands,
        "elastic_round",
        of_kind("elastic", best, rows, scale),
        scale,
        note=f"b / a, c / a of each remnant with a companion: {told}." if told else "",
    )


def energy_entry(make, demands, kind, chosen, rows, scale):
    """=> the entry of the largest energy error of one kind of body, by the function `make`"""
    return make(
        demands,
        f"{kind}_energy",
        of_kind(kind, greatest(chosen, "energy_error"), rows, scale),
        scale,
        note=f"Each: {all_of(chosen, 'energy_error')}.",
    )
