"""Exact analysis: every value a machine's context can have, in finitely many classes that no guard can tell apart."""
