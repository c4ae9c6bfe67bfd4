"""``python -m puntobanco`` is the ``puntobanco`` command."""

from puntobanco.cli.main import main

main()
