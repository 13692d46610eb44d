#!/bin/sh
# The page's types (`tsc --checkJs`), with those of the REST interface generated from a referee's openapi.json, and its lints (Biome):
# `tests/browser/check-page.sh http://127.0.0.1:8080`, after `npm ci` in tests/browser. An openapi.json may be given as a file.
set -eu
tools=$(cd "$(dirname "$0")" && pwd)/node_modules/.bin
case ${1:-http://127.0.0.1:8080} in http*) description=${1:-http://127.0.0.1:8080}/openapi.json ;; *) description=$(realpath "$1") ;; esac
cd "$(dirname "$0")/../../src/page"
"$tools/openapi-typescript" "$description" --output tests/openapi.d.ts
"$tools/tsc" --project .
"$tools/biome" lint --error-on-warnings .
