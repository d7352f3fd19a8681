import { createHash } from 'node:crypto';
import { type Certificate, serialHex } from '../certificates/certificate.ts';
import { derKind } from '../certificates/der.ts';
import { decodeBase64, decodeBase64Url, decodeHex } from '../core/base64.ts';
import type { SignatureHeader } from './check-signature-header.ts';
import type { Dialect } from './dialect.ts';
import type { FindingDetails, Report } from './findings.ts';
import { type KeyIdLabels, MAX_SERIAL_CHARACTERS, readKeyId, writeKeyId } from './key-id.ts';
import type { compareKeyId, QuotedReading } from './key-id-compare.ts';
import { undoQuotedPairs } from './signature-header.ts';

/** The keyId, when it has the form SN=…,CA=…. @see G4-keyid-format */
export function checkKeyIdForm(
  { parameters, isPartial }: SignatureHeader,
  certificate: Certificate | undefined,
  { keyId: labels }: Dialect,
  report: Report,
): string | undefined {
  if (parameters === undefined) return undefined;
  const { keyId } = parameters;
  const expected = () => (certificate === undefined ? undefined : writeKeyId(certificate, { labels }));
  if (keyId === undefined) {
    if (isPartial === true) return undefined;
    report('keyid-format', { detail: 'The parameter keyId is missing.', expected: expected() });
    return undefined;
  }
  if (readKeyId(keyId, labels) !== undefined || readKeyId(undoQuotedPairs(keyId), labels) !== undefined)
    return keyId;
  report('keyid-format', { ...otherKeyId(keyId, labels, certificate), expected: expected(), found: keyId });
  return undefined;
}

/** keyId against the certificate; answers how it had to be read. @see G2-key-id */
export function checkKeyId(
  keyId: string | undefined,
  certificate: Certificate | undefined,
  { authorities, labels }: { readonly authorities: readonly Certificate[]; readonly labels: KeyIdLabels },
  compare: typeof compareKeyId,
  report: Report,
): QuotedReading | null {
  if (keyId === undefined || certificate === undefined) return null;
  const compared = compare(keyId, certificate, authorities, labels);
  if (compared.result === 'equal') return compared.reading;
  const expected = writeKeyId(certificate, { labels });
  if (compared.result === 'mismatch') {
    const { says } = compared;
    for (const cause of [compared.cause, ...(compared.also ?? [])]) {
      const detail = cause === 'unknown' ? compared.detail : undefined;
      report('keyid-mismatch', { cause, says, detail, expected, found: keyId });
    }
    return null;
  }
  const detail =
    compared.reading === 'raw' ? undefined : 'It matches after unescaping its quoted-pairs (\\" and \\\\).';
  for (const cause of [compared.cause, ...(compared.also ?? [])])
    report('keyid-style', { cause, detail, expected, found: keyId });
  return compared.reading;
}

type Details = Pick<FindingDetails<'keyid-format'>, 'cause' | 'says' | 'detail'>;

/** What a keyId is that hasn't its form. @see G4-keyid-format */
export function otherKeyId(
  keyId: string,
  labels: KeyIdLabels,
  certificate: Certificate | undefined,
): Details {
  if (isTurned(keyId, labels)) return { cause: 'order' };
  const text = keyId.length > MAX_CHARACTERS ? '' : keyId.trim();
  return (
    ofCertificate(text, certificate) ??
    ofForm(keyId.slice(0, MAX_CHARACTERS), labels) ??
    (IDENTIFIER.test(text) ? { cause: 'identifier' } : {})
  );
}

/** More is no identifier. */
const MAX_CHARACTERS = 8192;

function isTurned(keyId: string, { serial, issuer }: KeyIdLabels): boolean {
  if (!keyId.startsWith(issuer)) return false;
  const end = keyId.slice(-MAX_SERIAL_CHARACTERS);
  const comma = end.lastIndexOf(',');
  return (
    comma >= 0 &&
    end
      .slice(comma + 1)
      .trimStart()
      .startsWith(serial)
  );
}

