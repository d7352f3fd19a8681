import { constants } from 'node:os';
import { isatty } from 'node:tty';

/** What tells a command that serves to end. */
export type EndSignal = 'SIGTERM' | 'SIGINT' | 'SIGHUP';

export interface EndSignals {
  /** The first that comes; at the next the process ends at once. */
  readonly first: Promise<EndSignal>;
  /** Whether we run at a terminal: Ctrl-C there is for all that run with us. */
  readonly isAtTerminal: boolean;
}

const END_SIGNALS: readonly EndSignal[] = ['SIGTERM', 'SIGINT', 'SIGHUP'];

let interrupt: (() => void) | undefined;

/** What Ctrl-C does to a command that does not hear it itself. */
export function onInterrupt(act: () => void): void {
  interrupt = act;
  process.once('SIGINT', act);
}

/**
 * From now on Ctrl-C ends the process at once: while something is computed nobody hears it, and there is nothing to say.
 * @see G3-search-limit
 */
export function endAtInterrupt(): void {
  if (interrupt !== undefined) process.off('SIGINT', interrupt);
}

/**
 * A command that runs until it is told to end hears the signals itself from now on: the first is its own, at the next
 * the process ends at once, and at SIGQUIT too.
 * @see C-serve-signals
 */
export function hearEndSignals(): EndSignals {
  endAtInterrupt();
  const first = new Promise<EndSignal>((resolve) => {
    let isEnding = false;
    for (const signal of END_SIGNALS) {
      process.on(signal, () => {
        if (isEnding) process.exit(128 + constants.signals[signal]);
        isEnding = true;
        resolve(signal);
      });
    }
  });
  // Its default would leave behind what is removed at exit.
  process.on('SIGQUIT', () => process.exit(128 + constants.signals.SIGQUIT));
  return { first, isAtTerminal: isAtTerminal() };
}

function isAtTerminal(): boolean {
  return [0, 1, 2].some((descriptor) => isatty(descriptor));
}
