import { excerpt, unreadable } from './unreadable.ts';

export const AS_SENT =
  'Pass the request as it was sent: the request line, each header on a line of its own, an empty line, the body. Or pass a HAR.';

const HEADER_WITHIN =
  /\s(?:Host|Date|Digest|Signature|X-Request-ID|Content-Type|Content-Length|TPP-[A-Za-z-]{2,40}|PSU-[A-Za-z-]{2,40}):[ \t]?\S/i;

/**
 * Refuses a target, a value or a first line that holds the headers behind it, since line ends were lost.
 * @param octets all of the text, where `text` is a part of it
 * @throws Fault INPUT_INVALID
 * @see C-verify-unread
 */
export function refuseLostLines(text: string, octets = text): void {
  const found = HEADER_WITHIN.exec(text)?.[0].trim();
  if (found === undefined) return;
  const place = Math.max(octets.indexOf(found), 0);
  const isIndented = /\n[ \t]+$/.test(octets.slice(Math.max(place - 200, 0), place));
  const what = isIndented
    ? 'An indented line continues the header before it'
    : 'The line breaks of the text are lost';
  throw unreadable(
    `${what}: ${excerpt(found.split(':', 1)[0] ?? '')} stands within the line that begins with ${excerpt(text.trimStart().slice(0, 40))}.`,
    AS_SENT,
  );
}
