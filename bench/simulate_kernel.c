/* Whole shoes as one would write them down: one after the other, a card drawn at a time, hands dealt with the rules as conditions.
   It has the same counters as the kernel it is compared with: endings with their pairs of first and later rounds, streaks, good roads. */
#include <stdint.h>
#include <string.h>

static uint64_t state[4];

static uint64_t turned(uint64_t x, int bits) { return x << bits | x >> (64 - bits); }

static uint64_t next(void)
{
    uint64_t word = turned(state[0] + state[3], 23) + state[0], t = state[1] << 17;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= t;
    state[3] = turned(state[3], 45);
    return word;
}

static uint32_t below(uint32_t bound)
{
    uint64_t product = (next() >> 32) * bound;
    if ((uint32_t)product < bound) {
        uint32_t rejected = -bound % bound;
        while ((uint32_t)product < rejected)
            product = (next() >> 32) * bound;
    }
    return product >> 32;
}

static int banker_draws(int total, int third)
{
    switch (total) {
    case 0: case 1: case 2: return 1;
    case 3: return third != 8;
    case 4: return third >= 2 && third <= 7;
    case 5: return third >= 4 && third <= 7;
    case 6: return third == 6 || third == 7;
    default: return 0;
    }
}

/* Returns the ending, and through `used` how many cards it took. A card is its place in the deck; its rank is place % 13. */
static int coup(const uint8_t *card, const uint8_t *points, const uint8_t *rank, int *used)
{
    int player = (points[card[0]] + points[card[2]]) % 10, banker = (points[card[1]] + points[card[3]]) % 10, kind;
    int n = 4;
    if (player >= 8 || banker >= 8) {
        kind = 0;
    } else if (player >= 6) {
        kind = 1;
        if (banker < 6) {
            banker = (banker + points[card[n++]]) % 10;
            kind = 3;
        }
    } else {
        int third = points[card[n++]];
        kind = 2;
        player = (player + third) % 10;
        if (banker_draws(banker, third)) {
            banker = (banker + points[card[n++]]) % 10;
            kind = 4;
        }
    }
    int pairs = 0;
    if (rank[card[0]] == rank[card[2]])
        pairs |= 1;
    if (rank[card[1]] == rank[card[3]])
        pairs |= 2;
    if (card[0] == card[2] || card[1] == card[3])
        pairs |= 4;
    *used = n;
    return (100 * kind + 10 * player + banker) << 3 | pairs;
}

int64_t play(const uint64_t *seed, int64_t shoes, int64_t cards, int64_t least, int64_t most, int64_t first_rounds,
             const uint16_t *streak_steps, const uint16_t *road_steps,
             uint32_t *first, uint32_t *later, uint32_t *streaks, uint32_t *roads)
{
    uint8_t pack[12 * 52], points[52], rank[52];
    int64_t rounds = 0;
    memcpy(state, seed, sizeof state);
    for (int i = 0; i < 52; i++) {
        rank[i] = i % 13;
        points[i] = rank[i] < 9 ? rank[i] + 1 : 0;
    }
    for (int i = 0; i < cards; i++)
        pack[i] = i % 52;
    for (int64_t shoe = 0; shoe < shoes; shoe++) {
        for (int i = cards - 1; i > 0; i--) {
            int j = below(i + 1);
            uint8_t kept = pack[i];
            pack[i] = pack[j];
            pack[j] = kept;
        }
        int at = 1 + (points[pack[0]] ? points[pack[0]] : 10);
        int cut = cards - least - below(most - least + 1), streak = 0, road = 0;
        for (int number = 0; at <= cut; number++) {
            int used, ending = coup(pack + at, points, rank, &used);
            int player = ending / 80 % 10, banker = ending / 8 % 10;
            int outcome = player > banker ? 0 : player < banker ? 1 : 2;
            if (number < first_rounds)
                first[ending]++;
            else
                later[ending]++;
            streaks[3 * streak + outcome]++;
            streak = streak_steps[3 * streak + outcome];
            roads[3 * road + outcome]++;
            road = road_steps[3 * road + outcome];
            at += used;
            rounds++;
        }
    }
    return rounds;
}
