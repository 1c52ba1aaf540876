"""The command line: each command parses its arguments, calls one function of a room below, and prints."""
