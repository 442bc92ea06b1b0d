"""`complete`: the task is finished. Whether that is accepted is the gate's to say (R43)."""

from pydantic import BaseModel, Field

from zaptui.core.json import Json
from zaptui.core.ports import Tool, ToolContext


class CompleteInput(BaseModel):
    """Arguments of `complete`."""

    summary: str = Field(default="", description="What was done, for the user.")


async def complete(args: CompleteInput, context: ToolContext) -> Json:
    """Declare the task finished, with a short summary for the user. Refused while stages of the
    plan are open."""
    return {"summary": args.summary}


COMPLETE = Tool(
    name="complete",
    input=CompleteInput,
    run=complete,
    subject=lambda args: args.summary,
    reads_only=True,
)
