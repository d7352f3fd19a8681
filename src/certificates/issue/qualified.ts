/** What makes a certificate a qualified one. @see G5-psd2-statement */
import { checkText, refusal, type SealRequest } from '../issue-request.ts';
import { OID, ROLE_OIDS } from '../oids.ts';
import { type Asn1, constructed, ia5, oid, printable, sequence, tagged, utf8 } from './forge-asn1.ts';

/** Names that are reserved (RFC 2606): nothing is behind them. */
const PDS_URL = 'https://ca.example.test/pds_en.pdf';
const CRL_URL = 'http://ca.example.test/ca.crl';
const OCSP_URL = 'http://ocsp.example.test';
const CA_URL = 'http://ca.example.test/ca.cer';

/** uniformResourceIdentifier of GeneralName (RFC 5280 4.2.1.6). */
const URI = 6;

/** QcType, the claim of a secure device, and the certificate policies, which must agree (EN 319 412-2, 5.2). */
const KINDS = {
  seal: { type: OID.qcTypeSeal, isOnDevice: true, policies: [OID.policyLegalQscd] },
  web: { type: OID.qcTypeWeb, isOnDevice: false, policies: [OID.policyWeb, OID.policyWebPsd2] },
} as const;

export type QualifiedKind = keyof typeof KINDS;

/** certificatePolicies, cRLDistributionPoints, authorityInfoAccess and qcStatements, none critical. */
export function qualifiedExtensions(
  kind: QualifiedKind,
  request: SealRequest,
): { id: string; value: Asn1 }[] {
  const policies = KINDS[kind].policies.map((policy) => sequence(oid(policy)));
  const fullName = constructed(0, constructed(0, uri(CRL_URL)));
  const access = sequence(
    sequence(oid(OID.accessOcsp), uri(OCSP_URL)),
    sequence(oid(OID.accessCaIssuers), uri(CA_URL)),
  );
  return [
    { id: OID.certificatePolicies, value: sequence(...policies) },
    { id: OID.crlDistributionPoints, value: sequence(sequence(fullName)) },
    { id: OID.authorityInfoAccess, value: access },
    { id: OID.qcStatements, value: qcStatements(kind, request) },
  ];
}

/**
 * @see ETSI EN 319 412-5, ETSI TS 119 495
 * @see G5-issue-qwac
 */
function qcStatements(kind: QualifiedKind, { roles, ncaName, ncaId }: SealRequest): Asn1 {
  const { type, isOnDevice } = KINDS[kind];
  const written = [...ROLE_OIDS].filter(([, role]) => roles.includes(role));
  if (written.length === 0) throw refusal('roles is empty');
  return sequence(
    sequence(oid(OID.qcCompliance)),
    ...(isOnDevice ? [sequence(oid(OID.qcSscd))] : []),
    sequence(oid(OID.qcType), sequence(oid(type))),
    sequence(oid(OID.qcPds), sequence(sequence(ia5(PDS_URL), printable('en')))),
    sequence(
      oid(OID.psd2),
      sequence(
        sequence(...written.map(([role, name]) => sequence(oid(role), utf8(name)))),
        utf8(checkText('ncaName', ncaName, 256)),
        utf8(checkText('ncaId', ncaId, 256)),
      ),
    ),
  );
}

function uri(text: string): Asn1 {
  return tagged(URI, Buffer.from(text, 'latin1'));
}
