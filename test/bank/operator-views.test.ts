import { describe, expect, it, onTestFinished } from 'vitest';
import { openBank } from '../../src/library.ts';
import { openTestBank } from '../support/bank.ts';
import { sleepUntil, THURSDAY } from '../support/life/days.ts';
import { actOn, approve, ask, runBatch } from '../support/life/operator.ts';
import { create, KARI, type Payment } from '../support/life/payments.ts';
import { ONE, OTHER, testWorlds } from '../support/worlds.ts';

const REQUEST = '5f0f1e4e-0a3b-4c52-9d0e-3f6f5f0c2a11';

async function watchedBank() {
  const told: unknown[] = [];
  const open: typeof openBank = (options) =>
    openBank({ ...options, onAnswered: (one) => told.push(one), onMeasured: (_, one) => told.push(one) });
  const bank = await openTestBank({ open });
  onTestFinished(() => bank.close());
  const view = async (path: string) => {
    const { status, json, text } = await ask(bank, 'GET', `/operator/${path}`);
    expect(status, text).toBe(200);
    return json;
  };
  return { bank, told, view };
}

const idOf = ({ paymentId }: Pick<Payment, 'paymentId'>) => paymentId;

describe("the operator's reads of the bank [D11-views]", () => {
  it('show a payment, and the cause of each step', async () => {
    const { bank, view } = await watchedBank();
    const payment = await create(bank, { headers: { 'X-Request-ID': REQUEST } });
    await approve(bank, payment);
    await runBatch(bank);
    const shown = await view(`payments/${payment.paymentId}`);
    expect(shown).toMatchObject({
      ...{
        paymentId: payment.paymentId,
        service: 'payments',
        transactionStatus: 'ACSC',
        psu: KARI,
        acts: [],
      },
      initiation: { creditorName: expect.any(String) },
      sca: [{ purpose: 'payment', scaStatus: 'FINALISED', paymentId: payment.paymentId }],
    });
    const steps = shown.history.map(({ from, to, cause }: Record<string, string>) => [from, to, cause]);
    expect(steps[0]).toEqual([undefined, 'RCVD', 'create payment']);
    expect(steps[1]).toEqual(['RCVD', 'ACTC', 'approve SCA']);
    expect(steps.at(-1)).toEqual(['ACSP', 'ACSC', 'run batch']);
    const sum = shown.bookings.reduce(
      (total: number, { amount }: { amount: string }) => total + Number(amount),
      0,
    );
    expect([shown.bookings.length, sum]).toEqual([2, 0]);
  });

  it('tell a scheduled run and an expiry from what a request did', async () => {
    const { bank, view } = await watchedBank();
    const [settled, late] = [await create(bank), await create(bank)];
    await approve(bank, settled);
    sleepUntil(bank, THURSDAY, '23:59');
    await ask(bank, 'POST', '/operator/payments/none/hold');
    const causes = async (payment: Payment) =>
      (await view(`payments/${payment.paymentId}`)).history.map(({ cause }: { cause: string }) => cause);
    expect((await causes(settled)).at(-1)).toBe('the batch');
    expect(await causes(late)).toEqual(['create payment', 'an expiry']);
  });

  it('list payments by pages, status and text, with what the operator may do', async () => {
    const { bank, view } = await watchedBank();
    const made = [await create(bank), await create(bank), await create(bank)];
    await approve(bank, made[0]!);
    await actOn(bank, 'hold', made[0]!);
    const all = made.map(idOf).toReversed();
    const list = async (query: string) => (await view(`payments?${query}`)).payments.map(idOf);
    expect(await list('')).toEqual(all);
    expect(await view('payments?limit=2')).toMatchObject({ next: all[1] });
    expect(await list(`before=${all[1]}`)).toEqual(all.slice(2));
    expect(await list('status=PDNG')).toEqual(all.slice(2));
    expect(await list(`text=${all[0]}`)).toEqual(all.slice(0, 1));
    const [held] = (await view('payments?status=PDNG')).payments;
    expect(held.acts).toEqual(['release', 'reject', 'settle-late']);
    expect((await ask(bank, 'GET', '/operator/payments?limit=x')).status).toBe(400);
    expect((await ask(bank, 'GET', `/operator/payments?before=${KARI}`)).status).toBe(400);
    expect((await ask(bank, 'GET', '/operator/payments/x')).status).toBe(404);
  });

  it('show the balance after each line of an account, and all of the world', async () => {
    const { bank, view } = await watchedBank();
    await approve(bank, await create(bank));
    await runBatch(bank);
    const { accounts } = await view('accounts');
    for (const { accountId, balance } of accounts) {
      const { transactions } = await view(`accounts/${accountId}/transactions?limit=500`);
      expect(transactions[0].balance).toBe(balance);
      const sum = transactions.reduce(
        (total: number, { amount }: { amount: string }) => total + Number(amount),
        0,
      );
      expect(sum).toBeCloseTo(Number(balance));
      const rest = await view(`accounts/${accountId}/transactions?offset=1`);
      expect(rest.transactions).toEqual(transactions.slice(1, 101));
    }
    const { customers } = await view('customers');
    expect(await view('bank')).toMatchObject({
      ...{ customers: customers.length, payments: 1, openScas: 0, faults: [] },
      clock: { offsetSeconds: 0, calendar: 'every-day' },
    });
    expect(accounts.map(({ kind }: { kind: string }) => kind)).toContain('card');
  });

  it('show open SCAs with the link, and consents', async () => {
    const { bank, view } = await watchedBank();
    const payment = await create(bank);
    const { sca } = await view('sca?open=true');
    expect(sca).toMatchObject([{ scaStatus: 'RECEIVED', paymentId: payment.paymentId, link: payment.link }]);
    await approve(bank, payment);
    expect((await view('sca?open=true')).sca).toEqual([]);
    const [{ accountId }] = (await view('accounts')).accounts;
    const consent = { as: KARI, tpp: 'PSDNO-FSA-31234567', accounts: 'all' };
    const granted = await ask(bank, 'POST', '/operator/consents/grant', consent);
    const { consents } = await view('consents');
    expect(consents).toMatchObject([{ psu: KARI, tpp: consent.tpp, accounts: granted.json.accounts }]);
    expect(accountId).toBeTypeOf('string');
  });

  it('run no due work, and are in no log and no metric', async () => {
    const { bank, told, view } = await watchedBank();
    const payment = await create(bank);
    await approve(bank, payment);
    sleepUntil(bank, THURSDAY, '23:59');
    const before = told.length;
    for (const path of ['bank', 'payments', 'sca', 'consents', 'customers', 'accounts', 'worlds'])
      await view(path);
    expect((await view(`payments/${payment.paymentId}`)).transactionStatus).toBe('ACTC');
    expect(told).toHaveLength(before);
  });

  it('found no world of a TPP, and keep none open', async () => {
    const worlds = await testWorlds({ mostOpen: 1 });
    expect((await worlds.operate(ONE, 'GET', '/operator/payments')).status).toBe(404);
    await worlds.send(ONE, { method: 'GET', path: '/v1/sandbox/customers' });
    await worlds.send(OTHER, { method: 'GET', path: '/v1/sandbox/customers' });
    const [open, listed] = [
      worlds.opened.openNow(),
      await worlds.operate(undefined, 'GET', '/operator/worlds'),
    ];
    expect((await worlds.operate(ONE, 'GET', '/operator/customers')).status).toBe(200);
    expect(worlds.opened.openNow()).toEqual(open);
    expect((await worlds.operate(undefined, 'GET', '/operator/worlds')).json).toEqual(listed.json);
  });
});
