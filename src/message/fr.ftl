# Ce que dit Arbitre, en français : les mêmes codes que en.ftl, dans le même ordre. Une phrase qui se trouve dans une autre n’a ni majuscule
# au début ni point à la fin.

list = { $head } et { $last }
side = { $side ->
    [white] Blanc
   *[black] Noir
}

## Règles des jeux

knights_notation = un coup s’écrit B9-A7 (lettre majuscule de A à I, chiffre de 1 à 9, trait d’union) ou PASSE
knights_square = une intersection est une majuscule de A à I et un chiffre de 1 à 9, comme B9
knights_move =
    .game_over = la partie est finie
    .moves_at_hand = PASSE n’est permis qu’à qui ne peut pas jouer, et { $example } est possible
    .empty = aucun cavalier n’est en { $from }
    .not_yours = le cavalier en { $from } est à { side }, pas à vous
    .not_forward = { $from }-{ $to } n’avance pas : { side } va vers la rangée { $goal }
    .not_a_knight_move = { $from }-{ $to } n’est pas un coup de cavalier : deux en avant et un de côté, ou un en avant et deux de côté
    .blocked = { $from }-{ $to } est bloqué : un cavalier ne saute pas, et la patte en { $leg } est occupée
    .own_knight = { $from }-{ $to } prendrait votre propre cavalier en { $to }
knights_position =
    .fields = une position a trois champs (rangées, trait, coups joués), comme `1nnn1nnn1/9/9/9/9/9/9/9/1NNN1NNN1 w 0` ; celle-ci en a { $found }
    .rows = un plateau a 9 rangées ; celui-ci en a { $found }
    .columns = la rangée { $row } a { $found } colonnes au lieu de 9
    .character = rangée { $row } : « { $found } » n’est ni `N`, ni `n`, ni un chiffre de 1 à 9
    .side_to_move = le trait est `w` ou `b`, et non « { $found } »
    .plies = le nombre de coups joués va de 0 à { $most }, et n’est pas « { $found } »
    .turn = après { $ply } coups, ce n’est pas à { side } de jouer
    .too_many_knights = { side } a { $found } cavaliers ; un camp en a au plus { $most }
    .already_won = { side } a le trait et { $found } cavaliers arrivés : la partie était déjà finie

connect_four_notation = un coup est une colonne, un chiffre de 1 (à gauche) à 7 (à droite)
connect_four_move =
    .game_over = la partie est finie
    .full = la colonne { $column } est pleine
connect_four_position =
    .fields = une position a trois champs (rangées, trait, coups joués), comme `7/7/7/7/7/3X3 b 1` ; celle-ci en a { $found }
    .rows = une grille a 6 rangées, la plus haute d’abord ; celle-ci en a { $found }
    .columns = la rangée { $row } à partir du haut a { $found } colonnes au lieu de 7
    .character = rangée { $row } à partir du haut : « { $found } » n’est ni `X`, ni `O`, ni un chiffre de 1 à 7
    .floating = colonne { $column } : un pion est au-dessus d’une case vide
    .stones = Blanc (X) a { $white } pions et Noir (O) { $black } : Blanc commence et les camps jouent à tour de rôle
    .side_to_move = après { $ply } pions, le trait est `{ $expected }`, et non « { $found } »
    .plies = il y a { $ply } pions sur la grille, donc autant de coups joués, et non « { $found } »
    .already_won = { side } a le trait et un alignement de quatre : la partie était déjà finie
    .move = coup { $number } : { $why }

tic_tac_toe_notation = une case est une majuscule de A à C et un chiffre de 1 à 3, comme B2
tic_tac_toe_move =
    .game_over = la partie est finie
    .taken = la case { $cell } est déjà à { side }
tic_tac_toe_position =
    .fields = une position est trois rangées, le trait et le nombre de coups joués, comme `3/1X1/3 b 1`, et non « { $found } »
    .row = rangée { $row } : « { $found } » n’est pas trois cases, chacune `X`, `O` ou comptée par un chiffre de 1 à 3
    .unreachable = { $white } X et { $black } O avec `{ $side } { $plies }` : aucune partie que Blanc (X) commence et que trois en ligne finissent n’en arrive là

unknown_game = il n’y a pas de jeu « { $name } » ; il y a { $known }

verdict =
    .arrived = { side } a { $knights } cavaliers sur la rangée { $row }
    .stuck = aucun camp ne peut jouer ; cavaliers arrivés : Blanc { $white }, Noir { $black }
    .in_line = { side } a un alignement de { $count ->
        [3] trois
       *[4] quatre
    }
    .full = la grille est pleine, sans alignement de { $count ->
        [3] trois
       *[4] quatre
    }
    .by_the_rules = par les règles du jeu

## Parties

ending =
    .rules = { $verdict }
    .illegal_move = { side } a joué « { $text } » au coup { $ply }, ce qui est illégal : { $why }
    .time = { side } a épuisé son temps au coup { $ply } : aucun coup n’était venu { SECONDS($used) } après l’envoi du tour, et il ne lui restait que { SECONDS($limit) } (dont { SECONDS($forgiven) } pour le trajet)
    .resigned = { $why ->
        [none] { side } a abandonné
       *[other] { side } a abandonné : { $why }
    }
    .no_show = { side } n’était pas prêt en { SECONDS($within) }
    .nobody_came = aucun joueur n’était prêt en { SECONDS($within) }
    .absent = { side } a été déconnecté plus de { SECONDS($limit) }
    .both_absent = les deux joueurs ont été déconnectés plus de { SECONDS($limit) }
    .left = { side } s’est déconnecté, et le protocole en lignes ne permet pas de revenir dans une partie
    .annulled = la partie est annulée : { $why }
    .adjudicated = l’opérateur a décidé : { $why }
