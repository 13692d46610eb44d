# Sourced by both smoke tests, with $host and $port set: the compose command, the engine's network, and reports of checks.

export LC_ALL=C DOCKER_BUILDKIT=1 COMPOSE_DOCKER_CLI_BUILD=1
scratch=$(mktemp -d)
if docker compose version >/dev/null 2>&1; then compose=(docker compose); else compose=(docker-compose); fi
if docker network inspect bridge >/dev/null 2>&1; then network="bridge network"; else network="host network"; fi

# without_ports FILE: a compose file whose containers share the host's network and its ports.
without_ports() { sed '/^    ports:$/,/^    [a-z]/{/^    ports:$/d;/^      - /d}' "$1"; }

clock() { echo "${EPOCHREALTIME:-$SECONDS}"; }
since() { awk -v began="$1" -v now="$(clock)" 'BEGIN { printf "%.1f s", now - began }'; }

passed() { printf 'ok      %s\n' "$1"; }
failed() {
    printf 'FAILED  %s\n' "$1"
    "${compose[@]}" logs --tail 20 2>&1 | sed 's/^/        /' || true
    exit 1
}

# within SECONDS COMMAND...: whether the command succeeds in time.
within() {
    local deadline=$((SECONDS + $1))
    until "${@:2}"; do
        ((SECONDS < deadline)) || return 1
        sleep 0.3
    done
}

# quietly COMMAND...: shows its output only if it fails.
quietly() { "$@" >"$scratch/output" 2>&1 || { cat "$scratch/output" && return 1; }; }

get() { curl --fail --silent --max-time "${PATIENCE:-5}" --noproxy '*' "http://$host:$port$1"; }
inspect() { docker inspect --format "$2" "$1"; }
container() { "${compose[@]}" ps --quiet "$1"; }
