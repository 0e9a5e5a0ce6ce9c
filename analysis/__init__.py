"""Reads Rubble's files, compares with published values, draws. Physics is measured by the tools; none is computed here."""
