"""The chat of a table: its text, its rooms, what is not wanted, and the way of a line from a player to all who watch."""
