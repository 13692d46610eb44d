# What Arbitre says, in English. A family of codes is a message; its codes are the attributes. The parameters are the fields of the enum in
# the source. Where a sentence stands inside another, it has no capital at the beginning and no full stop.
#
# Functions: DECIMAL($text) writes a decimal number as the language does; SECONDS($us) writes microseconds as seconds.

list = { $head } and { $last }
side = { $side ->
    [white] White
   *[black] Black
}

## Rules of the games

knights_notation = a move is written B9-A7 (capital letter A to I, digit 1 to 9, hyphen) or PASSE
knights_square = an intersection is a capital letter A to I and a digit 1 to 9, as in B9
knights_move =
    .game_over = the game is over
    .moves_at_hand = PASSE is only for a side that cannot move, and { $example } is possible
    .empty = no knight stands on { $from }
    .not_yours = the knight on { $from } is { side }'s, not yours
    .not_forward = { $from }-{ $to } does not go forward: { side } moves towards row { $goal }
    .not_a_knight_move = { $from }-{ $to } is no knight's move: it goes two forward and one aside, or one forward and two aside
    .blocked = { $from }-{ $to } is blocked: a knight does not jump, and the leg at { $leg } is occupied
    .own_knight = { $from }-{ $to } would capture your own knight on { $to }
knights_position =
    .fields = a position has three fields (rows, side to move, plies), as in `1nnn1nnn1/9/9/9/9/9/9/9/1NNN1NNN1 w 0`; this has { $found }
    .rows = a board has 9 rows; this has { $found }
    .columns = row { $row } has { $found } columns instead of 9
    .character = row { $row }: `{ $found }` is none of `N`, `n` and the digits 1 to 9
    .side_to_move = the side to move is `w` or `b`, not `{ $found }`
    .plies = the number of plies is a number from 0 to { $most }, not `{ $found }`
    .turn = after { $ply } plies it is not { side }'s turn
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
    .unreachable = { $white } X and { $black } O with `{ $side } { $plies }` is no position of a game that White (X) begins and three in line end

unknown_game = there is no game `{ $name }`; there are { $known }

verdict =
    .arrived = { side } has { $knights } knights on row { $row }
    .stuck = neither side can move; knights arrived: White { $white }, Black { $black }
    .in_line = { side } has { $count ->
        [3] three
       *[4] four
    } in line
    .full = the board is full, and nobody has { $count ->
        [3] three
       *[4] four
    } in line
    .by_the_rules = by the rules of the game

## Games

ending =
    .rules = { $verdict }
    .illegal_move = { side } played `{ $text }` at ply { $ply }, which is illegal: { $why }
    .time = { side } ran out of time at ply { $ply }: no move had come { SECONDS($used) } after the turn was sent, and { SECONDS($limit) } was all it had (of which { SECONDS($forgiven) } for the way)
    .resigned = { $why ->
        [none] { side } resigned
       *[other] { side } resigned: { $why }
    }
    .no_show = { side } was not ready within { SECONDS($within) }
    .nobody_came = neither player was ready within { SECONDS($within) }
    .absent = { side } was disconnected for more than { SECONDS($limit) }
    .both_absent = both players were disconnected for more than { SECONDS($limit) }
    .left = { side } disconnected, and over the line protocol there is no way back into a game
    .annulled = the game is annulled: { $why }
    .adjudicated = the operator decided: { $why }
unknown_cause = `{ $word }` is no reason for which a game ends
came_to_nothing =
    .move = your move for ply { $ply } came to nothing: { $why }
    .not_your_game = you play in no match { $game }
    .game_over = { $why ->
        [none] the game is over
       *[other] the game is over: { $why }
    }
move_refused =
    .already_played = this move has been accepted already
    .stale_ply = ply { $ply } is not to be played: { $expected } is
    .not_your_turn = it is { side }'s turn
    .not_started = the game has not started: a player has not said `ready`
    .game_over = the game is over
