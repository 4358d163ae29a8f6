"""What operators and functions do with values; shared by the planner's code and the explainer.

Every function takes and gives values (see ``engine.cel.values``) and raises ``Failure`` where CEL has no result.
"""
