// Self-play of Schotten Totten, one game per thread, as in src/rules.rs and src/bot/value.rs. It
// compiles as CUDA and, to compare it with the Rust code, as C++.

typedef unsigned long long u64;
typedef unsigned int u32;

#ifndef __CUDACC__
#include <cmath>
#define DEVICE static inline
static inline int popcount(u64 x) { return __builtin_popcountll(x); }
static inline int lowest(u64 x) { return __builtin_ctzll(x); }
static inline int highest(u32 x) { return 31 - __builtin_clz(x); }
#else
#define DEVICE __device__ static inline
__device__ static inline int popcount(u64 x) { return __popcll(x); }
__device__ static inline int lowest(u64 x) { return __ffsll(x) - 1; }
__device__ static inline int highest(u32 x) { return 31 - __clz(x); }
#endif

const int FEATURES = 32, GLOBALS = 8, FIRST = 32, SECOND = 8, HEAD = 32, STONES = 9, STEPS = 56;
const int SAMPLE = STONES * FEATURES + GLOBALS;
const u64 ONES = 1ull | 1ull << 9 | 1ull << 18 | 1ull << 27 | 1ull << 36 | 1ull << 45;
const u64 ALL = (1ull << 54) - 1;
const u32 LANE = 511;
const int NONE = -1;

// Offsets of the layers in the weights.
const int W1 = 0, B1 = W1 + FEATURES * FIRST, W2 = B1 + FIRST, B2 = W2 + FIRST * SECOND,
          W3 = B2 + SECOND, WG = W3 + STONES * SECOND * HEAD, B3 = WG + GLOBALS * HEAD,
          W4 = B3 + HEAD, B4 = W4 + HEAD, WEIGHTS = B4 + 1;

// Odds: one[7][13], two[7][13], held, hidden.
const int ODDS = 7 * 13 * 2 + 2;

DEVICE int number_of(int card) { return card % 9; }
DEVICE int colour_of(int card) { return card / 9; }
DEVICE u64 bit(int card) { return 1ull << card; }
DEVICE u64 of_number(int n) { return ONES << n; }
DEVICE u64 of_numbers(u32 mask) { return mask * ONES; }
DEVICE u64 of_colour(int c) { return (u64)LANE << (9 * c); }
DEVICE u64 colour_run(int c, int low) { return 7ull << (9 * c + low); }
DEVICE u32 lane(u64 set, int c) { return (u32)(set >> (9 * c)) & LANE; }
DEVICE u32 numbers(u64 set) {
  u64 folded = set | set >> 27;
  return (u32)(folded | folded >> 9 | folded >> 18) & LANE;
}
DEVICE bool two_of(u64 set, int n) { return popcount(set & of_number(n)) >= 2; }
DEVICE int max2(int a, int b) { return a > b ? a : b; }
DEVICE int min2(int a, int b) { return a < b ? a : b; }

// Strengths are formation << 5 | sum, with sums of numbers from 1; formations: sum, run, colour,
// three, colour run.
DEVICE int strength(int a, int b, int c) {
  int x = number_of(a), y = number_of(b), z = number_of(c);
  bool colour = colour_of(a) == colour_of(b) && colour_of(a) == colour_of(c);
  u32 set = 1u << x | 1u << y | 1u << z;
  bool run = (set >> lowest(set)) == 7;
  int formation = colour ? (run ? 4 : 2) : run ? 1 : (set & (set - 1)) == 0 ? 3 : 0;
  return formation << 5 | (x + y + z + 3);
}
DEVICE int run_strength(int formation, int low) { return formation << 5 | (3 * low + 6); }
DEVICE u32 run_starts(u32 set) { return set & set >> 1 & set >> 2; }
// The numbers that complete two numbers to a run.
DEVICE u32 run_thirds(int a, int b) {
  int low = min2(a, b), high = max2(a, b);
  u32 set = 0;
  if (high - low == 1) {
    if (low > 0) set |= 1u << (low - 1);
    if (high < 8) set |= 1u << (high + 1);
  } else if (high - low == 2) {
    set = 1u << (low + 1);
  }
  return set;
}

