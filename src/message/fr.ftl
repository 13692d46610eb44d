# Ce que dit Arbitre, en français : les mêmes codes que en.ftl, dans le même ordre. Une phrase qui se trouve dans une autre n’a ni majuscule
# au début ni point à la fin.

language = Français
list = { $head } et { $last }
side = { $side ->
    [white] Blancs
   *[black] Noirs
}
format = { $format ->
    [round_robin] toutes rondes
    [swiss] système suisse
    [knockout] élimination directe
    [gauntlet] un contre tous
    [arena] arène
    [ladder] échelle
    [sprt] test séquentiel
   *[other] { $format }
}
stage = { $stage ->
    [open] ouvert aux inscriptions
    [running] en cours
    [paused] en pause
    [finished] terminé
    [archived] archivé
   *[other] { $stage }
}

## [log] Règles des jeux

knights_notation = un coup s’écrit B9-A7 (lettre majuscule de A à I, chiffre de 1 à 9, trait d’union) ou PASSE
knights_square = une intersection est une majuscule de A à I et un chiffre de 1 à 9, comme B9
knights_move =
    .game_over = la partie est finie
    .moves_available = PASSE n’est permis qu’à un camp sans coup légal, et { $example } est possible
    .empty = aucun cavalier n’est en { $from }
    .not_yours = le cavalier en { $from } est aux { side }, pas à vous
    .not_forward = { $from }-{ $to } n’avance pas : les { side } vont vers la ligne { $goal }
    .not_a_knight_move = { $from }-{ $to } n’est pas un coup de cavalier : deux en avant et un de côté, ou un en avant et deux de côté
    .blocked = { $from }-{ $to } est bloqué : un cavalier ne saute pas, et la patte en { $leg } est occupée
    .own_knight = { $from }-{ $to } prendrait votre propre cavalier en { $to }
knights_position =
    .fields = une position a trois champs (lignes, trait, demi-coups joués), comme `1nnn1nnn1/9/9/9/9/9/9/9/1NNN1NNN1 w 0` ; celle-ci en a { $found }
    .rows = un plateau a 9 lignes ; celui-ci en a { $found }
    .columns = la ligne { $row } a { $found ->
        [one] { $found } colonne
       *[other] { $found } colonnes
    } au lieu de 9
    .character = ligne { $row } : « { $found } » n’est ni `N`, ni `n`, ni un chiffre de 1 à 9
    .side_to_move = le trait est `w` ou `b`, et non « { $found } »
    .plies = le nombre de demi-coups joués va de 0 à { $most }, et n’est pas « { $found } »
    .turn = { $side ->
        [white] après { $ply ->
        [one] { $ply } demi-coup
       *[other] { $ply } demi-coups
    }, c’est aux Noirs de jouer, pas aux Blancs
       *[black] après { $ply ->
        [one] { $ply } demi-coup
       *[other] { $ply } demi-coups
    }, c’est aux Blancs de jouer, pas aux Noirs
    }
    .too_many_knights = les { side } ont { $found ->
        [one] { $found } cavalier
       *[other] { $found } cavaliers
    } ; un camp en a au plus { $most }
    .already_won = les { side } ont le trait et { $found ->
        [one] { $found } cavalier arrivé
       *[other] { $found } cavaliers arrivés
    } : la partie était déjà finie

connect_four_notation = un coup est une colonne, un chiffre de 1 (à gauche) à 7 (à droite)
connect_four_move =
    .game_over = la partie est finie
    .full = la colonne { $column } est pleine
connect_four_position =
    .fields = une position a trois champs (lignes, trait, demi-coups joués), comme `7/7/7/7/7/3X3 b 1` ; celle-ci en a { $found }
    .rows = une grille a 6 lignes, la plus haute d’abord ; celle-ci en a { $found }
    .columns = la ligne { $row } à partir du haut a { $found ->
        [one] { $found } colonne
       *[other] { $found } colonnes
    } au lieu de 7
    .character = ligne { $row } à partir du haut : « { $found } » n’est ni `X`, ni `O`, ni un chiffre de 1 à 7
    .floating = colonne { $column } : un pion est au-dessus d’une case vide
    .stones = les Blancs (X) ont { $white ->
        [one] { $white } pion
       *[other] { $white } pions
    } et les Noirs (O) { $black } : les Blancs commencent et les camps jouent à tour de rôle
    .side_to_move = après { $ply ->
        [one] { $ply } pion
       *[other] { $ply } pions
    }, le trait est `{ $expected }`, et non « { $found } »
    .plies = il y a { $ply ->
        [one] { $ply } pion
       *[other] { $ply } pions
    } sur la grille, donc autant de demi-coups joués, et non « { $found } »
    .already_won = les { side } ont le trait et un alignement de quatre : la partie était déjà finie
    .move = coup { $number } : { $why }

tic_tac_toe_notation = une case est une majuscule de A à C et un chiffre de 1 à 3, comme B2
tic_tac_toe_move =
    .game_over = la partie est finie
    .taken = la case { $cell } est déjà aux { side }
tic_tac_toe_position =
    .fields = une position est trois lignes, le trait et le nombre de demi-coups joués, comme `3/1X1/3 b 1`, et non « { $found } »
    .row = ligne { $row } : « { $found } » n’est pas trois cases, chacune `X`, `O` ou comptée par un chiffre de 1 à 3
    .unreachable = { $white } X et { $black } O avec `{ $side } { $plies }` : cette position ne peut pas survenir dans une partie

unknown_game = il n’y a pas de jeu « { $name } » ; il y a { $known }

verdict =
    .arrived = les { side } ont { $knights ->
        [one] { $knights } cavalier
       *[other] { $knights } cavaliers
    } sur la ligne { $row }
    .stuck = aucun camp ne peut jouer ; cavaliers arrivés : Blancs { $white }, Noirs { $black }
    .in_line = les { side } ont un alignement de { $count ->
        [3] trois
       *[4] quatre
    }
    .full = la grille est pleine, sans alignement de { $count ->
        [3] trois
       *[4] quatre
    }
    .by_the_rules = par les règles du jeu

## [log] Parties

ending =
    .rules = { $verdict }
    .illegal_move = les { side } ont joué « { $text } » au demi-coup { $ply }, ce qui est illégal : { $why }
    .time = les { side } ont épuisé leur temps au demi-coup { $ply } : { SECONDS($used) } s après l’envoi du tour, alors qu’il leur restait { SECONDS($limit) } s (compensation du réseau comprise : { SECONDS($lag_compensation) } s){ $stale ->
       *[0] {""}
        [one] ; ils ont envoyé un coup qui n’a pas compté, pour le demi-coup { $stale_ply }
        [other] ; ils ont envoyé { $stale } coups qui n’ont pas compté, le dernier pour le demi-coup { $stale_ply }
    }
    .resigned = { $why ->
        [none] les { side } ont abandonné
       *[other] les { side } ont abandonné : { $why }
    }
    .no_show = les { side } n’étaient toujours pas prêts au bout de { SECONDS($within) } s
    .both_no_show = aucun joueur n’était prêt au bout de { SECONDS($within) } s
    .absent = les { side } ont été déconnectés plus de { SECONDS($limit) } s
    .both_absent = les deux joueurs ont été déconnectés plus de { SECONDS($limit) } s
    .left = les { side } se sont déconnectés, et le protocole ligne par ligne ne permet pas de revenir dans une partie
    .annulled = la partie est annulée : { $why }
    .adjudicated = l’opérateur a décidé : { $why }
move_missing = le champ `move` manque ou est vide
absent_too_often = { $games ->
    [one] absent de { $games } partie
   *[other] absent de { $games } parties
}
match_stopped =
    .skipped = le tournoi a continué sans cette partie
    .withdrawal = un joueur s’est retiré du tournoi
    .finished = l’opérateur a terminé le tournoi
    .cannot_resume = l’arbitre a redémarré, et { $name }, par le protocole ligne par ligne, ne peut plus revenir dans la partie
    .called = { $name } est attendu dans sa partie du tournoi { $tournament }
unknown_termination = « { $word } » n’est pas un motif de fin de partie
no_effect =
    .move = votre coup pour le demi-coup { $ply } est resté sans effet : { $why }
    .not_your_game = vous ne jouez dans aucune partie { $game }
    .game_over = { $why ->
        [none] la partie est finie
       *[other] la partie est finie : { $why }
    }
move_refused =
    .already_played = ce coup a déjà été accepté
    .stale_ply = votre coup est pour le demi-coup { $ply }, mais la partie en est au demi-coup { $expected }
    .not_your_turn = c’est aux { side } de jouer
    .not_started = la partie n’a pas commencé : un joueur n’a pas dit `ready`
    .game_over = la partie est finie
time_written =
    .length = une durée est un nombre et une unité (ms, s, min, h), d’un an au plus : 500ms, 10s, 0.1s, 5min
    .control = une cadence s’écrit BUDGET[+INCRÉMENT][/LIMITE PAR COUP] ou `unlimited`, chaque durée d’un an au plus : 360s, 10s+0.1s, 60s/5s, unlimited/30s
    .zero = une cadence de zéro ne laisse pas le temps de jouer ; `unlimited` est sans limite
    .ready_timeout = 1s au moins, pour qu’un bot puisse répondre

## Tournois

tournament_refused =
    .takes_part = { $name } participe déjà
    .left = { $name } s’est retiré ; dans la formule « { format } », on ne revient pas après le début
    .no_requested_byes = seul un suisse a des exemptions sur demande, pas un tournoi de la formule « { format } »
    .not_that_round = une exemption se demande ou s’annule pour les rondes { $first } à { $last }, pas pour la ronde { $round }
    .no_more_half_points = { $name } a déjà demandé toutes ses exemptions à un demi-point ({ $most } au plus dans ce tournoi)
    .no_such_bye = { $name } n’a pas demandé d’exemption pour la ronde { $round }
    .not_an_entrant = { $name } ne participe pas
    .full = ce tournoi a au plus { $most } inscrits
    .no_late_entry = on ne rejoint pas un tournoi de la formule « { format } » après le début
    .too_few = trop peu d’inscrits (`entrants` du plan) : il en faut au moins { $needed }, et il n’y en a que { $present }
    .not_now = { $action ->
        [enter] il est trop tard pour s’inscrire
        [withdraw] il est trop tard pour se retirer
        [start] le tournoi a déjà commencé{ $stage ->
            [running] {""}
           *[other] {""} ; `resume` le reprend s’il reste des parties
        }
        [pause] le tournoi ne peut pas être mis en pause
        [resume] le tournoi ne peut pas reprendre
        [finish] le tournoi ne peut pas être terminé
        [archive] le tournoi ne peut pas être archivé
        [decide] les parties ne peuvent plus être jugées
        [bye] les exemptions ne peuvent plus changer
        [delete] seul un tournoi ouvert ou terminé peut être supprimé
       *[export] l’archive s’écrit quand le tournoi est terminé
    } ; état du tournoi : { stage }
    .no_such_game = il n’y a pas de partie { $game } dans ce tournoi
    .no_reason = une décision demande une raison
    .not_played = la partie { $game } n’a pas encore été jouée : il n’y a rien à rejouer
    .gone = la partie { $game } ne peut être rejouée : { $name } s’est retiré
    .paired_on = la partie { $game } reste comme elle est : { $name } a été apparié depuis ; décidez de la partie suivante
too_many_games = { $entrants } inscrits joueraient jusqu’à { $games } parties, et un tournoi en a au plus { $most }
format_field =
    .no_duration = une arène en demande une, comme `90min`
    .no_such_format = il n’y a pas de formule « { $word } », mais { $known }
    .out_of_range = un nombre de { $least } à { $most }, pas { $value }
    .duration = une durée strictement positive, d’au plus { $days } jours, et non { SECONDS($lasts) } s
    .sprt = { $why } ; ici elo0 = { DECIMAL($elo0) }, elo1 = { DECIMAL($elo1) }, alpha = { DECIMAL($alpha) }, beta = { DECIMAL($beta) }
sprt =
    .form = un test s’écrit elo0=0,elo1=10,alpha=0.05,beta=0.05
    .twice = { $key } est donné deux fois
    .missing = { $key } manque : un test demande elo0 et elo1, comme elo0 = 0 et elo1 = 10
    .not_a_number = { $key } n’est pas un nombre
    .hypotheses = elo0 doit être strictement inférieur à elo1, tous deux entre −1000 et 1000
    .error_rate = alpha et beta sont des taux d’erreur, strictement compris entre 0 et 0,5
tie_breaks =
    .unknown = il n’y a pas de critère « { $word } », mais { $known }
    .twice = { $word } figure deux fois : le second n’a aucun effet

conclusion =
    .sequential_test = { $verdict ->
        [stronger] Test séquentiel de { DECIMAL($elo0) } contre { DECIMAL($elo1) } Elo : rapport de vraisemblance (log) { DECIMAL($ratio) } [{ DECIMAL($low) } ; { DECIMAL($high) }], le premier inscrit est plus fort que le second de plus de { DECIMAL($elo0) } Elo.
        [not_stronger] Test séquentiel de { DECIMAL($elo0) } contre { DECIMAL($elo1) } Elo : rapport de vraisemblance (log) { DECIMAL($ratio) } [{ DECIMAL($low) } ; { DECIMAL($high) }], le premier inscrit n’est pas plus fort que le second de { DECIMAL($elo1) } Elo.
       *[undecided] { $rounds ->
            [none] Test séquentiel de { DECIMAL($elo0) } contre { DECIMAL($elo1) } Elo : rapport de vraisemblance (log) { DECIMAL($ratio) } [{ DECIMAL($low) } ; { DECIMAL($high) }], pas encore décidé.
           *[other] Test séquentiel de { DECIMAL($elo0) } contre { DECIMAL($elo1) } Elo : rapport de vraisemblance (log) { DECIMAL($ratio) } [{ DECIMAL($low) } ; { DECIMAL($high) }], toujours pas décidé après les { $rounds } rondes.
        }
    }
    .no_winner = Pas de vainqueur : aucun joueur n’est venu à la finale, ou elle a été annulée.
    .by_seed = Ronde { $round } : { $winner } et { $loser } étaient à égalité après toutes leurs parties, et { $winner }, meilleure tête de série, l’emporte.

## Rapports (TRF)

report_file_expected =
    .rank = un rang de départ de 1 à 9999
    .ranks = des rangs de départ de 1 à 9999
    .round = une ronde de 1 à 99
    .rounds = un nombre de rondes de 1 à 99
    .no_more_rounds = rien après la ronde 99
    .points_of_rounds = des points pour 99 rondes au plus
    .points = des points comme 3.5
    .rating = une cote de 0 à 9999, ou rien
    .place = une place au classement, ou rien
    .white_or_black = W ou B
    .initial_colour = white1 ou black1
    .bye = H, F ou Z
    .result_of_points = W, D, L, Z ou P
    .apart_in_all_rounds = des joueurs tenus à l’écart dans toutes les rondes
    .listed_accelerations = des accélérations par XXA ou 250
    .dutch = FIDE_DUTCH ou FIDE_DUTCH_2025, l’édition en vigueur
    .usual_points = les points d’usage pour tous les résultats
    .one_point_for_win = 1 point pour un gain ou une exemption, un demi-point pour une nulle
    .no_match_points = aucun point de match
    .last_round = la dernière ronde, pas avant la première
    .last_rank = le dernier rang de départ, pas avant le premier
    .ranges_once = des intervalles qui nomment une seule fois chaque joueur et chaque ronde
    .results_with_points = des résultats avec leurs points, comme WW=1.0
    .result_codes = des codes de résultats : WW, BW, WD, BD, WL, BL, ZPB, HPB, FPB, PAB, FW ou FL
    .opponent = le rang de départ d’un adversaire, ou 0000
    .known_opponent = un adversaire qui a une ligne 001
    .other_opponent = un adversaire autre que le joueur
    .colour = une couleur : w, b ou -
    .opponent_of_colour = un adversaire, puisqu’il y a une couleur
    .colour_of_opponent = une couleur, puisqu’il y a un adversaire
    .result = un résultat : 1, =, 0, +, -, U, F, H ou Z
report_file =
    .columns = ligne { $line }, colonnes { $from } à { $to } : « { $found } » au lieu de : { $expected }
    .unsupported = ligne { $line } : le code { $code } dit « { $found } » ; on ne lit que : { $expected }
    .twice = ligne { $line } : le rang de départ { $rank } a déjà une ligne ; à chaque joueur le sien
    .missing = le rang de départ { $rank } n’a pas de ligne 001, alors que { $named } est nommé par sa ligne, un résultat ou une liste
    .contradiction = ligne { $line }, colonnes { $from } à { $to } : « { $found } » à la ronde { $round } au lieu de « { $expected } » ; la ligne { $other_line } dit « { $other } »
    .points = ligne { $line }, colonnes 81 à 84 : « { $said } » au lieu de « { $counted } », la somme des résultats de la ligne
    .rounds = { $found ->
        [one] { $found } ronde a
       *[other] { $found } rondes ont
    } des résultats, mais le tournoi en a { $rounds }
    .too_large = { $what ->
        [players] joueurs
       *[rounds] rondes
    } : { $found } ; le format a de la place pour { $most }
    .not_finished = le tournoi ne peut être exporté tel qu’il était après la ronde { $round } ; rondes achevées : { $finished }
    .no_player = il n’y a aucune ligne 001, donc aucun joueur
    .paired_twice = à la ronde { $round } un joueur a deux rencontres ; le format ne connaît que des tournois par rondes
    .several_games = une rencontre de { $games ->
        [one] { $games } partie
       *[other] { $games } parties
    } ; le format ne connaît que des rondes d’une partie

## Parties, tournois et jetons, tels qu’on les demande

field = « { $field } » : { $why }
contest_defect =
    .opening = l’ouverture { $position } est illisible : { $why }
    .unrecorded = le journal ne découle pas de ce qui a été enregistré : { $why }
    .no_class_key = la clé des jetons de la classe n’est pas enregistrée
contest =
    .bad_name = « { $name } » n’est pas un nom de bot : de 1 à 40 caractères (ici { $characters }), lettres, chiffres, espaces ou _ - . ', une lettre ou un chiffre aux deux bouts
    .self_play = { $name } ne peut pas jouer contre lui-même : il faut deux bots
    .no_such_match = il n’y a pas de partie { $game }
    .no_such_tournament = il n’y a pas de tournoi { $id }
    .unknown_bot = { $nearest ->
        [none] { $name } est inconnu, et le tournoi est en cours : un retardataire doit avoir un jeton ou s’être déjà connecté
       *[other] { $name } est inconnu, et le tournoi est en cours : un retardataire doit avoir un jeton ou s’être déjà connecté ; s’agit-il de { $nearest } ?
    }
    .not_rehearsed = ce tournoi demande une répétition réussie (`rehearsed`), qui manque à { $names } : lancez `arbitre doctor --report`, ou retirez ces bots
    .played_in = le tournoi { $id } ne peut pas être supprimé : on y a joué ; `archive` le range
    .here_already = ce tournoi est déjà là : c’est le tournoi { $id }
    .suspended = à la suite d’une erreur, { $what } ne continue pas : { $why } ; un opérateur peut reprendre ou terminer
    .closed = le tournoi { $id } a été clos à la suite d’une erreur ({ $why }) ; un opérateur peut le reprendre
    .bad_archive = ligne { $line } de l’archive : { $why }
    .match_over = la partie { $game } est terminée
    .not_suspended = la partie { $game } est en cours : il n’y a rien à reprendre
    .no_such_token = il n’y a pas de jeton { $id } ; `arbitre token list` les montre
    .bot_offline = { $name } n’est pas connecté ; la page Bots du site montre ceux qui le sont
    .too_many_games = { $name } joue déjà { $most ->
        [one] { $most } partie
       *[other] { $most } parties
    }, le maximum à la fois
    .too_many_seeks = { $whose } a atteint le nombre maximal de parties demandées en cours ({ $most }) ; finissez-en une d’abord
    .over_quota = les parties demandées par { $whose } ont écrit { $mib } Mio sur le disque, le maximum d’une journée ; redemandez dans { $minutes } min
    .no_openings = { $name } dit ne connaître que la position de départ (`openings` : false) : pas d’autre position
    .plays_other_games = { $name } dit jouer à { $plays }, et non à { $game } : précisez `game`, ou nommez aussi { $game } dans `bot.games` ; les bots fournis pour un autre jeu ont un nom comme `connect-four-greedy`
    .too_many_matches = { $most } parties sont en cours, le maximum de cet arbitre ; réessayez quand l’une sera finie
    .looks_like = { $name } ressemble à { $other }, qui est le nom d’un autre
    .storage_waits = l’arbitre ne peut plus écrire : { $why } ; aucune partie ne commence, et les parties en cours sont suspendues, pendules arrêtées
seek_owner =
    .bot = { $name }
    .address = votre adresse
    .address_against = votre adresse contre { $opponent }
    .pair = la paire { $first } et { $second }
new_match =
    .over = la partie est finie en { $position } : { $why }
    .other_game = la partie { $game } est de { $name }, et votre `hello` dit que vous jouez à { $plays } : vous y comptez comme absent
    .seek_mark = la marque d’une demande a de 1 à { $most } caractères
plan =
    .out_of_range = un nombre de { DECIMAL($least) } à { DECIMAL($most) }, pas { DECIMAL($value) }
    .time = { $why } ; ceci est « { $text } »
    .no_meaning = n’a pas de sens dans la formule « { format } »
    .not_rehearsed = `arbitre doctor` ne teste que { $usual } : la répétition ne peut pas être exigée pour { $game }
    .name = le nom d’un tournoi a de 1 à { $most } caractères, pas { $characters }
    .hidden_character = le nom du tournoi contient un caractère invisible, { $code } : supprimez-le
    .no_openings = { $game } commence toujours de la même position : laissez vide, ou 0
    .no_criteria = pas de liste de critères dans la formule « { format } »
    .missing = le champ « { $field } » manque
    .entrant_twice = { $name } est nommé deux fois ; chacun a son propre nom
    .engine = le moteur de { $name } a au plus 100 caractères, pas { $characters }
    .too_many_entrants = au plus { $most } inscrits, pas { $count }
    .no_zone = il n’y a pas de fuseau horaire « { $name } » ; un nom est, par exemple, Europe/Brussels ou UTC
    .no_date_time = « { $text } » n’est pas une date avec une heure, telle que 2027-01-15T14:00
    .too_many_forbidden = au plus { $most } noms en tout, pas { $count }
    .twice_in_group = { $name } est deux fois dans un groupe
    .small_group = un groupe a au moins deux noms, comme [["ann", "bob"]]
    .steps = au plus { $most } étapes (ici { $steps }), chacune de 1 à { $longest } caractères sur une ligne
    .line = ligne { $line } : « { $field } » : { $why }
    .not_over = le tournoi { $tournament } n’est pas terminé
    .result = pour `adjudicate`, white, black ou draw ; `annul` annule la partie
    .result_of_another = seule la décision `adjudicate` prend un résultat
    .game_number = le numéro d’une partie s’écrit comme 12.2 dans la liste des rondes
class_list =
    .line = ligne { $line } de la liste de la classe : { $why }
    .lines = { $flaws }
    .no_csv = la ligne { $line } de la liste de la classe n’est pas du CSV
    .header = la première ligne est `name,team`, comme les colonnes, dans cet ordre
    .columns = une ligne a un nom et une équipe ; une équipe avec virgule ou point-virgule va entre guillemets
    .team = une équipe a au plus 40 caractères, et n’est pas { $house }
    .twice = { $bot } est déjà sur la liste
    .alike = { $bot } ressemble à { $other }, qui est déjà sur la liste
    .too_many = une classe a au plus { $most } bots
    .empty = la liste est vide ; sa première ligne est `name,team`
    .house_bot = { $bot } est un bot fourni avec l’arbitre : retirez-le de la liste
token =
    .shape = un jeton a 43 caractères : lettres, chiffres, - et _
    .team = une équipe va avec un bot, et a au plus 40 caractères
report =
    .not_text = le fichier n’est pas du texte UTF-8
    .no_swiss = la ligne 092 dit que le tournoi n’est pas un suisse : « { $system } » ; seul un suisse est apparié par le système néerlandais
    .too_large = joueurs fois rondes à apparier : au plus { $most }, pas { $results } ({ $players } joueurs et { $rounds } rondes)
