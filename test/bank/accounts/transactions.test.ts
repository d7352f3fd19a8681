import { beforeEach, describe, expect, it } from 'vitest';
import { transactionDetails, transactionList } from '../../../src/wire/answers/information.ts';
import { ask, consent, ownedBy, told } from '../../support/life/information.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve, runBatch } from '../../support/life/operator.ts';
import { create, KARI } from '../../support/life/payments.ts';
import { approvedAs } from '../../support/life/products.ts';
import { numbersOf, report } from '../../support/life/transactions.ts';
import { expectRefusal } from '../refusals/expectations.ts';
import { incoming, made, outgoing } from '../sandbox/calls.ts';

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
    expectRefusal(await ask(bank(), `${account()}/${list}/${id}`), {
      status: 404,
      code: 'RESOURCE_UNKNOWN',
    });
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
      expectRefusal(await ask(bank(), `${other}/${list}/${paid.transactionId}`), {
        status: 404,
        code: 'RESOURCE_UNKNOWN',
      });
    }
  });
});
