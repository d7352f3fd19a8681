import type { CodeText, ProgramRequest } from '../program-request.ts';
import { pairOf } from './literals.ts';
import { asText, type Entry, type JsValue } from './values.ts';

type Headers = Pick<ProgramRequest, 'headers' | 'unknownHeaders'>;

/**
 * Headers as fetch makes them of an object, of pairs or of `new Headers(…)`: outer blanks go, and values of one name
 * become one.
 * @see https://fetch.spec.whatwg.org/#concept-headers-append
 */
export function readHeaders(given: JsValue | undefined): Headers {
  if (given === undefined || (given.kind === 'plain' && given.value == null))
    return { headers: [], unknownHeaders: [] };
  if (given.kind === 'object') return { headers: combined(given.entries), unknownHeaders: given.unknown };
  if (given.kind === 'list') return { headers: combined(given.items.map(pairOf)), unknownHeaders: [] };
  return { headers: [], unknownHeaders: asText(given)?.unknown ?? [] };
}

function combined(entries: readonly Entry[]): [string, CodeText][] {
  const headers = new Map<string, [string, CodeText]>();
  for (const [name, value] of entries) {
    const read = asText(value) ?? { text: String(value.kind), unknown: [] };
    const text = read.text.replaceAll(/^[\t\n\r ]+|[\t\n\r ]+$/g, '');
    const before = headers.get(name.toLowerCase());
    const whole: CodeText =
      before === undefined
        ? { text, unknown: read.unknown }
        : { text: `${before[1].text}, ${text}`, unknown: [...before[1].unknown, ...read.unknown] };
    headers.set(name.toLowerCase(), [before?.[0] ?? name, whole]);
  }
  return [...headers.values()];
}
