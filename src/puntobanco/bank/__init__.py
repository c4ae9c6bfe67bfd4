"""Where money and events are kept: the ledger's arithmetic, what table events move, and the stores that hold both."""
