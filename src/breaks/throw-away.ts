import {
  generateKeyPairSync,
  type KeyObject,
  type KeyPairKeyObjectResult,
  randomBytes,
  sign,
} from 'node:crypto';
import type { Certificate } from '../certificates/certificate.ts';
import { type DerNode, decodeDer, TAG } from '../certificates/der.ts';
import { readOid } from '../certificates/der-values.ts';
import {
  der,
  derBitString,
  derExtension,
  derOid,
  derPositive,
  derSequence,
  derText,
  derTime,
} from '../certificates/issue/der-writer.ts';
import { OID } from '../certificates/oids.ts';
import { readCertificate } from '../certificates/read.ts';

/**
 * Certificates that no honest issuer would make: a given one with a part changed, signed by an authority that is
 * made for it and thrown away. Whoever checks that signature too finds it wrong.
 */

/** What is changed; every part is DER. */
export interface Change {
  readonly term?: { readonly notBefore: number; readonly notAfter: number };
  /** SubjectPublicKeyInfo. */
  readonly holder?: Buffer;
  /** The issuer gets an organizationIdentifier more. */
  readonly issuerPart?: boolean;
  /** Extensions in place of those of the same number; undefined takes one away. */
  readonly extensions?: ReadonlyMap<string, NewExtension | undefined>;
}

export interface NewExtension {
  readonly critical: boolean;
  readonly value: Buffer;
}

const VERSION = 0xa0;
const EXTENSIONS = 0xa3;
const ATTRIBUTES = 0xa0;

export class ThrowAwayAuthority {
  readonly serial = BigInt(`0x7${randomBytes(7).toString('hex')}`);
  /** Made when it is first needed. */
  private get keys() {
    this.pair ??= generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return this.pair;
  }
  private pair: KeyPairKeyObjectResult | undefined;

  reissue(certificate: Certificate, { term, holder, issuerPart, extensions }: Change): Certificate {
    const { serial, issuer, validity, subject, publicKey, extensions: given } = fieldsOf(certificate);
    const changed = given.filter(({ id }) => extensions?.has(id) !== true).map(({ encoding }) => encoding);
    for (const [id, extension] of extensions ?? []) {
      if (extension !== undefined) changed.push(derExtension(id, extension.value, extension));
    }
    return readBack(
      this.sign(
        der(VERSION, derPositive(2n)),
        serial,
        ALGORITHM,
        issuerPart === true ? withPart(issuer) : issuer,
        term === undefined ? validity : derSequence(derTime(term.notBefore), derTime(term.notAfter)),
        subject,
        holder ?? publicKey,
        der(EXTENSIONS, derSequence(...changed)),
      ),
    );
  }

  /** The authority's own certificate, under the name of the issuer of another. */
  certificateFor(certificate: Certificate): Buffer {
    const { issuer, validity } = fieldsOf(certificate);
    const isAuthority = derSequence(der(TAG.boolean, Buffer.from([0xff])));
    return this.sign(
      der(VERSION, derPositive(2n)),
      derPositive(this.serial),
      ALGORITHM,
      issuer,
      validity,
      issuer,
      this.keys.publicKey.export({ type: 'spki', format: 'der' }),
      der(EXTENSIONS, derSequence(derExtension(OID.basicConstraints, isAuthority, { critical: true }))),
    );
  }

  /** A request for a certificate like another (RFC 2986 4.2); nobody checks who signed it. */
  requestFor(certificate: Certificate): Buffer {
    const { subject, publicKey } = fieldsOf(certificate);
    return this.sign(derPositive(0n), subject, publicKey, der(ATTRIBUTES));
  }

  /** AuthorityKeyIdentifier with name and serial number of the issuer (RFC 5280 4.2.1.1). */
  keyIdentifierFor(certificate: Certificate): NewExtension {
    const issuer = der(AUTHORITY_ISSUER, der(DIRECTORY_NAME, fieldsOf(certificate).issuer));
    const number = decodeDer(derPositive(this.serial)).bytes;
    return { critical: false, value: derSequence(issuer, der(AUTHORITY_SERIAL, number)) };
  }

  private sign(...fields: readonly Uint8Array[]): Buffer {
    const signed = derSequence(...fields);
    return derSequence(signed, ALGORITHM, derBitString(sign('sha256', signed, this.keys.privateKey)));
  }
}

const AUTHORITY_ISSUER = 0xa1;
const AUTHORITY_SERIAL = 0x82;
const DIRECTORY_NAME = 0xa4;
const ALGORITHM = derSequence(derOid(OID.ecdsaWithSha256));

interface Fields {
  readonly serial: Uint8Array;
  readonly issuer: Uint8Array;
  readonly validity: Uint8Array;
  readonly subject: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly extensions: readonly { readonly id: string; readonly encoding: Uint8Array }[];
}

/** The fields of a certificate that has been read, so that they are known to be there. */
function fieldsOf({ der: encoding }: Certificate): Fields {
  const all = decodeDer(encoding).children[0]?.children ?? [];
  const [serial, , issuer, validity, subject, publicKey] = all.filter(({ tag }) => tag !== VERSION);
  const extensions = all.find(({ tag }) => tag === EXTENSIONS)?.children[0]?.children ?? [];
  return {
    serial: bytesOf(serial),
    issuer: bytesOf(issuer),
    validity: bytesOf(validity),
    subject: bytesOf(subject),
    publicKey: bytesOf(publicKey),
    extensions: extensions.map((node) => ({
      id: readOid(node.children[0], 'the name of an extension'),
      encoding: node.der,
    })),
  };
}

function bytesOf(node: DerNode | undefined): Uint8Array {
  return node?.der ?? new Uint8Array();
}

/** An identifier of the form of ETSI EN 319 412-1 5.1.4, of nobody. */
const IDENTIFIER = 'NTRNO-000000000';

function withPart(name: Uint8Array): Buffer {
  const attribute = derSequence(derOid(OID.organizationIdentifier), derText(TAG.utf8String, IDENTIFIER));
  return derSequence(...decodeDer(name).children.map((rdn) => rdn.der), der(TAG.set, attribute));
}

function readBack(encoding: Buffer): Certificate {
  const reading = readCertificate(encoding);
  if (!reading.ok) throw new Error(`Can't read a certificate issued here: ${reading.reason}.`);
  return reading.certificate;
}

/** One key a length and process: making one takes long, and nothing depends on it but that it is another. */
const SPARE_KEYS = new Map<string, KeyObject>();

/** A key of the same kind that belongs to no certificate. */
export function anotherKey(key: KeyObject): KeyObject {
  return key.asymmetricKeyType === 'ec'
    ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    : spareKey('another', key.asymmetricKeyDetails?.modulusLength ?? 2048);
}

/** An RSA key for one purpose. */
export function spareKey(purpose: 'another' | 'short', bits: number): KeyObject {
  const name = `${purpose} ${bits}`;
  const spare = SPARE_KEYS.get(name) ?? generateKeyPairSync('rsa', { modulusLength: bits }).privateKey;
  SPARE_KEYS.set(name, spare);
  return spare;
}
