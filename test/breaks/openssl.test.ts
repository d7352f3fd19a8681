import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { Header, HttpRequest } from '../../src/message.ts';
import { VERIFY_SEARCH } from '../../src/signing/search-limits.ts';
import { verify } from '../../src/signing/verify.ts';
import { pemOf, rsaKeys } from '../support/keys.ts';

const folder = mkdtempSync(join(tmpdir(), 'psd2-openssl-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

for (const [name, keys] of [
  ['ca', rsaKeys('ca')],
  ['seal', rsaKeys('own')],
  ['stranger', rsaKeys('other')],
] as const)
  writeFileSync(join(folder, `${name}.key`), pemOf(keys.privateKey), { mode: 0o600 });
execFileSync('bash', [fileURLToPath(new URL('openssl-requests.sh', import.meta.url)), folder]);
const cases = readFileSync(join(folder, 'index'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(' '))
  .map(([number = '', seconds = '', expected = '']) => ({ number, at: Number(seconds) * 1000, expected }));

function readRequest(number: string): HttpRequest {
  const bytes = readFileSync(join(folder, `${number}.http`));
  const end = bytes.indexOf('\r\n\r\n');
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const [method = '', target = ''] = first.split(' ');
  const headers = lines.map((line): Header => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 2)];
  });
  return { method, target, headers, body: bytes.subarray(end + 4) };
}

describe('broken requests made by openssl and a shell [G4-openssl-requests]', () => {
  const clock = () => 0;

  it.each(cases)('$number: $expected', ({ number, at, expected }) => {
    const searched = expected.endsWith('unknown') ? { recovery: VERIFY_SEARCH } : {};
    const { findings, verdict } = verify(readRequest(number), { at, clock, ...searched });
    const said = findings.map(({ code, cause }) => (cause === undefined ? code : `${code}/${cause}`));
    if (expected === 'valid') expect([verdict, said]).toEqual(['valid', []]);
    else expect(said.slice(0, expected.split('+').length)).toEqual(expected.split('+'));
  });

  it('are more than a hundred', () => {
    expect(cases.length).toBeGreaterThan(100);
  });
});