unknown_cause = « { $word } » n’est pas une raison pour laquelle une partie finit
came_to_nothing =
    .move = votre coup { $ply } est resté sans effet : { $why }
    .not_your_game = vous ne jouez dans aucune partie { $game }
    .game_over = { $why ->
        [none] la partie est finie
       *[other] la partie est finie : { $why }
    }
move_refused =
    .already_played = ce coup a déjà été accepté
    .stale_ply = ce n’est pas au coup { $ply } de se jouer, mais au coup { $expected }
    .not_your_turn = c’est à { side } de jouer
    .not_started = la partie n’a pas commencé : un joueur n’a pas dit `ready`
    .game_over = la partie est finie
time_written =
    .length = une durée est un nombre et une unité (ms, s, min, h), d’un an au plus : 500ms, 10s, 0.1s, 5min
    .control = une cadence s’écrit BUDGET[+INCRÉMENT][/LIMITE PAR COUP] ou `unlimited`, chaque durée d’un an au plus : 360s, 10s+0.1s, 60s/5s, unlimited/30s
    .zero = une cadence de zéro ne laisse pas le temps de jouer ; `unlimited` est sans limite

## Tournois

format = { $format ->
    [round_robin] toutes rondes
    [swiss] système suisse
    [knockout] élimination directe
    [gauntlet] défi
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
tournament_refused =
    .takes_part = { $name } participe déjà
    .left = { $name } s’est retiré ; dans la formule « { format } », on ne revient pas après le début
    .no_requested_byes = seul un suisse a des exemptions sur demande, pas un tournoi de la formule « { format } »
    .not_that_round = une exemption se demande ou s’annule pour les rondes { $first } à { $last }, pas pour la ronde { $round }
    .no_more_half_points = { $name } a déjà demandé ses { $most } exemptions à un demi-point
    .no_such_bye = { $name } n’a pas demandé d’exemption pour la ronde { $round }
    .stranger = { $name } ne participe pas
    .full = ce tournoi a au plus { $most } inscrits
    .no_late_entry = on ne rejoint pas un tournoi de la formule « { format } » après le début
    .too_few = trop peu d’inscrits : il en faut au moins { $needed }, et il n’y en a que { $present }
    .not_now = ce n’est pas possible maintenant ; état du tournoi : { stage }
    .no_such_game = il n’y a pas de partie { $game } dans ce tournoi
    .no_reason = une décision demande une raison : `why` est vide
    .not_played = la partie { $game } n’a pas encore été jouée : il n’y a rien à rejouer
    .gone = la partie { $game } ne peut être rejouée : { $name } s’est retiré
    .paired_on = la partie { $game } reste comme elle est : { $name } a été apparié depuis ; décidez de la partie suivante
too_many_games = { $entrants } inscrits joueraient jusqu’à { $games } parties, et un tournoi en a au plus { $most }
format_field =
    .no_duration = une arène en demande une, comme `90min`
    .no_such_format = il n’y a pas de formule « { $word } », mais { $known }
    .out_of_range = un nombre de { $least } à { $most }, pas { $value }
    .duration = plus que rien, et au plus { $days } jours, pas { SECONDS($lasts) }
    .sprt = { $why } ; ici elo0 = { $elo0 }, elo1 = { $elo1 }, alpha = { $alpha }, beta = { $beta }
sprt =
    .form = un test s’écrit elo0=0,elo1=10,alpha=0.05,beta=0.05 (et model=logistic ou model=normalized)
    .twice = { $key } est donné deux fois
    .missing = { $key } manque : un test demande elo0 et elo1, comme elo0=0,elo1=10
    .not_a_number = { $key } n’est pas un nombre
    .hypotheses = elo0 doit être plus petit que elo1, tous deux entre −1000 et 1000
    .error_rate = alpha et beta sont des taux d’erreur : plus que 0, moins que 0,5
tie_breaks =
    .unknown = il n’y a pas de critère « { $word } », mais { $known }
    .twice = { $word } est là deux fois : la seconde ne décide de rien

## Rapports (TRF)

report_file_expected =
    .rank = un rang de départ de 1 à 9999
    .ranks = des rangs de départ de 1 à 9999
    .round = une ronde de 1 à 99
    .rounds = un nombre de rondes de 1 à 99
    .no_more_rounds = rien après la ronde 99
    .points_of_rounds = des points pour 99 rondes au plus
    .points = des points comme 3.5
    .rating = un classement de 0 à 9999, ou rien
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
    .rounds = { $found } rondes ont des résultats, mais le tournoi en a { $rounds }
    .too_large = { $what ->
        [players] joueurs
       *[rounds] rondes
    } : { $found } ; le format a de la place pour { $most }
    .not_finished = le tournoi ne peut être montré tel qu’après la ronde { $round } : { $finished } rondes ont été jouées jusqu’au bout
    .paired_twice = à la ronde { $round } quelqu’un a deux rencontres ; le format ne connaît que des tournois par rondes
    .several_games = une rencontre de { $games } parties ; le format ne connaît que des rondes d’une partie

## Parties, tournois et jetons, tels qu’on les demande

field = « { $field } » : { $why }
contest =
    .bad_name = « { $name } » n’est pas un nom de bot : de 1 à 40 caractères (ici { $characters }), lettres, chiffres, espaces ou _ - . ', une lettre ou un chiffre aux deux bouts
    .self_play = { $name } ne peut pas jouer contre lui-même : `white` et `black` sont deux bots
    .no_such_match = il n’y a pas de partie { $game }
    .no_such_tournament = il n’y a pas de tournoi { $id }
    .unknown_bot = { $nearest ->
        [none] personne ne connaît { $name }, et le tournoi est en cours : un retardataire a un jeton, ou s’est déjà connecté
       *[other] personne ne connaît { $name }, et le tournoi est en cours : un retardataire a un jeton, ou s’est déjà connecté ; s’agit-il de { $nearest } ?
    }
    .not_rehearsed = ce tournoi demande une répétition réussie (`rehearsed`), qui manque à { $names } : `arbitre doctor --report` en rend compte ; qui n’en a pas peut être retiré
    .played_in = le tournoi { $id } reste : on y a joué, ou il est en cours ; on peut le terminer
    .suspended = à la suite d’une erreur, { $what } ne continue pas : { $why } ; un organisateur peut reprendre ou terminer
    .bad_plan = « { $field } » : { $why }
    .bad_archive = ligne { $line } de l’archive : { $why }
    .match_over = la partie { $game } est terminée
    .match_goes_on = la partie { $game } est en cours ; elle se revoit quand elle est finie
    .no_such_token = il n’y a pas de jeton { $id }
    .bot_offline = { $name } n’est pas connecté
    .too_many_games = { $name } joue déjà { $most } parties, le maximum à la fois
    .too_many_sought = { $most } parties demandées par { $whose } sont ouvertes, le maximum à la fois ; finissez-en une d’abord
    .over_quota = les parties demandées par { $whose } ont écrit { $mib } Mio sur le disque, autant qu’un jour le permet ; redemandez dans { $minutes } min
    .no_openings = { $name } dit ne connaître que la position de départ (`openings` : false) : pas d’autre position
    .plays_other_games = { $name } dit jouer à { $plays }, et non à { $game } : précisez `game`, ou nommez aussi { $game } dans `bot.games`
    .too_many_matches = { $most } parties sont en cours, le maximum de cet arbitre ; réessayez quand l’une sera finie
    .looks_like = { $name } ressemble à { $other }, qui est le nom d’un autre
    .storage_waits = rien ne peut commencer pour l’instant, car rien ne peut être écrit : { $why } ; ce qui est en cours attend, pendules arrêtées
    .internal = une erreur dans l’arbitre : { $why }
new_match =
    .over = la partie est finie en { $position } : { $why }
    .other_game = la partie { $game } est de { $name }, et votre hello dit que vous jouez à { $plays } : vous y comptez comme absent
    .seek_mark = la marque d’une demande a de 1 à { $most } caractères
plan =
    .out_of_range = un nombre de { DECIMAL($least) } à { DECIMAL($most) }, pas { DECIMAL($value) }
    .time = { $why } ; ceci est « { $text } »
    .no_meaning = n’a pas de sens dans la formule « { format } »
    .not_rehearsed = `arbitre doctor` ne répète que { $usual } : personne ne pourrait réussir pour { $game }
    .name = le nom d’un tournoi a de 1 à { $most } caractères, pas { $characters }
    .hidden_character = le nom d’un tournoi n’a pas le caractère { $code }, que personne ne voit
    .no_openings = { $game } commence toujours de la même position : laissez vide, ou 0
    .no_criteria = pas de liste de critères dans la formule « { format } »
    .missing = le champ « { $field } » manque
    .entrant_twice = { $name } est nommé deux fois ; chacun a son propre nom
    .engine = le moteur de { $name } a au plus 100 caractères, pas { $characters }
    .too_many_entrants = au plus { $most } inscrits, pas { $count }
    .no_zone = il n’y a pas de fuseau horaire « { $name } » ; un nom est, par exemple, Europe/Brussels ou UTC
    .too_many_forbidden = au plus { $most } noms en tout, pas { $count }
    .twice_in_group = { $name } est deux fois dans un groupe
    .small_group = un groupe a au moins deux noms, comme [["ann", "bob"]]
    .steps = au plus { $most } étapes (ici { $steps }), chacune de 1 à { $longest } caractères sur une ligne
    .line = ligne { $line } : « { $field } » : { $why }
    .result = un jugement demande un résultat : white, black ou draw ; une partie qui ne compte pour personne s’annule
    .result_of_another = seul un jugement a un résultat
    .game_number = le numéro d’une partie s’écrit comme 12.2 dans la liste des rondes
class_list =
    .line = ligne { $line } de la liste de la classe : { $why }
    .no_csv = la liste de la classe n’est pas un CSV : { $why }
    .header = la première ligne est `name,team`, comme les colonnes, dans cet ordre
    .columns = une ligne a un nom et une équipe ; une équipe avec virgule ou point-virgule va entre guillemets
    .team = une équipe a au plus 40 caractères, et n’est pas { $house }
    .twice = { $bot } est déjà sur la liste
    .alike = { $bot } ressemble à { $other }, qui est déjà sur la liste
    .too_many = une classe a au plus { $most } bots
    .empty = la liste est vide ; sa première ligne est `name,team`
    .house_bot = { $bot } est un bot de la maison : retirez-le de la liste
token =
    .shape = un jeton a 43 caractères : lettres, chiffres, - et _
    .team = une équipe va avec un bot, et a au plus 40 caractères
report =
    .not_text = le fichier n’est pas du texte UTF-8
    .no_swiss = la ligne 092 dit que le tournoi n’est pas un suisse : « { $system } » ; seul un suisse est apparié par le système hollandais
    .too_large = joueurs fois rondes à apparier : au plus { $most }, pas { $results } ({ $players } joueurs et { $rounds } rondes)
archive =
    .no_footer = il n’y a pas de fin : l’archive est tronquée
    .no_archive = ce n’est pas l’archive d’un tournoi d’Arbitre : la première ligne serait son en-tête
    .other_kind = ce n’est pas l’archive d’un tournoi d’Arbitre, mais de « { $kind } »
    .other_version = l’archive est de la version { $version } ; ce programme lit la version { $read }
    .no_header = la première ligne serait l’en-tête
    .second_header = un second en-tête
    .after_footer = quelque chose suit la fin
    .log_after_matches = le journal du tournoi vient avant les parties
    .twice = la partie { $game } y est deux fois
    .before_any_match = une ligne de partie avant toute partie
    .footer_counts = la fin compte { $lines } lignes avant elle, mais il y en a { $found }
    .checksum = la somme de contrôle diffère : quelque chose avant cette ligne a été changé
    .long_line = une ligne a au plus { $most } octets, et celle-ci en a plus
    .breaks_off = elle s’interrompt ici : l’archive est tronquée
    .unreadable = elle ne se lit pas : { $why }
    .no_log = il n’y a pas de journal du tournoi
    .other_tournament = le journal commencerait par le tournoi que nomme l’en-tête
    .line_order = ligne { $line } du journal au lieu de { $expected }
    .second_beginning = un second début
    .cannot_begin = la partie { $game } ne peut commencer ici pour la fois { $attempt }
    .cannot_end = la partie { $game } ne peut finir ici pour la fois { $attempt }
    .missing = la partie { $game } manque
    .other_game = la partie { $game } est de { $name }, dans un tournoi de { $expected }
    .not_that_game = la partie { $game } n’est pas celle dont parle le journal du tournoi
    .other_end = la partie { $game } n’a pas fini par { $result } sur le plateau
    .match_count = le journal du tournoi parle de { $told } parties, et il y en a { $found }
    .not_finished = le tournoi n’était pas terminé : { stage }
    .after_end = la partie { $game } continue après sa fin
    .match_line_order = ligne { $line } de la partie { $game } au lieu de { $expected }
    .ply = coup { $ply } au lieu de { $expected }
    .illegal = « { $text } » au coup { $ply } de la partie { $game } est illégal : { $why }
    .position = après « { $text } » la position est { $found }, et non { $position }
    .unknown_reason = dans la partie { $game }, { $why }
    .decided = le plateau de la partie { $game } l’avait décidée : sa raison ne peut être que `rules`, et non « { $reason } »
    .not_by_the_rules = par les règles, la partie { $game } n’a pas fini par { $result }
    .no_beginning = la partie { $game } n’a pas de début
    .no_end = la partie { $game } n’a pas de fin
    .other_number = le journal de la partie { $number } sous la partie { $game }
    .no_position = comme position de { $game } : { $why }
    .log = { $why }

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
    [BrokenPipe] plus personne ne lit
   *[other] { $text }
}
memory =
    .full = la mémoire réservée aux réponses est épuisée : d’autres sont en cours, ou n’ont pas encore été lues ; réessayez dans un instant
    .needs = cette demande exigerait { $mebibytes } Mio de mémoire, plus que les { $most } Mio que cet arbitre laisse à ses clients ; demandez moins, ou utilisez la commande `arbitre`, qui n’a pas cette limite
