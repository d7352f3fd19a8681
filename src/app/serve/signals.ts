/** What tells a command that serves to end. */
export type EndSignal = 'SIGTERM' | 'SIGINT' | 'SIGHUP';

export interface EndSignals {
  /** The first that comes; at the next the process ends at once. */
  readonly first: Promise<EndSignal>;
  /** Whether what we started gets such a signal by itself: Ctrl-C at a terminal is for all that run there. */
  readonly reachesGroup: (signal: EndSignal) => boolean;
}
