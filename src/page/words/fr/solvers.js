// Ce que disent les solveurs — indices, raisons, refus — en français. Une phrase est faite de morceaux, chacun un motif; ce qui n’est pas connu en
// entier reste dans la langue du solveur. `tests/solver-sentences.txt` tient ces motifs à ce qu’écrit la source.

import { POSITIONS } from './positions.js';

const UNIT = '(ligne|colonne|bloc) (\\d+)';

/// Les mots qui restent en anglais dans une phrase à moitié traduite.
const ENGLISH = /\b(the|of|is|are|has|have|not|no|and|or|in|at|to|it|its|that|this|with|than|then|so|only|every|expected|found|cell|cells|square|squares|board)\b/;

const TECHNIQUES = {
  'hidden single': 'singleton caché',
  'naked single': 'singleton nu',
  'pointing': 'pointage',
  'claiming': 'revendication',
  'naked pair': 'paire nue',
  'X-wing': 'X-wing',
  'hidden pair': 'paire cachée',
  'naked triple': 'triplet nu',
  'swordfish': 'espadon (swordfish)',
  'hidden triple': 'triplet caché',
  'XY-wing': 'XY-wing',
  'XYZ-wing': 'XYZ-wing',
  'naked quad': 'quadruplet nu',
  'jellyfish': 'méduse (jellyfish)',
  'hidden quad': 'quadruplet caché',
  'X-chain': 'chaîne X',
  'XY-chain': 'chaîne XY',
  'nested forcing chain': 'chaîne forcée imbriquée',
  'dynamic forcing chain': 'chaîne forcée dynamique',
  'forcing chain': 'chaîne forcée',
};

