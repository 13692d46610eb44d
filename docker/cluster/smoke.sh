#!/usr/bin/env bash
# Builds the images, starts compose.cluster.yaml, has two bots play through the proxy, kills and stops nodes, a worker and the database, and checks
# from outside that the same match and the same job continue: a line for each check, and exit code 1 at the first failure.
#
#     docker/cluster/smoke.sh
#
# It needs docker, compose, curl and Python. ARBITRE_BINARY names a binary (of Debian trixie or older) to put into the image in place of building
# one. PORT is another port than 18090. It starts a separate compose project, which is removed at the end. On an engine without a bridge
# network the containers share the host's network, each with its own port.
set -euo pipefail
cd "$(dirname "$0")/../.."

# A node may wait for a refereeing one before it answers.
host=127.0.0.1 port=${PORT:-18090} PATIENCE=20
export COMPOSE_PROJECT_NAME=arbitre-cluster-smoke ARBITRE_IMAGE=arbitre:cluster-smoke ARBITRE_PORT=$port ARBITRE_REGISTRATION=open
export ARBITRE_DATABASE_IMAGE=arbitre-database:smoke ARBITRE_PROXY_IMAGE=arbitre-proxy:smoke POSTGRES_PASSWORD=smoke
. docker/checks.sh
if [ "$network" = "bridge network" ]; then
    compose+=(--file docker/compose.cluster.yaml)
    address=http://proxy:8080
else
    address=http://127.0.0.1:$port
    store="postgres://arbitre:smoke@127.0.0.1:$((port + 9))/arbitre"
    without_ports docker/compose.cluster.yaml >"$scratch/compose.yaml"
    sed "s/listen 8080/listen $port/; s/node-\([123]\):8080/127.0.0.1:$((port / 10))\1/" docker/cluster/nginx.conf >"$scratch/nginx.conf"
    {
        echo "services:"
        echo "  database: { network_mode: host, build: { network: host }, environment: { PGPORT: \"$((port + 9))\" } }"
        echo "  proxy: { network_mode: host, build: { network: host }, volumes: [ \"$scratch/nginx.conf:/etc/nginx/nginx.conf:ro\" ] }"
        for n in 1 2 3; do
            echo "  node-$n:"
            echo "    network_mode: host"
            [ "$n" != 1 ] || echo "    build: { network: host }"
            echo "    environment: { ARBITRE_STORE: \"$store\", ARBITRE_BIND: \"127.0.0.1:$((port / 10))$n\", ARBITRE_BIND_RELAY: \"127.0.0.1:$((port / 10 + 1))$n\", \
ARBITRE_ADVERTISE: 127.0.0.1, ARBITRE_SERVER: \"127.0.0.1:$((port / 10))$n\", ARBITRE_TRUSTED_PROXY: 127.0.0.1 }"
        done
        for n in 1 2; do echo "  worker-$n: { network_mode: host, environment: { ARBITRE_STORE: \"$store\" } }"; done
    } >"$scratch/host.yaml"
    # For the proxy's settings.
    chmod 755 "$scratch"
    compose+=(--project-directory docker --file "$scratch/compose.yaml" --file "$scratch/host.yaml")
fi

# The nodes have no solvers, so that workers do the jobs.
{
    echo "services:"
    for n in 1 2 3; do echo "  node-$n: { environment: { ARBITRE_THREADS: \"0\" } }"; done
} >"$scratch/threads.yaml"
compose+=(--file "$scratch/threads.yaml")

clean() {
    docker rm --force "$COMPOSE_PROJECT_NAME-ann" "$COMPOSE_PROJECT_NAME-bob"
    "${compose[@]}" down --volumes --remove-orphans --timeout 5
    docker image rm "$ARBITRE_IMAGE" "$ARBITRE_DATABASE_IMAGE" "$ARBITRE_PROXY_IMAGE"
} >/dev/null 2>&1
trap 'clean || true; rm -rf "$scratch"' EXIT
post() { curl --fail --silent --max-time "$PATIENCE" --noproxy '*' --header 'content-type: application/json' "${@:3}" --data "$2" "http://$host:$port$1"; }
value() { python3 -c "import json, sys; answer = json.load(sys.stdin); print($1)" 2>/dev/null; }
is_ready() { get /readyz >/dev/null; }
standings() { get /v1/nodes | value "' '.join(sorted(node['role'] for node in answer['nodes']))"; }
is_complete() { [ "$(standings)" = "referees stands_by stands_by" ]; }
holder() { get /v1/nodes | value "next(node['name'] for node in answer['nodes'] if node['role'] == 'referees')"; }
both_connected() { get /v1/bots >"$scratch/bots" && grep -q '"ann"' "$scratch/bots" && grep -q '"bob"' "$scratch/bots"; }
plies() { get "/v1/matches/$game" | value "len(answer['moves'])"; }
continues() { local now; now=$(plies) && ((now > before)); }
is_running() { [ "$(get "/v1/jobs/$job" | value "answer['state']")" = running ]; }
is_done() { [ "$(get "/v1/jobs/$job" | value "answer['state']")" = done ]; }

