import { balance, CUSTOMER, incoming, NUMBER, ofSandbox, post, put } from './calls.ts';
import type { Row } from './refusal-row.ts';

const ACCOUNT = { customerNumber: NUMBER, accountName: 'Sparekonto', currency: 'NOK' };
const NO_ID = 'kQ3nV0b1cT8sYpR5dW2xZa';

function customer(what: string, change: object, status: number, ...expected: string[]): Row {
  return {
    what: `a customer: ${what}`,
    send: (bank) => post(bank, '/customers', { ...CUSTOMER, customerNumber: '15813963288', ...change }),
    status,
    faults: expected,
  };
}

function account(what: string, change: object, status: number, ...expected: string[]): Row {
  return {
    what: `an account: ${what}`,
    send: (bank) => post(bank, '/accounts', { ...ACCOUNT, ...change }),
    status,
    faults: expected,
  };
}

function balances(what: string, body: unknown, status: number, ...expected: string[]): Row {
  return {
    what: `balances: ${what}`,
    send: (bank, own) => put(bank, `/accounts/${own.id}/balances`, body),
    status,
    faults: expected,
  };
}

function unknown(method: string, path: string, body?: unknown): Row {
  return {
    what: `${method} ${path}: no such id`,
    send: (bank, own) =>
      bank.send(ofSandbox(method, path.replace('{own}', own.id), body === undefined ? {} : { body })),
    status: 404,
    faults: ['RESOURCE_UNKNOWN -'],
  };
}

/** Customers, accounts, balances. @see D8-account-members */
export const REFUSED_DATA: readonly Row[] = [
  customer(
    'nothing in it',
    { customerNumber: undefined, name: undefined, type: undefined },
    400,
    'FORMAT_ERROR customerNumber',
    'FORMAT_ERROR name',
    'FORMAT_ERROR type',
  ),
  customer('a type of its own', { type: 'PERSON' }, 400, 'FORMAT_ERROR type'),
  customer('a type that only looks like one', { type: 'PR\u0131VATE' }, 400, 'FORMAT_ERROR type'),
  customer('a name of blanks', { name: '  ' }, 400, 'FORMAT_ERROR name'),
  customer('an emoji in the name', { name: 'Kari 😀' }, 400, 'FORMAT_ERROR name'),
  customer('the number taken', { customerNumber: NUMBER }, 409, 'CONFLICT customerNumber'),
  customer(
    'the number of the initial data taken',
    { customerNumber: '310999016' },
    409,
    'CONFLICT customerNumber',
  ),
  account(
    'nothing in it',
    { customerNumber: undefined, accountName: undefined, currency: undefined },
    400,
    'FORMAT_ERROR customerNumber',
    'FORMAT_ERROR accountName',
    'FORMAT_ERROR currency',
  ),
  account(
    'no such customer, and a balance in another currency',
    { customerNumber: '15813963369', balances: [balance('expected', 1), balance('expected', 1, 'EUR')] },
    400,
    'RESOURCE_UNKNOWN customerNumber',
    'FORMAT_ERROR balances[1].balanceAmount.currency',
  ),
  account('a name of 71 characters', { accountName: 'x'.repeat(71) }, 400, 'FORMAT_ERROR accountName'),
  account('ten digits', { bban: '9990051001' }, 400, 'FORMAT_ERROR bban'),
  account('a bban with points', { bban: '9990.05.10019' }, 400, 'FORMAT_ERROR bban'),
  account('an IBAN whose check digits do not fit', { iban: 'NO0099900510019' }, 400, 'FORMAT_ERROR iban'),
  account('a Swedish IBAN', { iban: 'SE4550000000058398257466' }, 400, 'FORMAT_ERROR iban'),
  account(
    'an IBAN that is not of the bban',
    { bban: '99900510019', iban: 'NO9386011117947' },
    400,
    'FORMAT_ERROR iban',
  ),
  account(
    'a type of account of its own',
    { cashAccountType: 'Current' },
    400,
    'FORMAT_ERROR cashAccountType',
  ),
  account('a credit line beyond int32', { creditLine: 2 ** 31 }, 400, 'FORMAT_ERROR creditLine'),
  account(
    'a balance as text',
    { balances: [balance('expected', '1000')] },
    400,
    'FORMAT_ERROR balances[0].balanceAmount.amount',
  ),
  account(
    'a balance with decimals',
    { balances: [balance('expected', 10.5)] },
    400,
    'FORMAT_ERROR balances[0].balanceAmount.amount',
  ),
  account(
    'a balance of its own type',
    { balances: [balance('available', 1)] },
    400,
    'FORMAT_ERROR balances[0].balanceType',
  ),
  {
    what: 'an account: the bban taken',
    send: (bank, own) => post(bank, '/accounts', { ...ACCOUNT, bban: own.bban }),
    status: 409,
    faults: ['CONFLICT bban'],
  },
  {
    what: 'an account: the IBAN taken',
    send: (bank, own) => post(bank, '/accounts', { ...ACCOUNT, iban: own.iban }),
    status: 409,
    faults: ['CONFLICT iban'],
  },
  balances('no array', balance('expected', 1), 400, 'FORMAT_ERROR -'),
  balances('an empty array', [], 400, 'FORMAT_ERROR -'),
  balances(
    'another currency',
    [balance('expected', 1), balance('expected', 1, 'EUR')],
    400,
    'FORMAT_ERROR [1].balanceAmount.currency',
  ),
  balances('text', [balance('expected', '1')], 400, 'FORMAT_ERROR [0].balanceAmount.amount'),
  balances(
    'beyond int32',
    [balance('expected', -(2 ** 31) - 1)],
    400,
    'FORMAT_ERROR [0].balanceAmount.amount',
  ),
  balances('a type of its own', [balance('interimAvailable', 1)], 400, 'FORMAT_ERROR [0].balanceType'),
  balances(
    'nothing of a balance',
    [{}],
    400,
    'FORMAT_ERROR [0].balanceAmount',
    'FORMAT_ERROR [0].balanceType',
  ),
  unknown('GET', `/customers/${NO_ID}`),
  unknown('GET', `/accounts/${NO_ID}`),
  // Nothing is looked for by it: a store that ends a text there would find another.
  { ...unknown('GET', '/accounts/%00'), status: 400, faults: ['FORMAT_ERROR -'] },
  unknown('PUT', `/accounts/${NO_ID}/balances`, [balance('expected', 1, 'EUR')]),
  unknown('POST', `/accounts/${NO_ID}/transactions`, [incoming({ bban: '1', iban: '1' })]),
  unknown('GET', `/accounts/${NO_ID}/transactions`),
  unknown('GET', `/accounts/{own}/transactions/${NO_ID}`),
];