struct Thirds { u64 run, colour, three, colour_run; };
DEVICE Thirds thirds_of(int a, int b) {
  Thirds t;
  t.run = of_numbers(run_thirds(number_of(a), number_of(b)));
  t.colour = colour_of(a) == colour_of(b) ? of_colour(colour_of(a)) : 0;
  t.three = number_of(a) == number_of(b) ? of_number(number_of(a)) : 0;
  t.colour_run = t.run & t.colour;
  return t;
}
DEVICE u64 beating(int a, int b, int target) {
  Thirds t = thirds_of(a, b);
  int missing = (target & 31) - (number_of(a) + number_of(b) + 2);
  missing = missing < 0 ? 0 : missing > 9 ? 9 : missing;
  u64 higher = of_numbers((LANE << missing) & LANE);
  switch (target >> 5) {
    case 0: return t.colour_run | t.three | t.colour | t.run | higher;
    case 1: return t.colour_run | t.three | t.colour | (t.run & higher);
    case 2: return t.colour_run | t.three | (t.colour & higher);
    case 3: return t.colour_run | (t.three & higher);
    default: return t.colour_run & higher;
  }
}

DEVICE int best_with_two(int a, int b, u64 unseen) {
  int x = number_of(a), y = number_of(b), sum = x + y + 2;
  u32 run = run_thirds(x, y), any = numbers(unseen);
  if (colour_of(a) == colour_of(b)) {
    u32 own = lane(unseen, colour_of(a));
    if (own & run) return 4 << 5 | (sum + highest(own & run) + 1);
    if (own) return 2 << 5 | (sum + highest(own) + 1);
  } else if (x == y && (any >> x & 1)) {
    return 3 << 5 | (sum + x + 1);
  }
  if (any & run) return 1 << 5 | (sum + highest(any & run) + 1);
  return any ? sum + highest(any) + 1 : 0;
}
DEVICE int top_two(u32 set) {
  if (!set) return 0;
  int high = highest(set);
  set ^= 1u << high;
  return set ? high + highest(set) + 2 : 0;
}
DEVICE int best_with_one(int card, u64 unseen) {
  int at = number_of(card);
  u32 starts = ((7u << at) >> 2) & 0x7f;
  u32 own = lane(unseen, colour_of(card));
  u32 runs = run_starts(own | 1u << at) & starts;
  if (runs) return run_strength(4, highest(runs));
  if (two_of(unseen, at)) return 3 << 5 | (3 * (at + 1));
  if (top_two(own)) return 2 << 5 | (at + 1 + top_two(own));
  u32 any = numbers(unseen);
  runs = run_starts(any | 1u << at) & starts;
  if (runs) return run_strength(1, highest(runs));
  if (!any) return 0;
  int high = highest(any);
  if (two_of(unseen, high)) return at + 1 + 2 * (high + 1);
  return top_two(any) ? at + 1 + top_two(any) : 0;
}
DEVICE int best_of_three(u64 unseen) {
  u64 runs = unseen & unseen >> 1 & unseen >> 2 & (ONES * 0x7f);
  if (runs) return run_strength(4, highest(numbers(runs)));
  u32 once = 0, twice = 0, thrice = 0;
  for (int c = 0; c < 6; c++) {
    u32 own = lane(unseen, c);
    thrice |= twice & own;
    twice |= once & own;
    once |= own;
  }
  if (thrice) return 3 << 5 | (3 * (highest(thrice) + 1));
  int best = 0;
  for (int c = 0; c < 6; c++) {
    u32 own = lane(unseen, c);
    if (popcount(own) >= 3) {
      int high = highest(own);
      best = max2(best, high + 1 + top_two(own ^ 1u << high));
    }
  }
  if (best) return 2 << 5 | best;
  if (run_starts(once)) return run_strength(1, highest(run_starts(once)));
  int sum = 0, left = 3;
  while (left > 0) {
    if (!once) return 0;
    int high = highest(once);
    once ^= 1u << high;
    int count = min2(left, 1 + (int)(twice >> high & 1));
    sum += count * (high + 1);
    left -= count;
  }
  return sum;
}
DEVICE int best_reachable(const signed char* side, u64 unseen) {
  if (side[0] < 0) return best_of_three(unseen);
  if (side[1] < 0) return best_with_one(side[0], unseen);
  if (side[2] < 0) return best_with_two(side[0], side[1], unseen);
  return strength(side[0], side[1], side[2]);
}

