import { trimBlanks } from '../core/octets.ts';
import { HOUR_SECONDS } from '../core/units.ts';
import { getHeader, type HttpRequest } from '../message.ts';
import { formatCount } from '../values/duration.ts';
import type { ArrangedFrom } from './arrangements.ts';
import { generateBodyCandidates } from './body-candidates.ts';
import { ALGORITHMS, type DigestAlgorithm, hashBody, writeDigest } from './digest.ts';
import {
  createFinding,
  type Finding,
  type FindingCause,
  type FindingCode,
  type FindingDetails,
} from './findings.ts';
import { readHttpDate, writeHttpDate } from './http-date.ts';
import { encodeComponent, listReencodings } from './re-encodings.ts';
import {
  buildSigningString,
  encodeSigningString,
  type HeaderIndex,
  REQUEST_TARGET,
  type SigningLine,
} from './signing-string.ts';
import { listValuePlaces } from './single-char-edits.ts';
import type { StringCandidate } from './string-builds.ts';
import { generateTwofoldTargets, listTargetVariants, type TargetVariant } from './target-variants.ts';

/** The value of one line as it may have been when it was signed. @see G4-unseen-string */
export interface ValueChange {
  readonly name: string;
  readonly value: string;
  readonly findings: () => Finding[];
  /** True if it is also combined with another fault. */
  readonly isCommon: boolean;
  /** The number of bytes hashed to create it. */
  readonly hashedBytes?: number | undefined;
}

type ValueCause = FindingCause<'signature-invalid-value'>;
type Variant = readonly [cause: ValueCause, value: string, isCommon?: boolean, says?: string];

/** Longer values aren't varied: each variant is a copy, and there are hundreds. */
const MAX_VALUE_CHARACTERS = 8192;
const MAX_VARIED_LINES = 20;

/** The body confirms the digest and the clock confirms the date, so they come last. */
const CONFIRMED = ['digest', 'date'];

/** Generates the changes of single values; replacements by another value come last. */
export function* generateValueChanges({
  request,
  index,
  lines,
  fragment,
}: ArrangedFrom): Generator<ValueChange> {
  yield* listRepeats(index, lines);
  yield* generateOtherFragments(request, lines, fragment);
  yield* generateTargets(request, index, lines, listTargetVariants);
  const varied = lines
    .slice(0, MAX_VARIED_LINES)
    .filter(({ name, value }) => name !== REQUEST_TARGET && value.length <= MAX_VALUE_CHARACTERS)
    .sort((left, right) => CONFIRMED.indexOf(left.name) - CONFIRMED.indexOf(right.name));
  for (const { name, value } of varied) {
    const sent = (index.get(name) ?? []).slice(0, MAX_REPEATS);
    yield* deduplicateVariants(name, value, [
      ...listHeaderVariants(name, value),
      ...listCaseVariants(name, value),
      ...listUntrimmed(value, sent),
      ...listRewritten(name, value),
    ]);
  }
  const others = listOtherValues(request);
  for (const { name, value } of varied) yield* deduplicateVariants(name, value, others);
  yield* listDateChanges(lines, listNearestDates);
}

/** Lists the value with a port or charset that some programs add and others omit. */
function listHeaderVariants(name: string, value: string): Variant[] {
  if (name === 'host') return createVariants('port', listHostForms(value), MAX_COMMON);
  return name === 'content-type' ? createVariants('charset', listCharsetForms(value), MAX_COMMON) : [];
}

/** Creates variants of which the first `common` are common. */
function createVariants(cause: ValueCause, forms: readonly string[], common = 0, says?: string): Variant[] {
  return forms.map((form, place) => [cause, form, place < common, says]);
}

const MAX_COMMON = 6;

/** Generates dates in other zones or further away, and targets with two faults. */
export function* generateRareChanges({ request, index, lines }: ArrangedFrom): Generator<ValueChange> {
  yield* listDateChanges(lines, listOtherDates);
  const date = lines.find(({ name }) => name === 'date')?.value ?? '';
  yield* deduplicateVariants('date', date, createVariants('reencoded', listZoneDates(date)));
  const near = listNearestDates(date).flatMap(listDateForms);
  const twofold = createVariants('reencoded', near, 0, 'It was another second too.');
  yield* deduplicateVariants('date', date, twofold);
  yield* generateTargets(request, index, lines, generateTwofoldTargets);
}

