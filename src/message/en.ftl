# What Arbitre says, in English. A family of codes is a message; its codes are the attributes. The parameters are the fields of the enum in
# the source. Where a sentence stands inside another, it has no capital at the beginning and no full stop.
#
# Functions: DECIMAL($text) writes a decimal number as the language does; SECONDS($us) writes microseconds as a number of seconds. In the words
# of the page, NUMBER($number) separates thousands, and SIGNED($number) has its sign. An entry `page-PATH` is a list of words: modules read
# `words.PATH`.

language = English
list = { $head } and { $last }
side = { $side ->
    [white] White
   *[black] Black
}
format = { $format ->
    [round_robin] round robin
    [swiss] Swiss
    [knockout] knockout
    [gauntlet] gauntlet
    [arena] arena
    [ladder] ladder
    [sprt] sequential test
   *[other] { $format }
}
stage = { $stage ->
    [open] open for entry
    [running] running
    [paused] paused
    [finished] finished
    [archived] archived
   *[other] { $stage }
}

## [log] Rules of the games

knights_notation = a move is written B9-A7 (capital letter A to I, digit 1 to 9, hyphen) or PASSE
knights_square = an intersection is a capital letter A to I and a digit 1 to 9, as in B9
knights_move =
    .game_over = the game is over
    .moves_available = PASSE is only for a side that cannot move, and { $example } is possible
    .empty = no knight stands on { $from }
    .not_yours = the knight on { $from } is { side }'s, not yours
    .not_forward = { $from }-{ $to } does not go forward: { side } moves towards row { $goal }
    .not_a_knight_move = { $from }-{ $to } is not a knight's move: it goes two forward and one aside, or one forward and two aside
    .blocked = { $from }-{ $to } is blocked: a knight does not jump, and the leg at { $leg } is occupied
    .own_knight = { $from }-{ $to } would capture your own knight on { $to }
knights_position =
    .fields = a position has three fields (rows, side to move, plies), as in `1nnn1nnn1/9/9/9/9/9/9/9/1NNN1NNN1 w 0`; this has { $found }
    .rows = a board has 9 rows; this has { $found }
    .columns = row { $row } has { $found } columns instead of 9
    .character = row { $row }: `{ $found }` is none of `N`, `n` and the digits 1 to 9
    .side_to_move = the side to move is `w` or `b`, not `{ $found }`
    .plies = the number of plies is a number from 0 to { $most }, not `{ $found }`
    .turn = { $side ->
        [white] after { $ply } plies it is Black's turn, not White's
       *[black] after { $ply } plies it is White's turn, not Black's
    }
    .too_many_knights = { side } has { $found } knights; a side has at most { $most }
    .already_won = { side } is to move with { $found } knights on its far row: the game ended before

connect_four_notation = a move is a column, one digit from 1 (left) to 7 (right)
connect_four_move =
    .game_over = the game is over
    .full = column { $column } is full
connect_four_position =
    .fields = a position has three fields (rows, side to move, plies), as in `7/7/7/7/7/3X3 b 1`; this has { $found }
    .rows = a board has 6 rows, the highest first; this has { $found }
    .columns = row { $row } from the top has { $found } columns instead of 7
    .character = row { $row } from the top: `{ $found }` is none of `X`, `O` and the digits 1 to 7
    .floating = column { $column }: a stone stands above an empty cell
    .stones = White (X) has { $white } stones and Black (O) { $black }: White begins and the sides take turns
    .side_to_move = after { $ply } stones the side to move is `{ $expected }`, not `{ $found }`
    .plies = there are { $ply } stones on the board, so that many plies have been played, not `{ $found }`
    .already_won = { side } is to move and has four in line: the game ended before
    .move = move { $number }: { $why }

tic_tac_toe_notation = a cell is a capital letter A to C and a digit 1 to 3, as in B2
tic_tac_toe_move =
    .game_over = the game is over
    .taken = { $cell } is { side }'s already
tic_tac_toe_position =
    .fields = a position is three rows, the side to move and the number of plies, as in `3/1X1/3 b 1`, not `{ $found }`
    .row = row { $row }: `{ $found }` is not three cells, each `X`, `O` or counted by a digit 1 to 3
    .unreachable = { $white } X and { $black } O with `{ $side } { $plies }` is not a position of a game that White (X) begins and three in line end

unknown_game = there is no game `{ $name }`; there are { $known }

verdict =
    .arrived = { side } has { $knights } knights on row { $row }
    .stuck = neither side can move; knights arrived: White { $white }, Black { $black }
    .in_line = { side } has { $count ->
        [3] three
       *[4] four
    } in line
    .full = the board is full, and neither side has { $count ->
        [3] three
       *[4] four
    } in line
    .by_the_rules = by the rules of the game

## [log] Games

# rules: the rules end the game; the verdict says how
ending =
    .rules = { $verdict }
    .illegal_move = { side } played `{ $text }` at ply { $ply }, which is illegal: { $why }
    .time = { side } ran out of time at ply { $ply }: { SECONDS($used) } s after the turn was sent, with { SECONDS($limit) } s left (lag compensation of { SECONDS($lag_compensation) } s included){ $stale ->
       *[0] {""}
        [one] ; it sent a move that did not count, for ply { $stale_ply }
        [other] ; it sent { $stale } moves that did not count, the last one for ply { $stale_ply }
    }
    .resigned = { $why ->
        [none] { side } resigned
       *[other] { side } resigned: { $why }
    }
    .no_show = { side } was not ready within { SECONDS($within) } s
    .both_no_show = neither player was ready within { SECONDS($within) } s
    .absent = { side } was disconnected for more than { SECONDS($limit) } s
    .both_absent = both players were disconnected for more than { SECONDS($limit) } s
    .left = { side } disconnected, and the line protocol cannot resume a game
    .annulled = the game is annulled: { $why }
    .adjudicated = the operator decided: { $why }
move_missing = the field `move` is missing or empty
absent_too_often = { $games ->
    [one] absent from 1 game
   *[other] absent from { $games } games
}
match_stopped =
    .skipped = the tournament has continued without this game
    .withdrawal = a player has withdrawn from the tournament
    .finished = the operator has ended the tournament
    .cannot_resume = the referee was restarted, and { $name }, by line protocol, has no way back into the game
    .called = { $name } is called to its game in tournament { $tournament }
unknown_termination = `{ $word }` is not a reason for the end of a game
no_effect =
    .move = your move for ply { $ply } had no effect: { $why }
    .not_your_game = you do not play in match { $game }
    .game_over = { $why ->
        [none] the game is over
       *[other] the game is over: { $why }
    }
move_refused =
    .already_played = this move has been accepted already
    .stale_ply = the move is for ply { $ply }, but the game is at ply { $expected }
    .not_your_turn = it is { side }'s turn
    .not_started = the game has not started: a player is not ready
    .game_over = the game is over
time_written =
    .length = a time is a number and a unit, ms, s, min or h, of at most a year: 500ms, 10s, 0.1s, 5min
    .control = a time control is BUDGET[+INCREMENT][/LIMIT PER MOVE] or `unlimited`, each time at most a year: 360s, 10s+0.1s, 60s/5s, unlimited/30s
    .zero = a budget or a cap of zero leaves no time to move; `unlimited` sets none
    .ready_timeout = at least 1s, so that a bot can answer

## Tournaments

tournament_refused =
    .takes_part = { $name } takes part already
    .left = { $name } has withdrawn, and in the format { $format } there is no way back once a tournament has started
    .no_requested_byes = only a Swiss has byes by request, not a tournament of the format { $format }
    .not_that_round = a bye can be asked for, or cancelled, in rounds { $first } to { $last }, not in round { $round }
    .no_more_half_points = { $name } may ask for { $most } half-point byes in this tournament, and has asked for as many already
    .no_such_bye = { $name } has not asked for a bye in round { $round }
    .not_an_entrant = { $name } does not take part
    .full = this tournament has at most { $most } entrants
    .no_late_entry = a tournament of the format { $format } cannot be joined once it has started
    .too_few = there are too few to pair: this tournament needs at least { $needed } entrants (`entrants` of its plan), and in play there are only { $present }
    .not_now = the tournament is { stage }: { $action ->
        [enter] it takes no more entrants
        [withdraw] it is too late to withdraw
        [start] it has started before{ $stage ->
            [running] {""}
           *[other] ; `resume` continues it if games are left
        }
        [pause] it cannot be paused
        [resume] it cannot be resumed
        [finish] it cannot be ended
        [archive] it cannot be archived
        [decide] its games can no longer be decided
        [bye] its byes can no longer be changed
        [delete] only an open or a finished one can be deleted
       *[export] its archive is written when it has finished
    }
    .no_such_game = there is no game { $game } in this tournament
    .no_reason = a decision needs a reason
    .not_played = game { $game } has not been played yet: there is nothing to replay
    .gone = game { $game } cannot be replayed: { $name } has withdrawn
    .paired_on = game { $game } stays as it is: { $name } has been paired again since, and in a knockout later pairings depend on every result; decide the later game
too_many_games = { $entrants } entrants would play up to { $games } games, and a tournament has at most { $most }
format_field =
    .no_duration = an arena needs one, such as `90min`
    .no_such_format = there is no format `{ $word }`, but { $known }
    .out_of_range = a number from { $least } to { $most }, not { $value }
    .duration = more than no time, and at most { $days } days, not { SECONDS($lasts) } s
    .sprt = { $why }; here elo0 = { $elo0 }, elo1 = { $elo1 }, alpha = { $alpha }, beta = { $beta }
sprt =
    .form = a test is written elo0=0,elo1=10,alpha=0.05,beta=0.05
    .twice = { $key } is given twice
    .missing = { $key } is missing: a test needs elo0 and elo1, such as elo0 = 0 and elo1 = 10
    .not_a_number = { $key } is not a number
    .hypotheses = elo0 must be below elo1, and both between -1000 and 1000
    .error_rate = alpha and beta are error rates: above 0 and below 0.5
tie_breaks =
    .unknown = there is no criterion `{ $word }`, but { $known }
    .twice = { $word } is there twice: the second time it decides nothing

conclusion =
    .sequential_test = { $verdict ->
        [stronger] Sequential test of { $elo0 } against { $elo1 } Elo: log-likelihood ratio { $ratio } [{ $low }, { $high }], the first entrant is stronger than the second by more than { $elo0 } Elo.
        [not_stronger] Sequential test of { $elo0 } against { $elo1 } Elo: log-likelihood ratio { $ratio } [{ $low }, { $high }], the first entrant is not stronger than the second by { $elo1 } Elo.
       *[undecided] { $rounds ->
            [none] Sequential test of { $elo0 } against { $elo1 } Elo: log-likelihood ratio { $ratio } [{ $low }, { $high }], undecided so far.
           *[other] Sequential test of { $elo0 } against { $elo1 } Elo: log-likelihood ratio { $ratio } [{ $low }, { $high }], undecided after all { $rounds } rounds.
        }
    }
    .no_winner = No winner: no player came to the final, or it was annulled.
    .by_seed = Round { $round }: { $winner } and { $loser } were level after all their games, and the seed decided for { $winner }.

## Report files (TRF)

report_file_expected =
    .rank = a starting rank from 1 to 9999
    .ranks = starting ranks from 1 to 9999
    .round = a round from 1 to 99
    .rounds = a number of rounds from 1 to 99
    .no_more_rounds = nothing after round 99
    .points_of_rounds = points for at most 99 rounds
    .points = points such as 3.5
    .rating = a rating from 0 to 9999, or nothing
    .place = a place in the standings, or nothing
    .white_or_black = W or B
    .initial_colour = white1 or black1
    .bye = H, F or Z
    .result_of_points = W, D, L, Z or P
    .apart_in_all_rounds = players kept apart in all rounds
    .listed_accelerations = accelerations listed by XXA or 250
    .dutch = FIDE_DUTCH or FIDE_DUTCH_2025, the edition in force,
    .usual_points = usual points for all results
    .one_point_for_win = 1 point for a win and a bye, and half a point for a draw
    .no_match_points = no match points
    .last_round = the last round, not before the first one
    .last_rank = the last starting rank, not before the first one
    .ranges_once = ranges that name each player and round once
    .results_with_points = results with their points, such as WW=1.0
    .result_codes = codes of results: WW, BW, WD, BD, WL, BL, ZPB, HPB, FPB, PAB, FW or FL
    .opponent = an opponent's starting rank, or 0000
    .known_opponent = an opponent with a line 001
    .other_opponent = an opponent other than the player
    .colour = a colour of w, b or -
    .opponent_of_colour = an opponent, since there is a colour
    .colour_of_opponent = a colour, since there is an opponent
    .result = a result of 1, =, 0, +, -, U, F, H or Z
report_file =
    .columns = line { $line }, columns { $from } to { $to }: `{ $found }`, where { $expected } should be
    .unsupported = line { $line }: code { $code } says { $found }; only { $expected } can be read
    .twice = line { $line }: the starting rank { $rank } has a line already; each player needs one of their own
    .missing = there is no line 001 of starting rank { $rank }, though { $named } is named by another line, a result or a list
    .contradiction = line { $line }, columns { $from } to { $to }: `{ $found }` in round { $round }, where `{ $expected }` should be: line { $other_line } says `{ $other }`
    .points = line { $line }, columns 81 to 84: `{ $said }`, where `{ $counted }` should be: the sum of the results in this line
    .rounds = { $found } rounds have results, but the tournament has { $rounds }
    .too_large = { $what }: { $found }; the format has room for { $most }
    .not_finished = the tournament cannot be exported as it was after round { $round }: so far { $finished } rounds have been played to their end
    .no_player = there is no line 001, and so no player
    .paired_twice = in round { $round } a player has two encounters; the format allows tournaments by rounds only
    .several_games = an encounter of { $games } games; the format allows rounds of single games only

## Matches, tournaments and tokens, as they are asked for

# field: a field that is wrong
field = `{ $field }`: { $why }
contest_defect =
    .opening = the opening { $position } cannot be read: { $why }
    .unrecorded = the log does not follow from what was recorded: { $why }
    .no_class_key = the key of the class's tokens is not stored
contest =
    .bad_name = `{ $name }` is not a bot's name: a name has 1 to 40 characters (this one { $characters }), which are letters, digits, spaces or any of _ - . ', with a letter or a digit at both ends
    .self_play = { $name } cannot play itself: a game needs two bots
    .no_such_match = there is no match { $game }
    .no_such_tournament = there is no tournament { $id }
    .unknown_bot = { $nearest ->
        [none] { $name } is unknown, and the tournament is running: a late entrant needs a token or an earlier connection
       *[other] { $name } is unknown, and the tournament is running: a late entrant needs a token or an earlier connection; did you mean { $nearest }?
    }
    .not_rehearsed = the plan requires a passed rehearsal (`rehearsed`), and { $names } have none: run `arbitre doctor --report`, or withdraw them
    .played_in = tournament { $id } cannot be deleted: games were played in it; `archive` puts it aside
    .here_already = this tournament is here already: it is tournament { $id }
    .suspended = { $what } is suspended: { $why }; an operator can resume or finish it
    .closed = tournament { $id } was closed after an error ({ $why }); an operator can resume it
    .bad_archive = line { $line } of the archive: { $why }
    .match_over = match { $game } is over
    .not_suspended = match { $game } is running: there is nothing to resume
    .no_such_token = there is no token { $id }; `arbitre token list` lists them
    .bot_offline = { $name } is not connected; the site's Bots page lists the connected ones
    .too_many_games = { $name } plays { $most } games already, the most that a bot may at one time
    .too_many_seeks = { $most } games that { $whose } sought are open, the most at one time; play one of them to its end first
    .over_quota = the games that { $whose } has sought have written { $mib } MiB to the disk, as much as a day allows; seek again in { $minutes } min
    .no_openings = { $name } says in its hello that it knows only the start position (`openings`: false): leave `position` out
    .plays_other_games = { $name } says in its hello that it plays { $plays }, not { $game }: say which `game` is meant, or name { $game }, too, in `bot.games`; bundled bots of another game are named such as `connect-four-greedy`
    .too_many_matches = { $most } matches are running, the most that this referee takes; try again when one has ended
    .looks_like = { $name } looks like { $other }, which is another's name
    .storage_waits = the storage cannot be written: { $why }; nothing new can begin, and running games wait with stopped clocks
# bot: a bot
seek_owner =
    .bot = { $name }
    .address = your address
    .address_against = your address against { $opponent }
    .pair = the pair { $first } and { $second }
new_match =
    .over = the game is over at { $position }: { $why }
    .other_game = match { $game } is { $name }, and your hello says that you play { $plays }: you count as absent there
    .seek_mark = the mark of a seek has 1 to { $most } characters
plan =
    .out_of_range = a number from { $least } to { $most }, not { $value }
    .time = { $why }; this is `{ $text }`
    .no_meaning = has no meaning in a tournament of the format { $format }
    .not_rehearsed = `arbitre doctor` rehearses { $usual } only, so no bot can pass for { $game }
    .name = a tournament's name has 1 to { $most } characters, not { $characters }
    .hidden_character = a tournament's name cannot contain the invisible character { $code }
    .no_openings = there are none at { $game }: leave it out, or name 0
    .no_criteria = has no list of criteria in a tournament of the format { $format }
    .missing = missing field `{ $field }`
    .entrant_twice = { $name } is named twice; every entrant needs a different name
    .engine = the engine of { $name } has at most 100 characters, not { $characters }
    .too_many_entrants = at most { $most } may take part, not { $count }
    .no_zone = there is no time zone `{ $name }`; one is named such as Europe/Brussels or UTC
    .no_date_time = `{ $text }` is not a date and time, such as 2027-01-15T14:00
    .too_many_forbidden = at most { $most } names in all groups, not { $count }
    .twice_in_group = { $name } is twice in a group
    .small_group = a group has two names or more, such as [["ann", "bob"]]
    .steps = at most { $most } steps ({ $steps } are named), each of 1 to { $longest } characters on one line
    .line = line { $line }: `{ $field }`: { $why }
    .not_over = tournament { $tournament } is not over
    .result = for `adjudicate` it is white, black or draw; `annul` makes a game void
    .result_of_another = only `adjudicate` takes a result
    .game_number = a game's number is such as `12.2`, from the list of games
# lines: what is wrong with lines of a class list
class_list =
    .line = line { $line } of the class list: { $why }
    .lines = { $flaws }
    .no_csv = line { $line } of the class list is not CSV
    .header = the first line is `name,team`, as the columns are: no other, in this order
    .columns = a line has a name and a team; a team with a comma or semicolon in it stands in quotation marks
    .team = a team has at most 40 characters, and is not { $house }
    .twice = { $bot } is on the list already
    .alike = { $bot } looks like { $other }, which is on the list already
    .too_many = a class has at most { $most } bots
    .empty = the list is empty; its first line is `name,team`
    .house_bot = { $bot } is a bundled bot of this referee: take it off the class list
token =
    .shape = a token has 43 characters: letters, digits, - and _
    .team = `team` goes with a bot, and has at most 40 characters
report =
    .not_text = the file is not UTF-8 text
    .no_swiss = line 092 says that the tournament is not a Swiss: { $system }; only a Swiss is paired by the Dutch system
    .too_large = players times rounds to be paired are at most { $most }, not { $results } ({ $players } players and { $rounds } rounds)
