import { findProjectFile } from '../settings/project-file.ts';
import { hasSwitch } from './switches.ts';

/**
 * The switch that the project file's `output` stands for, when the command line says nothing itself.
 * @throws Fault as `findProjectFile`
 * @see safety.md §10 Project file
 */
export function configuredSwitches(argv: readonly string[]): string[] {
  if (hasSwitch(argv, '--json') || hasSwitch(argv, '--quiet')) return [];
  const output = findProjectFile(process.cwd(), process.getuid?.())?.values.output;
  return output === 'json' || output === 'quiet' ? [`--${output}`] : [];
}
