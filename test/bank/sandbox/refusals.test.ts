import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInitialData } from '../../../src/bank/domain/initial-data.ts';
import { type Answer, openTestBank, type TestBank } from '../../support/bank.ts';
import { agree, agreementId, engage } from '../../support/life/firm.ts';
import { FIRM, KARI } from '../../support/life/payments.ts';
import { rowCounts } from '../../support/stored.ts';
import { faults } from '../refusals/expectations.ts';
import {
  balance,
  CARD,
  CUSTOMER,
  cardTransaction,
  get,
  incoming,
  made,
  NUMBER,
  ofSandbox,
  outgoing,
  ownAccount,
  post,
  put,
} from './calls.ts';

/** A bank with one customer of the test's own, who has one account and one card; Kari is engaged for the firm. */
let bank: TestBank;
// biome-ignore lint/suspicious/noExplicitAny: accounts, cards and engagements as the sandbox shows them
let [own, other, card, engagementId]: any[] = [];

interface Row {
  readonly what: string;
  readonly send: () => Promise<Answer>;
  readonly expected: readonly string[];
}

/** A fault is a code and a path; a path alone is that of a FORMAT_ERROR. */
function row(what: string, send: Row['send'], ...expected: string[]): Row {
  return {
    what,
    send,
    expected: expected.map((one) => (/^[A-Z_]+ /.test(one) ? one : `FORMAT_ERROR ${one}`)),
  };
}

/** The status that goes with a code. */
function statusOf([fault = '']: readonly string[]): number {
  if (fault.startsWith('CONFLICT')) return 409;
  return fault === 'RESOURCE_UNKNOWN -' ? 404 : 400;
}

const NO_ID = 'kQ3nV0b1cT8sYpR5dW2xZa';
const NOBODY = '15813963369';
const NO_IBAN = { iban: 'NO0000000000000' };
const many = Array.from({ length: 2001 }, () => 0);

/** Sends what is there to see of ids that are not. */
const unknown = (method: string, path: string, body?: unknown, query = ''): Row =>
  row(
    `${method} ${path}: no such id`,
    () => {
      const sent = path.replace('{own}', own.id).replace('{engagement}', engagementId);
      return bank.send(ofSandbox(method, sent, { query, ...(body === undefined ? {} : { body }) }));
    },
    'RESOURCE_UNKNOWN -',
  );

const customer = (what: string, change: object, ...expected: string[]): Row =>
  row(
    `a customer: ${what}`,
    () => post(bank, '/customers', { ...CUSTOMER, customerNumber: '15813963288', ...change }),
    ...expected,
  );

const asked = { customerNumber: NUMBER, accountName: 'Sparekonto', currency: 'NOK' };
const account = (what: string, change: object | (() => object), ...expected: string[]): Row =>
  row(
    `an account: ${what}`,
    () => post(bank, '/accounts', { ...asked, ...(typeof change === 'function' ? change() : change) }),
    ...expected,
  );
const balances = (what: string, body: unknown, ...expected: string[]): Row =>
  row(`balances: ${what}`, () => put(bank, `/accounts/${own.id}/balances`, body), ...expected);

