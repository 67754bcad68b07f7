"""`python -m wanderstar`: the same as the `wanderstar` command."""

import sys

from wanderstar.cli import main

if __name__ == "__main__":
    sys.exit(main())
