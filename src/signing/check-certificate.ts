import { type Certificate, readCertificate } from '../certificates/certificate.ts';
import { detectDerKind } from '../certificates/der.ts';
import type { Psd2Role, QcFault } from '../certificates/qc-statements.ts';
import { decodeBase64, decodeBase64Url, encodeBase64 } from '../core/base64.ts';
import { decodePercentOctets } from '../core/octets.ts';
import type { FindingCause, FindingDetails, Report } from './findings.ts';
import { writeHttpDate } from './http-date.ts';
import type { HeaderIndex } from './signing-string.ts';

/** The sources of the certificate: the request, or a certificate given by the caller. */
interface CertificateSources {
  readonly index: HeaderIndex;
  /** The lower-case name of the header. */
  readonly header: string;
  readonly given: Certificate | undefined;
  /** True if the caller gave a key, so that no certificate is needed. */
  readonly hasKey: boolean;
}

/** Reads the certificate of the request, unless the caller gave one. @see G2-certificate-forms, G3-recovery-headers */
export function readRequestCertificate(
  { index, header, given, hasKey }: CertificateSources,
  readHeader: typeof readCertificateHeader,
  report: Report,
): Pick<CertificateHeaderReading, 'certificate' | 'others'> {
  const values = index.get(header);
  if (given !== undefined) {
    reportKey(given, header, report);
    return { certificate: given, others: [] };
  }
  const value = values?.join(', ') ?? '';
  if (value.trim() === '') {
    if (!hasKey) report('certificate-missing', { header, detail: findCertificateHeader(index, header) });
    return { others: [] };
  }
  const read = readHeader(value);
  reportReading(read, { header, value, times: values?.length ?? 0 }, report);
  if (read.certificate !== undefined) reportKey(read.certificate, header, report);
  return read;
}

const MAX_OTHERS = 4;

/** Finds a header of another name that contains a certificate. */
function findCertificateHeader(index: HeaderIndex, header: string): string | undefined {
  const named = [...index].filter(([name]) => name !== header && /cert/.test(name)).slice(0, MAX_OTHERS);
  const [found] =
    named.find(([, [value = '']]) => readCertificateHeader(value).certificate !== undefined) ?? [];
  if (found !== undefined) return `The header ${found} has a certificate.`;
  return index.has(header) ? "The header is there, but it's empty." : undefined;
}

function reportReading(
  { certificate, refused, tolerated, reason, instead }: CertificateHeaderReading,
  { header, value, times }: { readonly header: string; readonly value: string; readonly times: number },
  report: Report,
): void {
  if (certificate === undefined && !refused.includes('private-key')) {
    const detail = reason === undefined ? undefined : `Reading stopped here: ${reason}.`;
    report('certificate-unparseable', { header, cause: instead, detail });
    return;
  }
  if (refused.length === 0 && tolerated === undefined) return;
  // Findings never contain a private key or the text around it.
  const found = refused.includes('private-key') ? undefined : value;
  const expected = certificate && encodeBase64(certificate.der);
  for (const cause of refused) {
    const detail = cause === 'several' && times > 1 ? 'The header is sent more than once.' : undefined;
    report('certificate-format', { cause, header, detail, expected, found });
  }
  if (certificate !== undefined && tolerated !== undefined) {
    report('certificate-format-tolerated', { cause: tolerated, header, expected, found });
  }
}

/** The accepted sizes of RSA keys in bits (S12-rsa-sizes). */
const KEY_BITS = { least: 2048, most: 8192 } as const;

/**
 * Reports a key that isn't an RSA key of an accepted size. The signature isn't checked with such a key, so every one
 * needs a finding.
 * @see G5-key-types, G5-rsa-only
 */
function reportKey({ keyType, keyBits, publicKey }: Certificate, header: string, report: Report): void {
  const isSized = keyBits >= KEY_BITS.least && keyBits <= KEY_BITS.most;
  if (keyType === 'rsa' && isSized) return;
  const name = publicKey.asymmetricKeyType ?? keyType;
  const details = {
    header,
    expected: 'RSA, 2048 to 8192 bits',
    found: `${name.toUpperCase()}, ${keyBits} bits`,
  };
  const isCurve = keyType === 'ec' || /^(?:ed|x)(?:25519|448)$/.test(name);
  if (keyType === 'rsa') report('certificate-format', { cause: 'key-size', ...details });
  else if (isCurve) report('certificate-format', { cause: 'ec-key', ...details });
  else report('certificate-format', { detail: `The key is ${name}, but this bank expects RSA.`, ...details });
}