struct Game {
  signed char side[2][STONES][3];
  u64 unseen, hand[2];
  u32 claimed[2], full[2], second_first;
  int deck_left, mover;
};

DEVICE int count(const signed char* side) {
  return side[0] < 0 ? 0 : side[1] < 0 ? 1 : side[2] < 0 ? 2 : 3;
}
DEVICE bool wins(u32 set) { return popcount(set) >= 5 || (set & set >> 1 & set >> 2); }
DEVICE void lay(Game& g, int seat, int stone, int card) {
  signed char* side = g.side[seat][stone];
  int at = count(side);
  side[at] = card;
  g.unseen &= ~bit(card);
  if (at == 2) {
    if (seat == 1 && !(g.full[0] >> stone & 1)) g.second_first |= 1u << stone;
    g.full[seat] |= 1u << stone;
  }
}
DEVICE bool beats(const Game& g, int seat, int stone) {
  const signed char *own = g.side[seat][stone], *other = g.side[1 - seat][stone];
  int ours = strength(own[0], own[1], own[2]);
  if (other[0] >= 0 && other[2] >= 0) {
    int theirs = strength(other[0], other[1], other[2]);
    bool first = (g.second_first >> stone & 1) == (seat == 1);
    return ours > theirs || (ours == theirs && first);
  }
  if (other[0] < 0) return best_of_three(g.unseen) <= ours;
  if (other[1] < 0) return best_with_one(other[0], g.unseen) <= ours;
  return (beating(other[0], other[1], ours) & g.unseen) == 0;
}
DEVICE u32 claimable(const Game& g, int seat) {
  u32 found = 0, left = g.full[seat] & ~(g.claimed[0] | g.claimed[1]);
  while (left) {
    int stone = lowest(left);
    left &= left - 1;
    if (beats(g, seat, stone)) found |= 1u << stone;
  }
  return found;
}

