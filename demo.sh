#!/bin/sh
# The main job, from a fresh checkout: compile the HTML grammar, build the crate that comes out, and reduce a real page
# that makes a real program panic. The program is html2text 0.16.2 as published; the page is the manual of Expat. Building takes
# most of the time; cargo shows how far it is.
set -eu
cd "$(dirname "$0")"
out=target/demo
mkdir -p "$out"
# What runs once is hardly optimized: all is built in a third of the time.
export CARGO_PROFILE_RELEASE_LTO=off CARGO_TARGET_DIR="$out/build"

echo "1. The program that panics: html2text 0.16.2, from its published sources"
[ -x "$out/bin/html2text" ] ||
    cargo install --locked --debug --root "$out" html2text@0.16.2 --example html2text

echo "2. grammarc compile grammars/html/html.bnf"
# Without the default feature `import`, the readers of other notations are not built.
CARGO_PROFILE_RELEASE_OPT_LEVEL=0 cargo build --release -p grammarc --no-default-features --features cli
rm -rf "$out/html"
"$out/build/release/grammarc" compile grammars/html/html.bnf -o "$out/html"

echo "3. cargo build of the crate that came out"
CARGO_PROFILE_RELEASE_OPT_LEVEL=1 cargo build --release --manifest-path "$out/html/Cargo.toml"

echo "4. The reduction"
cp grammars/html/reduce/expat-reference.html "$out/page.html"
rm -f "$out"/page.reduced.html*
cd "$out"
build/release/grammarc-html reduce page.html --keep-journal --stderr-matches TooNarrow -- bin/html2text -w 10 {}

printf '\nBefore: %s bytes, which begin\n' "$(wc -c < page.html)"
sed -n 4,8p page.html
printf '\nAfter: %s bytes, all of them\n' "$(wc -c < page.reduced.html)"
cat page.reduced.html
printf '\n\nFor a link in three nested lists, html2text has too few columns left: the error is TooNarrow, on which its example panics.\n'
