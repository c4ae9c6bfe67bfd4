"""Numbers about the game and its shuffle. For ``cli``; imports ``game``. Needs the extra ``puntobanco[analysis]``."""