/** Generates Host with any port. */
export function* generateOtherPorts(lines: readonly SigningLine[]): Generator<ValueChange> {
  const host = lines.find(({ name }) => name === 'host');
  if (host === undefined || host.value.length > MAX_HOST_CHARACTERS) return;
  const bare = host.value.replace(PORT, '');
  for (let port = 0; port < PORTS; port += 1) yield createChange('host', 'port', `${bare}:${port}`, false);
}

const MAX_HOST_CHARACTERS = 255;

/** Generates the digests of body candidates, with the number of bytes hashed for them. */
export function* generateDigestChanges({ request, lines }: ArrangedFrom): Generator<ValueChange> {
  const digest = lines.find(({ name }) => name === 'digest');
  if (digest === undefined || digest.value.length > MAX_VALUE_CHARACTERS) return;
  for (const [value, says, hashedBytes] of generateOtherDigests(request)) {
    if (value !== digest.value)
      yield { ...createChange('digest', 'replaced', value, false, says), hashedBytes };
  }
}

function deduplicateVariants(name: string, value: string, variants: readonly Variant[]): ValueChange[] {
  const seen = new Set([value]);
  return variants.flatMap(([cause, text, isCommon = true, says]) => {
    if (seen.has(text)) return [];
    seen.add(text);
    return [createChange(name, cause, text, isCommon, says)];
  });
}

function createChange(
  name: string,
  cause: ValueCause,
  value: string,
  isCommon: boolean,
  says?: string,
): ValueChange {
  const detail = says === undefined ? `It is ${name}.` : `It is ${name}. ${says}`;
  return createFoundChange(name, value, 'signature-invalid-value', { cause, detail }, isCommon);
}

function createFoundChange<Code extends FindingCode>(
  header: string,
  value: string,
  code: Code,
  details: FindingDetails<Code>,
  isCommon = true,
): ValueChange {
  return { name: header, value, isCommon, findings: () => [createFinding(code, { header, ...details })] };
}

/**
 * Lists dates within seconds or hours of the sent one: some programs format Date twice, for signing and for sending.
 */
function listDateChanges(lines: readonly SigningLine[], dates: (value: string) => string[]): ValueChange[] {
  const sent = lines.find(({ name }) => name === 'date')?.value ?? '';
  const isCommon = dates === listNearestDates;
  return dates(sent).map((value) =>
    createChange('date', 'replaced', value, isCommon, formatDistance(value, sent)),
  );
}

