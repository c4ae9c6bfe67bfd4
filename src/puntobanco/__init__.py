"""Puntobanco: an open baccarat house, with shoes anyone can check and money that always adds up.

This module holds the version and imports nothing, so that the pure packages below it stay pure.
"""

__version__ = "0.1.0"
