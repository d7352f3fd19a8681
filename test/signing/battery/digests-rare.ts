import { createHash } from 'node:crypto';
import { arriving, hashed, label, moved, pretty } from './digests.ts';
import { BODY, type Row, rare } from './row.ts';
import { base64, sha256 } from './signer.ts';

/** The same, as few send them. */
export const RARE_DIGESTS: readonly Row[] = rare({
  'digest-mismatch/reserialised': {
    'one blank per indentation when hashed': hashed(pretty(1)),
    'Jackson: blanks before colons when hashed': hashed((body) => pretty(2)(body).replaceAll('": ', '" : ')),
  },
  'digest-mismatch/reserialised|crlf': {
    'Newtonsoft: indented with CRLF when hashed': hashed((body) => pretty(2)(body).replaceAll('\n', '\r\n')),
  },
  'digest-mismatch/key-order': {
    'a member moved to the end when hashed': hashed((body) => moved(JSON.parse(body.toString()))),
  },
  'digest-mismatch/latin1|encoded|unknown': {
    'UTF-16 hashed': hashed((body) => Buffer.from(body.toString(), 'utf16le')),
  },
  'digest-mismatch/unknown|latin1|reserialised': {
    'NFD letters when sent': {
      body: BODY.replace('Bjørn', 'Åse'),
      ...arriving((body) => body.toString().normalize('NFD')),
    },
  },
  'digest-mismatch/body-lost': { 'body cut at 256 bytes': arriving((body) => body.subarray(0, 256)) },
  'valid|digest-format|valid-with-warning': {
    'two digests in one header': {
      digest: (bytes) =>
        `${label(base64(sha256(bytes)))},SHA-512=${createHash('sha512').update(bytes).digest('base64')}`,
    },
  },
});
