"""The build hook: a wheel or source archive without the web page must not be made by mistake.

The page is built by ``npm run build`` in ``web/`` into ``src/puntobanco/server/page``. An editable install finds it
there whenever it is built, so it is let through without. Imports hatchling only.
"""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = "src/puntobanco/server/page/index.html"


class PageHook(BuildHookInterface[Any]):
    """Stops a build whose page is missing, with one line that says what to do."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Exit with status 1 unless the page is there or ``version`` is "editable"."""
        del build_data
        if version != "editable" and not (Path(self.root) / PAGE).is_file():
            self.app.abort(f"The web page is not built ({PAGE} is missing): run `make wheel`, which builds it first.")
