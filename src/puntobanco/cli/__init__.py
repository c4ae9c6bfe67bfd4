"""The commands, one thin file each. Every one keeps to the same outward form: data on stdout, exit 0, 1 or 2."""
