import type { Exchanged } from './judge.ts';

/** An answer made wrong in one point: what the contract has to refuse. */
export interface Wrong {
  readonly what: string;
  readonly operation: string;
  readonly status: number;
  readonly change: (answer: Exchanged) => Exchanged;
}

type Change = Wrong['change'];

/** Sets a member of the body; undefined takes it away. */
function body(path: string, value: unknown): Change {
  return (answer) => {
    const json = JSON.parse(answer.body);
    const steps = path.split('.');
    const last = steps.pop() ?? '';
    // biome-ignore lint/suspicious/noExplicitAny: looks into whatever JSON came
    const holder = steps.reduce<any>((at, step) => at[step], json);
    holder[last] = value;
    return { ...answer, body: JSON.stringify(json) };
  };
}

function header(name: string, value?: string): Change {
  return (answer) => {
    const others = answer.headers.filter(([one]) => one.toLowerCase() !== name.toLowerCase());
    return { ...answer, headers: value === undefined ? others : [...others, [name, value]] };
  };
}

function rows(
  operation: string,
  status: number,
  changes: readonly (readonly [what: string, change: Change])[],
): Wrong[] {
  return changes.map(([what, change]) => ({ what, operation, status, change }));
}

/** What each transaction has. */
const MOVED = { transactionAmount: { currency: 'NOK', amount: '1.00' } };

export const WRONG: readonly Wrong[] = [
  ...rows('initiatePayment', 201, [
    ['a created payment without its id', body('paymentId', undefined)],
    ['a created payment without links', body('_links', undefined)],
    ['a status that is none', body('transactionStatus', 'DONE')],
    ['a link that is no text', body('_links.self.href', 1)],
    ['a verb that is none', body('_links.self.verbs', ['PATCH'])],
    ['a member that nobody named', body('debtorName', 'Kari Prøve')],
    ['an SCA approach that is none', header('ASPSP-SCA-Approach', 'OAUTH')],
    ['an answer without X-Request-ID', header('X-Request-ID')],
    ['JSON that says it is text', header('Content-Type', 'text/plain')],
    ['a status code that the operation has not', (answer) => ({ ...answer, status: 418 })],
    ['an operation that is none', (answer) => ({ ...answer, method: 'PATCH' })],
  ]),
  ...rows('getPaymentInformation', 200, [
    ['an amount that is a number', body('instructedAmount.amount', 100.5)],
    ['an amount with a comma', body('instructedAmount.amount', '100,50')],
    ['a payment without creditor', body('creditorName', undefined)],
    ['an address with a member that nobody named', body('creditorAddress.county', 'Viken')],
    ['a date that is none', body('requestedExecutionDate', '2026-02-30')],
  ]),
  ...rows('getPaymentInitiationStatus', 200, [['funds that are a text', body('fundsAvailable', 'yes')]]),
  ...rows('getPaymentInitiationScaStatus', 200, [
    ['a scaStatus as the standard writes it', body('scaStatus', 'received')],
  ]),
  ...rows('getPaymentInitiationAuthorisation', 200, [
    ['an authorisation id that is no text', body('authorisationIds', [1])],
  ]),
  ...rows('startPaymentAuthorisation', 201, [
    ['a started authorisation without its id', body('authorisationId', undefined)],
  ]),
  ...rows('cancelPayment', 204, [['a 204 with a body', (answer) => ({ ...answer, body: '{}' })]]),
  ...rows('createSigningBasket', 201, [
    ['a basket without its id', body('basketId', undefined)],
    ['a basket with a link that nobody named', body('_links.payments', { href: '/', verbs: ['GET'] })],
    ['a basket with a status that no payment of it has', body('transactionStatus', 'PART')],
  ]),
  ...rows('getSigningBasket', 200, [
    ['a basket without payments', body('payments', [])],
    ['a basket that names its payments otherwise', body('paymentIds', ['1'])],
  ]),
  ...rows('getAccountList', 200, [
    ['accounts that are no list', body('accounts', {})],
    ['an account without currency', body('accounts.0.currency', undefined)],
    ['a product of 36 characters', body('accounts.0.product', 'p'.repeat(36))],
    ['an account with a member that nobody named', body('accounts.0.customerNumber', '1')],
  ]),
  ...rows('getBalances', 200, [
    ['a balance of a type that is none', body('balances.0.balanceType', 'available')],
    ['a date of a balance that is none', body('balances.0.referenceDate', '2026-02-30')],
  ]),
  ...rows('getTransactionList', 200, [
    ['a list without the way to its account', body('transactions._links.account', undefined)],
    [
      'a transaction with a member that nobody named',
      body('transactions.booked', [{ ...MOVED, booking: 1 }]),
    ],
    ['a transaction without its amount', body('transactions.booked', [{}])],
    [
      'a date of booking that is none',
      body('transactions.booked', [{ ...MOVED, bookingDate: '2026-02-30' }]),
    ],
    ['a purpose that is none', body('transactions.booked', [{ ...MOVED, purposeCode: 'SUMMER' }])],
  ]),
  ...rows('getTransactionDetails', 200, [
    ['details that are not told', body('transactionsDetails.transactionDetails', undefined)],
  ]),
  ...rows('getCardAccountTransactionList', 200, [
    [
      'a merchant code of three',
      body('cardTransactions.booked', [{ ...MOVED, merchantCategoryCode: 'BOB' }]),
    ],
    ['an address without country', body('cardTransactions.booked', [{ ...MOVED, cardAcceptorAddress: {} }])],
    ['what is invoiced as a text', body('cardTransactions.booked', [{ ...MOVED, invoiced: 'true' }])],
  ]),
  ...rows('readCardAccountDetails', 200, [
    ['a card without its number', body('cardAccount.maskedPan', undefined)],
  ]),
  ...rows('createConsent', 201, [['a consent that leads nowhere', body('_links', {})]]),
  ...rows('requestFeeInformation', 200, [['a fee without amount', body('transactionFees', undefined)]]),
  ...rows('getPaymentInformation', 503, [
    ['a fault with a code that tells more', body('tppMessages.0.code', 'NOT_FOUND')],
  ]),
  ...rows('initiatePayment', 413, [['a refusal without messages', body('tppMessages', [])]]),
  ...rows('getPaymentInformation', 404, [
    ['a code of another status', body('tppMessages.0.code', 'FORMAT_ERROR')],
    ['a category that is none', body('tppMessages.0.category', 'INFO')],
    ['a text of 513 characters', body('tppMessages.0.text', 'x'.repeat(513))],
    ['messages that are no list', body('tppMessages', {})],
  ]),
];
