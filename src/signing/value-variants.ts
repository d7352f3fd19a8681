import type { HttpRequest } from '../message.ts';
import { bodyCandidates } from './body-candidates.ts';
import { writeDigest } from './digest.ts';
import { type FindingCause, finding } from './findings.ts';
import { readHttpDate, writeHttpDate } from './http-date.ts';
import { type LineVariant, withValue } from './line-variant.ts';
import { reencodings } from './reencodings.ts';
import { type HeaderIndex, REQUEST_TARGET, type SigningLine } from './signing-string.ts';

type ValueCause = FindingCause<'signature-invalid-value'>;
type Variant = readonly [cause: ValueCause, value: string];

/** Longer values are not varied: hundreds of copies would be made. */
const MAX_VALUE_CHARACTERS = 8192;
const MAX_VARIED_LINES = 20;

/** The lines with one header's value as it may have been when it was signed. @see signing.md §4 */
export function valueVariants(
  request: HttpRequest,
  index: HeaderIndex,
  lines: readonly SigningLine[],
): LineVariant[] {
  const others = otherValues(request);
  return lines.slice(0, MAX_VARIED_LINES).flatMap(({ name, value }, place) => {
    if (name === REQUEST_TARGET || value.length > MAX_VALUE_CHARACTERS) return [];
    const sent = index.get(name) ?? [];
    const variants: Variant[] = [
      ...caseVariants(name, value),
      ...untrimmed(value, sent).map((text): Variant => ['untrimmed', text]),
      ...rewritten(name, value).map((text): Variant => ['reencoded', text]),
      ...(name === 'digest' ? otherDigests(request) : others).map((text): Variant => ['replaced', text]),
    ];
    return variants
      .filter(([, text]) => text !== value)
      .map(([cause, text]) => variant(lines, place, name, cause, text));
  });
}

function variant(
  lines: readonly SigningLine[],
  place: number,
  header: string,
  cause: ValueCause,
  value: string,
): LineVariant {
  return {
    lines: withValue(lines, place, value),
    finding: () => finding('signature-invalid-value', { cause, header, detail: `It is ${header}.` }),
  };
}

/** The dates of the seconds and hours around the one sent: written when signing and again when sending. */
export function dateVariants(lines: readonly SigningLine[]): LineVariant[] {
  const place = lines.findIndex(({ name }) => name === 'date');
  const line = lines[place];
  const read = line === undefined ? undefined : readHttpDate(line.value);
  const time = read?.time;
  if (line === undefined || time === undefined) return [];
  const seconds = Array.from({ length: 300 }, (_, distance) => [-distance - 1, distance + 1]).flat();
  const hours = Array.from({ length: 14 }, (_, distance) => [
    -3600 * (distance + 1),
    3600 * (distance + 1),
  ]).flat();
  return [...seconds, ...hours].map((offset) =>
    variant(lines, place, 'date', 'replaced', writeHttpDate(time + offset * 1000)),
  );
}

function caseVariants(name: string, value: string): Variant[] {
  const label = /^[^=]*/.exec(value)?.[0] ?? '';
  const forms = [value.toLowerCase(), value.toUpperCase()];
  if (name === 'digest')
    forms.push(
      label.toLowerCase() + value.slice(label.length),
      label.toUpperCase() + value.slice(label.length),
    );
  if (/^[a-z]+:\/\//i.test(value)) {
    forms.push(value.replace(/^[a-z]+:\/\/[^/?#]*/i, (origin) => origin.toLowerCase()));
  }
  return forms.map((form) => ['case', form]);
}

function untrimmed(value: string, sent: readonly string[]): string[] {
  const padded = [' ', '  ', '\t'].flatMap((blank) => [blank + value, value + blank, blank + value + blank]);
  return [...sent, sent.join(', '), ...padded, `${value}\r`, `${value}\n`];
}

function rewritten(name: string, value: string): string[] {
  if (name === 'date') return otherDateForms(value);
  if (name === 'digest') {
    const hash = value.slice(value.indexOf('=') + 1);
    const bytes = Buffer.from(hash, 'base64');
    const label = value.slice(0, value.indexOf('=') + 1);
    const forms = [
      bytes.toString('base64url'),
      hash.replaceAll('=', ''),
      bytes.toString('hex'),
      bytes.toString('hex').toUpperCase(),
    ];
    return [
      hash,
      ...forms.map((form) => label + form),
      label.replace('-', '') + hash,
      `${label}:${hash}:`,
      `"${value}"`,
      `${label}"${hash}"`,
    ];
  }
  const isUuid = /^[0-9a-f-]{36}$/i.test(value);
  return [...reencodings(value), ...(isUuid ? [`{${value}}`, `urn:uuid:${value}`] : [])];
}

function otherDateForms(value: string): string[] {
  const match = /^(\w{3}), 0?(\d{1,2}) (\w{3}) (\d{4}) (\d\d:\d\d:\d\d) GMT$/.exec(value);
  const time = readHttpDate(value).time;
  if (match === null || time === undefined) return [];
  const [, weekday = '', date = '', month = '', year = '', clock = ''] = match;
  const monthNumber = 1 + 'JanFebMarAprMayJunJulAugSepOctNovDec'.indexOf(month) / 3;
  const iso = `${year}-${String(monthNumber).padStart(2, '0')}-${date.padStart(2, '0')}T${clock}`;
  const zones = ['+0000', 'UTC', 'Z', '+00:00', 'GMT+0000', 'GMT+00:00'].map((zone) =>
    value.replace('GMT', zone),
  );
  return [
    ...zones,
    value.replace(/ 0(\d) /, ' $1 '),
    value.slice(0, -4),
    `${weekday} ${month} ${date.padStart(2, ' ')} ${clock} ${year}`,
    `${iso}Z`,
    `${iso}.000Z`,
    `${iso}+00:00`,
    String(time),
    String(time / 1000),
  ];
}

/** Digests of what the body may have been, written as we write them. */
function otherDigests({ body }: HttpRequest): string[] {
  const digests = (['SHA-256', 'SHA-512'] as const).map((algorithm) => writeDigest(body, algorithm));
  digests.push(writeDigest(new Uint8Array()), '');
  if (body.length > MAX_VALUE_CHARACTERS) return digests;
  let count = 0;
  for (const { bytes } of bodyCandidates(body, undefined, undefined)) {
    digests.push(writeDigest(bytes));
    count += 1;
    if (count >= MAX_BODIES) break;
  }
  return digests;
}

const MAX_BODIES = 40;

/** The values of the other headers, as when two were swapped. */
function otherValues({ headers }: HttpRequest): string[] {
  return [
    '',
    ...headers
      .map(([, value]) => value)
      .filter((value) => value.length <= 256)
      .slice(0, 40),
  ];
}
