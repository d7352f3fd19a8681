import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Handle, Header, HttpResponse } from '../../src/message.ts';
import { type Signer, signAnswer } from '../../src/signing/sign.ts';
import { computeFingerprint } from '../../src/signing/verify.ts';
import { makeTpp } from '../signing/tpp.ts';
import { copyKeys } from '../support/home-with-keys.ts';
import { rsaKeys } from '../support/keys.ts';
import { emptyFolder, psd2 } from '../support/program.ts';
import { CREATE, homeAt, PSU, servedBank, writeProfile } from '../support/remote-home.ts';
import { startServe } from '../support/serving.ts';
import { trueTime, WORKER_BEGAN_AT } from '../support/true-clock.ts';

const seal = makeTpp({ roles: ['PSP_AS'] });
const newer = makeTpp({ roles: ['PSP_AS'], serial: 0x99n, keys: rsaKeys('other') });
const [OLD, NEW] = [computeFingerprint(seal.certificate), computeFingerprint(newer.certificate)];
const CUSTOMERS = ['sandbox', 'customer', 'list'];
type Change = (answer: HttpResponse) => HttpResponse;

/** A bank that signs, and what is done to its answers on their way. */
async function signingBank() {
  let change: Change = (answer) => answer;
  const between =
    (handle: Handle): Handle =>
    async (request, peer) =>
      change(await handle(request, peer));
  return {
    bank: await servedBank('/api-sandbox', between, { signResponses: seal }),
    onTheWay: (next: Change) => {
      change = next;
    },
  };
}

const without =
  (...names: readonly string[]): Change =>
  (answer) => ({ ...answer, headers: answer.headers.filter(([name]) => !names.includes(name)) });

const unsigned = without('Signature', 'ASPSP-Signature-Certificate', 'Digest');

const signedBy =
  (signer: Signer): Change =>
  (answer) => {
    const headers: Header[] = [...unsigned(answer).headers];
    const value = (name: string) => headers.find(([one]) => one === name)?.[1];
    signAnswer(headers, answer.body, { date: value('Date') ?? '', requestId: value('X-Request-ID') }, signer);
    return { ...answer, headers };
  };

/** As one who wants the money for themselves changes it. */
const tampered: Change = (answer) => ({
  ...answer,
  body: Buffer.from(
    Buffer.from(answer.body)
      .toString()
      .replace(/"[^"]*"/, '"x"'),
  ),
});

async function run(home: string, args: readonly string[]) {
  const { code, stdout, stderr } = await psd2([...args, '--json'], { home });
  return { code, stderr, value: JSON.parse(stdout) };
}

