"""Run the command line as ``python -m printquarto``."""

from printquarto.cli.main import main

if __name__ == "__main__":
    main()
