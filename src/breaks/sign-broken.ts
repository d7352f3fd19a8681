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
  der,
  derBitString,
  derExtension,
  derOid,
  derSequence,
  derText,
  derTime,
} from '../certificates/issue/der-writer.ts';
import { subjectAltName } from '../certificates/issue/tls.ts';
import { OID } from '../certificates/oids.ts';
import { type Psd2Role, type Psd2Statement, ROLE_OIDS } from '../certificates/qc-statements.ts';
import { encodeBase64 } from '../core/base64.ts';
import { type Header, type HttpRequest, headerValue } from '../message.ts';
import { digestOf } from '../signing/digest.ts';
import { writeHeaderText } from '../signing/encoded-word.ts';
import type { FindingCause, FindingCode } from '../signing/findings.ts';
import { readHttpDate, writeHttpDate } from '../signing/http-date.ts';
import { writeKeyId } from '../signing/key-id.ts';
import { needsDigest, refuseLineEnds, type Signer, type SignOptions } from '../signing/sign.ts';
import {
  indexHeaders,
  REQUEST_TARGET,
  SIGNED_HEADERS,
  type SigningLine,
  signingBytes,
  signingLine,
} from '../signing/signing-string.ts';
import { type Operation, operationAt } from '../wire/operations.ts';

/** The request that is to be signed wrongly. */
export interface Subject {
  readonly request: HttpRequest;
  readonly signer: Signer;
  readonly options: SignOptions;
}

/**
 * What is done otherwise, in the order in which it is done. What is not named is done rightly. Two breaks that name
 * the same step exclude each other; all others go together.
 */
export interface Plan {
  // The certificate, issued anew.
  readonly term?: (at: number) => { readonly notBefore: number; readonly notAfter: number };
  readonly holder?: () => KeyObject;
  readonly usage?: Usage;
  /** The value of qcStatements, as DER. */
  readonly statements?: (parts: QcParts) => Buffer;
  /** How it is written into its header; undefined for no header. */
  readonly certificateText?: (certificate: Certificate) => string | undefined;

  // Date, body and Digest, wrong before they are signed.
  readonly time?: (at: number) => number;
  readonly dateText?: (time: number) => string | undefined;
  readonly content?: (body: Buffer) => Content;
  readonly hashText?: (hash: Buffer) => string;
  readonly hashAlphabet?: (text: string) => string;
  readonly digestText?: (algorithm: string, hash: string) => string | undefined;

  /** A header that isn't sent. */
  readonly omitted?: (operation: Operation) => string | undefined;

  // The names, as signed and as listed, and the signing string.
  readonly unsigned?: (names: readonly string[]) => string | undefined;
  /** The order in which lines are listed, and signed unless `order` says otherwise. */
  readonly listed?: (lines: readonly SigningLine[]) => readonly SigningLine[];
  readonly absent?: (isSent: (name: string) => boolean) => string;
  readonly listName?: (sent: string) => string;
  readonly list?: (names: readonly string[]) => string | undefined;
  readonly target?: (request: HttpRequest) => string;
  readonly value?: (lines: readonly SigningLine[]) => SigningLine;
  readonly order?: (lines: readonly SigningLine[], sent: readonly string[]) => readonly SigningLine[];
  /** The lines that are signed of those that are listed, or with others. */
  readonly signed?: (lines: readonly SigningLine[], request: HttpRequest) => readonly SigningLine[];
  readonly begin?: string;
  readonly lineName?: (sent: string) => string;
  readonly colon?: string;
  readonly lineValue?: (value: string) => string;
  readonly joint?: string;
  readonly end?: string;
  /** In place of the whole signing string. */
  readonly text?: (request: HttpRequest) => Uint8Array;
  readonly encoded?: (bytes: Buffer) => Buffer;

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
  readonly repeated?: 'keyId';
  /** A parameter that nobody knows. */
  readonly note?: string;
  readonly quoted?: (value: string) => string;
  readonly prefix?: string;
  readonly ending?: string;
  readonly word?: (value: string) => string;

  // What is sent.
  readonly place?: 'nowhere' | 'authorization';
  readonly twice?: (lines: readonly SigningLine[]) => string | undefined;
}

/** What a digest is made of, and the body that is sent with it. */
export interface Content {
  readonly hashed: Uint8Array;
  readonly sent: Uint8Array;
  /** Content-Encoding. */
  readonly encoding?: string;
}

/** What a break adds before anything is done wrong, none of which does the request harm. */
export interface Needs {
  readonly headers?: readonly NeededHeader[];
  /** Gives the headers to complete; it may change or add some. */
  readonly prepare?: (headers: readonly Header[]) => readonly Header[];
  /** The name, in lower case, of a header that is signed too. */
  readonly signs?: string;
  /** `(request-target)` is signed. */
  readonly target?: boolean;
  /** A Digest of no bytes where there is no body. */
  readonly digest?: boolean;
  /** The certificate's issuer has another part, of a type that RFC 2253 has no name for. */
  readonly issuerPart?: boolean;
  /** An extension that the certificate gets. */
  readonly extension?: (certificate: Certificate) => readonly [id: string, extension: NewExtension];
}

type NeededHeader = 'X-Request-ID' | 'PSU-ID';

/** One way of signing wrongly. */
export interface Way {
  /** One sentence: what is done wrong. */
  readonly summary: string;
  readonly plan: Plan;
  /** Steps of which this way leaves nothing to be seen: no other break may name them. */
  readonly takes?: readonly (keyof Plan)[];
  readonly needs?: Needs | ((subject: Subject) => Needs);
  /** What the request lacks so that it can't show this: `a body`. */
  readonly lack?: (subject: Subject) => string | undefined;
}

