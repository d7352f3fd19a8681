import { beforeEach, describe, expect, it } from 'vitest';
import { cardTransactionList } from '../../../src/wire/answers/information.ts';
import { ask, consent, ownedBy, told } from '../../support/life/information.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve, runBatch } from '../../support/life/operator.ts';
import { create, KARI } from '../../support/life/payments.ts';
import { follow, idsOf, pagesFrom, report, reportOf } from '../../support/life/transactions.ts';
import { readStored } from '../../support/stored.ts';
import { expectRefusal } from '../refusals/expectations.ts';
import { cardTransaction, made } from '../sandbox/calls.ts';

const bank = bankOfEach();
const id = () => ownedBy(bank(), KARI).cards[0]!;
const card = () => `card-accounts/${id()}`;

beforeEach(() => consent(bank()));

function make(...items: object[]): Promise<unknown> {
  return made(bank(), `/card-accounts/${id()}/transactions`, items.map(cardTransaction));
}

/** From the card, by its reference, approved. */
async function pay(amount: string): Promise<void> {
  const [row] = readStored(bank().path, `SELECT related_account FROM card_accounts WHERE id = '${id()}'`);
  const other = {
    identification: String(row?.related_account),
    schemeNameProprietary: 'creditCardAccount',
  };
  const body = { debtorAccount: { currency: 'NOK', other } };
  await approve(bank(), await create(bank(), { psu: KARI, amount, body }));
}

describe('a card transaction made by hand [D7-card-list, D7-card-transaction, D7-left-out]', () => {
  it('is told as the standard has it', async () => {
    const address = { street: 'Gata', buildingNumber: '7', city: 'Oslo', postalCode: '0001', country: 'NO' };
    await make({
      originalAmount: { currency: 'EUR', amount: 9 },
      merchantCategoryCode: '5411',
      cardAcceptorId: 'acceptor',
      cardAcceptorAddress: address,
      maskedPan: '4925xxxxxxxx0001',
      transactionDetails: 'Kaffe',
      invoiced: 'True',
      proprietaryBankTransactionCode: 'PURCHASE',
    });
    const json = await told(bank(), `${card()}/transactions`, { query: 'bookingStatus=both' });
    expect(json).toEqual({
      cardAccount: { maskedPan: expect.stringMatching(/^\d{4}x+\d{4}$/) },
      cardTransactions: {
        booked: [
          {
            cardTransactionId: 'test-1',
            terminalId: 'tid',
            transactionDate: '2026-11-10',
            bookingDate: '2026-11-12',
            transactionAmount: { currency: 'NOK', amount: '100.00' },
            originalAmount: { currency: 'EUR', amount: '9.00' },
            markupFee: { currency: 'NOK', amount: '10.00' },
            markupFeePercentage: '20',
            cardAcceptorId: 'acceptor',
            cardAcceptorAddress: {
              streetName: 'Gata',
              buildingNumber: '7',
              townName: 'Oslo',
              postCode: '0001',
              country: 'NO',
            },
            merchantCategoryCode: '5411',
            maskedPAN: '4925xxxxxxxx0001',
            transactionDetails: 'Kaffe',
            invoiced: true,
            proprietaryBankTransactionCode: 'PURCHASE',
          },
        ],
        pending: [],
        _links: { cardAccount: { href: `/v1/${card()}`, verbs: ['GET'] } },
      },
    });
    expect(cardTransactionList.parse(json)).toEqual(json);
  });

  it('leaves out what the standard would refuse, and has the card’s number where none is given', async () => {
    await make({
      terminalId: 't'.repeat(36),
      cardAcceptorAddress: { street: 'Gata' },
      merchantCategoryCode: '54111',
      transactionDetails: 'd'.repeat(1001),
      invoiced: 'false',
      proprietaryBankTransactionCode: 'p'.repeat(36),
    });
    const [one] = (await report(bank(), card(), 'bookingStatus=booked')).booked!;
    expect(Object.keys(one).toSorted()).toEqual([
      'bookingDate',
      'cardTransactionId',
      'invoiced',
      'markupFee',
      'markupFeePercentage',
      'maskedPAN',
      'originalAmount',
      'transactionAmount',
      'transactionDate',
    ]);
    const { cardAccount } = await told(bank(), card());
    expect([one.maskedPAN, one.invoiced]).toEqual([cardAccount.maskedPan, false]);
  });
});

