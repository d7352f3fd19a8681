import { createPublicKey } from 'node:crypto';
import { der, derOid } from '../../support/der-writer.ts';
import { rsaKeys, spkiOf } from '../../support/keys.ts';
import {
  AI,
  authority,
  CA_SERIAL,
  curveKeys,
  ISSUER,
  keysOf,
  PI,
  pemOf,
  person,
  psd2Statement,
  statements,
  tpp,
  withoutPsd2,
} from './people.ts';
import { paying, type Row, reading, usual } from './row.ts';
import { base64, type Person } from './signer.ts';

/** The certificate that was sent: how it was written, which one it was, what stands in it. */

export const FORMAT = 'certificate-format';
export const LOOSE = 'valid-with-warning';
export const QC = 'certificate-qc-malformed';
export const sent = (change: (pem: string, as: Person) => string | undefined) => ({
  sent: (as: Person) => change(pemOf(as.certificate), as),
});
export const by = (as: Person) => paying({ as });
export const stated = (given: Uint8Array | null) => by(person({ statements: given }));
export const info = (given: Parameters<typeof psd2Statement>[0]) => stated(statements(psd2Statement(given)));
const other = person({ keys: rsaKeys('other'), serial: 0x5c01ab7e21f09d34n });
const renewed = person({ keys: rsaKeys('other'), serial: 0x6d12n });
const web = person({ keys: rsaKeys('other'), serial: 0x3e77c1n, isWeb: true });
export const small = person({ keys: keysOf(1024), serial: 0x99n });
const big = keysOf(3072);
export const spki = pemOf(spkiOf(rsaKeys()), 'PUBLIC KEY');
export const pkcs8 = () => tpp.key.export({ type: 'pkcs8', format: 'der' });
/** A request for a certificate: only its outline, as the label and the DER say what it is. */
export const request = () => {
  const inner = der(0x30, der(0x02, Buffer.from([0])), der(0x30), spkiOf(rsaKeys()), der(0xa0));
  return der(
    0x30,
    inner,
    der(0x30, derOid('1.2.840.113549.1.1.11'), der(0x05)),
    der(0x03, Buffer.alloc(257)),
  );
};
const curve = () => {
  const keys = curveKeys();
  return {
    ...person({
      keys: {
        privateKey: rsaKeys().privateKey,
        publicKey: createPublicKey(keys.publicKey.export({ type: 'spki', format: 'pem' })),
      },
    }),
    key: keys.privateKey,
  };
};
export const short = (by: number) => sent((_, as) => base64(as.certificate).slice(0, by));

export const CERTIFICATES: readonly Row[] = [
  usual('elliptic-curve certificate', { ...by(curve()), algorithm: 'rsa-sha256' }, FORMAT, 'ec-key'),
  usual('RSA of 1024 bits', by(small), FORMAT, 'key-size'),
  usual(
    'signed with the key of the QWAC',
    { as: { ...tpp, key: web.key }, ...targetOnly() },
    'key-mismatch',
    undefined,
  ),
  usual(
    "the CA's certificate sent, keyId right",
    { as: tpp, ...targetOnly(), sent: () => base64(authority()) },
    'key-mismatch',
    'ca-certificate',
    { also: caFaults() },
  ),
  usual(
    "the CA's certificate sent, keyId from it",
    {
      as: tpp,
      ...targetOnly(),
      sent: () => base64(authority()),
      keyId: () => `SN=${CA_SERIAL.toString(16).toUpperCase()},CA=${ISSUER}`,
    },
    'key-mismatch',
    'ca-certificate',
    { also: caFaults() },
  ),
  usual('QWAC and its key', by(web), 'certificate-type', undefined),
  usual(
    'renewed key, old certificate sent',
    { as: { ...tpp, key: renewed.key }, ...targetOnly(), keyId: () => `SN=6D12,CA=${ISSUER}` },
    'key-mismatch',
    undefined,
    { also: ['keyid-mismatch'] },
  ),
  usual(
    'renewed certificate sent, old key',
    { as: { ...renewed, key: tpp.key }, ...targetOnly() },
    'key-mismatch',
    undefined,
  ),
  usual(
    'key of 3072 bits, certificate of 2048',
    { as: { ...tpp, key: big.privateKey }, ...targetOnly() },
    ['key-mismatch'],
    undefined,
  ),
  usual(
    'another certificate of the same key in keyId',
    { as: tpp, ...targetOnly(), keyId: () => `SN=${other.serial.toString(16).toUpperCase()},CA=${ISSUER}` },
    'keyid-mismatch',
    'other-certificate',
  ),
  usual(
    'expired',
    by(person({ from: '230301000000Z', until: '250301000000Z' })),
    'certificate-expired',
    undefined,
  ),
  usual('not yet valid', by(person({ from: '280301000000Z' })), 'certificate-not-yet-valid', undefined),
  usual('no qcStatements', stated(null), 'certificate-no-psd2', undefined),
  usual('qcStatements without PSD2', stated(withoutPsd2()), 'certificate-no-psd2', undefined),
  usual('account information only, a payment made', info({ roles: [AI] }), 'certificate-role', undefined),
  usual(
    'payment initiation only, accounts read',
    reading({ as: person({ statements: statements(psd2Statement({ roles: [PI] })) }) }),
    'certificate-role',
    undefined,
  ),
  usual('flat roles: one sequence holds all pairs', info({ isFlat: true }), QC, 'flat-roles'),
  usual('statement not wrapped', stated(psd2Statement()), QC, 'unwrapped'),
  usual('roles as SET', info({ rolesTag: 0x31 }), QC, 'set'),
  usual('role names as PrintableString', info({ stringTag: 0x13 }), QC, 'string-type'),
  usual('PSP_AI under the OID of PSP_PI', info({ roles: [[PI[0], 'PSP_AI']] }), QC, 'name-oid-mismatch', {
    also: ['certificate-role'],
  }),
  usual('authority NO-FINANSTILSYNET written NOFSA', info({ ncaId: 'NOFSA' }), QC, 'ncaid'),
  usual('authority PSDNO-FSA', info({ ncaId: 'PSDNO-FSA-1' }), QC, 'ncaid'),
];

export function targetOnly() {
  const { as: _, ...rest } = paying();
  return rest;
}

export function caFaults(): string[] {
  return [
    'certificate-no-psd2',
    'certificate-type',
    'keyid-mismatch/ca-serial',
    'keyid-mismatch',
    'certificate-role',
  ];
}