describe('a bank that signs its answers, to psd2 [D10-response-check, D13-response-signature]', () => {
  it('is trusted at its first answer, and its certificate is shown from then on', async () => {
    const home = await homeAt((await signingBank()).bank, PSU);
    expect((await run(home, ['profile', 'show'])).value).toMatchObject({ responseSignature: 'optional' });
    const { code, stderr } = await psd2([...CUSTOMERS, '--verbose', '--json'], { home });
    expect(code).toBe(0);
    expect(stderr).toMatch(new RegExp(`answer signed by .*Test TPP Seal.*, SHA-256 ${OLD}, checked`));
    expect((await run(home, ['profile', 'show'])).value.bankCertificate).toEqual({
      sha256: OLD,
      trustedSince: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  it('leaves a write pending whose answer is not trusted: nobody knows what the bank did', async () => {
    const { bank, onTheWay } = await signingBank();
    const home = await homeAt(bank, PSU);
    onTheWay(tampered);
    const { code, value } = await run(home, CREATE);
    const { requestId, message, hint, tppMessages } = value.error;
    expect([code, value.error.code, tppMessages]).toEqual([5, 'ANSWER_UNTRUSTED', undefined]);
    expect(message).not.toContain('paymentId');
    expect(hint).toContain(`psd2 payments resume ${requestId}`);
    const { items } = (await run(home, ['payments', 'pending'])).value;
    expect(items).toEqual([expect.objectContaining({ requestId })]);
    onTheWay((answer) => answer);
    const resumed = await run(home, ['payments', 'resume', requestId, '--yes']);
    expect(resumed.value).toMatchObject({ transactionStatus: 'RCVD', _meta: { requestId, status: 201 } });
    expect((await run(home, ['payments', 'pending'])).value.items).toEqual([]);
  });

  it('says of every write what to do next, in the profile that was asked for [S10-outcome-unknown]', async () => {
    const { bank, onTheWay } = await signingBank();
    const home = await homeAt(bank, { ...PSU, responseSignature: 'required' });
    const path = join(home, 'settings.json');
    const settings = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...settings, profile: 'offline' }));
    onTheWay(unsigned);
    const given = ['--profile', 'served'];
    const { code, value } = await run(home, ['tpp', 'contact', 'set', 'drift@tpp.example', ...given]);
    const { requestId, hint } = value.error;
    expect({ code, lines: hint.split('\n') }).toEqual({
      code: 5,
      lines: [
        `The bank may have received the request. The outcome is unknown. Ask the bank whether it signs its answers. If it doesn't, edit ${path} and set "responseSignature": "optional" for profile served. It's safe to send it again:`,
        `psd2 payments resume ${requestId} --profile served`,
        'See pending requests:',
        'psd2 payments pending --profile served',
      ],
    });
    const pending = await run(home, ['payments', 'pending', ...given]);
    expect(pending.value.items).toMatchObject([{ requestId, operation: 'set contact information' }]);
    expect((await run(home, ['payments', 'resume', requestId, ...given])).value.error.hint).toBe(hint);
    onTheWay((answer) => answer);
    const resumed = await run(home, ['payments', 'resume', requestId, ...given]);
    expect(resumed).toMatchObject({ code: 0, value: { email: 'drift@tpp.example' } });
    expect((await run(home, ['payments', 'pending', ...given])).value.items).toEqual([]);
  });

  it('is another bank once its certificate changes, until somebody says that it is not', async () => {
    const { bank, onTheWay } = await signingBank();
    const home = await homeAt(bank, PSU);
    expect((await run(home, CUSTOMERS)).code).toBe(0);
    onTheWay(signedBy(newer));
    const changed = await run(home, CUSTOMERS);
    expect({ code: changed.code, ...changed.value.error }).toMatchObject({
      ...{ code: 'ANSWER_UNTRUSTED', exitCode: 5 },
      message: expect.stringMatching(new RegExp(`Before .*: ${OLD}\nNow .*: ${NEW}$`)),
      hint: expect.stringContaining(`psd2 profile trust ${NEW} --profile served`),
    });
    const colons = NEW.toUpperCase().replaceAll(/(..)(?!$)/g, '$1:');
    expect(await run(home, ['profile', 'trust', colons, '--profile', 'served'])).toMatchObject({
      ...{ code: 0, stderr: '' },
      value: { profile: 'served', origin: new URL(bank.url).origin, sha256: NEW, before: OLD },
    });
    expect((await run(home, CUSTOMERS)).code).toBe(0);
    onTheWay((answer) => answer);
    expect((await run(home, CUSTOMERS)).code).toBe(5);
  });

  it('is found out by profile add and doctor, too', async () => {
    const { bank, onTheWay } = await signingBank();
    const home = await homeAt(bank, PSU);
    expect((await run(home, CUSTOMERS)).code).toBe(0);
    onTheWay(signedBy(newer));
    const { value } = await run(home, ['doctor']);
    const check = value.checks.find(({ name }: { name: string }) => name === 'bank');
    expect(check).toMatchObject({ ok: false, message: expect.stringContaining(NEW) });
    const { stdout } = await psd2(['doctor'], { home });
    expect(stdout).toContain(`than before. Before (SHA-256): ${OLD} Now (SHA-256): ${NEW}`);
    onTheWay(unsigned);
    const { certFile, keyFile, caFile } = (await run(home, ['profile', 'show'])).value.remote;
    const files = ['--cert-file', certFile, '--key-file', keyFile, '--ca-file', caFile];
    const add = ['profile', 'add', 'strict', '--base-url', bank.url, ...files, '--response-signature'];
    const refused = await run(home, [...add, 'required']);
    expect([refused.code, refused.value.error.code]).toEqual([5, 'ANSWER_UNTRUSTED']);
    // There's no profile yet to be changed.
    expect(refused.value.error.hint).toMatch(/If it doesn't, use --response-signature optional\.\n/);
    onTheWay((answer) => answer);
    expect((await run(home, [...add, 'required'])).value.remote.responseSignature).toBe('required');
    expect(existsSync(join(home, 'strict'))).toBe(false);
  });
});

describe('profile trust [C-profile-trust]', () => {
  it('wants the whole fingerprint', async () => {
    const home = await homeAt((await signingBank()).bank, PSU);
    for (const typed of [
      NEW.slice(0, 16),
      `${NEW}0`,
      NEW.replace(/.$/, 'g'),
      `${NEW.slice(0, 62)}:${NEW.slice(62)}`,
    ]) {
      const { code, value } = await run(home, ['profile', 'trust', typed]);
      expect([code, value.error.code, value.error.message]).toEqual([
        ...[2, 'USAGE', expect.stringContaining('64 hexadecimal digits')],
      ]);
    }
  });

  it('can be said before the first answer, which is then held to it', async () => {
    const { bank } = await signingBank();
    const home = await homeAt(bank, PSU);
    const { value } = await run(home, ['profile', 'trust', NEW]);
    expect(value).toEqual({ profile: 'served', origin: new URL(bank.url).origin, sha256: NEW });
    expect((await run(home, CUSTOMERS)).code).toBe(5);
  });

  it('is for banks elsewhere', async () => {
    const { code, value } = await run(emptyFolder(), ['profile', 'trust', NEW]);
    expect([code, value.error.code]).toEqual([2, 'USAGE']);
  });
});

describe('psd2 serve --sign-responses [D10-response-signing, S8-store-modes]', () => {
  const servedIn = async (home: string, ...more: readonly string[]) => {
    const serving = await startServe(['--sign-responses', '--profile', 'offline', ...more], home);
    const { url: baseUrl, caFile } = serving.ready;
    writeProfile(home, { baseUrl, caFile, responseSignature: 'required', ...PSU });
    const asked = { home, clockAt: trueTime() };
    const read = await psd2([...CUSTOMERS, '--json', '--profile', 'served'], asked);
    expect(read.code, read.stdout).toBe(0);
    const show = await psd2(['profile', 'show', '--json', '--profile', 'served'], asked);
    serving.child.kill('SIGTERM');
    await serving.ended();
    return JSON.parse(show.stdout).bankCertificate.sha256;
  };

  it('has one seal of its own, in files of its own, at every start', async () => {
    const home = emptyFolder();
    await copyKeys(home, WORKER_BEGAN_AT);
    const first = await servedIn(home);
    const folder = join(home, 'offline', 'bank-seal');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, 'seal.pem'), 'utf8')).toContain('BEGIN CERTIFICATE');
    expect(await servedIn(home)).toBe(first);
  });

  it('leaves none behind with a store in memory', async () => {
    const home = emptyFolder();
    await copyKeys(home, WORKER_BEGAN_AT);
    await servedIn(home, '--store', 'memory');
    expect(existsSync(join(home, 'offline', 'bank-seal'))).toBe(false);
    expect(readdirSync(join(home, 'tmp'))).toEqual([]);
  });
});
