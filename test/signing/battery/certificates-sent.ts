import { pkcs8, sent, short } from './certificates.ts';
import { pemOf, tpp } from './people.ts';
import { type Row, usual } from './row.ts';
import { base64 } from './signer.ts';

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