archive =
    .no_footer = il n’y a pas de fin : l’archive est tronquée
    .no_archive = ce n’est pas l’archive d’un tournoi d’Arbitre : la première ligne devrait être son en-tête
    .other_kind = ce n’est pas l’archive d’un tournoi d’Arbitre, mais de « { $kind } »
    .other_version = l’archive est de la version { $version }, { $version ->
        [1] d’avant 0.1.0 ; ce programme ne lit que la version { $read }
       *[other] que ce programme ne connaît pas ; il ne lit que la version { $read }
    }
    .no_header = la première ligne devrait être l’en-tête
    .second_header = un second en-tête
    .after_footer = quelque chose suit la fin
    .log_after_matches = le journal du tournoi vient avant les parties
    .twice = la partie { $game } y est deux fois
    .before_any_match = une ligne de partie avant toute partie
    .footer_counts = la fin compte { $lines ->
        [one] { $lines } ligne
       *[other] { $lines } lignes
    } avant elle, mais il y en a { $found }
    .checksum = la somme de contrôle diffère : quelque chose avant cette ligne a été changé
    .long_line = une ligne a au plus { $most } octets, et celle-ci en a plus
    .breaks_off = elle s’interrompt ici : l’archive est tronquée
    .no_log = il n’y a pas de journal du tournoi
    .other_tournament = le journal devrait commencer par le tournoi que nomme l’en-tête
    .line_order = ligne { $line } du journal au lieu de { $expected }
    .second_beginning = un second début
    .cannot_begin = la partie { $game } ne peut pas commencer ici (tentative { $attempt })
    .cannot_end = la partie { $game } ne peut pas finir ici (tentative { $attempt })
    .missing = la partie { $game } manque
    .other_game = la partie { $game } est de { $name }, dans un tournoi de { $expected }
    .not_that_game = la partie { $game } n’est pas celle dont parle le journal du tournoi
    .other_end = la partie { $game } n’a pas fini par { $result } sur le plateau
    .match_count = le journal du tournoi parle de { $expected ->
        [one] { $expected } partie
       *[other] { $expected } parties
    }, et il y en a { $found }
    .not_finished = le tournoi n’était pas terminé : { stage }
    .after_end = la partie { $game } continue après sa fin
    .match_line_order = ligne { $line } de la partie { $game } au lieu de { $expected }
    .ply = demi-coup { $ply } au lieu de { $expected }
    .illegal = « { $text } » au demi-coup { $ply } de la partie { $game } est illégal : { $why }
    .position = après « { $text } » la position est { $found }, et non { $position }
    .unknown_reason = dans la partie { $game }, { $why }
    .decided = le plateau de la partie { $game } l’avait décidée : son motif ne peut être que `rules`, et non « { $reason } »
    .not_by_the_rules = par les règles, la partie { $game } n’a pas fini par { $result }
    .no_beginning = la partie { $game } n’a pas de début
    .no_end = la partie { $game } n’a pas de fin
    .other_number = le journal de la partie { $number } sous la partie { $game }
    .no_position = comme position de { $game } : { $why }
tournament_log =
    .empty = il n’y a pas de journal
    .beginning = la ligne 0 devrait dire `created`
    .rules_version = il se joue selon la version { $version } des règles de tournoi, et ce programme ne connaît que la version { $known }
    .entrant = il n’y a pas d’inscrit { $number }
    .game = il n’y a pas de partie { $game }
    .games = une rencontre de { $games ->
        [one] { $games } partie
       *[other] { $games } parties
    }
    .players = la partie { $game } n’oppose pas { $white } et { $black }
    .opening = l’ouverture de la partie { $game } ne mène pas à sa position de départ
    .line = ligne { $line } de son journal : { $why }
suspendable =
    .match = la partie { $game }
    .tournament = le tournoi { $id }

## Le système, le stockage, les nœuds

system_error = { $kind ->
    [NotFound] fichier ou dossier introuvable
    [PermissionDenied] accès refusé
    [AlreadyExists] le fichier existe déjà
    [IsADirectory] c’est un dossier
    [NotADirectory] ce n’est pas un dossier
    [StorageFull] le disque est plein
    [ReadOnlyFilesystem] le disque est en lecture seule
    [AddrInUse] l’adresse est déjà prise
    [AddrNotAvailable] cette adresse n’est pas celle de la machine
    [ConnectionRefused] connexion refusée
    [ConnectionReset] la connexion a été coupée
    [HostUnreachable] machine injoignable
    [NetworkUnreachable] réseau injoignable
    [TimedOut] pas de réponse à temps
    [UnexpectedEof] la fin est arrivée trop tôt
    [BrokenPipe] le lecteur a fermé la connexion
   *[other] { $text }
}
memory =
    .full = la mémoire réservée aux réponses est épuisée : d’autres sont en cours, ou n’ont pas encore été lues ; réessayez dans un instant
    .needs = cette demande exigerait { $mebibytes } Mio de mémoire, plus que les { $most } Mio que cet arbitre laisse à ses clients ; demandez moins, ou utilisez la commande `arbitre`, qui n’a pas cette limite
work =
    .stopping = l’arbitre s’arrête ; réessayez dans un instant
    .busy = { $waiting ->
        [one] { $waiting } demande attend
       *[other] { $waiting } demandes attendent
    } déjà ; réessayez dans un instant
    .too_much_work = { $most ->
        [one] { $most } question de cette adresse attend
       *[other] { $most } questions de cette adresse attendent
    } déjà, le plus qu’une adresse puisse en avoir ; réessayez quand l’une aura sa réponse
    .panicked = { $text ->
        [none] une erreur dans le programme
       *[other] une erreur dans le programme : { $text }
    }
    .no_thread = pas de thread : { $why }

## Demandes par HTTP

inside =
    .hidden = une erreur dans l’arbitre ; son journal en dit plus
    .unavailable = le stockage ne peut être ni lu ni écrit pour l’instant : { $why } ; réessayez quand il répondra
http =
    .no_such_bot = aucun bot du nom de { $name } n’est connecté, et aucun n’a joué ici
    .not_a_player = { $bot } ne joue pas dans la partie { $game }
    .no_report = ce tournoi n’a pas de rapport : { $why }
    .part_of_tournament = la partie { $game } fait partie du tournoi { $id } : la décision se prend dans ce tournoi (/v1/tournaments/{ $id }/decisions), pour figurer sous le classement
    .not_found = il n’y a rien en { $path } : /openapi.json décrit l’interface REST, `GET /v1/solve` liste les problèmes, et les bots se connectent à /ws par WebSocket
    .no_program = cet arbitre n’a pas { $file } ; /kits/ indique pour quels systèmes il a le programme
    .method_not_allowed = cette méthode n’est pas permise sur ce chemin ; l’en-tête `Allow` de cette réponse indique lesquelles le sont
    .bad_token = indiquez à qui est le jeton : `"bot": "NOM"` pour celui d’un bot, ou `"role": "operator"` seul pour celui d’un opérateur
    .too_many_connections = { $most ->
        [one] { $most } connexion est ouverte
       *[other] { $most } connexions sont ouvertes
    }, le maximum de cet arbitre ; réessayez plus tard
    .too_many_anonymous = le nombre maximal de connexions est atteint, en tout ou depuis votre adresse ; les dernières places sont réservées aux clients munis d’un jeton
    .too_many_readers = { $most } lecteurs suivent déjà { $what ->
        [match] cette partie
       *[address] des parties depuis votre adresse
    }, le maximum à la fois ; GET montre l’état présent
    .too_many_requests = trop de demandes { $of ->
        [token] avec ce jeton
       *[address] de cette adresse
    } ; attendez une seconde entre deux
    .too_many_entries = { $most } bots peuvent être inscrits d’une même adresse sans jeton, puis { $a_minute } par minute ; un opérateur en inscrit autant qu’il veut
    .body_too_large = l’envoi dépasse { $most } octets
    .not_json = l’envoi doit être du JSON, avec l’en-tête `Content-Type: application/json` ; seul un problème à résoudre peut aussi être en `text/plain`
    .answer_late = la réponse n’a pas été prête à temps, car on demande trop à cet arbitre ; regardez si c’est fait avant de redemander
    .timed_out = la demande n’est pas arrivée entière à temps
    .storage_waits = l’arbitre ne peut plus écrire : { $why } ; aucune partie ne commence, et les parties en cours sont suspendues, pendules arrêtées
    .damaged = { $damage }
    .only_referees = cette machine ne fait qu’arbitrer et n’envoie pas de flux : demandez `Accept: application/json`
    .job_over = la tâche { $id } est finie
    .storage_slow = cela attend, car rien ne peut être écrit : { $why } ; ce sera fait dès que possible, regardez avant de redemander
    .import_runs = une archive est déjà en cours d’importation ; réessayez ensuite
    .no_document = le site n’a pas de document
    .loopback_only = l’arbitre n’écoute que sur cette machine : aucune autre n’a d’adresse pour lui
kit =
    .title = Kits de démarrage
    .intro = Chaque kit est un bot qui joue, réglé pour cet arbitre : { $address }. À vous d’écrire `choose`.
    .play = Décompressez-le et tapez dans son dossier, ici pour Python (sous Windows, `py` au lieu de `python3`) ; son LISEZMOI.md donne les autres langages :
    .program = Le programme `arbitre`
    .needed_by = Les kits en C et C++ jouent par son intermédiaire (`arbitre bot bridge`), et `arbitre doctor` examine n’importe quel bot ; les autres kits s’en passent pour jouer.
    .has = Cet arbitre fournit le programme pour { $systems }.
    .has_none = Cet arbitre ne fournit le programme pour aucun système.
    .lacks = Il ne le fournit pas pour { $systems }.
    .glibc = Il est lié à la glibc : il démarre sur un Linux au moins aussi récent que celui de l’arbitre.
    .unix = { $systems }, dans un terminal
    .power_shell = Windows, dans PowerShell
    .digests = empreintes SHA-256
    .package = Python, sous forme de paquet
request =
    .limit = `limit` est un nombre de 1 à { $most }, pas { $limit }
    .number = « { $value } » dans le chemin devrait être un nombre entier à partir de 0
    .query = la partie du chemin après `?` : { $why }
    .path_not_utf8 = une partie du chemin n’est pas du texte UTF-8
    .result = `result` est white, black, draw ou void, ou avec `bot` won ou lost, et non « { $word } »
    .moment = `{ $field }` est un moment comme 2026-11-22T14:00:00Z, et non « { $text } »
    .period = `until` n’est pas après `since`
    .body = l’envoi s’est interrompu
    .not_utf8 = l’envoi n’est pas du texte UTF-8
    .empty_report = rien à vérifier : envoyez un rapport, comme en donne `GET /v1/tournaments/N/trf`
    .method = `method` va dans l’envoi quand c’est du JSON
    .axis = `depths` va avec le taquin et les jeux, `sizes` avec les autres problèmes ; donnez l’un des deux
    .too_many_instances = { $instances } instances, plus que les { $most } d’une demande ; `arbitre compare` n’a pas cette limite
    .crosstable = en csv, markdown ou html une grille américaine a au plus { $most } inscrits, pas { $entrants } ; en json elle n’a pas de limite
    .moves = `moves` est pour un taquin, à la place d’une difficulté
    .no_pictures = il n’y a pas d’images de { $game }
    .ply = `ply` : la partie { $game } a { $plies ->
        [one] { $plies } demi-coup
       *[other] { $plies } demi-coups
    } jusqu’ici, le premier est 0 ; il n’y a pas de demi-coup { $ply }
    .last_event = `Last-Event-ID` est le numéro d’une ligne
    .web_socket = { $path } est un WebSocket, non une page : connectez-vous à ws://HÔTE:PORT{ $path } ; les bots se connectent à /ws, comme le décrit /protocol
    .toml = la ligne { $line } n’est pas du TOML, qui s’écrit CHAMP = VALEUR : un texte ou un mot se met entre guillemets, un nombre non
depths =
    .form = « { $text } » n’est pas une liste de profondeurs, comme 10..50, 10..50/10 ou 10,20,30
    .order = « { $text } » : la dernière profondeur n’est pas inférieure à la première, et le pas est au moins 1
    .count = une série a de 1 à { $most } profondeurs, et non { $count } ou plus
json =
    .empty = l’envoi est vide ; il faut un objet JSON
    .byte_order_mark = le JSON commence par une marque d’ordre des octets (BOM) : enregistrez-le en UTF-8 sans elle
    .syntax = ce n’est pas du JSON à partir de la ligne { $line }, colonne { $column } : « { $near } »
    .cut = le JSON s’interrompt : il manque un guillemet, un crochet ou une accolade à la fin
    .deep = des listes et des objets sont imbriqués trop profondément : 127 au plus, les uns dans les autres
    .missing = il manque le champ `{ $field }`
    .unknown_field = champ inconnu ; { $known ->
        [none] aucun n’est connu
       *[other] connus : { $known }
    }
    .unknown_word = mot inconnu : « { $word } » ; connus : { $known }
    .twice = le champ `{ $field }` est donné deux fois
    .wrong_value = il faut { $expected }, et non { $found }
    .wrong_length = il faut { $expected }, et non une liste de { $found }
    .wrong_form = il faut { $expected }
    .other = { $why }
json_type =
    .text = un texte entre guillemets
    .boolean = true ou false
    .number = un nombre
    .whole_number = un nombre entier de { $least } à { $most }
    .natural = un nombre entier à partir de 0
    .list = une liste
    .object = un objet
    .word = l’un des mots { $known }
    .described = { $what }
shape =
    .limits = un objet de limites, comme {"{"}"seconds": 10{"}"}
    .board_size = une taille : un texte comme "8x8", ou un objet comme {"{"}"width": 8, "height": 8{"}"}
    .square = une case : un texte comme "0,0" ou "a1", ou une liste comme [0, 0]
    .tour = un objet avec un `board`, comme {"{"}"board": "8x8"{"}"}
    .tile = une pièce : un nombre, un texte, ou null pour le vide
    .tile_board = un plateau : un texte comme "1 2 3/4 5 6/7 8 _", une liste de pièces, ou une liste de lignes
    .taquin = un objet avec un `start`, comme {"{"}"start": "1 2 3/4 5 6/7 _ 8"{"}"}
    .grid = une grille : un texte, une liste de lignes en texte, ou une liste de lignes qui sont des listes de cases
    .sudoku = un objet avec une `grid` de 81 caractères, par exemple
    .light_up = un objet avec un `board`, comme {"{"}"board": "...\n.4.\n..."{"}"}
    .stickers = un cube : un texte de 24 ou 54 facettes, une liste de six faces, ou un objet avec les faces U R F D L B
    .cube = un objet avec un `cube` ou un `scramble`, comme {"{"}"scramble": "R U' F2"{"}"}
    .fen = un objet avec une `fen`
    .question = un objet avec une `question`, celle que l’on enverrait pour la résoudre
    .questions = un objet avec des `questions`, comme {"{"}"questions": [{"{"}"grid": "..."{"}"}]{"}"}
    .position = un objet, comme {"{"}"position": "44455"{"}"} ou {"{"}{"}"}
    .move = un objet, comme {"{"}"move": "B9-A7"{"}"} ou {"{"}{"}"}
    .moves = un objet, comme {"{"}"moves": ["B9-A7"]{"}"}
    .search = un objet, comme {"{"}"method": "classroom-alphabeta", "depth": 2{"}"}
    .tie_breaks = dans une élimination directe un nombre de paires de parties, à partir de 0 ; sinon une liste de critères, comme ["BH-C1", "BH"]
    .entrant = le nom d’un bot, ou un objet comme {"{"}"bot": "ann", "rating": 1500{"}"}
rights =
    .bad_token = ce jeton n’est pas valable
    .header = l’en-tête s’écrit `Authorization: Bearer JETON`
    .operator_needed = il faut un jeton d’opérateur (`Authorization: Bearer JETON`) ; il est dans le fichier `operator-token` du dossier de l’arbitre, et `arbitre token mint --operator` en crée un s’il n’y en a pas, ou un autre
    .not_for_bots = c’est le jeton d’un bot ; il faut ici celui d’un opérateur
    .anothers_token = ce jeton est celui de { $own } : il n’agit pas pour { $bot }
    .must_show_token = { $bot } a un jeton, et doit le montrer : `Authorization: Bearer JETON`
    .token_needed = il faut le jeton de { $bot } ou celui d’un opérateur : `Authorization: Bearer JETON`
    .another_address = { $bot } venait d’une autre adresse : sans jeton, seule l’adresse d’origine peut agir pour ce bot
    .position_in_play = cette position peut se présenter dans la partie { $game } d’un tournoi classé : jusqu’à la fin de cette partie, seuls les opérateurs peuvent la faire analyser
    .entry_by_token = le tournoi { $id } n’accepte que les bots qui ont un jeton : montrez le jeton de { $bot } : `Authorization: Bearer JETON`
    .entry_by_list = le tournoi { $id } n’accepte que les inscrits de son plan ; un opérateur peut en inscrire d’autres
    .other_origin = une page de { $origin } ne peut agir sur cet arbitre
    .unknown_host = un navigateur atteint cet arbitre par une adresse IP, localhost ou le nom de sa machine, pas par « { $host } » ; `--public-name` permet un nom

## Connexions des bots

closing =
    .stopping = l’arbitre s’arrête ; reconnectez-vous dans un moment, vos parties continueront
    .binary = les messages sont des trames de texte, pas binaires
    .too_big = un message a au plus 16384 octets
    .bad_hello = le premier message doit être un `hello` valide ; l’erreur envoyée avant cette fermeture dit ce qui ne va pas
    .superseded = une connexion plus récente s’est faite sous ce nom : la vôtre, ou celle d’un autre
    .no_hello = aucun `hello` n’est venu à temps
    .refused = ce nom demande un jeton valable
    .name_taken = un autre bot est connecté sous ce nom, ou sous un nom qui lui ressemble
    .full = il ne reste pas de connexion sans jeton ; réessayez plus tard
    .not_utf8 = les trames de texte sont en UTF-8
    .bad_frame = ce n’est pas une trame WebSocket selon la RFC 6455
    .too_slow = les messages n’ont pas été lus à temps
    .silent = trois pings sont restés sans réponse
    .flood = trop de messages non sollicités
token_place = { $place ->
    [hello] donnez-le par `--token` ou `ARBITRE_BOT_TOKEN` (dans le `hello`, champ "token")
   *[line] mettez-le à la fin de la première ligne
}
session =
    .hello_expected = le premier message doit être {"{"}"t": "hello", "proto": [1], "bot": {"{"}"name": "…"{"}"}{"}"}
    .hello_unread = le `hello` est illisible : { $why }
    .protocol = cet arbitre parle le protocole [{ $version }], votre bot [{ $spoken }]
    .about = `bot.{ $field }` a au plus { $most } caractères, et le vôtre { $length }
    .games = `bot.games` nomme 1 à { $most } jeux, et le vôtre { $count }
    .resume_token = `resume_token` doit venir d’un `welcome` de cet arbitre
    .hello_again = vous avez déjà envoyé `hello`
    .not_json = une trame est un objet JSON : { $why }
    .not_a_message = { $why } ; protocol.md montre tous les messages
    .info_ignored = votre coup compte, mais son `info` est illisible : { $why }
    .seeking = vous jouerez contre le prochain bot qui demande la même cadence
    .too_many_messages = la partie { $game } n’a pas encore lu ce que vous avez dit ; attendez ses réponses
    .too_many_questions = { $most } de vos questions attendent déjà une réponse
    .wrong_token = ce jeton n’est pas l’un de ceux de { $name } : vérifiez l’orthographe du nom, puis le jeton ; l’opérateur en crée un nouveau par `arbitre token mint '{ $name }'`
    .token_needed = cet arbitre demande un jeton à chaque bot : { token_place }
    .name_has_token = { $name } a un jeton, et doit le montrer : { token_place }
    .full = les dernières connexions sont pour les bots qui montrent un jeton : { token_place }
    .storage_waits = l’arbitre ne peut consulter son stockage pour l’instant ; réessayez dans un moment
    .in_use = { $free ->
        [none] un autre bot est connecté sous le nom de { $name }, d’une autre adresse ; si c’est une ancienne connexion à vous, fermez-la, ou mettez dans votre `hello` le `resume_token` de son `welcome`
       *[other] un autre bot est connecté sous le nom de { $name }, d’une autre adresse ; « { $free } » est libre ; si c’est une ancienne connexion à vous, fermez-la, ou mettez dans votre `hello` le `resume_token` de son `welcome`
    }
    .between_games = { $free ->
        [none] { $name } vient de finir une partie par le protocole ligne par ligne, d’une autre adresse, et reviendra peut-être pour la suivante
       *[other] { $name } vient de finir une partie par le protocole ligne par ligne, d’une autre adresse, et reviendra peut-être pour la suivante ; « { $free } » est libre
    }
    .looks_like = { $free ->
        [none] { $name } ressemble à { $other }, qui est le nom d’un autre
       *[other] { $name } ressemble à { $other }, qui est le nom d’un autre ; « { $free } » est libre
    }
    .long_first_line = sa première ligne a plus de { $most } octets
    .gone_early = sa première ligne, qui donne son nom, n’est pas arrivée entière à temps
    .token_without_name = la première ligne est un jeton sans nom
    .damaged_token = la première ligne contient un morceau de jeton : elle se termine par le jeton entier, de 43 caractères
    .no_name = ce port est celui des bots qui parlent ligne par ligne, non celui des navigateurs : la première ligne est un nom, avec une lettre ou un chiffre, et non « { $line } »
    .namesakes = { $most ->
        [one] { $most } client
       *[other] { $most } clients
    } sont déjà connectés sous le nom de { $name }
    .in_a_game = { $name } est déjà connecté et joue une partie
bind_error = impossible d’écouter sur { $address } : { $why } ; `{ $flag } ADRESSE:PORT` en choisit une autre, et le port 0 prend n’importe quel port libre
bad_option =
    .no_network = « { $text } » n’est ni une adresse, comme 10.0.0.7, ni un réseau, comme 10.0.0.0/8
    .no_host_name = « { $text } » n’est pas le nom d’une machine : donnez-le sans protocole ni chemin, comme chess.example.org
no_age = « { $text } » n’est pas un âge : un nombre et une unité (d, w, mo ou y), comme 90d, 6mo, 1y
no_duration = « { $text } » n’est pas une durée : un nombre et une unité (ms, s, min ou h), comme 500ms, 10s, 0.1s, 5min
because = { $why ->
    [none] { $what }
   *[other] { $what } : { $why }
}
storage =
    .conflict = { because }
    .unavailable = { because }
    .damaged = { because }
    .closed = { because }
    .superseded = { because }
node_name = de 1 à { $most } lettres, chiffres et -_.: sont attendus
no_referee =
    .none = aucun nœud n’arbitre pour l’instant ; l’un d’eux prendra le relais quelques secondes après la réponse de la base de données
    .silent = le nœud « { $name } » arbitre, mais ne répond pas à celui-ci sur { $relay } : son option --advertise ou --bind-relay est peut-être fausse, ou un pare-feu les sépare

## [command] Bots

program_line =
    .too_long = il a écrit une ligne de plus de { $most } octets
    .ended = il s’est terminé
certificates =
    .none_trusted = { $why ->
        [none] le système n’a pas de certificats de confiance
       *[other] le système n’a pas de certificats de confiance : { $why }
    }
    .no_host_name = « { $host } » n’est pas un nom de machine qu’un certificat puisse porter
    .not_https = l’arbitre n’y parle pas https : essayez `--server { $server }`
bot_address =
    .unreadable = « { $text } » n’est pas une adresse : elle s’écrit comme 127.0.0.1:8080 ou https://chess.example.org
bot =
    .for_a_bridge = --bind et un programme ne vont qu’avec `bridge`
    .lines_are_for_knights = le protocole ligne par ligne par TCP, auquel sert --bind, n’existe que pour les cavaliers
    .no_name = un pont demande un nom, comme `arbitre bot bridge --name moi -- ./bot`
    .no_program = un pont demande un programme, comme `arbitre bot bridge --name moi -- ./bot`, ou `--bind 127.0.0.1:PORT`
engine =
    .engine = { $game } : { $unknown }{ $others ->
        [none] {""}
       *[other]  ; ce moteur joue à { $others } (`--game`)
    }
bot_news =
    .not_connected = pas de connexion : { $why } ; prochain essai dans { DECIMAL($seconds) } s
    .connected = connecté
    .seeking = { $opponent ->
        [none] attend un adversaire
       *[other] attend { $opponent }
    }
    .game_begins = une partie commence
    .game_continues = une partie continue
    .game_over = partie terminée : { $why }
    .rejected = refusé : { $why }
    .referee = l’arbitre : { $why }
    .needs_token = { $own } demande ici un jeton ; ce bot joue sous le nom de { $name } (--name en choisit un autre)
    .no_move = le moteur n’a trouvé aucun coup ; le premier coup légal est joué
    .panicked = une recherche s’est arrêtée sur une erreur du programme
    .resigned = { $why } ; la partie est abandonnée
    .no_such_line = la partie commence de { $position }, ce que le protocole ligne par ligne ne sait pas dire : elle n’est pas jouée
    .program_connected = un programme s’est connecté
    .too_many_programs = trop de programmes attendent une partie ; celui-ci est refusé
    .late_lines = le programme a écrit { $lines ->
        [one] une ligne
       *[other] { $lines } lignes
    } après la fermeture de son entrée, et aucune à son tour : il garde sa sortie en tampon, ou lit d’abord toute son entrée
    .killed = le programme ne s’est pas terminé après la partie et est tué
    .program_name = le nom du programme : { $line }
    .program_says = le programme : { $line }
    .listening = Les programmes se connectent à { $address }
bridge_trouble =
    .not_started = `{ $command }` ne démarre pas : { $source }
    .begun_before = la partie a commencé avant le lancement de ce pont
    .program_lost = le programme est perdu : { $source }{ $status ->
        [none] {""}
       *[other] {" "}({ $status })
    }
