import { type CompletedFlag, type Completions, LIST_PROFILES, PROFILE_FLAG } from './completions.ts';

/** The script that fish reads: `psd2 autocomplete fish | source`. */
export function fishScript({ words, flags }: Completions, bin: string): string {
  const paths = [...words].flatMap(([at, list]) =>
    list.map(({ text }) => quoted(at === '' ? text : `${at} ${text}`)),
  );
  const wordLines = [...words].flatMap(([at, list]) =>
    list.map(({ text, summary }) => line(bin, at, `-f -a ${quoted(text)} -d ${quoted(summary)}`)),
  );
  const flagLines = [...flags].flatMap(([at, list]) =>
    list.map((flag) => line(bin, at, flagOptions(flag, bin))),
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
${[...wordLines, ...flagLines].join('\n')}
`;
}

function line(bin: string, at: string, options: string): string {
  return `complete -c ${bin} -n ${quoted(`__${bin}_at ${quoted(at)}`)} ${options}`;
}

function flagOptions({ text, summary, takesValue, values, isFile }: CompletedFlag, bin: string): string {
  const name = `-l ${text.replace(/^--/, '')} -d ${quoted(summary)}`;
  if (!takesValue) return name;
  if (text === PROFILE_FLAG) return `${name} -x -a ${quoted(`(${bin} ${LIST_PROFILES} 2>/dev/null)`)}`;
  if (values.length > 0) return `${name} -x -a ${quoted(values.join(' '))}`;
  return `${name} ${isFile ? '-r' : '-x'}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
