/* The playouts of `world.py`, `plain.py` and `ending.py` in C. It is optional: without it, the same numbers take longer.
 *
 * `values(problem, state, worlds)` reads a problem as `kernel.flat` writes it: numbers of 32 bits in a fixed order.
 * Functions have the names of the methods that they copy. Tests compare both on random hands.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

#define SUITS 5
#define TRUMPS 4
#define SLOTS 32
#define LENGTHS 16
#define PLAYERS 12
#define LAYERS 12
#define PLACES (PLAYERS * SUITS)
#define CARDS 700
#define UNITS 64
#define TRIALS 64
#define LEAST (-(1 << 30))

enum { LEAD, FOLLOW, BURY, NONE };
enum { MOST_HELD = 4, MOST_CARDS = 16, SHAPES = 5, TWO_PAIRS = 4, MIXED = -1, NO_TOP = -1, BEYOND = 1 << 29 };
enum { EVERY_SLOT = 0x7FFFFFFF, KNOWN_BITS = 12 };
enum { TRIES = 12, SEAT_WEIGHT = 16, KITTY_WEIGHT = 12, KITTY_POINTS = 5, KITTY_TRUMPS = 1 };
enum { FULL = 16, EVEN = 8, TEMPO_LEAD = 2, TEMPO_FOLLOW = 4, RUFFED_SINGLE = 10, RUFFED_MORE = 5 };
enum { BEATEN = 4, BEATEN_BY_EACH = 4, BEATEN_AT_MOST = 8, BEATEN_MORE_BY_EACH = 1, BEATEN_MORE_AT_MOST = 10 };
enum { SCARCE = 2, HELPED = 1, RUFFED_BY_FRIEND = 8, GIVEN = 1, GIVEN_TRUMP = 5, LEAD_VOID = 16 };
enum { KEPT_LEAD = 10, KEPT_LEAD_OPPONENT = 22, KEPT_SIDE = 8, KEPT_TRUMP = 10, KEPT_LATE = 24, LATE = 5, SHARES = 16 };
enum { KEPT_POINT = 6, VOID = 32, VOID_TWO = 8, PAIR = 12, PAIR_TRUMP = 28 };

typedef uint32_t mask_t;
typedef struct { int width, length, top; mask_t slots; } Unit;
typedef struct { int suit, width, length, top; } Standing;
typedef struct { int kind, size, units, stands; mask_t cards[SUITS][LAYERS]; Unit unit[UNITS]; Standing standing; } Trial;
typedef struct { int count; int suit[CARDS], slot[CARDS]; } Cards;

typedef struct {
    int players, layers, seat, dealer, declarers, kitty, penalty;
    mask_t over[SUITS][SLOTS], joint[SUITS], tens[SUITS], fives[SUITS];
    int keep[SUITS][SLOTS];
    Cards hold[SUITS], feed[SUITS], pool, calls;
    mask_t known[LAYERS][PLACES];
    int free[PLAYERS + 1], voids[PLAYERS], points[PLAYERS];
    int in_trick, suit, size, units, winner, table, left;
    int width[UNITS], length[UNITS];
    Standing standing;
    int factors[LAYERS + 1][LENGTHS];
    int trials;
    Trial trial[TRIALS];
} Problem;

typedef struct {
    mask_t hands[LAYERS][PLACES], out[LAYERS][SUITS];
    int counts[PLACES], outs[SUITS], voids[PLAYERS], team[PLAYERS];
    int kitty, points, suit, size, units, winner, table, left;
    int width[UNITS], length[UNITS];
    Standing standing;
} Playout;

/* Without flags for newer processors, the function of the compiler for this is a call, which takes longer. */
static inline int count(mask_t mask) {
    mask -= mask >> 1 & 0x55555555u;
    mask = (mask & 0x33333333u) + (mask >> 2 & 0x33333333u);
    return (int)(((mask + (mask >> 4)) & 0x0F0F0F0Fu) * 0x01010101u >> 24);
}
static int lowest(mask_t mask) { return __builtin_ctz(mask); }
static int highest(mask_t mask) { return 31 - __builtin_clz(mask); }
static mask_t low_bits(int number) { return number >= 32 ? 0xFFFFFFFFu : (1u << number) - 1; }

/* Worlds */

static uint32_t following_number(uint32_t state) {
    state ^= state << 13;
    state ^= state >> 17;
    return state ^ state << 5;
}

static int kitty_weight(const Problem *p, int suit, int slot) {
    if (suit == TRUMPS) return KITTY_TRUMPS;
    return (p->tens[suit] | p->fives[suit]) >> slot & 1 ? KITTY_POINTS : KITTY_WEIGHT;
}

static int find_places(const Problem *p, uint32_t *state, int heed, int *places) {
    int free[PLAYERS + 1], eligible[SUITS];
    memcpy(free, p->free, sizeof free);
    for (int suit = 0; suit < SUITS; suit++) {
        eligible[suit] = 0;
        for (int seat = 0; seat < p->players; seat++)
            if (free[seat] && !(heed && p->voids[seat] >> suit & 1)) eligible[suit] |= 1 << seat;
    }
    for (int card = 0; card < p->pool.count; card++) {
        int suit = p->pool.suit[card], total = 0, place = p->players;
        for (int seat = 0; seat < p->players; seat++)
            if (eligible[suit] >> seat & 1) total += free[seat] * SEAT_WEIGHT;
        if (free[p->players]) total += free[p->players] * kitty_weight(p, suit, p->pool.slot[card]);
        if (!total) return 0;
        *state = following_number(*state);
        int draw = (int)((uint64_t)*state * (uint64_t)total >> 32);
        for (int seat = 0; seat < p->players; seat++) {
            if (!(eligible[suit] >> seat & 1)) continue;
            int weight = free[seat] * SEAT_WEIGHT;
            if (draw < weight) { place = seat; break; }
            draw -= weight;
        }
        free[place]--;
        places[card] = place;
    }
    return 1;
}

static void add(const Problem *p, Playout *w, int place, mask_t mask) {
    mask_t rest = mask;
    for (int layer = 0; layer < p->layers && rest; layer++) {
        mask_t new = rest & ~w->hands[layer][place];
        w->hands[layer][place] |= new;
        rest ^= new;
    }
}

