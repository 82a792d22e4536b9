# Completion of hipify-py for fish. A wheel installs it; elsewhere: hipify-py completion fish | source

function __hipify_py_complete
    set -l word (commandline -ct)
    set -l option (string match -r -- '^--[^=]*=' $word)
    for line in (env COMP_WORDS=(commandline -cp) COMP_CWORD=$word _HIPIFY_PY_COMPLETE=fish_complete hipify-py 2>/dev/null)
        set -l parts (string split -m 1 -- , $line)
        switch $parts[1]
            case file
                __fish_complete_path $word
            case dir
                __fish_complete_directories $word
            case plain
                string join '' -- $option $parts[2]
        end
    end
end

complete --command hipify-py --no-files --arguments '(__hipify_py_complete)'
