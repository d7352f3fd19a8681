import type { Command } from '@oclif/core/command';

/** Groups of flags that many commands have: after a command's own. */
const SHARED: readonly string[] = ['EXCHANGE', 'GLOBAL'];

/** Flags that stand together in help; those without a name come first. */
export interface FlagGroup {
  readonly name: string | undefined;
  readonly flags: readonly Command.Flag.Any[];
}

/**
 * A command's flags as help, completion and the pages of docs/commands have them: in the order in which the command
 * declares groups and flags, required ones first, what all commands have last. No other place says an order.
 * @see C-help-order
 */
export function flagGroups(declared: Readonly<Record<string, Command.Flag.Any>>): FlagGroup[] {
  const visible = Object.entries(declared)
    .filter(([, { hidden }]) => hidden !== true)
    .map(([name, flag]) => ({ ...flag, name }));
  const names = visible.map(({ helpGroup }) => helpGroup);
  const own = names.filter((name) => name !== undefined && !SHARED.includes(name));
  const ordered = [...new Set([undefined, ...own, ...SHARED])];
  return ordered
    .map((name) => ({ name, flags: requiredFirst(visible.filter(({ helpGroup }) => helpGroup === name)) }))
    .filter(({ flags }) => flags.length > 0);
}

function requiredFirst(flags: readonly Command.Flag.Any[]): Command.Flag.Any[] {
  const rank = ({ required }: Command.Flag.Any) => (required === true ? 0 : 1);
  return [...flags].sort((a, b) => rank(a) - rank(b));
}
