import type { HttpRequest } from '../message.ts';
import { trimBlanks } from '../octets.ts';
import type { ArrangedFrom } from './arrangements.ts';
import { dateForms, datesOfZones, nearestDates, otherDates } from './date-forms.ts';
import { type Finding, type FindingCause, finding } from './findings.ts';
import { otherDigests } from './other-digests.ts';
import { componentEncoded, reencodings } from './reencodings.ts';
import { type HeaderIndex, REQUEST_TARGET, type SigningLine } from './signing-string.ts';
import { type TargetVariant, targetVariants, twofoldTargets } from './target-variants.ts';

/** The value of one line as it may have been when it was signed. @see G4-unseen-string */
export interface ValueChange {
  readonly name: string;
  readonly value: string;
  readonly finding: () => Finding;
  /** Whether it is one of those that are looked for beside another fault. */
  readonly isCommon: boolean;
}

type ValueCause = FindingCause<'signature-invalid-value'>;
type Variant = readonly [cause: ValueCause, value: string, isCommon?: boolean];

/** Longer values are not varied: hundreds of copies would be made. */
const MAX_VALUE_CHARACTERS = 8192;
const MAX_VARIED_LINES = 20;

/** The body confirms the digest, and the clock the date: they come last. */
const CONFIRMED = ['digest', 'date'];

/** Every change of one value; what it may have been replaced with last. */
export function* valueChanges({ request, index, lines }: ArrangedFrom): Generator<ValueChange> {
  yield* repeats(index, lines);
  yield* targets(request, index, lines, targetVariants);
  const varied = lines
    .slice(0, MAX_VARIED_LINES)
    .filter(({ name, value }) => name !== REQUEST_TARGET && value.length <= MAX_VALUE_CHARACTERS)
    .sort((left, right) => CONFIRMED.indexOf(left.name) - CONFIRMED.indexOf(right.name));
  for (const { name, value } of varied) {
    const sent = (index.get(name) ?? []).slice(0, MAX_REPEATS);
    yield* distinct(name, value, [
      ...caseVariants(name, value),
      ...untrimmed(value, sent),
      ...rewritten(name, value),
    ]);
  }
  const others = otherValues(request).map((text): Variant => ['replaced', text, text === '']);
  for (const { name, value } of varied) yield* distinct(name, value, others);
  yield* dateChanges(lines, nearestDates);
}

/** Dates farther away, digests of what the body may have been, targets with two faults. */
export function* rareChanges({ request, index, lines }: ArrangedFrom): Generator<ValueChange> {
  yield* dateChanges(lines, otherDates);
  const date = lines.find(({ name }) => name === 'date')?.value ?? '';
  yield* distinct(
    'date',
    date,
    datesOfZones(date).map((text): Variant => ['reencoded', text, false]),
  );
  const digest = lines.find(({ name }) => name === 'digest');
  if (digest !== undefined && digest.value.length <= MAX_VALUE_CHARACTERS) {
    for (const { value, says } of otherDigests(request)) {
      if (value !== digest.value) yield digestChange(value, says);
    }
  }
  yield* targets(request, index, lines, twofoldTargets);
}

function digestChange(value: string, says: string | undefined): ValueChange {
  const detail = ['It is digest.', ...(says === undefined ? [] : [says])].join(' ');
  const details = { cause: 'replaced', header: 'digest', detail } as const;
  return {
    name: 'digest',
    value,
    isCommon: false,
    finding: () => finding('signature-invalid-value', details),
  };
}

function distinct(name: string, value: string, variants: readonly Variant[]): ValueChange[] {
  const seen = new Set([value]);
  return variants.flatMap(([cause, text, isCommon = true]) => {
    if (seen.has(text)) return [];
    seen.add(text);
    return [change(name, cause, text, isCommon)];
  });
}

function change(name: string, cause: ValueCause, value: string, isCommon: boolean): ValueChange {
  const details = { cause, header: name, detail: `It is ${name}.` };
  return { name, value, isCommon, finding: () => finding('signature-invalid-value', details) };
}