work =
    .stopping = l’arbitre s’arrête ; réessayez dans un instant
    .busy = { $waiting } demandes attendent déjà ; réessayez dans un instant
    .too_much_work = { $most } questions de cette adresse attendent déjà, le plus qu’une adresse puisse en avoir ; réessayez quand l’une aura sa réponse
    .panicked = une panique : { $why }
    .no_thread = pas de fil d’exécution : { $why }

## Demandes par HTTP

inside =
    .hidden = une erreur dans l’arbitre ; son journal en dit plus
    .unavailable = ce qui est conservé ne peut être lu ni écrit pour l’instant : { $why } ; redemandez quand le stockage répondra
http =
    .solving = { $why }
    .failed = { $why }
    .no_such_bot = aucun bot du nom de { $name } n’est connecté, et aucun n’a joué ici
    .no_report = ce tournoi n’a pas de rapport : { $why }
    .part_of_tournament = la partie { $game } fait partie du tournoi { $id } : la décision se prend dans ce tournoi (/v1/tournaments/{ $id }/decisions), pour figurer sous le classement
    .not_found = il n’y a rien en { $path } ; /docs dit ce qu’il y a
    .method_not_allowed = cette méthode ne va pas avec ce chemin ; /docs dit lesquelles vont
    .bad_token = il n’est pas dit à qui est le jeton : `"bot": "NOM"` pour celui d’un bot, ou `"role": "operator"` seul pour celui d’un opérateur
    .too_many_connections = { $most } connexions sont ouvertes, le maximum de cet arbitre ; réessayez plus tard
    .too_many_strangers = il y a autant de connexions ouvertes qu’il peut y en avoir, en tout ou de votre adresse ; les dernières sont pour qui montre un jeton
    .too_many_readers = { $most } lecteurs suivent déjà, le maximum à la fois ; GET montre l’état présent
    .too_many_requests = trop de demandes ; attendez une seconde entre deux
    .too_many_entries = { $most } bots peuvent être inscrits d’une même adresse sans jeton, puis { $a_minute } par minute ; un opérateur en inscrit autant qu’il veut
    .body_too_large = l’envoi dépasse { $most } octets
    .not_an_object = l’envoi est une liste ; il faut un objet, comme {"{"}"name": "texte"{"}"}
    .not_json = l’envoi doit être du JSON, avec l’en-tête `Content-Type: application/json`
    .answer_late = la réponse n’a pas été prête à temps, car on demande trop à cet arbitre ; regardez si c’est fait avant de redemander
    .timed_out = la demande n’est pas arrivée entière à temps
    .storage_waits = rien ne peut commencer pour l’instant, car rien ne peut être écrit : { $why } ; ce qui est en cours attend, pendules arrêtées
    .damaged = { $damage }
    .only_referees = cette machine ne fait qu’arbitrer : demandez une tâche (`Prefer: respond-async`), qu’un autre processus prendra
    .job_over = la tâche { $id } est finie
    .storage_slow = cela attend, car rien ne peut être écrit : { $why } ; ce sera fait dès que possible, regardez avant de redemander
    .import_runs = une archive est déjà en train d’être reprise ; réessayez ensuite
    .internal = une erreur dans l’arbitre : { $why }
