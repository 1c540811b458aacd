#!/bin/sh
# Downloads the upstream tarball of one Debian source package, checks its
# SHA-256, and leaves it as OUTPUT.
#
#   fetch_debian_tarball.sh PACKAGE VERSION SHA256 OUTPUT
#
# Works on any Debian release and as any user: the package index lives in a
# private directory beside OUTPUT, so no system-wide apt state is read for
# writing or changed. The archive to ask is the one that the machine already
# uses (`apt-get indextargets`); the suite is the release that carries VERSION.
# Set LACUNA_DEBIAN_ARCHIVE to a URL to ask another archive.
set -eu

package=$1
version=$2
sha256=$3
output=$4
suite=${LACUNA_DEBIAN_SUITE:-trixie}

fail() {
  echo "fetch_debian_tarball: cannot obtain ${package} ${version}: $1" >&2
  exit 1
}

matches() {
  [ -f "$1" ] && [ "$(sha256sum <"$1" | cut -d' ' -f1)" = "$sha256" ]
}

if matches "$output"; then exit 0; fi

command -v apt-get >/dev/null 2>&1 || fail "this machine has no apt-get"

archive=${LACUNA_DEBIAN_ARCHIVE:-}
if [ -z "$archive" ]; then
  # The main archive is the one that serves the base release's "main"; the
  # security and updates archives have no trixie/main/source index.
  archive=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(COMPONENT) $(ORIGIN)' |
    awk '$3 == "main" && $4 == "Debian" && $2 !~ /-/ { print $1; exit }')
fi
if [ -z "$archive" ] && [ -r /etc/os-release ]; then
  # A machine whose package lists were never fetched or were deleted has no
  # index targets yet, but apt still knows which files it would ask for.
  release=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  archive=$(apt-get update --print-uris 2>/dev/null |
    sed -n "s|^'\(.*/\)dists/${release}/main/binary-.*|\1|p" | head -n 1)
fi
[ -n "$archive" ] || fail "apt is configured with no Debian archive"

scratch=$(dirname "$output")/.apt-$package
rm -rf "$scratch"
mkdir -p "$scratch/lists/partial" "$scratch/cache/archives/partial" "$scratch/download"
trap 'rm -rf "$scratch"' EXIT INT TERM

keyring=/usr/share/keyrings/debian-archive-keyring.gpg
[ -f "$keyring" ] || fail "the keyring $keyring is missing (package debian-archive-keyring)"
echo "deb-src [signed-by=$keyring] $archive $suite main" >"$scratch/sources.list"

private_apt() {
  apt-get -qq \
    -o Dir::Etc::sourcelist="$scratch/sources.list" -o Dir::Etc::sourceparts=/dev/null \
    -o Dir::State::lists="$scratch/lists" -o Dir::Cache="$scratch/cache" \
    -o APT::Sandbox::User="$(id -un)" -o Acquire::Retries=3 \
    -o Acquire::http::Timeout=30 -o Acquire::https::Timeout=30 \
    -o APT::Update::Error-Mode=any "$@"
}

echo "Fetching the source of ${package} ${version}" >&2
private_apt update >"$scratch/log" 2>&1 || {
  cat "$scratch/log" >&2
  fail "the source index of Debian $suite could not be read from $archive (no network?)"
}
(cd "$scratch/download" &&
  private_apt source --download-only --tar-only "$package=$version") >"$scratch/log" 2>&1 || {
  cat "$scratch/log" >&2
  fail "Debian $suite does not offer this version, or the download broke"
}

tarball=
for candidate in "$scratch"/download/*.orig.tar.*; do
  [ -f "$candidate" ] && tarball=$candidate
done
[ -n "$tarball" ] || fail "the source package holds no upstream tarball"
matches "$tarball" || fail "SHA-256 of $(basename "$tarball") is $(sha256sum <"$tarball" | cut -d' ' -f1), expected $sha256"
mkdir -p "$(dirname "$output")"
mv "$tarball" "$output"
