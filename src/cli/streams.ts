import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { EXIT } from './exit-codes.ts';

/** True while the terminal's last line shows progress. */
let showsProgress = false;

/** Shows how far work is, on the last line of the terminal at stderr; whatever is written next takes its place. */
export function showProgress(text: string): void {
  showsProgress = true;
  process.stderr.write(`\r${text}${CLEAR_REST}`);
}

const CLEAR_REST = '\x1b[K';

/** Takes it away. */
export function endProgress(): void {
  if (showsProgress) process.stderr.write(`\r${CLEAR_REST}`);
  showsProgress = false;
}

/** The result, the only thing that reaches stdout. @see C-stdout-result-only, A-one-way-out */
export function writeResult(text: string): void {
  endProgress();
  process.stdout.write(`${text}\n`);
}

/** True while a result is partly written to stdout. */
let isBegun = false;

/**
 * A result that is written as it comes, no faster than it is read.
 * @see C-written-as-it-comes
 */
export async function writePieces(pieces: AsyncIterable<string>): Promise<void> {
  // Part of each page outlives the young generation and is garbage soon after. V8 would collect that only when there is
  // four times as much as now: memory would go on growing for 100,000 rows.
  setFlagsFromString('--heap-growing-percent=30');
  try {
    for await (const piece of pieces) {
      endProgress();
      isBegun = true;
      if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
      // Signals and closed pipes are heard between two pieces: a bank in this process leaves no other time for them.
      await setImmediate();
    }
  } finally {
    setFlagsFromString('--heap-growing-percent=0');
  }
  isBegun = false;
}

/** Ends a result that is broken off, and tells whether there was one: what comes now is no part of it. */
export function endPartialResult(): boolean {
  const wasBegun = isBegun;
  if (wasBegun) process.stdout.write('\n');
  isBegun = false;
  return wasBegun;
}

/** A result that is a file of its own: nothing is added. */
export function writeBytes(bytes: Uint8Array): void {
  endProgress();
  process.stdout.write(bytes);
}

/** Notices and everything else that is not the result. */
export function writeNotice(text: string): void {
  endProgress();
  process.stderr.write(`${text}\n`);
}

/** Writes to stderr and tells whether it was open. */
export function writeHeard(text: string): Promise<boolean> {
  endProgress();
  return new Promise((resolve) => {
    process.stderr.write(`${text}\n`, (error) => resolve(!isClosedPipe(error)));
  });
}

/**
 * A reader that leaves, like `head`, ends the program quietly. There is no reader of the result any more when
 * stdout is closed; a closed stderr only loses notices, so the command goes on to its result.
 * Where stdout can't take the result, on a full disk, stderr says so.
 * @see C-stdout-result-only, C-closed-pipe
 */
export function exitOnClosedPipe(): void {
  process.stdout.on('error', (error) => {
    if (isClosedPipe(error)) process.exit(EXIT.done);
    writeNotice(`Error: Can't write the result: ${error.message}`);
    process.exit(EXIT.ourFault);
  });
  process.stderr.on('error', (error) => {
    if (!isClosedPipe(error)) throw error;
  });
}

function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}
