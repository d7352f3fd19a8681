import { variableOfFlag } from '../settings/setting-table.ts';
import { findProjectFile } from '../settings/settings-file.ts';
import { GLOBAL_SWITCHES, hasSwitch } from './switches.ts';

/**
 * The switch that the project file's `output` stands for, when the command line says nothing itself.
 * @throws Fault as `findProjectFile`
 * @see S10-project-file-keys
 */
export function configuredSwitches(argv: readonly string[]): string[] {
  if (hasSwitch(argv, '--json') || hasSwitch(argv, '--quiet')) return [];
  const output = findProjectFile(process.cwd(), process.getuid?.())?.values.output;
  return output === 'json' || output === 'quiet' ? [`--${output}`] : [];
}

const ON = ['1', 'true', 'yes'];

/**
 * The global switches that the environment sets: `PSD2_QUIET=1` is `--quiet`. They are known before a command is,
 * so that an unknown command is answered in the form that was asked for.
 * @see C-precedence
 */
export function environmentSwitches(env: Readonly<Record<string, string | undefined>>): string[] {
  return [...GLOBAL_SWITCHES].filter((name) => {
    const value = env[variableOfFlag(name.replace(/^--/, ''))];
    return value !== undefined && ON.includes(value.toLowerCase());
  });
}
