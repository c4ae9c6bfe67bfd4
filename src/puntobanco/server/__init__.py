"""The shell around the pure core: sockets, clock, secrets, tasks. Everything here may be replaced, nothing here decides a rule."""