time_written =
    .length = a time is a number and a unit, ms, s, min or h, of at most a year: 500ms, 10s, 0.1s, 5min
    .control = a time control is BUDGET[+INCREMENT][/MOST FOR A MOVE] or `unlimited`, each time at most a year: 360s, 10s+0.1s, 60s/5s, unlimited/30s
    .zero = a budget or a cap of zero leaves no time to move; `unlimited` is no limit

## Tournaments

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
tournament_refused =
    .takes_part = { $name } takes part already
    .left = { $name } has withdrawn, and in the format { $format } there is no way back once a tournament has started
    .no_requested_byes = only a Swiss has byes by request, not a tournament of the format { $format }
    .not_that_round = a bye can be asked for, or cancelled, in rounds { $first } to { $last }, not in round { $round }
    .no_more_half_points = { $name } may ask for { $most } half-point byes in this tournament, and has asked for as many already
    .no_such_bye = { $name } has not asked for a bye in round { $round }
    .stranger = { $name } does not take part
    .full = this tournament has at most { $most } entrants
    .no_late_entry = a tournament of the format { $format } cannot be joined once it has started
    .too_few = there are too few to pair: this tournament needs at least { $needed } entrants, and in play there are only { $present }
    .not_now = the tournament is { $stage }: it cannot be { $wish }
    .no_such_game = there is no game { $game } in this tournament
    .no_reason = a decision needs a reason: `why` is empty
    .not_played = game { $game } has not been played yet: there is nothing to replay
    .gone = game { $game } cannot be replayed: { $name } has withdrawn
    .paired_on = game { $game } stays as it is: { $name } has been paired again since, and in a knockout who plays whom hangs on every result; decide about the later game
too_many_games = { $entrants } entrants would play up to { $games } games, and a tournament has at most { $most }
format_field =
    .no_duration = an arena needs one, such as `90min`
    .no_such_format = there is no format `{ $word }`, but { $known }
    .out_of_range = a number from { $least } to { $most }, not { $value }
    .duration = more than no time, and at most { $days } days, not { SECONDS($lasts) }
    .sprt = { $why }; here elo0 = { $elo0 }, elo1 = { $elo1 }, alpha = { $alpha }, beta = { $beta }
sprt =
    .form = a test is written elo0=0,elo1=10,alpha=0.05,beta=0.05 (and model=logistic or model=normalized)
    .twice = { $key } is given twice
    .missing = { $key } is missing: a test needs elo0 and elo1, such as elo0=0,elo1=10
    .not_a_number = { $key } is not a number
    .hypotheses = elo0 must be below elo1, and both between -1000 and 1000
    .error_rate = alpha and beta are error rates: above 0 and below 0.5
tie_breaks =
    .unknown = there is no criterion `{ $word }`, but { $known }
    .twice = { $word } is there twice: the second time it decides nothing

## Report files (TRF)

report_file =
    .columns = line { $line }, columns { $from } to { $to }: `{ $found }`, where { $expected } should be
    .unsupported = line { $line }: code { $code } says { $found }; only { $expected } can be read
    .twice = line { $line }: the starting rank { $rank } has a line already; each player needs one of their own
    .missing = there is no line 001 of starting rank { $rank }, though { $named } is named, by a line of its own, a result or a list
    .contradiction = line { $line }, columns { $from } to { $to }: `{ $found }` in round { $round }, where `{ $expected }` should be: line { $other_line } says `{ $other }`
    .points = line { $line }, columns 81 to 84: `{ $said }`, where `{ $counted }` should be: the sum of the results in this line
    .rounds = { $found } rounds have results, but the tournament has { $rounds }
    .too_large = { $what }: { $found }; the format has room for { $most }
    .not_finished = the tournament cannot be told as it was after round { $round }: so far { $finished } rounds have been played to their end
    .paired_twice = in round { $round } somebody has two encounters; the format knows tournaments by rounds only
    .several_games = an encounter of { $games } games; the format knows rounds of single games only

## The system, the storage, the nodes

