import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AccessLogEntry } from '../../src/bank/settings.ts';
import { openBank } from '../../src/library.ts';
import { createVerifier } from '../../src/signing/verify.ts';
import { openTestBank } from '../support/bank.ts';
import { askFor, KARI, SiteBrowser } from '../support/site.ts';

async function loggedBank() {
  const told: AccessLogEntry[] = [];
  const open: typeof openBank = (options) =>
    openBank({ ...options, onAnswered: (one) => void told.push(one), stopwatch: () => 12.34 });
  const bank = await openTestBank({ open });
  onTestFinished(() => bank.close());
  return { bank, told };
}

/** With a state of 128 bits: nobody can try out a body against the hash of what was signed. */
const CALLBACK = { 'TPP-Redirect-URI': 'http://127.0.0.1:8910/cb/8dD1vOtQq2l9zYyWm4bP0A' };
const UUID = '5f0f1e4e-0a3b-4c52-9d0e-3f6f5f0c2a11';

describe('what a log may have of an exchange [S10-request-log]', () => {
  it('tells which operation, how it ended, and how to find the request again', async () => {
    const { bank, told } = await loggedBank();
    const request = bank.signed({ body: bank.payment(), headers: { 'X-Request-ID': UUID, ...CALLBACK } });
    const created = await bank.handle(request, { address: '192.0.2.7', operator: false });
    const { paymentId } = JSON.parse(Buffer.from(created.body).toString());
    expect(told).toEqual([
      {
        listener: 'interface',
        method: 'POST',
        path: '/v1/payments/norwegian-domestic-credit-transfers',
        operation: 'create payment',
        status: 201,
        requestId: UUID,
        signingString: expect.stringMatching(/^[0-9a-f]{64}$/),
        bytesIn: expect.any(Number),
        bytesOut: expect.any(Number),
        milliseconds: 0,
      },
    ]);
    const status = `/v1/payments/norwegian-domestic-credit-transfers/${paymentId}/status`;
    await bank.send({ method: 'GET', path: status });
    expect(told[1]).toMatchObject({ path: status, status: 404, codes: ['RESOURCE_UNKNOWN'], bytesIn: 0 });
  });

  it('tells the findings of a signature, and the hash of what was signed', async () => {
    const { bank, told } = await loggedBank();
    const request = bank.signed({ body: bank.payment(), headers: CALLBACK });
    await bank.handle({ ...request, body: Buffer.from('{}') }, { address: '', operator: false });
    const [one] = told;
    expect(one).toMatchObject({ status: 400, codes: ['BAD_REQUEST'], findings: ['digest-mismatch'] });
    const { signingString } = createVerifier()(request, { at: bank.now, policy: 'sandbox' });
    expect(one?.signingString).toBe(
      createHash('sha256')
        .update(signingString ?? '')
        .digest('hex'),
    );
  });

  it('keeps nothing of anyone: no number, account, name, secret or session', async () => {
    const { bank, told } = await loggedBank();
    const { link, authorisationId, secret } = await askFor(bank, {}, { 'X-Request-ID': KARI });
    const browser = new SiteBrowser(bank, link);
    await browser.toDecision();
    await bank.send({ method: 'GET', path: `/v1/sandbox/customers/${KARI}` });
    await bank.send({ method: 'GET', path: `/v1/payments/${KARI}/x` });
    await bank.send({ method: 'GET', path: `/${KARI}` });
    const text = JSON.stringify(told);
    const body = bank.payment();
    const personal = [KARI, secret, browser.cookie ?? '', body.creditorName, body.creditorAccount.bban];
    for (const one of [...personal, body.debtorAccount.bban, 'test-session', 'tpp.example']) {
      expect(text.includes(one), one).toBe(false);
    }
    expect(told.map(({ path }) => path)).toContain(`/sca/${authorisationId}/…`);
    expect(told.map(({ path }) => path)).toContain('/v1/sandbox/customers/…');
    expect(told.at(-1)).toMatchObject({ path: '…', status: 404, codes: ['NOT_FOUND'] });
  });

  it('leaves nothing to try a body out against: what was signed is told beside a secret alone', async () => {
    const { bank, told } = await loggedBank();
    await bank.send({ body: bank.payment() });
    await bank.send({ body: bank.payment(), headers: { 'TPP-Redirect-URI': 'https://tpp.example/cb/mine' } });
    await bank.send({ method: 'POST', path: '/v1/sandbox/customers', body: { customerNumber: KARI } });
    await bank.send({ method: 'GET', path: '/v1/sandbox/customers' });
    expect(told.map(({ signingString }) => signingString !== undefined)).toEqual([false, false, false, true]);
  });

  it('tells by which listener it came', async () => {
    const { bank, told } = await loggedBank();
    const request = { method: 'GET', target: '/operator/clock', headers: [], body: new Uint8Array(0) };
    await bank.handle(request, { address: '', operator: true });
    await bank.handle(
      { ...request, target: '/sca/style.css' },
      { address: '', operator: false, siteOnly: true },
    );
    expect(told.map(({ listener, operation }) => [listener, operation])).toEqual([
      ['operator', 'show clock'],
      ['site', 'read style of site'],
    ]);
  });
});
