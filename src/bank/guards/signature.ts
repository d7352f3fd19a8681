import {
  type Certificate,
  formatSerialHex,
  getTppIdentity,
  readCertificate,
} from '../../certificates/certificate.ts';
import { getAttributeText } from '../../certificates/names.ts';
import { OID } from '../../certificates/oids.ts';
import { TRUST_FAULTS, type TrustFault } from '../../certificates/trust.ts';
import type { Peer } from '../../message.ts';
import { BANK_SEARCH } from '../../signing/budget.ts';
import type { Finding } from '../../signing/findings.ts';
import type { Verification } from '../../signing/verify.ts';
import { ADMISSIONS, type AdmissionCode } from '../../wire/admission.ts';
import { type ErrorCode, message } from '../../wire/errors.ts';
import { isOfSandbox, type Operation } from '../../wire/operations.ts';
import { describeHeaderValues } from '../../wire/request-headers.ts';
import type { RegisteredTpp } from '../../wire/tpp-registry.ts';
import { type Refusal, refuse } from '../answer.ts';
import type { RequestContext, RouteFacts } from '../request-context.ts';
import type { Guard } from '../routes/route.ts';
import type { Admission } from '../settings.ts';

/**
 * Returns the admission rules in addition to a valid signature; undefined at a sandbox. Under production policy, the
 * operator uses the sandbox paths with any certificate.
 */
function getAdmission({ settings, route, peer }: RequestContext): Admission | undefined {
  if (settings.policy === 'sandbox' || (peer.operator && isOfSandbox(route))) return undefined;
  if (settings.admission === undefined) throw new Error('production policy without trusted CAs');
  return settings.admission;
}

/**
 * The reason why a TPP isn't admitted; `says` is added to the message of the table, and `remedy` replaces its remedy.
 */
interface NotAdmitted {
  readonly code: AdmissionCode;
  readonly says?: string;
  readonly remedy?: string;
}

/**
 * Checks the client certificate of a connection.
 * @param at the real time in milliseconds since 1970
 * @see D12-mutual-tls
 */
function judgeConnection({ authorities }: Admission, tls: Peer['tls'], at: number): NotAdmitted | undefined {
  if (tls?.clientCertificate === undefined) return { code: 'tls-certificate-missing' };
  const certificate = readClientCertificate(tls);
  if (certificate === undefined) return { code: 'tls-certificate-unparseable' };
  if (!isQwac(certificate)) return { code: 'tls-certificate-type' };
  if (at > certificate.notAfter) return { code: 'tls-certificate-expired' };
  if (at < certificate.notBefore) return { code: 'tls-certificate-not-yet-valid' };
  return createUntrusted('tls-certificate-untrusted', authorities.findFault(certificate, at));
}

/** Returns true for a QWAC. If it has extended key usages, client authentication must be one of them. */
function isQwac(certificate: Certificate): boolean {
  const { extendedKeyUsage, qcTypes } = certificate;
  const isForClients = extendedKeyUsage.length === 0 || extendedKeyUsage.includes(OID.clientAuth);
  return qcTypes.includes(OID.qcTypeWeb) && isForClients;
}

/** Caches the parsed certificate of each connection. */
const shown = new WeakMap<NonNullable<Peer['tls']>, Certificate | 'unparseable'>();

function readClientCertificate(tls: NonNullable<Peer['tls']>): Certificate | undefined {
  const known = shown.get(tls);
  if (known !== undefined) return known === 'unparseable' ? undefined : known;
  const reading = readCertificate(tls.clientCertificate ?? new Uint8Array());
  shown.set(tls, reading.ok ? reading.certificate : 'unparseable');
  return reading.ok ? reading.certificate : undefined;
}

/**
 * Checks the TPP of a request with a valid signature and a certificate within its validity period.
 * @param qwac absent if the bank doesn't require mutual TLS
 * @param roles the accepted roles for the operation; empty if any role is accepted
 * @see D12-trust, D12-registry, D12-mutual-tls
 */
