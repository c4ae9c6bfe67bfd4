"""Numbers about the game and its shuffle. Imports ``game`` only; only ``cli`` imports it. Needs the extra ``puntobanco[analysis]``."""
