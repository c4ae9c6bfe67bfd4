"""Numbers about the game and its shuffle. For ``cli``; imports ``game``. All but exact odds need `puntobanco[analysis]`."""
