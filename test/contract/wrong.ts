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
    ['a status that is none', body('transactionStatus', 'DONE')],
    ['a link that is no text', body('_links.self.href', 1)],
    ['a member that nobody named', body('debtorName', 'Kari Prøve')],
    ['an SCA approach that is none', header('ASPSP-SCA-Approach', 'OAUTH')],
    ['an answer without X-Request-ID', header('X-Request-ID')],
    ['JSON that says it is text', header('Content-Type', 'text/plain')],
    ['a status code that the operation has not', (answer) => ({ ...answer, status: 418 })],
    ['an operation that is none', (answer) => ({ ...answer, method: 'PATCH' })],
  ]),
  ...rows('getPaymentInformation', 200, [
    ['an amount that is a number', body('instructedAmount.amount', 100.5)],
    ['a date that is none', body('requestedExecutionDate', '2026-02-30')],
  ]),
  ...rows('getPaymentInitiationScaStatus', 200, [
    ['a scaStatus as the standard writes it', body('scaStatus', 'received')],
  ]),
  ...rows('cancelPayment', 204, [['a 204 with a body', (answer) => ({ ...answer, body: '{}' })]]),
  ...rows('createSigningBasket', 201, [
    ['a basket with a link that nobody named', body('_links.payments', { href: '/', verbs: ['GET'] })],
  ]),
  ...rows('getAccountList', 200, [
    ['a product of 36 characters', body('accounts.0.product', 'p'.repeat(36))],
  ]),
  ...rows('getTransactionList', 200, [
    [
      'a transaction with a member that nobody named',
      body('transactions.booked', [{ ...MOVED, booking: 1 }]),
    ],
  ]),
  ...rows('getCardAccountTransactionList', 200, [
    [
      'a merchant code of three',
      body('cardTransactions.booked', [{ ...MOVED, merchantCategoryCode: 'BOB' }]),
    ],
  ]),
  ...rows('createConsent', 201, [['a consent that leads nowhere', body('_links', {})]]),
  ...rows('getPaymentInformation', 503, [
    ['a fault with a code that tells more', body('tppMessages.0.code', 'NOT_FOUND')],
  ]),
  ...rows('initiatePayment', 413, [['a refusal without messages', body('tppMessages', [])]]),
  ...rows('getPaymentInformation', 404, [
    ['a code of another status', body('tppMessages.0.code', 'FORMAT_ERROR')],
    ['a text of 513 characters', body('tppMessages.0.text', 'x'.repeat(513))],
  ]),
];