request =
    .limit = `limit` est un nombre de 1 à { $most }, pas { $limit }
    .number = « { $value } » dans le chemin devrait être un nombre entier à partir de 0
    .query = la partie du chemin après `?` : { $why }
    .choice = `{ $field }` est l’un de { $known }, et non « { $word } »
    .moment = `{ $field }` est un moment comme 2026-11-22T14:00:00Z, et non « { $text } »
    .body = l’envoi s’est interrompu : { $why }
    .not_utf8 = l’envoi n’est pas du texte UTF-8
    .empty_report = rien à vérifier : envoyez un rapport, comme en donne `GET /v1/tournaments/N/trf`
    .method = `method` va dans l’envoi quand c’est du JSON
    .axis = `depths` va avec le taquin et les jeux, `sizes` avec les autres problèmes ; donnez l’un des deux
    .depths = `depths` : { $why }
    .too_many_instances = { $instances } instances, plus que les { $most } d’une demande ; `arbitre compare` n’a pas cette limite
    .crosstable = en csv, markdown ou html une grille américaine a au plus { $most } inscrits, pas { $entrants } ; en json elle n’a pas de limite
    .moves = `moves` est pour un taquin, à la place d’une difficulté
    .no_pictures = il n’y a pas d’images de { $game }
    .ply = `ply` : la partie { $game } a { $plies } coups jusqu’ici, le premier est 0 ; il n’y a pas de coup { $ply }
    .last_event = `Last-Event-ID` est le numéro d’une ligne
    .web_socket = { $path } est un WebSocket ; /protocol dit comment on y parle
    .plan = { $why }
    .solving = { $why }
