#!/usr/bin/env python3
"""Self-test of prose.py: texts that break a rule have a finding, corrected texts have none.

    tests/docs/prose_test.py
"""
import prose
import self_test

# before and after
PAIRS = (
    (
        "Who has the dependencies can also work in a study's folder:",
        "If the dependencies are installed, you can also run Snakemake inside a study's folder:",
    ),
    (
        "The profile sends each run as a job of its own to Slurm, tables and figures in "
        "groups, and does what takes a second where Snakemake runs.",
        "The profile submits each simulation as a separate Slurm job. Tables and figures are "
        "grouped into shared jobs; steps that take about a second run on the submitting host.",
    ),
    (
        "A run of 5000 spheres or more takes two threads, which gain 1.8",
        "Runs with 5000 or more spheres use two threads (1.8 times faster than one).",
    ),
    (
        "How often what happened since the start of the run.",
        "Event counts since the start of the run.",
    ),
    (
        "Bodies that press a sphere between them stop each other by as many of its impacts "
        "as they are heavier.",
        "A light sphere squeezed between two heavy bodies needs a number of impacts "
        "proportional to the mass ratio before it stops them.",
    ),
    (
        "aggregates that form or break are for space that does not repeat itself: leave out "
        "[outcome] or [periodic]",
        "periodic boxes do not support sticking or fragmentation: remove [outcome] or [periodic]",
    ),
    (
        "--range and --log are for numbers; {} is one of groups",
        "--range and --log need a numeric column; '{}' is a category",
    ),
    (
        "Of one that is no number nothing is known.",
        "A NaN speed gives no bound, so rebuild the list.",
    ),
    ("likewise across; auto: none", 'Shear strength of a bond. "none" disables shear failure.'),
    (
        "Hard spheres touch at a gap of 1e-8 of the radius: what rests is heated less",
        "Reduce the hard-sphere contact gap to 1e-8 radii",
    ),
    (
        "Interrupted runs go on from their checkpoints.",
        "Interrupted runs resume from their checkpoints.",
    ),
    (
        "What the paper does not print, and what is used here",
        "Parameters that the paper does not state, and the values used here",
    ),
)

# words that are not used, each in a sentence; words that replace them
WORDS = (
    (
        "The cloud is made anew.",
        "Regenerate the cloud with another seed. A new realisation is independent.",
    ),
    ("Tools hear SIGTERM.", "Tools respond to SIGTERM and handle SIGINT."),
    ("The list has a room of 0.1 radii.", "The neighbour list has a margin (skin) of 0.1 radii."),
    (
        "A sphere that leaves its reach is listed again.",
        "A sphere that leaves its list margin is listed again.",
    ),
    ("A sphere roams within a ball.", "The prediction bound of a sphere is a ball."),
    (
        "The path bends less than expected.",
        "The deviation from the straight path is below the prediction bound.",
    ),
    ("A sphere has strayed.", "A sphere has left its prediction bound."),
    (
        "The scatter of the mean is 0.2.",
        "The standard error of the mean is 0.2; the sample standard deviation is 0.4.",
    ),
    ("The map shows what is left.", "The map shows the largest remnant."),
    ("The table lists what is lost.", "The table lists the escaping mass and the bound mass."),
    ("Five runs are missing.", "Five runs are not available."),
    ("The comparison is open.", "The comparison was not run."),
    ("The result agrees with the published number.", "The result reproduces the published value."),
    ("Two numbers FAIL.", "Two numbers do not reproduce the published value. Three tests fail."),
    ("Largest step; auto: none", 'Largest step. "none" disables the limit.'),
    ("Each row of the pile has a mass.", "Each particle has a mass."),
    ("The ledger is the referee.", "The ledger is an independent validation."),
    (
        "The engine handles 75,000 impacts a second.",
        "The engine handles 75,000 impacts per second.",
    ),
    ("Parts of one house.", "Parts of one library."),
    (
        "A tournament of teams finds the first impact.",
        "A binary tree over blocks of spheres finds the first impact.",
    ),
    (
        "The tool lists the wishes of the configuration.",
        "The tool lists the requested outputs of the configuration.",
    ),
    ("Lamps show the state.", "Status flags show the state."),
    ("The fates of bodies.", "The final states of bodies."),
    ("The road from a bare machine to a figure.", "The steps from a bare machine to a figure."),
    ("Both scripts are front doors.", "Both scripts are entry points."),
    ("Nobody plays twice.", "Each sphere occurs once."),
    ("A script judges the number.", "A script compares the number."),
    ("The machine gained 1.9 on two cores.", "The machine was 1.9 times faster on two cores."),
    ("Whoever changes a law runs the tests.", "If you change a law, run the tests."),
    ("That which moves is drawn.", "Moving bodies are drawn."),
    (
        "The box is rigid. What touches it stops.",
        "The box is rigid. Bodies stop when they touch it.",
    ),
    ("(pile, time) => what it holds", "(pile, time) => its bodies and shapes"),
)