/** Checks validity, type, PSD2 statement and role of the certificate. @see G3-order, G5-certificate-content */
export function checkCertificate(
  certificate: Certificate | undefined,
  at: number,
  roles: readonly Psd2Role[],
  report: Report,
): void {
  if (certificate === undefined) return;
  const { notBefore, notAfter, type, psd2, qcFaults } = certificate;
  if (at > notAfter) report('certificate-expired', { detail: `It expired on ${writeHttpDate(notAfter)}.` });
  if (at < notBefore)
    report('certificate-not-yet-valid', { detail: `It's valid from ${writeHttpDate(notBefore)}.` });
  if (type === 'qwac') report('certificate-type');
  if (psd2 === undefined && qcFaults.length === 0) report('certificate-no-psd2');
  for (const fault of qcFaults) report('certificate-qc-malformed', describeQcFault(fault));
  if (psd2 !== undefined && roles.length > 0 && !roles.some((role) => psd2.roles.includes(role))) {
    report('certificate-role', {
      detail: `It has ${psd2.roles.join(', ') || 'none'}, but ${roles.join(' or ')} is required.`,
      expected: roles.join(' or '),
      found: psd2.roles.join(', '),
    });
  }
}

/** Describes a fault without a cause of its own as a violation of the grammar. */
function describeQcFault(fault: QcFault): FindingDetails<'certificate-qc-malformed'> {
  return fault === 'grammar'
    ? { detail: "The PSD2 statement isn't a sequence of roles, NCAName and NCAId." }
    : { cause: fault };
}

type CertificateUnparseableCause = FindingCause<'certificate-unparseable'>;
type CertificateFormatCause = FindingCause<'certificate-format'>;
type CertificateToleratedCause = FindingCause<'certificate-format-tolerated'>;

export interface CertificateHeaderReading {
  readonly certificate?: Certificate;
  /** The further certificates in the same header. */
  readonly others: readonly Certificate[];
  readonly refused: readonly CertificateFormatCause[];
  /** The outermost of the tolerated encodings. */
  readonly tolerated?: CertificateToleratedCause | undefined;
  /** The kind of content found instead of a certificate. */
  readonly instead?: CertificateUnparseableCause | undefined;
  /** The reason why there is no certificate, if `instead` is unknown. */
  readonly reason?: string | undefined;
}

/** The length of a certificate of 64 KiB (S12-der-strict), encoded twice as Base64, with escapes. */
const MAX_CHARACTERS = 256 * 1024;

/**
 * Reads the TPP-Signature-Certificate header in all accepted encodings, and in some rejected ones so that the other checks
 * can run.
 * @see G2-hostile-certificates, G4-certificate-unparseable
 */
export function readCertificateHeader(value: string): CertificateHeaderReading {
  const refused = new Set<CertificateFormatCause>();
  const layers: Layers = { refused, tolerated: undefined };
  const ders = value.length > MAX_CHARACTERS ? [] : readLayers(value.trim(), 0, layers);
  const readings = ders.map(readCertificate);
  const certificates = readings.flatMap((reading) => (reading.ok ? [reading.certificate] : []));
  const [certificate, ...others] = certificates;
  const hasKey =
    certificates.length < ders.length && ders.some((der) => detectDerKind(der) === 'private-key');
  const causes = [...new Set(hasKey ? (['private-key', ...refused] as const) : refused)];
  if (certificate === undefined) {
    const instead = detectKind(value, ders);
    const failed = readings.find((reading) => !reading.ok);
    const why = failed?.ok === false ? failed.reason : describeUnreadable(value);
    return { others: [], refused: causes, instead, reason: instead === undefined ? why : undefined };
  }
  return { certificate, others, refused: causes, tolerated: layers.tolerated };
}

