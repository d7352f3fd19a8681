import {
  constants,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto';
import { type Certificate, openCertificate, readCertificate } from '../certificates/certificate.ts';
import { decodeDer, readOid, TAG } from '../certificates/der.ts';
import {
  encodeBitString,
  encodeCertificate,
  encodeDer,
  encodeExtension,
  encodeOid,
  encodePsd2Statement,
  encodeSequence,
  encodeText,
  encodeTime,
} from '../certificates/issue/der-writer.ts';
import { encodeSubjectAltName } from '../certificates/issue/tls.ts';
import { OID } from '../certificates/oids.ts';
import type { Psd2Role, Psd2Statement } from '../certificates/qc-statements.ts';
import { encodeBase64 } from '../core/base64.ts';
import { getHeader, type Header, type HttpRequest } from '../message.ts';
import { hashBody } from '../signing/digest.ts';
import { writeHeaderText } from '../signing/encoded-word.ts';
import type { FindingCause, FindingCode } from '../signing/findings.ts';
import { readHttpDate, writeHttpDate } from '../signing/http-date.ts';
import { writeKeyId } from '../signing/key-id.ts';
import { needsDigest, refuseLineEnds, type Signer, type SignOptions } from '../signing/sign.ts';
import {
  buildSigningLine,
  createHeaderIndex,
  encodeSigningString,
  REQUEST_TARGET,
  SIGNED_HEADERS,
  type SigningLine,
} from '../signing/signing-string.ts';
import { type Operation, operationAt } from '../wire/operations.ts';

/** The request that is signed with faults. */
export interface Subject {
  readonly request: HttpRequest;
  readonly signer: Signer;
  readonly options: SignOptions;
}

/**
 * The steps that a break changes, in order; steps without a member stay correct. Two breaks that change the same step
 * exclude each other.
 */
export interface Plan {
  // The certificate, reissued.
  readonly term?: (at: number) => { readonly notBefore: number; readonly notAfter: number };
  readonly usage?: Usage;
  /** Builds the value of qcStatements as DER. */
  readonly statements?: (parts: QcParts) => Buffer;
  /** Formats the certificate for its header; undefined omits the header. */
  readonly certificateText?: (certificate: Certificate) => string | undefined;

  // Date, body and Digest, with faults before signing.
  readonly time?: (at: number) => number;
  readonly dateText?: (time: number) => string | undefined;
  readonly content?: (body: Buffer) => Content;
  readonly hashText?: (hash: Buffer) => string;
  readonly digestText?: (algorithm: string, hash: string) => string | undefined;

  /** Names a header that isn't sent. */
  readonly omitted?: (operation: Operation) => string | undefined;

  // The signed and listed names, and the signing string.
  readonly unsigned?: (names: readonly string[]) => string | undefined;
  /** Orders the listed lines; the signed lines have the same order unless `order` changes it. */
  readonly listed?: (lines: readonly SigningLine[]) => readonly SigningLine[];
  readonly absent?: (isSent: (name: string) => boolean) => string;
  readonly listName?: (sent: string) => string;
  readonly list?: (names: readonly string[]) => string | undefined;
  readonly target?: (request: HttpRequest) => string;
  readonly value?: (lines: readonly SigningLine[]) => SigningLine;
  readonly order?: (lines: readonly SigningLine[], sent: readonly string[]) => readonly SigningLine[];
  readonly lineName?: (sent: string) => string;
  readonly colon?: string;
  readonly joint?: string;
  readonly end?: string;

  // The signature.
  readonly hashedFirst?: (bytes: Buffer) => Buffer;
  readonly hash?: 'sha1' | 'sha384' | 'sha512';
  readonly padding?: 'pss';
  readonly key?: 'another';
  readonly cut?: (signature: Buffer) => Buffer;
  readonly signatureText?: (signature: Buffer) => string;

  // The Signature value.
  readonly serial?: (certificate: Certificate) => string;
  readonly issuer?: (certificate: Certificate) => string;
  readonly keyIdJoint?: string;
  readonly keyId?: (parts: { serial: string; issuer: string; certificate: Certificate }) => string;
  readonly algorithm?: () => string | undefined;
  /** An unknown parameter. */
  readonly note?: string;
  readonly quoted?: (value: string) => string;
  readonly prefix?: string;
  readonly word?: (value: string) => string;

  // The sent request.
  readonly place?: 'nowhere' | 'authorization';
}

/** The hashed bytes, and the body that is sent instead. */
export interface Content {
  readonly hashed: Uint8Array;
  readonly sent: Uint8Array;
}

/** The harmless additions that a break needs. */
export interface Needs {
  readonly headers?: readonly NeededHeader[];
  /** True if `(request-target)` is signed. */
  readonly target?: boolean;
  /** True if a request without a body gets a Digest. */
  readonly digest?: boolean;
  /** True if the certificate's issuer gets another attribute, of a type without a name in RFC 2253. */
  readonly issuerPart?: boolean;
}

type NeededHeader = 'X-Request-ID' | 'PSU-ID';

/** The definition of one break. */
export interface BreakMethod {
  /** One sentence that describes the fault. */
  readonly summary: string;
  readonly plan: Plan;
  /** The steps that this break hides: it can't be combined with breaks that change them. */
  readonly takes?: readonly (keyof Plan)[];
  readonly needs?: Needs | ((subject: Subject) => Needs);
  /** Returns what the request lacks to show this break, such as `a body`. */
  readonly lack?: (subject: Subject) => string | undefined;
}

/** The name: `code`, or `code/cause`. */
export type BreakName = { [Code in FindingCode]: Code | `${Code}/${FindingCause<Code>}` }[FindingCode];

/** The ways to break a request by their names. */
export type BreakTable = Readonly<Partial<Record<BreakName, BreakMethod>>>;

/**
 * Signs a request as `sign` does, except for the steps that the plan changes.
 * @see G1-signed-headers, G4-breaks-round-trip
 */
export function signBy(plan: Plan, needs: Needs, subject: Subject): HttpRequest {
  const sender = createSender(plan, needs, subject);
  const request = addMissingHeaders(plan, needs, subject, sender.certificateHeader);
  const withTarget = needs.target === true || subject.options.requestTarget === true;
  const lines = selectSigningLines(plan, request, [
    ...(withTarget ? [REQUEST_TARGET] : []),
    ...SIGNED_HEADERS,
  ]);
  const names = lines.map(({ name }) => name);
  const bytes = encodeSigningString(buildSigningText(plan, lines, request));
  const signature = computeSignature(plan, sender.privateKey, bytes);
  const value = formatSignatureValue(plan, sender, formatHeadersParameter(plan, names, request), signature);
  const mode = subject.options.encodedWord ?? 'auto';
  return buildSentRequest(plan, request, plan.word?.(value) ?? writeHeaderText(value, mode));
}

/** Selects the lines to sign, without an omitted header. */
function selectSigningLines(
  plan: Plan,
  request: HttpRequest,
  usual: readonly string[],
): readonly SigningLine[] {
  const index = createHeaderIndex(request.headers);
  const lines = usual
    .map((name) => buildSigningLine(request, index, name))
    .filter((line) => line !== undefined);
  const unsigned = plan.unsigned?.(lines.map(({ name }) => name));
  const signed = lines.filter(({ name }) => name !== unsigned);
  return plan.listed?.(signed) ?? signed;
}

function buildSigningText(plan: Plan, lines: readonly SigningLine[], request: HttpRequest): string {
  const changed = plan.value?.(lines);
  const target = plan.target?.(request);
  const valued = lines.map((line) => {
    if (line.name === REQUEST_TARGET && target !== undefined) return { ...line, value: target };
    return line.name === changed?.name ? changed : line;
  });
  const ordered = plan.order?.(valued, listHeaderNames(request)) ?? valued;
  const sentNames = new Map(request.headers.map(([name]) => [name.toLowerCase(), name]));
  const written = ordered.map(({ name, value }) => {
    const nameText = plan.lineName?.(sentNames.get(name) ?? name) ?? name;
    return `${nameText}${plan.colon ?? ': '}${value}`;
  });
  return written.join(plan.joint ?? '\n') + (plan.end ?? '');
}

/** Lists the header names in lower case. */
function listHeaderNames({ headers }: HttpRequest): string[] {
  return headers.map(([name]) => name.toLowerCase());
}

function computeSignature(plan: Plan, key: KeyObject, bytes: Buffer): Buffer {
  const isPss = plan.padding === 'pss' && key.asymmetricKeyType === 'rsa';
  const padded = isPss ? PSS : {};
  const signature = sign(plan.hash ?? 'sha256', plan.hashedFirst?.(bytes) ?? bytes, { key, ...padded });
  return plan.cut?.(signature) ?? signature;
}

/** The padding of Java: a salt as long as the hash. */
const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };

