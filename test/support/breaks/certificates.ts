import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { NewExtension, QcParts, Usage } from '../../../src/breaks/sign-broken.ts';
import type { Certificate } from '../../../src/certificates/certificate.ts';
import { decodeDer, TAG } from '../../../src/certificates/der.ts';
import {
  encodeBitString,
  encodeDer,
  encodeExtension,
  encodeOid,
  encodePositive,
  encodeSequence,
  encodeText,
} from '../../../src/certificates/issue/der-writer.ts';
import { OID } from '../../../src/certificates/oids.ts';
import type { Psd2Role, Psd2Statement } from '../../../src/certificates/qc-statements.ts';
import { ROLE_OIDS } from '../../../src/certificates/qc-statements.ts';

/** Parts of certificates that only the tests' breaks need. */

const VERSION = 0xa0;
const EXTENSIONS = 0xa3;
const ALGORITHM = encodeSequence(encodeOid(OID.ecdsaWithSha256));

const IS_AUTHORITY: NewExtension = {
  critical: true,
  value: encodeSequence(encodeDer(TAG.boolean, Buffer.from([0xff]))),
};

/** A certification authority (RFC 5280 4.2.1.9): keyCertSign and cRLSign. */
export const AUTHORITY: Usage = {
  qcType: OID.qcTypeSeal,
  extensions: [
    [OID.basicConstraints, IS_AUTHORITY],
    [OID.keyUsage, { critical: true, value: encodeBitString(Buffer.from([0b0000_0110]), 1) }],
  ],
};

/** Writes the certificate of an authority under the name of another certificate's issuer. */
export function issuerCertificate(certificate: Certificate): Buffer {
  const { issuer, validity } = fieldsOf(certificate);
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return signFields(
    encodeDer(VERSION, encodePositive(2n)),
    encodePositive(BigInt(`0x7${randomBytes(7).toString('hex')}`)),
    ALGORITHM,
    issuer,
    validity,
    issuer,
    publicKey.export({ type: 'spki', format: 'der' }),
    encodeDer(
      EXTENSIONS,
      encodeSequence(encodeExtension(OID.basicConstraints, IS_AUTHORITY.value, IS_AUTHORITY)),
    ),
  );
}

/** Writes a request for a certificate like another (RFC 2986 4.2), signed by some key. */
export function signingRequest(certificate: Certificate): Buffer {
  const { subject, publicKey } = fieldsOf(certificate);
  return signFields(encodePositive(0n), subject, publicKey, encodeDer(0xa0));
}

/** AuthorityKeyIdentifier with name and serial number of the issuer (RFC 5280 4.2.1.1). */
export function nameIssuerSerial(certificate: Certificate): readonly [id: string, extension: NewExtension] {
  const issuer = encodeDer(0xa1, encodeDer(0xa4, fieldsOf(certificate).issuer));
  const serial = encodeDer(0x82, Buffer.from([0x7f]), randomBytes(7));
  return [OID.authorityKeyIdentifier, { critical: false, value: encodeSequence(issuer, serial) }];
}

function signFields(...fields: readonly Uint8Array[]): Buffer {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signed = encodeSequence(...fields);
  return encodeSequence(signed, ALGORITHM, encodeBitString(sign('sha256', signed, privateKey)));
}

function fieldsOf({ der: encoding }: Certificate) {
  const all = decodeDer(encoding).children[0]?.children ?? [];
  const fields = all.filter(({ tag }) => tag !== VERSION).map((field) => field.der);
  const [, , issuer, validity, subject, publicKey] = fields as [Uint8Array, ...Uint8Array[]];
  return { issuer: issuer!, validity: validity!, subject: subject!, publicKey: publicKey! };
}

interface Writing {
  readonly list?: 'flat' | 'set';
  /** DER tag of the strings in the PSD2 statement. */
  readonly stringTag?: number;
  readonly roleName?: (role: Psd2Role) => string;
}

/** Writes qcStatements with a fault in the PSD2 statement. @see G5-qc-faults */
export function writeStatements({ others, psd2 }: QcParts, writing: Writing = {}): Buffer {
  return encodeSequence(...others, psd2Statement(psd2, writing));
}

/** @see ETSI TS 119 495 5.1 */
export function psd2Statement(statement: Psd2Statement, writing: Writing = {}): Buffer {
  const { list, stringTag = TAG.utf8String, roleName = (role: Psd2Role) => role } = writing;
  const pairs = statement.roles.map((role) => [
    encodeOid([...ROLE_OIDS].find(([, name]) => name === role)?.[0] ?? ''),
    encodeText(stringTag, roleName(role)),
  ]);
  const roles = list === 'flat' ? pairs.flat() : pairs.map((pair) => encodeSequence(...pair));
  return encodeSequence(
    encodeOid(OID.psd2),
    encodeSequence(
      encodeDer(list === 'set' ? TAG.set : TAG.sequence, ...roles),
      encodeText(stringTag, statement.ncaName),
      encodeText(stringTag, statement.ncaId),
    ),
  );
}
