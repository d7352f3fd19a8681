import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInitialData } from '../../../src/bank/domain/initial-data.ts';
import { openBank } from '../../../src/library.ts';
import { openTestBank, type TestBank } from '../../support/bank.ts';
import { balance, cardTransaction, incoming, ofSandbox } from './calls.ts';

const BASE = '/api-sandbox';

const OF_FIRM = createInitialData('psd2').accounts.find(
  ({ customerNumber }) => customerNumber === '310999016',
);

interface Of {
  readonly id: string;
  readonly bban: string;
  readonly iban: string;
  /** Of a card account. */
  readonly card: string;
}

/** A payload as banks with this interface publish it, below /v1/sandbox; and what the answer has. */
type Published = readonly [
  what: string,
  method: string,
  path: (of: Of) => string,
  body: unknown | ((of: Of) => unknown),
  shown: object,
];

const said = { referenceDate: '2020-01-01', lastCommittedTransaction: 'test' };
const changed = { ...said, lastChangeDateTime: '2019-10-14T13:55:45.494Z' };
const ENGAGEMENT = {
  ...{ customer: '15813963008', account: { iban: OF_FIRM?.iban } },
  ...{ registerLimit: 10000, approvalLimit: 5000 },
};

const PUBLISHED: readonly Published[] = [
  [
    'a customer, its type in lower case',
    'POST',
    () => '/customers',
    { customerNumber: '15813963199', name: 'Test Person', type: 'private' },
    { customerType: 'PRIVATE', customerName: 'Test Person' },
  ],
  [
    'an account whose bban fails mod 11, its balance type in upper case',
    'POST',
    () => '/accounts',
    {
      ...{ customerNumber: '15813963008', accountName: 'Mock account', bban: '12345678901' },
      ...{ currency: 'NOK', balances: [balance('EXPECTED', 1000)] },
    },
    {
      balances: [balance('closingBooked', 1000), balance('expected', 1000)],
      tppMessages: [{ category: 'WARNING', code: 'FORMAT_ERROR', path: 'bban' }],
    },
  ],
  [
    'a balance update without a Digest',
    'PUT',
    ({ id }) => `/accounts/${id}/balances`,
    [balance('EXPECTED', 5000), balance('CLOSINGBOOKED', 4000)],
    { balances: [balance('closingBooked', 4000), balance('expected', 5000)] },
  ],
  [
    'a transaction of empty strings and a purpose that is no code',
    'POST',
    ({ id }) => `/accounts/${id}/transactions`,
    (account: Of) => [
      incoming(account, {
        ...{ creditorName: '', debtorName: '', debtorAccount: { iban: '', bban: '' } },
        ...{ remittanceInformationUnstructured: '', purposeCode: 'Salary of November' },
        bankTransactionCode: 'PMNT',
      }),
    ],
    { transactionIds: [expect.any(String)] },
  ],
  [
    'a card account with all its members, codes in upper case, a balance type given twice',
    'POST',
    () => '/card-accounts',
    {
      ...{ customerNumber: '15813963008', maskedPan: '1234xxxxxxxx4321', currency: 'NOK' },
      creditLimit: { currency: 'NOK', amount: 1000 },
      balances: [7, 0].map((amount) => ({ ...balance('EXPECTED', amount), ...changed })),
      ...{ cardId: '1', cardIdVNo: '2', accountNumber: '123412341234', expiry: '2020-01-01' },
      ...{ name: 'Test', product: 'Basic Credit', status: 'ENABLED' },
    },
    {
      ...{ status: 'enabled', cardIdVNo: '2' },
      balances: [
        balance('closingBooked', 0),
        { ...balance('expected', 0), ...said, lastChangeDateTime: '2019-10-14T15:55:45+02:00' },
      ],
    },
  ],
  [
    "a card's balance update without a Digest",
    'PUT',
    ({ card }) => `/card-accounts/${card}/balances`,
    [balance('EXPECTED', -500)],
    { balances: [balance('closingBooked', -500), balance('expected', -500)] },
  ],
  [
    'card transactions of empty strings and an address without members',
    'POST',
    ({ card }) => `/card-accounts/${card}/transactions`,
    [
      cardTransaction(),
      cardTransaction({ cardTransactionId: 'test-2', merchantCategoryCode: 'TEST' }),
      cardTransaction({
        cardTransactionId: 'test-3',
        cardAcceptorAddress: { street: 'Street', buildingNumber: '56', postalCode: '7014', country: 'NO' },
        invoiced: 'true',
      }),
    ],
    { cardTransactionIds: ['test-1', 'test-2', 'test-3'] },
  ],
  [
    'an agreement with an engagement, its roles in any case',
    'POST',
    () => '/agreements',
    {
      ...{ owner: '310999016', name: 'Mock agreement' },
      engagements: [{ ...ENGAGEMENT, roles: ['view', 'Register'] }],
    },
    {
      ...{ type: 'CORPORATE', owner: '310999016', name: 'Mock agreement' },
      engagements: [{ ...ENGAGEMENT, roles: ['VIEW', 'REGISTER'] }],
    },
  ],
];

describe('published payloads [D3-published, D3-sandbox-case, D1-base-path, D3-required-sandbox]', () => {
  let bank: TestBank;
  const send = (method: string, path: string, body?: unknown) => {
    const { path: full = '', headers, ...rest } = ofSandbox(method, path, body === undefined ? {} : { body });
    const type = { 'Content-Type': 'application/json; charset=UTF-8', 'X-Request-ID': 'mock-data-1' };
    return bank.send({ ...rest, path: BASE + full, headers: { ...headers, ...type } });
  };

  beforeAll(async () => {
    bank = await openTestBank({ open: (options) => openBank({ ...options, basePath: BASE }) });
  });
  afterAll(() => bank.close());

  it.each(PUBLISHED)('are taken: %s', async (_, method, path, body, shown) => {
    await send('POST', '/initialize', '');
    const [account] = (await send('GET', '/accounts')).json;
    const [{ resourceId: card }] = (await send('GET', '/card-accounts')).json;
    const of: Of = { ...account, card };
    const answer = await send(method, path(of), typeof body === 'function' ? body(of) : body);
    expect(answer.status, answer.text).toBe(method === 'POST' ? 201 : 200);
    expect(answer.json).toMatchObject(shown);
  });
});
