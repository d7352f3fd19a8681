import type { Answer, Send, TestBank } from '../../support/bank.ts';

/** A sandbox operation asks for none of the headers of a payment. */
const NO_HEADERS_OF_PAYMENTS = {
  'x-accept-fix': null,
  'TPP-Session-ID': null,
  'TPP-Redirect-URI': null,
  'PSU-Context': null,
  'PSU-IP-Address': null,
};

export function ofSandbox(method: string, path: string, more: Send = {}): Send {
  return {
    method,
    path: `/v1/sandbox${path}`,
    ...(method === 'GET' ? { rawBody: '' } : {}),
    ...more,
    headers: { ...NO_HEADERS_OF_PAYMENTS, ...more.headers },
  };
}

export function get(bank: TestBank, path: string, query = ''): Promise<Answer> {
  return bank.send(ofSandbox('GET', path, { query }));
}

export function post(bank: TestBank, path: string, body: unknown): Promise<Answer> {
  return bank.send(ofSandbox('POST', path, { body }));
}

export function put(bank: TestBank, path: string, body: unknown): Promise<Answer> {
  return bank.send(ofSandbox('PUT', path, { body }));
}

export function remove(bank: TestBank, path: string): Promise<Answer> {
  return bank.send(ofSandbox('DELETE', path, { rawBody: '' }));
}

/** Synthetic: month + 80. */
export const NUMBER = '15813963199';
export const ORGANISATION = '310999032';
export const CUSTOMER = { customerNumber: NUMBER, name: 'Siri Prøve', type: 'PRIVATE' };

/** A card of that customer. */
export const CARD = {
  customerNumber: NUMBER,
  maskedPan: '4925xxxxxxxx1234',
  currency: 'NOK',
  creditLimit: { currency: 'NOK', amount: 20_000 },
};

/** What a request makes is asked for where a test needs it only to be there. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever JSON came
export async function made(bank: TestBank, path: string, body: unknown): Promise<any> {
  const answer = await post(bank, path, body);
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  return answer.json;
}

/** A customer of the test's own with an account. */
// biome-ignore lint/suspicious/noExplicitAny: the account as the sandbox shows it
export async function ownAccount(bank: TestBank, more: object = {}): Promise<any> {
  await post(bank, '/customers', CUSTOMER);
  return made(bank, '/accounts', {
    customerNumber: NUMBER,
    accountName: 'Brukskonto',
    currency: 'NOK',
    ...more,
  });
}

/** A customer of the test's own with a card. */
// biome-ignore lint/suspicious/noExplicitAny: the card account as the sandbox shows it
export async function ownCard(bank: TestBank, more: object = {}): Promise<any> {
  await post(bank, '/customers', CUSTOMER);
  return made(bank, '/card-accounts', { ...CARD, ...more });
}

/** A purchase as published scripts send one: every member is there, and may be empty. */
export function cardTransaction(more: object = {}) {
  const amount = { currency: 'NOK', amount: 100 };
  return {
    cardTransactionId: 'test-1',
    terminalId: 'tid',
    bookingDate: '2026-11-12',
    transactionDate: '2026-11-10',
    transactionAmount: amount,
    originalAmount: amount,
    merchantCategoryCode: 'BOB',
    markupFee: { currency: 'NOK', amount: 10 },
    markupFeePercentage: '20',
    cardAcceptorId: '',
    cardAcceptorAddress: {},
    maskedPan: '',
    transactionDetails: '',
    invoiced: '',
    proprietaryBankTransactionCode: '',
    ...more,
  };
}

export function balance(balanceType: string, amount: unknown, currency = 'NOK') {
  return { balanceAmount: { currency, amount }, balanceType };
}

interface Numbers {
  readonly bban: string;
  readonly iban: string;
}

const NOBODY = { iban: '', bban: '' };

/** An incoming payment of somebody that the sandbox doesn't know; what is given goes over it. */
export function incoming({ bban, iban }: Numbers, more: object = {}) {
  return {
    amount: 1500,
    currency: 'NOK',
    valueDate: '2026-11-12',
    bookingDate: '2026-11-12',
    remittanceInformationUnstructured: 'Lønn',
    creditorId: '',
    creditorName: 'Siri Prøve',
    creditorAccount: { iban, bban },
    ultimateCreditor: '',
    debtorName: 'Arbeidsgiver AS',
    debtorAccount: { iban: '', bban: '99911200011' },
    ultimateDebtor: '',
    purposeCode: 'SALA',
    bankTransactionCode: 'PMNT-RCDT-DMCT',
    ...more,
  };
}

/** A payment of the account to somebody elsewhere. */
export function outgoing({ bban, iban }: Numbers, more: object = {}) {
  return incoming(
    { bban, iban },
    { debtorAccount: { iban, bban }, creditorAccount: { ...NOBODY, bban: '99911200011' }, ...more },
  );
}
