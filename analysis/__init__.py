"""Reads Rubble's files, compares with published values, draws. Physics is measured by the tools;
this package counts, averages and fits."""