static void find_declarers(const Problem *p, Playout *w) {
    int declarers = p->declarers;
    for (int call = 0; call < p->calls.count; call++) {
        int best = 0, most = 0;
        for (int step = 1; step < p->players; step++) {
            int seat = (p->dealer + step) % p->players, held = 0;
            for (int layer = 0; layer < p->layers; layer++)
                held += w->hands[layer][SUITS * seat + p->calls.suit[call]] >> p->calls.slot[call] & 1;
            if (held > most && !(declarers >> seat & 1)) { best = seat; most = held; }
        }
        if (most) declarers |= 1 << best;
    }
    for (int seat = 0; seat < p->players; seat++) w->team[seat] = declarers >> seat & 1;
}

static void sample(const Problem *p, uint32_t *state, Playout *w) {
    int places[CARDS], found = 0;
    for (int attempt = 0; attempt <= TRIES && !found; attempt++) found = find_places(p, state, attempt < TRIES, places);
    memset(w, 0, sizeof *w);
    memcpy(w->hands, p->known, sizeof w->hands);
    w->kitty = p->kitty;
    for (int card = 0; found && card < p->pool.count; card++) {
        int suit = p->pool.suit[card], slot = p->pool.slot[card];
        if (places[card] == p->players) w->kitty += 10 * (p->tens[suit] >> slot & 1) + 5 * (p->fives[suit] >> slot & 1);
        else add(p, w, SUITS * places[card] + suit, 1u << slot);
    }
    for (int layer = 0; layer < p->layers; layer++)
        for (int place = 0; place < p->players * SUITS; place++) {
            mask_t rest = w->hands[layer][place];
            w->counts[place] += count(rest);
            w->outs[place % SUITS] += count(rest);
            for (int high = 0; high < p->layers && rest; high++) {
                mask_t new = rest & ~w->out[high][place % SUITS];
                w->out[high][place % SUITS] |= new;
                rest ^= new;
            }
        }
    find_declarers(p, w);
    for (int seat = 0; seat < p->players; seat++) {
        w->voids[seat] = p->voids[seat];
        if (!w->team[seat]) w->points += p->points[seat];
    }
}

/* Cards */

static void take(const Problem *p, Playout *g, int seat, int suit, mask_t mask, int width) {
    int place = SUITS * seat + suit, number = width * count(mask);
    for (int copy = 0; copy < width; copy++) {
        mask_t mine = mask, others = mask;
        for (int layer = p->layers - 1; layer >= 0; layer--) {
            mask_t here = g->hands[layer][place] & mine;
            g->hands[layer][place] ^= here;
            mine ^= here;
            here = g->out[layer][suit] & others;
            g->out[layer][suit] ^= here;
            others ^= here;
        }
    }
    g->counts[place] -= number;
    g->outs[suit] -= number;
    g->table += width * (10 * count(mask & p->tens[suit]) + 5 * count(mask & p->fives[suit]));
}

static mask_t runs_of(const Problem *p, int suit, mask_t mask, int length) {
    mask_t runs = mask, joint = mask & p->joint[suit];
    for (int more = 1; more < length; more++) runs = joint & runs >> 1;
    return runs;
}

static mask_t with_others(const Problem *p, const Playout *g, int seat, int suit, int width) {
    mask_t found = 0;
    for (int layer = 0; layer + width <= p->layers; layer++)
        found |= g->out[layer + width - 1][suit] & ~g->hands[layer][SUITS * seat + suit];
    return found;
}

static void worth(const Problem *p, int suit, mask_t mask, int width, int *own, int *kept) {
    *own = width * (10 * count(mask & p->tens[suit]) + 5 * count(mask & p->fives[suit]));
    int total = 0;
    for (; mask; mask &= mask - 1) total += p->keep[suit][lowest(mask)];
    *kept = total * width;
}

static int cards_of(const Playout *g, int seat) {
    int held = 0;
    for (int suit = 0; suit < SUITS; suit++) held += g->counts[SUITS * seat + suit];
    return held;
}

static int is_paired(const Problem *p, const Playout *g, int seat, int suit, mask_t mask) {
    return p->layers > 1 && g->hands[1][SUITS * seat + suit] & mask ? 1 : 0;
}

static void note_void(Playout *g, int seat) {
    if (!g->counts[SUITS * seat + g->suit]) g->voids[seat] |= 1 << g->suit;
}

/* Chances */

static int danger(int size, int higher) {
    int most = size == 1 ? BEATEN_AT_MOST : BEATEN_MORE_AT_MOST;
    int taken = size == 1 ? BEATEN + BEATEN_BY_EACH * higher : BEATEN_MORE_BY_EACH * higher;
    return taken < most ? taken : most;
}

static int chance_of(const Problem *p, const Playout *g, int seat, const Standing *s, int side) {
    int beaters = 0, ruffers = 0, led = g->suit, chance = FULL;
    for (int step = 1, other = seat; step < g->left; step++) {
        if (++other == p->players) other = 0;
        int voids = g->voids[other];
        if (g->team[other] == side) continue;
        if (!(voids >> led & 1)) beaters++;
        else if (!(voids >> TRUMPS & 1)) ruffers++;
    }
    if (!beaters && !ruffers) return FULL;
    mask_t others = runs_of(p, s->suit, with_others(p, g, seat, s->suit, s->width), s->length) << (s->length - 1);
    mask_t above = others & p->over[s->suit][s->top];
    if (ruffers && led != TRUMPS && (above || s->suit != TRUMPS))
        chance -= ruffers * (g->size == 1 ? RUFFED_SINGLE : RUFFED_MORE);
    if (above && s->suit == led) chance -= beaters * danger(g->size, count(above));
    else if (led != TRUMPS && g->outs[led] - g->counts[SUITS * seat + led] < p->players - 1) chance -= beaters * SCARCE;
    return chance > 0 ? chance : 0;
}

static int chance_to_lose(const Problem *p, const Playout *g, int seat) {
    int own = g->team[seat], helped = 0;
    if (g->team[g->winner] == own) return chance_of(p, g, seat, &g->standing, own);
    for (int step = 1; step < g->left; step++)
        if (g->team[(seat + step) % p->players] == own) helped += HELPED;
    return helped;
}

/* Following */

