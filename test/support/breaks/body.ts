import { gzipSync } from 'node:zlib';
import type { BreakMethod, Content } from '../../../src/breaks/sign-broken.ts';
import { hashOther, withoutBody } from '../../../src/breaks/ways.ts';
import { COMPACT, type JsonText, readJsonText, writeJsonText } from '../../../src/core/json-text.ts';
import { mapMembers } from '../../../src/signing/json-text.ts';
import type { MoreWays } from './every-way.ts';

/**
 * Digest and body that do not belong together: what was hashed, and what is sent. The body stays as it was given
 * where the fault allows.
 * @see G4-digest-mismatch
 */
export const MORE_BODY_WAYS: MoreWays = {
  'digest-mismatch/missing-newline': bytes((body) => ({
    hashed: Buffer.concat([body, NEWLINE]),
    sent: body,
  })),
  'digest-mismatch/crlf': bytes(otherLineEnds),
  'digest-mismatch/bom': bytes((body) => ({
    hashed: body.subarray(0, 3).equals(BOM) ? body.subarray(3) : Buffer.concat([BOM, body]),
    sent: body,
  })),
  'digest-mismatch/ascii-escaped': hashOther(
    'Hashes the body with its characters beyond ASCII written as \\u.',
    escaped,
    'a body in UTF-8 with characters beyond ASCII',
  ),
  'digest-mismatch/key-order': json(otherOrder, { lack: 'a JSON body with two members in one object' }),
  'digest-mismatch/content-encoding': bytes((body) => ({
    hashed: body,
    sent: gzipSync(body),
    encoding: 'gzip',
  })),
  'digest-mismatch/base64-of-hex': {
    plan: { hashText: (hash) => Buffer.from(hash.toString('hex')).toString('base64') },
    needs: { digest: true },
  },
  'digest-mismatch/empty-object': {
    plan: { content: (body) => ({ hashed: Buffer.from(body.length === 0 ? '{}' : ''), sent: body }) },
    needs: { digest: true },
    lack: ({ request: { body } }) => (isNothing(body) ? undefined : 'no body, or {}'),
  },
  'digest-mismatch/encoded': bytes((body) => ({ hashed: Buffer.from(body.toString('base64')), sent: body })),
  'digest-mismatch/body-lost': {
    plan: { content: (body) => ({ hashed: body, sent: Buffer.alloc(0) }) },
    lack: ({ request: { body } }) => (isNothing(body) ? 'a body that says something' : undefined),
  },
  'digest-mismatch/unknown': {
    plan: { content: (body) => ({ hashed: Buffer.from('another body'), sent: body }) },
    lack: withoutBody,
  },
  'digest-mismatch/not-searched': bytes((body) => ({
    hashed: body,
    sent: Buffer.concat([body, Buffer.alloc(SEARCHED_BYTES, ' ')]),
  })),
};

const NEWLINE = Buffer.from('\n');
const BOM = Buffer.from('\ufeff');
/** Longer bodies are not searched for causes. @see S12-signature-search */
export const SEARCHED_BYTES = 1024 * 1024;

/** An empty object is what programs send for nothing. */
function isNothing(body: Uint8Array): boolean {
  return /^(?:\s*\{\s*\}\s*)?$/.test(Buffer.from(body).toString('latin1'));
}

function bytes(content: (body: Buffer) => Content) {
  return { plan: { content }, lack: withoutBody };
}

function json(
  rewritten: (value: JsonText, sent: string) => string | undefined,
  { lack }: { readonly lack: string },
): BreakMethod {
  const hashed = (body: Buffer) => {
    const sent = body.toString('utf8');
    const value = readJsonText(sent);
    const other = value && rewritten(value, sent);
    return other === undefined ? undefined : Buffer.from(other);
  };
  return hashOther('', hashed, lack);
}

function otherOrder(value: JsonText): string | undefined {
  const compact = writeJsonText(value, COMPACT);
  return ([1, -1] as const)
    .map((direction) =>
      writeJsonText(
        mapMembers(value, (members) =>
          members.toSorted(([left], [right]) => (left < right ? -direction : direction)),
        ),
        COMPACT,
      ),
    )
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
