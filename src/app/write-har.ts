import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile } from '../core/write-file.ts';
import { Fault } from '../errors.ts';
import { shellWord } from '../own-file.ts';
import { errorCode } from '../settings/own-files.ts';

/**
 * Said before anything is sent for it.
 * @param file absolute
 * @throws Fault INPUT_INVALID when no file can be written there
 */
export function refuseUnwritable(file: string): void {
  const there = statSync(file, { throwIfNoEntry: false });
  if (there?.isDirectory()) {
    throw new Fault('INPUT_INVALID', `${file} is a folder.`, {
      hint: `Add a file name: ${shellWord(`${file}/psd2.har`)}`,
    });
  }
  if (there?.isFile() === false) {
    throw new Fault('INPUT_INVALID', `${file} is a device or a pipe, which a HAR file would replace.`, {
      hint: 'Use a new file name, or a file you want to replace.',
    });
  }
  try {
    accessSync(dirname(file), constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = errorCode(error);
    const why = code === 'ENOENT' ? "its folder doesn't exist" : (code ?? 'unknown error');
    throw new Fault('INPUT_INVALID', `${file} can't be written: ${why}.`, {
      hint: 'Use a file in an existing folder you can write to.',
      cause: error,
    });
  }
}

/** Replaces a file that is there, whole or not at all; nobody else can read it. @see S8-files-0600 */
export function writeHar(file: string, har: object): void {
  writeWhole(file, `${JSON.stringify(har, null, 2)}\n`);
}

/** The same, of a text that is made already. @throws Fault FILE_UNREADABLE */
export function writeWhole(file: string, text: string): void {
  try {
    replaceFile(file, text);
  } catch (error) {
    throw new Fault('FILE_UNREADABLE', `${file} wasn't written (${errorCode(error) ?? 'unknown error'}).`, {
      cause: error,
    });
  }
}
