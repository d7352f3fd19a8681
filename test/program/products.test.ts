import { tmpdir } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { nextCommands } from '../../src/payments/view.ts';
import { inTurn } from '../support/in-turn.ts';
import { oneHome } from '../support/one-home.ts';

const { run, json, payments } = oneHome();

// A Wednesday morning between two runs, so that none falls due under way.
beforeAll(() => run(['sandbox', 'clock', 'set', '2026-11-18T10:00:00+01:00'], { cwd: tmpdir() }));

const KINDS = ['cross-border', 'instant', 'periodic', 'bulk'] as const;

async function made(kind: string, ...more: string[]): Promise<string> {
  return (await run(['payments', 'create', `--${kind}`, '--example', ...more, '--quiet'])).stdout.trim();
}

async function statusOf(paymentId: string): Promise<string> {
  return (await json(['status', paymentId])).value.transactionStatus;
}

describe('payments create of every kind [C-create-kinds, C-example-kinds]', () => {
  it.each([
    ['cross-border', 'RCVD', { amount: '65.00', currency: 'NOK' }, true],
    ['instant', 'RCVD', { amount: '2.00', currency: 'NOK' }, true],
    ['periodic', 'RCVD', undefined, false],
    ['bulk', 'RCVD', undefined, false],
  ] as const)('--%s --example is %s, with its fee and the next three commands', async (kind, status, fees, indicator) => {
    const { code, value } = await json(['payments', 'create', `--${kind}`, '--example']);
    expect({ code, status: value.transactionStatus }).toEqual({ code: 0, status });
    expect(value.transactionFees).toEqual(fees);
    expect(value.transactionFeeIndicator).toBe(indicator);
    const commands = nextCommands(kind, value);
    expect(commands).toHaveLength(3);
    expect(commands[0]).toBe(`sca approve ${value.paymentId}`);
  });

  it('says the fee to a person, and that there is none', async () => {
    expect((await run(['payments', 'create', '--instant', '--example'])).stdout).toMatch(/^Fee +2\.00 NOK$/m);
    expect((await run(['payments', 'create', '--periodic', '--example'])).stdout).toMatch(/^Fee +none$/m);
  });

  it('says the warning of a cross-border payment below the threshold', async () => {
    const { stdout } = await run([
      'payments',
      'create',
      '--cross-border',
      '--example',
      ...['--amount', '100.00', '--regulatory-code', '14'],
    ]);
    expect(stdout).toMatch(/^Warning +PRODUCT_INVALID: /m);
  });

  it('says the warning of a member that the product does not use', async () => {
    const create = ['payments', 'create', '--domestic'];
    const { stdout } = await run([...create, '--example', '--print-body']);
    const input = JSON.stringify({ ...JSON.parse(stdout), serviceLevel: 'SDVA' });
    expect((await run([...create, '--file', '-'], { input })).stdout.replaceAll(/\n +/g, ' ')).toMatch(
      /^Warning +FORMAT_ERROR: serviceLevel isn't used by norwegian-domestic-credit-transfers and is ignored$/m,
    );
  });

  it('prints the body of each kind, which --file takes again', async () => {
    for (const kind of KINDS) {
      const create = ['payments', 'create', `--${kind}`];
      const { stdout } = await run([...create, '--example', '--print-body']);
      expect(await json([...create, '--file', '-'], { input: stdout })).toMatchObject({
        code: 0,
        value: { transactionStatus: 'RCVD' },
      });
    }
  });

  it('is refused with a flag of another kind, naming the kinds that have it, and nothing is made', async () => {
    const before = payments();
    const { code, value } = await json([
      'payments',
      'create',
      '--instant',
      '--example',
      '--date',
      '2026-12-01',
    ]);
    expect(code).toBe(2);
    expect(value.error).toMatchObject({
      code: 'USAGE',
      message:
        '--date only works with --domestic, --cross-border, --periodic and --bulk, not with --instant.',
    });
    expect(payments()).toEqual(before);
  });

  it('names what a kind lacks', async () => {
    const missing = async (kind: string) => (await json(['payments', 'create', kind])).value.error.missing;
    expect(await missing('--cross-border')).toContain('--to-iban');
    expect(await missing('--periodic')).toEqual(expect.arrayContaining(['--start-date', '--frequency']));
    expect(await missing('--bulk')).toEqual(['--file', '--from-bban']);
  });
});

