import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { derExtension, derUtcTime } from '../../support/der-certificate.ts';
import { der, derInteger, derName, derOid } from '../../support/der-writer.ts';
import { rsaKeys, spkiOf } from '../../support/keys.ts';
import type { Person } from './signer.ts';

/** Certificates of TPPs and their CA, written octet by octet, with whatever fault a CA has been seen to make. */

const text = (tag: number, value: string) => der(tag, Buffer.from(value));
const list = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const SHA256_WITH_RSA = list(derOid('1.2.840.113549.1.1.11'), der(0x05));

const AUTHORITY = derName([
  [['2.5.4.6', 0x13, 'NO']],
  [['2.5.4.10', 0x0c, 'Nordic Trust Services AS']],
  [['2.5.4.97', 0x0c, 'NTRNO-987654321']],
  [['2.5.4.3', 0x0c, 'Nordic Trust Qualified Seal CA G2']],
]);
export const ORGID_HEX = `#0c0f${Buffer.from('NTRNO-987654321').toString('hex')}`;
export const ISSUER = `CN=Nordic Trust Qualified Seal CA G2,2.5.4.97=${ORGID_HEX},O=Nordic Trust Services AS,C=NO`;

/** A CA with a comma and letters beyond ASCII in its name. */
export const NORTHERN = {
  name: derName([
    [['2.5.4.6', 0x13, 'NO']],
    [['2.5.4.10', 0x0c, 'Nordlys Tillit, Avd. Tromsø']],
    [['2.5.4.3', 0x0c, 'Nordlys Seal CA']],
  ]),
  text: 'CN=Nordlys Seal CA,O=Nordlys Tillit\\, Avd. Tromsø,C=NO',
};
/** The same without letters beyond ASCII. */
export const WITH_COMMA = {
  name: derName([
    [['2.5.4.6', 0x13, 'NO']],
    [['2.5.4.10', 0x0c, 'Nordic Trust, Inc.']],
    [['2.5.4.3', 0x0c, 'Seal CA 1']],
  ]),
  text: 'CN=Seal CA 1,O=Nordic Trust\\, Inc.,C=NO',
};

const SUBJECT_NAME = derName([
  [['2.5.4.6', 0x13, 'NO']],
  [['2.5.4.10', 0x0c, 'Fjord Pay AS']],
  [['2.5.4.97', 0x0c, 'PSDNO-FSA-9182736']],
  [['2.5.4.3', 0x0c, 'Fjord Pay Seal']],
]);

export type Role = readonly [oid: string, name: string];
export const PI: Role = ['0.4.0.19495.1.2', 'PSP_PI'];
export const AI: Role = ['0.4.0.19495.1.3', 'PSP_AI'];
const NCA = 'The Financial Supervisory Authority of Norway';
const COMPLIANCE = list(derOid('0.4.0.1862.1.1'));
const type = (oid: string) => list(derOid('0.4.0.1862.1.6'), list(derOid(oid)));

export interface Statement {
  readonly roles?: readonly Role[];
  /** Of the list of roles: 31 is a SET. */
  readonly rolesTag?: number;
  readonly isFlat?: boolean;
  readonly stringTag?: number;
  readonly ncaId?: string;
}

export function psd2Info({
  roles = [PI, AI],
  rolesTag = 0x30,
  isFlat = false,
  stringTag = 0x0c,
  ncaId = 'NO-FSA',
}: Statement = {}) {
  const pairs = roles.map(([oid, name]) => [derOid(oid), text(stringTag, name)]);
  const inner = isFlat ? [list(...pairs.flat())] : pairs.map((pair) => list(...pair));
  return list(der(rolesTag, ...inner), text(0x0c, NCA), text(0x0c, ncaId));
}

export const psd2Statement = (given?: Statement) => list(derOid('0.4.0.19495.2'), psd2Info(given));