function judgeTpp(
  { authorities, registry, mutualTls }: Admission,
  seal: Certificate,
  qwac: Certificate | undefined,
  roles: Operation['roles'],
  at: number,
): NotAdmitted | undefined {
  const fault = authorities.findFault(seal, at);
  if (fault !== undefined) return createUntrusted('certificate-untrusted', fault);
  if (seal.type !== 'seal') return { code: 'certificate-not-seal' };
  if (mutualTls && !isSameTpp(seal, qwac)) return { code: 'tls-certificate-other-tpp' };
  if (registry === undefined) return undefined;
  const tpp = registry.get(seal.organizationIdentifier ?? '');
  if (tpp === undefined) return { code: 'registry-unknown' };
  if (tpp.revokedSerials.has(seal.serial)) return createRevoked('registry-revoked', seal);
  if (mutualTls && qwac !== undefined && tpp.revokedSerials.has(qwac.serial))
    return createRevoked('tls-registry-revoked', qwac);
  return hasRole(tpp, seal, roles) ? undefined : checkRegisteredRole(tpp, roles);
}

/** Returns true if both certificates have the same organizationIdentifier; false if it is absent. */
function isSameTpp({ organizationIdentifier }: Certificate, qwac: Certificate | undefined): boolean {
  return organizationIdentifier !== undefined && organizationIdentifier === qwac?.organizationIdentifier;
}

/** Returns true if both registry and certificate contain a role that the operation accepts. */
function hasRole({ roles: registered }: RegisteredTpp, { psd2 }: Certificate, needed: Operation['roles']) {
  return needed.length === 0 || needed.some((role) => registered.has(role) && psd2?.roles.includes(role));
}

function checkRegisteredRole({ roles }: RegisteredTpp, needed: Operation['roles']): NotAdmitted {
  const says = `It has ${[...roles].join(', ')}, but ${needed.join(' or ')} is required.`;
  return { code: 'registry-role', says };
}

function createRevoked(code: AdmissionCode, { serial }: Certificate): NotAdmitted {
  return { code, says: `Its serial number is ${formatSerialHex(serial)}.` };
}

function createUntrusted(code: AdmissionCode, fault: TrustFault | undefined): NotAdmitted | undefined {
  if (fault === undefined) return undefined;
  const [says, remedy] = TRUST_FAULTS[fault];
  return { code, says, remedy };
}

/**
 * Refuses a request with the reason and the remedy; a terse bank returns the code alone.
 * @see D12-admission, D2-terse-errors
 */
function refuseAdmission(exchange: RequestContext, reason: NotAdmitted): Refusal {
  const row = ADMISSIONS[reason.code];
  const { status, code } = row;
  exchange.notAdmitted = reason.code;
  if (exchange.isTerse) return { status, messages: [{ category: 'ERROR', code }] };
  const parts = [`${reason.code}:`, row.message, reason.says, reason.remedy ?? row.remedy];
  const text = parts.filter((part) => part !== undefined).join(' ');
  return refuse(status, code, text, row.isOfHeader ? 'TPP-Signature-Certificate' : undefined);
}

/** The headers for whose absence the signature engine has a finding. */
const SIGNING_HEADERS: Readonly<Record<string, string>> = {
  Date: 'date-missing',
  Digest: 'digest-missing',
  'TPP-Signature-Certificate': 'certificate-missing',
  Signature: 'signature-missing',
};

/**
 * Lists the headers that an operation requires, in the order of the interface's matrix.
 * @see D3-header-matrix, D3-required-sandbox-headers
 */
function listRequiredHeaders(route: RouteFacts): readonly string[] {
  const digest = route.digestRequired ? ['Digest'] : [];
  return ['Date', 'X-Request-ID', ...digest, 'TPP-Signature-Certificate', 'Signature', ...route.required];
}