connection_lost =
    .no_answer = pas de réponse au bout de { $seconds } s
    .unknown_host = aucune machine de ce nom n’est connue ; vérifiez `--server`
    .connection_refused = aucun arbitre ne répond (connexion refusée) ; lancez-le par `arbitre serve`, ou donnez une autre adresse par `--server`
    .http = code HTTP { $status }
    .silent = aucun message depuis { $seconds } s
    .not_reading = l’arbitre ne lit pas
    .closed = la connexion a été fermée
    .with_code = fermée avec le code { $code } : { $why }
    .said = { $why }
    .broken = { $source }
close_reason = { $text }
bot_client =
    .superseded = un autre programme s’est connecté sous le nom de ce bot ; arrêtez-le, ou donnez à celui-ci un autre --name
    .token_refused = l’arbitre a refusé ce bot : { $why }
    .bad_hello = l’arbitre a refusé le `hello` du bot : { $why }
    .bad_name = l’arbitre a refusé `--name` : { $why }
    .bad_opponent = l’arbitre a refusé `--opponent` : { $why }
    .not_a_web_socket = { $address } répond par le code HTTP { $status }, et non en arbitre : vérifiez `--server`, d’ordinaire HÔTE:PORT sans chemin

## [command] La ligne de commande

command_line =
    .value = `{ $option }` : valeur « { $value } » refusée : { $why }
    .unknown_value = `{ $option }` : valeur « { $value } » inconnue ; il y a { $known }{ $nearest ->
        [none] {""}
       *[other]  ; voulez-vous dire `{ $nearest }` ?
    }
    .not_whole = `{ $option }` : « { $value } » n’est pas un nombre entier
    .not_in_range = `{ $option }` : « { $value } » n’est pas un nombre entier de { $least } à { $most }
    .not_an_address = `{ $option }` : « { $value } » n’est pas une adresse IP suivie d’un port, comme 127.0.0.1:8080, ou 0.0.0.0:8080 pour tous les réseaux
    .bad_value = `{ $option }` : valeur « { $value } » refusée ; voir `--help`
    .no_value = `{ $option }` demande une valeur
    .unknown = option inconnue : `{ $option }`{ $nearest ->
        [none] {""}
       *[other]  ; voulez-vous dire `{ $nearest }` ?
    }
    .unknown_command = commande inconnue : `{ $command }`{ $nearest ->
        [none] {""}
       *[other]  ; voulez-vous dire `{ $nearest }` ?
    }
    .program_after_dashes = un programme se place après `--` : arbitre { $command } -- { $program }
    .missing = il manque : { $options }
    .repeated = `{ $option }` est donné deux fois
    .conflict = `{ $option }` ne va pas avec `{ $other }`
cause = cause : { $why }
command =
    .at = { $place } : { $why }
unreached =
    .refused = aucun arbitre ne répond à l’adresse { $address } (connexion refusée) ; y est-il en marche ? Lancez-le par `arbitre serve`, ou donnez une autre adresse par `--server`
    .unknown_host = { $address } : aucune machine de ce nom n’est connue ; vérifiez l’adresse et le réseau de cette machine
    .encryption = pas de connexion chiffrée avec { $address } : { $source } ; vérifiez le certificat, et que l’arbitre est joint par https
    .not_https = l’arbitre ne parle pas https à { $address } : essayez `--server { $server }`
    .too_late = { $address } ne répond pas à temps ; vérifiez l’adresse, et si un pare-feu est entre les deux
    .broken = pas de réponse de { $address } : { $source } ; vérifiez l’adresse, puis réessayez
    .not_a_referee = { $address } répond par le code HTTP { $status }, ce que ne fait pas un arbitre ; vérifiez `--server`
    .not_read = la réponse de { $address } est illisible : { $source } ; l’arbitre et ce programme sont-ils de la même version ?
command_denied =
    .operator_needed = il faut un jeton d’opérateur : donnez-le par `--token` ou `ARBITRE_TOKEN`. Il est dans le fichier `operator-token` du dossier de l’arbitre ; `arbitre token mint --operator` en crée un s’il n’y en a pas, ou un autre
    .no_such_tournament = il n’y a pas de tournoi { $id } ; `arbitre tournament list` les montre
    .token_needed = il faut le jeton de { $bot } ou celui d’un opérateur : donnez-le par `--token`
    .entry_by_token = le tournoi { $id } n’accepte que les bots qui ont un jeton : donnez celui de { $bot } par `--token`
    .no_such_match = il n’y a pas de partie { $game } ; la page Parties du site les montre
command_output =
    .listening = Arbitre écoute sur http://{ $address }/ (bots : ws://{ $address }/ws)
    .line_clients = { $is_token_needed ->
        [true] Les clients du protocole ligne par ligne du cours se connectent à { $address }, avec leur jeton comme dernier mot de leur première ligne
       *[false] Les clients du protocole ligne par ligne du cours se connectent à { $address }
    }
    .operator_token = Pour administrer l’arbitre, ouvrez { $page } et entrez ce jeton d’opérateur, qui ne sera plus affiché : { $token }
    .operator_file = Pour administrer l’arbitre, ouvrez { $page } et entrez le jeton d’opérateur enregistré dans { $file }, que seul son propriétaire peut lire.
    .backed_up = { $file } contient tout ce que contient { $place }
    .restored = { $place } est rétabli d’après { $file }
    .replaced = Les anciennes données sont dans { $place }
    .rebuilt = { $mended ->
        [0] Tout concorde avec les journaux
        [one] { $mended } ligne différait de son journal et est corrigée
       *[other] { $mended } lignes différaient de leurs journaux et sont corrigées
    } : parties, { $matches } ; tournois, { $tournaments }
    .pruned = Parties hors tournoi supprimées : { $matches } ; tournois supprimés : { $tournaments }
    .moved = { $matches ->
        [one] { $matches } partie
       *[other] { $matches } parties
    }, { $tournaments ->
        [one] { $tournaments } tournoi
       *[other] { $tournaments } tournois
    }, { $tokens ->
        [one] { $tokens } jeton
       *[other] { $tokens } jetons
    } et { $jobs ->
        [one] { $jobs } tâche
       *[other] { $jobs } tâches
    } copiés de { $from } vers { $to } en { DECIMAL($seconds) } s ; la source reste
    .worker = calculateur { $name } : { $threads ->
        [one] { $threads } thread
       *[other] { $threads } threads
    }, chacun jusqu’à { $mebibytes } Mio, pour { $database }
    .operator = (opérateur)
    .ready = prêt
    .reads_standard_input = L’instance est lue sur l’entrée standard, jusqu’à sa fin (Ctrl-D)
    .leaves = { DECIMAL($seconds) } s, { $millions } millions de feuilles/s
    .searched = { $states } états, profondeur { $depth }, { $memory }
    .without_depth = `--depth` est sans effet pour { $methods }
    .tables = tables de motifs pour { $shape }, le vide ayant pour but la ligne { $row }, colonne { $column } ou son image par symétrie ({ $sizes } pièces) : { DECIMAL($megabytes) } Mo
    .lines = { $lines } lignes : { $solved } résolues{ $impossible ->
        [0] {""}
       *[other] , { $impossible ->
        [one] { $impossible } impossible
       *[other] { $impossible } impossibles
    }
    }{ $limit_reached ->
        [0] {""}
       *[other] , { $limit_reached ->
        [one] { $limit_reached } abandonnée
       *[other] { $limit_reached } abandonnées
    }
    }{ $failed ->
        [0] {""}
       *[other] , { $failed } en échec
    } ; { DECIMAL($seconds) } s, { $rate } par seconde
    .proof_found = { $wins ->
        [true] les { side } gagnent : prouvé
        [false] les { side } ne gagnent pas : prouvé
       *[none] on ne sait pas si les { side } gagnent
    }, { $nodes ->
        [one] { $nodes } nœud
       *[other] { $nodes } nœuds
    }, { DECIMAL($seconds) } s{ $wins ->
        [none] { $is_kept ->
            [true]  ; relancez pour continuer
           *[false] {""}
        }
       *[other] {""}
    }
    .proof_holds = { $wins ->
        [true] la preuve est valable : les { side } gagnent dans { $position } ({ $positions ->
        [one] { $positions } position
       *[other] { $positions } positions
    })
       *[false] la preuve est valable : les { side } ne gagnent pas dans { $position } ({ $positions ->
        [one] { $positions } position
       *[other] { $positions } positions
    })
    }
    .proof_not_written = { $file } : rien n’est écrit, car rien n’est prouvé
    .proof_writing = { $file } : écriture de la preuve
    .proof_written = { $positions ->
        [1] { $file } : une preuve de 1 position
       *[other] { $file } : une preuve de { $positions } positions
    }
    .table_too_small = { $file } : { $left } des { $of } positions ne tiennent pas dans { $mebibytes } Mio (`--hash`)
    .table_not_saved = non enregistré : { $why }
    .estimate = { DECIMAL($elo) } Elo, intervalle à 95 % [{ DECIMAL($low) } ; { DECIMAL($high) }], le plus fort avec une probabilité de { DECIMAL($likelihood) } %
    .match_game = partie { $number } : { $engine } a les { $side ->
        [white] Blancs
       *[black] Noirs
    } ; { $result ->
        [white] les Blancs gagnent
        [black] les Noirs gagnent
        [draw] nulle
       *[void] sans résultat
    } : { $why ->
        [none] {""}
       *[other] { $why }
    }{ $opening ->
        [none] {""}
        [white] {" "}; l’ouverture est gagnée pour les Blancs
        [black] {" "}; l’ouverture est gagnée pour les Noirs
       *[draw] {" "}; l’ouverture est nulle
    }
    .match_score = { $first } contre { $second } : { $won ->
        [one] { $won } gagnée
       *[other] { $won } gagnées
    }, { $drawn ->
        [one] { $drawn } nulle
       *[other] { $drawn } nulles
    }, { $lost ->
        [one] { $lost } perdue
       *[other] { $lost } perdues
    }, à { $time }
    .match_void = { $games ->
        [one] { $games } partie est
       *[other] { $games } parties sont
    } sans résultat
    .match_late = parties perdues au temps par { $engine } : { $games }
    .match_openings = parties perdues par { $engine } : { $lost } dans des ouvertures perdues malgré le meilleur jeu, { $even } dans d’autres{ $unknown ->
        [0] {""}
        [one] {" "}; pour { $unknown } autre, la valeur de l’ouverture est inconnue
       *[other] {" "}; pour { $unknown } autres, la valeur de l’ouverture est inconnue
    }
    .match_incomplete = (estimé d’après les paires : { $games ->
        [one] { $games } partie n’y est pas, car sa paire est incomplète
       *[other] { $games } parties n’y sont pas, car leurs paires sont incomplètes
    })
    .match_stronger = SPRT après { $pairs ->
        [one] { $pairs } paire
       *[other] { $pairs } paires
    } : { $engine } est plus fort, elo1 plutôt que elo0 (logarithme du rapport de vraisemblance { DECIMAL($ratio) }, bornes { DECIMAL($lower) } et { DECIMAL($upper) })
    .match_not_stronger = SPRT après { $pairs ->
        [one] { $pairs } paire
       *[other] { $pairs } paires
    } : { $engine } n’est pas plus fort, elo0 plutôt que elo1 (logarithme du rapport de vraisemblance { DECIMAL($ratio) }, bornes { DECIMAL($lower) } et { DECIMAL($upper) })
    .match_undecided = SPRT après { $pairs ->
        [one] { $pairs } paire
       *[other] { $pairs } paires
    } : indécis (logarithme du rapport de vraisemblance { DECIMAL($ratio) }, bornes { DECIMAL($lower) } et { DECIMAL($upper) })
    .match_time = temps décompté : { $first } { DECIMAL($first_seconds) } s, { $second } { DECIMAL($second_seconds) } s, en { $plies ->
        [one] { $plies } demi-coup
       *[other] { $plies } demi-coups
    }
    .match_progress = {"{pos}/{len} parties, {elapsed} (reste {eta})"}
    .exercise_waiting = En attente à ws://{ $address }/ws
    .exercise_plies = { $plies ->
        [one] { $plies } demi-coup
       *[other] { $plies } demi-coups
    }
    .exercise_no_move = aucun
    .exercise_right = juste
    .exercise_best = { $best } gagne
    .head_plies = demi-coups
    .head_right = justes
    .head_of = sur
    .head_time = temps moyen
    .head_all = tous
    .reviewed = { $game }, { $plies ->
        [one] { $plies } demi-coup
       *[other] { $plies } demi-coups
    }, chaque position cherchée par { $method } avec { $nodes ->
        [one] { $nodes } nœud
       *[other] { $nodes } nœuds
    }
    .reviewed_side = { side } : précision { $accuracy ->
        [none] -
       *[other] { DECIMAL($accuracy) } %
    }, imprécisions { $inaccuracies }, erreurs { $mistakes }, gaffes { $blunders }, gains prouvés manqués { $missed_wins }
    .reviewed_move = { $chance } % de gain, puis { $chance_after } %{ $is_win_missed ->
        [true] , un gain prouvé manqué
       *[false] {""}
    } ; le meilleur : { $best }
command_failed =
    .interrupted = interrompu
    .workers_need_store = `--threads 0` demande `--store` : les calculateurs prennent leur travail dans une base de données, et un dossier n’est pas partagé
    .nothing_stored = aucun arbitre n’a encore rien enregistré dans { $place } : tapez ceci dans le dossier où l’arbitre a été lancé, ou indiquez son dossier de données par `--data`, ou sa base par `--store`
    .same_place = { $place } est à la fois le départ et l’arrivée : il n’y a rien à déplacer
    .output_full = la sortie n’accepte plus rien ({ $source }) ; ce qui a été créé est valable
    .not_toml = la ligne { $line } n’est pas du TOML, qui s’écrit CHAMP = VALEUR : un texte ou un mot se met entre guillemets, un nombre non
    .not_utf8 = le texte n’est pas en UTF-8 : enregistrez-le en UTF-8 (dans un tableur : « CSV UTF-8 »)
    .empty_position = la position est vide ; `start` est la position de départ
    .time_limit = `--time-limit` : plus de 0 et au plus { $most } s, soit un an
    .no_field = `--set { $field }` : il faut écrire CHAMP=VALEUR
    .limit_field = `--set { $field }` : les limites sont des options : `--time-limit`, `--nodes`, `--memory-limit` et, pour les solutions, `--all`
    .no_picture = `--svg` : cette réponse sur { $puzzle } n’a pas d’image ; laissez `--svg` de côté, ou demandez `--json`
    .prepare_taquin = seul taquin a des tables de motifs : `arbitre solve taquin --prepare`
    .tables_limit = une limite a été atteinte avant la fin du calcul des tables
    .depths_or_sizes = `--depths` va avec le taquin et les jeux ; `--sizes`, avec les autres casse-têtes
    .one_instance = la comparaison porte sur un seul énoncé ou une seule position, le dernier argument
    .series_instance = une série crée ses propres casse-têtes : ne donnez pas d’énoncé ; seuls les jeux acceptent une position
    .instance_too_long = l’entrée dépasse les { $most } octets d’un énoncé ; `solve --batch` en lit plusieurs
    .line_too_long = la ligne a plus de { $most } octets
    .line_not_utf8 = la ligne n’est pas en UTF-8
    .solver_panicked = une erreur dans le programme : une méthode s’est interrompue
    .lines_failed = { $failed ->
        [one] { $failed } ligne sur { $lines } a échoué, la ligne { $first }
       *[other] { $failed } lignes sur { $lines } ont échoué, à commencer par la ligne { $first }
    }
    .no_match = ce n’est pas une partie en JSON : { $why }
    .not_shown = ces bots gardent un jeton qui ne vient pas d’une liste et ne peut plus être montré : { $bots } ; `arbitre token rotate ID` en remplace un, et `arbitre token class FICHIER --rotate` tous ceux de la liste
    .not_private = { $file } n’est pas utilisé : ce doit être un fichier de cet utilisateur que nul autre ne peut lire (`chmod 600`)
    .no_review = l’arbitre ne dit pas pourquoi il n’y a pas d’analyse
    .review_of_file = `--game` et `--nodes` ne servent que pour un fichier ; pour ses parties, l’arbitre les choisit
    .too_much_memory = `--hash` : il y a ici { $most } Mio, et non { $wanted }
    .one_file_for_two = `--checkpoint` et `--certificate` désignent deux fichiers différents
    .no_table = ce n’est pas une table de preuve de cette version ; elle reste telle quelle : choisissez un autre fichier
    .cut_table = la table s’arrête au milieu d’une entrée, comme si elle avait été coupée ; elle reste telle quelle
    .proof_stopped = le calcul a été arrêté, ou la table enregistrée est fausse
    .proof_flawed = la preuve ne tient pas : { $why }
    .no_such_exercise = `--plies` : aucun exercice n’est aussi court ; les plus courts ont { $shortest ->
        [one] { $shortest } demi-coup
       *[other] { $shortest } demi-coups
    }
    .bot_does_not_start = le bot ne démarre pas : { $program } : { $source }
    .other_game = { $bot } ne joue pas à { $game }, mais à { $plays }
    .bot_does_not_connect = { $said ->
        [none] le bot ne s’est pas connecté
       *[other] le bot ne s’est pas connecté ; il a écrit : { $said }
    }
    .no_exercise_played = { $why ->
        [none] le bot ne joue pas les exercices : aucun coup n’arrive
       *[other] le bot ne joue pas les exercices : { $why }
    }
    .suspended = le tournoi { $tournament } est suspendu : { $why } ; un opérateur peut le reprendre ou le terminer
    .not_ready = { $missing ->
        [one] { $missing } inscrit sur { $entrants } n’est pas prêt
       *[other] { $missing } inscrits sur { $entrants } ne sont pas prêts
    } : connectez leurs programmes, ou un bot fourni par `arbitre bot MOTEUR --name NOM`
    .not_started = le tournoi { $tournament } est ouvert, et n’est pas commencé : { $missing ->
        [one] { $missing } inscrit sur { $entrants } n’est pas prêt
       *[other] { $missing } inscrits sur { $entrants } ne sont pas prêts
    }. Connectez leurs programmes, ou un bot fourni par `arbitre bot MOTEUR --name NOM` ; puis `arbitre tournament start { $tournament }` le commence, avec `--force` dans tous les cas, et `arbitre tournament delete { $tournament }` le supprime
    .endless = une erreur dans le programme : la partie { $game } n’a pas fini
    .opponent = une erreur dans le programme : l’adversaire : { $source }

## [command] Le docteur

doctor_step =
    .game_with_white = une partie avec les Blancs
    .game_with_black = une partie avec les Noirs
    .drawn_opening = une ouverture aléatoire
    .only_passe = seul PASSE est permis
    .win_in_one = un gain en un coup
    .one_second = une seconde à la pendule
    .slow_link = une liaison lente
    .lost_connection = la connexion est coupée pendant la réflexion
    .rejected_move = un coup est refusé
    .turn_twice = your_turn arrive deux fois
    .unknown_fields = des champs et des messages inconnus
    .long_game_over = un game_over très long
    .referee_restarted = l’arbitre redémarre
    .two_games = deux parties à la fois
doctor_exit =
    .status = code de sortie { $code }
    .signal = signal { $number }
doctor_parting =
    .unsendable = on ne peut plus rien lui envoyer : { $why }
    .broke = sa connexion s’est rompue : { $why }
    .unmasked = ses trames ne sont pas masquées
    .hung_up = il a coupé la connexion sans trame de fermeture
    .closed = il a fermé la connexion
    .closed_with = il a fermé la connexion avec le code { $code }{ $code ->
        [1001] {" "}(départ : le programme se terminait)
        [1002] {" "}(erreur de protocole : une trame qu’il ne sait pas lire)
        [1007] {" "}(données invalides : un texte qui n’est pas en UTF-8)
        [1009] {" "}(message trop long pour lui)
        [1011] {" "}(erreur interne du programme)
       *[other] {""}
    }
    .closed_by_referee = { $code ->
        [none] l’arbitre a fermé sa connexion
       *[other] l’arbitre a fermé sa connexion avec le code { $code }
    }
    .broken_by_step = la connexion a été coupée, comme le veut l’épreuve
    .referee_gone = l’arbitre a disparu, comme le veut l’épreuve
    .referee_away = l’arbitre est parti, comme le veut l’épreuve
    .not_examined = c’est { $wanted } qui est examiné ici, et non { $name }
plies = { $plies ->
    [one] { $plies } demi-coup
   *[other] { $plies } demi-coups
}
doctor_game =
    .won = gagnée en { plies }, { SECONDS($spent) } s à sa pendule
    .lost = perdue selon les règles en { plies }, { SECONDS($spent) } s à sa pendule
    .drawn = nulle en { plies }, { SECONDS($spent) } s à sa pendule
doctor =
    .played = { $second ->
        [none] { $first }
       *[other] { $first } ; { $second }
    }
    .enough_to_mend = corrigez d’abord les erreurs ci-dessus
    .one_game_first = il doit d’abord jouer une partie
    .usual_start_only = le bot dit ne connaître que la position de départ habituelle
    .not_connected = il ne s’est pas connecté à ws://{ $address }/ws en envoyant `hello` dans les { $seconds } s
    .ended_before_hello = le programme s’est terminé avant d’avoir envoyé `hello`, sans erreur
    .failed_before_hello = le programme s’est terminé avant d’avoir envoyé `hello` ({ $exit })
    .hello_refused = l’arbitre a refusé son `hello` : { $error }
    .not_let_in = { $name } a envoyé `hello` et n’a pas été admis
    .quit = le programme s’est terminé au milieu de la partie
    .died = le programme s’est arrêté sur une erreur ({ $exit }) ; ses dernières lignes disent où
    .died_silently = le programme s’est arrêté sur une erreur ({ $exit }), sans un mot
    .connection_lost = { SECONDS($after) } s après le début de l’épreuve, { $how }
    .referee_error = l’arbitre a répondu par une erreur : { $error }
    .many_connections = il a ouvert { $connections } connexions pour { $moves } coups
    .no_hello = il s’est connecté sans se présenter : { $how }
    .missed_win = il pouvait gagner tout de suite, par C2-A1 ou C2-E1, et il a joué autre chose
    .move_rejected = son coup a été refusé (le docteur l’avait remplacé par { $text }), et il n’en a pas envoyé de légal ensuite
    .rejected = { $count ->
        [one] un de ses messages a été refusé : { $last }. { $why }
       *[other] { $count } de ses messages ont été refusés, le dernier ainsi : { $last }. { $why }
    }
    .fell_silent = il a répondu à { $turns ->
        [one] { $turns } tour
       *[other] { $turns } tours
    }, puis plus rien pendant { $seconds } s : { $why }
    .unreadable = l’arbitre n’a pas pu lire un de ses messages : { $error }. { $why }
    .no_move = aucun coup n’est arrivé. { $why }
    .move_missing = son message `move` n’a pas de texte dans le champ `move`. { $why }
    .never_passed = il n’a jamais dû passer dans les parties de cette épreuve : passer n’est donc pas vérifié
    .not_ready = une partie lui a été proposée et il n’a pas dit qu’il était prêt : { $why }
    .not_back = il n’est pas revenu : { $why }
    .back_as = il est revenu sous un autre nom, { $name } : { $why }
    .gone = il n’était plus là : { $why }
    .game_lost = { $why }
    .broke_off = la partie s’est interrompue