static int score_of(const Problem *p, const Playout *g, int seat, int suit, mask_t mask, int width, int lose, const Standing *wins) {
    int own, kept;
    worth(p, suit, mask, width, &own, &kept);
    int chance = wins ? chance_of(p, g, seat, wins, g->team[seat]) : lose;
    if (width == 1 && is_paired(p, g, seat, suit, mask)) kept += suit == TRUMPS ? PAIR_TRUMP : PAIR;
    int share = suit != TRUMPS ? KEPT_SIDE : cards_of(g, seat) > LATE ? KEPT_TRUMP : KEPT_LATE;
    return chance * (g->table + TEMPO_FOLLOW) + (chance - EVEN) * own - kept * share / SHARES;
}

static const Cards *in_order(const Problem *p, int suit, int lose) { return lose > EVEN ? &p->feed[suit] : &p->hold[suit]; }

static int price_of(const Problem *p, const Playout *g, int seat, int suit, int slot, int lose) {
    int points = 10 * (p->tens[suit] >> slot & 1) + 5 * (p->fives[suit] >> slot & 1), held = g->counts[SUITS * seat + suit];
    int price = p->keep[suit][slot] + (lose > EVEN ? -KEPT_POINT : KEPT_POINT) * points;
    if (suit != TRUMPS && g->counts[SUITS * seat + TRUMPS]) price -= held == 1 ? VOID : held == 2 ? VOID_TWO : 0;
    if (is_paired(p, g, seat, suit, 1u << slot)) price += suit == TRUMPS ? PAIR_TRUMP : PAIR;
    return price;
}

/* Finds the card that a hand gives first. */
static void cheapest(const Problem *p, const Playout *g, int seat, int lose, int *suit, int *slot) {
    int least = 1 << 30;
    for (int each = 0; each < SUITS; each++) {
        mask_t mask = g->hands[0][SUITS * seat + each];
        if (!mask) continue;
        const Cards *order = in_order(p, each, lose);
        int card = 0;
        while (!(mask >> order->slot[card] & 1)) card++;
        int price = price_of(p, g, seat, each, order->slot[card], lose);
        if (price < least) { least = price; *suit = each; *slot = order->slot[card]; }
    }
}

static void discard(const Problem *p, Playout *g, int seat, int number, int lose) {
    for (int suit = 0, slot = 0; number; number--) {
        cheapest(p, g, seat, lose, &suit, &slot);
        take(p, g, seat, suit, 1u << slot, 1);
    }
}

static void take_in_order(const Problem *p, Playout *g, int seat, int suit, const Cards *order, int wanted) {
    for (int card = 0; card < order->count; card++)
        while (wanted && g->hands[0][SUITS * seat + suit] >> order->slot[card] & 1) {
            take(p, g, seat, suit, 1u << order->slot[card], 1);
            wanted--;
        }
}

static int holds_shapes(const Playout *g, int place) {
    if (g->units == 1) return 1;
    for (int width = 2; width <= g->width[0]; width++) {
        int tuples = 0;
        for (int unit = 0; unit < g->units; unit++) if (g->width[unit] >= width) tuples += g->length[unit];
        if (tuples > count(g->hands[width - 1][place])) return 0;
    }
    return 1;
}

static int ruff(const Problem *p, Playout *g, int seat, int lose) {
    int trumps = SUITS * seat + TRUMPS, width = g->width[0], length = g->length[0];
    if (g->suit == TRUMPS || g->counts[trumps] < g->size) return 0;
    mask_t over = g->standing.suit == TRUMPS ? p->over[TRUMPS][g->standing.top] : 0x7FFFFFFFu;
    mask_t runs = runs_of(p, TRUMPS, g->hands[width - 1][trumps], length) << (length - 1) & over;
    if (!runs || !holds_shapes(g, trumps)) return 0;
    int top = lowest(runs);
    mask_t mask = low_bits(length) << (top - length + 1);
    Standing wins = {TRUMPS, width, length, top};
    int ruffed = score_of(p, g, seat, TRUMPS, mask, width, lose, &wins);
    if (g->left > 1) {
        int high = highest(runs), score;
        mask_t other = low_bits(length) << (high - length + 1);
        Standing higher = {TRUMPS, width, length, high};
        score = score_of(p, g, seat, TRUMPS, other, width, lose, &higher);
        if (score > ruffed) { ruffed = score; wins = higher; mask = other; }
    }
    int suit = 0, slot = 0;
    cheapest(p, g, seat, lose, &suit, &slot);
    if (ruffed <= score_of(p, g, seat, suit, 1u << slot, 1, lose, NULL)) return 0;
    take(p, g, seat, TRUMPS, mask, width);
    g->standing = wins;
    g->winner = seat;
    take_in_order(p, g, seat, TRUMPS, &p->hold[TRUMPS], g->size - width * length);
    return 1;
}

static void follow_short(const Problem *p, Playout *g, int seat, int held, int lose) {
    int suit = g->suit, place = SUITS * seat + suit, stands = 0;
    Standing standing = g->standing;
    if (held == g->size && g->units == 1 && g->standing.suit == suit) {
        int width = g->width[0], length = g->length[0];
        mask_t runs = runs_of(p, suit, g->hands[width - 1][place], length) << (length - 1);
        if (runs & p->over[suit][g->standing.top]) {
            standing = (Standing){suit, width, length, highest(runs)};
            stands = 1;
        }
    }
    for (int layer = p->layers - 1; layer >= 0; layer--)
        if (g->hands[layer][place]) take(p, g, seat, suit, g->hands[layer][place], 1);
    if (held < g->size) discard(p, g, seat, g->size - held, lose);
    if (stands) { g->standing = standing; g->winner = seat; }
}

