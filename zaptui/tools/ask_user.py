"""`ask_user`: a question to the person."""

from pydantic import BaseModel, Field

from zaptui.core.json import Json
from zaptui.core.ports import Tool, ToolContext


class AskUserInput(BaseModel):
    """Arguments of `ask_user`."""

    question: str = Field(description="One clear question.")
    options: list[str] = Field(default_factory=list[str], description="Answers to choose from.")


async def ask_user(args: AskUserInput, context: ToolContext) -> Json:
    """Ask the user a question, only when the task cannot be decided without the answer."""
    if context.ask_user is None:
        return "There is no one to ask. Decide for yourself and say what you assumed."
    return await context.ask_user(args.question, args.options)


ASK_USER = Tool(
    name="ask_user",
    input=AskUserInput,
    run=ask_user,
    subject=lambda args: args.question,
    reads_only=True,
)