doctor_advice =
    .give_address = Donnez cette adresse à votre bot : elle est dans la variable ARBITRE_SERVER, et remplace {"{"}url{"}"} dans la commande. Le premier message est {"{"}"t": "hello", "proto": [1], "bot": {"{"}"name": …{"}"}{"}"}.
    .first_message = Le premier message est {"{"}"t": "hello", "proto": [1], "bot": {"{"}"name": …{"}"}{"}"} ; protocol.md dit le reste. Chaque message est un objet JSON, encodé une seule fois.
    .mask = Un client masque chaque trame qu’il envoie (RFC 6455, 5.3) : mettez à un le bit 0x80 du deuxième octet, envoyez quatre octets de masque après la longueur, et combinez chaque octet du texte avec eux par ou exclusif. Une bibliothèque WebSocket fait tout cela.
    .one_connection = Gardez une seule connexion ouverte pour toute la partie et pour toutes les parties ; un coup envoyé juste avant la fermeture peut être perdu. Présentez-vous une fois, puis lisez et répondez en boucle.
    .ply = Renvoyez le `ply` du `your_turn` auquel vous répondez, tel quel, un nombre sans guillemets : il compte les demi-coups, ceux des deux camps, à partir de 0.
    .game_number = Renvoyez le `game` du message auquel vous répondez, tel quel, un nombre sans guillemets : chaque partie a le sien, et plusieurs peuvent se jouer en même temps.
    .pass = Quand `legal_moves` est ["PASSE"], aucun cavalier ne peut bouger : envoyez PASSE.
    .start_bridge = Il s’est terminé aussitôt. Un programme qui lit les coups sur l’entrée standard se lance par `arbitre bot bridge --server {"{"}url{"}"} --name NOM -- COMMANDE` ; tout autre programme doit continuer de lire le WebSocket à {"{"}url{"}"}.
    .see_last_words = Les dernières lignes du programme disent où il a échoué.
    .handle_all = Regardez le champ `t` de chaque message, et ignorez ce que vous ne connaissez pas, champs comme messages.
    .legal = Envoyez l’un des `legal_moves` de `your_turn` tel quel, avec le `game` et le `ply` de ce message. S’il n’y a que PASSE, envoyez PASSE. Un bot qui tient son propre plateau le remet en place à chaque partie, d’après `position`.
    .come_back = Quand la connexion est perdue, reconnectez-vous, envoyez `hello` et continuez de lire : l’arbitre envoie de nouveau `state` et `your_turn` de votre partie. Réessayez environ chaque seconde jusqu’à ce qu’il réponde.
    .same_name = Présentez-vous sous le même nom à chaque connexion : c’est à ce nom que l’arbitre reconnaît votre bot et ses parties.
    .any_length = Lisez des messages de toute longueur : une bibliothèque WebSocket le fait, et une trame peut avoir 70 000 octets.
    .flood = Elle a été fermée parce qu’il envoyait trop de messages : envoyez un seul `move` par `your_turn`, et `sync` seulement quand quelque chose manque.
    .last_words = Corrigez ce que nomment ses dernières lignes ; une erreur dans `choose` devrait coûter un coup au plus, pas tout le programme. Si elles parlent d’un champ : regardez le `t` de chaque message. Si elles parlent de JSON : un message peut arriver en plusieurs morceaux (en Java, jusqu’à ce que `last` soit vrai), et une lecture peut en rendre plusieurs.
    .signals = Écrivez les erreurs sur la sortie d’erreur, pour qu’on les voie ici. Un signal vient d’un autre programme (9, SIGKILL : souvent une machine à court de mémoire), ou d’un pointeur ou d’un indice faux (11, SIGSEGV ; 6, SIGABRT).
    .stay = Il s’est terminé de lui-même alors que sa partie continuait : après chaque coup, continuez de lire jusqu’à `game_over`, et ne quittez qu’ensuite.
    .stopped = Il n’a plus répondu : cherchez une boucle sans fin dans `choose`, et lisez la connexion à tout moment. Sans bibliothèque WebSocket : une lecture peut rendre plusieurs messages, ou un morceau d’un seul.
    .read_on = Lisez la connexion à tout moment, et répondez à chaque `your_turn`, quoi qu’il soit arrivé avant.
    .compare = Comparez ce que votre bot a envoyé avec protocol.md : un message illisible reste sans effet.
    .look_ahead = À lui seul, cela ne fait perdre aucune partie. Mais un bot qui regarde, pour chacun de ses coups, s’il gagne, joue mieux.
    .no_resign = N’envoyez pas `resign` de vous-même ; s’il vient du pont, c’est que son programme s’est terminé ou n’a écrit aucune ligne à son tour.
    .say_ready = Répondez à chaque `state` dont le `status` est `waiting` par {"{"}"t": "ready", "game": …{"}"} avec son numéro, et continuez à lire après `welcome` (en Java, appelez `request(1)` après chaque message).
    .answer_turn = Répondez à chaque `your_turn` par {"{"}"t": "move", "game": …, "ply": …, "move": …{"}"}, sur une ligne, dans une seule trame de texte, avant la fin de votre temps dans `clocks`, compté en microsecondes. Un `state` n’est pas un tour, et n’appelle aucun coup.
    .move_again = Dans les parties d’entraînement, les coups illégaux sont pardonnés : répondez à `rejected` avec le code `illegal` par l’un de ses `legal_moves`.
    .mind_clock = Regardez votre pendule dans `clocks` de `your_turn`, et dépensez d’autant moins de temps qu’il vous en reste peu. `--time` donne aux parties entières la cadence de votre tournoi.
    .line_end = Le programme s’est terminé avant `FIN!` : lisez les lignes jusque-là, quelles qu’elles soient, et ne terminez qu’ensuite. S’il a échoué, ses dernières lignes (sortie d’erreur) disent où ; SIGSEGV vient d’un pointeur ou d’un indice.
    .line_move = Tenez le plateau à jour : jouez-y chaque `MOUVEMENT` de l’adversaire et chacun de vos coups, ne répondez qu’à `JOUEUR` suivi de votre couleur, et commencez avec les Noirs à la ligne 1 et les Blancs à la ligne 9, qui avancent vers la ligne 1. Vérifiez ensuite vos règles.
    .line_output = La sortie standard ne sert qu’aux coups : n’y écrivez que le coup, comme B9-A7, en majuscules et seul sur sa ligne, et tout le reste, comme les messages de mise au point, sur la sortie d’erreur. Aucune ligne ne permet d’abandonner.
    .line_pass = Quand aucun de vos cavaliers ne peut bouger, écrivez PASSE, seul sur sa ligne.
    .line_silent = Aucune ligne n’est venue pendant son tour. Videz le tampon de la sortie standard après chaque coup (`print(…, flush=True)`, `fflush(stdout)`, `System.out.flush`) ; terminez le coup par un saut de ligne (`println`) ; lisez l’entrée ligne par ligne, et non jusqu’à sa fin, avant de répondre ; et répondez à `JOUEUR` suivi de votre couleur.
    .line_stopped = Il n’a plus répondu. Répondez à chaque `JOUEUR` suivi de votre couleur, qui est la première ligne que vous lisez, et à lui seul : un coup écrit pendant le tour de l’adversaire n’est pas joué. Sinon, cherchez une boucle sans fin.
    .line_clock = Son temps court de `JOUEUR` suivi de sa couleur jusqu’à sa ligne, et vaut pour toute la partie : dépensez moins à chaque coup. `--time` donne aux parties entières la cadence de votre tournoi.
    .no_take_back = Il n’y a rien à changer : un programme qui parle ligne par ligne ne peut pas reprendre un coup, et les tournois ne pardonnent aucun coup illégal.
    .tcp_connect = Le programme se connecte en TCP une fois par partie : après `FIN!`, il se connecte de nouveau. La première ligne qu’il envoie est son nom, terminé par un saut de ligne ; videz ensuite le tampon de sortie.
    .tcp_end = Le programme a fermé sa connexion avant `FIN!` : lisez toutes les lignes jusque-là, et ne fermez la connexion qu’ensuite. S’il s’est arrêté par une erreur, ses dernières lignes disent où.
    .tcp_output = Après son nom, le programme n’envoie que le coup, comme B9-A7, en majuscules, les octets du texte et un saut de ligne : aucun mot devant, et en Java pas par `writeUTF`, qui met deux octets de longueur en tête. Aucune ligne ne permet d’abandonner.
    .tcp_silent = Aucune ligne n’est venue pendant son tour. Les lignes de l’arbitre se terminent par \0 et un saut de ligne : ôtez les deux avant de comparer. Terminez votre coup par un saut de ligne, videz le tampon de sortie, et répondez à `JOUEUR` suivi de votre couleur.
doctor_report =
    .waiting = En attente de { $name } sur ws://{ $address }/ws
    .starting = Le bot doit se connecter à ws://{ $address }/ws
    .reported = L’arbitre à { $referee } en a pris note.
    .summary = { $bot ->
        [none] le bot
       *[other] { $bot }
    } { $failed ->
        [0] est prêt à jouer
       *[other] n’est pas encore prêt
    } : { $passed } { $passed ->
        [one] réussie
       *[other] réussies
    }{ $failed ->
        [0] {""}
        [one] , { $failed } échouée
       *[other] , { $failed } échouées
    }{ $remarks ->
        [0] {""}
       *[other] , { $remarks } avec une remarque
    }{ $skipped ->
        [0] {""}
        [one] , { $skipped } omise
       *[other] , { $skipped } omises
    } sur { $steps } épreuves, en { $seconds } s
    .step = { $step } : { $why }
    .passed = réussi
    .remark = à voir
    .failed = ÉCHEC
    .skipped = omis
    .wire = messages échangés :
    .last_words = les dernières lignes du programme :
    .change = à corriger : { $advice }

## [log] Tableaux des tournois

tournament_table =
    .column = { $column ->
        [rank] rang
        [played] jouées
        [draws] nulles
        [losses] défaites
        [lost_by] perdues par
        [elo_low] Elo, minimum
        [elo_high] Elo, maximum
        [superior_to_next] plus fort que le suivant
        [separable_from_next] se distingue du suivant
        [remarks] remarques
        [attendance] présence
        [share] part des points
        [sure_rating] cote sûre
        [round_reached] ronde atteinte
        [seed] tête de série
        [direct_encounter] rencontre directe
        [wins] victoires
        [wins_played] victoires jouées
        [games_with_Black] parties avec les Noirs
        [wins_with_Black] victoires avec les Noirs
        [rounds_attended] rondes suivies
        [progressive_score] cumulatif
        [Buchholz_cut_1] Buchholz tronqué 1
        [Buchholz_cut_2] Buchholz tronqué 2
        [Buchholz_median_1] Buchholz médian 1
        [Buchholz_median_2] Buchholz médian 2
        [Sonneborn_Berger_cut_1] Sonneborn-Berger tronqué 1
        [won] gagnées
        [drawn] nulles
        [lost] perdues
        [games_lost_by] perdues par
        [start] départ
        [name] nom
        [game] partie
        [round] ronde
        [White] Blancs
        [Black] Noirs
        [status] état
        [won_by] gagnant
        [reason] motif
        [rehearsal] répétition
        [remark] remarque
       *[other] { $name }
    }
    .byes = { $count ->
        [one] { $count } exemption
       *[other] { $count } exemptions
    }
    .half_point_byes = { $count ->
        [one] { $count } exemption à un demi-point
       *[other] { $count } exemptions à un demi-point
    }
    .withdrawn = { $why ->
        [none] retiré
       *[other] retiré : { $why }
    }
    .annulled = parties annulées
    .termination = { $reason ->
        [rules] selon les règles
        [illegal_move] coup illégal
        [time] temps écoulé
        [resigned] abandon
        [no_show] un joueur n’est pas venu
        [both_no_show] les deux joueurs absents
        [absent] déconnecté trop longtemps
        [both_absent] tous deux déconnectés
        [left] un joueur est parti
        [annulled] partie annulée
        [adjudicated] décision de l’opérateur
       *[other] { $reason }
    }
    .decision = Partie { $game } ({ $players }) : { $action ->
        [adjudicate] résultat décidé
        [annul] annulée
        [replay] à rejouer
       *[other] { $action }
    }{ $result ->
        [none] {""}
        [white] , gain des Blancs
        [black] , gain des Noirs
        [draw] , nulle
       *[other] , { $result }
    } : { $why }
    .is_separable = { $yes ->
        [true] oui
       *[other] non
    }
    .standings = { $name } : classement
    .crosstable = { $name } : grille américaine
    .decisions = Décisions
    .bye_counts = Une exemption vaut une victoire.
    .forfeits = F : gagnée ou perdue sans être jouée.

## [command] Les commandes des tournois

tournament_output =
    .by_the_prior = { $estimate } (estimation de départ)
    .more_columns = (un terminal plus large montre aussi : { $columns })
    .standings = { $name } : { stage }
    .crosstable = { $name } : grille américaine (F : gagnée ou perdue sans être jouée)
    .game_status = { $status ->
        [pending] à venir
        [waiting] en attente
        [running] en cours
        [playing] en cours
        [over] finie
       *[other] { $status }
    }
    .game_result = { $result ->
        [white] Blancs
        [black] Noirs
        [draw] nulle
        [void] sans résultat
       *[other] { $result }
    }{ $played ->
        [true] {""}
       *[other] {" "}(non jouée)
    }
    .no_rehearsal = aucune connue, alors que le règlement en demande une
    .passed_rehearsal = réussie { $at }
    .failed_rehearsal = échouée { $at } : { $failed }
    .unknown_name = { $nearest ->
        [none] nom inconnu
       *[other] nom inconnu ; { $nearest } est le plus proche
    }
    .other_game = son `hello` annonce d’autres jeux ; il compte comme absent
    .new_version = version { $version } ; les résultats et la cote de { $earlier } continuent
    .turned_away = { $times ->
        [one] refusé { $times } fois : jeton absent ou faux
       *[other] refusé { $times } fois : jeton absent ou faux
    }
    .attendance = { $attendance ->
        [connected] connecté
        [absent] absent
        [unknown] inconnu
        [other_game] autre jeu
       *[other] { $attendance }
    }
    .roll_call = { $others ->
        [0] { $name } : { $connected ->
        [one] { $connected } connecté
       *[other] { $connected } connectés
    }, { $absent ->
        [one] { $absent } absent
       *[other] { $absent } absents
    }, { $unknown ->
        [one] { $unknown } inconnu
       *[other] { $unknown } inconnus
    }
       *[other] { $name } : { $connected ->
        [one] { $connected } connecté
       *[other] { $connected } connectés
    }, { $absent ->
        [one] { $absent } absent
       *[other] { $absent } absents
    }, { $unknown ->
        [one] { $unknown } inconnu
       *[other] { $unknown } inconnus
    }, { $others } pour un autre jeu
    }
    .unknown_forbidden = { $nearest ->
        [none] `forbidden` nomme { $bot }, qui n’est pas inscrit
       *[other] `forbidden` nomme { $bot }, qui n’est pas inscrit ; { $nearest } est le plus proche
    }
    .stage = { stage }
    .format = { format }
    .entrant_count = { $entrants ->
        [one] { $entrants } inscrit
       *[other] { $entrants } inscrits
    }
    .games_over = { $games ->
        [one] { $games } partie finie
       *[other] { $games } parties finies
    }
    .tournament = tournoi { $id }, { stage }
    .suspended_by = suspendu : { $why }
    .incomplete = le journal s’arrête avant la fin : { $why }
    .made = créé { $at }
    .entrants = { $rounds ->
        [none] { $entrants ->
        [one] { $entrants } inscrit
       *[other] { $entrants } inscrits
    }, ronde { $round }
       *[other] { $entrants ->
        [one] { $entrants } inscrit
       *[other] { $entrants } inscrits
    }, ronde { $round } sur { $rounds }
    }
    .games = parties : { $over ->
        [one] { $over } finie
       *[other] { $over } finies
    }, { $running } en cours, { $pending } à venir
    .progress = parties, ronde { $round }
    .runs = Le tournoi { $tournament } se joue chez l’arbitre, et continue sans cette commande ; `arbitre tournament run` avec le même fichier, ou `arbitre tournament show { $tournament }`, le montre de nouveau.
    .start_anyway = { $missing ->
        [one] { $missing } inscrit sur { $entrants } n’est pas prêt
       *[other] { $missing } inscrits sur { $entrants } ne sont pas prêts
    }. Commencer quand même ? [o/n]
    .not_dutch = Ce n’est pas un suisse : le système néerlandais ne l’apparie pas. { $system }
    .as_dutch = ronde { $round } : appariée comme par le système néerlandais de 2025
    .not_as_dutch = ronde { $round } : PAS comme par le système néerlandais de 2025, qui donne
    .next_round = ronde { $round } :
    .has_bye = { $name } est exempt
    .pairs_for = Le vrai tournoi apparie pendant { $duration }, et finit avec la dernière partie.
    .length_unknown = On ne sait pas combien durera le vrai tournoi : ses parties sont sans limite, ou il s’arrête selon leurs résultats.
    .takes = Le vrai tournoi durera au plus { $most } si chaque bot utilise tout son temps dans des parties de { $moves } coups ; { $few } s’il n’en utilise qu’un cinquième.
## Casse-têtes

cell = L{ $row }C{ $column }
square = { $name ->
    [none] ({ $row },{ $column })
   *[other] { $name }
}
unit =
    .row = la ligne { $number }
    .column = la colonne { $number }
    .box = le bloc { $number }
no_such_difficulty = il n’y a pas de difficulté « { $name } » : easy, medium, hard ou extreme
tables =
    .cut = elles sont tronquées
    .beginning = elles commencent autrement
    .version = elles sont d’une autre version
    .checksum = la somme de contrôle diffère
    .purpose = elles servent à quelque chose d’inconnu
    .length = elles n’ont pas la bonne longueur
    .patterns = les motifs ne sont pas ceux d’un plateau

colour = { $color ->
    [U] blanc
    [R] rouge
    [F] vert
    [D] jaune
    [L] orange
   *[B] bleu
}
cube_color = { colour } ({ $color })
cube_stickers = { $count } × { cube_color }
cube =
    .stickers = un cube s’écrit en 24 (2×2×2) ou 54 (3×3×3) lettres, les faces dans l’ordre U R F D L B, chacune ligne par ligne ; ce texte en a { $found }
    .letter = « { $found } » à la lettre { $place } n’est ni une face (U R F D L B), ni une couleur (W R G Y O B), ni un chiffre (1 à 6, ou 0 à 5)
    .mixed = { $face } est une face et { $color } une couleur : écrivez le cube en faces (U R F D L B) ou en couleurs (W R G Y O B)
    .move = la rotation { $place }, « { $found } », n’en est pas une : il faut une face U R F D L B, deux couches Uw ou u, une tranche M E S ou une rotation du cube x y z, suivie de rien, de 2 ou de '
    .sequence_length = une suite a au plus { $most } rotations
    .no_slice = { $turn } tourne une couche du milieu, et un 2×2×2 n’en a pas
    .size = « { $found } » n’est pas une taille de cube : 2 ou 3
    .metric = « { $found } » n’est pas une métrique : demi-tours (htm) ou quarts de tour (qtm)
    .method = il n’y a pas de méthode « { $name } » : { $methods }
    .not_for_size = la méthode { $method } ne convient pas au { $size }
    .tables = ce ne sont pas des tables pour le cube : { $why }
    .refused = le vérificateur refuse la réponse, ce qui est un défaut de ce programme : { $why }
cube_fault =
    .price = { $turn } n’est pas une seule rotation dans la métrique { $metric }
    .unsolved = { $cube } devient { $end }, qui n’est pas résolu
cube_impossible =
    .counts = { $counts } : un { $size } a { $each } facettes de chaque couleur
    .centers = les faces { $face } et { $other } ont toutes deux un centre { colour }, et un centre donne sa couleur à sa face
    .no_piece = la pièce en { $place } montre { $colors }, et { $kind ->
        [corner] aucun coin
       *[edge] aucune arête
    } n’a ces couleurs ensemble
    .mirrored = le coin en { $place } montre { $colors } : son image en miroir existe, lui non (deux de ses facettes sont échangées)
    .twice = la pièce en { $place } montre { $colors }, comme celle en { $other } : un cube n’a { $kind ->
        [corner] ce coin
       *[edge] cette arête
    } qu’une fois
    .twist = un coin est tordu : tournez à la main un coin, n’importe lequel, d’un tiers de tour { $thirds ->
        [1] dans le sens inverse des aiguilles d’une montre
       *[2] dans le sens des aiguilles d’une montre
    }, et le cube a une solution
    .flip = une arête est retournée : retournez à la main une arête, n’importe laquelle, et le cube a une solution
    .parity = deux pièces sont échangées : la permutation des coins et celle des arêtes diffèrent en parité ; échangez à la main deux coins ou deux arêtes, et le cube a une solution

chess =
    .fields = une FEN a six champs séparés par des espaces, ou les quatre premiers : le plateau, w ou b, les roques (KQkq ou -), la prise en passant (une case ou -), le compteur de demi-coups et le numéro du coup ; celle-ci en a { $found }
    .ranks = le plateau a huit rangées séparées par /, depuis la huitième ; celui-ci en a { $found }
    .squares = la rangée { $rank } du plateau a { $squares ->
        [one] { $squares } case
       *[other] { $squares } cases
    } et non 8
    .letter = « { $found } » dans la rangée { $rank } n’est ni une pièce (KQRBNP, kqrbnp) ni un nombre de cases vides (1 à 8)
    .kings = les { side } ont { $count ->
        [one] { $count } roi
       *[other] { $count } rois
    } et non un
    .too_many = les { side } ont { $pawns ->
        [one] { $pawns } pion
       *[other] { $pawns } pions
    } et { $pieces ->
        [one] { $pieces } pièce
       *[other] { $pieces } pièces
    }, pions compris ; un camp en a au plus 8 et 16
    .pawn_rank = il y a un pion en { $square }, et un pion n’est jamais sur la rangée 1 ou 8
    .kings_touch = les rois sont sur des cases voisines, { $square } et { $other }
    .side = le trait est w ou b, et non « { $found } »
    .opponent_in_check = les { side } sont en échec et viennent de jouer : leur roi pourrait être pris
    .checks = les { side } sont en échec par { $count } pièces ; deux au plus sont possibles
    .castling = les roques sont - ou des lettres de KQkq, chacune une fois, et non « { $found } »
    .castling_right = les roques disent { $right }, ce qui demande le roi en { $king } et une tour de sa couleur en { $rook }
    .en_passant = la prise en passant est - ou une case de la rangée { $rank }, celle qu’un pion vient de sauter, et non « { $found } »
    .en_passant_pawn = aucun pion ne peut venir de sauter { $square } : elle et celle de derrière doivent être vides, et le pion devant elle
    .en_passant_check = l’échec au roi ne peut venir du double pas d’un pion par { $square }
    .halfmove_clock = le compteur de demi-coups est un nombre de 0 à 100, et non « { $found } »
    .move_number = le numéro du coup est un nombre de 1 à 65535, et non « { $found } »

knights_tour =
    .board_text = un plateau s’écrit LARGEURxHAUTEUR, comme 8x8 ; ceci est « { $found } »
    .empty_board = il faut au moins une colonne et une ligne ; { $width }x{ $height } n’a pas de case
    .large_board = un plateau a au plus { $most } cases ; { $width }x{ $height } en a plus
    .square_text = une case s’écrit comme aux échecs, comme a1, ou LIGNE,COLONNE comptées de 0, comme 0,0 ; ceci est « { $found } »
    .no_such_square = la case { $text } est hors du plateau { $width }x{ $height } : ses lignes sont comptées de 1 depuis le bas, ses colonnes de a
    .off_board = la case ({ $row },{ $column }) est hors du plateau { $width }x{ $height } : ses lignes et ses colonnes sont comptées de 0
    .forbidden = { $what ->
        [start] le départ
       *[end] l’arrivée
    } { $square } est une des cases exclues
    .no_way = la case visitée numéro { $number }, { $square }, { $why }
    .large_field = un plateau avec des cases exclues ou visitées ou une arrivée donnée a au plus { $most } cases ; { $width }x{ $height } en a plus
    .none_to_generate = un plateau de { $width }x{ $height } est trop petit pour un tour de cavalier
    .large_to_generate = un plateau au hasard a au plus { $most } cases ; { $width }x{ $height } en a plus
    .kind_text = un tour est ouvert (open) ou fermé (closed) ; ceci est « { $found } »
    .unknown_method = aucune méthode ne s’appelle « { $text } » ; les méthodes sont { $methods }
    .large_for_method = { $method } prend un plateau d’au plus { $most } cases ; { $width }x{ $height } en a plus ; construction le prend
    .wide_for_count = on compte les tours sur des plateaux d’au plus { $squares } cases dont un côté fait au plus { $most } ; celui-ci est { $width }x{ $height }
tour_obstacle =
    .not_the_start = n’est pas le départ
    .forbidden = est une des cases exclues
    .visited = a déjà été visitée
    .no_move = n’est pas à un saut de la précédente
knights_tour_fault =
    .length = { $found ->
        [one] { $found } case est donnée
       *[other] { $found } cases sont données
    } ; le plateau en a { $wanted }
    .start = le tour ne commence pas où il faut
    .off_board = la case numéro { $number } est hors du plateau
    .twice = la case numéro { $number } a déjà été visitée
    .step = le pas vers la case numéro { $number } n’est pas un saut de cavalier
    .end = le tour ne finit pas où il faut
    .open = le tour ne se ferme pas

light_up =
    .empty = le plateau est vide : il faut des lignes de . (blanc), # (noir) et 0 à 4, ou un identifiant comme 7x7:…
    .too_long = le plateau fait { $bytes } octets de texte, plus que les { $most } dont un plateau a besoin
    .size = le plateau est { $width }×{ $height } : il faut 1×1 à { $most }×{ $most }
    .row = la ligne { $row } a { $cells ->
        [one] { $cells } case
       *[other] { $cells } cases
    } : il en faut { $width } comme dans la première
    .clue = { $cell } porte le chiffre { $clue } : il faut 0 à 4, car une case a quatre voisines
    .crowded = { $cell } demande { $clue ->
        [one] { $clue } ampoule
       *[other] { $clue } ampoules
    }, mais seulement { $places } de ses voisines sont blanches
    .character = ligne { $line }, caractère { $column } : « { $found } » n’est pas une case : il faut . pour blanc, # pour noir, ou 0 à 4
    .head = l’identifiant commence par « { $found } » : il faut la largeur et la hauteur, comme « 7x7: »
    .game_id = identifiant, caractère { $at } : « { $found } » là où il faut une lettre a à z (cases blanches), B (noire) ou un chiffre 0 à 4
    .cells = l’identifiant décrit { $cells ->
        [one] { $cells } case
       *[other] { $cells } cases
    } ou plus : il en faut { $expected }, car le plateau est { $width }×{ $height }
    .never_extreme = on ne connaît pas de plateau extrême de { $width }×{ $height } : il faut 5×6, 6×5 ou plus grand, ou une difficulté moindre
    .method = il n’y a pas de méthode « { $name } » pour Light Up : { $methods }
