#compdef hipify-py
# Completion of hipify-py for zsh. A wheel installs it as _hipify-py; elsewhere: eval "$(hipify-py completion zsh)"

_hipify_py() {
    local -a lines plain described
    local kind value help files
    lines=("${(@f)$(env COMP_WORDS="${words[1,CURRENT]}" COMP_CWORD=$((CURRENT - 1)) _HIPIFY_PY_COMPLETE=zsh_complete \
        ${words[1]/#\~/$HOME} 2>/dev/null)}")
    for kind value help in $lines; do
        case $kind in
            plain) if [[ $help == _ ]]; then plain+=("$value"); else described+=("$value:$help"); fi ;;
            file) files=-f ;;
            dir) files=-/ ;;
        esac
    done
    [[ $words[CURRENT] == --*=* ]] && compset -P 1 '*='
    (( $#described )) && _describe -V hipify-py described
    (( $#plain )) && compadd -V hipify-py -a plain
    [[ -n $files ]] && _path_files $files
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _hipify_py "$@"
else
    compdef _hipify_py hipify-py
fi