system_error = { $text }
memory =
    .full = the memory for answers is used up: others are being worked out, or have not been read by their clients yet; try again in a moment
    .needs = this would take { $mebibytes } MiB of memory, more than the { $most } MiB that clients of this referee may have; ask for less, or use the command `arbitre`, which has no such limit
work =
    .stopping = the referee is stopping; try again in a moment
    .busy = { $waiting } requests wait already; try again in a moment
    .too_much_work = { $most } questions from this address wait already, the most that one may have waiting; try again when one is answered
    .panicked = a panic: { $why }
    .no_thread = no thread for work: { $why }
bind_error = cannot listen on { $address }: { $why }; `{ $flag } ADDRESS:PORT` names another address, and port 0 takes any that is free
no_duration = `{ $text }` is no length of time: a number and a unit, ms, s, min or h, as in 500ms, 10s, 0.1s, 5min
because = { $why ->
    [none] { $what }
   *[other] { $what }: { $why }
}
storage =
    .conflict = { because }
    .unavailable = { because }
    .damaged = { because }
    .closed = { because }
    .superseded = { because }
node_name = 1 to { $most } letters, digits and -_.: are wanted
no_referee =
    .none = no node referees for now; one will within seconds of the database answering
    .silent = node `{ $name }` referees, and does not answer this node at { $relay }: its --advertise or --relay may be wrong, or a firewall between them

## Bots

bot_address =
    .unreadable = `{ $text }` is no address: one looks like ws://127.0.0.1:8080/ws
bot =
    .for_a_bridge = --listen and a program are for `bridge` alone
    .lines_are_for_knights = the classroom's protocol over TCP, which --listen is for, is for knights alone
    .no_name = a bridge needs a --name
    .no_program = a bridge needs a program, as in `bridge --name me -- ./bot`, or --listen 127.0.0.1:PORT
engine =
    .engine = { $game }: { $unknown }
bot_client =
    .superseded = another program has logged in as this bot; stop that one, or give this one another --name
    .token_refused = the referee refused the token: { $why }
    .bad_hello = the referee refused the greeting: { $why }
    .not_a_web_socket = { $address } answers with HTTP status { $status }; is the path right (usually /ws)?

## The command line

option_value = `{ $value }` for `{ $option }`: { $why }
command =
    .referee = { $source }
    .solver = { $source }
    .json = { $source }
    .arguments = { $source }
    .panicked = an error inside the program: { $source }
    .at = { $place }: { $why }
    .refused = { $why }
    .interrupted = interrupted
    .workers_need_store = `--threads 0` wants `--store`: workers take jobs from a database, and nobody else can take those of a folder
    .no_store = `--store` or `--store-file` names the referee's database
    .nothing_stored = no referee has kept anything in { $place } yet; `--data` names the folder that it keeps its matches in
    .same_place = { $place } is kept where it is to be moved to
    .output_full = standard output takes no more ({ $source }); what was made is valid
    .line = line { $line }: { $why }
    .not_utf8 = the text is not UTF-8; a spreadsheet calls it `CSV UTF-8` when it saves
    .empty_position = the position is empty; left out, it is the one before the first move
    .empty_position_option = `--position` is empty; `start` is the one before the first move
    .seconds = { $most ->
        [none] `--seconds`: expected 0 or more, not { $found }
       *[other] `--seconds`: expected more than 0 and at most { $most }, a year; not { $found }
    }
    .no_field = `--with { $field }`: expected FIELD=VALUE
    .tables_limit = a limit came before the tables were computed
    .depths_or_sizes = `--depths` goes with taquin and with games; `--sizes` with the other puzzles
    .one_instance = one instance or position is compared on: it stands last, or after `--position`
    .instance_too_long = standard input has more than the { $most } bytes of one instance; `solve --lines` takes many
    .line_too_long = the line has more than { $most } bytes
    .line_not_utf8 = the line is no UTF-8: { $source }
    .solver_panicked = an error inside the program: a solver panicked
    .lines_failed = { $failed } of { $lines } lines failed, the first is line { $first }
    .no_match = no match as JSON: { $source }
    .not_shown = these keep a token that was not made from a list, and can't be shown again: { $bots }; `arbitre token rotate ID` replaces one, and `arbitre token class FILE --rotate` all of the list
    .no_review = { $why ->
        [none] the referee does not say why there is no review
       *[other] { $why }
    }
    .too_much_memory = `--memory`: there are { $most } MiB here, not { $wanted }
    .one_file_for_two = `--keep` and `--certificate` are two files, not one
    .no_table = this is no table of a prover of this version, and is left as it is: keep in another file
    .cut_table = the table ends in the middle of an entry, as if it had been cut: it is left as it is
    .proof_stopped = it was stopped, or the table that was kept says what is not so
    .proof_flawed = the proof does not hold: { $source }
    .no_such_exercise = --plies: no exercise is that short; the shortest have { $shortest }
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
    .not_ready = { $missing } of { $entrants } are not ready
    .no_player = there is no line 001, and so no player
    .endless = an error inside the program: game { $game } did not end
    .opponent = an error inside the program: the opponent: { $source }

