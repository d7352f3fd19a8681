import { decodeBase64Url, decodeHex } from '../core/base64.ts';
import { percentDecoded } from '../octets.ts';
import type { FindingCause } from './findings.ts';
import { type JsonText, readJsonText } from './json-text.ts';
import { formEncoded, uriForms } from './reencodings.ts';

/** A text or bytes that may have been hashed in place of a body. */
export interface BodyCandidate {
  readonly cause: FindingCause<'digest-mismatch'>;
  readonly bytes: Uint8Array;
  /** Its name, after "the hash of": `the body without its final LF`. */
  readonly what: string;
  /** Where what the cause advises would be of the other side. */
  readonly remedy?: string;
}

/** The same before it is encoded. */
export interface TextCandidate extends Omit<BodyCandidate, 'bytes'> {
  readonly text: string;
}

/**
 * A whole body as Base64, as hexadecimal, percent-encoded or as a form, and a body of one of these undone.
 * @see G4-digest-mismatch
 */
export function* encodedForms(bytes: Buffer, text: string): Generator<BodyCandidate> {
  yield* hashedAsBase64(bytes);
  yield* hashedAsText('hexadecimal', [bytes.toString('hex'), bytes.toString('hex').toUpperCase()]);
  yield* hashedAsText('percent-encoding', [
    ...uriForms(text),
    `${formEncoded(text)}=`,
    `=${formEncoded(text)}`,
  ]);
  yield* hashedAsText('HTML-escaped form', htmlForms(text));
  const fields = formFields(text);
  if (fields !== undefined) yield* hashedAsText('form encoding', fields);
  yield* sentAsBase64(text);
  yield* sentAsText(text);
}

function* hashedAsBase64(bytes: Buffer): Generator<BodyCandidate> {
  const whole = bytes.toString('base64');
  const wrapped = (length: number, newline: string) =>
    whole.match(new RegExp(`.{1,${length}}`, 'g'))?.join(newline) ?? whole;
  const url = bytes.toString('base64url');
  yield* hashedAsText('Base64', [
    whole,
    whole.replaceAll('=', ''),
    url,
    `${whole}\n`,
    `${wrapped(64, '\n')}\n`,
    `${wrapped(76, '\n')}\n`,
    wrapped(76, '\r\n'),
    JSON.stringify(whole),
  ]);
}

function* hashedAsText(name: string, texts: readonly string[]): Generator<BodyCandidate> {
  const what = `the body's ${name}, not of the body itself`;
  const remedy = `Hash the body as you send it, not its ${name}.`;
  for (const text of texts) yield { cause: 'encoded', what, remedy, bytes: Buffer.from(text, 'utf8') };
}

function* sentAsBase64(text: string): Generator<BodyCandidate> {
  const bare = text.replaceAll(/^"|"$|\s+/g, '');
  const decoded = [
    ['Base64', decodeBase64Url(bare)],
    ['hexadecimal', decodeHex(bare)],
  ] as const;
  for (const [name, bytes] of decoded) if (bytes !== undefined) yield undone(name, bytes);
}

function* sentAsText(text: string): Generator<BodyCandidate> {
  if (text.includes('%')) {
    const bare = text.replace(/^=|=$/, '');
    for (const written of [text, bare]) {
      yield undone('percent-encoding', Buffer.from(percentDecoded(written), 'utf8'));
      yield undone('percent-encoding', Buffer.from(percentDecoded(written.replaceAll('+', ' ')), 'utf8'));
    }
    const value = bare.slice(bare.indexOf('=') + 1).replaceAll('+', ' ');
    yield undone('percent-encoding', Buffer.from(percentDecoded(value), 'utf8'));
  }
  if (text.includes('&quot;') || text.includes('&#34;') || text.includes('&amp;'))
    yield undone('HTML-escaped form', Buffer.from(htmlUndone(text), 'utf8'));
  for (const json of jsonOfForm(text)) yield undone('form encoding', Buffer.from(json, 'utf8'));
}

function undone(name: string, bytes: Buffer): BodyCandidate {
  const what = `what the body is the ${name} of`;
  return { cause: 'encoded', what, remedy: `Send what you hashed, not its ${name}.`, bytes };
}

function htmlForms(text: string): string[] {
  return ['&quot;', '&#34;'].flatMap((quote) => {
    const written = text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', quote);
    return [written, written.replaceAll("'", '&#39;'), written.replaceAll("'", '&#x27;')];
  });
}

function htmlUndone(text: string): string {
  return text
    .replaceAll(/&quot;|&#34;/g, '"')
    .replaceAll(/&#0?39;|&#x27;|&apos;/g, "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/**
 * JSON as an HTML form, and back: what a client sends whose library takes an object for the fields of a form.
 * @see G4-digest-mismatch
 */

type Field = readonly [path: readonly string[], value: string];

/** An object as the fields of a form, in the ways of several libraries; undefined for what is no object. */
function formFields(text: string): string[] | undefined {
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
function jsonOfForm(text: string): string[] {
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
