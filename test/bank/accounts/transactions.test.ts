import { beforeEach, describe, expect, it } from 'vitest';
import {
  cardTransactionList,
  transactionDetails,
  transactionList,
} from '../../../src/wire/answers/information.ts';
import { ask, consent, ownedBy, told } from '../../support/life/information.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve, runBatch } from '../../support/life/operator.ts';
import { create, KARI } from '../../support/life/payments.ts';
import { approvedAs } from '../../support/life/products.ts';
import { follow, idsOf, numbersOf, pagesFrom, report, reportOf } from '../../support/life/transactions.ts';
import { readStored } from '../../support/stored.ts';
import { expectRefusal, UNKNOWN } from '../refusals/expectations.ts';
import { cardTransaction, incoming, made, outgoing } from '../sandbox/calls.ts';

const bank = bankOfEach();
const accounts = () => ownedBy(bank(), KARI).accounts;
const account = () => `accounts/${accounts()[0]}`;
const list = `transactions`;
beforeEach(() => consent(bank()));

async function make(...items: object[]): Promise<string[]> {
  const [id = ''] = accounts();
  const numbers = numbersOf(bank(), id);
  const body = items.map((more) => incoming(numbers, more));
  return (await made(bank(), `/accounts/${id}/transactions`, body)).transactionIds;
}

describe('a transaction made by hand [D7-transaction-list, D7-transaction-item, D7-transaction-details, D7-left-out]', () => {
  it('is told with its sign, and by itself as in the list', async () => {
    const [id = ''] = accounts();
    const numbers = numbersOf(bank(), id);
    const { transactionIds } = await made(bank(), `/accounts/${id}/transactions`, [
      outgoing(numbers, { amount: 70, purposeCode: 'RENT', ultimateCreditor: 'Andre AS' }),
    ]);
    const json = await told(bank(), `${account()}/${list}`, { query: 'bookingStatus=booked' });
    const item = {
      transactionId: transactionIds[0],
      entryReference: transactionIds[0],
      bookingDate: '2026-11-12',
      valueDate: '2026-11-12',
      transactionAmount: { currency: 'NOK', amount: '-70.00' },
      creditorName: 'Siri Prøve',
      creditorAccount: { bban: '99911200011' },
      ultimateCreditor: 'Andre AS',
      debtorName: 'Arbeidsgiver AS',
      debtorAccount: numbers,
      remittanceInformationUnstructured: 'Lønn',
      purposeCode: 'RENT',
      bankTransactionCode: 'PMNT-RCDT-DMCT',
    };
    expect(json).toEqual({
      account: { ...numbers, currency: 'NOK' },
      transactions: {
        booked: [item],
        _links: { account: { href: `/v1/${account()}`, verbs: ['GET'] } },
      },
    });
    expect(transactionList.parse(json)).toEqual(json);
    const one = await told(bank(), `${account()}/${list}/${transactionIds[0]}`);
    expect(one).toEqual({ transactionsDetails: { transactionDetails: item } });
    expect(transactionDetails.parse(one)).toEqual(one);
  });

  it('leaves out what the standard would refuse, and what is not said', async () => {
    await make({
      purposeCode: 'SUMMER',
      creditorId: 'c'.repeat(36),
      creditorName: '',
      remittanceInformationUnstructured: '',
      debtorAccount: { iban: 'no9386011117947', bban: '9991 12 00011' },
    });
    const { booked } = await report(bank(), account(), 'bookingStatus=booked');
    expect(Object.keys(booked![0])).toEqual([
      'transactionId',
      'entryReference',
      'bookingDate',
      'valueDate',
      'transactionAmount',
      'creditorAccount',
      'debtorName',
      'bankTransactionCode',
    ]);
    expect(booked![0].transactionAmount.amount).toBe('1500.00');
  });

  it.each(['no-such-transaction', 'AAAAAAAAAAAAAAAAAAAAAA'])('is unknown by the id %s', async (id) => {
    expectRefusal(await ask(bank(), `${account()}/${list}/${id}`), UNKNOWN);
  });

  it('is unknown on another account of the same PSU', async () => {
    const [id] = await make({});
    const answer = await ask(bank(), `accounts/${accounts()[1]}/${list}/${id}`);
    expectRefusal(answer, { status: 404, code: 'RESOURCE_UNKNOWN' });
  });
});

