import { constants } from 'node:os';
import { isatty } from 'node:tty';

/** A signal that ends a serving command. */
export type EndSignal = 'SIGTERM' | 'SIGINT' | 'SIGHUP';

export interface EndSignals {
  /** Resolves with the first signal; the next one ends the process at once. */
  readonly first: Promise<EndSignal>;
  /** True at a terminal, where Ctrl-C reaches all processes of the group. */
  readonly isAtTerminal: boolean;
}

const END_SIGNALS: readonly EndSignal[] = ['SIGTERM', 'SIGINT', 'SIGHUP'];

let interrupt: (() => void) | undefined;

/** Sets the handler of Ctrl-C for commands without their own. */
export function handleInterrupt(act: () => void): void {
  interrupt = act;
  process.once('SIGINT', act);
}

/**
 * Makes Ctrl-C end the process at once from now on, because a long synchronous computation blocks signal handlers.
 * @see G3-search-limit
 */
export function endAtInterrupt(): void {
  if (interrupt !== undefined) process.off('SIGINT', interrupt);
}

/**
 * Registers signal handlers for a command that runs until a signal: the first signal resolves `first`, the next one
 * ends the process at once, as SIGQUIT always does.
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
  // The default action of SIGQUIT would skip the cleanup at exit.
  process.on('SIGQUIT', () => process.exit(128 + constants.signals.SIGQUIT));
  return { first, isAtTerminal: isAtTerminal() };
}

function isAtTerminal(): boolean {
  return [0, 1, 2].some((descriptor) => isatty(descriptor));
}