archive =
    .no_footer = there is no footer: the archive is truncated
    .no_archive = this is not an archive of an Arbitre tournament: the first line should be its header
    .other_kind = this is not an archive of an Arbitre tournament, but of `{ $kind }`
    .other_version = the archive is of version { $version }, { $version ->
        [1] from before 0.1.0; this program reads version { $read } alone
       *[other] which this program does not know; it reads version { $read } alone
    }
    .no_header = the first line should be the header
    .second_header = a second header
    .after_footer = something comes after the footer
    .log_after_matches = the tournament's log comes before the matches
    .twice = match { $game } is there twice
    .before_any_match = a line of a match before any match
    .footer_counts = the footer counts { $lines } lines before it, but there are { $found }
    .checksum = the checksum is another: something before this line was changed
    .long_line = a line has at most { $most } bytes, and this one has more
    .breaks_off = it breaks off here: the archive is truncated
    .no_log = there is no log of the tournament
    .other_tournament = the log should begin with the tournament that the header names
    .line_order = line { $line } of the log where { $expected } should be
    .second_beginning = a second beginning
    .cannot_begin = game { $game } cannot begin here for the time number { $attempt }
    .cannot_end = game { $game } cannot end here for the time number { $attempt }
    .missing = match { $game } is missing
    .other_game = match { $game } is { $name }, in a tournament of { $expected }
    .not_that_game = match { $game } is not the game that the tournament's log speaks of
    .other_end = game { $game } did not end with { $result } on the board
    .match_count = the tournament's log speaks of { $expected } matches, and { $found } are stored
    .not_finished = the tournament had not finished: it was { $stage }
    .after_end = match { $game } continues after its end
    .match_line_order = line { $line } of match { $game } where { $expected } should be
    .ply = ply { $ply } where { $expected } should be
    .illegal = `{ $text }` at ply { $ply } of match { $game } is illegal: { $why }
    .position = after `{ $text }` the position is { $found }, not { $position }
    .unknown_reason = in match { $game }, { $why }
    .decided = the board of match { $game } had decided it, so that its reason can only be `rules`, not `{ $reason }`
    .not_by_the_rules = by the rules, match { $game } has not ended with { $result }
    .no_beginning = match { $game } has no beginning
    .no_end = match { $game } has no end
    .other_number = the log of match { $number } under match { $game }
    .no_position = as a position of { $game }: { $why }
tournament_log =
    .empty = there is no log
    .beginning = line 0 should say `created`
    .rules_version = it is played by version { $version } of the rules of tournaments, and this program knows version { $known } alone
    .entrant = there is no entrant { $number }
    .game = there is no game { $game }
    .games = an encounter of { $games } games
    .players = game { $game } is not between { $white } and { $black }
    .opening = the opening of game { $game } does not lead to where it begins
    .line = line { $line } of its log: { $why }
suspendable =
    .match = match { $game }
    .tournament = tournament { $id }

## The system, the storage, the nodes

# system_error: an error of the operating system
system_error = { $kind ->
    [NotFound] no such file or folder
    [PermissionDenied] permission denied
    [AlreadyExists] the file exists already
    [IsADirectory] it is a folder
    [NotADirectory] it is not a folder
    [StorageFull] the disk is full
    [ReadOnlyFilesystem] the disk is read-only
    [AddrInUse] the address is in use
    [AddrNotAvailable] the machine does not have this address
    [ConnectionRefused] connection refused
    [ConnectionReset] the connection was closed
    [HostUnreachable] the host cannot be reached
    [NetworkUnreachable] the network cannot be reached
    [TimedOut] no answer in time
    [BrokenPipe] the reader has gone
   *[other] { $text }
}
memory =
    .full = the memory for answers is used up: others are being computed, or have not been read by their clients yet; try again in a moment
    .needs = this would take { $mebibytes } MiB of memory, more than the { $most } MiB that clients of this referee may have; ask for less, or use the command `arbitre`, which has no such limit
work =
    .stopping = the referee is stopping; try again in a moment
    .busy = { $waiting } requests wait already; try again in a moment
    .too_much_work = { $most } questions from this address wait already, the most that one may have waiting; try again when one is answered
    .panicked = { $text ->
        [none] a panic without a text
       *[other] a panic: { $text }
    }
    .no_thread = no thread for work: { $why }

## Requests over HTTP

inside =
    .hidden = an error inside the referee; its log says more
    .unavailable = the storage cannot be read or written for the moment: { $why }; ask again when the storage answers
# damaged: the storage is damaged
http =
    .no_such_bot = no bot named { $name } is connected, and none has played here
    .not_a_player = { $bot } does not play in match { $game }
    .no_report = there is no report file of this tournament: { $why }
    .part_of_tournament = match { $game } is part of tournament { $id }: decide at /v1/tournaments/{ $id }/decisions, so that it is on the table
    .not_found = there is nothing at { $path }: /openapi.json lists the REST interface, `GET /v1/solve` the puzzles, and bots connect to /ws by WebSocket
    .no_program = this referee does not have { $file }; /kits/ lists the systems that it has the program for
    .method_not_allowed = this method does not go with this path; the header `Allow` of this answer names what does
    .bad_token = the token has no owner: add `"bot": "NAME"`, or `"role": "operator"` alone for an operator's token
    .too_many_connections = { $most } connections are open, the most that this referee takes; try again later
    .too_many_anonymous = too many connections are open, in all or from your address; the last ones are reserved for clients with a token
    .too_many_readers = { $most } readers follow { $what ->
        [match] this match
       *[address] matches from your address
    } already, the most at one time; GET shows it as it stands
    .too_many_requests = too many requests from this { $of }; wait a second between them
    .too_many_entries = { $most } bots or rehearsals can be entered from one address without a token, and then { $a_minute } a minute; an operator enters any number
    .body_too_large = the body is larger than { $most } bytes
    .not_json = the body must be JSON, with the header `Content-Type: application/json`; only a puzzle to solve may also be `text/plain`
    .answer_late = the answer was not ready in time, because this referee is overloaded; if the request was to change something, look whether that is done before you ask again
    .timed_out = the request was not complete in time
    .storage_waits = the storage cannot be written: { $why }; nothing new can begin, and running games wait with stopped clocks
    .damaged = { $damage }
    .only_referees = this node only referees and streams nothing: ask for `Accept: application/json`
    .job_over = job { $id } is over
    .storage_slow = this waits because nothing can be written: { $why }; it is done as soon as that is over, so look before you ask for it again
    .import_runs = an archive is being imported already; try again when that is done
    .no_document = the page has no document
    .loopback_only = the referee listens on this machine alone: no other machine has an address for it
kit =
    .title = Starter kits
    .intro = Each is a bot that plays, for this referee: { $address }. You write `choose`.
    .play = Unpack it, and type in its folder, here for Python (on Windows `py` in place of `python3`); its README.md has the other languages:
    .program = The program `arbitre`
    .needed_by = The kits in C and C++ play through it (`arbitre bot bridge`), and `arbitre doctor` examines any bot; the other kits play without it.
    .has = This referee serves the program for { $systems }.
    .has_none = This referee serves the program for no system.
    .lacks = It does not serve it for { $systems }.
    .glibc = It is linked with glibc: it starts on a Linux that is at least as recent as that of the referee.
    .unix = { $systems }, in a terminal
    .power_shell = Windows, in PowerShell
    .digests = SHA-256 digests
    .package = Python, as a package
request =
    .limit = `limit` is a number from 1 to { $most }, not { $limit }
    .number = `{ $value }` in the path should be a whole number from 0 on
    .query = the part of the path after `?`: { $why }
    .path_not_utf8 = a part of the path is not UTF-8 text
    .result = `result` is white, black, draw or void, or together with `bot` won or lost, not `{ $word }`
    .moment = `{ $field }` is a moment such as 2026-11-22T14:00:00Z, not `{ $text }`
    .period = `until` is not after `since`
    .body = the body broke off
    .not_utf8 = the body is not UTF-8 text
    .empty_report = the body is empty; it must be a report file, as `GET /v1/tournaments/N/trf` gives one
    .method = `method` belongs into the body when that is JSON
    .axis = `depths` goes with taquin and with games, `sizes` with the other puzzles; give one
    .too_many_instances = { $instances } instances are more than the { $most } of one request; `arbitre compare` has no such limit
    .crosstable = as csv, markdown or html a crosstable has at most { $most } entrants, not { $entrants }; json has only the cells that are not empty, and so any number
    .moves = `moves` is for a taquin, and instead of a difficulty
    .no_pictures = there are no pictures of { $game }
    .ply = `ply`: match { $game } has { $plies } plies so far, the first is 0; there is no { $ply }
    .last_event = `Last-Event-ID` is the number of a line
    .web_socket = { $path } is a WebSocket, not a page: connect to ws://HOST:PORT{ $path }; bots connect to /ws, as /protocol describes
    .toml = line { $line } is not TOML, which is FIELD = VALUE: a text and a word stand in quotation marks, a number does not
depths =
    .form = `{ $text }` is not a list of depths, such as 10..50, 10..50/10 or 10,20,30
    .order = `{ $text }`: the last depth is not below the first, and the step is 1 or more
    .count = a series has 1 to { $most } depths, not { $count } or more
# other: what is wrong with JSON, in the parser's own words
json =
    .empty = expected a JSON object, found nothing
    .byte_order_mark = the JSON begins with a byte order mark: save it as UTF-8 without one
    .syntax = invalid JSON at line { $line }, column { $column }: `{ $near }`
    .cut = the JSON breaks off: a closing quotation mark, bracket or brace is missing
    .deep = lists and objects are nested too deep: at most 127, one in the other
    .missing = missing field `{ $field }`
    .unknown_field = unknown field; { $known ->
        [none] none is known
       *[other] known: { $known }
    }
    .unknown_word = unknown word `{ $word }`; known: { $known }
    .twice = the field `{ $field }` is there twice
    .wrong_value = expected { $expected }, found { $found }
    .wrong_length = expected { $expected }, found { $found ->
        [one] a list of 1
       *[other] a list of { $found }
    }
    .wrong_form = expected { $expected }
    .other = { $why }
# described: a type of JSON, in the parser's own words
json_type =
    .text = a text in quotation marks
    .boolean = true or false
    .number = a number
    .whole_number = a whole number from { $least } to { $most }
    .natural = a whole number from 0 on
    .list = a list
    .object = an object
    .word = one of { $known }
    .described = { $what }
shape =
    .limits = an object of limits, such as {"{"}"seconds": 10{"}"}
    .board_size = a size as a text such as "8x8", or an object such as {"{"}"width": 8, "height": 8{"}"}
    .square = a square as a text such as "0,0" or "a1", or a list such as [0, 0]
    .tour = an object with a `board`, such as {"{"}"board": "8x8"{"}"}
    .tile = a tile as a number, a text, or null for the blank
    .tile_board = a board as a text such as "1 2 3/4 5 6/7 8 _", a list of tiles, or a list of rows
    .taquin = an object with a `start`, such as {"{"}"start": "1 2 3/4 5 6/7 _ 8"{"}"}
    .grid = a grid as a text, a list of rows as texts, or a list of rows as lists of cells
    .sudoku = an object with a `grid` of, say, 81 characters
    .light_up = an object with a `board`, such as {"{"}"board": "...\n.4.\n..."{"}"}
    .stickers = a cube as a text of 24 or 54 stickers, a list of six faces, or an object with the faces U R F D L B
    .cube = an object with a `cube` or a `scramble`, such as {"{"}"scramble": "R U' F2"{"}"}
    .fen = an object with a `fen`
    .question = an object with a `question`, which is what would be posted to be solved
    .questions = an object with `questions`, such as {"{"}"questions": [{"{"}"grid": "..."{"}"}]{"}"}
    .position = an object, such as {"{"}"position": "44455"{"}"} or {"{"}{"}"}
    .move = an object, such as {"{"}"move": "B9-A7"{"}"} or {"{"}{"}"}
    .moves = an object, such as {"{"}"moves": ["B9-A7"]{"}"}
    .search = an object, such as {"{"}"method": "classroom-alphabeta", "depth": 2{"}"}
    .tie_breaks = in a knockout a number of pairs of games, from 0 on; else a list of criteria, such as ["BH-C1", "BH"]
    .entrant = the name of a bot, or an object such as {"{"}"bot": "ann", "rating": 1500{"}"}
rights =
    .bad_token = this token is not valid
    .header = the header must be `Authorization: Bearer TOKEN`
    .operator_needed = an operator's token is needed: `Authorization: Bearer TOKEN`. It is in the file `operator-token` of the referee's folder; `arbitre token mint --operator` makes one where there is none, or another
    .not_for_bots = this is a bot's token; only an operator's will do here
    .anothers_token = this token is { $own }'s: it does not act for { $bot }
    .must_show_token = { $bot } has a token, and so must show it: `Authorization: Bearer TOKEN`
    .token_needed = the token of { $bot } or an operator's is needed: `Authorization: Bearer TOKEN`
    .another_address = { $bot } connected from another address: a name without a token belongs to its address
    .position_in_play = this position may be on the board in match { $game } of a rated tournament: until that match ends, only operators can have it analysed
    .entry_by_token = tournament { $id } takes only bots with a token: show the token of { $bot }: `Authorization: Bearer TOKEN`
    .entry_by_list = tournament { $id } takes only the entrants of its plan; an organiser can enter others
    .other_origin = a page of { $origin } may not act on this referee
    .unknown_host = browsers reach this referee by an IP address, localhost or the name of its machine, not by "{ $host }"; `--public-name` allows a name

## Connections of bots

closing =
    .stopping = the referee is stopping; reconnect in a moment, your games continue
    .binary = messages are text frames, not binary ones
    .too_big = a message has at most 16384 bytes
    .bad_hello = the first message must be a valid hello; the error before this close says what is wrong
    .superseded = a newer connection uses this name: yours, or another person's
    .no_hello = no hello came in time
    .refused = this name needs a valid token
    .name_taken = another bot is connected under this name, or one that looks like it
    .full = no connection is free for clients without a token; try again later
    .not_utf8 = text frames are UTF-8
    .bad_frame = this is not a WebSocket frame as RFC 6455 has it
    .too_slow = messages were not read in time
    .silent = three pings were not answered
    .flood = too many unsolicited messages
token_place = { $place ->
    [hello] give it by `--token` or `ARBITRE_BOT_TOKEN` (in the hello, as "token")
   *[line] make it the last word of the first line
}
session =
    .hello_expected = the first message must be {"{"}"t": "hello", "proto": [1], "bot": {"{"}"name": "…"{"}"}{"}"}
    .hello_unread = the hello does not read: { $why }
    .protocol = this referee speaks protocol [{ $version }], your bot [{ $spoken }]
    .about = `bot.{ $field }` has at most { $most } characters, and yours { $length }
    .games = `bot.games` names 1 to { $most } games, and yours { $count }
    .resume_token = `resume_token` must be that of a `welcome` of this referee
    .hello_again = you have said hello already
    .not_json = a frame is one JSON object: { $why }
    .not_a_message = { $why }; protocol.md shows every message
    .info_ignored = your move counts, but its `info` does not read: { $why }
    .seeking = you will be matched with the next bot that seeks the same time control
    .too_many_messages = match { $game } has not taken what you have said before; wait for its answers
    .too_many_questions = { $most } of your questions wait for an answer already
    .wrong_token = the token is not one of { $name }'s: check how the name is spelled, then the token; the operator mints a new one with `arbitre token mint '{ $name }'`
    .token_needed = this referee asks every bot for a token: { token_place }
    .name_has_token = { $name } has a token, and so must show it: { token_place }
    .full = the last connections are for bots that show a token: { token_place }
    .storage_waits = the referee's storage does not answer at the moment; try again later
    .in_use = { $free ->
        [none] another bot is connected as { $name }, from another address. If it is an older connection of yours, close it, or say in your hello what its `welcome` gave as `resume_token`
       *[other] another bot is connected as { $name }, from another address; `{ $free }` is free. If it is an older connection of yours, close it, or say in your hello what its `welcome` gave as `resume_token`
    }
    .between_games = { $free ->
        [none] { $name } has just ended a game by line protocol, from another address, and may come for its next one
       *[other] { $name } has just ended a game by line protocol, from another address, and may come for its next one; `{ $free }` is free
    }
    .looks_like = { $free ->
        [none] { $name } looks like { $other }, which is another's name
       *[other] { $name } looks like { $other }, which is another's name; `{ $free }` is free
    }
    .long_first_line = its first line has more than { $most } bytes
    .gone_early = no complete first line came in time, which is its name
    .token_without_name = the first line is a token without a name
    .damaged_token = the first line has a part of a token: it ends with the whole token, of 43 characters
    .no_name = this port is for bots that send lines, not for browsers: the first line must be a name with a letter or a digit; it is "{ $line }"
    .namesakes = { $most } clients are connected as { $name } already
    .in_a_game = { $name } is connected already and in the middle of a game
bind_error = cannot listen on { $address }: { $why }; `{ $flag } ADDRESS:PORT` names another address, and port 0 takes any that is free
bad_option =
    .no_network = `{ $text }` is neither an address, such as 10.0.0.7, nor a network, such as 10.0.0.0/8
    .no_host_name = `{ $text }` is not the name of a host: give it without a scheme and a path, such as chess.example.org
no_age = `{ $text }` is not an age: a number and a unit, d, w, mo or y, as in 90d, 6mo, 1y
no_duration = `{ $text }` is not a length of time: a number and a unit, ms, s, min or h, as in 500ms, 10s, 0.1s, 5min
because = { $why ->
    [none] { $what }
   *[other] { $what }: { $why }
}
# conflict: a change contradicts what is stored
# unavailable: the storage cannot be used for the moment
# damaged: what is stored is damaged
# closed: the storage is closed
# superseded: another node referees
storage =
    .conflict = { because }
    .unavailable = { because }
    .damaged = { because }
    .closed = { because }
    .superseded = { because }
node_name = 1 to { $most } letters, digits and -_.: are wanted
no_referee =
    .none = no node referees for now; one will within seconds of the database answering
    .silent = node `{ $name }` referees, and does not answer this node at { $relay }: its --advertise or --bind-relay may be wrong, or a firewall between them

## [command] Bots

program_line =
    .too_long = it wrote a line of more than { $most } bytes
    .ended = it has ended
certificates =
    .none_trusted = { $why ->
        [none] the system has no trusted certificates
       *[other] the system has no trusted certificates: { $why }
    }
    .no_host_name = `{ $host }` is not a host name that a certificate can have
    .not_https = the referee does not speak https there: try `--server { $server }`
bot_address =
    .unreadable = `{ $text }` is not an address: one looks like 127.0.0.1:8080 or https://chess.example.org
bot =
    .for_a_bridge = --bind and a program are for `bridge` alone
    .lines_are_for_knights = the line protocol over TCP (`--bind`) is for knights only
    .no_name = a bridge needs a name, as in `arbitre bot bridge --name me -- ./bot`
    .no_program = a bridge needs a program, as in `arbitre bot bridge --name me -- ./bot`, or `--bind 127.0.0.1:PORT`
# engine: a game has no engine of this name; other games may have it
engine =
    .engine = { $game }: { $unknown }{ $others ->
        [none] {""}
       *[other] ; that engine plays { $others } (`--game`)
    }
bot_news =
    .not_connected = not connected: { $why }; the next attempt is in { $seconds } s
    .connected = connected
    .seeking = { $opponent ->
        [none] waiting for an opponent
       *[other] waiting for { $opponent }
    }
    .game_begins = a game begins
    .game_continues = a game continues
    .game_over = game over: { $why }
    .rejected = rejected: { $why }
    .referee = the referee: { $why }
    .needs_token = { $own } needs a token here; this bot plays as { $name } (--name chooses another)
    .no_move = the engine found no move; the first legal move is played
    .panicked = a search panicked
    .resigned = { $why }; the game is resigned
    .no_such_line = the game starts from { $position }, for which the line protocol has no line: it is not played
    .program_connected = a program has connected
    .too_many_programs = too many programs wait for a game; this one is refused
    .late_lines = the program has written { $lines ->
        [one] a line
       *[other] { $lines } lines
    } after its input was closed, and none in its turn: it keeps its output in a buffer, or reads all of its input first
    .killed = the program did not end after the game and is killed
    .program_name = the program's name: { $line }
    .program_says = the program: { $line }
    .listening = Programs connect to { $address }
