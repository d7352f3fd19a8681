import { describe, expect, it } from 'vitest';
import { createBasket, UNNAMED } from '../../support/life/baskets.ts';
import { bookedOn, minorOn } from '../../support/life/books.ts';
import { Browser } from '../../support/life/browser.ts';
import { sleepUntil, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { cancel, create, KARI, scaStatusOf, start, statusOf } from '../../support/life/payments.ts';
import { cardOf, createAs, type Kind } from '../../support/life/products.ts';
import { parametersOf, toDecision, walk } from '../../support/life/walk.ts';

const bank = bankOfEach();
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** One life of each product, made and approved on Wednesday at 10:00; test/model has all the others. */
interface Life {
  readonly kind: Kind;
  /** Right after the approval, and after the runs of 11:30 and 13:30. */
  readonly statuses: readonly [approved: string, atRun: string, atNext: string];
  /** What of NOK 1000.00 and its fee is taken in the end. */
  readonly taken: number;
}

const BOOKED = ['ACTC', 'ACSC', 'ACSC'] as const;

/** What Kari's account and card have together, in whole units. */
async function left(): Promise<number> {
  return (await bookedOn(bank(), bank().accounts.debtor)) + minorOn(bank(), cardOf(bank()).id) / 100;
}

it.each<Life>([
  { kind: 'domestic', statuses: BOOKED, taken: 1000 },
  { kind: 'card', statuses: BOOKED, taken: 1000 },
  { kind: 'cross-border', statuses: ['ACTC', 'ACWP', 'ACSC'], taken: 1065 },
  { kind: 'instant', statuses: ['ACSC', 'ACSC', 'ACSC'], taken: 1002 },
  { kind: 'periodic', statuses: ['ACTC', 'ACTC', 'ACTC'], taken: 0 },
  { kind: 'bulk', statuses: BOOKED, taken: 1000 },
])('a payment of each product is approved by one SCA and executed: $kind [D4-transitions, D4-runs, D3-single-sca, I-authentication-5, I-authentication-4]', async ({
  kind,
  statuses,
  taken,
}) => {
  const before = await left();
  const headers = { 'PSU-Context': 'PRIVATE' };
  const payment = await createAs(bank(), kind, { amount: '1000.00', headers });
  expect(await statusOf(bank(), payment)).toBe('RCVD');
  expect(parametersOf(await walk(bank(), payment.link, { number: KARI }, 'confirm'))).toEqual({
    'psu-id': expect.stringMatching(UUID),
    'tpp-session-id': 'test-session',
    context: 'PRIVATE',
  });
  expect(await scaStatusOf(bank(), payment)).toBe('FINALISED');
  const seen = [await statusOf(bank(), payment)];
  for (const time of ['11:30', '13:30']) {
    sleepUntil(bank(), WEDNESDAY, time);
    seen.push(await statusOf(bank(), payment));
  }
  expect(seen).toEqual(statuses);
  expect(before - (await left())).toBeCloseTo(taken, 2);
});

const kari = { number: KARI };

/** What the PSU has read by the time of the decision. */
async function readBefore(link: string): Promise<string> {
  const browser = new Browser(bank());
  return (await toDecision(browser, await browser.open(link), kari)).text.replaceAll(/\s+/g, ' ');
}

describe('what the page shows before a payment is approved [D6-site-steps]', () => {
  it('is when a periodic payment comes: its months, day and rule', async () => {
    const body = {
      ...{ frequency: 'MonthlyVariable', monthsOfExecution: ['1', 6] },
      ...{ dayOfExecution: '5', executionRule: 'preceeding', endDate: '2027-12-31' },
    };
    const text = await readBefore((await createAs(bank(), 'periodic', { psu: KARI, body })).link);
    expect(text).toContain('in January, June, on day 5, on the previous bank day when the bank is closed');
    expect(text).toContain('31 December 2027');
  });

  it('is the bank of a creditor that is known by its number there, and the fee', async () => {
    const body = { creditorAccount: { bban: '1234567', currency: 'EUR' }, creditorAgent: 'DEUTDEFF' };
    const { link } = await createAs(bank(), 'cross-border', { psu: KARI, body });
    const text = await readBefore(link);
    expect(text).toContain('1234567');
    expect(text).toContain('DEUTDEFF');
    expect(text).toMatch(/Fee 65\.00.NOK/);
  });

  it('is the fee with what a higher service level adds [D4-service-level]', async () => {
    const { link } = await createAs(bank(), 'cross-border', { psu: KARI, body: { serviceLevel: 'URGP' } });
    expect(await readBefore(link)).toMatch(/Fee 215\.00.NOK/);
  });
});

it('an explicit payment of the last day there is is received as any other [D4-explicit, D4-periodic-start]', async () => {
  const headers = { 'TPP-Explicit-Authorisation-Preferred': 'true' };
  await createAs(bank(), 'periodic', { psu: KARI, headers, body: { startDate: '9999-12-31' } });
});

it('a basket of which one payment is over is approved by the PSU of the others, whosever the one that is over was [D5-one-sca, D4-debtor-later]', async () => {
  const nobody = { 'X-PSU-IDENTITY': null, 'PSU-Context': 'PRIVATE' };
  const ofKari = await create(bank(), { headers: nobody });
  const ofOla = await create(bank(), { headers: nobody, from: bank().accounts.foreign });
  const { link } = await start(bank(), await createBasket(bank(), [ofKari, ofOla], UNNAMED));
  expect((await cancel(bank(), ofOla, { headers: { 'X-PSU-IDENTITY': null } })).status).toBe(204);
  await walk(bank(), link, kari, 'confirm');
  expect(await statusOf(bank(), ofKari)).toBe('ACTC');
});