const FRAGMENTS = [
  ...POSITIONS,

  // Ce dont on parle
  ['\\brow (\\d+)', 'ligne $1'],
  ['\\bcolumn (\\d+)', 'colonne $1'],
  ['\\bbox (\\d+)', 'bloc $1'],
  ['\\br(\\d+)c(\\d+)\\b', 'L$1C$2'],
  ['^`(\\w+)`: ', '«\u00a0$1\u00a0»\u00a0: '],

  // Sudoku, pas à pas
  ...Object.entries(TECHNIQUES).map(([name, said]) => [`^${name}(?=: |$)`, said]),
  [`in ${UNIT} the digit (\\d+) has no other place than (\\S+)`, 'dans $1 $2 le chiffre $3 n’a pas d’autre place que $4'],
  [`in ${UNIT} the digit (\\d+) would have no other place than ([^\\s,]+)`, 'dans $1 $2 le chiffre $3 n’aurait pas d’autre place que $4'],
  ['(\\S+) can hold no other digit than (\\d+)', '$1 ne peut contenir que le chiffre $2'],
  ['(\\S+) could hold no other digit than (\\d+)', '$1 ne pourrait contenir que le chiffre $2'],
  ['(\\S+) can hold no digit', '$1 ne peut contenir aucun chiffre'],
  ['(\\S+) could hold no digit', '$1 ne pourrait contenir aucun chiffre'],
  [`the digit (\\d+) has no place in ${UNIT}`, 'le chiffre $1 n’a pas de place dans $2 $3'],
  [`the digit (\\d+) would have no place in ${UNIT}`, 'le chiffre $1 n’aurait pas de place dans $2 $3'],
  ['in ((?:ligne|colonne|bloc) [^:]*?) the digit (\\d+) stands only in', 'dans $1 le chiffre $2 ne se trouve que dans'],
  ['in ((?:ligne|colonne|bloc) \\d+) the cells (.*?) hold the digits', 'dans $1 les cases $2 contiennent les chiffres'],
  ['in ((?:ligne|colonne|bloc) \\d+) the digits (.*?) stand only in', 'dans $1 les chiffres $2 ne se trouvent que dans'],
  ['whichever digit (\\S+) holds, it or (\\S+) or (\\S+) holds (\\d+)', 'quel que soit le chiffre de $1, cette case, $2 ou $3 contient $4'],
  ['whichever digit (\\S+) holds, (\\S+) or (\\S+) holds (\\d+)', 'quel que soit le chiffre de $1, $2 ou $3 contient $4'],
  ['if (\\S+) held (\\d+), then', 'si $1 contenait $2, alors'],
  ['(\\S+) would not hold (\\d+) \\(for ', '$1 ne contiendrait pas $2 (car '],
  ['if (\\S+) is not (\\d+)', 'si $1 n’est pas $2'],
  ['then (\\S+) is not (\\d+)', 'alors $1 n’est pas $2'],
  ['then (\\S+) is (\\d+)', 'alors $1 est $2'],
  [', so (?=L\\d)', ', donc '],
  ['(\\S+) loses (\\d+)', '$1 perd $2'],
  ['(\\S+) lose (\\d+)', '$1 perdent $2'],

  // Light Up, pas à pas
  ['(\\S+) has no bulb: the bulb at (\\S+) lights it', '$1 n’a pas d’ampoule\u00a0: celle de $2 l’éclaire'],
  ['(\\S+) has no bulb: the clue at (\\S+) has all of its own', '$1 n’a pas d’ampoule\u00a0: le chiffre de $2 a déjà toutes les siennes'],
  ['(\\S+) has a bulb: the clue at (\\S+) needs every place that is left', '$1 a une ampoule\u00a0: il faut au chiffre de $2 toutes les places qui restent'],
  ['(\\S+) has a bulb: nothing else can light ([^\\s;]+)', '$1 a une ampoule\u00a0: rien d’autre ne peut éclairer $2'],
  ['(\\S+) has no bulb: it would leave the clue at (\\S+) too few places', '$1 n’a pas d’ampoule\u00a0: il resterait trop peu de places au chiffre de $2'],
  ['(\\S+) has no bulb: nothing could light (\\S+) any more', '$1 n’a pas d’ampoule\u00a0: plus rien ne pourrait éclairer $2'],
  ['(\\S+) has a bulb: without one ', '$1 a une ampoule\u00a0: sinon '],
  ['(\\S+) has no bulb: with one ', '$1 n’a pas d’ampoule\u00a0: sinon '],
  ['the clue (\\d) at (\\S+) would have (\\d+) bulbs', 'le chiffre $1 de $2 aurait $3 ampoules'],
  ['the clue (\\d) at (\\S+) has (\\d+) bulbs and only (\\d+) places left', 'le chiffre $1 de $2 a $3 ampoules et plus que $4 places'],
  ['nothing can light (\\S+)', 'rien ne peut éclairer $1'],

  // Taquin : le prochain coup
  ['^slide (\\S+) (left|right|up|down): ', (_, tile, way) => `glisser ${tile} vers ${{ left: 'la gauche', right: 'la droite', up: 'le haut', down: 'le bas' }[way]}\u00a0: `],
  ['then one more move reaches the goal, and no way is shorter', 'puis encore un coup mène au but, et aucun chemin n’est plus court'],
  ['then (\\d+) more moves reach the goal, and no way is shorter', 'puis encore $1 coups mènent au but, et aucun chemin n’est plus court'],
  ['that is the goal(?=$|;)', 'c’est le but'],
  ['to slide (.+?) first takes two moves more', (_, tiles) => `glisser d’abord ${tiles.replaceAll(' or ', ' ou ')} prend deux coups de plus`],
  ['to slide (.+?) first is as good', (_, tiles) => `glisser d’abord ${tiles.replaceAll(' or ', ' ou ')} est aussi bon`],
  ['this is the tile that is led home next, to', 'c’est la pièce à ramener maintenant, en'],
  ['the blank makes way for (.+?), which is led home next, to', 'le vide fait place à $1, à ramener maintenant, en'],
  ['the lines are set from the outside in', 'on pose les lignes de l’extérieur vers l’intérieur'],
  ['the lines outside are set: the last few cells are finished in the fewest moves', 'les lignes extérieures sont posées\u00a0: les dernières cases se finissent au plus court'],
  ['the board is the goal: nothing is left to do', 'le plateau est le but\u00a0: il n’y a plus rien à faire'],
  ['nothing is left to do', 'il n’y a plus rien à faire'],

  // Tour du cavalier : la prochaine case
  ['^go to (\\S+): ', 'aller en $1\u00a0: '],
  ['it is the only square left to go to, and a tour goes on through it', 'c’est la seule case où aller, et un tour continue par elle'],
  ['it is the last square', 'c’est la dernière case'],
  ['one square leads on from it', 'une case continue depuis elle'],
  ['(\\d+) squares lead on from it', '$1 cases continuent depuis elle'],
  ['and fewer from none of the others; a tour goes on through it', 'et aucune autre n’en a moins; un tour continue par elle'],
  ['no tour goes on through (.+?), from where no more lead on', (_, all) => `aucun tour ne continue par ${all.replaceAll(' or ', ' ou ')}, d’où il n’y en a pas plus`],
  ['no tour goes on from (\\S+); go back to (\\S+), square number (\\d+)', 'aucun tour ne continue depuis $1; revenir en $2, case numéro $3'],

  // Pourquoi il n’y a pas de solution
  ['every way to place the bulbs was tried and fails \\((\\d+) guesses\\)', 'toutes les façons de poser les ampoules ont été essayées et échouent ($1 essais)'],
  ['every way to fill the grid was tried and fails \\((\\d+) guesses\\)', 'toutes les façons de remplir la grille ont été essayées et échouent ($1 essais)'],
  ['every way to choose moves was tried and fails \\((\\d+) guesses\\)', 'tous les choix de sauts ont été essayés et échouent ($1 essais)'],
  ['every way was tried and fails', 'toutes les façons ont été essayées et échouent'],
  ['every board that can be reached has been seen: the goal is not among them', 'tous les plateaux accessibles ont été vus\u00a0: le but n’en est pas'],
  ['every path from the start has been followed: none is a tour', 'tous les chemins depuis le départ ont été suivis\u00a0: aucun n’est un tour'],
  ['every path from the start has been followed: there is no tour after the (\\d+) found', 'tous les chemins depuis le départ ont été suivis\u00a0: pas de tour après les $1 trouvés'],
  ['every path of every length has been followed: none is a closed tour', 'tous les chemins de toute longueur ont été suivis\u00a0: aucun n’est un tour fermé'],
  ['every path of every length has been followed: none is an? (?:open )?tour', 'tous les chemins de toute longueur ont été suivis\u00a0: aucun n’est un tour'],
  ['every way to begin a tour has been followed row by row, the alike ones together: none can be completed', 'tous les débuts de tour ont été suivis ligne par ligne, les semblables ensemble\u00a0: aucun ne peut être achevé'],
  ['every cube that turns reach was seen', 'tous les cubes que les rotations atteignent ont été vus'],
  ['in a single line tiles cannot pass each other, and start and goal have them in different orders', 'sur une seule ligne les pièces ne peuvent se croiser, et le départ et le but les ont dans des ordres différents'],
  ['every move exchanges the blank with one tile; from start to goal the permutation is (odd|even), but the blank\'s way of (\\d+) is (odd|even), so no sequence of moves does both',
    (_, one, steps, other) => `chaque coup échange le vide et une pièce; du départ au but la permutation est ${parity(one)}, mais le chemin du vide, ${steps}, est ${other === 'odd' ? 'impair' : 'pair'}\u00a0: aucune suite de coups ne fait les deux`],
  ['a closed tour ends a knight\'s move from where it begins; on one square it would end where it begins', 'un tour fermé finit à un saut de son départ; sur une case il finirait là où il commence'],
  ['on a (\\d+x\\d+) board a knight cannot move', 'sur un plateau $1 un cavalier ne peut pas bouger'],
  ['on a (\\d+x\\d+) board every move goes two squares along the long side, so that every other square stays out of reach', 'sur un plateau $1 chaque saut avance de deux cases dans la longueur, et une case sur deux reste hors d’atteinte'],
  ['a knight changes colour with every move, so a closed tour has as many squares of one colour as of the other; (\\d+) is odd', 'un cavalier change de couleur à chaque saut\u00a0: un tour fermé a autant de cases d’une couleur que de l’autre; $1 est impair'],
  ['on the (\\S+) board a square of the two outer lines has neighbours in the two inner lines alone, and they are as many: a closed tour would alternate between outer and inner, and between the colours too, and so meet outer squares of one colour only \\(Schwenk 1991\\)',
    'sur le plateau $1 une case des deux lignes extérieures n’a de voisines que dans les deux lignes intérieures, qui en ont autant\u00a0: un tour fermé alternerait entre extérieur et intérieur, et entre les couleurs, et ne verrait que des cases extérieures d’une couleur (Schwenk 1991)'],
  ['on the (\\S+) board a square of the two outer lines has neighbours in the two inner lines alone, and they are as many: a tour alternates between outer and inner but once, so that it begins and ends in an outer line; (\\S+) is in an inner one',
    'sur le plateau $1 une case des deux lignes extérieures n’a de voisines que dans les deux lignes intérieures, qui en ont autant\u00a0: un tour alterne entre extérieur et intérieur, sauf une fois, et commence et finit dans une ligne extérieure; $2 est dans une ligne intérieure'],
  ['no board three squares wide has a closed tour unless it is at least ten long and even \\(Schwenk 1991\\); this is (\\d+x\\d+)', 'aucun plateau de trois cases de large n’a de tour fermé s’il n’a au moins dix cases de long, en nombre pair (Schwenk 1991); celui-ci est $1'],
  ['a knight changes colour with every move, so on (\\d+) squares it must begin on the colour of which there is one more, the colour of the corners; (\\S+) has the other', 'un cavalier change de couleur à chaque saut\u00a0: sur $1 cases il doit partir de la couleur qui en a une de plus, celle des coins; $2 a l’autre'],
  ['a knight changes colour with every move; there are (\\d+) squares of the colour of (\\S+), which (\\S+), where it is to end, has, too, and (\\d+) of the other one', 'un cavalier change de couleur à chaque saut; il y a $1 cases de la couleur de $2, qui est aussi celle de $3, où il doit finir, et $4 de l’autre'],
  ['a knight changes colour with every move; there are (\\d+) squares of the colour of (\\S+) and (\\d+) of the other one, which (\\S+), where it is to end, has', 'un cavalier change de couleur à chaque saut; il y a $1 cases de la couleur de $2 et $3 de l’autre, qui est celle de $4, où il doit finir'],
  ['a knight changes colour with every move; there are (\\d+) squares of the colour of (\\S+) and (\\d+) of the other one', 'un cavalier change de couleur à chaque saut; il y a $1 cases de la couleur de $2 et $3 de l’autre'],
  ['no move leads from (\\S+) back to it: a closed tour ends a knight\'s move from where it begins', 'aucun saut ne ramène en $1\u00a0: un tour fermé finit à un saut de son départ'],
  ['the end (\\S+) is visited already, and other squares are not', 'l’arrivée $1 est déjà visitée, et d’autres cases ne le sont pas'],
  ['the tour cannot begin and end on (\\S+): there are other squares to visit', 'le tour ne peut commencer et finir en $1\u00a0: il y a d’autres cases à visiter'],
  ['a closed tour ends a knight\'s move from where it begins; (\\S+) is none from (\\S+)', 'un tour fermé finit à un saut de son départ; $1 n’est pas à un saut de $2'],
  ['no moves lead from (\\S+) to (\\S+)', 'aucun chemin ne mène de $1 à $2'],

  // Pourquoi il s’est arrêté
  ['the time limit of (\\S+) s came first', 'la limite de temps, $1 s, est venue d’abord'],
  ['the limit of (\\d+) nodes came first', 'la limite de $1 nœuds est venue d’abord'],
  ['the memory limit of (\\d+) MiB came first', 'la limite de mémoire, $1 Mio, est venue d’abord'],
  ['^it was stopped$', 'elle a été arrêtée'],
  ['^no (easy|medium|hard|extreme) (\\S+) of (\\S+) was found \\((.*)\\); there may be none: ask for another size or difficulty', 'rien de tel n’a été trouvé en $3 ($4); il n’y en a peut-être pas\u00a0: essayez une autre taille ou difficulté'],
  ['^no board of (\\S+) was found whose shortest solution has (\\d+) moves', 'aucun plateau $1 n’a été trouvé dont la plus courte solution ait $2 coups'],

  // Ce qui ne se lit pas : sudoku
  [`the digit (\\d+) stands twice in ${UNIT}: at (\\S+) and at (\\S+)`, 'le chiffre $1 est deux fois dans $2 $3\u00a0: en $4 et en $5'],
  ['the grid is empty: expected for instance 81 characters, 1 to 9 for a given and \\. or 0 for an empty cell', 'la grille est vide\u00a0: il faut par exemple 81 caractères, 1 à 9 pour un chiffre donné et . ou 0 pour une case vide'],
  ['the grid has (\\d+) bytes of text, more than the (\\d+) that any grid needs', 'la grille fait $1 octets de texte, plus que les $2 dont une grille a besoin'],
  ['line (\\d+), character (\\d+): \'(.*)\' is not a cell: expected 1 to (\\S+), or \\. or 0 for an empty cell', 'ligne $1, caractère $2\u00a0: «\u00a0$3\u00a0» n’est pas une case\u00a0: il faut 1 à $4, ou . ou 0 pour une case vide'],
  ['(\\S+) holds (\\S+), but the digits of this grid are 1 to (\\d+)', '$1 contient $2, mais les chiffres de cette grille vont de 1 à $3'],
  ['the grid has (\\d+) cells; the nearest grid is (\\S+) with (\\d+): (\\d+) too (few|many)', (_, cells, size, full, by, way) => `la grille a ${cells} cases; la plus proche est ${size}, avec ${full}\u00a0: ${by} ${way === 'few' ? 'de moins' : 'de trop'}`],
  ['ligne (\\d+) has (\\d+) cells: expected (\\d+), as there are (\\d+) rows', 'la ligne $1 a $2 cases\u00a0: il en faut $3, car il y a $4 lignes'],
  ['(\\d+) rows of (\\d+) cells: expected a square, such as (\\d+) rows of \\d+', '$1 lignes de $2 cases\u00a0: il faut un carré, par exemple $3 lignes de $3'],
  ['boxes (\\d+) wide and (\\d+) high: expected both at least 2 and at most (\\d+) cells in a box \\(3x3 is usual\\)', 'des blocs de $1 sur $2\u00a0: il faut au moins 2 des deux côtés et au plus $3 cases par bloc (3x3 est d’usage)'],
  ['game ID, character (\\d+): found (.*), expected a digit from 1 to the side of the grid', 'identifiant, caractère $1\u00a0: $2 là où il faut un chiffre de 1 au côté de la grille'],
  ['game ID, character (\\d+): found (.*), expected a letter for empty cells, a number, or _ between two numbers', 'identifiant, caractère $1\u00a0: $2 là où il faut une lettre pour des cases vides, un nombre, ou _ entre deux nombres'],
  ['game ID, character (\\d+): found (.*), expected the box\'s width and height, as in 3x3:', 'identifiant, caractère $1\u00a0: $2 là où il faut la largeur et la hauteur d’un bloc, comme «\u00a03x3:\u00a0»'],

  // Ce qui ne se lit pas : Light Up
  ['the board is empty: expected rows of \\. \\(white\\), # \\(black\\) and 0 to 4, or a game ID such as 7x7:…', 'le plateau est vide\u00a0: il faut des lignes de . (blanc), # (noir) et 0 à 4, ou un identifiant comme 7x7:…'],
  ['the board has (\\d+) bytes of text, more than the (\\d+) that any board needs', 'le plateau fait $1 octets de texte, plus que les $2 dont un plateau a besoin'],
  ['the board is (\\S+): expected 1×1 to (\\S+)', 'le plateau est $1\u00a0: il faut 1×1 à $2'],
  ['ligne (\\d+) has (\\d+) cells: expected (\\d+) as in the first row', 'la ligne $1 a $2 cases\u00a0: il en faut $3 comme dans la première'],
  ['no extreme board of (\\S+) is known: expected 5×6, 6×5 or larger, or easy, medium or hard', 'on ne connaît pas de plateau extrême de $1\u00a0: il faut 5×6, 6×5 ou plus grand, ou une difficulté moindre'],
  ['(\\S+) holds the clue (\\d+): expected 0 to 4, as a cell has four neighbours', '$1 porte le chiffre $2\u00a0: il faut 0 à 4, car une case a quatre voisines'],
  ['(\\S+) asks for (\\d+) bulbs, but only (\\d+) of its neighbours are white', '$1 demande $2 ampoules, mais seulement $3 de ses voisines sont blanches'],
  ['line (\\d+), character (\\d+): \'(.*)\' is not a cell: expected \\. for white, # for black, or 0 to 4', 'ligne $1, caractère $2\u00a0: «\u00a0$3\u00a0» n’est pas une case\u00a0: il faut . pour blanc, # pour noir, ou 0 à 4'],
  ['the game ID starts with \'(.*)\': expected the width and height, as in 7x7:', 'l’identifiant commence par «\u00a0$1\u00a0»\u00a0: il faut la largeur et la hauteur, comme «\u00a07x7:\u00a0»'],
  ['game ID, character (\\d+): found \'(.*)\', expected a letter a to z \\(white cells\\), B \\(black\\) or a clue 0 to 4', 'identifiant, caractère $1\u00a0: «\u00a0$2\u00a0» là où il faut une lettre a à z (cases blanches), B (noire) ou un chiffre 0 à 4'],
  ['the game ID describes (\\d+) cells or more: expected (\\d+), as the board is (\\S+)', 'l’identifiant décrit $1 cases ou plus\u00a0: il en faut $2, car le plateau est $3'],

  // Ce qui ne se lit pas : taquin
  ['a shape is written WIDTHxHEIGHT, such as 4x4; this is (".*")', 'une taille s’écrit LARGEURxHAUTEUR, comme 4x4; ceci est $1'],
  ['a board needs at least one cell', 'il faut au moins une case'],
  ['a board is at most (\\d+) cells wide and high; this one is (\\S+)', 'un plateau a au plus $1 cases de large et de haut; celui-ci fait $2'],
  ['ligne (\\d+) has (\\d+) cells; the first row has (\\d+), and all rows are as long', 'la ligne $1 a $2 cases; la première en a $3, et toutes sont aussi longues'],
  ['(\\d+x\\d+) has (\\d+) cells; (\\d+) are listed', '$1 a $2 cases; $3 sont données'],
  ['(\\d+) tiles in one list could be (\\S+), (\\S+) or (\\S+), columns by rows: give the shape, or split the rows by /', '$1 pièces en une liste pourraient être $2, $3 ou $4, colonnes par lignes\u00a0: donnez la taille, ou séparez les lignes par /'],
  ['the start is (\\S+) and the goal (\\S+); they must have the same shape', 'le départ est $1 et le but $2; il leur faut la même taille'],
  ['no tile is the blank: write _, \\. or 0 for it, or name the tile that is', 'aucune pièce n’est le vide\u00a0: écrivez-le _, . ou 0, ou nommez-le'],
  ['both _ and \\. are on the board, and one blank alone: name the tile that is the blank', 'le plateau a _ et ., mais un seul vide\u00a0: nommez la pièce qui est le vide'],
  ['the blank was said to be (".*"), but the start has no such tile', 'le vide serait $1, mais le départ n’a pas cette pièce'],
  ['the (start|goal) has (?:the )?(?:tile|blank) (".*?") twice: in ligne (\\d+), colonne (\\d+) and in ligne (\\d+), colonne (\\d+)', (_, board, tile, ...at) => `${board === 'start' ? 'le départ' : 'le but'} a deux fois ${tile}\u00a0: ligne ${at[0]}, colonne ${at[1]} et ligne ${at[2]}, colonne ${at[3]}`],
  ['the start has no tile (".*?"), which the goal has; it has (".*?") instead', 'le départ n’a pas la pièce $1, que le but a; il a $2 à la place'],
  ['(\\S+) takes a board of at most (\\d+) cells; (\\S+) has (\\d+); layers takes it', '$1 prend un plateau d’au plus $2 cases; $3 en a $4; layers le prend'],
  ['(".*?") is no tile: a tile\'s name has no space, comma or slash, and is not empty', '$1 n’est pas une pièce\u00a0: son nom n’a ni espace, ni virgule, ni barre, et n’est pas vide'],

  // Ce qui ne se lit pas : tour du cavalier
  ['a board is written WIDTHxHEIGHT, such as 8x8; this is (".*")', 'un plateau s’écrit LARGEURxHAUTEUR, comme 8x8; ceci est $1'],
  ['a board needs at least one column and one row; (\\S+) has no square', 'il faut au moins une colonne et une ligne; $1 n’a pas de case'],
  ['a board has at most (\\d+) squares; (\\S+) has more', 'un plateau a au plus $1 cases; $2 en a plus'],
  ['a square is written ROW,COLUMN counted from 0, such as 0,0 or \\(0,0\\), or as in chess, such as a1; this is (".*")', 'une case s’écrit comme aux échecs, comme a1, ou LIGNE,COLONNE comptées de 0, comme 0,0; ceci est $1'],
  ['square (\\S+) is off the (\\S+) board: its rows are 1 to (\\d+) from below, its columns a to (\\S+)', 'la case $1 est hors du plateau $2\u00a0: ses lignes vont de 1 à $3 depuis le bas, ses colonnes de a à $4'],
  ['square (\\S+) is off the (\\S+) board: its rows are 0 to (\\d+), its columns 0 to (\\d+)', 'la case $1 est hors du plateau $2\u00a0: ses lignes vont de 0 à $3, ses colonnes de 0 à $4'],
  ['square number (\\d+) of those visited, (\\S+), is not the start', 'la case visitée numéro $1, $2, n’est pas le départ'],
  ['square number (\\d+) of those visited, (\\S+), is one of the forbidden squares', 'la case visitée numéro $1, $2, est une des cases écartées'],
  ['square number (\\d+) of those visited, (\\S+), was visited before', 'la case visitée numéro $1, $2, a déjà été visitée'],
  ['square number (\\d+) of those visited, (\\S+), is no knight\'s move from the one before', 'la case visitée numéro $1, $2, n’est pas à un saut de la précédente'],
  ['the (start|end) (\\S+) is one of the forbidden squares', (_, what, at) => `${what === 'start' ? 'le départ' : 'l’arrivée'} ${at} est une des cases écartées`],
  ['a board with forbidden squares, visited squares or a given end has at most (\\d+) squares; (\\S+) has (\\d+)', 'un plateau avec des cases écartées ou visitées ou une arrivée donnée a au plus $1 cases; $2 en a $3'],
  ['boards at random have at most (\\d+) squares; (\\S+) has (\\d+)', 'un plateau au hasard a au plus $1 cases; $2 en a $3'],
  ['(\\S+) takes a board of at most (\\d+) squares; (\\S+) has (\\d+); construction takes it', '$1 prend un plateau d’au plus $2 cases; $3 en a $4; construction le prend'],
  ['a given end, forbidden squares, visited ones and hints are for the learning method alone, which finds one tour: leave out `count` and other methods', 'une arrivée donnée, des cases écartées ou visitées et des indices ne vont qu’avec la méthode learning, qui trouve un tour\u00a0: choisissez-la'],
  ['(\\S+) knows no given end, no forbidden and no visited squares', '$1 ne connaît ni arrivée donnée, ni cases écartées ou visitées'],

  // Ce qui est trop grand pour être montré
  ['a board of (\\d+) cells is too large to be watched, which (\\d+) are not', 'un plateau de $1 cases est trop grand pour être montré à l’œuvre; $2 ne le sont pas'],
  ['a board of (\\d+) squares is too large to be drawn here; (\\d+) are not', 'un plateau de $1 cases est trop grand pour être dessiné ici; $2 ne le sont pas'],

  // Les petits mots, à la fin
  [' and (?=(?:L\\d|\\d|ligne|colonne|bloc))', ' et '],
  ['\\b(dans|et) (ligne|colonne)(?= \\d)', '$1 la $2'],
  ['\\b(dans|et) bloc(?= \\d)', '$1 le bloc'],
  [';(?= )', '\u00a0;'],
  ['(?<=\\S): (?=\\S)', '\u00a0: '],
].map(([pattern, said]) => ({ pattern: new RegExp(/** @type {string} */ (pattern), 'gsu'), said }));

function parity(word) {
  return word === 'odd' ? 'impaire' : 'paire';
}

/// La phrase en français; telle quelle, si elle n’est pas connue en entier.
export function solverSentence(sentence) {
  const said = FRAGMENTS.reduce((text, { pattern, said: french }) => text.replace(pattern, /** @type {any} */ (french)), sentence);
  return ENGLISH.test(said.replace(/«.*?»|".*?"/gs, '')) ? sentence : said;
}

/// Le nom d’une technique.
export function techniqueName(name) {
  return TECHNIQUES[name] ?? name;
}
