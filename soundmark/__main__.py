"""`python -m soundmark`."""

import sys

if __name__ == "__main__":
    try:
        from soundmark.cli import main

        sys.exit(main())
    except KeyboardInterrupt:  # before the command has begun
        sys.exit(130)