static void follow_single(const Problem *p, Playout *g, int seat, int lose) {
    int suit = g->suit, card = 0;
    mask_t mask = g->hands[0][SUITS * seat + suit];
    const Cards *order = in_order(p, suit, lose);
    mask_t over = g->standing.suit == suit ? p->over[suit][g->standing.top] : 0;
    while (!(mask >> order->slot[card] & 1)) card++;
    mask_t above = mask & over, alone = p->layers > 1 ? mask & ~g->hands[1][SUITS * seat + suit] : mask;
    mask_t tries[4] = {1u << order->slot[card], 0, 0, 0}, best = tries[0];
    if (alone && !(alone & tries[0])) {
        while (!(alone >> order->slot[card] & 1)) card++;
        tries[1] = 1u << order->slot[card];
    }
    if (above || tries[1]) {
        int most = LEAST;
        tries[2] = above & -above;
        if (above && g->left > 1) tries[3] = 1u << highest(above);
        for (int place = 0; place < 4; place++) {
            if (!tries[place]) continue;
            Standing wins = {suit, 1, 1, highest(tries[place])};
            int score = score_of(p, g, seat, suit, tries[place], 1, lose, tries[place] & over ? &wins : NULL);
            if (score > most) { best = tries[place]; most = score; }
        }
    }
    take(p, g, seat, suit, best, 1);
    if (best & over) { g->standing = (Standing){suit, 1, 1, highest(best)}; g->winner = seat; }
}

static int follow_unit(const Problem *p, Playout *g, int seat, int lose) {
    int suit = g->suit, width = g->width[0], length = g->length[0], most = LEAST, best_wins = 0;
    mask_t runs = runs_of(p, suit, g->hands[width - 1][SUITS * seat + suit], length), best = 0;
    if (!runs) return 0;
    mask_t over = g->standing.suit == suit ? p->over[suit][g->standing.top] : 0;
    Standing standing = g->standing;
    for (; runs; runs &= runs - 1) {
        int low = lowest(runs), top = low + length - 1, takes = over >> top & 1;
        mask_t mask = low_bits(length) << low;
        Standing wins = {suit, width, length, top};
        int score = score_of(p, g, seat, suit, mask, width, lose, takes ? &wins : NULL);
        if (score > most) { best = mask; most = score; best_wins = takes; standing = wins; }
    }
    take(p, g, seat, suit, best, width);
    if (best_wins) { g->standing = standing; g->winner = seat; }
    return 1;
}

static int fit_unit(const Problem *p, Playout *g, int seat, int width, int length) {
    int suit = g->suit, place = SUITS * seat + suit, played = 0, run = length;
    while (length && width > 1) {
        int tried = run < length ? run : length;
        mask_t runs = runs_of(p, suit, g->hands[width - 1][place], tried);
        if (runs) {
            run = tried;
            take(p, g, seat, suit, low_bits(run) << lowest(runs), width);
            played += width * run;
            length -= run;
        } else if (run > 1) run = tried - 1;
        else width--;
    }
    return played;
}

static void fit(const Problem *p, Playout *g, int seat, int lose) {
    int wanted = g->size;
    for (int unit = 0; unit < g->units; unit++)
        if (g->width[unit] > 1) wanted -= fit_unit(p, g, seat, g->width[unit], g->length[unit]);
    take_in_order(p, g, seat, g->suit, in_order(p, g->suit, lose), wanted);
}

static void follow(const Problem *p, Playout *g, int seat) {
    int held = g->counts[SUITS * seat + g->suit], lose = chance_to_lose(p, g, seat);
    if (!held) {
        if (!ruff(p, g, seat, lose)) discard(p, g, seat, g->size, lose);
    } else if (held <= g->size) follow_short(p, g, seat, held, lose);
    else if (g->size == 1) follow_single(p, g, seat, lose);
    else if (g->units > 1 || !follow_unit(p, g, seat, lose)) fit(p, g, seat, lose);
    note_void(g, seat);
}

/* Leading */

static int larger(int width, int length, int than_width, int than_length) {
    int size = width * length, than = than_width * than_length;
    return size > than || (size == than && width > than_width);
}

static void begin(const Problem *p, Playout *g, int seat, int suit, const Unit *units, int number) {
    int best = 0;
    g->suit = suit;
    g->left = p->players - 1;
    g->winner = seat;
    g->units = number;
    g->size = 0;
    for (int unit = 0; unit < number; unit++) {
        int place = unit;
        if (larger(units[unit].width, units[unit].length, units[best].width, units[best].length)) best = unit;
        for (; place && larger(units[unit].width, units[unit].length, g->width[place - 1], g->length[place - 1]); place--) {
            g->width[place] = g->width[place - 1];
            g->length[place] = g->length[place - 1];
        }
        g->width[place] = units[unit].width;
        g->length[place] = units[unit].length;
        g->size += units[unit].width * units[unit].length;
    }
    g->standing = (Standing){suit, units[best].width, units[best].length, units[best].top};
    for (int unit = 0; unit < number; unit++) take(p, g, seat, suit, units[unit].slots, units[unit].width);
}

/* Returns what the friends add to the chance of a lead that they may trump. */
static int ruffs_of_friends(const Problem *p, const Playout *g, int seat) {
    int added = 0;
    for (int other = 0; other < p->players; other++) {
        int voids = g->voids[other];
        if (other != seat && g->team[other] == g->team[seat] && voids >> g->suit & 1 && !(voids >> TRUMPS & 1)) added += RUFFED_BY_FRIEND;
    }
    return added;
}

static int score_of_lead(const Problem *p, Playout *g, int seat, int suit, const Unit *unit, int units) {
    int own = 0, kept = 0, best = 0, size = 0;
    for (int each = 0; each < units; each++) {
        int points, price;
        worth(p, suit, unit[each].slots, unit[each].width, &points, &price);
        own += points;
        kept += price;
        size += unit[each].width * unit[each].length;
        if (larger(unit[each].width, unit[each].length, unit[best].width, unit[best].length)) best = each;
    }
    g->suit = suit;
    g->size = size;
    g->table = 0;
    Standing standing = {suit, unit[best].width, unit[best].length, unit[best].top};
    int chance = chance_of(p, g, seat, &standing, g->team[seat]);
    chance += ruffs_of_friends(p, g, seat);
    if (chance > FULL) chance = FULL;
    int score = chance * TEMPO_LEAD + (chance - EVEN) * (own + (suit != TRUMPS ? GIVEN : GIVEN_TRUMP) * size);
    if (suit != TRUMPS && g->counts[SUITS * seat + suit] == size && g->counts[SUITS * seat + TRUMPS]) score += LEAD_VOID;
    return suit == TRUMPS ? score - kept * (g->team[seat] ? KEPT_LEAD : KEPT_LEAD_OPPONENT) / SHARES : score;
}

