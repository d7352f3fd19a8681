import { randomBytes } from 'node:crypto';
import { writeNewFile } from '../../core/write-file.ts';
import { Fault } from '../../errors.ts';
import { errorCode, folderFault, readOwnFile } from '../../settings/own-files.ts';
import type { RuntimeFolder } from './runtime-folder.ts';

/** What a program shows at the operator's port, and where it finds it. */
export interface OperatorToken {
  readonly token: string;
  readonly file: string;
}

/**
 * A new token in a file that goes with the bank.
 * @see S8-secrets, S11-operator-port
 */
export function freshToken(folder: RuntimeFolder): OperatorToken {
  const token = randomBytes(32).toString('base64url');
  return { token, file: folder.write('operator-token', `${token}\n`) };
}

/** Of 32 such characters, drawn at random, 128 bits are the least. */
const TOKEN = /^[\w.~+/=-]{32,512}$/;

/**
 * The token that a file has; one that isn't there is made, with a new token, and stays: who reads it finds the same
 * when the bank is started again.
 * @throws Fault PERMISSIONS, FILE_UNREADABLE, INPUT_INVALID
 * @see C-serve-operator-token
 */
export function keptToken(file: string, uid: number | undefined): OperatorToken {
  const content = newToken(file) ?? readOwnFile(file, uid, 'only-us')?.toString('latin1') ?? '';
  const token = content.trim();
  if (TOKEN.test(token)) return { token, file };
  throw new Fault(
    'INPUT_INVALID',
    `${file} isn't a token: it needs 32 to 512 letters, digits or . _ ~ + / = -`,
    {
      hint: 'Remove the file, and psd2 serve makes one.',
    },
  );
}

/** @returns its content, or undefined where there is a file, which is never overwritten */
function newToken(file: string): string | undefined {
  const content = `${randomBytes(32).toString('base64url')}\n`;
  try {
    writeNewFile(file, content);
    return content;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return undefined;
    throw cantWrite(file, error);
  }
}

function cantWrite(file: string, error: unknown): unknown {
  const code = errorCode(error);
  if (code === undefined || folderFault(file, error) === error) return error;
  return new Fault('FILE_UNREADABLE', `The token file ${file} can't be created (${code}).`, {
    hint: 'Use a path in an existing folder you can write to.',
    cause: error,
  });
}
