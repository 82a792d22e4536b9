# Completion of hipify-py for bash 4.4 or later. A wheel installs it; elsewhere: eval "$(hipify-py completion bash)"

_hipify_py() {
    local -a words=()
    local index word last= kind value files=
    # bash splits `--ptx=exact` at `=`; hipify-py wants it whole.
    for ((index = 0; index <= COMP_CWORD; index++)); do
        word=${COMP_WORDS[index]}
        if ((index > 1)) && [[ $word == = || $last == = ]]; then
            words[-1]+=$word
        else
            words+=("$word")
        fi
        last=$word
    done
    word=${words[-1]}
    [[ $word == --*=* ]] && word=${word#*=}
    COMPREPLY=()
    while IFS=, read -r kind value; do
        case $kind in
            plain) COMPREPLY+=("$value") ;;
            file) files=default ;;
            dir) files=dirnames ;;
        esac
    done < <(env COMP_WORDS="${words[*]}" COMP_CWORD=$((${#words[@]} - 1)) _HIPIFY_PY_COMPLETE=bash_complete \
        "${1/#\~/$HOME}" 2>/dev/null)
    if [[ $files && ${#COMPREPLY[@]} -eq 0 ]]; then
        compopt -o "$files"
    elif [[ $files ]]; then
        compopt -o filenames
        while IFS= read -r value; do
            COMPREPLY+=("$value")
        done < <(compgen -f -- "$word")
    fi
}

complete -o nosort -F _hipify_py hipify-py