/* Finds the throw of all cards of a suit that no other hand can beat, and returns its number of units. */
static int throw_of(const Problem *p, const Playout *g, int seat, int suit, Unit *units) {
    int place = SUITS * seat + suit, number = 0;
    for (int width = 1; width <= p->layers; width++) {
        mask_t slots = g->hands[width - 1][place];
        if (width < p->layers) slots &= ~g->hands[width][place];
        if (!slots) continue;
        mask_t others = with_others(p, g, seat, suit, width);
        for (; slots; slots &= slots - 1) {
            int slot = lowest(slots);
            if (others & p->over[suit][slot]) continue;
            Unit *last = number ? &units[number - 1] : NULL;
            if (width > 1 && last && last->width == width && last->top == slot - 1 && p->joint[suit] >> last->top & 1) {
                last->length++;
                last->top = slot;
                last->slots |= 1u << slot;
            } else units[number++] = (Unit){width, 1, slot, 1u << slot};
        }
    }
    return number;
}

static int leads_of(const Problem *p, const Playout *g, int seat, int suit, Unit *leads) {
    int place = SUITS * seat + suit, number = 0, card = 0;
    mask_t mask = g->hands[0][place];
    if (!mask) return 0;
    int top = highest(mask);
    while (!(mask >> p->hold[suit].slot[card] & 1)) card++;
    int low = p->hold[suit].slot[card];
    leads[number++] = (Unit){1, 1, top, 1u << top};
    if (low != top) leads[number++] = (Unit){1, 1, low, 1u << low};
    for (int width = 2; width <= p->layers; width++) {
        mask_t tuples = g->hands[width - 1][place], runs = tuples;
        int length = 1;
        while (runs) {
            mask_t longer = runs_of(p, suit, tuples, length + 1);
            if (!longer) break;
            runs = longer;
            length++;
        }
        if (!runs) continue;
        int first = highest(runs);
        leads[number++] = (Unit){width, length, first + length - 1, low_bits(length) << first};
    }
    return number;
}

static void lead(const Problem *p, Playout *g, int seat) {
    int most = LEAST, best_suit = 0, best_units = 0;
    Unit best[UNITS], found[UNITS];
    g->left = p->players;
    for (int suit = 0; suit < SUITS; suit++) {
        int number = leads_of(p, g, seat, suit, found);
        for (int unit = 0; unit < number; unit++) {
            int score = score_of_lead(p, g, seat, suit, &found[unit], 1);
            if (score > most) { best[0] = found[unit]; most = score; best_suit = suit; best_units = 1; }
        }
        number = throw_of(p, g, seat, suit, found);
        if (number < 2) continue;
        int score = score_of_lead(p, g, seat, suit, found, number);
        if (score > most) { memcpy(best, found, sizeof best); most = score; best_suit = suit; best_units = number; }
    }
    if (best_units) begin(p, g, seat, best_suit, best, best_units);
}

/* Tricks and trials */

static void end_trick(Playout *g) {
    if (!g->team[g->winner]) g->points += g->table;
    g->table = 0;
}

static void finish(const Problem *p, Playout *g, int seat) {
    for (; g->left; g->left--) {
        follow(p, g, seat);
        if (++seat == p->players) seat = 0;
    }
    end_trick(g);
}

static void play_out(const Problem *p, Playout *g, int leader) {
    for (;;) {
        int held = 0;
        for (int suit = 0; suit < SUITS; suit++) held += g->counts[SUITS * leader + suit];
        if (!held) break;
        lead(p, g, leader);
        finish(p, g, (leader + 1) % p->players);
        leader = g->winner;
    }
    if (!g->team[leader]) {
        int best = 0;
        for (int unit = 1; unit < g->units; unit++)
            if (larger(g->width[unit], g->length[unit], g->width[best], g->length[best])) best = unit;
        g->points += g->kitty * p->factors[g->width[best]][g->length[best]];
    }
}

static int is_beaten(const Problem *p, const Playout *g, int seat, int suit, const Unit *unit) {
    for (int other = 0; other < p->players; other++) {
        if (other == seat) continue;
        mask_t runs = runs_of(p, suit, g->hands[unit->width - 1][SUITS * other + suit], unit->length);
        if (runs << (unit->length - 1) & p->over[suit][unit->top]) return 1;
    }
    return 0;
}

static void lead_trial(const Problem *p, Playout *g, int seat, const Trial *trial) {
    int suit = 0;
    while (!trial->cards[suit][0]) suit++;
    for (int unit = 0; trial->units > 1 && unit < trial->units; unit++)
        if (is_beaten(p, g, seat, suit, &trial->unit[unit])) {
            g->points += g->team[seat] ? p->penalty : -p->penalty;
            begin(p, g, seat, suit, &trial->unit[unit], 1);
            return;
        }
    begin(p, g, seat, suit, trial->unit, trial->units);
}

static void take_cards(const Problem *p, Playout *g, int seat, const Trial *trial) {
    for (int suit = 0; suit < SUITS; suit++)
        for (int layer = 0; layer < p->layers; layer++)
            if (trial->cards[suit][layer]) take(p, g, seat, suit, trial->cards[suit][layer], 1);
}

/* The last tricks: `groups.py` and `ending.py` */

typedef struct { int size, points, suit, width, pairs, units, top[SHAPES], unit[MOST_HELD], unit_top[MOST_HELD]; } Group;
typedef struct { uint32_t world, key; int32_t least, most; } Known;
typedef struct { int suit, size, shape, pairs, is_throw, winner, points, left; mask_t over, over_trumps; } Turn;

/* The cards of one world have a bit each, those of the first seat lowest. `of_suit` and `twin` are for the bits of a hand. */
typedef struct {
    const Problem *p;
    const int *team;
    int kitty, first[PLAYERS];
    mask_t of_suit[PLAYERS][SUITS], twin[PLAYERS][MOST_HELD], every[PLAYERS];
    Group groups[PLAYERS][1 << MOST_HELD];
    uint32_t world;
    Known *known;
} Ending;

static const int WIDTH_OF[SHAPES] = {1, 2, 3, 4, 2}, LENGTH_OF[SHAPES] = {1, 1, 1, 1, 2};

static mask_t hand_in(const Ending *e, mask_t left, int seat) { return left >> e->first[seat] & e->every[seat]; }

