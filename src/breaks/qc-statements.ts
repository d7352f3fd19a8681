import type { Certificate, Psd2Role, Psd2Statement } from '../certificates/certificate.ts';
import { decodeDer, TAG } from '../certificates/der.ts';
import { readOid } from '../certificates/der-values.ts';
import { readExtensions } from '../certificates/extensions.ts';
import { derBitString, derOid, derSequence, derText } from '../certificates/issue/der-writer.ts';
import { subjectAltName } from '../certificates/issue/tls-hosts.ts';
import { OID, ROLE_OIDS } from '../certificates/oids.ts';
import type { NewExtension } from './reissue.ts';

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
export function readQcParts(certificate: Certificate, qcType: string, needed: readonly Psd2Role[]): QcParts {
  const fields = decodeDer(certificate.der).children[0]?.children ?? [];
  const given = readExtensions(fields.find(({ tag }) => tag === 0xa3)).get(OID.qcStatements);
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
