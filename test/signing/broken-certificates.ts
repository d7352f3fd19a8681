import { generateKeyPairSync } from 'node:crypto';
import { writePem } from '../../src/certificates/pem.ts';
import { derCertificate, derExtension } from '../support/der-certificate.ts';
import { rsaPublicKey, spkiOf } from '../support/keys.ts';
import { base64, type Case, certificate, der, other, pem, tpp } from './broken.ts';

const ecKey = spkiOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }));
const shortKey = spkiOf({ publicKey: rsaPublicKey(1024) });
const privateDer = other.privateKey.export({ type: 'pkcs8', format: 'der' });

export const certificateCases: Case[] = [
  ['certificate-missing', undefined, certificate(undefined)],
  ['certificate-unparseable', undefined, certificate(base64.slice(0, -40))],
  ['certificate-unparseable', undefined, certificate('hello')],
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