/** Formats the headers parameter; returns undefined if it is omitted. */
function formatHeadersParameter(
  plan: Plan,
  names: readonly string[],
  request: HttpRequest,
): string | undefined {
  const sentNames = new Map(request.headers.map(([name]) => [name.toLowerCase(), name]));
  const listed = [...names, plan.absent?.((name) => sentNames.has(name)) ?? []]
    .flat()
    .map((name) => plan.listName?.(sentNames.get(name) ?? name) ?? name);
  return plan.list === undefined ? listed.join(' ') : plan.list(listed);
}

function formatSignatureValue(
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
  ];
  const pairs = parameters.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${plan.quoted?.(value) ?? `"${value}"`}`],
  );
  return `${plan.prefix ?? ''}${pairs.join(',')}`;
}

function buildSentRequest(plan: Plan, request: HttpRequest, value: string): HttpRequest {
  const headers = [...request.headers];
  if (plan.place === 'authorization') headers.push(['Authorization', `Signature ${value}`]);
  else if (plan.place !== 'nowhere') headers.push(['Signature', value]);
  return { ...request, headers };
}

/** Adds every header but Signature, and the body to send. */
function addMissingHeaders(
  plan: Plan,
  needs: Needs,
  { request, options }: Subject,
  certificate: string | undefined,
): HttpRequest {
  const body = Buffer.from(request.body);
  const content: Content = plan.content?.(body) ?? { hashed: body, sent: body };
  let headers = withNeeded(request.headers, needs);
  headers = withHeader(headers, 'Date', formatDate(plan, getHeader(headers, 'date'), options.date));
  const digest = () => formatDigest(plan, content, options.digestAlgorithm ?? 'SHA-256');
  if (isDigestSent(plan, needs, request, options)) headers = withHeader(headers, 'Digest', digest());
  headers = withHeader(headers, 'TPP-Signature-Certificate', certificate);
  const operation = operationAt(request.method, request.target);
  const omitted = operation && plan.omitted?.(operation);
  if (omitted !== undefined) headers = withHeader(headers, omitted, undefined);
  // As in `sign`: a line end in a value would add a header to the request.
  refuseLineEnds(headers.map(([name, value]) => ({ name, value })));
  return { ...request, headers, body: content.sent };
}

function withNeeded(given: readonly Header[], needs: Needs): readonly Header[] {
  const headers = given.filter(([name]) => name.toLowerCase() !== 'signature');
  for (const name of needs.headers ?? []) {
    if (getHeader(headers, name) === undefined) headers.push([name, randomUUID()]);
  }
  return headers;
}

/** Replaces the value of a header or appends the header; undefined removes it. */
function withHeader(headers: readonly Header[], name: string, value: string | undefined): readonly Header[] {
  const place = headers.findIndex(([given]) => given.toLowerCase() === name.toLowerCase());
  const header: Header[] = value === undefined ? [] : [[headers[place]?.[0] ?? name, value]];
  return place < 0 ? [...headers, ...header] : headers.toSpliced(place, 1, ...header);
}

function formatDate(plan: Plan, given: string | undefined, at: number): string | undefined {
  if (plan.time === undefined && plan.dateText === undefined && given !== undefined) return given;
  const right = (given === undefined ? undefined : readHttpDate(given).time) ?? at;
  return (plan.dateText ?? writeHttpDate)(plan.time?.(right) ?? right);
}

/** Returns true if the request is sent with a Digest. @see G1-headers-sent */
function isDigestSent(plan: Plan, needs: Needs, request: HttpRequest, options: Subject['options']): boolean {
  const { content, hashText, digestText } = plan;
  if ((content ?? hashText ?? digestText) !== undefined || needs.digest === true) return true;
  if (getHeader(request.headers, 'digest') !== undefined) return false;
  return needsDigest(request, options);
}

function formatDigest(plan: Plan, { hashed }: Content, algorithm: 'SHA-256' | 'SHA-512'): string | undefined {
  const hash = hashBody(algorithm, hashed);
  const text = plan.hashText?.(hash) ?? hash.toString('base64');
  return plan.digestText === undefined ? `${algorithm}=${text}` : plan.digestText(algorithm, text);
}

/** The keyId of the signature, the key that signs, and the certificate header. */
interface Sender {
  readonly privateKey: KeyObject;
  readonly keyId: string;
  /** Undefined for no header. */
  readonly certificateHeader: string | undefined;
}

function createSender(plan: Plan, needs: Needs, subject: Subject): Sender {
  const { certificate: given, certificateHeader, keyId, privateKey } = subject.signer;
  const certificate = createPlanCertificate(plan, needs, subject);
  const write = plan.certificateText ?? (certificate === given ? undefined : ({ der }) => encodeBase64(der));
  return {
    privateKey: plan.key === 'another' ? generateOtherKey(privateKey) : privateKey,
    keyId: formatPlanKeyId(plan, certificate, needs.issuerPart === true ? writeKeyId(certificate) : keyId),
    certificateHeader: write === undefined ? certificateHeader : write(certificate),
  };
}

/** Creates the certificate of the plan. @returns the signer's own certificate if the plan doesn't change it */
function createPlanCertificate(plan: Plan, needs: Needs, subject: Subject): Certificate {
  const { certificate, privateKey } = subject.signer;
  const extensions = new Map<string, NewExtension>(plan.usage?.extensions);
  if (plan.usage !== undefined || plan.statements !== undefined) {
    const { method, target } = subject.request;
    const needed = operationAt(method, target)?.roles ?? [];
    const parts = readQcParts(certificate, plan.usage?.qcType ?? OID.qcTypeSeal, needed);
    const value = (plan.statements ?? writeQcStatements)(parts);
    extensions.set(OID.qcStatements, { critical: false, value });
  }
  const term = plan.term?.(subject.options.date);
  const isUnchanged = term === undefined && needs.issuerPart !== true;
  if (isUnchanged && extensions.size === 0) return certificate;
  return createChangedCertificate(certificate, {
    extensions,
    issuerPart: needs.issuerPart === true,
    validity: term && encodeSequence(encodeTime(term.notBefore), encodeTime(term.notAfter)),
    publicKey: createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
  });
}

/** One RSA key for each length, since generating one is slow. */
const OTHER_KEYS = new Map<number, KeyObject>();

/** Generates a key of the same type that belongs to no certificate. */
function generateOtherKey(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType === 'ec') return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const modulusLength = key.asymmetricKeyDetails?.modulusLength ?? 2048;
  const other = OTHER_KEYS.get(modulusLength) ?? generateKeyPairSync('rsa', { modulusLength }).privateKey;
  OTHER_KEYS.set(modulusLength, other);
  return other;
}

/** Formats keyId; parts that the plan doesn't change stay as the signer writes them. */
function formatPlanKeyId(plan: Plan, certificate: Certificate, right: string): string {
  const [, serial = '', issuer = ''] = /^SN=([^,]*),CA=(.*)$/s.exec(right) ?? [];
  const parts = {
    serial: plan.serial?.(certificate) ?? serial,
    issuer: plan.issuer?.(certificate) ?? issuer,
    certificate,
  };
  if (plan.keyId !== undefined) return plan.keyId(parts);
  return `SN=${parts.serial}${plan.keyIdJoint ?? ','}CA=${parts.issuer}`;
}

/** The changed parts of a certificate, as DER. */
interface Change {
  readonly validity: Buffer | undefined;
  /** The SubjectPublicKeyInfo. */
  readonly publicKey: Buffer;
  /** True if the issuer gets an additional organizationIdentifier. */
  readonly issuerPart: boolean;
  /** The extensions, which replace those with the same identifier. */
  readonly extensions: ReadonlyMap<string, NewExtension>;
}

interface NewExtension {
  readonly critical: boolean;
  readonly value: Buffer;
}

/** Serial number, algorithm, issuer, validity and subject. */
type Fields = readonly [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];

/** The tags of the version and of the extensions. */
const [VERSION, EXTENSIONS] = [0xa0, 0xa3];

/**
 * Changes parts of a certificate and signs it with a new key, so that its own signature is invalid.
 * @param certificate a parsed certificate, so that all fields exist
 */
function createChangedCertificate(certificate: Certificate, change: Change): Certificate {
  const all = decodeDer(certificate.der).children[0]?.children ?? [];
  const fields = all.filter(({ tag }) => tag !== VERSION && tag !== EXTENSIONS).map((field) => field.der);
  const [serial, , issuer, validity, subject] = fields as unknown as Fields;
  const given = all.find(({ tag }) => tag === EXTENSIONS)?.children[0]?.children ?? [];
  const kept = given.filter(({ children: [id] }) => !change.extensions.has(readOid(id, 'an extension')));
  const added = [...change.extensions].map(([id, { value, critical }]) =>
    encodeExtension(id, value, { critical }),
  );
  const issuedBy = change.issuerPart ? addPart(issuer) : issuer;
  const written = [serial, issuedBy, change.validity ?? validity, subject, change.publicKey] as const;
  const extensions = [...kept.map((extension) => extension.der), ...added];
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const reading = readCertificate(encodeCertificate(written, extensions, privateKey));
  if (!reading.ok) throw new Error(`Can't read a certificate issued here: ${reading.reason}.`);
  return reading.certificate;
}

