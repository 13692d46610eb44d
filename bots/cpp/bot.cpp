// A Chinese-knights bot in C++17, on the standard library alone. It speaks on standard input, through `arbitre bot bridge`:
//
//     c++ -std=c++17 -O2 -o bot bot.cpp
//     arbitre bot bridge --name my-bot --seek --opponent greedy --games 1 -- ./bot
//
// Edit choose(); the rest keeps the board and talks to the bridge. Write all other output to std::cerr.

#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <iterator>
#include <random>
#include <sstream>
#include <string>
#include <vector>

// board[row][column], rows 1 to 9 and columns A to I from 0; 'N' a white knight, 'n' a black one, '.' none.
using Board = std::array<std::string, 9>;

// Returns the move to play: one of `moves`, such as "B9-A7", or "PASSE"; of Connect Four "1", "2", … `me` is 'N' if you are White (and
// move towards row 1), 'n' if Black.
std::string choose(const Board& board, [[maybe_unused]] char me, const std::vector<std::string>& moves) {
    static std::mt19937 random{std::random_device{}()};
    std::uniform_real_distribution<double> fraction;
    std::string best;
    double most = -1;
    for (const auto& move : moves) {
        double score = fraction(random);
        if (move.find('-') != std::string::npos) { // else a pass, or a move of another game
            score += std::abs(move[1] - move[4]) + (board[move[4] - '1'][move[3] - 'A'] != '.' ? 3 : 0);
        }
        if (score > most) {
            most = score;
            best = move;
        }
    }
    return best;
}

std::vector<std::string> legal_moves(const Board& board, char side) {
    std::vector<std::string> moves;
    const int forward = side == 'N' ? -1 : 1;
    for (int row = 0; row < 9; row++) {
        for (int column = 0; column < 9; column++) {
            for (int aside : {-2, -1, 1, 2}) {
                const int ahead = std::abs(aside) == 1 ? 2 : 1, to_row = row + ahead * forward, to_column = column + aside;
                if (board[row][column] != side || to_row < 0 || to_row > 8 || to_column < 0 || to_column > 8 || board[to_row][to_column] == side) {
                    continue;
                }
                // Its leg: the intersection beside it in the longer direction.
                if ((ahead == 2 ? board[row + forward][column] : board[row][column + aside / 2]) == '.') {
                    moves.push_back({char('A' + column), char('1' + row), '-', char('A' + to_column), char('1' + to_row)});
                }
            }
        }
    }
    return moves.empty() ? std::vector<std::string>{"PASSE"} : moves;
}

void play(Board& board, const std::string& move) {
    if (move.size() == 5 && move[2] == '-') {
        std::swap(board[move[4] - '1'][move[3] - 'A'], board[move[1] - '1'][move[0] - 'A']);
        board[move[1] - '1'][move[0] - 'A'] = '.';
    }
}

// The move of choose() if it is legal; otherwise reports the error and returns the first legal move.
std::string checked(const Board& board, char me, int ply, const std::vector<std::string>& moves) {
    std::string wrong;
    try {
        const auto move = choose(board, me, moves);
        if (std::find(moves.begin(), moves.end(), move) != moves.end()) {
            return move;
        }
        wrong = "gave \"" + move + "\", which is not a legal move";
    } catch (const std::exception& error) {
        wrong = std::string("failed with ") + error.what();
    }
    std::cerr << "choose() " << wrong << ", at ply " << ply << "; " << moves[0] << " is played instead\n";
    return moves[0];
}

int main() {
    Board board;
    board.fill(".........");
    board[0] = ".nnn.nnn.";
    board[8] = ".NNN.NNN.";
    Board before = board; // as it was before this bot's last move
    bool moved_last = false;
    std::string me, line;
    std::vector<std::string> given; // the legal moves of a line `COUPS 1 2 3`, which the bridge sends for all games but knights
    int ply = 0;
    std::cout << "a bot in C++" << std::endl;
    while (std::getline(std::cin, line)) {
        std::string word, rest;
        std::istringstream words(line);
        words >> word;
        if (word == "COUPS") {
            given.assign(std::istream_iterator<std::string>(words), {});
        }
        words >> rest;
        if (word == "Blanc" || word == "Noir") {
            me = word;
        } else if (word == "MOUVEMENT") {
            play(board, rest);
            ply++;
            moved_last = false;
        } else if (word == "JOUEUR" && rest == me) {
            if (moved_last) { // the last move was illegal, and is forgiven
                board = before;
                ply--;
            }
            before = board;
            const char side = me == "Blanc" ? 'N' : 'n';
            const auto move = checked(board, side, ply++, given.empty() ? legal_moves(board, side) : given);
            play(board, move);
            moved_last = true;
            std::cout << move << std::endl;
        } else if (word == "FIN!") {
            break;
        }
    }
}
