import { generateKeyPairSync, sign } from 'node:crypto';
import type { Certificate } from '../certificates/certificate.ts';
import { decodeDer, TAG } from '../certificates/der.ts';
import { readOid } from '../certificates/der-values.ts';
import {
  der,
  derBitString,
  derExtension,
  derOid,
  derSequence,
  derText,
} from '../certificates/issue/der-writer.ts';
import { OID } from '../certificates/oids.ts';
import { readCertificate } from '../certificates/read.ts';

/** The parts of a certificate to change, as DER. */
export interface Change {
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
