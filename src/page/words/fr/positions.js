// Ce que la lecture d’un cube, d’une position d’échecs ou d’un jeu refuse, en français : des motifs de `solvers.js`.

const SIDES = { White: 'Blanc', Black: 'Noir', white: 'blanc', black: 'noir' };
const COLOURS = { white: 'blanc', red: 'rouge', green: 'vert', yellow: 'jaune', orange: 'orange', blue: 'bleu' };

export const POSITIONS = [
  // Cube
  ['a cube is written as 24 \\(2×2×2\\) or 54 \\(3×3×3\\) letters, the faces in the order U R F D L B, each row by row; this text has (\\d+)', 'un cube s’écrit en 24 (2×2×2) ou 54 (3×3×3) lettres, les faces dans l’ordre U R F D L B, chacune ligne par ligne; ce texte en a $1'],
  ['(\\S+) at letter (\\d+) is neither a face \\(U R F D L B\\), nor a colour \\(W R G Y O B\\), nor a digit in a text of digits \\(1 to 6, or 0 to 5\\)', '$1 à la lettre $2 n’est ni une face (U R F D L B), ni une couleur (W R G Y O B), ni un chiffre (1 à 6, ou 0 à 5)'],
  ['(\\S+) is a face and (\\S+) a colour: write the cube in faces \\(U R F D L B\\) or in colours \\(W R G Y O B\\)', '$1 est une face et $2 une couleur\u00a0: écrivez le cube en faces (U R F D L B) ou en couleurs (W R G Y O B)'],
  ['move (\\d+), (".*"), is not a move: .*', 'la rotation $1, $2, n’en est pas une\u00a0: il faut une face U R F D L B, une tranche M E S ou une rotation du cube x y z, suivie de rien, de 2 ou de \''],
  ['a sequence has at most (\\d+) moves', 'une suite a au plus $1 rotations'],
  ['(\\S+) turns a middle layer, and a 2×2×2 has none', '$1 tourne une couche du milieu, et un 2×2×2 n’en a pas'],
  ['(\\S+) is not a size of cube: 2 or 3', '$1 n’est pas une taille de cube\u00a0: 2 ou 3'],
  ['(\\S+) is not a method for the (\\S+)', 'la méthode $1 ne convient pas au $2'],
  ['the faces (\\S+) and (\\S+) both have an? (\\w+) centre, and a centre gives its face its colour', (_, one, other, colour) => `les faces ${one} et ${other} ont toutes deux un centre ${COLOURS[colour] ?? colour}, et un centre donne sa couleur à sa face`],
  ['the piece at (\\S+) shows (.*), and no (corner|edge) has these colours together', (_, at, colours, kind) => `la pièce en ${at} montre ${colours}, et ${kind === 'corner' ? 'aucun coin' : 'aucune arête'} n’a ces couleurs ensemble`],
  ['the corner at (\\S+) shows (.*): its mirror image exists, it does not \\(two of its stickers are swapped\\)', 'le coin en $1 montre $2\u00a0: son image en miroir existe, lui non (deux de ses facettes sont échangées)'],
  ['the piece at (\\S+) shows (.*), and so does the one at (\\S+): a cube has this (?:corner|edge) once', 'la pièce en $1 montre $2, comme celle en $3\u00a0: un cube n’a cette pièce qu’une fois'],
  ['a corner is twisted: turn any one corner a third of a turn (against the clock|clockwise), in the hand, and the cube can be solved', (_, way) => `un coin est tordu\u00a0: tournez à la main un coin, n’importe lequel, d’un tiers de tour ${way === 'clockwise' ? 'dans le sens des aiguilles' : 'en sens inverse des aiguilles'}, et le cube a une solution`],
  ['an edge is flipped: flip any one edge, in the hand, and the cube can be solved', 'une arête est retournée\u00a0: retournez à la main une arête, n’importe laquelle, et le cube a une solution'],
  ['two pieces are swapped: the permutation of the corners and that of the edges differ in parity; swap any two corners or any two edges, in the hand, and the cube can be solved', 'deux pièces sont échangées\u00a0: la permutation des coins et celle des arêtes diffèrent en parité; échangez à la main deux coins ou deux arêtes, et le cube a une solution'],
  ['(.*): a (\\d×\\d×\\d) has (\\d+) of each colour', '$1\u00a0: un $2 a $3 facettes de chaque couleur'],
  ['\\b(white|red|green|yellow|orange|blue) \\(([URFDLB])\\)', (_, colour, face) => `${COLOURS[colour]} (${face})`],

  // Échecs
  ['a FEN has six fields with spaces between, or the first four: .* this one has (\\d+)', 'une FEN a six champs séparés par des espaces, ou les quatre premiers\u00a0: le plateau, w ou b, les roques (KQkq ou -), la prise en passant (une case ou -), le compteur de demi-coups et le numéro du coup; celle-ci en a $1'],
  ['the board has eight ranks with / between, from rank 8 down; this one has (\\d+)', 'le plateau a huit rangées séparées par /, depuis la huitième; celui-ci en a $1'],
  ['rank (\\d+) of the board has (\\d+) squares and not 8', 'la rangée $1 du plateau a $2 cases et non 8'],
  ['(\\S+) in rank (\\d+) is neither a piece \\(KQRBNP, kqrbnp\\) nor a number of empty squares \\(1 to 8\\)', '$1 dans la rangée $2 n’est ni une pièce (KQRBNP, kqrbnp) ni un nombre de cases vides (1 à 8)'],
  ['(White|Black) has (\\d+) kings and not one', (_, side, count) => `${SIDES[side]} a ${count} rois et non un`],
  ['(White|Black) has (\\d+) pawns and (\\d+) pieces, pawns included; a side has at most 8 and 16', (_, side, pawns, pieces) => `${SIDES[side]} a ${pawns} pions et ${pieces} pièces, pions compris; un camp en a au plus 8 et 16`],
  ['there is a pawn on (\\S+), and a pawn is never on rank 1 or 8', 'il y a un pion en $1, et un pion n’est jamais sur la rangée 1 ou 8'],
  ['the kings stand on neighbouring squares, (\\S+) and (\\S+)', 'les rois sont sur des cases voisines, $1 et $2'],
  ['the side to move is w or b, not (.*)', 'le trait est w ou b, et non $1'],
  ['(White|Black) is in check and has just moved: its king could be taken', (_, side) => `${SIDES[side]} est en échec et vient de jouer\u00a0: son roi pourrait être pris`],
  ['(White|Black) is in check by (\\d+) pieces; two at most are possible', (_, side, count) => `${SIDES[side]} est en échec par ${count} pièces; deux au plus sont possibles`],
  ['castling is - or some of the letters KQkq, each once; not (.*)', 'les roques sont - ou des lettres de KQkq, chacune une fois, et non $1'],
  ['castling says (\\S+), which needs the king on (\\S+) and a rook of its colour on (\\S+)', 'les roques disent $1, ce qui demande le roi en $2 et une tour de sa couleur en $3'],
  ['en passant is - or a square of rank (\\d+), the one just passed by a pawn; not (.*)', 'la prise en passant est - ou une case de la rangée $1, celle qu’un pion vient de sauter, et non $2'],
  ['no pawn can just have passed (\\S+): it and the square behind must be empty, and the pawn on the square before it', 'aucun pion ne peut venir de sauter $1\u00a0: elle et celle de derrière doivent être vides, et le pion devant elle'],
  ['the check on the king cannot come from a pawn\'s double step over (\\S+)', 'l’échec au roi ne peut venir du double pas d’un pion par $1'],
  ['the halfmove clock is a number from 0 to 100, not (.*)', 'le compteur de demi-coups est un nombre de 0 à 100, et non $1'],
  ['the move number is a number from 1 to 65535, not (.*)', 'le numéro du coup est un nombre de 1 à 65535, et non $1'],

  // Jeux
  ['move (\\d+): ', 'coup $1\u00a0: '],
  ['a move is a column, one digit from 1 \\(left\\) to 7 \\(right\\)', 'un coup est une colonne, un chiffre de 1 (à gauche) à 7 (à droite)'],
  ['a cell is a capital letter A to C and a digit 1 to 3, as in B2', 'une case est une majuscule de A à C et un chiffre de 1 à 3, comme B2'],
  ['(?:column|colonne) (\\d) is full', 'la colonne $1 est pleine'],
  ['^the game is over$', 'la partie est finie'],
  ['(\\d+) X and (\\d+) O with `(\\w) (\\d+)` is no position of a game that White \\(X\\) begins and (three|four) in line end', (_, white, black, side, plies, line) => `${white} X et ${black} O avec «\u00a0${side} ${plies}\u00a0» n’est pas une position d’un jeu que Blanc (X) commence et que ${line === 'three' ? 'trois' : 'quatre'} alignés finissent`],
];
