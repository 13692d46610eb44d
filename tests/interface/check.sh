#!/usr/bin/env bash
# Checks the interface against /openapi.json: schemathesis tests every operation with all its checks, for this many seconds, and a generated client
# lists the tournaments and solves a sudoku.
#
#     tests/interface/check.sh BINARY [SECONDS]
#
# The import of archives is excluded, since schemathesis cannot write lines of JSON: tests/house and tests/fuzz test it.
#
# It needs schemathesis and openapi-python-client (pip).
set -euo pipefail
binary=$(realpath "$1") seconds=${2:-120}
cd "$(dirname "$0")"
scratch=$(mktemp -d)
"$binary" --bind 127.0.0.1:0 --no-house-bots --data memory --solve-time-limit 2s --requests-per-address 100000 >"$scratch/output" 2>"$scratch/log" &
referee=$!
trap 'kill "$referee" 2>/dev/null || true; wait "$referee" 2>/dev/null || true; rm -rf "$scratch"' EXIT
for _ in $(seq 100); do
    grep -q listens "$scratch/output" && break
    sleep 0.1
done
address=$(sed -n 's|.*http://\([^/]*\)/ .*|\1|p' "$scratch/output")

st --config-file schemathesis.toml run "http://$address/openapi.json" --checks all --max-time "$seconds" --request-timeout 60 --max-response-time 40 --seed 1 \
    --phases examples,coverage,fuzzing --continue-on-failure --exclude-path /v1/tournaments/import

(cd "$scratch" && openapi-python-client generate --url "http://$address/openapi.json" --output-path generated --meta none)
PYTHONPATH="$scratch" python3 client.py "http://$address"
