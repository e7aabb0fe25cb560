/* Road Trip Europa in C with players who do not think: the yardstick for compiled rules.
 *
 * The same decisions as games/road_trip.game in the same order of stages: every pick of every player is one choice among
 * the cards of the hand, every kind of culture one choice among none and what can be scored. The tables come from the
 * game's CSV files, written as tables.h by c_loops.py.
 *
 *     road_trip PLAYERS GAMES SEED    prints seconds, decisions, and the sums over all games of totals and of wins by seat
 */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tables.h"

enum { ROUNDS = 4, PICKS = 7, MOST = 4 };

static uint64_t dice;

static uint32_t below(uint32_t bound) { /* PCG32, unbiased */
  for (;;) {
    uint64_t old = dice;
    dice = old * 6364136223846793005ULL + 1442695040888963407ULL;
    uint32_t word = (uint32_t)(((old >> 18) ^ old) >> 27), turn = (uint32_t)(old >> 59);
    uint32_t number = (word >> turn) | (word << (-turn & 31));
    /* Less than (2**32 - bound) % bound does not count, and that is less than the bound. */
    if (number >= bound || number >= -bound % bound) return number % bound;
  }
}

static long decisions;
static int players;
static int totals[MOST], passport[MOST], ends[MOST];

static void shuffle(int8_t *cards, int count) {
  for (int last = count - 1; last > 0; last--) {
    int place = (int)below((uint32_t)last + 1);
    int8_t card = cards[place];
    cards[place] = cards[last];
    cards[last] = card;
  }
}