bridge_trouble =
    .not_started = `{ $command }` does not start: { $source }
    .begun_before = the game began before this bridge was started
    .program_lost = the program is lost: { $source }{ $status ->
        [none] {""}
       *[other] {" "}({ $status })
    }
# said: the last message of the referee before the connection ended
# broken: an error of the network
connection_lost =
    .no_answer = no answer in { $seconds } s
    .unknown_host = no host of this name is known; check `--server`
    .connection_refused = no referee answers (connection refused); start it with `arbitre serve`, or give another address by `--server`
    .http = HTTP status { $status }
    .silent = no message for { $seconds } s
    .not_reading = the referee does not read
    .closed = the connection was closed
    .with_code = closed with code { $code }: { $why }
    .said = { $why }
    .broken = { $source }
# close_reason: the reason with which the referee closes a connection
close_reason = { $text }
bot_client =
    .superseded = another program has logged in as this bot; stop that one, or give this one another --name
    .token_refused = the referee refused this bot: { $why }
    .bad_hello = the referee refused the hello: { $why }
    .bad_name = the referee refused `--name`: { $why }
    .bad_opponent = the referee refused `--opponent`: { $why }
    .not_a_web_socket = { $address } answers with HTTP status { $status }, not as a referee: check `--server`, usually HOST:PORT without a path

## [command] The command line

command_line =
    .value = `{ $value }` for `{ $option }`: { $why }
    .unknown_value = `{ $value }` for `{ $option }`: there are { $known }{ $nearest ->
        [none] {""}
       *[other] ; did you mean `{ $nearest }`?
    }
    .not_whole = `{ $value }` for `{ $option }`: not a whole number
    .not_in_range = `{ $value }` for `{ $option }`: expected a whole number from { $least } to { $most }
    .not_an_address = `{ $value }` for `{ $option }`: expected an IP address and a port, such as 127.0.0.1:8080, or 0.0.0.0:8080 for all networks
    .bad_value = `{ $value }` for `{ $option }`: not a value of this option; see `--help`
    .no_value = `{ $option }` needs a value
    .unknown = unknown option `{ $option }`{ $nearest ->
        [none] {""}
       *[other] ; did you mean `{ $nearest }`?
    }
    .unknown_command = unknown command `{ $command }`{ $nearest ->
        [none] {""}
       *[other] ; did you mean `{ $nearest }`?
    }
    .program_after_dashes = a program stands after `--`: arbitre { $command } -- { $program }
    .missing = missing: { $options }
    .repeated = `{ $option }` is given twice
    .conflict = `{ $option }` does not go with `{ $other }`
cause = cause: { $why }
# at: an error with its place: a file, a server or an option
command =
    .at = { $place }: { $why }
unreached =
    .refused = no referee answers at { $address } (connection refused); is it running there? Start it with `arbitre serve`, or give another address with `--server`
    .unknown_host = { $address }: no host of this name is known; check the address, and the network of this machine
    .encryption = no encrypted connection to { $address }: { $source }; check the certificate, and that the referee is reached by https
    .not_https = the referee does not speak https at { $address }: try `--server { $server }`
    .too_late = { $address } does not answer in time; check the address, and whether a firewall is between
    .broken = no answer from { $address }: { $source }; check the address, then try again
    .not_a_referee = { $address } answers with HTTP status { $status }, not as a referee; check `--server`
    .not_read = the answer of { $address } cannot be read: { $source }; are the referee and this program of the same version?
command_denied =
    .operator_needed = an operator's token is needed: give it by `--token` or `ARBITRE_TOKEN`. It is in the file `operator-token` of the referee's folder; `arbitre token mint --operator` makes one where there is none, or another
    .no_such_tournament = there is no tournament { $id }; `arbitre tournament list` lists them
    .token_needed = the token of { $bot } or an operator's is needed: give it by `--token`
    .entry_by_token = tournament { $id } takes only bots with a token: give the token of { $bot } by `--token`
    .no_such_match = there is no match { $game }; the site's Games page lists them
# match_progress: the progress bar of a match
command_output =
    .listening = Arbitre listens on http://{ $address }/ (bots: ws://{ $address }/ws)
    .line_clients = { $is_token_needed ->
        [true] Clients of the line protocol connect to { $address }, with their token as the last word of their first line
       *[false] Clients of the line protocol connect to { $address }
    }
    .operator_token = To administer the referee, open { $page } and enter this operator's token, which is not shown again: { $token }
    .operator_file = To administer the referee, open { $page } and enter the operator's token, which is stored in { $file }; only its owner can read it.
    .backed_up = { $file } holds everything that is in { $place }
    .restored = { $place } is restored from { $file }
    .replaced = The old data is in { $place }
    .rebuilt = { $mended ->
        [0] All agrees with the logs
        [one] { $mended } row differed from its log and is corrected
       *[other] { $mended } rows differed from their logs and are corrected
    }: { $matches ->
        [one] { $matches } match
       *[other] { $matches } matches
    }, { $tournaments ->
        [one] { $tournaments } tournament
       *[other] { $tournaments } tournaments
    }
    .pruned = Deleted { $matches ->
        [one] { $matches } match
       *[other] { $matches } matches
    } that belonged to no tournament, and { $tournaments ->
        [one] { $tournaments } tournament
       *[other] { $tournaments } tournaments
    }
    .moved = copied { $matches } matches, { $tournaments } tournaments, { $tokens } tokens and { $jobs } jobs from { $from } to { $to } in { DECIMAL($seconds) } s; the source stays
    .worker = worker { $name }: { $threads } threads, up to { $mebibytes } MiB each, for { $database }
    .operator = (operator)
    .ready = ready
    .reads_standard_input = The instance is read from standard input, up to its end (Ctrl-D)
    .leaves = { DECIMAL($seconds) } s, { $millions } million leaves/s
    .searched = { $states } states, depth { $depth }, { $memory }
    .without_depth = `--depth` does not apply to { $methods }
    .tables = pattern tables for { $shape } with the blank's goal in row { $row }, column { $column } or its mirror images ({ $sizes } tiles): { DECIMAL($megabytes) } MB
    .lines = { $lines } lines: { $solved } solved{ $impossible ->
        [0] {""}
       *[other] , { $impossible } impossible
    }{ $limit_reached ->
        [0] {""}
       *[other] , { $limit_reached } stopped by a limit
    }{ $failed ->
        [0] {""}
       *[other] , { $failed } failed
    }; { DECIMAL($seconds) } s, { $rate } a second
    .proof_found = { $wins ->
        [true] { $side } wins: proved
        [false] { $side } does not win: proved
       *[none] whether { $side } wins is not decided
    }, { $nodes } nodes, { DECIMAL($seconds) } s{ $wins ->
        [none] { $is_kept ->
            [true] ; start it again to continue
           *[false] {""}
        }
       *[other] {""}
    }
    .proof_holds = { $wins ->
        [true] the proof holds: { $side } wins at { $position } ({ $positions } positions)
       *[false] the proof holds: { $side } does not win at { $position } ({ $positions } positions)
    }
    .proof_not_written = { $file }: not written, since nothing is proved
    .proof_writing = { $file }: the proof is being written
    .proof_written = { $positions ->
        [1] { $file }: a proof of 1 position
       *[other] { $file }: a proof of { $positions } positions
    }
    .table_too_small = { $file }: { $left } of { $of } positions have no room in { $mebibytes } MiB (`--hash`)
    .table_not_saved = not saved: { $why }
    .estimate = { $elo } Elo, 95 % interval [{ $low }, { $high }], the stronger with a likelihood of { DECIMAL($likelihood) } %
    .match_game = game { $number }: { $engine } is { side }; { $result }: { $why ->
        [none] {""}
       *[other] { $why }
    }{ $opening ->
        [none] {""}
        [white] ; the opening is won for White
        [black] ; the opening is won for Black
       *[draw] ; the opening is drawn
    }
    .match_score = { $first } against { $second }: { $won } won, { $drawn } drawn, { $lost } lost, at { $time }
    .match_void = { $games } games are void
    .match_late = games that { $engine } lost on time: { $games }
    .match_openings = games that { $engine } lost: { $lost } from openings that are lost with perfect play, { $even } from other openings{ $unknown ->
        [0] {""}
       *[other] ; of { $unknown } more, the value of the opening is unknown
    }
    .match_incomplete = (estimated from pairs: { $games } games are not in it, since their pairs are incomplete)
    .match_stronger = SPRT after { $pairs } pairs: { $engine } is stronger, by elo1 rather than elo0 (log-likelihood ratio { DECIMAL($ratio) }, bounds { DECIMAL($lower) } and { DECIMAL($upper) })
    .match_not_stronger = SPRT after { $pairs } pairs: { $engine } is not stronger, by elo0 rather than elo1 (log-likelihood ratio { DECIMAL($ratio) }, bounds { DECIMAL($lower) } and { DECIMAL($upper) })
    .match_undecided = SPRT after { $pairs } pairs: undecided (log-likelihood ratio { DECIMAL($ratio) }, bounds { DECIMAL($lower) } and { DECIMAL($upper) })
    .match_time = time charged: { $first } { DECIMAL($first_seconds) } s, { $second } { DECIMAL($second_seconds) } s, over { $plies } plies
    .match_progress = {"{pos}/{len} games, {elapsed} ({eta} left)"}
    .exercise_waiting = Waiting at ws://{ $address }/ws
    .exercise_plies = { $plies } plies
    .exercise_no_move = no move
    .exercise_right = right
    .exercise_best = { $best } wins
    .head_plies = plies
    .head_right = right
    .head_of = of
    .head_time = mean time
    .head_all = all
    .reviewed = { $game }, { $plies } plies, each position searched by { $method } with { $nodes } nodes
    .reviewed_side = { side }: accuracy { $accuracy ->
        [none] -
       *[other] { DECIMAL($accuracy) } %
    }, inaccuracies { $inaccuracies }, mistakes { $mistakes }, blunders { $blunders }, proved wins missed { $missed_wins }
    .reviewed_move = { $chance } % to win, then { $chance_after } %{ $is_win_missed ->
        [true] , a proved win missed
       *[false] {""}
    }; best { $best }
command_failed =
    .interrupted = interrupted
    .workers_need_store = `--threads 0` needs `--store`: workers take jobs from a database, not from a folder
    .nothing_stored = no referee has stored anything in { $place } yet: type this in the folder where the referee was started, or name its data folder by `--data`, or its database by `--store`
    .same_place = { $place } is the source and the destination
    .output_full = standard output takes no more ({ $source }); what was made is valid
    .not_toml = line { $line } is not TOML, which is FIELD = VALUE: a text and a word stand in quotation marks, a number does not
    .not_utf8 = the text is not UTF-8: save it as UTF-8 (in a spreadsheet: `CSV UTF-8`)
    .empty_position = the position is empty; `start` is the one before the first move
    .time_limit = `--time-limit`: expected more than 0 and at most { $most } s, a year
    .no_field = `--set { $field }`: expected FIELD=VALUE
    .limit_field = `--set { $field }`: limits are options: `--time-limit`, `--nodes`, `--memory-limit` and, of the solutions, `--all`
    .no_picture = `--svg`: this answer about { $puzzle } has no picture; leave `--svg` out, or ask for `--json`
    .prepare_taquin = only taquin has pattern tables: `arbitre solve taquin --prepare`
    .tables_limit = a limit came before the tables were computed
    .depths_or_sizes = `--depths` goes with taquin and with games; `--sizes` with the other puzzles
    .one_instance = methods are compared on one instance or position, the last argument
    .series_instance = a series makes its own puzzles: leave out the instance; only a game takes a position
    .instance_too_long = standard input has more than the { $most } bytes of one instance; `solve --batch` takes many
    .line_too_long = the line has more than { $most } bytes
    .line_not_utf8 = the line is not UTF-8
    .solver_panicked = an error inside the program: a solver panicked
    .lines_failed = { $failed } of { $lines } lines failed, the first is line { $first }
    .no_match = no match as JSON: { $why }
    .not_shown = these have a token that was not made from a list, and can't be shown again: { $bots }; `arbitre token rotate ID` replaces one, and `arbitre token class FILE --rotate` all of the list
    .not_private = { $file } is not used: it must be a file of this user that no other can read (`chmod 600`)
    .no_review = the referee does not say why there is no review
    .review_of_file = `--game` and `--nodes` are for a file; the referee chooses those of its matches
    .too_much_memory = `--hash`: there are { $most } MiB here, not { $wanted }
    .one_file_for_two = `--checkpoint` and `--certificate` are two files, not one
    .no_table = this is not a table of a prover of this version, and is left as it is: name another file
    .cut_table = the table ends in the middle of an entry, as if it had been cut: it is left as it is
    .proof_stopped = it was stopped, or the stored table is wrong
    .proof_flawed = the proof does not hold: { $why }
    .no_such_exercise = `--plies`: no exercise is that short; the shortest have { $shortest }
    .bot_does_not_start = the bot does not start: { $program }: { $source }
    .other_game = { $bot } does not play { $game }; it plays { $plays }
    .bot_does_not_connect = { $said ->
        [none] the bot has not connected
       *[other] the bot has not connected; it wrote: { $said }
    }
    .no_exercise_played = { $why ->
        [none] the bot plays no exercise: it does not move
       *[other] the bot plays no exercise: { $why }
    }
    .suspended = tournament { $tournament } is suspended: { $why }; an operator can resume or finish it
    .not_ready = { $missing ->
        [one] 1 of { $entrants } entrants is
       *[other] { $missing } of { $entrants } entrants are
    } not ready: connect their programs, or a bundled bot by `arbitre bot ENGINE --name NAME`
    .not_started = tournament { $tournament } is open, and not started: { $missing ->
        [one] 1 of { $entrants } entrants is
       *[other] { $missing } of { $entrants } entrants are
    } not ready. Connect their programs, or a bundled bot by `arbitre bot ENGINE --name NAME`; `arbitre tournament start { $tournament }` then starts it, with `--force` in any case, and `arbitre tournament delete { $tournament }` deletes it
    .endless = an error inside the program: game { $game } did not end
    .opponent = an error inside the program: the opponent: { $source }

## [command] The doctor

doctor_step =
    .game_with_white = a game with White
    .game_with_black = a game with Black
    .drawn_opening = a random opening
    .only_passe = only PASSE is legal
    .win_in_one = a win in one
    .one_second = one second on the clock
    .slow_link = a slow link
    .lost_connection = the connection is lost while it thinks
    .rejected_move = a move is rejected
    .turn_twice = your_turn is sent twice
    .unknown_fields = unknown fields and messages
    .long_game_over = a long game_over
    .referee_restarted = the referee is restarted
    .two_games = two concurrent games
doctor_exit =
    .status = exit status: { $code }
    .signal = signal { $number }
doctor_parting =
    .unsendable = nothing can be sent to it: { $why }
    .broke = its connection broke: { $why }
    .unmasked = its frames have no mask
    .hung_up = it hung up without a close frame
    .closed = it closed the connection
    .closed_with = it closed with code { $code }{ $code ->
        [1001] {" "}(going away: the program was ending)
        [1002] {" "}(protocol error: a frame that it cannot read)
        [1007] {" "}(invalid data: a text that is not UTF-8)
        [1009] {" "}(message too big for it)
        [1011] {" "}(internal error of the program)
       *[other] {""}
    }
    .closed_by_referee = { $code ->
        [none] the referee closed its connection
       *[other] the referee closed its connection with code { $code }
    }
    .broken_by_step = the connection was broken, as part of the step
    .referee_gone = the referee has disconnected, as part of the step
    .referee_away = the referee went away, as part of the step
    .not_examined = { $wanted } is examined here, not { $name }
plies = { $plies ->
    [one] 1 ply
   *[other] { $plies } plies
}
doctor_game =
    .won = won in { plies }, { SECONDS($spent) } s on its clock
    .lost = lost by the rules in { plies }, { SECONDS($spent) } s on its clock
    .drawn = drawn in { plies }, { SECONDS($spent) } s on its clock
# played: what was played
# game_lost: why the bot lost a game
doctor =
    .played = { $second ->
        [none] { $first }
       *[other] { $first }; { $second }
    }
    .enough_to_mend = there are enough failures to fix first
    .one_game_first = it has to play one game first
    .usual_start_only = the bot says that it knows only the start position
    .not_connected = it did not connect to ws://{ $address }/ws and say hello within { $seconds } s
    .ended_before_hello = the program ended before it had said hello, without a failure
    .failed_before_hello = the program ended before it had said hello ({ $exit })
    .hello_refused = the referee refused its hello: { $error }
    .not_let_in = { $name } said hello and was not let in
    .quit = the program ended in the middle of the game
    .died = the program ended by a failure ({ $exit }); its last lines of output say where
    .died_silently = the program ended by a failure ({ $exit }), without a word
    .connection_lost = { SECONDS($after) } s after the step began, { $how }
    .referee_error = the referee answered with an error: { $error }
    .many_connections = it opened { $connections } connections for { $moves } moves
    .no_hello = it connected and did not say hello: { $how }
    .missed_win = it could have won immediately, by C2-A1 or C2-E1, and played something else
    .move_rejected = its move was rejected (the doctor had put { $text } in its place), and it sent no legal one after it
    .rejected = { $count ->
        [one] a message of it was rejected: { $last }. { $why }
       *[other] { $count } messages of it were rejected, the last one so: { $last }. { $why }
    }
    .fell_silent = it answered { $turns ->
        [one] 1 turn
       *[other] { $turns } turns
    }, and then nothing for { $seconds } s: { $why }
    .unreadable = the referee could not read a message of it: { $error }. { $why }
    .no_move = no move came. { $why }
    .move_missing = its message `move` has no text in the field `move`. { $why }
    .never_passed = it never had to pass in the games of this step, so passing is not tested
    .not_ready = it was shown a game and did not say that it is ready: { $why }
    .not_back = it did not come back: { $why }
    .back_as = it came back with another name, { $name }: { $why }
    .gone = it was disconnected: { $why }
    .game_lost = { $why }
    .broke_off = the game broke off