/** @see D8-account-members */
const DATA: readonly Row[] = [
  customer(
    'nothing in it',
    { customerNumber: undefined, name: undefined, type: undefined },
    ...Object.keys(CUSTOMER),
  ),
  customer('a type of its own', { type: 'PERSON' }, 'type'),
  customer('a type that only looks like one', { type: 'PR\u0131VATE' }, 'type'),
  customer('a name of blanks', { name: '  ' }, 'name'),
  customer('an emoji in the name', { name: 'Kari 😀' }, 'name'),
  customer('the number taken', { customerNumber: NUMBER }, 'CONFLICT customerNumber'),
  customer('the number of the initial data taken', { customerNumber: FIRM }, 'CONFLICT customerNumber'),
  account(
    'nothing in it',
    { customerNumber: undefined, accountName: undefined, currency: undefined },
    ...Object.keys(asked),
  ),
  account(
    'no such customer, and a balance in another currency',
    { customerNumber: NOBODY, balances: [balance('expected', 1), balance('expected', 1, 'EUR')] },
    'RESOURCE_UNKNOWN customerNumber',
    'balances[1].balanceAmount.currency',
  ),
  account('a name of 71 characters', { accountName: 'x'.repeat(71) }, 'accountName'),
  account('ten digits', { bban: '9990051001' }, 'bban'),
  account('a bban with points', { bban: '9990.05.10019' }, 'bban'),
  account('an IBAN whose check digits do not fit', { iban: 'NO0099900510019' }, 'iban'),
  account('a Swedish IBAN', { iban: 'SE4550000000058398257466' }, 'iban'),
  account('an IBAN that is not of the bban', { bban: '99900510019', iban: 'NO9386011117947' }, 'iban'),
  account('a type of account of its own', { cashAccountType: 'Current' }, 'cashAccountType'),
  account('a credit line beyond int32', { creditLine: 2 ** 31 }, 'creditLine'),
  account('a text', { balances: [balance('expected', '1000')] }, 'balances[0].balanceAmount.amount'),
  account('decimals', { balances: [balance('expected', 10.5)] }, 'balances[0].balanceAmount.amount'),
  account('a balance of its own type', { balances: [balance('available', 1)] }, 'balances[0].balanceType'),
  account('the bban taken', () => ({ bban: own.bban }), 'CONFLICT bban'),
  account('the IBAN taken', () => ({ iban: own.iban }), 'CONFLICT iban'),
  balances('no array', balance('expected', 1), '-'),
  balances('an empty array', [], '-'),
  balances('EUR', [balance('expected', 1), balance('expected', 1, 'EUR')], '[1].balanceAmount.currency'),
  balances('text', [balance('expected', '1')], '[0].balanceAmount.amount'),
  balances('beyond int32', [balance('expected', -(2 ** 31) - 1)], '[0].balanceAmount.amount'),
  balances('a type of its own', [balance('interimAvailable', 1)], '[0].balanceType'),
  balances('nothing of a balance', [{}], '[0].balanceAmount', '[0].balanceType'),
  unknown('GET', `/customers/${NO_ID}`),
  unknown('GET', `/accounts/${NO_ID}`),
  // Nothing is looked for by it: a store that ends a text there would find another.
  row('GET /accounts/%00', () => get(bank, '/accounts/%00'), '-'),
  unknown('PUT', `/accounts/${NO_ID}/balances`, [balance('expected', 1, 'EUR')]),
  unknown('POST', `/accounts/${NO_ID}/transactions`, [incoming({ bban: '1', iban: '1' })]),
  unknown('GET', `/accounts/${NO_ID}/transactions`),
  unknown('GET', `/accounts/{own}/transactions/${NO_ID}`),
];

const transactions = (what: string, body: () => unknown, ...expected: string[]): Row =>
  row(`transactions: ${what}`, () => post(bank, `/accounts/${own.id}/transactions`, body()), ...expected);

/** Of two transactions the second is changed. */
const transaction = (what: string, change: object, ...expected: string[]): Row =>
  transactions(what, () => [incoming(own), incoming(own, change)], ...expected.map((path) => `[1].${path}`));

const page = (query: string, path: string): Row =>
  row(`a page of transactions: ${query}`, () => get(bank, `/accounts/${own.id}/transactions`, query), path);

const parties = ({ iban, bban }: { bban: string; iban: string }) => ({ iban, bban });

