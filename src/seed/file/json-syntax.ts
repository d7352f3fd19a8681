import { jsonFaultAt } from '../../json-fault.ts';
import type { TooMuch } from './token-limits.ts';

/**
 * Where a file that calls itself JSON stops to be it; undefined where it doesn't. As YAML the same place would be told in
 * words that don't fit, and comments would pass.
 * @see C-seed-json-file
 */
export function jsonSyntaxFault(text: string, file: string): TooMuch | undefined {
  if (!/\.json$/i.test(file)) return undefined;
  const json = text.startsWith('\ufeff') ? text.slice(1) : text;
  try {
    JSON.parse(json);
    return undefined;
  } catch {
    const at = jsonFaultAt(json) + text.length - json.length;
    const what = at >= text.length ? 'it ends too early.' : `${shown(text, at)} can't stand here.`;
    return { at, message: `This isn't JSON: ${what}`, remedy: 'Check commas, quotes and brackets here.' };
  }
}

/** What stands there: a quote, or a word of letters. */
function shown(text: string, at: number): string {
  const word = /^[\p{L}\p{N}_]{1,20}/u.exec(text.slice(at, at + 40))?.[0];
  return JSON.stringify(word ?? String.fromCodePoint(text.codePointAt(at) ?? 0));
}
