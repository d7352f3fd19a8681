import { jsonFaultAt } from '../../json-fault.ts';
import { isObject } from '../../json-object.ts';
import { holdTo } from '../limits.ts';
import { textOf } from '../octets.ts';
import { excerpt, placeIn, unreadable } from '../unreadable.ts';

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
