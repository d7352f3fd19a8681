import { info, sent, small, stated, targetOnly } from './certificates.ts';
import { psd2Info, tpp } from './people.ts';
import { type Row, rare } from './row.ts';
import { base64 } from './signer.ts';

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
