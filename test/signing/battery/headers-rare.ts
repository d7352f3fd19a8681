import { FORMAT, header, moved, NORWEGIAN, octets, WORD, word } from './headers.ts';
import { type Row, rare } from './row.ts';
import { base64 } from './signer.ts';

/** The same, as few send them. */
export const RARE_HEADERS: readonly Row[] = [
  rare(
    'quoted-printable encoded-word',
    header(
      (value) => `=?utf-8?Q?${value.replaceAll('=', '=3D').replaceAll('?', '=3F').replaceAll(' ', '_')}?=`,
    ),
    'valid-with-warning',
    undefined,
  ),
  rare(
    'raw UTF-8 issuer',
    { keyId: () => octets(`SN=4B8F0C2A91D6E7F3,CA=${NORWEGIAN}`) },
    ['keyid-mismatch'],
    ['unknown', 'other-certificate'],
    { also: ['encoded-word-format/raw'] },
  ),
  rare(
    'quotes of HTML',
    header((value) => value.replaceAll('"', '&quot;')),
    FORMAT,
    [undefined, 'unquoted'],
  ),
  rare(
    'percent-encoded whole',
    header((value) => encodeURIComponent(value)),
    FORMAT,
    [undefined, 'unquoted'],
  ),
  rare(
    'Base64 of the whole, without a wrapper',
    header((value) => base64(value)),
    [FORMAT, WORD],
    [undefined, 'unquoted', 'unterminated'],
  ),
  rare(
    'colons for equals signs',
    header((value) => value.replace(/(keyId|algorithm|headers|signature)=/g, '$1:')),
    FORMAT,
    undefined,
  ),
  rare(
    'quotes around the whole',
    header((value) => `"${value}"`),
    FORMAT,
    [undefined, 'backslash-quotes', 'unquoted'],
  ),
  rare(
    'signature parameter left out',
    header((_, p) => `keyId="${p.keyId}",algorithm="${p.algorithm}",headers="${p.headers}"`),
    [FORMAT, 'signature-length', 'signature-encoding'],
    [undefined, 'cut-short', 'empty'],
  ),
  rare(
    'headers empty',
    header((value, p) => value.replace(`headers="${p.headers}"`, 'headers=""')),
    ['headers-format', 'headers-missing'],
    undefined,
    { also: ['required-header-not-signed', 'signature-invalid/line-added'] },
  ),
  rare(
    'two blanks between names',
    header((value, p) => value.replace(p.headers, p.headers.replaceAll(' ', '  '))),
    ['headers-format', 'valid-with-warning', 'valid'],
    undefined,
  ),
  rare(
    '(created) listed with its parameter',
    {
      names: (usual) => ['(created)', ...usual],
      lines: (all) => [['(created)', '1810026942'], ...all],
      ...header((value) => value.replace(',headers=', ',created=1810026942,headers=')),
    },
    ['listed-header-absent', 'headers-format', FORMAT, 'valid', 'valid-with-warning', 'algorithm-unexpected'],
    [undefined, 'unquoted'],
    { also: ['signature-header-format', 'listed-header-absent', 'signature-invalid/line-added'] },
  ),
  rare(
    '(created) and (expires) listed with quoted parameters',
    {
      names: (usual) => ['(created)', '(expires)', ...usual],
      lines: (all) => [['(created)', '1810026942'], ['(expires)', '1810027242'], ...all],
      ...header((value) => value.replace(',headers=', ',created="1810026942",expires="1810027242",headers=')),
    },
    ['listed-header-absent', 'headers-format', FORMAT, 'valid', 'valid-with-warning', 'algorithm-unexpected'],
    undefined,
    { also: ['listed-header-absent', 'signature-invalid/line-added'] },
  ),
  rare(
    'smart quotes of a German keyboard',
    header((value) => octets(value.replace(/"([^"]*)"/g, '„$1“'))),
    FORMAT,
    'smart-quotes',
  ),
  rare(
    'encoded-word cut at 76 by a mailer',
    header((value) => word(value).slice(0, 76)),
    WORD,
    'unterminated',
  ),
  rare('Proxy-Authorization', moved('Proxy-Authorization', 'Signature '), 'signature-missing', [
    undefined,
    'in-authorization-header',
  ]),
  rare(
    'a name listed twice, and signed twice',
    { names: (all) => [...all, 'date'] },
    'headers-format',
    undefined,
  ),
  rare('an empty list, and nothing signed', { names: () => [] }, 'headers-format', undefined),
];
