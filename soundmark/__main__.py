"""`python -m soundmark`."""

import sys

from soundmark.cli import main

if __name__ == "__main__":
    sys.exit(main())
