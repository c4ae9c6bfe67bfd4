"""The bounds of the bank, each with its unit. Not a house's limits on bets: those are its rules."""

JOBS_IN_A_COMMIT_MAX = 1_000
"""Jobs that one transaction takes together."""

JOBS_WAITING_MAX = 20_000
"""Jobs that may wait for the writer; more are refused."""

READERS = 2
"""Threads that read, each with a connection of its own."""

BUSY_MS = 5_000
"""How long to wait for another process that writes to the same file, in milliseconds."""

CACHE_KIB = 32_768
"""Pages of the database that the writer keeps in memory, in KiB."""

JOURNAL_BYTES_MAX = 64 << 20
"""Size to which the write-ahead log is cut after it was copied into the database, in bytes."""

ANSWERS_KEPT_MS = 15 * 60 * 1_000
"""How long the answer to a command is kept for a repetition, in milliseconds.

After that a repeated command cannot do harm either: commands name shoe and round, betting is open for ten minutes at most, and the
round is over.
"""

ANSWERS_KEPT_MAX = 2_000_000
"""Answers that are kept at most, of which each needs about 400 bytes of memory: 2,200 a second for 15 minutes. No more commands are
taken at the bound, so that none is forgotten too early."""

REFUSALS_KEPT_PER_PLAYER = 256
"""A player's refused commands, the latest, whose answers are kept."""

ANSWERS_PRUNED_PER_ANSWER = 2
"""Old answers deleted for each new one, so that they go faster than they come and no commit has to delete many."""

RECORD_ROUNDS_MAX = 100
"""Rounds on a page of a bet record."""

AUDIT_ROWS_AT_ONCE = 1_000
"""Rows that the audit holds of a result."""

AUDIT_SLACK_MS = 60_000
"""How far the audit lets times be apart, in milliseconds, that two parts of the house took independently for one moment."""

ROWS_LOOKED_AT = 1_000
"""Rows of each table that are read when a database is opened, to see whether it is whole."""

CHAT_LINES_KEPT = 1_000
"""Lines of a table's chat that are kept, the latest; what a report holds is kept with it."""

CHAT_REPORTS_PER_LINE = 8
"""Players whose report of one line is kept; it stands reported after that."""
