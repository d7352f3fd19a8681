import { writeSync } from 'node:fs';

/** Says a line of a process that a test has started; at once, also when it is killed right after. */
export function say(line: string): void {
  writeSync(1, `${line}\n`);
}

export function toldToGoOn(): Promise<unknown> {
  return new Promise((resolve) => process.stdin.once('data', resolve));
}

/** Ends the process when its work has ended, and says why it failed. */
export function endAfter(work: Promise<void> | undefined): void {
  work?.then(
    () => process.stdin.destroy(),
    (error: unknown) => {
      say(`failed: ${(error as Error).stack}`);
      process.exit(1);
    },
  );
}
