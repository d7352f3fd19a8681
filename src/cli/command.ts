/** The parts that declare a command: its texts and work, its arguments and flags, and the views of its result. */
export * from './base-command.ts';
export * from './flags.ts';
export * from './presentation.ts';
