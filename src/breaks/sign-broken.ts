import {
  constants,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto';
import type { Certificate } from '../certificates/certificate.ts';
import { derSequence, derTime } from '../certificates/issue/der-writer.ts';
import { OID } from '../certificates/oids.ts';
import { encodeBase64 } from '../core/base64.ts';
import { type Header, type HttpRequest, headerValue } from '../message.ts';
import { digestOf } from '../signing/digest.ts';
import { writeHeaderText } from '../signing/encoded-word.ts';
import { readHttpDate, writeHttpDate } from '../signing/http-date.ts';
import { writeKeyId } from '../signing/key-id.ts';
import { needsDigest, refuseLineEnds } from '../signing/sign.ts';
import {
  indexHeaders,
  REQUEST_TARGET,
  SIGNED_HEADERS,
  type SigningLine,
  signingBytes,
  signingLine,
} from '../signing/signing-string.ts';
import { operationAt } from '../wire/operations.ts';
import type { Content, Needs, Plan, Subject } from './plan.ts';
import { type NewExtension, readQcParts, reissueCertificate, writeQcStatements } from './reissue.ts';

/**
 * Signs a request as `sign` does, but for the steps that the plan has otherwise.
 * @see G1-signed-headers, G4-breaks-round-trip
 */
export function signBy(plan: Plan, needs: Needs, subject: Subject): HttpRequest {
  const sender = senderOf(plan, needs, subject);
  const request = completeRequest(plan, needs, subject, sender.certificateHeader);
  const withTarget = needs.target === true || subject.options.requestTarget === true;
  const lines = rightLines(plan, request, [
    ...(withTarget ? [REQUEST_TARGET] : []),
    ...SIGNED_HEADERS,
    ...(needs.signs === undefined ? [] : [needs.signs]),
  ]);
  const names = lines.map(({ name }) => name);
  const signature = signatureOf(plan, sender.privateKey, signedBytes(plan, lines, request));
  const value = signatureValue(plan, sender, listOf(plan, names, request), signature);
  const mode = subject.options.encodedWord ?? 'auto';
  return sent(plan, request, lines, plan.word?.(value) ?? writeHeaderText(value, mode));
}

/** The lines that are to be signed, but for a header that is left out of them. */
function rightLines(plan: Plan, request: HttpRequest, usual: readonly string[]): readonly SigningLine[] {
  const index = indexHeaders(request.headers);
  const lines = usual.map((name) => signingLine(request, index, name)).filter((line) => line !== undefined);
  const unsigned = plan.unsigned?.(lines.map(({ name }) => name));
  const signed = lines.filter(({ name }) => name !== unsigned);
  return plan.listed?.(signed) ?? signed;
}

/** What is signed in place of the signing string. */
function signedBytes(plan: Plan, lines: readonly SigningLine[], request: HttpRequest): Buffer {
  if (plan.text !== undefined) return Buffer.from(plan.text(request));
  const bytes = signingBytes(signingText(plan, lines, request));
  return plan.encoded?.(bytes) ?? bytes;
}

function signingText(plan: Plan, lines: readonly SigningLine[], request: HttpRequest): string {
  const changed = plan.value?.(lines);
  const target = plan.target?.(request);
  const valued = lines.map((line) => {
    if (line.name === REQUEST_TARGET && target !== undefined) return { ...line, value: target };
    return line.name === changed?.name ? changed : line;
  });
  const ordered = plan.order?.(valued, namesOf(request)) ?? valued;
  const sentNames = new Map(request.headers.map(([name]) => [name.toLowerCase(), name]));
  const signed = plan.signed?.(ordered, request) ?? ordered;
  const written = signed.map(({ name, value }) => {
    const nameText = plan.lineName?.(sentNames.get(name) ?? name) ?? name;
    return `${nameText}${plan.colon ?? ': '}${plan.lineValue?.(value) ?? value}`;
  });
  return (plan.begin ?? '') + written.join(plan.joint ?? '\n') + (plan.end ?? '');
}

/** Lower-case. */
function namesOf({ headers }: HttpRequest): string[] {
  return headers.map(([name]) => name.toLowerCase());
}

function signatureOf(plan: Plan, key: KeyObject, bytes: Buffer): Buffer {
  const isPss = plan.padding === 'pss' && key.asymmetricKeyType === 'rsa';
  const padded = isPss ? PSS : {};
  const signature = sign(plan.hash ?? 'sha256', plan.hashedFirst?.(bytes) ?? bytes, { key, ...padded });
  return plan.cut?.(signature) ?? signature;
}

/** As Java pads: a salt as long as the hash. */
const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };

/** The parameter headers; undefined when it is left out. */
function listOf(plan: Plan, names: readonly string[], request: HttpRequest): string | undefined {
  const isSent = new Set(namesOf(request));
  const absent = plan.absent?.((name) => isSent.has(name));
  const sentNames = new Map(request.headers.map(([name]) => [name.toLowerCase(), name]));
  const listed = [...names, ...(absent === undefined ? [] : [absent])].map(
    (name) => plan.listName?.(sentNames.get(name) ?? name) ?? name,
  );
  return plan.list === undefined ? listed.join(' ') : plan.list(listed);
}

function signatureValue(
  plan: Plan,
  { keyId }: Sender,
  headers: string | undefined,
  signature: Buffer,
): string {
  const parameters: readonly (readonly [name: string, value: string | undefined])[] = [
    ['note', plan.note],
    ['keyId', keyId],
    ['algorithm', plan.algorithm === undefined ? 'rsa-sha256' : plan.algorithm()],
    ['headers', headers],
    ['signature', plan.signatureText?.(signature) ?? signature.toString('base64')],
    ['keyId', plan.repeated === 'keyId' ? keyId : undefined],
  ];
  const pairs = parameters.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${plan.quoted?.(value) ?? `"${value}"`}`],
  );
  return `${plan.prefix ?? ''}${pairs.join(',')}${plan.ending ?? ''}`;
}

function sent(plan: Plan, request: HttpRequest, lines: readonly SigningLine[], value: string): HttpRequest {
  const repeated = plan.twice?.(lines);
  const headers = request.headers.flatMap((header): Header[] =>
    header[0].toLowerCase() === repeated ? [header, header] : [header],
  );
  if (plan.place === 'authorization') headers.push(['Authorization', `Signature ${value}`]);
  else if (plan.place !== 'nowhere') headers.push(['Signature', value]);
  return { ...request, headers };
}

/** The request with every header but Signature, and with the body that is sent. */
function completeRequest(
  plan: Plan,
  needs: Needs,
  { request, options }: Subject,
  certificate: string | undefined,
): HttpRequest {
  const body = Buffer.from(request.body);
  const content: Content = plan.content?.(body) ?? { hashed: body, sent: body };
  let headers = withNeeded(request.headers, needs);
  headers = withHeader(headers, 'Date', dateText(plan, headerValue(headers, 'date'), options.date));
  if (isDigestSent(plan, needs, request, options)) {
    headers = withHeader(headers, 'Digest', digestText(plan, content, options.digestAlgorithm ?? 'SHA-256'));
  }
  if (content.encoding !== undefined) headers = withHeader(headers, 'Content-Encoding', content.encoding);
  headers = withHeader(headers, 'TPP-Signature-Certificate', certificate);
  const operation = operationAt(request.method, request.target);
  const omitted = operation && plan.omitted?.(operation);
  if (omitted !== undefined) headers = withHeader(headers, omitted, undefined);
  // As for signing rightly: a line end in a value would make a second header on the wire.
  refuseLineEnds(headers.map(([name, value]) => ({ name, value })));
  return { ...request, headers, body: content.sent };
}

function withNeeded(given: readonly Header[], needs: Needs): readonly Header[] {
  const headers = given.filter(([name]) => name.toLowerCase() !== 'signature');
  for (const name of needs.headers ?? []) {
    if (headerValue(headers, name) === undefined) headers.push([name, randomUUID()]);
  }
  return needs.prepare?.(headers) ?? headers;
}

/** The value in the place of the one given, or behind all others; undefined takes the header away. */
function withHeader(headers: readonly Header[], name: string, value: string | undefined): readonly Header[] {
  const place = headers.findIndex(([given]) => given.toLowerCase() === name.toLowerCase());
  const header: Header[] = value === undefined ? [] : [[headers[place]?.[0] ?? name, value]];
  return place < 0 ? [...headers, ...header] : headers.toSpliced(place, 1, ...header);
}

function dateText(plan: Plan, given: string | undefined, at: number): string | undefined {
  if (plan.time === undefined && plan.dateText === undefined && given !== undefined) return given;
  const right = (given === undefined ? undefined : readHttpDate(given).time) ?? at;
  return (plan.dateText ?? writeHttpDate)(plan.time?.(right) ?? right);
}

/** @see G1-headers-sent */
function isDigestSent(plan: Plan, needs: Needs, request: HttpRequest, options: Subject['options']): boolean {
  const isWrong = [plan.content, plan.hashText, plan.hashAlphabet, plan.digestText].some(
    (step) => step !== undefined,
  );
  if (isWrong || needs.digest === true) return true;
  if (headerValue(request.headers, 'digest') !== undefined) return false;
  return needsDigest(request, options);
}

function digestText(plan: Plan, { hashed }: Content, algorithm: 'SHA-256' | 'SHA-512'): string | undefined {
  const hash = digestOf(algorithm, hashed);
  const text = plan.hashText?.(hash) ?? hash.toString('base64');
  const written = plan.hashAlphabet?.(text) ?? text;
  return plan.digestText === undefined ? `${algorithm}=${written}` : plan.digestText(algorithm, written);
}

/** Who signs: key, certificate and what is written of them, right or wrong. */
interface Sender {
  readonly privateKey: KeyObject;
  readonly keyId: string;
  /** Undefined for no header. */
  readonly certificateHeader: string | undefined;
}

function senderOf(plan: Plan, needs: Needs, subject: Subject): Sender {
  const { certificate: given, certificateHeader, keyId, privateKey } = subject.signer;
  const holder = plan.holder?.() ?? privateKey;
  const certificate = reissue(plan, needs, subject, holder);
  const write = plan.certificateText ?? (certificate === given ? undefined : ({ der }) => encodeBase64(der));
  return {
    privateKey: plan.key === 'another' ? anotherKey(holder) : holder,
    keyId: keyIdOf(plan, certificate, needs.issuerPart === true ? writeKeyId(certificate) : keyId),
    certificateHeader: write === undefined ? certificateHeader : write(certificate),
  };
}

/** @returns the signer's own certificate when nothing changes in it */
function reissue(plan: Plan, needs: Needs, subject: Subject, holder: KeyObject): Certificate {
  const { certificate, privateKey } = subject.signer;
  const extensions = new Map<string, NewExtension>(plan.usage?.extensions);
  if (plan.usage !== undefined || plan.statements !== undefined) {
    const { method, target } = subject.request;
    const needed = operationAt(method, target)?.roles ?? [];
    const parts = readQcParts(certificate, plan.usage?.qcType ?? OID.qcTypeSeal, needed);
    const value = (plan.statements ?? writeQcStatements)(parts);
    extensions.set(OID.qcStatements, { critical: false, value });
  }
  if (needs.extension !== undefined) extensions.set(...needs.extension(certificate));
  const term = plan.term?.(subject.options.date);
  const isUnchanged = term === undefined && needs.issuerPart !== true && holder === privateKey;
  if (isUnchanged && extensions.size === 0) return certificate;
  return reissueCertificate(certificate, {
    extensions,
    issuerPart: needs.issuerPart === true,
    ...(term && { validity: derSequence(derTime(term.notBefore), derTime(term.notAfter)) }),
    ...(holder !== privateKey && {
      publicKey: createPublicKey(holder).export({ type: 'spki', format: 'der' }),
    }),
  });
}

/** One RSA key for each length, since making one takes long. */
const OTHER_KEYS = new Map<number, KeyObject>();

/** A key of the same kind that belongs to no certificate. */
function anotherKey(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType === 'ec') return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const modulusLength = key.asymmetricKeyDetails?.modulusLength ?? 2048;
  const other = OTHER_KEYS.get(modulusLength) ?? generateKeyPairSync('rsa', { modulusLength }).privateKey;
  OTHER_KEYS.set(modulusLength, other);
  return other;
}

/** What is not done wrong is written as the signer writes it. */
function keyIdOf(plan: Plan, certificate: Certificate, right: string): string {
  const [, serial = '', issuer = ''] = /^SN=([^,]*),CA=(.*)$/s.exec(right) ?? [];
  const parts = {
    serial: plan.serial?.(certificate) ?? serial,
    issuer: plan.issuer?.(certificate) ?? issuer,
    certificate,
  };
  if (plan.keyId !== undefined) return plan.keyId(parts);
  return `SN=${parts.serial}${plan.keyIdJoint ?? ','}CA=${parts.issuer}`;
}