light_up_fault =
    .length = { $found ->
        [one] { $found } valeur
       *[other] { $found } valeurs
    } pour { $expected } cases
    .black = l’ampoule en { $cell } est sur une case noire
    .bulbs = les ampoules en { $cell } et { $other } s’éclairent l’une l’autre
    .dark = { $cell } est sombre
    .clue = le chiffre en { $cell } demande { $clue ->
        [one] { $clue } ampoule
       *[other] { $clue } ampoules
    } et en a { $found }

sudoku_clash = le chiffre { $digit } est deux fois dans { $unit } : en { $first } et en { $second }
sudoku =
    .empty = la grille est vide : il faut par exemple 81 caractères, 1 à 9 pour un chiffre donné et . ou 0 pour une case vide
    .too_long = la grille fait { $bytes } octets de texte, plus que les { $most } dont une grille a besoin
    .character = ligne { $line }, caractère { $column } : « { $found } » n’est pas une case : il faut 1 à { $largest }, ou . ou 0 pour une case vide
    .digit = { $cell } contient { $found }, mais les chiffres de cette grille vont de 1 à { $side }
    .size = la grille a { $cells ->
        [one] { $cells } case
       *[other] { $cells } cases
    } ; la plus proche est { $side }×{ $side }, avec { $full }
    .row = la ligne { $row } a { $cells ->
        [one] { $cells } case
       *[other] { $cells } cases
    } : il en faut { $side }, car il y a { $side } lignes
    .rectangle = { $height ->
        [one] { $height } ligne
       *[other] { $height } lignes
    } de { $width ->
        [one] { $width } case
       *[other] { $width } cases
    } : il faut un carré, par exemple { $side } lignes de { $side }
    .box = des blocs de { $width } sur { $height } : il faut au moins 2 des deux côtés et au plus { $most } cases par bloc (3x3 est d’usage)
    .game_id_head = identifiant : « { $found } » là où il faut la largeur et la hauteur d’un bloc, comme « 3x3: »
    .game_id_digit = identifiant, caractère { $at } : « { $found } » là où il faut un chiffre de 1 au côté de la grille
    .game_id_letter = identifiant, caractère { $at } : « { $found } » là où il faut une lettre pour des cases vides, un nombre, ou _ entre deux nombres
    .symbols = il n’y a pas de symboles « { $name } » pour le sudoku : digits (1 à 9, puis A), hexadecimal (0 à F) ou letters (A à Y)
    .method = il n’y a pas de méthode « { $name } » pour le sudoku : { $methods }
sudoku_fault =
    .length = { $found ->
        [one] { $found } chiffre
       *[other] { $found } chiffres
    } pour { $expected } cases
    .given = { $cell } est donné : { $given }, et la réponse a { $found }
    .unit = { $unit } contient { $times } fois le chiffre { $digit } au lieu d’une

taquin =
    .shape_text = une taille s’écrit LARGEURxHAUTEUR, comme 4x4 ; ceci est « { $found } »
    .empty = il faut au moins une case
    .large = un plateau a au plus { $most } cases de large et de haut ; celui-ci fait { $width }x{ $height }
    .ragged = la ligne { $row } a { $found ->
        [one] { $found } case
       *[other] { $found } cases
    } ; la première en a { $wanted }, et toutes sont aussi longues
    .count = { $shape } a { $cells ->
        [one] { $cells } case
       *[other] { $cells } cases
    } ; { $found ->
        [one] { $found } est donnée
       *[other] { $found } sont données
    }
    .many_shapes = { $found } pièces en une liste pourraient être { $width }x{ $height }, { $height }x{ $width } ou { $found }x1, colonnes par lignes : donnez la taille, ou séparez les lignes par /
    .shapes = le départ est { $start } et le but { $goal } ; il leur faut la même taille
    .no_blank = aucune pièce n’est le vide : écrivez-le _, . ou 0, ou nommez-le
    .two_blanks = le plateau a _ et ., mais un seul vide : nommez la pièce qui est le vide
    .unknown_blank = le vide serait « { $found } », mais le départ n’a pas cette pièce
    .repeated = { $board ->
        [start] le départ
       *[goal] le but
    } a deux fois { $is_blank ->
        [true] le vide
       *[false] la pièce
    } « { $tile } » : ligne { $row }, colonne { $column } et ligne { $other_row }, colonne { $other_column }
    .missing = le départ n’a pas la pièce « { $missing } », que le but a ; il a « { $instead } » à la place
    .unknown_method = aucune méthode ne s’appelle « { $text } » ; les méthodes sont { $methods }
    .large_for_method = { $method } prend un plateau d’au plus { $most } cases ; { $shape } en a { $cells } ; layers le prend
    .unknown_goal = « { $text } » n’est pas un but : blank-last, blank-first, spiral, ou un plateau
    .large_to_generate = un plateau au hasard a au plus { $most } cases ; { $shape } en a { $cells }
    .tables = ce ne sont pas des tables de motifs : { $why }
    .other_tables = les tables de motifs sont pour un autre plateau : { $shape }, le vide ayant pour but la ligne { $row }, colonne { $column }
    .none_so_far = un plateau { $shape } demande { $most } coups au plus : choisissez-en un plus grand, ou une difficulté moindre
taquin_fault =
    .off_board = le coup { $number } sort le vide du plateau
    .not_the_goal = après le dernier coup, le plateau n’est pas le but

steps = { $first } ; { $last }
any_of = { $first } ou { $last }
impossible =
    .every_cube = tous les cubes que les rotations atteignent ont été vus
    .every_way = toutes les façons ont été essayées et échouent
    .every_filling = toutes les façons de remplir la grille ont été essayées et échouent ({ $guesses ->
        [one] { $guesses } essai
       *[other] { $guesses } essais
    })
    .every_placing = toutes les façons de poser les ampoules ont été essayées et échouent ({ $guesses ->
        [one] { $guesses } essai
       *[other] { $guesses } essais
    })

taquin_impossible =
    .line = sur une seule ligne les pièces ne peuvent se croiser, et le départ et le but les ont dans des ordres différents
    .parity = chaque coup échange une pièce et la case vide ; du départ au but la permutation est { $is_odd ->
        [true] impaire
       *[false] paire
    }, mais la distance de la case vide à son but, { $steps }, est { $is_odd ->
        [true] paire
       *[false] impaire
    } : aucune suite de coups ne concilie les deux
    .every_board = tous les plateaux accessibles ont été vus : le but n’en est pas
    .at_the_goal = le plateau est le but : il n’y a plus rien à faire
taquin_because =
    .shortest = { $left ->
        [0] c’est le but
        [1] puis encore un coup mène au but, et aucun chemin n’est plus court
       *[other] puis encore { $left } coups mènent au but, et aucun chemin n’est plus court
    }{ $worse ->
        [none] {""}
       *[other]  ; glisser d’abord { $worse } prend deux coups de plus
    }{ $as_good ->
        [none] {""}
       *[other]  ; glisser d’abord { $as_good } est aussi bon
    }
    .led_home = c’est la pièce à ramener maintenant, en ligne { $row }, colonne { $column } : on pose les lignes de l’extérieur vers l’intérieur
    .makes_way = le vide fait place à { $tile }, à ramener maintenant en ligne { $row }, colonne { $column } : on pose les lignes de l’extérieur vers l’intérieur
    .last_cells = les lignes extérieures sont posées : les dernières cases se finissent au plus court

no_tour =
    .one_square = un tour fermé finit à un saut de son départ ; sur une case il finirait là où il commence
    .no_moves = sur un plateau { $board } un cavalier ne peut pas bouger
    .two_wide = sur un plateau { $board } chaque saut avance de deux cases dans la longueur, et une case sur deux reste hors d’atteinte
    .odd_squares = un cavalier change de couleur à chaque saut : un tour fermé a autant de cases d’une couleur que de l’autre ; { $squares } est impair
    .four_wide = sur le plateau { $board } un cavalier d’une ligne extérieure n’atteint que les lignes intérieures, qui ont le même nombre de cases : un tour fermé alternerait entre lignes extérieures et intérieures, comme entre les couleurs, et ne visiterait que les cases extérieures d’une seule couleur (Schwenk 1991)
    .three_wide = aucun plateau de trois cases de large n’a de tour fermé s’il n’a au moins dix cases de long, en nombre pair (Schwenk 1991) ; celui-ci est { $board }
    .wrong_colour = un cavalier change de couleur à chaque saut : sur { $squares } cases il doit partir de la couleur qui en a une de plus, celle des coins ; { $start } a l’autre
    .inner_start = sur le plateau { $board } une case des deux lignes extérieures n’a de voisines que dans les deux lignes intérieures, qui en ont autant : un tour alterne entre extérieur et intérieur, sauf une fois, et commence et finit dans une ligne extérieure ; { $start } est dans une ligne intérieure
    .one_left = aucun saut ne ramène en { $start } : un tour fermé finit à un saut de son départ
    .end_visited = l’arrivée { $end } est déjà visitée, et d’autres cases ne le sont pas
    .end_is_start = le tour ne peut commencer et finir en { $start } : il y a d’autres cases à visiter
    .end_too_far = un tour fermé finit à un saut de son départ ; { $end } n’est pas à un saut de { $start }
    .out_of_reach = aucun chemin ne mène de { $start } à { $square }
    .colours = un cavalier change de couleur à chaque saut ; il y a { $same ->
        [one] { $same } case
       *[other] { $same } cases
    } de la couleur de { $start }{ $ends_on_same ->
        [true] , qui est aussi celle de { $end }, où il doit finir,
       *[false] {""}
    } et { $other } de l’autre{ $end ->
        [none] {""}
       *[other] { $ends_on_same ->
            [true] {""}
           *[false] , qui est celle de { $end }, où il doit finir
        }
    }
    .every_path = { $found ->
        [0] tous les chemins depuis le départ ont été suivis : aucun n’est un tour
       *[other] tous les chemins depuis le départ ont été suivis : il n’y en a pas d’autre que ceux déjà trouvés ({ $found })
    }
    .every_length = tous les chemins de toute longueur ont été suivis : aucun n’est { $kind ->
        [closed] un tour fermé
       *[open] un tour
    }
    .every_row = tous les tours partiels ont été construits ligne par ligne, et aucun ne peut être achevé
    .every_choice = tous les choix de sauts ont été essayés et échouent ({ $guesses ->
        [one] { $guesses } essai
       *[other] { $guesses } essais
    })
onward = { $onward ->
    [0] c’est la dernière case
    [1] une seule case est accessible depuis celle-ci
   *[other] { $onward } cases sont accessibles depuis celle-ci
}
tour_because =
    .only_square = c’est la seule case accessible, et un tour passe par elle ; { onward }
    .fewest_onward = { onward }, et aucune autre n’en a moins ; un tour passe par elle
    .others_barred = { onward } ; aucun tour ne passe ensuite par { $barred }, qui n’a pourtant pas plus de suites possibles

light_up_impossible =
    .too_many = le chiffre { $clue } de { $cell } aurait { $bulbs ->
        [one] { $bulbs } ampoule
       *[other] { $bulbs } ampoules
    }
    .too_few = le chiffre { $clue } de { $cell } n’a que { $bulbs ->
        [one] { $bulbs } ampoule
       *[other] { $bulbs } ampoules
    } et { $places ->
        [one] { $places } place libre
       *[other] { $places } places libres
    }
    .dark = rien ne peut éclairer { $cell }
light_up_step = { $rule ->
    [lit] case éclairée
    [clue_full] chiffre complet
    [clue_tight] chiffre serré
    [only_place] seule place
    [too_few_places] chiffre en manque
   *[left_dark] case sombre
} : { $cell } { $rule ->
    [lit] n’a pas d’ampoule : celle de { $from } l’éclaire
    [clue_full] n’a pas d’ampoule : le chiffre de { $from } a déjà toutes les siennes
    [clue_tight] a une ampoule : il faut au chiffre de { $from } toutes les places qui restent
    [only_place] a une ampoule : rien d’autre ne peut éclairer { $from }
    [too_few_places] n’a pas d’ampoule : il resterait trop peu de places au chiffre de { $from }
   *[left_dark] n’a pas d’ampoule : plus rien ne pourrait éclairer { $from }
}
light_up_tried = essai et contradiction : { $cell } { $mark ->
    [bulb] a une ampoule
   *[crossed] n’a pas d’ampoule
} : sinon{ $count ->
    [0] ,
    [one] , une étape plus loin,
   *[other] , { $count } étapes plus loin,
} { $end }

sudoku_technique = { $technique ->
    [hidden-single] singleton caché
    [naked-single] singleton nu
    [pointing] candidats verrouillés (pointing)
    [claiming] candidats verrouillés (claiming)
    [naked-pair] paire nue
    [X-wing] X-wing
    [hidden-pair] paire cachée
    [naked-triple] triplet nu
    [swordfish] espadon (swordfish)
    [hidden-triple] triplet caché
    [XY-wing] XY-wing
    [XYZ-wing] XYZ-wing
    [naked-quad] quadruplet nu
    [jellyfish] méduse (jellyfish)
    [hidden-quad] quadruplet caché
    [simple-colouring] coloriage simple
    [X-chain] chaîne X
    [XY-chain] chaîne XY
    [forcing-chain] chaîne forcée
    [dynamic-forcing-chain] chaîne forcée dynamique
    [nested-forcing-chain] chaîne forcée imbriquée
   *[other] { $technique }
}
sudoku_impossible =
    .cell = { $cell } ne peut contenir aucun chiffre
    .unit = le chiffre { $digit } n’a pas de place dans { $unit }
sudoku_proof = { $steps ->
    [none] { $end }
   *[other] { $steps } ; { $end }
}
sudoku_because =
    .hidden = dans { $unit } le chiffre { $digit } n’a pas d’autre place que { $cell }
    .naked = { $cell } ne peut contenir que le chiffre { $digit }
    .locked = dans { $units } le chiffre { $digit } ne se trouve que dans { $others }
    .cells = dans { $unit } les cases { $cells } contiennent les chiffres { $digits }
    .digits = dans { $unit } les chiffres { $digits } ne se trouvent que dans { $cells }
    .xy_wing = quel que soit le chiffre de { $pivot }, { $cell } ou { $other } contient { $digit }
    .xyz_wing = quel que soit le chiffre de { $pivot }, cette case, { $cell } ou { $other } contient { $digit }
    .chain = si { $links }
    .tried = { $tried }
sudoku_link = { $cell } { $holds ->
    [true] est
   *[false] n’est pas
} { $digit }
sudoku_links = { $first }, alors { $last }
sudoku_follows = { $first }, { $last }
sudoku_assumption =
    .leads = si { $cell } contient { $digit }, alors { $steps }
    .refuted = { $cell } ne contient pas { $digit } (car { $tried })
sudoku_struck = { $cells } { $count ->
    [1] perd
   *[other] perdent
} { $digit }
sudoku_step =
    .places = { $technique } : { $because }
    .strikes = { $technique } : { $because }, donc { $struck }

## Moteurs et preuves

unknown_engine = il n’y a pas de moteur « { $name } » ; il y a { $known }
proof_flaw = ligne { $line } : { $why }
proof =
    .begin = ici devrait se trouver `{ $begin }…`
    .claim = ici devrait se trouver `claim { $mover } wins` ou `claim { $mover } does not win`
    .step = ici devraient se trouver une position et une raison
    .twice = { $position } se trouve déjà à la ligne { $before }
    .no_root = la position elle-même n’est pas parmi celles qui sont prouvées
    .no_reason = `{ $reason }` n’est pas une raison en { $position }
    .unknown_reason = « { $word } » n’est ni end, ni race, ni few, ni all, ni un coup
    .position = ici devraient se trouver un plateau et le trait, comme `9/9/9/9/9/9/9/9/N8 w`, et non « { $text } »

## Questions aux solveurs

picture = { $puzzle ->
    [knights-tour] tour du cavalier, { $shape }
    [taquin] taquin, { $shape }, du départ au but
    [sudoku] sudoku, { $shape }
    [light-up] Light Up, { $shape }
    [rubiks-cube] Rubik’s Cube, { $shape }
    [connect-four] Puissance 4
    [tic-tac-toe] morpion
   *[knights] cavaliers chinois
}
job_task =
    .solve = résoudre { $puzzle } par { $method }
    .solve_all = résoudre { $questions } × { $puzzle }
    .analyse = analyser { $puzzle } par { $method }
    .compare = comparer les méthodes sur { $puzzle }
    .watch = suivre { $puzzle } par { $method }
    .review = analyser une partie de { $game } ({ $plies } demi-coups)
    .stored = { $text }

limit =
    .stopped = le calcul a été arrêté
    .time = la limite de temps, { DECIMAL($seconds) } s, a été atteinte
    .nodes = la limite de { $nodes ->
        [one] { $nodes } nœud
       *[other] { $nodes } nœuds
    } a été atteinte
    .memory = la limite de mémoire, { $mebibytes } Mio, a été atteinte
    .share = la part de processeur de ce calcul est épuisée
review =
    .no_moves = Aucun coup n’a été joué dans cette partie.
    .accuracies = Les Blancs ont joué avec une précision de { $white } %, les Noirs de { $black } %.
    .no_bad_move = Aucun coup n’a perdu 5 % de chances de gain ou plus.
    .worst = Coup { $number } ({ $text }), { $player } : { $lost } % de chances de gain en moins ; il fallait jouer { $best }.
    .time = Ce coup a pris { DECIMAL($spent) } { $unit }.
    .time_of_budget = Ce coup a pris { DECIMAL($spent) } { $unit } ; { DECIMAL($used) } s sur { DECIMAL($budget) } étaient alors utilisées.
    .missed_wins = { $count ->
        [1] { $player } : un gain prouvé manqué (coup { $numbers }).
       *[other] { $player } : des gains prouvés manqués (coups { $numbers }).
    }
    .turning_point = Après le coup { $number } ({ $text }), { $player } n’a plus jamais été en infériorité.
    .stood_better = À la fin, { $player } avait l’avantage sur le plateau : { $chance } % de chances de gain.
review_player =
    .side = { side }
    .named = { $name } ({ side })
limit_reached =
    .method = la méthode ne mène pas plus loin
    .taquin = { $limit }{ $has_tables ->
        [true] {""}
       *[false] , avant que les tables de motifs soient prêtes (une tâche a plus de temps, et `arbitre solve taquin --prepare` les enregistre)
    } ; toute solution a au moins { $lower_bound ->
        [one] { $lower_bound } coup
       *[other] { $lower_bound } coups
    }{ $is_layers ->
        [true] {""}
       *[false]  ; la méthode layers trouve une solution tout de suite
    }
job_given_up =
    .deaths = abandonnée : { $deaths } calculateurs se sont arrêtés brutalement en y travaillant{ $parts ->
        [1] {""}
       *[other] {" "}(partie { $part } sur { $parts })
    }
    .because = abandonnée : { $why }
job_failed =
    .restarted = l’arbitre a redémarré
    .after_restart = après un redémarrage : { $why }
    .process_ended = abandonnée : le processus de l’arbitre a pris fin { $tries } fois en y travaillant ; demandez moins, ou avec de plus petites limites
    .not_kept = le résultat ne peut être enregistré : { $why }
    .too_large = le résultat a { $bytes } octets, plus que les { $most } que l’on enregistre{ $parts ->
        [1] {""}
       *[other] {" "}de l’une de { $parts } parties
    }
solving_defect =
    .unread_part = le résultat d’une partie d’un calcul est illisible : { $why }
    .other_parts = un calcul en { $parts } parties en a { $own } dans cette version
    .no_move = la recherche n’a pas trouvé de coup alors que le jeu continue
    .unfinished = un calcul sans limite s’est terminé sans réponse
    .no_end = le calcul { $id } est terminé mais n’a pas de résultat
    .refuted = le vérificateur réfute la réponse : { $why }
solving =
    .no_such_match = il n’y a pas de partie { $game }
    .match_goes_on = la partie { $game } continue ; elle pourra être analysée quand elle sera finie
    .storage_waits = l’arbitre ne peut plus écrire : { $why } ; aucune partie ne commence, et les parties en cours sont suspendues, pendules arrêtées
    .no_threads = ce nœud ne fait qu’arbitrer : adressez-vous à un arbitre qui a ses propres threads (`--threads`) ; les calculateurs ne répondent pas à cette question
    .no_worker = ce nœud ne fait qu’arbitrer, et aucun calculateur ne tourne : lancez `arbitre worker` avec la même base, ou demandez un calcul différé (`Prefer: respond-async`), qui en attend un
    .not_acceptable = aucune forme demandée par `Accept` n’est offerte ici ; il y a { $offered }
    .no_picture = aucune forme demandée par `Accept` n’est offerte ici ; il y a application/json et text/plain, mais pas d’image de cette réponse sur { $puzzle }
    .no_such_puzzle = il n’y a pas de casse-tête « { $name } » ; il y a { $known }
    .no_such_game = il n’y a pas de jeu « { $name } » ; il y a { $known }
    .no_such_exercise = il n’y a pas d’exercice { $number } ; il y en a de 1 à { $most }
    .no_such_job = il n’y a pas de tâche { $id }
    .hidden = une erreur à l’intérieur de l’arbitre ; son journal en dit plus
question =
    .move = coup { $number } : { $why }
    .attempt = coup { $text } : { $why }
    .range = `{ $field }` est un nombre de { $least } à { $most }, et non { $found }
    .decimal = `{ $field }` est un nombre de 0 à { DECIMAL($most) }, et non { DECIMAL($found) }
    .zero = `{ $field }` est au moins 1, et non 0
    .seconds = la limite de temps est de plus de 0 s et d’au plus { DECIMAL($most) } s ici, et non de { DECIMAL($found) }
    .too_many = `{ $field }` : { $most } au plus, et non { $found }
    .unknown = `{ $field }` : il n’y a pas de « { $name } » pour ce jeu ; il y a { $known }
    .tile = « { $name } » n’est pas une pièce : son nom n’a ni espace, ni virgule, ni barre, et n’est pas vide
    .large_to_watch = un plateau de { $cells } cases est trop grand pour être résolu pas à pas ici ; le maximum est { $most }
    .large_to_draw = un plateau de { $squares } cases est trop grand pour être dessiné ici ; le maximum est { $most }
    .several = l’un de `count`, `hint` et `steps`, pas plusieurs
    .needless = `{ $field }` est sans effet à côté de `{ $beside }` : laissez l’un des deux de côté
    .solution_alone = `{ $field }` demande autre chose qu’une solution, et seules les solutions se comparent, se suivent pas à pas et s’énumèrent : laissez-le de côté
    .no_solutions = `limits.solutions` limite un flux ou un compte, et ceci n’est ni l’un ni l’autre : laissez-le de côté
    .hint_here = `hint` est pour POST /v1/solve/connect-four et /v1/solve/tic-tac-toe ; laissez-le de côté ici
    .count_method = la méthode frontier compte les tours, et elle seule : `count` ne va avec aucune autre méthode, ni `frontier` sans `count`
    .depth = seule `depth-limited` a une limite de profondeur
    .learning_alone = une arrivée donnée, des cases exclues ou visitées et des indices ne vont qu’avec la méthode learning, qui trouve un tour : choisissez-la
    .no_field = { $method } ne connaît ni arrivée donnée, ni cases exclues ou visitées
    .no_field_one_by_one = les tours un par un n’ont ni arrivée donnée, ni cases exclues ou visitées
    .one_by_one = les tours un par un se trouvent par fewest-onward ou depth-first, pas par { $method }
    .other_version = cette version ne comprend pas la question : { $why }
    .methods = la comparaison porte sur 1 à { $most } méthodes : { $known }
    .chess_method = les échecs ne sont évalués que par shannon
    .six_faces = un objet a les six faces U R F D L B du cube, chacune un texte, et rien d’autre
    .cube_or_scramble = donnez `cube` (24 ou 54 facettes) ou `scramble` (des rotations), l’un des deux
    .only_uct = seule `uct` a la constante d’exploration `c`
    .charges = `played.charged_us` : un pour chacun des { $moves ->
        [one] { $moves } coup
       *[other] { $moves } coups
    }, et non { $found }
    .game_over = la partie est finie dans cette position : il n’y a rien à chercher
    .not_drawn = { $puzzle } ne se dessine pas case par case
    .no_game = { $puzzle } n’est pas un jeu ; POST /v1/solve/{ $puzzle } le résout
    .no_stream = { $puzzle } n’a pas de suite de solutions ; demandez application/json
    .size = « { $found } » n’est pas une taille de { $puzzle } : il faut { $puzzle ->
        [sudoku] 4x4, 6x6, 9x9, 16x16 et les autres côtés, jusqu’à 25, que des blocs remplissent
        [light-up] de 2x2 à 25x25
       *[connect-four] 7x6, ou rien
    }
    .not_random = « { $puzzle } » ne peut pas être généré ; les générateurs sont knights-tour, taquin, sudoku, light-up, connect-four et rubiks-cube
    .none_found = aucun problème de { $puzzle } en { $size } et de difficulté { $difficulty } n’a été trouvé ({ $why }) ; il n’y en a peut-être pas : essayez une autre taille ou difficulté
    .none_at = aucun plateau { $shape } n’a été trouvé dont la plus courte solution ait { $moves ->
        [one] { $moves } coup
       *[other] { $moves } coups
    }
    .not_reviewed = { $limit }, avant que la partie soit analysée
    .not_walked = { $limit }, avant que l’arbre soit parcouru
    .cancelled = le calcul a été annulé
