import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CountedBank, openCountedBank, type Transaction } from '../../support/counted-bank.ts';
import { byPsuId } from '../../support/known-psu.ts';
import { createBasket, EXPLICIT, received } from '../../support/life/baskets.ts';
import { consent, ownedBy } from '../../support/life/information.ts';
import { approve, decline, play, runBatch } from '../../support/life/operator.ts';
import { AUTHORISATIONS, cancel, create, KARI, readStatus, start } from '../../support/life/payments.ts';
import { createAs, type Kind } from '../../support/life/products.ts';
import { askFor, SiteBrowser } from '../../support/site.ts';

/** Payments of a run: more than are settled together. */
const DUE = 120;

let counted: CountedBank;

beforeAll(async () => {
  counted = await openCountedBank();
});

afterAll(() => counted.bank.close());

/** What an act prepares, and what of it is counted. */
type Counted = () => Promise<() => Promise<unknown>>;

/** One act after another that is done before. */
const after =
  <T>(before: () => Promise<T>, act: (made: T) => Promise<unknown>): Counted =>
  async () => {
    const made = await before();
    return () => act(made);
  };

const bank = () => counted.bank;
const made = (kind: Kind, wish?: Parameters<typeof createAs>[2]) => () => createAs(bank(), kind, wish);
const alone = (act: () => Promise<unknown>): Counted => after(async () => {}, act);
const approval = (kind: Kind): Counted => after(made(kind), (payment) => approve(bank(), payment));
const TWENTY = { amounts: Array<string>(20).fill('1.00') };

const asked = (path: (account: string) => string): Counted =>
  after(
    () => consent(bank()),
    async () => {
      const [account = ''] = ownedBy(bank(), KARI).accounts;
      const headers = { 'X-PSU-IDENTITY': KARI, 'PSU-Context': null };
      const answer = await bank().send({ method: 'GET', path: path(account), headers });
      expect(answer.status, answer.text).toBe(200);
    },
  );

const OPERATIONS: readonly (readonly [operation: string, most: number, act: Counted])[] = [
  ['creation: domestic', 8, alone(made('domestic'))],
  ['creation: card', 8, alone(made('card'))],
  ['creation: cross-border', 7, alone(made('cross-border'))],
  ['creation: instant', 8, alone(made('instant'))],
  ['creation: periodic', 8, alone(made('periodic'))],
  ['creation: bulk of 20', 9, alone(made('bulk', TWENTY))],
  ['creation with X-PSU-IDENTITY', 14, alone(made('domestic', { psu: KARI }))],
  ['creation with PSU-ID', 15, alone(made('domestic', { headers: byPsuId(KARI) }))],
  ['approval: domestic', 16, approval('domestic')],
  ['approval: card', 16, approval('card')],
  ['approval: cross-border', 16, approval('cross-border')],
  // Funds, and what is booked at once.
  ['approval: instant', 20, approval('instant')],
  ['approval: periodic', 14, approval('periodic')],
  ['approval: bulk of 20', 37, after(made('bulk', TWENTY), (payment) => approve(bank(), payment))],
  ['decline', 10, after(made('domestic'), (payment) => decline(bank(), payment))],
  ['expiry', 7, after(made('domestic'), ({ paymentId }) => play(bank(), 'expire', paymentId))],
  [
    'cancellation',
    9,
    after(
      () => create(bank()),
      (payment) => cancel(bank(), payment),
    ),
  ],
  [
    'start of an SCA',
    13,
    after(
      () => create(bank(), EXPLICIT),
      (payment) => start(bank(), payment),
    ),
  ],
  ['status', 4, after(made('instant'), (payment) => readStatus(bank(), payment))],
  [
    'approval: basket of 5',
    23,
    after(
      async () => start(bank(), await createBasket(bank(), await received(bank(), 5)), AUTHORISATIONS),
      ({ authorisationId }) => play(bank(), 'approve', authorisationId),
    ),
  ],
  [
    'confirmation on the site',
    15,
    after(
      async () => {
        const browser = new SiteBrowser(bank(), (await askFor(bank())).link);
        await browser.toDecision();
        return browser;
      },
      (browser) => browser.press('confirm'),
    ),
  ],
  ['accounts', 8, asked(() => '/v1/accounts')],
  ['account', 7, asked((id) => `/v1/accounts/${id}`)],
  ['balances', 6, asked((id) => `/v1/accounts/${id}/balances`)],
];

/** Reads and writes with the text and the values of an earlier one of the same transaction. */
function repeatedIn(transaction: Transaction): readonly string[] {
  const told = transaction.map(({ sql, values }) => `${sql} ${values.join(' ')}`);
  return told.filter((text, place) => told.indexOf(text) < place);
}

describe('the statements of an operation [A-statements]', () => {
  it.each(OPERATIONS)('%s: at most %i, each once', async (_name, most, act) => {
    const run = await act();
    counted.takeTransactions();
    await run();
    const transactions = counted.takeTransactions();
    expect(transactions.flatMap(repeatedIn)).toEqual([]);
    expect(transactions.flat().length).toBeLessThanOrEqual(most);
  });

  it('a run: at most 2.5 for each payment that it settles', async () => {
    await runBatch(bank());
    for (let due = 0; due < DUE; due += 1) await approve(bank(), await create(bank(), { amount: '1.00' }));
    counted.takeTransactions();
    const { settled } = await runBatch(bank());
    expect(settled).toBeGreaterThanOrEqual(DUE);
    expect(counted.takeTransactions().flat().length / settled).toBeLessThanOrEqual(2.5);
  });
});
