import { describe, expect, it } from 'vitest';
import { CREATION, openTestBank, type TestBank } from '../support/bank.ts';
import { changeStore } from '../support/store-work.ts';
import { expectRefusal } from './refusals/expectations.ts';
import { bankOf, malformed } from './refusals/rows.ts';

const in2019 = Date.parse('2019-06-03T10:00:00+02:00');
const lastBefore = Date.parse('2020-07-31T23:59:59+02:00');

async function readable(bank: TestBank, amount: string, currency: string): Promise<string> {
  const body = { ...bank.payment(), instructedAmount: { amount, currency } };
  const created = await bank.send({ body });
  expect(created.status, created.text).toBe(201);
  const { paymentId } = created.json;
  await changeStore(bank.path, `UPDATE payments SET status = 'ACTC' WHERE id = ?`, paymentId);
  return paymentId;
}

async function amountOf(bank: TestBank, paymentId: string, acceptFix: string | string[]) {
  const headers = { 'x-accept-fix': acceptFix };
  const answer = await bank.send({ method: 'GET', path: `${CREATION}/${paymentId}`, headers });
  expect(answer.status, answer.text).toBe(200);
  return answer.json.instructedAmount.amount;
}

describe('amounts before strings were the default [D3-accept-fix, D3-accept-fix-default, I-accept-fix]', () => {
  const bank = bankOf({ now: in2019 });

  it.each([
    '',
    'longer-names',
    'amount-as-strings',
  ])('are JSON numbers with x-accept-fix %j', async (acceptFix) => {
    const paymentId = await readable(bank(), '100.50', 'NOK');
    expect(await amountOf(bank(), paymentId, acceptFix)).toBe(100.5);
  });

  it.each<readonly [string | string[]]>([
    ['amount-as-string'],
    ['longer-names, amount-as-string'],
    [['longer-names', 'amount-as-string']],
  ])('are strings with x-accept-fix %j', async (acceptFix) => {
    const paymentId = await readable(bank(), '100.50', 'NOK');
    expect(await amountOf(bank(), paymentId, acceptFix)).toBe('100.50');
  });

  it.each([
    ['100', 'JPY', 100],
    ['0.125', 'BHD', 0.125],
    ['100.00', 'NOK', 100],
  ])('are numbers of the same value, %s %s', async (amount, currency, number) => {
    const paymentId = await readable(bank(), amount, currency);
    expect(await amountOf(bank(), paymentId, '')).toBe(number);
    expect(await amountOf(bank(), paymentId, 'amount-as-string')).toBe(amount);
  });

  it('are read as strings all the same', async () => {
    const body = { ...bank().payment(), instructedAmount: { amount: 100.5, currency: 'NOK' } };
    const answer = await bank().send({ body, headers: { 'x-accept-fix': '' } });
    expectRefusal(answer, malformed('instructedAmount.amount'));
  });
});

it("amounts on the day of the change, by the bank's clock become strings at midnight in Oslo [D3-accept-fix-default]", async () => {
  const bank = await openTestBank({ now: lastBefore });
  try {
    const paymentId = await readable(bank, '100.50', 'NOK');
    expect(await amountOf(bank, paymentId, '')).toBe(100.5);
    bank.now += 1000;
    expect(await amountOf(bank, paymentId, '')).toBe('100.50');
  } finally {
    await bank.close();
  }
});