json =
    .empty = l’envoi est vide ; il faut du JSON, au moins {"{"}{"}"}
    .not_json = l’envoi n’est pas du JSON : { $why }
    .unwanted = { $why }
    .field = « { $path } » : { $why }
rights =
    .bad_token = ce jeton n’est pas valable
    .header = l’en-tête s’écrit `Authorization: Bearer JETON`
    .operator_needed = il faut un jeton d’opérateur (`Authorization: Bearer JETON`) ; l’arbitre garde le premier dans le fichier `operator-token` de son dossier, et `arbitre token mint --operator` en crée un autre
    .not_for_bots = c’est le jeton d’un bot ; il faut ici celui d’un opérateur
    .anothers_token = ce jeton est celui de { $own } : il n’agit pas pour { $bot }
    .must_show_token = { $bot } a un jeton, et doit le montrer : `Authorization: Bearer JETON`
    .token_needed = il faut le jeton de { $bot } ou celui d’un opérateur : `Authorization: Bearer JETON`
    .another_address = { $bot } venait d’une autre adresse : où aucun jeton ne garde un nom, c’est elle qui agit pour lui
    .other_origin = une page de { $origin } ne peut agir sur cet arbitre
    .unknown_host = un navigateur atteint cet arbitre par une adresse IP ou localhost, pas par « { $host } » ; `--public-name` permet un nom

## Connexions des bots

closing =
    .stopping = l’arbitre s’en va ; reconnectez-vous dans un moment, vos parties continueront
    .binary = les messages sont des trames de texte, pas binaires
    .too_big = un message a au plus 16384 octets
    .bad_hello = le premier message doit être un hello
    .superseded = une connexion plus récente s’est faite sous ce nom : la vôtre, ou celle d’un autre
    .no_hello = aucun hello n’est venu à temps
    .refused = ce nom demande un jeton valable
    .name_taken = un autre bot est connecté sous ce nom, ou sous un nom qui lui ressemble
    .full = il ne reste pas de connexion pour qui ne montre pas de jeton ; réessayez plus tard
    .not_utf8 = les trames de texte sont en UTF-8
    .bad_frame = ce n’est pas une trame WebSocket selon la RFC 6455
    .too_slow = les messages n’ont pas été lus à temps
    .silent = trois pings sont restés sans réponse
    .flood = trop de messages que personne n’avait demandés
token_place = { $place ->
    [hello] mettez-le dans le hello comme "token"
   *[line] mettez-le à la fin de la première ligne
}
session =
    .hello_expected = le premier message doit être {"{"}"t": "hello", "proto": [1], "bot": {"{"}"name": "…"{"}"}{"}"}
    .hello_unread = le hello ne se lit pas : { $why }
    .protocol = cet arbitre parle le protocole [{ $version }], votre bot [{ $spoken }]
    .about = `bot.{ $field }` a au plus { $most } caractères, et le vôtre { $length }
    .games = `bot.games` nomme 1 à { $most } jeux, et le vôtre { $count }
    .back = `back` est ce qu’un `welcome` de cet arbitre a donné pour revenir
    .hello_again = vous avez déjà dit hello
    .not_json = une trame est un objet JSON : { $why }
    .not_a_message = { $why } ; protocol.md montre tous les messages
    .info_ignored = votre coup compte, mais son `info` ne se lit pas : { $why }
    .seeking = vous jouerez contre le prochain bot qui demande la même cadence
    .too_many_messages = la partie { $game } n’a pas encore lu ce que vous avez dit ; attendez ses réponses
    .too_many_questions = { $most } de vos questions attendent déjà une réponse
    .wrong_token = ce jeton n’est pas l’un de ceux de { $name } ; l’opérateur en crée un par `arbitre token mint '{ $name }'`
    .token_needed = cet arbitre demande un jeton à chaque bot : { token_place }
    .name_has_token = { $name } a un jeton, et doit le montrer : { token_place }
    .full = les dernières connexions sont pour les bots qui montrent un jeton : { token_place }
    .storage_waits = l’arbitre ne peut consulter son stockage pour l’instant ; reconnectez-vous dans un moment
    .in_use = { $free ->
        [none] un autre bot est connecté sous le nom de { $name }, d’une autre adresse ; si c’est une ancienne connexion à vous, fermez-la, ou dites dans votre hello le `back` de son `welcome`
       *[other] un autre bot est connecté sous le nom de { $name }, d’une autre adresse ; { $free } est libre ; si c’est une ancienne connexion à vous, fermez-la, ou dites dans votre hello le `back` de son `welcome`
    }
    .between_games = { $free ->
        [none] { $name } vient de finir une partie par le protocole en lignes, d’une autre adresse, et reviendra peut-être pour la suivante
       *[other] { $name } vient de finir une partie par le protocole en lignes, d’une autre adresse, et reviendra peut-être pour la suivante ; { $free } est libre
    }
    .looks_like = { $free ->
        [none] { $name } ressemble à { $other }, qui est le nom d’un autre
       *[other] { $name } ressemble à { $other }, qui est le nom d’un autre ; { $free } est libre
    }
    .long_first_line = sa première ligne a plus de { $most } octets
    .gone_early = il est parti avant de dire son nom
    .token_without_name = la première ligne est un jeton sans nom
    .no_name = la première ligne est un nom, avec une lettre ou un chiffre, et non « { $line } »
    .namesakes = { $most } clients sont déjà connectés sous le nom de { $name }
    .in_a_game = { $name } est déjà connecté et joue une partie
    .panicked = le calcul s’est interrompu : { $why }
    .no_thread = le système ne donne plus de fil d’exécution : { $why }
