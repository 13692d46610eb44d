#!/usr/bin/env bash
# Builds the image, starts compose.yaml, and checks it from outside: a line for each check, and exit code 1 at the first failure.
#
#     docker/smoke.sh
#
# It needs docker, compose (`docker compose` or `docker-compose`), curl and Python. DOCKER_HOST may name another engine, and PORT another port
# than 18080. It starts a separate compose project, which is removed at the end; the build cache stays. On an engine without a
# bridge network the containers share the host's network, and compose.yaml is used without its `ports:`.
set -euo pipefail
cd "$(dirname "$0")/.."

port=${PORT:-18080}
# These take precedence over docker/.env.
export COMPOSE_PROJECT_NAME=arbitre-smoke ARBITRE_IMAGE=arbitre:smoke ARBITRE_PORT=$port ARBITRE_TCP_PORT=$((port + 1)) ARBITRE_REGISTRATION=open
export GREEDY_TOKEN='' MCTS_TOKEN='' ALPHABETA_TOKEN=''

case ${DOCKER_HOST:-} in
    tcp://* | ssh://*) host=${DOCKER_HOST#*://} host=${host##*@} host=${host%%[:/]*} ;;
    *) host=127.0.0.1 ;;
esac

. docker/checks.sh
if [ "$network" = "bridge network" ]; then
    compose+=(--file docker/compose.yaml)
else
    without_ports docker/compose.yaml >"$scratch/compose.yaml"
    cat >"$scratch/host.yaml" <<EOF
services:
  referee:
    build: { network: host }
    network_mode: host
    environment: { ARBITRE_BIND: "0.0.0.0:$port", ARBITRE_BIND_TCP: "0.0.0.0:$((port + 1))", ARBITRE_SERVER: "127.0.0.1:$port" }
  greedy: &bot
    network_mode: host
    environment: { ARBITRE_SERVER: "ws://127.0.0.1:$port/ws" }
  mcts: *bot
  alphabeta: *bot
EOF
    compose+=(--project-directory docker --file "$scratch/compose.yaml" --file "$scratch/host.yaml")
fi

clean() {
    "${compose[@]}" down --volumes --remove-orphans --timeout 5
    docker image rm "$ARBITRE_IMAGE"
} >/dev/null 2>&1
trap 'clean || true; rm -rf "$scratch"' EXIT

is_healthy() { [ "$(inspect "$referee" '{{.State.Health.Status}}')" = healthy ]; }

has_page() { get / >"$scratch/page" && grep -qi '<!doctype html>' "$scratch/page" && grep -q Arbitre "$scratch/page"; }

all_connected() {
    local list name
    list=$(get /v1/bots) || return 1
    for name in greedy mcts alphabeta; do
        [[ $list == *"\"name\":\"$name\""* ]] || return 1
    done
}

# The moves of $game, each followed by a space.
moves() { get "/v1/matches/$game/export?format=text" | sed -n 's/^% Moves [0-9]*: //p' | tr '\n' ' '; }