// The outlook of one player.
struct Outlook { u64 hand, hidden; const float* odds; float chances[9]; };
DEVICE int many(u64 set) { return min2(popcount(set), 2); }
DEVICE float odds_one(const float* odds, int own, int far) { return odds[own * 13 + min2(far, 12)]; }
DEVICE float odds_two(const float* odds, int own, int far) {
  return odds[91 + own * 13 + min2(far, 12)];
}
DEVICE void look(Outlook& o, u64 hand, u64 hidden, const float* odds) {
  o.hand = hand;
  o.hidden = hidden;
  o.odds = odds;
  for (int n = 0; n < 9; n++)
    o.chances[n] = odds_one(odds, many(hand & of_number(n)), popcount(hidden & of_number(n)));
}
DEVICE float one_of(const Outlook& o, u64 outs, u64 hand) {
  u64 far = outs & o.hidden, near = outs & hand;
  return (far | near) ? odds_one(o.odds, many(near), popcount(far)) : 0.0f;
}
DEVICE void chances_of_two(const Outlook& o, int a, int b, u64 hand, float* out) {
  Thirds t = thirds_of(a, b);
  out[0] = one_of(o, t.run, hand);
  out[1] = one_of(o, t.colour, hand);
  out[2] = one_of(o, t.three, hand);
  out[3] = one_of(o, t.colour_run, hand);
}
DEVICE float both(const Outlook& o, u64 pair, u64 hand) {
  if (pair & ~(hand | o.hidden)) return 0.0f;
  float held = o.odds[182], hidden = o.odds[183];
  int near = many(pair & hand);
  return near == 0 ? hidden * hidden : near == 1 ? hidden * held : held * held;
}
DEVICE void chances_of_one(const Outlook& o, int card, u64 hand, float* out) {
  int at = number_of(card), colour = colour_of(card);
  u64 mates = of_colour(colour), same = of_number(at);
  out[1] = odds_two(o.odds, many(hand & mates), popcount(o.hidden & mates));
  out[2] = odds_two(o.odds, many(hand & same), popcount(o.hidden & same));
  float run = 0.0f, none = 1.0f;
  for (int low = max2(at - 2, 0); low <= min2(at, 6); low++) {
    none *= 1.0f - both(o, colour_run(colour, low) & ~bit(card), hand);
    int x = at == low ? low + 1 : low, y = at == low + 2 ? low + 1 : low + 2;
    float chance = o.chances[x] * o.chances[y];
    run = chance > run ? chance : run;
  }
  out[0] = run;
  out[3] = 1.0f - none;
}
DEVICE float beats_chance(const Outlook& o, const signed char* side, u64 hand, int target) {
  u64 reach = o.odds[183] > 0.0f ? o.hand | o.hidden : o.hand;
  if (side[0] < 0) {
    if (best_of_three(reach) <= target) return 0.0f;
    int formation = target >> 5;
    return formation == 0 ? 1.0f : formation == 1 ? 0.91f : formation == 2 ? 0.68f
         : formation == 3 ? 0.23f : 0.13f;
  }
  if (side[1] >= 0) return one_of(o, beating(side[0], side[1], target), hand);
  if (best_with_one(side[0], reach & ~bit(side[0])) <= target) return 0.0f;
  float chances[4];
  chances_of_one(o, side[0], hand & ~bit(side[0]), chances);
  int formation = target >> 5;
  float value = formation == 0 ? 0.5f : 0.0f;
  for (int at = 1; at < 5; at++) {
    float with = at < formation ? 0.0f : at == formation ? 0.5f : 1.0f;
    value += (with - value) * chances[at - 1];
  }
  return value;
}

DEVICE u64 related(int card) {
  int at = number_of(card);
  u64 set = of_number(at);
  for (int low = max2(at - 2, 0); low <= min2(at, 6); low++) set |= colour_run(colour_of(card), low);
  return set;
}
DEVICE void chances(const Outlook& o, const signed char* side, u64 hand, float* out) {
  out[0] = out[1] = out[2] = out[3] = 0.0f;
  if (side[0] < 0) return;
  if (side[1] < 0) {
    chances_of_one(o, side[0], hand & ~bit(side[0]), out);
  } else if (side[2] < 0) {
    chances_of_two(o, side[0], side[1], hand, out);
  } else {
    int formation = strength(side[0], side[1], side[2]) >> 5;
    if (formation) out[formation - 1] = 1.0f;
  }
}
DEVICE float side_sum(const signed char* side) {
  int sum = 0;
  for (int at = 0; at < 3; at++)
    if (side[at] >= 0) sum += number_of(side[at]) + 1;
  return sum / 27.0f;
}
DEVICE void near_traits(const signed char* side, u64 hand, float* out) {
  out[0] = out[1] = out[2] = out[3] = 0.0f;
  if (side[0] < 0 || side[2] >= 0) return;
  if (side[1] >= 0) {
    Thirds t = thirds_of(side[0], side[1]);
    out[0] = (t.run & hand) != 0;
    out[1] = (t.colour & hand) != 0;
    out[2] = (t.three & hand) != 0;
    out[3] = (t.colour_run & hand) != 0;
  } else {
    u64 colour = of_colour(colour_of(side[0]));
    out[1] = many(colour & hand) / 2.0f;
    out[2] = many(of_number(number_of(side[0])) & hand) / 2.0f;
    out[3] = many(related(side[0]) & colour & hand) / 2.0f;
  }
}

