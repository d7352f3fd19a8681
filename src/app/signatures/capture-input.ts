import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import type { Capture } from '../../captures/capture.ts';
import { readCapture } from '../../captures/read.ts';
import { placeholderNotes } from '../../captures/templates.ts';
import { describeReadError, readErrorCode, readFileWithin } from '../../core/read-file.ts';
import { Fault } from '../../errors.ts';
import type { CapturedInput } from './shapes.ts';

/** What all files of one capture may have: a command may name one file many times. @see S12-file-limits */
const CAPTURED_FILES_LIMIT_BYTES = 64 * 1024 * 1024;

/**
 * A request as somebody wrote it down.
 * @throws Fault INPUT_INVALID, FILE_UNREADABLE
 * @see C-verify-curl-input, C-verify-har
 */
export function captured({ bytes, format, request }: CapturedInput, cwd: string): Capture {
  let left = CAPTURED_FILES_LIMIT_BYTES;
  const readFile = (name: string) => {
    const content = readBelow(cwd, name, left);
    left -= content.length;
    return content;
  };
  const capture = readCapture(bytes, {
    ...(format === undefined ? {} : { format }),
    ...(request === undefined ? {} : { request: /^[0-9]+$/.test(request) ? Number(request) : request }),
    readFile,
  });
  return { ...capture, notes: [...capture.notes, ...placeholderNotes(capture)] };
}

/**
 * Reads a file that a curl command names; one outside the current folder is not opened, links followed.
 * @param limit in bytes
 * @see C-verify-curl, S12-file-limits
 */
function readBelow(folder: string, name: string, limit: number): Uint8Array {
  const path = resolve(folder, name);
  if (isOutside(folder, path) || isOutside(realpathSync(folder), realPath(path, name))) {
    throw new Fault('INPUT_INVALID', `The command reads ${name}, which is outside the current folder.`, {
      hint: 'Run verify in the folder with the file, or put the body in the command.',
    });
  }
  try {
    return readFileWithin(path, limit);
  } catch (cause) {
    throw unreadable(name, cause);
  }
}

function unreadable(name: string, cause: unknown): Fault {
  const code = readErrorCode(cause);
  const hint = 'Put the body in a file in the current folder.';
  if (code === 'EISDIR' || code === 'NOT_PLAIN')
    return new Fault('INPUT_INVALID', `The command reads ${name}, which isn't a plain file.`, {
      hint,
      cause,
    });
  if (code === 'TOO_LARGE')
    return new Fault('INPUT_INVALID', `With ${name}, the command reads more than 64 MiB from files.`, {
      hint: 'Pass only the part with the request.',
      cause,
    });
  const reason = describeReadError(cause, CAPTURED_FILES_LIMIT_BYTES);
  return new Fault('FILE_UNREADABLE', `The command reads ${name}, which can't be read: ${reason}.`, {
    hint,
    cause,
  });
}

function isOutside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || way === '..' || way.startsWith('../') || way.startsWith('..\\') || isAbsolute(way);
}

function realPath(path: string, name: string): string {
  try {
    return realpathSync(path);
  } catch (cause) {
    if (readErrorCode(cause) !== 'ENOENT') throw unreadable(name, cause);
    throw new Fault('FILE_UNREADABLE', `The command reads ${name}, which doesn't exist.`, {
      hint: 'Run verify in the folder with the file.',
      cause,
    });
  }
}
