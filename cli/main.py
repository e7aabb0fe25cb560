"""Where a process begins that was started as `rulesdsl`. Nothing that takes long to import is imported before
an interruption can be met.
"""

import gc
import os
import sys

MOST_YOUNG = 50_000
"""So many new things are made before memory is looked through for what nobody needs. Trees and programs are
made of many small things that stay: with Python's own number a tenth of a check is spent in looking."""
INTERRUPTED = 130


def main() -> None:
    """Run the command line that this process was started with."""
    gc.set_threshold(MOST_YOUNG)
    # Python looks for modules in the folder that it is started in, which may be somebody else's. Processes
    # that are started from here do not.
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        from .commands import group
        from .exit_status import status_of
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        sys.exit(INTERRUPTED)
    sys.exit(status_of(group, sys.argv[1:]))
