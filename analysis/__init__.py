"""Reads Rubble's files, compares with published values, draws. Physics is measured by the tools; what is left here is counting, means and fits."""
