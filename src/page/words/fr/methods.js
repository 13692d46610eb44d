// Les méthodes, comme les manuels les nomment.

const METHODS = {
  'a-star-colors': 'A* avec couleurs par face',
  'a-star-corners': 'A* avec base de motifs des coins',
  'a-star-manhattan': 'A* avec distance de Manhattan',
  'a-star-misplaced': 'A* avec pièces mal placées',
  'a-star-scatter': 'A* avec distances des facettes',
  'alphabeta-memory': 'Alpha-bêta avec table de transposition',
  backtracking: 'Retour arrière',
  bidirectional: 'Recherche bidirectionnelle',
  'breadth-first': 'Recherche en largeur',
  'classroom-alphabeta': 'Alpha-bêta',
  construction: 'Diviser pour régner',
  'depth-first': 'Recherche en profondeur',
  'depth-limited': 'Recherche en profondeur limitée',
  'distance-table': 'Table de toutes les distances',
  'fewest-first': 'Retour arrière, moins de candidats d’abord',
  'fewest-onward': 'Recherche en profondeur, règle de Warnsdorff',
  greedy: 'Gloutonne, un demi-coup',
  'ida-star': 'IDA* avec distance de Manhattan',
  'ida-star-colors': 'IDA* avec couleurs par face',
  'ida-star-corners': 'IDA* avec base de motifs des coins',
  'ida-star-scatter': 'IDA* avec distances des facettes',
  'iterative-deepening': 'Approfondissement itératif',
  layers: 'Ligne par ligne',
  learning: 'Apprentissage de clauses par conflits',
  mcts: 'Recherche arborescente Monte-Carlo avec évaluation',
  minimax: 'Minimax',
  'mtd-f': 'MTD(f)',
  negamax: 'Négamax',
  optimal: 'Optimale\u00a0: IDA* et bornes à deux phases',
  patterns: 'IDA* avec bases de motifs',
  'patterns-search': 'Motifs, puis recherche',
  perfect: 'Jeu parfait',
  propagation: 'Propagation de contraintes',
  quiescence: 'Alpha-bêta avec recherche de quiescence',
  shannon: 'Formule de Shannon',
  'two-phase': 'Algorithme à deux phases de Kociemba',
  uct: 'Recherche arborescente Monte-Carlo (UCT)',
  weighted: 'A* pondéré',
};
/// Ce qui veut dire autre chose dans un casse-tête.
const OWN = { taquin: { greedy: 'Recherche gloutonne' }, 'light-up': { patterns: 'Motifs seuls' } };

/// Le nom d’une méthode ; celui du protocole, si elle est inconnue.
export const methodName = (method, puzzle = '') => OWN[puzzle]?.[method] ?? METHODS[method] ?? method;
