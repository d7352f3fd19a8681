import { computeBbanCheckDigit, convertToIban } from '../../values/iban.ts';
import { KID_CREDITORS } from '../../values/kid.ts';
import { buildNaturalKey, deriveId, deriveNumber, deriveNumbersSeed, type NaturalKey } from './ids.ts';
import {
  type Account,
  type Agreement,
  BANK_CODE,
  type CardAccount,
  type Customer,
  type World,
} from './world.ts';

interface AccountPlan extends Pick<Account, 'accountName' | 'product' | 'cashAccountType'> {
  readonly opening: Range;
}

/** A range of whole NOK from `from` to `from + spread`; the seed determines the value. */
interface Range {
  readonly from: number;
  readonly spread: number;
}

interface OwnerPlan extends Omit<Customer, 'customerId'> {
  readonly accounts: readonly AccountPlan[];
}

const BUSINESS = 'Bedriftskonto';

function createAccountPlan(
  accountName: string,
  from: number,
  spread: number,
  product = accountName,
): AccountPlan {
  const cashAccountType = product === 'Sparekonto' ? 'SVGS' : 'CACC';
  return { accountName, product, cashAccountType, opening: { from, spread } };
}

/** The customers, with invented names; the private numbers are synthetic (month + 80). */
const OWNERS: readonly OwnerPlan[] = [
  {
    ...{ customerNumber: '15813963008', customerType: 'PRIVATE', customerName: 'Kari Prøve' },
    accounts: [createAccountPlan('Brukskonto', 250_000, 0), createAccountPlan('Sparekonto', 100_000, 50_000)],
  },
  {
    ...{ customerNumber: '01929010120', customerType: 'PRIVATE', customerName: 'Ola Eksempel' },
    accounts: [
      createAccountPlan('Brukskonto', 20_000, 40_000),
      createAccountPlan('Sparekonto', 60_000, 60_000),
    ],
  },
  {
    ...{ customerNumber: '310999016', customerType: 'CORPORATE', customerName: 'Prøve Fjellhandel AS' },
    accounts: [
      createAccountPlan('Driftskonto', 800_000, 400_000, BUSINESS),
      createAccountPlan('Lønnskonto', 300_000, 200_000, BUSINESS),
    ],
  },
  {
    ...{ customerNumber: '310999024', customerType: 'CORPORATE', customerName: 'Eksempel Fiskeri AS' },
    accounts: [
      createAccountPlan('Driftskonto', 500_000, 300_000, BUSINESS),
      createAccountPlan('Lønnskonto', 200_000, 100_000, BUSINESS),
    ],
  },
];

/** Returns the rank of an owner in lists: owners of the initial data come first, in its order. @see D8-list-order */
export function findOwnerPlace(number: string): number {
  const place = OWNERS.findIndex(({ customerNumber }) => customerNumber === number);
  return place < 0 ? OWNERS.length : place;
}

const CARD = { limit: 50_000, used: { from: 500, spread: 4_000 } };

function deriveAmountMinor(seed: string, name: string, { from, spread }: Range): bigint {
  return BigInt(from + deriveNumber(deriveNumbersSeed(seed), 'amount', name, spread + 1)) * 100n;
}

/**
 * Appends the check digit to this bank's code and a serial.
 * @returns undefined if no check digit exists
 */
function addCheckDigit(serial: string): string | undefined {
  const firstTen = BANK_CODE + serial;
  const checkDigit = computeBbanCheckDigit(firstTen);
  return checkDigit === undefined ? undefined : firstTen + checkDigit;
}

/** Derives the bban of the account with index `place`. Digits 5 and 6 depend on the index, so all bbans differ. */
function deriveBban(seed: string, place: number): string {
  for (let attempt = 0; ; attempt += 1) {
    const serial = deriveNumber(deriveNumbersSeed(seed), 'bban', `${place}.${attempt}`, 10_000);
    const bban = addCheckDigit(`${10 + place}${String(serial).padStart(4, '0')}`);
    if (bban !== undefined) return bban;
  }
}

