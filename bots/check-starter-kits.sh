#!/bin/sh
# Lets each starter kit play one game against a bot of a running referee: each must see its game_over and exit with 0.
#
#     bots/check-starter-kits.sh [ws://127.0.0.1:8080/ws [OPPONENT]]
#
# A kit whose language is not installed is an error, unless SKIP_MISSING=1.
set -u
url=${1:-ws://127.0.0.1:8080/ws}
opponent=${2:-greedy}
here=$(cd "$(dirname "$0")" && pwd)
failed=0

check() {
    name=$1
    shift
    if ! command -v "$1" >/dev/null 2>&1; then
        echo "$name: $1 is not installed"
        [ "${SKIP_MISSING:-0}" = 1 ] || failed=1
        return
    fi
    if output=$(timeout 120 "$@" --url "$url" --name "kit-$name" --opponent "$opponent" --games 1 2>&1) &&
        printf '%s\n' "$output" | grep -q "is over"; then
        echo "$name: ok - $(printf '%s\n' "$output" | grep "is over")"
    else
        echo "$name: FAILED"
        printf '%s\n' "$output" | sed 's/^/    /'
        failed=1
    fi
}

check python python3 "$here/python/bot.py"
if python3 -c 'import websockets' 2>/dev/null; then
    check websockets python3 "$here/python/bot_websockets.py"
fi
check javascript node "$here/javascript/bot.mjs"
check java java "$here/java/Bot.java"
exit $failed
