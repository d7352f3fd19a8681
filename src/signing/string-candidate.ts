import { hash } from 'node:crypto';
import { encodeBase64 } from '../core/base64.ts';
import type { HttpRequest } from '../message.ts';
import type { ArrangedFrom } from './arrangements.ts';
import { type Finding, type FindingCause, finding } from './findings.ts';
import { componentEncoded } from './reencodings.ts';
import type { HashName } from './rsa-block.ts';
import { type SigningLine, signingBytes, signingString } from './signing-string.ts';
import type { StringBuild } from './string-builds.ts';

/** A string that may have been signed, and what to say if it was. */
export interface StringCandidate {
  readonly bytes: Uint8Array;
  /** One for each fault. */
  readonly findings: () => Finding[];
  /** What was hashed to make it. */
  readonly hashedBytes?: number | undefined;
  /** The bytes for people, where they are no text. */
  readonly shown?: string;
}

export interface CandidateSource extends ArrangedFrom {
  readonly hashName: HashName;
}

export function changed(lines: readonly SigningLine[], { name, value }: SigningLine): SigningLine[] {
  return lines.map((line) => (line.name === name ? { name, value } : line));
}

/** The hash of a string signed in its place, as bytes or as text. */
export function* doubleHashes(
  text: string,
  hashName: HashName,
  others: () => Finding[],
): Generator<StringCandidate> {
  const findings = () => [finding('signature-double-hash'), ...others()];
  for (const name of new Set<HashName>([hashName, 'sha256'])) {
    const inner = hash(name, signingBytes(text), 'buffer');
    const [hex, base64] = [inner.toString('hex'), inner.toString('base64')];
    yield { bytes: inner, findings, shown: hex };
    for (const form of [hex, hex.toUpperCase(), base64, `${hex}\n`, `SHA-256=${base64}`])
      yield { bytes: Buffer.from(form), findings };
  }
}

/** The lines in a build, as octets; text that came from octets also as a program holds it, in UTF-8. */
export function* built(
  build: StringBuild | undefined,
  lines: readonly SigningLine[],
  found: () => Finding[],
): Generator<StringCandidate> {
  if (build?.joins === true && lines.length < 2) return;
  const text = build === undefined ? signingString(lines) : build.write(lines);
  const findings = () => [...(build?.faults ?? []).map((fault) => fault()), ...found()];
  if (!/[^\0-\x7f]/.test(text)) {
    yield { bytes: Buffer.from(text, 'latin1'), findings };
    return;
  }
  yield { bytes: signingBytes(text), findings };
  yield { bytes: Buffer.from(text, 'utf8'), findings };
}

/** What else programs gave to the signing function. @see G4-signature-invalid */
export function* wholeStrings(
  { body }: HttpRequest,
  lines: readonly SigningLine[],
): Generator<StringCandidate> {
  yield { bytes: new Uint8Array(), findings: told('line-left-out', 'Nothing was signed.') };
  yield* ofTheBody(body, lines);
  yield* encodings(signingString(lines));
  for (const { name, value } of lines) {
    const detail = `Only the value of ${name} was signed.`;
    yield { bytes: signingBytes(value), findings: told('values-only', detail) };
    yield { bytes: signingBytes(value.slice(value.indexOf('=') + 1)), findings: told('values-only', detail) };
  }
}

/** A longer one would take the bytes of a short search. @see G2-hostile-bodies */
const MAX_ADDED_BODY = 64 * 1024;

