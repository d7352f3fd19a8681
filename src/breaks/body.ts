import { gzipSync } from 'node:zlib';
import {
  COMPACT,
  type JsonLayout,
  type JsonText,
  readJsonText,
  sortMembers,
  writeJsonText,
} from '../signing/json-text.ts';
import { withoutBody } from './content.ts';
import type { Content, Way, Ways } from './plan.ts';

/**
 * Digest and body that do not belong together: what was hashed, and what is sent. The body stays as it was given
 * where the fault allows.
 * @see G4-digest-mismatch
 */
export const BODY_WAYS: Ways = {
  'digest-mismatch/reserialised': json(
    'Hashes the body, then reformats its JSON with other spaces.',
    otherLayout,
    {
      lack: 'a JSON body with a member or an element',
    },
  ),
  'digest-mismatch/trailing-newline': bytes('Hashes the body without the newline it ends with.', (body) => ({
    hashed: body,
    sent: Buffer.concat([body, NEWLINE]),
  })),
  'digest-mismatch/missing-newline': bytes("Hashes a newline after the body that isn't sent.", (body) => ({
    hashed: Buffer.concat([body, NEWLINE]),
    sent: body,
  })),
  'digest-mismatch/crlf': bytes('Hashes the body with different line ends than are sent.', otherLineEnds),
  'digest-mismatch/latin1': text(
    'Hashes the body in ISO 8859-1.',
    inLatin1,
    'a body with characters beyond ASCII',
  ),
  'digest-mismatch/bom': bytes('Hashes a byte order mark before the body.', (body) => ({
    hashed: body.subarray(0, 3).equals(BOM) ? body.subarray(3) : Buffer.concat([BOM, body]),
    sent: body,
  })),
  'digest-mismatch/ascii-escaped': text(
    'Hashes the body with its characters beyond ASCII written as \\u.',
    escaped,
    'a body in UTF-8 with characters beyond ASCII',
  ),
  'digest-mismatch/key-order': json('Hashes the same JSON with its members in another order.', otherOrder, {
    lack: 'a JSON body with two members in one object',
  }),
  'digest-mismatch/content-encoding': bytes('Compresses the body after hashing it.', (body) => ({
    hashed: body,
    sent: gzipSync(body),
    encoding: 'gzip',
  })),
  'digest-mismatch/hex': {
    summary: 'Writes the hash in hexadecimal instead of Base64.',
    plan: { hashText: (hash) => hash.toString('hex') },
    takes: ['hashAlphabet'],
    needs: { digest: true },
  },
  'digest-mismatch/base64-of-hex': {
    summary: "Writes Base64 of the hash's hexadecimal text.",
    plan: { hashText: (hash) => Buffer.from(hash.toString('hex')).toString('base64') },
    needs: { digest: true },
  },
  'digest-mismatch/empty-object': {
    summary: 'Hashes {} when no body is sent, or nothing when {} is sent.',
    plan: { content: (body) => ({ hashed: Buffer.from(body.length === 0 ? '{}' : ''), sent: body }) },
    needs: { digest: true },
    lack: ({ request: { body } }) =>
      /^(?:\s*\{\s*\}\s*)?$/.test(Buffer.from(body).toString('latin1')) ? undefined : 'no body, or {}',
  },
  'digest-mismatch/encoded': bytes('Hashes the Base64 of the body instead of the body.', (body) => ({
    hashed: Buffer.from(body.toString('base64')),
    sent: body,
  })),
  'digest-mismatch/body-lost': bytes('Hashes the body, but sends the request without it.', (body) => ({
    hashed: body,
    sent: Buffer.alloc(0),
  })),
  'digest-mismatch/unknown': {
    summary: 'Hashes something else.',
    plan: { content: (body) => ({ hashed: Buffer.from('another body'), sent: body }) },
    needs: { digest: true },
  },
  'digest-mismatch/not-searched': bytes(
    'Pads the body with spaces after hashing, beyond what the search for causes covers.',
    (body) => ({
      hashed: body,
      sent: Buffer.concat([body, Buffer.alloc(SEARCHED_BYTES, ' ')]),
    }),
  ),
};

const NEWLINE = Buffer.from('\n');
const BOM = Buffer.from('\ufeff');
/** Longer bodies are not searched for causes. @see S12-signature-search */
export const SEARCHED_BYTES = 1024 * 1024;

function bytes(summary: string, content: (body: Buffer) => Content): Way {
  return { summary, plan: { content }, lack: withoutBody };
}

/** The change of a body's text gives what is hashed; undefined where it changes nothing. */
function text(summary: string, hashed: (body: Buffer) => Buffer | undefined, lack: string): Way {
  return {
    summary,
    plan: { content: (body) => ({ hashed: hashed(body) ?? body, sent: body }) },
    lack: ({ request }) => (hashed(Buffer.from(request.body)) === undefined ? lack : undefined),
  };
}

function json(
  summary: string,
  rewritten: (value: JsonText, sent: string) => string | undefined,
  { lack }: { readonly lack: string },
): Way {
  const hashed = (body: Buffer) => {
    const sent = body.toString('utf8');
    const value = readJsonText(sent);
    const other = value && rewritten(value, sent);
    return other === undefined ? undefined : Buffer.from(other);
  };
  return text(summary, hashed, lack);
}

const LAYOUTS: readonly JsonLayout[] = [
  { ...COMPACT, comma: ', ', colon: ': ' },
  { indent: '  ', comma: ',', colon: ': ', newline: '\n' },
  COMPACT,
];

/** A layout that differs from the one sent by more than its newlines. */
function otherLayout(value: JsonText, sent: string): string | undefined {
  const withoutNewlines = (written: string) => written.replaceAll(/[\r\n]/g, '');
  return LAYOUTS.map((layout) => writeJsonText(value, layout)).find(
    (written) => withoutNewlines(written) !== withoutNewlines(sent),
  );
}

function otherOrder(value: JsonText): string | undefined {
  const compact = writeJsonText(value, COMPACT);
  return ([1, -1] as const)
    .map((direction) => writeJsonText(sortMembers(value, direction), COMPACT))
    .find((written) => written !== compact);
}

/** A body on one line is sent with a newline at its end. */
function otherLineEnds(body: Buffer): Content {
  const written = body.toString('latin1');
  const sent = written.includes('\n') ? written : `${written}\n`;
  const lf = sent.replaceAll('\r\n', '\n');
  const hashed = lf === sent ? lf.replaceAll('\n', '\r\n') : lf;
  return { hashed: Buffer.from(hashed, 'latin1'), sent: Buffer.from(sent, 'latin1') };
}

/** What is no UTF-8 is taken for ISO 8859-1 already, and hashed as UTF-8. */
function inLatin1(body: Buffer): Buffer | undefined {
  if (body.every((octet) => octet < 0x80)) return undefined;
  const characters = utf8Text(body);
  if (characters === undefined) return Buffer.from(body.toString('latin1'), 'utf8');
  return Buffer.from(characters.replaceAll(/[\u{100}-\u{10ffff}]/gu, '?'), 'latin1');
}

function escaped(body: Buffer): Buffer | undefined {
  const characters = utf8Text(body);
  if (characters === undefined || /^[\0-\x7f]*$/.test(characters)) return undefined;
  return Buffer.from(
    characters.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

function utf8Text(body: Buffer): string | undefined {
  const characters = body.toString('utf8');
  return Buffer.from(characters, 'utf8').equals(body) ? characters : undefined;
}
