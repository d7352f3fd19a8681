import type { Certificate } from '../../certificates/certificate.ts';
import { attributeText } from '../../certificates/distinguished-name.ts';
import type { QwacRequest } from '../../certificates/issue-request.ts';
import { OID } from '../../certificates/oids.ts';
import { Fault } from '../../errors.ts';
import type { CertificateInput } from './shapes.ts';

/** Whom a certificate is for, in the words of its request. */
export type Party = Pick<
  QwacRequest,
  'organizationIdentifier' | 'organizationName' | 'commonName' | 'country' | 'ncaName' | 'ncaId' | 'hosts'
>;

/** `PSD`, country, authority, number. @see ETSI TS 119 495 5.2.1 */
const AUTHORIZATION = /^PSD([A-Z]{2})-([A-Z]{2,8})-(.+)$/;
const NCA_ID = /^[A-Z]{2}-[A-Z]{2,8}$/;
/** The Norwegian authority, whose name needs no flag. @see G5-organization-identifier */
const HERE = { ncaId: 'NO-FSA', ncaName: 'The Financial Supervisory Authority of Norway' } as const;

/** What of a request says whom it is for. */
type PartyInput = Pick<CertificateInput, 'type' | 'hosts'> & Partial<CertificateInput>;

/**
 * What is not given is taken from the identifier, else from the profile's own certificate.
 * @throws Fault INPUT_INVALID, INPUT_MISSING
 * @see C-cert-create-party
 */
export function partyOf(input: PartyInput, own: Certificate): Party {
  const organizationIdentifier = input.organizationIdentifier ?? own.organizationIdentifier ?? '';
  const [, country = '', authority = '', number = ''] = AUTHORIZATION.exec(organizationIdentifier) ?? [];
  if (number === '') {
    throw new Fault(
      'INPUT_INVALID',
      `${JSON.stringify(organizationIdentifier)} isn't an authorization number.`,
      {
        hint: 'Use PSD, country, authority and number: --organization-identifier PSDNO-FSA-987654321.',
      },
    );
  }
  const ncaId = input.ncaId ?? `${country}-${authority}`;
  if (!NCA_ID.test(ncaId)) {
    throw new Fault('INPUT_INVALID', `${JSON.stringify(ncaId)} isn't an authority's identifier.`, {
      hint: 'Use a country, a hyphen and 2 to 8 capital letters: --nca-id NO-FSA.',
    });
  }
  const organizationName =
    input.organization ?? attributeText(own.subject, OID.organizationName) ?? 'psd2 TPP';
  const hosts = hostsOf(input);
  return {
    organizationIdentifier,
    organizationName,
    commonName: input.commonName ?? hosts[0] ?? shortened(`${organizationName} ${input.type} ${number}`),
    country: input.country ?? country,
    ncaName: input.ncaName ?? nameOf(ncaId),
    ncaId,
    hosts,
  };
}

function hostsOf({ type, hosts }: PartyInput): readonly string[] {
  if (type === 'qwac') return hosts.length === 0 ? ['localhost'] : hosts;
  if (hosts.length === 0) return [];
  throw new Fault('USAGE', '--san only works with --type qwac. A seal has no host names.', {
    hint: 'Add --type qwac, or remove --san.',
  });
}

function nameOf(ncaId: string): string {
  if (ncaId === HERE.ncaId) return HERE.ncaName;
  throw new Fault('INPUT_MISSING', `Missing: the name of the authority ${ncaId}.`, {
    missing: ['--nca-name'],
    hint: "Add --nca-name with the authority's name in Latin letters.",
  });
}

/** Longest commonName of X.520. */
const LONGEST_NAME = 64;

function shortened(name: string): string {
  return [...name].slice(0, LONGEST_NAME).join('').trim();
}
