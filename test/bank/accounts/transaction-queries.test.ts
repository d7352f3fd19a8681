import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBank } from '../../../src/library.ts';
import { openTestBank, productionPolicy, type TestBank } from '../../support/bank.ts';
import { DAY, HOUR, MINUTE } from '../../support/life/days.ts';
import { ask, consent, ownedBy } from '../../support/life/information.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve, wake } from '../../support/life/operator.ts';
import { create, KARI } from '../../support/life/payments.ts';
import { idsOf, makeMany, numbersOf, pagesFrom, report } from '../../support/life/transactions.ts';
import { expectRefusal } from '../refusals/expectations.ts';
import { bankOf } from '../refusals/rows.ts';
import { incoming, made } from '../sandbox/calls.ts';

const accountsOf = (bank: TestBank) => ownedBy(bank, KARI).accounts;
const accountOf = (bank: TestBank) => `accounts/${accountsOf(bank)[0]}`;
const list = 'transactions';

async function make(bank: TestBank, ...items: object[]): Promise<void> {
  const [id = ''] = accountsOf(bank);
  const numbers = numbersOf(bank, id);
  await made(
    bank,
    `/accounts/${id}/transactions`,
    items.map((more) => incoming(numbers, more)),
  );
}

describe('what a list is asked with [D7-list-status, D7-list-limit, D7-list-dates, D2-required-query]', () => {
  const bank = bankOf();
  const account = () => accountOf(bank());

  beforeAll(async () => {
    await wake(bank());
    await consent(bank());
    await approve(bank(), await create(bank(), { psu: KARI }));
    await make(bank(), {});
  });

  it.each([
    ['booked', 1, undefined],
    ['pending', undefined, 1],
    ['both', 1, 1],
    ['all', 1, 1],
  ])('bookingStatus %s: what is booked %s, what is pending %s', async (status, booked, pending) => {
    const told = await report(bank(), account(), `bookingStatus=${status}`);
    expect([told.booked?.length, told.pending?.length]).toEqual([booked, pending]);
  });

  it.each([
    ['', 'QUERY_PARAMETER_REQUIRED', 'bookingStatus'],
    ['bookingStatus=', 'FORMAT_ERROR', 'bookingStatus'],
    ['bookingStatus=Booked', 'FORMAT_ERROR', 'bookingStatus'],
    ['bookingStatus=information', 'FORMAT_ERROR', 'bookingStatus'],
    ['bookingStatus=both&bookingStatus=both', 'FORMAT_ERROR', 'bookingStatus'],
    ['bookingStatus=both&limit=0', 'FORMAT_ERROR', 'limit'],
    ['bookingStatus=both&limit=-1', 'FORMAT_ERROR', 'limit'],
    ['bookingStatus=both&limit=1.5', 'FORMAT_ERROR', 'limit'],
    ['bookingStatus=both&offset=-1', 'FORMAT_ERROR', 'offset'],
    ['bookingStatus=both&dateFrom=2026-02-30', 'FORMAT_ERROR', 'dateFrom'],
    ['bookingStatus=both&dateTo=yesterday', 'FORMAT_ERROR', 'dateTo'],
    ['bookingStatus=both&dateFrom=2026-11-12&dateTo=2026-11-11', 'FORMAT_ERROR', 'dateFrom'],
    ['bookingStatus=booked&dateFrom=2026-11-19', 'FORMAT_ERROR', 'dateFrom'],
    ['bookingStatus=both&page=x', 'FORMAT_ERROR', 'page'],
  ])('is refused with %j: %s at %s', async (query, code, path) => {
    expectRefusal(await ask(bank(), `${account()}/${list}`, { query }), { status: 400, code, path });
  });

  it.each([
    ['dateFrom=2026-11-12', 1, 1],
    ['dateFrom=2026-11-13', 0, 1],
    ['dateTo=2026-11-12', 1, 0],
    ['dateTo=2026-11-11', 0, 0],
    ['dateFrom=2026-11-18&dateTo=2026-11-18', 0, 1],
    ['dateFrom=2026-11-18&dateTo=2030-01-01', 0, 1],
    ['limit=1', 1, 1],
    ['offset=1', 0, 0],
  ])('%s has %i booked and %i pending: each list by itself', async (query, booked, pending) => {
    const some = await report(bank(), account(), `bookingStatus=both&${query}`);
    expect([some.booked?.length, some.pending?.length]).toEqual([booked, pending]);
  });

  describe('with a pending payment of a day to come', () => {
    beforeAll(async () => {
      const body = { requestedExecutionDate: '2026-12-01' };
      await approve(bank(), await create(bank(), { psu: KARI, body }));
    });

    it.each([
      ['pending', ['2026-12-01', '2026-11-18']],
      ['both', ['2026-12-01', '2026-11-18']],
      ['pending&dateTo=2026-12-01', ['2026-12-01', '2026-11-18']],
      ['pending&dateTo=2026-11-30', ['2026-11-18']],
      ['pending&dateFrom=2026-11-19', ['2026-12-01']],
      ['all&dateFrom=2026-11-19', ['2026-12-01']],
    ])('applies to pending ones only the dates of the query: bookingStatus=%s', async (query, days) => {
      const { pending } = await report(bank(), account(), `bookingStatus=${query}`);
      expect(pending!.map(({ valueDate }) => valueDate)).toEqual(days);
    });
  });
});