struct Scene { Outlook own, other; u32 decided[2]; const Game* game; int seat; };

DEVICE void stone_traits(const Scene& s, const signed char* own, const signed char* other, u64 hand,
                         float* t) {
  for (int at = 0; at < FEATURES; at++) t[at] = 0.0f;
  int mine = count(own), theirs = count(other);
  t[mine] = 1.0f;
  t[4 + theirs] = 1.0f;
  chances(s.own, own, hand, t + 8);
  chances(s.other, other, 0, t + 12);
  t[16] = side_sum(own);
  t[17] = side_sum(other);
  near_traits(own, hand, t + 18);
  if (mine < 3 && theirs == 3) {
    int target = strength(other[0], other[1], other[2]);
    t[22] = beats_chance(s.own, own, hand, target);
    t[23] = best_reachable(own, hand) > target;
    t[24] = 1.0f;
  } else if (mine == 3 && theirs < 3) {
    t[25] = beats_chance(s.other, other, 0, strength(own[0], own[1], own[2]));
    t[26] = 1.0f;
  }
  int ours = mine ? best_reachable(own, hand | s.own.hidden) : 0;
  int them = theirs ? best_reachable(other, s.other.hidden) : 0;
  t[29] = ours / 160.0f;
  t[30] = them / 160.0f;
  t[31] = ours && them && ours > them;
}
DEVICE void global_features(const Game& g, u64 hand, float* t) {
  int mates = 0, twins = 0, total = 0;
  u64 left = hand;
  while (left) {
    int card = lowest(left);
    left &= left - 1;
    mates += popcount(related(card) & of_colour(colour_of(card)) & hand) - 1;
    twins += popcount(of_number(number_of(card)) & hand) - 1;
    total += number_of(card) + 1;
  }
  bool triple = (hand & hand >> 1 & hand >> 2 & (ONES * 0x7f)) != 0;
  t[0] = g.deck_left / 42.0f;
  t[1] = popcount(hand) / 6.0f;
  t[2] = mates > 6 ? 1.0f : mates / 6.0f;
  t[3] = twins > 6 ? 1.0f : twins / 6.0f;
  t[4] = triple;
  t[5] = total / 45.0f;
  t[6] = g.deck_left == 0;
  t[7] = hand == 0;
}
DEVICE bool helps(const signed char* own, const signed char* other, int card) {
  int mine = count(own);
  bool complete = count(other) == 3;
  if (mine == 3) return false;
  if (mine == 2) {
    Thirds t = thirds_of(own[0], own[1]);
    u64 set = t.run | t.colour | t.three;
    if (complete) set |= beating(own[0], own[1], strength(other[0], other[1], other[2]));
    return set >> card & 1;
  }
  if (complete) return true;
  return mine == 1 && ((related(own[0]) | of_colour(colour_of(own[0]))) >> card & 1);
}