bind_error = impossible d’écouter sur { $address } : { $why } ; `{ $flag } ADRESSE:PORT` en choisit une autre, et le port 0 prend n’importe quel port libre
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
    .none = aucun nœud n’arbitre pour l’instant ; l’un d’eux s’y mettra quelques secondes après que la base de données aura répondu
    .silent = le nœud « { $name } » arbitre, mais ne répond pas à celui-ci sur { $relay } : son option --advertise ou --relay est peut-être fausse, ou un pare-feu les sépare

## Bots

bot_address =
    .unreadable = « { $text } » n’est pas une adresse : elle s’écrit comme ws://127.0.0.1:8080/ws
bot =
    .for_a_bridge = --listen et un programme ne vont qu’avec `bridge`
    .lines_are_for_knights = le protocole de la classe par TCP, auquel sert --listen, n’existe que pour les cavaliers
    .no_name = un pont (`bridge`) demande un --name
    .no_program = un pont demande un programme, comme `bridge --name moi -- ./bot`, ou --listen 127.0.0.1:PORT
engine =
    .engine = { $game } : { $unknown }
bot_client =
    .superseded = un autre programme s’est connecté sous le nom de ce bot ; arrêtez-le, ou donnez à celui-ci un autre --name
    .token_refused = l’arbitre a refusé le jeton : { $why }
    .bad_hello = l’arbitre a refusé la présentation du bot : { $why }
    .not_a_web_socket = { $address } répond par le code HTTP { $status } ; le chemin est-il le bon (d’ordinaire /ws) ?

## La ligne de commande

option_value = `{ $option }` : valeur « { $value } » refusée : { $why }
command =
    .solver = { $why }
    .json = { $why }
    .arguments = { $why }
    .panicked = une erreur dans le programme : { $why }
    .at = { $place } : { $why }
command_failed =
    .interrupted = interrompu
    .workers_need_store = `--threads 0` demande `--store` : les calculateurs prennent leur travail dans une base de données, et personne ne peut prendre celui d’un dossier
    .no_store = `--store` ou `--store-file` indique la base de données de l’arbitre
    .nothing_stored = aucun arbitre n’a encore rien conservé dans { $place } ; `--data` indique le dossier où il conserve ses parties
    .same_place = { $place } est à la fois le départ et l’arrivée : il n’y a rien à déplacer
    .output_full = la sortie n’accepte plus rien ({ $source }) ; ce qui a été créé est valable
    .line = ligne { $line } : { $why }
    .not_utf8 = le texte n’est pas en UTF-8 ; un tableur appelle ce format « CSV UTF-8 » quand il enregistre
    .empty_position = la position est vide ; sans elle, c’est la position de départ qui est analysée
    .empty_position_option = `--position` est vide ; `start` est la position de départ
    .seconds = { $most ->
        [none] `--seconds` : 0 ou plus, et non { $found }
       *[other] `--seconds` : plus que 0 et au plus { $most }, soit un an ; et non { $found }
    }
    .no_field = `--with { $field }` : il faut écrire CHAMP=VALEUR
    .tables_limit = une limite a été atteinte avant la fin du calcul des tables
    .depths_or_sizes = `--depths` va avec le taquin et les jeux ; `--sizes`, avec les autres casse-têtes
    .one_instance = la comparaison porte sur un seul énoncé ou une seule position : en dernier, ou après `--position`
    .instance_too_long = l’entrée dépasse les { $most } octets d’un énoncé ; `solve --lines` en lit plusieurs
    .line_too_long = la ligne a plus de { $most } octets
    .line_not_utf8 = la ligne n’est pas en UTF-8 : { $why }
    .solver_panicked = une erreur dans le programme : une méthode s’est interrompue
    .lines_failed = { $failed } lignes sur { $lines } ont échoué, à commencer par la ligne { $first }
    .no_match = ce n’est pas une partie en JSON : { $why }
    .not_shown = ces bots gardent un jeton qui ne vient pas d’une liste et ne peut plus être montré : { $bots } ; `arbitre token rotate ID` en remplace un, et `arbitre token class FICHIER --rotate` tous ceux de la liste
    .no_review = { $why ->
        [none] l’arbitre ne dit pas pourquoi il n’y a pas de relecture
       *[other] { $why }
    }
    .too_much_memory = `--memory` : il y a ici { $most } Mio, et non { $wanted }
    .one_file_for_two = `--keep` et `--certificate` désignent deux fichiers différents
    .no_table = ce n’est pas une table de preuve de cette version ; elle reste telle quelle : choisissez un autre fichier
    .cut_table = la table s’arrête au milieu d’une entrée, comme si elle avait été coupée ; elle reste telle quelle
    .proof_stopped = le calcul a été arrêté, ou la table conservée est fausse
    .proof_flawed = la preuve ne tient pas : { $why }
    .no_such_exercise = --plies : aucun exercice n’est aussi court ; les plus courts ont { $shortest } coups
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
    .not_ready = { $missing } inscrits sur { $entrants } ne sont pas prêts
    .no_player = il n’y a aucune ligne 001, donc aucun joueur
    .endless = une erreur dans le programme : la partie { $game } n’a pas fini
    .opponent = une erreur dans le programme : l’adversaire : { $source }

