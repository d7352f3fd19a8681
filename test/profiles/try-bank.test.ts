import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tryOver } from '../../src/profiles/probe.ts';
import { resolveSettings } from '../../src/settings/precedence.ts';
import { BUILT_IN_PROFILES } from '../../src/settings/profile.ts';
import { createSigner } from '../../src/signing/sign.ts';
import { createInProcessTransport } from '../../src/transport/in-process.ts';
import { keyUsage, qcStatements, rsaKeys } from '../support/made-certificates.ts';
import { forgetListeners } from '../support/output-listeners.ts';
import { AT, type Case, keysOf, productionBank, seal, TPP } from '../support/production-bank.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const settingsFile = { path: 'settings.json', profiles: BUILT_IN_PROFILES };
const SETTINGS = resolveSettings({ given: {}, env: {}, projectFile: undefined, settingsFile });
type Role = Parameters<typeof qcStatements>[1] extends readonly (infer Name)[] | undefined ? Name : never;

/** Tries a bank of production policy with a certificate of these roles. */
async function tried(roles: readonly Role[], registered?: readonly Role[], options: Case['options'] = {}) {
  const registry = registered && JSON.stringify({ [TPP]: { roles: registered } });
  const { handle } = await productionBank({ options, ...(registry === undefined ? {} : { registry }) });
  const answers: string[] = [];
  const tpp = createInProcessTransport(async (request, peer) => {
    const answer = await handle(request, peer);
    const [, where] = /^\/v1\/(\w+)/.exec(request.target) ?? [];
    answers.push(`${request.method} ${where} ${answer.status}`);
    expect(Buffer.from(answer.body).toString()).not.toContain('scaRedirect');
    return answer;
  });
  const certificate = seal({ extensions: [keyUsage(0xc0), qcStatements('seal', roles)] });
  const signer = createSigner(keysOf('seal', rsaKeys).privateKey, certificate);
  const { trial, fault } = await tryOver({ tpp, basePath: '' }, signer, SETTINGS);
  return { ...trial, answers, isFault: fault !== undefined };
}

const OF_PAYMENTS = 'GET payments 404';
const OF_ACCOUNTS = 'GET accounts 400';
const good = { ok: true, found: 'good', isFault: false };
const refused = { ok: false, found: 'role', isFault: true };

describe('the trial of a TPP by its roles [C-profile-trial, C-doctor, D12-registry]', () => {
  beforeEach(() => void vi.useFakeTimers({ now: AT, toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  it.each<readonly [Role[], Role[] | undefined]>([
    [['PSP_AI'], undefined],
    [['PSP_AI'], ['PSP_AI']],
    [['PSP_AI'], ['PSP_PI', 'PSP_AI']],
  ])('asks for transactions with %j, registered %j, and starts no SCA', async (roles, registered) => {
    const message = expect.stringContaining('accepted the certificate and signature');
    expect(await tried(roles, registered)).toMatchObject({ ...good, message, answers: [OF_ACCOUNTS] });
  });

  it.each<readonly [Role[], Role[] | undefined]>([
    [['PSP_PI'], undefined],
    [['PSP_PI'], ['PSP_PI']],
    [['PSP_PI', 'PSP_AI'], ['PSP_PI']],
  ])('asks for a payment with %j, registered %j', async (roles, registered) => {
    expect(await tried(roles, registered)).toMatchObject({ ...good, answers: [OF_PAYMENTS] });
  });

  it.each([false, true])('tries the other role where the bank gives only that, terse: %s', async (terse) => {
    const trial = await tried(['PSP_PI', 'PSP_AI'], ['PSP_AI'], { terseErrors: terse });
    expect(trial).toMatchObject({ ...good, answers: ['GET payments 403', OF_ACCOUNTS] });
    expect(trial.message).toMatch(/for account information\. The bank doesn't let this TPP read payments: /);
  });

  it('names the role that certificate or registry lacks', async () => {
    expect(await tried(['PSP_PI'], ['PSP_AI'])).toMatchObject({
      ...refused,
      message: expect.stringMatching(/^The bank doesn't let this TPP read payments: .*PSP_PI is required/),
      answers: ['GET payments 403'],
    });
    expect(await tried(['PSP_AI'], ['PSP_PI'])).toMatchObject({
      ...refused,
      message: expect.stringMatching(/^The bank doesn't let this TPP read accounts: .*PSP_AI is required/),
      answers: ['GET accounts 403'],
    });
    expect(await tried(['PSP_AI'], ['PSP_PI'], { terseErrors: true })).toMatchObject({
      ...refused,
      remedy: expect.stringContaining('the role PSP_AI'),
    });
    expect(await tried(['PSP_AS'])).toMatchObject({
      ...refused,
      message: expect.stringMatching(/^The certificate lacks the role for payments, PSP_PI/),
    });
  });
});

const uid = process.getuid?.();
// conf brings one that listens to signals; the build leaves it out.
forgetListeners();
const { updateSettings } = await import('../../src/profiles/settings.ts');

describe('settings that several change at once [C-profile-add, S8-settings-file]', () => {
  it('have what each of them wrote, and nothing is left beside them', async () => {
    const home = join(temporaryFolder(), 'home');
    const names = Array.from({ length: 8 }, (_, place) => `key${place}`);
    // Each reads what is there and writes it with its own: without the lock the last would be alone.
    await Promise.all(
      names.map((name) => updateSettings(home, uid, (settings) => ({ ...settings, [name]: true }))),
    );
    const path = join(home, 'settings.json');
    expect(Object.keys(JSON.parse(readFileSync(path, 'utf8'))).sort()).toEqual(names);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(home).mode & 0o777).toBe(0o700);
    const others = readdirSync(home).filter((name) => !/^settings\.(?:json|lock(?:-wal|-shm)?)$/.test(name));
    expect(others).toEqual([]);
  });

  it('are as they were when the change is refused', async () => {
    const home = join(temporaryFolder(), 'home');
    await updateSettings(home, uid, () => ({ profile: 'offline' }));
    const before = readFileSync(join(home, 'settings.json'), 'utf8');
    const refused = updateSettings(home, uid, () => {
      throw new Error('taken');
    });
    await expect(refused).rejects.toThrow('taken');
    expect(readFileSync(join(home, 'settings.json'), 'utf8')).toBe(before);
  });
});
