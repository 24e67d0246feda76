"""`python -m metromania`: the command line."""

import sys

from metromania.cli import main

if __name__ == "__main__":
    sys.exit(main())
