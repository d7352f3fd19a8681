import type { Command } from './commands/command.ts';
import type { History } from './trial.ts';

/** Whether a history still goes wrong: undefined, or how. */
export type Fails = (history: History) => Promise<string | undefined>;

/**
 * Leaves out of a history what it goes wrong without: commands, half of them at once and then fewer, and then the
 * deaths and second processes. fast-check can't do this: to it a way to a status is one piece.
 */
export async function shrunk(history: History, fails: Fails): Promise<History> {
  let { commands } = history;
  const stillFails = async (fewer: readonly Command[]) =>
    (await fails({ ...history, commands: fewer })) !== undefined;
  for (let size = Math.ceil(commands.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = commands.length - size; from >= 0; from -= 1) {
      const fewer = [...commands.slice(0, from), ...commands.slice(from + size)];
      if (await stillFails(fewer)) commands = fewer;
    }
  }
  for (const place of commands.keys()) {
    const plainer = commands.map((command, at) => (at === place ? plain(command) : command));
    if (await stillFails(plainer)) commands = plainer;
  }
  return { ...history, commands };
}

function plain({ die: _, via: __, ...act }: Command): Command {
  return act;
}
