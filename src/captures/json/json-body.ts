import type { Header } from '../../message.ts';
import type { CaptureNote } from '../capture.ts';
import { BODY, changedNote } from '../notes.ts';
import { hasHash, hashesIn } from './hashes.ts';
import { LAYOUTS, laidOut } from './layouts.ts';

export interface JsonBody {
  readonly bytes: Uint8Array;
  readonly notes: readonly CaptureNote[];
}

/** Beyond it one layout is tried: each takes a pass over the text. */
const MOST_CHARACTERS = 256 * 1024;

/**
 * A body that stands in the capture as JSON and not as text, so that its bytes aren't known: those of a usual layout
 * that have the hash in Digest, else those of JSON.stringify.
 * @see C-verify-json-body
 */
export function readJsonBody(json: string, headers: readonly Header[]): JsonBody {
  const hashes = hashesIn(headers);
  const layouts = json.length > MOST_CHARACTERS ? LAYOUTS.slice(0, 1) : LAYOUTS;
  for (const layout of hashes.length === 0 ? [] : layouts) {
    const text = laidOut(json, layout);
    for (const end of ['', '\n']) {
      const bytes = bytesOf(text + end);
      if (hasHash(bytes, hashes)) return { bytes, notes: [provedNote(layout.name, end)] };
    }
  }
  const own = ownIndent(json);
  if (hasHash(bytesOf(own), hashes))
    return { bytes: bytesOf(own), notes: [provedNote('as it stands there', '')] };
  return { bytes: bytesOf(laidOut(json, LAYOUTS[0])), notes: [ASSUMED] };
}

function provedNote(layout: string, end: string): CaptureNote {
  const how = end === '' ? layout : `${layout.replace(/,$/, '')} and a line end behind it,`;
  return changedNote(
    BODY,
    `The body is JSON within JSON, which doesn't say its bytes. Written ${how} it has the hash in Digest, so this is what was hashed.`,
    'Check that the same bytes were sent, or capture the body as text.',
  );
}

const ASSUMED = changedNote(
  BODY,
  "The body is JSON within JSON, so the bytes that were sent aren't known. They're assumed to have no blanks, as JSON.stringify writes them.",
  'Put the body\'s bytes in "bodyBase64", or its text in "body".',
);

/** Without the indentation that it has as a part of the capture. */
function ownIndent(json: string): string {
  const last = /\n([ \t]*)[^\n]*$/.exec(json)?.[1] ?? '';
  return last === '' ? json : json.replaceAll(`\n${last}`, '\n');
}

function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'utf8'));
}