/** Detects the kind of content by its bytes or by the first PEM line. */
function detectKind(value: string, ders: readonly Uint8Array[]): CertificateUnparseableCause | undefined {
  const kinds = ders.map(detectDerKind).filter((kind) => kind !== undefined);
  const label = /BEGIN (?:NEW )?(CERTIFICATE REQUEST|(?:RSA |EC )?PUBLIC KEY)-----/.exec(value)?.[1];
  if (kinds.includes('certificate-request') || label?.endsWith('REQUEST') === true) return 'csr';
  const isKey = /^\s*(?:ssh-rsa AAAA|\{\s*"(?:kty|n|e|keys)"\s*:)/.test(value.slice(0, 200));
  return kinds.includes('public-key') || label !== undefined || isKey ? 'public-key' : undefined;
}

/** Describes a text that isn't Base64. */
function describeUnreadable(value: string): string {
  const text = value.trim();
  if (/^["'].*["']$/s.test(text)) return 'it stands between quotes';
  if (/^[0-9A-Fa-f:\s]{64,}$/.test(text)) return "it's hexadecimal, not Base64";
  if (/^\{\{|^\$\{|^(?:undefined|null|None)$/.test(text)) return `it's the text ${text.slice(0, 40)}`;
  return "it isn't Base64 of a certificate";
}

const PEM_BLOCK = /-----BEGIN ([A-Z0-9 ]{1,40})-----([^-]*)-----END \1-----/g;
const MAX_CERTIFICATES = 8;

/** The encodings found while unwrapping the DER. */
interface Layers {
  readonly refused: Set<CertificateFormatCause>;
  tolerated: CertificateToleratedCause | undefined;
}

function addTolerated(layers: Layers, cause: CertificateToleratedCause): void {
  if (!layers.refused.has('literal-newline')) layers.tolerated ??= cause;
}

/**
 * Unwraps the DER of each certificate, one encoding per call and at most three; returns an empty list if there is none.
 * @see G4-unseen-header
 */
function readLayers(text: string, depth: number, layers: Layers): Uint8Array[] {
  const strict = decodeBase64(text);
  if (strict !== undefined) return readBytes(strict, depth, layers);
  if (depth > 2) return [];
  const unwrap = (inner: string) => readLayers(inner.trim(), depth + 1, layers);
  if (/\\[nr]/.test(text)) {
    layers.refused.add('literal-newline');
    return unwrap(text.replaceAll(/(?:\\+[nr])+/g, '\n'));
  }
  if (/%[0-9A-Fa-f]{2}/.test(text)) {
    addTolerated(layers, 'percent-encoded');
    // A form encodes a space as +, and the first line of PEM contains spaces.
    return unwrap(decodePercentOctets(text.includes('BEGIN+') ? text.replaceAll('+', ' ') : text));
  }
  if (text.includes('-----BEGIN ')) return readPem(text, layers);
  const joint = /[,;]/.test(text) ? /[,;]/ : /(?<=[^\s=]=)\s*(?=[^\s=])|(?<===)\s*(?=[^\s=])/;
  const items = text.split(joint, MAX_CERTIFICATES);
  if (items.length > 1) {
    layers.refused.add('several');
    return items.filter((item) => item.trim() !== '').flatMap(unwrap);
  }
  if (/\s/.test(text)) {
    addTolerated(layers, 'pem-spaces');
    return unwrap(text.replaceAll(/\s+/g, ''));
  }
  const loose = decodeBase64Url(text);
  if (loose === undefined) return [];
  addTolerated(layers, 'base64url');
  return readBytes(loose, depth + 1, layers);
}

function readBytes(bytes: Buffer, depth: number, layers: Layers): Uint8Array[] {
  if (bytes.subarray(0, 11).toString('latin1') === '-----BEGIN ' && depth < 3) {
    addTolerated(layers, 'base64-of-pem');
    return readPem(bytes.toString('latin1'), layers);
  }
  const length = readDerLength(bytes);
  const next = length === undefined ? undefined : readDerLength(bytes.subarray(length));
  if (length === undefined || next === undefined) return [bytes];
  layers.refused.add('several');
  return [bytes.subarray(0, length), bytes.subarray(length, length + next)];
}

function readPem(text: string, layers: Layers): Uint8Array[] {
  const blocks = [...text.matchAll(PEM_BLOCK)];
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) layers.refused.add('private-key');
  const all = blocks.filter(([, label = '']) => /^(?:X509 |TRUSTED )?CERTIFICATE$/.test(label));
  const others = blocks.filter(([, label = '']) => /REQUEST$|PUBLIC KEY$/.test(label));
  const bodies = (all.length > 0 ? all : others).map(([, , body = '']) => body);
  if (bodies.length > 1) layers.refused.add('several');
  addTolerated(layers, bodies.some((body) => /\s/.test(body)) ? 'pem-spaces' : 'pem-one-line');
  return bodies
    .slice(0, MAX_CERTIFICATES)
    .map((body) => decodeBase64(body.replaceAll(/\s+/g, '')) ?? NOTHING);
}

const NOTHING = new Uint8Array();

/** Returns the length of the leading SEQUENCE with its header; undefined if there is none. */
function readDerLength(bytes: Uint8Array): number | undefined {
  const [tag, first = 0, second = 0, third = 0, fourth = 0] = bytes;
  if (tag !== 0x30 || bytes.length < 2) return undefined;
  if (first < 0x80) return 2 + first;
  if (first === 0x81) return 3 + second;
  if (first === 0x82) return 4 + second * 256 + third;
  return first === 0x83 ? 5 + (second * 256 + third) * 256 + fourth : undefined;
}
