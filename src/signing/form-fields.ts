import { percentDecoded } from '../octets.ts';
import { type JsonText, readJsonText } from './json-text.ts';
import { formEncoded } from './reencodings.ts';

/**
 * JSON as an HTML form, and back: what a client sends whose library takes an object for the fields of a form.
 * @see G4-digest-mismatch
 */

type Field = readonly [path: readonly string[], value: string];

/** An object as the fields of a form, in the ways of several libraries; undefined for what is no object. */
export function formFields(text: string): string[] | undefined {
  const json = readJsonText(text);
  if (json?.kind !== 'object') return undefined;
  const fields = fieldsOf(json, []);
  const ways = [
    ([first = '', ...rest]: readonly string[]) => first + rest.map((part) => `[${part}]`).join(''),
    (path: readonly string[]) => path.join('.'),
  ];
  return ways.flatMap((way) => {
    const pairs = fields.map(([path, value]) => [way(path), value] as const);
    const written = pairs.map(([name, value]) => `${formEncoded(name)}=${formEncoded(value)}`).join('&');
    return [written, written.replaceAll('+', '%20'), pairs.map((pair) => pair.join('=')).join('&')];
  });
}

function fieldsOf(json: JsonText, path: readonly string[]): Field[] {
  if (json.kind === 'scalar') return [[path, held(json.raw)]];
  if (json.kind === 'array')
    return json.items.flatMap((item, place) => fieldsOf(item, [...path, `${place}`]));
  return json.members.flatMap(([key, member]) => fieldsOf(member, [...path, held(key)]));
}

function held(raw: string): string {
  if (!raw.startsWith('"')) return raw;
  try {
    return String(JSON.parse(raw));
  } catch {
    return raw;
  }
}

const MAX_FIELDS = 200;

/** The objects that a form of plain fields may have been made of. */
export function jsonOfForm(text: string): string[] {
  if (!/^[^={}[\]\s"&]+=[^\s"{}]*$/.test(text)) return [];
  const fields = text.split('&', MAX_FIELDS + 1).map((field) => {
    const equals = field.indexOf('=');
    return equals < 0 ? [field, ''] : [field.slice(0, equals), field.slice(equals + 1)];
  });
  if (fields.length > MAX_FIELDS) return [];
  const read = (part: string) => percentDecoded(part.replaceAll('+', ' '));
  const members = fields.map(([name = '', value = '']) => [JSON.stringify(read(name)), read(value)] as const);
  const values = [
    JSON.stringify,
    (value: string) => (IS_LITERAL.test(value) ? value : JSON.stringify(value)),
  ];
  return values.flatMap((value) =>
    [
      [',', ':'],
      [', ', ': '],
    ].map(
      ([comma, colon = '']) => `{${members.map(([name, held]) => name + colon + value(held)).join(comma)}}`,
    ),
  );
}

const IS_LITERAL = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?|true|false|null)$/;
