import { isObject, type JsonObject } from '../../json-object.ts';
import { textOf, utf8Octets } from '../octets.ts';

const IS_WITHIN = /"(?:\\[rnt]|[ \t]){0,9}(?:[A-Z]{3,10} [^"\s]{1,8192} HTTP\/[0-9.]{1,3}(?:\\r)?\\n|curl )/;
const BEGINS = /^\s*(?:[A-Z]{3,10} \S{1,8192} HTTP\/[0-9]|curl\s)/;
/** JSON that has one of them is a request or a file of requests. */
const OF_OTHER_FORM = ['headers', 'item', '_type', 'request', 'requests', 'response', 'openapi'];

/**
 * Reads the requests that stand as texts in a JSON log, `{"level": "DEBUG", "message": "POST / HTTP/1.1\r\n…"}`: one
 * value, or one on each line. Answers the texts as octets.
 * @see C-verify-json-log
 */
export function jsonLogTexts(octets: string): string[] {
  if (!/^\s*\{/.test(octets) || !IS_WITHIN.test(octets)) return [];
  const whole = parse(octets);
  const values = whole === undefined ? octets.split('\n').map(parse) : [whole];
  return values.flatMap((value) => (isObject(value) ? textsOf(value) : [])).map(utf8Octets);
}

function textsOf(value: JsonObject): string[] {
  const isRequest = value.method !== undefined && (value.url ?? value.target) !== undefined;
  if (isRequest || OF_OTHER_FORM.some((name) => value[name] !== undefined) || isObject(value.log)) return [];
  const members = Object.values(value).flatMap((one) => (isObject(one) ? Object.values(one) : [one]));
  return members.filter((one) => typeof one === 'string').filter((one) => BEGINS.test(one));
}

function parse(octets: string): unknown {
  try {
    return JSON.parse(textOf(octets));
  } catch {
    return undefined;
  }
}
