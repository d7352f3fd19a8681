import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInitialData } from '../../../src/bank/domain/initial-data.ts';
import { openBank } from '../../../src/library.ts';
import { type Answer, openTestBank, type TestBank } from '../../support/bank.ts';
import { balance, cardTransaction, incoming, ofSandbox } from './calls.ts';

const BASE = '/api-sandbox';

const OF_FIRM = createInitialData('psd2').accounts.find(
  ({ customerNumber }) => customerNumber === '310999016',
);

/** A payload as banks with this interface publish it. */
interface Published {
  readonly what: string;
  readonly method: string;
  /** Below /v1/sandbox. */
  readonly path: (account: { readonly id: string }, card: { readonly resourceId: string }) => string;
  readonly body: (account: { readonly bban: string; readonly iban: string }) => unknown;
  readonly answers: (answer: Answer) => void;
}

const PUBLISHED: readonly Published[] = [
  {
    what: 'a customer, its type in lower case',
    method: 'POST',
    path: () => '/customers',
    body: () => ({ customerNumber: '15813963199', name: 'Test Person', type: 'private' }),
    answers: ({ status, json }) => {
      expect(status).toBe(201);
      expect(json).toMatchObject({ customerType: 'PRIVATE', customerName: 'Test Person' });
    },
  },
  {
    what: 'an account whose bban fails mod 11, its balance type in upper case',
    method: 'POST',
    path: () => '/accounts',
    body: () => ({
      customerNumber: '15813963008',
      accountName: 'Mock account',
      bban: '12345678901',
      currency: 'NOK',
      balances: [balance('EXPECTED', 1000)],
    }),
    answers: ({ status, json }) => {
      expect(status).toBe(201);
      expect(json.balances).toEqual([balance('closingBooked', 1000), balance('expected', 1000)]);
      expect(json.tppMessages).toMatchObject([{ category: 'WARNING', code: 'FORMAT_ERROR', path: 'bban' }]);
    },
  },
  {
    what: 'a balance update without a Digest',
    method: 'PUT',
    path: ({ id }) => `/accounts/${id}/balances`,
    body: () => [balance('EXPECTED', 5000), balance('CLOSINGBOOKED', 4000)],
    answers: ({ status, json }) => {
      expect(status).toBe(200);
      expect(json.balances).toEqual([balance('closingBooked', 4000), balance('expected', 5000)]);
    },
  },
  {
    what: 'a transaction of empty strings and a purpose that is no code',
    method: 'POST',
    path: ({ id }) => `/accounts/${id}/transactions`,
    body: (account) => [
      incoming(account, {
        creditorName: '',
        debtorName: '',
        debtorAccount: { iban: '', bban: '' },
        remittanceInformationUnstructured: '',
        purposeCode: 'Salary of November',
        bankTransactionCode: 'PMNT',
      }),
    ],
    answers: ({ status, json }) => {
      expect(status).toBe(201);
      expect(json.transactionIds).toHaveLength(1);
    },
  },
  {
    what: 'a card account with all its members, codes in upper case, a balance type given twice',
    method: 'POST',
    path: () => '/card-accounts',
    body: () => {
      const said = { referenceDate: '2020-01-01', lastCommittedTransaction: 'test' };
      const changed = { ...said, lastChangeDateTime: '2019-10-14T13:55:45.494Z' };
      return {
        customerNumber: '15813963008',
        maskedPan: '1234xxxxxxxx4321',
        currency: 'NOK',
        creditLimit: { currency: 'NOK', amount: 1000 },
        balances: [
          { ...balance('EXPECTED', 7), ...changed },
          { ...balance('EXPECTED', 0), ...changed },
        ],
        cardId: '1',
        cardIdVNo: '2',
        accountNumber: '123412341234',
        expiry: '2020-01-01',
        name: 'Test',
        product: 'Basic Credit',
        status: 'ENABLED',
      };
    },
    answers: ({ status, json }) => {
      expect(status).toBe(201);
      expect(json).toMatchObject({
        status: 'enabled',
        cardIdVNo: '2',
        balances: [
          balance('closingBooked', 0),
          {
            ...balance('expected', 0),
            referenceDate: '2020-01-01',
            lastChangeDateTime: '2019-10-14T15:55:45+02:00',
            lastCommittedTransaction: 'test',
          },
        ],
      });
    },
  },
  {
    what: "a card's balance update without a Digest",
    method: 'PUT',
    path: (_, { resourceId }) => `/card-accounts/${resourceId}/balances`,
    body: () => [balance('EXPECTED', -500)],
    answers: ({ status, json }) => {
      expect(status).toBe(200);
      expect(json.balances).toEqual([balance('closingBooked', -500), balance('expected', -500)]);
    },
  },
  {
    what: 'card transactions of empty strings and an address without members',
    method: 'POST',
    path: (_, { resourceId }) => `/card-accounts/${resourceId}/transactions`,
    body: () => [
      cardTransaction(),
      cardTransaction({ cardTransactionId: 'test-2', merchantCategoryCode: 'TEST' }),
      cardTransaction({
        cardTransactionId: 'test-3',
        cardAcceptorAddress: { street: 'Street', buildingNumber: '56', postalCode: '7014', country: 'NO' },
        invoiced: 'true',
      }),
    ],
    answers: ({ status, json }) => {
      expect(status).toBe(201);
      expect(json).toEqual({ cardTransactionIds: ['test-1', 'test-2', 'test-3'] });
    },
  },
  {
    what: 'an agreement with an engagement, its roles in any case',
    method: 'POST',
    path: () => '/agreements',
    body: () => ({
      owner: '310999016',
      name: 'Mock agreement',
      engagements: [
        {
          customer: '15813963008',
          account: { iban: OF_FIRM?.iban },
          roles: ['view', 'Register'],
          registerLimit: 10000,
          approvalLimit: 5000,
        },
      ],
    }),
    answers: ({ status, json }) => {
      expect(status).toBe(201);
      expect(json).toMatchObject({ type: 'CORPORATE', owner: '310999016', name: 'Mock agreement' });
      const [{ engagementId, _links, ...engagement }] = json.engagements;
      expect(engagement).toEqual({
        customer: '15813963008',
        account: { iban: OF_FIRM?.iban },
        roles: ['VIEW', 'REGISTER'],
        registerLimit: 10000,
        approvalLimit: 5000,
      });
    },
  },
];

describe('published payloads [D3-published, D3-sandbox-case, D1-base-path, D3-required-sandbox]', () => {
  let bank: TestBank;
  let account: { id: string; bban: string; iban: string };
  let card: { resourceId: string };
  const send = (method: string, path: string, body?: unknown) => {
    const { path: full = '', headers, ...rest } = ofSandbox(method, path, body === undefined ? {} : { body });
    const type = { 'Content-Type': 'application/json; charset=UTF-8', 'X-Request-ID': 'mock-data-1' };
    return bank.send({ ...rest, path: BASE + full, headers: { ...headers, ...type } });
  };

  beforeAll(async () => {
    bank = await openTestBank({ open: (options) => openBank({ ...options, basePath: BASE }) });
  });
  afterAll(() => bank.close());

  async function begin(): Promise<void> {
    await send('POST', '/initialize', '');
    [account] = (await send('GET', '/accounts')).json;
    [card] = (await send('GET', '/card-accounts')).json;
  }

  it.each(PUBLISHED)('are taken: $what', async ({ method, path, body, answers }) => {
    await begin();
    answers(await send(method, path(account, card), body(account)));
  });
});
