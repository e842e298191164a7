"""Adds the program to the wheel, and names the systems on which it runs."""
import os

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ProgramHook(BuildHookInterface):
    def initialize(self, version, build_data):
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-" + os.environ["RXREPL_PLATFORM"]
        build_data["shared_scripts"] = {os.environ["RXREPL_PROGRAM"]: "rxrepl"}