/** An identifier in the form of ETSI EN 319 412-1 5.1.4. */
const IDENTIFIER = 'NTRNO-000000000';

function addPart(name: Uint8Array): Buffer {
  const attribute = encodeSequence(
    encodeOid(OID.organizationIdentifier),
    encodeText(TAG.utf8String, IDENTIFIER),
  );
  return encodeSequence(...decodeDer(name).children.map((rdn) => rdn.der), encodeDer(TAG.set, attribute));
}

/** The purpose of a certificate: QcType and other extensions. */
export interface Usage {
  readonly qcType: string;
  readonly extensions: readonly (readonly [id: string, extension: NewExtension])[];
}

/** The parts of qcStatements. */
export interface QcParts {
  /** The statements other than the PSD2 statement, as DER. */
  readonly others: readonly Uint8Array[];
  readonly psd2: Psd2Statement;
  /** The roles that the operation of the request needs. */
  readonly needed: readonly Psd2Role[];
}

/** The default statement for a certificate without one. */
const USUAL: Psd2Statement = {
  roles: ['PSP_PI', 'PSP_AI'],
  ncaName: 'The Financial Supervisory Authority of Norway',
  ncaId: 'NO-FSA',
};

/** Parses qcStatements and replaces the QcType. @see G5-qc-faults */
function readQcParts(certificate: Certificate, qcType: string, needed: readonly Psd2Role[]): QcParts {
  const given = openCertificate(certificate.der).extensions.get(OID.qcStatements);
  const statements = decodeDer(
    given?.value ?? encodeSequence(encodeSequence(encodeOid(OID.qcCompliance))),
  ).children;
  const others = statements.filter(({ children: [id] }) => {
    const name = id?.tag === TAG.oid ? readOid(id, 'a qcStatement') : undefined;
    return name !== undefined && name !== OID.qcType && name !== OID.psd2;
  });
  return {
    others: [
      ...others.map((one) => one.der),
      encodeSequence(encodeOid(OID.qcType), encodeSequence(encodeOid(qcType))),
    ],
    psd2: certificate.psd2 ?? USUAL,
    needed,
  };
}

/** Encodes qcStatements as DER. @see ETSI TS 119 495 5.1 */
export function writeQcStatements({ others, psd2 }: QcParts): Buffer {
  return encodeSequence(...others, encodePsd2Statement(psd2));
}

/** The usage of a certificate for websites (RFC 5280 4.2.1, ETSI EN 319 412-4). */
export const WEB_SITES: Usage = {
  qcType: OID.qcTypeWeb,
  extensions: [
    [OID.keyUsage, { critical: true, value: encodeBitString(Buffer.from([0b1010_0000]), 5) }],
    [
      OID.extKeyUsage,
      { critical: false, value: encodeSequence(encodeOid(OID.serverAuth), encodeOid(OID.clientAuth)) },
    ],
    [OID.subjectAltName, { critical: false, value: encodeSubjectAltName([{ dns: 'tpp.example.test' }]) }],
  ],
};
