#!/usr/bin/env bash
# Plays conformance/transcript.txt against each starter kit, and against a copy whose choose() returns nothing. Then runs it six times against a running
# referee (or as RUNS says), twice killed during its game: each run must play a new game, and each that is not killed must print the result and exit with 0. Then it plays
# the other games (or those of OTHERS) once each, without an illegal move.
#
#     bots/check-starter-kits.sh [ws://127.0.0.1:8080/ws [OPPONENT]]
#
# The kits run side by side, since most of their time they wait.
#
# ARBITRE names the `arbitre` command, by which the kits for standard input play (target/release/arbitre by default). FIRST is the
# command of README.md's bot, if it is to be tested, too. A kit whose language is not installed is an error,
# unless SKIP_MISSING=1.
set -u
url=${1:-ws://127.0.0.1:8080/ws}
opponent=${2:-greedy}
here=$(cd "$(dirname "$0")" && pwd)
arbitre=${ARBITRE:-$here/../target/release/arbitre}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
out=$work/out
kits=()
# A bot that chooses from the legal moves plays these as well, once each.
read -ra others <<<"${OTHERS-connect-four tic-tac-toe}"

# The number of this run's game: the last one printed as begun.
begun() { sed -nE 's/.*game ([0-9]+) begins.*/\1/p; s/.*a game begins.* game=([0-9]+).*/\1/p' "$out" | tail -n 1; }

# Runs a kit to its end, or kills it after its game has begun.
run() {
    local killed=$1 bot
    shift
    : >"$out"
    setsid timeout 120 "$@" >"$out" 2>&1 &
    bot=$!
    if [ "$killed" = yes ]; then
        for _ in $(seq 3000); do
            [ -n "$(begun)" ] && break
            kill -0 "$bot" 2>/dev/null || break
            sleep 0.01
        done
        kill -9 -- "-$bot"
    fi 2>/dev/null
    wait "$bot" 2>/dev/null
}

check() {
    local name=$1 numbers=" " lines="" number
    shift
    if ! command -v "$1" >/dev/null 2>&1; then
        echo "$name: $1 is not installed"
        [ "${SKIP_MISSING:-0}" = 1 ] || failed=1
        return
    fi
    for killed in ${RUNS:-no yes no yes no no}; do
        run $killed "$@"
        local status=$? again=0
        # Repeats a run whose game was over before the kill.
        while [ $killed = yes ] && [ $again -lt 20 ] && grep -Eq "game $(begun) is over|game over.* game=$(begun) " "$out"; do
            numbers="$numbers$(begun) " again=$((again + 1))
            run yes "$@"
        done
        number=$(begun)
        if [ $killed = no ] && { [ $status != 0 ] || ! grep -Eq "game $number is over|game over.* game=$number " "$out"; }; then
            number=
        fi
        case "$numbers" in *" $number "*) number= ;; esac
        if [ -z "$number" ]; then
            echo "$name: FAILED (killed: $killed, status $status, games before:$numbers)"
            sed 's/^/    /' "$out"
            failed=1
            return
        fi
        numbers="$numbers$number "
    done
    echo "$name: ok - each run a game:$numbers"
}

# plays NAME COMMAND...: one game to its end, without an illegal move.
plays() {
    local name=$1
    shift
    if run no "$@" && grep -Eq "game $(begun) is over|game over.* game=$(begun) " "$out" && ! grep -q "rejected" "$out"; then
        echo "$name: ok - a game"
    else
        echo "$name: FAILED - a game"
        sed 's/^/    /' "$out"
        failed=1
    fi
}

# refuses NAME COMMAND...: ends with a sentence and without a stack trace at options that no game can come of.
refuses() {
    local name=$1 wrong status
    shift
    for wrong in "--server localhost:99999" "--server ftp://localhost" "--server http://" "--games 0" "--games x" \
        "--server htp://localhost" "--server $url --name kit-solo --opponent kit-solo" "--server $url --name kit-solo --opponent -" "--server $url --name -"; do
        # Word splitting is intended.
        timeout 20 "$@" $wrong >"$out" 2>&1
        status=$?
        if [ $status != 1 ] && [ $status != 2 ] || grep -Eq "Traceback|^ +at |panicked|Exception" "$out"; then
            echo "$name: FAILED - $wrong (status $status)"
            sed 's/^/    /' "$out"
            failed=1
            return
        fi
    done
    echo "$name: ok - refuses wrong options"
}

# Plays the transcript: conforms KIND NAME [--prints TEXT] COMMAND...
conforms() {
    local kind=$1 name=$2
    shift 2
    if python3 "$here/conformance/play.py" "$@" >"$out" 2>&1; then
        echo "$name: ok - $kind"
    else
        echo "$name: FAILED - $kind"
        sed 's/^/    /' "$out"
        failed=1
    fi
}

# kit NAME BROKEN COMMAND...: a kit with a WebSocket; BROKEN is the command of the copy.
kit() {
    local name=$1 broken=$2
    shift 2
    local options=(--server '{url}' --name kit --opponent ann --games 1)
    conforms "the transcript" "$name" ws "$@" "${options[@]}"
    if [ -s "$work/tls.pem" ]; then
        conforms "the transcript over wss" "$name" --tls "$work/tls.pem" ws "${trust[@]}" "$@" "${options[@]}"
    fi
    # Word splitting is intended.
    conforms "the transcript, choosing nothing" "$name" --prints "choose() gave" ws $broken "${options[@]}"
    refuses "$name" "$@"
    check "$name" "$@" --server "$url" --name "kit-$name" --opponent "$opponent" --games 1
    for game in "${others[@]}"; do
        plays "$name, $game" "$@" --server "$url" --name "kit-$name-$game" --game "$game" --opponent "$game-greedy" --games 1
    done
}

