#!/usr/bin/env bash
# Builds the packages for users: a wheel with the `arbitre` command (`pip install arbitre-….whl`), and a tarball with the
# same program. Usage: [PROFILE=dist] dist/build.sh [FOLDER]; the default folder is target/packages. Needs Rust, Python 3 with venv, and tar.
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-target/packages}
profile=${PROFILE:-dist}
mkdir -p "$out"
out=$(realpath "$out")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

python3 -m venv "$scratch/venv"
"$scratch/venv/bin/pip" install -q 'maturin>=1.7,<2'
# The wheel has no Python code: the program is installed as a command.
"$scratch/venv/bin/maturin" build --profile "$profile" --locked --bindings bin --manifest-path Cargo.toml --out "$out"

version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
name=arbitre-$version-$(uname -m)-linux
mkdir "$scratch/$name"
cp -r "target/$profile/arbitre" README.md protocol.md docs LICENSE "$scratch/$name/"
tar --create --gzip --file "$out/$name.tar.gz" --directory "$scratch" --sort=name --owner=0 --group=0 --numeric-owner "$name"
ls -l "$out"
