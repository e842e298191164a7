"""Runs the program: `python -m rxrepl demo.marble`."""
import os
import sys

from rxrepl import program

os.execv(program(), ["rxrepl", *sys.argv[1:]])
