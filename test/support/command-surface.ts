import type { Command } from '@oclif/core/command';
import { inject } from 'vitest';
import { GLOBAL_SWITCHES } from '../../src/cli/command-line.ts';
import { prepareDeclared } from '../../src/cli/flags.ts';
import { buildVariableName, SETTINGS } from '../../src/settings/setting-table.ts';
import { builtProgram } from './built-program.ts';
import { outputListeners } from './output-listeners.ts';

/** What of a command a script relies on. */
export interface CommandSurface {
  /** `payments create`. */
  readonly name: string;
  readonly aliases: readonly string[];
  /** One line each: its arguments, then its flags by name. */
  readonly lines: readonly string[];
}

/** Every command of the built program, hidden ones too, by name. */
export async function commandSurfaces(): Promise<CommandSurface[]> {
  const failure = inject('buildFailure');
  if (failure !== '') throw new Error(`the program does not build: ${failure}`);
  // What it loads listens to the outputs from then on.
  const forget = outputListeners();
  const { commands } = builtProgram();
  const loaded = Object.entries(commands).map(async ([id, load]) => surfaceOf(id, (await load()).default));
  const surfaces = await Promise.all(loaded);
  forget();
  return surfaces.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function surfaceOf(id: string, command: Command.Class): CommandSurface {
  const { flags = {}, baseFlags = {}, args = {} } = prepareDeclared(command);
  const all = Object.entries({ ...baseFlags, ...flags }).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    name: spaced(id),
    aliases: [...(command.aliases ?? []), ...(command.hiddenAliases ?? [])].map(spaced),
    lines: [
      ...(command.hidden ? ['hidden'] : []),
      ...(command.strict === false ? ['further words'] : []),
      ...Object.entries(args).map(([name, argument]) => written(name.toUpperCase(), partsOf(argument))),
      ...all.map(([name, flag]) => flagLine(name, flag as Flag)),
    ],
  };
}

interface Flag {
  readonly type: 'boolean' | 'option';
  readonly char?: string;
  readonly helpValue?: string;
  readonly env?: string;
}

function flagLine(name: string, flag: Flag): string {
  const spelling = flag.char === undefined ? `--${name}` : `--${name}, -${flag.char}`;
  const value = flag.type === 'boolean' ? '' : ` ${flag.helpValue ?? 'VALUE'}`;
  return written(`${spelling}${value}`, [...partsOf(flag), ...environmentOf(name, flag)]);
}

/** Words for what is declared of a flag or argument; what has none is told by its name. */
const WORDS: Readonly<Record<string, (value: unknown) => string>> = {
  required: () => 'required',
  hidden: () => 'hidden',
  multiple: () => 'repeatable',
  allowNo: () => 'and its --no- form',
  options: (options) => `one of ${(options as readonly string[]).join(', ')}`,
  exclusive: (names) => `not with ${(names as readonly string[]).map((name) => `--${name}`).join(', ')}`,
};

/** What help says, what is written before the colon, and what asParsed sets for every one. */
const ELSEWHERE =
  /^(?:name|type|char|env|helpValue|helpGroup|helpLabel|description|summary|input|parse|multipleNonGreedy|ignoreStdin)$/;

function partsOf(declared: object): string[] {
  return Object.entries(declared)
    .filter(([name, value]) => !ELSEWHERE.test(name) && !isAbsent(value))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => WORDS[name]?.(value) ?? `${name} ${JSON.stringify(value) ?? 'computed'}`);
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === false || (Array.isArray(value) && value.length === 0);
}

/** Switches and settings read their variable elsewhere than in oclif's parser. */
function environmentOf(name: string, { env }: Flag): string[] {
  const isSetting = Object.values(SETTINGS).some((setting) => setting.flag === name);
  const elsewhere = isSetting || name === 'profile' || GLOBAL_SWITCHES.has(`--${name}`);
  const variable = env ?? (elsewhere ? buildVariableName(name) : undefined);
  return variable === undefined ? [] : [variable];
}

function written(name: string, parts: readonly string[]): string {
  return parts.length === 0 ? name : `${name}: ${parts.join('; ')}`;
}

function spaced(id: string): string {
  return id.replaceAll(':', ' ');
}