static int is_ending(const Problem *p) {
    int largest = 0;
    for (int seat = 0; seat < p->players; seat++) {
        int held = p->free[seat];
        for (int suit = 0; suit < SUITS; suit++)
            for (int layer = 0; layer < p->layers; layer++) held += count(p->known[layer][SUITS * seat + suit]);
        if (held > largest) largest = held;
    }
    return largest <= MOST_HELD && largest <= MOST_CARDS / p->players;
}

/* Adds a unit behind those that are larger. */
static void add_unit(Group *group, int shape, int top) {
    int place = group->units++;
    for (; place && (group->unit[place - 1] < shape || (group->unit[place - 1] == shape && group->unit_top[place - 1] < top)); place--) {
        group->unit[place] = group->unit[place - 1];
        group->unit_top[place] = group->unit_top[place - 1];
    }
    group->unit[place] = shape;
    group->unit_top[place] = top;
}

/* Says what some cards of a hand are. The cards of a suit follow each other, and so do equal ones, the low ones first. */
static void new_group(const Problem *p, const int *suits, const int *slots, mask_t cards, Group *group) {
    int copies = 0, before = -1;
    *group = (Group){.suit = MIXED, .top = {NO_TOP, NO_TOP, NO_TOP, NO_TOP, NO_TOP}};
    if (!cards) return;
    int suit = suits[lowest(cards)];
    group->suit = suit;
    for (mask_t rest = cards; rest; rest &= rest - 1) {
        int card = lowest(rest), slot = slots[card];
        group->size++;
        group->points += 10 * (p->tens[suits[card]] >> slot & 1) + 5 * (p->fives[suits[card]] >> slot & 1);
        if (suits[card] != suit) group->suit = MIXED;
    }
    if (group->suit == MIXED) return;
    for (mask_t rest = cards; rest; rest &= rest - 1) {
        int slot = slots[lowest(rest)], next = rest & (rest - 1) ? slots[lowest(rest & (rest - 1))] : -1;
        copies++;
        group->top[copies - 1] = slot;
        if (copies > group->width) group->width = copies;
        if (next == slot) continue;
        add_unit(group, copies - 1, slot);
        if (copies > 1) {
            group->pairs++;
            if (before == slot - 1 && before >= 0 && p->joint[suit] >> before & 1) group->top[TWO_PAIRS] = slot;
            before = slot;
        }
        copies = 0;
    }
    if (group->top[TWO_PAIRS] != NO_TOP && group->units == 2 && group->width == 2) {
        group->units = 1;
        group->unit[0] = TWO_PAIRS;
        group->unit_top[0] = group->top[TWO_PAIRS];
    }
}

static void prepare_ending(const Problem *p, const Playout *w, Ending *e) {
    int number = 0;
    e->p = p;
    e->team = w->team;
    e->kitty = w->kitty;
    e->world++;
    memset(e->of_suit, 0, sizeof e->of_suit);
    memset(e->twin, 0, sizeof e->twin);
    for (int seat = 0; seat < p->players; seat++) {
        int held = 0, suits[MOST_HELD], slots[MOST_HELD];
        e->first[seat] = number;
        for (int suit = 0; suit < SUITS; suit++)
            for (mask_t faces = w->hands[0][SUITS * seat + suit]; faces; faces &= faces - 1) {
                int slot = lowest(faces);
                for (int layer = 0; layer < p->layers && w->hands[layer][SUITS * seat + suit] >> slot & 1; layer++) {
                    e->of_suit[seat][suit] |= 1u << held;
                    if (layer) e->twin[seat][held - 1] = 1u << held;
                    suits[held] = suit;
                    slots[held++] = slot;
                }
            }
        e->every[seat] = (1u << held) - 1;
        for (mask_t cards = 0; cards <= e->every[seat]; cards++) new_group(p, suits, slots, cards, &e->groups[seat][cards]);
        number += held;
    }
}

/* Returns the mask of the cards that are left in the hands. */
static mask_t mask_of(const Ending *e, const Playout *world, const Playout *g) {
    mask_t left = 0, bit = 1;
    for (int place = 0; place < e->p->players * SUITS; place++)
        for (mask_t faces = world->hands[0][place]; faces; faces &= faces - 1)
            for (int layer = 0; layer < e->p->layers && world->hands[layer][place] & faces & -faces; layer++) {
                if (g->hands[layer][place] & faces & -faces) left |= bit;
                bit <<= 1;
            }
    return left;
}

/* Returns whether a play leaves the last copy of a card that it has. Another set of equal cards has that copy. */
static int is_repeated(const Ending *e, int seat, mask_t hand, mask_t play) {
    for (mask_t rest = play; rest; rest &= rest - 1)
        if (e->twin[seat][lowest(rest)] & hand & ~play) return 1;
    return 0;
}

static int is_throw_beaten(const Ending *e, mask_t left, int seat, const Group *throw) {
    for (int other = 0; other < e->p->players; other++) {
        if (other == seat) continue;
        const Group *part = &e->groups[other][hand_in(e, left, other) & e->of_suit[other][throw->suit]];
        for (int unit = 0; unit < throw->units; unit++) {
            int top = part->top[throw->unit[unit]];
            if (top != NO_TOP && e->p->over[throw->suit][throw->unit_top[unit]] >> top & 1) return 1;
        }
    }
    return 0;
}

static int begun(const Ending *e, mask_t left, int seat, const Group *lead, Turn *turn) {
    if (lead->suit == MIXED || (lead->units > 1 && is_throw_beaten(e, left, seat, lead))) return 0;
    *turn = (Turn){
        lead->suit, lead->size, lead->unit[0], lead->pairs, lead->units > 1, seat, lead->points, e->p->players - 1,
        e->p->over[lead->suit][lead->unit_top[0]], lead->suit == TRUMPS ? 0 : EVERY_SLOT,
    };
    return 1;
}