LONG = "the rubble pile " * 14 + "spins."  # 43 words


def rules(name, text):
    return [rule for _, rule, _ in prose.findings_of_text(name, text)]


def in_comment(text):
    return f'int x = 0;\n// {text}\nconst char* message = "Who plays";\n'


def test_texts_and_words():
    for before, after in PAIRS + WORDS:
        assert rules("page.md", before + "\n"), f"no finding: {before}"
        assert not rules(
            "page.md", after + "\n"
        ), f"false alarm: {after}: {rules('page.md', after)}"
        assert rules("code.cpp", in_comment(before)), f"no finding in a comment: {before}"
        assert not rules("code.cpp", in_comment(after)), f"false alarm in a comment: {after}"


def test_lengths():
    assert rules("page.md", LONG) == ["long-sentence"]
    assert rules("page.md", LONG.replace("pile the", "pile. The", 1)) == []
    assert rules("page.md", "The pile spins. " * 51) == ["long-paragraph"]
    assert rules("page.md", "The pile spins. " * 50) == []
    assert rules("page.md", f"| key | meaning |\n|---|---|\n| `a` | {LONG} |\n") == ["long-cell"]
    assert rules("page.md", "| key | meaning |\n|---|---|\n| `a` | of these the largest |\n") == [
        "relative"
    ]
    assert (
        rules("page.md", f"- {LONG[:90]}\n- {LONG[90:]}\n") == []
    ), "items of a list are texts of their own"


def test_places():
    """Findings have the line on which their sentence begins."""
    assert prose.findings_of_text("page.md", "# Title\n\nA pile\nspins. What\nis it.\n")[0][0] == 4
    assert (
        prose.findings_of_text("code.py", 'import re\n\n\ndef f():\n    """What it is."""\n')[0][0]
        == 5
    )
    assert prose.findings_of_text("code.cpp", "/* The\n   pile. What\n   it is. */\n")[0][0] == 2


def test_markdown_that_is_not_prose():
    for text in (
        "```\nWho goes there\n```\n",
        "    Who goes there\n\n    Who else\n",
        "The option `what is left` is set.\n",
        "## What does it cost?\n",
        "<!-- Who -->\n",
        "See [the page](https://example.org/road/house).\n",
        "- item\n\n        Who goes there\n",
    ):
        assert rules("page.md", text) == [], text
    assert rules("page.md", "## What it costs\n") == ["noun-clause"]
    assert rules("page.md", "- item\n\n  Who goes there.\n") == ["noun-clause"]
    assert rules("page.md", "```\ncode\n```\nWho goes there.\n") == ["noun-clause"]


def test_formulas():
    assert rules("page.md", "```math\n" + "a + " * 60 + "b, \\text{who hears}\n```\n") == []
    assert rules("page.md", "The force is $`k_n \\delta`$, as $`what is left`$ shows.\n") == []
    assert (
        rules(
            "page.md",
            "The law $`f = a`$ has " + "$`k_n \\delta - C_n u_n`$, " * 40 + "and $`x`$ too.\n",
        )
        == []
    ), "formulas are no words"
    assert rules("page.md", LONG.replace("pile", "$`x`$") + "\n") == []
    assert rules("page.md", LONG.replace("spins", "spins at ($`x`$)") + "\n") == ["long-sentence"]
    assert (
        rules("page.md", LONG.replace("pile the", "pile. $`v_n`$ the", 1) + "\n") == []
    ), "a sentence may begin with a formula"
    assert rules("page.md", f"| key | meaning |\n|---|---|\n| $`a|b`$ | {'$`x`$ ' * 30} |\n") == []


