import { describe, expect, it } from 'vitest';
import { oneHome } from '../support/one-home.ts';

const { run, json, payments } = oneHome();

const create = ['payments', 'create', '--domestic'];
const example = [...create, '--example'];
const product = 'norwegian-domestic-credit-transfers';
const id = /^[A-Za-z0-9]{22}$/;

describe('payments create --domestic --example [C-example, C-json-result, C-meta, C-stdout-result-only]', () => {
  it('makes another payment each time', async () => {
    const [first, second] = [await json(example), await json(example)];
    expect([first.code, second.code]).toEqual([0, 0]);
    expect(first.value.paymentId).toMatch(id);
    expect(second.value.paymentId).not.toBe(first.value.paymentId);
    expect(payments()).toEqual(expect.arrayContaining([first.value.paymentId, second.value.paymentId]));
  });

  it('prints the creation response, and what was said beside it', async () => {
    const { code, value } = await json(example);
    expect(code).toBe(0);
    const self = `/v1/payments/${product}/${value.paymentId}`;
    const { _meta, tppMessages: _, ...response } = value;
    expect(response).toEqual({
      paymentId: expect.stringMatching(id),
      transactionStatus: 'RCVD',
      transactionFeeIndicator: false,
      _links: {
        self: { href: self, verbs: expect.arrayContaining(['GET']) },
        status: { href: `${self}/status`, verbs: ['GET'] },
        startAuthorisation: { href: `${self}/authorisations`, verbs: ['POST'] },
        scaRedirect: { href: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/sca\//), verbs: ['GET'] },
        scaStatus: { href: expect.stringContaining(`${self}/authorisations/`), verbs: ['GET'] },
      },
    });
    expect(_meta).toEqual({
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 201,
      durationMs: expect.any(Number),
      profile: 'offline',
    });
  });

  it('shows the payment and the command that approves it, and without a person no next commands [C-sca-command]', async () => {
    const { code, stdout, stderr } = await run(example);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Payment +[A-Za-z0-9]{22}\nStatus +RCVD {2}received: .+\n/);
    const [, paymentId = ''] = /^Payment +(\S+)/.exec(stdout) ?? [];
    expect(stdout).toMatch(new RegExp(`^Authorise with +psd2 sca approve ${paymentId}$`, 'm'));
    expect(stdout).not.toContain('payments create');
  });

  it('keeps --json of stdout clean of what is on stderr', async () => {
    const { stdout, stderr } = await run([...example, '--json']);
    expect(Object.keys(JSON.parse(stdout))).toContain('_meta');
    expect(stdout.endsWith('}\n')).toBe(true);
    expect(stderr).not.toContain('"');
  });

  it('prints the id alone, and nothing else anywhere, with --quiet', async () => {
    const { code, stdout, stderr } = await run([...example, '--quiet']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^[A-Za-z0-9]{22}\n$/);
    expect(payments()).toContain(stdout.trim());
  });

  it('takes each field from the environment too, below the command line', async () => {
    const env = { PSD2_AMOUNT: '7.00', PSD2_MESSAGE: 'of the environment' };
    const body = JSON.parse((await run([...example, '--print-body'], { env })).stdout);
    expect(body.instructedAmount.amount).toBe('7.00');
    expect(body.remittanceInformationUnstructured).toBe('of the environment');
    const flag = await run([...example, '--print-body', '--amount', '8.00'], { env });
    expect(JSON.parse(flag.stdout).instructedAmount.amount).toBe('8.00');
    const wrong = await json(example, { env: { PSD2_AMOUNT: '100.5' } });
    expect(wrong).toMatchObject({ code: 2, value: { error: { code: 'INPUT_INVALID' } } });
  });

  it('names the PSU with --as, and says who nobody is', async () => {
    expect((await json([...example, '--as', '15813963008'])).code).toBe(0);
    const nobody = await json([...example, '--as', '99999999999']);
    expect(nobody).toMatchObject({
      code: 4,
      value: {
        error: {
          code: 'SCA_NEEDED',
          status: 401,
          exitCode: 4,
          tppMessages: [{ code: 'PSU_CREDENTIALS_INVALID', path: 'X-PSU-IDENTITY' }],
          scaRedirect: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/sca\//),
        },
      },
    });
  });

  it.each([
    ['JPY', '100'],
    ['BHD', '100.000'],
  ])('pays in %s when asked', async (currency, amount) => {
    const body = await run([...example, '--currency', currency, '--print-body']);
    expect(JSON.parse(body.stdout).instructedAmount).toEqual({ amount, currency });
    expect((await json([...example, '--currency', currency])).code).toBe(0);
  });

  it('pays the same twice only when that is allowed', async () => {
    const same = [...example, '--message', 'Once', '--amount', '100.00'];
    expect((await run(same)).code).toBe(0);
    expect(await json(same)).toMatchObject({
      code: 3,
      value: { error: { status: 409, tppMessages: [{ code: 'CONFLICT' }] } },
    });
    expect((await run([...same, '--allow-duplicate'])).code).toBe(0);
  });
});