/** `code`, or `code/cause`. */
export type BreakName = { [Code in FindingCode]: Code | `${Code}/${FindingCause<Code>}` }[FindingCode];

export type Ways = Readonly<Partial<Record<BreakName, Way>>>;

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

/** The parts of a certificate to change, as DER. */
interface Change {
  readonly validity?: Buffer;
  /** SubjectPublicKeyInfo. */
  readonly publicKey?: Buffer;
  /** The issuer gets an organizationIdentifier more. */
  readonly issuerPart?: boolean;
  /** Extensions in place of those of the same number. */
  readonly extensions: ReadonlyMap<string, NewExtension>;
}

export interface NewExtension {
  readonly critical: boolean;
  readonly value: Buffer;
}

const VERSION = 0xa0;
const EXTENSIONS = 0xa3;
const ALGORITHM = derSequence(derOid(OID.ecdsaWithSha256));

/** Serial number, algorithm, issuer, validity, subject and public key. */
type Fields = readonly [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];

/**
 * Changes parts of a certificate and signs it with a new key, so that its own signature is wrong.
 * @param certificate one that has been read, so that it has all fields
 */
function reissueCertificate(certificate: Certificate, change: Change): Certificate {
  const all = decodeDer(certificate.der).children[0]?.children ?? [];
  const fields = all.filter(({ tag }) => tag !== VERSION && tag !== EXTENSIONS).map((field) => field.der);
  const [serial, , issuer, validity, subject, publicKey] = fields as unknown as Fields;
  const given = all.find(({ tag }) => tag === EXTENSIONS)?.children[0]?.children ?? [];
  const kept = given.filter(({ children: [id] }) => !change.extensions.has(readOid(id, 'an extension')));
  const added = [...change.extensions].map(([id, { value, critical }]) =>
    derExtension(id, value, { critical }),
  );
  const signed = derSequence(
    der(VERSION, der(TAG.integer, Buffer.from([2]))),
    serial,
    ALGORITHM,
    change.issuerPart === true ? addPart(issuer) : issuer,
    change.validity ?? validity,
    subject,
    change.publicKey ?? publicKey,
    der(EXTENSIONS, derSequence(...kept.map((extension) => extension.der), ...added)),
  );
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const reading = readCertificate(
    derSequence(signed, ALGORITHM, derBitString(sign('sha256', signed, privateKey))),
  );
  if (!reading.ok) throw new Error(`Can't read a certificate issued here: ${reading.reason}.`);
  return reading.certificate;
}

/** Of the form of ETSI EN 319 412-1 5.1.4. */
const IDENTIFIER = 'NTRNO-000000000';

function addPart(name: Uint8Array): Buffer {
  const attribute = derSequence(derOid(OID.organizationIdentifier), derText(TAG.utf8String, IDENTIFIER));
  return derSequence(...decodeDer(name).children.map((rdn) => rdn.der), der(TAG.set, attribute));
}

/** What a certificate is for: its QcType, and its other extensions. */
export interface Usage {
  readonly qcType: string;
  readonly extensions: readonly (readonly [id: string, extension: NewExtension])[];
}

/** What qcStatements is made of. */
export interface QcParts {
  /** The statements besides the one of PSD2, as DER. */
  readonly others: readonly Uint8Array[];
  readonly psd2: Psd2Statement;
  /** The roles that the operation of the request needs. */
  readonly needed: readonly Psd2Role[];
}

/** The statement for a certificate that has none. */
const USUAL: Psd2Statement = {
  roles: ['PSP_PI', 'PSP_AI'],
  ncaName: 'The Financial Supervisory Authority of Norway',
  ncaId: 'NO-FSA',
};

/** Takes qcStatements apart, with the QcType replaced. @see G5-qc-faults */
function readQcParts(certificate: Certificate, qcType: string, needed: readonly Psd2Role[]): QcParts {
  const given = openCertificate(certificate.der).extensions.get(OID.qcStatements);
  const statements = decodeDer(given?.value ?? derSequence(derSequence(derOid(OID.qcCompliance)))).children;
  const others = statements.filter(({ children: [id] }) => {
    const name = id?.tag === TAG.oid ? readOid(id, 'a qcStatement') : undefined;
    return name !== undefined && name !== OID.qcType && name !== OID.psd2;
  });
  return {
    others: [...others.map((one) => one.der), derSequence(derOid(OID.qcType), derSequence(derOid(qcType)))],
    psd2: certificate.psd2 ?? USUAL,
    needed,
  };
}

/** @see ETSI TS 119 495 5.1 */
export function writeQcStatements({ others, psd2 }: QcParts): Buffer {
  const roles = [...ROLE_OIDS].filter(([, role]) => psd2.roles.includes(role));
  const statement = derSequence(
    derSequence(...roles.map(([id, role]) => derSequence(derOid(id), derText(TAG.utf8String, role)))),
    derText(TAG.utf8String, psd2.ncaName),
    derText(TAG.utf8String, psd2.ncaId),
  );
  return derSequence(...others, derSequence(derOid(OID.psd2), statement));
}

/** A certificate for web sites (RFC 5280 4.2.1, ETSI EN 319 412-4). */
export const WEB_SITES: Usage = {
  qcType: OID.qcTypeWeb,
  extensions: [
    [OID.keyUsage, { critical: true, value: derBitString(Buffer.from([0b1010_0000]), 5) }],
    [
      OID.extKeyUsage,
      { critical: false, value: derSequence(derOid(OID.serverAuth), derOid(OID.clientAuth)) },
    ],
    [OID.subjectAltName, { critical: false, value: subjectAltName([{ dns: 'tpp.example.test' }]) }],
  ],
};
