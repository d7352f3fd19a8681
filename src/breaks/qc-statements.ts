import type { Certificate, Psd2Role, Psd2Statement } from '../certificates/certificate.ts';
import { decodeDer, TAG } from '../certificates/der.ts';
import { readOid } from '../certificates/der-values.ts';
import { readExtensions } from '../certificates/extensions.ts';
import { der, derBitString, derOid, derSequence, derText } from '../certificates/issue/der-writer.ts';
import { OID, ROLE_OIDS } from '../certificates/oids.ts';
import type { Plan } from './plan.ts';
import type { NewExtension } from './throw-away.ts';

/** What a certificate says of PSD2 when it says nothing itself. */
const USUAL: Psd2Statement = {
  roles: ['PSP_PI', 'PSP_AI'],
  ncaName: 'The Financial Supervisory Authority of Norway',
  ncaId: 'NO-FSA',
};

/** qcStatements with the parts changed that the plan names, the other statements as they were. @see G5-qc-faults */
export function qcStatements(
  certificate: Certificate,
  plan: Plan,
  needed: readonly Psd2Role[],
): NewExtension {
  const psd2 = derSequence(derOid(OID.psd2), psd2Statement(certificate.psd2 ?? USUAL, plan, needed));
  if (plan.statements === 'unwrapped') return { critical: false, value: psd2 };
  const type = plan.usage === 'web-sites' ? OID.qcTypeWeb : OID.qcTypeSeal;
  return {
    critical: false,
    value: derSequence(
      ...otherStatements(certificate),
      derSequence(derOid(OID.qcType), derSequence(derOid(type))),
      ...(plan.statements === 'no-psd2' ? [] : [psd2]),
    ),
  };
}

/** @see ETSI TS 119 495 5.1 */
function psd2Statement(statement: Psd2Statement, plan: Plan, needed: readonly Psd2Role[]): Buffer {
  const roles = plan.roles?.(needed) ?? statement.roles;
  const stringTag = plan.stringTag ?? TAG.utf8String;
  const pairs = roles.map((role) => [
    derOid([...ROLE_OIDS].find(([, name]) => name === role)?.[0] ?? ''),
    derText(stringTag, plan.roleName?.(role) ?? role),
  ]);
  const list = plan.roleList === 'flat' ? pairs.flat() : pairs.map((pair) => derSequence(...pair));
  return derSequence(
    der(plan.roleList === 'set' ? TAG.set : TAG.sequence, ...list),
    derText(stringTag, statement.ncaName),
    derText(stringTag, plan.ncaId ?? statement.ncaId),
  );
}

function otherStatements(certificate: Certificate): Uint8Array[] {
  const fields = decodeDer(certificate.der).children[0]?.children ?? [];
  const given = readExtensions(fields.find(({ tag }) => tag === 0xa3)).get(OID.qcStatements);
  if (given === undefined) return [derSequence(derOid(OID.qcCompliance))];
  const changed: readonly string[] = [OID.qcType, OID.psd2];
  return decodeDer(given.value)
    .children.filter(
      ({ children: [id] }) => id?.tag === TAG.oid && !changed.includes(readOid(id, 'a qcStatement')),
    )
    .map((statement) => statement.der);
}

/** The extensions of a certificate for web sites (RFC 5280 4.2.1, ETSI EN 319 412-4). */
export function webExtensions(): readonly (readonly [id: string, extension: NewExtension])[] {
  const name = der(DNS_NAME, Buffer.from('tpp.example.test'));
  return [
    [OID.keyUsage, { critical: true, value: derBitString(Buffer.from([SIGNS_AND_ENCIPHERS]), 5) }],
    [OID.extKeyUsage, { critical: false, value: derSequence(derOid(OID.serverAuth), derOid(CLIENT_AUTH)) }],
    [OID.subjectAltName, { critical: false, value: derSequence(name) }],
  ];
}

/** The extensions of a certification authority (RFC 5280 4.2.1.9). */
export function authorityExtensions(): readonly (readonly [id: string, extension: NewExtension])[] {
  const isAuthority = derSequence(der(TAG.boolean, Buffer.from([0xff])));
  return [
    [OID.basicConstraints, { critical: true, value: isAuthority }],
    [OID.keyUsage, { critical: true, value: derBitString(Buffer.from([SIGNS_CERTIFICATES]), 1) }],
  ];
}

/** keyCertSign and cRLSign. */
const SIGNS_CERTIFICATES = 0b0000_0110;
/** digitalSignature and keyEncipherment. */
const SIGNS_AND_ENCIPHERS = 0b1010_0000;
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';
const DNS_NAME = 0x82;
