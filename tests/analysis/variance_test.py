"""Analysis of variance: published examples, tables and closed forms of the F distribution, missing
seeds, the variance between methods and the collapse of their spread."""
import itertools
import math
import sys
import unittest
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from analysis import f_distribution, variance  # noqa: E402

# Hardness of four metal coupons (columns) under four tips (rows). Montgomery, Design and Analysis
# of Experiments, 4th edition, Table 5-1. Data and analysis of randomised blocks:
# http://www.ndsu.nodak.edu/instruct/terpstra/Classes/Stat4662/tble5-1.lst.html
# Both analyses, with p values:
# https://oneclass.com/class-notes/ca/u-of-alberta/stat/stat368/265048-rcbd-iipdf.en.html
HARDNESS = [[9.3, 9.4, 9.6, 10.0], [9.4, 9.3, 9.8, 9.9], [9.2, 9.4, 9.5, 9.7], [9.7, 9.6, 10, 10.2]]

# Width of the scutum of ticks from four rabbits [micrometre]. Sokal & Rohlf, Biometry, Box 9.1:
# https://raw.githubusercontent.com/ahurford/biol-4605-data/main/data/TickSize.csv
TICKS = (
    (380, 376, 360, 368, 372, 366, 374, 382),
    (350, 356, 358, 376, 338, 342, 366, 350, 344, 364),
    (354, 360, 362, 352, 366, 372, 362, 344, 342, 358, 351, 348, 348),
    (376, 344, 342, 372, 374, 360),
)

# Yield of five preparations of a dyestuff from each of six batches [g]. Davies & Goldsmith 1972,
# Statistical Methods in Research and Production, Sect. 6.4:
# https://search.r-project.org/CRAN/refmans/lme4/html/Dyestuff.html
DYESTUFF = [
    [1545, 1440, 1440, 1520, 1580],
    [1540, 1555, 1490, 1560, 1495],
    [1595, 1550, 1605, 1510, 1560],
    [1445, 1440, 1595, 1465, 1545],
    [1595, 1630, 1515, 1635, 1625],
    [1520, 1455, 1450, 1480, 1445],
]


def padded(rows):
    """(rows of different lengths) => table with None at their ends"""
    most = max(map(len, rows))
    return [list(row) + [None] * (most - len(row)) for row in rows]


class Probability(unittest.TestCase):
    def test_published_tables(self):
        """NIST/SEMATECH e-Handbook, Sect. 1.3.6.7.3, upper critical values of the F distribution,
        https://www.itl.nist.gov/div898/handbook/eda/section3/eda3673.htm"""
        for probability, between, residual, critical in (
            (0.05, 2, 20, 3.493),
            (0.05, 3, 30, 2.922),
            (0.05, 4, 15, 3.056),
            (0.05, 5, 24, 2.621),
            (0.05, 10, 10, 2.978),
            (0.01, 3, 16, 5.292),
        ):
            low, high = (
                f_distribution.exceeded(critical + half, between, residual)
                for half in (0.0005, -0.0005)
            )
            self.assertLessEqual(low, probability)
            self.assertGreaterEqual(high, probability)

    def test_closed_forms(self):
        for f in (1e-6, 0.1, 0.9, 1.0, 3.7, 40.0, 1e6):
            for freedom in (1, 2, 3, 16, 24.5, 1000):
                self.agree(
                    f_distribution.exceeded(f, 2, freedom), (1 + 2 * f / freedom) ** -(freedom / 2)
                )
                self.agree(
                    1 - f_distribution.exceeded(f, freedom, 2),
                    (1 + 2 / (freedom * f)) ** -(freedom / 2),
                )
            # square of Student's t with one degree of freedom, which is Cauchy's distribution
            self.agree(f_distribution.exceeded(f, 1, 1), 2 / math.pi * math.atan(1 / math.sqrt(f)))

    def agree(self, obtained, expected):
        self.assertTrue(math.isclose(obtained, expected, rel_tol=1e-11, abs_tol=1e-14))

    def test_reciprocal_ratio(self):
        for f, between, residual in ((0.3, 4, 16), (2.0, 3, 7), (1.0, 5, 5), (1.1, 300, 2000)):
            other = f_distribution.exceeded(1 / f, residual, between)
            self.assertAlmostEqual(
                f_distribution.exceeded(f, between, residual), 1 - other, delta=1e-12
            )

    def test_limits(self):
        self.assertEqual(f_distribution.exceeded(0, 4, 16), 1)
        self.assertEqual(f_distribution.exceeded(math.inf, 4, 16), 0)
        for undefined in ((math.nan, 4, 16), (2.0, 0, 16), (2.0, 4, 0)):
            self.assertTrue(math.isnan(f_distribution.exceeded(*undefined)))

    def test_scipy(self):
        try:
            from scipy import stats
        except ImportError:
            self.skipTest("scipy is not installed")
        for f in (1e-3, 0.5, 1.0, 2.5, 10.0, 100.0):
            for between in (1, 3, 4, 11):
                for residual in (1, 4, 12, 16, 500):
                    expected = stats.f.sf(f, between, residual)
                    obtained = f_distribution.exceeded(f, between, residual)
                    self.assertTrue(math.isclose(obtained, expected, rel_tol=1e-9), (f, between))


