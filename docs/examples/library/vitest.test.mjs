import { createBank } from '@psd2-tool/cli/bank';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTpp } from './tpp.mjs';

const payment = { from: '99901067291', to: '99901271948', amount: '100.50', message: 'Rent' };
let world;
let bank;
let tpp;

beforeAll(async () => {
  world = await createBank({ clock: '2026-11-18T10:00:00+01:00' });
});

// Each test has a bank of its own, a copy of that world.
beforeEach(async () => {
  bank = await world.fork();
  const { fetch } = await bank.tpp();
  tpp = createTpp({ baseUrl: bank.url, fetch, psu: '15813963008' });
});

afterEach(() => bank.close());
afterAll(() => world.close());

test('a payment the PSU approves is booked by the next run', async () => {
  const { paymentId, scaRedirect } = await tpp.pay(payment);
  await bank.approve(scaRedirect);
  await bank.runBatch();
  expect(await tpp.status(paymentId)).toBe('ACSC');
});

test('a payment the PSU declines is rejected', async () => {
  const { paymentId, scaRedirect } = await tpp.pay(payment);
  await bank.decline(scaRedirect);
  expect(await tpp.status(paymentId)).toBe('RJCT');
});

test('an amount of nothing is refused', async () => {
  await expect(tpp.pay({ ...payment, amount: '0.00' })).rejects.toThrow('400 FORMAT_ERROR');
});
