#!/usr/bin/env bash
# Makes what a student installs without building: a wheel with the `arbitre` command (`pip install arbitre-….whl`), a tarball with the same
# program, its manual pages, completions and examples, and the program alone, named as a referee serves it at /kits/ (on Linux if it is static).
# Usage: [PROFILE=dist] [TARGET=x86_64-unknown-linux-musl] dist/build.sh [FOLDER]; the default folder is target/packages. Needs Rust, Python 3
# with venv, and tar. A target that this system cannot run has no manual pages or completions.
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-target/packages}
profile=${PROFILE:-dist}
target=${TARGET:-$(rustc -vV | sed -n 's/^host: //p')}
case $target in
    x86_64-*-linux-*) system=Linux-x86_64 ;;
    aarch64-*-linux-*) system=Linux-aarch64 ;;
    aarch64-apple-darwin) system=Darwin-arm64 ;;
    x86_64-apple-darwin) system=Darwin-x86_64 ;;
    x86_64-pc-windows-*) system=Windows-x86_64.exe ;;
    *) echo "no name for $target" >&2 && exit 1 ;;
esac
mkdir -p "$out"
out=$(cd "$out" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

python3 -m venv "$scratch/venv" || python -m venv "$scratch/venv"
tools=$scratch/venv/bin
[ -d "$tools" ] || tools=$scratch/venv/Scripts
"$tools/pip" install -q maturin==1.16.0
# The wheel has no part in Python: the program is put where commands are.
"$tools/maturin" build --profile "$profile" --locked --bindings bin --manifest-path Cargo.toml ${TARGET:+--target "$TARGET"} --out "$out"

version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
name=arbitre-$version-$target
program=target/${TARGET:+$TARGET/}$profile/arbitre
[ "${system%.exe}" = "$system" ] || program=$program.exe
mkdir -p "$scratch/$name/completions"
cp -r "$program" README.md protocol.md docs examples LICENSE SECURITY.md "$scratch/$name/"
if "$program" man "$scratch/$name/man"; then
    for shell in bash zsh fish powershell; do "$program" completions $shell >"$scratch/$name/completions/arbitre.$shell"; done
fi
tar -czf "$out/$name.tar.gz" -C "$scratch" "$name"
case $target in *-linux-gnu) ;; *) cp "$program" "$out/arbitre-$system" ;; esac
ls -l "$out"
