# Sourced by the other scripts: goes to the repository's root and makes its .venv, with uv when present, else pip.
# Usage: . scripts/setup.sh REQUIREMENTS_FILE

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
requirements=$1
venv=.venv

find_python() {
  for name in python3.12 python3.11 python3.13 python3 python; do
    if command -v "$name" >/dev/null && "$name" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' 2>/dev/null; then
      echo "$name"
      return
    fi
  done
  echo "Soundmark needs Python 3.11, 3.12 or 3.13, and found none. Please install one and try again." >&2
  return 1
}

stamp="$venv/.installed-$(basename "$requirements")"
if [ ! -x "$venv/bin/python" ] || ! "$venv/bin/python" -c '' 2>/dev/null; then
  python=$(find_python) || exit 1
  echo "Making $venv with $("$python" --version) ..."
  "$python" -m venv "$venv" || { echo "python -m venv failed. On Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }
fi
if [ ! -f "$stamp" ] || [ -n "$(find requirements*.txt -newer "$stamp")" ]; then
  echo "Installing $requirements into $venv (a minute or two, the first time) ..."
  if command -v uv >/dev/null; then
    uv pip install --quiet --python "$venv/bin/python" -r "$requirements" || exit 1
  else
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "$requirements" || exit 1
  fi
  touch "$stamp"
fi
export GRADIO_ANALYTICS_ENABLED=False