/** @see D8-transaction-shape */
const TRANSACTIONS: readonly Row[] = [
  ...Object.keys(incoming({ bban: '', iban: '' })).map((member) =>
    transaction(`no ${member}`, { [member]: undefined }, member),
  ),
  ...[0, -1, '100', 100.5, 2 ** 31].map((amount) =>
    transaction(`the amount ${amount}`, { amount }, 'amount'),
  ),
  transaction('another currency than its account', { currency: 'EUR' }, 'currency'),
  transaction('no date', { bookingDate: '2026-02-30' }, 'bookingDate'),
  transaction('booked after its value date', { bookingDate: '2026-11-13' }, 'bookingDate'),
  transaction(
    'of tomorrow',
    { bookingDate: '2026-11-19', valueDate: '2026-11-19' },
    'valueDate',
    'bookingDate',
  ),
  transaction('a bank transaction code of 3', { bankTransactionCode: 'PMN' }, 'bankTransactionCode'),
  transaction('one of 15', { bankTransactionCode: 'P'.repeat(15) }, 'bankTransactionCode'),
  transaction(
    'a message of 141',
    { remittanceInformationUnstructured: 'x'.repeat(141) },
    'remittanceInformationUnstructured',
  ),
  transaction('a party without iban', { debtorAccount: { bban: '' } }, 'debtorAccount.iban'),
  transaction('of two others', { creditorAccount: { iban: '', bban: '99911200011' } }, 'debtorAccount'),
  transaction('an emoji', { creditorName: '😀' }, 'creditorName'),
  ...(['bban', 'iban'] as const).map((member) =>
    transactions(
      `the debtor is another account of this sandbox, by ${member}`,
      () => [incoming(own, { debtorAccount: { iban: '', bban: '', [member]: other[member] } })],
      '[0].debtorAccount',
    ),
  ),
  transactions(
    'the account as debtor by its bban, and another one by the IBAN',
    () => [outgoing(own, { debtorAccount: { ...parties(own), iban: other.iban } })],
    '[0].debtorAccount',
  ),
  transactions(
    'what the schema refuses in one, before what the sandbox knows of another',
    () => [incoming(own, { debtorAccount: parties(other) }), incoming(own, { amount: 0 })],
    '[1].amount',
  ),
  transactions(
    'several are wrong, told together',
    () => [
      incoming(own, { currency: 'EUR', debtorAccount: parties(other) }),
      incoming(own),
      incoming(own, { valueDate: '2026-11-19' }),
    ],
    ...['[0].currency', '[0].debtorAccount', '[2].valueDate'],
  ),
  transactions('an empty array', () => [], '-'),
  transactions('2,001 of them', () => many, '-'),
  transactions(
    'the third would lead the balance beyond int32',
    () =>
      [2 ** 31 - 1, -1, 2].map((n) => (n < 0 ? outgoing(own, { amount: -n }) : incoming(own, { amount: n }))),
    'CONFLICT [2].amount',
  ),
  page('fromDate=yesterday', 'fromDate'),
  page('toDate=2026-02-30', 'toDate'),
  page('fromDate=2026-11-02&toDate=2026-11-01', 'fromDate'),
  ...['limit=0', 'limit=2147483648', 'limit=ten'].map((query) => page(query, 'limit')),
  page('offset=-1', 'offset'),
];

const cardAccount = (what: string, change: object, ...expected: string[]): Row =>
  row(`a card account: ${what}`, () => post(bank, '/card-accounts', { ...CARD, ...change }), ...expected);
const cardBalances = (what: string, body: unknown, ...expected: string[]): Row =>
  row(
    `balances of a card: ${what}`,
    () => put(bank, `/card-accounts/${card.resourceId}/balances`, body),
    ...expected,
  );
const purchases = (what: string, body: unknown, ...expected: string[]): Row =>
  row(
    `card transactions: ${what}`,
    () => post(bank, `/card-accounts/${card.resourceId}/transactions`, body),
    ...expected,
  );

/** Of two the second is changed. */
const purchase = (what: string, change: object, ...expected: string[]): Row =>
  purchases(
    what,
    [
      cardTransaction({ cardTransactionId: 'of-this-request' }),
      cardTransaction({ cardTransactionId: 'wrong', ...change }),
    ],
    ...expected.map((path) => `[1].${path}`),
  );
const cardPage = (query: string, fault: string): Row =>
  row(
    `a page of card transactions: ${query || 'no query'}`,
    () => get(bank, `/card-accounts/${card.resourceId}/transactions`, query),
    fault,
  );

const said = (more: object) => ({ balances: [{ ...balance('expected', 1), ...more }] });
const eur = (amount: unknown) => ({ currency: 'EUR', amount });
const nok = (amount: unknown) => ({ creditLimit: { currency: 'NOK', amount } });
const SECOND = { cardTransactionId: 'second' };
const TAKEN = 'CONFLICT [1].cardTransactionId';