doctor_advice =
    .give_address = Give your bot this address: it is in the variable ARBITRE_SERVER, and stands for {"{"}url{"}"} in the command. The first message is {"{"}"t": "hello", "proto": [1], "bot": {"{"}"name": …{"}"}{"}"}.
    .first_message = The first message is {"{"}"t": "hello", "proto": [1], "bot": {"{"}"name": …{"}"}{"}"}; the rest is in protocol.md. Each message is one JSON object, encoded once.
    .mask = A client masks each frame that it sends (RFC 6455, 5.3): set the bit 0x80 of the second byte, send four bytes of a mask after the length, and combine each byte of the text with them by exclusive or. A WebSocket library does all this.
    .one_connection = Keep one connection open for the whole game and for all games; a move that is sent just before the connection is closed may be lost. Say hello once, then read and answer in a loop.
    .ply = Send back the `ply` of the `your_turn` that you answer, as it stands there, a number without quotes: it counts the moves of both sides, from 0.
    .game_number = Send back the `game` of the message that you answer, as it stands there, a number without quotes: each game has its own, and several may run at one time.
    .pass = Where `legal_moves` is ["PASSE"], no knight can move: send PASSE.
    .start_bridge = It ended immediately. A program that reads moves on standard input is started by `arbitre bot bridge --server {"{"}url{"}"} --name NAME -- COMMAND`; another one continues reading from the WebSocket at {"{"}url{"}"}.
    .see_last_words = The last lines of the program's output say where it failed.
    .handle_all = Look at the field `t` of every message, and ignore what you do not know: fields as well as messages.
    .legal = Send one of the `legal_moves` of `your_turn` as it stands there, with the `game` and the `ply` of that message. Where there is only PASSE, send PASSE. A bot with its own board sets it up anew in each game, from `position`.
    .come_back = When the connection is lost, connect again, say hello, and continue to read: the referee sends `state` and `your_turn` of your game again. Try again every second or so until it answers.
    .same_name = Say hello with the same name at each connection: the referee knows your bot and its games by it.
    .any_length = Read messages of any length: a WebSocket library does, and a frame may have 70,000 bytes.
    .flood = It was closed because it said too much: send one `move` for each `your_turn`, and `sync` only when something is missing.
    .last_words = Fix what its last lines of output name; an error in `choose` should cost a move at most, not the whole program. If they name a field: look at the `t` of every message. If they name JSON: a message may arrive in parts (in Java, until `last` is true), and one read may return several.
    .signals = Write errors to standard error, so that they are seen here. A signal is another program's (9, SIGKILL: often a machine without memory left), or a fault of a pointer or an index (11, SIGSEGV; 6, SIGABRT).
    .stay = It exited while its game went on: continue to read after each move until `game_over`, and leave the program only then.
    .stopped = It stopped answering: look for an endless loop in `choose`, and keep reading from the connection at all times. Without a WebSocket library: one read may return several messages, or a part of one.
    .read_on = Keep reading from the connection at all times, and answer every `your_turn`, after any message.
    .compare = Compare what your bot sent with protocol.md: a message that cannot be parsed has no effect.
    .look_ahead = This alone costs no game. But a bot that looks at each of its moves, and whether it wins, plays better.
    .no_resign = Do not send `resign` by yourself; if it comes from the bridge, its program has ended or written no line in its turn.
    .say_ready = Answer every `state` whose `status` is `waiting` by {"{"}"t": "ready", "game": …{"}"} with its number, and keep reading after `welcome` (in Java, call `request(1)` after each message).
    .answer_turn = Answer every `your_turn` by {"{"}"t": "move", "game": …, "ply": …, "move": …{"}"}, on one line in one text frame, before your time in `clocks` is over: it counts microseconds. A `state` is not a turn, and needs no move.
    .move_again = In practice games, illegal moves are forgiven: answer `rejected` with the code `illegal` by one of its `legal_moves`.
    .mind_clock = Look at your clock in `clocks` of `your_turn`, and spend less the less is left. `--time` gives whole games the time that your tournament gives.
    .line_end = The program ended before `FIN!`: read all lines until then, and end only after it. If it failed, its last lines of output (standard error) say where; SIGSEGV is a fault of a pointer or an index.
    .line_move = Keep the board: play each `MOUVEMENT` of the opponent on it and each move of your own, answer only `JOUEUR` with your own colour, and begin with Black in row 1 and White in row 9, where White moves towards row 1. Then look at your rules.
    .line_output = Standard output is for moves alone: write only the move, such as B9-A7, in capital letters on a separate line, and everything else, such as debugging, to standard error. There is no line to resign.
    .line_pass = When no knight of yours can move, write PASSE on a separate line.
    .line_silent = No line came in its turn. Flush standard output after each move (`print(…, flush=True)`, `fflush(stdout)`, `System.out.flush`); end the move with a line feed (`println`); read the input line by line, and not to its end, before you answer; and answer `JOUEUR` with your own colour.
    .line_stopped = It stopped answering. Answer each `JOUEUR` with your own colour, which is the first line that you read, and only then: a move that is written in the opponent's turn is not played. Otherwise look for an endless loop.
    .line_clock = Its time runs from `JOUEUR` with its colour until its line, and is for the whole game: spend less on each move. `--time` gives whole games the time that your tournament gives.
    .no_take_back = Nothing has to change: a program that speaks lines cannot take a move back, and tournaments forgive no illegal move.
    .tcp_connect = The program connects by TCP once for each game: after `FIN!` it connects again. The first line that it sends is its name, with a line feed; flush the output after it.
    .tcp_end = The program closed its connection before `FIN!`: read all lines until then, and close the connection only after it. If the program failed, its last lines of output say where.
    .tcp_output = After its name the program sends the move alone, such as B9-A7, in capital letters, as the bytes of the text and a line feed: no word before it, and in Java not by `writeUTF`, which puts two bytes of length in front. There is no line to resign.
    .tcp_silent = No line came in its turn. Lines of the referee end with \0 and a line feed: remove both before you compare. End your move with a line feed, flush the output, and answer `JOUEUR` with your own colour.
# step: a step that failed
doctor_report =
    .waiting = Waiting for { $name } at ws://{ $address }/ws
    .starting = The bot must connect to ws://{ $address }/ws
    .reported = The referee at { $referee } knows.
    .summary = { $bot ->
        [none] the bot
       *[other] { $bot }
    } { $failed ->
        [0] is ready to play
       *[other] is not ready yet
    }: { $passed } passed{ $failed ->
        [0] {""}
       *[other] , { $failed } failed
    }{ $remarks ->
        [0] {""}
       *[other] , { $remarks } with a remark
    }{ $skipped ->
        [0] {""}
       *[other] , { $skipped } skipped
    } of { $steps } steps, in { $seconds } s
    .step = { $step }: { $why }
    .passed = passed
    .remark = remark
    .failed = FAILED
    .skipped = skipped
    .wire = on the wire:
    .last_words = the program's last lines of output:
    .change = what to change: { $advice }

## [log] Tables of tournaments

# The English titles of columns are their names on the wire: other languages choose by $column, as fr.ftl does.
# column: the head of a column
# termination: the word for the end of a game
tournament_table =
    .column = { $name }
    .byes = { $count ->
        [one] 1 bye
       *[other] { $count } byes
    }
    .half_point_byes = { $count ->
        [one] 1 half-point bye
       *[other] { $count } half-point byes
    }
    .withdrawn = { $why ->
        [none] withdrawn
       *[other] withdrawn: { $why }
    }
    .annulled = annulled
    .termination = { $reason ->
        [illegal_move] illegal move
        [no_show] no show
        [both_no_show] both absent
        [both_absent] both absent
       *[other] { $reason }
    }
    .decision = Game { $game } ({ $players }): { $action ->
        [adjudicate] adjudicated as { $result }
        [annul] annulled
       *[replay] to be replayed
    }: { $why }
    .is_separable = { $yes ->
        [true] yes
       *[other] no
    }
    .standings = { $name }: standings
    .crosstable = { $name }: crosstable
    .decisions = Decisions
    .bye_counts = A bye is worth as much as a win.
    .forfeits = F: won or lost without playing.

## [command] The tournament commands

# standings: the heading of a table
# game_status: the status of a game
# attendance: whether an entrant is there
# stage: the stage of a tournament
# format: the format of a tournament
tournament_output =
    .by_the_prior = { $estimate } by the prior
    .more_columns = (a wider terminal also shows: { $columns })
    .standings = { $name }: { $stage }
    .crosstable = { $name }: crosstable (F: won or lost without playing)
    .game_status = { $status }
    .game_result = { $played ->
        [true] { $result }
       *[other] { $result } (not played)
    }
    .no_rehearsal = no rehearsal reported, and the plan requires one
    .passed_rehearsal = passed { $at }
    .failed_rehearsal = failed { $at }: { $failed }
    .unknown_name = { $nearest ->
        [none] unknown name
       *[other] unknown name; the nearest is { $nearest }
    }
    .other_game = its hello names other games; it counts as absent
    .new_version = version { $version }; the results and the rating of { $earlier } continue
    .turned_away = { $times ->
        [one] refused once: no token
       *[other] refused { $times } times: no token
    }
    .attendance = { $attendance }
    .roll_call = { $others ->
        [0] { $name }: { $connected } connected, { $absent } absent, { $unknown } unknown
       *[other] { $name }: { $connected } connected, { $absent } absent, { $unknown } unknown, { $others } for another game
    }
    .unknown_forbidden = { $nearest ->
        [none] `forbidden` names { $bot }, who has not entered
       *[other] `forbidden` names { $bot }, who has not entered; the nearest name is { $nearest }
    }
    .stage = { $stage }
    .format = { $format }
    .entrant_count = { $entrants } entrants
    .games_over = { $games } games over
    .tournament = tournament { $id }, { $stage }
    .suspended_by = suspended: { $why }
    .incomplete = the log ends early: { $why }
    .made = made { $at }
    .entrants = { $rounds ->
        [none] { $entrants } entrants, round { $round }
       *[other] { $entrants } entrants, round { $round } of { $rounds }
    }
    .games = games: { $over } over, { $running } running, { $pending } to come
    .progress = games, round { $round }
    .runs = Tournament { $tournament } runs on the referee, and continues without this command; `arbitre tournament run` with the same file, or `arbitre tournament show { $tournament }`, shows it again.
    .start_anyway = { $missing ->
        [one] 1 of { $entrants } entrants is
       *[other] { $missing } of { $entrants } entrants are
    } not ready. Start anyway? [y/n]
    .not_dutch = This is not a Swiss, and so not paired by the Dutch system: { $system }
    .as_dutch = round { $round }: as the Dutch system of 2025 pairs it
    .not_as_dutch = round { $round }: NOT as the Dutch system of 2025 pairs it, which is
    .next_round = round { $round }:
    .has_bye = { $name } has a bye
    .pairs_for = The real one pairs for { $duration }, and ends when the last game has ended.
    .length_unknown = How long the real one takes is not known: its games have no limit, or it ends by what they show.
    .takes = The real one takes { $most } at most if every bot uses all its time in games of { $moves } moves; { $few } if they use a fifth.
## Puzzles

cell = r{ $row }c{ $column }
# square: a square of a board
square = { $name ->
    [none] ({ $row },{ $column })
   *[other] { $name }
}
unit =
    .row = row { $number }
    .column = column { $number }
    .box = box { $number }
no_such_difficulty = there is no difficulty '{ $name }': expected easy, medium, hard or extreme
tables =
    .cut = they are cut short
    .beginning = they begin otherwise
    .version = they are of another version
    .checksum = the checksum differs
    .purpose = they are for an unknown purpose
    .length = they have another length
    .patterns = the patterns are not those of a board

colour = { $color ->
    [U] white
    [R] red
    [F] green
    [D] yellow
    [L] orange
   *[B] blue
}
cube_color = { colour } ({ $color })
cube_stickers = { $count ->
    [one] { $count } { cube_color } sticker
   *[other] { $count } { cube_color } stickers
}
cube =
    .stickers = a cube is written as 24 (2×2×2) or 54 (3×3×3) letters, the faces in the order U R F D L B, each row by row; this text has { $found }
    .letter = '{ $found }' at letter { $place } is neither a face (U R F D L B), nor a colour (W R G Y O B), nor a digit in a text of digits (1 to 6, or 0 to 5)
    .mixed = { $face } is a face and { $color } a colour: write the cube in faces (U R F D L B) or in colours (W R G Y O B)
    .move = move { $place }, "{ $found }", is not a move: a face U R F D L B, a wide move Uw or u, a slice M E S, or a rotation x y z; then nothing, 2 or '
    .sequence_length = a sequence has at most { $most } moves
    .no_slice = { $turn } turns a middle layer, and a 2×2×2 has none
    .size = "{ $found }" is not a size of cube: 2 or 3
    .metric = "{ $found }" is not a metric: half-turn (htm) or quarter-turn (qtm)
    .method = "{ $name }" is not a method: { $methods }
    .not_for_size = { $method } is not a method for the { $size }
    .tables = these are no tables for the cube: { $why }
    .refused = the checker refused the answer, which is a defect of this program: { $why }
cube_fault =
    .price = { $turn } is not one move in the { $metric } metric
    .unsolved = { $cube } becomes { $end }, which is not solved
cube_impossible =
    .counts = { $counts }: a { $size } has { $each } of each colour
    .centers = the faces { $face } and { $other } both have a { colour } centre, and a centre gives its face its colour
    .no_piece = the piece at { $place } shows { $colors }, and no { $kind } has these colours together
    .mirrored = the corner at { $place } shows { $colors }: its mirror image exists, it does not (two of its stickers are swapped)
    .twice = the piece at { $place } shows { $colors }, and so does the one at { $other }: a cube has this { $kind } once
    .twist = a corner is twisted: turn any one corner a third of a turn { $thirds ->
        [1] against the clock
       *[2] clockwise
    }, in the hand, and the cube can be solved
    .flip = an edge is flipped: flip any one edge, in the hand, and the cube can be solved
    .parity = two pieces are swapped: the permutation of the corners and that of the edges differ in parity; swap any two corners or any two edges, in the hand, and the cube can be solved

chess =
    .fields = a FEN has six fields with spaces between, or the first four: the board, w or b, castling (KQkq or -), en passant (a square or -), the halfmove clock and the move number; this one has { $found }
    .ranks = the board has eight ranks with / between, from rank 8 down; this one has { $found }
    .squares = rank { $rank } of the board has { $squares } squares and not 8
    .letter = '{ $found }' in rank { $rank } is neither a piece (KQRBNP, kqrbnp) nor a number of empty squares (1 to 8)
    .kings = { side } has { $count } kings and not one
    .too_many = { side } has { $pawns } pawns and { $pieces } pieces, pawns included; a side has at most 8 and 16
    .pawn_rank = there is a pawn on { $square }, and a pawn is never on rank 1 or 8
    .kings_touch = the kings stand on neighbouring squares, { $square } and { $other }
    .side = the side to move is w or b, not "{ $found }"
    .opponent_in_check = { side } is in check and has just moved: its king could be taken
    .checks = { side } is in check by { $count } pieces; two at most are possible
    .castling = castling is - or some of the letters KQkq, each once; not "{ $found }"
    .castling_right = castling says { $right }, which needs the king on { $king } and a rook of its colour on { $rook }
    .en_passant = en passant is - or a square of rank { $rank }, the one just passed by a pawn; not "{ $found }"
    .en_passant_pawn = no pawn can just have passed { $square }: it and the square behind must be empty, and the pawn on the square before it
    .en_passant_check = the check on the king cannot come from a pawn's double step over { $square }
    .halfmove_clock = the halfmove clock is a number from 0 to 100, not "{ $found }"
    .move_number = the move number is a number from 1 to 65535, not "{ $found }"

knights_tour =
    .board_text = a board is written WIDTHxHEIGHT, such as 8x8; this is "{ $found }"
    .empty_board = a board needs at least one column and one row; { $width }x{ $height } has no square
    .large_board = a board has at most { $most } squares; { $width }x{ $height } has more
    .square_text = a square is written ROW,COLUMN counted from 0, such as 0,0 or (0,0), or as in chess, such as a1; this is "{ $found }"
    .no_such_square = square { $text } is off the { $width }x{ $height } board: its rows are counted from 1 below, its columns from a
    .off_board = square ({ $row },{ $column }) is off the { $width }x{ $height } board: its rows and columns are counted from 0
    .forbidden = the { $what } { $square } is one of the forbidden squares
    .no_way = square number { $number } of those visited, { $square }, { $why }
    .large_field = a board with forbidden squares, visited squares or a given end has at most { $most } squares; { $width }x{ $height } has more
    .none_to_generate = a board of { $width }x{ $height } is too small for a knight's tour
    .large_to_generate = a random board has at most { $most } squares; { $width }x{ $height } has more
    .kind_text = a tour is open or closed; this is "{ $found }"
    .unknown_method = no method is called "{ $text }"; the methods are { $methods }
    .large_for_method = { $method } takes a board of at most { $most } squares; { $width }x{ $height } has more; construction takes it
    .wide_for_count = tours are counted on boards of at most { $squares } squares with one side of at most { $most }; this is { $width }x{ $height }
tour_obstacle =
    .not_the_start = is not the start
    .forbidden = is one of the forbidden squares
    .visited = was visited before
    .no_move = is not a knight's move from the one before
knights_tour_fault =
    .length = { $found } squares are listed; the board has { $wanted }
    .start = the tour does not begin where it should
    .off_board = square number { $number } is off the board
    .twice = square number { $number } was visited before
    .step = the step to square number { $number } is not a knight's move
    .end = the tour does not end where it should
    .open = the tour does not close

light_up =
    .empty = the board is empty: expected rows of . (white), # (black) and 0 to 4, or a game ID such as 7x7:…
    .too_long = the board has { $bytes } bytes of text, more than the { $most } that any board needs
    .size = the board is { $width }×{ $height }: expected 1×1 to { $most }×{ $most }
    .row = row { $row } has { $cells } cells: expected { $width } as in the first row
    .clue = { $cell } holds the clue { $clue }: expected 0 to 4, as a cell has four neighbours
    .crowded = { $cell } asks for { $clue } bulbs, but only { $places } of its neighbours are white
    .character = line { $line }, character { $column }: '{ $found }' is not a cell: expected . for white, # for black, or 0 to 4
    .head = the game ID starts with '{ $found }': expected the width and height, as in 7x7:
    .game_id = game ID, character { $at }: found '{ $found }', expected a letter a to z (white cells), B (black) or a clue 0 to 4
    .cells = the game ID describes { $cells } cells or more: expected { $expected }, as the board is { $width }×{ $height }
    .never_extreme = no extreme board of { $width }×{ $height } is known: expected 5×6, 6×5 or larger, or easy, medium or hard
    .method = there is no method '{ $name }' for Light Up: expected one of { $methods }
light_up_fault =
    .length = { $found } entries for { $expected } cells
    .black = the bulb at { $cell } is on a black cell
    .bulbs = the bulbs at { $cell } and { $other } light each other
    .dark = { $cell } is dark
    .clue = the clue at { $cell } asks for { $clue } bulbs and has { $found }

sudoku_clash = the digit { $digit } stands twice in { $unit }: at { $first } and at { $second }
sudoku =
    .empty = the grid is empty: expected for instance 81 characters, 1 to 9 for a given and . or 0 for an empty cell
    .too_long = the grid has { $bytes } bytes of text, more than the { $most } that any grid needs
    .character = line { $line }, character { $column }: '{ $found }' is not a cell: expected 1 to { $largest }, or . or 0 for an empty cell
    .digit = { $cell } holds { $found }, but the digits of this grid are 1 to { $side }
    .size = the grid has { $cells } cells; the nearest grid is { $side }×{ $side } with { $full }
    .row = row { $row } has { $cells } cells: expected { $side }, as there are { $side } rows
    .rectangle = { $height } rows of { $width } cells: expected a square, such as { $side } rows of { $side }
    .box = boxes { $width } wide and { $height } high: expected both at least 2 and at most { $most } cells in a box (3x3 is usual)
    .game_id_head = game ID: found '{ $found }', expected the box's width and height, as in 3x3:
    .game_id_digit = game ID, character { $at }: found '{ $found }', expected a digit from 1 to the side of the grid
    .game_id_letter = game ID, character { $at }: found '{ $found }', expected a letter for empty cells, a number, or _ between two numbers
    .symbols = there are no symbols '{ $name }' for Sudoku: expected digits (1 to 9, then A), hexadecimal (0 to F) or letters (A to Y)
    .method = there is no method '{ $name }' for Sudoku: expected one of { $methods }
sudoku_fault =
    .length = { $found } digits for { $expected } cells
    .given = { $cell } is given as { $given }, the answer has { $found }
    .unit = { $unit } holds the digit { $digit } { $times } times instead of once