answer =
    .solutions = { $all ->
        [true] {""}
       *[false] au moins{" "}
    }{ $number ->
        [one] { $number } solution
       *[other] { $number } solutions
    }
    .tours = { $all ->
        [true] {""}
       *[false] au moins{" "}
    }{ $number ->
        [one] { $number } tour
       *[other] { $number } tours
    }
    .tour = un tour de { $squares } cases
    .only_solution = la seule solution
    .one_of_several = une solution parmi d’autres
    .solution = une solution
    .moves = { $moves ->
        [one] { $moves } coup
       *[other] { $moves } coups
    }, { $is_optimal ->
        [true] le minimum
       *[false] il en faut au moins { $lower_bound }
    }
    .turns = { $turns ->
        [one] { $turns } coup
       *[other] { $turns } coups
    } ({ $metric }){ $is_shortest ->
        [true] , le minimum
       *[false] {""}
    }
    .pawns = Avantage des Blancs, en pions : { DECIMAL($sum) }
    .line = { $mv }, { $score }
worth =
    .unknown = valeur inconnue
    .value = valeur { $value }
    .decided = { $expected ->
        [win] gain
        [draw] nulle
       *[loss] perte
    }{ $plies ->
        [none] {""}
        [1] {" "}en 1 demi-coup
       *[other] {" "}en { $plies } demi-coups au plus
    }
light_up_mark = { $mark ->
    [bulb] une ampoule
   *[crossed] pas d’ampoule
}
chess_term = { $letter }, { $letter ->
    [K] rois
    [Q] dames
    [R] tours
    [B] fous
    [N] cavaliers
    [P] pions
    [D] pions doublés
    [S] pions bloqués
    [I] pions isolés
   *[M] mobilité
} : Blancs { $white }, Noirs { $black }, { DECIMAL($weight) } chacun : ajoute { DECIMAL($value) }. Somme jusqu’ici { DECIMAL($sum) }
trace_step = Étape { $number } : { $act }{ $facts ->
    [none] {""}
   *[other] {" "}· { $facts }
}
trace_facts = { $first } · { $last }
trace_act = { $event ->
    [opened] { $is_game ->
        [true] développe une position
       *[false] développe
    }
    [tried] essaie
    [followed] en découle :
    [pruned] { $is_game ->
        [true] coupure
       *[false] élague
    }
    [failed] revient sur
    [deepened] itération suivante, plus profonde
    [found] { $is_game ->
        [true] variante principale
       *[false] solution
    }
    [ended] la partie est finie
    [evaluated] feuille : évaluée
    [remembered] trouvée dans la table
    [returned] tous les coups sont explorés
   *[simulated] simulation
}{ $place ->
    [none] {""}
   *[other] {" "}{ $place }
}{ $content ->
    [none] {""}
   *[other] {" "}= { $content }
}
trace_fact =
    .depth = profondeur { $depth }
    .estimated = g = { $depth }, h = { $estimate }, f = { $total }
    .frontier = frontière { $waiting }
    .limit = limite { $limit }
    .cut = { $moves } non explorés
    .window = fenêtre de { $alpha ->
        [none] −∞
       *[other] { $alpha }
    } à { $beta ->
        [none] ∞
       *[other] { $beta }
    }
    .figure = { $name ->
        [positions] { $count ->
            [one] { $count } position
           *[other] { $count } positions
        }
        [cut_offs] { $count ->
            [one] { $count } coupure
           *[other] { $count } coupures
        }
        [remembered] { $count } de la table
        [plies] { $count ->
            [one] sur { $count } demi-coup
           *[other] sur { $count } demi-coups
        }
        [simulations] { $count ->
            [one] { $count } simulation
           *[other] { $count } simulations
        }
        [won] { $count ->
            [0] celle-ci est perdue
            [500] celle-ci est nulle
           *[other] celle-ci est gagnée
        }
        [phase] phase { $count }
        [axis] selon l’axe { $count }
        [backwards] à rebours, depuis la fin
        [tail] { $count ->
            [one] avant une dernière rotation fixée
           *[other] avant { $count } dernières rotations fixées
        }
       *[best] au mieux { $count }
    }
hint_end =
    .nothing_left = il ne reste rien à faire
    .grid_full = la grille est remplie
    .all_lit = tout est éclairé
    .cube_solved = le cube est résolu
    .game_over = la partie est finie
    .stuck = les techniques connues ne mènent pas plus loin
    .no_solution = il n’y a pas de solution : { $why }
answer_line =
    .no_answer = { $verdict ->
        [limit_reached] limite atteinte
       *[impossible] sans solution
    } : { $why }
    .read_as = lu comme { $shape }{ $goal ->
        [none] {""}
        [open] , tour ouvert
        [closed] , tour fermé
       *[other] , but { $goal }
    }
    .cost = { $method } : { $generated ->
        [one] { $generated } état généré
       *[other] { $generated } états générés
    }, { $expanded ->
        [one] { $expanded } développé
       *[other] { $expanded } développés
    }, frontière { $frontier }, profondeur { $depth }, { DECIMAL($megabytes) } Mo, { SECONDS($time_us) } s{ $prepared_us ->
        [0] {""}
       *[other] {" "}après { SECONDS($prepared_us) } s pour les tables
    }
    .no_solution = Sans solution
    .more_boards = … et encore { $boards ->
        [one] { $boards } plateau
       *[other] { $boards } plateaux
    }
    .another = pas la seule solution ; en voici une autre
    .may_be_others = il y a peut-être d’autres solutions
    .batch = { $questions } × { $puzzle } : { $solved ->
        [one] { $solved } résolu
       *[other] { $solved } résolus
    }, { $impossible } sans solution, { $limit_reached ->
        [one] { $limit_reached } abandonné
       *[other] { $limit_reached } abandonnés
    }
    .legend = { $white } : Blancs, { $black } : Noirs
    .to_move = trait aux { side }, { $score }
    .move_score = { $mv } { $score }
    .moves = coups : { $moves }
    .search_cost = { $method }, profondeur { $depth } (sélective { $selective }) : { $nodes ->
        [one] { $nodes } nœud
       *[other] { $nodes } nœuds
    }, { $leaves ->
        [one] { $leaves } feuille
       *[other] { $leaves } feuilles
    }, { $cut_offs ->
        [one] { $cut_offs } coupure
       *[other] { $cut_offs } coupures
    }, { $table_hits } trouvés dans la table, { SECONDS($time_us) } s
    .verdict = { $verdict ->
        [solved] résolu
        [impossible] sans solution
       *[limit_reached] limite atteinte
    }
    .is_proven = { $yes ->
        [true] prouvée
       *[false] estimée
    }
    .term = { $letter } { $letter ->
        [K] rois
        [Q] dames
        [R] tours
        [B] fous
        [N] cavaliers
        [P] pions
        [D] pions doublés
        [S] pions bloqués
        [I] pions isolés
        [M] mobilité
       *[other] { $name }
    }
    .sum = somme
    .sampled = La recherche a compté { $seen } étapes. Sont montrées les premières et un échantillon régulier du reste, { $shown } en tout.
    .not_watched = { $method } ne rapporte pas ses étapes
    .series_title = { $puzzle } : coût d’une recherche
    .iterations_title = { $game } : { $method } selon la profondeur
heading =
    .method = méthode
    .verdict = verdict
    .generated = générés
    .expanded = développés
    .frontier = frontière
    .depth = profondeur
    .megabytes = Mo
    .seconds = secondes
    .result = résultat
    .nodes = nœuds
    .leaves = feuilles
    .cut_offs = coupures
    .by_first = au 1er coup
    .table_hits = table
    .branching = branchement
    .at = profondeur ou taille
    .solved = résolus
    .worst = maximum
    .term = terme
    .weight = poids
    .white = Blancs
    .black = Noirs
    .value = valeur
    .cut_by_first = coupures au premier coup
    .branching_factor = facteur de branchement effectif
    .states_created = états créés
    .fewest_moves = nombre minimal de coups
    .depth_in_plies = profondeur en demi-coups
    .size = taille
taquin_step = glisser { $tile } vers { $blank ->
    [U] le bas
    [D] le haut
    [L] la droite
   *[R] la gauche
} : { $because }
tour_step =
    .go_to = aller en { $square } : { $because }
    .go_back = aucun tour ne continue depuis { $last } ; revenir en { $square }, case numéro { $to }
game_hint = jouez { $mv } : { $reason ->
    [completes] cela complète un alignement et gagne aussitôt
    [stops] cela empêche un alignement ; après tout autre coup, l’adversaire gagne aussitôt, par exemple avec { $reply }
    [only-win] lui seul gagne, en { $plies ->
        [one] { $plies } demi-coup
       *[other] { $plies } demi-coups
    }, quoi que joue l’adversaire
    [wins] cela gagne en { $plies ->
        [one] { $plies } demi-coup
       *[other] { $plies } demi-coups
    }, quoi que joue l’adversaire, et aucun coup ne gagne plus tôt
    [only-draw] c’est le seul coup qui ne perd pas
    [draws] cela garde la nulle, comme { $as_good ->
        [one] { $as_good } coup
       *[other] { $as_good } coups
    } sur { $moves }
   *[delays] tout coup perd, et celui-ci résiste le plus longtemps, { $plies ->
        [one] { $plies } demi-coup
       *[other] { $plies } demi-coups
    }
}
cube_hint = tournez { $mv } : { $follow ->
    [0] cela le résout
    [1] puis 1 coup le résout
   *[other] puis { $follow } coups le résolvent
}, et { $reason ->
    [shortest] aucun chemin n’est plus court
   *[shortest-known] il existe peut-être un chemin plus court
}{ $phase ->
    [1] { $first_phase ->
        [1]  ; avec lui la phase 1 s’achève : chaque pièce est orientée comme il faut, et la tranche du milieu a ses arêtes
       *[other]  ; il sert la phase 1, qui s’achève après { $first_phase } coups : chaque pièce est orientée comme il faut, et la tranche du milieu a ses arêtes
    }
    [2]  ; il sert la phase 2, qui met les pièces à leur place sans en tourner une de travers
   *[none] {""}
}

## Le stockage

storage_trouble =
    .closed = le stockage est fermé
    .no_thread = pas de thread pour le stockage
    .no_random_bytes = le système ne donne pas d’octets aléatoires
    .not_opened = le stockage n’a pas été ouvert
    .not_unpacked = un journal compressé est illisible
    .folder_not_made = impossible de créer le dossier { $folder }
    .is_a_file = { $file } est un fichier : nommez un dossier par `--data`
    .cannot_open = impossible d’ouvrir { $file }
    .cannot_lock = impossible de verrouiller { $file }
    .cannot_sync = impossible de synchroniser { $file } sur le disque
    .cannot_write = impossible d’écrire { $file }
    .cannot_move = impossible de déplacer { $file }
    .not_read = le disque ne lit pas { $file } pour l’instant ; rien ne dit qu’il soit abîmé
    .no_file = le fichier { $file } n’existe pas
    .file_there = { $file } existe déjà : une sauvegarde va dans un nouveau fichier
    .name_not_text = le nom d’une sauvegarde doit être du texte
    .unsound = { $file } est endommagé (SQLite : { $why })
    .foreign = { $file } n’est pas la sauvegarde d’un arbitre : il contient « { $name } » ({ $kind }), que ce programme ne crée pas
    .not_a_backup = { $file } n’est pas la sauvegarde d’un arbitre
    .another_referee = un autre arbitre utilise déjà { $folder } : arrêtez-le, ou nommez un autre dossier par `--data`
    .node_referees = le nœud « { $name } » arbitre dans { $place }, ou le faisait il y a quelques secondes
    .stored_nowhere = `memory` n’enregistre rien : donnez le dossier où un arbitre enregistre ses parties
    .backed_up_by_database = une base de données se sauvegarde par `pg_dump`, ou se copie dans un dossier par `arbitre move-store`
    .restored_by_database = une base de données se restaure par `pg_restore`, ou se copie dans un dossier par `arbitre move-store`
    .not_empty = il y a déjà quelque chose là où tout doit aller
    .moved_otherwise = la copie n’est pas fidèle : { $part ->
        [tournaments] un tournoi ou son journal diffère
        [matches] une partie après le numéro { $number } ou son journal diffère
        [tokens] la liste des jetons, la clé des jetons de classe ou la liste des répétitions diffère
       *[jobs] une tâche après le numéro { $number } diffère
    }
    .half_moved = { $place } ne contient qu’une partie de ce que `arbitre move-store` y déplaçait quand il s’est interrompu : { $remedy }, et recommencez
    .too_old = les tables sont de la version { $found }, et ce programme connaît les versions { $first } à { $latest } : elles datent d’avant la version 0.1.0, dont rien n’est relu ; recommencez avec un dossier (`--data`) ou une base vide
    .too_new = les tables sont de la version { $found }, et ce programme connaît les versions { $first } à { $latest } : un programme plus récent les a faites
    .no_version = les tables sont de la version { $found }, et ce programme connaît les versions { $first } à { $latest } : aucun programme ne les a faites
    .stopped_unwritten = l’arbitre s’est arrêté alors que ceci ne pouvait être écrit : { $why }
    .damaged_database = la base de données est endommagée : { remedy }
    .damaged_file = { $file } est endommagé ({ $flaw }) : { remedy }
    .sqlite = SQLite
    .log_full = le journal d’écriture est plein, et un autre processus lit la base
    .log_not_emptied = le journal d’écriture ne peut être vidé
    .lost = { $file } { $how } pendant que l’arbitre s’en servait : des coups acceptés manqueraient après un redémarrage. L’arbitre s’arrête. Cherchez ce qui modifie les fichiers de ce dossier, puis relancez l’arbitre ; s’il manque des parties, arrêtez-le et rétablissez la dernière sauvegarde par `arbitre restore FICHIER`
    .not_verified = { $file } ne peut être vérifié
    .unread_message = un message enregistré est illisible : { $text }
    .unread_line = une ligne d’un journal est illisible : { $text }
    .wrong_column = « { $value } » n’est pas de la forme { $of }
    .no_beginning = la partie { $game } n’a pas de début
    .unread_match = la partie { $game } est illisible : { $why }
    .archive_not_read = le fichier temporaire d’une archive est illisible
    .archive_not_stored = impossible d’écrire le fichier temporaire d’une archive
    .line_out_of_order = la ligne { $line } de la partie { $game } ne suit pas la dernière
    .tournament_line_out_of_order = la ligne { $line } du tournoi { $id } ne suit pas la dernière
    .lines_out_of_order = sur { $lines } lignes, certaines ne suivent pas la dernière de leur journal
    .not_running = { $game ->
        [none] l’une des parties n’existe pas, ou est terminée
       *[other] la partie { $game } n’existe pas, ou est terminée
    }
    .not_packable = la partie { $game } n’a pas de journal à compresser
    .no_tournament = il n’y a pas de tournoi { $id }
    .database_silent = la base de données ne répond pas
    .term_given_up = ce nœud a rendu son mandat : un autre arbitre, ou le fera bientôt
remedy = arrêtez l’arbitre, gardez une copie de son dossier, et remplacez-le par la dernière sauvegarde avec `arbitre restore FICHIER` ; avant cela, les tournois peuvent être exportés tant qu’ils se lisent
lost_file =
    .replaced = a été remplacé par un autre fichier
    .deleted = a été supprimé ou déplacé
    .overwritten = a été tronqué ou écrasé
withdrawal = { $text }
suspension =
    .closed_by_operator = un opérateur l’a clos
pooler = un répartiteur de connexions comme pgbouncer est entre les deux, et omet ce qu’une connexion demande (`options`). Connectez-vous à PostgreSQL lui-même : les nœuds et les calculateurs gardent peu de connexions, qui tiennent des verrous et écoutent, ce que ne permet pas un répartiteur par transaction (docs/scaling.md)
low_space = il reste peu de place sur le disque : { $mebibytes } Mio dans { $folder } ; quand il n’y en aura plus, les parties attendront, pendules arrêtées
log_position = lot { $batch } du mandat { $term }
setback = la base de données est en retard sur ce qu’elle avait confirmé : elle en est au { $now }, et ce nœud a vu le { $before }. Un réplica en retard a pris le relais, ou une sauvegarde a été rétablie ; ce qui avait été accepté entre-temps est perdu. Comparez les parties et les tournois avec ce qu’ont les joueurs et les organisateurs, et mettez en place une réplication synchrone (docs/scaling.md)
lease_lost =
    .row_deleted = la ligne de la table `lease` est supprimée : ce nœud rend son mandat, et le nœud qui prendra le suivant la recréera
    .superseded = « { $name } » a le mandat { $term } : ce nœud, qui avait le mandat { $own }, n’arbitre plus
    .setback = la base de données a perdu ce qui suivait le lot { $batch } dans le mandat de ce nœud, qui le rend
    .other_writer = un autre processus a écrit le lot { $batch } dans le mandat de ce nœud, qui le rend
    .expired = le bail de ce nœud a expiré sans réponse de la base de données, et un autre nœud l’a peut-être pris
    .later_term = un autre nœud a vu le mandat { $term }, et ce nœud a le mandat { $own }
database_trouble =
    .no_connections = pas de connexions
    .pooler = { pooler }
    .other_search_path = une connexion pour le schéma « { $schema } » a le search_path « { $path } » : { pooler }
    .nothing = aucun arbitre n’a encore rien enregistré dans { $place } : lancez-en d’abord un
    .no_schema_right = l’utilisateur ne peut pas créer le schéma « { $schema } » : GRANT CREATE ON DATABASE, ou donnez-le-lui
    .no_table_right = l’utilisateur « { $user } » ne peut pas créer de tables dans le schéma « { $schema } » : GRANT ALL ON SCHEMA { $schema } TO { $user }, ou donnez-le-lui
    .no_data_right = l’utilisateur « { $user } » ne peut pas lire et écrire « { $table } » dans le schéma « { $schema } » : GRANT ALL ON ALL TABLES IN SCHEMA { $schema } TO { $user }, et GRANT ALL ON ALL SEQUENCES IN SCHEMA { $schema } TO { $user }
    .other_tables = la table `versions` n’a pas été faite par ce programme
    .older_tables = les tables sont d’une version antérieure : redémarrez d’abord l’arbitre avec celle-ci, qui les met à jour
    .no_certificates = aucun certificat ne permet de vérifier celui de la base : indiquez-en un fichier par sslrootcert=FICHIER
    .no_tls = pas de TLS
    .unread_certificates = aucun certificat et aucune clé lisibles dans { $file }
    .own_certificate = la clé de sslkey ne correspond pas au certificat de sslcert
database_address =
    .beginning = l’adresse ne commence pas par postgres://
    .password = un `@` ou un `?` dans le mot de passe s’écrit %40 ou %3F
    .ssl_mode = `sslmode={ $mode }` n’est ni disable, ni prefer, ni require, ni verify-ca, ni verify-full
    .own_certificate = sslcert=FICHIER et sslkey=FICHIER vont ensemble
    .schema = « { $schema } » n’est pas un schéma : de 1 à { $most } caractères parmi a-z, 0-9 et _, une lettre d’abord, et pas pg_
    .no_host = elle ne nomme pas de machine
    .unreadable = { $why }
database_url = { $why } ; une adresse s’écrit postgres://UTILISATEUR:MOTDEPASSE@MACHINE:5432/BASE?schema=NOM
store_file =
    .unread = il est illisible : { $source }

## [page] Le site

page-counts =
    .games = { $games ->
        [one] { NUMBER($games) } partie
       *[other] { NUMBER($games) } parties
    }
    .points = { $points ->
        [one] { NUMBER($points) } point
       *[other] { NUMBER($points) } points
    }
    .bots = { $bots ->
        [one] { NUMBER($bots) } bot
       *[other] { NUMBER($bots) } bots
    }
    .plies = { $plies ->
        [one] { NUMBER($plies) } demi-coup
       *[other] { NUMBER($plies) } demi-coups
    }
    .moves = { $moves ->
        [one] { NUMBER($moves) } coup
       *[other] { NUMBER($moves) } coups
    }
    .turns = { $turns ->
        [one] { NUMBER($turns) } rotation
       *[other] { NUMBER($turns) } rotations
    }
page =
    .white = Blancs
    .black = Noirs
    .tagline = Arbitre de tournois de bots
    .skip = Aller au contenu
    .language = Langue
    .navigation = Menu principal
    .silent = L’arbitre ne répond pas. La page est figée et se reconnecte…
    .notFound = Page introuvable.
    .notFoundHint = Vérifiez l’adresse. La page se trouve peut-être chez un autre arbitre.
    .loading = Chargement…
    .suspended = Suspendu à la suite d’une erreur : { $why }. Un opérateur peut le reprendre ou le terminer.
    .incomplete = Le journal s’arrête avant la fin : { $why }.
    .more = Afficher plus
    .cancel = Annuler
    .copy = Copier
    .copied = Copié
    .connect = Connectez votre bot
    .quiet = Aucune partie en cours.
    .quietHint = Une partie commence dès que deux bots en cherchent une. Connectez le vôtre : quelques lignes suffisent.
    .otherGames = Autres parties
    .moreBoards = Plus de plateaux
    .allRunning = Liste de toutes les parties en cours
    .nextGames = Prochaines parties
    .awayNow = Absents : { $names }
    .stillFor = Aucun coup depuis { $length }
    .game = Partie { $game }
    .gameOf = Partie { $game } : { $white } contre { $black }
    .back = Toutes les parties
    .backToFound = Retour aux résultats
    .olderGame = ← précédente
    .newerGame = suivante →
    .missing = Partie { $game } introuvable.
    .openGame = Ouvrir la partie
    .winner = gagnant
    .waiting = En attente des deux joueurs
    .waitingFor = En attente de { $names }
    .toMove = Trait aux { side }
    .afterPlies = { $ply ->
        [0] Avant le premier coup
       *[other] Après le demi-coup { $ply }
    }
    .online = connecté
    .offline = non connecté
    .clockOf = Pendule des { side }
    .thisMove = coup : { $text }
    .leftThisMove = reste { $text } pour ce coup
    .arrived = { $count ->
        [one] { NUMBER($count) } arrivé
       *[other] { NUMBER($count) } arrivés
    }
    .captured = { NUMBER($count) } pris
    .depth = prof. { $depth }
    .valuation = son éval. { $score }
    .unreadable = Impossible de dessiner cette position :
    .announceMove = { side } : { $text }, { $charged }.
    .announceUntimed = { side } : { $text }.
    .announceStart = La position avant le premier coup.
    .moves = Coups
    .noMoves = Aucun coup pour l’instant.
    .pass = passe
    .takes = prend
    .replay = Relecture
    .first = Première position
    .previous = Coup précédent
    .playBack = Lire
    .pause = Pause
    .next = Coup suivant
    .last = Dernière position
    .follow = Direct
    .backToLive = Revenir au direct
    .slider = Coup affiché
    .sliderValue = { $ply } sur { $total }
    .keys = Touches : ← → coup précédent et suivant, Début, Fin, espace pour lire, f pour retourner le plateau.
    .speed = Vitesse
    .flip = Retourner le plateau
    .hideAhead = Cacher la suite
    .sound = Son
    .timeline = Temps par coup
    .wholeGraph = Afficher toute la partie
    .scoreGraph = Évaluation par les deux bots : au-dessus du trait, les Blancs sont mieux
    .opening = Ouverture tirée au sort
    .openingHint = Jouée avant le premier coup, la même pour toutes les parties de la rencontre.
    .lineOfPlay = Suite attendue
    .backToGame = Retour à la partie
    .aboutGame = À propos de la partie
    .details = Détails
    .charts = Graphiques
    .evidence = Temps de ce coup
    .charged = Décompté
    .roundTrip = Aller-retour
    .sentAt = Position envoyée (depuis la création de la partie)
    .receivedAt = Coup reçu
    .lagCompensation = Compensation du réseau
    .stall = Blocage de l’arbitre
    .clocksAfter = Pendules après le coup
    .nodes = Nœuds explorés
    .depthName = Profondeur
    .scoreName = Évaluation
    .lagCompensationLimits = Compensation du réseau : jusqu’à { $each } par coup et { $total } par partie, la même pour les deux.
    .struck = { side } : { $text } est illégal ; { $left ->
        [0] le prochain perd
        [one] encore 1 coup pardonné
       *[other] encore { $left } coups pardonnés
    }
    .stalled = L’arbitre est resté bloqué { $length } ; ce temps n’est décompté à aucun joueur
    .restarted = L’arbitre a redémarré ; le temps de ce coup est remis à zéro
    .wentOffline = { $name } a perdu la connexion
    .cameOnline = { $name } est connecté
    .locale = fr-FR
    .units = o, Kio, Mio, Gio, Tio
    .wins = { $name } gagne
    .decided = { $action } : { $why }
    .noTimeLimit = sans limite de temps
    .timeEach = { $time } chacun
    .timeIncrement = +{ NUMBER($seconds) } s par coup
    .timePerMove = au plus { NUMBER($seconds) } s par coup
    .foreseesWin = gagnants en { page-counts.plies } au plus
    .foreseesLoss = perdants en { page-counts.plies } au plus
    .boardOf = Plateau. Blancs : { $white }. Noirs : { $black }.
    .boardArrived = Arrivés : { $arrived }.
    .boardEmpty = aucun
    .refusedField = { $field } : { $why }
    .yes = oui
    .no = non
