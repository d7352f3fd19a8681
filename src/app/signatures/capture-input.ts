import { readFileSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import type { Capture } from '../../captures/capture.ts';
import { readCapture } from '../../captures/read.ts';
import { Fault } from '../../errors.ts';
import type { CapturedInput } from './shapes.ts';

/**
 * A request as somebody wrote it down.
 * @throws Fault INPUT_INVALID, FILE_UNREADABLE
 * @see C-verify-curl-input, C-verify-har
 */
export function captured({ bytes, format, request }: CapturedInput, cwd: string): Capture {
  return readCapture(bytes, {
    ...(format === undefined ? {} : { format }),
    ...(request === undefined ? {} : { request: /^[0-9]+$/.test(request) ? Number(request) : request }),
    readFile: (name) => readBelow(cwd, name),
  });
}

/**
 * A file that a curl command names; one outside the current folder is not opened, links followed.
 * @see C-verify-curl
 */
function readBelow(folder: string, name: string): Uint8Array {
  const path = resolve(folder, name);
  if (isOutside(folder, path) || isOutside(realpathSync(folder), realPath(path, name))) {
    throw new Fault('INPUT_INVALID', `The command reads ${name}, which is outside the current folder.`, {
      hint: 'Run verify in the folder with the file, or put the body in the command.',
    });
  }
  if (!statSync(path).isFile()) {
    throw new Fault('INPUT_INVALID', `The command reads ${name}, which isn't a plain file.`, {
      hint: 'Put the body in a file in the current folder.',
    });
  }
  return readFileSync(path);
}

function isOutside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || way === '..' || way.startsWith('../') || way.startsWith('..\\') || isAbsolute(way);
}

function realPath(path: string, name: string): string {
  try {
    return realpathSync(path);
  } catch (cause) {
    throw new Fault('FILE_UNREADABLE', `The command reads ${name}, which doesn't exist.`, {
      hint: 'Run verify in the folder with the file.',
      cause,
    });
  }
}
