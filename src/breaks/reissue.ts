import { generateKeyPairSync, sign } from 'node:crypto';
import { type Certificate, openCertificate, readCertificate } from '../certificates/certificate.ts';
import { decodeDer, readOid, TAG } from '../certificates/der.ts';
import {
  der,
  derBitString,
  derExtension,
  derOid,
  derSequence,
  derText,
} from '../certificates/issue/der-writer.ts';
import { subjectAltName } from '../certificates/issue/tls.ts';
import { OID } from '../certificates/oids.ts';
import type { Psd2Role, Psd2Statement } from '../certificates/qc-statements.ts';
import { ROLE_OIDS } from '../certificates/qc-statements.ts';

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
export function reissueCertificate(certificate: Certificate, change: Change): Certificate {
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
export function readQcParts(certificate: Certificate, qcType: string, needed: readonly Psd2Role[]): QcParts {
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
