/** What tells a command that serves to end. */
export type EndSignal = 'SIGTERM' | 'SIGINT' | 'SIGHUP';

export interface EndSignals {
  /** The first that comes; at the next the process ends at once. */
  readonly first: Promise<EndSignal>;
  /** Whether we run at a terminal: Ctrl-C there is for all that run with us. */
  readonly isAtTerminal: boolean;
}
