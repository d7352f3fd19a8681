import { balance, CARD, cardTransaction, get, ofSandbox, post, put } from './calls.ts';
import type { Row } from './refusal-row.ts';

const NO_ID = 'kQ3nV0b1cT8sYpR5dW2xZa';

function card(what: string, change: object, ...expected: string[]): Row {
  return {
    what: `a card account: ${what}`,
    send: (bank) => post(bank, '/card-accounts', { ...CARD, ...change }),
    status: 400,
    faults: expected,
  };
}

function balances(what: string, body: unknown, ...expected: string[]): Row {
  return {
    what: `balances of a card: ${what}`,
    send: (bank, _, __, { resourceId }) => put(bank, `/card-accounts/${resourceId}/balances`, body),
    status: 400,
    faults: expected,
  };
}

/** Of two transactions the second is changed. */
function transaction(what: string, change: object, ...expected: string[]): Row {
  return {
    what: `a card transaction: ${what}`,
    send: (bank, _, __, { resourceId }) =>
      post(bank, `/card-accounts/${resourceId}/transactions`, [
        cardTransaction({ cardTransactionId: 'of-this-request' }),
        cardTransaction({ cardTransactionId: 'wrong', ...change }),
      ]),
    status: 400,
    faults: expected.map((fault) => `FORMAT_ERROR [1].${fault}`),
  };
}

function transactions(what: string, status: number, body: unknown, ...expected: string[]): Row {
  return {
    what: `card transactions: ${what}`,
    send: (bank, _, __, { resourceId }) => post(bank, `/card-accounts/${resourceId}/transactions`, body),
    status,
    faults: expected,
  };
}

function page(query: string, fault: string): Row {
  return {
    what: `a page of card transactions: ${query || 'no query'}`,
    send: (bank, _, __, { resourceId }) => get(bank, `/card-accounts/${resourceId}/transactions`, query),
    status: 400,
    faults: [fault],
  };
}

function unknown(method: string, path: string, body?: unknown, query = ''): Row {
  return {
    what: `${method} ${path}: no such id`,
    send: (bank) => bank.send(ofSandbox(method, path, { query, ...(body === undefined ? {} : { body }) })),
    status: 404,
    faults: ['RESOURCE_UNKNOWN -'],
  };
}

const said = (more: object) => [{ ...balance('expected', 1), ...more }];
const eur = (amount: unknown) => ({ currency: 'EUR', amount });
const SECOND = { cardTransactionId: 'second' };
const OF_CARD = `/card-accounts/${NO_ID}`;