describe('how far back is told [D6-history, D7-list-dates]', () => {
  const today = '2026-11-18';
  const back = ['2026-08-20', '2026-08-19', '2020-01-01'];
  const bank = bankOfEach();
  const account = () => accountOf(bank());

  beforeEach(async () => {
    await consent(bank());
    await make(bank(), ...back.map((date) => ({ bookingDate: date, valueDate: date })));
  });

  const dates = async (query = '') => {
    const { booked } = await report(bank(), account(), `bookingStatus=booked${query}`);
    return booked!.map(({ bookingDate }) => bookingDate);
  };

  it('is to the account’s start within the hour of an SCA', async () => {
    expect(await dates()).toEqual(back);
    expect(await dates('&dateFrom=2019-01-01&dateTo=2020-01-01')).toEqual(['2020-01-01']);
    expect(await dates('&dateTo=2019-01-01')).toEqual([]);
    const { _links } = await report(bank(), account(), 'bookingStatus=booked&limit=1');
    expect(_links.next!.href).toContain(`dateFrom=2020-01-01&dateTo=${today}&`);
  });

  it('is 90 days after it, and not 91', async () => {
    bank().now += HOUR + MINUTE;
    expect(await dates()).toEqual(['2026-08-20']);
    expect(await dates('&dateFrom=2026-08-20')).toEqual(['2026-08-20']);
    for (const [query, path] of [
      ['dateFrom=2026-08-19', 'dateFrom'],
      ['dateTo=2026-08-19', 'dateTo'],
    ] as const) {
      const answer = await ask(bank(), `${account()}/${list}`, { query: `bookingStatus=booked&${query}` });
      expectRefusal(answer, { status: 401, code: 'SCA_EXPIRED', path });
      expect(answer.json._links.scaRedirect.href).toContain('/sca/');
    }
    const { _links } = await report(bank(), account(), 'bookingStatus=both&offset=1');
    expect(_links.first!.href).toContain(`dateFrom=2026-08-20&dateTo=${today}&`);
  });

  it('is the same of one transaction', async () => {
    const ids = idsOf([await report(bank(), account(), 'bookingStatus=booked')]);
    const statuses = async () => {
      const answers = await Promise.all(ids.map((id) => ask(bank(), `${account()}/${list}/${id}`)));
      return answers.map(({ status, json }) => json.tppMessages?.[0].code ?? status);
    };
    expect(await statuses()).toEqual([200, 200, 200]);
    bank().now += HOUR + MINUTE;
    expect(await statuses()).toEqual([200, 'SCA_EXPIRED', 'SCA_EXPIRED']);
    bank().now += DAY;
    await wake(bank());
    expect(await statuses()).toEqual(['SCA_EXPIRED', 'SCA_EXPIRED', 'SCA_EXPIRED']);
  });
});

describe('what is pending at a bank with the production policy [D7-pending-policy]', () => {
  let strict: TestBank;
  beforeAll(async () => {
    strict = await openTestBank({ open: (given) => openBank({ ...given, ...productionPolicy() }) });
    await consent(strict);
    for (let paid = 0; paid < 3; paid += 1) {
      const body = { requestedExecutionDate: `2026-12-0${paid + 1}` };
      await approve(strict, await create(strict, { psu: KARI, body }));
    }
    await makeMany(strict, ownedBy(strict, KARI).accounts[0]!, 5);
  });
  afterAll(async () => {
    expect(strict.unexpected).toEqual([]);
    await strict.close();
  });

  it.each([
    ['bookingStatus=pending', 0],
    ['bookingStatus=both&dateFrom=2026-11-01&dateTo=2026-11-02', 0],
    ['bookingStatus=all&limit=1', 5],
    ['bookingStatus=both&offset=4', 1],
    ['bookingStatus=pending&offset=4&limit=1', 0],
    ['bookingStatus=pending&dateFrom=2020-01-01&dateTo=2020-01-02', 0],
  ])('is all told with %s, on every page, beside %i booked', async (query, booked) => {
    const [id] = ownedBy(strict, KARI).accounts;
    const first = await report(strict, `accounts/${id}`, query);
    const pages = await pagesFrom(strict, first);
    expect(first.pending).toHaveLength(3);
    for (const { pending } of pages) expect(pending).toEqual(first.pending);
    expect(idsOf(pages)).toHaveLength(booked);
  });
});