DEVICE void look_at(Scene& s, const Game& g, const float* odds) {
  int seat = g.mover;
  u64 hidden = g.unseen & ~g.hand[seat];
  const float* row = odds + min2(g.deck_left, 42) * 2 * ODDS;
  look(s.own, g.hand[seat], hidden, row);
  look(s.other, 0, hidden, row + ODDS);
  s.game = &g;
  s.seat = seat;
  for (int who = 0; who < 2; who++) {
    int at = who ? 1 - seat : seat;
    s.decided[who] = g.claimed[at] | claimable(g, at);
  }
}
DEVICE void decided_after(const Scene& s, int card, int stone, u32* after) {
  Game g = *s.game;
  lay(g, s.seat, stone, card);
  for (int who = 0; who < 2; who++) {
    int at = who ? 1 - s.seat : s.seat;
    after[who] = g.claimed[at] | claimable(g, at);
  }
}
// The features of a stone after a placement.
DEVICE void features_after(const Scene& s, const u32* after, int card, int stone, int at,
                           float* t) {
  for (int who = 0; who < 2; who++)
    if (after[who] >> at & 1) {
      for (int i = 0; i < FEATURES; i++) t[i] = 0.0f;
      t[27 + who] = 1.0f;
      return;
    }
  signed char own[3];
  for (int i = 0; i < 3; i++) own[i] = s.game->side[s.seat][at][i];
  if (at == stone) own[count(own)] = card;
  stone_traits(s, own, s.game->side[1 - s.seat][at], s.own.hand & ~bit(card), t);
}

#ifdef __CUDACC__

__device__ static void part(const float* w, const float* t, int stone, float* sums) {
  float first[FIRST];
  for (int j = 0; j < FIRST; j++) first[j] = w[B1 + j];
  for (int i = 0; i < FEATURES; i++)
    if (t[i] != 0.0f) {
      float value = t[i];
#pragma unroll
      for (int j = 0; j < FIRST; j++) first[j] += value * w[W1 + i * FIRST + j];
    }
  float second[SECOND];
  for (int j = 0; j < SECOND; j++) second[j] = w[B2 + j];
#pragma unroll
  for (int i = 0; i < FIRST; i++) {
    float value = fmaxf(first[i], 0.0f);
#pragma unroll
    for (int j = 0; j < SECOND; j++) second[j] += value * w[W2 + i * SECOND + j];
  }
#pragma unroll
  for (int i = 0; i < SECOND; i++) {
    float value = fmaxf(second[i], 0.0f);
    for (int j = 0; j < HEAD; j++) sums[j] += value * w[W3 + (stone * SECOND + i) * HEAD + j];
  }
}

__device__ static u32 next(u64& state) {
  state += 0x9e3779b97f4a7c15ull;
  u64 z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return (u32)((z ^ (z >> 31)) >> 32);
}

// The placement with the highest value plus noise.
__device__ static float choose(const float* w, const Scene& s, float noise, u64& random, int& card,
                               int& stone) {
  const Game& g = *s.game;
  u32 decided = s.decided[0] | s.decided[1];
  u32 open = LANE & ~(g.claimed[0] | g.claimed[1] | g.full[s.seat]);
  u32 pending = (g.full[0] | g.full[1]) & ~decided;
  float parts[STONES][HEAD], t[FEATURES];
  for (int at = 0; at < STONES; at++) {
    for (int j = 0; j < HEAD; j++) parts[at][j] = 0.0f;
    features_after(s, s.decided, 63, -1, at, t);
    part(w, t, at, parts[at]);
  }
  float top = -1e9f, found = 0.0f;
  u64 left = g.hand[s.seat];
  while (left) {
    int held = lowest(left);
    left &= left - 1;
    float base[HEAD], globals[GLOBALS];
    global_features(g, g.hand[s.seat] & ~bit(held), globals);
    for (int j = 0; j < HEAD; j++) {
      base[j] = w[B3 + j];
      for (int i = 0; i < GLOBALS; i++) base[j] += globals[i] * w[WG + i * HEAD + j];
    }
    u32 changed = 0;
    for (int at = 0; at < STONES; at++) {
      if (!(decided >> at & 1) && helps(g.side[s.seat][at], g.side[1 - s.seat][at], held)) {
        changed |= 1u << at;
      } else {
        for (int j = 0; j < HEAD; j++) base[j] += parts[at][j];
      }
    }
    for (int to = 0; to < STONES; to++) {
      if (!(open >> to & 1)) continue;
      u32 after[2] = {s.decided[0], s.decided[1]};
      if (pending || g.side[s.seat][to][1] >= 0) decided_after(s, held, to, after);
      float value;
      if (wins(after[0])) {
        value = 20.0f;
      } else if (wins(after[1])) {
        value = -20.0f;
      } else {
        float sums[HEAD];
        u32 fresh = ((after[0] | after[1]) & ~decided) | 1u << to;
        for (int j = 0; j < HEAD; j++) sums[j] = base[j];
        u32 redo = changed | fresh;
        for (int at = 0; at < STONES; at++) {
          if (!(redo >> at & 1)) continue;
          if (!(changed >> at & 1))
            for (int j = 0; j < HEAD; j++) sums[j] -= parts[at][j];
          features_after(s, after, held, to, at, t);
          part(w, t, at, sums);
        }
        value = w[B4];
        for (int j = 0; j < HEAD; j++) value += fmaxf(sums[j], 0.0f) * w[W4 + j];
      }
      float noisy = value + (noise > 0.0f ? noise * (next(random) & 1023) / 1024.0f : 0.0f);
      if (noisy > top) {
        top = noisy;
        found = value;
        card = held;
        stone = to;
      }
    }
  }
  return found;
}

