"""Staking plans over simulated shoes: bankrolls go many ways, what bets return stays. Needs `puntobanco[analysis]`."""

from puntobanco.analysis.strategies.ready import (
    READY as READY,
    Flat as Flat,
    FollowTheRoad as FollowTheRoad,
    GoodRoadChaser as GoodRoadChaser,
    Martingale as Martingale,
    OneThreeTwoSix as OneThreeTwoSix,
    Player as Player,
    Strategy as Strategy,
)
from puntobanco.analysis.strategies.view import Settled as Settled, Stakes as Stakes, View as View
