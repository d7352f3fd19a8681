/** The argument with which the scripts ask for completions: `psd2 __complete :CURRENT WORD...`. */
export const COMPLETE = '__complete';

type Script = (bin: string) => string;

/**
 * Builds the script for bash. Reads the candidates line by line, because `compgen -W` would expand them. bash splits
 * words at the equals sign.
 */
const bashScript: Script = (bin) => `# Completion of ${bin} for bash.
_${bin}() {
  local text summary
  local -a described=()
  COMPREPLY=()
  while IFS=$'\\t' read -r text summary; do
    COMPREPLY+=("$text")
    text="$text  $summary"
    described+=("\${text:0:\${COLUMNS:-80}-1}")
  done < <("\${COMP_WORDS[0]}" ${COMPLETE} ":\${COMP_WORDS[COMP_CWORD]}" "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)
  # Lists of candidates show their summaries too.
  case "\${COMP_TYPE-}" in
    33|63|64) if ((\${#COMPREPLY[@]} > 1)); then COMPREPLY=("\${described[@]}"); fi ;;
  esac
}
complete -o default -F _${bin} ${bin}
`;

/** Builds the script for zsh, which loads it as the function \`_psd2\` in a folder of fpath, or evaluates it. */
const zshScript: Script = (bin) => `#compdef ${bin}
# Completion of ${bin} for zsh.
_${bin}() {
  local line text tab=$'\\t'
  local -a lines candidates
  lines=("\${(@f)$("$words[1]" ${COMPLETE} ":$PREFIX" "\${(@)words[2,CURRENT-1]}" 2>/dev/null)}")
  for line in $lines; do
    text=\${line%%$tab*}
    # A colon separates the text from its summary.
    text=\${text//:/\\\\:}
    candidates+=("$text:\${line#*$tab}")
  done
  if (( $#candidates )); then _describe -V ${bin} candidates; else _files; fi
}
if [[ "$funcstack[1]" == _${bin} ]]; then _${bin} "$@"; else compdef _${bin} ${bin}; fi
`;

/** Builds the script for fish, whose candidates have the form that psd2 prints. */
const fishScript: Script = (bin) => `# Completion of ${bin} for fish.
function __${bin}_complete
    set -l typed (commandline -opc)
    set -l current (commandline -ct)
    set -l found (${bin} ${COMPLETE} ":$current" $typed[2..-1] 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path "$current"
    end
end
complete -c ${bin} -f -k -a '(__${bin}_complete)'
`;

/** Builds the script for PowerShell, which completes file names if there are no results. */
const powershellScript: Script = (bin) => `# Completion of ${bin} for PowerShell.
Register-ArgumentCompleter -Native -CommandName '${bin}' -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $typed = @($commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
  & ${bin} ${COMPLETE} ":$wordToComplete" @typed 2>$null | ForEach-Object {
    $text, $summary = $_ -split "\`t", 2
    if (-not $summary) { $summary = $text }
    [System.Management.Automation.CompletionResult]::new($text, $text, 'ParameterValue', $summary)
  }
}
`;

interface Shell {
  readonly script: Script;
  /** The instructions for setting it up. */
  readonly setUp: string;
}

/** The supported shells, by name. @see C-autocomplete */
export const SHELLS: Readonly<Record<string, Shell>> = {
  bash: { script: bashScript, setUp: 'Add to ~/.bashrc: eval "$(psd2 completion bash)"' },
  zsh: {
    script: zshScript,
    setUp: 'Save it in a folder of your fpath, above compinit: psd2 completion zsh > ~/.zfunc/_psd2',
  },
  fish: { script: fishScript, setUp: 'Save it: psd2 completion fish > ~/.config/fish/completions/psd2.fish' },
  powershell: {
    script: powershellScript,
    setUp: 'Add to $PROFILE: psd2 completion powershell | Out-String | Invoke-Expression',
  },
};