/** Refuses a request with missing headers, and lists all of them. @see D2-order */
export const checkRequiredHeaders: Guard = (exchange) => {
  const { route } = exchange;
  const missing = listRequiredHeaders(route).filter((name) => exchange.header(name) === undefined);
  const oneOf = route.requiredOneOf ?? [];
  const [named] = oneOf;
  const texts = missing.map((name) => ({ name, text: formatMissingHeader(exchange, name) }));
  if (named !== undefined && oneOf.every((name) => exchange.header(name) === undefined)) {
    texts.push({ name: named, text: formatMissingChoice(oneOf) });
  }
  if (isCorporateWithoutId(exchange)) {
    texts.push({ name: 'PSU-Corporate-ID', text: 'PSU-Corporate-ID is required for a corporate user' });
  }
  if (texts.length === 0) return undefined;
  return {
    status: 400,
    messages: texts.map(({ name, text }) => message('ERROR', 'HTTP_HEADER_REQUIRED', text, name)),
  };
};

/** Returns true if the headers select the corporate context without PSU-Corporate-ID. @see D3-corporate-user */
function isCorporateWithoutId(exchange: RequestContext): boolean {
  return (
    exchange.route.corporateIdRequired &&
    exchange.header('PSU-ID') !== undefined &&
    exchange.header('PSU-Context') === 'CORPORATE' &&
    exchange.header('PSU-Corporate-ID') === undefined
  );
}

function formatMissingHeader(exchange: RequestContext, name: string): string {
  const code = exchange.isTerse ? undefined : SIGNING_HEADERS[name];
  const finding = code && inspectSignature(exchange).findings.find((candidate) => candidate.code === code);
  if (finding) return `${finding.code}: ${finding.message} ${finding.remedy}`;
  const values = describeHeaderValues(name);
  return values === undefined ? `${name} is required` : `${name} is required: ${values}`;
}

function formatMissingChoice(names: readonly string[]): string {
  return `one of ${names.map((name) => `${name} (${describeHeaderValues(name)})`).join(', ')} is required`;
}

/** Checks that the connection has a QWAC if production policy requires one. @see D12-mutual-tls */
export const checkConnection: Guard = (exchange) => {
  const admission = getAdmission(exchange);
  if (admission?.mutualTls !== true) return undefined;
  const reason = judgeConnection(admission, exchange.peer.tls, exchange.settings.clock());
  return reason && refuseAdmission(exchange, reason);
};

const MISSING = ['signature-missing', 'certificate-missing', 'digest-missing', 'date-missing'];

/** The signed headers, in the case of I-authentication-3-signing. */
const SIGNED_NAMES = ['Date', 'Digest', 'X-Request-ID', 'PSU-ID', 'PSU-Corporate-ID', 'TPP-Redirect-URI'];

const HEADER_OF_FAMILY: readonly (readonly [family: string, header: string])[] = [
  ['certificate-', 'TPP-Signature-Certificate'],
  ['digest-', 'Digest'],
  ['date-', 'Date'],
];

/** Verifies the signature: runs every check in the order of G3-order and reports the first error. @see G4-warnings */
export const checkSignature: Guard = (exchange) => {
  const verification = inspectSignature(exchange);
  const fault = verification.findings.find(({ severity }) => severity === 'error');
  if (fault) return buildSignatureRefusal(fault, exchange);
  if (!verification.certificate) throw new Error('a valid signature without a certificate');
  const { identity, name, isPrintable } = findTpp(verification.certificate);
  if (!isPrintable) return UNPRINTABLE;
  exchange.tpp = identity;
  exchange.tppName = name;
  return undefined;
};

/** Matches control characters, which make two identities look equal to readers or to a store. @see S12-nul */
const CONTROL = /\p{Cc}/u;
const UNPRINTABLE_TEXT =
  'the certificate has control characters in its organizationIdentifier or name: get one without them';
const UNPRINTABLE = refuse(400, 'BAD_REQUEST', UNPRINTABLE_TEXT, 'TPP-Signature-Certificate');