/** @see D8-card-members, D8-card-transaction-members */
const CARDS: readonly Row[] = [
  cardAccount(
    'nothing in it',
    { customerNumber: undefined, maskedPan: undefined, currency: undefined, creditLimit: undefined },
    ...Object.keys(CARD),
  ),
  cardAccount(
    'no such customer, a limit and a balance in another currency',
    { customerNumber: NOBODY, creditLimit: eur(1), balances: [balance('expected', 1, 'EUR')] },
    'RESOURCE_UNKNOWN customerNumber',
    'creditLimit.currency',
    'balances[0].balanceAmount.currency',
  ),
  cardAccount('a masked number of 36 characters', { maskedPan: 'x'.repeat(36) }, 'maskedPan'),
  cardAccount('a masked number of blanks', { maskedPan: '  ' }, 'maskedPan'),
  cardAccount('a currency of its own', { currency: 'KRO' }, 'currency'),
  cardAccount('a limit as a number', { creditLimit: 20_000 }, 'creditLimit'),
  cardAccount('a limit as text', nok('20000'), 'creditLimit.amount'),
  cardAccount('a limit beyond int32', nok(2 ** 31), 'creditLimit.amount'),
  cardAccount('a name of 71 characters', { name: 'x'.repeat(71) }, 'name'),
  cardAccount('an empty name', { name: '' }, 'name'),
  cardAccount('a status of its own', { status: 'closed' }, 'status'),
  cardAccount('an expiry that is no text', { expiry: 2027 }, 'expiry'),
  cardAccount('an emoji in the product', { product: '😀' }, 'product'),
  cardAccount('a date that is none', said({ referenceDate: '2026-02-30' }), 'balances[0].referenceDate'),
  // Without an offset, and of a year that has five digits in Oslo.
  ...['2026-11-18T10:00:00', '9999-12-31T23:30:00Z'].map((lastChangeDateTime) =>
    cardAccount(lastChangeDateTime, said({ lastChangeDateTime }), 'balances[0].lastChangeDateTime'),
  ),
  cardBalances('no array', balance('expected', 1), '-'),
  cardBalances('an empty array', [], '-'),
  cardBalances('EUR', [balance('expected', 1), balance('expected', 1, 'EUR')], '[1].balanceAmount.currency'),
  cardBalances('a type of its own', [balance('AUTHORISED', 1)], '[0].balanceType'),
  cardBalances('beyond int32', [balance('expected', 2 ** 31)], '[0].balanceAmount.amount'),
  ...Object.keys(cardTransaction()).map((member) =>
    purchase(`no ${member}`, { [member]: undefined }, member),
  ),
  purchase('an id of 36 characters', { cardTransactionId: 'x'.repeat(36) }, 'cardTransactionId'),
  purchase(
    'of tomorrow, in another currency',
    { bookingDate: '2026-11-19', transactionDate: '2026-11-19', transactionAmount: eur(1) },
    ...['bookingDate', 'transactionDate', 'transactionAmount.currency'],
  ),
  purchase('no date', { bookingDate: '2026-02-30' }, 'bookingDate'),
  ...[9.5, '9', -(2 ** 31) - 1].map((amount) =>
    purchase(`an amount of ${amount}`, { originalAmount: eur(amount) }, 'originalAmount.amount'),
  ),
  purchase('a fee that is a number', { markupFee: 10 }, 'markupFee'),
  purchase('a percentage that is a number', { markupFeePercentage: 20 }, 'markupFeePercentage'),
  purchase('no country', { cardAcceptorAddress: { country: 'Norge' } }, 'cardAcceptorAddress.country'),
  purchase('an address as text', { cardAcceptorAddress: '' }, 'cardAcceptorAddress'),
  purchase('invoiced perhaps', { invoiced: 'perhaps' }, 'invoiced'),
  purchase('an emoji', { transactionDetails: '😀' }, 'transactionDetails'),
  purchases('no array', cardTransaction(), '-'),
  purchases('an empty array', [], '-'),
  purchases('2,001 of them', many, '-'),
  purchases(
    'the id of another one that is stored',
    [cardTransaction(SECOND), cardTransaction({ merchantCategoryCode: '5411' })],
    TAKEN,
  ),
  purchases(
    'the id of another one of the request',
    [cardTransaction(SECOND), cardTransaction({ ...SECOND, invoiced: 'true' })],
    TAKEN,
  ),
  purchases(
    'a pending one twice, with another amount',
    [{}, { originalAmount: eur(1) }].map((more) => cardTransaction({ ...SECOND, bookingDate: '', ...more })),
    TAKEN,
  ),
  purchases(
    'one that is booked, as if it were pending',
    [cardTransaction({ bookingDate: '' })],
    'CONFLICT [0].cardTransactionId',
  ),
  cardPage('', 'QUERY_PARAMETER_REQUIRED bookingStatus'),
  cardPage('bookingStatus=all', 'bookingStatus'),
  cardPage('bookingStatus=', 'bookingStatus'),
  cardPage('bookingStatus=both&bookingStatus=both', 'bookingStatus'),
  cardPage('bookingStatus=both&fromDate=yesterday', 'fromDate'),
  cardPage('bookingStatus=both&fromDate=2026-11-02&toDate=2026-11-01', 'fromDate'),
  cardPage('bookingStatus=both&limit=0', 'limit'),
  cardPage('bookingStatus=both&offset=2147483648', 'offset'),
  unknown('GET', `/card-accounts/${NO_ID}`),
  unknown('PUT', `/card-accounts/${NO_ID}/balances`, [balance('expected', 1)]),
  unknown('POST', `/card-accounts/${NO_ID}/transactions`, [cardTransaction()]),
  unknown('GET', `/card-accounts/${NO_ID}/transactions`, undefined, 'bookingStatus=both'),
];