static int joined(const Ending *e, int seat, mask_t hand, mask_t cards, Turn *turn) {
    mask_t in_suit = hand & e->of_suit[seat][turn->suit];
    const Group *held = &e->groups[seat][in_suit], *play = &e->groups[seat][cards];
    if (play->size != turn->size || count(cards & in_suit) != (held->size < turn->size ? held->size : turn->size)) return 0;
    int owed = held->width < WIDTH_OF[turn->shape] ? held->width : WIDTH_OF[turn->shape];
    if (held->size > turn->size && play->width < owed) return 0;
    int top = play->top[turn->shape];
    if (top != NO_TOP && play->suit == turn->suit && !turn->is_throw && turn->over >> top & 1) {
        turn->over = e->p->over[turn->suit][top];
        turn->winner = seat;
    } else if (top != NO_TOP && play->suit == TRUMPS && turn->over_trumps >> top & 1 && play->pairs >= turn->pairs) {
        turn->over = 0;
        turn->over_trumps = e->p->over[TRUMPS][top];
        turn->winner = seat;
    }
    turn->points += play->points;
    turn->left--;
    return 1;
}

static int value_of_follow(Ending *e, mask_t left, int seat, const Turn *turn, int low, int high);

/* Returns the best value of the plays of a seat. Without a trick, it leads. */
static int best_of(Ending *e, mask_t left, int seat, const Turn *turn, int low, int high) {
    int declares = e->team[seat], best = declares ? BEYOND : -BEYOND, following = (seat + 1) % e->p->players;
    mask_t hand = hand_in(e, left, seat);
    for (mask_t cards = hand; cards && low < high; cards = (cards - 1) & hand) {
        Turn after;
        if (turn) after = *turn;
        if (is_repeated(e, seat, hand, cards)) continue;
        if (!(turn ? joined(e, seat, hand, cards, &after) : begun(e, left, seat, &e->groups[seat][cards], &after))) continue;
        int value = value_of_follow(e, left ^ cards << e->first[seat], following, &after, low, high);
        if (declares ? value < best : value > best) best = value;
        if (declares && best < high) high = best;
        if (!declares && best > low) low = best;
    }
    return best;
}

static int value_of_lead(Ending *e, mask_t left, int seat, int low, int high) {
    int points = e->kitty;
    for (int owner = 0; owner < e->p->players; owner++) points += e->groups[owner][hand_in(e, left, owner)].points;
    if (!points) return 0;
    uint32_t key = left | (uint32_t)seat << MOST_CARDS;
    Known *known = &e->known[(key * 2654435761u) >> (32 - KNOWN_BITS)];
    if (known->world != e->world || known->key != key) *known = (Known){e->world, key, -BEYOND, BEYOND};
    if (known->least >= high || known->least == known->most) return known->least;
    if (known->most <= low) return known->most;
    int best = best_of(e, left, seat, NULL, low, high);
    /* The search below may have used the same place for another position. */
    if (known->world != e->world || known->key != key) *known = (Known){e->world, key, -BEYOND, BEYOND};
    if (best > low) known->least = best;
    if (best < high) known->most = best;
    return best;
}

static int value_of_follow(Ending *e, mask_t left, int seat, const Turn *turn, int low, int high) {
    if (turn->left) return best_of(e, left, seat, turn, low, high);
    int declares = e->team[turn->winner], won = declares ? 0 : turn->points;
    if (left) return won + value_of_lead(e, left, turn->winner, low - won, high - won);
    return declares ? won : won + e->kitty * e->p->factors[WIDTH_OF[turn->shape]][LENGTH_OF[turn->shape]];
}

static int value_of_ending(Ending *e, const Playout *world, const Playout *g, int seat) {
    mask_t left = mask_of(e, world, g);
    if (!g->left) return value_of_lead(e, left, seat, -BEYOND, BEYOND);
    const Standing *standing = &g->standing;
    Turn turn = {g->suit, g->size, 0, 0, g->units > 1, g->winner, g->table, g->left, 0, 0};
    while (turn.shape < SHAPES - 1 && (WIDTH_OF[turn.shape] != g->width[0] || LENGTH_OF[turn.shape] != g->length[0])) turn.shape++;
    for (int unit = 0; unit < g->units; unit++) turn.pairs += g->width[unit] > 1 ? g->length[unit] : 0;
    if (standing->suit == g->suit) turn.over = e->p->over[g->suit][standing->top];
    if (g->suit != TRUMPS) turn.over_trumps = standing->suit == TRUMPS ? e->p->over[TRUMPS][standing->top] : EVERY_SLOT;
    return value_of_follow(e, left, seat, &turn, -BEYOND, BEYOND);
}

/* Makes the tried move, and returns the seat that plays next. */
static int try_move(const Problem *p, Playout *g, const Trial *trial) {
    int seat = p->seat, following = (seat + 1) % p->players;
    g->units = 1;
    g->width[0] = g->length[0] = 1;
    if (p->in_trick) {
        g->suit = p->suit; g->size = p->size; g->units = p->units; g->standing = p->standing;
        g->winner = p->winner; g->table = p->table; g->left = p->left;
        memcpy(g->width, p->width, sizeof g->width);
        memcpy(g->length, p->length, sizeof g->length);
    }
    if (trial->kind == LEAD) {
        lead_trial(p, g, seat, trial);
        return following;
    }
    if (trial->kind == BURY) {
        take_cards(p, g, seat, trial);
        g->kitty += g->table;
        g->table = 0;
        return p->dealer;
    }
    if (trial->kind != FOLLOW) return seat;
    take_cards(p, g, seat, trial);
    note_void(g, seat);
    if (trial->stands) { g->standing = trial->standing; g->winner = seat; }
    if (--g->left) return following;
    end_trick(g);
    return g->winner;
}

/* Returns the value of a trial. The last tricks are searched if there is an ending. A burial changes the kitty that it knows. */
static int value_of(const Problem *p, const Playout *world, Ending *ending, const Trial *trial) {
    Playout game = *world, *g = &game;
    int seat = try_move(p, g, trial), held = 0;
    for (int owner = 0; owner < p->players; owner++) held += cards_of(g, owner);
    if (ending && trial->kind != BURY && held) g->points += value_of_ending(ending, world, g, seat);
    else {
        if (g->left) {
            finish(p, g, seat);
            seat = g->winner;
        }
        play_out(p, g, seat);
    }
    return g->team[p->seat] ? -g->points : g->points;
}

/* The module */

typedef struct { const int32_t *next, *end; int failed; } Reader;

static int number(Reader *r) {
    if (r->next >= r->end) { r->failed = 1; return 0; }
    return *r->next++;
}

