/** Certificates as a test wants them, wrong ones too: built by hand and signed by node:crypto. */
import { constants, generateKeyPairSync, type KeyObject, type SignKeyObjectInput, sign } from 'node:crypto';
import { derExtension } from './der-certificate.ts';
import { der, derInteger, derName, derOid, type WrittenAttribute } from './der-writer.ts';

export interface Keys {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

export const rsaKeys = (bits = 2048): Keys => generateKeyPairSync('rsa', { modulusLength: bits });
export const ecKeys = (namedCurve = 'prime256v1'): Keys => generateKeyPairSync('ec', { namedCurve });
export const edKeys = (): Keys => generateKeyPairSync('ed25519');

/** Somebody who has a key and a name, and so can sign certificates. */
export interface Party {
  readonly keys: Keys;
  readonly name: Uint8Array;
}

export type Algorithm = keyof typeof ALGORITHMS;
const NULL = der(0x05);
const rsa = (hash: string, oid: string) => ({ hash, identifier: der(0x30, derOid(oid), NULL), options: {} });
const ec = (hash: string, oid: string) => ({ hash, identifier: der(0x30, derOid(oid)), options: {} });

/** RSASSA-PSS-params with one hash for all. */
function pss(hash: string, oid: string, saltLength: number) {
  const ofHash = der(0x30, derOid(oid), NULL);
  const mask = der(0x30, derOid('1.2.840.113549.1.1.8'), ofHash);
  const parameters = der(
    0x30,
    ...[der(0xa0, ofHash), der(0xa1, mask), der(0xa2, derInteger(BigInt(saltLength)))],
  );
  const identifier = der(0x30, derOid('1.2.840.113549.1.1.10'), parameters);
  return { hash, identifier, options: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength } };
}

const ALGORITHMS = {
  'rsa-sha256': rsa('sha256', '1.2.840.113549.1.1.11'),
  'rsa-sha1': rsa('sha1', '1.2.840.113549.1.1.5'),
  'rsa-md5': rsa('md5', '1.2.840.113549.1.1.4'),
  'rsa-sha3': rsa('sha3-256', '2.16.840.1.101.3.4.3.14'),
  'rsa-pss': pss('sha256', '2.16.840.1.101.3.4.2.1', 32),
  'rsa-pss-sha1': pss('sha1', '1.3.14.3.2.26', 20),
  'ec-sha256': ec('sha256', '1.2.840.10045.4.3.2'),
  'ec-sha384': ec('sha384', '1.2.840.10045.4.3.3'),
  'ec-sha1': ec('sha1', '1.2.840.10045.4.1'),
  ed25519: { hash: null, identifier: der(0x30, derOid('1.3.101.112')), options: {} },
} as const;

export interface Wanted {
  readonly issuer: Party;
  readonly subject: Party;
  readonly serial?: bigint;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** Default: by the issuer's key, with SHA-256. */
  readonly algorithm?: Algorithm;
  /** In the signed part, where that isn't the one beside it. */
  readonly innerAlgorithm?: Algorithm;
  readonly extensions?: readonly Uint8Array[];
  /** In the field of the extensions, behind their list. */
  readonly afterExtensions?: readonly Uint8Array[];
  /** Fields behind the extensions. */
  readonly afterFields?: readonly Uint8Array[];
  /** Changes the signature after it was made. */
  readonly spoil?: (signature: Buffer) => Buffer;
}

