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
