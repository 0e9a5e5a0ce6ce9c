#!/usr/bin/env python3
"""Self-test of messages.py: messages are found in each language, those that break a rule have a
finding, corrected ones have none.

    tests/docs/messages_test.py
"""
import messages
import self_test

# rule, before, after
PAIRS = (
    (
        "idiom",
        "aggregates that form or break are for space that does not repeat itself: leave out "
        "[outcome] or [periodic]",
        "periodic boxes do not support sticking or fragmentation: remove [outcome] or [periodic]",
    ),
    (
        "word",
        "--range and --log are for numbers; {} is one of groups",
        "--range and --log need a numeric column; '{}' is a category",
    ),
    (
        "word",
        "{}: checkpoint of a stopped run; --restart goes on with it, --force starts anew",
        "{}: checkpoint of a stopped run: use --restart to resume from it, or --force to "
        "start again",
    ),
    ("begin", "{}: error: there are no faces", "{}: error: no faces"),
    ("begin", "it has no image", "no image"),
    ("begin", "'site': this has no direction", "'site' must not be zero"),
    (
        "form",
        "{}: expected a track of rubble-spinup",
        "{}: expected a track of rubble-spinup, found one of rubble-shake",
    ),
    ("noun-clause", "{}: {}; what was to be written is lost", "{}: {}; the result is lost"),
    (
        "noun-clause",
        "cannot tell whether the pile is closed",
        "expected a closed pile, found an open one",
    ),
    ("metaphor", "the wish list of the run is empty", "the run requests no output"),
    ("idiom", "{}: is no HDF5 file", "{}: expected an HDF5 file, found another format"),
    ("idiom", "column '{}' is there twice", "column '{}' occurs twice"),
    (
        "idiom",
        "the shape '{}' has no size of its own: it needs [size]",
        "the shape '{}' has no size: add [size]",
    ),
    ("please", "no file given, please give one file", "expected one file, found none"),
    ("stop", "the pile has no bodies.", "the pile has no bodies"),
    ("case", "Missing table [run]", "missing table [run]"),
    ("long-message", "the pile " * 21, "the pile " * 20),
    ("name", "the StepCounter is not initialised", "the number of steps is not set"),
    ("name", "advance() got a negative time", "the time must not be negative"),
    ("name", "hsdem::Engine has no bodies", "the pile has no bodies"),
    ("unit", "the pile moves at {:.6g}, too fast", "the pile moves at {:.6g} m/s, too fast"),
    ("unit", "the box is {:g} wide", "the box is {:g} m wide"),
)

GOOD = (
    "{}:{}: expected {}, found {}",
    "{} ({}): expected a file name, found a folder",
    "'{}' must be a table, not {}",
    "overlaps of {:.2g} radii: the run would fail",
    "{} exceeds sanity.{} = {:g} ({}) at t = {} s (step {})",
    "2 hollows admit the ball. A larger --alpha closes hollows.",
    "SHA-256 is not available in the system's OpenSSL",
    "unknown key '{}'; did you mean '{}'?",
    "; see --help",
    "resuming from {} at {:.6g} s",
    "the faces enclose {:.6g} of the volume of the convex hull",
)


def rules(text):
    return {rule for rule, _ in messages.findings_of_message(text)}


def texts(name, source):
    return [message.text for message in messages.messages_of(name, source)]


def test_rules():
    for rule, before, after in PAIRS:
        assert rule in rules(before), f"no finding of {rule}: {before}: {rules(before)}"
        assert not rules(after), f"false alarm: {after}: {rules(after)}"
    for text in GOOD:
        assert not rules(text), f"false alarm: {text}: {messages.findings_of_message(text)}"


def test_cpp_statements():
    """Adjacent literals and sums are one message; the branches of a choice are several."""
    assert texts(
        "a.cpp", 'if (x) throw InputError(fmt::format("{}: no "\n    "bodies in it", name));\n'
    ) == ["{}: no bodies in it"]
    assert texts(
        "a.cpp", 'throw InputError(input_name(path) + ": no file \'" + name + "\'");\n'
    ) == ["{}: no file '{}'"]
    assert texts(
        "a.cpp", 'throw config.error("run", "dt", fmt::format("a step of {} s", dt));\n'
    ) == ["a step of {} s"]
    assert texts(
        "a.cpp", 'throw InputError(full ? "the pile is full" : "the pile is empty");\n'
    ) == ["the pile is full", "the pile is empty"]
    assert texts(
        "a.cpp", 'reader.fail("the file ends too early");\napp::say(tool, "note: no log");\n'
    ) == ["the file ends too early", "note: no log"]
    assert texts(
        "a.cpp",
        'return wrong ? "" : "the faces are flat";\nconst std::string cure = "raise the radius";\n',
    ) == ["the faces are flat", "raise the radius"]
    assert (
        messages.messages_of("a.cpp", '\n\nthrow InputError(\n    "no bodies here");\n')[0].line
        == 4
    )


def test_cpp_that_is_no_message():
    for source in (
        'throw std::logic_error("a row of two cells");',
        '// throw InputError("no bodies here");',
        'const char* unit = "a b c d";',
        'throw InputError("one");',
        'app.add_option("--frame", frame, "The inputs are tracks");',
        'return config::describe<Run>("[run] of a pile");',
        'return std::tuple{Field{"a", "m", &Run::a, "length of a thing"}};',
        'std::fprintf(stdout, "a table of things");',
        "void say(const std::string& text);",
    ):
        assert texts("a.cpp", source + "\n") == [], (source, texts("a.cpp", source + "\n"))


def test_other_languages():
    assert texts("a.py", 'raise ValueError(f"{path}: no rows" f" of {x}")\n') == [
        "{}: no rows of {}"
    ]
    assert sorted(
        texts(
            "a.py",
            'print(f"run {x} failed", file=sys.stderr)\nprint("a table of '
            'runs")\nsys.exit("no runs given")\n',
        )
    ) == ["no runs given", "run {} failed"]
    assert texts("a.smk", "raise WorkflowError(f\"{TABLE}: unknown run '{run}'\")\n") == [
        "{}: unknown run '{}'"
    ]
    assert texts(
        "a.sh",
        'echo "no root for $user" >&2\ndie "no packages: ${names[*]}"\necho "a line of text"\n',
    ) == ["no root for {}", "no packages: {}"]


if __name__ == "__main__":
    self_test.run(globals())