class Published(unittest.TestCase):
    def test_randomised_blocks(self):
        found = variance.blocked(HARDNESS)
        self.assertAlmostEqual(found.between * 3, 0.385, delta=1e-12)
        self.assertAlmostEqual(found.residual * 9, 0.08, delta=1e-12)
        self.assertAlmostEqual(found.f, 14.438, delta=6e-4)
        self.assertAlmostEqual(found.p, 0.0008713, delta=5e-8)
        self.assertEqual(found.freedom, (3, 9))
        self.assertEqual(found.left_out, ())
        self.assertEqual(variance.said(found), "F = 14.4 (3 and 9 degrees of freedom, p = 0.00087)")

    def test_the_same_data_without_blocks(self):
        found = variance.one_way(HARDNESS)
        self.assertEqual(found.freedom, (3, 12))
        self.assertAlmostEqual(found.residual, 0.07542, delta=5e-6)
        self.assertAlmostEqual(found.f, 1.7017, delta=5e-5)
        self.assertAlmostEqual(found.p, 0.2196, delta=5e-5)

    def test_unequal_numbers(self):
        """Share of the sum of squares between hosts, 0.3236:
        https://github.com/ahurford/biol-4605-data/blob/main/code/TickSize.R"""
        found = variance.one_way(padded(TICKS))
        self.assertEqual(found.freedom, (3, 33))
        between, within = found.between * 3, found.residual * 33
        self.assertAlmostEqual(between / (between + within), 0.3236, delta=5e-5)
        self.assertAlmostEqual(found.f, (0.3236 / 3) / ((1 - 0.3236) / 33), delta=2e-3)

    def test_variance_between_batches(self):
        """Bates 2010, lme4: Mixed-effects Modeling with R, Sect. 1.3: 1764.05 and 2451.25 by
        restricted maximum likelihood, which for a complete table is the analysis of variance"""
        found = variance.one_way(DYESTUFF)
        self.assertAlmostEqual(found.variance, 1764.05, delta=5e-3)
        self.assertAlmostEqual(found.residual, 2451.25, delta=5e-3)
        self.assertEqual(found.number, 5)


