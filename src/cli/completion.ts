import type { DescribedCommand, DescribedFlag } from './help/describe-command.ts';

/** The completions of all positions of a command line. */
interface Completions {
  /** The words that can follow, in help's order, by the preceding words: `` or `sandbox clock`. */
  readonly words: ReadonlyMap<string, readonly Word[]>;
  /** The flags by command. */
  readonly flags: ReadonlyMap<string, readonly CompletedFlag[]>;
}

interface Word {
  readonly text: string;
  readonly summary: string;
}

interface CompletedFlag extends Word {
  readonly takesValue: boolean;
  /** The possible values; empty if unknown. */
  readonly values: readonly string[];
  /** True if the value is a file name, which shells complete. */
  readonly isFile: boolean;
}

/** The flag that takes a value of `LIST_PROFILES`. */
const PROFILE_FLAG = '--profile';
/** The command that lists the values of `PROFILE_FLAG`. */
const LIST_PROFILES = 'profile list --quiet';

/** Builds the completions from the declared commands, which are their only source. @see C-autocomplete */
export function buildCompletions(
  commands: readonly DescribedCommand[],
  topics: readonly { readonly name: string; readonly summary: string }[],
): Completions {
  const named = commands.flatMap((command) =>
    [command.name, ...(command.aliases ?? [])].map((name) => ({ ...command, name })),
  );
  const words = new Map<string, Word[]>();
  for (const { name, summary } of [...topics, ...named].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const parts = name.split(' ');
    const text = parts.pop() ?? '';
    const before = parts.join(' ');
    const known = words.get(before) ?? [];
    if (!known.some((word) => word.text === text)) words.set(before, [...known, { text, summary }]);
  }
  words.set('help', words.get('') ?? []);
  return { words, flags: new Map(named.map(({ name, flags }) => [name, flags.map(buildFlagCompletion)])) };
}

function buildFlagCompletion({ name, description, value, options }: DescribedFlag): CompletedFlag {
  return {
    text: name,
    summary: extractFirstSentence(description),
    takesValue: value !== undefined,
    values: options ?? splitAlternatives(value),
    isFile: value !== undefined && /FILE|FOLDER/.test(value),
  };
}

/** Lists the flags that take a value, without duplicates. */
function listFlagsWithValue({ flags }: Pick<Completions, 'flags'>): readonly string[] {
  const all = [...flags.values()].flat();
  return [...new Set(all.flatMap(({ takesValue, text }) => (takesValue ? [text] : [])))];
}

/** Splits `browser|approve|decline|none` into its values; returns none for `all|ID,ID`. */
function splitAlternatives(value = ''): readonly string[] {
  const parts = value.split('|');
  return parts.length > 1 && parts.every((part) => /^[a-z]+$/.test(part)) ? parts : [];
}

function extractFirstSentence(text: string): string {
  return (text.split(/(?<=\.)\s|\n/)[0] ?? '').replace(/\.$/, '');
}

/** Formats the lines of a table whose keys are the preceding words. */
function formatTable<Item>(
  table: ReadonlyMap<string, readonly Item[]>,
  line: (at: string, items: readonly Item[]) => string,
) {
  return [...table].map(([at, items]) => line(at, items)).join('\n');
}

/** Maps each command and flag to the flag's values, if it has any. */
function mapFlagValues({ flags }: Completions): Map<string, readonly string[]> {
  const all = [...flags].flatMap(([at, list]) =>
    list.map(({ text, values }) => [`${at} ${text}`, values] as const),
  );
  return new Map(all.filter(([, values]) => values.length > 0));
}

type Script = (completions: Completions, bin: string) => string;