describe('what is paid from a card [D7-card-list, D7-payment-transaction-id, D9-invariants]', () => {
  it('is pending, then booked with the same id, before what was made by hand that day', async () => {
    await make({ bookingDate: '2026-11-18', transactionDate: '2026-11-18' });
    await pay('150.50');
    const before = await report(bank(), card(), 'bookingStatus=both');
    expect(before.pending).toEqual([
      {
        cardTransactionId: expect.stringMatching(/^\w{22}$/),
        transactionAmount: { currency: 'NOK', amount: '-150.50' },
        originalAmount: { currency: 'NOK', amount: '-150.50' },
        maskedPAN: expect.any(String),
        transactionDetails: expect.any(String),
        proprietaryBankTransactionCode: 'PMNT-ICDT-DMCT',
      },
    ]);
    expect(idsOf([before])).toEqual(['test-1']);
    await runBatch(bank());
    const { booked, pending } = await report(bank(), card(), 'bookingStatus=both');
    expect(pending).toEqual([]);
    const dates = { bookingDate: '2026-11-18', transactionDate: '2026-11-18' };
    expect(booked![0]).toEqual({ ...before.pending![0], ...dates });
    expect(booked![1].cardTransactionId).toBe('test-1');
  });
});

describe('what a list of a card is asked with [D7-list-status, D7-list-dates, D7-page-links, D7-pending-policy]', () => {
  const days = ['2026-11-12', '2026-11-11', '2026-11-10'];

  beforeEach(async () => {
    const items = Array.from({ length: 12 }, (_, place) => ({
      cardTransactionId: place % 4 === 3 ? '' : `card-${place}`,
      bookingDate: place < 7 ? days[place % 3] : '',
      transactionDate: place === 11 ? '' : days[place % 3],
    }));
    await make(...items);
    for (const amount of ['1.00', '2.00', '3.00']) await pay(amount);
  });

  it('knows no bookingStatus all', async () => {
    const answer = await ask(bank(), `${card()}/transactions`, { query: 'bookingStatus=all' });
    expectRefusal(answer, { status: 400, code: 'FORMAT_ERROR', path: 'bookingStatus' });
  });

  // One that is pending and has no date is in each list.
  it.each([
    ['dateTo=2026-11-11', 4, 4],
    ['dateFrom=2026-11-12', 3, 5],
    ['dateFrom=2026-11-11&dateTo=2026-11-11', 2, 3],
    ['limit=2&offset=6', 1, 2],
  ])('%s: %i booked, %i pending', async (query, booked, pending) => {
    const some = await report(bank(), card(), `bookingStatus=both&${query}`);
    expect([some.booked?.length, some.pending?.length]).toEqual([booked, pending]);
  });

  it('comes in pages, each entry once, whatever a run books between them', async () => {
    const world = await report(bank(), card(), 'bookingStatus=both');
    const first = await report(bank(), card(), 'bookingStatus=both&limit=2');
    expect(await runBatch(bank())).toMatchObject({ settled: 3 });
    await make({ cardTransactionId: 'later' });
    const pages = await pagesFrom(bank(), first);
    expect(pages.flatMap(({ booked }) => booked)).toEqual(world.booked);
    expect(pages.flatMap(({ pending }) => pending)).toEqual(world.pending);
    const back = (await pagesFrom(bank(), pages.at(-1)!, 'previous')).toReversed();
    expect(back).toEqual(pages);
    expect(reportOf(await follow(bank(), first._links.last!.href))).toEqual(pages.at(-1));
    const changed = first._links.next!.href.replace('card-accounts', 'accounts');
    expect((await follow(bank(), changed)).status).toBe(404);
  });
});
