import { rsaKeys, spkiOf } from '../../support/keys.ts';
import { FORMAT, LOOSE, pkcs8, request, sent, short, spki } from './certificates.ts';
import { authority, pemOf, tpp } from './people.ts';
import { type Row, usual } from './row.ts';
import { base64 } from './signer.ts';

/** The header of the certificate written otherwise. */
export const CERTIFICATES_SENT: readonly Row[] = [
  usual(
    'no certificate',
    sent(() => undefined),
    'certificate-missing',
    undefined,
  ),
  usual(
    'certificate in X-Client-Certificate',
    { ...sent(() => undefined), with: { 'X-Client-Certificate': base64(tpp.certificate) } },
    'certificate-missing',
    undefined,
  ),
  usual('cut at 1000 characters', short(1000), 'certificate-unparseable', undefined),
  usual('cut at 255 characters', short(255), 'certificate-unparseable', undefined),
  usual(
    'PEM on one line',
    sent((pem) => pem.replaceAll('\n', '')),
    LOOSE,
    'pem-one-line',
  ),
  usual(
    'PEM with blanks for newlines',
    sent((pem) => pem.trim().replaceAll('\n', ' ')),
    LOOSE,
    'pem-spaces',
  ),
  usual(
    'PEM with tabs (nginx $ssl_client_cert)',
    sent((pem) => pem.trim().replaceAll('\n', '\t')),
    LOOSE,
    'pem-spaces',
  ),
  usual(
    'Base64 lines joined by blanks',
    sent((pem) =>
      pem
        .replace(/-----[^-]+-----/g, '')
        .trim()
        .replaceAll('\n', ' '),
    ),
    LOOSE,
    'pem-spaces',
  ),
  usual(
    'PEM with backslash n',
    sent((pem) => pem.replaceAll('\n', '\\n')),
    FORMAT,
    'literal-newline',
  ),
  usual(
    'PEM with backslash r backslash n',
    sent((pem) => pem.replaceAll('\n', '\\r\\n')),
    FORMAT,
    'literal-newline',
  ),
  usual(
    'Base64 of PEM',
    sent((pem) => base64(pem)),
    LOOSE,
    'base64-of-pem',
  ),
  usual(
    'base64url',
    sent((_, as) => as.certificate.toString('base64url')),
    LOOSE,
    'base64url',
  ),
  usual(
    'percent-encoded Base64',
    sent((_, as) => encodeURIComponent(base64(as.certificate))),
    LOOSE,
    'percent-encoded',
  ),
  usual(
    'percent-encoded PEM (nginx, AWS ALB)',
    sent((pem) => encodeURIComponent(pem)),
    LOOSE,
    'percent-encoded',
  ),
  usual(
    'percent-encoded PEM, + and / left',
    sent((pem) => encodeURI(pem).replaceAll('%0A', '%0A')),
    LOOSE,
    'percent-encoded',
  ),
  usual(
    'certificate and CA, PEM after PEM',
    sent((pem) => (pem + pemOf(authority())).replaceAll('\n', ' ')),
    FORMAT,
    'several',
    { also: ['certificate-format-tolerated/pem-spaces'] },
  ),
  usual(
    'private key',
    sent(() => base64(pkcs8())),
    FORMAT,
    'private-key',
  ),
  usual(
    'private key as PEM',
    sent(() => pemOf(pkcs8(), 'PRIVATE KEY').replaceAll('\n', ' ')),
    FORMAT,
    'private-key',
  ),
  usual(
    'public key',
    sent(() => base64(spkiOf(rsaKeys()))),
    'certificate-unparseable',
    'public-key',
  ),
  usual(
    'public key as PEM',
    sent(() => spki.replaceAll('\n', ' ')),
    'certificate-unparseable',
    'public-key',
  ),
  usual(
    'request for a certificate',
    sent(() => base64(request())),
    'certificate-unparseable',
    'csr',
  ),
  usual(
    'request for a certificate as PEM',
    sent(() => pemOf(request(), 'CERTIFICATE REQUEST').replaceAll('\n', ' ')),
    'certificate-unparseable',
    'csr',
  ),
];