## Le docteur

doctor_step =
    .game_with_white = une partie avec Blanc
    .game_with_black = une partie avec Noir
    .drawn_opening = une ouverture tirée au sort
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
    .hung_up = il a raccroché sans trame de fermeture
    .closed = il a fermé la connexion
    .closed_with = il a fermé la connexion avec le code { $code }
    .closed_by_referee = { $code ->
        [none] l’arbitre a fermé sa connexion
       *[other] l’arbitre a fermé sa connexion avec le code { $code }
    }
    .broken_by_step = la connexion a été coupée, comme le veut l’épreuve
    .referee_gone = l’arbitre a disparu, comme le veut l’épreuve
    .referee_away = l’arbitre est parti, comme le veut l’épreuve
    .not_examined = c’est { $wanted } qui est examiné ici, et non { $name }
plies = { $plies ->
    [one] { $plies } coup
   *[other] { $plies } coups
}
doctor_game =
    .won = gagnée en { plies }, { SECONDS($spent) } à sa pendule
    .lost = perdue selon les règles en { plies }, { SECONDS($spent) } à sa pendule
    .drawn = nulle en { plies }, { SECONDS($spent) } à sa pendule
doctor =
    .played = { $second ->
        [none] { $first }
       *[other] { $first } ; { $second }
    }
    .enough_to_mend = il y a d’abord assez à corriger
    .one_game_first = il doit d’abord jouer une partie
    .usual_start_only = le bot dit ne connaître que la position de départ habituelle
    .not_connected = il ne s’est pas connecté à ws://{ $address }/ws en disant hello dans les { $seconds } s
    .ended_before_hello = le programme s’est terminé avant d’avoir dit hello, sans erreur
    .failed_before_hello = le programme s’est terminé avant d’avoir dit hello ({ $exit })
    .hello_refused = l’arbitre a refusé son hello : { $error }
    .not_let_in = { $name } a dit hello et n’a pas été admis
    .quit = le programme s’est terminé au milieu de la partie
    .died = le programme s’est arrêté sur une erreur ({ $exit }) ; ses dernières lignes disent où
    .died_silently = le programme s’est arrêté sur une erreur ({ $exit }), sans un mot
    .connection_lost = { SECONDS($after) } après le début de l’épreuve, { $how }
    .told_error = l’arbitre a répondu par une erreur : { $error }
    .missed_win = il pouvait gagner tout de suite, par C2-A1 ou C2-E1, et il a joué autre chose
    .move_rejected = son coup a été refusé (le docteur l’avait remplacé par { $text }), et il n’en a pas envoyé d’autre à temps
    .fell_silent = il a répondu à { $turns } tours, puis plus rien pendant { $seconds } s : { $why }
    .unreadable = { $error ->
        [none] aucun coup lisible n’est arrivé. { $why }
       *[other] aucun coup lisible n’est arrivé ; l’arbitre lui avait dit : { $error }. { $why }
    }
    .not_ready = une partie lui a été proposée et il n’a pas dit qu’il était prêt : { $why }
    .not_back = il n’est pas revenu : { $why }
    .gone = il n’était plus là : { $why }
    .game_lost = { $why }
    .broke_off = la partie s’est interrompue
doctor_advice =
    .give_address = Donnez cette adresse à votre bot : elle est dans la variable ARBITRE_URL, et remplace {"{"}url{"}"} dans la commande. Le premier message est {"{"}"t": "hello", "proto": [1], "bot": {"{"}"name": …{"}"}{"}"}.
    .first_message = Le premier message est {"{"}"t": "hello", "proto": [1], "bot": {"{"}"name": …{"}"}{"}"} ; protocol.md dit le reste.
    .start_bridge = Il s’est terminé aussitôt. Un programme qui lit les coups sur l’entrée standard se lance par `arbitre bot bridge --url {"{"}url{"}"} --name NOM -- COMMANDE` ; tout autre programme doit continuer de lire le WebSocket à {"{"}url{"}"}.
    .see_last_words = Les dernières lignes du programme disent où il a échoué.
    .handle_all = Regardez le champ `t` de chaque message, et ignorez ce que vous ne connaissez pas, champs comme messages.
    .legal = Envoyez l’un des `legal_moves` de `your_turn` tel quel, avec le `game` et le `ply` de ce message. S’il n’y a que PASSE, envoyez PASSE.
    .come_back = Quand la connexion est perdue, reconnectez-vous, dites hello et continuez de lire : l’arbitre envoie de nouveau `state` et `your_turn` de votre partie. Réessayez environ chaque seconde jusqu’à ce qu’il réponde.
    .any_length = Lisez des messages de toute longueur : une bibliothèque WebSocket le fait, et une trame peut avoir 70 000 octets.
    .flood = Elle a été fermée parce qu’il parlait trop : envoyez un seul `move` par `your_turn`, et `sync` seulement quand quelque chose manque.
    .last_words = Corrigez ce que nomment ses dernières lignes ; une erreur dans `choose` devrait coûter un coup au plus, pas tout le programme.
    .signals = Écrivez les erreurs sur la sortie d’erreur, pour qu’on les voie ici. Un signal vient d’un autre programme (9, SIGKILL : souvent une machine à court de mémoire), ou d’un pointeur ou d’un indice faux (11, SIGSEGV ; 6, SIGABRT).
    .stay = Il s’est terminé de lui-même alors que sa partie continuait : après chaque coup, continuez de lire jusqu’à `game_over`, et ne quittez qu’ensuite.
    .stopped = Il n’a plus répondu : cherchez une boucle sans fin dans `choose`, et lisez la connexion à tout moment.
    .read_on = Lisez la connexion à tout moment, et répondez à chaque `your_turn`, quoi qu’il soit arrivé avant.
    .compare = Comparez ce que votre bot a envoyé avec protocol.md : ce qui ne se lit pas reste sans effet.
    .look_ahead = Cela ne perd aucune partie à soi seul. Mais un bot qui regarde, pour chacun de ses coups, s’il gagne, joue mieux.
    .no_resign = N’envoyez pas `resign` de vous-même ; s’il vient du pont, c’est que son programme s’est terminé ou n’a écrit aucune ligne à son tour.
    .say_ready = Répondez à chaque `state` dont le `status` est `waiting` par {"{"}"t": "ready", "game": …{"}"} avec son numéro.
    .answer_turn = Répondez à chaque `your_turn` par {"{"}"t": "move", "game": …, "ply": …, "move": …{"}"}, sur une ligne, dans une seule trame de texte.
    .move_again = Dans les parties d’entraînement, les coups illégaux sont pardonnés : répondez à `rejected` avec le code `illegal` par l’un de ses `legal_moves`.
    .mind_clock = Regardez votre pendule dans `clocks` de `your_turn`, et dépensez d’autant moins qu’il reste moins. `--time` donne aux parties entières la cadence de votre tournoi.
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
    .wire = sur le fil :
    .last_words = les dernières lignes du programme :
    .change = à corriger : { $advice }

