/* Drives the search of github.com/TomAlard/UTTT_player (commit 1166a70) by lines, so that it can
 * start from any opening. Built inside a clone of it:
 *
 *   gcc -O3 -march=native -std=gnu17 -Isrc -o engine driver.c src/board/[bps]*.c src/misc/util.c \
 *     src/mcts/[fm]*.c src/handle_turn.c src/nn/[fp]*.c -lm
 *
 * "n SEAT" begins a game, "p GRID CELL" plays a move, and "g SECONDS" thinks, plays and answers
 * "GRID CELL". Grids and cells count from 0. */
#include <stdio.h>
#include <stdlib.h>
#include "handle_turn.h"

static Board* board;
static int root;

static void play(Square move) {
    root = updateRoot(&board->nodes[root], board, move);
    makePermanentMove(board, move);
}

int main(void) {
    char line[64];
    int grid, cell;
    while (fgets(line, sizeof line, stdin)) {
        switch (line[0]) {
        case 'n':
            if (board) freeBoard(board);
            board = createBoard();
            root = createMCTSRootNode(board);
            board->me = atoi(line + 2) == 1 ? PLAYER1 : PLAYER2;
            break;
        case 'p':
            if (sscanf(line + 2, "%d%d", &grid, &cell) != 2) return 1;
            discoverChildNodes(root, board);
            play((Square) {grid, cell});
            break;
        case 'g': {
            findNextMove(board, root, atof(line + 2));
            Square move = getMostPromisingMove(board, &board->nodes[root]);
            play(move);
            printf("%d %d\n", move.board, move.position);
            fflush(stdout);
        }
        }
    }
}
