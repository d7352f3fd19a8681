import { beforeEach, describe, expect, it } from 'vitest';
import { signerOf } from '../../support/bank.ts';
import { byPsuId } from '../../support/known-psu.ts';
import { DAY, HOUR, MINUTE } from '../../support/life/days.ts';
import { ask, consent, ownedBy, told, UNATTENDED } from '../../support/life/information.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { resetClock, setClock, wake } from '../../support/life/operator.ts';
import { KARI } from '../../support/life/payments.ts';
import { readStored } from '../../support/stored.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const owned = () => ownedBy(bank(), KARI);
const balances = (place = 0) => `accounts/${owned().accounts[place]}/balances`;
const call = (path: string, headers = {}) => ask(bank(), path, { headers: { ...UNATTENDED, ...headers } });
const exceeded = { status: 429, code: 'ACCESS_EXCEEDED', path: null };
const counted = () => Number(readStored(bank().path, 'SELECT COUNT(*) AS n FROM unattended_calls')[0]?.n);

async function fourOf(path: string, headers = {}): Promise<void> {
  for (let calls = 0; calls < 4; calls += 1) {
    const { status, text } = await call(path, headers);
    expect(status, text).toBe(200);
  }
}

beforeEach(async () => {
  await consent(bank());
  bank().now += HOUR + MINUTE;
});

describe('calls without the PSU, after the hour [D6-four-calls]', () => {
  it('are four of an operation on an account in 24 hours', async () => {
    await fourOf(balances());
    const refused = await call(balances());
    expectRefusal(refused, exceeded);
    expect(refused.json.tppMessages[0].text).toMatch(/from 2026-11-19T11:01:00\+01:00$/);
    expect(refused.json).not.toHaveProperty('_links');
    await fourOf(balances(1));
    await fourOf(`accounts/${owned().accounts[0]}`);
    await fourOf(`card-accounts/${owned().cards[0]}/balances`);
    expectRefusal(await call(balances()), exceeded);
  });

  it('are the same whatever the session, and whatever the name of the PSU', async () => {
    await fourOf(balances(), { 'TPP-Session-ID': 'another' });
    expectRefusal(await call(balances()), exceeded);
    expectRefusal(await call(balances(), { 'PSU-ID': null, 'X-PSU-IDENTITY': KARI }), exceeded);
  });

  it('of another TPP are its own', async () => {
    const tpp = 'PSDNO-FSA-39999991';
    await consent(bank(), { tpp, session: 'another' });
    bank().now += HOUR + MINUTE;
    await fourOf(balances());
    const other = { as: signerOf(tpp), headers: { ...UNATTENDED, ...byPsuId(KARI, tpp) } };
    for (let calls = 0; calls < 4; calls += 1) await told(bank(), balances(), other);
    expectRefusal(await ask(bank(), balances(), other), exceeded);
    expect(counted()).toBe(8);
  });
});

it('twenty calls at once, after the hour and without the PSU are answered four times [D6-four-calls, S2-one-transaction]', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => call(balances())));
  const of = (status: number) => answers.filter((answer) => answer.status === status);
  expect([of(200).length, of(429).length]).toEqual([4, 16]);
  expect(new Set(of(200).map(({ text }) => text)).size).toBe(1);
  expect(counted()).toBe(4);
});

describe('a call that is counted no more [S12-kept, D6-four-calls, S6-going-back]', () => {
  it('goes', async () => {
    await fourOf(balances());
    bank().now += DAY;
    await wake(bank());
    expect(counted()).toBe(4);
    bank().now += HOUR;
    await wake(bank());
    expect(counted()).toBe(0);
  });

  it('is no older for a clock that went back, and counts 24 hours from then', async () => {
    await setClock(bank(), '2027-01-01T12:00:00Z');
    await fourOf(balances());
    await resetClock(bank());
    expectRefusal(await call(balances()), exceeded);
    bank().now += DAY - 1;
    expectRefusal(await call(balances()), exceeded);
    bank().now += 1;
    expect((await call(balances())).status).toBe(200);
  });

  it('goes with the data that it was of', async () => {
    await fourOf(balances());
    expect((await bank().send({ path: '/v1/sandbox/initialize', rawBody: '' })).status).toBe(200);
    expect(counted()).toBe(0);
  });
});