// Plays one game per thread. `samples` receives the features of every placement in units of 1/255,
// `goals` its target value, or -1, and `results`, if given, the result of the game.
extern "C" __global__ void self_play(const float* weights, const float* odds, u64 seed, float fade,
                                     float noise, unsigned char* samples, float* goals,
                                     float* results, int games) {
  extern __shared__ float w[];
  for (int at = threadIdx.x; at < WEIGHTS; at += blockDim.x) w[at] = weights[at];
  __syncthreads();
  int number = blockIdx.x * blockDim.x + threadIdx.x;
  if (number >= games) return;
  u64 random = seed * 0x2545f4914f6cdd1dull + (u64)number * 0xd1342543de82ef95ull;
  unsigned char cards[54];
  for (int at = 0; at < 54; at++) cards[at] = at;
  for (int at = 53; at > 0; at--) {
    int other = next(random) % (at + 1);
    unsigned char card = cards[at];
    cards[at] = cards[other];
    cards[other] = card;
  }
  Game g;
  for (int seat = 0; seat < 2; seat++) {
    g.hand[seat] = 0;
    g.claimed[seat] = g.full[seat] = 0;
    for (int at = 0; at < 6; at++) g.hand[seat] |= bit(cards[42 + 6 * seat + at]);
    for (int stone = 0; stone < STONES; stone++)
      for (int at = 0; at < 3; at++) g.side[seat][stone][at] = NONE;
  }
  g.unseen = ALL;
  g.second_first = 0;
  g.deck_left = 42;
  g.mover = 0;
  float values[STEPS];
  int seats[STEPS];
  int steps = 0, winner = -1, passes = 0;
  unsigned char* sample = samples + (size_t)number * STEPS * SAMPLE;
  float* goal = goals + (size_t)number * STEPS;
  for (int at = 0; at < STEPS; at++) goal[at] = -1.0f;
  while (winner < 0 && passes < 3) {
    u32 open = LANE & ~(g.claimed[0] | g.claimed[1] | g.full[g.mover]);
    if (open && g.hand[g.mover] && steps < STEPS) {
      passes = 0;
      Scene s;
      look_at(s, g, odds);
      int card = 0, stone = 0;
      float odd = next(random) % 6 == 0 ? noise : 0.0f;
      float value = choose(w, s, odd, random, card, stone);
      u32 after[2];
      decided_after(s, card, stone, after);
      values[steps] = 1.0f / (1.0f + __expf(-value));
      seats[steps] = g.mover;
      if (!wins(after[0]) && !wins(after[1])) {
        goal[steps] = 0.0f;
        float t[FEATURES];
        unsigned char* row = sample + (size_t)steps * SAMPLE;
        for (int at = 0; at < STONES; at++) {
          features_after(s, after, card, stone, at, t);
          for (int i = 0; i < FEATURES; i++)
            row[at * FEATURES + i] = (unsigned char)(t[i] * 255.0f + 0.5f);
        }
        global_features(g, g.hand[g.mover] & ~bit(card), t);
        for (int i = 0; i < GLOBALS; i++)
          row[STONES * FEATURES + i] = (unsigned char)(t[i] * 255.0f + 0.5f);
      }
      steps++;
      g.hand[g.mover] &= ~bit(card);
      lay(g, g.mover, stone, card);
    } else {
      passes++;
    }
    g.claimed[g.mover] |= claimable(g, g.mover);
    if (wins(g.claimed[g.mover])) {
      winner = g.mover;
      break;
    }
    if (passes == 0 && g.deck_left > 0) {
      g.deck_left--;
      g.hand[g.mover] |= bit(cards[g.deck_left]);
    }
    g.mover = 1 - g.mover;
  }
  for (int seat = 0; seat < 2; seat++) {
    float target = winner == seat ? 1.0f : 0.0f;
    for (int at = steps - 1; at >= 0; at--) {
      if (seats[at] != seat) continue;
      if (goal[at] >= 0.0f) goal[at] = target;
      if (results) results[(size_t)number * STEPS + at] = winner == seat ? 1.0f : 0.0f;
      target = fade * target + (1.0f - fade) * values[at];
    }
  }
}

