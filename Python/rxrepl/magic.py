"""The cell magic `%%marble`, for notebooks whose kernel is Python."""
from __future__ import annotations

from IPython.core.magic import Magics, cell_magic, magics_class

from rxrepl import words
from rxrepl.notebook import Notebook, ScriptError


@magics_class
class MarbleMagics(Magics):
    def __init__(self, shell):
        super().__init__(shell)
        self._notebook = Notebook()

    @cell_magic
    def marble(self, line, cell):
        """Runs a script. `new` starts without the names of earlier cells, and `theme=light` sets the colors."""
        from IPython.display import display

        output = self._notebook.run(cell, words(line))
        if output.messages and not output.status:
            print(output.messages)
        if output.data:
            display(output.data, raw=True)
        if output.status:
            raise ScriptError(output.messages)
