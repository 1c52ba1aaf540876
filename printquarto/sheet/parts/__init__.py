"""The kinds of part, one module each. The module has the name of the kind and holds one ``block``."""

from __future__ import annotations

import importlib

from printquarto.sheet.block import Block, Setting
from printquarto.sheet.template import Part


def make_block(part: Part, setting: Setting) -> Block:
    """Make the block of a part. Only the modules of the kinds that a sheet has are loaded."""
    module = importlib.import_module(f"{__name__}.{part.kind}")
    block: type[Block] = module.block
    return block(part, setting)