/** Card accounts, their balances and transactions. @see D8-card-members, D8-card-transaction-members */
export const REFUSED_CARDS: readonly Row[] = [
  card(
    'nothing in it',
    { customerNumber: undefined, maskedPan: undefined, currency: undefined, creditLimit: undefined },
    'FORMAT_ERROR customerNumber',
    'FORMAT_ERROR maskedPan',
    'FORMAT_ERROR currency',
    'FORMAT_ERROR creditLimit',
  ),
  card(
    'no such customer, a limit and a balance in another currency',
    { customerNumber: '15813963369', creditLimit: eur(1), balances: [balance('expected', 1, 'EUR')] },
    'RESOURCE_UNKNOWN customerNumber',
    'FORMAT_ERROR creditLimit.currency',
    'FORMAT_ERROR balances[0].balanceAmount.currency',
  ),
  card('a masked number of 36 characters', { maskedPan: 'x'.repeat(36) }, 'FORMAT_ERROR maskedPan'),
  card('a masked number of blanks', { maskedPan: '  ' }, 'FORMAT_ERROR maskedPan'),
  card('a currency of its own', { currency: 'KRO' }, 'FORMAT_ERROR currency'),
  card('a limit as a number', { creditLimit: 20_000 }, 'FORMAT_ERROR creditLimit'),
  card(
    'a limit as text',
    { creditLimit: { currency: 'NOK', amount: '20000' } },
    'FORMAT_ERROR creditLimit.amount',
  ),
  card(
    'a limit beyond int32',
    { creditLimit: { currency: 'NOK', amount: 2 ** 31 } },
    'FORMAT_ERROR creditLimit.amount',
  ),
  card('a name of 71 characters', { name: 'x'.repeat(71) }, 'FORMAT_ERROR name'),
  card('an empty name', { name: '' }, 'FORMAT_ERROR name'),
  card('a status of its own', { status: 'closed' }, 'FORMAT_ERROR status'),
  card('an expiry that is no text', { expiry: 2027 }, 'FORMAT_ERROR expiry'),
  card('an emoji in the product', { product: '😀' }, 'FORMAT_ERROR product'),
  card(
    'a reference date that is none',
    { balances: said({ referenceDate: '2026-02-30' }) },
    'FORMAT_ERROR balances[0].referenceDate',
  ),
  card(
    'a date-time without an offset',
    { balances: said({ lastChangeDateTime: '2026-11-18T10:00:00' }) },
    'FORMAT_ERROR balances[0].lastChangeDateTime',
  ),
  card(
    'a date-time whose year in Oslo has five digits',
    { balances: said({ lastChangeDateTime: '9999-12-31T23:30:00Z' }) },
    'FORMAT_ERROR balances[0].lastChangeDateTime',
  ),
  balances('no array', balance('expected', 1), 'FORMAT_ERROR -'),
  balances('an empty array', [], 'FORMAT_ERROR -'),
  balances(
    'another currency',
    [balance('expected', 1), balance('expected', 1, 'EUR')],
    'FORMAT_ERROR [1].balanceAmount.currency',
  ),
  balances('a type of its own', [balance('AUTHORISED', 1)], 'FORMAT_ERROR [0].balanceType'),
  balances('beyond int32', [balance('expected', 2 ** 31)], 'FORMAT_ERROR [0].balanceAmount.amount'),
  ...Object.keys(cardTransaction()).map((member) =>
    transaction(`no ${member}`, { [member]: undefined }, member),
  ),
  transaction('an id of 36 characters', { cardTransactionId: 'x'.repeat(36) }, 'cardTransactionId'),
  transaction(
    'of tomorrow, in another currency',
    { bookingDate: '2026-11-19', transactionDate: '2026-11-19', transactionAmount: eur(1) },
    'bookingDate',
    'transactionDate',
    'transactionAmount.currency',
  ),
  transaction('no date', { bookingDate: '2026-02-30' }, 'bookingDate'),
  transaction('an amount with decimals', { originalAmount: eur(9.5) }, 'originalAmount.amount'),
  transaction('an amount as text', { originalAmount: eur('9') }, 'originalAmount.amount'),
  transaction('an amount beyond int32', { originalAmount: eur(-(2 ** 31) - 1) }, 'originalAmount.amount'),
  transaction('a fee that is a number', { markupFee: 10 }, 'markupFee'),
  transaction('a percentage that is a number', { markupFeePercentage: 20 }, 'markupFeePercentage'),
  transaction('no country', { cardAcceptorAddress: { country: 'Norge' } }, 'cardAcceptorAddress.country'),
  transaction('an address as text', { cardAcceptorAddress: '' }, 'cardAcceptorAddress'),
  transaction('invoiced perhaps', { invoiced: 'perhaps' }, 'invoiced'),
  transaction('an emoji', { transactionDetails: '😀' }, 'transactionDetails'),
  transactions('no array', 400, cardTransaction(), 'FORMAT_ERROR -'),
  transactions('an empty array', 400, [], 'FORMAT_ERROR -'),
  transactions(
    '2,001 of them',
    400,
    Array.from({ length: 2001 }, () => 0),
    'FORMAT_ERROR -',
  ),
  transactions(
    'the id of another one that is stored',
    409,
    [cardTransaction(SECOND), cardTransaction({ merchantCategoryCode: '5411' })],
    'CONFLICT [1].cardTransactionId',
  ),
  transactions(
    'the id of another one of the request',
    409,
    [cardTransaction(SECOND), cardTransaction({ ...SECOND, invoiced: 'true' })],
    'CONFLICT [1].cardTransactionId',
  ),
  transactions(
    'a pending one twice, with another amount',
    409,
    [
      cardTransaction({ ...SECOND, bookingDate: '' }),
      cardTransaction({ ...SECOND, bookingDate: '', originalAmount: eur(1) }),
    ],
    'CONFLICT [1].cardTransactionId',
  ),
  transactions(
    'one that is booked, as if it were pending',
    409,
    [cardTransaction({ bookingDate: '' })],
    'CONFLICT [0].cardTransactionId',
  ),
  page('', 'QUERY_PARAMETER_REQUIRED bookingStatus'),
  page('bookingStatus=all', 'FORMAT_ERROR bookingStatus'),
  page('bookingStatus=', 'FORMAT_ERROR bookingStatus'),
  page('bookingStatus=both&bookingStatus=both', 'FORMAT_ERROR bookingStatus'),
  page('bookingStatus=both&fromDate=yesterday', 'FORMAT_ERROR fromDate'),
  page('bookingStatus=both&fromDate=2026-11-02&toDate=2026-11-01', 'FORMAT_ERROR fromDate'),
  page('bookingStatus=both&limit=0', 'FORMAT_ERROR limit'),
  page('bookingStatus=both&offset=2147483648', 'FORMAT_ERROR offset'),
  unknown('GET', OF_CARD),
  unknown('PUT', `${OF_CARD}/balances`, [balance('expected', 1)]),
  unknown('POST', `${OF_CARD}/transactions`, [cardTransaction()]),
  unknown('GET', `${OF_CARD}/transactions`, undefined, 'bookingStatus=both'),
];
