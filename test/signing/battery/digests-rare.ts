import { createHash } from 'node:crypto';
import { arriving, FORMAT, hashed, label, MISMATCH, moved, pretty } from './digests.ts';
import { BODY, type Row, rare } from './row.ts';
import { base64, sha256 } from './signer.ts';

/** The same, as few send them. */
export const RARE_DIGESTS: readonly Row[] = [
  rare('one blank per indentation when hashed', hashed(pretty(1)), MISMATCH, 'reserialised'),
  rare(
    'Newtonsoft: indented with CRLF when hashed',
    hashed((body) => pretty(2)(body).replaceAll('\n', '\r\n')),
    MISMATCH,
    ['reserialised', 'crlf'],
  ),
  rare(
    'Jackson: blanks before colons when hashed',
    hashed((body) => pretty(2)(body).replaceAll('": ', '" : ')),
    MISMATCH,
    'reserialised',
  ),
  rare(
    'a member moved to the end when hashed',
    hashed((body) => moved(JSON.parse(body.toString()))),
    MISMATCH,
    'key-order',
  ),
  rare(
    'UTF-16 hashed',
    hashed((body) => Buffer.from(body.toString(), 'utf16le')),
    MISMATCH,
    ['latin1', 'encoded', 'unknown'],
  ),
  rare(
    'NFD letters when sent',
    { body: BODY.replace('Bjørn', 'Åse'), ...arriving((body) => body.toString().normalize('NFD')) },
    MISMATCH,
    ['unknown', 'latin1', 'reserialised'],
  ),
  rare(
    'body cut at 256 bytes',
    arriving((body) => body.subarray(0, 256)),
    MISMATCH,
    ['body-lost'],
  ),
  rare(
    'two digests in one header',
    {
      digest: (bytes) =>
        `${label(base64(sha256(bytes)))},SHA-512=${createHash('sha512').update(bytes).digest('base64')}`,
    },
    ['valid', FORMAT, 'valid-with-warning'],
    undefined,
  ),
];