function listCaseVariants(name: string, value: string): Variant[] {
  const label = /^[^=]*/.exec(value)?.[0] ?? '';
  const forms = [value.toLowerCase(), value.toUpperCase()];
  const rest = value.slice(label.length);
  if (name === 'digest') forms.push(label.toLowerCase() + rest, label.toUpperCase() + rest);
  if (/^[a-z]+:\/\//i.test(value)) {
    forms.push(value.replace(/^[a-z]+:\/\/[^/?#]*/i, (origin) => origin.toLowerCase()));
    forms.push(value.replace(/(?<=:\/\/)[^/?#]*/, (host) => host.toUpperCase()));
  }
  return forms.map((form) => ['case', form]);
}

function listUntrimmed(value: string, sent: readonly string[]): Variant[] {
  const padded = [' ', '  ', '\t'].flatMap((blank) => [value + blank, blank + value, blank + value + blank]);
  const forms = [...sent, sent.join(', '), ...padded, `${value}\r`, `${value}\n`, `${value}\u00a0`];
  return forms.map((form): Variant => ['untrimmed', form, form === `${value} ` || form === ` ${value}`]);
}

function listRewritten(name: string, value: string): Variant[] {
  const own = createVariants('reencoded', listOwnForms(name, value), COMMON_FORMS);
  const printed = [`[${value}]`, `['${value}']`, `["${value}"]`, `b'${value}'`, `"${value}"`, `'${value}'`];
  const others = [
    ...printed,
    value.replaceAll(/\s+/g, ' '),
    value.replaceAll(/\s+/g, ''),
    value.replaceAll(/([,;])\s*/g, '$1 '),
  ];
  return [...own, ...others.map((form): Variant => ['reencoded', form, form === `"${value}"`])];
}

/** The number of forms that are common; the most likely come first. */
const COMMON_FORMS = 12;

function listOwnForms(name: string, value: string): string[] {
  if (name === 'date') return listDateForms(value);
  if (name === 'digest') return listDigestForms(value);
  return [...listReencodings(value), ...listUuidForms(value)];
}

/**
 * Lists the empty value, the texts that languages print for an absent value, and the values of other headers, which may
 * have been swapped.
 */
function listOtherValues({ headers }: HttpRequest): Variant[] {
  const printed = ['null', 'undefined', 'None', 'nil', '(null)', '[object Object]', 'NaN'];
  const short = headers.slice(0, 100).filter(([, value]) => value.length <= 256);
  const others = short.slice(0, 40);
  return [
    ['replaced', '', true, 'Its value was empty when it was signed.'],
    ...printed.map((text): Variant => ['replaced', text, false, `Its value was ${text} when it was signed.`]),
    ...others.map(
      ([name, value]): Variant => ['replaced', value, false, `The value of ${name} was signed in its place.`],
    ),
  ];
}

const MAX_REPEATS = 8;

/** Lists the values of a repeated header: one of them, or all joined differently. */
function listRepeats(index: HeaderIndex, lines: readonly SigningLine[]): ValueChange[] {
  return lines.flatMap(({ name }) => {
    const values = (index.get(name) ?? []).slice(0, MAX_REPEATS).map(trimBlanks);
    const [half, ...others] = values.length === 1 ? (values[0] ?? '').split(/, ?/) : [];
    // A proxy may have joined two equal values into one header.
    if (half !== undefined && others.length === 1 && others[0] === half) {
      const detail = `It is ${name}: one header with the same value twice, as proxies join two headers.`;
      return createFoundChange(name, half, 'signature-invalid-duplicate', { detail });
    }
    if (values.length < 2) return [];
    const reversed = values.toReversed().join(', ');
    const joined = [...values, values.join(','), reversed, values.join('; '), values.join(' ')];
    const detail = `It is ${name}.`;
    return [...new Set(joined)].map((value) =>
      createFoundChange(name, value, 'signature-invalid-duplicate', { detail }),
    );
  });
}

/** Longer targets aren't varied: each variant is a copy, and there are hundreds. */
const MAX_TARGET_CHARACTERS = 512;

/**
 * Generates the target with the fragment, which clients don't send, or without the one on the request line.
 * @see RFC 9112 §3.2
 */
function* generateOtherFragments(
  { method, target }: HttpRequest,
  lines: readonly SigningLine[],
  fragment: string | undefined,
): Generator<ValueChange> {
  const isSigned = lines.some(({ name }) => name === REQUEST_TARGET);
  if (!isSigned || target.length > MAX_TARGET_CHARACTERS) return;
  const [bare = '', ...sent] = target.split('#');
  const createFragmentChange = (signed: string, says: string, verb: string) => {
    const remedy = `${verb} path and query without the fragment: nothing from the # on.`;
    const value = `${method.toLowerCase()} ${signed}`;
    return createFoundChange(REQUEST_TARGET, value, 'signature-invalid-target', { says, remedy });
  };
  if (sent.length > 0) {
    const says = `It was signed without the fragment that's on the request line: #${sent.join('#')}.`;
    yield createFragmentChange(bare, says, 'Send');
  } else if (fragment !== undefined) {
    const says = `The fragment of the URL was signed: ${fragment}. No client sends it.`;
    yield createFragmentChange(target + fragment, says, 'Sign');
  }
}

function* generateTargets(
  request: HttpRequest,
  index: HeaderIndex,
  lines: readonly SigningLine[],
  variants: (request: HttpRequest, host: string | undefined) => Iterable<TargetVariant>,
): Generator<ValueChange> {
  const isSigned = lines.some(({ name }) => name === REQUEST_TARGET);
  if (!isSigned || request.target.length > MAX_TARGET_CHARACTERS) return;
  for (const { cause, value, isCommon } of variants(request, index.get('host')?.[0]))
    yield createFoundChange(REQUEST_TARGET, value, 'signature-invalid-target', { cause }, isCommon);
}

/**
 * Generates the digests of body candidates, for requests whose body and Digest were both changed after signing; the
 * most likely come first for a short search.
 * @see G4-signature-invalid-value
 */
function* generateOtherDigests({
  headers,
  body,
}: HttpRequest): Generator<[value: string, says: string | undefined, hashedBytes: number]> {
  const sent = getHeader(headers, 'Digest')?.trim() ?? '';
  for (const algorithm of ALGORITHMS) {
    const says = sent.toUpperCase().startsWith(algorithm) ? undefined : `It was signed with ${algorithm}.`;
    yield [writeDigest(body, algorithm), says, body.length];
  }
  const [label, algorithm] = parseLabel(sent);
  for (const { bytes, what } of generateBodyCandidates(body, {})) {
    const value = label + hashBody(algorithm, bytes).toString('base64');
    yield [value, `The value that was signed is of ${what}.`, bytes.length];
  }
}

/** Parses the algorithm name of a Digest and keeps its spelling. */
function parseLabel(sent: string): readonly [label: string, algorithm: DigestAlgorithm] {
  const label = /^[^=]*=/.exec(sent)?.[0] ?? '';
  return /^sha-?512=$/i.test(label)
    ? [label, 'SHA-512']
    : [/^sha-?256=$/i.test(label) ? label : 'SHA-256=', 'SHA-256'];
}

/** Lists the forms in which programs write a Digest value. @see G4-signature-invalid-value */
function listDigestForms(value: string): string[] {
  const equals = value.indexOf('=') + 1;
  const hash = value.slice(equals);
  const bytes = Buffer.from(hash, 'base64');
  const label = value.slice(0, equals);
  const hex = bytes.toString('hex');
  const base64 = bytes.toString('base64');
  const url = bytes.toString('base64url');
  const bare = hash.replaceAll('=', '');
  const forms = [url, bare, base64, hex, hex.toUpperCase(), Buffer.from(hex).toString('base64')];
  return [
    hash,
    ...forms.map((form) => label + form),
    hex,
    label.replace('-', '') + hash,
    `SHA-256=${hash}`,
    `sha-256=${hash}`,
    `SHA256=${hash}`,
    `${label}:${hash}:`,
    `${label}"${hash}"`,
    `${label.slice(0, -1)}: ${hash}`,
    value.replaceAll('=', '\\u003d'),
    encodeComponent(value),
  ];
}

/** Lists the UUID as .NET, Java and databases write it, with and without hyphens. */
function listUuidForms(value: string): string[] {
  const bare = value.replace(/^urn:uuid:/i, '').replace(/^\{(.*)\}$/, '$1');
  const digits = bare.replaceAll('-', '');
  if (!/^[0-9a-f]{32}$/i.test(digits)) return [];
  const dashed = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const forms = [bare, dashed, digits, `{${dashed}}`, `(${dashed})`, `urn:uuid:${dashed}`];
  return [...forms, ...forms.map((form) => form.toUpperCase())];
}

const USUAL_PORTS = [443, 80, 8443, 8444, 8080, 8000, 8888, 3000, 5000, 9443, 4443, 10443];

/** Lists the Host without its port or with another one, the common ports first. */
function listHostForms(value: string): string[] {
  const bare = value.replace(PORT, '');
  return [bare, ...USUAL_PORTS.map((port) => `${bare}:${port}`), `${bare}:`].filter((form) => form !== value);
}

const PORT = /:\d*$/;
const PORTS = 65_536;

const CHARSETS = 'utf-8 UTF-8 utf8 UTF8 iso-8859-1 ISO-8859-1 us-ascii US-ASCII windows-1252'.split(' ');

/** Lists the Content-Type without its charset or with another one. */
function listCharsetForms(value: string): string[] {
  const bare = value.replace(/\s*;\s*charset\s*=\s*(?:"[^"]*"|[^;\s]*)/i, '');
  const joints = ['; charset=', ';charset=', '; Charset=', ';Charset=', ' ; charset=', '; charset = '];
  const written = CHARSETS.flatMap((charset) =>
    joints.flatMap((joint) => [bare + joint + charset, `${bare + joint}"${charset}"`]),
  );
  return [bare, ...written, `${bare};`, `${bare}; `].filter((form) => form !== value);
}

/**
 * Lists the forms in which programs write the same second of a Date header.
 * @see G4-signature-invalid-value, G4-signature-invalid-target
 */
function listDateForms(value: string): string[] {
  const match = /^(\w{3}), (\d{2}) (\w{3}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$/.exec(value);
  const time = readHttpDate(value).time;
  if (match === null || time === undefined) return [];
  const [, weekday = '', date = '', month = '', year = '', hour = '', minute = '', second = ''] = match;
  const iso = new Date(time).toISOString().slice(0, 19);
  const clock = `${hour}:${minute}:${second}`;
  const longWeekday = WEEKDAYS.find((name) => name.startsWith(weekday)) ?? weekday;
  const zones = ['+0000', '-0000', 'UTC', 'Z', '+00:00', 'GMT+0000', 'GMT+00:00', 'UT', ''];
  return [
    ...zones.map((zone) => value.replace(/ ?GMT$/, zone === '' ? '' : ` ${zone}`)),
    value.replace(/ 0(\d) /, ' $1 '),
    value.replace(/^\w{3}, /, ''),
    value.replace(' 0', ' ').replace(/ 0(\d):/, ' $1:'),
    value.replace(/ 0(\d):/, ' $1:'),
    `${longWeekday}, ${date}-${month}-${year.slice(2)} ${clock} GMT`,
    `${longWeekday}, ${date} ${month} ${year} ${clock} GMT`,
    `${weekday} ${month} ${date.replace(/^0/, ' ')} ${clock} ${year}`,
    `${weekday} ${month} ${date} ${clock} GMT ${year}`,
    `${weekday} ${month} ${date} ${clock} UTC ${year}`,
    `${weekday} ${month} ${date} ${year} ${clock} GMT+0000 (Coordinated Universal Time)`,
    ...['Z', '.000Z', '.000000Z', '', '+00:00', '+0000', '.000+00:00', '.0000000Z'].map((end) => iso + end),
    iso.replace('T', ' '),
    `${iso.replace('T', ' ')}Z`,
    String(time),
    String(time / 1000),
  ];
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Lists the same second as local time of the zones with a whole number of hours from GMT. */
function listZoneDates(value: string): string[] {
  const { time } = readHttpDate(value);
  if (time === undefined) return [];
  return Array.from({ length: 27 }, (_, place) => place - 12).flatMap((hours) => {
    if (hours === 0) return [];
    const local = time + hours * 3_600_000;
    const sign = hours < 0 ? '-' : '+';
    const digits = String(Math.abs(hours)).padStart(2, '0');
    const iso = new Date(local).toISOString().slice(0, 19);
    const zones = [`${sign}${digits}00`, `${sign}${digits}:00`, `GMT${sign}${digits}:00`];
    const names = { 1: ['CET'], 2: ['CEST'] }[hours] ?? [];
    const text = writeHttpDate(local);
    return [...zones, ...names].map((zone) => text.replace('GMT', zone)).concat(`${iso}${sign}${digits}:00`);
  });
}

/** Lists the dates up to five seconds before and after a date. */
const listNearestDates = (value: string) => listAround(value, 1, 5);

/** Lists the dates up to 14 hours before and after a date in whole hours, and within five minutes in seconds. */
const listOtherDates = (value: string) => [...listAround(value, 1, 14, 3600), ...listAround(value, 6, 300)];

/** Describes the distance between the signed and the sent date in words. */
function formatDistance(signed: string, sent: string): string | undefined {
  const [from, to] = [readHttpDate(sent).time, readHttpDate(signed).time];
  if (from === undefined || to === undefined) return undefined;
  const seconds = Math.abs(to - from) / 1000;
  const [count, unit] =
    seconds % HOUR_SECONDS === 0
      ? ([seconds / HOUR_SECONDS, 'hour'] as const)
      : ([seconds, 'second'] as const);
  return `The signed one is ${formatCount(count, unit)} ${to < from ? 'earlier' : 'later'}.`;
}

/** Lists the dates in steps to both sides, the nearest first. */
function listAround(value: string, from: number, to: number, step = 1): string[] {
  const { time } = readHttpDate(value);
  if (time === undefined) return [];
  const distances = Array.from({ length: to - from + 1 }, (_, place) => 1000 * step * (from + place));
  return distances.flatMap((distance) => [writeHttpDate(time - distance), writeHttpDate(time + distance)]);
}

/** The ranges of distances in seconds. */
export const WITHIN_AN_HOUR = [1, 3600] as const;
export const WITHIN_A_DAY = [3601, 86_400] as const;

/**
 * Generates the signing strings with Date earlier or later by the seconds of a range, the nearest first. The bytes are
 * changed in place: a candidate is valid only until the next one.
 * @see G3-search-limit, G4-signature-invalid-value
 */
export function* generateDatesWithin(
  lines: readonly SigningLine[],
  [from, to]: readonly [from: number, to: number],
): Generator<StringCandidate> {
  const sent = lines.find(({ name }) => name === 'date')?.value ?? '';
  const { time } = readHttpDate(sent);
  const place = listValuePlaces(lines).find(({ header }) => header === 'date');
  if (time === undefined || place === undefined || place.end - place.start !== writeHttpDate(time).length)
    return;
  const bytes = encodeSigningString(buildSigningString(lines));
  let signed = '';
  const findings = () => {
    const detail = `It is date. ${formatDistance(signed, sent)}`;
    return [createFinding('signature-invalid-value', { cause: 'replaced', header: 'date', detail })];
  };
  const candidate = { bytes, findings };
  for (let distance = from; distance <= to; distance += 1) {
    for (const other of [time - 1000 * distance, time + 1000 * distance]) {
      signed = writeHttpDate(other);
      bytes.write(signed, place.start, 'latin1');
      yield candidate;
    }
  }
}