taquin =
    .shape_text = a shape is written WIDTHxHEIGHT, such as 4x4; this is "{ $found }"
    .empty = a board needs at least one cell
    .large = a board is at most { $most } cells wide and high; this one is { $width }x{ $height }
    .ragged = row { $row } has { $found } cells; the first row has { $wanted }, and all rows are as long
    .count = { $shape } has { $cells } cells; { $found } are listed
    .many_shapes = { $found } tiles in one list could be { $width }x{ $height }, { $height }x{ $width } or { $found }x1, columns by rows: give the shape, or split the rows by /
    .shapes = the start is { $start } and the goal { $goal }; they must have the same shape
    .no_blank = no tile is the blank: write _, . or 0 for it, or name the tile that is
    .two_blanks = both _ and . are on the board, and one blank alone: name the tile that is the blank
    .unknown_blank = the blank was said to be "{ $found }", but the start has no such tile
    .repeated = the { $board } has { $is_blank ->
        [true] the blank
       *[false] tile
    } "{ $tile }" twice: in row { $row }, column { $column } and in row { $other_row }, column { $other_column }
    .missing = the start has no tile "{ $missing }", which the goal has; it has "{ $instead }" instead
    .unknown_method = no method is called "{ $text }"; the methods are { $methods }
    .large_for_method = { $method } takes a board of at most { $most } cells; { $shape } has { $cells }; layers takes it
    .unknown_goal = "{ $text }" is not a goal: blank-last, blank-first, spiral, or a board
    .large_to_generate = a random board has at most { $most } cells; { $shape } has { $cells }
    .tables = these are no pattern tables: { $why }
    .other_tables = the pattern tables are for another board: { $shape } with the blank's goal in row { $row }, column { $column }
    .none_so_far = a { $shape } board needs at most { $most } moves: choose a larger one, or an easier difficulty
taquin_fault =
    .off_board = move { $number } takes the blank off the board
    .not_the_goal = after the last move the board is not the goal

# steps: steps of a proof, each of which may be two
steps = { $first }; { $last }
any_of = { $first } or { $last }
impossible =
    .every_cube = every cube that turns reach was seen
    .every_way = every way was tried and fails
    .every_filling = every way to fill the grid was tried and fails ({ $guesses } guesses)
    .every_placing = every way to place the bulbs was tried and fails ({ $guesses } guesses)

taquin_impossible =
    .line = in a single line tiles cannot pass each other, and start and goal have them in different orders
    .parity = every move exchanges the blank with one tile; from start to goal the permutation is { $is_odd ->
        [true] odd
       *[false] even
    }, but the blank's distance to its goal, { $steps }, is { $is_odd ->
        [true] even
       *[false] odd
    }, so no sequence of moves does both
    .every_board = every board that can be reached has been seen: the goal is not among them
    .at_the_goal = the board is the goal: nothing is left to do
taquin_because =
    .shortest = { $left ->
        [0] that is the goal
        [one] then one more move reaches the goal, and no way is shorter
       *[other] then { $left } more moves reach the goal, and no way is shorter
    }{ $worse ->
        [none] {""}
       *[other] ; to slide { $worse } first takes two moves more
    }{ $as_good ->
        [none] {""}
       *[other] ; to slide { $as_good } first is as good
    }
    .led_home = this is the tile that is led home next, to row { $row }, column { $column }: the lines are set from the outside in
    .makes_way = the blank makes way for { $tile }, which is led home next, to row { $row }, column { $column }: the lines are set from the outside in
    .last_cells = the lines outside are set: the last few cells are finished in the fewest moves

no_tour =
    .one_square = a closed tour ends a knight's move from where it begins; on one square it would end where it begins
    .no_moves = on a { $board } board a knight cannot move
    .two_wide = on a { $board } board every move goes two squares along the long side, so that every other square stays out of reach
    .odd_squares = a knight changes colour with every move, so a closed tour has as many squares of one colour as of the other; { $squares } is odd
    .four_wide = on the { $board } board a square of the two outer lines has neighbours in the two inner lines alone, and they are as many: a closed tour would alternate between outer and inner, and between the colours too, and so meet outer squares of one colour only (Schwenk 1991)
    .three_wide = no board three squares wide has a closed tour unless it is at least ten long and even (Schwenk 1991); this is { $board }
    .wrong_colour = a knight changes colour with every move, so on { $squares } squares it must begin on the colour of which there is one more, the colour of the corners; { $start } has the other
    .inner_start = on the { $board } board a square of the two outer lines has neighbours in the two inner lines alone, and they are as many: a tour alternates between outer and inner but once, so that it begins and ends in an outer line; { $start } is in an inner one
    .one_left = no move leads from { $start } back to it: a closed tour ends a knight's move from where it begins
    .end_visited = the end { $end } is visited already, and other squares are not
    .end_is_start = the tour cannot begin and end on { $start }: there are other squares to visit
    .end_too_far = a closed tour ends a knight's move from where it begins; { $end } is none from { $start }
    .out_of_reach = no moves lead from { $start } to { $square }
    .colours = a knight changes colour with every move; there are { $same } squares of the colour of { $start }{ $ends_on_same ->
        [true] , which { $end }, where it is to end, has, too,
       *[false] {""}
    } and { $other } of the other one{ $end ->
        [none] {""}
       *[other] { $ends_on_same ->
            [true] {""}
           *[false] , which { $end }, where it is to end, has
        }
    }
    .every_path = { $found ->
        [0] every path from the start has been followed: none is a tour
       *[other] every path from the start has been followed: there is no tour after the { $found } found
    }
    .every_length = every path of every length has been followed: none is { $kind ->
        [closed] a closed tour
       *[open] a tour
    }
    .every_row = all partial tours were built row by row, and none of them can be completed
    .every_choice = every way to choose moves was tried and fails ({ $guesses } guesses)
onward = { $onward ->
    [0] it is the last square
    [one] one square leads on from it
   *[other] { $onward } squares lead on from it
}
tour_because =
    .only_square = it is the only square left to go to, and a tour continues through it; { onward }
    .fewest_onward = { onward }, and no other square has fewer; a tour continues through it
    .others_barred = { onward }; no tour continues through { $barred }, from where no more lead on

light_up_impossible =
    .too_many = the clue { $clue } at { $cell } would have { $bulbs } bulbs
    .too_few = the clue { $clue } at { $cell } has { $bulbs } bulbs and only { $places } places left
    .dark = nothing can light { $cell }
light_up_step = { $rule ->
    [lit] lit cell
    [clue_full] full clue
    [clue_tight] tight clue
    [only_place] only place
    [too_few_places] starved clue
   *[left_dark] dark cell
}: { $cell } { $rule ->
    [lit] has no bulb: the bulb at { $from } lights it
    [clue_full] has no bulb: the clue at { $from } has all its bulbs
    [clue_tight] has a bulb: the clue at { $from } needs every place that is left
    [only_place] has a bulb: nothing else can light { $from }
    [too_few_places] has no bulb: it would leave the clue at { $from } too few places
   *[left_dark] has no bulb: nothing could light { $from } any more
}
light_up_tried = trial and contradiction: { $cell } { $mark ->
    [bulb] has a bulb: without one
   *[crossed] has no bulb: with one
}{ $count ->
    [0] ,
    [one] , one step further,
   *[other] , { $count } steps further,
} { $end }

# sudoku_technique: the name of a technique
sudoku_technique = { $technique ->
    [hidden-single] hidden single
    [naked-single] naked single
    [pointing] pointing
    [claiming] claiming
    [naked-pair] naked pair
    [X-wing] X-wing
    [hidden-pair] hidden pair
    [naked-triple] naked triple
    [swordfish] swordfish
    [hidden-triple] hidden triple
    [XY-wing] XY-wing
    [XYZ-wing] XYZ-wing
    [naked-quad] naked quad
    [jellyfish] jellyfish
    [hidden-quad] hidden quad
    [simple-colouring] simple colouring
    [X-chain] X-chain
    [XY-chain] XY-chain
    [forcing-chain] forcing chain
    [dynamic-forcing-chain] dynamic forcing chain
    [nested-forcing-chain] nested forcing chain
   *[other] { $technique }
}
sudoku_impossible =
    .cell = { $cell } can hold no digit
    .unit = the digit { $digit } has no place in { $unit }
# sudoku_proof: the steps that show that a grid cannot be filled, and the contradiction after them
sudoku_proof = { $steps ->
    [none] { $end }
   *[other] { $steps }; { $end }
}
# tried: a digit was tried and refuted
sudoku_because =
    .hidden = in { $unit } the digit { $digit } has no other place than { $cell }
    .naked = { $cell } can hold no other digit than { $digit }
    .locked = in { $units } the digit { $digit } stands only in { $others }
    .cells = in { $unit } the cells { $cells } hold the digits { $digits }
    .digits = in { $unit } the digits { $digits } stand only in { $cells }
    .xy_wing = for each digit of { $pivot }, { $cell } or { $other } holds { $digit }
    .xyz_wing = for each digit of { $pivot }, it or { $cell } or { $other } holds { $digit }
    .chain = if { $links }
    .tried = { $tried }
sudoku_link = { $cell } { $holds ->
    [true] is
   *[false] is not
} { $digit }
sudoku_links = { $first }, then { $last }
# sudoku_follows: consequences, each of which may be two
sudoku_follows = { $first }, { $last }
sudoku_assumption =
    .leads = if { $cell } holds { $digit }, then { $steps }
    .refuted = { $cell } does not hold { $digit } (for { $tried })
sudoku_struck = { $cells } { $count ->
    [one] loses
   *[other] lose
} { $digit }
# places: a step that places a digit
sudoku_step =
    .places = { $technique }: { $because }
    .strikes = { $technique }: { $because }, so { $struck }

## Engines and proofs

unknown_engine = there is no engine `{ $name }`; there are { $known }
proof_flaw = line { $line }: { $why }
proof =
    .begin = `{ $begin }…` should stand here
    .claim = `claim { $mover } wins` or `claim { $mover } does not win` should stand here
    .step = a position and a reason should stand here
    .twice = { $position } stands in line { $before } already
    .no_root = the position itself is not among those that are proved
    .no_reason = `{ $reason }` is not a reason at { $position }
    .unknown_reason = `{ $word }` is none of end, race, few, all and no move
    .position = a board and whose turn it is should stand here, as in `9/9/9/9/9/9/9/9/N8 w`, not `{ $text }`

## Questions to the solvers

picture = { $puzzle ->
    [knights-tour] knight's tour, { $shape }
    [taquin] taquin, { $shape }, from the start to the goal
    [sudoku] sudoku, { $shape }
    [light-up] Light Up, { $shape }
    [rubiks-cube] Rubik's cube, { $shape }
    [connect-four] Connect Four
    [tic-tac-toe] tic-tac-toe
   *[knights] Chinese knights
}
# stored: a task as an earlier version described it
job_task =
    .solve = solve { $puzzle } by { $method }
    .solve_all = solve { $questions } × { $puzzle }
    .analyse = analyse { $puzzle } by { $method }
    .compare = compare { $puzzle }
    .watch = watch { $puzzle } by { $method }
    .review = review { $game }, { $plies } plies
    .stored = { $text }

limit =
    .stopped = it was stopped
    .time = the time limit of { DECIMAL($seconds) } s came first
    .nodes = the limit of { $nodes } nodes came first
    .memory = the memory limit of { $mebibytes } MiB came first
    .share = its share of the thread came to an end
review =
    .no_moves = No move was played in this game.
    .accuracies = White played with an accuracy of { $white }%, Black with { $black }%.
    .no_bad_move = No move gave away as much as 5% of a win.
    .worst = Move { $number } ({ $text }) of { $player } gave away { $lost }% of a win; { $best } held.
    .time = It took { DECIMAL($spent) } { $unit }.
    .time_of_budget = It took { DECIMAL($spent) } { $unit }; { DECIMAL($used) } of { DECIMAL($budget) } s were used then.
    .missed_wins = { $count ->
        [1] { $player } let a win go that is proved (move { $numbers }).
       *[other] { $player } let a win go that is proved (moves { $numbers }).
    }
    .turning_point = After move { $number } ({ $text }), { $player } was never worse than even.
    .stood_better = On the board { $player } stood better at the end: { $chance }%.
review_player =
    .side = { side }
    .named = { $name } ({ side })
limit_reached =
    .method = the method leads no further
    .taquin = { $limit }{ $has_tables ->
        [true] {""}
       *[false] , before the pattern tables were ready (a job has more time, and `arbitre solve taquin --prepare` stores them)
    }; every solution has at least { $lower_bound } moves{ $is_layers ->
        [true] {""}
       *[false] ; the method layers finds a solution faster
    }
job_given_up =
    .deaths = given up: { $deaths } workers died while they worked on it{ $parts ->
        [1] {""}
       *[other] {" "}(part { $part } of { $parts })
    }
    .because = given up: { $why }
job_failed =
    .restarted = the referee restarted
    .after_restart = after a restart: { $why }
    .process_ended = given up: the referee's process ended { $tries } times while it worked on it; ask for less, or with smaller limits
    .not_kept = the result cannot be stored: { $why }
    .too_large = the result has { $bytes } bytes, more than the { $most } that are stored{ $parts ->
        [1] {""}
       *[other] {" "}of one of { $parts } parts
    }
solving_defect =
    .unread_part = the result of a part of a job cannot be read: { $why }
    .other_parts = a job of { $parts } parts has { $own } in this version
    .no_move = the search found no move in a game that continues
    .unfinished = a computation without a limit ended without an answer
    .no_end = job { $id } is finished and has no result
    .refuted = the checker refutes the answer: { $why }
solving =
    .no_such_match = there is no match { $game }
    .match_goes_on = match { $game } is still running; it can be reviewed when it is over
    .storage_waits = the storage cannot be written: { $why }; nothing new can begin, and running games wait with stopped clocks
    .no_threads = this node only referees: ask a referee with a thread pool (`--threads`); workers do not take this
    .no_worker = this node only referees, and no worker runs: start `arbitre worker` with the same database, or ask for a job (`Prefer: respond-async`), which waits for one
    .not_acceptable = no form that `Accept` names is on offer here; there are { $offered }
    .no_picture = no form that `Accept` names is on offer here; there are application/json and text/plain, but no picture of this answer about { $puzzle }
    .no_such_puzzle = there is no puzzle "{ $name }"; there are { $known }
    .no_such_game = there is no game "{ $name }"; there are { $known }
    .no_such_exercise = there is no exercise { $number }; there are 1 to { $most }
    .no_such_job = there is no job { $id }
    .hidden = an error inside the referee; its log says more
question =
    .move = move { $number }: { $why }
    .attempt = move { $text }: { $why }
    .range = `{ $field }` is a number from { $least } to { $most }; not { $found }
    .decimal = `{ $field }` is a number from 0 to { DECIMAL($most) }; not { DECIMAL($found) }
    .zero = `{ $field }` is at least 1; not 0
    .seconds = the time limit is more than 0 and at most { DECIMAL($most) } s here, not { DECIMAL($found) }
    .too_many = `{ $field }`: at most { $most } of them, not { $found }
    .unknown = `{ $field }`: there is no "{ $name }" for this game; there are { $known }
    .tile = "{ $name }" is not a tile: a tile's name has no space, comma or slash, and is not empty
    .large_to_watch = a board of { $cells } cells is too large to be watched, which { $most } are not
    .large_to_draw = a board of { $squares } squares is too large to be drawn here; { $most } are not
    .several = one of `count`, `hint` and `steps`, not several
    .needless = `{ $field }` has no effect beside `{ $beside }`: leave one of the two out
    .solution_alone = `{ $field }` wants something else than a solution, and only solutions are compared, traced and listed: leave it out
    .no_solutions = `limits.solutions` limits a stream or a count, and this is neither: leave it out
    .hint_here = `hint` is for POST /v1/solve/connect-four and /v1/solve/tic-tac-toe; leave it out here
    .count_method = the method frontier counts tours, and no other method does: `count` and another method, or `frontier` without `count`, do not go together
    .depth = only `depth-limited` has a depth limit
    .learning_alone = a given end, forbidden squares, visited ones and hints are for the learning method alone, which finds one tour: leave out `count` and other methods
    .no_field = { $method } knows no given end, no forbidden and no visited squares
    .no_field_one_by_one = tours one by one have no given end, no forbidden and no visited squares
    .one_by_one = tours one by one are found by fewest-onward or depth-first, not by { $method }
    .other_version = this version does not understand the question: { $why }
    .methods = 1 to { $most } methods are compared: { $known }
    .chess_method = chess is evaluated by shannon alone
    .six_faces = an object has the six faces U R F D L B of the cube, each a text, and nothing else
    .cube_or_scramble = give `cube` (24 or 54 stickers) or `scramble` (moves), one of the two
    .only_uct = only `uct` has the exploration constant `c`
    .charges = `played.charged_us`: one for each of the { $moves } moves; not { $found }
    .game_over = the game is over at this position: there is nothing to search
    .not_drawn = { $puzzle } is not drawn cell by cell
    .no_game = { $puzzle } is not a game; POST /v1/solve/{ $puzzle } solves it
    .no_stream = { $puzzle } has no stream of solutions; ask for application/json
    .size = `{ $found }` is not a size of { $puzzle }: expected { $puzzle ->
        [sudoku] 4x4, 6x6, 9x9, 16x16 and other sides up to 25 that boxes fill
        [light-up] 2x2 to 25x25
       *[connect-four] 7x6, which may be left out
    }
    .not_random = `{ $puzzle }` cannot be generated; there are generators for knights-tour, taquin, sudoku, light-up, connect-four and rubiks-cube
    .none_found = no { $difficulty } { $puzzle } of { $size } was found ({ $why }); there may be none: ask for another size or difficulty
    .none_at = no board of { $shape } was found whose shortest solution has { $moves } moves
    .not_reviewed = { $limit } before the game was reviewed
    .not_walked = { $limit } before the tree was walked
    .cancelled = it was cancelled
# line: a move with its score
answer =
    .solutions = { $all ->
        [true] {""}
       *[false] at least{" "}
    }{ $number ->
        [one] { $number } solution
       *[other] { $number } solutions
    }
    .tours = { $all ->
        [true] {""}
       *[false] at least{" "}
    }{ $number ->
        [one] { $number } tour
       *[other] { $number } tours
    }
    .tour = a tour of { $squares } squares
    .only_solution = the only solution
    .one_of_several = one of several solutions
    .solution = a solution
    .moves = { $moves ->
        [one] { $moves } move
       *[other] { $moves } moves
    }, { $is_optimal ->
        [true] the fewest
       *[false] at least { $lower_bound } needed
    }
    .turns = { $turns ->
        [one] { $turns } move
       *[other] { $turns } moves
    } ({ $metric }){ $is_shortest ->
        [true] , the fewest
       *[false] {""}
    }
    .pawns = { DECIMAL($sum) } pawns for White
    .line = { $mv }, { $score }
worth =
    .unknown = value not known
    .value = value { $value }
    .decided = { $expected ->
        [win] win
        [draw] draw
       *[loss] loss
    }{ $plies ->
        [none] {""}
        [1] {" "}in 1 ply
       *[other] {" "}in at most { $plies } plies
    }
