/**
 * What of a request's path is the bank's. Whatever a bank's server undoes on the way (dots, percent-encoding once or
 * twice, backslashes, parameters of a segment, wide forms of dots, characters without width), the path stays below the profile's own.
 * @see S11-proxy
 */

/** A path that is encoded more often means nothing to a bank. */
const MOST_DECODINGS = 8;

/** Whether the target's path is below `basePath` however it is read. */
export function isBelow(target: string, basePath: string): boolean {
  if (!/^[!-~]*$/.test(target) || target.includes('#')) return false;
  const [path = ''] = target.split('?', 1);
  if (!path.startsWith(basePath) || !['/', undefined].includes(path[basePath.length])) return false;
  if (basePath === '' && path === '') return false;
  const rest = path.slice(basePath.length);
  return !rest.includes('//') && segmentsOf(rest).every(staysBelow);
}

function segmentsOf(path: string): string[] {
  return path.split('/').slice(1);
}

/** Dots alone, or before what a server may cut off: parameters, a query or fragment that was encoded, blanks. */
const WAY_OUT = /^\s*\.{1,2}(?:[;?#\s]|$)/;

/** What a server may drop or take for a line's end: zero-width, control and unassigned characters, and separators. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Slashes and backslashes that NFKC keeps, and other character sets know as plain ones. */
const LIKE_SLASHES = /[\u2044\u2215\u2216\u29f5\u29f8\u29f9]/;

/** A segment may hold an encoded slash, as ids do, but none at its start. Marks above a letter are looked past. */
function staysBelow(segment: string): boolean {
  const text = fullyDecoded(segment);
  if (text === undefined || UNSEEN.test(text) || LIKE_SLASHES.test(text)) return false;
  const decoded = text.normalize('NFKD').replace(/\p{M}/gu, '');
  if (decoded.includes('\\') || decoded.startsWith('/')) return false;
  return decoded.split('/').every((part) => !WAY_OUT.test(part));
}

/** Returns undefined for what is no text, or is encoded without end. */
function fullyDecoded(segment: string): string | undefined {
  let text = segment;
  try {
    for (let times = 0; times < MOST_DECODINGS; times += 1) {
      const next = decodeURIComponent(text);
      if (next === text) return text;
      text = next;
    }
  } catch {
    return undefined;
  }
  return undefined;
}
