import type { Program } from '../program.ts';
import type { EndSignals } from './signals.ts';

/**
 * Tells a person how many requests a server finishes after a signal: whoever told it to end sees why it hasn't. Elsewhere
 * stderr has the log, whose lines are JSON.
 * @see C-serve-signals
 */
export function finishing(
  { first }: EndSignals,
  { notice, atTerminal }: Pick<Program, 'notice' | 'atTerminal'>,
): (running: number) => void {
  let isSignalled = false;
  first.then(() => {
    isSignalled = true;
  });
  return (running) => {
    if (!isSignalled || running === 0 || atTerminal === undefined) return;
    const requests = running === 1 ? 'request' : 'requests';
    notice(`Finishing ${running} ${requests}. Press Ctrl-C again to stop now.`);
  };
}
