import { COMPACT, type JsonLayout, readJsonText, writeJsonText } from '../signing/json-text.ts';
import { withoutBody } from './content.ts';
import type { Way, Ways } from './plan.ts';

/**
 * Digest and body that do not belong together: what was hashed, and what is sent. The body stays as it was given
 * where the fault allows.
 * @see G4-digest-mismatch
 */
export const BODY_WAYS: Ways = {
  'digest-mismatch/reserialised': hashOther(
    'Hashes the body, then reformats its JSON with other spaces.',
    writeOtherLayout,
    'a JSON body with a member or an element',
  ),
  'digest-mismatch/trailing-newline': {
    summary: 'Hashes the body without the newline it ends with.',
    plan: { content: (body) => ({ hashed: body, sent: Buffer.concat([body, NEWLINE]) }) },
    lack: withoutBody,
  },
  'digest-mismatch/latin1': hashOther(
    'Hashes the body in ISO 8859-1.',
    inLatin1,
    'a body with characters beyond ASCII',
  ),
  'digest-mismatch/hex': {
    summary: 'Writes the hash in hexadecimal instead of Base64.',
    plan: { hashText: (hash) => hash.toString('hex') },
    takes: ['hashAlphabet'],
    needs: { digest: true },
  },
};

const NEWLINE = Buffer.from('\n');

/** `change` gives what is hashed of a body; undefined where it changes nothing, so that the request lacks something. */
export function hashOther(summary: string, change: (body: Buffer) => Buffer | undefined, lack: string): Way {
  return {
    summary,
    plan: { content: (body) => ({ hashed: change(body) ?? body, sent: body }) },
    lack: ({ request }) => (change(Buffer.from(request.body)) === undefined ? lack : undefined),
  };
}

const LAYOUTS: readonly JsonLayout[] = [
  { ...COMPACT, comma: ', ', colon: ': ' },
  { indent: '  ', comma: ',', colon: ': ', newline: '\n' },
  COMPACT,
];

/** Writes the JSON in a layout that differs from the one sent by more than its newlines. */
function writeOtherLayout(body: Buffer): Buffer | undefined {
  const sent = body.toString('utf8');
  const value = readJsonText(sent);
  const withoutNewlines = (written: string) => written.replaceAll(/[\r\n]/g, '');
  const other = LAYOUTS.map((layout) => value && writeJsonText(value, layout)).find(
    (written) => written !== undefined && withoutNewlines(written) !== withoutNewlines(sent),
  );
  return other === undefined ? undefined : Buffer.from(other);
}

/** Takes what isn't UTF-8 for ISO 8859-1 already, and encodes it as UTF-8. */
function inLatin1(body: Buffer): Buffer | undefined {
  if (body.every((octet) => octet < 0x80)) return undefined;
  const text = body.toString('utf8');
  if (!Buffer.from(text).equals(body)) return Buffer.from(body.toString('latin1'));
  return Buffer.from(text.replaceAll(/[\u{100}-\u{10ffff}]/gu, '?'), 'latin1');
}