/** The dates of the seconds and hours around the one sent: written when signing and again when sending. */
function dateChanges(lines: readonly SigningLine[], dates: (value: string) => string[]): ValueChange[] {
  const line = lines.find(({ name }) => name === 'date');
  const isCommon = dates === nearestDates;
  return dates(line?.value ?? '').map((value) => change('date', 'replaced', value, isCommon));
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
    forms.push(value.replace(/(?<=:\/\/)[^/?#]*/, (host) => host.toUpperCase()));
  }
  return forms.map((form) => ['case', form]);
}

function untrimmed(value: string, sent: readonly string[]): Variant[] {
  const padded = [' ', '  ', '\t'].flatMap((blank) => [value + blank, blank + value, blank + value + blank]);
  const forms = [
    ...sent,
    sent.join(', '),
    ...padded,
    `${value}\r`,
    `${value}\n`,
    `${value}\u00a0`,
    `${value}\0`,
  ];
  return forms.map((form): Variant => ['untrimmed', form, form === `${value} ` || form === ` ${value}`]);
}

function rewritten(name: string, value: string): Variant[] {
  const own = ownForms(name, value).map((form, place): Variant => ['reencoded', form, place < COMMON_FORMS]);
  const printed = [`[${value}]`, `['${value}']`, `["${value}"]`, `b'${value}'`, `"${value}"`, `'${value}'`];
  const blanks = [
    value.replaceAll(/\s+/g, ' '),
    value.replaceAll(/\s+/g, ''),
    value.replaceAll(/([,;])\s*/g, '$1 '),
  ];
  return [
    ...own,
    ...[...printed, ...blanks].map((form): Variant => ['reencoded', form, form === `"${value}"`]),
  ];
}

/** The likeliest stand first. */
const COMMON_FORMS = 12;

function ownForms(name: string, value: string): string[] {
  if (name === 'date') return dateForms(value);
  if (name === 'digest') return digestForms(value);
  return [...reencodings(value), ...uuidForms(value)];
}

function digestForms(value: string): string[] {
  const equals = value.indexOf('=') + 1;
  const hash = value.slice(equals);
  const bytes = Buffer.from(hash, 'base64');
  const label = value.slice(0, equals);
  const hex = bytes.toString('hex');
  const base64 = bytes.toString('base64');
  const url = bytes.toString('base64url');
  const forms = [
    url,
    hash.replaceAll('=', ''),
    base64,
    hex,
    hex.toUpperCase(),
    Buffer.from(hex).toString('base64'),
  ];
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
    componentEncoded(value),
  ];
}

/** As .NET, Java and databases write UUIDs, with and without their dashes. */
function uuidForms(value: string): string[] {
  const bare = value.replace(/^urn:uuid:/i, '').replace(/^\{(.*)\}$/, '$1');
  const digits = bare.replaceAll('-', '');
  if (!/^[0-9a-f]{32}$/i.test(digits)) return [];
  const dashed = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const forms = [bare, dashed, digits, `{${dashed}}`, `(${dashed})`, `urn:uuid:${dashed}`];
  return [...forms, ...forms.map((form) => form.toUpperCase())];
}

/** Nothing, what languages print for nothing, and the values of the other headers, as when two were swapped. */
function otherValues({ headers }: HttpRequest): string[] {
  return [
    '',
    'null',
    'undefined',
    'None',
    ...headers
      .slice(0, 100)
      .map(([, value]) => value)
      .filter((value) => value.length <= 256)
      .slice(0, 40),
  ];
}

const MAX_REPEATS = 8;

/** A header sent twice of which one value was signed, or all otherwise joined. */
function repeats(index: HeaderIndex, lines: readonly SigningLine[]): ValueChange[] {
  return lines.flatMap(({ name }) => {
    const values = (index.get(name) ?? []).slice(0, MAX_REPEATS).map(trimBlanks);
    if (values.length < 2) return [];
    const joined = [
      ...values,
      values.join(','),
      values.toReversed().join(', '),
      values.join('; '),
      values.join(' '),
    ];
    const found = () => finding('signature-invalid-duplicate', { header: name, detail: `It is ${name}.` });
    return [...new Set(joined)].map((value) => ({ name, value, isCommon: true, finding: found }));
  });
}

/** Longer targets are not varied: hundreds of copies would be made. */
const MAX_TARGET_CHARACTERS = 512;

function* targets(
  request: HttpRequest,
  index: HeaderIndex,
  lines: readonly SigningLine[],
  variants: (request: HttpRequest, host: string | undefined) => Iterable<TargetVariant>,
): Generator<ValueChange> {
  const isSigned = lines.some(({ name }) => name === REQUEST_TARGET);
  if (!isSigned || request.target.length > MAX_TARGET_CHARACTERS) return;
  for (const { cause, value, isCommon } of variants(request, index.get('host')?.[0])) {
    const found = () => finding('signature-invalid-target', { cause, header: REQUEST_TARGET });
    yield { name: REQUEST_TARGET, value, isCommon, finding: found };
  }
}
