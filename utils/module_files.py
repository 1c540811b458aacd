# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""The modules that a script is given on its command line."""
import os


def add_arguments(parser):
    """Adds the arguments that list_modules() reads."""
    parser.add_argument("--stride", type=int, default=1, help="take one module in so many")
    parser.add_argument("modules", nargs="+", metavar="module or folder")


def list_modules(options):
    """Paths of the modules: files as given, folders with every .spv below them in a fixed order."""
    modules = []
    for path in options.modules:
        if os.path.isdir(path):
            for folder, _, files in sorted(os.walk(path)):
                modules += [os.path.join(folder, file) for file in sorted(files) if file.endswith(".spv")]
        else:
            modules.append(path)
    return modules[::options.stride]