light_up_mark = { $mark ->
    [bulb] a bulb
   *[crossed] no bulb
}
chess_term = { $letter }, { $letter ->
    [K] kings
    [Q] queens
    [R] rooks
    [B] bishops
    [N] knights
    [P] pawns
    [D] doubled pawns
    [S] blocked pawns
    [I] isolated pawns
   *[M] mobility
}: White { $white }, Black { $black }, worth { DECIMAL($weight) } each: adds { DECIMAL($value) }. Sum so far { DECIMAL($sum) }
trace_step = Step { $number }: { $act }{ $facts ->
    [none] {""}
   *[other] {" "}· { $facts }
}
# trace_facts: two facts about a step of a search, each of which may be two
trace_facts = { $first } · { $last }
trace_act = { $event ->
    [opened] { $is_game ->
        [true] expands a position
       *[false] expands
    }
    [tried] tries
    [followed] follows:
    [pruned] { $is_game ->
        [true] cut-off
       *[false] prunes
    }
    [failed] takes back
    [deepened] next iteration, deeper
    [found] { $is_game ->
        [true] principal variation
       *[false] solution
    }
    [ended] the game is over
    [evaluated] leaf: evaluated
    [remembered] table hit
    [returned] all moves searched
   *[simulated] playout
}{ $place ->
    [none] {""}
   *[other] {" "}{ $place }
}{ $content ->
    [none] {""}
   *[other] {" "}= { $content }
}
trace_fact =
    .depth = depth { $depth }
    .estimated = g = { $depth }, h = { $estimate }, f = { $total }
    .frontier = frontier { $waiting }
    .limit = limit { $limit }
    .cut = { $moves } not searched
    .window = window { $alpha ->
        [none] −∞
       *[other] { $alpha }
    } to { $beta ->
        [none] ∞
       *[other] { $beta }
    }
    .figure = { $name ->
        [positions] { $count ->
            [one] 1 position
           *[other] { $count } positions
        }
        [cut_offs] { $count ->
            [one] 1 cut-off
           *[other] { $count } cut-offs
        }
        [remembered] { $count } from the table
        [plies] { $count ->
            [one] 1 ply deep
           *[other] { $count } plies deep
        }
        [simulations] { $count ->
            [one] 1 simulation
           *[other] { $count } simulations
        }
        [won] { $count ->
            [0] this one was lost
            [500] this one was drawn
           *[other] this one was won
        }
        [phase] phase { $count }
        [axis] along axis { $count }
        [backwards] from the end backwards
        [tail] { $count ->
            [one] before a set last turn
           *[other] before { $count } set last turns
        }
       *[best] best so far { $count }
    }
hint_end =
    .nothing_left = nothing is left to do
    .grid_full = the grid is full
    .all_lit = all is lit
    .cube_solved = the cube is solved
    .game_over = the game is over
    .stuck = the known techniques lead no further
    .no_solution = there is no solution: { $why }
# move_score: a move with its score
# term: a term of an evaluation
answer_line =
    .no_answer = { $verdict ->
        [limit_reached] limit reached
       *[impossible] impossible
    }: { $why }
    .read_as = read as { $shape }{ $goal ->
        [none] {""}
        [open] , open tour
        [closed] , closed tour
       *[other] , goal { $goal }
    }
    .cost = { $method }: { $generated } generated, { $expanded } expanded, frontier { $frontier }, depth { $depth }, { DECIMAL($megabytes) } MB, { SECONDS($time_us) } s{ $prepared_us ->
        [0] {""}
       *[other] {" "}after { SECONDS($prepared_us) } s for tables
    }
    .no_solution = No solution
    .more_boards = … and { $boards ->
        [one] { $boards } more board
       *[other] { $boards } more boards
    }
    .another = not the only solution; another is
    .may_be_others = there may be other solutions
    .batch = { $questions } × { $puzzle }: { $solved } solved, { $impossible } impossible, { $limit_reached } stopped by a limit
    .legend = { $white }: White, { $black }: Black
    .to_move = { side } to move, { $score }
    .move_score = { $mv } { $score }
    .moves = moves: { $moves }
    .search_cost = { $method }, depth { $depth } (selective { $selective }): { $nodes } nodes, { $leaves } leaves, { $cut_offs } cut-offs, { $table_hits } table hits, { SECONDS($time_us) } s
    .verdict = { $verdict ->
        [solved] solved
        [impossible] impossible
       *[limit_reached] limit reached
    }
    .is_proven = { $yes ->
        [true] proved
       *[false] estimated
    }
    .term = { $letter } { $name }
    .sum = sum
    .sampled = The search had { $seen } steps. Shown: the first ones and an even sample of the rest, { $shown } in all.
    .not_watched = { $method } does not report its steps
    .series_title = { $puzzle }: what a search costs
    .iterations_title = { $game }: { $method } by depth
heading =
    .method = method
    .verdict = verdict
    .generated = generated
    .expanded = expanded
    .frontier = frontier
    .depth = depth
    .megabytes = MB
    .seconds = seconds
    .result = result
    .nodes = nodes
    .leaves = leaves
    .cut_offs = cut-offs
    .by_first = first-move cuts
    .table_hits = table hits
    .branching = branching
    .at = depth or size
    .solved = solved
    .worst = maximum
    .term = term
    .weight = weight
    .white = White
    .black = Black
    .value = value
    .cut_by_first = cut off by the first move
    .branching_factor = effective branching factor
    .states_created = states created
    .fewest_moves = fewest moves
    .depth_in_plies = depth in plies
    .size = size
taquin_step = slide { $tile } { $blank ->
    [U] down
    [D] up
    [L] to the right
   *[R] to the left
}: { $because }
tour_step =
    .go_to = go to { $square }: { $because }
    .go_back = no tour continues from { $last }; go back to { $square }, square number { $to }
game_hint = play { $mv }: { $reason ->
    [completes] it completes a line and wins immediately
    [stops] it stops a line; after any other move the opponent wins immediately, such as with { $reply }
    [only-win] it alone wins, in { $plies } plies however the opponent plays
    [wins] it wins in { $plies } plies however the opponent plays, and no move wins sooner
    [only-draw] it is the only move that does not lose
    [draws] it holds the draw, as { $as_good } of { $moves } moves do
   *[delays] every move loses, and after this one it takes longest, { $plies } plies
}
cube_hint = turn { $mv }: { $follow ->
    [0] that solves it
    [one] then 1 more turn solves it
   *[other] then { $follow } more turns solve it
}, and { $reason ->
    [shortest] no way is shorter
   *[shortest-known] there may be a shorter way
}{ $phase ->
    [1] { $first_phase ->
        [1] ; with it phase 1 is over: every piece is turned the right way, and the middle slice has its own edges
       *[other] ; it serves phase 1, which is over after { $first_phase } turns: every piece is turned the right way, and the middle slice has its own edges
    }
    [2] ; it serves phase 2, which puts the pieces in their places and turns none the wrong way
   *[none] {""}
}

## Storage

storage_trouble =
    .closed = the storage is closed
    .no_thread = no thread for the storage
    .no_random_bytes = the system has no random bytes
    .not_opened = the storage was not opened
    .not_unpacked = a packed log cannot be read
    .folder_not_made = cannot make the folder { $folder }
    .is_a_file = { $file } is a file: name a folder by `--data`
    .cannot_open = cannot open { $file }
    .cannot_lock = cannot lock { $file }
    .cannot_sync = cannot sync { $file }
    .cannot_write = cannot write { $file }
    .cannot_move = cannot move { $file }
    .not_read = the disk does not read { $file } now; nothing says that it is damaged
    .no_file = the file { $file } does not exist
    .file_there = { $file } is there already: a backup goes into a new file
    .name_not_text = the name of a backup must be text
    .unsound = { $file } is damaged (SQLite: { $why })
    .foreign = { $file } is not a backup of a referee: it has a { $kind } `{ $name }`, which this program does not make
    .not_a_backup = { $file } is not a backup of a referee
    .another_referee = another referee runs in { $folder }: stop it, or name another folder by `--data`
    .node_referees = node `{ $name }` referees in { $place }, or did so a few seconds ago
    .stored_nowhere = `memory` stores nothing: name the folder of a referee by `--data`
    .backed_up_by_database = a database is backed up with `pg_dump`, or copied into a folder with `arbitre move-store`
    .restored_by_database = a database is restored with `pg_restore`, or copied into a folder with `arbitre move-store`
    .not_empty = the destination is not empty
    .moved_otherwise = { $part ->
        [tournaments] a tournament or its log
        [matches] a match after number { $number } or its log
        [tokens] the tokens, the key of the tokens of classes or the rehearsals
       *[jobs] a job after number { $number }
    } reads otherwise where it was moved to
    .half_moved = { $place } holds only a part of what `arbitre move-store` was moving there when it broke off: { $remedy }, and move again
    .too_old = the tables are of version { $found }, and this program knows versions { $first } to { $latest }: a program from before 0.1.0 has made them, and nothing of it is read; begin with an empty folder (`--data`) or database
    .too_new = the tables are of version { $found }, and this program knows versions { $first } to { $latest }: a later program has made them
    .no_version = the tables are of version { $found }, and this program knows versions { $first } to { $latest }: no program has made them
    .stopped_unwritten = the referee stopped while this could not be written: { $why }
    .damaged_database = the database is damaged: { remedy }
    .damaged_file = { $file } is damaged ({ $flaw }): { remedy }
    .sqlite = SQLite
    .log_full = the write-ahead log is full, and another process reads the database
    .log_not_emptied = the write-ahead log cannot be emptied
    .lost = { $file } { $how } while the referee used it: moves that were accepted would be missing after a restart. The referee stops. Find out what changes the files in this folder, then start the referee again; if games are missing, stop it and restore the last backup with `arbitre restore FILE`
    .not_verified = { $file } cannot be verified
    .unread_message = a stored message cannot be read: { $text }
    .unread_line = a line of a log cannot be read: { $text }
    .wrong_column = `{ $value }` is not a { $of }
    .no_beginning = match { $game } has no beginning
    .unread_match = match { $game } cannot be read: { $why }
    .archive_not_read = the temporary file of an archive cannot be read
    .archive_not_stored = the temporary file of an archive cannot be written
    .line_out_of_order = line { $line } of match { $game } does not follow the last line
    .tournament_line_out_of_order = line { $line } of tournament { $id } does not follow the last line
    .lines_out_of_order = of { $lines } lines, some do not follow the last line of their log
    .not_running = { $game ->
        [none] one of the matches does not exist, or has ended
       *[other] match { $game } does not exist, or has ended
    }
    .not_packable = match { $game } has no log to pack
    .no_tournament = there is no tournament { $id }
    .database_silent = the database does not answer
    .term_given_up = this node has given up its term: another referees, or soon will
remedy = stop the referee, copy its folder, and put the last backup in its place with `arbitre restore FILE`; tournaments can be exported before that, as long as they can be read
lost_file =
    .replaced = was replaced by another file
    .deleted = was deleted or moved away
    .overwritten = was cut or overwritten
# withdrawal: why a person withdrew a bot
withdrawal = { $text }
suspension =
    .closed_by_operator = an operator has closed it
pooler = a pooler such as pgbouncer stands between, and leaves out what a connection asks for (`options`). Connect to PostgreSQL itself: nodes and workers keep few connections, which hold locks and listen, as a pooler in transaction mode does not allow (docs/scaling.md)
low_space = little disk space is left: { $mebibytes } MiB in { $folder }; when there is none, games wait with stopped clocks until there is
log_position = batch { $batch } of term { $term }
setback = the database is behind what it acknowledged: it is at { $now }, and this node has seen { $before }. It has failed over to a replica that lagged, or was restored from a backup; what was accepted in between is lost. Compare the games and tournaments with what players and organisers have, and set up synchronous replication (docs/scaling.md)
lease_lost =
    .row_deleted = the row of the table `lease` is deleted: this node gives up its term, and the node that takes the next one inserts the row again
    .superseded = `{ $name }` has term { $term }, so this node, which had term { $own }, no longer referees
    .setback = the database has lost what was written in the term of this node after batch { $batch }: this node gives up its term
    .other_writer = another process has written batch { $batch } in the term of this node, which gives it up
    .expired = the lease of this node has expired without an answer from the database, and another node may have taken it
    .later_term = another node has seen term { $term }, and this node has term { $own }
database_trouble =
    .no_connections = no connections
    .pooler = { pooler }
    .other_search_path = a connection for the schema `{ $schema }` has the search_path `{ $path }`: { pooler }
    .nothing = no referee has stored anything in { $place } yet: start one first
    .no_schema_right = the user may not make the schema `{ $schema }`: GRANT CREATE ON DATABASE, or make it his
    .no_table_right = the user `{ $user }` may not make tables in the schema `{ $schema }`: GRANT ALL ON SCHEMA { $schema } TO { $user }, or make it his
    .no_data_right = the user `{ $user }` may not read and write `{ $table }` in the schema `{ $schema }`: GRANT ALL ON ALL TABLES IN SCHEMA { $schema } TO { $user }, and GRANT ALL ON ALL SEQUENCES IN SCHEMA { $schema } TO { $user }
    .other_tables = the table `versions` is not one that this program made
    .older_tables = the tables are of an earlier version: restart the referee with this one first, which brings them up to date
    .no_certificates = no certificate is known to check the database's against: name a file of them with sslrootcert=FILE
    .no_tls = no TLS
    .unread_certificates = no certificate or key can be read from { $file }
    .own_certificate = the key of sslkey does not fit the certificate of sslcert
# unreadable: what is wrong with an address, in the parser's own words
database_address =
    .beginning = that does not begin with postgres://
    .password = a `@` or `?` of the password is written %40 or %3F
    .ssl_mode = `sslmode={ $mode }` is none of disable, prefer, require, verify-ca and verify-full
    .own_certificate = sslcert=FILE and sslkey=FILE go together
    .schema = `{ $schema }` is not a schema: 1 to { $most } of a-z, 0-9 and _, a letter first, and not pg_
    .no_host = it names no host
    .unreadable = { $why }
database_url = { $why }; an address is written postgres://USER:PASSWORD@HOST:5432/DATABASE?schema=NAME
store_file =
    .unread = it cannot be read: { $source }

## [page] The site

page-counts =
    .games = { $games ->
        [one] { NUMBER($games) } game
       *[other] { NUMBER($games) } games
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
        [one] { NUMBER($plies) } ply
       *[other] { NUMBER($plies) } plies
    }
    .moves = { $moves ->
        [one] { NUMBER($moves) } move
       *[other] { NUMBER($moves) } moves
    }
    .turns = { $turns ->
        [one] { NUMBER($turns) } turn
       *[other] { NUMBER($turns) } turns
    }
page =
    .white = White
    .black = Black
    .tagline = Tournament referee for bots
    .skip = Skip to the content
    .language = Language
    .navigation = Main menu
    .silent = The referee does not answer. This page is frozen and reconnects…
    .notFound = Page not found.
    .notFoundHint = Check the address. The page may be on another referee.
    .loading = Loading…
    .suspended = Suspended after an error: { $why }. An operator can resume or finish it.
    .incomplete = The log ends early: { $why }.
    .more = Show more
    .cancel = Cancel
    .copy = Copy
    .copied = Copied
    .connect = Connect your bot
    .quiet = No game is running.
    .quietHint = A game starts when two bots seek one. Connect yours: a few lines are enough.
    .otherGames = Other games
    .moreBoards = More boards
    .allRunning = List of all running games
    .nextGames = Next games
    .awayNow = Not connected: { $names }
    .stillFor = No move for { $length }
    .game = Game { $game }
    .gameOf = Game { $game }: { $white } against { $black }
    .back = All games
    .backToFound = Back to results
    .olderGame = ← earlier
    .newerGame = later →
    .missing = Game { $game } not found.
    .openGame = Open the game
    .winner = winner
    .waiting = Waiting for both players
    .waitingFor = Waiting for { $names }
    .toMove = { side } to move
    .afterPlies = { $ply ->
        [0] Before the first move
       *[other] After ply { $ply }
    }
    .online = connected
    .offline = not connected
    .clockOf = { side }’s clock
    .thisMove = move: { $text }
    .leftThisMove = move: { $text } left
    .arrived = { NUMBER($count) } arrived
    .captured = { NUMBER($count) } captured
    .depth = depth { $depth }
    .valuation = own score { $score }
    .unreadable = This position cannot be drawn:
    .announceMove = { side }: { $text }, { $charged }.
    .announceUntimed = { side }: { $text }.
    .announceStart = The position before the first move.
    .moves = Moves
    .noMoves = No move yet.
    .pass = passes
    .takes = captures
    .replay = Replay
    .first = First position
    .previous = Previous move
    .playBack = Play
    .pause = Pause
    .next = Next move
    .last = Last position
    .follow = Live
    .backToLive = Back to the live position
    .slider = Move shown
    .sliderValue = { $ply } of { $total }
    .keys = Keys: ← → previous and next move, Home, End, space to play, f to flip the board.
    .speed = Speed
    .flip = Flip board
    .hideAhead = Hide later moves
    .sound = Sound
    .timeline = Time per move
    .wholeGraph = Show the whole game
    .scoreGraph = Evaluation by both bots: above the line White is better
    .opening = Random opening
    .openingHint = Played before the first move, the same for all games of the encounter.
    .lineOfPlay = Expected line
    .backToGame = Back to the game
    .aboutGame = About the game
    .details = Details
    .charts = Charts
    .evidence = Time of this move
    .charged = Charged
    .roundTrip = Round trip
    .sentAt = Turn sent (since the game was created)
    .receivedAt = Move received
    .lagCompensation = Lag compensation
    .stall = Stall of the referee
    .clocksAfter = Clocks after the move
    .nodes = Nodes searched
    .depthName = Depth
    .scoreName = Score
    .lagCompensationLimits = Lag compensation: up to { $each } per move and { $total } per game, the same for both.
    .struck = { side }: { $text } is illegal; { $left ->
        [0] the next illegal move loses
        [one] 1 strike left
       *[other] { $left } strikes left
    }
    .stalled = The referee stalled for { $length }; no clock is charged
    .restarted = The referee restarted; the clock of this turn was reset
    .wentOffline = { $name } lost the connection
    .cameOnline = { $name } is connected
    .locale = en-GB
    .units = B, KiB, MiB, GiB, TiB
    .wins = { $name } wins
    .decided = { $action }: { $why }
    .noTimeLimit = no time limit
    .timeEach = { $time } each
    .timeIncrement = +{ NUMBER($seconds) } s a move
    .timePerMove = at most { NUMBER($seconds) } s a move
    .foreseesWin = wins within { page-counts.plies }
    .foreseesLoss = loses within { page-counts.plies }
    .boardOf = Board. White: { $white }. Black: { $black }.
    .boardArrived = Arrived: { $arrived }.
    .boardEmpty = none
    .refusedField = { $field }: { $why }
    .yes = yes
    .no = no
page-result =
    .white = White wins
    .black = Black wins
    .draw = A draw
    .void = No result
page-places =
    .live = Live
    .tournaments = Tournaments
    .games = Games
    .bots = Bots
    .play = Play
    .analyse = Analyse
    .puzzles = Puzzles
    .docs = Docs
    .desk = Desk
page-comes =
    .open = Not started; { page-counts.bots } entered.
    .paused = Paused: no game begins until it is resumed.
    .freeBots = Free bots are paired immediately.
    .dailyLimit = Free bots are paired immediately; encounters per bot and day: at most { NUMBER($daily) }.
    .nextRound = Round { $next } of { $rounds } starts after round { $round }; { page-counts.games } still running.
    .last = Last games: { NUMBER($games) } running.
page-projector =
    .title = Projector
    .keys = → next · Esc to leave
    .connectHint = Open this address or scan the code.
    .code = QR code of { $address }
page-columns =
    .game = No.
    .kind = Game
    .white = White
    .black = Black
    .result = Result
    .reason = Reason
    .length = Plies
    .tournament = Tournament
    .made = Date
page-statuses =
    .waiting = waiting
    .playing = playing
    .running = running
    .over = over
    .pending = pending
    .dropped = not played
page-games =
    .find = Find games
    .game = Game
    .search = Search
    .clear = Clear
    .any = any
    .none = No game matches.
    .bot = Bot
    .opponent = Opponent
    .result = Result
    .reason = Reason
    .status = Status
    .tournament = Tournament (number)
    .since = From
    .until = To
    .least_plies = Minimum plies
    .most_plies = Maximum plies
    .won = The bot won
    .lost = The bot lost
