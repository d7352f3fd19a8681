import { createHash } from 'node:crypto';
import { arriving, bodyWithPlus, FORMAT, hashed, label, MISMATCH, moved, pretty, sorted } from './digests.ts';
import { BODY, CREATE, paying, type Row, rare } from './row.ts';
import { base64, sha256 } from './signer.ts';

/** The same, as few send them. */
export const RARE_DIGESTS: readonly Row[] = [
  rare('indented by three when hashed', hashed(pretty(3)), MISMATCH, 'reserialised'),
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
    'sorted and indented when hashed',
    hashed((body) => JSON.stringify(sorted(JSON.parse(body.toString())), null, 2)),
    MISMATCH,
    ['key-order', 'reserialised'],
  ),
  rare(
    'indented and with a newline when hashed (jq)',
    hashed((body) => `${pretty(2)(body)}\n`),
    MISMATCH,
    ['reserialised', 'missing-newline'],
  ),
  rare(
    'a member moved to the end when hashed',
    hashed((body) => moved(JSON.parse(body.toString()))),
    MISMATCH,
    'key-order',
  ),
  rare(
    'amount as a number when hashed',
    hashed((body) => body.toString().replace('"1250.00"', '1250.00')),
    MISMATCH,
    ['unknown', 'reserialised'],
  ),
  rare(
    'UTF-16 hashed',
    hashed((body) => Buffer.from(body.toString(), 'utf16le')),
    MISMATCH,
    ['latin1', 'encoded', 'unknown'],
  ),
  rare(
    'hash of the form field around the JSON',
    hashed((body) => new URLSearchParams({ payload: body.toString() }).toString()),
    MISMATCH,
    ['encoded', 'unknown'],
  ),
  rare(
    'members with null left out when sent',
    {
      body: BODY.replace('{', '{"purposeCode":null,'),
      ...arriving((body) => body.toString().replace('"purposeCode":null,', '')),
    },
    MISMATCH,
    ['unknown', 'reserialised'],
  ),
  rare(
    'SHA-512 in SHA-256 form: upper hex',
    { digest: (bytes) => label(sha256(bytes).toString('hex').toUpperCase()) },
    [MISMATCH, FORMAT],
    ['hex', undefined],
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
    '+ of the hash became a blank',
    { body: bodyWithPlus(), digest: (bytes) => label(base64(sha256(bytes)).replaceAll('+', ' ')) },
    FORMAT,
    [undefined, 'base64url'],
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
  rare(
    'edited body with the other target',
    {
      ...paying({ target: `${CREATE}?x=1` }),
      ...arriving((body) => body.toString().replace('Storgata', 'Lillegata')),
    },
    MISMATCH,
    'unknown',
  ),
];