/** The body in place of the string, or what stands for it. */
function* ofTheBody(body: Uint8Array, lines: readonly SigningLine[]): Generator<StringCandidate> {
  const ofBody = (bytes: Uint8Array, detail: string) => ({ bytes, findings: told('body-only', detail) });
  if (body.length > 0) {
    yield ofBody(body, 'It is the body.');
    yield ofBody(Buffer.concat([body, Buffer.from('\n')]), 'It is the body and a newline.');
    yield ofBody(Buffer.from(encodeBase64(body)), 'It is the Base64 of the body.');
    const text = signingBytes(signingString(lines));
    for (const joint of body.length > MAX_ADDED_BODY ? [] : ['\n', '\n\n', ''])
      yield { bytes: Buffer.concat([text, Buffer.from(joint), body]), findings: bodyAdded };
  }
  const digest = lines.find(({ name }) => name === 'digest')?.value ?? '';
  const values = [digest, digest.slice(digest.indexOf('=') + 1), `digest:${digest}`, `Digest: ${digest}`];
  for (const form of digest === '' ? [] : values) yield ofBody(signingBytes(form), "It is the body's hash.");
  for (const name of ['sha256', 'sha512']) {
    const inner = hash(name, body, 'buffer');
    const [hex, base64] = [inner.toString('hex'), inner.toString('base64')];
    yield { ...ofBody(inner, "It is the body's hash."), shown: hex };
    for (const form of [hex, hex.toUpperCase(), base64])
      yield ofBody(Buffer.from(form), "It is the body's hash.");
  }
}

/** The whole string in another encoding, once. */
export function* encodings(text: string): Generator<StringCandidate> {
  const bytes = signingBytes(text);
  const quoted = JSON.stringify(text);
  const escaped = () => [finding('signature-invalid', { cause: 'escaped-newline' })];
  yield { bytes: Buffer.from(quoted.slice(1, -1)), findings: escaped };
  for (const [detail, makeForms] of ENCODINGS) {
    for (const form of makeForms(text, bytes))
      yield { bytes: typeof form === 'string' ? Buffer.from(form) : form, findings: told('encoded', detail) };
  }
}

type MakeForms = (text: string, bytes: Buffer) => Iterable<string | Uint8Array>;

const ENCODINGS: readonly (readonly [detail: string, makeForms: MakeForms])[] = [
  ['It was written as a JSON string.', (text) => [JSON.stringify(text)]],
  ['It was encoded as UTF-16.', utf16Forms],
  ['A byte order mark was put before it.', (text) => [`\ufeff${text}`]],
  ['It was encoded as Base64.', (_, bytes) => base64Forms(bytes)],
  [
    'It was encoded as hexadecimal.',
    (_, bytes) => [bytes.toString('hex'), bytes.toString('hex').toUpperCase()],
  ],
  ['It was percent-encoded.', percentForms],
  ['It was encoded for HTML.', htmlForms],
  [
    'Quotes were put around it.',
    (text) => ['"', "'", '`'].map((quote) => signingBytes(quote + text + quote)),
  ],
];

/** In both orders of octets, without and with a mark in that order. */
function utf16Forms(text: string): Buffer[] {
  const little = Buffer.from(text, 'utf16le');
  const marked = Buffer.from(`\ufeff${text}`, 'utf16le');
  return [little, marked, Buffer.from(little).swap16(), Buffer.from(marked).swap16()];
}

function base64Forms(bytes: Buffer): string[] {
  const base64 = bytes.toString('base64');
  return [base64, bytes.toString('base64url'), base64.replaceAll(/.{76}(?=.)/g, '$&\r\n')];
}

function percentForms(text: string): Set<string> {
  const component = componentEncoded(text);
  const lower = component.replaceAll(/%[0-9A-F]{2}/g, (triplet) => triplet.toLowerCase());
  const form = component.replaceAll(
    /[!'()~]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const uri = component.replaceAll(/%(?:3B|2C|2F|3F|3A|40|26|3D|2B|24|23)/g, (triplet) =>
    decodeURIComponent(triplet),
  );
  const all = [component, form, uri, lower];
  return new Set([...all, ...all.map((one) => one.replaceAll('%20', '+'))]);
}

function htmlForms(text: string): string[] {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const quoted = escaped.replaceAll('"', '&quot;');
  return [escaped, quoted, quoted.replaceAll("'", '&#39;')].filter((form) => form !== text);
}

function bodyAdded(): Finding[] {
  const says = 'The body was signed too, behind the lines.';
  const remedy = 'Sign the lines alone. They cover the body through the digest line.';
  return [finding('signature-invalid', { cause: 'line-added', says, remedy })];
}

function told(cause: FindingCause<'signature-invalid'>, detail: string): () => Finding[] {
  return () => [finding('signature-invalid', { cause, detail })];
}
