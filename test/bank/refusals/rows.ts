import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, openTestBank, type Send, type TestBank } from '../../support/bank.ts';
import { byPsuId } from '../../support/known-psu.ts';
import {
  expectCreated,
  expectMoved,
  expectRefusal,
  expectSmall,
  expectUnused,
  type Refusal,
  type Unused,
} from './expectations.ts';

/** Edits a valid payment body; paths are written as the bank writes them: `items[0].reference`. */
export type Change = (body: object) => void;
type Members = Record<string, unknown>;

function findParent(body: object, path: string): [Members, string] {
  const names = path.split(/[.[\]]+/).filter((name) => name !== '');
  const parent = names.slice(0, -1).reduce<Members>((at, name) => at[name] as Members, body as Members);
  return [parent, names.at(-1) ?? ''];
}

/** Gives the member at `path` a copy of a value; its parent must be there. */
export function set(path: string, value: unknown): Change {
  return (body) => {
    const [parent, name] = findParent(body, path);
    parent[name] = structuredClone(value);
  };
}

/** Takes the member at `path` out. */
export function remove(path: string): Change {
  return (body) => {
    const [parent, name] = findParent(body, path);
    delete parent[name];
  };
}

/** Makes several edits, in order. */
export function combine(...changes: readonly Change[]): Change {
  return (body) => {
    for (const change of changes) change(body);
  };
}

/** Changes nothing. */
export const nothing: Change = () => {};

/** Puts structured references in the place of the message: the two exclude each other. */
export function setReferences(...items: readonly unknown[]): Change {
  return combine(
    remove('remittanceInformationUnstructured'),
    set('remittanceInformationStructuredArray', items),
  );
}

/** Puts the single structured object, which is being phased out, in the place of the message. */
export function setReference(item: unknown): Change {
  return combine(remove('remittanceInformationUnstructured'), set('remittanceInformationStructured', item));
}

/** Names a card account as debtor. */
export function setCard(
  identification: unknown,
  schemeNameProprietary: unknown = 'creditCardAccount',
): Change {
  return set('debtorAccount', { currency: 'NOK', other: { identification, schemeNameProprietary } });
}

function computeRemainder(text: string): bigint {
  const digits = [...text].map((character) => String(Number.parseInt(character, 36))).join('');
  return BigInt(digits) % 97n;
}

/** Builds an IBAN with the check digits of ISO 13616, calculated without the code under test. */
export function buildIban(country: string, bban: string): string {
  return `${country}${String(98n - computeRemainder(`${bban}${country}00`)).padStart(2, '0')}${bban}`;
}

/** Check digits that leave 1 as well, beside the right ones. @see D4-iban */
const ALIASES: Readonly<Record<string, string>> = { '97': '00', '98': '01', '02': '99' };

/** Builds IBANs of a country that only mod 97 takes: their check digits are 00, 01 and 99. */
export function buildAliasedIbans(country: string, firstBban: bigint): string[] {
  const found = new Map<string, string>();
  for (let serial = 0n; found.size < 3; serial += 1n) {
    const bban = String(firstBban + serial);
    const alias = ALIASES[buildIban(country, bban).slice(2, 4)];
    if (alias !== undefined) found.set(alias, `${country}${alias}${bban}`);
  }
  return [...found.values()];
}

/** Accounts of other banks, without a KID entry. */
export const creditors = ['99940512340', '99950612343', '99960712346'] as const;
export const foreignIban = buildIban('DE', '000000000123456789');

/** A product: where it is sent, and a body that the bank takes. */
export interface Product {
  readonly name: string;
  readonly path: string;
  readonly body: (bank: TestBank) => object;
  /** Asserts what a right request is answered; a created payment unless given. */
  readonly expectTaken?: (answer: Answer) => void;
}

export const domestic: Product = {
  name: 'a domestic payment',
  path: '/v1/payments/norwegian-domestic-credit-transfers',
  body: (bank) => bank.payment(),
};

/** NOK 100 000 to an account abroad: nothing that the bank would warn of. */
export const crossBorder: Product = {
  name: 'a cross-border payment',
  path: '/v1/payments/norwegian-cross-border-credit-transfers',
  body: (bank) => {
    const { creditorName, debtorAccount, remittanceInformationUnstructured } = bank.payment();
    return {
      instructedAmount: { amount: '100000.00', currency: 'NOK' },
      creditorName,
      creditorAccount: { iban: foreignIban, currency: 'EUR' },
      debtorAccount,
      remittanceInformationUnstructured,
      regulatoryReportingCode: '14',
      regulatoryReportingInformation: 'Kjøp av varer',
    };
  },
};

export const instant: Product = {
  name: 'an instant payment',
  path: '/v1/payments/instant-norwegian-credit-transfers-straks',
  body: (bank) => bank.payment(),
};

/** The same product by its other name. @see D1-products */
export const instantAlias: Product = {
  name: 'an instant payment by its other name',
  path: '/v1/payments/instant-norwegian-domestic-credit-transfers-straks',
  body: (bank) => bank.payment(),
};

