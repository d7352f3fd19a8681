import { describe, expect, it, onTestFinished } from 'vitest';
import { Books } from '../../src/serve/chaos.ts';
import { byPsuId, makeSession } from '../support/known-psu.ts';
import { bankOfEach } from '../support/life/life.ts';
import { runBatch } from '../support/life/operator.ts';
import { create, readStatus, statusOf } from '../support/life/payments.ts';
import { approvedAs } from '../support/life/products.ts';

const bank = bankOfEach();

function books(): Books {
  const means = {
    isVolatile: false,
    policy: 'sandbox' as const,
    now: () => bank().now,
    onUnexpected: () => {},
  };
  const opened = new Books({ path: bank().path, ...means });
  onTestFinished(() => opened.close());
  return opened;
}

describe('what a run and time bring to a served bank [C-serve-chaos]', () => {
  it('lets a payment wait in ACCP without funds, and the next run books it', async () => {
    const payment = await approvedAs(bank(), 'bulk');
    expect(await books().fallShort(payment.paymentId)).toBe(true);
    expect((await readStatus(bank(), payment)).json).toMatchObject({
      ...{ transactionStatus: 'ACCP', fundsAvailable: false },
    });
    await runBatch(bank());
    expect(await statusOf(bank(), payment)).toBe('ACSC');
    expect(bank().unexpected).toEqual([]);
  });

  it('finds no run for what is unapproved, of another day, at its end, or nothing', async () => {
    const unapproved = await create(bank());
    const later = await approvedAs(bank(), 'bulk', { date: '2026-12-04' });
    const done = await approvedAs(bank(), 'card');
    await runBatch(bank());
    for (const { paymentId } of [unapproved, later, done, { paymentId: 'x'.repeat(22) }])
      expect(await books().fallShort(paymentId)).toBe(false);
  });

  it("ends the hour of one session, and leaves the bank's clock", async () => {
    await makeSession(bank());
    const user = () => bank().send({ method: 'GET', path: '/v1/user', headers: byPsuId(), rawBody: '' });
    expect((await user()).status).toBe(200);
    expect(await books().endHour('another')).toBe(false);
    expect(await books().endHour('test-session')).toBe(true);
    const { status, json } = await user();
    expect({ status, code: json.tppMessages[0].code }).toEqual({ status: 401, code: 'SCA_EXPIRED' });
    expect(json._links.scaRedirect.href).toContain('/sca/');
    expect(await books().endHour('test-session')).toBe(false);
  });

  it('tells every payment and bulk, with its X-Request-ID and what it has in common with its duplicates', async () => {
    const body = bank().payment();
    const query = 'allowLogicalDuplicate=true';
    const first = await bank().send({ query, body, headers: { 'X-Request-ID': 'one' } });
    const second = await bank().send({ query, body, headers: { 'X-Request-ID': 'two' } });
    const bulk = await approvedAs(bank(), 'bulk');
    const told = await books().orders();
    expect(told.map(({ paymentId, requestId }) => [paymentId, requestId])).toEqual([
      [first.json.paymentId, 'one'],
      [second.json.paymentId, 'two'],
      [bulk.paymentId, expect.any(String)],
    ]);
    expect(told[2]?.duplicateKeys).not.toEqual(told[0]?.duplicateKeys);
    expect(told[0]?.duplicateKeys).toEqual(told[1]?.duplicateKeys);
  });
});