## The doctor

doctor_step =
    .game_with_white = a game with White
    .game_with_black = a game with Black
    .drawn_opening = a drawn opening
    .only_passe = only PASSE is legal
    .win_in_one = a win in one
    .one_second = one second on the clock
    .slow_link = a slow link
    .lost_connection = the connection is lost while it thinks
    .rejected_move = a move is rejected
    .turn_twice = your_turn is told twice
    .unknown_fields = unknown fields and messages
    .long_game_over = a long game_over
    .referee_restarted = the referee is restarted
    .two_games = two games at once
doctor_exit =
    .status = exit status: { $code }
    .signal = signal { $number }
doctor_parting =
    .unsendable = nothing can be sent to it: { $why }
    .broke = its connection broke: { $why }
    .hung_up = it hung up without a close frame
    .closed = it closed the connection
    .closed_with = it closed with code { $code }
    .closed_by_referee = { $code ->
        [none] the referee closed its connection
       *[other] the referee closed its connection with code { $code }
    }
    .broken_by_step = the connection was broken, as part of the step
    .referee_gone = the referee has gone, as part of the step
    .referee_away = the referee went away, as part of the step
    .not_examined = { $wanted } is examined here, not { $name }
plies = { $plies ->
    [one] 1 ply
   *[other] { $plies } plies
}
doctor_game =
    .won = won in { plies }, { SECONDS($spent) } on its clock
    .lost = lost by the rules in { plies }, { SECONDS($spent) } on its clock
    .drawn = drawn in { plies }, { SECONDS($spent) } on its clock
doctor =
    .played = { $second ->
        [none] { $first }
       *[other] { $first }; { $second }
    }
    .enough_to_mend = there is enough to mend first
    .one_game_first = it has to play one game first
    .usual_start_only = the bot says that it knows only the usual start
    .not_connected = it did not connect to ws://{ $address }/ws and say hello within { $seconds } s
    .ended_before_hello = the program ended before it had said hello, without a failure
    .failed_before_hello = the program ended before it had said hello ({ $exit })
    .hello_refused = the referee refused its hello: { $error }
    .not_let_in = { $name } said hello and was not let in
    .quit = the program ended in the middle of the game
    .died = the program ended by a failure ({ $exit }); its last words say where
    .died_silently = the program ended by a failure ({ $exit }), without a word
    .connection_lost = { SECONDS($after) } after the step began, { $how }
    .told_error = the referee answered with an error: { $error }
    .missed_win = it could have won at once, by C2-A1 or C2-E1, and played something else
    .move_rejected = its move was rejected (the doctor had put { $text } in its place), and it sent no other in time
    .fell_silent = it answered { $turns } turns, and then nothing for { $seconds } s: { $why }
    .unreadable = { $error ->
        [none] no move came that could be read. { $why }
       *[other] no move came that could be read; the referee had told it: { $error }. { $why }
    }
    .not_ready = it was shown a game and did not say that it is ready: { $why }
    .not_back = it did not come back: { $why }
    .gone = it was gone: { $why }
    .game_lost = { $why }
    .broke_off = the game broke off
