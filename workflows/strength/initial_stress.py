"""R4: survival of rigid bodies, predicted by the stress of their bonds at the start."""
from survey_plot import whole

# stresses nearer to the strength are named in the note of the verdict
NEAR = 1e-3


def stress(row):
    """=> largest stress of a bond at the start / its strength"""
    return max(row["tensile"], row["shear"])


def predicted(row):
    """=> true if the stress at the start predicts whether the body survives"""
    return (stress(row) <= 1) == whole(row)


def clear(row):
    """=> true if the stress is not near the strength"""
    return abs(stress(row) - 1) > NEAR


def exceptions(rows):
    """=> note on the runs that the stress at the start does not predict, or that are near to the
    strength"""
    some = ", ".join(
        f"{row['run']} {stress(row):.4f} ({'predicted' if predicted(row) else 'not predicted'})"
        for row in rows
        if not (clear(row) and predicted(row))
    )
    return f"Stress / strength of those near 1 and of those not predicted: {some}." if some else ""
