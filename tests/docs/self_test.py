"""Runs the functions test_* of a module and prints those that fail."""
import sys


def run(names):
    """(globals() of the module) Ends the program: exit code 1 if a test failed."""
    tests = [test for name, test in list(names.items()) if name.startswith("test_")]
    failed = 0
    for test in tests:
        try:
            test()
        except AssertionError as error:
            failed += 1
            print(f"{test.__name__}: {error}")
    print(f"{len(tests) - failed} of {len(tests)} tests passed")
    sys.exit(bool(failed))