class Tables(unittest.TestCase):
    def test_effective_number(self):
        """The expected sum of squares between methods contains the variance between them times the
        trace of the projection onto methods without the mean."""
        counts = [len(row) for row in TICKS]
        methods = np.repeat(np.eye(4), counts, axis=0)
        onto = methods @ np.diag(1 / np.array(counts)) @ methods.T - 1 / sum(counts)
        expected = np.trace(methods.T @ onto @ methods) / 3
        self.assertAlmostEqual(variance.one_way(padded(TICKS)).number, expected, delta=1e-12)

    def test_incomplete_seeds_are_left_out_and_named(self):
        table = np.insert(np.array(HARDNESS), 2, [math.nan, 7, 8, 9], axis=1)
        table = np.insert(table, 5, [1, math.inf, 2, 3], axis=1)
        found = variance.blocked(table, seeds=("a", "b", "c", "d", "e", "f"))
        self.assertEqual(found.left_out, ("c", "f"))
        self.assertEqual(found[:4], variance.blocked(HARDNESS)[:4])
        self.assertEqual(variance.blocked(table).left_out, (3, 6))
        self.assertTrue(variance.said(found).endswith("p = 0.00087; without seeds c, f)"))

    def test_one_way_uses_every_number(self):
        table = [[1.0, 2.0, None], [3.0, 5.0, 4.0]]
        found = variance.one_way(table)
        self.assertEqual(found.freedom, (1, 3))
        self.assertAlmostEqual(found.between, 6 / 5 * (4 - 1.5) ** 2)  # n1 n2 / (n1 + n2) d^2
        self.assertAlmostEqual(found.residual, 2.5 / 3)

    def test_two_methods_are_a_paired_t_test(self):
        first, second = np.array(HARDNESS[0]), np.array(HARDNESS[1])
        change = first - second
        t = change.mean() / (change.std(ddof=1) / 2)
        self.assertAlmostEqual(variance.blocked([first, second]).f, t**2)

    def test_undefined_ratios(self):
        alone = variance.one_way([[1.0], [2.0], [4.0]])
        self.assertTrue(math.isnan(alone.f) and math.isnan(alone.p) and math.isnan(alone.variance))
        self.assertEqual(variance.said(alone), "F not defined (2 and 0 degrees of freedom)")
        for table in ([[1.0, None], [2.0, 3.0]], [[None, None], [2.0, 3.0]]):
            found = variance.blocked(table)
            self.assertTrue(math.isnan(found.f) and math.isnan(found.p))
            self.assertEqual(found.freedom, (1, 0))
        self.assertTrue(math.isnan(variance.one_way([[2.0, 2.0], [2.0, 2.0]]).f))
        exact = variance.one_way([[1.0, 1.0], [2.0, 2.0]])
        self.assertEqual((exact.f, exact.p), (math.inf, 0))
        self.assertEqual(variance.said(exact), "F = inf (1 and 2 degrees of freedom, p < 0.0001)")

    def test_rounding_errors_are_no_differences(self):
        same = np.tile([0.1, 0.2, 0.7], (5, 1))
        self.assertTrue(math.isnan(variance.blocked(same).f))
        self.assertTrue(math.isnan(variance.one_way(np.full((3, 7), 0.1)).f))
        shifted = same + 0.1 * np.arange(5)[:, None]
        self.assertEqual(variance.blocked(shifted).f, math.inf)

    def test_wrong_tables(self):
        for wrong in ([1.0, 2.0], [[1.0, 2.0]], np.ones((2, 2, 2))):
            self.assertRaisesRegex(ValueError, "two or more rows", variance.one_way, wrong)
            self.assertRaisesRegex(ValueError, "two or more rows", variance.blocked, wrong)
        empty = [[1.0, 2.0], [None, math.nan]]
        self.assertRaisesRegex(ValueError, "row 2 has no finite number", variance.one_way, empty)
        self.assertRaises(ValueError, variance.blocked, HARDNESS, seeds=(1, 2))

    def test_no_negative_variance(self):
        self.assertEqual(variance.one_way([[0.0, 2.0], [0.0, 2.1]]).variance, 0)

    def test_expected_variances(self):
        """Seeds that shift all methods make one_way too small by the variance between seeds over
        their number; blocked is unbiased."""
        random = np.random.default_rng(1)
        one_way, blocked = [], []
        for _ in range(2000):
            table = np.array([[-1.0], [0], [1]]) + random.normal(size=(3, 4)) / 4
            table += random.normal(size=(1, 4))
            one_way.append(variance.one_way(table).variance)
            blocked.append(variance.blocked(table).variance)
        self.assertAlmostEqual(np.mean(blocked), 1, delta=0.02)
        self.assertAlmostEqual(np.mean(one_way), 1 - 1 / 4, delta=0.02)


