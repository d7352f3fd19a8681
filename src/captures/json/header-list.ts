import { isObject } from '../../json-object.ts';
import type { Header } from '../../message.ts';
import { isOctets } from '../../octets.ts';
import type { CaptureNote } from '../capture.ts';
import { changedNote, inHeader } from '../notes.ts';
import { utf8Octets } from '../octets.ts';
import { unreadable } from '../unreadable.ts';
import { member, textMember } from './parse.ts';

/**
 * Headers as JSON writers give them: `[[name, value]]`, `[{name, value}]`, or an object with a value or a list of
 * values for each name.
 * @throws Fault INPUT_INVALID
 */
export function readHeaderList(given: unknown, whose: string): Header[] {
  if (Array.isArray(given)) return given.map((one: unknown, place) => readPair(one, place, whose));
  if (!isObject(given)) throw unreadable(`The headers of ${whose} aren't a list.`, FORM);
  return Object.entries(given).flatMap(([name, values]) =>
    (Array.isArray(values) ? values : [values]).map((value: unknown, place): Header => {
      const text = textOf(value);
      if (text === undefined) throw noPair(`${name}[${place}]`, whose);
      return [name, text];
    }),
  );
}

const FORM = 'Write them as [["Name", "value"], …].';

function readPair(given: unknown, place: number, whose: string): Header {
  const [name, value]: unknown[] = Array.isArray(given)
    ? given
    : [textMember(given, 'name'), member(given, 'value')];
  const text = textOf(value);
  if (typeof name !== 'string' || name === '' || text === undefined) throw noPair(`number ${place}`, whose);
  return [name, text];
}

/** A number is as good as its digits. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : undefined;
}

function noPair(which: string, whose: string): Error {
  return unreadable(`Header ${which} of ${whose} isn't a name with a value.`, FORM);
}

/**
 * Values as octets. Characters up to FF are octets already; a value with others was decoded by whoever wrote it
 * down, and becomes its UTF-8 again.
 */
export function asOctets(headers: readonly Header[]): { headers: Header[]; notes: CaptureNote[] } {
  const notes: CaptureNote[] = [];
  const octets = headers.map(([name, value]): Header => {
    if (isOctets(value)) return [name, value];
    notes.push(
      changedNote(
        inHeader(name),
        `The value of ${name} has characters beyond U+00FF. They're read as UTF-8 bytes.`,
        'Check what was sent. Headers carry bytes, not characters.',
      ),
    );
    return [name, utf8Octets(value)];
  });
  return { headers: octets, notes };
}
