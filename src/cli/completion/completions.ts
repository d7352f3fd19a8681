import type { DescribedCommand, DescribedFlag } from '../help/described.ts';

/** What can come next on a command line. */
export interface Completions {
  /** By what stands there already, `` or `sandbox clock`: the words that can follow, in help's order. */
  readonly words: ReadonlyMap<string, readonly Word[]>;
  /** By command: its flags. */
  readonly flags: ReadonlyMap<string, readonly CompletedFlag[]>;
}

export interface Word {
  readonly text: string;
  readonly summary: string;
}

export function textOf({ text }: Word): string {
  return text;
}

export interface CompletedFlag extends Word {
  readonly takesValue: boolean;
  /** The values that there are; none where that is not known. */
  readonly values: readonly string[];
  /** Whether its value is a file's name, which shells know best. */
  readonly isFile: boolean;
}

/** Whose names `psd2 profile list` knows. */
export const PROFILE_FLAG = '--profile';
/** What prints them. */
export const LIST_PROFILES = 'profile list --quiet';

/** Of everything that is declared; nothing else says what a shell is told. @see C-autocomplete */
export function completionsOf(
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
  return { words, flags: new Map(named.map(({ name, flags }) => [name, flags.map(completedFlag)])) };
}

function completedFlag({ name, description, value, options }: DescribedFlag): CompletedFlag {
  return {
    text: name,
    summary: firstSentence(description),
    takesValue: value !== undefined,
    values: options ?? alternatives(value),
    isFile: value !== undefined && /FILE|FOLDER/.test(value),
  };
}

/** The flags after which a value comes, each once. */
export function flagsWithValue({ flags }: Pick<Completions, 'flags'>): readonly string[] {
  const all = [...flags.values()].flat();
  return [...new Set(all.flatMap(({ takesValue, text }) => (takesValue ? [text] : [])))];
}

/** `browser|approve|decline|none`, but not `all|ID,ID`. */
function alternatives(value = ''): readonly string[] {
  const parts = value.split('|');
  return parts.length > 1 && parts.every((part) => /^[a-z]+$/.test(part)) ? parts : [];
}

function firstSentence(text: string): string {
  return (text.split(/(?<=\.)\s|\n/)[0] ?? '').replace(/\.$/, '');
}