# bridged NAME BROKEN PROGRAM: a kit on standard input.
bridged() {
    local name=$1 broken=$2 program=$3
    local bridge=("$arbitre" bot bridge --name kit --seek --opponent ann --games 1 --server '{url}' --)
    conforms "the transcript" "$name" bridge "${bridge[@]}" "$program"
    conforms "the transcript, choosing nothing" "$name" --prints "choose() gave" bridge "${bridge[@]}" "$broken"
    check "$name" "$arbitre" bot bridge --server "$url" --name "kit-$name" --seek --opponent "$opponent" --games 1 -- "$program"
    for game in "${others[@]}"; do
        plays "$name, $game" "$arbitre" bot bridge --server "$url" --name "kit-$name-$game" --game "$game" --seek --opponent "$game-greedy" \
            --games 1 -- "$program"
    done
}

# has NAME TOOL: whether a kit's language is installed.
has() {
    command -v "$2" >/dev/null 2>&1 && return
    echo "$1: $2 is not installed"
    [ "${SKIP_MISSING:-0}" = 1 ] || failed=1
    return 1
}

# without_choice FOLDER FILE PATTERN STATEMENT: a copy of the kit whose choose() begins with this statement.
without_choice() {
    cp -r "$here/$1" "$work/$1"
    sed -i "/$3/a\\$4" "$work/$1/$2"
}

# A certificate authority that each language is configured to trust, and a certificate of it.
certify() { openssl req -x509 -newkey rsa:2048 -nodes -days 2 "$@" 2>/dev/null; }
certify -subj "/CN=starter kits" -keyout "$work/authority.key" -out "$work/cert.pem" &&
    certify -subj /CN=localhost -CA "$work/cert.pem" -CAkey "$work/authority.key" -addext "subjectAltName=DNS:localhost" \
        -addext "basicConstraints=critical,CA:FALSE" -keyout "$work/key.pem" -out "$work/own.pem" &&
    cat "$work/key.pem" "$work/own.pem" >"$work/tls.pem"
command -v keytool >/dev/null 2>&1 &&
    keytool -importcert -noprompt -alias kit -file "$work/cert.pem" -keystore "$work/trust.jks" -storepass changeit >/dev/null 2>&1
trust=(env "SSL_CERT_FILE=$work/cert.pem" "NODE_EXTRA_CA_CERTS=$work/cert.pem"
    "JAVA_TOOL_OPTIONS=-Djavax.net.ssl.trustStore=$work/trust.jks -Djavax.net.ssl.trustStorePassword=changeit")

# aside NAME TOOL FUNCTION...: tests a kit in a subprocess, if its language is installed.
aside() {
    local name=$1
    kits+=("$name")
    (
        out=$work/$name.out
        if has "$name" "$2"; then "${@:3}"; fi
        exit $failed
    ) >"$work/$name.log" 2>&1 &
}

python_kit() { kit python "python3 $work/python/bot.py" python3 "$here/python/bot.py"; }
websockets_kit() { kit websockets "python3 $work/python/bot_websockets.py" python3 "$here/python/bot_websockets.py"; }
javascript_kit() {
    without_choice javascript bot.mjs 'function choose' '  return undefined;'
    kit javascript "node $work/javascript/bot.mjs" node "$here/javascript/bot.mjs"
}
java_kit() {
    without_choice java Bot.java 'static String choose' 'if (true) return null;'
    kit java "java $work/java/Bot.java" java "$here/java/Bot.java"
}
c_kit() {
    without_choice c bot.c 'char .choose(.*{$' 'return NULL;'
    cc -O2 -Wall -Wextra -Werror -o "$work/c/bot" "$here/c/bot.c" && cc -o "$work/c/broken" "$work/c/bot.c" || failed=1
    bridged c "$work/c/broken" "$work/c/bot"
}
cpp_kit() {
    without_choice cpp bot.cpp 'string choose(.*{$' 'return {};'
    c++ -std=c++17 -O2 -Wall -Wextra -Werror -o "$work/cpp/bot" "$here/cpp/bot.cpp" && c++ -std=c++17 -o "$work/cpp/broken" "$work/cpp/bot.cpp" || failed=1
    bridged cpp "$work/cpp/broken" "$work/cpp/bot"
}
rust_kit() {
    without_choice rust src/main.rs '^fn choose' 'return String::from("no move");'
    # The same folder for both: the libraries are built once.
    built() { cargo build -q --manifest-path "$1/rust/Cargo.toml" --target-dir "${RUST_KIT_TARGET:-$work/rust/target}" && cp "${RUST_KIT_TARGET:-$work/rust/target}/debug/arbitre-starter-kit" "$2"; }
    built "$work" "$work/rust/broken" 2>/dev/null && built "$here" "$work/rust/bot" || failed=1
    kit rust "$work/rust/broken" "$work/rust/bot"
}

if [ -n "${FIRST:-}" ]; then aside README python3 check README $FIRST; fi
without_choice python bot.py '^def choose' '    return None'
aside python python3 python_kit
if python3 -c 'import websockets' 2>/dev/null; then aside websockets python3 websockets_kit; fi
aside javascript node javascript_kit
aside java java java_kit
aside c cc c_kit
aside cpp c++ cpp_kit
aside rust cargo rust_kit
for name in "${kits[@]}"; do
    wait -n || failed=1
done
for name in "${kits[@]}"; do cat "$work/$name.log"; done
exit $failed
