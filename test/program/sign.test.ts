import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ASKED_HEADERS } from '../support/asked-headers.ts';
import { psd2 } from '../support/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'psd2-sign-'));
const home = join(folder, 'home');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const URL =
  'https://bank.example/v1/payments/norwegian-domestic-credit-transfers?allowLogicalDuplicate=false';
const DATE = 'Wed, 14 Oct 2026 08:30:00 GMT';
const GIVEN = ['-H', `Date: ${DATE}`, '-H', 'X-Request-ID: 0f2b1c3d', '-H', 'PSU-ID:  5a2c1f7e '];
const BODY = '{"creditorName":"Kåre"}';
const DIGEST = `SHA-256=${createHash('sha256').update(BODY).digest('base64')}`;

async function sign(...args: readonly string[]) {
  return psd2(['sign', ...args], { home, cwd: folder });
}

async function signed(...args: readonly string[]) {
  const { stdout, stderr, code } = await sign(...args, '--json');
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  return JSON.parse(stdout) as {
    method: string;
    url: string;
    headers: [string, string][];
    bodyBase64: string;
    signingString: string;
  };
}

function value(headers: readonly [string, string][], name: string): string | undefined {
  return headers.find(([given]) => given === name)?.[1];
}

function openssl(args: readonly string[], input?: string | Buffer): string {
  const { status, stdout, stderr } = spawnSync('openssl', args, { cwd: folder, input });
  if (status !== 0) throw new Error(String(stderr));
  return String(stdout);
}

describe('psd2 sign [C-sign, C-sign-json]', () => {
  it('prints the request with what is to be sent beside it, what was given as it was given', async () => {
    const { method, url, headers, bodyBase64, signingString } = await signed(
      ...['post', URL, ...GIVEN, '--data', BODY],
    );
    expect({ method, url }).toEqual({ method: 'POST', url: URL });
    expect(headers.map(([name]) => name)).toEqual([
      ...['Date', 'X-Request-ID', 'PSU-ID', 'Content-Type'],
      ...['Digest', 'TPP-Signature-Certificate', 'Signature'],
    ]);
    expect(Buffer.from(bodyBase64, 'base64').toString()).toBe(BODY);
    expect(signingString).toBe(`date: ${DATE}\ndigest: ${DIGEST}\nx-request-id: 0f2b1c3d\npsu-id: 5a2c1f7e`);
  });

  it('makes a signature that openssl verifies over the signing string', async () => {
    const { headers, signingString } = await signed('POST', URL, ...GIVEN, '--data', BODY);
    const der = Buffer.from(value(headers, 'TPP-Signature-Certificate') ?? '', 'base64');
    const signature = /signature="([^"]+)"/.exec(value(headers, 'Signature') ?? '')?.[1] ?? '';
    writeFileSync(join(folder, 'cert.der'), der);
    writeFileSync(join(folder, 'signature'), Buffer.from(signature, 'base64'));
    writeFileSync(join(folder, 'string'), signingString);
    openssl(['x509', '-in', 'cert.der', '-inform', 'DER', '-noout', '-pubkey', '-out', 'public.pem']);
    expect(
      openssl(['dgst', '-sha256', '-verify', 'public.pem', '-signature', 'signature', 'string']).trim(),
    ).toBe('Verified OK');
  });

  it('gives a request without X-Request-ID one of its own, and a Date', async () => {
    const { headers } = await signed('GET', 'https://bank.example/v1/accounts');
    expect(value(headers, 'X-Request-ID')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(value(headers, 'Date')).toMatch(/ GMT$/);
    expect(value(headers, 'Digest')).toBeUndefined();
  });

  it.each([
    ['http', []],
    ['curl', []],
    ['json', []],
  ])('prints %s that verify reads back and finds valid', async (format) => {
    const made = await psd2(['sign', 'POST', URL, '--data', '@-', '--format', format, ...ASKED_HEADERS], {
      home,
      input: BODY,
    });
    expect(made.code).toBe(0);
    const read = await psd2(['verify', '--json'], { home, input: made.stdout });
    expect(JSON.parse(read.stdout)).toMatchObject({
      verdict: 'valid',
      request: { format, method: 'POST', bodyBytes: Buffer.byteLength(BODY) },
    });
  });

  it('leaves the bytes of a body as they are', async () => {
    const bytes = Buffer.from([0, 255, 13, 10, 0x80, 123]);
    writeFileSync(join(folder, 'body.bin'), bytes);
    const fromFile = await signed('PUT', URL, '--data', '@body.bin');
    expect(fromFile.bodyBase64).toBe(bytes.toString('base64'));
    expect(value(fromFile.headers, 'Digest')).toBe(
      `SHA-256=${createHash('sha256').update(bytes).digest('base64')}`,
    );
  });
});

