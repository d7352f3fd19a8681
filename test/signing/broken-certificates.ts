import { generateKeyPairSync } from 'node:crypto';
import { writePem } from '../../src/certificates/pem.ts';
import { derCertificate, derExtension } from '../support/der-certificate.ts';
import { derInteger, derName, der as derOf, derOid } from '../support/der-writer.ts';
import { rsaPublicKey, spkiOf } from '../support/keys.ts';
import { base64, type Case, certificate, der, other, pem, tpp } from './broken.ts';

const ecKey = spkiOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }));
const shortKey = spkiOf({ publicKey: rsaPublicKey(1024) });
/** As openssl req makes it, but for who signed it. */
const request = derOf(
  0x30,
  derOf(0x30, derInteger(0n), derName([[['2.5.4.3', 0x0c, 'Test TPP Seal']]]), spkiOf(tpp), derOf(0xa0)),
  derOf(0x30, derOid('1.2.840.113549.1.1.11')),
  derOf(0x03, Buffer.alloc(257)),
);
const privateDer = other.privateKey.export({ type: 'pkcs8', format: 'der' });

export const certificateCases: Case[] = [
  ['certificate-missing', undefined, certificate(undefined)],
  ['certificate-unparseable', undefined, certificate(base64.slice(0, -40))],
  ['certificate-unparseable', undefined, certificate('hello')],
  ['certificate-unparseable', 'csr', certificate(request.toString('base64'))],
  ['certificate-unparseable', 'csr', certificate(writePem({ label: 'CERTIFICATE REQUEST', der: request }))],
  ['certificate-unparseable', 'public-key', certificate(spkiOf(tpp).toString('base64'))],
  ['certificate-unparseable', 'public-key', certificate(writePem({ label: 'PUBLIC KEY', der: spkiOf(tpp) }))],
  ['key-mismatch', 'ca-certificate', certificate(Buffer.from(tpp.ca.der).toString('base64'))],
  ['certificate-format', 'literal-newline', certificate(pem.replaceAll('\n', '\\n'))],
  ['certificate-format', 'several', certificate(`${pem} ${pem}`.replaceAll('\n', ' '))],
  ['certificate-format', 'several', certificate(`${base64},${base64}`)],
  [
    'certificate-format',
    'several',
    certificate(Buffer.concat([der, Buffer.from(tpp.ca.der)]).toString('base64')),
  ],
  ['certificate-format', 'private-key', certificate(privateDer.toString('base64'))],
  [
    'certificate-format',
    'private-key',
    certificate(`${writePem({ label: 'PRIVATE KEY', der: privateDer })}${pem}`.replaceAll('\n', ' ')),
  ],
  ['certificate-format', 'ec-key', certificate(derCertificate({ spki: ecKey }).toString('base64'))],
  ['certificate-format', 'key-size', certificate(derCertificate({ spki: shortKey }).toString('base64'))],
  ['certificate-format-tolerated', 'pem-one-line', certificate(pem.replaceAll('\n', ''))],
  ['certificate-format-tolerated', 'pem-spaces', certificate(pem.replaceAll('\n', ' '))],
  ['certificate-format-tolerated', 'pem-spaces', certificate(base64.replaceAll(/.{64}/g, '$& '))],
  ['certificate-format-tolerated', 'base64-of-pem', certificate(Buffer.from(pem).toString('base64'))],
  ['certificate-format-tolerated', 'base64url', certificate(der.toString('base64url'))],
  ['certificate-format-tolerated', 'percent-encoded', certificate(encodeURIComponent(base64))],
  ['certificate-format-tolerated', 'percent-encoded', certificate(encodeURIComponent(pem))],
];

const PSD2 = '1.3.6.1.5.5.7.1.3';
const spki = tpp.publicKey.export({ type: 'spki', format: 'der' });
const empty = derCertificate({ spki, extensions: [derExtension(PSD2, Buffer.from('3000', 'hex'))] });
export const contentsCases: Case[] = [
  ['certificate-expired', undefined, {}, { at: Date.UTC(2046, 0, 1) }],
  ['certificate-not-yet-valid', undefined, {}, { at: Date.UTC(2024, 0, 1) }],
  ['certificate-no-psd2', undefined, certificate(empty.toString('base64'))],
  ['certificate-role', undefined, {}, { role: 'PSP_AS' }],
  ['certificate-role', undefined, {}, { role: ['PSP_AS', 'PSP_IC'] }],
];
