import { type Completions, flagsWithValue, LIST_PROFILES, PROFILE_FLAG, textOf } from './completions.ts';

/** The script that bash reads: `eval "$(psd2 autocomplete bash)"`. */
export function bashScript(completions: Completions, bin: string): string {
  const { words, flags } = completions;
  const wordCases = [...words].map(([at, list]) => branch(at, list.map(textOf)));
  const flagCases = [...flags].map(([at, list]) => branch(at, list.map(textOf)));
  const valueCases = [...flags].flatMap(([at, list]) =>
    list.flatMap(({ text, values }) => (values.length === 0 ? [] : [branch(`${at} ${text}`, values)])),
  );
  return `# Completion of ${bin} for bash.
_${bin}_words() { case "$1" in
${wordCases.join('\n')}
esac; }
_${bin}_flags() { case "$1" in
${flagCases.join('\n')}
esac; }
_${bin}_values() { case "$1 $2" in
*' ${PROFILE_FLAG}') "\${COMP_WORDS[0]}" ${LIST_PROFILES} 2>/dev/null ;;
${valueCases.join('\n')}
esac; }
_${bin}_takes_value() { case "$1" in
${flagsWithValue(completions).join('|')}) return 0 ;;
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
}

/** Words of commands and flags hold no blank and no quote. */
function branch(at: string, words: readonly string[]): string {
  return `'${at}') echo '${words.join(' ')}' ;;`;
}
