// A Chinese-knights bot in C11, on the standard library alone. It speaks on standard input, through `arbitre bot bridge`:
//
//     cc -O2 -o bot bot.c
//     arbitre bot bridge --name my-bot --seek --opponent greedy --games 1 -- ./bot
//
// Edit choose(); the rest keeps the board and talks to the bridge. Write all other output to stderr.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// The board: board[row][column], rows 1 to 9 and columns A to I from 0; 'N' a white knight, 'n' a black one, '.' none.
typedef char Board[9][9];
// A move as it is written, such as "B9-A7", or "PASSE"; of Connect Four "1", "2", …
typedef char Move[6];
// The largest number of legal moves in any game.
#define MAX_MOVES 24

// Returns the move to play: one of `count` legal ones. `me` is 'N' if you are White (and move towards row 1), 'n' if Black.
static const char *choose(const Board board, char me, const Move *moves, int count) {
    (void)me;
    int best = 0;
    double most = -1;
    for (int k = 0; k < count; k++) {
        double score = (double)rand() / RAND_MAX;
        if (strchr(moves[k], '-')) { // else a pass, or a move of another game
            score += abs(moves[k][1] - moves[k][4]);
            score += board[moves[k][4] - '1'][moves[k][3] - 'A'] != '.' ? 3 : 0;
        }
        if (score > most) {
            most = score;
            best = k;
        }
    }
    return moves[best];
}

// Lists the legal moves of a side, at most 6 knights with 4 moves each; returns their number.
static int legal_moves(const Board board, char side, Move *moves) {
    int count = 0, forward = side == 'N' ? -1 : 1;
    for (int row = 0; row < 9; row++) {
        for (int column = 0; column < 9; column++) {
            for (int aside = -2; aside <= 2 && board[row][column] == side; aside++) {
                int ahead = abs(aside) == 1 ? 2 : 1, to_row = row + ahead * forward, to_column = column + aside;
                if (aside == 0 || to_row < 0 || to_row > 8 || to_column < 0 || to_column > 8 || board[to_row][to_column] == side) {
                    continue;
                }
                // Its leg: the intersection beside it in the longer direction.
                char leg = ahead == 2 ? board[row + forward][column] : board[row][column + aside / 2];
                if (leg == '.') {
                    snprintf(moves[count++], sizeof(Move), "%c%c-%c%c", 'A' + column, '1' + row, 'A' + to_column, '1' + to_row);
                }
            }
        }
    }
    if (count == 0) {
        strcpy(moves[count++], "PASSE");
    }
    return count;
}

// Parses the legal moves of a line `COUPS 1 2 3`, which the bridge sends for all games but knights; returns their number.
static int parsed_moves(char *line, Move *moves) {
    int count = 0;
    strtok(line, " \n");
    for (char *move; count < MAX_MOVES && (move = strtok(NULL, " \n")); count++) {
        snprintf(moves[count], sizeof(Move), "%.5s", move);
    }
    return count;
}

static void play(Board board, const char *move) {
    if (strlen(move) == 5 && move[2] == '-') {
        char *from = &board[move[1] - '1'][move[0] - 'A'];
        board[move[4] - '1'][move[3] - 'A'] = *from;
        *from = '.';
    }
}

// The move of choose() if it is legal; otherwise reports the error and returns the first legal move.
static const char *checked(const Board board, char me, int ply, const Move *moves, int count) {
    const char *move = choose(board, me, moves, count);
    for (int k = 0; move && k < count; k++) {
        if (strcmp(move, moves[k]) == 0) {
            return moves[k];
        }
    }
    fprintf(stderr, "choose() gave %s, which is not a legal move, at ply %d; %s is played instead\n", move ? move : "NULL", ply, moves[0]);
    return moves[0];
}

int main(void) {
    Board board, before; // before: before this bot's last move
    Move moves[MAX_MOVES];
    char line[1100], me = 0, moved_last = 0, first[] = ".nnn.nnn.", last[] = ".NNN.NNN.";
    int ply = 0, given = 0;
    memset(board, '.', sizeof board);
    memcpy(board[0], first, 9);
    memcpy(board[8], last, 9);
    srand((unsigned)time(NULL));
    setvbuf(stdout, NULL, _IOLBF, 0); // all lines together
    puts("a bot in C");
    while (fgets(line, sizeof line, stdin)) {
        char word[16] = "", rest[16] = "";
        sscanf(line, "%15s %15s", word, rest);
        if (strcmp(word, "Blanc") == 0 || strcmp(word, "Noir") == 0) {
            me = word[0] == 'B' ? 'N' : 'n';
        } else if (strcmp(word, "MOUVEMENT") == 0) {
            play(board, rest);
            ply++;
            moved_last = 0;
        } else if (strcmp(word, "COUPS") == 0) {
            given = parsed_moves(line, moves);
        } else if (strcmp(word, "JOUEUR") == 0 && me == (rest[0] == 'B' ? 'N' : 'n')) {
            if (moved_last) { // the last move was illegal, and is forgiven
                memcpy(board, before, sizeof board);
                ply--;
            }
            memcpy(before, board, sizeof board);
            const char *move = checked(board, me, ply, moves, given ? given : legal_moves(board, me, moves));
            play(board, move);
            ply++;
            moved_last = 1;
            puts(move);
        } else if (strcmp(word, "FIN!") == 0) {
            return 0;
        }
    }
    return 0;
}