/** Builds the script for bash: `eval "$(psd2 completion bash)"`. Commands and flags have no blanks or quotes. */
const bashScript: Script = (completions, bin) => {
  const branch = (at: string, words: readonly string[]) => `'${at}') echo '${words.join(' ')}' ;;`;
  const named = (at: string, words: readonly Word[]) =>
    branch(
      at,
      words.map(({ text }) => text),
    );
  return `# Completion of ${bin} for bash.
_${bin}_words() { case "$1" in
${formatTable(completions.words, named)}
esac; }
_${bin}_flags() { case "$1" in
${formatTable(completions.flags, named)}
esac; }
_${bin}_values() { case "$1 $2" in
*' ${PROFILE_FLAG}') "\${COMP_WORDS[0]}" ${LIST_PROFILES} 2>/dev/null ;;
${formatTable(mapFlagValues(completions), branch)}
esac; }
_${bin}_takes_value() { case "$1" in
${listFlagsWithValue(completions).join('|')}) return 0 ;;
esac; return 1; }
_${bin}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} at='' word i
  # A flag and its value may be one word, which bash takes apart at the =.
  if [ "$cur" = = ]; then cur=''; elif [ "$prev" = = ]; then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case " $(_${bin}_words "$at" | tr '\\n' ' ') " in *" $word "*) at="\${at:+$at }$word" ;; esac
  done
  at=\${at#help }
  COMPREPLY=()
  if _${bin}_takes_value "$prev"; then
    COMPREPLY=($(compgen -W "$(_${bin}_values "$at" "$prev")" -- "$cur"))
  elif [ "\${cur#-}" != "$cur" ]; then
    COMPREPLY=($(compgen -W "$(_${bin}_flags "$at")" -- "$cur"))
  else
    COMPREPLY=($(compgen -W "$(_${bin}_words "$at")" -- "$cur"))
  fi
}
complete -o default -F _${bin} ${bin}
`;
};

/** Builds the script for zsh, which reads it from a file `_psd2` in its fpath or by eval. */
const zshScript: Script = (completions, bin) => {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const branch = (variable: string) => (at: string, items: readonly string[]) =>
    `${quoted(at)}) ${variable}=(${items.map(quoted).join(' ')}) ;;`;
  // In zsh, a colon separates a word from its description.
  const described = (variable: string) => (at: string, words: readonly Word[]) =>
    branch(variable)(
      at,
      words.map(({ text, summary }) => `${text.replaceAll(':', '\\:')}:${summary}`),
    );
  return `#compdef ${bin}
# Completion of ${bin} for zsh.
_${bin}_words() { words_at=(); local -a words; case "$1" in
${formatTable(completions.words, described('words'))}
esac; words_at=("\${words[@]}"); }
_${bin}() {
  local at='' word previous="\${words[CURRENT-1]}"
  local -a words_at typed flags values
  typed=("\${words[@]:1:$((CURRENT - 2))}")
  for word in "\${typed[@]}"; do
    _${bin}_words "$at"
    if (( \${words_at[(I)\${(b)word}:*]} )); then at="\${at:+$at }$word"; fi
  done
  at="\${at#help }"
  case "$previous" in
    ${listFlagsWithValue(completions).join('|')})
      case "$at $previous" in
      *' ${PROFILE_FLAG}') values=(\${(f)"$(${bin} ${LIST_PROFILES} 2>/dev/null)"}) ;;
${formatTable(mapFlagValues(completions), branch('values'))}
      esac
      if (( \${#values} )); then compadd -a values; else _files; fi
      return ;;
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then
    case "$at" in
${formatTable(completions.flags, described('flags'))}
    esac
    _describe 'flag' flags
  else
    _${bin}_words "$at"
    if (( \${#words_at} )); then _describe 'command' words_at; else _files; fi
  fi
}
if [[ "$funcstack[1]" == _${bin} ]]; then _${bin} "$@"; else compdef _${bin} ${bin}; fi
`;
};