## Les commandes des tournois

tournament_told =
    .bot = bot
    .version = version
    .points = points
    .played = jouées
    .won = gagnées
    .drawn = nulles
    .lost = perdues
    .lost_by = perdues par
    .elo = Elo [95 %]
    .remarks = remarques
    .start = départ
    .name = nom
    .game = partie
    .round = ronde
    .white = Blanc
    .black = Noir
    .status = état
    .won_by = gagnant
    .reason = raison
    .match = match
    .is = présence
    .rehearsal = répétition
    .remark = remarque
    .criterion = { $criterion ->
        [attendance] présence
        [share] part des points
        [sure_rating] cote sûre
        [round_reached] ronde atteinte
        [seed] tête de série
        [direct_encounter] rencontre directe
        [wins] victoires
        [wins_played] victoires jouées
        [games_with_Black] parties avec Noir
        [wins_with_Black] victoires avec Noir
        [rounds_attended] rondes suivies
        [progressive_score] cumulatif
        [Buchholz_cut_1] Buchholz tronqué 1
        [Buchholz_cut_2] Buchholz tronqué 2
        [Buchholz_median_1] Buchholz médian 1
        [Buchholz_median_2] Buchholz médian 2
        [Sonneborn_Berger_cut_1] Sonneborn-Berger tronqué 1
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
    .withdrawn = retiré
    .annulled = annulé
    .cause = { $cause ->
        [rules] selon les règles
        [illegal_move] coup illégal
        [time] temps écoulé
        [resigned] abandon
        [no_show] un joueur n’est pas venu
        [nobody_came] personne n’est venu
        [absent] déconnecté trop longtemps
        [both_absent] tous deux déconnectés
        [left] un joueur est parti
        [annulled] partie annulée
        [adjudicated] décision de l’opérateur
       *[other] { $cause }
    }
    .by_the_prior = { $estimate } d’après la loi a priori
    .more_columns = (un terminal plus large montre aussi : { $columns })
    .standings = { $name } : { stage }
    .decision = Partie { $game } ({ $players }) : { $action ->
        [adjudicate] résultat décidé
        [annul] annulée
        [replay] à rejouer
       *[other] { $action }
    }{ $result ->
        [none] {""}
        [white] , gain de Blanc
        [black] , gain de Noir
        [draw] , nulle
       *[other] , { $result }
    } : { $why }
    .crosstable = { $name } : grille des rencontres (F : gagnée ou perdue sans être jouée)
    .game_status = { $status ->
        [pending] à venir
        [waiting] en attente
        [running] en cours
        [playing] en cours
        [over] finie
       *[other] { $status }
    }
    .game_result = { $result ->
        [white] Blanc
        [black] Noir
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
        [none] personne ne connaît ce nom
       *[other] personne ne connaît ce nom ; { $nearest } est le plus proche
    }
    .other_game = son hello annonce d’autres jeux ; il compte comme absent
    .attendance = { $attendance ->
        [connected] connecté
        [absent] absent
        [unknown] inconnu
        [other_game] autre jeu
       *[other] { $attendance }
    }
    .roll_call = { $others ->
        [0] { $name } : { $connected } connectés, { $absent } absents, { $unknown } inconnus
       *[other] { $name } : { $connected } connectés, { $absent } absents, { $unknown } inconnus, { $others } pour un autre jeu
    }
    .stranger = { $nearest ->
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
    .made = créé { $at }
    .entrants = { $rounds ->
        [none] { $entrants } inscrits, ronde { $round }
       *[other] { $entrants } inscrits, ronde { $round } sur { $rounds }
    }
    .games = parties : { $over } finies, { $running } en cours, { $pending } à venir
    .progress = parties, ronde { $round }
    .not_dutch = Ce n’est pas un suisse : le système néerlandais ne l’apparie pas. { $system }
    .as_dutch = ronde { $round } : appariée comme par le système néerlandais de 2025
    .not_as_dutch = ronde { $round } : PAS comme par le système néerlandais de 2025, qui donne
    .next_round = ronde { $round } :
    .has_bye = { $name } est exempt
    .pairs_for = Le vrai tournoi apparie pendant { $duration }, et finit avec la dernière partie.
    .length_unknown = On ne sait pas combien durera le vrai tournoi : ses parties sont sans limite, ou il s’arrête selon leurs résultats.
    .takes = Le vrai tournoi durera au plus { $most } si chaque bot use tout son temps dans des parties de { $moves } coups ; { $few } s’ils en usent un cinquième.
