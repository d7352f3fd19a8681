import { createPublicKey } from 'node:crypto';
import { rsaKeys } from '../../support/keys.ts';
import { authority, curveKeys, keysOf, PI, pemOf, person, psd2Statement, statements, tpp } from './people.ts';
import { paying, type Row, reading, usual } from './row.ts';
import { base64, type Person } from './signer.ts';

/** The certificate that was sent: how it was written, which one it was, what stands in it. */

export const sent = (change: (pem: string, as: Person) => string | undefined) => ({
  sent: (as: Person) => change(pemOf(as.certificate), as),
});
export const by = (as: Person) => paying({ as });
export const stated = (given: Uint8Array | null) => by(person({ statements: given }));
export const info = (given: Parameters<typeof psd2Statement>[0]) => stated(statements(psd2Statement(given)));
export const small = person({ keys: keysOf(1024), serial: 0x99n });
export const pkcs8 = () => tpp.key.export({ type: 'pkcs8', format: 'der' });
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

export const CERTIFICATES: readonly Row[] = usual({
  'certificate-format/ec-key': { 'elliptic-curve certificate': { ...by(curve()), algorithm: 'rsa-sha256' } },
  'key-mismatch/ca-certificate': {
    "the CA's certificate sent, keyId right": [
      { as: tpp, ...targetOnly(), sent: () => base64(authority()) },
      { also: caFaults() },
    ],
  },
  'certificate-expired': { expired: by(person({ from: '230301000000Z', until: '250301000000Z' })) },
  'certificate-not-yet-valid': { 'not yet valid': by(person({ from: '280301000000Z' })) },
  'certificate-no-psd2': { 'no qcStatements': stated(null) },
  'certificate-role': {
    'payment initiation only, accounts read': reading({
      as: person({ statements: statements(psd2Statement({ roles: [PI] })) }),
    }),
  },
  'certificate-qc-malformed/flat-roles': {
    'flat roles: one sequence holds all pairs': info({ isFlat: true }),
  },
});

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