def test_comments_of_each_language():
    bad = "Who has it."
    for name, text in (
        ("a.cpp", f"int a = 1'000;  // {bad}\n"),
        ("a.hpp", f"/* {bad} */\n"),
        ("a.py", f"a = 1  # {bad}\n"),
        ("a.py", f'"""{bad}"""\n'),
        ("a.smk", f"rule a:\n    # {bad}\n    input: 'b'\n"),
        ("Snakefile", f'"""{bad}"""\n'),
        ("a.sh", f"#!/bin/sh\n# {bad}\n"),
        ("a.toml", f"a = 'b'  # {bad}\n"),
        ("CMakeLists.txt", f"# {bad}\n"),
    ):
        assert rules(name, text) == ["noun-clause"], (name, text, rules(name, text))
    for name, text in (
        ("a.cpp", f'auto a = "// {bad}";\n'),
        ("a.cpp", f'auto a = R"x(\n// {bad}\n)x";\n'),
        ("a.py", f"a = '# {bad}'\n"),
        ("a.py", f'a = """\n# {bad}\n"""\n'),
        ("a.smk", f'rule a:\n    shell:\n        """{bad}"""\n'),
        ("a.sh", f"echo '# {bad}' ${{#a}}\n"),
        ("a.toml", f'a = "# {bad}"\n'),
    ):
        assert rules(name, text) == [], (name, text, rules(name, text))
    assert rules("a.cpp", f"// {LONG[:90]}\n// {LONG[90:]}\n") == ["long-sentence"]
    assert rules("a.cpp", f"int a;  // {LONG[:90]}\nint b;  // {LONG[90:]}\n") == []


def test_headless_clauses_of_comments():
    """Comments begin with the thing that they describe. Headings of pages may begin with "How
    to"."""
    for bad, good in (
        ("Of each body: its mass.", "Mass of each body [kg]."),
        ("Whether the balls touch.", "True if the balls touch."),
        ("How a run starts.", "Start of a run."),
        ("Those that touch.", "Touching pairs."),
        ("The ones that escape.", "Escaping bodies."),
        ("The gap [m]. Of walls: 0.", "The gap [m]. For walls it is 0."),
        ("(pair) => Whether it touches.", "(pair) => true if it touches."),
    ):
        assert rules("lib/a.hpp", in_comment(bad)) == ["headless"], (
            bad,
            rules("lib/a.hpp", in_comment(bad)),
        )
        assert rules("tests/a.py", f"a = 1  # {bad}\n") == ["headless"], bad
        assert rules("lib/a.hpp", in_comment(good)) == [], (
            good,
            rules("lib/a.hpp", in_comment(good)),
        )
        assert rules("docs/page.md", bad + "\n") == [], bad
    assert rules("lib/a.hpp", in_comment("What is left.")) == [
        "noun-clause"
    ], "one finding for each sentence"
    for text in (
        "How deep may a pair be?",
        "Often a pair touches.",
        "Off by one.",
        "Howitzer.",
        "mass  of the body",
    ):
        assert rules("lib/a.hpp", in_comment(text)) == [], text


def test_debt():
    found = {"a.md": [(3, "word", "x"), (5, "word", "y")], "b.md": []}
    assert prose.compare(found, {("a.md", "word"): 2}) == []
    assert "2 findings, 0 allowed" in prose.compare(found, {})[-1]
    assert prose.compare(found, {("a.md", "word"): 1})[0] == "a.md:3: word: x"
    assert "lower the count" in prose.compare(found, {("a.md", "word"): 3})[0]
    assert "lower the count" in prose.compare(found, {("a.md", "word"): 2, ("b.md", "word"): 1})[0]
    assert (
        "lower the count" in prose.compare(found, {("a.md", "word"): 2, ("gone.md", "word"): 1})[0]
    )
    debt = {("a.md", "word"): 2, ("b c.md", "number"): 0}
    assert prose.read_debt(prose.debt_text(debt)) == {("a.md", "word"): 2}


if __name__ == "__main__":
    self_test.run(globals())