const NAMED = /^(?:(?:MD5|SHA-?(?:1|256|512))(?: Fingerprint)?[:=] ?|x5t(?:#S256)?[:=])/i;

/** The hash of the certificate or of its key, its serial number, or the certificate itself. */
function ofCertificate(text: string, certificate: Certificate | undefined): Details | undefined {
  const der = decodeBase64(text.replaceAll(/\s+/g, '')) ?? Buffer.alloc(0);
  if (derKind(der) === 'certificate') return { detail: "It's a whole certificate." };
  const hash = hashIn(text.replace(NAMED, ''));
  if (certificate === undefined)
    return hash === undefined || hash.length < 20 ? undefined : { detail: UNCOMPARED };
  if (
    /^[0-9A-Fa-f:\s-]+$/.test(text) &&
    text.replaceAll(/[^0-9A-Fa-f]/g, '').toUpperCase() === serialHex(certificate.serial)
  )
    return { detail: "It's the certificate's serial number alone." };
  if (hash === undefined) return undefined;
  if (hashesOf(certificate.der).some((one) => one.equals(hash))) return { cause: 'fingerprint' };
  const spki = certificate.publicKey.export({ type: 'spki', format: 'der' });
  if (hashesOf(spki).some((one) => one.equals(hash)))
    return { cause: 'fingerprint', says: "It's a fingerprint of the certificate's public key." };
  if (hash.equals(Buffer.from(certificate.subjectKeyIdentifier ?? [])))
    return { cause: 'identifier', says: "It's the certificate's subjectKeyIdentifier." };
  return hash.length < 20
    ? undefined
    : { detail: "It's as long as a fingerprint, but isn't this certificate's." };
}

const UNCOMPARED = "It's as long as a fingerprint, but there's no certificate to compare it with.";

function hashesOf(bytes: Uint8Array): Buffer[] {
  return ['sha1', 'sha256', 'md5', 'sha512'].map((name) => createHash(name).update(bytes).digest());
}

/** Hexadecimal with colons, blanks, hyphens or nothing between the octets; Base64; base64url. */
function hashIn(text: string): Buffer | undefined {
  if (text.length > 200) return undefined;
  const hex = /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(text) ? undefined : decodeHex(text.replaceAll(/[: -]/g, ''));
  const bytes = hex ?? decodeBase64(text) ?? decodeBase64Url(text);
  return bytes !== undefined && HASH_BYTES.includes(bytes.length) ? bytes : undefined;
}

const HASH_BYTES = [16, 20, 32, 64];

/** Its two parts, but written otherwise than the form says. */
function ofForm(keyId: string, { serial, issuer }: KeyIdLabels): Details | undefined {
  const form = `${serial}…,${issuer}…`;
  const [label, other] = [serial, issuer].map((one) => one.replace('=', ''));
  const has = (name = '') => new RegExp(`(?:^|[,;+/\\s])${name}\\s*[=:]`, 'i').test(keyId);
  const hasExactly = keyId.startsWith(serial) && keyId.includes(`,${issuer}`);
  if (PLACEHOLDER.test(keyId)) return { detail: 'It has a placeholder that nothing was put in place of.' };
  if (/^https?:\/\//i.test(keyId)) return { cause: 'identifier', says: "It's a URL." };
  if (hasExactly)
    return { detail: "What stands after SN= isn't a number in hexadecimal.".replace('SN=', serial) };
  if (has(label) && has(other)) return { detail: `It has both parts, but not written as ${form}.` };
  if (has(label)) return { detail: `The issuer is missing: ,${issuer} and its name.` };
  return /^[A-Za-z.0-9]+ ?=/.test(keyId)
    ? { detail: `It's a name, without ${serial} and ${issuer}` }
    : undefined;
}

const PLACEHOLDER = /\{\{|\$\{|^<[^>]*>$|^(?:undefined|null)$/;

/** A client's id, an organisation's number, a UUID, an address: one word that is no pair of parts. */
const IDENTIFIER = /^[\p{L}\p{N}][\p{L}\p{N}._:@/+ #~-]*$/u;