interface Wanted {
  readonly keys?: { readonly privateKey: KeyObject; readonly publicKey: KeyObject };
  readonly serial?: bigint;
  readonly from?: string;
  readonly until?: string;
  /** The value of qcStatements; null for none. */
  readonly statements?: Uint8Array | null;
  readonly isWeb?: boolean;
  /** The CA's name, DER, and as RFC 2253 writes it. */
  readonly by?: { readonly name: Buffer; readonly text: string };
}

const SEAL = '0.4.0.1862.1.6.2';
const WEB = '0.4.0.1862.1.6.3';

export function statements(psd2: Uint8Array = psd2Statement(), isWeb = false): Buffer {
  return list(COMPLIANCE, type(isWeb ? WEB : SEAL), psd2);
}

function certificateOf(
  spki: Uint8Array,
  wanted: Wanted,
  name: Uint8Array,
  extensions: readonly Uint8Array[],
): Buffer {
  const signed = list(
    der(0xa0, derInteger(2n)),
    derInteger(wanted.serial ?? 1n),
    SHA256_WITH_RSA,
    wanted.by?.name ?? AUTHORITY,
    list(derUtcTime(wanted.from ?? '250301000000Z'), derUtcTime(wanted.until ?? '440301000000Z')),
    name,
    spki,
    der(0xa3, list(...extensions)),
  );
  const signature = sign('sha256', signed, rsaKeys('ca').privateKey);
  return list(signed, SHA256_WITH_RSA, der(0x03, Buffer.from([0]), signature));
}

export const SERIAL = 0x4b8f0c2a91d6e7f3n;

/** A seal, or what goes for one. */
export function person(wanted: Wanted = {}): Person {
  const { keys = rsaKeys(), serial = SERIAL, isWeb = false } = wanted;
  const usage = isWeb ? [5, 0xa0] : [6, 0xc0];
  const qc = wanted.statements === undefined ? statements(psd2Statement(), isWeb) : wanted.statements;
  const certificate = certificateOf(spkiOf(keys), { ...wanted, serial }, SUBJECT_NAME, [
    derExtension('2.5.29.19', list(), true),
    derExtension('2.5.29.15', der(0x03, Buffer.from(usage)), true),
    ...(isWeb
      ? [derExtension('2.5.29.37', list(derOid('1.3.6.1.5.5.7.3.1'), derOid('1.3.6.1.5.5.7.3.2')))]
      : []),
    ...(qc === null ? [] : [derExtension('1.3.6.1.5.5.7.1.3', qc)]),
  ]);
  return { key: keys.privateKey, certificate, serial, issuer: wanted.by?.text ?? ISSUER };
}

export const CA_SERIAL = 0x77aa01fen;

/** The CA's own certificate, DER. */
export function authority(): Buffer {
  return certificateOf(spkiOf(rsaKeys('ca')), { serial: CA_SERIAL }, AUTHORITY, [
    derExtension('2.5.29.19', list(der(0x01, Buffer.from([0xff]))), true),
    derExtension('2.5.29.15', der(0x03, Buffer.from([1, 0x06])), true),
  ]);
}

/** A request for a certificate (RFC 2986 4.2), DER. */
export function requestFor({ key }: Person): Buffer {
  const asked = list(
    derInteger(0n),
    SUBJECT_NAME,
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    der(0xa0),
  );
  return list(asked, SHA256_WITH_RSA, der(0x03, Buffer.from([0]), sign('sha256', asked, key)));
}

export const pemOf = (certificate: Buffer, label = 'CERTIFICATE') =>
  `-----BEGIN ${label}-----\n${(certificate.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END ${label}-----\n`;

const sized = new Map<number, ReturnType<typeof generateKeyPairSync>>();
/** A key of another size than the usual 2048 bits. */
export function keysOf(modulusLength: number) {
  const keys = sized.get(modulusLength) ?? generateKeyPairSync('rsa', { modulusLength });
  sized.set(modulusLength, keys);
  return keys as unknown as { privateKey: KeyObject; publicKey: KeyObject };
}

export const curveKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
export const tpp = person();
