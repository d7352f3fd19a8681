import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ASKED_HEADERS } from '../support/asked-headers.ts';
import { rsaKeys } from '../support/keys.ts';
import { psd2 } from '../support/program.ts';

const root = mkdtempSync(join(tmpdir(), 'psd2-verify-'));
const home = join(root, 'home');
const folder = join(root, 'folder');
const URL = 'https://bank.example/v1/payments/norwegian-domestic-credit-transfers';
const BODY = '{"a":1}';
const sign = (...args: readonly string[]) => signed(...args, ...ASKED_HEADERS);

async function signed(...args: readonly string[]): Promise<string> {
  const { stdout, code, stderr } = await psd2(['sign', ...args], { home, cwd: folder });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

beforeAll(async () => {
  mkdirSync(folder);
  writeFileSync(join(folder, 'good.http'), await sign('POST', URL, '-d', BODY, '--format', 'http'));
  writeFileSync(join(folder, 'good.curl'), await sign('POST', URL, '-d', BODY, '--format', 'curl'));
  writeFileSync(
    join(folder, 'bad.http'),
    await sign('POST', URL, '-d', BODY, '--format', 'http', '--break', 'signature-invalid/crlf'),
  );
  writeFileSync(
    join(folder, 'warned.http'),
    await sign('POST', URL, '-d', BODY, '--format', 'http', '--break', 'keyid-style/colons'),
  );
  writeFileSync(join(folder, 'body.json'), BODY);
  writeFileSync(join(root, 'outside.json'), BODY);
  symlinkSync(join(root, 'outside.json'), join(folder, 'link.json'));
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

async function verify(args: readonly string[], input?: string) {
  return psd2(['verify', ...args], { home, cwd: folder, ...(input === undefined ? {} : { input }) });
}

async function verified(args: readonly string[], input?: string) {
  const { stdout, code } = await verify([...args, '--json'], input);
  return { code, ...JSON.parse(stdout) };
}

it('psd2 verify exits 0 with warnings alone, 6 for them with --strict [C-verify, C-verify-json]', async () => {
  expect(await verified(['warned.http'])).toMatchObject({ code: 0, verdict: 'valid-with-warning' });
  expect(await verified(['warned.http', '--strict'])).toMatchObject({ code: 6, verdict: 'keyid-style' });
});

describe('the time and the role of judgement [C-verify-at, C-verify-role]', () => {
  it("--at date takes the request's own Date", async () => {
    const old = await sign('GET', URL, '-H', 'Date: Wed, 18 Nov 2026 08:30:00 GMT', '--format', 'json');
    expect(await verified(['--at', 'date'], old)).toMatchObject({ at: '2026-11-18T08:30:00.000Z' });
  });

  it('--cert takes a certificate in place of the one sent', async () => {
    const request = 'req -x509 -newkey rsa:2048 -nodes -keyout other.key -out other.pem -subj /CN=Other';
    expect(spawnSync('openssl', request.split(' '), { cwd: folder }).status).toBe(0);
    expect((await verified(['good.http', '--cert', 'other.pem'])).verdict).toBe('key-mismatch');
  });
});

describe('curl commands are read and never run [C-verify-curl]', () => {
  it('runs nothing: a command in it is a finding', async () => {
    const made = await sign('POST', URL, '-d', BODY, '--format', 'curl');
    const command = made.replace(/'?X-Request-ID: [^' ]*'?/, '"X-Request-ID: $(touch ran; echo 1)"');
    expect(command).toContain('$(touch ran; echo 1)');
    const { code, findings } = await verified([], command);
    expect(code).toBe(6);
    expect(findings[0]).toMatchObject({ code: 'shell-expansion', severity: 'error', header: 'x-request-id' });
    expect(findings[0].message).toContain('$(touch ran; echo 1)');
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  it('reads the body from a file below the current folder', async () => {
    const command = `curl ${URL} --data-binary @body.json`;
    expect((await verified([], command)).request.bodyBytes).toBe(BODY.length);
  });

  it.each([
    ['../outside.json'],
    ['link.json'],
    [join(root, 'outside.json')],
  ])('does not open %s', async (name) => {
    const { code, error } = await verified([], `curl ${URL} --data-binary @${name}`);
    expect({ code, message: error.message }).toMatchObject({
      code: 2,
      message: expect.stringContaining('outside the current folder'),
    });
  });
});

it.each([
  ['nothing', ''],
  ['prose', 'the signature does not work'],
  ['a zip', 'PK\u0003\u0004\u0000\u0000'],
  ['broken JSON', '{"method":'],
  ['an open quote', "curl -H 'a: b"],
])('what is no request: %s is a clear error [C-verify-hostile, C-error-text]', async (_, input) => {
  const { code, stdout, stderr } = await verify([], input);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^Error: /);
  expect(stderr).not.toMatch(/\n {4}at /);
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
    const text = await signed('GET', URL, '--format', 'http', '--break', 'certificate-missing');
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
    const text = await signed(
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
    const text = await signed(
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
