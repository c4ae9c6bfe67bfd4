"""The heat maps' colours are standard deviations: over all orders of a small pack every cell's is one."""

import numpy as np
import pytest

from puntobanco.analysis.plot import distances
from tests.analysis.test_chances import EIGHT


@pytest.mark.parametrize("columns", [8, 4])
def test_a_cell_is_coloured_by_its_standard_deviation(columns: int) -> None:
    cells = np.arange(8) * columns + EIGHT // (8 // columns)
    tables = np.stack([(cells == cell).sum(axis=1) for cell in range(8 * columns)], axis=1)
    found = np.array([distances(table.reshape(8, columns), 8) for table in np.unique(tables, axis=0)])  # each as often as any other
    assert (found**2).mean(axis=0) == pytest.approx(np.ones((8, columns)))
