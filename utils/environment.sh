# Sourced by the scripts in this folder, from the project's root. Without a home
# directory, caches go to .cache here, which git ignores.
if [ -z "${HOME:-}" ]; then
  HOME=$PWD
  export HOME
fi
# Paths like ~/.ccache of another user's home are of no use; a cache that cannot
# be written makes ccache fail, so then it is kept here as well.
if [ -n "${CCACHE_DIR:-}" ] || [ -w "$HOME" ]; then :; else
  CCACHE_DIR=$PWD/.cache/ccache
  LACUNA_CACHE_DIR=${LACUNA_CACHE_DIR:-$PWD/.cache/lacuna}
  export CCACHE_DIR LACUNA_CACHE_DIR
fi
# The system's Python comes before one in a home directory that may be gone.
if [ -x /usr/bin/python3 ]; then python=/usr/bin/python3; else python=python3; fi
for tool in cmake ninja c++ "$python"; do
  command -v "$tool" >/dev/null 2>&1 && continue
  [ "${deps:-no}" = yes ] && continue # about to be installed
  echo "${0##*/}: the program $tool is missing; utils/install-deps installs all that is needed on Debian" >&2
  exit 1
done
