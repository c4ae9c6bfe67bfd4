"""One table as a pure machine: commands in, events out, a state folded from them, and what each viewer may see of it."""
