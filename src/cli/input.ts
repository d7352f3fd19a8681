import { createReadStream } from 'node:fs';
import { isatty } from 'node:tty';
import { describeReadError, isShellStream, readFileWithin } from '../core/read-file.ts';
import { Fault } from '../errors.ts';

/**
 * Reads a plain file, or stdin for `-`, within the limit. A stream that the shell passes by name is read like stdin.
 * @param notice receives a notice if stdin is a terminal, where the user must end the input
 * @throws Fault FILE_UNREADABLE
 * @see C-stdin-bytes, S12-file-limits
 */
export async function readInput(name: string, notice: (text: string) => void): Promise<Uint8Array> {
  if (name === '-' && isatty(0))
    notice('Reading from the terminal. Paste the text, then press Ctrl-D on an empty line.');
  try {
    if (name === '-') return await readAll(process.stdin, 'stdin');
    // Reads a pipe asynchronously, so that Ctrl-C still works while it waits for another process.
    if (isShellStream(name)) return await readAll(createReadStream(name), name);
    return readFileWithin(name, MAX_BYTES);
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    throw new Fault('FILE_UNREADABLE', `${name} can't be read: ${describeReadError(cause, MAX_BYTES)}.`, {
      hint: 'Choose a plain file that you may read, or pass - and pipe the bytes in.',
      cause,
    });
  }
}

/**
 * Reads a file, or stdin if none is named. At a terminal, strips the line end before Ctrl-D, which isn't part of a
 * pasted text.
 * @see C-stdin-bytes
 */
export async function readFileOrPaste(
  name: string | undefined,
  notice: (text: string) => void,
): Promise<Uint8Array> {
  const bytes = await readInput(name ?? '-', notice);
  const isTyped = (name ?? '-') === '-' && isatty(0);
  return isTyped && bytes.at(-1) === 0x0a ? bytes.subarray(0, -1) : bytes;
}

/** Reads a body for `--data`: text, `@file`, or `@-` for stdin. @see C-stdin-bytes */
export async function readData(
  data: string | undefined,
  notice: (text: string) => void,
): Promise<Uint8Array> {
  if (data === undefined) return new Uint8Array();
  return data.startsWith('@') ? readInput(data.slice(1), notice) : Buffer.from(data, 'utf8');
}

/** The limit of an input. It exceeds the traces of a whole day, and stops an endless device. */
const MAX_MEBIBYTES = 256;
const MAX_BYTES = MAX_MEBIBYTES * 1024 * 1024;

async function readAll(stream: AsyncIterable<unknown>, name: string): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length <= MAX_BYTES) continue;
    throw new Fault('FILE_UNREADABLE', `${name} is larger than the limit of ${MAX_MEBIBYTES} MiB.`, {
      hint: 'Pass only the part with the request.',
    });
  }
  return Buffer.concat(chunks);
}
