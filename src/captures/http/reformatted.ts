import type { Header } from '../../message.ts';
import type { CaptureNote } from '../capture.ts';
import { hasHash, hashesIn } from '../json/hashes.ts';
import { LAYOUTS, laidOut } from '../json/layouts.ts';
import { BODY, changedNote } from '../notes.ts';
import { textOf, utf8Octets } from '../octets.ts';

interface Reformatted {
  readonly octets: string;
  readonly note: CaptureNote;
}

/** Each layout takes a pass over the text. */
const MAX_CHARACTERS = 256 * 1024;
const AS_SENT = 'Capture the body as it was sent: HTTPie does so with --pretty=none.';

/**
 * Undoes the formatting of a program that shows JSON otherwise than it was sent. A layout counts only where it has
 * the length in Content-Length.
 * @param shown the octets of the body in the capture, of another length
 * @see C-verify-reformatted
 */
export function readReformatted(
  shown: string,
  length: number,
  headers: readonly Header[],
): Reformatted | undefined {
  if (shown.length > MAX_CHARACTERS || length > MAX_CHARACTERS || !/^\s*[{[]/.test(shown)) return undefined;
  if (!isJson(shown) || isJson(shown.slice(0, length))) return undefined;
  const json = textOf(shown);
  const hashes = hashesIn(headers);
  const written = LAYOUTS.flatMap((layout) => ['', '\n'].map((end) => ({ layout, end })))
    .map(({ layout, end }) => ({ name: layout.name, octets: utf8Octets(laidOut(json, layout) + end) }))
    .filter(({ octets }) => octets.length === length);
  const proved = written.find(({ octets }) => hasHash(Buffer.from(octets, 'latin1'), hashes));
  if (proved !== undefined) {
    const message = `The capture shows the body reformatted. Written ${proved.name} it has the hash in Digest and the length in Content-Length, so these bytes were sent and their Digest is right.`;
    return { octets: proved.octets, note: changedNote(BODY, message, AS_SENT) };
  }
  const [likely] = written;
  if (likely === undefined) return undefined;
  const message = `The capture may show the body reformatted. Written ${likely.name} it has the length in Content-Length, so it's read like that.`;
  return { octets: likely.octets, note: { ...changedNote(BODY, message, AS_SENT), mayBeReordered: true } };
}

function isJson(octets: string): boolean {
  try {
    JSON.parse(textOf(octets));
    return true;
  } catch {
    return false;
  }
}
