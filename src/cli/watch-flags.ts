import { Fault } from '../errors.ts';
import { millisecondsWithin } from './duration-flag.ts';
import { Flags } from './flags.ts';
import { isGiven } from './switches.ts';

export const watchFlags = {
  watch: Flags.boolean({ description: 'Follow the payment until its status is final.' }),
  timeout: Flags.string({
    description: 'Stop watching after this time, with exit code 5.',
    helpValue: 'DURATION',
  }),
};

interface Given {
  readonly watch?: boolean;
  readonly timeout?: string | undefined;
}

const LONGEST_SECONDS = 400 * 86_400;

/**
 * Milliseconds; undefined: as long as it takes. A time limit that the environment gives is for whoever watches.
 * @throws Fault USAGE
 */
export function watchTimeout({ watch = false, timeout }: Given, argv: readonly string[]): number | undefined {
  if (!watch) {
    if (!isGiven(argv, '--timeout')) return undefined;
    throw new Fault('USAGE', '--timeout only works with --watch.', {
      hint: 'Add --watch, or remove --timeout.',
    });
  }
  if (timeout === undefined) return undefined;
  const milliseconds = millisecondsWithin(timeout, LONGEST_SECONDS);
  if (milliseconds !== undefined) return milliseconds;
  throw new Fault('USAGE', `--timeout ${JSON.stringify(timeout)} isn't a duration from 1s to 400d.`, {
    hint: 'Examples: 90s, 15m, 1h30m.',
  });
}
