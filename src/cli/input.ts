import { readFile } from 'node:fs/promises';
import { isatty } from 'node:tty';
import { Fault } from '../errors.ts';

/**
 * The bytes of a file, or of stdin for `-`.
 * @param notice told when a terminal is read, which ends only when the person says so
 * @see cli.md Behaviour
 */
export async function readInput(name: string, notice: (text: string) => void): Promise<Uint8Array> {
  if (name === '-' && isatty(0)) notice('Reading from the terminal; Ctrl-D ends it.');
  if (name === '-') return readStdin();
  try {
    return await readFile(name);
  } catch (cause) {
    throw new Fault('FILE_UNREADABLE', `${name} can't be read: ${(cause as NodeJS.ErrnoException).code}.`, {
      hint: 'Give a file that is there, or - to read stdin.',
      cause,
    });
  }
}

async function readStdin(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