const initial = createInitialData('psd2');
const ibanOf = (number: string, place = 0) =>
  initial.accounts.filter(({ customerNumber }) => customerNumber === number)[place]!.iban;
const ofKari = `/agreements/${initial.agreements[0]!.agreementId}`;
const { customerId } = initial.customers.find(({ customerNumber }) => customerNumber === KARI)!;
/** That nobody has yet: Kari is engaged for the firm's first account. */
const ENGAGEMENT = { customer: KARI, account: { iban: ibanOf(FIRM, 1) }, roles: ['VIEW', 'REGISTER'] };

const agreement = (what: string, change: object, ...expected: string[]): Row =>
  row(
    `an agreement: ${what}`,
    () => post(bank, '/agreements', { owner: FIRM, name: 'Hovedavtale', ...change }),
    ...expected,
  );
const agreementWith = (what: string, engagements: unknown, ...expected: string[]): Row =>
  agreement(what, { engagements }, ...expected);
const engagement = (what: string, change: object, ...expected: string[]): Row =>
  row(
    `an engagement: ${what}`,
    () => post(bank, `/agreements/${agreementId}/engagements`, { ...ENGAGEMENT, ...change }),
    ...expected,
  );

/** @see D8-agreement-members */
const AGREEMENTS: readonly Row[] = [
  agreement('nothing in it', { owner: undefined, name: null }, 'owner', 'name'),
  agreement('nobody’s', { owner: NOBODY }, 'RESOURCE_UNKNOWN owner'),
  agreement('a private customer’s', { owner: KARI }, 'owner'),
  agreement('a private customer’s, by id', { owner: customerId }, 'owner'),
  agreement('a name of blanks', { name: ' ' }, 'name'),
  agreement('an emoji in the name', { name: 'Hovedavtale 😀' }, 'name'),
  agreementWith('no array of engagements', ENGAGEMENT, 'engagements'),
  agreementWith(
    'engagements of nobody, for accounts that are nobody’s or another’s; one that is right',
    [
      ENGAGEMENT,
      { ...ENGAGEMENT, customer: NOBODY, account: NO_IBAN },
      { ...ENGAGEMENT, account: { iban: ibanOf('310999024') } },
    ],
    'RESOURCE_UNKNOWN engagements[1].customer',
    'RESOURCE_UNKNOWN engagements[1].account.iban',
    'engagements[2].account.iban',
  ),
  agreement(
    'nobody’s, with an engagement of nobody for an account that could be theirs',
    { owner: NOBODY, engagements: [{ ...ENGAGEMENT, customer: NOBODY }] },
    'RESOURCE_UNKNOWN owner',
    'RESOURCE_UNKNOWN engagements[0].customer',
  ),
  agreementWith(
    'the same customer and account twice, by number and by id',
    [ENGAGEMENT, { ...ENGAGEMENT, customer: customerId, roles: ['VIEW'] }],
    'engagements[1]',
  ),
  agreementWith(
    'engagements with nothing in them, and with what is no engagement',
    [{}, { ...ENGAGEMENT, roles: ['VIEW', 'APPROVE'], registerLimit: '1', approvalLimit: 1.5 }],
    ...['customer', 'account', 'roles'].map((path) => `engagements[0].${path}`),
    ...['roles[1]', 'registerLimit', 'approvalLimit'].map((path) => `engagements[1].${path}`),
  ),
  agreementWith(
    'more engagements than an array may have',
    many.map(() => ENGAGEMENT),
    'engagements',
  ),
  engagement('nobody', { customer: NOBODY }, 'RESOURCE_UNKNOWN customer'),
  engagement('the id of an account', { customer: initial.accounts[0]!.id }, 'RESOURCE_UNKNOWN customer'),
  engagement('no account', { account: undefined }, 'account'),
  engagement('a bban', { account: { bban: initial.accounts[4]!.bban } }, 'account.iban'),
  engagement('an account of nobody', { account: NO_IBAN }, 'RESOURCE_UNKNOWN account.iban'),
  engagement('an account of the engaged', { account: { iban: ibanOf(KARI) } }, 'account.iban'),
  engagement('no roles', { roles: [] }, 'roles'),
  engagement('a role that is no text', { roles: ['VIEW', 1] }, 'roles[1]'),
  engagement('a role that only looks like one', { roles: ['V\u0131EW'] }, 'roles[0]'),
  engagement('a limit beyond int32', { registerLimit: 2 ** 31 }, 'registerLimit'),
  engagement('engaged already', { account: { iban: ibanOf(FIRM) }, roles: ['VIEW'] }, 'CONFLICT -'),
  row(
    'an engagement in a private agreement',
    () => post(bank, `${ofKari}/engagements`, ENGAGEMENT),
    'CONFLICT -',
  ),
  row('the end of a private agreement', () => bank.send(ofSandbox('DELETE', ofKari)), 'CONFLICT -'),
  unknown('POST', `/agreements/${NO_ID}/engagements`, ENGAGEMENT),
  ...['GET', 'DELETE'].flatMap((method) => [
    unknown(method, `/agreements/${NO_ID}`),
    unknown(method, `/agreements/${agreementId}/engagements/${NO_ID}`),
    unknown(method, `${ofKari}/engagements/{engagement}`),
  ]),
];