static int limited(Reader *r, int most) {
    int value = number(r);
    if (value < 0 || value > most) { r->failed = 1; return 0; }
    return value;
}

static void read_cards(Reader *r, Cards *cards) {
    cards->count = limited(r, CARDS);
    for (int card = 0; card < cards->count; card++) {
        cards->suit[card] = limited(r, SUITS - 1);
        cards->slot[card] = limited(r, SLOTS - 1);
    }
}

static void read_standing(Reader *r, Standing *standing) {
    standing->suit = limited(r, SUITS - 1);
    standing->width = limited(r, LAYERS);
    standing->length = limited(r, LENGTHS - 1);
    standing->top = limited(r, SLOTS - 1);
}

static void read_trial(Reader *r, const Problem *p, Trial *trial) {
    memset(trial->cards, 0, sizeof trial->cards);
    trial->kind = limited(r, NONE);
    trial->size = number(r);
    for (int suit = 0; suit < SUITS; suit++)
        for (int layer = 0; layer < p->layers; layer++) trial->cards[suit][layer] = (mask_t)number(r);
    trial->units = limited(r, UNITS);
    for (int unit = 0; unit < trial->units; unit++) {
        trial->unit[unit].width = limited(r, p->layers);
        trial->unit[unit].length = limited(r, LENGTHS - 1);
        trial->unit[unit].top = limited(r, SLOTS - 1);
        trial->unit[unit].slots = (mask_t)number(r);
    }
    trial->stands = limited(r, 1);
    if (trial->stands) read_standing(r, &trial->standing);
}

static void read_trick(Reader *r, Problem *p) {
    p->in_trick = limited(r, 1);
    if (!p->in_trick) return;
    p->suit = limited(r, SUITS - 1);
    p->size = number(r);
    p->units = limited(r, UNITS);
    for (int unit = 0; unit < p->units; unit++) {
        p->width[unit] = limited(r, p->layers);
        p->length[unit] = limited(r, LENGTHS - 1);
    }
    read_standing(r, &p->standing);
    p->winner = limited(r, p->players - 1);
    p->table = number(r);
    p->left = limited(r, p->players);
}

static void read_problem(Reader *r, Problem *p) {
    p->players = limited(r, PLAYERS);
    p->layers = limited(r, LAYERS);
    p->seat = limited(r, p->players - 1);
    p->dealer = limited(r, p->players - 1);
    p->declarers = number(r);
    p->kitty = number(r);
    p->penalty = number(r);
    for (int suit = 0; suit < SUITS; suit++)
        for (int slot = 0; slot < SLOTS; slot++) p->over[suit][slot] = (mask_t)number(r);
    for (int suit = 0; suit < SUITS; suit++) p->joint[suit] = (mask_t)number(r);
    for (int suit = 0; suit < SUITS; suit++) p->tens[suit] = (mask_t)number(r);
    for (int suit = 0; suit < SUITS; suit++) p->fives[suit] = (mask_t)number(r);
    for (int suit = 0; suit < SUITS; suit++)
        for (int slot = 0; slot < SLOTS; slot++) p->keep[suit][slot] = number(r);
    for (int suit = 0; suit < SUITS; suit++) read_cards(r, &p->hold[suit]);
    for (int suit = 0; suit < SUITS; suit++) read_cards(r, &p->feed[suit]);
    for (int seat = 0; seat < p->players; seat++)
        for (int suit = 0; suit < SUITS; suit++)
            for (int layer = 0; layer < p->layers; layer++) p->known[layer][SUITS * seat + suit] = (mask_t)number(r);
    read_cards(r, &p->pool);
    for (int seat = 0; seat <= p->players; seat++) p->free[seat] = limited(r, CARDS);
    for (int seat = 0; seat < p->players; seat++) p->voids[seat] = number(r);
    for (int seat = 0; seat < p->players; seat++) p->points[seat] = number(r);
    read_cards(r, &p->calls);
    read_trick(r, p);
    for (int width = 0; width <= p->layers; width++)
        for (int length = 0; length < LENGTHS; length++) p->factors[width][length] = number(r);
    p->trials = limited(r, TRIALS);
    for (int trial = 0; trial < p->trials && !r->failed; trial++) read_trial(r, p, &p->trial[trial]);
}

static PyObject *values(PyObject *module, PyObject *args) {
    Py_buffer flat;
    unsigned int state;
    int worlds;
    if (!PyArg_ParseTuple(args, "y*Ii", &flat, &state, &worlds)) return NULL;
    Problem *p = PyMem_Calloc(1, sizeof *p);
    Reader reader = {flat.buf, (const int32_t *)flat.buf + flat.len / 4, 0};
    Known *known = PyMem_Calloc(1 << KNOWN_BITS, sizeof *known);
    if (p) read_problem(&reader, p);
    PyObject *found = NULL, *answer = NULL;
    if (!p || !known) PyErr_NoMemory();
    else if (reader.failed || reader.next != reader.end || worlds < 0) PyErr_SetString(PyExc_ValueError, "not a problem");
    else found = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)worlds * p->trials * 4);
    if (found) {
        int32_t *next = (int32_t *)PyBytes_AsString(found);
        int searches = is_ending(p);
        Ending ending = {.known = known};
        Playout world;
        uint32_t now = state;
        Py_BEGIN_ALLOW_THREADS
        for (int number = 0; number < worlds; number++) {
            sample(p, &now, &world);
            if (searches) prepare_ending(p, &world, &ending);
            for (int trial = 0; trial < p->trials; trial++)
                *next++ = value_of(p, &world, searches ? &ending : NULL, &p->trial[trial]);
        }
        Py_END_ALLOW_THREADS
        answer = Py_BuildValue("NI", found, (unsigned int)now);
    }
    PyMem_Free(known);
    PyMem_Free(p);
    PyBuffer_Release(&flat);
    return answer;
}

static PyMethodDef METHODS[] = {
    {"values", values, METH_VARARGS, "Returns the values of all trials in all worlds, and the state of the generator."},
    {NULL, NULL, 0, NULL},
};
static struct PyModuleDef MODULE = {
    PyModuleDef_HEAD_INIT, "native", "Playouts in C.", 0, METHODS, NULL, NULL, NULL, NULL,
};
PyMODINIT_FUNC PyInit_native(void) { return PyModule_Create(&MODULE); }
