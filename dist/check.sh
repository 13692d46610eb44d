#!/usr/bin/env bash
# Installs the wheel of dist/build.sh into a fresh environment, starts its referee, and plays with README's bot and with a bot of five lines on the
# Python client that the referee serves. Usage: dist/check.sh WHEEL [PORT]
set -euo pipefail
wheel=$(realpath "$1")
port=${2:-18097}
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
referee=
finish() {
    status=$?
    [ -z "$referee" ] || { kill "$referee" 2>/dev/null || true; wait "$referee" || true; }
    [ $status = 0 ] || tail -n 30 "$scratch/referee.log"
    rm -rf "$scratch"
    exit $status
}
trap finish EXIT

python3 -m venv "$scratch/venv"
"$scratch/venv/bin/pip" install -q "$wheel" websockets
cd "$scratch"
venv/bin/arbitre --version
venv/bin/arbitre --bind "127.0.0.1:$port" --data "$scratch/data" --house-min-think 100ms >"$scratch/referee.log" 2>&1 &
referee=$!
for _ in $(seq 50); do
    venv/bin/arbitre health --server "127.0.0.1:$port" >/dev/null 2>&1 && break
    sleep 0.2
done

echo "README's bot:"
sed -n '/^```python$/,/^```$/p' "$OLDPWD/README.md" | sed '1d;$d' | sed "s/127.0.0.1:8080/127.0.0.1:$port/" >first.py
timeout 60 venv/bin/python first.py | tee first.txt
grep -q 'is over: ' first.txt

echo "a bot in five lines:"
package=$(curl -fsS "http://127.0.0.1:$port/kits/" | grep -o 'arbitre_bot-[^"<]*\.whl' | head -1)
venv/bin/pip install -q "http://127.0.0.1:$port/kits/$package"
cat >five.py <<'PYTHON'
from arbitre_bot import Bot
class Mine(Bot):
    def choose(self, turn):
        return turn["legal_moves"][0]
Mine("five-lines").play(opponent="greedy", games=1)
PYTHON
timeout 60 venv/bin/python five.py | tee five.txt
grep -q 'is over: ' five.txt

for kit in python javascript java c cpp rust; do
    curl -fsS -o "$kit.zip" "http://127.0.0.1:$port/kits/$kit.zip"
    venv/bin/python -m zipfile -t "$kit.zip" >/dev/null
done
venv/bin/python -m zipfile -e python.zip .
grep -q "ws://127.0.0.1:$port/ws" arbitre-python/bot.py
timeout 60 venv/bin/python arbitre-python/bot.py --name downloaded --opponent greedy --games 1 | grep 'is over: '
echo "all installed and played"
