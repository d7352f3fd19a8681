import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ASKED_HEADERS } from '../support/asked-headers.ts';
import { inTurn } from '../support/in-turn.ts';
import { psd2 } from '../support/program.ts';

const root = mkdtempSync(join(tmpdir(), 'psd2-verify-'));
const home = join(root, 'home');
const folder = join(root, 'folder');

const URL = 'https://bank.example/v1/payments/norwegian-domestic-credit-transfers';
const BODY = '{"a":1}';

async function sign(...args: readonly string[]): Promise<string> {
  const { stdout, code, stderr } = await psd2(['sign', ...args, ...ASKED_HEADERS], { home, cwd: folder });
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

describe('psd2 verify [C-verify, C-verify-json]', () => {
  it('exits 6 when a check found a fault, with the cause and the remedy', async () => {
    const { code, valid, verdict, findings } = await verified(['bad.http']);
    expect({ code, valid, verdict }).toEqual({ code: 6, valid: false, verdict: 'signature-invalid' });
    expect(findings[0]).toMatchObject({
      code: 'signature-invalid',
      cause: 'crlf',
      severity: 'error',
      message: expect.stringContaining('joined with CRLF'),
      remedy: expect.any(String),
      expected: expect.stringMatching(/^date: [^\r]*\ndigest/),
      found: expect.stringMatching(/^date: .*\r\ndigest/),
    });
  });

  it('exits 0 with warnings alone, 6 for them with --strict', async () => {
    expect(await verified(['warned.http'])).toMatchObject({ code: 0, verdict: 'valid-with-warning' });
    expect(await verified(['warned.http', '--strict'])).toMatchObject({ code: 6, verdict: 'keyid-style' });
  });

  it('reads stdin, named or not', async () => {
    const text = await sign('GET', 'https://bank.example/v1/accounts', '--format', 'json');
    expect(await verified(['-'], text)).toMatchObject({ code: 0, verdict: 'valid' });
    expect(await verified([], text)).toMatchObject({ code: 0, verdict: 'valid' });
  });
});

describe('the time and the role of judgement [C-verify-at, C-verify-role]', () => {
  it('--at judges at another time', async () => {
    const later = await verified(['good.http', '--at', '2027-01-01T00:00:00Z']);
    expect(later).toMatchObject({ code: 6, verdict: 'date-skew', at: '2027-01-01T00:00:00.000Z' });
  });

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

describe('a HAR [C-verify-har]', () => {
  const har = async () => {
    const entries = await inTurn(['/v1/accounts', '/v1/user'], async (path) => {
      const signed = await sign('GET', `https://bank.example${path}`, '--format', 'json');
      const { headers, url, method } = JSON.parse(signed);
      const pairs = (headers as [string, string][]).map(([name, value]) => ({ name, value }));
      const rest = { httpVersion: 'HTTP/1.1', queryString: [], cookies: [], headersSize: -1, bodySize: 0 };
      return { request: { method, url, headers: pairs, ...rest } };
    });
    return JSON.stringify({ log: { version: '1.2', creator: { name: 'x', version: '1' }, entries } });
  };

  it.each([
    ['0', '/v1/accounts'],
    ['1', '/v1/user'],
    ['/v1/user', '/v1/user'],
  ])('takes the entry --request %s', async (entry, target) => {
    expect(await verified(['--request', entry], await har())).toMatchObject({
      verdict: 'valid',
      request: { format: 'har', target },
    });
  });

  it('lists the entries when none is chosen', async () => {
    const { code, error } = await verified([], await har());
    expect(code).toBe(2);
    expect(error.message).toContain('/v1/user');
  });
});

describe('what is no request [C-verify-hostile, C-error-text]', () => {
  it.each([
    ['nothing', ''],
    ['prose', 'the signature does not work'],
    ['a zip', 'PK\u0003\u0004\u0000\u0000'],
    ['broken JSON', '{"method":'],
    ['an open quote', "curl -H 'a: b"],
  ])('%s is a clear error', async (_, input) => {
    const { code, stdout, stderr } = await verify([], input);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^Error: /);
    expect(stderr).not.toMatch(/\n {4}at /);
  });
});
