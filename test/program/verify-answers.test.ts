import { sign as signBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Header } from '../../src/message.ts';
import { writeDigest } from '../../src/signing/digest.ts';
import { writeKeyId } from '../../src/signing/key-id.ts';
import { AT, makeTpp } from '../signing/tpp.ts';
import { psd2 } from '../support/program.ts';

const root = mkdtempSync(join(tmpdir(), 'psd2-answers-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const bank = makeTpp({ roles: ['PSP_AS'] });
const BODY = '{"transactionStatus":"RCVD"}';
const NAMES = ['date', 'digest', 'x-request-id'];

/** An answer as a bank would sign it, without this program's own signer. */
function answer(
  names: readonly string[] = NAMES,
  change = (headers: Header[]) => headers,
  body = BODY,
): string {
  const headers: Header[] = [
    ['Content-Type', 'application/json'],
    ['Date', new Date(AT).toUTCString()],
    ['Digest', writeDigest(Buffer.from(BODY))],
    ['X-Request-ID', '99391c7e-ad88-49ec-a2ad-99ddcb1f7721'],
  ];
  const text = names
    .map((name) => `${name}: ${headers.find(([one]) => one.toLowerCase() === name)?.[1]}`)
    .join('\n');
  const signature = signBytes('sha256', Buffer.from(text), bank.privateKey).toString('base64');
  const keyId = writeKeyId(bank.certificate);
  const parameters = `keyId="${keyId}",algorithm="rsa-sha256",headers="${names.join(' ')}",signature="${signature}"`;
  const signed = change([
    ...headers,
    ['ASPSP-Signature-Certificate', Buffer.from(bank.certificate.der).toString('base64')],
    ['Signature', parameters],
  ]);
  return `HTTP/1.1 201 Created\r\n${signed.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

const without = (name: string) => (headers: Header[]) => headers.filter(([one]) => one !== name);

async function verified(text: string) {
  const args = ['verify', '--json', '--at', new Date(AT).toISOString()];
  const { stdout, code } = await psd2(args, { home: join(root, 'home'), cwd: root, input: text });
  return { code, ...JSON.parse(stdout) };
}

describe('an answer of a bank [C-verify-answers]', () => {
  it('is valid when it is signed by the certificate that comes with it', async () => {
    const shown = await verified(answer());
    expect(shown).toMatchObject({ code: 0, verdict: 'valid', signedHeaders: NAMES });
    expect(shown.request).toMatchObject({ format: 'answer', method: '', bodyBytes: BODY.length });
  });

  it.each([
    ['another body', answer(NAMES, undefined, `${BODY} `), 'digest-mismatch'],
    ['no Digest', answer(['date', 'x-request-id'], without('Digest')), 'digest-missing'],
    ['no signature', answer(NAMES, without('Signature')), 'signature-missing'],
    ['no certificate', answer(NAMES, without('ASPSP-Signature-Certificate')), 'certificate-missing'],
    ['a header that is not signed', answer(['date', 'digest']), 'required-header-not-signed'],
    ['a target, which answers have not', answer(['(request-target)', ...NAMES]), 'listed-header-absent'],
  ])('has the same findings as a request: %s', async (_, text, code) => {
    const shown = await verified(text);
    expect({ code: shown.code, verdict: shown.verdict }).toEqual({ code: 6, verdict: code });
    const words = shown.findings.map(
      (one: { message: string; remedy: string }) => `${one.message} ${one.remedy}`,
    );
    expect(words.join(' ')).not.toMatch(/(?<![-(])\brequests?\b(?!-)|TPP-Signature/i);
  });

  it('is judged at its own Date and called an answer [C-verify-capture-time]', async () => {
    const read = (...flags: readonly string[]) =>
      psd2(['verify', ...flags], { home: join(root, 'home'), cwd: root, input: answer() });
    expect(JSON.parse((await read('--json')).stdout)).toMatchObject({
      verdict: 'valid',
      at: new Date(AT).toISOString(),
    });
    expect((await read()).stdout).toContain(`a bank's answer, body of ${BODY.length} bytes (answer)`);
    const markdown = (await read('--format', 'markdown')).stdout;
    expect(markdown).toContain(`- Request: a bank's answer, body of ${BODY.length} bytes (answer)`);
  });
});

describe('headers without a request line, judged [C-verify-headers-alone, G4-capture-incomplete]', () => {
  const headersOf = async (...args: readonly string[]) => {
    const url = 'https://bank.example/v1/payments/norwegian-domestic-credit-transfers';
    const signing = ['sign', 'POST', url, '-d', '{"a":1}', '--format', 'headers', ...args];
    return (await psd2(signing, { home: join(root, 'home'), cwd: root })).stdout;
  };
  const checks = ({ checks }: { checks: readonly { name: string; state: string }[] }) =>
    Object.fromEntries(checks.map(({ name, state }) => [name, state]));

  async function judged(text: string) {
    const { stdout, code } = await psd2(['verify', '--json'], {
      home: join(root, 'home'),
      cwd: root,
      input: text,
    });
    return { code, ...JSON.parse(stdout) };
  }

  it('have their signature checked, and Digest not', async () => {
    const shown = await judged(await headersOf());
    expect(shown).toMatchObject({ code: 0, verdict: 'valid-with-warning' });
    expect(checks(shown)).toMatchObject({ 'RSA signature': 'pass', Digest: 'not-checked' });
  });

  it('have a signature over the target not judged', async () => {
    const text = (await headersOf()).replace('headers="date', 'headers="(request-target) date');
    const shown = await judged(text);
    expect(shown.findings.map(({ code }: { code: string }) => code)).not.toContain('signature-invalid');
    expect(checks(shown)['RSA signature']).toBe('not-checked');
  });

  it('have a fault of theirs found', async () => {
    expect((await judged(await headersOf('--break', 'signature-invalid/crlf'))).code).toBe(6);
  });
});
