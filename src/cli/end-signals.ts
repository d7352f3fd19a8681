import { constants } from 'node:os';
import { isatty } from 'node:tty';

/** A signal that ends a serving command. */
export type EndSignal = 'SIGTERM' | 'SIGINT' | 'SIGHUP';

export interface EndSignals {
  /** The first that comes; at the next the process ends at once. */
  readonly first: Promise<EndSignal>;
  /** True at a terminal, where Ctrl-C reaches all processes of the group. */
  readonly isAtTerminal: boolean;
}

const END_SIGNALS: readonly EndSignal[] = ['SIGTERM', 'SIGINT', 'SIGHUP'];

let interrupt: (() => void) | undefined;

/** Sets what Ctrl-C does to a command without its own handler. */
export function handleInterrupt(act: () => void): void {
  interrupt = act;
  process.once('SIGINT', act);
}

/**
 * From now on Ctrl-C ends the process at once: a long computation can't handle the signal.
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
export function listenForEndSignals(): EndSignals {
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