page-result =
    .white = Les Blancs gagnent
    .black = Les Noirs gagnent
    .draw = Partie nulle
    .void = Sans résultat
page-places =
    .live = En direct
    .tournaments = Tournois
    .games = Parties
    .bots = Bots
    .play = Jouer
    .analyse = Analyser
    .puzzles = Casse-têtes
    .docs = Documentation
    .desk = Bureau
page-comes =
    .open = Pas encore commencé ; inscrits : { NUMBER($bots) }.
    .paused = En pause : aucune partie ne commence avant la reprise.
    .freeBots = Les bots libres sont appariés aussitôt.
    .dailyLimit = Les bots libres sont appariés aussitôt ; rencontres par bot et par jour : { NUMBER($daily) } au plus.
    .nextRound = La ronde { $next } sur { $rounds } commence après la ronde { $round } ; { page-counts.games } encore en cours.
    .last = Dernières parties : { NUMBER($games) } en cours.
page-projector =
    .title = Projecteur
    .keys = → suivant · Échap pour quitter
    .connectHint = Ouvrez cette adresse ou scannez le code.
    .code = Code QR de { $address }
page-columns =
    .game = Partie
    .kind = Jeu
    .white = Blancs
    .black = Noirs
    .result = Résultat
    .reason = Motif
    .length = Demi-coups
    .tournament = Tournoi
    .made = Date
page-statuses =
    .waiting = en attente
    .playing = en cours
    .running = en cours
    .over = terminée
    .pending = à venir
    .dropped = non jouée
page-games =
    .find = Chercher des parties
    .game = Jeu
    .search = Chercher
    .clear = Effacer
    .any = tous
    .none = Aucune partie ne correspond.
    .bot = Bot
    .opponent = Adversaire
    .result = Résultat
    .reason = Motif
    .status = État
    .tournament = Tournoi (numéro)
    .since = Du
    .until = Au
    .least_plies = Demi-coups, minimum
    .most_plies = Demi-coups, maximum
    .won = Le bot a gagné
    .lost = Le bot a perdu
page-reasons =
    .rules = selon les règles
    .illegal_move = coup illégal
    .time = temps écoulé
    .resigned = abandon
    .no_show = forfait (absence)
    .both_no_show = les deux absents
    .absent = déconnecté trop longtemps
    .both_absent = tous deux déconnectés
    .left = un joueur est parti
    .annulled = partie annulée
    .adjudicated = décision de l’opérateur
page-share =
    .title = Partager
    .link = Copier le lien
    .position = Copier la position
    .moves = Copier les coups
    .text = Copier le texte
    .embed = Copier le code à insérer
    .picture = Image (SVG)
    .animation = Animation (SVG)
    .pgn = PGN
    .json = JSON
    .file = Fichier texte
page-docs =
    .api = Interface REST
    .inEnglish = Cette page n’existe qu’en anglais.
    .table = Tableau
    .token = Un jeton peut être demandé : `Authorization: Bearer JETON`.
    .example = Exemple
page-gameNames =
    .knights = Cavaliers
    .connect-four = Puissance 4
    .tic-tac-toe = Morpion

## [page] Les tournois

page-tournament =
    .one = Tournoi { $number }
    .missing = Tournoi { $number } introuvable.
    .none = Aucun tournoi pour l’instant.
    .number = N°
    .name = Nom
    .stage = État
    .standings = Classement
    .crosstable = Grille américaine
    .bracket = Tableau
    .rounds = Rondes
    .games = Parties
    .liveHere = Parties en direct
    .decisions = Décisions de l’opérateur
    .absent = Non connectés
    .files = Télécharger
    .print = Imprimer
    .unfold = Plus de colonnes
    .wholeTable = Les { NUMBER($count) } places
    .fold = Moins de colonnes
    .form = Derniers résultats
    .formTitle = Les dernières parties, la plus récente à droite ; sans cadre : un forfait
    .ofEncounters = Rencontres, et non parties
    .decision = Partie { $game } ({ $white } – { $black }) : { $action } : { $why }
    .report = Rapport FIDE (TRF)
    .gamesText = Parties (texte)
    .gamesPgn = Parties (PGN)
    .archive = Tout le tournoi (archive)
    .progress = Parties terminées
    .progressOf = Parties terminées : { NUMBER($over) } sur { NUMBER($games) }
    .progressSoFar = Parties terminées jusqu’ici : { NUMBER($games) }, en cours : { NUMBER($running) }
    .expectedEnd = fin estimée : vers { $moment }
    .roundOf = Ronde { $round } sur { $rounds }
    .roundTitle = Ronde { $round }
    .roundShort = R{ $round }
    .perEncounter = { page-counts.games } par rencontre
    .inRounds = { $count ->
        [one] { NUMBER($count) } ronde
       *[other] { NUMBER($count) } rondes
    }
    .stageOf = { $left ->
        [1] Finale
        [2] Demi-finales
        [3] Quarts de finale
        [4] Huitièmes de finale
        [5] Seizièmes de finale
       *[other] { $players } derniers
    }
    .startsIn = Début dans { $time }
    .startsAt = Début prévu : { $moment }
    .rollCall = Connectés : { NUMBER($here) } sur { page-counts.bots }
    .canWin = Peuvent encore gagner :
    .canWinOf = { NUMBER($count) } sur { page-counts.bots }
    .podium = Podium
    .nobodyWon = Aucune partie n’a été jouée : personne n’a gagné.
    .tieBroken = { $first } est en tête grâce au départage « { $criterion } »{ $one ->
        [none] {""}
       *[other] {" "}({ $one } à { $other })
    } ; { $others } { $bots ->
        [one] a
       *[other] ont
    } aussi { page-counts.points }.
    .finalWon = { $winner } remporte la finale ({ $why }).
    .decisive = Partie décisive : { $white } – { $black } { $score }
    .entrants = { $count ->
        [one] { NUMBER($count) } inscrit
       *[other] { NUMBER($count) } inscrits
    }
    .moreGames = et encore { page-counts.games }
    .rank = Rang
    .rankShort = Rg
    .bot = Bot
    .points = Points
    .won = Gagnées
    .drawn = Nulles
    .lost = Perdues
    .interval = Intervalle à 95 %
    .superior = Plus fort que le suivant
    .notSeparable = les parties ne permettent pas de les départager
    .ratingNote = Gagnées, nulles et perdues comptent les rencontres ; les derniers résultats sont ceux des parties, sans cadre pour un forfait. L’Elo est ajusté sur toutes les parties à la fois, par rapport à la moyenne des inscrits. ≈ : les parties ne permettent pas de départager le bot du suivant.
    .byes = exemptions : { $count }
    .halfPointByes = exemptions à un demi-point : { $count }
    .forfeitNote = F : gagné ou perdu par forfait. Une exemption vaut une victoire et n’a pas de case.
    .withdrawn = retiré
    .version = version { $version }
    .annulled = parties annulées
    .up = Places gagnées : { $places }
    .down = Places perdues : { $places }
    .soFar = { page-counts.points } des rencontres en cours (parties terminées : { $over } sur { $games }) ; non comptabilisés pour l’instant
    .tooFew = trop peu de parties
    .champion = Vainqueur
    .wonBy = vainqueur : { $winner }
    .notCounted = pas encore compté
    .countNote = Les points comptent quand toutes les parties d’une rencontre sont terminées. Les points après + viennent des rencontres en cours ; leurs parties ont un cadre en pointillé.
    .inEncounter = partie { $number } sur { $all } de leur rencontre
    .scoreBefore = score avant la partie : { $white } { NUMBER($points) } – { NUMBER($others) } { $black }
    .formOf = { $kind ->
        [win] Gagné contre { $opponent }
        [draw] Nulle contre { $opponent }
       *[loss] Perdu contre { $opponent }
    }
    .cell = { $bot } contre { $opponent } : { NUMBER($points) } en { page-counts.games }
    .open = à déterminer
    .leftBecause = { $bot } retiré : { $why }
    .perGame = à { $game } par partie
page-tournament-formLetters =
    .win = G
    .draw = N
    .loss = P
page-tournament-advances =
    .points = aux points
    .tie_break = après des parties de départage
    .seed = à égalité ; la meilleure tête de série l’emporte
    .forfeit = par forfait
    .bye = exempt
page-tournament-actions =
    .adjudicate = jugée
    .annul = annulée
    .replay = rejouée

## [page] Analyser, jouer, analyses de parties

page-analyse =
    .intro = Jouez des coups, modifiez la position ou collez-en une. Les évaluations sont du point de vue des Blancs.
    .engine = Moteur
    .fromStart = Depuis le début
    .setUp = Sur le plateau
    .clear = Vider le plateau
    .otherSide = Changer le trait
    .paste = Position, coups ou partie
    .pasteHint = Une position dans la notation de l’arbitre, le fichier de plateau du cours, des coups à partir de la position actuelle, ou une partie numérotée.
    .stoppedAt = Le coup { $number }, { $move }, est illégal ; les coups précédents sont sur le plateau.
    .take = Charger
    .unreadable = Ce n’est pas une position de ce jeu. Exemple : { $example }
    .waits = Tous les processeurs sont occupés : { $ahead ->
        [0] votre demande est la prochaine.
        [one] une demande passe avant la vôtre.
       *[other] { $ahead } demandes passent avant la vôtre.
    }
    .account = Profondeur { $depth } · { $nodes } positions · { $time }
page-analyse-tools =
    .move = jouer un coup
    .white = poser un cavalier blanc
    .black = poser un cavalier noir
    .none = enlever
page-play =
    .title = Jouer
    .intro = Jouez contre un bot connecté, entraînez-vous contre un moteur, ou envoyez un lien à un ami. Les coups illégaux sont expliqués et ne coûtent rien.
    .board = Plateau : flèches pour se déplacer, Entrée ou Espace pour choisir
    .cannot = { $move } est illégal : { $why }.
    .pass = Passer : aucun autre coup n’est légal
    .backToNow = Revenir à la partie
    .yourTurn = À vous de jouer
    .theirTurn = L’adversaire réfléchit
    .you = Vous
    .opponent = Adversaire
    .botsHere = Bots connectés
    .botHint = Partie d’entraînement : non classée, enregistrée dans la liste des parties.
    .practice = Entraînement avec reprise des coups
    .practiceHint = Sur cette page seulement : sans pendule, non enregistrée.
    .people = Un ami
    .byLink = Jouer avec un ami
    .byLinkHint = Vous recevez un lien à envoyer. La partie commence quand votre ami l’ouvre.
    .seat = Votre camp
    .randomSide = Au hasard
    .time = Temps
    .name = Votre nom
    .nameHint = De 1 à 40 lettres, chiffres, espaces ou _ - . ’. Il figure dans la liste des parties.
    .withToken = Jeton, si l’arbitre en demande un
    .token = Jeton
    .tokenHint = Donné par l’opérateur. Seul cet onglet le conserve.
    .begin = Jouer
    .invitedBy = Jouer contre { $name }
    .asking = Demande envoyée à { $name }…
    .goesOn = Une partie est en cours sous ce nom et sa pendule tourne. Terminez-la ou abandonnez-la d’abord.
    .seatedAs = Vous êtes { $name }
    .waitingForGuest = En attente de votre adversaire
    .linkHint = Envoyez ce lien et gardez cette page ouverte : la partie commence ici dès que votre adversaire arrive.
    .link = Lien vers la partie
    .copyLink = Copier le lien
    .stopWaiting = Ne plus attendre
    .offered = { $name } vous défie.
    .resign = Abandonner
    .reallyResign = Abandonner cette partie ?
    .rematch = Revanche, couleurs inversées
    .another = Nouvelle partie
    .lookAtGame = Voir cette partie
    .takeBack = Reprendre le coup
    .againstThisBot = Jouer contre ce bot
    .isFree = « { $name } » est libre.
page-play-engines =
    .greedy = Niveau 1 : voit un demi-coup à l’avance
    .two = Niveau 2 : voit deux demi-coups à l’avance
    .four = Niveau 3 : voit quatre demi-coups à l’avance
    .eight = Niveau 4 : voit huit demi-coups à l’avance
    .best = Pleine force
page-play-closed =
    .name_taken = Ce nom est pris, ou ressemble à un nom pris.
    .refused = Pour jouer sous ce nom, il faut son propre jeton : vérifiez le nom et le jeton.
    .bad_hello = Ce nom ne convient pas : de 1 à 40 lettres, chiffres, espaces ou _ - . ’, avec une lettre ou un chiffre au début et à la fin.
    .superseded = Vous jouez dans une autre fenêtre sous ce nom.
    .full = Aucune connexion n’est libre pour les joueurs sans jeton. Réessayez plus tard.
    .flood = L’arbitre a fermé la connexion : trop de messages.
page-play-places =
    .column = Colonne { $column }
    .white = blanc
    .black = noir
    .empty = vide
    .takes = peut être pris
    .reaches = peut être atteint
page-play-styles =
    .greedy = voit un coup à l’avance
    .mcts = joue bien
    .alphabeta = joue très bien
    .perfect = joue parfaitement
page-review =
    .title = Analyse
    .ask = Analyser cette partie
    .playOn = Continuer à partir d’ici
    .queued = En attente d’autres analyses…
    .working = Analyse : { $nodes } nœuds…
    .side = Camp
    .accuracy = Précision
    .inaccuracies = Imprécisions
    .mistakes = Erreurs
    .blunders = Gaffes
    .chances = Chances de gain des Blancs ; les points marquent les erreurs
    .lostAt = { $bot } perd au coup { $number } : { $move } laisse échapper { $kind ->
        [win] le gain
        [level] l’égalité
       *[chance] les dernières chances
    } ; il fallait jouer { $best }.
    .better = Meilleur coup
    .wrong = Réfutation
    .how = Chaque position a été explorée avec { $nodes } nœuds. Les chances sont ajustées sur les parties du moteur contre lui-même ; une nulle vaut un demi-gain.
page-review-marks =
    .inaccuracy = imprécision
    .mistake = erreur
    .blunder = gaffe

## [page] Les bots

page-bots =
    .leaderboard = Classement
    .connected = Connectés
    .filter = Chercher un bot
    .rating = Cote
    .place = Place
    .record = Gagnées – nulles – perdues
    .stillCounting = Les cotes sont recalculées après un redémarrage. Tournois terminés restants : { $count }.
    .noRatings = Aucune cote pour l’instant. Elle se calcule sur les tournois classés terminés.
    .noBots = Aucun bot n’est connecté.
    .ratingNote = Glicko-2 sur tous les tournois classés terminés ; ± est l’intervalle à 95 %.
    .ofBots = sur { NUMBER($count) }
    .missing = Aucun bot nommé { $bot } n’a joué ici ni n’est connecté.
    .playing = joue
    .seeking = cherche une partie
    .mine = Mon bot
    .idle = au repos
    .byOpponent = Par adversaire
    .bySeat = Par couleur
    .lossesByReason = Défaites par motif
    .recent = Dernières parties
    .versions = Versions
    .version = { $version } (depuis { $since })
    .dropAt = après { $length } de partie
    .compare = Comparer
    .headToHeads = Face à face
    .slowest = Coups les plus lents
    .drops = Connexion perdue pendant des parties
    .connections = Dernières connexions
    .allGames = Toutes ses parties
    .share = Part
    .headToHead = face à face
    .neverMet = Aucune partie entre eux.
    .curve = Cote de { $from } à { $to } ; tournois : { $count }
    .point = { $name } : { $rating } ± { $interval }
    .recordText = gagnées : { NUMBER($won) }, nulles : { NUMBER($drawn) }, perdues : { NUMBER($lost) }
    .moveOf = { $move }, partie { $game }
    .with = { $bot } avec les { $seat }
    .unknownVersion = version inconnue
page-bots-connectionEnds =
    .closed = fermée par le bot
    .gone = perdue
    .superseded = remplacée par une plus récente
    .too_slow = ne lisait pas les messages
    .silent = ne répondait pas aux pings
    .flood = envoyait trop de messages
    .stopping = arrêt de l’arbitre
    .binary = trames binaires
    .too_big = message trop long
    .not_utf8 = texte hors UTF-8
    .bad_frame = trame illisible

## [page] Le bureau

page-desk =
    .title = Bureau du professeur
    .explain = Le bureau est réservé aux opérateurs. Entrez un jeton d’opérateur ; seul cet onglet le conserve.
    .noToken = Pas de jeton ? Sur la machine de l’arbitre :
    .token = Jeton d’opérateur
    .enter = Se connecter
    .leave = Se déconnecter
    .badToken = Ce jeton n’est pas valable.
    .botToken = C’est le jeton du bot { $bot } ; le bureau demande celui d’un opérateur.
    .openHint = Tout le monde peut organiser depuis cette machine ; pour gérer les jetons, il faut un jeton d’opérateur.
    .look = Voir le tournoi
    .rollCall = Appel
    .newVersion = version { $version }, après { $earlier }
    .turnedAway = refusé { $times } fois : jeton absent ou faux
    .present = { $here ->
        [one] { NUMBER($here) } connecté sur { $all }
       *[other] { NUMBER($here) } connectés sur { $all }
    }
    .withdraw = Retirer
    .decisions = Décider d’une partie
    .withdrawTitle = Retirer { $bot } ?
    .withdrawWhyHint = Après le début, le motif figure dans le journal et sous le classement.
    .withdrawn = { $bot } est retiré.
    .withBeside = Et tous les bots de la même adresse
    .ghosts = Retirer les bots qui ne se sont jamais connectés ({ NUMBER($bots) })
    .ghostsGone = Les bots qui ne se sont jamais connectés sont retirés.
    .tooLong = Jusqu’à { page-counts.games } et { NUMBER($hours) } h, si chacun utilise tout son temps. Vérifiez les inscrits.
    .enterBot = Inscrire
    .entered = { $bot } est inscrit.
    .excuse = Exempter un bot d’une ronde
    .byeRound = Ronde
    .byeHint = Une ronde qui n’est pas encore appariée.
    .byeWorth = Valeur
    .excused = { $bot } ne joue pas la ronde { $round }.
    .notExcused = { $bot } joue la ronde { $round }.
    .fromFile = Depuis un fichier
    .planText = Un plan (TOML)
    .planHint = Le même fichier que pour la ligne de commande, avec tous les réglages. Voir la documentation des tournois.
    .archiveFile = Une archive
    .archiveHint = Depuis « Télécharger » d’un tournoi ; chaque partie est vérifiée selon les règles.
    .importArchive = Importer
    .simulate = Pour simuler un plan avec les bots fournis et estimer sa durée, lancez sur une autre machine :
    .pairTitle = Vérifier les appariements d’un rapport
    .pairText = Rapport (TRF), collé
    .pairFile = Ou un fichier
    .pairHint = De n’importe quel programme. Vérifie chaque ronde selon le système néerlandais (Dutch) de la FIDE et apparie la suivante. Rien n’est enregistré.
    .pairDo = Vérifier les appariements
    .pairSame = conforme au système néerlandais de 2025
    .pairOther = différente du système néerlandais de 2025, qui donne :
    .pairNext = à venir
    .pairNone = Le fichier ne contient aucune ronde, et il n’y en a aucune à apparier.
    .unknownForbidden = Dans un appariement interdit, mais pas inscrit : { $bot }
    .nearest = inconnu ; { $bot } ?
    .merge = Inscrire plutôt { $bot }
    .tickAll = Tout sélectionner sauf les bots fournis
    .notEntered = Connectés, non inscrits :
    .houseBot = (bot fourni)
    .houseBots = Bots fournis
    .rehearsed = répétition réussie
    .failed = épreuves échouées : { $steps }
    .startWithout = { $count ->
        [one] Un inscrit n’est pas connecté.
       *[other] { NUMBER($count) } inscrits ne sont pas connectés.
    } Commencer quand même ?
    .game = Partie
    .gameHint = Son numéro dans la liste des rondes, comme 12.2 : la deuxième partie de la rencontre 12.
    .action = Action
    .whyHint = Il figure dans le journal et sous le classement.
    .decide = Décider
    .decided = Décision enregistrée.
    .matches = Parties isolées
    .makeMatch = Créer une partie
    .decideMatch = Mettre fin à une partie
    .matchNumber = Partie (numéro)
    .pinTitle = Mettre une partie en avant
    .pin = Mettre en avant
    .pinHint = Vide : choix automatique.
    .pinned = La partie { $game } est mise en avant.
    .unpinned = La partie mise en avant est choisie automatiquement.
    .tokens = Jetons
    .mint = Créer un jeton
    .mintOperator = Créer un jeton d’opérateur
    .team = Équipe
    .teamHint = Les membres d’une équipe peuvent agir pour tous ses bots.
    .mintClass = Jetons d’une classe
    .classList = Liste de la classe (CSV)
    .classHint = La première ligne nomme les colonnes : name,team. La même liste donne les mêmes jetons.
    .tokenList = Jetons valables
    .toHandOut = À distribuer :
    .shownOnce = Affiché une seule fois :
    .operatorToken = opérateur
    .revoke = Révoquer
    .rotate = Remplacer
    .rotateAsk = Remplacer le jeton de { $bot } ? L’ancien n’est plus valable.
    .revokeAsk = Révoquer le jeton de { $bot } ?
    .revoked = Le jeton est révoqué.
    .machine = La machine
    .diskFree = Disque libre
    .diskUsed = Disque utilisé
    .memory = Mémoire utilisée
    .memoryFree = Mémoire libre
    .load = Charge
    .loadOf = { $load }, processeurs : { $processors }
    .connections = Connexions
    .running = Parties en cours
    .jobs = Calculs
    .jobsOf = { $running } en cours, { $waiting } en attente
    .longestStep = Étape la plus longue de l’arbitre
    .since = depuis { $moment }
    .unreached = injoignable par les autres nœuds à { $address }
    .trouble = Le stockage n’accepte pas d’écriture : { $why }
    .warning = Le stockage a perdu des données : { $what }
page-desk-attendance =
    .unknown = nom inconnu
    .other_game = joue à d’autres jeux
page-desk-withdrawMeans =
    .unentered = Le tournoi n’a pas commencé : le bot est désinscrit, et on peut l’inscrire de nouveau.
    .mayReturn = Il perd par forfait ses parties en cours et appariées. Réinscrit sous le même nom, il reprend sa place dès le prochain appariement ; les rondes manquées ne rapportent rien.
    .mayBeAnnulled = Il perd par forfait toutes ses parties restantes et ne peut pas revenir. S’il a joué moins de la moitié de ses parties, elles sont annulées.
    .final = Il perd par forfait toutes ses parties restantes et ne peut pas revenir.
page-desk-acts =
    .start = Commencer
    .pause = Mettre en pause
    .resume = Reprendre
    .finish = Terminer maintenant
    .archive = Archiver
    .delete = Supprimer
page-desk-byes =
    .zero_point = aucun point
    .half_point = un demi-point, si le plan le permet
    .none = annuler l’exemption
page-desk-done =
    .start = Commencé.
    .pause = En pause : aucune partie ne commence.
    .resume = Repris.
    .over = Plus rien à jouer : il est terminé.
    .finish = Terminé.
    .archive = Archivé.
    .delete = Supprimé.
page-desk-sure =
    .finish = Terminer le tournoi maintenant ? Les parties inachevées sont annulées.
    .delete = Supprimer le tournoi ? Aucune partie n’y a été jouée.
page-desk-actions =
    .adjudicate = juger : fixer le résultat
    .annul = annuler : la partie ne compte pas
    .replay = rejouer la partie
page-desk-role =
    .referees = arbitre
    .stands_by = en réserve
    .works = calculateur
    .gone = ne répond plus
page-desk-plan =
    .title = Nouveau tournoi
    .create = Créer
    .made = { $name } est créé
    .more = Plus
    .criterion = Départage { $place }
    .none = aucune
page-desk-plan-values =
    .rated = classées
    .practice = d’entraînement
    .baku = Bakou (FIDE C.04.7)
    .open = tout bot
    .token = les bots qui ont un jeton
    .list = aucun autre
page-desk-plan-name = Nom
    .hint = Tel qu’il est affiché sur le site.
page-desk-plan-starts = Début prévu
    .hint = Affiché avec un compte à rebours : 2027-01-15T14:00, à l’heure de l’arbitre.
page-desk-plan-game = Jeu
page-desk-plan-format = Formule
page-desk-plan-entrants = Inscrits
    .hint = Un bot par ligne ; après un point-virgule, une cote pour les têtes de série : ann; 1500. D’autres peuvent s’inscrire jusqu’au début.
page-desk-plan-entrants_from = Les meilleurs d’un tournoi
    .hint = Son numéro et le nombre de qualifiés, têtes de série selon leur place : 3 ; 8.
page-desk-plan-time = Cadence
    .hint = Vide : celle de l’arbitre, 360s sauf s’il a été démarré avec --time. 60s+1s : soixante secondes chacun et une de plus par coup ; 60s/5s : au plus 5 s par coup ; unlimited : sans limite.
page-desk-plan-games = Parties par rencontre
    .hint = À partir de la même ouverture, couleurs alternées.
