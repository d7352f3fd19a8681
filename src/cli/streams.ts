import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { EXIT } from './exit-codes.ts';

/** True while the terminal's last line shows progress. */
let showsProgress = false;

/** Shows progress on the last line of the terminal at stderr; the next output replaces it. */
export function showProgress(text: string): void {
  showsProgress = true;
  process.stderr.write(`\r${text}${CLEAR_REST}`);
}

const CLEAR_REST = '\x1b[K';

/** Removes the line of progress. */
export function endProgress(): void {
  if (showsProgress) process.stderr.write(`\r${CLEAR_REST}`);
  showsProgress = false;
}

/** Writes the result; stdout gets nothing else. @see C-stdout-result-only, A-one-way-out */
export function writeResult(text: string): void {
  endProgress();
  process.stdout.write(`${text}\n`);
}

/** True while a result is partly written to stdout. */
let isBegun = false;

/** Writes a result in pieces, no faster than its reader consumes them. @see C-written-as-it-comes */
export async function writePieces(pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  // Part of each page outlives the young generation and is garbage soon after. V8 would collect it only at four times
  // the current heap, so memory would grow over 100,000 rows.
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  setFlagsFromString('--heap-growing-percent=30');
  try {
    for await (const piece of pieces) {
      endProgress();
      isBegun = true;
      if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
      // Signals and closed pipes are handled between two pieces, because an embedded bank leaves no idle time.
      await setImmediate();
    }
  } finally {
    setFlagsFromString('--heap-growing-percent=0');
  }
  isBegun = false;
}

/** Ends a partly written result, and returns true if there was one: later output isn't part of it. */
export function endPartialResult(): boolean {
  const wasBegun = isBegun;
  if (wasBegun) process.stdout.write('\n');
  isBegun = false;
  return wasBegun;
}

/** Writes the bytes of a result that is a file, without additions. */
export function writeBytes(bytes: Uint8Array): void {
  endProgress();
  process.stdout.write(bytes);
}

/** Writes notices and other output beside the result to stderr. */
export function writeNotice(text: string): void {
  endProgress();
  process.stderr.write(`${text}\n`);
}

/** Writes to stderr and returns true if it was open. */
export function writeHeard(text: string): Promise<boolean> {
  endProgress();
  return new Promise((resolve) => {
    process.stderr.write(`${text}\n`, (error) => resolve(!isClosedPipe(error)));
  });
}

/**
 * Exits quietly if the reader of stdout closes the pipe, like `head`. A closed stderr loses only notices, so the
 * command continues. If stdout can't be written, as on a full disk, reports it on stderr.
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