clean || true
began=$(clock)
if [ -n "${ARBITRE_BINARY:-}" ]; then
    cp "$ARBITRE_BINARY" "$scratch/arbitre"
    printf 'FROM debian:trixie-slim\nCOPY arbitre /usr/local/bin/arbitre\nUSER 10001:10001\nWORKDIR /tmp\nHEALTHCHECK --interval=2s --timeout=5s --start-period=30s CMD ["arbitre", "health"]\nENTRYPOINT ["arbitre"]\n' >"$scratch/Dockerfile"
    quietly docker build --tag "$ARBITRE_IMAGE" "$scratch" || failed "the image is built"
    quietly "${compose[@]}" build database proxy || failed "the images are built"
else
    quietly "${compose[@]}" build || failed "the images are built"
fi
passed "the images were built in $(since "$began")"

began=$(clock)
quietly "${compose[@]}" up --detach --no-build || failed "the containers start ($network)"
within 60 is_ready || failed "the contest is ready through the proxy"
passed "the contest is ready through the proxy after $(since "$began") ($network)"
within 15 is_complete || failed "one node referees and two stand by: $(standings)"
passed "one node referees, two stand by"

ask_for() { job=$(post "$1" "$2" --header 'prefer: respond-async' | value "answer['id']") || failed "a job is accepted"; }
result() { get "/v1/jobs/$job" | value "answer['result']$1"; }
ask_for /v1/solve/knights-tour '{"board": "6x6", "kind": "closed"}'
within 60 is_done || failed "job $job is done"
passed "a worker has done a job"

# Some seconds of work in parts.
ask_for /v1/batch/sudoku "$(python3 -c 'import json; print(json.dumps({"questions": [{"grid": "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9", "method": "fewest-first"}] * 200}))')"
began=$(clock)
within 30 is_running || failed "job $job runs"
docker kill --signal KILL "$(container worker-1)" >/dev/null
within 120 is_done || failed "job $job is done though worker-1 is killed"
[ "$(result "['solved']")" = 200 ] || failed "all of them are solved: $(result "")"
passed "200 sudokus are solved in parts in $(since "$began"), although a worker was killed"
docker start "$(container worker-1)" >/dev/null

for bot in ann bob; do
    networks=(--network "$([ "$network" = "host network" ] && echo host || echo "${COMPOSE_PROJECT_NAME}_default")")
    docker run --detach --name "$COMPOSE_PROJECT_NAME-$bot" "${networks[@]}" "$ARBITRE_IMAGE" bot greedy --server "ws${address#http}/ws" --name "$bot" --min-think 500ms --slow-against ann --slow-against bob >"$scratch/said" || failed "a bot starts"
done
within 30 both_connected || failed "two bots are connected"
# Behind a proxy, organising needs a token: the first refereeing node's is valid for all.
operator=$("${compose[@]}" exec -T "$(holder)" cat /tmp/arbitre/operator-token | tr -d '\r\n') || failed "there is an operator's token"
game=$(post /v1/matches '{"white": "ann", "black": "bob", "time": "600s"}' --header "authorization: Bearer $operator" | value "answer['game']") || failed "a match is created"
before=1
within 30 continues || failed "match $game makes moves"
passed "two bots play match $game through the proxy"

dead=$(holder) before=$(plies) began=$(clock)
docker kill --signal KILL "$(container "$dead")" >/dev/null
within 20 continues || failed "match $game continues after $dead, which refereed, is killed"
passed "match $game continues $(since "$began") after $dead, which refereed, is killed: $(holder) referees"
docker start "$(container "$dead")" >/dev/null
within 20 is_complete || failed "$dead stands by again: $(standings)"

left=$(holder) before=$(plies) began=$(clock)
docker stop "$(container "$left")" >/dev/null
within 20 continues || failed "match $game continues after $left is stopped"
passed "match $game continues $(since "$began") after $left receives the stop signal: $(holder) referees"
docker start "$(container "$left")" >/dev/null

before=$(plies) began=$(clock)
docker restart "$(container database)" >/dev/null
within 30 continues || failed "match $game continues after the database is restarted"
passed "match $game continues $(since "$began") after the database receives the restart signal"
