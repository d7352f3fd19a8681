import { type ColumnLine, type Columns, createCard, createTable, QUIET, SPARE } from '../cli/presentation.ts';
import { parseMoney } from '../cli/resources/members.ts';
import type {
  Account,
  AccountBalances,
  AccountList,
  CardAccount,
  CardAccountBalances,
  CardAccountList,
  OneAccount,
  OneCardAccount,
} from '../wire/answers/information.ts';

interface Holding {
  readonly balances?: AccountBalances['balances'] | undefined;
}

const NAMED_BALANCES = ['closingBooked', 'expected', 'interimAvailable'];

/** Reads the booked balance of an account. */
export function readBookedBalance(balances: Holding['balances']) {
  return readBalance('closingBooked')({ balances });
}

function readBalance(type: string) {
  return ({ balances = [] }: Holding) =>
    parseMoney(balances.find(({ balanceType }) => balanceType === type)?.balanceAmount);
}

function listOtherBalances({ balances = [] }: Holding): string[] {
  return balances
    .filter(({ balanceType }) => !NAMED_BALANCES.includes(balanceType))
    .map(({ balanceType, balanceAmount: { amount, currency } }) => `${balanceType} ${amount} ${currency}`);
}

const booked: ColumnLine<Holding> = ['Booked', readBalance('closingBooked'), 'amount'];
const quietBooked: ColumnLine<Holding> = ['Booked', readBalance('closingBooked'), 'amount', QUIET];
const otherBalances: Columns<Holding> = [
  ['Expected', readBalance('expected'), 'amount', SPARE],
  ['Available', readBalance('interimAvailable'), 'amount'],
  ['Other balance', listOtherBalances, 'name', SPARE],
];
const asOf: ColumnLine<Holding> = [
  'As of',
  ({ balances = [] }) => [...new Set(balances.flatMap(({ referenceDate = [] }) => referenceDate))],
  'date',
];

interface NamedResource {
  readonly name?: string | undefined;
  readonly product?: string | undefined;
}

const id: ColumnLine<{ readonly resourceId: string }> = [
  'ID',
  'resourceId',
  'identifier',
  { ...QUIET, ...SPARE },
];
const number: ColumnLine<Pick<Account, 'bban' | 'iban'>> = [
  'Account',
  ({ bban, iban }) => bban ?? iban,
  'account',
];
const product: ColumnLine<NamedResource> = [
  'Product',
  (one) => (one.product === one.name ? undefined : one.product),
];

/** The text for an empty list. A consent without accounts doesn't exist, but a consent may cover only cards. */
const NONE = "The PSU hasn't consented to any. To ask for a new choice:\npsd2 consent grant";

export const accountTable = createTable<Account, AccountList>(
  [number, ['Name', 'name', 'name'], ['Owner', 'ownerName', 'name'], booked, ...otherBalances, id],
  ({ accounts }) => accounts,
  NONE,
);

export const accountCard = createCard<Account, OneAccount>(
  [
    number,
    ['IBAN', ({ bban, iban }) => (bban === undefined ? undefined : iban), 'account'],
    ['Name', 'name'],
    ['Owner', 'ownerName'],
    product,
    ['Type', 'cashAccountType'],
    ['Currency', 'currency'],
    ['BIC', 'bic', 'identifier'],
    booked,
    ...otherBalances,
    id,
  ],
  ({ account }) => account,
);

export const balancesCard = createCard<Holding & AccountBalances['account'], AccountBalances>(
  [number, quietBooked, ...otherBalances, asOf],
  ({ account, balances }) => ({ ...account, balances }),
);

const pan: ColumnLine<{ readonly maskedPan: string }> = ['Card', 'maskedPan', 'identifier'];

export const cardTable = createTable<CardAccount, CardAccountList>(
  [pan, ['Name', 'name', 'name'], booked, ...otherBalances, id],
  ({ cardAccounts }) => cardAccounts,
  NONE,
);

export const cardCard = createCard<CardAccount, OneCardAccount>(
  [
    pan,
    ['Name', 'name'],
    product,
    ['Currency', 'currency'],
    ['Credit limit', ({ creditLimit }) => parseMoney(creditLimit), 'amount'],
    ['Pays as', ({ relatedAccount }) => relatedAccount?.identification, 'identifier'],
    booked,
    ...otherBalances,
    id,
  ],
  ({ cardAccount }) => cardAccount,
);

export const cardBalancesCard = createCard<Holding & CardAccountBalances['cardAccount'], CardAccountBalances>(
  [pan, quietBooked, ...otherBalances, asOf],
  ({ cardAccount, balances }) => ({ ...cardAccount, balances }),
);
