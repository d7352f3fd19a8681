import type { Command } from '@oclif/core/command';

type Used = Pick<Command.Cached, 'id' | 'args' | 'usage'>;

/** The line of usage in the pieces between which it may be broken. @see C-help-order */
export function usageWords({ id, args, usage }: Used, bin: string): string[] {
  const name = spaced(id);
  const start = `$ ${bin} ${name}`;
  if (usage !== undefined) return [start, ...[usage].flat().map((line) => line.slice(`${name} `.length))];
  const given = Object.values(args).filter(({ hidden }) => hidden !== true);
  return [start, ...given.map(argumentInUsage), '[FLAGS]'];
}

function argumentInUsage({ name, required, multiple }: Command.Arg.Cached): string {
  const word = required === true ? name.toUpperCase() : `[${name.toUpperCase()}]`;
  return multiple === true ? `${word}...` : word;
}

/** A command's id as it is typed. */
export function spaced(id: string): string {
  return id.replaceAll(':', ' ');
}
