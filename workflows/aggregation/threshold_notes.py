"""F2, Table 2: notes on the thresholds."""
import numpy as np

import aggregation as agg
import thresholds


def excess(rows, name):
    """=> note on the excess over the published value: of the greatest value at which every cloud
    has an aggregate, and of the value at which the largest cluster has half of the bodies"""
    found = {
        "Every cloud has an aggregate up to": min(
            thresholds.greatest_aggregating(rows, name), default=np.nan
        ),
        "The largest cluster has half of the bodies at": thresholds.of_half(rows, name),
    }
    return "".join(
        f" {text} {value:.3g} (published value {100 * (value / agg.GREATEST[name] - 1):+.0f} %)."
        for text, value in found.items()
        if np.isfinite(value)
    )


def at_published(rows, name):
    """=> note with the mean share of the bodies in the largest cluster at the published value"""
    share = thresholds.mean_at(rows, name, agg.GREATEST[name])
    if not np.isfinite(share):
        return ""
    return f" At the published value the largest clusters have {share:.3g} of the bodies."


def said(found):
    """(result of thresholds.bracket_of) => its values as text"""
    return f"no end ({found})" if isinstance(found, str) else f"{found[0]:.3g} to {found[1]:.3g}"
