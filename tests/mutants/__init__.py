"""Faults planted in the engine, each of which the tests must see: a test that cannot fail proves nothing."""
