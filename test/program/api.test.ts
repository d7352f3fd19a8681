import { describe, expect, it } from 'vitest';
import { createRawOperation } from '../../src/client/raw-request.ts';
import { getHeader } from '../../src/message.ts';
import { findRequestOperation } from '../../src/wire/operations.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { loseWrite } from '../support/lost-write.ts';
import { psd2 } from '../support/program.ts';
import { homeAt, PSU, servedBank } from '../support/remote-home.ts';
import { atTerminal } from '../support/terminal.ts';

const PRODUCT = '/v1/payments/norwegian-domestic-credit-transfers';
const AMOUNT = { amount: '12.50', currency: 'NOK' };

async function bodyAt(home: string): Promise<string> {
  const line = ['payments', 'create', '--domestic', '--example', '--amount', '12.50', '--print-body'];
  return (await psd2([...line, '--profile', 'offline'], { home })).stdout;
}

describe('psd2 api [C-api]', () => {
  it('sends a body from stdin as the profile does, and later commands know the payment', async () => {
    const bank = await servedBank();
    const home = await homeAt(bank, PSU);
    const input = await bodyAt(home);
    const line = [
      'api',
      'POST',
      PRODUCT,
      '--data',
      '-',
      '--header',
      'psu-ip-address: 192.0.2.7',
      '--as',
      '15813963008',
    ];
    const { code, stdout, stderr } = await psd2(line, { home, input });
    const { paymentId, _links: links } = JSON.parse(stdout);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `Profile served at ${new URL(bank.url).host}: create payment.\n`,
    });
    const [sent] = bank.requests;
    const headers = sent?.headers ?? [];
    expect(Buffer.from(sent?.body ?? []).toString()).toBe(input);
    expect(headers.filter(([name]) => /^psu-ip-address$/i.test(name))).toEqual([
      ['psu-ip-address', '192.0.2.7'],
    ]);
    expect(getHeader(headers, 'X-PSU-IDENTITY')).toBe('15813963008');
    const listed = JSON.parse((await psd2(['payments', 'list', '--json'], { home })).stdout);
    expect(listed.items).toMatchObject([{ paymentId, amount: AMOUNT, transactionStatus: 'RCVD' }]);
    expect((await psd2(['sca', 'approve', paymentId], { home })).code).toBe(0);
    expect((await psd2(['api', 'get', links.status.href, '--include'], { home })).stdout).toMatch(
      /^HTTP\/1\.1 200\n[^{]*\nX-Request-ID: [^{]*\n\n\{"transactionStatus":"ACTC"/i,
    );
  });

  it('prints the body of a refusal too, explains it as other commands do, and nothing about their flags', async () => {
    const home = await homeWithKeys();
    const { code, stdout, stderr } = await psd2(['api', 'GET', `${PRODUCT}/xyz/status`], { home });
    expect({ code, body: JSON.parse(stdout).tppMessages[0].code }).toEqual({
      code: 3,
      body: 'RESOURCE_UNKNOWN',
    });
    expect(stderr).toContain(
      'The bank refused to read the payment status: 404 RESOURCE_UNKNOWN (BANK_REFUSED)',
    );
    expect(stderr).not.toContain('--product');
  });

  it('saves the PSU when the SCA that a refusal asks for is approved', async () => {
    const home = await homeWithKeys();
    const refused = await psd2(['api', 'GET', '/v1/accounts'], { home });
    const id = /sca approve (\S+)/.exec(refused.stderr)?.[1] ?? '';
    expect(refused.code).toBe(4);
    const line = ['sca', 'approve', id, '--as', '15813963008', '--accounts', 'all'];
    expect(await psd2(line, { home })).toMatchObject({ code: 0, stderr: '' });
    expect((await psd2(['api', 'GET', '/v1/accounts'], { home })).code).toBe(0);
  });

  it('follows next links with --paginate, each page a line', async () => {
    const home = await homeWithKeys();
    await psd2(['sandbox', 'init', '--yes'], { home });
    await psd2('consent grant --sca approve --as 15813963008 --accounts all'.split(' '), { home });
    for (const sum of ['1', '2', '3'])
      await psd2(['sandbox', 'transactions', 'add', '99901067291', '--in', sum], { home });
    const accounts = JSON.parse((await psd2(['api', 'GET', '/v1/accounts'], { home })).stdout).accounts;
    const { resourceId } = accounts.find(({ bban }: { bban: string }) => bban === '99901067291');
    const path = `/v1/accounts/${resourceId}/transactions?bookingStatus=booked&limit=2`;
    const pages = (await psd2(['api', 'GET', path, '--paginate'], { home })).stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).transactions.booked.length);
    expect(pages).toEqual([2, 1]);
    const { items } = JSON.parse((await psd2(['api', 'GET', path, '--paginate', '--json'], { home })).stdout);
    expect(items).toMatchObject([
      { body: { transactions: {} }, _meta: { status: 200 } },
      { _meta: { status: 200 } },
    ]);
  });

  it('escapes what would move a terminal', async () => {
    const home = await homeWithKeys();
    const { all } = await atTerminal(['api', 'GET', '/v1/sandbox/customers', '--include'], [], { home });
    expect(all).toContain('HTTP/1.1 200');
    expect(all.replaceAll('\r', '')).toContain('\n    "customerNumber": "15813963008"');
  });

  it('leaves a lost write pending, also of no known operation [S10-write-ledger]', async () => {
    const home = await homeWithKeys();
    const row = findRequestOperation('POST', '/operator/batch/run');
    const request = { method: 'POST', target: '/operator/batch/run', body: new Uint8Array() } as const;
    const requestId = await loseWrite(home, (session) =>
      session.call(
        createRawOperation(request, row, () => {}),
        undefined,
      ),
    );
    const pending = await psd2(['payments', 'pending'], { home });
    expect(pending.stdout).toContain('perform POST request');
    const asked = await psd2(['payments', 'resume', requestId], { home });
    expect({ code: asked.code, stderr: asked.stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('The bank may do this twice (perform POST request).'),
    });
    expect((await psd2(['payments', 'resume', requestId, '--yes'], { home })).code).toBe(0);
    expect((await psd2(['payments', 'pending', '--quiet'], { home })).stdout).toBe('');
  });
});

