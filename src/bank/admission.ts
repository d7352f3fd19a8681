import { type Certificate, readCertificate, serialHex } from '../certificates/certificate.ts';
import { TRUST_FAULTS, type TrustFault } from '../certificates/trust.ts';
import type { Peer } from '../message.ts';
import { ADMISSIONS, type AdmissionCode } from '../wire/admission.ts';
import { isOfSandbox, type Operation } from '../wire/operations.ts';
import type { RegisteredTpp } from '../wire/tpp-registry.ts';
import { type Refusal, refuse } from './answer.ts';
import type { Exchange } from './exchange.ts';
import type { Admission } from './settings.ts';

/**
 * What a request must satisfy beyond a good signature; nothing at a sandbox. The sandbox's paths are the operator's alone
 * under production policy, who makes data with any certificate, as in a sandbox.
 */
export function admissionFor({ settings, route, peer }: Exchange): Admission | undefined {
  if (settings.policy === 'sandbox' || (peer.operator && isOfSandbox(route))) return undefined;
  if (settings.admission === undefined) throw new Error('production policy without anybody to let in');
  return settings.admission;
}

/** Why a TPP isn't let in: what is told beside the words of the table, and the remedy in place of the table's. */
export interface NotAdmitted {
  readonly code: AdmissionCode;
  readonly says?: string;
  readonly remedy?: string;
}

const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';
const WEB = '0.4.0.1862.1.6.3';

/**
 * Judges the client certificate of a connection.
 * @param at real time in milliseconds since 1970
 * @see D12-mutual-tls
 */
export function judgeConnection(
  { authorities }: Admission,
  tls: Peer['tls'],
  at: number,
): NotAdmitted | undefined {
  if (tls?.clientCertificate === undefined) return { code: 'tls-certificate-missing' };
  const certificate = clientCertificateOf(tls);
  if (certificate === undefined) return { code: 'tls-certificate-unparseable' };
  if (!isQwac(certificate)) return { code: 'tls-certificate-type' };
  if (at > certificate.notAfter) return { code: 'tls-certificate-expired' };
  if (at < certificate.notBefore) return { code: 'tls-certificate-not-yet-valid' };
  return untrusted('tls-certificate-untrusted', authorities.faultOf(certificate, at));
}

/** One whose purposes are named must have that of clients among them. */
function isQwac(certificate: Certificate): boolean {
  const { extendedKeyUsage, qcTypes } = certificate;
  const isForClients = extendedKeyUsage.length === 0 || extendedKeyUsage.includes(CLIENT_AUTH);
  return qcTypes.includes(WEB) && isForClients;
}

/** The certificate of a connection is read once. */
const shown = new WeakMap<NonNullable<Peer['tls']>, Certificate | 'unparseable'>();

export function clientCertificateOf(tls: NonNullable<Peer['tls']>): Certificate | undefined {
  const known = shown.get(tls);
  if (known !== undefined) return known === 'unparseable' ? undefined : known;
  const reading = readCertificate(tls.clientCertificate ?? new Uint8Array());
  shown.set(tls, reading.ok ? reading.certificate : 'unparseable');
  return reading.ok ? reading.certificate : undefined;
}

/** Who signs, over what connection, and for what. */
export interface Applicant {
  readonly seal: Certificate;
  /** Absent where none is asked for. */
  readonly qwac?: Certificate | undefined;
  /** Of these the operation needs one; none: any will do. */
  readonly roles: Operation['roles'];
}

/**
 * Judges the TPP of a request whose signature is good and whose certificate is valid by its own dates.
 * @see D12-trust, D12-registry, D12-mutual-tls
 */
export function judgeTpp(
  { authorities, registry, mutualTls }: Admission,
  { seal, qwac, roles }: Applicant,
  at: number,
): NotAdmitted | undefined {
  const fault = authorities.faultOf(seal, at);
  if (fault !== undefined) return untrusted('certificate-untrusted', fault);
  if (seal.type !== 'seal') return { code: 'certificate-not-seal' };
  if (mutualTls && !isSameTpp(seal, qwac)) return { code: 'tls-certificate-other-tpp' };
  if (registry === undefined) return undefined;
  const tpp = registry.get(seal.organizationIdentifier ?? '');
  if (tpp === undefined) return { code: 'registry-unknown' };
  if (tpp.revokedSerials.has(seal.serial)) return revoked('registry-revoked', seal);
  if (mutualTls && qwac !== undefined && tpp.revokedSerials.has(qwac.serial))
    return revoked('tls-registry-revoked', qwac);
  return hasRole(tpp, seal, roles) ? undefined : missingRole(tpp, roles);
}

/** Two certificates without an organizationIdentifier are nobody's, and so not the same one's. */
function isSameTpp({ organizationIdentifier }: Certificate, qwac: Certificate | undefined): boolean {
  return organizationIdentifier !== undefined && organizationIdentifier === qwac?.organizationIdentifier;
}

/** The role by which a request is let in is one that registry and certificate both give. */
function hasRole({ roles: registered }: RegisteredTpp, { psd2 }: Certificate, needed: Operation['roles']) {
  return needed.length === 0 || needed.some((role) => registered.has(role) && psd2?.roles.includes(role));
}

function missingRole({ roles }: RegisteredTpp, needed: Operation['roles']): NotAdmitted {
  const says = `It has ${[...roles].join(', ')}, but ${needed.join(' or ')} is required.`;
  return { code: 'registry-role', says };
}

function revoked(code: AdmissionCode, { serial }: Certificate): NotAdmitted {
  return { code, says: `Its serial number is ${serialHex(serial)}.` };
}

function untrusted(code: AdmissionCode, fault: TrustFault | undefined): NotAdmitted | undefined {
  if (fault === undefined) return undefined;
  const [says, remedy] = TRUST_FAULTS[fault];
  return { code, says, remedy };
}

/**
 * Says why a TPP isn't let in, and what to change; a terse bank gives the code alone.
 * @see D12-admission, D2-terse-errors
 */
export function refuseAdmission(exchange: Exchange, reason: NotAdmitted): Refusal {
  const row = ADMISSIONS[reason.code];
  const { status, code } = row;
  exchange.notAdmitted = reason.code;
  if (exchange.isTerse) return { status, messages: [{ category: 'ERROR', code }] };
  const parts = [`${reason.code}:`, row.message, reason.says, reason.remedy ?? row.remedy];
  const text = parts.filter((part) => part !== undefined).join(' ');
  return refuse(status, code, text, row.isOfHeader ? 'TPP-Signature-Certificate' : undefined);
}