describe('the life of a payment of every kind [C-create-kinds, C-payment-product]', () => {
  it('needs no --product: what was made is remembered', async () => {
    const ids = await inTurn(KINDS, (kind) => made(kind));
    for (const [place, paymentId] of ids.entries()) {
      expect([KINDS[place], await statusOf(paymentId)]).toEqual([KINDS[place], 'RCVD']);
      const { code, value } = await json(['payments', 'authorise', paymentId, '--sca', 'approve']);
      expect({ code, sca: value._meta.sca.scaStatus }).toEqual({ code: 0, sca: 'FINALISED' });
    }
    expect(await inTurn(ids, statusOf)).toEqual(['ACTC', 'ACSC', 'ACTC', 'ACTC']);
    await run(['sandbox', 'batch', 'run']);
    expect(await inTurn(ids, statusOf)).toEqual(['ACWP', 'ACSC', 'ACTC', 'ACSC']);
    await run(['sandbox', 'batch', 'run']);
    expect(await inTurn(ids, statusOf)).toEqual(['ACSC', 'ACSC', 'ACTC', 'ACSC']);
  });

  it('ends by a cancellation with an SCA of its own, but of what is booked', async () => {
    for (const kind of ['cross-border', 'periodic', 'bulk']) {
      const paymentId = await made(kind, '--sca', 'approve');
      expect((await json(['payments', 'cancel', paymentId, '--sca', 'approve'])).code).toBe(0);
      expect(await statusOf(paymentId)).toBe('CANC');
    }
    const booked = await made('instant', '--sca', 'approve');
    expect((await json(['payments', 'cancel', booked])).value.error.tppMessages[0].code).toBe('CONFLICT');
  });

  it('is found below its service alone', async () => {
    const periodic = await made('periodic');
    for (const product of ['periodic', 'periodic-payments/norwegian-domestic-credit-transfers']) {
      expect((await json(['status', periodic, '--product', product])).code).toBe(0);
    }
    for (const product of ['domestic', 'bulk', 'norwegian-domestic-credit-transfers']) {
      expect((await json(['status', periodic, '--product', product])).value.error.status).toBe(404);
    }
    const unknown = await json(['payments', 'get', periodic, '--product', 'bulk-payments/nosuch']);
    expect(unknown.value.error).toMatchObject({
      tppMessages: [{ code: 'PRODUCT_UNKNOWN' }],
      hint: expect.stringContaining('domestic, cross-border, instant, periodic, bulk'),
    });
    expect((await json(['status', periodic, '--product', 'consents/x'])).value.error.code).toBe('USAGE');
  });
});

describe('payments get of every kind [C-get-kinds]', () => {
  it('shows when a periodic payment comes', async () => {
    const paymentId = await made(
      'periodic',
      '--frequency',
      'MonthlyVariable',
      '--months',
      '3,9',
      '--day',
      '15',
    );
    const { stdout } = await run(['payments', 'get', paymentId]);
    expect(stdout).toMatch(/^Start date +2026-11-19$/m);
    expect(stdout).toMatch(/^Frequency +MonthlyVariable$/m);
    expect(stdout).toMatch(/^Months +3, 9$/m);
    expect(stdout).toMatch(/^Day +15$/m);
  });

  it("shows a bulk as a card and a table of its payments, and --json the bank's own members", async () => {
    const paymentId = await made('bulk');
    const { stdout } = await run(['payments', 'get', paymentId]);
    expect(stdout).toMatch(/^Debtor account +99901067291 NOK$/m);
    expect(stdout).toMatch(/^No\. +Payment +Creditor +Account +Amount +Message +Status$/m);
    expect(stdout).toMatch(
      /^ +1 +\w{22} +Ola Eksempel +99901271948 +100\.00 NOK +psd2 example [0-9a-f]{8}-1 +RCVD /m,
    );
    const { value } = await json(['payments', 'get', paymentId]);
    expect(value.payments).toHaveLength(2);
    expect(value.payments[1].creditorAccount.bban).toBe('99901440170');
    expect((await run(['payments', 'get', paymentId, '--quiet'])).stdout).toBe(`${paymentId}\n`);
  });

  it('shows the IBAN and the regulatory fields of a cross-border payment', async () => {
    const { stdout } = await run(['payments', 'get', await made('cross-border', '--amount', '100000.00')]);
    expect(stdout).toMatch(/^Creditor account +NO8899901271948 NOK$/m);
    expect(stdout).toMatch(/^Regulatory code +14$/m);
  });
});

describe('an instant payment without the money [C-create-kinds, C-error-text]', () => {
  it('is refused at once, exit 3, and says where to look', async () => {
    const { code, value } = await json([
      'payments',
      'create',
      '--instant',
      '--example',
      '--amount',
      '900000.00',
    ]);
    expect(code).toBe(3);
    expect(value.error).toMatchObject({
      status: 400,
      tppMessages: [{ code: 'PAYMENT_FAILED', path: 'instructedAmount.amount' }],
      hint: expect.stringMatching(/^Change --amount, .*:\npsd2 sandbox account list$/),
    });
  });
});
