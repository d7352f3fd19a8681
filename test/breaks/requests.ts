import { issueSeal } from '../../src/certificates/issue.ts';
import { writePem } from '../../src/certificates/pem.ts';
import type { HttpRequest } from '../../src/message.ts';
import { createSigner, type Signer, type SignOptions } from '../../src/signing/sign.ts';
import { derCertificate, derExtension } from '../support/der-certificate.ts';
import { der, derName, type WrittenAttribute } from '../support/der-writer.ts';
import { rsaKeys, spkiOf } from '../support/keys.ts';
import { certificateOf } from '../support/read-certificate.ts';

/** Requests of different shape and the TPPs that sign them, for the generator of broken requests. */

export const AT = Date.UTC(2027, 2, 9, 13, 5, 7);
const TERM = { notBefore: AT - 30 * 86_400_000, notAfter: AT + 300 * 86_400_000 };
const caKeys = rsaKeys('ca');
const keys = rsaKeys('own');

function signerOf(issuer: readonly (readonly WrittenAttribute[])[], serial: bigint): Signer {
  const isCa = derExtension('2.5.29.19', der(0x30, der(0x01, Buffer.from([0xff]))), true);
  const ca = derCertificate({ spki: spkiOf(caKeys), subject: derName(issuer), extensions: [isCa] });
  const pem = issueSeal({
    ...TERM,
    serial,
    caCertificate: writePem({ label: 'CERTIFICATE', der: ca }),
    caKey: caKeys.privateKey,
    publicKey: keys.publicKey,
    organizationIdentifier: 'PSDNO-FSA-424242',
    organizationName: 'Brygga Betaling AS',
    commonName: 'Brygga Seal',
    country: 'NO',
    roles: ['PSP_PI', 'PSP_AI'],
    ncaName: 'The Financial Supervisory Authority of Norway',
    ncaId: 'NO-FSA',
  });
  return createSigner(keys.privateKey, certificateOf(pem));
}

/** The bank's own authority has one part; real ones have several, and letters beyond ASCII. */
export const plainSigner = signerOf([[['2.5.4.3', 0x0c, 'Seal Authority']]], 0x6d5e4f3a2bn);
const foreignSigner = signerOf(
  [
    [['2.5.4.6', 0x13, 'NO']],
    [['2.5.4.10', 0x0c, 'Ærlig Tillit, Skøyen AS']],
    [['2.5.4.97', 0x0c, 'NTRNO-313131313']],
    [['2.5.4.3', 0x0c, 'Ærlig Utsteder #2']],
  ],
  0x90n,
);

export interface Shape {
  readonly name: string;
  readonly request: HttpRequest;
  readonly signer: Signer;
  readonly options: SignOptions;
}

const HOST = ['Host', 'api.bank.example'] as const;
const NOTHING = Buffer.alloc(0);

export const payment: Shape = {
  name: 'a payment of a named PSU',
  request: {
    method: 'POST',
    target: '/psd2-base/v1/payments/norwegian-domestic-credit-transfers?note=sm%C3%B8r%20og%20br%C3%B8d',
    headers: [
      HOST,
      ['Content-Type', 'application/json'],
      ['X-Request-ID', '3e8f3b52-77aa-4a3c-8d09-5b1f0c6e4d21'],
      ['PSU-ID', '1f9a7d30-22c4-4b8e-9f51-aa0b6c3d7e88'],
      ['TPP-Redirect-URI', 'https://tpp.example/done?to=a%2Fb'],
    ],
    body: Buffer.from('{"amount":{"currency":"NOK","value":"10.50"},"to":{"name":"Grønn Åker","no":7}}'),
  },
  signer: plainSigner,
  options: { date: AT },
};

export const SHAPES: readonly Shape[] = [
  payment,
  {
    name: 'a read without a body',
    request: {
      method: 'GET',
      target: '/v1/accounts',
      headers: [HOST, ['X-Request-ID', '6a1c2f0e-90b1-4e7d-8f3a-0c9d8e7f6a5b']],
      body: NOTHING,
    },
    signer: plainSigner,
    options: { date: AT },
  },
  {
    name: 'a text of an unnamed operation, without any header',
    request: {
      method: 'PUT',
      target: '/notes/1',
      headers: [],
      body: Buffer.from('first line\nsecond line\n'),
    },
    signer: plainSigner,
    options: { date: AT, digestAlgorithm: 'SHA-512' },
  },
  {
    name: 'indented JSON with Windows line ends and (request-target)',
    request: {
      method: 'POST',
      target: '/v1/bank-offered-consents?a=1',
      headers: [
        ['date', 'Tue, 09 Mar 2027 13:05:00 GMT'],
        ['psu-corporate-id', 'corp-31'],
        ['x-request-id', '0d3e2f1a-5b4c-4d6e-8f70-91a2b3c4d5e6'],
        HOST,
      ],
      body: Buffer.from('{\r\n  "z": [1, 2.50, "€ \\u00e6"],\r\n  "a": {}\r\n}\r\n'),
    },
    signer: plainSigner,
    options: { date: AT, requestTarget: true },
  },
  {
    name: 'a payment under an issuer beyond ASCII',
    request: { ...payment.request, body: Buffer.from('{}') },
    signer: foreignSigner,
    options: { date: AT, emptyBodyDigest: true },
  },
];
