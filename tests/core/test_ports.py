"""A tool as the model is offered it."""

from pydantic import BaseModel, Field

from zaptui.core.json import Json
from zaptui.core.ports import Tool, ToolContext, ToolSpec


class _Arguments(BaseModel):
    """Not for the model."""

    title: str = Field(description="What it is called.")
    times: int = 1


async def _run(args: _Arguments, context: ToolContext) -> Json:
    """Does it
    again."""
    return args.times


def test_a_tools_schema_and_docstring_are_what_the_model_reads() -> None:
    tool = Tool(name="again", input=_Arguments, run=_run, subject=lambda args: args.title)
    assert tool.spec == ToolSpec(
        name="again",
        description="Does it again.",
        schema={
            "type": "object",
            "properties": {
                "title": {"type": "string", "description": "What it is called."},
                "times": {"type": "integer", "default": 1},
            },
            "required": ["title"],
        },
    )
