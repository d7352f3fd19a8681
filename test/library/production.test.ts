import { describe, expect, it, onTestFinished } from 'vitest';
import type { Bank, BankOptions } from '../../src/library/bank-types.ts';
import { createBank } from '../../src/library/create-bank.ts';

async function production(options: BankOptions = {}): Promise<Bank> {
  const bank = await createBank({ policy: 'production', ...options });
  onTestFinished(() => bank.close());
  return bank;
}

async function told(response: Response): Promise<string> {
  const [message] = ((await response.json()) as { tppMessages: { text: string; code: string }[] })
    .tppMessages;
  return `${response.status} ${message?.code} ${message?.text}`;
}

const headers = {
  'TPP-Session-ID': 's',
  'TPP-Redirect-URI': 'https://tpp.example/cb',
  'PSU-IP-Address': '192.0.2.1',
};

describe('a bank of production policy in a program [A-library-policy, D12-production-policy]', () => {
  it("has no sandbox paths for a TPP, but the operator's acts, seeds and forks", async () => {
    const bank = await production({ seed: WORLD });
    const { fetch } = await bank.tpp();
    expect(await told(await fetch('/v1/sandbox/customers'))).toMatch(/^404 NOT_FOUND/);
    expect(await told(await bank.fetch('/v1/sandbox/customers'))).toMatch(/^404 NOT_FOUND/);
    expect((await bank.fetch('/operator/clock')).status).toBe(200);
    expect((await bank.seed(WORLD)).unchanged).toBeGreaterThan(0);
    const fork = await bank.fork();
    onTestFinished(() => fork.close());
    expect(await told(await (await fork.tpp()).fetch('/v1/sandbox/customers'))).toMatch(/^404 NOT_FOUND/);
  });

  it('asks for the QWAC of the TPP, which its own fetch shows', async () => {
    const bank = await production({ mutualTls: true });
    const { fetch, qwac } = await bank.tpp();
    expect(await told(await fetch('/v1/accounts', { headers }))).toMatch(/^401 /);
    expect(await told(await bank.fetch('/v1/accounts', { headers: { ...headers, ...SIGNED } }))).toContain(
      'tls-certificate-missing: ',
    );
    expect(qwac?.certificate).toContain('BEGIN CERTIFICATE');
    const showing = await production({ mutualTls: true, clientCertificate: qwac?.certificate ?? '' });
    expect(
      await told(await showing.fetch('/v1/accounts', { headers: { ...headers, ...SIGNED } })),
    ).not.toContain('tls-certificate');
  });

  it('goes by a registry', async () => {
    const { organizationIdentifier } = await (await production()).tpp();
    const knowing = await production({ registry: { [organizationIdentifier]: { roles: ['PSP_AI'] } } });
    const { fetch } = await knowing.tpp();
    expect(await told(await fetch('/v1/accounts', { headers }))).toMatch(/^401 /);
    const other = await production({ registry: { 'PSDNO-FSA-1': { roles: ['PSP_AI'] } } });
    expect(await told(await (await other.tpp()).fetch('/v1/accounts', { headers }))).toMatch(
      /^403 FORBIDDEN registry-unknown: /,
    );
  });

  it.each([
    [{ policy: 'strict' }, 'policy is "strict", but must be "sandbox" or "production".'],
    [{ mutualTls: true }, "mutualTls works only with policy: 'production'."],
    [{ registry: {} }, "registry works only with policy: 'production'."],
    [{ policy: 'production', registry: {} }, 'registry has no TPP, so every TPP'],
    [{ policy: 'production', authorities: 'none' }, 'authorities'],
    [{ policy: 'production', clientCertificate: 'none' }, 'clientCertificate must be a certificate in PEM.'],
  ])('refuses what is none: %j', async (options, message) => {
    await expect(createBank(options as BankOptions)).rejects.toMatchObject({
      ...{ code: 'INPUT_INVALID', message: expect.stringContaining(message) },
    });
  });
});

/** Headers without which the bank asks for them first. */
const SIGNED = {
  'X-Request-ID': 'unsigned',
  Date: 'Wed, 18 Nov 2026 09:00:00 GMT',
  Signature: 'none',
  'TPP-Signature-Certificate': 'none',
  'PSU-Context': 'PRIVATE',
};

const WORLD = {
  version: 1,
  customers: [{ number: '20878912340', name: 'Nora Eksempel', type: 'PRIVATE' }],
} as const;