describe('refusals of sandbox data [D8-customer-type, D8-number-taken, D8-account-members, D8-bban-and-iban, D8-balance-currency, D8-transaction-members, D8-transaction-parties, D8-transaction-dates, D8-int32-ends, D8-array-size, D8-transaction-list, D8-card-members, D8-card-transaction-members, D8-card-transaction-dates, D8-card-transaction-repeated, D8-card-transaction-list, D2-required-query, D8-agreement-members, D8-engagement-members, D8-private-agreement, D8-unknown-customer]', () => {
  let before: unknown;
  beforeAll(async () => {
    bank = await openTestBank();
    own = await ownAccount(bank);
    card = await made(bank, '/card-accounts', CARD);
    await made(bank, `/card-accounts/${card.resourceId}/transactions`, [cardTransaction()]);
    [other] = (await get(bank, '/accounts')).json;
    await agree(bank);
    engagementId = await engage(bank, KARI);
    before = rowCounts(bank.path);
  });
  afterAll(() => bank.close());

  it.each([...DATA, ...TRANSACTIONS, ...CARDS, ...AGREEMENTS])('$what', async ({ send, expected }) => {
    const answer = await send();
    expect({ status: answer.status, faults: faults(answer) }).toEqual({
      status: statusOf(expected),
      faults: expected,
    });
    expect(rowCounts(bank.path)).toEqual(before);
  });
});
