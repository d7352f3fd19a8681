import { by, caFaults, FORMAT, info, LOOSE, QC, sent, small, stated, targetOnly } from './certificates.ts';
import { authority, pemOf, person, psd2Info, tpp } from './people.ts';
import { type Row, rare } from './row.ts';
import { base64 } from './signer.ts';

/** The same, as few send them. */
export const RARE_CERTIFICATES: readonly Row[] = [
  rare(
    'hexadecimal of the DER',
    sent((_, as) => as.certificate.toString('hex')),
    'certificate-unparseable',
    undefined,
  ),
  rare(
    'empty value',
    sent(() => ''),
    ['certificate-missing', 'certificate-unparseable'],
    undefined,
  ),
  rare(
    'quotes around the Base64',
    sent((_, as) => `"${base64(as.certificate)}"`),
    ['certificate-unparseable', FORMAT, LOOSE],
    undefined,
  ),
  rare(
    'thumbprint for the certificate',
    sent(() => 'A1B2C3D4E5F60718293A4B5C6D7E8F9001122334'),
    'certificate-unparseable',
    undefined,
  ),
  rare(
    'two certificates separated by a comma',
    sent((_, as) => `${base64(as.certificate)},${base64(authority())}`),
    [FORMAT, 'certificate-unparseable'],
    ['several', undefined],
  ),
  rare(
    'several, CA first',
    sent((pem) => (pemOf(authority()) + pem).replaceAll('\n', ' ')),
    [FORMAT],
    'several',
    { also: ['key-mismatch', 'keyid-mismatch', 'certificate-format-tolerated/pem-spaces', ...caFaults()] },
  ),
  rare(
    'only the PSD2 value where the statements should stand',
    stated(psd2Info()),
    [QC, 'certificate-no-psd2'],
    ['unwrapped', undefined],
  ),
  rare('string type of one role, flat too', info({ stringTag: 0x16, isFlat: true }), QC, [
    'string-type',
    'flat-roles',
  ]),
  rare(
    'key of 1024 bits signed for a certificate of 2048',
    { as: { ...tpp, key: small.key }, ...targetOnly() },
    ['key-mismatch', 'signature-length'],
    [undefined],
  ),
  rare('the QWAC of the same key sent', by(person({ isWeb: true })), 'certificate-type', undefined),
  rare(
    'UTF-16 of the PEM in Base64',
    sent((pem) => Buffer.from(pem, 'utf16le').toString('base64')),
    ['certificate-unparseable', LOOSE],
    [undefined, 'base64-of-pem'],
  ),
];
