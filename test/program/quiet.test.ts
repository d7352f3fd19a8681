import { beforeAll, describe, expect, it } from 'vitest';
import { ASKED_HEADERS } from '../support/asked-headers.ts';
import { oneHome } from '../support/one-home.ts';

const { run, json } = oneHome();

const URL = 'https://bank.example/v1/payments/norwegian-domestic-credit-transfers';
const SIGN = ['sign', 'POST', URL, '--data', '{"amount":"1.00"}'];

describe('--quiet [C-quiet]', () => {
  let paymentId = '';
  beforeAll(async () => {
    const { value } = await json(['payments', 'create', '--domestic', '--example', '--sca', 'approve'], {
      cwd: process.cwd(),
    });
    paymentId = value.paymentId;
  });

  const quiet = async (args: readonly string[], input = '') => {
    const { stdout, stderr } = await run([...args, '--quiet'], { input });
    expect(stderr).toBe('');
    return stdout;
  };

  it('is of what was made the id', async () => {
    expect(await quiet(['payments', 'create', '--domestic', '--example'])).toMatch(/^\w{22}\n$/);
    expect(await quiet(['payments', 'get', paymentId])).toBe(`${paymentId}\n`);
  });

  it('is of a status that is read the status, of a payment and of a basket', async () => {
    expect(await quiet(['status', paymentId])).toBe('ACTC\n');
    const open = (await quiet(['payments', 'create', '--domestic', '--example'])).trim();
    const basket = (await quiet(['basket', 'create', open])).trim();
    expect(basket).toMatch(/^\w{22}$/);
    expect(await quiet(['basket', 'status', basket])).toBe('RCVD\n');
  });

  it('is of fees the amount', async () => {
    expect(await quiet(['payments', 'fees', '--example'])).toBe('2.00 NOK\n');
  });

  it('is of the clock its time, as a script reads it', async () => {
    expect(await quiet(['sandbox', 'clock', 'show'])).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00\n$/);
  });

  it('is of a signed request nothing but the request', async () => {
    for (const format of ['headers', 'curl', 'http', 'signing-string']) {
      const shown = await quiet([...SIGN, '--format', format, '--header', 'X-Request-ID: 1']);
      expect(shown).toMatch(/x-request-id: 1/i);
      expect(shown.split('\n').length).toBeGreaterThan(2);
    }
  });

  it('is of a verification the verdict', async () => {
    const request = await quiet([...SIGN, ...ASKED_HEADERS, '--format', 'http']);
    expect(await quiet(['verify'], request)).toBe('valid\n');
    expect(await quiet(['verify'], request.replace('1.00', '2.00'))).toBe('digest-mismatch\n');
  });
});
