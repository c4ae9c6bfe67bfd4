/* The straightforward count of all endings of a shoe, and of what the bets give back: 55 x 55 hands of two cards, then third cards.
   Compiled and called by bench/odds.py; the same job and the same counters as puntobanco.analysis.kernel_bets.returned. */
#include <stdint.h>
#include <string.h>

enum { NATURALS = 0, TWO = 100, THREE = 200, CELLS = 300 };

static void endings(int64_t n[10], const int32_t *draws_to, int stood_to, int64_t *cells) {
    int64_t size = 0;
    for (int value = 0; value < 10; value++) size += n[value];
    const int64_t left = size - 4;
    for (int a = 0; a < 10; a++) for (int b = a; b < 10; b++) {
        const int64_t player = a == b ? n[a] * (n[a] - 1) : 2 * n[a] * n[b];
        const int q = (a + b) % 10;
        if (!player) continue;
        n[a]--; n[b]--;
        for (int x = 0; x < 10; x++) for (int y = x; y < 10; y++) {
            const int64_t both = player * (x == y ? n[x] * (n[x] - 1) : 2 * n[x] * n[y]);
            const int t = (x + y) % 10;
            if (!both) continue;
            n[x]--; n[y]--;
            if (q > 7 || t > 7) {
                cells[NATURALS + 10 * q + t] += both * left * (left - 1);
            } else if (q > stood_to && t > stood_to) {
                cells[TWO + 10 * q + t] += both * left * (left - 1);
            } else if (q > stood_to) {
                for (int d = 0; d < 10; d++) cells[THREE + 10 * q + (t + d) % 10] += both * n[d] * (left - 1);
            } else {
                for (int c = 0; c < 10; c++) {
                    const int64_t three = both * n[c];
                    const int p = (q + c) % 10;
                    if (!three) continue;
                    if (t > draws_to[c]) { cells[TWO + 10 * p + t] += three * (left - 1); continue; }
                    n[c]--;
                    for (int d = 0; d < 10; d++) cells[THREE + 10 * p + (t + d) % 10] += three * n[d];
                    n[c]++;
                }
            }
            n[x]++; n[y]++;
        }
        n[a]++; n[b]++;
    }
}

/* Pairs by their ranks and cards: the first hand a pair or a perfect one, then the second. In the order of pairs.SHOWN. */
static void pairs(const int32_t *cards, int64_t *shown) {
    int64_t ranks[13], cell[7] = {0}, size = 0;
    for (int r = 0; r < 13; r++) {
        ranks[r] = 0;
        for (int s = 0; s < 4; s++) ranks[r] += cards[r + 13 * s];
        size += ranks[r];
    }
    const int64_t left = (size - 4) * (size - 5), others = (size - 2) * (size - 3);
    int64_t one = 0, perfect = 0, both = 0, perfect_both = 0, beside = 0;
    for (int r = 0; r < 13; r++) {
        one += ranks[r] * (ranks[r] - 1);
        for (int s = 0; s < 4; s++) {
            const int64_t n = cards[r + 13 * s];
            perfect += n * (n - 1);
            for (int k = 0; k < 52; k++) {
                const int64_t m = cards[k] - (k == r + 13 * s ? 2 : 0);
                perfect_both += n * (n - 1) * m * (m - 1);
            }
            for (int k = 0; k < 13; k++) {
                const int64_t m = ranks[k] - (k == r ? 2 : 0);
                beside += n * (n - 1) * m * (m - 1);
            }
        }
        for (int k = 0; k < 13; k++) {
            const int64_t m = ranks[k] - (k == r ? 2 : 0);
            both += ranks[r] * (ranks[r] - 1) * m * (m - 1);
        }
    }
    const int64_t in_both = 2 * beside - perfect_both;
    cell[0] = in_both * left;
    cell[1] = (both - in_both) * left;
    cell[2] = cell[3] = (perfect * others - beside) * left;
    cell[4] = cell[5] = (one * others - both - (perfect * others - beside)) * left;
    memcpy(shown, cell, sizeof cell);
}

void returned(int64_t shoes, const int32_t *cards, const int32_t *draws_to, int64_t stood_to, int64_t columns, const int64_t *starts,
              const int64_t *members, int64_t *rows) {
    int64_t cells[CELLS + 7];
    for (int64_t shoe = 0; shoe < shoes; shoe++) {
        int64_t n[10] = {0};
        for (int card = 0; card < 52; card++) n[card % 13 < 9 ? card % 13 + 1 : 0] += cards[52 * shoe + card];
        memset(cells, 0, sizeof cells);
        endings(n, draws_to, (int)stood_to, cells);
        pairs(cards + 52 * shoe, cells + CELLS);
        for (int64_t column = 0; column < columns; column++) {
            int64_t ways = 0;
            for (int64_t place = starts[column]; place < starts[column + 1]; place++) ways += cells[members[place]];
            rows[columns * shoe + column] = ways;
        }
    }
}