function createAccount(seed: string, place: number, customerNumber: string, plan: AccountPlan): Account {
  const { opening, accountName, product, cashAccountType } = plan;
  const bban = deriveBban(seed, place);
  return {
    ...{ id: deriveId(seed, 'account', place), customerNumber, accountName, bban, iban: convertToIban(bban) },
    ...{ currency: 'NOK', product, cashAccountType, creditLine: 0 },
    openingMinor: deriveAmountMinor(seed, `account ${place}`, opening),
  };
}

function createCardAccount(seed: string, customerNumber: string): CardAccount {
  const pan = deriveNumber(deriveNumbersSeed(seed), 'pan', customerNumber, 10_000);
  return {
    resourceId: deriveId(seed, 'card-account', customerNumber),
    customerNumber,
    maskedPan: `4925xxxxxxxx${String(pan).padStart(4, '0')}`,
    currency: 'NOK',
    creditLimit: CARD.limit,
    name: 'Kredittkort',
    product: 'Kredittkort',
    status: 'enabled',
    relatedAccount: deriveId(seed, 'related-account', customerNumber),
    openingMinor: -deriveAmountMinor(seed, `card ${customerNumber}`, CARD.used),
  };
}

function createPrivateAgreement(seed: string, owner: OwnerPlan): Agreement {
  return {
    agreementId: deriveId(seed, 'agreement', owner.customerNumber),
    type: 'PRIVATE',
    ownerNumber: owner.customerNumber,
    name: owner.customerName,
  };
}

/**
 * Creates the world of a new or initialised sandbox: two private customers with two accounts, a card account and an
 * agreement each, and two corporate customers with two accounts each. The same seed gives the same world.
 * @see D8-initial-data
 */
export function createInitialData(seed: string): World {
  const privateOwners = OWNERS.filter((owner) => owner.customerType === 'PRIVATE');
  const data = {
    customers: OWNERS.map(({ accounts: _, ...customer }) => ({
      customerId: deriveId(seed, 'customer', customer.customerNumber),
      ...customer,
    })),
    accounts: OWNERS.flatMap(({ customerNumber, accounts }) =>
      accounts.map((plan) => ({ customerNumber, plan })),
    ).map(({ customerNumber, plan }, place) => createAccount(seed, place, customerNumber, plan)),
    cardAccounts: privateOwners.map((owner) => createCardAccount(seed, owner.customerNumber)),
    agreements: privateOwners.map((owner) => createPrivateAgreement(seed, owner)),
    kidEntries: KID_CREDITORS,
  };
  return { ...data, usedKeys: listNaturalKeys(data) };
}

/** Lists the natural keys of the initial data, so that a resource that is created again gets a new id. */
function listNaturalKeys(data: Omit<World, 'usedKeys'>): NaturalKey[] {
  const { customers, accounts, cardAccounts, agreements } = data;
  return [
    ...customers.map(({ customerNumber }) => buildNaturalKey('customer', customerNumber)),
    ...accounts.map(({ bban }) => buildNaturalKey('account', bban)),
    ...cardAccounts.map((card) => buildNaturalKey('card account', card.customerNumber, card.maskedPan)),
    ...agreements.map(({ ownerNumber, name }) => buildNaturalKey('agreement', ownerNumber, name)),
  ];
}

/** The limit of attempts; after so many numbers in use, hardly any number is free. */
const MOST_ATTEMPTS = 1000;

/**
 * Generates candidate bbans for an account without a given one, in the order of the attempts.
 * @param use the number of uses of the key, including this one
 */
export function* generateBbans(seed: string, { key }: NaturalKey, use: number): Generator<string, void> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const serial = deriveNumber(seed, `made bban ${use} ${attempt}`, key, 1_000_000);
    const bban = addCheckDigit(String(serial).padStart(6, '0'));
    if (bban !== undefined) yield bban;
  }
}
