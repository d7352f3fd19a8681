import { header, moved, NORWEGIAN, octets, word } from './headers.ts';
import { type Row, rare } from './row.ts';
import { base64 } from './signer.ts';

/** The same, as few send them. */
export const RARE_HEADERS: readonly Row[] = rare({
  'valid-with-warning': {
    'quoted-printable encoded-word': header(
      (value) => `=?utf-8?Q?${value.replaceAll('=', '=3D').replaceAll('?', '=3F').replaceAll(' ', '_')}?=`,
    ),
  },
  'keyid-mismatch/unknown|other-certificate': {
    'raw UTF-8 issuer': [
      { keyId: () => octets(`SN=4B8F0C2A91D6E7F3,CA=${NORWEGIAN}`) },
      { also: ['encoded-word-format/raw'] },
    ],
  },
  'signature-header-format/-|unquoted': {
    'quotes of HTML': header((value) => value.replaceAll('"', '&quot;')),
    'percent-encoded whole': header((value) => encodeURIComponent(value)),
  },
  'signature-header-format|encoded-word-format/-|unquoted|unterminated': {
    'Base64 of the whole, without a wrapper': header((value) => base64(value)),
  },
  'signature-header-format': {
    'colons for equals signs': header((value) =>
      value.replace(/(keyId|algorithm|headers|signature)=/g, '$1:'),
    ),
  },
  'signature-header-format/-|backslash-quotes|unquoted': {
    'quotes around the whole': header((value) => `"${value}"`),
  },
  'signature-header-format|signature-length|signature-encoding/-|cut-short|empty': {
    'signature parameter left out': header(
      (_, p) => `keyId="${p.keyId}",algorithm="${p.algorithm}",headers="${p.headers}"`,
    ),
  },
  'headers-format|headers-missing': {
    'headers empty': [
      header((value, p) => value.replace(`headers="${p.headers}"`, 'headers=""')),
      { also: ['required-header-not-signed', 'signature-invalid/line-added'] },
    ],
  },
  'headers-format|valid-with-warning|valid': {
    'two blanks between names': header((value, p) =>
      value.replace(p.headers, p.headers.replaceAll(' ', '  ')),
    ),
  },
  'listed-header-absent|headers-format|signature-header-format|valid|valid-with-warning|algorithm-unexpected/-|unquoted':
    {
      '(created) listed with its parameter': [
        {
          names: (usual) => ['(created)', ...usual],
          lines: (all) => [['(created)', '1810026942'], ...all],
          ...header((value) => value.replace(',headers=', ',created=1810026942,headers=')),
        },
        { also: ['signature-header-format', 'listed-header-absent', 'signature-invalid/line-added'] },
      ],
    },
  'listed-header-absent|headers-format|signature-header-format|valid|valid-with-warning|algorithm-unexpected':
    {
      '(created) and (expires) listed with quoted parameters': [
        {
          names: (usual) => ['(created)', '(expires)', ...usual],
          lines: (all) => [['(created)', '1810026942'], ['(expires)', '1810027242'], ...all],
          ...header((value) =>
            value.replace(',headers=', ',created="1810026942",expires="1810027242",headers='),
          ),
        },
        { also: ['listed-header-absent', 'signature-invalid/line-added'] },
      ],
    },
  'signature-header-format/smart-quotes': {
    'smart quotes of a German keyboard': header((value) => octets(value.replace(/"([^"]*)"/g, '„$1“'))),
  },
  'encoded-word-format/unterminated': {
    'encoded-word cut at 76 by a mailer': header((value) => word(value).slice(0, 76)),
  },
  'signature-missing/-|in-authorization-header': {
    'Proxy-Authorization': moved('Proxy-Authorization', 'Signature '),
  },
  'headers-format': {
    'a name listed twice, and signed twice': { names: (all) => [...all, 'date'] },
    'an empty list, and nothing signed': { names: () => [] },
  },
});
