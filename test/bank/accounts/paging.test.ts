import { beforeEach, describe, expect, it } from 'vitest';
import { type Send, signerOf } from '../../support/bank.ts';
import { byPsuId } from '../../support/known-psu.ts';
import { HOUR, MINUTE } from '../../support/life/days.ts';
import { ask, consent, ownedBy, UNATTENDED } from '../../support/life/information.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve, runBatch } from '../../support/life/operator.ts';
import { create, KARI, OLA } from '../../support/life/payments.ts';
import { follow, idsOf, makeMany, pagesFrom, report, reportOf } from '../../support/life/transactions.ts';
import { changeStore } from '../../support/store-work.ts';
import { readStored } from '../../support/stored.ts';
import { expectRefusal, UNKNOWN } from '../refusals/expectations.ts';

const bank = bankOfEach();
const accounts = () => ownedBy(bank(), KARI).accounts;
const account = (place = 0) => `accounts/${accounts()[place]}`;
const refused = { status: 400, code: 'FORMAT_ERROR', path: 'page' };
const DAYS = ['2026-11-12', '2026-11-11', '2026-10-01'];
beforeEach(() => consent(bank()));

describe('pages of transactions [D7-page-links, D7-last-page, D7-list-limit, D8-one-list]', () => {
  it('are 200 long unless said, and lead on to each other, to the first and the last', async () => {
    await makeMany(bank(), accounts()[0]!, 450, DAYS);
    const first = await report(bank(), account(), 'bookingStatus=booked&dateFrom=2026-01-01');
    const pages = await pagesFrom(bank(), first);
    expect(pages.map(({ booked }) => booked?.length)).toEqual([200, 200, 50]);
    expect(pages.map(({ _links }) => Object.keys(_links))).toEqual([
      ['account', 'first', 'next', 'last'],
      ['account', 'first', 'previous', 'next', 'last'],
      ['account', 'first', 'previous', 'last'],
    ]);
    const query = new URLSearchParams(first._links.next!.href.split('?')[1]);
    expect(Object.fromEntries(query)).toEqual({
      bookingStatus: 'booked',
      dateFrom: '2026-01-01',
      dateTo: '2026-11-18',
      limit: '200',
      offset: '200',
      page: expect.stringMatching(/^[\w-]+$/),
    });
    const back = await pagesFrom(bank(), pages.at(-1)!, 'previous');
    expect(back.toReversed().map(({ booked }) => booked)).toEqual(pages.map(({ booked }) => booked));
    for (const page of pages) {
      expect(reportOf(await follow(bank(), page._links.first!.href)).booked).toEqual(first.booked);
      expect(reportOf(await follow(bank(), page._links.last!.href)).booked).toEqual(pages[2]!.booked);
    }
    const whole = await report(bank(), account(), 'bookingStatus=booked&limit=1000');
    expect(Object.keys(whole._links)).toEqual(['account']);
    expect(idsOf(pages)).toEqual(idsOf([whole]));
    expect(new Set(idsOf(pages)).size).toBe(450);
  });

  it('count an offset that a request gives in the list of now', async () => {
    await makeMany(bank(), accounts()[0]!, 30, DAYS);
    const whole = idsOf([await report(bank(), account(), 'bookingStatus=booked')]);
    const some = await report(bank(), account(), 'bookingStatus=booked&limit=10&offset=4');
    expect(idsOf([some])).toEqual(whole.slice(4, 14));
    const before = reportOf(await follow(bank(), some._links.previous!.href));
    expect(idsOf([before])).toEqual(whole.slice(0, 10));
    const beyond = await report(bank(), account(), 'bookingStatus=booked&limit=10&offset=70');
    expect(beyond.booked).toEqual([]);
    expect(idsOf((await pagesFrom(bank(), beyond, 'previous')).toReversed())).toEqual(whole);
  });

  it('are 1,000 long at most, and name it', async () => {
    await makeMany(bank(), accounts()[0]!, 1001, DAYS);
    const first = await report(bank(), account(), 'bookingStatus=booked&limit=5000');
    expect(first.booked).toHaveLength(1000);
    expect(first._links.next!.href).toContain('limit=1000&');
  });

  it('lead to the last one where it is within ten pages, this one counted', async () => {
    await makeMany(bank(), accounts()[0]!, 21, DAYS);
    const first = await report(bank(), account(), 'bookingStatus=booked&limit=2');
    expect(first._links).not.toHaveProperty('last');
    const [, second] = await pagesFrom(bank(), first);
    expect(second!._links).toHaveProperty('last');
    const last = reportOf(await follow(bank(), second!._links.last!.href));
    expect([last.booked?.length, last._links.last!.href.includes('offset=20&')]).toEqual([1, true]);
  });
});

