import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Header } from '../../src/message.ts';
import { parseSignatureHeader } from '../../src/signing/signature-header.ts';
import {
  buildSigningLine,
  buildSigningString,
  createHeaderIndex,
  encodeSigningString,
  type SignableMessage,
} from '../../src/signing/signing-string.ts';

interface Request {
  readonly method: string;
  readonly target: string;
  readonly headers: Header[];
}

const draft = JSON.parse(readFileSync(new URL('../vectors/cavage-draft.json', import.meta.url), 'utf8'));
const key = createPublicKey({ key: { kty: 'RSA', n: draft.key.jwk.n, e: draft.key.jwk.e }, format: 'jwk' });

function stringOf(message: SignableMessage, names: readonly string[]): string {
  const index = createHeaderIndex(message.headers);
  return buildSigningString(
    names.map((name) => buildSigningLine(message, index, name)).filter((line) => line !== undefined),
  );
}

function isSigned(text: string, signature: string): boolean {
  return verify('sha256', encodeSigningString(text), key, Buffer.from(signature, 'base64'));
}

describe('the signing string [I-authentication-3-signing-string, G1-signing-string]', () => {
  it.each(
    draft.vectors as { id: string; request: Request; signatureHeader: string; signingString: string }[],
  )('is that of the draft, $id', ({ request, signatureHeader, signingString: expected }) => {
    const { parameters, problems } = parseSignatureHeader(signatureHeader);
    const text = stringOf(request, (parameters.headers ?? 'date').split(' '));
    expect(problems).toEqual([]);
    expect(text).toBe(expected);
    expect(isSigned(text, parameters.signature ?? '')).toBe(true);
  });

  it('leaves out names that are no headers, so that the set printed in drafts 11 and 12 is found incomplete', () => {
    const [trap] = draft.traps;
    const names = trap.headersParam.split(' ');
    const index = createHeaderIndex(trap.request.headers);
    expect(names.filter((name: string) => buildSigningLine(trap.request, index, name) === undefined)).toEqual(
      ['(created)', '(expires)'],
    );
    expect(isSigned(trap.signingStringIfLiteral, trap.signature)).toBe(false);
  });

  it.each(
    (draft.traps as { id: string; date?: string; valid: Record<string, boolean> }[])
      .slice(1)
      .map((trap) => [trap.id, trap] as const),
  )('verifies the older signatures %s as they are', (_, trap) => {
    const [{ request }, { headersParam: basic }, { headersParam: all }] = draft.vectors;
    const dated = {
      ...request,
      headers: request.headers.map(([name, value]: Header) =>
        name === 'Date' ? [name, trap.date] : [name, value],
      ),
    };
    const lists = { default: 'date', basic, all };
    for (const [name, list] of Object.entries(lists)) {
      const signature = (trap as unknown as Record<string, string>)[name] ?? '';
      expect(isSigned(stringOf(dated, list.split(' ')), signature)).toBe(trap.valid[name]);
    }
  });

  it('joins repeats, keeps empty values and drops outer white space, as the draft shows', () => {
    const { request, headersParam, signingString: expected } = draft.canonicalisation;
    const [start = '', ...fields] = request.trimEnd().replaceAll('\r\n    ', ' ').split('\r\n');
    const [method = '', target = ''] = start.split(' ');
    const headers = fields.map(
      (field: string): Header => [field.slice(0, field.indexOf(':')), field.slice(field.indexOf(':') + 1)],
    );
    expect(stringOf({ method, target, headers }, headersParam.split(' '))).toBe(expected);
  });

  it('counts only blanks, tabs and line ends as white space', () => {
    const headers: Header[] = [['x-request-id', ' \t\u00a0a \r\n']];
    expect(stringOf({ headers }, ['x-request-id'])).toBe('x-request-id: \u00a0a');
  });

  it('is octets: one per character, UTF-8 where a character is more', () => {
    expect(encodeSigningString('\u00f8')).toEqual(Buffer.from([0xf8]));
    expect(encodeSigningString('\u00f8\u20ac')).toEqual(Buffer.from('ø€', 'utf8'));
  });

  it('has no target for a response', () => {
    expect(stringOf({ headers: [['Date', 'x']] }, ['(request-target)', 'date'])).toBe('date: x');
  });
});
