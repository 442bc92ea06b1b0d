"""What the app shows of the recipes that are kept."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptRecipe:
    """A recipe as a command: its name and how its prompt begins."""

    name: str
    help: str
    takes_arguments: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RecipeTurn:
    """A recipe that is about to be run: the prompt to send, and what a person should know."""

    prompt: str
    warning: str = ""
