import { jsonFaultAt } from '../../json-fault.ts';
import { isObject, type JsonObject } from '../../json-object.ts';
import type { Header } from '../../message.ts';
import { nearest } from '../../nearest.ts';
import { isOctets } from '../../octets.ts';
import { type CaptureNote, changedNote } from '../capture.ts';
import { textOf, utf8Octets } from '../octets.ts';
import { excerpt, holdTo, placeIn, unreadable } from '../unreadable.ts';

/**
 * JSON in UTF-8.
 * @throws Fault INPUT_INVALID that says where it ends to be JSON
 * @see C-verify-json-place
 */
export function parseJson(octets: string): unknown {
  holdTo('jsonDepth', depthOf(octets));
  const text = textOf(octets);
  if (text.includes('\ufffd') && Buffer.from(text, 'utf8').length !== octets.length) {
    throw unreadable("The JSON isn't UTF-8.", 'Save it as UTF-8.');
  }
  try {
    return JSON.parse(text);
  } catch {
    const place = jsonFaultAt(octets);
    const found =
      place < octets.length ? `${excerpt(octets.slice(place, place + 20))} stands` : 'the text ends';
    throw unreadable(
      `Invalid JSON: ${found} at ${placeIn(octets, place)}.`,
      'Correct it, or copy all of it.',
    );
  }
}

export function isJson(octets: string): boolean {
  try {
    JSON.parse(textOf(octets));
    return true;
  } catch {
    return false;
  }
}

/** The deepest nesting of brackets and braces outside of strings. */
function depthOf(octets: string): number {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let position = 0; position < octets.length; position += 1) {
    const code = octets.charCodeAt(position);
    if (code === QUOTE) isInString = !isInString;
    else if (isInString) position += code === BACKSLASH ? 1 : 0;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) deepest = Math.max(deepest, ++depth);
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth -= 1;
  }
  return deepest;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

/** A member of its own, whatever its name; undefined where there is none. */
export function member(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A member that is text. */
export function textMember(value: unknown, name: string): string | undefined {
  const found = member(value, name);
  return typeof found === 'string' ? found : undefined;
}

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
      const text = asHeaderText(value);
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
  const text = asHeaderText(value);
  if (typeof name !== 'string' || name === '' || text === undefined) throw noPair(`number ${place}`, whose);
  return [name, text];
}

/** A number is as good as its digits. */
function asHeaderText(value: unknown): string | undefined {
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
        { header: name },
        `The value of ${name} has characters beyond U+00FF. They're read as UTF-8 bytes.`,
        'Check what was sent. Headers carry bytes, not characters.',
      ),
    );
    return [name, utf8Octets(value)];
  });
  return { headers: octets, notes };
}

/**
 * A member that isn't known may be the body, or a header, under a name that was not thought of: it is never skipped.
 * @throws Fault INPUT_INVALID that names it
 * @see C-verify-json-members
 */
export function refuseUnknown(given: JsonObject, known: readonly string[], whose: string): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownMember(unknown, known, whose);
}

/** Where a format lets programs add members of their own: only one that is a known one mistyped. */
export function refuseMistyped(given: JsonObject, known: readonly string[], whose: string): void {
  const names = Object.keys(given).filter((name) => !name.startsWith('_') && !known.includes(name));
  const mistyped = names.find((name) => {
    const meant = nearest(name.slice(0, 40), known);
    return meant !== undefined && !Object.hasOwn(given, meant);
  });
  if (mistyped !== undefined) throw unknownMember(mistyped, known, whose);
}

function unknownMember(name: string, known: readonly string[], whose: string): Error {
  const meant = name.length > 40 ? undefined : nearest(name, known);
  const written = /^[A-Za-z0-9_$-]{1,40}$/.test(name) ? name : excerpt(utf8Octets(name));
  return unreadable(
    `${whose} has a member ${written}, which isn't known.`,
    meant === undefined
      ? `Remove it, or give it one of these names: ${known.join(', ')}.`
      : `Did you mean ${meant}? If it says nothing of the request, remove it.`,
  );
}
