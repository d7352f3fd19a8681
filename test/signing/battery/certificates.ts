import { createPublicKey } from 'node:crypto';
import { rsaKeys } from '../../support/keys.ts';
import {
  authority,
  curveKeys,
  keysOf,
  PI,
  pemOf,
  person,
  psd2Info,
  psd2Statement,
  statements,
  tpp,
} from './people.ts';
import { paying, type Row, rare, reading, usual } from './row.ts';
import { base64, type Person } from './signer.ts';

/** The certificate that was sent: how it was written, which one it was, what stands in it. */

const sent = (change: (pem: string, as: Person) => string | undefined) => ({
  sent: (as: Person) => change(pemOf(as.certificate), as),
});
const by = (as: Person) => paying({ as });
const stated = (given: Uint8Array | null) => by(person({ statements: given }));
const info = (given: Parameters<typeof psd2Statement>[0]) => stated(statements(psd2Statement(given)));
const small = person({ keys: keysOf(1024), serial: 0x99n });
const pkcs8 = () => tpp.key.export({ type: 'pkcs8', format: 'der' });
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
const short = (by: number) => sent((_, as) => base64(as.certificate).slice(0, by));

export const CERTIFICATES: readonly Row[] = usual({
  'certificate-format/ec-key': { 'elliptic-curve certificate': { ...by(curve()), algorithm: 'rsa-sha256' } },
  'key-mismatch/ca-certificate': {
    "the CA's certificate sent, keyId right": [
      { as: tpp, ...targetOnly(), sent: () => base64(authority()) },
      {
        also: [
          'certificate-no-psd2',
          'certificate-type',
          'keyid-mismatch/ca-serial',
          'keyid-mismatch',
          'certificate-role',
        ],
      },
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

function targetOnly() {
  const { as: _, ...rest } = paying();
  return rest;
}

/** The header of the certificate written otherwise. */
export const CERTIFICATES_SENT: readonly Row[] = usual({
  'certificate-missing': {
    'no certificate': sent(() => undefined),
    'certificate in X-Client-Certificate': {
      ...sent(() => undefined),
      with: { 'X-Client-Certificate': base64(tpp.certificate) },
    },
  },
  'certificate-unparseable': { 'cut at 255 characters': short(255) },
  'valid-with-warning/pem-spaces': {
    'Base64 lines joined by blanks': sent((pem) =>
      pem
        .replace(/-----[^-]+-----/g, '')
        .trim()
        .replaceAll('\n', ' '),
    ),
  },
  'certificate-format/private-key': {
    'private key as PEM': sent(() => pemOf(pkcs8(), 'PRIVATE KEY').replaceAll('\n', ' ')),
  },
});

/** The same, as few send them. */
export const RARE_CERTIFICATES: readonly Row[] = rare({
  'certificate-unparseable': { 'hexadecimal of the DER': sent((_, as) => as.certificate.toString('hex')) },
  'certificate-missing|certificate-unparseable': { 'empty value': sent(() => '') },
  'certificate-unparseable|certificate-format|valid-with-warning': {
    'quotes around the Base64': sent((_, as) => `"${base64(as.certificate)}"`),
  },
  'certificate-qc-malformed|certificate-no-psd2/unwrapped|-': {
    'only the PSD2 value where the statements should stand': stated(psd2Info()),
  },
  'certificate-qc-malformed/string-type|flat-roles': {
    'string type of one role, flat too': info({ stringTag: 0x16, isFlat: true }),
  },
  'key-mismatch|signature-length': {
    'key of 1024 bits signed for a certificate of 2048': { as: { ...tpp, key: small.key }, ...targetOnly() },
  },
  'certificate-unparseable|valid-with-warning/-|base64-of-pem': {
    'UTF-16 of the PEM in Base64': sent((pem) => Buffer.from(pem, 'utf16le').toString('base64')),
  },
});