page-reasons =
    .rules = by the rules
    .illegal_move = illegal move
    .time = out of time
    .resigned = resignation
    .no_show = no-show
    .both_no_show = both absent
    .absent = disconnected too long
    .both_absent = both disconnected
    .left = a player left
    .annulled = annulled
    .adjudicated = operator’s decision
page-share =
    .title = Share
    .link = Copy link
    .position = Copy position
    .moves = Copy moves
    .text = Copy text
    .embed = Copy embed code
    .picture = Picture (SVG)
    .animation = Animation (SVG)
    .pgn = PGN
    .json = JSON
    .file = Text file
page-docs =
    .api = REST interface
    .inEnglish = This page is in English only.
    .table = Table
    .token = A token may be needed: `Authorization: Bearer TOKEN`.
    .example = Example
page-gameNames =
    .knights = Knights
    .connect-four = Connect Four
    .tic-tac-toe = Tic-tac-toe

## [page] Tournaments

page-tournament =
    .one = Tournament { $number }
    .missing = Tournament { $number } not found.
    .none = No tournaments yet.
    .number = No.
    .name = Name
    .stage = Stage
    .standings = Standings
    .crosstable = Crosstable
    .bracket = Bracket
    .rounds = Rounds
    .games = Games
    .liveHere = Live games
    .decisions = Operator’s decisions
    .absent = Not connected
    .files = Download
    .print = Print
    .unfold = More columns
    .wholeTable = All { NUMBER($count) } places
    .fold = Fewer columns
    .form = Last results
    .formTitle = Latest games, the most recent on the right; no frame: forfeit
    .ofEncounters = Encounters, not games
    .decision = Game { $game } ({ $white } – { $black }): { $action }: { $why }
    .report = FIDE report file (TRF)
    .gamesText = Games (text)
    .gamesPgn = Games (PGN)
    .archive = The whole tournament (archive)
    .progress = Finished games
    .progressOf = { NUMBER($over) } of { page-counts.games } finished
    .progressSoFar = { page-counts.games } finished so far, { NUMBER($running) } running
    .expectedEnd = estimated end: about { $moment }
    .roundOf = Round { $round } of { $rounds }
    .roundTitle = Round { $round }
    .roundShort = R{ $round }
    .perEncounter = { page-counts.games } per encounter
    .inRounds = { $count ->
        [one] { NUMBER($count) } round
       *[other] { NUMBER($count) } rounds
    }
    .stageOf = { $left ->
        [1] Final
        [2] Semi-finals
        [3] Quarter-finals
       *[other] Last { $players }
    }
    .startsIn = Starts in { $time }
    .startsAt = Planned start: { $moment }
    .rollCall = { NUMBER($here) } of { page-counts.bots } connected
    .canWin = Can still win:
    .canWinOf = { NUMBER($count) } of { page-counts.bots }
    .podium = Podium
    .nobodyWon = No game was played, so there is no winner.
    .tieBroken = { $first } is first by { $criterion }{ $one ->
        [none] {""}
       *[other] {" "}({ $one } to { $other })
    }; { $others } also { $bots ->
        [one] has
       *[other] have
    } { page-counts.points }.
    .finalWon = { $winner } won the final { $why }.
    .decisive = Decisive game: { $white } – { $black } { $score }
    .entrants = { $count ->
        [one] { NUMBER($count) } entrant
       *[other] { NUMBER($count) } entrants
    }
    .moreGames = and { page-counts.games } more
    .rank = Rank
    .rankShort = #
    .bot = Bot
    .points = Points
    .won = Won
    .drawn = Drawn
    .lost = Lost
    .interval = 95 % interval
    .superior = Stronger than the next
    .notSeparable = not significantly different
    .ratingNote = Won, drawn and lost count encounters; last results show games, without a frame for forfeits. Elo is fitted jointly over all games, relative to the average entrant. ≈: not significantly different from the next bot.
    .byes = byes: { $count }
    .halfPointByes = half-point byes: { $count }
    .forfeitNote = F: won or lost by forfeit. A bye scores as a win and has no cell.
    .withdrawn = withdrawn
    .version = version { $version }
    .annulled = games annulled
    .up = Places gained: { $places }
    .down = Places lost: { $places }
    .soFar = { page-counts.points } from running encounters ({ $over } of { page-counts.games } finished); not counted yet
    .tooFew = too few games
    .champion = Winner
    .wonBy = won by { $winner }
    .notCounted = not counted yet
    .countNote = Points count when all games of an encounter are finished. Points after + are from running encounters; their games have a dashed frame.
    .inEncounter = game { $number } of { $all } of the encounter
    .scoreBefore = score before: { $white } { NUMBER($points) } – { NUMBER($others) } { $black }
    .formOf = { $kind ->
        [win] Won against { $opponent }
        [draw] Drew with { $opponent }
       *[loss] Lost to { $opponent }
    }
    .cell = { $bot } against { $opponent }: { NUMBER($points) } in { page-counts.games }
    .open = open
    .leftBecause = { $bot } withdrawn: { $why }
    .perGame = { $game } per game
page-tournament-formLetters =
    .win = W
    .draw = D
    .loss = L
page-tournament-advances =
    .points = on points
    .tie_break = after tie-break games
    .seed = tied; the higher seed advances
    .forfeit = by forfeit
    .bye = bye
page-tournament-actions =
    .adjudicate = adjudicated
    .annul = annulled
    .replay = replayed

## [page] Analysis, play, reviews

page-analyse =
    .intro = Play moves, edit the position, or paste one. Scores are from White’s point of view.
    .engine = Engine
    .fromStart = From the start
    .setUp = On the board
    .clear = Clear board
    .otherSide = Switch side to move
    .paste = Position, moves or game
    .pasteHint = A position in the referee’s notation, the course’s board file, moves from the current position, or a numbered game.
    .stoppedAt = Move { $number }, { $move }, is not legal; the moves before it are on the board.
    .take = Load
    .unreadable = Not a position of this game. Example: { $example }
    .waits = Waiting for a free thread: { $ahead ->
        [0] your request is the next.
        [one] one request is before yours.
       *[other] { $ahead } requests are before yours.
    }
    .account = Depth { $depth } · { $nodes } positions · { $time }
page-analyse-tools =
    .move = play a move
    .white = place a white knight
    .black = place a black knight
    .none = remove
page-play =
    .title = Play
    .intro = Play against a connected bot, practise against an engine, or send a link to a friend. Illegal moves are explained and cost nothing.
    .board = Board: arrow keys to move, Enter or Space to select
    .cannot = { $move } is not legal: { $why }.
    .pass = Pass: no other legal move
    .backToNow = Back to the game
    .yourTurn = Your turn
    .theirTurn = Your opponent is thinking
    .you = You
    .opponent = Opponent
    .botsHere = Connected bots
    .botHint = A practice game: unrated, stored in the list of games.
    .practice = Practice with take-backs
    .practiceHint = On this page only: no clock, not stored.
    .people = A friend
    .byLink = Play with a friend
    .byLinkHint = You get a link to send. The game begins when your friend opens it.
    .seat = Your side
    .randomSide = Random
    .time = Time
    .name = Your name
    .nameHint = 1 to 40 letters, digits, spaces or _ - . ’. It appears in the list of games.
    .withToken = Token, if the referee asks for one
    .token = Token
    .tokenHint = From the operator. Only this tab stores it.
    .begin = Play
    .invitedBy = Play against { $name }
    .asking = Asking { $name }…
    .goesOn = A game is running under this name, with its clock. Finish or resign it first.
    .seatedAs = You are { $name }
    .waitingForGuest = Waiting for your opponent
    .linkHint = Send this link and keep this page open: the game begins here when your opponent joins.
    .link = Link to the game
    .copyLink = Copy the link
    .stopWaiting = Stop waiting
    .offered = { $name } challenges you.
    .resign = Resign
    .reallyResign = Resign this game?
    .rematch = Rematch, colours switched
    .another = New game
    .lookAtGame = View this game
    .takeBack = Take back
    .againstThisBot = Play against this bot
    .isFree = “{ $name }” is free.
page-play-engines =
    .greedy = Level 1: looks one ply ahead
    .two = Level 2: looks two plies ahead
    .four = Level 3: looks four plies ahead
    .eight = Level 4: looks eight plies ahead
    .best = Full strength
page-play-closed =
    .name_taken = This name, or one that looks like it, is in use.
    .refused = Playing under this name takes its own token: check the name and the token.
    .bad_hello = Invalid name: 1 to 40 letters, digits, spaces or _ - . ’, with a letter or a digit at both ends.
    .superseded = You are playing under this name in another window.
    .full = No free connection for players without a token. Try again later.
    .flood = The referee closed the connection: too many messages.
page-play-places =
    .column = Column { $column }
    .white = white
    .black = black
    .empty = empty
    .takes = can be captured
    .reaches = can be reached
page-play-styles =
    .greedy = looks one move ahead
    .mcts = plays well
    .alphabeta = plays very well
    .perfect = plays perfectly
page-review =
    .title = Review
    .ask = Review this game
    .playOn = Play from here
    .queued = Waiting for other reviews…
    .working = Reviewing: { $nodes } nodes so far…
    .side = Side
    .accuracy = Accuracy
    .inaccuracies = Inaccuracies
    .mistakes = Mistakes
    .blunders = Blunders
    .chances = White’s winning chances; dots mark mistakes
    .lostAt = { $bot } lost at move { $number }: { $move } gave away { $kind ->
        [win] a win
        [level] a level game
       *[chance] the last chances
    }; { $best } held.
    .better = Better move
    .wrong = Refutation
    .how = Each position was searched with { $nodes } nodes. Winning chances are fitted to the engine’s games against itself; a draw counts as half a win.
page-review-marks =
    .inaccuracy = inaccuracy
    .mistake = mistake
    .blunder = blunder

## [page] Bots

page-bots =
    .leaderboard = Leaderboard
    .connected = Connected
    .filter = Find a bot
    .rating = Rating
    .place = Place
    .record = Won – drawn – lost
    .stillCounting = Ratings are being computed after a restart. Finished tournaments to go: { $count }.
    .noRatings = No ratings yet. They come from finished rated tournaments.
    .noBots = No bot is connected.
    .ratingNote = Glicko-2 over all finished rated tournaments; ± is the 95 % interval.
    .ofBots = of { NUMBER($count) }
    .missing = No bot named { $bot } has played here or is connected.
    .playing = playing
    .seeking = seeking a game
    .mine = My bot
    .idle = idle
    .byOpponent = By opponent
    .bySeat = By colour
    .lossesByReason = Losses by reason
    .recent = Recent games
    .versions = Versions
    .version = { $version } (from { $since })
    .dropAt = { $length } into the game
    .compare = Compare
    .headToHeads = Head to head
    .slowest = Slowest moves
    .drops = Connections lost during games
    .connections = Recent connections
    .allGames = All games
    .share = Share
    .headToHead = head to head
    .neverMet = No games between them.
    .curve = Rating from { $from } to { $to }; tournaments: { $count }
    .point = { $name }: { $rating } ± { $interval }
    .recordText = { $won } won, { $drawn } drawn, { $lost } lost
    .moveOf = { $move }, game { $game }
    .with = { $bot } with { $seat }
    .unknownVersion = unknown version
page-bots-connectionEnds =
    .closed = closed by the bot
    .gone = lost
    .superseded = replaced by a newer connection
    .too_slow = did not read messages
    .silent = did not answer pings
    .flood = sent too many messages
    .stopping = the referee stopped
    .binary = sent binary frames
    .too_big = sent a message that is too long
    .not_utf8 = sent invalid UTF-8
    .bad_frame = sent a malformed frame

## [page] The desk

page-desk =
    .title = Teacher’s desk
    .explain = The desk is for operators. Enter an operator’s token; only this tab stores it.
    .noToken = No token? Run this where the referee runs:
    .token = Operator’s token
    .enter = Log in
    .leave = Log out
    .badToken = This token is not valid.
    .botToken = This is the token of the bot { $bot }; the desk needs an operator’s token.
    .openHint = Everyone on this machine can organise; tokens need an operator’s token.
    .look = View the tournament
    .rollCall = Roll call
    .newVersion = version { $version }, after { $earlier }
    .turnedAway = refused { $times ->
        [one] once
       *[other] { $times } times
    }: no valid token
    .present = { $here } of { $all } connected
    .withdraw = Withdraw
    .decisions = Decide a game
    .withdrawTitle = Withdraw { $bot }?
    .withdrawWhyHint = After the start, the reason appears in the log and the table.
    .withdrawn = { $bot } is withdrawn.
    .withBeside = And all bots from the same address
    .ghosts = Withdraw { page-counts.bots } that never connected
    .ghostsGone = Bots that never connected are withdrawn.
    .tooLong = Up to { page-counts.games } and { NUMBER($hours) } h, if every player uses all its time. Check the entrants.
    .enterBot = Enter
    .entered = { $bot } is entered.
    .excuse = Give a bye
    .byeRound = Round
    .byeHint = A round that is not paired yet.
    .byeWorth = Worth
    .excused = { $bot } sits out round { $round }.
    .notExcused = { $bot } plays in round { $round }.
    .fromFile = From a file
    .planText = A plan (TOML)
    .planHint = The same file as for the command line, with all settings. See the tournament documentation.
    .archiveFile = An archive
    .archiveHint = From “Download” of a tournament; every game is checked against the rules.
    .importArchive = Import
    .simulate = To simulate a plan with bundled bots, and to estimate its duration, run on another machine:
    .pairTitle = Check the pairings of a report file
    .pairText = Report file (TRF), pasted
    .pairFile = Or a file
    .pairHint = From any program. Checks each round against FIDE’s Dutch system and pairs the next round. Nothing is stored.
    .pairDo = Check the pairings
    .pairSame = follows the Dutch system of 2025
    .pairOther = differs from the Dutch system of 2025, which gives:
    .pairNext = next
    .pairNone = The file has no rounds, and none to pair.
    .unknownForbidden = In a forbidden pairing, but not entered: { $bot }
    .nearest = unknown; { $bot }?
    .merge = Enter { $bot } instead
    .tickAll = Select all but the bundled bots
    .notEntered = Connected, not entered:
    .houseBot = (bundled bot)
    .houseBots = Bundled bots
    .rehearsed = rehearsed
    .failed = failed steps: { $steps }
    .startWithout = { $count ->
        [one] One entrant is not connected.
       *[other] { NUMBER($count) } entrants are not connected.
    } Start nevertheless?
    .game = Game
    .gameHint = Its number in the list of rounds, such as 12.2: the second game of encounter 12.
    .action = Action
    .whyHint = It appears in the log and the table.
    .decide = Decide
    .decided = Decided.
    .matches = Single games
    .makeMatch = Create a game
    .decideMatch = End a game
    .matchNumber = Game (number)
    .pinTitle = Feature a game
    .pin = Feature
    .pinHint = Empty: chosen automatically.
    .pinned = Game { $game } is featured.
    .unpinned = The featured game is chosen automatically.
    .tokens = Tokens
    .mint = Mint a token
    .mintOperator = Mint an operator’s token
    .team = Team
    .teamHint = Members of a team can act for all its bots.
    .mintClass = Tokens for a class
    .classList = Class list (CSV)
    .classHint = The first line names the columns: name,team. The same list gives the same tokens.
    .tokenList = Valid tokens
    .toHandOut = Hand out:
    .shownOnce = Shown only once:
    .operatorToken = operator
    .revoke = Revoke
    .rotate = Replace
    .rotateAsk = Replace the token of { $bot }? The old token becomes invalid.
    .revokeAsk = Revoke the token of { $bot }?
    .revoked = The token is revoked.
    .machine = The machine
    .diskFree = Disk free
    .diskUsed = Disk used
    .memory = Memory used
    .memoryFree = Memory free
    .load = Load
    .loadOf = { $load }, processors: { $processors }
    .connections = Connections
    .running = Running games
    .jobs = Jobs
    .jobsOf = { $running } running, { $waiting } waiting
    .longestStep = Longest event-loop step
    .since = since { $moment }
    .unreached = other nodes cannot reach it at { $address }
    .trouble = Storage is not writable: { $why }
    .warning = The storage has lost data: { $what }
page-desk-attendance =
    .unknown = unknown name
    .other_game = plays other games
page-desk-withdrawMeans =
    .unentered = The tournament has not started: the bot is removed and can be entered again.
    .mayReturn = It forfeits its running and paired games. If it is entered again under the same name, it continues as the same player from the next pairing; missed rounds score nothing.
    .mayBeAnnulled = It forfeits its remaining games and cannot return. If it has played fewer than half of its games, they are void.
    .final = It forfeits its remaining games and cannot return.
page-desk-acts =
    .start = Start
    .pause = Pause
    .resume = Resume
    .finish = Finish now
    .archive = Archive
    .delete = Delete
page-desk-byes =
    .zero_point = no points
    .half_point = half a point, if the plan allows it
    .none = cancel the bye
page-desk-done =
    .start = Started.
    .pause = Paused: no new game begins.
    .resume = Resumed.
    .over = Nothing is left to play: it is finished.
    .finish = Finished.
    .archive = Archived.
    .delete = Deleted.
page-desk-sure =
    .finish = Finish the tournament now? Unfinished games are void.
    .delete = Delete the tournament? No game has been played in it.
page-desk-actions =
    .adjudicate = adjudicate: set the result
    .annul = annul: the game is void
    .replay = replay: play it again
page-desk-role =
    .referees = refereeing
    .stands_by = standby
    .works = worker
    .gone = not responding
page-desk-plan =
    .title = New tournament
    .create = Create
    .made = { $name } created
    .more = More
    .criterion = Tie-break { $place }
    .none = none
page-desk-plan-values =
    .rated = rated
    .practice = practice
    .baku = Baku (FIDE C.04.7)
    .open = every bot
    .token = bots with a token
    .list = no one else
page-desk-plan-name = Name
    .hint = As shown on the site.
page-desk-plan-starts = Planned start
    .hint = Shown with a countdown: 2027-01-15T14:00, in the referee’s time zone.
page-desk-plan-game = Game
page-desk-plan-format = Format
page-desk-plan-entrants = Entrants
    .hint = One bot per line; after a semicolon a rating for the seeding: ann; 1500. Others can enter until the start.
page-desk-plan-entrants_from = Best of a tournament
    .hint = Its number and how many of its table take part, seeded by their places: 3; 8.
page-desk-plan-time = Time
    .hint = Empty: the referee’s own, 360s unless it was started with --time. 60s+1s: sixty seconds each, plus one per move; 60s/5s: at most 5 s per move; unlimited.
page-desk-plan-games = Games per encounter
    .hint = From the same opening, with alternating colours.
page-desk-plan-rounds = Rounds
    .hint = Empty: chosen by the number of entrants.
page-desk-plan-cycles = Cycles
    .hint = How often each pair meets.
page-desk-plan-challengers = Challengers
    .hint = Number of first entrants that meet all others.
page-desk-plan-duration = Duration
    .hint = How long bots are paired: 90min. A ladder without it runs until it is finished.
page-desk-plan-elo0 = Elo 0
    .hint = Null hypothesis: stronger by at most this.
page-desk-plan-elo1 = Elo 1
    .hint = Alternative hypothesis: stronger by at least this.
page-desk-plan-daily = Encounters per day
    .hint = Limit for each bot.
page-desk-plan-zone = Time zone
    .hint = Days begin at midnight in this zone: Europe/Brussels. Empty: the referee’s zone.
page-desk-plan-play = Rated
    .hint = Practice: no time limit, illegal moves forgiven, no rating.
page-desk-plan-concurrency = Concurrent games
    .hint = Limit for the tournament.
page-desk-plan-games_per_bot = Concurrent games per bot
    .hint = Limit for each bot.
page-desk-plan-openings = Opening plies
    .hint = Random plies before the first move, in games that have openings.
