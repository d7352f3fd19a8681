import { describe, expect, it } from 'vitest';
import type { AccessLogEntry } from '../../src/bank/settings.ts';
import { rsaKeys, tppName } from '../support/made-certificates.ts';
import {
  AT,
  ca,
  keysOf,
  outcomeOf,
  party,
  productionBank,
  ROOT,
  requestOf,
  seal,
  sendTo,
  tpp,
} from '../support/production-bank.ts';
import { ROWS, registryOf } from './production/rows.ts';

/** Who is let in is asked who the PSU is. */
const ADMITTED = { status: 401, code: 'SCA_NOT_FOUND' };

describe('who is let in under production policy [D12-production-policy, D12-trust, D12-trust-algorithms, D12-registry, D12-mutual-tls, D12-admission]', () => {
  for (const [name, asked, refused] of ROWS) {
    it(name, async () => {
      const outcome = await outcomeOf(asked);
      if (refused === undefined) {
        expect(outcome).toMatchObject(ADMITTED);
        return;
      }
      const { begins, status, code } = refused;
      expect(outcome).toMatchObject({ status, code });
      expect(outcome.text.slice(0, begins.length)).toBe(begins);
      const isOfHeader = /^(?:certificate|registry)-/.test(begins);
      expect(outcome.path).toBe(isOfHeader ? 'TPP-Signature-Certificate' : undefined);
    });
  }

  it('says no more than a code where errors are terse', async () => {
    const terse = { options: { terseErrors: true } };
    const impostor = { seal: seal({ issuer: { ...ROOT, keys: keysOf('impostor') } }), ...terse };
    expect(await outcomeOf(impostor)).toEqual({
      category: 'ERROR',
      code: 'BAD_REQUEST',
      status: 400,
      text: '',
    });
    const unknown = { registry: registryOf({ roles: ['PSP_AI'] }, 'PSDNO-FSA-1'), ...terse };
    expect(await outcomeOf(unknown)).toEqual({ category: 'ERROR', code: 'FORBIDDEN', status: 403, text: '' });
    expect(await outcomeOf({ mutualTls: true, ...terse })).toEqual({
      ...{ category: 'ERROR', code: 'BAD_REQUEST', status: 400, text: '' },
    });
  });

  it("answers with the engine's first error before it asks who trusts the certificate", async () => {
    const { handle } = await productionBank({});
    const request = requestOf({ seal: seal({ issuer: { ...ROOT, keys: keysOf('impostor') } }) });
    const headers = request.headers.map(
      ([name, value]) => [name, name === 'X-Request-ID' ? 'another' : value] as const,
    );
    const answer = await handle({ ...request, headers }, { address: '192.0.2.9', operator: false });
    expect(Buffer.from(answer.body).toString()).toContain('"text":"signature-invalid');
  });

  it('judges dates anew at each request of one certificate', async () => {
    let now = AT;
    const asked = { authorities: [ca(ROOT, { to: AT + 30_000 })], options: { clock: () => now } };
    const { handle } = await productionBank(asked);
    expect(await sendTo(handle, asked)).toMatchObject(ADMITTED);
    now += 31_000;
    expect(await sendTo(handle, asked)).toMatchObject({
      status: 400,
      text: expect.stringContaining('A CA above it has expired'),
    });
  });

  it('takes as errors what a sandbox warns of', async () => {
    const issuer = { name: tppName('PSDNO-FSA-30000009'), keys: keysOf('issuer') };
    const asked = { authorities: [ca(issuer)], seal: seal({ issuer }) };
    expect(await outcomeOf(asked)).toMatchObject(ADMITTED);
    expect(await outcomeOf({ ...asked, keyIdStyle: 'openssl' })).toMatchObject({
      ...{ status: 400, code: 'BAD_REQUEST', text: expect.stringMatching(/^keyid-style: /) },
    });
  });

  it.each([
    ['0', ADMITTED],
    ['00000000', ADMITTED],
    ['0x', { status: 400, text: expect.stringMatching(/^keyid-style: /) }],
  ])('answers a keyId that begins with SN=%s as the number it is [G2-key-id]', async (zeros, answer) => {
    const { handle } = await productionBank({});
    const request = requestOf({});
    const headers = request.headers.map(
      ([name, value]) =>
        [name, name === 'Signature' ? value.replace('"SN=', `"SN=${zeros}`) : value] as const,
    );
    expect(await sendTo(handle, {}, { ...request, headers })).toMatchObject(answer);
  });

  it('logs why a TPP was not let in', async () => {
    const told: unknown[] = [];
    const onAnswered = ({ findings }: AccessLogEntry) => void told.push(findings);
    const asked = { options: { onAnswered }, seal: seal({ issuer: party('Another CA', keysOf('another')) }) };
    await outcomeOf(asked);
    expect(told).toEqual([['certificate-untrusted']]);
  });
});

describe("the sandbox's paths under production policy [D12-production-paths]", () => {
  const asked = { path: '/v1/sandbox/customers', method: 'GET' } as const;

  it.each([
    '/v1/sandbox/customers',
    '/v1/sandbox/initialize',
    '/v1/sandbox/nothing',
    '/v1/sandbox',
  ])('%s is not there', async (path) => {
    for (const method of ['GET', 'POST'] as const) {
      expect(await outcomeOf({ path, method })).toMatchObject({
        ...{ status: 404, code: 'NOT_FOUND', text: 'the bank has no operation at this path' },
      });
    }
  });

  it("is the operator's, with any certificate", async () => {
    const stranger = seal({ issuer: party('Self-made', keysOf('another')) });
    expect(await outcomeOf({ ...asked, seal: stranger, isOperator: true, mutualTls: true })).toMatchObject({
      status: 200,
    });
  });

  it('lets the operator in nowhere else', async () => {
    const stranger = seal({ issuer: party('Self-made', keysOf('another')) });
    expect(await outcomeOf({ seal: stranger, isOperator: true })).toMatchObject({ status: 400 });
    expect(await outcomeOf({ isOperator: true, mutualTls: true })).toMatchObject({
      ...{ status: 400, text: expect.stringMatching(/^tls-certificate-missing: /) },
    });
  });
});

it('a shared world under production policy knows a TPP by its certificate: its next key is its own too [S11-shared-world]', async () => {
  const asked = { options: { sharesWorld: true } };
  const { handle } = await productionBank(asked);
  expect(await sendTo(handle, asked)).toMatchObject(ADMITTED);
  const renewed = keysOf('renewed', rsaKeys);
  const next = seal({ subject: { ...tpp(), keys: renewed }, serial: 0x1a2cn });
  expect(await sendTo(handle, { ...asked, seal: next, signWith: renewed })).toMatchObject(ADMITTED);
});