// Plays one game per thread with two networks, each deal twice with swapped seats. `winners`
// receives 1 if the first network wins.
extern "C" __global__ void duel(const float* weights, const float* odds, u64 seed, int* winners,
                                int games) {
  extern __shared__ float w[];
  for (int at = threadIdx.x; at < 2 * WEIGHTS; at += blockDim.x) w[at] = weights[at];
  __syncthreads();
  int number = blockIdx.x * blockDim.x + threadIdx.x;
  if (number >= games) return;
  u64 random = seed * 0x2545f4914f6cdd1dull + (u64)(number >> 1) * 0xd1342543de82ef95ull;
  unsigned char cards[54];
  for (int at = 0; at < 54; at++) cards[at] = at;
  for (int at = 53; at > 0; at--) {
    int other = next(random) % (at + 1);
    unsigned char card = cards[at];
    cards[at] = cards[other];
    cards[other] = card;
  }
  Game g;
  for (int seat = 0; seat < 2; seat++) {
    g.hand[seat] = 0;
    g.claimed[seat] = g.full[seat] = 0;
    for (int at = 0; at < 6; at++) g.hand[seat] |= bit(cards[42 + 6 * seat + at]);
    for (int stone = 0; stone < STONES; stone++)
      for (int at = 0; at < 3; at++) g.side[seat][stone][at] = NONE;
  }
  g.unseen = ALL;
  g.second_first = 0;
  g.deck_left = 42;
  g.mover = 0;
  int steps = 0, winner = -1, passes = 0;
  while (winner < 0 && passes < 3) {
    u32 open = LANE & ~(g.claimed[0] | g.claimed[1] | g.full[g.mover]);
    if (open && g.hand[g.mover] && steps < STEPS) {
      passes = 0;
      Scene s;
      look_at(s, g, odds);
      int card = 0, stone = 0;
      choose(w + (g.mover ^ (number & 1)) * WEIGHTS, s, 0.0f, random, card, stone);
      steps++;
      g.hand[g.mover] &= ~bit(card);
      lay(g, g.mover, stone, card);
    } else {
      passes++;
    }
    g.claimed[g.mover] |= claimable(g, g.mover);
    if (wins(g.claimed[g.mover])) {
      winner = g.mover;
      break;
    }
    if (passes == 0 && g.deck_left > 0) {
      g.deck_left--;
      g.hand[g.mover] |= bit(cards[g.deck_left]);
    }
    g.mover = 1 - g.mover;
  }
  winners[number] = winner == (number & 1);
}
#endif