describe('a payment in the lists of both sides [D7-pending, D7-payment-transaction-id, D9-expected-balance]', () => {
  const amounts = async (path: string) =>
    (await told(bank(), `${path}/balances`)).balances.map(
      ({ balanceAmount }: { balanceAmount: { amount: string } }) => Number(balanceAmount.amount),
    );

  it('is seen pending, then booked with the same id; balances follow', async () => {
    const other = `accounts/${accounts()[1]}`;
    const body = { endToEndIdentification: 'e2e-1', purposeCode: 'SALA' };
    const reference = { remittanceInformationStructured: { reference: 'RF18539007547034' } };
    const wish = { psu: KARI, to: bank().accounts.debtorOther, amount: '20100.50' };
    const payment = await create(bank(), {
      ...wish,
      body: { ...body, ...reference, remittanceInformationUnstructured: undefined },
    });
    const before = [await amounts(account()), await amounts(other)];
    expect((await report(bank(), account(), 'bookingStatus=both')).pending).toEqual([]);
    await approve(bank(), payment);
    const pending = [];
    for (const [side, sign] of [
      [account(), '-'],
      [other, ''],
    ] as const) {
      const { booked, pending: items } = await report(bank(), side, 'bookingStatus=all');
      expect(booked).toEqual([]);
      expect(items).toEqual([
        {
          transactionId: expect.stringMatching(/^\w{22}$/),
          endToEndId: 'e2e-1',
          valueDate: '2026-11-18',
          transactionAmount: { currency: 'NOK', amount: `${sign}20100.50` },
          creditorName: 'Ola Eksempel',
          creditorAccount: numbersOf(bank(), accounts()[1]!),
          debtorName: expect.any(String),
          debtorAccount: numbersOf(bank(), accounts()[0]!),
          remittanceInformationStructuredArray: [{ reference: 'RF18539007547034' }],
          purposeCode: 'SALA',
          bankTransactionCode: expect.any(String),
        },
      ]);
      const [one] = items!;
      const alone = await told(bank(), `${side}/${list}/${one.transactionId}`);
      expect(alone.transactionsDetails.transactionDetails).toEqual(one);
      pending.push(one);
    }
    const [[booked = 0, expected = 0]] = before as [number[]];
    expect(await amounts(account())).toEqual([booked, expected - 20_100.5]);
    expect(await runBatch(bank())).toMatchObject({ settled: 1 });
    for (const [place, side] of [account(), other].entries()) {
      const { booked: items, pending: left } = await report(bank(), side, 'bookingStatus=both');
      expect(left).toEqual([]);
      const { transactionId } = pending[place];
      expect(items).toEqual([
        { ...pending[place], entryReference: transactionId, bookingDate: '2026-11-18' },
      ]);
      const alone = await told(bank(), `${side}/${list}/${transactionId}`);
      expect(alone.transactionsDetails.transactionDetails).toEqual(items![0]);
    }
    expect(await amounts(account())).toEqual([booked - 20_100.5, expected - 20_100.5]);
  });

  it('is told of by its charged amount, in the account’s currency, as it will be booked', async () => {
    const payment = await approvedAs(bank(), 'cross-border', { psu: KARI });
    const [pending] = (await report(bank(), account(), 'bookingStatus=pending')).pending!;
    await runBatch(bank());
    expect((await report(bank(), account(), 'bookingStatus=pending')).pending).toEqual([pending]);
    await runBatch(bank());
    const { booked } = await report(bank(), account(), 'bookingStatus=booked');
    expect(booked![0]).toMatchObject(pending);
    expect(payment.paymentId).not.toBe(pending.transactionId);
  });

  it('is in no list before it is approved, nor once it is cancelled, nor as a standing order', async () => {
    await create(bank(), { psu: KARI });
    await approvedAs(bank(), 'periodic', { psu: KARI });
    const { pending } = await report(bank(), account(), 'bookingStatus=pending&dateTo=2099-01-01');
    expect(pending).toEqual([]);
  });

  it('is unknown by the id of its other side', async () => {
    await approve(
      bank(),
      await create(bank(), { psu: KARI, to: bank().accounts.debtorOther, amount: '20100.50' }),
    );
    const [paid] = (await report(bank(), account(), 'bookingStatus=pending')).pending!;
    const other = `accounts/${accounts()[1]}`;
    for (const run of [() => Promise.resolve(), () => runBatch(bank())]) {
      await run();
      expectRefusal(await ask(bank(), `${other}/${list}/${paid.transactionId}`), UNKNOWN);
    }
  });
});
const id = () => ownedBy(bank(), KARI).cards[0]!;
const card = () => `card-accounts/${id()}`;

function makeOnCard(...items: object[]): Promise<unknown> {
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
    await makeOnCard({
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
    await makeOnCard({
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

it('what is paid from a card is pending, then booked with the same id, before what was made by hand that day [D7-card-list, D7-payment-transaction-id, D9-invariants]', async () => {
  await makeOnCard({ bookingDate: '2026-11-18', transactionDate: '2026-11-18' });
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

describe('what a list of a card is asked with [D7-list-status, D7-list-dates, D7-page-links, D7-pending-policy]', () => {
  const days = ['2026-11-12', '2026-11-11', '2026-11-10'];

  beforeEach(async () => {
    const items = Array.from({ length: 12 }, (_, place) => ({
      cardTransactionId: place % 4 === 3 ? '' : `card-${place}`,
      bookingDate: place < 7 ? days[place % 3] : '',
      transactionDate: place === 11 ? '' : days[place % 3],
    }));
    await makeOnCard(...items);
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
    await makeOnCard({ cardTransactionId: 'later' });
    const pages = await pagesFrom(bank(), first);
    expect(pages.flatMap(({ booked }) => booked)).toEqual(world.booked);
    expect(pages.flatMap(({ pending }) => pending)).toEqual(world.pending);
    expect((await pagesFrom(bank(), pages.at(-1)!, 'previous')).toReversed()).toEqual(pages);
    expect(reportOf(await follow(bank(), first._links.last!.href))).toEqual(pages.at(-1));
    const changed = first._links.next!.href.replace('card-accounts', 'accounts');
    expect((await follow(bank(), changed)).status).toBe(404);
  });
});
