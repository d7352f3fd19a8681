import { createHash } from 'node:crypto';
import { type Header, type HttpRequest, headerValue } from '../message.ts';
import type { CaptureNote } from './capture.ts';
import { BODY, incompleteNote } from './notes.ts';

/** SHA-256 and SHA-512 of nothing. */
const OF_NOTHING = ['sha256', 'sha512'].map((name) => createHash(name).digest('base64'));

/**
 * Where headers are shown without the body: a Digest of anything but nothing says that there was one.
 * @see C-verify-headers-alone, G4-capture-incomplete
 */
export function bodyNotShown(headers: readonly Header[]): CaptureNote[] {
  const digest = headerValue(headers, 'digest');
  if (digest === undefined || OF_NOTHING.some((hash) => digest.includes(hash))) return [];
  return [
    incompleteNote(BODY, "The body isn't in the capture, so Digest can't be compared with it.", ADD_BODY),
  ];
}

/** The same of a request that may have its body, or a note of it already. */
export function bodyNotShownBeside(
  { headers, body }: HttpRequest,
  notes: readonly CaptureNote[],
): CaptureNote[] {
  const isTold = body.length > 0 || notes.some(({ part }) => part === 'body');
  return isTold ? [] : bodyNotShown(headers);
}

const ADD_BODY = 'Add an empty line and the body that was sent.';
