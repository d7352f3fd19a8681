/**
 * Switches that must be known before a command is found or parsed: errors are printed in the form that
 * `--json` asks for even when there is no such command. @see C-failure-json
 */
export const GLOBAL_SWITCHES: ReadonlySet<string> = new Set([
  '--json',
  '--quiet',
  '--no-input',
  '--no-color',
]);

/** Whether a switch is among the arguments, before `--`. */
export function hasSwitch(argv: readonly string[], name: string): boolean {
  const end = argv.indexOf('--');
  const found = argv.indexOf(name);
  return found !== -1 && (end === -1 || found < end);
}

/** Whether a flag is on the command line itself, whatever the environment sets. */
export function isGiven(argv: readonly string[], flag: string): boolean {
  return hasSwitch(argv, flag) || argv.some((word) => word.startsWith(`${flag}=`));
}

/** The arguments with global switches that stand before the command moved behind it. */
export function commandFirst(argv: readonly string[]): string[] {
  const first = argv.findIndex((argument) => !GLOBAL_SWITCHES.has(argument));
  if (first <= 0) return [...argv];
  const rest = argv.slice(first);
  const end = rest.indexOf('--');
  const place = end === -1 ? rest.length : end;
  return [...rest.slice(0, place), ...argv.slice(0, first), ...rest.slice(place)];
}