page-desk-plan-rounds = Rondes
    .hint = Vide : selon le nombre d’inscrits.
page-desk-plan-cycles = Tours
    .hint = Nombre de rencontres de chaque paire.
page-desk-plan-challengers = Prétendants
    .hint = Nombre de premiers inscrits qui rencontrent tous les autres.
page-desk-plan-duration = Durée
    .hint = Durée des appariements : 90min. Sans durée, une échelle court jusqu’à ce qu’on la termine.
page-desk-plan-elo0 = Elo 0
    .hint = Hypothèse nulle : plus fort d’au plus cette valeur.
page-desk-plan-elo1 = Elo 1
    .hint = Hypothèse alternative : plus fort d’au moins cette valeur.
page-desk-plan-daily = Rencontres par jour
    .hint = Maximum par bot.
page-desk-plan-zone = Fuseau horaire
    .hint = Les jours commencent à minuit dans ce fuseau : Europe/Brussels. Vide : celui de l’arbitre.
page-desk-plan-play = Parties
    .hint = Entraînement : sans limite de temps, coups illégaux pardonnés, sans effet sur la cote.
page-desk-plan-concurrency = Parties simultanées
    .hint = Maximum pour le tournoi.
page-desk-plan-games_per_bot = Parties simultanées par bot
    .hint = Maximum pour chaque bot.
page-desk-plan-openings = Demi-coups d’ouverture
    .hint = Joués au hasard avant le premier coup, aux jeux qui ont des ouvertures.
page-desk-plan-strikes = Coups illégaux pardonnés
    .hint = Vide : aucun en partie classée, trois à l’entraînement.
page-desk-plan-ready_timeout = Délai d’attente
    .hint = Durée pendant laquelle une partie attend ses bots : 60s.
page-desk-plan-entry = Inscription
    .hint = Qui peut s’inscrire, outre les bots ci-dessus. Vous pouvez inscrire tout bot.
page-desk-plan-capacity = Places
    .hint = Maximum d’inscrits. Vide : celui de la formule.
page-desk-plan-absences = Absences
    .hint = Un bot qui manque ce nombre de parties est retiré. Vide : après deux rondes d’un suisse, sinon jamais.
page-desk-plan-criteria = Départages
    .hint = Dans cet ordre ; vide : ceux de la formule. La documentation des tournois les définit.
page-desk-plan-tie_breaks = Paires de départage
    .hint = Paires de parties supplémentaires avant de recourir aux têtes de série.
page-desk-plan-accelerated = Accélération
    .hint = Bakou : dans la première moitié des rondes, la moitié la plus forte a des points virtuels, et ses bots se rencontrent plus tôt.
page-desk-plan-forbidden = Appariements interdits
    .hint = Un groupe par ligne, noms séparés par des virgules : deux bots d’un même groupe ne se rencontrent que si aucune ronde n’est possible autrement. Pour des équipes.
page-desk-plan-half_point_byes = Exemptions à un demi-point
    .hint = Maximum par bot, sur demande.
page-desk-plan-alpha = Alpha
    .hint = Probabilité d’un faux positif.
page-desk-plan-beta = Bêta
    .hint = Probabilité d’un faux négatif.
page-desk-plan-rehearsed = Répétition exigée
    .hint = Chaque bot doit avoir réussi arbitre doctor --report avant le début. Cavaliers seulement.
page-desk-plan-seed = Graine
    .hint = La même graine donne les mêmes ouvertures et appariements. Vide : au hasard.
page-desk-plan-formats =
    .round_robin = Chacun rencontre chacun : le plus juste, et le plus long.
    .gauntlet = Les premiers inscrits rencontrent tous les autres.
    .swiss = Chaque ronde oppose des bots qui ont autant de points : pour une classe entière en un après-midi.
    .knockout = Le perdant est éliminé. Têtes de série selon la cote.
    .arena = Les bots libres sont appariés aussitôt, jusqu’à la fin du temps.
    .sprt = Deux bots jouent jusqu’à ce qu’un test séquentiel décide si le premier est plus fort.
    .ladder = Dure des semaines : les bots connectés rencontrent des bots de cote voisine. Chaque version d’un bot a sa cote.
page-desk-plan-criterionNames =
    .DE = rencontre directe
    .WIN = rondes gagnées
    .WON = rencontres gagnées sur le plateau
    .BPG = parties avec les Noirs
    .BWG = victoires avec les Noirs
    .REP = rondes où il était présent
    .PS = cumul des points après chaque ronde
    .KS = points contre la meilleure moitié (Koya)
    .BH = points des adversaires (Buchholz)
    .BH-C1 = Buchholz sans le plus bas
    .BH-C2 = Buchholz sans les deux plus bas
    .BH-M1 = Buchholz sans le plus bas et le plus haut
    .BH-M2 = Buchholz sans les deux plus bas et les deux plus hauts
    .SB = Sonneborn-Berger
    .SB-C1 = Sonneborn-Berger sans le plus faible

## [page: puzzles] Les casse-têtes

page-puzzles =
    .faces = dessus, droite, devant, dessous, gauche, arrière
    .cubeKeys = Cube : U R F D L B tournent une face, avec Maj dans l’autre sens ; les flèches tournent la vue
    .cubeHelp = Faites glisser une facette pour tourner sa couche, à côté du cube pour changer de vue.
    .cubeKeyHelp = Touches : U R F D L B, avec Maj dans l’autre sens ; { $others } ; les flèches changent la vue.
    .turns = Rotations
    .turnNamed = { $turn } : face { $face }, { $way }
    .notation = Coups en notation
    .noTurns = Ce n’est pas une suite de rotations : écrivez U R F D L B, seuls ou suivis de 2 ou de ’, par exemple R U R’ U2.
    .cubeOffer = Remettre les pièces en place et jouer
    .solvable = Soluble en { page-counts.turns }.
    .tourHere = le cavalier, case { $number }
    .tourVisited = visitée, case { $number }
    .tourChoice = possible, cases ensuite : { $squares }
    .tourDead = libre, désormais inaccessible
    .tourStatus = { $visited ->
        [one] 1 case visitée
       *[other] { $visited } cases visitées
    }, { $left ->
        [one] { $left } restante
       *[other] { $left } restantes
    }
    .tourLegend = Un nombre compte les cases où aller ensuite. Cercle en tirets : il ne reste qu’un accès à cette case ; seule la dernière case du tour peut être dans ce cas. Croix : plus aucun accès.
    .tourContinues = Un tour est encore possible à partir d’ici.
    .yourMove = À vous de jouer : vous avez les { $side ->
        [white] Blancs
       *[black] Noirs
    }
    .botThinks = Le bot réfléchit
    .over = La partie est terminée.
    .youWon = Vous avez gagné.
    .botWon = Le bot a gagné.
    .drawn = Partie nulle.
    .botBegins = Laisser le bot commencer
    .countedHere = comptée
    .notEvaluated = L’arbitre ne peut pas évaluer cette position.
    .chessHelp = Choisissez un terme pour voir les cases dont il vient. Déplacez une pièce sur n’importe quelle case : l’évaluation suit. Suppr enlève une pièce. Il n’y a pas de solution, donc ni indice ni vérification.
    .termCounts = { NUMBER($white) } − { NUMBER($black) }, × { NUMBER($weight) }
    .intro = Jouez, demandez un indice qui dit pourquoi, et regardez une méthode résoudre le casse-tête.
    .rated = Une seule solution ; technique la plus difficile : { $technique }, { $grade } selon sudokuwiki.
    .actions = Actions
    .fresh = Nouveau
    .again = Recommencer
    .making = Création…
    .check = Vérifier
    .undo = Annuler
    .playThis = Jouer ce plateau
    .best = record { $time }
    .solvedIn = Résolu en { $time }
    .hintOf = Étape { $number } sur { $count } : « Indice » montre la suivante.
    .hinted = indice
    .conflicts = { $count ->
        [one] La case marquée enfreint une règle.
       *[other] { $count } cases marquées enfreignent une règle.
    }
    .noConflicts = Aucune règle n’est enfreinte jusqu’ici.
    .wrong = { $count ->
        [one] La case marquée diffère de la solution.
       *[other] { $count } cases marquées diffèrent de la solution.
    }
    .fine = Tout est juste jusqu’ici.
    .several = Ce plateau a plusieurs solutions.
    .given = { $digit }, donné
    .noted = notes { $digits }
    .pad = Chiffres
    .padKey = { $digit }, encore { $left }
    .erase = Effacer
    .cellsLeft = Cases vides : { $count }
    .givenOffer = Jouer sans le { $digit } en { $where }
    .clueOffer = Jouer sans le chiffre { $digit } en { $where }
    .swapOffer = Échanger { $one } et { $other }, et jouer
    .taquinLeft = Le but est à { page-counts.moves }, ou moins.
    .dark = Cases sombres : { $count }
    .lightUpKeys = Un appui : ampoule, puis marque, puis rien. Bouton droit ou X : marque.
    .all = Tous les casse-têtes
    .board = Le casse-tête
    .at = ligne { $row }, colonne { $column }
    .cell = { $named } : { $content }
    .blank = vide
    .empty = vide
    .colours = blanc, rouge, vert, jaune, orange, bleu
    .clue = chiffre { $number }
    .pieces = roi blanc, dame blanche, tour blanche, fou blanc, cavalier blanc, pion blanc, roi noir, dame noire, tour noire, fou noir, cavalier noir, pion noir
    .tools = Modifier : poser
    .method = Méthode
    .watchable = Avec étapes
    .unwatchable = Sans étapes
    .solve = Résoudre
    .watch = Démarrer
    .watchHint = Une méthode résout le plateau de Jouer, une étape à la fois.
    .stop = Arrêter
    .hint = Indice
    .working = Résolution…
    .paste = Coller un casse-tête
    .invalid = Casse-tête non valable :
    .example = Exemple :
    .refused = L’arbitre a refusé :
    .size = Taille
    .difficulty = Difficulté
    .instance = Plateau
    .goal = But
    .ownGoal = personnalisé
    .closed = Fermé : la dernière case est à un saut de la première
    .impossible = Aucune solution :
    .limitReached = Limite atteinte :
    .taquinAnswer = { page-counts.moves } ; il en faut au moins { $least }
    .tourAnswer = Un tour de { $squares } cases
    .lit = Ampoules : { $bulbs }
    .chessSum = Avantage des Blancs, en pions : { SIGNED($sum) }
    .chessColumns = Lettre, Terme, Valeur, Blancs, Noirs, Apport
    .chessTerms = rois, dames, tours, fous, cavaliers, pions, pions doublés, pions bloqués, pions isolés, mobilité
    .cost = états générés : { NUMBER($generated) }, développés : { NUMBER($expanded) }, frontière { NUMBER($frontier) }, profondeur { NUMBER($depth) }, { $time }
    .player = Pas à pas
    .stepBack = Étape précédente
    .stepOn = Étape suivante
    .position = Étape
    .answerStep = Réponse, { $number } sur { $count }
    .progress = Ligne : profondeur, jusqu’à { $depth }
    .sampled = La recherche a compté { $seen } étapes. Sont montrées les premières et un échantillon régulier du reste, { $kept } en tout.
    .playable = joue { $move }
    .depthField = Profondeur en demi-coups
    .lineOfSearch = Ligne en cours
    .visits = essayé { NUMBER($count) } fois
    .gameAnswer = { $worth } pour les { side }
    .compareHint = Chaque méthode explore la position de Jouer à la profondeur choisie dans Observer.
    .raceHint = Les méthodes résolvent le même casse-tête, puis sont rejouées côte à côte.
    .racers = Méthodes
    .raceGo = Lancer la course
    .raceColumns = Méthode, Résultat, Générés, Développés, Frontière, Profondeur, Temps
    .nodes = États générés, échelle logarithmique
    .notHere = ne s’applique pas
    .solvedWord = résolu
    .impossibleWord = sans solution
    .limitReachedWord = limite atteinte
    .chartHint = Mesure les méthodes sur des instances de plus en plus grandes, en graphique et en tableau.
    .chartGo = Mesurer
    .depths = Longueurs des solutions
    .plies = Profondeurs en demi-coups
    .sizes = Tailles
    .instances = Instances par point
    .saveCsv = Tableau (CSV)
    .chartCaption = { $name } : états générés par chaque méthode ({ $axis }) ; instances par point : { $count }. Point vide : une limite a été atteinte.
    .clashing = conflit
    .tree = Arbre de recherche
    .treeNow = Arbre de recherche de { $nodes } nœuds jusqu’ici ; le nœud en cours est à la profondeur { $depth }
    .treeHint = Les chemins des étapes jusqu’ici, depuis la racine en haut. Le chemin en cours est marqué ; une croix : élagué ; un anneau : une solution.
    .frontier = Frontière
    .frontierHint = Nombre d’états en attente selon leur priorité ; l’état développé vient de la barre marquée. A* ordonne par f = g + h, la recherche en largeur par g, la recherche gloutonne par h.
    .frontierLevel = { $count } à { $value }
    .frontierNow = État développé : { $value }. Frontière : { $levels }
    .comes = à venir
    .measuring = Mesure en cours…
    .gameColumns = Méthode, Nœuds, Feuilles, Coupures, Dès le premier coup, Table, Temps
    .gameLink = Toutes les lignes et l’arbre de recherche : Analyser
    .clockwise = sens des aiguilles d’une montre
    .counterclockwise = sens inverse des aiguilles d’une montre
    .solvableShortest = Soluble en { page-counts.turns } ; c’est le plus court.
    .tourStuck = aucun coup possible : revenez en arrière
    .tourChoices = coups possibles : { $moves }
    .tourDeadEnds = impasses : { $ends }
    .botPlays = Laisser ce coup au bot
    .solvedPlain = Résolu
    .bestTime = votre meilleur temps
    .withHelp = avec de l’aide
    .taquinShortest = Le plus court chemin d’ici compte { page-counts.moves }.
    .optimal = { page-counts.moves }, optimal
    .tourAnswerClosed = Un tour fermé de { $squares } cases
    .progressArea = Surface : frontière ou limite, jusqu’à { $waiting }
    .bestIs = Le meilleur est { $move } :
    .unknownValue = valeur inconnue
    .tourOffer = Jouer { $board }
    .tourEnd = Cercle plein : dernière case du tour.
    .hintSearched = Aucun motif ne s’applique plus : une recherche a trouvé l’unique solution, qui a une ampoule dans la case marquée.
page-puzzles-chessPositions =
    .opening = Une ouverture
    .pawns = Pions faibles
    .mobility = Mobilité
    .material = Tours contre dame
page-puzzles-grades =
    .basic = élémentaire
    .tough = ardue
    .diabolical = diabolique
    .extreme = extrême
page-puzzles-tabs =
    .play = Jouer
    .watch = Observer
    .race = Course
    .cost = Coût
    .edit = Éditer
page-puzzles-press =
    .taquin = Choisissez deux pièces pour les échanger.
page-puzzles-modes =
    .notes = Notes
page-puzzles-forms =
    .taquin = Lignes séparées par / ou à la ligne, pièces par des espaces ; après -> le but, ou blank-last, blank-first, spiral.
    .knights-tour = 8x8 ; les mots sont anglais : 8x8 a1 closed (tour fermé), 8x8 a1 to h8 without c3 d4 (de a1 à h8, sans c3 ni d4).
    .sudoku = 81 caractères, 1 à 9 et . ou 0 ; ou ligne par ligne ; ou un identifiant.
    .light-up = Lignes de . # 0 1 2 3 4, ou un identifiant comme 7x7:…
    .connect-four = Les colonnes jouées, comme 4445 ; ou six lignes depuis le haut, comme 7/7/7/7/3O3/3X3 w 2.
    .tic-tac-toe = Neuf cases X, O et ., sur autant de lignes qu’on veut.
    .rubiks-cube = 54 ou 24 couleurs dans l’ordre U R F D L B, ou des rotations comme R U’ F2.
    .chess = Une position FEN.
page-puzzles-difficulties =
    .easy = facile
    .medium = moyen
    .hard = difficile
    .extreme = extrême
page-puzzles-goals =
    .blank-last = dans l’ordre, case vide à la fin
    .blank-first = dans l’ordre, case vide au début
    .spiral = spirale
page-puzzles-hintStates =
    .finished = Le casse-tête est résolu.
    .stuck = Les techniques connues ne s’appliquent plus.
page-puzzles-titles =
    .taquin = Taquin
    .knights-tour = Tour du cavalier
    .sudoku = Sudoku
    .light-up = Light Up (akari)
    .connect-four = Puissance 4
    .tic-tac-toe = Morpion
    .rubiks-cube = Rubik’s Cube
    .chess = Échecs, l’évaluation
page-puzzles-about =
    .taquin = Remettez les pièces dans l’ordre en les faisant glisser, à la souris ou avec les flèches. A* développe une frontière, IDA* approfondit.
    .knights-tour = Menez un cavalier une fois sur chaque case. Règle de Warnsdorff, recherche en profondeur, dénombrement.
    .sudoku = Chaque ligne, colonne et bloc contient chaque chiffre une fois. Retour arrière et propagation de contraintes.
    .light-up = Éclairez chaque case blanche ; deux ampoules ne doivent pas s’éclairer l’une l’autre, et un nombre compte les ampoules voisines. Les motifs d’abord, puis la recherche.
    .connect-four = Quatre en ligne, contre un bot. Minimax, alpha-bêta, table de transposition, Monte-Carlo : leur recherche et son coût.
    .tic-tac-toe = Trois en ligne, contre un bot : le plus petit jeu qui montre ce qu’alpha-bêta épargne.
    .rubiks-cube = Tournez un cube 2×2×2 ou 3×3×3. Algorithme à deux phases, bases de motifs, recherche bidirectionnelle.
    .chess = La formule de Shannon de 1950 : déplacez les pièces et voyez d’où vient chaque terme.
page-puzzles-uniqueness =
    .true = Résolu : la seule solution
    .false = Résolu : une solution parmi d’autres
    .unknown = Résolu ; il y a peut-être d’autres solutions
page-puzzles-worth =
    .win = gain en { page-counts.plies }
    .loss = perte en { page-counts.plies }
    .draw = nulle
    .value = { SIGNED($value) }
page-puzzles-tourMarks =
    .free = libre
    .start = départ
    .end = arrivée
    .out = exclue
page-puzzles-lightUp =
    .white = blanche
    .black = noire
    .bulb = ampoule
    .lit = éclairée
    .marked = marquée
    .litMarked = éclairée, marquée
page-puzzles-tool =
    .none = rien
    .black = noir
    .start = le départ
    .end = l’arrivée
    .out = une case exclue

## [page: learn] Méthodes comparées, exercices, analyses d’un bot

page-learn =
    .methods = Les méthodes du cours
    .methodsIntro = Chaque méthode explore cette position, un demi-coup plus loin à chaque fois. Toutes trouvent la même valeur, à un coût différent.
    .compare = Comparer
    .comparing = Exploration à { $depth } demi-coups…
    .compared = Terminé. Les recherches beaucoup plus longues sont omises.
    .over = La partie est terminée dans cette position.
    .measure = Mesure
    .chart = { $measure } selon la profondeur, échelle logarithmique
    .table = Coût de chaque méthode
    .depth = Profondeur en demi-coups
    .method = Méthode
    .tree = Arbre de recherche
    .treeIntro = Ouvrez un coup pour voir les positions explorées ensuite. Barré : coupure alpha-bêta.
    .showTree = Montrer l’arbre
    .treeCost = Nœuds : { $entered }, feuilles : { $leaves }, coupures : { $cutOffs }.
    .sampled = Trop de nœuds : en voici { $shown }, avec les deux premiers coups de chaque position plus profonde.
    .root = Cette position
    .hidden = { $count } de plus
    .cut = coupé
    .exercises = Exercices
    .exercisesIntro = Positions tirées de parties entre bots. Un seul coup gagne ; c’est prouvé.
    .task = Exercice { $number } : trait aux { $seat }, gain en { page-counts.moves }.
    .listed = Exercice { $number }, { page-counts.moves }
    .byLength = Tous, par longueur
    .before = Exercice précédent
    .next = Exercice suivant
    .again = Réessayer
    .solution = Solution
    .solved = La suite gagnante :
    .right = Juste : { $move } gagne.
    .loses = { $move } ne gagne pas : après { $reply }, l’adversaire gagne en { page-counts.plies }.
    .holds = { $move } ne gagne pas : { $reply } tient.
    .noWin = { $move } ne gagne pas.
    .botReviews = Parties analysées
    .reviewed = Parties analysées : { $reviewed } des { $over } dernières ; gaffes : { $blunders }.
    .moves = Coups
    .nextSteps = Que faire maintenant
    .lostBecause = Parties perdues : { $lost } sur { $games }
    .mostOf = dont { $count } : { $reason }
    .weakest = Point faible : le { $part } de la partie, avec { $accuracy } de précision ; gaffes : { $blunders }.
    .against = contre { $opponent }
    .gaveAway = { $move } ({ $mark }) a coûté { $lost } de chances de gain ; { $best } était meilleur.
    .copyBoard = Copier le fichier de plateau du cours
    .isSolved = résolu
    .find = Trouvez le coup.
page-learn-measures =
    .nodes = positions
    .cutOffs = coupures
    .tableHits = trouvées dans la table
    .time = temps
page-learn-parts =
    .all = tous les coups
    .white = avec les Blancs
    .black = avec les Noirs
    .beginning = premier tiers
    .middle = deuxième tiers
    .end = dernier tiers
    .ample = quand il reste au moins la moitié du temps
    .scarce = quand il en reste moins de la moitié
    .pressed = quand il en reste moins d’un dixième

## [page: puzzles, learn] Les méthodes

page-methods =
    .a-star-colors = A* avec couleurs par face
    .a-star-corners = A* avec base de motifs des coins
    .a-star-manhattan = A* avec distance de Manhattan
    .a-star-misplaced = A* avec nombre de pièces mal placées
    .a-star-scatter = A* avec distances des facettes
    .alphabeta-memory = Alpha-bêta avec table de transposition
    .backtracking = Retour arrière
    .bidirectional = Recherche bidirectionnelle
    .breadth-first = Recherche en largeur
    .classroom-alphabeta = Alpha-bêta
    .construction = Diviser pour régner
    .depth-first = Recherche en profondeur
    .depth-limited = Recherche en profondeur limitée
    .distance-table = Table de toutes les distances
    .fewest-first = Retour arrière, case ayant le moins de candidats d’abord
    .fewest-onward = Recherche en profondeur, règle de Warnsdorff
    .greedy = Gloutonne, un demi-coup
    .ida-star = IDA* avec distance de Manhattan
    .ida-star-colors = IDA* avec couleurs par face
    .ida-star-corners = IDA* avec base de motifs des coins
    .ida-star-scatter = IDA* avec distances des facettes
    .iterative-deepening = Approfondissement itératif
    .layers = Ligne par ligne
    .learning = Apprentissage de clauses guidé par les conflits (CDCL)
    .mcts = Recherche arborescente Monte-Carlo avec évaluation
    .minimax = Minimax
    .mtd-f = MTD(f)
    .negamax = Négamax
    .optimal = Optimale : IDA* et bornes à deux phases
    .patterns = IDA* avec bases de motifs
    .patterns-search = Motifs, puis recherche
    .perfect = Jeu parfait
    .propagation = Propagation de contraintes
    .quiescence = Alpha-bêta avec recherche de quiescence
    .shannon = Formule de Shannon
    .two-phase = Algorithme à deux phases de Kociemba
    .uct = Recherche arborescente Monte-Carlo (UCT)
    .weighted = A* pondéré
    .taquin-greedy = Recherche gloutonne
    .light-up-patterns = Motifs seuls

## [page: style] La page du style

page-style =
    .title = Style
    .intro = Toutes les tailles de texte, les espacements, les couleurs et les composants du site. Les vues les disposent et n’en redéfinissent aucun.
    .text = Texte
    .spaces = Espacements
    .colours = Couleurs
    .buttons = Boutons
    .button = Bouton
    .primary = Principal
    .pressed = Enfoncé
    .disabled = Désactivé
    .final = Irréversible
    .ask = Ouvrir un dialogue
    .question = Supprimer le tournoi ? Cette action est irréversible.
    .tabs = Onglets
    .tab = Premier, Deuxième, Troisième
    .chips = Pastilles
    .card = Carte
    .cardText = Une carte contient une seule chose.
    .form = Formulaire
    .field = Champ
    .hint = Une indication
    .wrong = Ce qui ne va pas, et ce qu’il faut saisir.
    .folded = Section repliée
    .figures = Chiffres
    .progress = Progression
    .toast = Avis
    .empty = État vide
    .emptyText = Rien pour l’instant.
    .emptyHint = Et ce qu’on peut faire.
    .skeleton = Squelette
    .pieces = Pièces
page-style-sizes =
    .t1 = étiquette
    .t2 = corps
    .t3 = intertitre
    .t4 = titre, pendule
    .t5 = ce qui domine
page-style-meanings =
    .accent = activable, courant
    .success = gagné, en ordre
    .danger = erreur, perdu, peu de temps
    .draw = nul
    .white = Les Blancs dans les graphiques
    .black = Les Noirs dans les graphiques
    .trace = le dernier coup
    .laurel = arrivé, premier