page-desk-plan-strikes = Illegal moves forgiven
    .hint = Empty: none in rated games, three in practice.
page-desk-plan-ready_timeout = Ready timeout
    .hint = How long a game waits for its bots: 60s.
page-desk-plan-entry = Entry
    .hint = Who can enter besides the bots above. You can enter any bot.
page-desk-plan-capacity = Places
    .hint = Limit of entrants. Empty: the limit of the format.
page-desk-plan-absences = Absences
    .hint = A bot that misses this many games is withdrawn. Empty: after two rounds of a Swiss, otherwise never.
page-desk-plan-criteria = Tie-breaks
    .hint = In this order; empty: the default of the format. The tournament documentation defines them.
page-desk-plan-tie_breaks = Tie-break pairs
    .hint = Extra pairs of games before the seed decides.
page-desk-plan-accelerated = Acceleration
    .hint = Baku: in the first half of the rounds the stronger half has virtual points, so that its bots meet earlier.
page-desk-plan-forbidden = Forbidden pairings
    .hint = One group per line, separated by commas. Two bots of a group meet only if the round cannot be paired otherwise. For teams.
page-desk-plan-half_point_byes = Half-point byes
    .hint = Limit for each bot.
page-desk-plan-alpha = Alpha
    .hint = Probability of a false positive.
page-desk-plan-beta = Beta
    .hint = Probability of a false negative.
page-desk-plan-rehearsed = Rehearsal required
    .hint = Every bot must have passed arbitre doctor --report before the start. Knights only.
page-desk-plan-seed = Seed
    .hint = The same seed gives the same openings and pairings. Empty: random.
page-desk-plan-formats =
    .round_robin = All meet all: the fairest and the longest.
    .gauntlet = The first entrants meet all others.
    .swiss = Each round pairs bots with equal scores: for a class in one afternoon.
    .knockout = The loser is eliminated. Seeded by rating.
    .arena = Free bots are paired immediately until time is up.
    .sprt = Two bots play until a sequential test decides whether the first is stronger.
    .ladder = Runs for weeks: connected bots are paired with bots of similar rating. Each version of a bot has its own rating.
page-desk-plan-criterionNames =
    .DE = direct encounter
    .WIN = rounds won
    .WON = encounters won over the board
    .BPG = games with Black
    .BWG = wins with Black
    .REP = rounds attended
    .PS = progressive score
    .KS = points against the better half (Koya)
    .BH = opponents’ points (Buchholz)
    .BH-C1 = Buchholz without the lowest
    .BH-C2 = Buchholz without the two lowest
    .BH-M1 = Buchholz without lowest and highest
    .BH-M2 = Buchholz without two of each
    .SB = Sonneborn-Berger
    .SB-C1 = Sonneborn-Berger without the weakest

## [page: puzzles] Puzzles

# faces, colours: of the faces U R F D L B
# pieces: K Q R B N P, then k q r b n p
# chessTerms: K Q R B N P D S I M
page-puzzles =
    .faces = top, right, front, bottom, left, back
    .cubeKeys = Cube: U R F D L B turn a face, with Shift the other way; arrow keys turn the view
    .cubeHelp = Drag a sticker to turn its layer, drag beside the cube to look around.
    .cubeKeyHelp = Keys: U R F D L B, with Shift the other way; { $others }; arrow keys look around.
    .turns = Turns
    .turnNamed = { $turn }: { $face } face { $way }
    .notation = Moves in notation
    .noTurns = Not a list of turns: write U R F D L B, each alone or with 2 or ’, such as R U R’ U2.
    .cubeOffer = Put the pieces right, and play
    .solvable = Solvable in { page-counts.turns }.
    .tourHere = the knight, square { $number }
    .tourVisited = visited, square { $number }
    .tourChoice = legal, squares onward: { $squares }
    .tourDead = free, permanently out of reach
    .tourStatus = { $visited ->
        [one] One square visited, { $left } left
       *[other] { $visited } squares visited, { $left } left
    }
    .tourLegend = A number counts the squares onward from there. A dashed ring has one way in left, so that only the last square may have it; a cross has none.
    .tourContinues = A tour still continues from here.
    .yourMove = Your move: you are { side }
    .botThinks = The bot is thinking
    .over = The game is over.
    .youWon = You have won.
    .botWon = The bot has won.
    .drawn = A draw.
    .botBegins = Let the bot begin
    .countedHere = counted
    .notEvaluated = The referee cannot evaluate this position.
    .chessHelp = Choose a term to see the squares where it arises. Move a piece to any square: the evaluation follows. Delete takes a piece off. There is no solution, so no hint or check.
    .termCounts = { NUMBER($white) } − { NUMBER($black) }, × { NUMBER($weight) }
    .intro = Play a puzzle, take a hint that says why, and watch how a method solves it.
    .rated = One solution; the hardest technique it takes is { $technique }, which is { $grade } by sudokuwiki’s grades.
    .actions = Actions
    .fresh = New
    .again = Start again
    .making = Generating…
    .check = Check
    .undo = Undo
    .playThis = Play this board
    .best = best { $time }
    .solvedIn = Solved in { $time }
    .hintOf = Step { $number } of { $count }: press Hint for the next.
    .hinted = hint
    .conflicts = { $count ->
        [one] One marked cell breaks a rule.
       *[other] { $count } marked cells break a rule.
    }
    .noConflicts = No rule is broken so far.
    .wrong = { $count ->
        [one] The marked cell is not as in the solution.
       *[other] { $count } marked cells are not as in the solution.
    }
    .fine = All is right so far.
    .several = This board has several solutions.
    .given = { $digit }, given
    .noted = notes { $digits }
    .pad = Digits
    .padKey = { $digit }, { $left } left
    .erase = Erase
    .cellsLeft = Cells left: { $count }
    .givenOffer = Play it without the { $digit } in { $where }
    .clueOffer = Play it without the clue { $digit } in { $where }
    .swapOffer = Swap { $one } and { $other }, and play
    .taquinLeft = The goal is { page-counts.moves } away, or fewer.
    .dark = Dark cells: { $count }
    .lightUpKeys = Press: bulb, then mark, then empty. Right button or X: mark.
    .all = All puzzles
    .board = The puzzle
    .at = row { $row }, column { $column }
    .cell = { $named }: { $content }
    .blank = blank
    .empty = empty
    .colours = white, red, green, yellow, orange, blue
    .clue = clue { $number }
    .pieces = white king, white queen, white rook, white bishop, white knight, white pawn, black king, black queen, black rook, black bishop, black knight, black pawn
    .tools = Edit: place
    .method = Method
    .watchable = With steps
    .unwatchable = Without steps
    .solve = Solve
    .watch = Start
    .watchHint = A method solves the board of Play, one step at a time.
    .stop = Stop
    .hint = Hint
    .working = Solving…
    .paste = Paste a puzzle
    .invalid = Invalid puzzle:
    .example = Example:
    .refused = The referee refused:
    .size = Size
    .difficulty = Difficulty
    .instance = Board
    .goal = Goal
    .ownGoal = custom
    .closed = Closed: the last square is a knight’s move from the first
    .impossible = No solution:
    .limitReached = Limit reached:
    .taquinAnswer = { page-counts.moves }; at least { $least } are needed
    .tourAnswer = A tour of { $squares } squares
    .lit = Bulbs: { $bulbs }
    .chessSum = { SIGNED($sum) } pawns for White
    .chessColumns = Letter, Term, Worth, White, Black, Adds
    .chessTerms = kings, queens, rooks, bishops, knights, pawns, doubled pawns, blocked pawns, isolated pawns, mobility
    .cost = { NUMBER($generated) } generated, { NUMBER($expanded) } expanded, frontier { NUMBER($frontier) }, depth { NUMBER($depth) }, { $time }
    .player = Step by step
    .stepBack = Previous step
    .stepOn = Next step
    .position = Step
    .answerStep = Answer, { $number } of { $count }
    .progress = Line: depth, up to { $depth }
    .sampled = The search had { $seen } steps. Shown: the first ones and an even sample of the rest, { $kept } in all.
    .playable = plays { $move }
    .depthField = Depth in plies
    .lineOfSearch = Current line
    .visits = { $count ->
        [one] tried once
       *[other] tried { NUMBER($count) } times
    }
    .gameAnswer = { $worth } for { side }
    .compareHint = Each method searches the position in Play to the depth chosen in Watch.
    .raceHint = The methods solve the same puzzle and are replayed side by side.
    .racers = Methods
    .raceGo = Start race
    .raceColumns = Method, Result, Generated, Expanded, Frontier, Depth, Time
    .nodes = States generated, logarithmic scale
    .notHere = not applicable
    .solvedWord = solved
    .impossibleWord = no solution
    .limitReachedWord = limit reached
    .chartHint = Measures the methods on growing instances, as a chart and a table.
    .chartGo = Measure
    .depths = Solution lengths
    .plies = Depths in plies
    .sizes = Sizes
    .instances = Instances per point
    .saveCsv = Table (CSV)
    .chartCaption = { $name }: states that each method generates, by { $axis }; instances per point: { $count }. A hollow point: a limit was reached.
    .clashing = conflict
    .tree = Search tree
    .treeNow = Search tree of { $nodes } nodes so far; the current one is at depth { $depth }
    .treeHint = The paths of the steps so far, from the root at the top. The current path is marked; a cross is pruned, a ring is a solution.
    .frontier = Frontier
    .frontierHint = Number of waiting states by priority; the marked bar was just expanded. A* orders by f = g + h, breadth-first search by g, greedy search by h.
    .frontierLevel = { $count } with { $value }
    .frontierNow = Just expanded: { $value }. Frontier: { $levels }
    .comes = coming
    .measuring = Measuring…
    .gameColumns = Method, Nodes, Leaves, Cut-offs, By the first move, Table hits, Time
    .gameLink = All lines and the search tree: Analyse
    .clockwise = clockwise
    .counterclockwise = counterclockwise
    .solvableShortest = Solvable in { page-counts.turns }; no way is shorter.
    .tourStuck = no legal move: take back
    .tourChoices = legal moves: { $moves }
    .tourDeadEnds = dead ends: { $ends }
    .botPlays = Let the bot play this move
    .solvedPlain = Solved
    .bestTime = your best time
    .withHelp = with help
    .taquinShortest = The shortest way from here has { page-counts.moves }.
    .optimal = { page-counts.moves }, optimal
    .tourAnswerClosed = A closed tour of { $squares } squares
    .progressArea = Area: frontier or limit, up to { $waiting }
    .bestIs = Best is { $move }:
    .unknownValue = unknown value
    .tourOffer = Play { $board }
    .tourEnd = A full ring is the last square.
    .hintSearched = No pattern applies any more: a search found the only solution, which has a bulb in the marked cell.
page-puzzles-chessPositions =
    .opening = An opening
    .pawns = Weak pawns
    .mobility = Mobility
    .material = Rooks against a queen
page-puzzles-grades =
    .basic = basic
    .tough = tough
    .diabolical = diabolical
    .extreme = extreme
page-puzzles-tabs =
    .play = Play
    .watch = Watch
    .race = Race
    .cost = Cost
    .edit = Edit
page-puzzles-press =
    .taquin = Select two tiles to swap them.
page-puzzles-modes =
    .notes = Notes
page-puzzles-forms =
    .taquin = Rows split by / or line breaks, tiles by spaces; after -> the goal, or blank-last, blank-first, spiral.
    .knights-tour = 8x8, or 8x8 a1 closed, or 8x8 a1 to h8 without c3 d4.
    .sudoku = 81 characters, 1 to 9 and . or 0; or rows on lines; or a game ID.
    .light-up = Rows of . # 0 1 2 3 4, or a game ID such as 7x7:…
    .connect-four = The columns played, such as 4445; or six rows from the top, as in 7/7/7/7/3O3/3X3 w 2.
    .tic-tac-toe = Nine cells X, O and ., in any number of lines.
    .rubiks-cube = 54 or 24 stickers in the order U R F D L B, or moves such as R U’ F2.
    .chess = A FEN.
page-puzzles-difficulties =
    .easy = easy
    .medium = medium
    .hard = hard
    .extreme = extreme
page-puzzles-goals =
    .blank-last = in order, blank last
    .blank-first = in order, blank first
    .spiral = spiral
page-puzzles-hintStates =
    .finished = The puzzle is solved.
    .stuck = The known techniques do not apply any more.
page-puzzles-titles =
    .taquin = Taquin
    .knights-tour = Knight’s tour
    .sudoku = Sudoku
    .light-up = Light Up
    .connect-four = Connect Four
    .tic-tac-toe = Tic-tac-toe
    .rubiks-cube = Rubik’s cube
    .chess = Chess, the evaluation
page-puzzles-about =
    .taquin = Slide the tiles into order, with the mouse or the arrow keys. A* expands a frontier, IDA* deepens.
    .knights-tour = Walk a knight over every square once. Warnsdorff’s rule, depth-first search, counting.
    .sudoku = Every row, column and box has each digit once. Backtracking and constraint propagation.
    .light-up = Light every white cell; bulbs may not light each other, and a number counts the bulbs beside it. Patterns first, then search.
    .connect-four = Four in a row, against a bot. Minimax, alpha-beta, transposition table, Monte Carlo: their search and its cost.
    .tic-tac-toe = Three in a row, against a bot: the smallest game that shows what alpha-beta saves.
    .rubiks-cube = Turn a cube of 2×2×2 or 3×3×3. The two-phase algorithm, pattern databases, bidirectional search.
    .chess = Shannon’s formula of 1950: move the pieces and see where each term arises.
page-puzzles-uniqueness =
    .true = Solved: the only solution
    .false = Solved: one of several solutions
    .unknown = Solved; there may be other solutions
page-puzzles-worth =
    .win = win in { page-counts.plies }
    .loss = loss in { page-counts.plies }
    .draw = a draw
    .value = { SIGNED($value) }
page-puzzles-tourMarks =
    .free = free
    .start = start
    .end = end
    .out = left out
page-puzzles-lightUp =
    .white = white
    .black = black
    .bulb = bulb
    .lit = lit
    .marked = marked
    .litMarked = lit, marked
page-puzzles-tool =
    .none = nothing
    .black = black
    .start = the start
    .end = the end
    .out = a square left out

## [page: learn] Methods compared, exercises, reviews of a bot

page-learn =
    .methods = The classroom’s methods
    .methodsIntro = Each method searches this position one ply deeper at a time. All find the same value at a different cost.
    .compare = Compare
    .comparing = Searching { $depth } plies deep…
    .compared = Done. Searches that take much longer are left out.
    .over = The game is over in this position.
    .measure = Measure
    .chart = { $measure } by depth, logarithmic scale
    .table = Cost of each method
    .depth = Depth in plies
    .method = Method
    .tree = Search tree
    .treeIntro = Open a move to see the positions searched after it. Struck out: cut off by alpha-beta.
    .showTree = Show the tree
    .treeCost = { $entered } nodes, { $leaves } leaves, { $cutOffs } cut-offs.
    .sampled = Too many to show: { $shown } nodes, with the first two moves of each deeper position.
    .root = This position
    .hidden = { $count } more
    .cut = cut off
    .exercises = Exercises
    .exercisesIntro = Positions from games between bots. Exactly one move wins; this is proved.
    .task = Exercise { $number }: { $seat } to move wins in { page-counts.moves }.
    .listed = Exercise { $number }, { page-counts.moves }
    .byLength = All, by length
    .before = Previous exercise
    .next = Next exercise
    .again = Try again
    .solution = Solution
    .solved = The winning line:
    .right = Right: { $move } wins.
    .loses = { $move } does not win: after { $reply } the opponent wins in { page-counts.plies }.
    .holds = { $move } does not win: { $reply } holds.
    .noWin = { $move } does not win.
    .botReviews = Reviewed games
    .reviewed = { $reviewed } of the last { $over } games reviewed: { $blunders } blunders per game.
    .moves = Moves
    .nextSteps = What to do next
    .lostBecause = Lost { $lost } of { $games } games
    .mostOf = { $count } of them { $reason }
    .weakest = Weakest in the { $part } of the game: accuracy { $accuracy }, blunders: { $blunders }.
    .against = against { $opponent }
    .gaveAway = { $move } ({ $mark }) lost { $lost } of a win; { $best } was better.
    .copyBoard = Copy the course’s board file
    .isSolved = solved
    .find = Find the move.
page-learn-measures =
    .nodes = positions
    .cutOffs = cut-offs
    .tableHits = table hits
    .time = time
page-learn-parts =
    .all = all moves
    .white = as White
    .black = as Black
    .beginning = first third
    .middle = second third
    .end = last third
    .ample = at least half of the time left
    .scarce = less than half left
    .pressed = less than a tenth left

## [page: puzzles, learn] Methods

page-methods =
    .a-star-colors = A* with colours per face
    .a-star-corners = A* with a pattern database of the corners
    .a-star-manhattan = A* with Manhattan distance
    .a-star-misplaced = A* with misplaced tiles
    .a-star-scatter = A* with sticker distances
    .alphabeta-memory = Alpha-beta with transposition table
    .backtracking = Backtracking
    .bidirectional = Bidirectional search
    .breadth-first = Breadth-first search
    .classroom-alphabeta = Alpha-beta
    .construction = Divide and conquer
    .depth-first = Depth-first search
    .depth-limited = Depth-limited search
    .distance-table = Table of all distances
    .fewest-first = Backtracking, fewest candidates first
    .fewest-onward = Depth-first search with Warnsdorff’s rule
    .greedy = Greedy, one ply
    .ida-star = IDA* with Manhattan distance
    .ida-star-colors = IDA* with colours per face
    .ida-star-corners = IDA* with a pattern database of the corners
    .ida-star-scatter = IDA* with sticker distances
    .iterative-deepening = Iterative deepening
    .layers = Row by row
    .learning = Conflict-driven clause learning
    .mcts = Monte Carlo tree search with evaluation
    .minimax = Minimax
    .mtd-f = MTD(f)
    .negamax = Negamax
    .optimal = Optimal: IDA* and two-phase bounds
    .patterns = IDA* with pattern databases
    .patterns-search = Patterns, then search
    .perfect = Perfect play
    .propagation = Constraint propagation
    .quiescence = Alpha-beta with quiescence search
    .shannon = Shannon’s formula
    .two-phase = Kociemba’s two-phase algorithm
    .uct = Monte Carlo tree search (UCT)
    .weighted = Weighted A*
    .taquin-greedy = Greedy best-first search
    .light-up-patterns = Patterns only

## [page: style] The page of the design

page-style =
    .title = Style
    .intro = Every text size, space, colour and component of the site. Views put them in their places and style nothing themselves.
    .text = Text
    .spaces = Spaces
    .colours = Colours
    .buttons = Buttons
    .button = Button
    .primary = Primary
    .pressed = Pressed
    .disabled = Disabled
    .final = Cannot be undone
    .ask = Open a dialog
    .question = Delete the tournament? It cannot be undone.
    .tabs = Tabs
    .tab = First, Second, Third
    .chips = Chips
    .card = Card
    .cardText = A card holds one thing.
    .form = Form
    .field = Field
    .hint = A hint
    .wrong = What is wrong, and what to enter.
    .folded = Folded section
    .figures = Figures
    .progress = Progress
    .toast = Toast
    .empty = Empty state
    .emptyText = Nothing here yet.
    .emptyHint = And what to do about it.
    .skeleton = Skeleton
    .pieces = Pieces
page-style-sizes =
    .t1 = label
    .t2 = body
    .t3 = heading
    .t4 = title, clock
    .t5 = what leads
page-style-meanings =
    .accent = can be pressed, is current
    .success = won, well
    .danger = error, lost, little time
    .draw = drawn
    .white = White in charts
    .black = Black in charts
    .trace = the last move
    .laurel = arrived, first place
