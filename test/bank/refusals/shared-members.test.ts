import { describe, expect, it } from 'vitest';
import {
  bulkPayment,
  crossBorderPayment,
  DOMESTIC_MEMBERS,
  feeRequest,
  instantPayment,
  periodicPayment,
} from '../../../src/wire/request-bodies.ts';

type Members = Readonly<Record<string, unknown>>;

/** A schema without the optional around it, which each product puts there itself. */
function required(schema: unknown): unknown {
  const { def } = schema as { def: { type: string; innerType: unknown } };
  return def.type === 'optional' ? required(def.innerType) : schema;
}

/** Which members of one body are held to the very schema that the other body has for them. */
function shared(some: Members, others: Members): string[] {
  return Object.keys(some).filter(
    (name) => name in others && required(some[name]) === required(others[name]),
  );
}

const all = Object.keys(DOMESTIC_MEMBERS);
const item = bulkPayment.shape.payments.def.out.def.element;
const card = 'debtorAccount';

/** [product, its members, those of the domestic body that it has not or has otherwise, those that are its own] */
const products: readonly (readonly [string, Members, readonly string[], readonly string[]])[] = [
  ['an instant payment', instantPayment.shape, ['requestedExecutionDate'], []],
  [
    'a periodic payment',
    periodicPayment.shape,
    [],
    ['startDate', 'frequency', 'endDate', 'executionRule', 'dayOfExecution', 'monthsOfExecution'],
  ],
  ['a payment of a bulk', item.shape, [card, 'requestedExecutionDate'], []],
];

describe('the members that products have in common [D4-instant-body, D4-periodic-body, D4-bulk-items]', () => {
  it.each(products)('are held to one schema, in a domestic payment and in %s', (_, members, without, own) => {
    const common = all.filter((name) => !without.includes(name));
    expect(shared(members, DOMESTIC_MEMBERS)).toEqual(common);
    expect(Object.keys(members).filter((name) => !all.includes(name))).toEqual(own);
  });

  it('are debtor and date of a domestic payment, in a bulk', () => {
    expect(shared(bulkPayment.shape, DOMESTIC_MEMBERS)).toEqual([card, 'requestedExecutionDate']);
  });
});

describe('the members of a cross-border payment and of fee information [D4-amount-products, D4-fee-information]', () => {
  it('are those of a domestic payment, but for the accounts and the texts', () => {
    expect(shared(crossBorderPayment.shape, DOMESTIC_MEMBERS)).toEqual([
      ...['instructedAmount', 'creditorAgent', 'creditorAddress', 'purposeCode'],
      ...['requestedExecutionDate', 'endToEndIdentification'],
    ]);
  });

  it('are the amount, the creditor and the debtor of a domestic payment, when a fee is asked for', () => {
    const { amount, creditorAccount, debtorAccount } = feeRequest.shape;
    expect(amount).toBe(DOMESTIC_MEMBERS.instructedAmount);
    expect(debtorAccount).toBe(DOMESTIC_MEMBERS.debtorAccount);
    const creditor = DOMESTIC_MEMBERS.creditorAccount.shape;
    expect(shared(creditorAccount.shape, creditor)).toEqual(Object.keys(creditor));
  });
});