# Finds a match in its middle: $game, with its moves in $before.
is_running() {
    local list
    list=$(get /v1/bots) || return 1
    [[ $list =~ \"games\":\[([0-9]+) ]] || return 1
    game=${BASH_REMATCH[1]}
    before=$(moves) || return 1
    local plies
    plies=$(wc -w <<<"$before")
    ((plies >= 2 && plies <= 30))
}

# Whether $game has all moves of $before, and a further one.
continues() {
    local now
    now=$(moves) || return 1
    [[ $now == "$before"?* ]]
}

# The process has an unprivileged user, cannot gain privileges, and can write only to its volume and /tmp.
is_confined() {
    local status mounts
    status=$(docker exec "$1" cat /proc/1/status) && mounts=$(docker exec "$1" cat /proc/mounts) || return 1
    grep -qE '^Uid:([[:space:]]+[1-9][0-9]*){4}$' <<<"$status" &&
        grep -qE '^CapEff:[[:space:]]+0+$' <<<"$status" && grep -qE '^CapBnd:[[:space:]]+0+$' <<<"$status" &&
        grep -qE '^NoNewPrivs:[[:space:]]+1$' <<<"$status" &&
        grep -qE '^[^ ]+ / [^ ]+ ro,' <<<"$mounts"
}

# stops NAME CONTAINER: with exit code 0, in ten seconds.
stops() {
    local began code took
    began=$(clock)
    docker stop "$2" >/dev/null
    took=$(since "$began") code=$(inspect "$2" '{{.State.ExitCode}}')
    { [ "$code" = 0 ] && ((${took%%.*} < 10)); } || failed "$1 stopped after $took with exit code $code"
    passed "$1 stopped after $took with exit code 0"
}

clean || true
began=$(clock)
quietly "${compose[@]}" build || failed "the image is built"
passed "the image was built in $(since "$began"), and has $(($(docker image inspect --format '{{.Size}}' "$ARBITRE_IMAGE") / 1000000)) MB"

began=$(clock)
# The bots start when the referee is healthy, so this waits for it.
quietly "${compose[@]}" up --detach --no-build || failed "the containers start ($network)"
referee=$(container referee)
within 60 is_healthy || failed "the referee becomes healthy"
passed "the referee was healthy and the bots started in $(since "$began") ($network)"

within 10 has_page || failed "the page answers on http://$host:$port/"
passed "the page answers on http://$host:$port/"

for kit in python javascript java c cpp rust; do
    { get "/kits/$kit.zip" >"$scratch/kit.zip" && python3 -m zipfile -l "$scratch/kit.zip" >"$scratch/files" && grep -q README.md "$scratch/files"; } || failed "the kit in $kit can be downloaded completely"
done
passed "the starter kits can be downloaded completely"
get "/kits/SHA256SUMS" | grep -q "  arbitre-Linux-$(uname -m)$" || failed "the program can be downloaded"
passed "the program can be downloaded"

within 30 all_connected || failed "greedy, mcts and alphabeta are connected"
passed "greedy, mcts and alphabeta are connected"

{ within 120 is_running && within 30 continues; } || failed "a friendly match makes moves"
passed "a friendly match makes moves: match $game has $(moves | wc -w | tr -d ' ') plies"

for name in referee greedy mcts alphabeta; do
    is_confined "$(container $name)" || failed "$name has no privileges, and a read-only root"
done
passed "all four run as a user without privileges, on a read-only root"

token=$("${compose[@]}" exec -T referee arbitre token mint smoke | tr -d '\r\n') || true
((${#token} == 43)) || failed "a token is minted while the referee runs"
passed "a token is minted while the referee runs"

organise() { curl --silent --output /dev/null --write-out '%{http_code}' --max-time 5 --noproxy '*' --header 'content-type: application/json' "$@" --data '{"name": "cup", "format": "round_robin"}' "http://$host:$port/v1/tournaments"; }
operator=$("${compose[@]}" exec -T referee cat /data/operator-token | tr -d '\r\n') || true
[ "$(organise)" = 401 ] || failed "organising needs the operator's token"
[ "$(organise --header "authorization: Bearer $operator")" = 201 ] || failed "the operator's token of the first start is accepted"
passed "organising needs the operator's token of the first start"

within 300 is_running || failed "a match is running before the kill"
docker kill --signal KILL "$referee" >/dev/null
began=$(clock)
docker start "$referee" >/dev/null
within 60 is_healthy || failed "the referee becomes healthy after a kill"
healthy=$(since "$began")
within 60 continues || failed "match $game continues after a kill"
passed "match $game continues after a kill: healthy $healthy after the start, the next move after $(since "$began")"

within 300 is_running || failed "a match is running before the stop"
stops "the referee" "$referee"
stops "a bot" "$(container greedy)"

quietly "${compose[@]}" down || failed "the containers are removed"
quietly "${compose[@]}" up --detach --no-build || failed "new containers start"
referee=$(container referee)
within 60 continues || failed "match $game continues in new containers"
passed "match $game continues in new containers: it is stored in the volume"
