"""R3-spin: bodies without cohesion that change their shape."""
from analysis import compare, uncertainty

CHANGED = 0.1  # change of an axis ratio that counts as reshaping
WHOLE = 0.5  # least share of the mass in a remnant whose shape is compared with that of the body


def fall(row):
    """=> decrease of c / a"""
    return row["ratio_before"] - row["ratio_after"]


def reshaped(row):
    return max(abs(fall(row)), abs(1 - row["middle_after"])) >= CHANGED


def reshaping(demands, rows, scale, where):
    """=> the entry of the bodies whose shape changes; bodies that come apart are left out"""
    remnants = [row for row in rows if 1 - row["lost"] >= WHOLE]
    changed, flatter = (
        [row for row in remnants if reshaped(row)],
        [row for row in remnants if fall(row) >= CHANGED],
    )
    note = (
        f"{len(changed)} of {len(remnants)} bodies; {len(rows) - len(remnants)} others end in "
        f"pieces of less than {WHOLE} of the mass. c / a falls by {CHANGED} or more in "
        f"{len(flatter)} of the {len(remnants)}. Rate: mean fall of c / a of all bodies: "
        f"{mean_falls(rows)}."
        if rows
        else ""
    )
    share = len(changed) / len(remnants) if remnants else None
    return compare.variant_entry(demands, "scan_reshaping", share, scale, where=where, note=note)


def mean_falls(rows):
    """=> text with the mean fall of c / a over the bodies and its standard error, for each rate"""
    told = []
    for rate in sorted({row["rate"] for row in rows}):
        value, error, _ = uncertainty.mean([fall(row) for row in rows if row["rate"] == rate])
        told.append(f"{rate:g}: {value:.3g} +- {error:.2g}")
    return "; ".join(told)
