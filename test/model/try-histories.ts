import fc from 'fast-check';
import type { Command } from './commands/command.ts';
import { Coverage } from './coverage.ts';
import type { Laboratory } from './laboratory.ts';
import { type History, runHistory } from './trial.ts';

interface Trials {
  readonly arbitrary: fc.Arbitrary<History>;
  readonly runs: number;
  readonly seed: number;
  readonly laboratory: Laboratory;
  /** What they have reached is counted here. */
  readonly coverage: Coverage;
}

/**
 * Tries random histories. The first that goes wrong ends it, shortened first: fast-check adds seed and path.
 * @throws Error with the history as JSON
 */
export async function tryHistories(trials: Trials): Promise<void> {
  const { arbitrary, runs, seed, laboratory, coverage } = trials;
  const property = fc.asyncProperty(arbitrary, async (history) => {
    const fault = await faultOf(history, laboratory, coverage);
    if (fault !== undefined) throw new Error(await told(history, laboratory));
  });
  // It is shortened here: fast-check would do it in larger pieces, and begin anew for each.
  await fc.assert(property, { numRuns: runs, seed, endOnFailure: true });
}

/** Tries histories that are given. The first that goes wrong ends it, shortened first. */
export async function tryThese(
  histories: readonly History[],
  laboratory: Laboratory,
  coverage: Coverage,
): Promise<void> {
  for (const history of histories) {
    const fault = await faultOf(history, laboratory, coverage);
    if (fault !== undefined) throw new Error(await told(history, laboratory));
  }
}

async function faultOf(
  history: History,
  laboratory: Laboratory,
  coverage: Coverage,
): Promise<string | undefined> {
  try {
    await runHistory(history, laboratory, coverage);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

async function told(history: History, laboratory: Laboratory): Promise<string> {
  const again = (one: History) => faultOf(one, laboratory, new Coverage());
  const short = await shrunk(history, again);
  const fault = (await again(short)) ?? 'it goes well when it is tried again';
  return `this history goes wrong, ${fault}\nPSD2_MODEL_HISTORY='${JSON.stringify(short)}'`;
}

/** Whether a history still goes wrong: undefined, or how. */
type Fails = (history: History) => Promise<string | undefined>;

/**
 * Leaves out of a history what it goes wrong without: commands, half of them at once and then fewer, and then the
 * deaths and second processes. fast-check can't do this: to it a way to a status is one piece.
 */
async function shrunk(history: History, fails: Fails): Promise<History> {
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
