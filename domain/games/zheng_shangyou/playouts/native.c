/* The playouts of `plain.py` in C. They are optional: without them, the same results take longer.
 *
 * Functions have the names of the Python functions that they copy. Tests compare both on random hands.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

enum { NATURALS = 12, ACE = 11, TWO = 12, SUITS = 4, SHORTEST = 3, SEATS = 16, GROUPS = 24, WILD = 6 };
enum { RUN_COSTS = 10, LONELY_SAVES = 10, BREAKING_COSTS = 4 };
enum { BULK = 3, LAST_TWO = 12, WILD_HELPS = 1, SPENDS_WILD = 6, BREAKS_SET = 4, BREAKS_RUN = 11, IN_DANGER = -99 };
enum { LAST = 1000, HIGH = 9, HELPED = 8, PARTNERS = 4, FEW = 3, SINGLE = 17, SUITED = 32 };

typedef uint64_t cards_t;
typedef struct { int code; cards_t cards; } Group;
typedef struct { cards_t cards; int size, groups, wild; Group group[GROUPS]; cards_t wilds[WILD]; } Hand;

static int count(cards_t cards) { return __builtin_popcountll(cards); }
static int rung_of(cards_t card) { return __builtin_ctzll(card) / 4; }
static int top_of(int code) { return code >> 1 & 15; }
static int size_of(int code) { return (code >> 10) * (code >> 6 & 15); }
static int code_for(int ranks, int width, int top, int pure) { return (ranks << 4 | width) << 6 | top << 1 | pure; }
static cards_t at(cards_t cards, int rung) { return cards & (cards_t)15 << 4 * rung; }
static cards_t lowest(cards_t cards) { return cards & -cards; }

static void add(Hand *hand, int code, cards_t cards) { hand->group[hand->groups++] = (Group){code, cards}; }

static cards_t spread(int low, int length) {
    cards_t found = 0;
    for (int rung = low; rung < low + length; rung++) found |= (cards_t)1 << 4 * rung;
    return found;
}

static int best_run(cards_t rest, int *best_low) {
    int best = 0, most = 0;
    for (int low = 0; low + SHORTEST <= NATURALS; low++) {
        int saved = -RUN_COSTS;
        for (int top = low; top < NATURALS && at(rest, top); top++) {
            saved += count(at(rest, top)) == 1 ? LONELY_SAVES : -BREAKING_COSTS;
            if (saved > most && top + 1 - low >= SHORTEST) {
                *best_low = low;
                best = top + 1 - low;
                most = saved;
            }
        }
    }
    return best;
}

static cards_t sequence(Hand *hand, cards_t rest, int low, int length) {
    cards_t one = spread(low, length), found = 0;
    int code = code_for(length, 1, low + length - 1, 1);
    for (int suit = 0; suit < SUITS; suit++)
        if ((rest >> suit & one) == one) {
            add(hand, code | SUITED, one << suit);
            return one << suit;
        }
    for (int rung = low; rung < low + length; rung++) found |= lowest(at(rest, rung));
    add(hand, code, found);
    return found;
}

static cards_t pairs(Hand *hand, cards_t rest) {
    int paired = 0;
    for (int rung = 0; rung < NATURALS; rung++) paired |= (count(at(rest, rung)) == 2) << rung;
    for (int length = NATURALS; length >= SHORTEST; length--)
        for (int low = 0; low + length <= NATURALS; low++) {
            int ranks = ((1 << length) - 1) << low;
            if ((paired & ranks) != ranks) continue;
            cards_t found = rest & spread(low, length) * 15;
            paired ^= ranks;
            rest ^= found;
            add(hand, code_for(length, 2, low + length - 1, 1), found);
        }
    return rest;
}

static Hand hand_of(cards_t cards) {
    Hand hand = {.cards = cards, .size = count(cards)};
    cards_t rest = cards & (((cards_t)1 << 4 * TWO) - 1);
    int low = 0, length;
    while ((length = best_run(rest, &low))) rest ^= sequence(&hand, rest, low, length);
    rest = pairs(&hand, rest);
    for (int rung = 0; rung < NATURALS; rung++)
        if (at(rest, rung)) add(&hand, code_for(1, count(at(rest, rung)), rung, 1), at(rest, rung));
    for (cards_t wild = cards >> 4 * TWO << 4 * TWO; wild; wild &= wild - 1) hand.wilds[hand.wild++] = lowest(wild);
    return hand;
}

static Group whole(const Hand *hand) {
    Group none = {0, 0};
    if (!hand->groups) {
        int twos = count(at(hand->cards, TWO));
        return (Group){code_for(1, hand->size, rung_of(hand->wilds[0]), hand->size == (twos > 1 ? twos : 1)), hand->cards};
    }
    if (hand->groups > 1) return none;
    if (!hand->wild) return hand->group[0];
    int code = hand->group[0].code;
    return code >> 10 > 1 ? none : (Group){code_for(1, hand->size, top_of(code), 0), hand->cards};
}

static Group lead(const Hand *hand, int danger) {
    Group best = whole(hand);
    if (best.code) return best;
    int bulk = hand->groups == 2 ? LAST_TWO : BULK, first = 2 * LAST;
    for (int group = 0; group < hand->groups; group++) {
        int code = hand->group[group].code, size = size_of(code);
        int order = size == danger ? LAST - top_of(code) : 2 * (top_of(code) - (code >> 10)) - bulk * (size - 1);
        if (order < first) {
            first = order;
            best = hand->group[group];
        }
    }
    return best;
}

static Group single_over(const Hand *hand, int code, int left) {
    int top = top_of(code);
    if (left <= BREAKS_SET)
        for (int rung = top + 1 > HIGH ? top + 1 : HIGH; rung <= ACE; rung++)
            if (count(at(hand->cards, rung)) > 1) return (Group){code_for(1, 1, rung, 1), lowest(at(hand->cards, rung))};
    if (left <= SPENDS_WILD)
        for (int wild = 0; wild < hand->wild; wild++)
            if (rung_of(hand->wilds[wild]) > top)
                return (Group){code_for(1, 1, rung_of(hand->wilds[wild]), 1), hand->wilds[wild]};
    return (Group){0, 0};
}

static Group set_over(const Hand *hand, int code, int width) {
    Group best = {0, 0};
    int fewest = 99;
    for (int rung = top_of(code); rung <= TWO; rung++) {
        cards_t here = at(hand->cards, rung), found = 0;
        int natural = count(here), spare = natural < width ? width - natural : 0, wilds = 0;
        if (!natural) continue;
        for (int wild = 0; wild < hand->wild && wilds < spare; wild++)
            if (rung_of(hand->wilds[wild]) > rung) {
                found |= hand->wilds[wild];
                wilds++;
            }
        int made = code_for(1, width, rung, !spare), used = spare + (rung == TWO ? natural : 0);
        if (wilds < spare || made <= code || used >= fewest) continue;
        for (int taken = 0; taken < width - spare; taken++) {
            found |= lowest(here);
            here ^= lowest(here);
        }
        fewest = used;
        best = (Group){made, found};
    }
    return best;
}

static Group run_over(const Hand *hand, int code, int ranks) {
    for (int group = 0; group < hand->groups; group++) {
        int own = hand->group[group].code, top = top_of(own);
        int suited = own & SUITED, other = code & SUITED;
        int higher = suited > other || (suited == other && top > top_of(code));
        if ((own >> 6 & 15) == 1 && own >> 10 > (ranks > SHORTEST ? ranks : SHORTEST) && higher) {
            cards_t low = (cards_t)1 << 4 * (top - ranks + 1);
            return (Group){suited | code_for(ranks, 1, top, 1), hand->group[group].cards & -low};
        }
    }
    return (Group){0, 0};
}

static Group reply(const Hand *hand, int code, int situation) {
    Group best = {0, 0}, none = {0, 0};
    int shape = code >> 6, size = size_of(code);
    if (size > hand->size) return none;
    for (int group = 0; group < hand->groups; group++) {
        Group own = hand->group[group];
        if (own.code >> 6 == shape && own.code > code && (!best.code || own.code < best.code)) best = own;
    }
    if (situation & PARTNERS) return best.code && (size == hand->size || top_of(best.code) <= HELPED) ? best : none;
    if (best.code) return best;
    if (size == hand->size) {
        Group all = whole(hand);
        if (all.code >> 6 == shape && all.code > code) return all;
    }
    int left = situation ? IN_DANGER : 2 * hand->groups - WILD_HELPS * hand->wild;
    if (shape == SINGLE) return single_over(hand, code, left);
    if (shape < 2 * SINGLE) return left <= SPENDS_WILD ? set_over(hand, code, shape & 15) : none;
    return (shape & 15) == 1 && left <= BREAKS_RUN ? run_over(hand, code, shape >> 4) : none;
}

static Group answer(const Hand *hand, int code, int situation) {
    return code ? reply(hand, code, situation) : lead(hand, situation);
}

static void find_dangers(const Hand *held, const char *sides, int seats, int *dangers) {
    for (int seat = 0; seat < seats; seat++) {
        dangers[seat] = 0;
        for (int other = 0; other < seats; other++) {
            int size = held[other].size;
            if (size && size < FEW && sides[other] != sides[seat] && (!dangers[seat] || size < dangers[seat]))
                dangers[seat] = size;
        }
    }
}

static int play_out(const cards_t *hands, int seats, int turn, int code, int holder, const char *sides, int ended,
                    char *places, int placed) {
    Hand held[SEATS] = {0};
    int dangers[SEATS];
    for (int seat = 0; seat < seats; seat++) held[seat] = hand_of(hands[seat]);
    find_dangers(held, sides, seats, dangers);
    while (placed < ended) {
        int partners = code && sides[turn] == sides[holder] ? PARTNERS : 0;
        Group played = answer(&held[turn], code, dangers[turn] | partners);
        if (played.code) {
            code = played.code;
            held[turn] = hand_of(held[turn].cards & ~played.cards);
            holder = turn;
            if (held[turn].size < FEW) {
                find_dangers(held, sides, seats, dangers);
                if (!held[turn].size) places[placed++] = (char)turn;
            }
        }
        turn = (turn + 1) % seats;
        while (!held[turn].size) {
            if (turn == holder) code = 0;
            turn = (turn + 1) % seats;
        }
        if (turn == holder) code = 0;
    }
    for (int seat = 0; seat < seats; seat++)
        if (held[seat].size) places[placed++] = (char)seat;
    return placed;
}

static PyObject *native_answer(PyObject *self, PyObject *args) {
    unsigned long long cards;
    int code, situation;
    (void)self;
    if (!PyArg_ParseTuple(args, "Kii", &cards, &code, &situation)) return NULL;
    Hand hand = hand_of(cards);
    Group found = answer(&hand, code, situation);
    if (!found.code) Py_RETURN_NONE;
    return Py_BuildValue("iK", found.code, (unsigned long long)found.cards);
}

static PyObject *native_order(PyObject *self, PyObject *args) {
    PyObject *given;
    const char *order, *sides;
    Py_ssize_t placed, seats;
    int turn, code, holder, ended, left = 0;
    cards_t hands[SEATS];
    char places[SEATS];
    (void)self;
    if (!PyArg_ParseTuple(args, "O!iiiy#y#i", &PyTuple_Type, &given, &turn, &code, &holder, &order, &placed, &sides,
                          &seats, &ended))
        return NULL;
    if (seats > SEATS || placed > seats || PyTuple_GET_SIZE(given) != seats || turn < 0 || turn >= seats || holder < 0 ||
        holder >= seats) {
        PyErr_SetString(PyExc_ValueError, "the seats do not fit each other");
        return NULL;
    }
    for (Py_ssize_t seat = 0; seat < seats; seat++) {
        hands[seat] = PyLong_AsUnsignedLongLong(PyTuple_GET_ITEM(given, seat));
        if (PyErr_Occurred()) return NULL;
        left += hands[seat] != 0;
    }
    if (placed + left > seats) {
        PyErr_SetString(PyExc_ValueError, "a seat that holds cards has a place");
        return NULL;
    }
    for (Py_ssize_t place = 0; place < placed; place++) places[place] = order[place];
    if (ended > placed + left - 1) ended = (int)placed + left - 1;
    int found = play_out(hands, (int)seats, turn, code, holder, sides, ended, places, (int)placed);
    return PyBytes_FromStringAndSize(places, found);
}

static PyMethodDef methods[] = {
    {"answer", native_answer, METH_VARARGS, "Returns what a seat plays, as code and cards, or None if it passes."},
    {"order", native_order, METH_VARARGS, "Plays to the end, and returns the seats by place."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "native", NULL, 0, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_native(void) { return PyModule_Create(&module); }