it('a list between whose pages a run books has each entry of the first page’s world once, in order, and nothing else [D7-page-world, D9-invariants]', async () => {
  const [id = ''] = accounts();
  await makeMany(bank(), id, 20, DAYS);
  for (let paid = 0; paid < 12; paid += 1) await approve(bank(), await create(bank(), { psu: KARI }));
  const world = await report(bank(), account(), 'bookingStatus=both&limit=1000');
  expect([world.booked?.length, world.pending?.length]).toEqual([20, 12]);
  const first = await report(bank(), account(), 'bookingStatus=both&limit=5');
  expect(await runBatch(bank())).toMatchObject({ settled: 12 });
  await approve(bank(), await create(bank(), { psu: KARI }));
  await makeMany(bank(), id, 40, DAYS);
  const pages = await pagesFrom(bank(), first);
  expect(idsOf(pages)).toEqual(idsOf([world]));
  expect(idsOf(pages, 'pending')).toEqual(idsOf([world], 'pending'));
  const back = (await pagesFrom(bank(), pages.at(-1)!, 'previous')).toReversed();
  expect([idsOf(back), idsOf(back, 'pending')]).toEqual([idsOf([world]), idsOf([world], 'pending')]);
  const now = await report(bank(), account(), 'bookingStatus=both&limit=1000');
  expect([now.booked?.length, now.pending?.length]).toEqual([72, 1]);
  expect(new Set(idsOf([now]))).toEqual(
    new Set([...idsOf([now]), ...idsOf([world]), ...idsOf([world], 'pending')]),
  );
});

describe('the token of a page [D7-page-token]', () => {
  let href = '';
  const first = (more: Send = {}) =>
    ask(bank(), `${account()}/transactions`, { query: 'bookingStatus=booked&limit=10', ...more });

  beforeEach(async () => {
    for (const id of accounts()) await makeMany(bank(), id, 30, DAYS);
    href = reportOf(await first())._links.next!.href;
  });

  it('is refused where one character of it is another', async () => {
    const [head = '', token = ''] = href.split('page=');
    for (let place = 0; place < token.length; place += 1) {
      const others = [...'Aa0-_'].filter((other) => other !== token[place]);
      const changed = token.slice(0, place) + others[place % others.length] + token.slice(place + 1);
      expectRefusal(await follow(bank(), `${head}page=${changed}`), refused);
    }
    for (const changed of [token.slice(0, -1), `${token}A`, `${token}=`, token.slice(1), 'x', `A${token}`]) {
      expectRefusal(await follow(bank(), `${head}page=${changed}`), refused);
    }
    expectRefusal(await follow(bank(), `${head}page=`), refused);
    expect((await follow(bank(), href)).status).toBe(200);
  });

  const OTHERS = [
    ['bookingStatus=booked', 'bookingStatus=both'],
    ['limit=10', 'limit=11'],
    ['offset=10', 'offset=20'],
    ['dateTo=2026-11-18', 'dateTo=2026-11-17'],
    ['dateFrom=2026-10-01', 'dateFrom=2026-10-02'],
    ['&offset=10', ''],
  ] as const;

  it('is refused where anything else of the query is another', async () => {
    for (const [before, after] of OTHERS) {
      expect(href).toContain(before);
      expectRefusal(await follow(bank(), href.replace(before, after)), refused);
    }
  });

  it('is refused for another account, PSU and TPP', async () => {
    const [first = '', other = ''] = accounts();
    expectRefusal(await follow(bank(), href.replace(first, other)), refused);
    await consent(bank(), { psu: OLA, accounts: [first], session: 'of-ola' });
    await changeStore(bank().path, 'UPDATE accounts SET customer_number = ? WHERE id = ?', OLA, first);
    expectRefusal(await follow(bank(), href, { psu: OLA }), refused);
    await changeStore(bank().path, 'UPDATE accounts SET customer_number = ? WHERE id = ?', KARI, first);
    const tpp = 'PSDNO-FSA-39999991';
    await consent(bank(), { tpp });
    const as = { as: signerOf(tpp), headers: byPsuId(KARI, tpp) };
    expectRefusal(await follow(bank(), href, as), refused);
    expect((await follow(bank(), href)).status).toBe(200);
  });

  it('is refused once the data is another, whatever the list has', async () => {
    await bank().send({ path: '/v1/sandbox/initialize', rawBody: '' });
    await consent(bank());
    await makeMany(bank(), accounts()[0]!, 30, DAYS);
    expectRefusal(await follow(bank(), href), refused);
  });

  it('says what account it is of to nobody: an unknown one is unknown before the token is looked at', async () => {
    const [id = ''] = accounts();
    expectRefusal(await follow(bank(), href.replace(id, ownedBy(bank(), OLA).accounts[0]!)), UNKNOWN);
  });

  it('does not count among four calls, but for one that is refused, which no call counts', async () => {
    bank().now += HOUR + MINUTE;
    const asking = { headers: UNATTENDED };
    const unattended = 'bookingStatus=booked&limit=10';
    const page = await report(bank(), account(), unattended, asking);
    const counted = () => readStored(bank().path, 'SELECT COUNT(*) AS n FROM unattended_calls')[0]?.n;
    expect(counted()).toBe(1);
    const { next, last } = page._links;
    for (let calls = 0; calls < 5; calls += 1) {
      expect((await follow(bank(), next!.href, asking)).status).toBe(200);
      expect((await follow(bank(), last!.href, asking)).status).toBe(200);
      expectRefusal(await follow(bank(), `${next!.href}A`, asking), refused);
    }
    expect(counted()).toBe(1);
    for (let calls = 0; calls < 3; calls += 1) await report(bank(), account(), unattended, asking);
    const fifth = await ask(bank(), `${account()}/transactions`, { query: unattended, ...asking });
    expectRefusal(fifth, { status: 429, code: 'ACCESS_EXCEEDED', path: null });
    expect((await follow(bank(), next!.href, asking)).status).toBe(200);
  });
});
