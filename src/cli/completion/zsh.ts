import { type Completions, flagsWithValue, LIST_PROFILES, PROFILE_FLAG, type Word } from './completions.ts';

/** The script that zsh reads, from a file `_psd2` in its fpath or by eval. */
export function zshScript(completions: Completions, bin: string): string {
  const { words, flags } = completions;
  const wordCases = [...words].map(([at, list]) => branch(at, 'words', list.map(described)));
  const flagCases = [...flags].map(([at, list]) => branch(at, 'flags', list.map(described)));
  const valueCases = [...flags].flatMap(([at, list]) =>
    list.flatMap(({ text, values }) =>
      values.length === 0 ? [] : [branch(`${at} ${text}`, 'values', values.map(quoted))],
    ),
  );
  return `#compdef ${bin}
# Completion of ${bin} for zsh.
_${bin}_words() { words_at=(); local -a words; case "$1" in
${wordCases.join('\n')}
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
    ${flagsWithValue(completions).join('|')})
      case "$at $previous" in
      *' ${PROFILE_FLAG}') values=(\${(f)"$(${bin} ${LIST_PROFILES} 2>/dev/null)"}) ;;
${valueCases.join('\n')}
      esac
      if (( \${#values} )); then compadd -a values; else _files; fi
      return ;;
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then
    case "$at" in
${flagCases.join('\n')}
    esac
    _describe 'flag' flags
  else
    _${bin}_words "$at"
    if (( \${#words_at} )); then _describe 'command' words_at; else _files; fi
  fi
}
if [[ "$funcstack[1]" == _${bin} ]]; then _${bin} "$@"; else compdef _${bin} ${bin}; fi
`;
}

function branch(at: string, variable: string, items: readonly string[]): string {
  return `${quoted(at)}) ${variable}=(${items.join(' ')}) ;;`;
}

/** A colon ends the word that is described. */
function described({ text, summary }: Word): string {
  return quoted(`${text.replaceAll(':', '\\:')}:${summary}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