it('psd2 api at a production bank sends only GET unasked, anything else after a yes, and a payment after its amount [C-api-production, C-typed-amount]', async () => {
  const bank = await servedBank();
  const home = await homeAt(bank, { ...PSU, bank: undefined, operatorUrl: undefined });
  const missing = async (...line: string[]) => {
    const { code, stdout } = await psd2(['api', ...line, '--json'], {
      home,
      env: { PSD2_CONFIRM_AMOUNT: '12.50' },
    });
    return { code, missing: JSON.parse(stdout).error?.missing };
  };
  const data = await bodyAt(home);
  expect(await missing('DELETE', `${PRODUCT}/xyz`)).toEqual({ code: 2, missing: ['--yes'] });
  const unconfirmed = await missing('POST', PRODUCT, '--data', data, '--yes');
  expect(unconfirmed).toEqual({ code: 2, missing: ['--confirm-amount'] });
  expect(bank.requests).toEqual([]);
  expect(await missing('GET', '/v1/user')).toEqual({ code: 4 });
  expect(await missing('DELETE', `${PRODUCT}/xyz`, '--yes')).toEqual({ code: 3 });
  expect(await missing('POST', PRODUCT, '--data', data, '--confirm-amount', '12.50')).toEqual({ code: 0 });
  const asked = await atTerminal(['api', 'DELETE', `${PRODUCT}/xyz`], [['(y/N)', 'n\r']], {
    home,
  });
  expect(asked.all).toContain('Not sent.');
  expect(bank.requests).toHaveLength(3);
});