/** Runs the signature engine once per request. @see D11-real-time */
function inspectSignature(exchange: RequestContext): Verification {
  const { request, route, settings, verifier } = exchange;
  exchange.verification ??= verifier(
    request,
    {
      at: settings.clock(),
      // The operator creates data as in a sandbox.
      policy: getAdmission(exchange) === undefined ? 'sandbox' : settings.policy,
      digestRequired: route.digestRequired,
      recovery: exchange.isTerse ? false : { ...BANK_SEARCH, allowance: settings.searches },
      causesOf: 'verdict',
      clock: settings.processorTime,
      role: route.roles,
    },
    exchange.headers.index,
  );
  return exchange.verification;
}

/**
 * Builds the refusal of a signature finding; a terse bank returns the code alone and doesn't search for the cause.
 * @see D2-terse-errors, D2-finding-codes
 */
function buildSignatureRefusal(finding: Finding, exchange: RequestContext): Refusal {
  const { status, code } = getFindingOutcome(finding);
  if (exchange.isTerse) return { status, messages: [{ category: 'ERROR', code }] };
  return refuse(status, code, formatFinding(finding), findFaultyHeader(finding, exchange));
}

/** Maps a finding to status and code. @see D2-forbidden */
function getFindingOutcome(finding: Finding): { readonly status: number; readonly code: ErrorCode } {
  if (finding.code === 'certificate-role') return { status: 403, code: 'FORBIDDEN' };
  return { status: 400, code: MISSING.includes(finding.code) ? 'HTTP_HEADER_REQUIRED' : 'BAD_REQUEST' };
}

/** The remedy if the search for the cause was cut short: the TPP's own machine has more time. */
const SEEK_FURTHER = 'psd2 verify with this request searches longer.';

function formatFinding({ code, cause, message, remedy }: Finding): string {
  return [`${code}:`, message, ...(cause === 'not-searched' ? [SEEK_FURTHER] : []), remedy].join(' ');
}

/** Returns the name of the faulty header as sent; `Signature` for the signature itself. */
function findFaultyHeader(finding: Finding, { request }: RequestContext): string {
  const sent = request.headers.find(([name]) => name.toLowerCase() === finding.header);
  const known = SIGNED_NAMES.find((name) => name.toLowerCase() === finding.header);
  const family = HEADER_OF_FAMILY.find(([prefix]) => finding.code.startsWith(prefix));
  return known ?? sent?.[0] ?? finding.header ?? family?.[1] ?? 'Signature';
}

interface SigningTpp {
  readonly identity: string;
  readonly name: string;
  /** False if one of them has control characters. */
  readonly isPrintable: boolean;
}

/** Caches the TPP of each certificate, because certificates recur. */
const tpps = new WeakMap<Certificate, SigningTpp>();

/** Returns the TPP in a certificate: its organisation, else its common name or identity, as the name. */
export function findTpp(certificate: Certificate): SigningTpp {
  const known = tpps.get(certificate);
  if (known !== undefined) return known;
  const identity = getTppIdentity(certificate);
  const { subject } = certificate;
  const name =
    getAttributeText(subject, OID.organizationName) ?? getAttributeText(subject, OID.commonName) ?? identity;
  const tpp = { identity, name, isPrintable: !CONTROL.test(identity) && !CONTROL.test(name) };
  tpps.set(certificate, tpp);
  return tpp;
}

/** Checks that production policy admits the TPP, after signature, validity and role. @see D12-production-policy */
export const checkTpp: Guard = (exchange) => {
  const admission = getAdmission(exchange);
  if (admission === undefined) return undefined;
  const { verification, peer, route, settings } = exchange;
  const seal = verification?.certificate;
  if (!seal) throw new Error('a good signature without a certificate');
  const qwac = peer.tls && readClientCertificate(peer.tls);
  const reason = judgeTpp(admission, seal, qwac, route.roles, settings.clock());
  return reason && refuseAdmission(exchange, reason);
};