class Collapses(unittest.TestCase):
    def test_exact_values(self):
        first = np.array(DYESTUFF, float)
        for blocks in (False, True):
            for scale in (1, 0.5, 2):
                found = variance.collapse(first, 7 + scale * first, blocks)
                self.assertAlmostEqual(found.value, 1 - scale)
                self.assertAlmostEqual(found.low, 1 - scale)
                self.assertAlmostEqual(found.high, 1 - scale)
            gone = variance.collapse(first, np.tile(first[0], (6, 1)), blocks)
            self.assertEqual(gone[:4], (1, 1, 1, 5))

    def test_undefined_without_spread_in_the_first_table(self):
        same = [[1.0, 2.0, 3.0]] * len(HARDNESS)
        found = variance.collapse(same, [row[:3] for row in HARDNESS])
        self.assertTrue(all(map(math.isnan, (found.value, found.low, found.high))))
        self.assertEqual(variance.said(found), "K not defined")

    def test_interval_is_reproducible(self):
        first = np.array(DYESTUFF, float)
        second = 1500 + 0.3 * (first[:, ::-1] - 1500)
        found = variance.collapse(first, second)
        self.assertEqual(found, variance.collapse(first, second))
        self.assertLess(found.low + 0.1, found.high)
        self.assertRegex(
            variance.said(found), r"^K = 0\.7 \(95 % interval 0\.\d+ to 0\.\d+, 5 seeds\)$"
        )

    def test_text_gives_no_interval_of_few_seeds(self):
        first = np.array(DYESTUFF, float)
        for seeds in (2, 4):
            found = variance.collapse(first[:, :seeds], first[:, :seeds] / 4)
            expected = f"K = 0.75 ({seeds} seeds, too few for an interval)"
            self.assertEqual(variance.said(found), expected)

    def test_limits_for_three_seeds(self):
        """One of the 27 equally likely resamplings gives the lowest K, another one the highest.
        Both have a probability of 3.7 %, so that they are the percentiles 2.5 and 97.5."""
        first = np.array(DYESTUFF, float)[:, [0, 1, 4]]
        second = first[:, ::-1] * 0.4
        values = sorted(
            variance.collapse(first[:, drawn], second[:, drawn]).value
            for drawn in itertools.product(range(3), repeat=3)
        )
        self.assertTrue(values[0] < values[1] - 0.01 and values[-2] < values[-1] - 0.01)
        found = variance.collapse(first, second)
        self.assertAlmostEqual(found.low, values[0])
        self.assertAlmostEqual(found.high, values[-1])

    def test_seeds_are_drawn_jointly(self):
        """Shifts of seeds, equal for all methods, do not change the variances of blocked."""
        first = np.array(DYESTUFF, float)
        second = first[:, ::-1] * 0.4
        shifts = np.array([0, 900, -400, 50, 3000.0])
        plain = variance.collapse(first, second, blocks=True)
        shifted = variance.collapse(first + shifts, second + shifts, blocks=True)
        np.testing.assert_allclose(shifted, plain, rtol=1e-9)
        self.assertLess(plain.low + 0.1, plain.high)

    def test_missing_numbers(self):
        first, second = np.array(DYESTUFF, float), np.array(DYESTUFF, float) * 0.5
        first[2, 1], second[3, 4] = math.nan, math.nan
        kept = [0, 2, 3]
        self.assertEqual(
            variance.collapse(first, second, blocks=True),
            variance.collapse(first[:, kept], second[:, kept], blocks=True),
        )
        self.assertEqual(variance.collapse(first, second).seeds, 5)
        sparse = np.array([[1.0, np.nan, np.nan], [3.0, 3.1, 2.9], [5.0, 5.2, 5.1]])
        found = variance.collapse(sparse, sparse * 0.5)
        self.assertAlmostEqual(found.value, 0.5)
        # Resamplings without seed 1 have no number of the first method: (2 / 3)^3.
        self.assertAlmostEqual(found.defined, 1 - 8 / 27, delta=0.05)

    def test_wrong_tables(self):
        shorter = [row[:3] for row in HARDNESS]
        self.assertRaisesRegex(
            ValueError,
            r"A has the shape \(4, 4\), B \(4, 3\)",
            variance.collapse,
            HARDNESS,
            shorter,
        )

    def test_intervals_of_few_seeds_are_too_narrow(self):
        """The docstring of collapse states these rates, for a nominal rate of 95 %."""
        for seeds, rate in ((2, 0.50), (3, 0.75), (5, 0.85)):
            random = np.random.default_rng(seeds)
            inside = []
            for _ in range(150):
                methods = random.normal(size=(5, 1))
                methods /= methods.std(ddof=1)
                first, second = (
                    spread * methods + random.normal(size=(5, seeds)) / 2 for spread in (1, 0.5)
                )
                found = variance.collapse(first, second)
                inside.append(found.low <= 0.5 <= found.high)
            self.assertAlmostEqual(np.mean(inside), rate, delta=0.1)


if __name__ == "__main__":
    unittest.main()
