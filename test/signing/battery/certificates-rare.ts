import { FORMAT, info, LOOSE, QC, sent, small, stated, targetOnly } from './certificates.ts';
import { psd2Info, tpp } from './people.ts';
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
  rare(
    'UTF-16 of the PEM in Base64',
    sent((pem) => Buffer.from(pem, 'utf16le').toString('base64')),
    ['certificate-unparseable', LOOSE],
    [undefined, 'base64-of-pem'],
  ),
];
