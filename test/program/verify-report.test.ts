import { X509Certificate } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rsaKeys } from '../support/keys.ts';
import { psd2 } from '../support/program.ts';

const root = mkdtempSync(join(tmpdir(), 'psd2-verify-report-'));
const home = join(root, 'home');
const folder = join(root, 'folder');

const URL = 'https://bank.example/v1/payments/norwegian-domestic-credit-transfers';
const BODY = '{"a":1}';

async function sign(...args: readonly string[]): Promise<string> {
  const { stdout, code, stderr } = await psd2(['sign', ...args], { home, cwd: folder });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

beforeAll(async () => {
  mkdirSync(folder);
  writeFileSync(join(folder, 'good.http'), await sign('POST', URL, '-d', BODY, '--format', 'http'));
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

async function verify(args: readonly string[], input?: string) {
  return psd2(['verify', ...args], { home, cwd: folder, ...(input === undefined ? {} : { input }) });
}

async function verified(args: readonly string[], input?: string) {
  const { stdout, code } = await verify([...args, '--json'], input);
  return { code, ...JSON.parse(stdout) };
}

describe('an old capture [C-verify-capture-time, G4-capture-age]', () => {
  it('shows its fault and not its age', async () => {
    const date = 'Date: Mon, 05 Mar 2007 08:30:00 GMT';
    const broken = ['--format', 'json', '--break', 'signature-invalid/crlf'];
    const old = await verified([], await sign('POST', URL, '-d', BODY, '-H', date, ...broken));
    expect(old).toMatchObject({ verdict: 'signature-invalid', at: '2007-03-05T08:30:00.000Z' });
    expect(old.findings.map(({ code }: { code: string }) => code)).not.toContain('date-skew');
    expect(old.findings).toContainEqual(
      expect.objectContaining({ code: 'capture-age', severity: 'warning' }),
    );
  });
});

describe('keys, authorities and how far causes are sought [C-verify-flags]', () => {
  const rsaOf = ({ checks }: { checks: readonly { name: string; state: string }[] }) =>
    checks.find(({ name }) => name === 'RSA signature')?.state;

  it('--key takes a public key where there is no certificate, --ca the certificates of authorities', async () => {
    const seal = new X509Certificate(readFileSync(join(home, 'offline', 'keys', 'seal.pem')));
    const pem = { type: 'spki', format: 'pem' } as const;
    writeFileSync(join(folder, 'own.pub'), seal.publicKey.export(pem));
    writeFileSync(join(folder, 'other.pub'), rsaKeys('other').publicKey.export(pem));
    writeFileSync(join(folder, 'ca.pem'), seal.toString());
    const text = await sign('GET', URL, '--format', 'http', '--break', 'certificate-missing');
    expect(rsaOf(await verified([], text))).toBe('not-checked');
    expect(rsaOf(await verified(['--key', 'own.pub', '--ca', 'ca.pem'], text))).toBe('pass');
    expect((await verified(['--key', 'other.pub'], text)).verdict).toBe('key-mismatch');
    expect((await verify(['--key', 'good.http'], text)).code).toBe(2);
    expect((await verify(['--ca', 'good.http'], text)).code).toBe(2);
  });

  it('--search is a number from 1 to 100', async () => {
    expect((await verify(['good.http', '--search', '2'])).code).toBe(0);
    expect(await verify(['good.http', '--search', '0'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--search'),
    });
  });
});

describe('a report to pass on [C-verify-share]', () => {
  const PSU = '15813963008';

  it('has no value of the body and no PSU-ID in any form, and has the shape of the body', async () => {
    const text = await sign(
      'POST',
      URL,
      '-d',
      '{"creditorName":"Ola"}',
      '-H',
      `PSU-ID: ${PSU}`,
      '--format',
      'json',
    );
    for (const form of [[], ['--format', 'markdown'], ['--json'], ['--checks']]) {
      const { stdout } = await verify(['--share', ...form], text);
      expect(stdout).toContain('"creditorName": "<string, 3>"');
      expect(stdout).not.toMatch(new RegExp(`Ola|${PSU}|SHA-256=[A-Za-z0-9+/]{20}`));
    }
  });

  it('as Markdown holds the text of a request in fences that nothing in it ends', async () => {
    const hostile = '``` ```` <img src=x> | [a](b) `';
    const text = await sign(
      'GET',
      URL,
      '-H',
      `PSU-ID: ${hostile}`,
      '--format',
      'json',
      '--break',
      'signature-invalid/crlf',
    );
    const { stdout } = await verify(['--format', 'markdown'], text);
    const [fence = ''] = /^`{3,}(?=diff$)/m.exec(stdout) ?? [];
    expect(fence.length).toBeGreaterThan(4);
    const outside = stdout.replaceAll(new RegExp(`^${fence}(diff|text)\n[\\s\\S]*?\n${fence}$`, 'gm'), '');
    expect(outside).not.toContain('<img');
  });
});
