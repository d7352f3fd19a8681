import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FINDING_CODES, listCauses } from '../../src/signing/findings.ts';
import { isProgramSource, ROOT, sources } from '../support/sources.ts';

/** What a program that had learned the vectors by heart would hold. */

const program = sources((path) => isProgramSource(path) || /^bin\//.test(path));
/** Without the citations of rules, whose ids may say what a vector is called. */
const everything = program.map(({ text }) => text.replaceAll(/@see .*$/gm, '')).join('\n');

/** Fields that describe a case in words, or in the words of the specification. */
const WORDS = new Set([
  'cause',
  'causeCode',
  'expect',
  'why',
  'note',
  'title',
  'source',
  'library',
  'method',
]);

/** Words of the specification, the interface and the standards that vectors are made of. */
const VOCABULARY = new Set<string>([
  ...FINDING_CODES,
  ...FINDING_CODES.flatMap((code): readonly string[] => listCauses(code)),
  'valid-with-warning',
  'application/json',
  'amount-as-string',
  'emailAddress',
  'jurisdiction',
  'multi-valued',
  'unstructured',
  'rsa-sha256',
  'SHA-256=<base64>',
  'parentheses',
  'serial-number',
  'x-accept-fix',
  'Authorization',
  '/v1/accounts',
  '/v1/payments/norwegian-domestic-credit-transfers',
]);

const folder = join(ROOT, 'test', 'vectors');
const failures = 'signature-failures.json';

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, field]) => (WORDS.has(key) ? [] : stringsOf(field)));
}

function vectorStrings(): Set<string> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const written = files.flatMap((name) => stringsOf(JSON.parse(readFileSync(join(folder, name), 'utf8'))));
  const bodies = written.flatMap((text) => (/^[A-Za-z0-9+/]{40,}={0,2}$/.test(text) ? [decoded(text)] : []));
  const pems = readdirSync(join(folder, 'eidas')).filter((name) => name.endsWith('.pem'));
  const lines = pems.flatMap((name) => readFileSync(join(folder, 'eidas', name), 'utf8').split('\n'));
  return new Set([...written, ...bodies, ...lines.filter((line) => !line.startsWith('-----'))]);
}

function decoded(base64: string): string {
  return Buffer.from(base64, 'base64').toString('utf8');
}

/** A text that is short enough, and cuttings of one that is long. */
function cuttings(text: string): string[] {
  if (text.length <= 80) return [text];
  const middle = Math.floor(text.length / 2);
  return [text.slice(0, 40), text.slice(middle, middle + 40), text.slice(-40)];
}

/** Numbers, identifiers and hashes inside a longer text. */
function tokens(text: string): string[] {
  return text.slice(0, 4000).match(/(?=[A-Za-z+/_-]*\d)[A-Za-z0-9+/_-]{12,}/g) ?? [];
}

function standing(needles: Iterable<string>): string[] {
  const wanted = [...new Set(needles)].filter((text) => text.length >= 10 && !VOCABULARY.has(text));
  return wanted.filter((text) => everything.includes(text));
}

describe('vectors are data, not code [A-no-vectors-in-src]', () => {
  const vectors = [...vectorStrings()];
  const headerNames = new Set(
    vectors.filter((text) => /^(?:[A-Z][A-Za-z]*-)+[A-Za-z]+$/.test(text)).map((text) => text.toLowerCase()),
  );

  it('has no value of a vector in the program', () => {
    const needles = vectors.flatMap((text) => [...cuttings(text), ...tokens(text)]);
    const found = standing(needles).filter((text) => !headerNames.has(text.toLowerCase()));
    expect(found).toEqual([]);
  });

  it('has no name of a case in the program, however short', () => {
    const { cases } = JSON.parse(readFileSync(join(folder, failures), 'utf8'));
    const ids = cases.map(({ id }: { id: string }) => id).filter((id: string) => !VOCABULARY.has(id));
    expect(ids.length).toBeGreaterThan(60);
    expect(ids.filter((id: string) => new RegExp(`\\b${id}\\b`).test(everything))).toEqual([]);
    expect(everything).not.toMatch(/signature-failures|minimalVerifier|causeCode|receivedAt/);
  });

  it('has no hash of a value or of a name in the program', () => {
    const { cases } = JSON.parse(readFileSync(join(folder, failures), 'utf8'));
    const hashes = [...new Set<string>(cases.flatMap(stringsOf))].flatMap((text) =>
      ['md5', 'sha1', 'sha256'].flatMap((name) => {
        const hash = createHash(name).update(text).digest();
        return [hash.toString('hex').slice(0, 16), hash.toString('base64').slice(0, 16)];
      }),
    );
    expect(hashes.length).toBeGreaterThan(1000);
    expect(hashes.filter((hash) => everything.includes(hash))).toEqual([]);
  });

  it('finds what it looks for', () => {
    expect(vectors.length).toBeGreaterThan(500);
    expect(standing(['TPP-Signature-Certificate'])).toEqual(['TPP-Signature-Certificate']);
    expect(tokens('SN=A1B2C3D4E5F60718,CA=CN=x')).toEqual(['A1B2C3D4E5F60718']);
  });
});
