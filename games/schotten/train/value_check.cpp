// Compares the features of `value_game.cu` with those of the Rust code:
//
//   python3 -c 'from value_odds import table; print(*table())' >odds
//   cargo run --release -p ennead-schotten --example schotten_training -- value \
//     >samples
//   g++ -O1 -o value_check value_check.cpp && ./value_check odds samples

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "value_game.cu"

int differing(const float* ours, int count, std::istringstream& line) {
  int found = 0;
  for (int at = 0; at < count; at++) {
    float theirs;
    line >> theirs;
    found += std::fabs(theirs - ours[at]) > 1e-4f;
  }
  return found;
}

bool read(std::istringstream& line, Game& game, int& card, int& stone) {
  game.full[0] = game.full[1] = 0;
  game.mover = 0;
  game.hand[1] = 0;
  for (int seat = 0; seat < 2; seat++)
    for (int at = 0; at < STONES; at++) {
      for (int place = 0; place < 3; place++) {
        int held;
        if (!(line >> held)) return false;
        game.side[seat][at][place] = held;
      }
      if (game.side[seat][at][2] >= 0) game.full[seat] |= 1u << at;
    }
  line >> game.unseen >> game.hand[0] >> game.claimed[0] >> game.claimed[1];
  line >> game.second_first >> game.deck_left >> card >> stone;
  return bool(line);
}

int main(int, char** arguments) {
  std::ifstream odds_file(arguments[1]), samples(arguments[2]);
  std::vector<float> odds;
  for (float number; odds_file >> number;) odds.push_back(number);
  int lines = 0, wrong = 0;
  for (std::string text; std::getline(samples, text);) {
    std::istringstream line(text);
    Game game;
    int card, stone;
    if (!read(line, game, card, stone)) continue;
    Scene scene;
    look_at(scene, game, odds.data());
    u32 after[2];
    decided_after(scene, card, stone, after);
    float features[FEATURES];
    for (int at = 0; at < STONES; at++) {
      features_after(scene, after, card, stone, at, features);
      wrong += differing(features, FEATURES, line);
    }
    global_features(game, game.hand[0] & ~bit(card), features);
    wrong += differing(features, GLOBALS, line);
    lines++;
  }
  std::printf("%d samples, %d features differ\n", lines, wrong);
  return lines == 0 || wrong != 0;
}
