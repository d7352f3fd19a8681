import { expect } from 'vitest';
import { CROSS_BORDER, DOMESTIC, INSTANT } from '../../../src/values/products.ts';
import type { Answer, TestBank } from '../bank.ts';
import { readStored } from '../stored.ts';
import { approve } from './operator.ts';
import { bodyOf, headersOf, KARI, type Payment, type Wish } from './payments.ts';

/** What can be paid, and how: each with a life of its own. */
export const KINDS = ['domestic', 'card', 'cross-border', 'instant', 'periodic', 'bulk'] as const;
export type Kind = (typeof KINDS)[number];

export interface ProductWish extends Wish {
  /** The amounts of a bulk's items; else it has one, of `amount`. */
  readonly amounts?: readonly string[];
}

/** The path of each creation, by service and product. @see D1-paths */
export const CREATIONS: Readonly<Record<Kind, string>> = {
  domestic: `/v1/payments/${DOMESTIC}`,
  card: `/v1/payments/${DOMESTIC}`,
  'cross-border': `/v1/payments/${CROSS_BORDER}`,
  instant: `/v1/payments/${INSTANT}`,
  periodic: `/v1/periodic-payments/${DOMESTIC}`,
  bulk: `/v1/bulk-payments/${DOMESTIC}`,
};

/** Of a bank abroad; its check digits are right. */
export const ABROAD = 'SE4550000000058398257466';
/** What the bank takes for a payment, in NOK. @see D4-fees */
export const FEES = { domestic: 0, card: 0, 'cross-border': 65, instant: 2, periodic: 0, bulk: 0 } as const;

/** An amount in øre as payments write it. */
export function written(minor: number): string {
  return `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;
}

/** Required from NOK 100 000 on, and taken below. */
const REGULATORY = { regulatoryReportingCode: '14', regulatoryReportingInformation: 'Import of test goods' };

/** Members of a domestic payment that a test takes apart. */
interface Domestic {
  readonly debtorAccount: object;
  readonly creditorAccount: { readonly bban: string; readonly currency: string };
  readonly creditorAddress: object;
  readonly requestedExecutionDate?: string;
}

const BODIES: Readonly<Record<Kind, (bank: TestBank, wish: ProductWish) => object>> = {
  domestic: (bank, wish) => domestic(bank, wish),
  card: (bank, wish) => ({ ...domestic(bank, wish), ...fromCard(bank) }),
  'cross-border': (bank, wish) => {
    const { creditorAccount, ...rest } = domestic(bank, wish);
    const iban = wish.to === undefined ? ABROAD : ibanOf(bank, wish.to);
    return { ...rest, creditorAccount: { iban, currency: creditorAccount.currency }, ...REGULATORY };
  },
  instant: (bank, { date: _, ...wish }) => domestic(bank, wish),
  periodic: (bank, { date = '2026-12-01', ...wish }) => ({
    ...domestic(bank, wish),
    startDate: date,
    frequency: 'Monthly',
  }),
  bulk: (bank, { amounts = [undefined], ...wish }) => ({
    debtorAccount: domestic(bank, wish).debtorAccount,
    ...(wish.date === undefined ? {} : { requestedExecutionDate: wish.date }),
    payments: amounts.map((amount = wish.amount) => {
      const one = domestic(bank, { ...wish, ...(amount === undefined ? {} : { amount }) });
      const { debtorAccount: _, requestedExecutionDate: __, ...item } = one;
      return item;
    }),
  }),
};

function domestic(bank: TestBank, { body: _, ...wish }: ProductWish): Domestic {
  return bodyOf(bank, wish) as Domestic;
}

/** The initiation of a kind of payment, valid when the wish is. */
export function initiation(bank: TestBank, kind: Kind, wish: ProductWish = {}): object {
  return { ...BODIES[kind](bank, wish), ...wish.body };
}

export function ibanOf(bank: TestBank, bban: string): string {
  return String(readStored(bank.path, `SELECT iban FROM accounts WHERE bban = '${bban}'`)[0]?.iban);
}

/** Kari's card: its id, and the reference by which it is a debtor. */
export function cardOf(bank: TestBank, owner = KARI): { id: string; relatedAccount: string } {
  const sql = `SELECT id, related_account FROM card_accounts WHERE customer_number = '${owner}'`;
  const [row] = readStored(bank.path, sql);
  return { id: String(row?.id), relatedAccount: String(row?.related_account) };
}

export function fromCard(bank: TestBank): { debtorAccount: object } {
  const identification = cardOf(bank).relatedAccount;
  const other = { identification, schemeNameProprietary: 'creditCardAccount' };
  return { debtorAccount: { currency: 'NOK', other } };
}

/** Sends a creation; whatever comes of it. */
export function sendAs(bank: TestBank, kind: Kind, wish: ProductWish = {}): Promise<Answer> {
  return bank.send({
    path: CREATIONS[kind],
    query: 'allowLogicalDuplicate=true',
    headers: headersOf(wish),
    body: initiation(bank, kind, wish),
    ...(wish.as === undefined ? {} : { as: wish.as }),
  });
}

/** Creates a payment of a kind; anything but 201 is a failure of the test. */
export async function createAs(bank: TestBank, kind: Kind, wish: ProductWish = {}): Promise<Payment> {
  const created = await sendAs(bank, kind, wish);
  expect(created.status, created.text).toBe(201);
  const { paymentId, _links } = created.json;
  return {
    paymentId,
    path: `${CREATIONS[kind]}/${paymentId}`,
    psu: wish.psu ?? KARI,
    as: wish.as,
    created,
    authorisationId: _links.scaStatus?.href.split('/').at(-1) ?? '',
    link: _links.scaRedirect?.href ?? '',
  };
}

/** Created and approved by its PSU. */
export async function approvedAs(bank: TestBank, kind: Kind, wish: ProductWish = {}): Promise<Payment> {
  const payment = await createAs(bank, kind, wish);
  await approve(bank, payment);
  return payment;
}