export function makeCertificate(wanted: Wanted): Buffer {
  const { issuer, subject, serial = 5n, from, to, extensions = [], spoil = (same) => same } = wanted;
  const { afterExtensions = [], afterFields = [] } = wanted;
  const byKey = { rsa: 'rsa-sha256', ec: 'ec-sha256', ed25519: 'ed25519' } as const;
  const kind = issuer.keys.privateKey.asymmetricKeyType as keyof typeof byKey;
  const algorithm = ALGORITHMS[wanted.algorithm ?? byKey[kind]];
  const inner = ALGORITHMS[wanted.innerAlgorithm ?? wanted.algorithm ?? byKey[kind]];
  const signed = der(
    0x30,
    der(0xa0, derInteger(2n)),
    derInteger(serial),
    inner.identifier,
    issuer.name,
    der(0x30, time(from), time(to)),
    subject.name,
    subject.keys.publicKey.export({ type: 'spki', format: 'der' }),
    ...(extensions.length === 0 ? [] : [der(0xa3, der(0x30, ...extensions), ...afterExtensions)]),
    ...afterFields,
  );
  const key: SignKeyObjectInput = { key: issuer.keys.privateKey, ...algorithm.options };
  const signature = spoil(sign(algorithm.hash, signed, key));
  return der(0x30, signed, algorithm.identifier, der(0x03, Buffer.from([0]), signature));
}

function time(at: number): Buffer {
  return der(0x18, Buffer.from(new Date(at).toISOString().replaceAll(/[-:T]|\.\d+/g, '')));
}

export const commonName = (text: string, tag = 0x0c): WrittenAttribute => ['2.5.4.3', tag, text];
export const named = (text: string, tag?: number): Buffer => derName([[commonName(text, tag)]]);

/** A TPP's name. */
export const tppName = (organizationIdentifier?: string): Buffer =>
  derName([
    [['2.5.4.6', 0x13, 'NO']],
    [['2.5.4.10', 0x0c, 'Test TPP AS']],
    ...(organizationIdentifier === undefined
      ? []
      : [[['2.5.4.97', 0x0c, organizationIdentifier] as WrittenAttribute]]),
    [commonName('Test TPP AS')],
  ]);

const TRUE = der(0x01, Buffer.from([0xff]));

export const basicConstraints = (isCa: boolean, pathLength?: number): Buffer =>
  derExtension(
    '2.5.29.19',
    der(0x30, ...(isCa ? [TRUE] : []), ...(pathLength === undefined ? [] : [derInteger(BigInt(pathLength))])),
    true,
  );

/** Bits of keyUsage: digitalSignature 0x80, nonRepudiation 0x40, keyCertSign 0x04, cRLSign 0x02. */
export const keyUsage = (bits: number): Buffer =>
  derExtension('2.5.29.15', der(0x03, Buffer.from([1, bits])), true);

export const CA_EXTENSIONS = [basicConstraints(true), keyUsage(0x06)];
const ROLES = { PSP_AS: 1, PSP_PI: 2, PSP_AI: 3 } as const;

/** qcStatements with the PSD2 statement. */
export function qcStatements(
  type: 'seal' | 'web' | 'none',
  roles: readonly (keyof typeof ROLES)[] = ['PSP_PI', 'PSP_AI'],
): Buffer {
  const utf8 = (text: string) => der(0x0c, Buffer.from(text));
  const role = (name: keyof typeof ROLES) => der(0x30, derOid(`0.4.0.19495.1.${ROLES[name]}`), utf8(name));
  const psd2 = der(
    0x30,
    der(0x30, ...roles.map(role)),
    utf8('The Financial Supervisory Authority of Norway'),
    utf8('NO-FSA'),
  );
  const qcType = type === 'seal' ? '0.4.0.1862.1.6.2' : '0.4.0.1862.1.6.3';
  return derExtension(
    '1.3.6.1.5.5.7.1.3',
    der(
      0x30,
      der(0x30, derOid('0.4.0.1862.1.1')),
      ...(type === 'none' ? [] : [der(0x30, derOid('0.4.0.1862.1.6'), der(0x30, derOid(qcType)))]),
      der(0x30, derOid('0.4.0.19495.2'), psd2),
    ),
  );
}

const SERVER = '1.3.6.1.5.5.7.3.1';
const CLIENT = '1.3.6.1.5.5.7.3.2';

export const purposes = (...named: readonly ('server' | 'client')[]): Buffer =>
  derExtension('2.5.29.37', der(0x30, ...named.map((name) => derOid(name === 'server' ? SERVER : CLIENT))));
