"""What there is to say of a rule: its page, and the lists of all rules."""

from __future__ import annotations

from hipify_py.rules.model import Catalogue, Rule


def explain(rule: Rule, catalogue: Catalogue) -> str:
    """The page of a rule as text for a terminal."""
    del catalogue
    return f"{rule.id} {rule.name}\n"


def rules_table(catalogue: Catalogue) -> str:
    """Every rule on a line of its own, by group."""
    return "".join(f"{rule.id} {rule.name}\n" for rule in catalogue.rules.values())


def rules_json(catalogue: Catalogue) -> str:
    """Every rule with all that is known of it, as JSON."""
    return str(list(catalogue.rules))
