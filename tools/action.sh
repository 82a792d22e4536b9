#!/usr/bin/env bash
# What the GitHub Action does: install hipify-py into an environment of its own, scan, and hand on the exit code.
# Everything that a user may set arrives in variables and is only ever expanded between quotes. The checkout may be a pull
# request of anybody's: Python runs isolated (-I), so that it imports nothing from there.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=${RUNNER_TEMP:-$(mktemp -d)}/hipify-py

# $HIPIFY_PY names one that is installed already.
command=("${HIPIFY_PY:-}")
if [[ -z ${command[0]} ]]; then
  "${INPUT_PYTHON:-python3}" -I -m venv "$work"
  bin=$work/bin
  [[ -d $bin ]] || bin=$work/Scripts
  (cd "$work" && "$bin/python" -I -m pip install --quiet --disable-pip-version-check -- "$here")
  command=("$bin/python" -I -m hipify_py)
fi

options=(--format github)
[[ -z ${INPUT_FAIL_ON:-} ]] || options+=("--fail-on=$INPUT_FAIL_ON")
[[ -z ${INPUT_BASELINE:-} ]] || options+=("--baseline=$INPUT_BASELINE")
[[ -z ${INPUT_SARIF_FILE:-} ]] || options+=("--format=sarif:$INPUT_SARIF_FILE")
[[ -z ${INPUT_FORMAT:-} ]] || options+=("--format=$INPUT_FORMAT")
summary=
if [[ ${INPUT_SUMMARY:-true} == true && -n ${GITHUB_STEP_SUMMARY:-} ]]; then
  summary=$(mktemp "${RUNNER_TEMP:-/tmp}/hipify-summary.XXXXXX")
  options+=("--format=markdown:$summary")
fi

# xargs takes quotes apart as a shell does, and expands nothing.
if [[ -n ${INPUT_ARGS:-} ]]; then
  while IFS= read -r -d '' word; do options+=("$word"); done < <(xargs printf '%s\0' <<<"$INPUT_ARGS")
fi

paths=()
if [[ ${INPUT_PATHS:-.} == *$'\n'* || -e ${INPUT_PATHS:-.} ]]; then
  while IFS= read -r path; do [[ -z $path ]] || paths+=("$path"); done <<<"${INPUT_PATHS:-.}"
else
  read -r -a paths <<<"$INPUT_PATHS"
fi

code=0
"${command[@]}" scan "${options[@]}" -- "${paths[@]}" || code=$?
[[ -z $summary ]] || cat "$summary" >>"$GITHUB_STEP_SUMMARY"
[[ -z ${GITHUB_OUTPUT:-} ]] || echo "exit-code=$code" >>"$GITHUB_OUTPUT"
exit "$code"