static void play(void) {
  int8_t stock[COUNTRIES], earlier[COUNTRIES], hand[MOST][PICKS], trip[MOST][PICKS];
  int8_t marked[MOST][COUNTRIES] = {{0}}, scored[MOST][CULTURES] = {{0}};
  int in_stock = COUNTRIES, in_earlier = 0;
  const int each = players == 2 ? 4 : players == 3 ? 3 : 2;
  memset(totals, 0, sizeof totals);
  memset(ends, 0, sizeof ends);
  for (int card = 0; card < COUNTRIES; card++) stock[card] = (int8_t)card;
  shuffle(stock, in_stock);
  for (int round = 1; round <= ROUNDS; round++) {
    for (int pick = 0; pick < PICKS; pick++)
      for (int p = 0; p < players; p++) {
        if (in_stock == 0) { /* the trips of earlier rounds become the stock */
          memcpy(stock, earlier, (size_t)in_earlier);
          in_stock = in_earlier;
          in_earlier = 0;
          shuffle(stock, in_stock);
        }
        hand[p][pick] = stock[--in_stock];
      }
    for (int pick = 0; pick < PICKS; pick++) {
      int left = PICKS - pick;
      for (int p = 0; p < players; p++) {
        int chosen = left > 1 ? (int)below((uint32_t)left) : 0;
        decisions += left > 1;
        trip[p][pick] = hand[p][chosen];
        memmove(&hand[p][chosen], &hand[p][chosen + 1], (size_t)(left - chosen - 1));
      }
      int8_t last[PICKS];
      memcpy(last, hand[players - 1], sizeof last);
      for (int p = players - 1; p > 0; p--) memcpy(hand[p], hand[p - 1], sizeof last);
      memcpy(hand[0], last, sizeof last);
    }
    int seen[CULTURES] = {0}, own[MOST][CULTURES] = {{0}}, kinds[MOST];
    for (int p = 0; p < players; p++)
      for (int at = 0; at < PICKS; at++) {
        int kind = culture[trip[p][at]];
        if (kind >= 0) own[p][kind]++, seen[kind]++;
      }
    for (int p = 0; p < players; p++) {
      int options[CULTURES + 1], count = 0;
      options[count++] = -1;
      for (int kind = 0; kind < CULTURES; kind++)
        if (own[p][kind] && !scored[p][kind]) options[count++] = kind;
      kinds[p] = -1;
      if (count > 1) {
        kinds[p] = options[below((uint32_t)count)];
        decisions++;
      }
      if (kinds[p] >= 0) scored[p][kinds[p]] = (int8_t)round;
    }
    for (int p = 0; p < players; p++) {
      int eaten = 0, means[TRANSPORTS] = {0}, points;
      for (int at = 0; at < PICKS; at++) {
        int card = trip[p][at];
        if (!marked[p][card]) marked[p][card] = (int8_t)round;
        eaten += food_points[card];
        if (transport[card] >= 0) means[transport[card]]++;
      }
      points = abs(number[trip[p][0]] - number[trip[p][PICKS - 1]]);
      ends[p] += points;
      points += eaten <= 7 ? eaten : (eaten + 1) / 2;
      for (int one = 0; one < TRANSPORTS; one++) points += means[one] / 2 * pair_points[one];
      if (kinds[p] >= 0) points += each * (seen[kinds[p]] - own[p][kinds[p]]);
      totals[p] += points;
      memcpy(&earlier[in_earlier], trip[p], PICKS);
      in_earlier += PICKS;
    }
  }
  int finished[MOST][REGIONS], first[REGIONS], stamped[MOST];
  for (int r = 0; r < REGIONS; r++) first[r] = ROUNDS + 1;
  for (int p = 0; p < players; p++) {
    int visited[REGIONS];
    for (int r = 0; r < REGIONS; r++) finished[p][r] = 0, visited[r] = ROUNDS + 1;
    for (int card = 0; card < COUNTRIES; card++) {
      int when = marked[p][card] ? marked[p][card] : ROUNDS + 1, r = region[card];
      if (marked[p][card]) totals[p]++;
      if (when > finished[p][r]) finished[p][r] = when;
      if (when < visited[r]) visited[r] = when;
    }
    stamped[p] = 0;
    for (int r = 0; r < REGIONS; r++) {
      if (finished[p][r] < first[r]) first[r] = finished[p][r];
      if (visited[r] > stamped[p]) stamped[p] = visited[r];
    }
  }
  for (int p = 0; p < players; p++) {
    for (int r = 0; r < REGIONS; r++)
      if (finished[p][r] <= ROUNDS && finished[p][r] == first[r]) totals[p] += star[r];
    passport[p] = 0;
    if (stamped[p] <= ROUNDS) {
      int before = 0;
      for (int when = 1; when < stamped[p]; when++)
        for (int q = 0; q < players; q++)
          if (stamped[q] == when) {
            before++;
            break;
          }
      static const int points[] = {7, 3, 1, 0};
      passport[p] = points[before];
      totals[p] += passport[p];
    }
  }
}

static int better(int p, int q) { /* the order of winners: total, passport, start and end */
  if (totals[p] != totals[q]) return totals[p] - totals[q];
  if (passport[p] != passport[q]) return passport[p] - passport[q];
  return ends[p] - ends[q];
}

int main(int count, char **words) {
  if (count != 4) return 2;
  players = atoi(words[1]);
  long games = atol(words[2]), sums[MOST] = {0}, wins[MOST] = {0};
  dice = strtoull(words[3], NULL, 10) * 0x9E3779B97F4A7C15ULL + 1;
  struct timespec begun, ended;
  clock_gettime(CLOCK_MONOTONIC, &begun);
  for (long game = 0; game < games; game++) {
    play();
    int best = 0;
    for (int p = 0; p < players; p++) {
      sums[p] += totals[p];
      if (better(p, best) > 0) best = p;
    }
    for (int p = 0; p < players; p++) wins[p] += better(p, best) == 0;
  }
  clock_gettime(CLOCK_MONOTONIC, &ended);
  printf("%.9f %ld", (double)(ended.tv_sec - begun.tv_sec) + 1e-9 * (double)(ended.tv_nsec - begun.tv_nsec), decisions);
  for (int p = 0; p < players; p++) printf(" %ld", sums[p]);
  for (int p = 0; p < players; p++) printf(" %ld", wins[p]);
  printf("\n");
  return 0;
}
