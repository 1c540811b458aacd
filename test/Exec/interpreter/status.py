#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Runs a command that must end with one exit status.

  status.py STATUS COMMAND...
"""
import subprocess
import sys

status = subprocess.call(sys.argv[2:])
if status != int(sys.argv[1]):
    sys.exit("exit status %d, not %s" % (status, sys.argv[1]))