/** The domestic body, once a month. @see D4-periodic-body */
export const periodic: Product = {
  name: 'a periodic payment',
  path: '/v1/periodic-payments/norwegian-domestic-credit-transfers',
  body: (bank) => ({ ...bank.payment(), startDate: '2026-12-01', frequency: 'Monthly' }),
};

/** Three payments: what is wrong in one is seen to be nowhere else. @see D4-bulk-items */
export const bulk: Product = {
  name: 'a bulk',
  path: '/v1/bulk-payments/norwegian-domestic-credit-transfers',
  body: (bank) => buildBulk(bank, 3),
};

export const feeInformation: Product = {
  name: 'fee information',
  path: `${instant.path}/fee-information`,
  body: (bank) => {
    const { instructedAmount, creditorAccount, debtorAccount } = bank.payment();
    return { amount: instructedAmount, creditorAccount, debtorAccount };
  },
  expectTaken: ({ status, json }) => expect({ status, json }).toEqual({ status: 200, json: instantFee }),
};

/** The fee of an account in NOK. */
export const instantFee = {
  transactionFees: { amount: '2.00', currency: 'NOK' },
  transactionFeeIndicator: true,
};

/** A bulk's body; its items are domestic bodies without debtor and date. */
export interface Bulk {
  readonly debtorAccount: object;
  readonly requestedExecutionDate?: string;
  readonly payments: object[];
}

/** Builds a bulk of so many payments, each with a message of its own. */
export function buildBulk(bank: TestBank, count: number): Bulk {
  const { debtorAccount } = bank.payment();
  return { debtorAccount, payments: Array.from({ length: count }, () => buildItem(bank)) };
}

/** Builds one valid payment of a bulk. */
export function buildItem(bank: TestBank): object {
  const { debtorAccount: _, ...payment } = bank.payment();
  return payment;
}

/** Expected answer of a row: a creation without or with a warning, or a refusal. */
export type Expected = 'created' | 'moved' | 'small' | Unused | Refusal;
/** One line of a table: what is changed of a valid payment, the bank's answer, what else is sent. */
export type Row = readonly [what: string, change: Change, expected: Expected, send?: Omit<Send, 'body'>];

/** Builds a row about the request alone: its body is right. */
export function sendRow(what: string, expected: Expected, send: Row[3]): Row {
  return [what, nothing, expected, send];
}

/** Moves a row about a domestic body to one payment of a bulk: the fault is told at its place. */
export function moveToItem(place: number): (row: Row) => Row {
  const prefix = `payments[${place}].`;
  return ([what, change, expected, send]) => [
    `${what}, in payments[${place}]`,
    (body) => change((body as Bulk).payments[place] as object),
    prefixPath(prefix, expected),
    send,
  ];
}

function prefixPath(prefix: string, expected: Expected): Expected {
  if (typeof expected === 'string') return expected;
  if ('unused' in expected) return { unused: expected.unused.map((path) => prefix + path) };
  const { path, ...refusal } = expected;
  if (path === undefined || path === null) return refusal;
  if (typeof path === 'string') return { ...refusal, path: prefix + path };
  const escaped = prefix.replace(/[[\].]/g, '\\$&');
  return { ...refusal, path: new RegExp(`^${escaped}${path.source.replace(/^\^/, '')}`) };
}

/** Builds the refusal of a malformed field. */
export function malformed(path: string | RegExp | null): Refusal {
  return { status: 400, code: 'FORMAT_ERROR', path };
}

/** Names the customer who owns the debtor accounts, so that a creation may say what is theirs. */
export const knownPsu = byPsuId();
const VERBS = { created: 'accepts', moved: 'moves', small: 'warns of' };

function nameVerb(expected: Expected): string {
  if (typeof expected === 'string') return VERBS[expected];
  return 'unused' in expected ? 'warns of' : 'refuses';
}

/** Opens a bank that is open while the tests of the surrounding describe run. */
export function bankOf(options?: { now?: number }): () => TestBank {
  let bank: TestBank;
  beforeAll(async () => {
    bank = await openTestBank(options);
  });
  afterAll(() => bank.close());
  return () => bank;
}

/**
 * Sends one changed payment for each row to one bank. Rows that give the same reference are logical duplicates of each
 * other, so they are allowed where a row has no query of its own.
 */
export function testRows(rows: readonly Row[], product: Product = domestic, now?: number): void {
  const bank = bankOf(now === undefined ? {} : { now });
  for (const [what, change, expected, send] of rows) {
    it(`${nameVerb(expected)} ${what}`, async () => {
      const body = product.body(bank());
      change(body);
      const answer = await bank().send({
        path: product.path,
        query: 'allowLogicalDuplicate=true',
        ...send,
        body,
      });
      if (expected === 'created') (product.expectTaken ?? expectCreated)(answer);
      else if (expected === 'moved') expectMoved(answer);
      else if (expected === 'small') expectSmall(answer);
      else if ('unused' in expected) expectUnused(answer, expected);
      else expectRefusal(answer, expected);
    });
  }
}
