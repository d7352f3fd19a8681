import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SEARCH } from '../../src/signing/budget.ts';
import { bulkOf, changedWithDigest, firstFinding } from './bulk.ts';
import { digestOf } from './stack.ts';

const { compact } = bulkOf(2);
const { compact: large, written } = bulkOf(100);

it.each(
  written,
)('a bulk that was written anew after hashing: %s [G4-digest-mismatch, G3-search-limit]', (_, text, cause) => {
  const found = firstFinding({ body: large, hashed: text });
  expect([found?.code, found?.cause, found?.proved]).toEqual(['digest-mismatch', cause, true]);
});

describe('a bulk that was written anew together with its Digest [G4-signature-invalid-value]', () => {
  it.each(written)('%s', (_, text) => {
    const { code, cause, header, message } = firstFinding(changedWithDigest(large, text)) ?? {};
    expect([code, cause, header]).toEqual(['signature-invalid-value', 'replaced', 'digest']);
    expect(message).toMatch(/The value that was signed is of the /);
  });

  it('is not found where its contents were changed too, and nobody is accused', () => {
    const other = compact.replace('100.50', '900.50');
    const found = firstFinding(changedWithDigest(compact, other), DEFAULT_SEARCH);
    expect(found).toMatchObject({ code: 'signature-invalid', proved: false });
  });

  it('is told from one that was hashed with SHA-512', () => {
    const headers = { Digest: `SHA-256=${digestOf(compact).slice(8)}` };
    const found = firstFinding({ body: compact, headers, string: withSha512 });
    expect(found).toMatchObject({ code: 'signature-invalid-value', header: 'digest' });
    expect(found?.message).toContain('SHA-512');
  });
});

const SHA_512 = 'SHA-512=';
const withSha512 = (lines: readonly (readonly [string, string])[]) =>
  lines.map(([name, value]) => `${name}: ${name === 'digest' ? sha512() : value}`).join('\n');
const sha512 = () => SHA_512 + createHash('sha512').update(compact).digest('base64');

describe('the first difference [G4-digest-mismatch]', () => {
  it('is shown on both sides, in lines and columns of what was sent', () => {
    const found = firstFinding({ body: '{"a":"ø","b":1}', hashed: '{"a":"ø", "b":1}' });
    expect(found?.difference).toEqual({
      offset: 10,
      line: 1,
      column: 10,
      expected: '{"a":"ø", "b":1}',
      found: '{"a":"ø","b":1}',
      same: 9,
    });
    expect(found?.message).toContain('They first differ in line 1, column 10.');
  });

  it('has what cannot be seen written out', () => {
    const found = firstFinding({ body: '{"a":1}\r\n', hashed: '{"a":1}\n' });
    const excerpts = { expected: '{"a":1}\\n', found: '{"a":1}\\r\\n' };
    expect(found?.difference).toMatchObject({ line: 1, column: 8, ...excerpts });
  });

  it('is not shown where one side is encoded throughout', () => {
    const hashed = Buffer.from(compact).toString('base64');
    expect(firstFinding({ body: compact, hashed })?.difference).toBeUndefined();
  });
});

describe('what was hashed [G4-digest-mismatch]', () => {
  it.each<[string, string, RegExp]>([
    ['{"a":1}\n', '{"a":1}', /the hash of the body without the LF at its end/],
    ['{"a":1}', '{"a":1}\r\n', /the hash of the body with CRLF after it/],
    ['{\n"a":1}', '{\r\n"a":1}', /with CRLF at its line ends, where it was sent with LF/],
    ['\ufeff{}', '{}', /without the byte order mark/],
    ['{"a":"ø"}', '{"a":"\\u00f8"}', /characters beyond ASCII written as \\u/],
    ['{"a":"\\u00f8"}', '{"a":"ø"}', /as they are, where it was sent with \\u/],
    ['{"b":1,"a":2}', '{"a":2,"b":1}', /sorted by name/],
    ['{"a":[1]}', '{\n     "a": [\n          1\n     ]\n}', /indented by 5 spaces/],
    ['{"a":1}', '', /an empty body/],
  ])('%j, where %j was', (body, hashed, says) => {
    expect(firstFinding({ body, hashed })?.message).toMatch(says);
  });

  it('has a remedy for the side it is on', () => {
    const remedy = (body: string, hashed: string) => firstFinding({ body, hashed })?.remedy;
    const base64 = Buffer.from(compact).toString('base64');
    expect(remedy(compact, base64)).toBe('Hash the body as you send it, not its Base64.');
    expect(remedy(base64, compact)).toBe('Send what you hashed, not its Base64.');
  });

  it.each([
    ['', '{"a":1}', 'body-lost'],
    ['', '{}', 'empty-object'],
    ['', '\n', 'missing-newline'],
    ['a=1&b=x', '{"a":"1","b":"x"}', 'encoded'],
    ['{"a":"1","b":"x y"}', 'a=1&b=x+y', 'encoded'],
    ['{"a":1}', 'unrelated', 'unknown'],
  ])('%j, where %j was, is %s', (body, hashed, cause) => {
    expect(firstFinding({ body, hashed })).toMatchObject({ code: 'digest-mismatch', cause });
  });

  it('is told where it was hashed twice, or by another algorithm', () => {
    const twice = createHash('sha256').update(compact).digest('hex');
    expect(firstFinding({ body: compact, hashed: twice })?.message).toContain('hashed twice');
    const other = createHash('sha3-256').update(compact).digest('base64');
    const found = firstFinding({ body: compact, headers: { Digest: `SHA-256=${other}` } });
    expect(found).toMatchObject({ cause: 'unknown', remedy: 'Hash the body with SHA-256.' });
  });

  it('is a suspect, not a cause, where a coding is declared that nobody undid here', () => {
    const headers = { 'Content-Encoding': 'gzip' };
    const found = firstFinding({ body: compact, hashed: 'unrelated', headers });
    expect(found).toMatchObject({ cause: 'unknown', proved: false });
    expect(found?.suspects?.[0]?.header).toBe('content-encoding');
  });
});
