"""Numbers about the game and its shuffle. Needs the extra ``puntobanco[analysis]``; imports ``game`` only, and nothing imports it but ``cli``."""