/** Builds the script for fish: `psd2 completion fish | source`. */
const fishScript: Script = ({ words, flags }, bin) => {
  const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const line = (at: string, options: string) =>
    `complete -c ${bin} -n ${quoted(`__${bin}_at ${quoted(at)}`)} ${options}`;
  const flagOptions = ({ text, summary, takesValue, values, isFile }: CompletedFlag) => {
    const name = `-l ${text.replace(/^--/, '')} -d ${quoted(summary)}`;
    if (!takesValue) return name;
    if (text === PROFILE_FLAG) return `${name} -x -a ${quoted(`(${bin} ${LIST_PROFILES} 2>/dev/null)`)}`;
    if (values.length > 0) return `${name} -x -a ${quoted(values.join(' '))}`;
    return `${name} ${isFile ? '-r' : '-x'}`;
  };
  const paths = [...words].flatMap(([at, list]) => list.map(({ text }) => quoted(`${at} ${text}`.trim())));
  const wordLines = formatTable(words, (at, list) =>
    list.map(({ text, summary }) => line(at, `-f -a ${quoted(text)} -d ${quoted(summary)}`)).join('\n'),
  );
  const flagLines = formatTable(flags, (at, list) =>
    list.map((flag) => line(at, flagOptions(flag))).join('\n'),
  );
  return `# Completion of ${bin} for fish.
set -g __${bin}_paths ${paths.join(' ')}
function __${bin}_at
    set -l at ''
    set -l typed (commandline -opc)
    for word in $typed[2..-1]
        set -l longer (string trim -- "$at $word")
        if contains -- $longer $__${bin}_paths
            set at $longer
        end
    end
    test "$at" = "$argv[1]"
end
${wordLines}
${flagLines}
`;
};

/** Builds the script for PowerShell: `psd2 completion powershell | Out-String | Invoke-Expression`. */
const powershellScript: Script = ({ words, flags }, bin) => {
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const entry = (at: string, items: readonly string[]) =>
    `    ${quoted(at)} = @(${items.map(quoted).join(', ')})`;
  const named = (at: string, items: readonly Word[]) =>
    entry(
      at,
      items.map(({ text }) => text),
    );
  const values = [...flags].flatMap(([at, list]) =>
    list.flatMap(({ text, takesValue, values }) => (takesValue ? [entry(`${at} ${text}`, values)] : [])),
  );
  return `# Completion of ${bin} for PowerShell.
Register-ArgumentCompleter -Native -CommandName '${bin}' -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @{
${formatTable(words, named)}
  }
  $flags = @{
${formatTable(flags, named)}
  }
  $values = @{
${values.join('\n')}
  }
  $typed = @($commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
  $at = ''
  foreach ($word in $typed) {
    if ($words[$at] -ccontains $word) { $at = "$at $word".Trim() }
  }
  if ($at.StartsWith('help ')) { $at = $at.Substring(5) }
  $previous = if ($typed.Count -gt 0) { $typed[-1] } else { '' }
  $found = if ($previous -ceq '${PROFILE_FLAG}') { & ${bin} ${LIST_PROFILES} 2>$null }
    elseif ($values.ContainsKey("$at $previous")) { $values["$at $previous"] }
    elseif ($wordToComplete.StartsWith('-')) { $flags[$at] }
    else { $words[$at] }
  $found | Where-Object { $_ -clike "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
};

interface Shell {
  readonly script: Script;
  /** The instructions for setting it up. */
  readonly setUp: string;
}

/** The supported shells, by name. */
export const SHELLS: Readonly<Record<string, Shell>> = {
  bash: { script: bashScript, setUp: 'Add to ~/.bashrc: eval "$(psd2 completion bash)"' },
  zsh: { script: zshScript, setUp: 'Add to ~/.zshrc, below compinit: eval "$(psd2 completion zsh)"' },
  fish: { script: fishScript, setUp: 'Add to ~/.config/fish/config.fish: psd2 completion fish | source' },
  powershell: {
    script: powershellScript,
    setUp: 'Add to $PROFILE: psd2 completion powershell | Out-String | Invoke-Expression',
  },
};
