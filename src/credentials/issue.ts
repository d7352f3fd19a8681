import type { Certificate } from '../certificates/certificate.ts';
import type { QwacRequest } from '../certificates/issue/request.ts';
import { getAttributeText } from '../certificates/names.ts';
import { OID } from '../certificates/oids.ts';
import { DAY_MS } from '../core/units.ts';
import { Fault } from '../errors.ts';
import { parseInstant } from '../values/instant.ts';

/** The certificate to create; absent members come from the profile's own certificate. */
export interface CertificateInput {
  readonly type: 'seal' | 'qwac';
  readonly organization?: string | undefined;
  readonly organizationIdentifier?: string | undefined;
  readonly ncaName?: string | undefined;
  readonly ncaId?: string | undefined;
  readonly country?: string | undefined;
  readonly commonName?: string | undefined;
  /** The host names of a QWAC. */
  readonly hosts: readonly string[];
  readonly days?: number | undefined;
  /** ISO 8601 dates or date-times. */
  readonly notBefore?: string | undefined;
  readonly notAfter?: string | undefined;
}

/** The subject of a certificate, as members of the request. */
type Party = Pick<
  QwacRequest,
  'organizationIdentifier' | 'organizationName' | 'commonName' | 'country' | 'ncaName' | 'ncaId' | 'hosts'
>;

/** The pattern of `PSD`, country, authority, number. @see ETSI TS 119 495 5.2.1 */
const AUTHORIZATION = /^PSD([A-Z]{2})-([A-Z]{2,8})-(.+)$/;
const NCA_ID = /^[A-Z]{2}-[A-Z]{2,8}$/;
/** The Norwegian authority, whose name needs no flag. @see G5-organization-identifier */
const HERE = { ncaId: 'NO-FSA', ncaName: 'The Financial Supervisory Authority of Norway' } as const;

/**
 * Resolves the subject: from the given members, else from the identifier, else from the profile's certificate.
 * @throws Fault INPUT_INVALID, INPUT_MISSING
 * @see C-cert-create-party
 */
export function resolveSubject(input: CertificateInput, own: Certificate): Party {
  const organizationIdentifier = input.organizationIdentifier ?? own.organizationIdentifier ?? '';
  const [, country = '', authority = '', number = ''] = AUTHORIZATION.exec(organizationIdentifier) ?? [];
  if (number === '') {
    throw new Fault(
      'INPUT_INVALID',
      `${JSON.stringify(organizationIdentifier)} isn't an authorization number.`,
      { hint: 'Use PSD, country, authority and number: --organization-identifier PSDNO-FSA-987654321.' },
    );
  }
  const ncaId = input.ncaId ?? `${country}-${authority}`;
  if (!NCA_ID.test(ncaId)) {
    throw new Fault('INPUT_INVALID', `${JSON.stringify(ncaId)} isn't an authority's identifier.`, {
      hint: 'Use a country, a hyphen and 2 to 8 capital letters: --nca-id NO-FSA.',
    });
  }
  const organizationName =
    input.organization ?? getAttributeText(own.subject, OID.organizationName) ?? 'psd2 TPP';
  const hosts = listHosts(input);
  return {
    organizationIdentifier,
    organizationName,
    commonName: input.commonName ?? hosts[0] ?? truncateName(`${organizationName} ${input.type} ${number}`),
    country: input.country ?? country,
    ncaName: input.ncaName ?? getAuthorityName(ncaId),
    ncaId,
    hosts,
  };
}

function listHosts({ type, hosts }: CertificateInput): readonly string[] {
  if (type === 'qwac') return hosts.length === 0 ? ['localhost'] : hosts;
  if (hosts.length === 0) return [];
  throw new Fault('USAGE', '--san only works with --type qwac. A seal has no host names.', {
    hint: 'Add --type qwac, or remove --san.',
  });
}

function getAuthorityName(ncaId: string): string {
  if (ncaId === HERE.ncaId) return HERE.ncaName;
  throw new Fault('INPUT_MISSING', `Missing: the name of the authority ${ncaId}.`, {
    missing: ['--nca-name'],
    hint: "Add --nca-name with the authority's name in Latin letters.",
  });
}

/** The maximum length of a commonName in X.520. */
const LONGEST_NAME = 64;

function truncateName(name: string): string {
  return [...name].slice(0, LONGEST_NAME).join('').trim();
}

interface Term {
  /** Milliseconds since 1970. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** True if the validity exceeds the issuer's. */
  readonly isOutside: boolean;
}

const USUAL_DAYS = 365;

/**
 * Parses the validity of a new certificate. By default from a day ago, for clocks that are behind, and for a year, but
 * not beyond its issuer's.
 * @throws Fault INPUT_INVALID
 * @see C-cert-create-term
 */
export function parseValidity(
  { notBefore, notAfter, days }: Pick<CertificateInput, 'notBefore' | 'notAfter' | 'days'>,
  { now, issuer }: { readonly now: number; readonly issuer: Pick<Certificate, 'notBefore' | 'notAfter'> },
): Term {
  const begin = notBefore === undefined ? undefined : parseTime('--not-before', notBefore);
  const start = begin ?? Math.floor((now - DAY_MS) / 1000) * 1000;
  const end =
    (notAfter === undefined ? undefined : parseTime('--not-after', notAfter)) ??
    (days === undefined ? undefined : (begin ?? now) + days * DAY_MS) ??
    computeDefaultEnd(begin ?? now, issuer.notAfter);
  if (end < start) {
    throw new Fault('INPUT_INVALID', "The certificate would expire before it's valid.", {
      hint: 'Set --not-after later than --not-before.',
    });
  }
  const rounded = Math.floor(end / 1000) * 1000;
  return {
    notBefore: start,
    notAfter: rounded,
    isOutside: start < issuer.notBefore || rounded > issuer.notAfter,
  };
}

function computeDefaultEnd(from: number, issuerEnd: number): number {
  const end = from + USUAL_DAYS * DAY_MS;
  return issuerEnd > from && issuerEnd < end ? issuerEnd : end;
}

function parseTime(flag: string, text: string): number {
  const time = parseInstant(text) ?? parseInstant(`${text}T00:00:00Z`);
  if (time !== undefined) return time;
  throw new Fault('INPUT_INVALID', `${flag} ${JSON.stringify(text)} isn't a date or a time.`, {
    hint: 'Use 2027-06-30, or a time with Z or an offset: 2027-06-30T12:00:00Z.',
  });
}
