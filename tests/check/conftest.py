"""Lets the tests of this folder import the module ``brute`` of the solver's tests."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "solve"))
