# Sourced by deploy/run and deploy/test. Creates a virtual environment in .venv with pinned and hashed packages.
# Sets `root`, the directory of the checkout. Needs Python 3.11 or newer with the module venv. PYTHON selects another one.
# All packages are wheels: they need no compiler, and run no code during installation.

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

find_python() {
    for candidate in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            printf '%s\n' "$candidate"
            return
        fi
    done
    fail "No Python 3.11 or newer was found. Install one, or name it: PYTHON=/path/to/python3 $0"
}

# pins FILE: prints the pins of deploy/FILE, after those of the files that its lines `-r` include.
pins() {
    sed -n 's/^-r //p' "$root/deploy/$1" | while read -r included; do pins "$included"; done
    cat "$root/deploy/$1"
}

# use_packages FILE: creates the environment and installs the packages pinned in deploy/FILE, unless they are installed.
use_packages() {
    installed=$root/.venv/installed-$1
    python=$(find_python) || exit 1
    version=$("$python" -c 'import platform; print(platform.python_version(), platform.machine())')
    if { printf '# %s\n' "$version"; pins "$1"; } | cmp -s - "$installed" 2>/dev/null; then
        return
    fi
    printf 'Installing Python packages into %s\n' "$root/.venv" >&2
    if ! head -n 1 "$root"/.venv/installed-* 2>/dev/null | grep -qx "# $version"; then
        "$python" -m venv --clear "$root/.venv" >&2 ||
            fail "Python's module venv does not work here. On Debian and Ubuntu: apt install python3-venv"
    fi
    quiet=
    [ -t 2 ] || quiet=--quiet
    "$root/.venv/bin/python" -m pip install $quiet --disable-pip-version-check --no-input \
        --require-hashes --only-binary :all: --requirement "$root/deploy/$1" >&2 ||
        fail "The packages could not be installed; what pip says above tells why. Start again when that is fixed.
Nothing is built from source. There are packages for CPython 3.11 to 3.14 on Linux (x86-64, glibc 2.28 or later) and for
CPython 3.12 to 3.14 on macOS (ARM). On ARM Linux and on Intel Macs py4swiss has none: use a container for linux/amd64."
    { printf '# %s\n' "$version"; pins "$1"; } >"$installed"
}