describe('the ways of signing [G1-options, C-sign-options]', () => {
  const headersOf = async (...flags: string[]) =>
    value((await signed('POST', URL, ...GIVEN, '--data', BODY, ...flags)).headers, 'Signature') ?? '';

  it.each([
    [['--request-target'], /headers="\(request-target\) date digest x-request-id psu-id"/],
    [['--keyid-style', 'openssl'], /keyId="SN=[0-9A-F]+,CA=CN=/],
    [['--encoded-word', 'always'], /^=\?utf-8\?B\?[A-Za-z0-9+/]+=*\?=$/],
  ])('%s', async (flags, expected) => {
    expect(await headersOf(...flags)).toMatch(expected);
  });

  it('--digest-algorithm SHA-512, --serial-digits even', async () => {
    const { headers } = await signed(
      ...['POST', URL, '--data', BODY, '--digest-algorithm', 'SHA-512', '--serial-digits', 'even'],
    );
    const hash = createHash('sha512').update(BODY).digest('base64');
    expect(value(headers, 'Digest')).toBe(`SHA-512=${hash}`);
    const serial = /SN=([0-9A-F]+),/.exec(value(headers, 'Signature') ?? '')?.[1] ?? '';
    expect(serial.length % 2).toBe(0);
  });

  it('--empty-body-digest hashes no bytes', async () => {
    const { headers } = await signed('GET', URL, '--empty-body-digest');
    expect(value(headers, 'Digest')).toBe('SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=');
  });
});

describe('a key and a certificate of other files [C-sign-files]', () => {
  beforeAll(() => {
    openssl('req -x509 -newkey rsa:2048 -nodes -keyout own.key -out own.pem -subj /CN=Own'.split(' '));
    openssl('pkcs12 -export -in own.pem -inkey own.key -out own.p12 -passout pass:geheim'.split(' '));
    writeFileSync(join(folder, 'pass'), 'geheim\n', { mode: 0o600 });
    for (const name of ['own.key', 'own.p12']) chmodSync(join(folder, name), 0o600);
  });

  it.each([
    [['--cert', 'own.pem', '--key', 'own.key']],
    [['--cert', 'own.p12', '--passphrase-file', 'pass']],
  ])('sign with %s', async (flags) => {
    const { code, stdout } = await sign('GET', URL, ...flags, '--json');
    expect(code).toBe(0);
    const { headers } = JSON.parse(stdout) as { headers: [string, string][] };
    expect(value(headers, 'Signature')).toMatch(/CA=CN=Own"/);
  });

  it('refuse a key that other users can read', async () => {
    writeFileSync(join(folder, 'open.key'), readFileSync(join(folder, 'own.key')));
    chmodSync(join(folder, 'open.key'), 0o644);
    const { code, stderr } = await sign('GET', URL, '--cert', 'own.pem', '--key', 'open.key');
    expect(code).toBe(2);
    expect(stderr).toContain('open.key can be read by other users (mode 0644)');
    expect(stderr).toContain('chmod 600 open.key');
  });
});
