import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInitialData } from '../../../src/bank/domain/initial-data.ts';
import { openBank } from '../../../src/library.ts';
import type { Header } from '../../../src/message.ts';
import { inFolder, shell } from '../../signing/cross/openssl-command.ts';
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

/** Signs by bash and openssl alone, with a key and a certificate of their own. */
const SIGN = `
openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -subj '/CN=Published TPP' -days 3650 2>/dev/null
serial=$(openssl x509 -in cert.pem -noout -serial | sed 's/^serial=0*//')
issuer=$(openssl x509 -in cert.pem -noout -issuer -nameopt RFC2253 | sed 's/^issuer=//')
date=$(LC_ALL=C date -u -d "@$SECONDS_OF_DATE" '+%a, %d %b %Y %H:%M:%S GMT')
lines=$(printf 'date: %s\\n' "$date")
names='date'
if [ "$METHOD" = POST ]; then
  digest="SHA-256=$(openssl dgst -sha256 -binary < body | base64 -w0)"
  printf 'Digest: %s\\n' "$digest"
  lines=$(printf '%s\\ndigest: %s' "$lines" "$digest")
  names='date digest'
fi
lines=$(printf '%s\\nx-request-id: %s' "$lines" "$ID")
signature=$(printf '%s' "$lines" | openssl dgst -sha256 -sign key.pem | base64 -w0)
printf 'Date: %s\\nX-Request-ID: %s\\n' "$date" "$ID"
printf 'TPP-Signature-Certificate: %s\\n' "$(openssl x509 -in cert.pem -outform DER | base64 -w0)"
printf 'Signature: keyId="SN=%s,CA=%s",algorithm="rsa-sha256",headers="%s x-request-id",signature="%s"\\n' \\
  "$serial" "$issuer" "$names" "$signature"
`;

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

  it.each(PUBLISHED)('signed by openssl alone are taken: $what', async ({ method, path, body, answers }) => {
    await begin();
    const bytes = Buffer.from(JSON.stringify(body(account)));
    const assignments = `SECONDS_OF_DATE=${bank.now / 1000}; METHOD=${method}; ID=mock-data-2\n`;
    const signed = inFolder({ body: bytes }, (folder) => shell(assignments + SIGN, '', folder));
    const headers = signed
      .trimEnd()
      .split('\n')
      .map((line): Header => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]);
    const type: Header = ['Content-Type', 'application/json; charset=UTF-8'];
    const target = `${BASE}/v1/sandbox${path(account, card)}`;
    const request = { method, target, headers: [...headers, type], body: bytes };
    const response = await bank.door(request, { address: '192.0.2.7', operator: false });
    const text = Buffer.from(response.body).toString('utf8');
    answers({ status: response.status, headers: [], header: () => undefined, json: JSON.parse(text), text });
  });
});