doctor_advice =
    .give_address = Give your bot this address: it is in the variable ARBITRE_URL, and stands for {"{"}url{"}"} in the command. The first message is {"{"}"t": "hello", "proto": [1], "bot": {"{"}"name": …{"}"}{"}"}.
    .first_message = The first message is {"{"}"t": "hello", "proto": [1], "bot": {"{"}"name": …{"}"}{"}"}; protocol.md tells the rest.
    .start_bridge = It ended at once. A program that reads moves on standard input is started by `arbitre bot bridge --url {"{"}url{"}"} --name NAME -- COMMAND`; another one goes on reading from the WebSocket at {"{"}url{"}"}.
    .see_last_words = The last words of the program say where it failed.
    .handle_all = Look at the field `t` of every message, and ignore what you do not know: fields as well as messages.
    .legal = Send one of the `legal_moves` of `your_turn` as it stands there, with the `game` and the `ply` of that message. Where there is only PASSE, send PASSE.
    .come_back = When the connection is lost, connect again, say hello, and go on reading: the referee sends `state` and `your_turn` of your game again. Try again every second or so until it answers.
    .any_length = Read messages of any length: a WebSocket library does, and a frame may have 70,000 bytes.
    .flood = It was closed because it said too much: send one `move` for each `your_turn`, and `sync` only when something is missing.
    .last_words = Mend what its last words name; an error in `choose` should cost a move at most, not the whole program.
    .signals = Write errors to standard error, so that they are seen here. A signal is another program's (9, SIGKILL: often a machine without memory left), or a fault of a pointer or an index (11, SIGSEGV; 6, SIGABRT).
    .stay = It ended by itself while its game went on: go on reading after each move until `game_over`, and leave the program only then.
    .stopped = It answered no more: look for a loop without an end in `choose`, and keep reading from the connection at all times.
    .read_on = Keep reading from the connection at all times, and answer every `your_turn`, whatever came before it.
    .compare = Compare what your bot sent with protocol.md: what does not read comes to nothing.
    .look_ahead = This costs no game by itself. But a bot that looks at each of its moves, and whether it wins, plays better.
    .no_resign = Do not send `resign` by yourself; if it comes from the bridge, its program has ended or written no line in its turn.
    .say_ready = Answer every `state` whose `status` is `waiting` by {"{"}"t": "ready", "game": …{"}"} with its number.
    .answer_turn = Answer every `your_turn` by {"{"}"t": "move", "game": …, "ply": …, "move": …{"}"}, on one line in one text frame.
    .move_again = In practice games, illegal moves are forgiven: answer `rejected` with the code `illegal` by one of its `legal_moves`.
    .mind_clock = Look at your clock in `clocks` of `your_turn`, and spend less the less is left. `--time` gives whole games the time that your tournament gives.
doctor_report =
    .waiting = Waiting for { $name } at ws://{ $address }/ws
    .starting = The bot is to connect to ws://{ $address }/ws
    .reported = The referee at { $referee } knows.
    .summary = { $bot ->
        [none] the bot
       *[other] { $bot }
    } { $is_fit ->
        [true] is fit to play
       *[other] is not fit yet
    }: { $passed } passed{ $failed ->
        [0] {""}
       *[other] , { $failed } failed
    }{ $remarks ->
        [0] {""}
       *[other] , { $remarks } with a remark
    }{ $skipped ->
        [0] {""}
       *[other] , { $skipped } left out
    } of { $steps } steps, in { $seconds } s
    .step = { $step }: { $why }
    .passed = passed
    .remark = remark
    .failed = FAILED
    .skipped = skipped
    .wire = on the wire:
    .last_words = the program's last words:
    .change = what to change: { $advice }
